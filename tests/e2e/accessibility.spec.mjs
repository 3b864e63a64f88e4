// Keyboard alone, a high-contrast theme, names for a screen reader, and no meaning by colour alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

let bench;
before(async () => {
  bench = await Workbench.start({ "workbench.colorTheme": "Default High Contrast", "editor.accessibilitySupport": "on" });
}, { timeout: 180_000 });
after(async () => { await bench?.stop(); });

test("the evidence is reached, read and left by the keyboard", { timeout: 180_000 }, () => bench.step("keyboard", async () => {
  await bench.open("reduction.c");
  await bench.waitForHint();
  await bench.goToLine(11, 3);
  await bench.page.keyboard.press("Control+K");
  await bench.page.keyboard.press("Y");
  const panel = bench.panel();
  await panel.locator("#run:focus").waitFor();
  await bench.page.keyboard.press("Tab");
  await panel.locator("#others:focus").waitFor();
  const names = await panel.locator("button").evaluateAll((buttons) => buttons.map((button) => button.textContent.trim()));
  assert.deepEqual(names, ["Run on Generated Inputs", "Other Directives…"]);
  assert.equal(await panel.locator("html").getAttribute("lang"), "en");
  for (const place of ["#run", "main p", "h1", "main p code", "main pre code"]) {
    const ratio = await panel.locator(place).first().evaluate(contrast);
    assert.ok(ratio >= 4.5, `${place}: contrast ${ratio.toFixed(1)} (WCAG 2.2, 1.4.3 asks for 4.5)`);
  }
  await bench.screenshot("high-contrast");
  await bench.page.keyboard.press("Control+1"); // back to the code
  await bench.page.keyboard.press("Control+End");
  await bench.page.waitForSelector(".monaco-editor.focused");
}));

test("a row of the view says in words what its icon shows", { timeout: 180_000 }, () => bench.step("rows", async () => {
  await bench.command("Loopwright: Show Loops Worth Porting");
  const rows = bench.page.locator(".pane:has-text('Loops Worth Porting') .monaco-list-row");
  await rows.first().waitFor();
  await bench.page.waitForFunction(() => document.querySelectorAll(".pane .monaco-list-row[aria-label*=' in ']").length > 3);
  for (const label of await rows.evaluateAll((found) => found.map((row) => row.getAttribute("aria-label")))) {
    assert.match(label, /times as fast on the device|does not pay by itself/, label);
  }
}));

/** Of a text and what is behind it, as WCAG 2.2 defines it. */
function contrast(node) {
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  let behind = node;
  while (behind && numbers(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const editor = getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background").trim();
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = behind ? getComputedStyle(behind).backgroundColor : editor;
  canvas.fillRect(0, 0, 1, 1);
  const back = [...canvas.getImageData(0, 0, 1, 1).data];
  const [light, dark] = [luminance(numbers(getComputedStyle(node).color)), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
