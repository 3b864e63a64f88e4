// A real VS Code server and a real browser, and the few things a test does with them. All selectors are here.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const vscode = path.join(here, "vscode/node_modules/code-server/lib/vscode");
const main = path.join(vscode, "out/server-main.js");
const artifacts = path.join(here, "artifacts");
const packages = path.join(root, "build");
// With LOOPWRIGHT_PICTURES=1 the pictures of the documents are made anew (`make pictures`).
const pictures = process.env.LOOPWRIGHT_PICTURES ? path.join(root, "docs/images") : undefined;
export const python = path.join(root, ".venv/bin/python");

const SELECTORS = {
  workbench: ".monaco-workbench .part.editor",
  editor: ".monaco-editor .view-lines",
  line: ".monaco-editor .view-line",
  quickInput: ".quick-input-widget .quick-input-box input",
  chosenRow: ".quick-input-widget .monaco-list-row.focused",
  action: ".action-widget .monaco-list-row",
  hint: ".squiggly-hint",
  hover: ".monaco-hover:not(.hidden) .hover-contents",
  bulb: "[class*='lightbulb' i]",
};

const BULB_DELAY_MS = 400;

/** Runs in the page: whether a light bulb is on the line of the cursor, or on one beside it. */
function isBulbAtCursor(bulbs) {
  const line = document.querySelector(".view-overlays .current-line")?.getBoundingClientRect();
  return line && [...document.querySelectorAll(bulbs)].some((bulb) => {
    const { top, width } = bulb.getBoundingClientRect();
    return width > 0 && getComputedStyle(bulb).visibility === "visible" && Math.abs(top - line.top) < 1.5 * line.height;
  });
}

/** Runs in the page: whether the next Enter comes to an element that is one of `wanted`, once it has come. */
function nextEnter(wanted) {
  const next = { inside: false };
  const heard = (event) => {
    if (event.key !== "Enter") return;
    next.inside = event.target.matches(wanted);
    removeEventListener("keydown", heard, true);
  };
  addEventListener("keydown", heard, true);
  return next;
}

/** Runs in the page: what a reader of a failed test asks first. */
function whatIsShown() {
  const texts = (selector) => [...document.querySelectorAll(selector)].filter(({ offsetParent }) => offsetParent)
    .map(({ innerText }) => innerText.replaceAll("\n", " "));
  const { tagName, className } = document.activeElement ?? {};
  return { notifications: texts(".notification-list-item"), box: texts(".quick-input-widget"), focus: `${tagName} ${className}` };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { text += chunk; });
    child.on("exit", (code) => (code === 0 ? resolve(text) : reject(new Error(text))));
  });
}

export class Workbench {
  /** Install the extension into a fresh profile, start VS Code on a copy of `examples/`, open it in the browser.
   *  `vsix`: another package of `build/` or its path, or null for none yet. `searched`: the PATH that VS Code has; `around`: what else is in its environment.
   *  `trust`: whether folders have to be trusted first.
   *  `prepare(bench)`: makes what has to be there before VS Code starts, and may answer with a `.code-workspace` file to open. */
  static async start(settings = {}, { vsix = "loopwright.vsix", searched = process.env.PATH, around = {}, trust = false, prepare = () => undefined } = {}) {
    const self = new Workbench();
    self.steps = [];
    self.home = mkdtempSync(path.join(tmpdir(), "loopwright-e2e-"));
    self.folder = path.join(self.home, "workspace");
    cpSync(path.join(root, "examples"), self.folder, { recursive: true });
    const data = path.join(self.home, "data");
    mkdirSync(path.join(data, "data/Machine"), { recursive: true });
    writeFileSync(path.join(data, "data/Machine/settings.json"), JSON.stringify({
      "loopwright.server.python": python, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
      "files.autoSave": "off", "editor.minimap.enabled": false, "workbench.tips.enabled": false, ...settings,
    }));
    self.common = ["--server-data-dir", data, "--accept-server-license-terms"];
    self.storage = path.join(data, "data/User/globalStorage/loopwright.loopwright");
    const workspace = prepare(self);
    if (vsix) await self.install(vsix);
    const port = await freePort();
    self.server = spawn(process.execPath, [
      main, "--host", "127.0.0.1", "--port", String(port), "--without-connection-token",
      ...(trust ? [] : ["--disable-workspace-trust"]), "--telemetry-level", "off", ...self.common,
    ], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...around, PATH: searched } });
    self.log = "";
    await new Promise((resolve, reject) => {
      for (const stream of [self.server.stdout, self.server.stderr]) {
        stream.on("data", (chunk) => {
          self.log += chunk;
          if (self.log.includes("Extension host agent listening")) resolve();
        });
      }
      self.server.on("exit", () => reject(new Error(`VS Code ended: ${self.log}`)));
    });
    self.passed("VS Code's server listens");
    self.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"],
    });
    self.page = await self.browser.newPage({ viewport: { width: 1280, height: 760 } });
    self.page.setDefaultTimeout(25_000);
    await self.page.goto(`http://127.0.0.1:${port}/?${workspace ? `workspace=${workspace}` : `folder=${self.folder}`}`);
    await self.page.waitForSelector(SELECTORS.workbench);
    self.passed("window drawn");
    return self;
  }

  /** Install a package of `build/`, also while VS Code runs. */
  async install(vsix) {
    const file = path.resolve(packages, vsix);
    if (!existsSync(file)) throw new Error(`${file} is missing: make vsix, make vsix-platform`);
    this.began = Date.now();
    await run([main, "--install-extension", file, "--force", ...this.common]);
    this.passed("extension installed");
  }

  /** Notes that something has happened. */
  passed(what, at = Date.now()) {
    this.steps.push({ what, at });
  }

  /** Says what has happened since the installation began, with the lines of the log, and the seconds from one to the next. */
  tellTimes() {
    const logged = this.serverLog().split("\n").map((line) => /^(\S+ \S+) \[info\] (.*)/.exec(line)).filter(Boolean)
      .map(([, time, text]) => ({ what: text.replaceAll(this.home, "…"), at: new Date(time).getTime() }));
    let before = this.began;
    const rows = [...this.steps, ...logged].filter(({ at }) => at >= this.began).sort((one, other) => one.at - other.at);
    const lines = rows.map(({ what, at }) => {
      const row = [(at - this.began) / 1000, (at - before) / 1000].map((seconds) => seconds.toFixed(2).padStart(6)).join(" ");
      before = at;
      return `${row}  ${what}`;
    });
    console.log(["seconds since the installation began, and since the step before", ...lines].join("\n"));
  }

  /** Part of a test: if it fails there are a screenshot, what is shown in words, and the server's log. */
  async step(name, body) {
    try {
      await body();
    } catch (error) {
      await this.screenshot(`failed-${name}`);
      console.error(await this.page.evaluate(whatIsShown));
      console.error(this.serverLog());
      throw error;
    }
  }

  async open(name) {
    await this.page.keyboard.press("Escape");
    await this.pick("Control+P", name, name);
    await this.page.waitForSelector(`.tab.active:has-text("${name}")`);
    await this.page.waitForSelector(SELECTORS.editor);
  }

  /** A busy VS Code may see Enter before it has read what the box holds: the status bar tells where the cursor came to. */
  async goToLine(line, column = 1) {
    for (let tries = 1; ; tries += 1) {
      await this.pick("Control+G", `:${line}:${column}`);
      try {
        await this.page.waitForSelector(`[id="status.editor.selection"]:has-text("Ln ${line}, Col ")`, { timeout: 5_000 });
        return;
      } catch (error) {
        if (tries === 4) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Run a command of the palette by its title. */
  async command(title) {
    await this.pick("F1", `>${title}`, title);
  }

  /** Type into the box that `key` opens and press Enter on `row`, once it is the chosen one. A box loses its focus, and goes, when a
   *  panel opens late, also between the typing and Enter, which then comes to the panel: as a person would, press again. */
  async pick(key, text, row) {
    for (let tries = 1; ; tries += 1) {
      await this.page.keyboard.press(key);
      try {
        await this.page.fill(SELECTORS.quickInput, text, { timeout: 5_000 });
        if (row) await this.page.waitForSelector(`${SELECTORS.chosenRow}:has-text("${row}")`, { timeout: 10_000 });
        const next = await this.page.evaluateHandle(nextEnter, SELECTORS.quickInput);
        await this.page.press(`${SELECTORS.quickInput}:visible`, "Enter", { timeout: 2_000 });
        if (!await next.evaluate(({ inside }) => inside)) throw new Error("Enter came to something else");
        return;
      } catch (error) {
        if (tries === 4) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  waitForHint() {
    return this.page.waitForSelector(SELECTORS.hint);
  }

  /** The titles of the quick-fix list at the cursor, after one press of the key. */
  async quickFixes(containing) {
    await this.bulbAtCursor();
    await this.page.keyboard.press("Control+.");
    return this.shownFixes(containing);
  }

  /** The titles of the list that is open, once there is one with `containing`. */
  async shownFixes(containing) {
    await this.page.waitForSelector(`${SELECTORS.action}:has-text("${containing}")`);
    return this.page.locator(SELECTORS.action).allInnerTexts();
  }

  /** Until the light bulb of the cursor's line is there: VS Code takes back a list that was asked for before its own request for the
   *  bulb, a quarter of a second after the cursor has moved. It shows none where the text has not the focus when the answer comes, as
   *  behind a box that is slow to go, and asks again only when the cursor moves. */
  async bulbAtCursor() {
    for (let tries = 1; ; tries += 1) {
      await this.page.waitForTimeout(BULB_DELAY_MS);
      try {
        await this.page.waitForFunction(isBulbAtCursor, SELECTORS.bulb, { timeout: 5_000 });
        return;
      } catch (error) {
        if (tries === 5) throw error;
        await this.page.keyboard.press("ArrowRight");
        await this.page.keyboard.press("ArrowLeft");
      }
    }
  }

  /** Apply the first action of the open list. */
  async takeFirst() {
    await this.page.keyboard.press("Enter");
  }

  async hover() {
    await this.page.keyboard.press("Control+K");
    await this.page.keyboard.press("Control+I");
    await this.page.waitForSelector(SELECTORS.hover);
    await this.page.waitForFunction((selector) => {
      for (let node = document.querySelector(selector); node; node = node.parentElement) {
        if (Number(getComputedStyle(node).opacity) < 1) return false;  // still fading in
      }
      return true;
    }, SELECTORS.hover);
    return (await this.page.locator(SELECTORS.hover).allInnerTexts()).join("\n");
  }

  /** The open hover, once a part of it says `text`: parts come as their providers answer. */
  async hoverSaying(text) {
    await this.hover();
    await this.page.waitForFunction(
      ([selector, wanted]) => [...document.querySelectorAll(selector)].some((part) => part.textContent.includes(wanted)),
      [SELECTORS.hover, text],
    );
    return (await this.page.locator(SELECTORS.hover).allInnerTexts()).join("\n");
  }

  async waitForText(text) {
    await this.page.waitForFunction(
      ([selector, wanted]) => [...document.querySelectorAll(selector)]
        .some((line) => line.textContent.replaceAll("\u00a0", " ").includes(wanted)),
      [SELECTORS.line, text],
    );
  }

  async save() {
    await this.page.keyboard.press("Control+S");
    await this.page.waitForSelector(".tab.active:not(.dirty)");
  }

  read(name) {
    return readFileSync(path.join(this.folder, name), "utf-8");
  }

  async screenshot(name) {
    mkdirSync(artifacts, { recursive: true });
    const file = path.join(artifacts, `${name}.png`);
    await this.page.screenshot({ path: file });
    if (pictures && existsSync(path.join(pictures, `${name}.png`))) cpSync(file, path.join(pictures, `${name}.png`));
  }

  /** What a panel of ours shows: a page in a page of VS Code. */
  panel() {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  }

  /** What the extension and its server wrote to their log. */
  serverLog() {
    const logs = path.join(this.home, "data/data/logs");
    if (!existsSync(logs)) return "";
    return readdirSync(logs, { recursive: true }).filter((name) => name.endsWith("Loopwright.log"))
      .map((name) => readFileSync(path.join(logs, name), "utf-8")).join("\n");
  }

  /** Until the log has `text`. */
  async logged(text, milliseconds = 60_000) {
    for (const until = Date.now() + milliseconds; !this.serverLog().includes(text); await this.page.waitForTimeout(200)) {
      if (Date.now() > until) throw new Error(`the log lacks ${text}:\n${this.serverLog()}`);
    }
  }

  /** Processes below this VS Code whose command line holds `words`; another server on the machine is not ours to touch. */
  processes(words) {
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString().trim().split("\n").map((row) => {
      const [, pid, parent, line] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row);
      return { pid: Number(pid), parent: Number(parent), line };
    });
    const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
    const isOurs = (pid) => pid === this.server.pid || (parents.has(pid) && isOurs(parents.get(pid)));
    return rows.filter(({ pid, line }) => line.includes(words) && isOurs(pid)).map(({ pid }) => pid);
  }

  async stop() {
    await this.browser?.close();
    this.server?.removeAllListeners("exit");
    // All of them: a set-up that goes on would write where the profile is being removed.
    for (const pid of this.server ? this.processes("") : []) {
      try { process.kill(pid, "SIGKILL"); } catch { /* it has ended */ }
    }
    if (this.home) rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}
