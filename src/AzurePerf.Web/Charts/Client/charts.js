// Draws the charts of a page or report. Without it the page has a sentence and a table for each.
import { Figure } from "./figure.js";
import { follow } from "./follow.js";

const refreshMilliseconds = 5_000;
let figures = [];

/** The data: inside a report, or from the API. */
async function read(section) {
  const inside = document.getElementById("charts-data");
  return inside ? JSON.parse(inside.textContent) : (await get(section.dataset.source, "application/json")).json();
}

/** Throws for an answer that has nothing to show, such as the sign-in, to which the page goes by itself. */
async function get(address, type) {
  const response = await fetch(address, { headers: { Accept: type } });
  if (!response.ok || response.redirected) {
    const passes = response.status >= 500 || response.status === 408 || response.status === 429;
    throw Object.assign(new Error(`${address}: ${response.status}`), { final: !passes });
  }
  return response;
}

/** The charts of the page as it is now; null where it has none any more. */
async function next() {
  const response = await get(location.href, "text/html");
  return new DOMParser().parseFromString(await response.text(), "text/html").getElementById("charts");
}

/** What a chart's files say of themselves: of a run its experiment, id and day. */
const fileOf = ({ fileName = "{chart}", source = "AzurePerf" }, chart) => ({ file: fileName.replace("{chart}", chart.id), source });

function clear() {
  figures.forEach((figure) => figure.dispose());
  figures = [];
}

/** Draws in the place of what was shown before, and keeps opened tables open. */
function show(section, list, before) {
  if (section !== before) {
    const open = [...before.querySelectorAll("details[open]")].map((details) => details.id);
    before.replaceWith(document.adoptNode(section));
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  }
  clear();
  for (const chart of list.charts) {
    const element = section.querySelector(`figure[data-chart="${CSS.escape(chart.id)}"]`);
    if (element) {
      figures.push(new Figure(element, chart, section === before, fileOf(list, chart)));
    }
  }
  section.dataset.drawn = String(figures.length);
  performance.mark("charts-drawn");
}

function remove(section) {
  clear();
  section.remove();
}

for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"]) {
  matchMedia(query).addEventListener("change", () => figures.forEach((figure) => figure.draw()));
}

addEventListener("beforeprint", () => figures.forEach((figure) => figure.print(true)));
addEventListener("afterprint", () => figures.forEach((figure) => figure.print(false)));

// Themes that a page switches by itself.
new MutationObserver(() => figures.forEach((figure) => figure.draw())).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });

const section = document.getElementById("charts");
if (section) {
  await follow(section, {
    read,
    next,
    show,
    remove,
    busy: (shown) => document.hidden || shown.contains(document.activeElement),
    later: (look) => setTimeout(look, refreshMilliseconds),
  });
}
