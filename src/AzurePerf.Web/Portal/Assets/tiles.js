// Where the tiles of MODIS lie, and the words with which the form says an area. Angles are degrees, tiles are counted from 0 in the north-west.

export const columns = 36;
export const rows = 18;

const radians = Math.PI / 180;
const cosine = (latitude) => Math.cos(latitude * radians);
const clamped = (value, low, high) => Math.min(high, Math.max(low, value));

/** A longitude from -180 to below 180. */
export const wrapped = (longitude) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The tile of a place: the plane is as wide as the parallel at each latitude. */
export function tileAt({ longitude, latitude }) {
  const v = clamped(Math.floor((90 - latitude) / 10), 0, rows - 1);
  return { h: clamped(Math.floor((wrapped(longitude) * cosine(latitude) + 180) / 10), 0, columns - 1), v };
}

/** The latitude of a row's edge that lies nearer to the equator, where its tiles reach furthest. */
const widest = (v) => (v < rows / 2 ? 80 - 10 * v : 90 - 10 * v);

/** How far from the middle meridian of the plane a tile begins. */
const inner = (h) => (h < columns / 2 ? 170 - 10 * h : 10 * h - 180);

/** Whether a tile has a place on the Earth: 460 of the 648 do. Those that touch its edge in a point have none. */
export const isOnEarth = ({ h, v }) =>
  h >= 0 && h < columns && v >= 0 && v < rows && inner(h) < 180 * cosine(widest(v)) - 1e-9;

/** Name of a tile: h18v04. */
export const nameOf = ({ h, v }) => `h${String(h).padStart(2, "0")}v${String(v).padStart(2, "0")}`;

/** The place in the middle of a tile; of one at the edge of the world, in the part of it that lies on the Earth. */
export function middleOf({ h, v }) {
  const x = 10 * h - 175;
  const middle = 85 - 10 * v;
  if (Math.abs(x) < 180 * cosine(middle)) {
    return { longitude: x / cosine(middle), latitude: middle };
  }
  const edgeOfInner = Math.sign(middle) * Math.acos(inner(h) / 180) / radians;
  const latitude = (widest(v) + clamped(edgeOfInner, 80 - 10 * v, 90 - 10 * v)) / 2;
  const half = 180 * cosine(latitude);
  return { longitude: Math.sign(x) * (Math.min(half, inner(h) + 10) + inner(h)) / 2 / cosine(latitude), latitude };
}

/** The outline of a tile, for a map on which degrees of longitude and latitude are equally long. */
export function outlineOf({ h, v }) {
  const [west, east] = [10 * h - 180, 10 * h - 170];
  const latitudes = Array.from({ length: 11 }, (_, step) => 90 - 10 * v - step);
  const side = (x) => latitudes.map((latitude) => [edge(x, latitude), latitude]);
  return [...side(west), ...side(east).toReversed()];
}

/** Where a meridian of the plane lies at a latitude; on the edge of the world where it lies outside. */
function edge(x, latitude) {
  const half = 180 * Math.max(0, cosine(latitude));
  return Math.abs(x) >= half ? Math.sign(x) * (x === 0 ? 0 : 180) : x / cosine(latitude);
}

/** The lines between all tiles, each a list of points. */
export function gridLines() {
  const lines = Array.from({ length: rows - 1 }, (_, row) => [[-180, 80 - 10 * row], [180, 80 - 10 * row]]);
  for (let column = 1; column < columns; column++) {
    const x = 10 * column - 180;
    const highest = Math.acos(Math.abs(x) / 180) / radians;
    const steps = Math.ceil(highest / 2);
    lines.push(Array.from({ length: 2 * steps + 1 }, (_, step) => {
      const latitude = highest * (step - steps) / steps;
      return [edge(x, latitude), latitude];
    }));
  }
  return lines;
}

const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** The four sides that the texts of a box hold; null where they hold none. */
export function boxOf([west, south, east, north]) {
  const sides = [west, south, east, north].map((text) => (number.test(text.trim()) ? Number(text) : NaN));
  return sides.every(Number.isFinite) && sides[1] < sides[3] && sides[0] !== sides[2] && Math.abs(sides[0]) <= 180 && Math.abs(sides[2]) <= 180
    ? { west: sides[0], south: Math.max(-90, sides[1]), east: sides[2], north: Math.min(90, sides[3]) }
    : null;
}

/** The most corners that the server reads. */
const mostCorners = 500;

/** What the text of the form says: tiles, a polygon, a box, or none of them, which is what the server then refuses. */
export function placesOf(text) {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const [form, ...numbers] = words;
  if (form === "polygon") {
    return { tiles: [], polygon: cornersOf(numbers), box: null };
  }
  if (form === "box") {
    const isRead = numbers.length === 4 && Math.abs(numbers[1]) <= 90 && Math.abs(numbers[3]) <= 90;
    return { tiles: [], polygon: [], box: isRead ? boxOf(numbers) : null };
  }
  const tiles = words.map((word) => /^h(\d\d)v(\d\d)$/.exec(word)).map((match) => (match === null ? null : { h: Number(match[1]), v: Number(match[2]) }));
  return { tiles: tiles.every((tile) => tile !== null && isOnEarth(tile)) ? tiles : [], polygon: [], box: null };
}

/** The corners whose longitudes and latitudes words are, in turn; none where they are not. */
function cornersOf(words) {
  const pairs = Array.from({ length: words.length / 2 }, (_, index) => ({ longitude: Number(words[2 * index]), latitude: Number(words[2 * index + 1]) }));
  const isInWorld = ({ longitude, latitude }) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  if (words.length % 2 !== 0 || !words.every((word) => number.test(word)) || !pairs.every(isInWorld)) {
    return [];
  }
  const [first, last] = [pairs[0], pairs.at(-1)];
  const count = pairs.length > 1 && first.longitude === last.longitude && first.latitude === last.latitude ? pairs.length - 1 : pairs.length;
  return count >= 3 && count <= mostCorners ? pairs : [];
}

/** The text that names tiles, in the order of rows. */
export const textOfTiles = (tiles) => tiles.toSorted((one, other) => one.v - other.v || one.h - other.h).map(nameOf).join(" ");

const short = (degrees) => String(Math.round(degrees * 100) / 100);

/** The text of a polygon. */
export const textOfPolygon = (corners) => `polygon ${corners.map((corner) => `${short(wrapped(corner.longitude))} ${short(corner.latitude)}`).join(", ")}`;

/** The sides of a box between two corners, of which the second may lie beyond the date line: then its east is less than its west. */
export function boxBetween(one, other) {
  const [from, to] = one.longitude <= other.longitude ? [one.longitude, other.longitude] : [other.longitude, one.longitude];
  const sides = to - from >= 360 ? [-180, 180] : [wrapped(from), to > 180 || from < -180 ? wrapped(to) : to];
  const latitudes = [one.latitude, other.latitude].map((latitude) => clamped(latitude, -90, 90)).toSorted((low, high) => low - high);
  return { west: sides[0], south: latitudes[0], east: sides[1], north: latitudes[1] };
}

/** A box as one or two that do not cross the date line. */
export const partsOf = ({ west, south, east, north }) =>
  east >= west ? [{ west, south, east, north }] : [{ west, south, east: 180, north }, { west: -180, south, east, north }];

/** The points of a polygon, once for each place on the map where a part of it lies: each side goes the shorter way round the Earth, so that it may cross the date line. */
export function turnsOf(corners) {
  const points = [];
  for (const { longitude, latitude } of corners) {
    const before = points.length === 0 ? longitude : points.at(-1)[0];
    const way = (longitude - before) % 360;
    points.push([before + (way > 180 ? way - 360 : way < -180 ? way + 360 : way), latitude]);
  }
  return [0, -360, 360].map((turn) => points.map(([x, y]) => [x + turn, y])).filter((turned) => turned.some(([x]) => x > -180) && turned.some(([x]) => x < 180));
}

/** A number of the form: at most two decimals. */
export const textOf = short;

/** A place in words: 45 N, 5.5 E. */
export const wordsOf = ({ longitude, latitude }) => {
  const [east, north] = [wrapped(longitude), latitude].map((degrees) => Math.round(degrees * 10) / 10);
  return `${Math.abs(north)} ${north < 0 ? "S" : "N"}, ${Math.abs(east)} ${east < 0 ? "W" : "E"}`;
};

/** The tile next to one in a direction; beyond the edge of the world the one at the other edge. */
export function neighbour(tile, dh, dv) {
  const v = clamped(tile.v + dv, 0, rows - 1);
  const inRow = Array.from({ length: columns }, (_, h) => ({ h, v })).filter(isOnEarth);
  const [first, last] = [inRow[0].h, inRow.at(-1).h];
  if (dv !== 0) {
    // The same longitude, not the same number: rows are of different length.
    const aim = tileAt({ ...middleOf(tile), latitude: middleOf({ h: columns / 2, v }).latitude });
    return { h: clamped(aim.h, first, last), v };
  }
  const h = tile.h + dh;
  return { h: h < first ? last : h > last ? first : h, v };
}
