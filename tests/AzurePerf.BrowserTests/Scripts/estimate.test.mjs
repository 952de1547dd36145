import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, settled } from "../../../src/AzurePerf.Web/Portal/Assets/estimate.js";

test("tokens and keys of the form stay out of the address", () => {
  const entries = [["formToken", "secret"], ["key", "k"], ["from", "r"], ["experiment", "queue.add"], ["tags", "a=b"]];
  assert.deepEqual(fieldsOf(entries).map(([name]) => name), ["experiment", "tags"]);
});

test("of calls that follow one another quickly the last is made", () => {
  const waiting = new Map();
  let made = 0;
  let next = 1;
  const call = settled(() => { made += 1; }, 400, (action) => { waiting.set(next, action); return next++; }, (timer) => waiting.delete(timer));
  call();
  call();
  call();
  assert.equal(waiting.size, 1);
  [...waiting.values()][0]();
  assert.equal(made, 1);
});
