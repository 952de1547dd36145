// What a reader did to a part of a page that is read again, which must outlast that: ticked boxes, typed text, opened and closed details,
// how far tables and lists are scrolled, and the place of the focus.

const within = (region, id) => region.querySelector(`[id="${id}"]`);

/** Ids of the boxes that are ticked. */
export const tickedIn = (region) => [...region.querySelectorAll("input[type=checkbox][id]")].filter((box) => box.checked).map((box) => box.id);

/** True where the focus can be put on the same thing again and nothing else is lost: not what is being typed, nor what stands in opened details. */
const isFoundAgain = (active) => active.id !== "" && active.matches("a[href], button, input[type=checkbox]") && active.closest("details") === null;

/** True where each part that is shown has its successor in what was read. */
export const hasAll = (page, regions) => regions.every((region) => page.querySelector(`[data-live="${region.dataset.live}"]`) !== null);

/** True where something was typed that is not sent yet. */
export const isTypedIn = (region) => [...region.querySelectorAll("textarea, input[type=text]")].some((field) => field.value !== field.defaultValue);

/** False where what is fresh lacks what has the focus or what was typed: then what is shown stays until the reader has done with it. */
export function mayReplace(region, fresh, active) {
  return !isTypedIn(region) && (!region.contains(active) || (isFoundAgain(active) && within(fresh, active.id) !== null));
}

/** True while its reader has selected text in it or presses on it: replaced, it would lose the selection or the click.
 * The selection is null where there is none to be kept. */
export const isInHand = (region, selection, pressed) =>
  region.contains(pressed)
  || (selection?.isCollapsed === false && [selection.anchorNode, selection.focusNode].some((end) => region.contains(end)));

/** Opens and closes details of what is fresh as the reader left those that are shown: then only what is new makes a difference. */
export function keepFolds(region, fresh) {
  for (const details of fresh.querySelectorAll("details[id]")) {
    const shown = within(region, details.id);
    if (shown?.hasAttribute("open")) {
      details.setAttribute("open", shown.getAttribute("open"));
    } else if (shown !== null) {
      details.removeAttribute("open");
    }
  }
}

/** Keys and tokens of forms, which each reading has anew and of which the first are as good. */
const ofForms = /<input [^>]*name="(?:key|formToken)"[^>]*>/g;

/** True where what is fresh says something else. */
export const isNews = (region, fresh) => fresh.innerHTML.replace(ofForms, "") !== region.innerHTML.replace(ofForms, "");

/** What can be scrolled by itself. */
const scrollable = (region) => [...region.querySelectorAll(".scroll, .tall, pre")];

/** Shows or hides what is fresh, with the same boxes ticked, where they are still there, scrolled as far, and the focus where it was. */
export function replace(region, fresh, active) {
  const ticked = tickedIn(region);
  const places = scrollable(region).map(({ scrollTop, scrollLeft }) => ({ scrollTop, scrollLeft }));
  const focused = region.contains(active) ? active.id : "";
  region.replaceChildren(...fresh.childNodes);
  region.hidden = fresh.hidden;
  for (const id of ticked) {
    const box = within(region, id);
    if (box !== null) {
      box.checked = true;
    }
  }
  const parts = scrollable(region);
  if (parts.length === places.length) { // otherwise nobody knows which is which
    parts.forEach((part, index) => Object.assign(part, places[index]));
  }
  if (focused !== "") {
    within(region, focused).focus({ preventScroll: true });
  }
}
