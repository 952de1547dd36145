// Makes Portal/Assets/coast.js: the coast lines behind the map of tiles, from Natural Earth's land at 1:110m (public domain).
// usage: npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz && node coast.mjs package/land-110m.json > ../Portal/Assets/coast.js
import { readFileSync } from "node:fs";

/** Lines are kept within so many degrees. */
const tolerance = 0.25;
const smallest = 1.5;

const world = JSON.parse(readFileSync(process.argv[2], "utf8"));
const [[scaleX, scaleY], [left, bottom]] = [world.transform.scale, world.transform.translate];

/** Points of an arc in degrees; arcs hold steps from point to point. */
const arcs = world.arcs.map((steps) => {
  let [x, y] = [0, 0];
  return steps.map(([dx, dy]) => [(x += dx) * scaleX + left, (y += dy) * scaleY + bottom]);
});

const ringOf = (numbers) => numbers.flatMap((number, index) => {
  const points = number < 0 ? arcs[~number].toReversed() : arcs[number];
  return index === 0 ? points : points.slice(1);
});

/** A ring whose longitudes go on beyond 180 degrees instead of jumping; one round the pole goes back along it. */
function unwrapped(ring) {
  let turn = 0;
  const points = ring.map(([x, y], index) => {
    const step = index === 0 ? 0 : x - ring[index - 1][0];
    turn += step > 180 ? -360 : step < -180 ? 360 : 0;
    return [x + turn, y];
  });
  const pole = Math.sign(points[0][1]) * 90;
  return turn === 0 ? points : [...points, [points.at(-1)[0], pole], [points[0][0], pole], points[0]];
}

/** A ring, and once more where it goes on at the other edge of the map. */
function copiesOf(ring) {
  const longitudes = ring.map(([x]) => x);
  const turns = [0, ...(Math.max(...longitudes) > 180 ? [-360] : []), ...(Math.min(...longitudes) < -180 ? [360] : [])];
  return turns.map((turn) => ring.map(([x, y]) => [x + turn, y]));
}

/** Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line", 1973. */
function simplified(points) {
  if (points.length < 3) {
    return points;
  }
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)];
  const length = Math.hypot(bx - ax, by - ay);
  let [furthest, at] = [0, 0];
  for (let index = 1; index < points.length - 1; index++) {
    const [x, y] = points[index];
    const distance = length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
    if (distance > furthest) {
      [furthest, at] = [distance, index];
    }
  }
  return furthest <= tolerance
    ? [points[0], points.at(-1)]
    : [...simplified(points.slice(0, at + 1)).slice(0, -1), ...simplified(points.slice(at))];
}

/** A ring as steps in tenths of a degree, north up. */
function pathOf(ring) {
  const points = simplified(ring).map(([x, y]) => [Math.round(x * 10), Math.round(-y * 10)]);
  let [x, y] = points[0];
  const steps = points.slice(1, -1).map(([toX, toY]) => {
    const step = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return step;
  });
  const numbers = steps.flat().map((number, index) => (index > 0 && number >= 0 ? " " : "") + number).join("");
  return steps.length < 2 ? "" : `M${points[0].join(" ")}l${numbers}z`;
}

const isLarge = (ring) => {
  const sizes = [0, 1].map((axis) => Math.max(...ring.map((point) => point[axis])) - Math.min(...ring.map((point) => point[axis])));
  return Math.max(...sizes) >= smallest;
};

const rings = world.objects.land.geometries.flatMap((geometry) => geometry.type === "Polygon" ? geometry.arcs : geometry.arcs.flat()).map(ringOf).map(unwrapped);
console.log(`// Land of Natural Earth at 1:110m (public domain), simplified by Images/coast.mjs: an SVG path in tenths of a degree, north up.
export const coast = "${rings.filter(isLarge).flatMap(copiesOf).map(pathOf).join("")}";`);
