import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxBetween, boxOf, columns, gridLines, isOnEarth, middleOf, nameOf, neighbour, outlineOf, partsOf, placesOf, rows, textOfPolygon, textOfTiles, tileAt, turnsOf, wordsOf,
} from "../../../src/AzurePerf.Web/Portal/Assets/tiles.js";

const all = Array.from({ length: rows }, (_, v) => Array.from({ length: columns }, (_, h) => ({ h, v }))).flat().filter(isOnEarth);

test("460 tiles have a place on the Earth", () => assert.equal(all.length, 460));

test("known places lie on known tiles", () => {
  for (const [longitude, latitude, name] of [[-9.14, 38.72, "h17v05"], [5, 45, "h18v04"], [-0.01, -0.01, "h17v09"], [-179.9, 0.1, "h00v08"], [179.9, 0.1, "h35v08"], [-122.4, 37.8, "h08v05"]]) {
    assert.equal(nameOf(tileAt({ longitude, latitude })), name);
  }
});

test("the middle of each tile lies on it, and within the world", () => {
  for (const tile of all) {
    assert.deepEqual(tileAt(middleOf(tile)), tile);
    assert.ok(Math.abs(middleOf(tile).longitude) < 180);
  }
});

test("outlines and lines stay within the world", () => {
  for (const [longitude, latitude] of [...all.flatMap(outlineOf), ...gridLines().flat()]) {
    assert.ok(Math.abs(longitude) <= 180 + 1e-9 && Math.abs(latitude) <= 90, `${longitude} ${latitude}`);
  }
});

test("from each tile arrows lead to tiles that exist, and round the world", () => {
  for (const tile of all) {
    for (const [dh, dv] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      assert.ok(isOnEarth(neighbour(tile, dh, dv)), nameOf(tile));
    }
  }
  assert.deepEqual(neighbour({ h: 35, v: 8 }, 1, 0), { h: 0, v: 8 });
  assert.deepEqual(neighbour({ h: 0, v: 8 }, -1, 0), { h: 35, v: 8 });
  assert.deepEqual(neighbour({ h: 18, v: 0 }, 0, -1), { h: 18, v: 0 });
});

test("a box across the date line has its east below its west, and is drawn as two", () => {
  const box = boxBetween({ longitude: 170, latitude: 10 }, { longitude: 190, latitude: -10 });
  assert.deepEqual(box, { west: 170, south: -10, east: -170, north: 10 });
  assert.deepEqual(partsOf(box), [{ west: 170, south: -10, east: 180, north: 10 }, { west: -180, south: -10, east: -170, north: 10 }]);
  assert.deepEqual(boxBetween({ longitude: -170, latitude: 95 }, { longitude: -190, latitude: 0 }), { west: 170, south: 0, east: -170, north: 90 });
  assert.deepEqual(boxBetween({ longitude: 20, latitude: 0 }, { longitude: 180, latitude: 5 }), { west: 20, south: 0, east: 180, north: 5 });
  assert.equal(partsOf({ west: 5, south: 45, east: 16, north: 55 }).length, 1);
});

test("the fields of a box hold one only when all four are numbers within the world", () => {
  assert.deepEqual(boxOf(["5", "45", "16", "55"]), { west: 5, south: 45, east: 16, north: 55 });
  for (const fields of [["", "45", "16", "55"], ["5", "55", "16", "45"], ["x", "45", "16", "55"], ["5", "45", "181", "55"], ["5", "45", "5", "55"]]) {
    assert.equal(boxOf(fields), null);
  }
});

test("tiles and polygons are read from the text of the form as they are written to it", () => {
  const tiles = [{ h: 19, v: 4 }, { h: 18, v: 3 }, { h: 18, v: 4 }];
  assert.equal(textOfTiles(tiles), "h18v03 h18v04 h19v04");
  assert.deepEqual(placesOf("h18v03, h18v04;h19v04").tiles, placesOf("h18v03 h18v04 h19v04").tiles);
  assert.equal(placesOf("h18v03, h18v04;h19v04").tiles.length, 3);
  const polygon = [{ longitude: 8, latitude: 47 }, { longitude: 9.5, latitude: 47 }, { longitude: 9, latitude: 48.25 }];
  assert.equal(textOfPolygon(polygon), "polygon 8 47, 9.5 47, 9 48.25");
  assert.deepEqual(placesOf(textOfPolygon(polygon)).polygon, polygon);
  for (const text of ["polygon 8 47, nine", "polygon 8 47, 9", "polygon 181 0, 0 0, 0 10", "Polygon 8 47, 9 47, 9 48", "Portugal", "H18V04"]) {
    assert.deepEqual(placesOf(text), { tiles: [], polygon: [], box: null }, text);
  }
});

test("what the server refuses is not drawn in part", () => {
  const many = `polygon ${Array.from({ length: 501 }, (_, index) => `${index / 10} ${index % 2}`).join(", ")}`;
  for (const text of ["h18v04 Portugal", "h18v04 H19V04", "h18v04 h00v00", "box 5 45 16 95", "polygon 1 1, 5 5", "polygon 1 1, 5 5, 1 1", many]) {
    assert.deepEqual(placesOf(text), { tiles: [], polygon: [], box: null }, text.slice(0, 40));
  }
  assert.equal(placesOf("polygon 1 1, 5 1, 5 5, 1 1").polygon.length, 4);
});

test("a polygon without commas and a box are read from the text as the server reads them", () => {
  assert.deepEqual(placesOf(" polygon 8 47 9.5 47; .5 4.8e1").polygon, [{ longitude: 8, latitude: 47 }, { longitude: 9.5, latitude: 47 }, { longitude: 0.5, latitude: 48 }]);
  assert.deepEqual(placesOf("box 5 45, 16 55").box, { west: 5, south: 45, east: 16, north: 55 });
  assert.equal(placesOf("box 5 45 16 55 h18v04").box, null);
});

test("a polygon across the date line is drawn the shorter way, at both edges of the map", () => {
  const corners = placesOf("polygon 170 -20, -170 -20, -170 -10, 170 -10").polygon;
  assert.deepEqual(turnsOf(corners), [
    [[170, -20], [190, -20], [190, -10], [170, -10]],
    [[-190, -20], [-170, -20], [-170, -10], [-190, -10]],
  ]);
  assert.deepEqual(turnsOf([{ longitude: 8, latitude: 47 }, { longitude: 9, latitude: 47 }, { longitude: 9, latitude: 48 }]), [[[8, 47], [9, 47], [9, 48]]]);
  assert.deepEqual(turnsOf([]), []);
});

test("a box without a width is no band around the world", () => {
  assert.deepEqual(partsOf(boxBetween({ longitude: 5, latitude: 45 }, { longitude: 5, latitude: 55 })), [{ west: 5, south: 45, east: 5, north: 55 }]);
});

test("places are said as people say them", () => {
  assert.equal(wordsOf({ longitude: -5.54, latitude: 45 }), "45 N, 5.5 W");
  assert.equal(wordsOf({ longitude: 190, latitude: -10 }), "10 S, 170 W");
});
