// The commands of the palette.
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { goTo } from "./places";

const ISSUES = "https://github.com/loopwright/loopwright/issues/new";
const MENU = [
  { label: "$(list-ordered) Loops worth porting", command: "loopwright.porting.show" },
  { label: "$(pulse) Doctor: what was found", command: "loopwright.doctor" },
  { label: "$(output) Show the log", command: "loopwright.showLog" },
  { label: "$(debug-restart) Restart the server", command: "loopwright.restart" },
  { label: "$(debug-stop) Stop the server", command: "loopwright.stop" },
  { label: "$(cloud-download) Set up the server", command: "loopwright.install" },
  { label: "$(gear) Settings", command: "loopwright.openSettings" },
  { label: "$(book) Walkthrough", command: "loopwright.openWalkthrough" },
  { label: "$(report) Report an issue", command: "loopwright.reportIssue" },
];

export function registerCommands(
  context: vscode.ExtensionContext, host: ServerHost, log: vscode.LogOutputChannel,
): void {
  const doctor = new DoctorDocument();
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider("loopwright", doctor));
  register("loopwright.start", () => host.begin());
  register("loopwright.stop", () => host.end());
  register("loopwright.restart", () => host.restart());
  register("loopwright.menu", async () => {
    const chosen = await vscode.window.showQuickPick(MENU, { title: "Loopwright" });
    if (chosen) await vscode.commands.executeCommand(chosen.command);
  });
  register("loopwright.openSettings", () => vscode.commands.executeCommand("workbench.action.openSettings", "@ext:loopwright.loopwright"));
  register("loopwright.openWalkthrough", () =>
    vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false));
  register("loopwright.reportIssue", async () => {
    const text = host.running ? await host.ask<string>("loopwright.server.doctor") : "The server is not running.";
    const body = `**What happened**\n\n\n**A file that shows it**\n\n\n**Doctor**\n\n\`\`\`\n${versions(context)}\n${text ?? ""}\n\`\`\`\n`;
    await vscode.env.clipboard.writeText(body);
    void vscode.window.showInformationMessage("What Doctor says is in the clipboard, for the issue.");
    await vscode.env.openExternal(vscode.Uri.parse(ISSUES));
  });
  register("loopwright.showLog", () => log.show());
  register("loopwright.install", () => host.install());
  register("loopwright.suggestHere", async (uri?: string, line?: number) => {
    const where = await goTo(uri, line);
    // VS Code cannot add to a list that is open: it is shown again when everything is there.
    if (where !== undefined) await host.ask("loopwright.server.suggest", where.uri.toString(), where.line + 1);
    await vscode.commands.executeCommand("editor.action.quickFix");
  });
  register("loopwright.testHere", async (uri?: string, line?: number) => {
    const editor = vscode.window.activeTextEditor;
    const where = uri ?? editor?.document.uri.toString();
    if (where === undefined) return;
    const outcome = await host.ask<string>("loopwright.server.test", where, line ?? (editor?.selection.active.line ?? 0) + 1);
    if (outcome !== undefined) void vscode.window.showInformationMessage(outcome);
  });
  register("loopwright.doctor", async () => {
    const text = await host.ask<string>("loopwright.server.doctor");
    if (text === undefined) return;
    doctor.show(`${versions(context)}\n${text}\n`);
    await vscode.window.showTextDocument(DoctorDocument.uri, { preview: true });
  });
}

function versions(context: vscode.ExtensionContext): string {
  return `Loopwright extension ${context.extension.packageJSON.version}, VS Code ${vscode.version}`;
}

class DoctorDocument implements vscode.TextDocumentContentProvider {
  static readonly uri = vscode.Uri.parse("loopwright:Loopwright%20Doctor.txt");
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private text = "";

  show(text: string): void {
    this.text = text;
    this.changed.fire(DoctorDocument.uri);
  }

  provideTextDocumentContent(): string {
    return this.text;
  }
}
