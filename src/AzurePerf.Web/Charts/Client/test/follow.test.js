import assert from "node:assert/strict";
import { test } from "node:test";
import { follow } from "../follow.js";

const sectionOf = (version, open = "true") => ({ dataset: { version, open } });

/** A page of which each look is told what it finds: a section, null for none, or an error; and whether the data can be read. */
function paged(...finds) {
  const page = { events: [], look: null, readable: true, isRead: false };
  page.busy = () => page.isRead;
  page.next = async () => {
    const found = finds.shift();
    if (found instanceof Error) {
      throw found;
    }
    return found;
  };
  page.read = async (section) => {
    if (!page.readable) {
      throw new Error("restarting");
    }
    return { of: section.dataset.version };
  };
  page.show = (section, list, before) => page.events.push(`${list.of} for ${before.dataset.version}`);
  page.remove = (section) => page.events.push(`${section.dataset.version} removed`);
  page.later = (look) => (page.look = look);
  page.again = async () => {
    const look = page.look;
    page.look = null;
    await look();
  };
  return page;
}

test("charts stay until the data of the next ones are there, however often these cannot be read", async () => {
  const page = paged(sectionOf("2"), new Error("restarting"), sectionOf("2"));
  await follow(sectionOf("1"), page);
  page.readable = false;
  await page.again();
  await page.again();
  assert.deepEqual(page.events, ["1 for 1"]);
  page.readable = true;
  await page.again();
  assert.deepEqual(page.events, ["1 for 1", "2 for 1"]);
});

test("charts whose data cannot be read at first are drawn later, also those of a run that has ended", async () => {
  const page = paged();
  page.readable = false;
  await follow(sectionOf("1", "false"), page);
  assert.deepEqual(page.events, []);
  page.readable = true;
  await page.again();
  assert.deepEqual(page.events, ["1 for 1"]);
  assert.equal(page.look, null);
});

test("the charts of a run that ended without any go, and are not asked for again", async () => {
  const page = paged(null);
  await follow(sectionOf("1"), page);
  await page.again();
  assert.deepEqual(page.events, ["1 for 1", "1 removed"]);
  assert.equal(page.look, null);
});

test("the same charts are not drawn again, new ones not under a reader, and none after the run has ended", async () => {
  const page = paged(sectionOf("1"), sectionOf("2"), sectionOf("2", "false"));
  await follow(sectionOf("1"), page);
  await page.again();
  page.isRead = true;
  await page.again();
  assert.deepEqual(page.events, ["1 for 1"]);
  page.isRead = false;
  await page.again();
  await page.again();
  assert.deepEqual(page.events, ["1 for 1", "2 for 1", "2 for 2"]);
  assert.equal(page.look, null);
});

test("an answer that will not change, such as that the session has ended, is not asked for again", async () => {
  const page = paged();
  page.read = async () => {
    throw Object.assign(new Error("401"), { final: true });
  };
  await follow(sectionOf("1"), page);
  assert.equal(page.look, null);
});
