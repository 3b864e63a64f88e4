// Directives in the editor: findings, hover with the reason, a fix, completion of what is legal.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

const TEXT = `void scale(int n, float *a) {
#pragma acc paralel loop
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
#pragma acc parallel loop gang seq
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
}
`;

let bench;
before(async () => {
  bench = await Workbench.start({ "loopwright.model.enable": false });
  writeFileSync(path.join(bench.folder, "scale.c"), TEXT);
  writeFileSync(path.join(bench.folder, "complete.c"), TEXT.replace("paralel", "parallel"));
}, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

test("a wrong directive is underlined, explained and put right", { timeout: 180_000 }, () => bench.step("wrong-directive", async () => {
  await bench.open("scale.c");
  await bench.page.waitForSelector(".squiggly-error");
  await bench.goToLine(4, 33);
  const text = await bench.hoverSaying("seq clause");
  await bench.screenshot("wrong-directive");
  assert.match(text, /exclude each other/);
  assert.match(text, /seq clause/);
  await bench.goToLine(2, 15);
  const titles = await bench.quickFixes("Change to");
  assert.ok(titles.some((title) => title.includes("Change to `parallel loop`")), titles.join("\n"));
  await bench.takeFirst();
  await bench.waitForText("#pragma acc parallel loop");
  await bench.save();
  assert.equal(bench.read("scale.c").split("\n")[1], "#pragma acc parallel loop");
}));

test("completion offers what is legal at that point", { timeout: 120_000 }, () => bench.step("completion", async () => {
  await bench.open("complete.c");
  await bench.goToLine(2, 26);
  await bench.page.keyboard.type(" redu");
  await bench.page.waitForSelector(".suggest-widget.visible .monaco-list-row:has-text('reduction')");
  await bench.screenshot("completion");
  const rows = await bench.page.locator(".suggest-widget.visible .monaco-list-row").allInnerTexts();
  assert.ok(rows.some((row) => row.includes("reduction")), rows.join("\n"));
  assert.ok(!rows.some((row) => row.includes("use_device")), rows.join("\n"));
}));
