// The whole path: a loop in an open file → hint → quick-fix → text that the compiler accepts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

let bench;
before(async () => { bench = await Workbench.start(); }, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

test("a hint, a quick-fix with its evidence, and a file that compiles", { timeout: 180_000 }, () => bench.step("quickfix", async () => {
  await bench.open("matrix_product.c");
  await bench.waitForHint();
  await bench.goToLine(6, 3);
  const [atOnce] = bareTitles(await bench.quickFixes("parallel loop"));
  assert.match(atOnce, /^parallel loop [^·]*collapse\(2\)[^·]* · proved · pays from n ≈ \d+ · (?:not )?compiled/);
  await bench.page.keyboard.press("Escape");
  await bench.command("Loopwright: Suggest an OpenACC Directive Here"); // waits for the model and the compiler
  const offered = bareTitles(await bench.shownFixes("compiled by"));
  await bench.screenshot("quick-fix");
  assert.match(offered[0], /^parallel loop [^·]*collapse\(2\)[^·]* · proved · pays from n ≈ \d+ · compiled by (?:gcc|clang) \d+/, offered.join("\n"));
  assert.deepEqual(offered.slice(1), ["Other directives…", "Why?"]);
  await bench.takeFirst();
  await bench.waitForText("#pragma acc parallel loop");
  await bench.screenshot("applied");
  await bench.save();
  const lines = bench.read("matrix_product.c").split("\n");
  assert.match(lines[5], /^  #pragma acc parallel loop .*collapse\(2\)/);
  assert.equal(lines[6], "  for (int i = 0; i < n; i++) {");
  execFileSync("gcc", ["-fopenacc", "-foffload=disable", "-fsyntax-only", path.join(bench.folder, "matrix_product.c")]);
}));

test("a loop over vectors comes with pointers to their elements, and compiles", { timeout: 180_000 }, () => bench.step("vectors", async () => {
  await bench.open("vectors.cpp");
  await bench.waitForHint();
  await bench.goToLine(9, 3);
  await bench.command("Loopwright: Suggest an OpenACC Directive Here");
  const offered = bareTitles(await bench.shownFixes("compiled by"));
  assert.match(offered[0], /^parallel loop [^·]*collapse\(2\)[^·]* · proved · pays from height ≈ \d+ · compiled by/, offered.join("\n"));
  await bench.takeFirst();
  await bench.waitForText("#pragma acc parallel loop");
  await bench.screenshot("vectors");
  await bench.save();
  const text = bench.read("vectors.cpp");
  assert.match(text, /\n  const float \*in_data = in\.data\(\);\n/);
  assert.match(text, /sum \+= in_data\[/);
  execFileSync("g++", ["-fopenacc", "-foffload=disable", "-fsyntax-only", path.join(bench.folder, "vectors.cpp")]);
}));

test("hover names the two iterations that conflict, and no fix is offered", { timeout: 120_000 }, () => bench.step("refuted", async () => {
  await bench.open("prefix_sum.c");
  await bench.goToLine(6, 4);
  const text = await bench.hover();
  await bench.screenshot("hover");
  assert.match(text, /refuted/);
  assert.match(text, /iteration i=1 writes total\[1\], iteration i=2 reads it/);
  assert.equal(await bench.page.locator(".squiggly-hint").count(), 0);
}));

test("the evidence for a loop in a panel, its other directives in a list", { timeout: 180_000 }, () => bench.step("card", async () => {
  await bench.open("reduction.c");
  await bench.waitForHint();
  await bench.goToLine(11, 3);
  await bench.command("Loopwright: Other Directives");
  await bench.page.waitForSelector(".quick-input-widget .monaco-list-row:has-text('compiled by')");
  await bench.screenshot("other-directives");
  await bench.page.keyboard.press("Enter");
  await bench.waitForText("#pragma acc");
  await bench.page.keyboard.press("Control+Z");
  await bench.save();
  await bench.goToLine(11, 3);
  await bench.page.keyboard.press("Control+K");
  await bench.page.keyboard.press("Y");
  const panel = bench.panel();
  await panel.locator("main:has-text('The first directive changes')").waitFor();
  assert.match(await panel.locator("main").innerText(), /dependence proved[\s\S]*Moves: copyin values\[0:n\][\s\S]*\+ +#pragma acc/);
  await bench.screenshot("why");
  await panel.locator("#run:focus").waitFor(); // the keyboard alone is enough
  await bench.page.keyboard.press("Enter");
  await panel.locator("[role=status]:has-text('agreed on')").waitFor({ timeout: 60_000 });
  await panel.locator("main:has-text('tested on')").waitFor(); // drawn after the sentence of the run
  assert.doesNotMatch(await panel.locator("main").innerText(), /file:\/\//);
  await bench.screenshot("why-run");
  await bench.page.locator(".tab:has-text('Why?') .codicon-close").click(); // the commands of loops are those of an editor with code
  await bench.page.waitForSelector(".tab:has-text('Why?')", { state: "detached" });
}));

test("loops worth porting, the most rewarding first", { timeout: 180_000 }, () => bench.step("porting", async () => {
  await bench.command("Loopwright: Show Loops Worth Porting");
  const rows = bench.page.locator(".pane:has-text('Loops Worth Porting') .monaco-list-row");
  await rows.filter({ hasText: "collapse(2)" }).first().waitFor();
  await bench.screenshot("porting");
  assert.ok(await rows.count() > 3);
  assert.match(await rows.first().getAttribute("aria-label"), /^(?:map|stencil|reduction|sparse update) in /);
}));

test("a killed server comes back and no text is lost", { timeout: 120_000 }, () => bench.step("killed", async () => {
  await bench.open("reduction.c");
  await bench.waitForHint();
  await bench.goToLine(1, 1);
  await bench.page.keyboard.type("// typed before\n");
  const own = bench.processes("loopwright lsp");
  assert.ok(own.length > 0);
  for (const pid of own) process.kill(pid, "SIGKILL");
  await bench.page.keyboard.type("// typed after\n");
  await bench.waitForText("// typed after");
  await bench.goToLine(13, 4);
  await bench.page.waitForFunction(() => document.querySelectorAll(".squiggly-hint").length > 0);
  const titles = await bench.quickFixes("reduction(+:sum)");
  assert.ok(titles.some((title) => title.startsWith("parallel loop")), titles.join("\n"));
  await bench.page.keyboard.press("Escape");
  await bench.waitForText("// typed before");
}));

test("the doctor says what is in use", { timeout: 60_000 }, () => bench.step("doctor", async () => {
  await bench.command("Loopwright: Doctor");
  await bench.waitForText("loopwright-95m");
  await bench.screenshot("doctor");
}));

/** Without the list's own heading. */
function bareTitles(titles) {
  return titles.filter((title) => title !== "Quick Fix");
}
