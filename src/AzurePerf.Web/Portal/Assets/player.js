// Shows the pictures of a run's periods one after the other, on a slider or by itself. Without it they stand below each other.
import { coast } from "./coast.js";
import { element } from "./svg.js";

const pace = 800;
/** Rough coast lines say nothing about a map that has fewer degrees. */
const narrowest = 4;

/** The pictures among the results of a run, in the order of their days, of the first data set; those of the user's own program have no
 * legend. */
export const picturesOf = (results) => results
  .filter(({ reduction }) => reduction !== "program")
  .filter(({ dataSet }, _, [first]) => dataSet === first.dataSet)
  .map(({ title, first, last, coverage, files }) => ({
    title, first, last, coverage,
    picture: files.find((file) => file.contentType === "image/png")?.url,
    legend: files.find((file) => file.contentType === "application/json")?.url,
  }))
  .filter(({ picture }) => picture !== undefined)
  .sort((one, other) => one.first.localeCompare(other.first) || one.last.localeCompare(other.last));

/** "2024-01-25 to 2024-01-31", or its only day. */
export const periodOf = ({ first, last }) => (first === last ? first : `${first} to ${last}`);

/** Whether degrees are equally long across and down, so that coast lines can be laid on the picture as they are. */
export const isOfDegrees = ({ bounds: { west, south, east, north }, columns, rows }) =>
  east - west >= narrowest && Math.abs((east - west) / (north - south) / (columns / rows) - 1) < 0.01;

/** Where the coverage by tile of a period is. */
export const tilesOf = (page, { first, last }) => `${page}?${new URLSearchParams({ handler: "tiles", first, last })}`;

/** Five values below the colours, as the legend of a single picture has them. */
export const marksOf = ({ low, high, unit }) =>
  [0, 1, 2, 3, 4].map((mark) => `${Number((low + ((high - low) * mark) / 4).toFixed(4))}${unit === "" ? "" : ` ${unit}`}`);

class Player {
  constructor(root, pictures, page) {
    this.pictures = pictures;
    this.page = page;
    this.legends = new Map();
    this.tables = new Map();
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.slider = this.part("slider");
    this.slider.max = pictures.length - 1;
    this.slider.addEventListener("input", () => this.show());
    this.part("play").addEventListener("click", () => (this.timer === undefined ? this.play() : this.pause()));
    this.show();
  }

  play() {
    if (Number(this.slider.value) === this.pictures.length - 1) {
      this.slider.value = 0;
    }
    this.timer = setInterval(() => this.next(), pace);
    this.part("play").textContent = "Pause";
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.part("play").textContent = "Play";
  }

  /** Waits for a picture that is still on its way, and ends at the last. */
  next() {
    if (!this.part("picture").complete) {
      return;
    }
    this.slider.value = Number(this.slider.value) + 1;
    this.show();
    if (Number(this.slider.value) === this.pictures.length - 1) {
      this.pause();
    }
  }

  async show() {
    const shown = this.pictures[Number(this.slider.value)];
    const coverage = `${Number((100 * shown.coverage).toPrecision(3))} % has a value`;
    this.part("period").textContent = `${periodOf(shown)}: ${coverage}`;
    this.slider.setAttribute("aria-valuetext", periodOf(shown));
    Object.assign(this.part("picture"), { src: shown.picture, alt: `${shown.title}, ${periodOf(shown)}; ${coverage}` });
    this.tiles(tilesOf(this.page, shown)).then(
      (text) => text !== null && shown === this.pictures[Number(this.slider.value)] && this.cover(text),
    );
    const legend = shown.legend === undefined ? null : await this.legend(shown.legend);
    if (shown === this.pictures[Number(this.slider.value)]) {
      this.draw(legend);
    }
  }

  legend(address) {
    if (!this.legends.has(address)) {
      this.legends.set(address, fetch(address).then((response) => (response.ok ? response.json() : null)).catch(() => null));
    }
    return this.legends.get(address);
  }

  /** Empty where a region of one tile has none; null where they cannot be had now. */
  tiles(address) {
    if (!this.tables.has(address)) {
      const text = fetch(address).then((response) => (response.ok ? response.text() : null)).catch(() => null);
      text.then((had) => had === null && this.tables.delete(address));
      this.tables.set(address, text);
    }
    return this.tables.get(address);
  }

  /** Shows coverage by tile. What is unfolded stays so, and what has the focus keeps it. */
  cover(text) {
    const place = this.part("tiles");
    const next = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("details")];
    const shown = [...place.querySelectorAll("details")];
    if (next.length !== shown.length) {
      place.replaceChildren(...next);
      return;
    }
    shown.forEach((details, at) => {
      details.querySelector("summary").textContent = next[at].querySelector("summary").textContent;
      const [table, fresh] = [details, next[at]].map((one) => one.querySelector(".scroll"));
      table.setAttribute("aria-label", fresh.getAttribute("aria-label"));
      table.replaceChildren(...fresh.children);
    });
  }

  draw(legend) {
    const [colours, marks, lines] = ["colours", "marks", "coast"].map((name) => this.part(name));
    colours.replaceChildren(...(legend?.colours ?? []).map((fill, x) => element("rect", { x, y: 0, width: 1.05, height: 1, fill })));
    colours.setAttribute("viewBox", `0 0 ${legend?.colours.length ?? 1} 1`);
    marks.replaceChildren(...(legend === null ? [] : marksOf(legend)).map((mark) => Object.assign(document.createElement("li"), { textContent: mark })));
    lines.replaceChildren();
    if (legend !== null && isOfDegrees(legend)) {
      const { west, south, east, north } = legend.bounds;
      lines.setAttribute("viewBox", `${west} ${-north} ${east - west} ${north - south}`);
      // A map across the date line goes on beyond 180 degrees.
      lines.append(...[0, 360].map((turn) => element("path", { d: coast, transform: `translate(${turn} 0) scale(0.1)` })));
    }
  }
}

async function start(template) {
  template.dataset.begun = "";
  const response = await fetch(template.dataset.player, { headers: { Accept: "application/json" } });
  const pictures = response.ok ? picturesOf((await response.json()).results) : [];
  if (pictures.length > 1) {
    const section = template.content.firstElementChild.cloneNode(true);
    new Player(section, pictures, template.dataset.tiles);
    template.after(section);
  }
}

if (typeof document !== "undefined") {
  const look = () => document.querySelectorAll("[data-player]:not([data-begun])").forEach((template) => start(template).catch(() => {}));
  look();
  // The page of a run that is under way gets its images later.
  new MutationObserver(look).observe(document.getElementById("main"), { childList: true, subtree: true });
}
