import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "../csv.js";

test("numbers, words and missing cells become lines", () =>
  assert.equal(
    csvOf({ table: { columns: [{ name: "clients", unit: "" }, { name: "mean", unit: "MB/s" }, { name: "flags", unit: "" }], rows: [[1, 12.5, null], [4, 1e-7, "a, b"]] } }),
    'clients,"mean, MB/s",flags\n1,12.5,\n4,1e-7,"a, b"\n',
  ));

test("a word that a spreadsheet would run is disarmed", () => assert.equal(csvOf({ table: { columns: [{ name: "series", unit: "" }], rows: [["=1+1"]] } }), "series\n'=1+1\n"));

test("a word that another spreadsheet would split, or run after white space, is one cell of text", () =>
  assert.equal(
    csvOf({ table: { columns: [{ name: "series", unit: "" }], rows: [["a;=1+1"], ["a\t=1+1"], [" =1+1"], ["\uff1d1+1"]] } }),
    'series\n"a;=1+1"\n"a\t=1+1"\n\' =1+1\n\'\uff1d1+1\n',
  ));

test("what must be in every file is in each row", () =>
  assert.equal(csvOf({ table: { columns: [{ name: "clients", unit: "" }], rows: [[1], [4]] }, disclaimer: "derived, not comparable" }), 'clients,disclaimer\n1,"derived, not comparable"\n4,"derived, not comparable"\n'));
