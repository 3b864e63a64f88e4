import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { findProgram } from "../programs";
import { candidates, complaint, findServer, SERVER, Surroundings, versionFrom } from "../server";

const root = mkdtempSync(path.join(tmpdir(), "loopwright-"));

function program(file: string, text = "#!/bin/sh\nexit 1\n"): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

const system = program(path.join(root, "system", "python3"));
const workspace = path.join(root, "workspace");
const hostile = program(path.join(workspace, "bin", "python3"));
const nowhere = { searched: path.dirname(system), workspaces: [workspace] };

test("the setting comes first; without trust only a program outside the workspace", () => {
  const around = { ...nowhere, setting: "/opt/python", trusted: true, ownEnvironment: "/own/python" };
  assert.deepEqual(candidates(around).map((c) => c.python), ["/opt/python", "/own/python", system]);
  assert.deepEqual(candidates({ ...around, trusted: false }).map((c) => c.python), ["/opt/python", "/own/python", system]);
  assert.deepEqual(candidates({ ...around, setting: hostile, trusted: false }).map((c) => c.python), ["/own/python", system]);
});

test("what the extension brings comes before what was set up earlier", () => {
  const around = { ...nowhere, setting: "/opt/python", trusted: true, bundled: "/extension/python", ownEnvironment: "/own/python" };
  assert.deepEqual(candidates(around).map((c) => c.origin), ["setting", "extension", "own environment", "PATH"]);
});

test("a program of the workspace is never found on PATH", () => {
  const link = path.join(root, "links");
  mkdirSync(link);
  symlinkSync(hostile, path.join(link, "python3"));
  symlinkSync(path.join(workspace, "bin"), path.join(root, "bin"));
  for (const entry of [".", "", "bin", path.dirname(hostile), link, path.join(root, "bin")]) {
    const searched = [entry, path.dirname(system)].join(path.delimiter);
    assert.equal(findProgram("python3", searched, [workspace]), system, entry);
  }
});

test("an interpreter of the workspace is run with trust only", () => {
  const around = { ...nowhere, trusted: true, chosenInterpreter: hostile, ownEnvironment: hostile };
  assert.ok(candidates(around).some((c) => c.python === hostile));
  assert.ok(!candidates({ ...around, trusted: false }).some((c) => c.python === hostile));
});

test("python is started isolated, in a folder that is not the workspace", async () => {
  assert.deepEqual(SERVER, ["-I", "-m", "loopwright", "lsp"]);
  const said = path.join(root, "said");
  const python = program(path.join(root, "python"), `#!/bin/sh\necho "$PWD $*" > ${said}\necho "loopwright 9.9"\n`);
  assert.equal(await versionFrom(path.join(root, "system"))(python), "9.9");
  const { readFileSync } = await import("node:fs");
  assert.equal(readFileSync(said, "utf8").trim(), `${path.join(root, "system")} -I -m loopwright --version`);
});

test("the first interpreter that has loopwright is used", async () => {
  const ask = async (python: string) => (python === system ? "0.1.0" : undefined);
  const found = await findServer({ ...nowhere, trusted: true, ownEnvironment: "/own/python" }, ask);
  assert.deepEqual(found, { python: system, origin: "PATH", version: "0.1.0" });
  assert.equal(await findServer({ ...nowhere, trusted: true }, async () => undefined), undefined);
});

test("a setting that cannot be used is said", () => {
  const around: Surroundings = { ...nowhere, setting: "/bad/python", trusted: true };
  assert.match(complaint(around, { python: "python3", origin: "PATH", version: "0.1.0" }) ?? "", /used instead/);
  assert.match(complaint(around, undefined) ?? "", /pip install/);
  assert.equal(complaint(around, { python: "/bad/python", origin: "setting", version: "0.1.0" }), undefined);
});
