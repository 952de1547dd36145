import assert from "node:assert/strict";
import { test } from "node:test";
import { localTime, localise } from "../../../src/AzurePerf.Web/Portal/Assets/times.js";

const berlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", dateStyle: "medium", timeStyle: "medium" });

test("an instant is shown in the reader's zone", () => {
  assert.equal(localTime("2026-03-29T00:59:59Z", berlin), "29 Mar 2026, 01:59:59");
  assert.equal(localTime("2026-03-29T01:00:00Z", berlin), "29 Mar 2026, 03:00:00");
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
