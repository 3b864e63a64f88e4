// What a folder may do and what is set for it: restricted mode, and two folders with settings of their own.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Workbench } from "./workbench.mjs";

const EMPTY = { "loopwright.server.python": "" };

test("in restricted mode loops have their evidence and nothing is started", { timeout: 420_000 }, () => using(EMPTY, { trust: true }, async (bench) => {
  await bench.page.locator(".monaco-dialog-box .monaco-button:has-text('No, I')").click({ timeout: 60_000 });
  await bench.open("matrix_product.c");
  await bench.page.locator(".notification-toast .monaco-button:has-text('Set Up')").click();
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 300_000 });
  await bench.goToLine(6, 3);
  const titles = await bench.quickFixes("parallel loop");
  assert.match(titles.join("\n"), /parallel loop [^·]*collapse\(2\)[^·]* · proved · .*not compiled/);
  await bench.screenshot("restricted");
  await bench.page.keyboard.press("Escape");
  await bench.command("Loopwright: Run This Loop on Generated Inputs");
  await bench.page.waitForSelector(".notification-toast:has-text('trust')");
  await bench.page.waitForTimeout(500); // until it has come up
  await bench.screenshot("restricted-run");
}));

test("each of two folders has its own settings", { timeout: 420_000 }, () => using(EMPTY, { prepare: twoFolders }, async (bench) => {
  await bench.open("loop.c");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 300_000 });
  await bench.screenshot("two-folders-hinted");
  await bench.open("wrong.c");
  await bench.page.waitForSelector(".squiggly-error"); // its diagnostics are there
  assert.equal(await bench.page.locator(".squiggly-hint").count(), 0);
  await bench.screenshot("two-folders");
}));

async function using(settings, options, body) {
  const bench = await Workbench.start(settings, options);
  try {
    await bench.step("folders", () => body(bench));
  } finally {
    await bench.stop();
  }
}

function twoFolders({ home, folder }) {
  for (const [name, settings] of [["hinted", {}], ["quiet", { "loopwright.hints.enable": false }]]) {
    mkdirSync(path.join(home, name, ".vscode"), { recursive: true });
    writeFileSync(path.join(home, name, ".vscode/settings.json"), JSON.stringify(settings));
  }
  cpSync(path.join(folder, "matrix_product.c"), path.join(home, "hinted/loop.c"));
  writeFileSync(path.join(home, "quiet/wrong.c"), "void f(int n, float *a) {\n  for (int i = 0; i < n; i++) a[i] = i;\n#pragma acc paralel\n  a[0] = 1;\n}\n");
  const file = path.join(home, "two.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: [{ path: "hinted" }, { path: "quiet" }] }));
  return file;
}
