// The package for one platform where there is no network, no Python and no compiler: `make e2e-platform` starts this offline.
import assert from "node:assert/strict";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

// Only what VS Code itself calls.
const tools = mkdtempSync(path.join(tmpdir(), "loopwright-tools-"));
for (const name of ["sh", "ps", "uname", "cat", "sed"]) symlinkSync(`/bin/${name}`, path.join(tools, name));

const vsix = `loopwright-${process.platform}-${process.arch}.vsix`;
const settings = { "loopwright.server.python": "" };

let bench;
before(async () => {
  bench = await Workbench.start(settings, { vsix, searched: tools });
}, { timeout: 300_000 });
after(async () => { await bench?.stop(); });

test("a directive with nothing set up", { timeout: 180_000 }, () => bench.step("platform", async () => {
  await bench.open("matrix_product.c");
  bench.passed("file open");
  await bench.waitForHint();
  bench.passed("first hint drawn");
  bench.tellTimes();
  await bench.goToLine(6, 3);
  const titles = await bench.quickFixes("parallel loop");
  await bench.screenshot("platform");
  assert.match(titles.find((title) => title !== "Quick Fix"), /parallel loop [^·]*collapse\(2\)[^·]* · proved/);
  assert.match(bench.serverLog(), /\(extension\)/);
  assert.equal(await bench.page.locator(".notification-toast").count(), 0);
}));

test("the model and its runtime came with it", { timeout: 180_000 }, () => bench.step("platform-model", async () => {
  await bench.command("Loopwright: Doctor");
  await bench.waitForText("adapter   loopwright-95m-openacc.gguf");
  await bench.waitForText("runtime   llama.cpp");
  await bench.waitForText("bundled/python");
  await bench.screenshot("platform-doctor");
}));

test("its set-up says that there is nothing to do", { timeout: 60_000 }, () => bench.step("platform-install", async () => {
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(".notification-toast:has-text('came with everything')");
}));

test("a directive in a window that was open before", { timeout: 180_000 }, async () => {
  const open = await Workbench.start(settings, { vsix: null, searched: tools });
  try {
    await open.step("platform-open", async () => {
      await open.open("matrix_product.c");
      await open.install(vsix);
      await open.waitForHint();
      open.passed("first hint drawn");
      open.tellTimes();
    });
  } finally {
    await open.stop();
  }
});
