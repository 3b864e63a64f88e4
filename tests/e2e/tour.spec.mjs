// The walkthrough as somebody takes it who has just installed the extension: each step checks itself off by what happened.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

let bench;
before(async () => { bench = await Workbench.start(); }, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

const checked = ".getting-started-step .codicon-getting-started-step-checked:visible";

/** Choose a step of the walkthrough by its title and press its button. */
async function press(title, button) {
  await bench.command("Loopwright: Open Walkthrough");
  await bench.page.locator(`.getting-started-step:has-text("${title}")`).first().click();
  await bench.page.locator(`.getting-started-step .monaco-button:has-text("${button}"):visible`).click();
}

async function waitForChecked(title) {
  await bench.command("Loopwright: Open Walkthrough");
  await bench.page.waitForSelector(`.getting-started-step:has-text("${title}") .codicon-getting-started-step-checked`);
}

test("a loop, one key, a directive", { timeout: 180_000 }, () => bench.step("tour-directive", async () => {
  await press("One key, one directive", "Open the Example");
  await bench.page.waitForSelector(".tab.active:has-text('loop.c')");
  await bench.waitForHint();
  await bench.screenshot("tour");
  await bench.goToLine(3, 4); // the light bulb that the steps wait for is asked for when the cursor moves
  const titles = await bench.quickFixes("parallel loop");
  assert.match(titles.find((title) => title !== "Quick Fix"), /collapse\(2\)[^·]* · proved/);
  await bench.takeFirst();
  await bench.waitForText("#pragma acc parallel loop");
  await waitForChecked("One key, one directive");
}));

test("a wrong directive is explained", { timeout: 120_000 }, () => bench.step("tour-wrong", async () => {
  await press("A wrong directive, explained", "Open the Wrong One");
  await bench.page.waitForSelector(".tab.active:has-text('wrong.c')");
  await bench.page.waitForSelector(".squiggly-error");
  await bench.page.locator(".view-line:has-text('vector_lenght')").first().click({ position: { x: 280, y: 8 } });
  await bench.hoverSaying("did you mean");
  await bench.screenshot("tour-wrong");
  await waitForChecked("A wrong directive, explained");
}));

test("a kernel beside its CPU code", { timeout: 120_000 }, () => bench.step("tour-kernel", async () => {
  await press("A CUDA kernel beside its CPU code", "Open the Kernel");
  await bench.page.waitForSelector(".tab:has-text('block_sums on the CPU.cpp')");
  await bench.waitForText("#pragma omp parallel for");
  await bench.screenshot("tour-kernel");
  await waitForChecked("A CUDA kernel beside its CPU code");
  assert.ok(await bench.page.locator(checked).count() >= 3);
}));
