import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, step, walkable } from "../walk.js";

const series = [{ index: 1, count: 3 }, { index: 2, count: 2 }];

test("bands are no stops", () =>
  assert.deepEqual(walkable({ series: [{ type: "custom", data: [1] }, { type: "line", data: [1, 2, 3] }, { type: "scatter", data: [1, 2] }] }), series));

test("the first key begins at the first point", () => assert.deepEqual(step(series, null, "ArrowRight"), { at: 0, point: 0 }));

test("arrows walk and stop at the ends", () => {
  assert.deepEqual(step(series, { at: 0, point: 0 }, "ArrowRight"), { at: 0, point: 1 });
  assert.deepEqual(step(series, { at: 0, point: 2 }, "ArrowRight"), { at: 0, point: 2 });
  assert.deepEqual(step(series, { at: 0, point: 2 }, "ArrowDown"), { at: 1, point: 1 });
  assert.deepEqual(step(series, { at: 1, point: 1 }, "Home"), { at: 1, point: 0 });
  assert.deepEqual(step(series, { at: 0, point: 0 }, "End"), { at: 0, point: 2 });
});

test("Escape leaves, and other keys are the page's", () => {
  assert.equal(step(series, { at: 0, point: 0 }, "Escape"), null);
  assert.equal(step(series, { at: 0, point: 0 }, "Tab"), undefined);
});

test("keys that go back, or to the ends of the page, stay the browser's", () => {
  for (const held of ["ctrlKey", "altKey", "metaKey"]) {
    assert.equal(step(series, { at: 0, point: 1 }, keyOf({ key: "ArrowLeft", [held]: true })), undefined);
  }
  assert.equal(keyOf({ key: "Home", shiftKey: true }), "Home");
});
