// The commands of the palette.
import * as vscode from "vscode";
import type { ServerHost } from "../client";

export function registerCommands(
  context: vscode.ExtensionContext, host: ServerHost, log: vscode.LogOutputChannel,
): void {
  const doctor = new DoctorDocument();
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider("loopwright", doctor));
  register("loopwright.restart", () => host.restart());
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
    const outcome = await host.ask<string | null>("loopwright.server.test", where, line ?? (editor?.selection.active.line ?? 0) + 1);
    if (outcome !== undefined) void vscode.window.showInformationMessage(outcome ?? "There is no loop at the cursor.");
  });
  register("loopwright.doctor", async () => {
    const text = await host.ask<string>("loopwright.server.doctor");
    if (text === undefined) return;
    doctor.show(`Loopwright extension ${context.extension.packageJSON.version}, VS Code ${vscode.version}\n${text}\n`);
    await vscode.window.showTextDocument(DoctorDocument.uri, { preview: true });
  });
}

/** Puts the cursor at a line (1-based), or leaves it where it is; the document and its 0-based line. */
async function goTo(uri?: string, line?: number): Promise<{ uri: vscode.Uri; line: number } | undefined> {
  const editor = uri !== undefined
    ? await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preserveFocus: false })
    : vscode.window.activeTextEditor;
  if (!editor) return undefined;
  if (line !== undefined) {
    const column = editor.document.lineAt(line - 1).firstNonWhitespaceCharacterIndex;
    const position = new vscode.Position(line - 1, column);
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(new vscode.Range(position, position));
  }
  return { uri: editor.document.uri, line: editor.selection.active.line };
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
