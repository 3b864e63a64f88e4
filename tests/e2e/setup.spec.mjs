// Setting up as people do it: the offer answered late, given up and taken up again, an update of the extension, no network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Workbench } from "./workbench.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TOAST = ".notification-toast";
const HINT = ".squiggly-hint";
const NO_SERVER = { "loopwright.server.python": "" };

test("an offer that is answered late", { timeout: 420_000 }, () => using({}, async (bench) => {
  await bench.open("matrix_product.c");
  await bench.page.waitForSelector(`${TOAST}:has-text("Loopwright needs its server")`);
  await bench.page.waitForSelector(TOAST, { state: "detached", timeout: 60_000 }); // it goes by itself
  await bench.command("Notifications: Show Notifications");
  await bench.screenshot("offer-late");
  await bench.page.locator(".notifications-center .monaco-button:has-text('Set Up')").first().click();
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 300_000 });
}));

test("set-up that is given up and taken up again", { timeout: 420_000 }, () => using({}, async (bench) => {
  await bench.open("matrix_product.c");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(`${TOAST}:has-text("of 3")`, { timeout: 60_000 });
  await bench.page.locator(`${TOAST}:has-text("of 3") .monaco-button:has-text("Cancel")`).click();
  await bench.page.waitForSelector(`${TOAST}:has-text("of 3")`, { state: "detached", timeout: 60_000 });
  assert.equal(await bench.page.locator(".squiggly-hint").count(), 0);
  await bench.screenshot("set-up-cancelled");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 300_000 });
  await bench.screenshot("set-up-resumed");
}));

test("an older version of the extension is updated, and its server with it", { timeout: 420_000 }, () => using({ vsix: older() }, async (bench) => {
  await bench.open("matrix_product.c");
  await bench.command("Loopwright: Set Up the Server");
  await bench.page.waitForSelector(HINT, { timeout: 150_000 });
  assert.match(bench.serverLog(), /extension 0\.0\.1 [^]*server: loopwright 0\.0\.1 /);
  await bench.install("loopwright.vsix");
  await bench.page.reload(); // VS Code asks for it after an update
  const version = JSON.parse(readFileSync(path.join(ROOT, "extension/package.json"), "utf-8")).version;
  await bench.logged(`extension ${version} `);
  await bench.logged("server: loopwright 0.0.1 "); // the old one works meanwhile
  await bench.logged(`server: loopwright ${version} `, 240_000);
  await bench.page.waitForSelector(HINT, { timeout: 60_000 });
  await bench.screenshot("updated");
  const left = readdirSync(path.join(bench.storage, "environment/lib"), { recursive: true }).filter((name) => /loopwright-.*dist-info$/.test(name));
  assert.deepEqual(left.map((name) => path.basename(name)), [`loopwright-${version}.dist-info`]);
}));

test("without a network it is said, and what to do; with one again it goes on", { timeout: 420_000 }, () => {
  const settings = path.join(mkdtempSync(path.join(tmpdir(), "loopwright-pip-")), "pip.conf");
  writeFileSync(settings, "[global]\nproxy = http://127.0.0.1:9\nno-index = false\nfind-links =\n");
  return using({ around: { PIP_CONFIG_FILE: settings, PIP_FIND_LINKS: "" } }, async (bench) => {
    await bench.open("matrix_product.c");
    await bench.command("Loopwright: Set Up the Server");
    const failed = bench.page.locator(`${TOAST}:has-text("the package registry cannot be reached")`);
    await failed.waitFor({ timeout: 120_000 });
    await bench.page.waitForTimeout(500); // until it has come up
    await bench.screenshot("no-network");
    writeFileSync(settings, "");
    await failed.locator(".monaco-button:has-text('Try Again')").click();
    await bench.page.waitForSelector(HINT, { timeout: 150_000 });
    await bench.screenshot("network-again");
  });
});

async function using(options, body) {
  const bench = await Workbench.start(NO_SERVER, options);
  try {
    await bench.step("setup", () => body(bench));
  } finally {
    await bench.stop();
  }
}

/** The package that an extension of version 0.0.1 would have been. */
function older() {
  const target = path.join(mkdtempSync(path.join(tmpdir(), "loopwright-older-")), "older.vsix");
  execFileSync("python3", [path.join(import.meta.dirname, "older_package.py"), path.join(ROOT, "build/loopwright.vsix"), target, "0.0.1"]);
  return target;
}
