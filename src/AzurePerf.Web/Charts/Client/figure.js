// One figure: draws its chart, follows size and theme, answers keys, and saves it as a file.
import { csvOf } from "./csv.js";
import { init } from "./echarts.js";
import { svgFile } from "./file.js";
import { heightOf, optionOf } from "./option.js";
import { themeOf } from "./theme.js";
import { keyOf, step, walkable } from "./walk.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Two charts fit side by side on paper, in CSS pixels each, with text of the size of the rest. */
const paperWidth = 340;

/** Of a chart as a file, in which title and source have room, however narrow the page is. */
const fileWidth = 960;

export class Figure {
  /** File and source: the name of its files without their ending, and where its numbers come from. */
  constructor(element, chart, animate, { file, source }) {
    this.element = element;
    this.chart = chart;
    this.file = file;
    this.source = source;
    this.area = element.querySelector(".chart-area");
    this.place = null;
    this.printing = false;
    this.area.classList.add("drawn");
    this.area.tabIndex = 0;
    this.area.setAttribute("role", "img");
    this.area.setAttribute("aria-label", `${chart.title}. ${chart.caption} Arrow keys walk through the points; the table below has all numbers.`);
    this.drawing = this.element.ownerDocument.createElement("div");
    this.spoken = this.element.ownerDocument.createElement("p");
    this.spoken.className = "chart-spoken";
    this.spoken.setAttribute("aria-live", "polite");
    this.area.replaceChildren(this.drawing);
    this.area.after(this.spoken);
    this.resize();
    this.instance = init(this.drawing, null, { renderer: "canvas" });
    this.draw(animate && !still.matches);
    this.area.addEventListener("keydown", (event) => this.walk(event));
    this.area.addEventListener("blur", () => this.leave());
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.area);
    this.addTools();
  }

  draw(animate = false) {
    this.option = optionOf(this.chart, themeOf(this.element), this.width, animate);
    this.instance.setOption(this.option, true);
  }

  /** For paper in lines that stay sharp, and back. */
  print(on) {
    this.printing = on;
    this.instance.dispose();
    this.resize();
    this.instance = init(this.drawing, null, { renderer: on ? "svg" : "canvas" });
    this.draw();
  }

  resize() {
    this.width = this.printing ? paperWidth : Math.max(240, this.area.clientWidth);
    this.height = heightOf(this.chart, this.width);
    this.drawing.style.width = `${this.width}px`;
    this.drawing.style.height = `${this.height}px`;
  }

  fit() {
    if (!this.printing && Math.abs(this.area.clientWidth - this.width) > 1 && this.area.clientWidth > 0) {
      this.resize();
      this.instance.resize({ width: this.width, height: this.height });
      this.draw();
    }
  }

  walk(event) {
    const series = walkable(this.option);
    const place = step(series, this.place, keyOf(event));
    if (place === undefined) {
      return;
    }
    event.preventDefault();
    if (place === null) {
      this.leave();
      return;
    }
    this.place = place;
    const at = { seriesIndex: series[place.at].index, dataIndex: place.point };
    this.instance.dispatchAction({ type: "downplay" });
    this.instance.dispatchAction({ type: "highlight", ...at });
    this.instance.dispatchAction({ type: "showTip", ...at });
    this.spoken.textContent = this.option.series[at.seriesIndex].data[place.point].lines().join(", ");
  }

  leave() {
    this.place = null;
    this.instance.dispatchAction({ type: "downplay" });
    this.instance.dispatchAction({ type: "hideTip" });
    this.spoken.textContent = "";
  }

  addTools() {
    const tools = this.element.querySelector(".chart-tools");
    if (!tools.querySelector("a")) {
      tools.append(this.button("CSV", () => save(`${this.file}.csv`, new Blob([csvOf(this.chart)], { type: "text/csv" }))));
    }
    tools.append(
      this.button("PNG", () => saveAddress(`${this.file}.png`, this.instance.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: themeOf(this.element).paper }))),
      this.button("SVG", () => save(`${this.file}.svg`, new Blob([svgFile(this.chart, themeOf(this.element), fileWidth, this.source)], { type: "image/svg+xml" }))),
    );
  }

  button(text, action) {
    const button = this.element.ownerDocument.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", `${text} of ${this.chart.title}`);
    button.addEventListener("click", action);
    return button;
  }

  dispose() {
    this.observer.disconnect();
    this.instance.dispose();
  }
}

function save(name, blob) {
  const address = URL.createObjectURL(blob);
  saveAddress(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function saveAddress(name, address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
