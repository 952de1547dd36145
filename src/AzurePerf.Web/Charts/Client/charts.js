// Draws the charts of a page or report. Without it the page has a sentence and a table for each.
import { Figure } from "./figure.js";

const refreshMilliseconds = 5_000;
let figures = [];

/** The data: inside a report, or from the API. */
async function read(section) {
  const inside = document.getElementById("charts-data");
  if (inside) {
    return JSON.parse(inside.textContent);
  }
  const response = await fetch(section.dataset.source, { headers: { Accept: "application/json" } });
  return response.ok ? response.json() : { charts: [] };
}

/** What a chart's files say of themselves: of a run its experiment, id and day. */
const fileOf = ({ fileName = "{chart}", source = "AzurePerf" }, chart) => ({ file: fileName.replace("{chart}", chart.id), source });

async function draw(section, animate) {
  const list = await read(section);
  figures.forEach((figure) => figure.dispose());
  figures = [];
  for (const chart of list.charts) {
    const element = section.querySelector(`figure[data-chart="${CSS.escape(chart.id)}"]`);
    if (element) {
      figures.push(new Figure(element, chart, animate, fileOf(list, chart)));
    }
  }
  section.dataset.drawn = String(figures.length);
  performance.mark("charts-drawn");
}

/** While a run is measured: takes the new charts when there are any, and keeps opened tables open. */
async function refresh() {
  const section = document.getElementById("charts");
  if (section?.dataset.open !== "true") {
    return;
  }
  if (!document.hidden && !section.contains(document.activeElement)) {
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (response.redirected) {
        return; // to the sign-in, which the page goes to by itself
      }
      const fresh = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html").getElementById("charts") : null;
      if (fresh && (fresh.dataset.version !== section.dataset.version || fresh.dataset.open !== "true")) {
        const open = [...section.querySelectorAll("details[open]")].map((details) => details.id);
        section.replaceWith(document.adoptNode(fresh));
        open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
        await draw(fresh, false);
      }
    } catch {
      // The server may be restarting: ask again.
    }
  }
  setTimeout(refresh, refreshMilliseconds);
}

for (const query of ["(prefers-color-scheme: dark)", "print"]) {
  matchMedia(query).addEventListener("change", () => figures.forEach((figure) => figure.draw()));
}

addEventListener("beforeprint", () => figures.forEach((figure) => figure.print(true)));
addEventListener("afterprint", () => figures.forEach((figure) => figure.print(false)));

// Themes that a page switches by itself.
new MutationObserver(() => figures.forEach((figure) => figure.draw())).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });

const section = document.getElementById("charts");
if (section) {
  await draw(section, true);
  setTimeout(refresh, refreshMilliseconds);
}
