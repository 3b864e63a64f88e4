import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, complaint, findServer } from "../server";

test("the setting comes first, in a trusted workspace only", () => {
  const around = { setting: "/opt/python", trusted: true, ownEnvironment: "/own/python" };
  assert.deepEqual(candidates(around).map((c) => c.python), ["/opt/python", "/own/python", "python3", "python"]);
  assert.deepEqual(candidates({ ...around, trusted: false }).map((c) => c.python), ["/own/python", "python3", "python"]);
});

test("the first interpreter that has loopwright is used", async () => {
  const ask = async (python: string) => (python === "python3" ? "0.1.0" : undefined);
  const found = await findServer({ trusted: true, ownEnvironment: "/own/python" }, ask);
  assert.deepEqual(found, { python: "python3", origin: "PATH", version: "0.1.0" });
  assert.equal(await findServer({ trusted: true }, async () => undefined), undefined);
});

test("a setting that cannot be used is said", () => {
  const around = { setting: "/bad/python", trusted: true };
  assert.match(complaint(around, { python: "python3", origin: "PATH", version: "0.1.0" }) ?? "", /used instead/);
  assert.match(complaint(around, undefined) ?? "", /pip install/);
  assert.equal(complaint(around, { python: "/bad/python", origin: "setting", version: "0.1.0" }), undefined);
});
