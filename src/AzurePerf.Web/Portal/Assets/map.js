// Draws the area of the form for images on a map, and lets it be chosen there by pointer and by keys. The fields of the form say it all: the map reads and writes them.
import { coast } from "./coast.js";
import { element } from "./svg.js";
import {
  boxBetween, boxOf, gridLines, isOnEarth, middleOf, nameOf, neighbour, outlineOf, partsOf, placesOf, textOf, textOfPolygon, textOfTiles, tileAt, turnsOf, wordsOf, wrapped,
} from "./tiles.js";

const sides = ["west", "south", "east", "north"];
const largest = 8;
/** A pointer that moved less has clicked, in pixels. */
const still = 5;
/** How near to the first corner of a polygon a click closes it, in pixels. */
const near = 12;

const pathOf = (points, close) => `M${points.map(([x, y]) => `${x.toFixed(2)} ${(-y).toFixed(2)}`).join("L")}${close ? "z" : ""}`;
const rectangleOf = ({ west, south, east, north }) => pathOf([[west, north], [east, north], [east, south], [west, south]], true);

const words = {
  tiles: "Arrow keys go from tile to tile, Space chooses one or gives it up.",
  box: "Arrow keys go by a degree, with Shift by ten. Enter sets the first corner, then the other; east of 180 degrees the box crosses the date line.",
  polygon: "Arrow keys go by a degree, with Shift by ten. Enter sets a corner, Backspace takes the last one back, Escape begins again.",
};

class AreaMap {
  constructor(root, form) {
    this.root = root;
    this.fields = sides.map((name) => form.elements.namedItem(name));
    this.places = form.elements.namedItem("places");
    this.view = { x: -180, y: -90, zoom: 1 };
    this.corners = [];
    this.draw();
    this.read();
    this.mode = this.places.value.trim() === "" || this.box !== null ? "box" : this.polygon.length > 0 ? "polygon" : "tiles";
    root.querySelector(`[value="${this.mode}"]`).checked = true;
    this.cursor = this.start();
    this.listen();
    this.show();
    root.hidden = false;
  }

  draw() {
    this.picture = this.root.querySelector("[data-picture]");
    this.svg = element("svg", { "aria-hidden": "true", focusable: "false" });
    this.svg.append(element("path", { class: "land", d: coast, transform: "scale(0.1)" }));
    this.svg.append(element("path", { class: "lines", d: gridLines().map((line) => pathOf(line, false)).join("") }));
    this.chosen = element("path", { class: "chosen" });
    this.sketch = element("path", { class: "sketch" });
    this.pin = element("path", { class: "pin" });
    this.svg.append(this.chosen, this.sketch, this.pin);
    this.picture.append(this.svg);
    this.place = this.root.querySelector("[data-place]");
    this.said = this.root.querySelector("[data-said]");
    this.help = this.root.querySelector("[data-help]");
  }

  /** What the fields say now. */
  read() {
    const { tiles, polygon, box } = placesOf(this.places.value);
    this.tiles = tiles;
    this.polygon = polygon;
    this.box = this.places.value.trim() === "" ? boxOf(this.fields.map((field) => field.value)) : box;
  }

  start() {
    if (this.tiles.length > 0) {
      return middleOf(this.tiles[0]);
    }
    return this.box !== null
      ? { longitude: this.box.west, latitude: this.box.north }
      : this.polygon[0] ?? { longitude: 5, latitude: 45 };
  }

  listen() {
    for (const field of [...this.fields, this.places]) {
      field.addEventListener("input", () => {
        this.read();
        this.show();
      });
    }
    this.root.addEventListener("change", (event) => {
      if (event.target.name === "map-mode") {
        this.mode = event.target.value;
        this.corners = [];
        this.show();
      }
    });
    this.root.addEventListener("click", (event) => {
      const step = event.target.closest("[data-zoom]")?.dataset.zoom;
      if (step !== undefined) {
        this.zoom(Number(step));
      }
    });
    this.picture.addEventListener("keydown", (event) => this.press(event));
    this.picture.addEventListener("pointerdown", (event) => this.down(event));
    this.picture.addEventListener("pointermove", (event) => this.move(event));
    this.picture.addEventListener("pointerup", (event) => this.up(event));
    this.picture.addEventListener("pointercancel", () => this.rest());
    this.picture.addEventListener("pointerleave", () => (this.place.textContent = ""));
  }

  /** Writes what was chosen into the fields, which say it to the server and to readers of the form. */
  write({ places = "", box = null }) {
    this.places.value = places;
    if (box !== null) {
      [box.west, box.south, box.east, box.north].forEach((side, index) => (this.fields[index].value = textOf(side)));
    }
    this.places.dispatchEvent(new Event("input", { bubbles: true }));
  }

  toggle(tile) {
    const without = this.tiles.filter((other) => nameOf(other) !== nameOf(tile));
    const isChosen = without.length === this.tiles.length;
    this.write({ places: textOfTiles(isChosen ? [...without, tile] : without) });
    this.say(`${nameOf(tile)} ${isChosen ? "chosen" : "removed"}, ${this.count()}`);
  }

  /** Sets a corner of the box or the polygon; the first of a polygon again closes it. */
  corner(place) {
    if (this.mode === "box") {
      this.corners.push(place);
      if (this.corners.length === 2) {
        this.write({ box: boxBetween(...this.corners) });
        this.corners = [];
        this.say(`Box set: ${this.fields.map((field, index) => `${sides[index]} ${field.value}`).join(", ")}`);
      } else {
        this.say(`First corner at ${wordsOf(place)}`);
      }
    } else {
      this.corners.push(place);
      if (this.corners.length >= 3) {
        this.write({ places: textOfPolygon(this.corners) });
      }
      this.say(`Corner ${this.corners.length} at ${wordsOf(place)}${this.corners.length < 3 ? `; ${3 - this.corners.length} more make an area` : ""}`);
    }
    this.show();
  }

  press(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (step !== undefined) {
      this.go(step, event.shiftKey ? 10 : 1);
    } else if (event.key === " " || event.key === "Enter") {
      this.act();
    } else if (event.key === "Backspace" && this.mode === "polygon" && this.corners.length > 0) {
      this.corners.pop();
      this.write({ places: this.corners.length < 3 ? "" : textOfPolygon(this.corners) });
      this.say(`${this.corners.length} corners left`);
    } else if (event.key === "Escape" && this.corners.length > 0) {
      this.corners = [];
      this.say("Started over");
    } else if (event.key === "+" || event.key === "-") {
      this.zoom(event.key === "+" ? 1 : -1);
    } else {
      return;
    }
    event.preventDefault();
    this.show();
  }

  go([dx, dy], by) {
    if (this.mode === "tiles") {
      const tile = neighbour(tileAt(this.cursor), dx, dy);
      this.cursor = middleOf(tile);
      const isChosen = this.tiles.some((other) => nameOf(other) === nameOf(tile));
      this.say(`${nameOf(tile)}, ${wordsOf(this.cursor)}${isChosen ? ", chosen" : ""}`);
    } else {
      const latitude = Math.min(90, Math.max(-90, this.cursor.latitude - dy * by));
      this.cursor = { longitude: this.cursor.longitude + dx * by, latitude };
      if (this.corners.length === 0) {
        this.cursor.longitude = wrapped(this.cursor.longitude);
      }
      this.say(wordsOf(this.cursor));
    }
    this.follow();
  }

  act() {
    if (this.mode === "tiles") {
      this.toggle(tileAt(this.cursor));
    } else {
      this.corner({ ...this.cursor });
      if (this.corners.length === 0) {
        this.cursor.longitude = wrapped(this.cursor.longitude);
      }
    }
  }

  at(event) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    return {
      longitude: this.view.x + ((event.clientX - left) / width) * (360 / this.view.zoom),
      latitude: Math.min(90, Math.max(-90, -(this.view.y + ((event.clientY - top) / height) * (180 / this.view.zoom)))),
    };
  }

  down(event) {
    if (event.button !== 0) {
      return;
    }
    this.picture.setPointerCapture(event.pointerId);
    this.grip = { x: event.clientX, y: event.clientY, at: this.at(event), view: { ...this.view }, moved: false };
  }

  move(event) {
    const at = this.at(event);
    this.place.textContent = `${isOnEarth(tileAt(at)) ? `${nameOf(tileAt(at))}: ` : ""}${wordsOf(at)}`;
    if (this.grip === undefined) {
      return;
    }
    this.grip.moved ||= Math.hypot(event.clientX - this.grip.x, event.clientY - this.grip.y) >= still;
    if (this.grip.moved && this.mode === "box") {
      this.grip.box = boxBetween(this.grip.at, at);
      this.show();
    } else if (this.grip.moved && this.view.zoom > 1) {
      const { width } = this.svg.getBoundingClientRect();
      const degrees = 360 / this.view.zoom / width;
      this.look(this.grip.view.x - (event.clientX - this.grip.x) * degrees, this.grip.view.y - (event.clientY - this.grip.y) * degrees);
    }
  }

  up(event) {
    if (this.grip === undefined) {
      return;
    }
    const { moved, box } = this.grip;
    const at = this.at(event);
    this.rest();
    if (moved && box !== undefined) {
      this.corners = [];
      this.write({ box });
    } else if (!moved && this.mode === "tiles" && isOnEarth(tileAt(at))) {
      this.cursor = middleOf(tileAt(at));
      this.toggle(tileAt(at));
    } else if (!moved && this.mode !== "tiles" && !this.closes(event)) {
      this.cursor = at;
      this.corner({ longitude: Math.round(at.longitude * 10) / 10, latitude: Math.round(at.latitude * 10) / 10 });
    }
    this.show();
  }

  /** Whether a click on the first corner ends a polygon, so that the next click begins another. */
  closes(event) {
    if (this.mode !== "polygon" || this.corners.length < 3) {
      return false;
    }
    const { left, top, width } = this.svg.getBoundingClientRect();
    const pixels = width / (360 / this.view.zoom);
    const [x, y] = [(this.corners[0].longitude - this.view.x) * pixels + left, (-this.corners[0].latitude - this.view.y) * pixels + top];
    const isNear = Math.hypot(event.clientX - x, event.clientY - y) <= near;
    if (isNear) {
      this.corners = [];
      this.say("Polygon closed");
    }
    return isNear;
  }

  rest() {
    this.grip = undefined;
  }

  zoom(steps) {
    const before = this.view.zoom;
    const zoom = steps === 0 ? 1 : Math.min(largest, Math.max(1, before * 2 ** steps));
    const [middleX, middleY] = before === 1 ? [this.cursor.longitude, -this.cursor.latitude] : [this.view.x + 180 / before, this.view.y + 90 / before];
    this.view.zoom = zoom;
    this.look(middleX - 180 / zoom, middleY - 90 / zoom);
    this.show();
    this.say(zoom === 1 ? "The whole world" : `${zoom} times as large`);
  }

  look(x, y) {
    const { zoom } = this.view;
    this.view = { zoom, x: Math.min(180 - 360 / zoom, Math.max(-180, x)), y: Math.min(90 - 180 / zoom, Math.max(-90, y)) };
    this.svg.setAttribute("viewBox", `${this.view.x} ${this.view.y} ${360 / zoom} ${180 / zoom}`);
  }

  /** Keeps what the keys are at in sight. */
  follow() {
    const [x, y] = [wrapped(this.cursor.longitude), -this.cursor.latitude];
    const [width, height] = [360 / this.view.zoom, 180 / this.view.zoom];
    if (x < this.view.x || x > this.view.x + width || y < this.view.y || y > this.view.y + height) {
      this.look(x - width / 2, y - height / 2);
    }
  }

  count() {
    return this.tiles.length === 1 ? "1 tile in all" : `${this.tiles.length} tiles in all`;
  }

  say(text) {
    this.said.textContent = text;
  }

  show() {
    const box = this.grip?.box ?? this.box;
    this.chosen.setAttribute("d", [
      ...this.tiles.map((tile) => pathOf(outlineOf(tile), true)),
      ...(box === null ? [] : partsOf(box).map(rectangleOf)),
      ...turnsOf(this.polygon).map((points) => pathOf(points, true)),
    ].join(""));
    const sketched = this.mode === "box" && this.corners.length === 1
      ? partsOf(boxBetween(this.corners[0], this.cursor)).map(rectangleOf).join("")
      : turnsOf(this.corners).map((points) => pathOf(points, false)).join("") || "M0 0";
    this.sketch.setAttribute("d", sketched);
    const reach = 4 / this.view.zoom;
    const [x, y] = [wrapped(this.cursor.longitude), -this.cursor.latitude];
    this.pin.setAttribute("d", this.mode === "tiles" ? pathOf(outlineOf(tileAt(this.cursor)), true) : `M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`);
    this.help.textContent = words[this.mode];
    // Otherwise a finger on the map scrolls the page.
    this.picture.classList.toggle("held", this.mode === "box" || this.view.zoom > 1);
    this.look(this.view.x, this.view.y);
  }
}

const root = typeof document === "undefined" ? null : document.querySelector("[data-map]");
if (root) {
  new AreaMap(root, root.closest("form"));
}
