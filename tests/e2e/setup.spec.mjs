// Setting up as people do it: the offer answered late, given up and taken up again, a new version of the extension over an old server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Workbench } from "./workbench.mjs";

const TOAST = ".notification-toast";
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

test("a server that came with an older extension is renewed", { timeout: 420_000 }, () => using({ prepare: oldServer }, async (bench) => {
  await bench.open("matrix_product.c");
  await bench.page.waitForSelector(".squiggly-hint", { timeout: 60_000 }); // the old one works meanwhile
  const python = path.join(bench.storage, "environment/bin/python");
  const version = () => execFileSync(python, ["-m", "pip", "list", "--format=json"]).toString();
  const wanted = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../extension/package.json"), "utf-8")).version;
  for (const until = Date.now() + 240_000; ; await bench.page.waitForTimeout(2_000)) {
    const found = JSON.parse(version()).find(({ name }) => name === "loopwright")?.version;
    if (found === wanted) break;
    assert.ok(Date.now() < until, `still ${found}`);
  }
  assert.match(bench.serverLog(), /server: loopwright 0\.0\.1 /);
  await bench.logged(`server: loopwright ${wanted} `);
  await bench.screenshot("renewed");
}));

async function using(options, body) {
  const bench = await Workbench.start(NO_SERVER, options);
  try {
    await bench.step("setup", () => body(bench));
  } finally {
    await bench.stop();
  }
}

/** An environment as an extension of version 0.0.1 left it. */
function oldServer({ storage }) {
  const wheels = path.resolve(import.meta.dirname, "../../extension/bundled");
  const wheel = readdirSync(wheels).find((name) => name.startsWith("loopwright-"));
  const python = path.join(storage, "environment/bin/python");
  execFileSync("python3", ["-m", "venv", path.join(storage, "environment")]);
  execFileSync(python, ["-m", "pip", "install", "--quiet", path.join(wheels, wheel)]);
  const site = execFileSync(python, ["-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]).toString().trim();
  const info = readdirSync(site).find((name) => /^loopwright-.*dist-info$/.test(name));
  for (const [file, version] of [["loopwright/__init__.py", /(?<=__version__ = ")[^"]+/], [`${info}/METADATA`, /(?<=^Version: ).+/m]]) {
    writeFileSync(path.join(site, file), readFileSync(path.join(site, file), "utf-8").replace(version, "0.0.1"));
  }
}
