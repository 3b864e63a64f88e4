// Makes an environment for the server in the extension's storage, from the wheel that the extension brings.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

export function ownPython(storage: string): string | undefined {
  const name = process.platform === "win32" ? path.join("Scripts", "python.exe") : path.join("bin", "python");
  const file = path.join(storage, "environment", name);
  return existsSync(file) ? file : undefined;
}

export async function install(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<boolean> {
  const storage = context.globalStorageUri.fsPath;
  const environment = path.join(storage, "environment");
  const bundled = path.join(context.extensionPath, "bundled");
  const wheel = existsSync(bundled) ? readdirSync(bundled).find((name) => name.endsWith(".whl")) : undefined;
  const what = wheel ? path.join(bundled, wheel) : "loopwright";
  mkdirSync(storage, { recursive: true });
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Loopwright", cancellable: true },
    async (progress, token) => {
      const steps: [string, string, string[]][] = [
        ["making an environment", "python3", ["-m", "venv", environment]],
        ["installing the server", "", ["-m", "pip", "install", "--upgrade", what]],
        ["building the model's runtime (some minutes, once)", "", ["-m", "loopwright", "model", "runtime"]],
      ];
      for (const [title, program, args] of steps) {
        progress.report({ message: title });
        const failure = await execute(program || (ownPython(storage) ?? "python3"), args, log, token);
        if (token.isCancellationRequested) return false;
        if (failure !== undefined) {
          const optional = title.startsWith("building");
          const text = optional
            ? "The model's runtime could not be built; directives come from the analysis alone."
            : `Loopwright could not be set up while ${title}: ${failure}`;
          const choice = await vscode.window.showErrorMessage(text, "Show Log");
          if (choice) log.show();
          if (!optional) return false;
        }
      }
      return true;
    },
  );
}

function execute(
  program: string, args: string[], log: vscode.LogOutputChannel, token: vscode.CancellationToken,
): Promise<string | undefined> {
  log.info(`${program} ${args.join(" ")}`);
  return new Promise((resolve) => {
    const child = execFile(program, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (stdout) log.debug(stdout);
      if (stderr) log.warn(stderr);
      resolve(error ? (stderr.trim().split("\n").pop() || error.message) : undefined);
    });
    token.onCancellationRequested(() => child.kill());
  });
}
