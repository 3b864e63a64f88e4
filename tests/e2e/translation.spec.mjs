// A kernel in an open file → a lens → its CPU translation beside it → the kernel run beside its translation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

let bench;
before(async () => { bench = await Workbench.start(); }, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

const lens = (text) => bench.page.locator(".codelens-decoration a", { hasText: text }).first();

test("a lens, the translation beside the kernel, and what running both showed", { timeout: 180_000 }, () => bench.step("translation", async () => {
  await bench.open("vector_add.cu");
  await lens("CPU preview · not run yet").click();
  await bench.waitForText("#pragma omp parallel for simd");
  // The cursor in one shows its line in the other.
  await bench.goToLine(6, 3);
  await bench.page.waitForSelector(".monaco-editor .view-overlays .cdr[class*='ced-']");
  await bench.screenshot("translation");
  await bench.page.locator('.tab:has-text("vector_add.cu")').first().click();
  await lens("verify").click();
  // Six, or eight where the model's loops turn out to be faster on this machine.
  await lens(/CPU preview · tested on \d inputs/).waitFor({ timeout: 120_000 });
  await bench.waitForText("for the CPU · tested on");
  await bench.screenshot("verified");
}));

test("the preview follows an edit of the kernel", { timeout: 120_000 }, () => bench.step("preview-follows", async () => {
  await bench.open("vector_add.cu");
  await lens("CPU preview").click();
  await bench.waitForText("for the CPU");
  await bench.page.locator('.tab:has-text("vector_add.cu")').first().click();
  await bench.goToLine(7, 1);
  await bench.page.keyboard.type("// typed in the kernel ");
  await lens("CPU preview · not run yet").waitFor({ timeout: 30_000 });
  assert.equal(await bench.page.locator(".monaco-dialog-box").count(), 0);
}));
