// Keeps estimate and request of the form up to date while it is filled in. Without it "Validate" does the same.
import { offerCopies } from "./copy.js";

const quiet = 400;

/** What of a form says how the run will be: not its keys, tokens and address of mail, which no address of a page should have. */
export function fieldsOf(entries) {
  return [...entries].filter(([name, value]) => typeof value === "string" && !["formToken", "key", "from", "check", "notify"].includes(name));
}

/** Calls the last of several calls that follow one another quickly. */
export function settled(action, milliseconds, later = setTimeout, never = clearTimeout) {
  let timer;
  return () => {
    never(timer);
    timer = later(action, milliseconds);
  };
}

/** Says of a field, and of every box of a group, whether what stands in it is valid. */
export function mark(field, invalid) {
  field?.closest(".field")?.classList.toggle("invalid", invalid);
  for (const control of field?.matches("[role=group]") ? field.querySelectorAll("input") : field ? [field] : []) {
    if (invalid) {
      control.setAttribute("aria-invalid", "true");
    } else {
      control.removeAttribute("aria-invalid");
    }
  }
}

/** Says that what was checked is older than the form: it may be too long for an address, or the server is not there. Who may only read
 * has no button. */
export function outdate(document) {
  const advice = document.querySelector('form[data-check] [name="check"]') ? "press Validate" : "change something to try again";
  for (const region of document.querySelectorAll("[data-checked]:not([data-field])")) {
    region.textContent = region.dataset.checked === "estimate" ? `Not up to date: ${advice}.` : "";
  }
}

/** The page of what a form comes to, as text; null where there is none. */
async function read(form) {
  try {
    const query = new URLSearchParams(fieldsOf(new FormData(form)));
    const response = await fetch(`${form.dataset.check}&${query}`, { headers: { Accept: "text/html" } });
    return response.ok && !response.redirected ? await response.text() : null;
  } catch {
    return null;
  }
}

async function check(form, asked) {
  const text = await read(form);
  if (asked !== latest) {
    return; // the form has changed since
  }
  if (text === null) {
    outdate(document);
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const open = document.getElementById("request")?.open;
  for (const region of document.querySelectorAll("[data-checked]")) {
    const part = fresh.querySelector(`[data-checked="${region.dataset.checked}"]`);
    if (part && part.innerHTML !== region.innerHTML) {
      region.replaceChildren(...part.childNodes);
    }
    if (part && region.dataset.field) {
      mark(document.getElementById(region.dataset.field), region.childElementCount > 0);
    }
  }
  if (open) {
    document.getElementById("request")?.setAttribute("open", "");
  }
  offerCopies(document);
}

let latest = 0;
const form = typeof document === "undefined" ? null : document.querySelector("form[data-check]");
if (form) {
  const soon = settled(() => check(form, ++latest), quiet);
  form.addEventListener("input", soon);
}
