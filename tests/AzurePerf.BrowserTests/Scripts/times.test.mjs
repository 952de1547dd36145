process.env.TZ = "Europe/Berlin";
import assert from "node:assert/strict";
import { test } from "node:test";
import { localTime, localise } from "../../../src/AzurePerf.Web/Portal/Assets/times.js";

test("an instant is shown in the reader's zone, as files and the command line write it", () => {
  assert.equal(localTime("2026-03-29T00:59:59Z"), "2026-03-29 01:59:59");
  assert.equal(localTime("2026-03-29T01:00:00Z"), "2026-03-29 03:00:00");
});

test("what is no instant is left as it is", () => {
  const time = { dataset: {}, textContent: "soon", getAttribute: () => "soon" };
  localise({ querySelectorAll: () => [time] });
  assert.deepEqual(time.dataset, {});
  assert.equal(time.textContent, "soon");
});

test("UTC stays on hover", () => {
  const time = { dataset: {}, textContent: "2026-03-29 01:00:00 UTC", getAttribute: () => "2026-03-29T01:00:00Z" };
  localise({ querySelectorAll: () => [time] });
  assert.equal(time.title, "2026-03-29 01:00:00 UTC");
  assert.equal(time.dataset.utc, "2026-03-29 01:00:00 UTC");
  assert.notEqual(time.textContent, time.title);
});
