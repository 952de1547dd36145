import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, mark, outdate, settled } from "../../../src/AzurePerf.Web/Portal/Assets/estimate.js";

test("tokens, keys and the address of mail stay out of the address", () => {
  const entries = [["formToken", "secret"], ["key", "k"], ["from", "r"], ["notify", "ann@example.com"], ["experiment", "queue.add"], ["tags", "a=b"]];
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

test("what is not valid is said of the field, and of each box of a group, and taken back", () => {
  const control = () => ({
    attributes: new Map(), classes: new Set(), group: null,
    setAttribute(name, value) { this.attributes.set(name, value); },
    removeAttribute(name) { this.attributes.delete(name); },
    matches() { return this.group !== null; },
    querySelectorAll() { return this.group; },
    closest() { return { classList: { toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) } }; },
  });
  const [field, group] = [control(), control()];
  group.group = [control(), control()];
  mark(field, true);
  mark(group, true);
  assert.equal(field.attributes.get("aria-invalid"), "true");
  assert.ok(field.classes.has("invalid"));
  assert.deepEqual(group.group.map((box) => box.attributes.get("aria-invalid")), ["true", "true"]);
  assert.equal(group.attributes.size, 0);
  mark(field, false);
  assert.equal(field.attributes.size + field.classes.size, 0);
  mark(null, true);
});

test("an estimate that could not be renewed says so, and the old request is no longer offered", () => {
  const regions = ["estimate", "commands"].map((checked) => ({ dataset: { checked }, textContent: "as it was" }));
  outdate({ querySelectorAll: () => regions, querySelector: () => ({}) });
  assert.deepEqual(regions.map((region) => region.textContent), ["Not up to date: press Validate.", ""]);
});

test("who has no button to validate with is told to change something", () => {
  const region = { dataset: { checked: "estimate" }, textContent: "as it was" };
  outdate({ querySelectorAll: () => [region], querySelector: () => null });
  assert.equal(region.textContent, "Not up to date: change something to try again.");
});
