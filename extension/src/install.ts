// Makes an environment for the server in the extension's storage, from the wheel that the extension brings.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import * as path from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { percentOf, reasonOf, sentence } from "./installText";
import { findProgram, isolated, neutralFolder } from "./programs";

export function ownPython(storage: string): string | undefined {
  const name = process.platform === "win32" ? path.join("Scripts", "python.exe") : path.join("bin", "python");
  const file = path.join(storage, "environment", name);
  return existsSync(file) ? file : undefined;
}

/** The Python of a package for one platform: the server, the model and its runtime are in it. */
export function bundledPython(extension: string): string | undefined {
  const name = process.platform === "win32" ? "python.exe" : path.join("bin", "python3");
  const file = path.join(extension, "bundled", "python", name);
  return existsSync(file) ? file : undefined;
}

/** `changed` is called when there is a new server to start: once with analysis and rules, and again with the model. False where the user
 * gave it up. */
export async function install(
  context: vscode.ExtensionContext, log: vscode.LogOutputChannel, changed: () => Promise<void>,
): Promise<boolean> {
  const storage = context.globalStorageUri.fsPath;
  const environment = path.join(storage, "environment");
  const bundled = path.join(context.extensionPath, "bundled");
  const wheels = existsSync(bundled) ? readdirSync(bundled).filter((name) => name.endsWith(".whl")) : [];
  const what = wheels.length ? wheels.map((name) => path.join(bundled, name)) : ["loopwright"];
  const folder = neutralFolder(storage);
  const workspaces = (vscode.workspace.workspaceFolders ?? []).map((open) => open.uri.fsPath);
  const python = ["python3", "python"].map((name) => findProgram(name, process.env.PATH ?? "", workspaces)).find(Boolean);
  if (!python) {
    void vscode.window.showErrorMessage("Loopwright needs Python 3.10 or newer on PATH.");
    return true;
  }
  const started = Date.now();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Loopwright", cancellable: true },
    async (progress, token) => {
      for (const [number, step] of steps(python, environment, what).entries()) {
        let line = "";
        let shown = 0;
        const tell = () => {
          const seconds = Math.round((Date.now() - started) / 1000);
          const percent = percentOf(line);
          progress.report({ message: sentence(number + 1, step.title, line, seconds), increment: percent && percent - shown });
          shown = percent ?? shown;
        };
        tell();
        const clock = setInterval(tell, 1_000);
        const hear = step.tells ? (said: string) => { line = said; } : () => undefined;
        const failure = await execute(step.program || (ownPython(storage) ?? python), step.args, folder, log, token, hear);
        clearInterval(clock);
        if (token.isCancellationRequested) return false;
        if (failure !== undefined && !step.optional) {
          void tellFailure(`Loopwright could not be set up while ${step.title}: ${failure}.`, log);
          return true;
        }
        if (failure !== undefined) {
          void tellFailure(`The model could not be set up; directives come from the analysis alone: ${failure}.`, log);
        } else if (step.starts) {
          await changed();
        }
      }
      return true;
    },
  );
}

interface Step {
  title: string;
  /** Empty: the Python of the new environment. */
  program: string;
  args: string[];
  /** Whether there is a server to start when it is done, and whether the rest works without it. */
  starts?: boolean;
  optional?: boolean;
  /** Whether what it prints says how far it is. */
  tells?: boolean;
}

// Byte code of everything takes longer than all else that pip does; Python compiles what the server imports when it first starts.
const PIP_INSTALL = isolated("pip", "install", "--no-compile", "--disable-pip-version-check", "--upgrade");

function steps(python: string, environment: string, what: string[]): Step[] {
  return [
    { title: "making an environment", program: python, args: isolated("venv", environment) },
    { title: "installing the server", program: "", args: [...PIP_INSTALL, ...what], starts: true },
    {
      title: "the model's runtime; everything else works already", program: "",
      args: isolated("loopwright", "model", "runtime"), starts: true, optional: true, tells: true,
    },
  ];
}

async function tellFailure(text: string, log: vscode.LogOutputChannel): Promise<void> {
  const choice = await vscode.window.showErrorMessage(text, "Try Again", "Show Log");
  if (choice === "Try Again") await vscode.commands.executeCommand("loopwright.install");
  if (choice === "Show Log") log.show();
}

function execute(
  program: string, args: string[], folder: string, log: vscode.LogOutputChannel, token: vscode.CancellationToken,
  hear: (line: string) => void,
): Promise<string | undefined> {
  log.info(`${program} ${args.join(" ")}`);
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (stdout) log.debug(stdout);
      if (stderr) log.warn(stderr);
      resolve(error ? reasonOf(stdout, stderr, error.message) : undefined);
    });
    if (child.stdout) createInterface({ input: child.stdout }).on("line", hear);
    token.onCancellationRequested(() => child.kill());
  });
}
