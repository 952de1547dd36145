import assert from "node:assert/strict";
import { test } from "node:test";
import { hasAll, isInHand, isNews, keepFolds, mayReplace, replace, tickedIn } from "../../../src/AzurePerf.Web/Portal/Assets/region.js";

/** So much of an element as the script asks for. */
class Part {
  constructor(id, { checked = undefined, kind = "", details = null, value = "", defaultValue = "" } = {}) {
    Object.assign(this, { id, checked, kind, details, value, defaultValue, focused: false });
  }
  matches(selectors) {
    return this.kind !== "" && selectors.includes(this.kind);
  }
  closest() {
    return this.details;
  }
  focus() {
    this.focused = true;
  }
}

class Region {
  constructor(...parts) {
    this.childNodes = parts;
    this.hidden = parts.length === 0;
  }
  contains(part) {
    return this.childNodes.includes(part);
  }
  querySelector(selector) {
    return this.childNodes.find((part) => selector === `[id="${part.id}"]`) ?? null;
  }
  querySelectorAll(selectors) {
    return this.childNodes.filter((part) => selectors.split(", ").some((selector) => (selector === "input[type=checkbox][id]" ? part.checked !== undefined && part.id !== "" : part.kind === selector)));
  }
  replaceChildren(...parts) {
    this.childNodes = parts;
  }
}

const details = (id, open = null) => ({
  id, open, kind: "details[id]",
  hasAttribute() { return this.open !== null; },
  getAttribute() { return this.open; },
  setAttribute(_, value) { this.open = value; },
  removeAttribute() { this.open = null; },
});
const box = (id, checked = false) => new Part(id, { checked, kind: "input[type=checkbox]" });
const elsewhere = new Part("elsewhere", { kind: "button" });

test("what was ticked is ticked afterwards, and nothing else", () => {
  const region = new Region(box("tick-a", true), box("tick-b"));
  const fresh = new Region(box("tick-c"), box("tick-a"), box("tick-b"));

  assert.ok(mayReplace(region, fresh, elsewhere));
  replace(region, fresh, elsewhere);

  assert.deepEqual(tickedIn(region), ["tick-a"]);
  assert.equal(region.childNodes.length, 3);
});

test("the focus returns to the same box, link or button", () => {
  for (const kind of ["input[type=checkbox]", "a[href]", "button"]) {
    const active = new Part("same", { kind });
    const [region, fresh] = [new Region(active), new Region(new Part("same", { kind }))];

    assert.ok(mayReplace(region, fresh, active));
    replace(region, fresh, active);

    assert.ok(region.childNodes[0].focused);
    assert.notEqual(region.childNodes[0], active);
  }
});

test("the tick of what is no longer listed lapses, so that a list never stands still", () => {
  const [region, fresh] = [new Region(box("tick-old", true)), new Region(box("tick-new"))];
  assert.ok(mayReplace(region, fresh, elsewhere));
  replace(region, fresh, elsewhere);
  assert.deepEqual(tickedIn(region), []);
});

test("a list that lacks what has the focus does not take its place", () => {
  const button = new Part("stop-old", { kind: "button" });
  assert.equal(mayReplace(new Region(button), new Region(), button), false);
});

test("what is being typed, what has no name and what is in details stays as it is", () => {
  for (const active of [new Part("remark", { kind: "textarea" }), new Part("", { kind: "a[href]" }), new Part("same", { kind: "button", details: {} })]) {
    assert.equal(mayReplace(new Region(active), new Region(new Part(active.id)), active), false);
  }
});

test("a text that was typed and not sent outlasts the focus, and one that is as the page brought it does not hold its part", () => {
  for (const kind of ["textarea", "input[type=text]"]) {
    const [typed, left] = ["half a note", "note"].map((value) => new Part("note-text", { kind, value, defaultValue: "note" }));
    assert.equal(mayReplace(new Region(typed), new Region(left), elsewhere), false);
    assert.equal(mayReplace(new Region(left), new Region(left), elsewhere), true);
  }
});

test("a part waits while text in it is selected or the pointer is pressed in it", () => {
  const [inside, outside] = [new Part("run"), new Part("other")];
  const region = new Region(inside);
  const selection = (anchorNode, focusNode, isCollapsed = false) => ({ anchorNode, focusNode, isCollapsed });
  const none = selection(inside, inside, true);

  assert.equal(isInHand(region, selection(inside, outside), null), true);
  assert.equal(isInHand(region, selection(outside, inside), null), true);
  assert.equal(isInHand(region, none, inside), true);
  assert.equal(isInHand(region, selection(outside, outside), outside), false);
  assert.equal(isInHand(region, none, null), false);
  assert.equal(isInHand(region, null, null), false);
});

test("without ticks and focus everything is replaced", () => {
  const [region, fresh] = [new Region(box("tick-a")), new Region()];
  assert.ok(mayReplace(region, fresh, elsewhere));
  replace(region, fresh, elsewhere);
  assert.deepEqual(region.childNodes, []);
});

test("a part that was hidden, as without notes, is seen once there is something in it", () => {
  const [region, fresh] = [new Region(), new Region(new Part("note"))];
  replace(region, fresh, elsewhere);
  assert.equal(region.hidden, false);
});

test("a page that lacks a part of the one shown is another page", () => {
  const shown = ["title", "open"].map((live) => ({ dataset: { live } }));
  const pageOf = (...names) => ({ querySelector: (selector) => names.find((name) => selector === `[data-live="${name}"]`) ?? null });
  assert.equal(hasAll(pageOf("open", "title", "results"), shown), true);
  assert.equal(hasAll(pageOf("title"), shown), false);
  assert.equal(hasAll(pageOf(), []), true);
});

test("details stay as the reader left them, and new ones are as the page brings them", () => {
  const shown = new Region(details("opened", ""), details("closed"), details("untouched"));
  const fresh = new Region(details("opened"), details("closed", "open"), details("untouched"), details("new", "open"));

  keepFolds(shown, fresh);

  assert.deepEqual(fresh.childNodes.map((part) => part.open), ["", null, null, "open"]);
});

test("what a part scrolls by itself stays where it was, unless there are more or fewer of them", () => {
  const list = (scrollTop = 0, scrollLeft = 0) => ({ id: "", kind: ".scroll", scrollTop, scrollLeft });
  const region = new Region(list(0, 40), list(250));

  replace(region, new Region(list(), list()), elsewhere);
  assert.deepEqual(region.childNodes, [list(0, 40), list(250)]);
  replace(region, new Region(list()), elsewhere);
  assert.deepEqual(region.childNodes, [list()]);
});

test("new keys and tokens of forms are no news", () => {
  const part = (token, key, text) => ({ innerHTML: `<form><input type="hidden" name="key" value="${key}"><input name="formToken" type="hidden" value="${token}">${text}</form>` });
  assert.equal(isNews(part("a", "b", "Rerun"), part("c", "d", "Rerun")), false);
  assert.equal(isNews(part("a", "b", "Rerun"), part("a", "b", "Retry")), true);
});
