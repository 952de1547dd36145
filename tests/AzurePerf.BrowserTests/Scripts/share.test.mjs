import assert from "node:assert/strict";
import { test } from "node:test";
import { offerShare } from "../../../src/AzurePerf.Web/Portal/Assets/share.js";

function placed(clipboard) {
  let pressed;
  const said = [];
  const button = { addEventListener: (_, action) => { pressed = action; } };
  const place = { ownerDocument: { createElement: () => button }, append: (child) => { place.child = child; } };
  offerShare(place, () => "https://portal/runs?sort=rate", clipboard, (text) => said.push(text));
  assert.equal(place.child, button);
  return { button, said, press: () => pressed() };
}

test("the button copies the address as it is when it is pressed", async () => {
  const copied = [];
  const { button, said, press } = placed({ writeText: async (text) => { copied.push(text); } });
  await press();
  assert.deepEqual(copied, ["https://portal/runs?sort=rate"]);
  assert.equal(button.textContent, "Link copied");
  assert.deepEqual(said, ["Link copied"]);
});

test("where nothing may be copied it says where the address stands", async () => {
  const { button, said, press } = placed({ writeText: async () => { throw new Error("denied"); } });
  await press();
  assert.equal(button.textContent, "Copy it from the address bar");
  assert.deepEqual(said, ["Copy it from the address bar"]);
});
