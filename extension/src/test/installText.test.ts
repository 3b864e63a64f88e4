import assert from "node:assert/strict";
import { test } from "node:test";
import { percentOf, reasonOf, sentence } from "../installText";

test("a step says what it does and how far it is", () => {
  assert.equal(sentence(1, "making an environment", "", 3), "step 1 of 3, making an environment · 3 s");
  assert.equal(
    sentence(3, "the model's runtime", "129 of 387 files compiled, about 4 min left", 75),
    "step 3 of 3, the model's runtime (129 of 387 files compiled, about 4 min left) · 75 s",
  );
});

test("files and percents are how much is done", () => {
  assert.equal(percentOf("129 of 387 files compiled, about 4 min left"), 100 / 3);
  assert.equal(percentOf("25 % compiled"), 25);
  for (const line of ["", "fetching 76.6 MB", "the models are installed"]) assert.equal(percentOf(line), undefined);
});

test("a step that failed says why, not what its program said last", () => {
  const offline = "WARNING: Retrying (…) after connection broken by 'NewConnectionError(…)': /simple/tree-sitter/\nERROR: No matching distribution found for tree-sitter";
  assert.match(reasonOf("", offline, ""), /^the package registry cannot be reached/);
  assert.match(reasonOf("not created successfully because ensurepip is not available.\n", "", "Command failed"), /apt install python3-venv/);
  assert.equal(reasonOf("", "line\nERROR: no space left\n", ""), "ERROR: no space left");
  assert.equal(reasonOf("", "", "Command failed: python3"), "Command failed: python3");
});
