import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfDegrees, marksOf, periodOf, picturesOf, tilesOf } from "../../../src/AzurePerf.Web/Portal/Assets/player.js";

const file = (name, contentType) => ({ name, contentType, url: `/${name}` });

test("pictures are taken in the order of their days, and tables left out", () => {
  const results = [
    { title: "Map", first: "2024-02-01", last: "2024-02-02", coverage: 0.5, files: [file("b.png", "image/png"), file("b.json", "application/json")] },
    { title: "Zones", first: "2024-01-01", last: "2024-01-02", coverage: 0.5, files: [file("zones.csv", "text/csv")] },
    { title: "Map", first: "2024-01-01", last: "2024-01-02", coverage: 0.5, files: [file("a.png", "image/png")] },
  ];
  assert.deepEqual(picturesOf(results).map(({ picture, legend }) => [picture, legend]), [["/a.png", undefined], ["/b.png", "/b.json"]]);
});

test("a period of a day is said as that day", () => {
  assert.equal(periodOf({ first: "2024-01-25", last: "2024-01-25" }), "2024-01-25");
  assert.equal(periodOf({ first: "2024-01-25", last: "2024-01-31" }), "2024-01-25 to 2024-01-31");
});

test("coverage by tile is asked for by its period", () => {
  assert.equal(tilesOf("/runs/a/images", { first: "2024-01-25", last: "2024-01-31" }), "/runs/a/images?handler=tiles&first=2024-01-25&last=2024-01-31");
});

test("coast lines are laid on wide maps of degrees only", () => {
  const bounds = { west: 5, south: 45, east: 16, north: 55 };
  assert.equal(isOfDegrees({ bounds, columns: 1100, rows: 1000 }), true);
  assert.equal(isOfDegrees({ bounds, columns: 1100, rows: 1600 }), false);
  assert.equal(isOfDegrees({ bounds: { west: 5, south: 45, east: 7, north: 47 }, columns: 200, rows: 200 }), false);
});

test("the legend has five values with their unit", () => {
  assert.deepEqual(marksOf({ low: 270, high: 300, unit: "K" }), ["270 K", "277.5 K", "285 K", "292.5 K", "300 K"]);
  assert.deepEqual(marksOf({ low: 0, high: 0.1, unit: "" }), ["0", "0.025", "0.05", "0.075", "0.1"]);
});
