// Life cycle only: a log, a server, the features. Each feature is a file of its own.
import * as vscode from "vscode";
import { ServerHost } from "./client";
import { registerCard } from "./features/card";
import { registerOffload } from "./features/offload";
import { registerCommands } from "./features/commands";
import { registerPorting } from "./features/porting";
import { registerTranslations } from "./features/translations";
import { registerTour } from "./features/tour";
import { StatusItem } from "./features/status";
import { registerWhy } from "./features/why";

export function activate(context: vscode.ExtensionContext): { ready: () => boolean } {
  const log = vscode.window.createOutputChannel("Loopwright", { log: true });
  log.info(`extension ${context.extension.packageJSON.version} in VS Code ${vscode.version} on ${process.platform}-${process.arch}`);
  const status = new StatusItem();
  const host = new ServerHost(context, log, status);
  context.subscriptions.push(log, status, host);
  registerCommands(context, host, log);
  registerCard(context, host);
  registerWhy(context, host);
  registerOffload(context, host);
  registerPorting(context, host);
  registerTranslations(context, host);
  registerTour(context);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => host.tellTrust()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("loopwright.server")) void host.restart();
    }),
  );
  // Nothing here waits for the server or for a person: until this returns VS Code runs none of our commands.
  void host.begin();
  return { ready: () => host.running };
}

export function deactivate(): void {
  // The host is a subscription: VS Code disposes it, which stops the server.
}
