// An empty profile and no server anywhere: nothing hangs, every command answers, and setting up leads to a hint.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

const TOAST = ".notification-toast";

let bench;
before(async () => { bench = await Workbench.start({ "loopwright.server.python": "" }); }, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

test("an offer that nobody answers stops nothing", { timeout: 120_000 }, () => bench.step("offer", async () => {
  await bench.open("matrix_product.c");
  await bench.page.waitForSelector(`${TOAST}:has-text("Loopwright needs its server")`);
  await bench.screenshot("first-run");
  await bench.command("Loopwright: Show Log");
  await bench.page.waitForFunction(() => document.querySelector(".part.panel")?.contains(document.activeElement));
  assert.equal(await bench.page.locator(":text('Activating Extensions')").count(), 0);
  await bench.command("Loopwright: Doctor");
  await bench.page.waitForSelector(`${TOAST}:has-text("Loopwright's server is not running")`);
  assert.equal(await bench.page.locator(`${TOAST}:has-text("Set it up")`).count(), 1, "one offer at a time");
}));

test("one click sets the server up, and it works before the model is there", { timeout: 420_000 }, () => bench.step("set-up", async () => {
  bench.passed("set-up asked for");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(`${TOAST}:has-text("of 3")`, { timeout: 60_000 });
  assert.equal(await bench.page.locator(`${TOAST}:has-text("Set it up")`).count(), 0, "nothing is offered that is being done");
  await bench.screenshot("setting-up");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 300_000 });
  bench.passed("first hint drawn");
  bench.tellTimes();
  await bench.logged("The model runtime is not installed");
  await bench.page.waitForTimeout(1_000);
  assert.equal(await bench.page.locator(`${TOAST}:has-text("is not installed")`).count(), 0, "it is being built");
  assert.equal(await bench.page.locator(`${TOAST}:has-text("of 3")`).count(), 1, "what is done stays in sight");
  await bench.screenshot("set-up");
  const making = bench.serverLog().split("-m venv ").length - 1;
  assert.ok(making <= 1, "the second click joins the first");
}));
