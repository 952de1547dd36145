import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace, eventsAddress, passes } from "../../../src/AzurePerf.Web/Portal/Assets/pace.js";

/** A clock that stands still until it is told to go on, second by second. */
class Clock {
  #now = 0;
  #due = [];
  now = () => this.#now;
  later = (what, milliseconds) => this.#due.push({ what, at: this.#now + milliseconds });

  async pass(seconds) {
    const end = this.#now + seconds * 1000;
    while (this.#now < end) {
      this.#now += 1000;
      const due = this.#due.filter(({ at }) => at <= this.#now);
      this.#due = this.#due.filter(({ at }) => at > this.#now);
      for (const { what } of due) {
        await what();
      }
    }
  }
}

function paced({ changes = () => true } = {}) {
  const clock = new Clock();
  const page = { reads: [], hidden: false, refused: false };
  page.pace = new Pace({
    refresh: async () => {
      page.reads.push(clock.now() / 1000);
      return changes();
    },
    least: 1000,
    interval: 5000,
    hidden: () => page.hidden,
    refused: () => page.refused,
    clock,
  });
  page.pace.start();
  return { clock, page };
}

test("A page that is told nothing is read every few seconds", async () => {
  const { clock, page } = paced();
  await clock.pass(16);
  assert.deepEqual(page.reads, [5, 10, 15]);
});

test("What is told is read once, within a second, and events that come spare the readings in between", async () => {
  const { clock, page } = paced();
  page.pace.told();
  page.pace.told();
  await clock.pass(20);
  assert.deepEqual(page.reads, [1]);
});

test("A page whose events stopped coming is read every few seconds again", async () => {
  const { clock, page } = paced();
  page.pace.alive();
  await clock.pass(32);
  assert.deepEqual(page.reads, [26, 31]);
});

test("A page without events that is to be read again is so at once, and every few seconds as before", async () => {
  const { clock, page } = paced();
  page.pace.again();
  await clock.pass(12);
  assert.deepEqual(page.reads, [1, 6, 11]);
});

test("In the background a page is read once a minute, whatever is told, and at once when it is seen again", async () => {
  const { clock, page } = paced();
  page.hidden = true;
  page.pace.told();
  await clock.pass(130);
  assert.deepEqual(page.reads, [60, 120]);
  page.hidden = false;
  page.pace.told();
  await clock.pass(2);
  assert.deepEqual(page.reads, [60, 120, 131]);
});

test("A page that is refused is read once a minute, at once when it is told, and every few seconds again once it is not refused", async () => {
  const { clock, page } = paced();
  page.refused = true;
  await clock.pass(130);
  assert.deepEqual(page.reads, [60, 120]);
  page.pace.told();
  await clock.pass(2);
  assert.deepEqual(page.reads, [60, 120, 131]);
  page.refused = false;
  await clock.pass(30);
  assert.deepEqual(page.reads, [60, 120, 131, 156, 161]);
});

test("A page that changes no more is not read again", async () => {
  const { clock, page } = paced({ changes: () => false });
  let told = false;
  page.pace.whenFinished = () => (told = true);
  await clock.pass(60);
  assert.deepEqual([page.reads, page.pace.finished, told], [[5], true, true]);
});

test("Events are asked for from the last one on", () => {
  assert.equal(eventsAddress("/api/v1/runs/a/events?after=3", "17"), "/api/v1/runs/a/events?after=17");
  assert.equal(eventsAddress("/api/v1/runs/a/events?after=3", null), "/api/v1/runs/a/events?after=3");
});

test("a busy or broken server is asked again, and what refuses an address is shown", () => {
  assert.deepEqual([200, 400, 404, 408, 429, 500, 503].filter(passes), [408, 429, 500, 503]);
});
