// One press of Ctrl+. on fifty loops in a row, beside a build on every core: a list every time, and soon.
// LOOPWRIGHT_LOOPS=FOLDER takes the loops of other code; without it they are those of benchmarks/programs. LOOPWRIGHT_LOOPS_EACH bounds how many of a
// file; with LOOPWRIGHT_LOOPS_HASTE=1 the key is pressed at once, not when VS Code has drawn its light bulb, and lists that it
// takes back are counted.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Workbench } from "./workbench.mjs";

const COUNT = Number(process.env.LOOPWRIGHT_LOOPS_COUNT ?? 50);
const EACH = Number(process.env.LOOPWRIGHT_LOOPS_EACH ?? COUNT);
const HASTE = Boolean(process.env.LOOPWRIGHT_LOOPS_HASTE);
const CODE = process.env.LOOPWRIGHT_LOOPS ?? path.resolve(import.meta.dirname, "../../benchmarks/programs");
const SLOW_TO_COMPILE = "#include <regex>\n#include <map>\nint main() { std::map<int, std::regex> m; return m.size(); }\n";

let bench;
let own;
const builds = [];
before(async () => { bench = await Workbench.start({}, { prepare }); }, { timeout: 180_000 });
after(async () => {
  for (const build of builds) process.kill(-build.pid);
  await bench?.stop();
});

test("a list at every loop that has a hint", { timeout: 900_000 }, () => bench.step("loops", async () => {
  for (const number of cpus().keys()) builds.push(buildWithoutEnd(number));
  const seconds = [];
  let [files, takenBack] = [0, 0];
  for (const file of sources()) {
    if (seconds.length >= COUNT) break;
    const loops = loopsOf(file);
    if (!loops.length) continue;
    await bench.open(file);
    await bench.goToLine(loops[0].line); // hints are drawn where one looks
    files += 1;
    if (!await bench.page.waitForSelector(".squiggly-hint", { timeout: 15_000 }).catch(() => undefined)) continue;
    const until = Math.min(COUNT, seconds.length + EACH);
    for (const { line, end } of loops) {
      if (seconds.length >= until) break;
      await bench.goToLine(line, 1);
      if (!await hasHint()) continue;
      await bench.goToLine(line, end); // not behind spaces, where VS Code asks for no light bulb
      if (!HASTE) await bench.bulbAtCursor();
      const pressed = Date.now();
      await bench.page.keyboard.press("Control+.");
      const list = await bench.page.waitForSelector(".action-widget .monaco-list-row, :text('No code actions available')");
      seconds.push((Date.now() - pressed) / 1000);
      const isList = (await list.evaluate((node) => node.className)).includes("monaco-list-row");
      if (HASTE && !isList) {
        takenBack += 1;
        await bench.page.keyboard.press("Escape");
        continue;
      }
      assert.ok(isList, `${file}:${line}: no list`);
      const rows = await bench.page.locator(".action-widget .monaco-list-row").allInnerTexts();
      assert.ok(rows.some((row) => /OpenACC|Why\?/.test(row)), `${file}:${line}: ${rows}`);
      await bench.page.keyboard.press("Escape");
    }
  }
  assert.equal(seconds.length, COUNT);
  seconds.sort((a, b) => a - b);
  console.log(`${COUNT} lists in ${files} files: median ${seconds[COUNT >> 1].toFixed(2)} s, worst ${seconds[COUNT - 1].toFixed(2)} s beside ${cpus().length} builds, ${takenBack} taken back`);
}));

function prepare({ folder }) {
  own = found(folder).map((file) => path.relative(folder, file)).filter((name) => !name.includes(path.sep));
  for (const file of found(CODE)) cpSync(file, path.join(folder, nameOf(file)));
}

/** A folder's name and the file's, so that names differ. */
function nameOf(file) {
  return `${path.basename(path.dirname(file))}-${path.basename(file)}`;
}

function found(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name))
    .filter((file) => /\.(?:c|cpp|cc)$/.test(file) && statSync(file).isFile()).sort();
}

/** The files with loops: those of CODE, and where nobody has chosen code those of the tests' folder too. */
function sources() {
  return [...found(CODE).map(nameOf), ...(process.env.LOOPWRIGHT_LOOPS ? [] : own)];
}

function loopsOf(file) {
  return readFileSync(path.join(bench.folder, file), "utf-8").split("\n")
    .flatMap((text, index) => (/^\s*for ?\(/.test(text) ? [{ line: index + 1, end: text.trimEnd().length + 1 }] : []));
}

/** Whether the line with the cursor has a hint. */
async function hasHint() {
  await bench.page.waitForTimeout(300); // until what is shown has come to rest
  await bench.page.waitForSelector(".view-overlays .current-line");
  return bench.page.evaluate(() => {
    const top = (node) => node.getBoundingClientRect().top;
    const line = document.querySelector(".view-overlays .current-line").getBoundingClientRect();
    return [...document.querySelectorAll(".squiggly-hint")].some((hint) => top(hint) >= line.top - 2 && top(hint) < line.bottom - 2);
  });
}

function buildWithoutEnd(number) {
  const source = path.join(bench.home, `slow${number}.cpp`);
  writeFileSync(source, SLOW_TO_COMPILE);
  return spawn("sh", ["-c", `while :; do g++ -O2 -c ${source} -o ${source}.o; done`], { detached: true, stdio: "ignore" });
}
