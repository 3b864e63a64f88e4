// The CPU translation of a kernel beside the kernel: two virtual documents that follow edits.
import * as path from "path";
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { reached } from "./tour";
import { kernelAt, previewUri, readUri, Side } from "./previewUri";

const FOLLOW_MS = 300;

interface Preview {
  kernel: string;
  original: string;
  text: string;
}

export function registerTranslations(context: vscode.ExtensionContext, host: ServerHost): void {
  const documents = new PreviewDocuments(host);
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(
    documents,
    vscode.workspace.registerTextDocumentContentProvider("loopwright-kernel", documents),
    vscode.workspace.onDidChangeTextDocument((event) => documents.follow(event.document.uri.toString())),
  );
  register("loopwright.previewTranslation", async (uri?: string, kernel?: string) => {
    const where = chosen(uri, kernel);
    if (!where) return;
    const [left, right] = (["kernel", "translation"] as Side[]).map((side) => vscode.Uri.parse(previewUri(where.uri, where.kernel, side)));
    await vscode.commands.executeCommand("vscode.diff", left, right, `${where.kernel}: kernel ↔ CPU`, { preview: false });
    reached("kernel");
  });
  for (const [id, command] of [["verify", "verify"], ["benchmark", "benchmark"]]) {
    register(`loopwright.${id}Translation`, async (uri?: string, kernel?: string) => {
      const where = chosen(uri, kernel);
      if (!where) return;
      const outcome = await host.ask<string>(`loopwright.server.${command}`, where.uri, where.kernel);
      if (outcome !== undefined) void vscode.window.showInformationMessage(outcome);
      documents.follow(where.uri);
    });
  }
  register("loopwright.writeTranslation", async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) return;
    const result = await host.ask<{ text: string }>("loopwright.server.translate", document.uri.toString(), null);
    if (!result) return;
    const proposed = document.uri.with({ path: document.uri.path.replace(/\.cuh?$/, "") + ".cpp" });
    const target = await vscode.window.showSaveDialog({ defaultUri: proposed, filters: { "C++": ["cpp"] } });
    if (!target) return;
    await vscode.workspace.fs.writeFile(target, Buffer.from(result.text, "utf8"));
    await vscode.window.showTextDocument(target);
  });
}

/** What the lens named, else the kernel at the cursor. */
function chosen(uri?: string, kernel?: string): { uri: string; kernel: string } | undefined {
  if (uri !== undefined && kernel !== undefined) return { uri, kernel };
  const editor = vscode.window.activeTextEditor;
  const name = editor && kernelAt(editor.document.getText(), editor.document.offsetAt(editor.selection.active));
  if (editor && name) return { uri: editor.document.uri.toString(), kernel: name };
  void vscode.window.showInformationMessage("There is no kernel at the cursor.");
  return undefined;
}

class PreviewDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly host: ServerHost) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { source, kernel, side } = readUri(uri.toString(true));
    const found = await this.host.ask<Preview | null>("loopwright.server.translate", source, kernel);
    if (!found) return `// ${path.basename(source)} has no kernel ${kernel} any more\n`;
    return side === "kernel" ? found.original : found.text;
  }

  /** The file was edited: its previews are asked for anew, a moment after the last keystroke. */
  follow(source: string): void {
    clearTimeout(this.waiting.get(source));
    const open = vscode.workspace.textDocuments.filter(
      (document) => document.uri.scheme === "loopwright-kernel" && readUri(document.uri.toString(true)).source === source,
    );
    if (!open.length) return;
    this.waiting.set(source, setTimeout(() => open.forEach((document) => this.changed.fire(document.uri)), FOLLOW_MS));
  }

  dispose(): void {
    this.waiting.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
  }
}
