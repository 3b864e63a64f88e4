// A program of two files goes to the device: the plan with the edits in a preview, then both files changed at once.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

const SOLVER = `void spread_out(double *v, const double *w, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = 0.25 * w[i - 1] + 0.5 * w[i] + 0.25 * w[i + 1];
}
`;
const MAIN = `#include <stdio.h>
#include <stdlib.h>
void spread_out(double *v, const double *w, int n);
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  double *v = calloc(n, sizeof *v), *w = calloc(n, sizeof *w);
  w[n / 2] = 1.0;
  for (int t = 0; t < 20; t++) {
    spread_out(v, w, n);
    spread_out(w, v, n);
  }
  printf("%.6e\\n", w[n / 2]);
  free(v);
  free(w);
  return 0;
}
`;

let bench;
before(async () => {
  bench = await Workbench.start({ "loopwright.model.enable": false });
  writeFileSync(path.join(bench.folder, "heat_main.c"), MAIN);
  writeFileSync(path.join(bench.folder, "heat_solver.c"), SOLVER);
}, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

test("the plan first, then the edits of two files at once", { timeout: 180_000 }, () => bench.step("offload", async () => {
  await bench.open("heat_solver.c");
  await bench.waitForHint();
  await bench.open("heat_main.c");
  await bench.command("Offload This Program");
  const apply = bench.page.locator(".notifications-toasts .monaco-button", { hasText: "Apply the Edits" });
  await apply.waitFor({ timeout: 60_000 });
  await bench.page.waitForSelector('.tab:has-text("Plan.md")');
  await bench.panel().locator("body:has-text('Memory on the device')").waitFor();
  await bench.screenshot("offload-plan");
  await apply.click();
  await bench.page.locator('.tab:has-text("heat_solver.c")').first().click();
  await bench.waitForText("#pragma acc parallel loop");
  await bench.page.locator('.tab:has-text("heat_main.c")').first().click();
  await bench.waitForText("#pragma acc enter data");
  await bench.screenshot("offload-done");
  assert.equal(await bench.page.locator(".monaco-dialog-box").count(), 0);
}));
