import assert from "node:assert/strict";
import { test } from "node:test";
import { describeStatus } from "../features/statusText";

test("the status says what is in use and how long it took", () => {
  const status = describeStatus({ model: "m", compiler: "gcc 12.2.0", milliseconds: 412.7, notes: [] });
  assert.deepEqual(status, { text: "Loopwright · 413 ms", detail: "model m · gcc 12.2.0" });
});

test("what is missing is said", () => {
  const status = describeStatus({ busy: true, model: null, compiler: null, notes: ["No model is installed."] });
  assert.equal(status.text, "Loopwright: working");
  assert.equal(status.detail, "no model · no compiler · No model is installed.");
});
