// The CPU translation of a kernel beside its file: it follows edits, scrolls with the kernel, and shows which lines belong together.
import * as path from "path";
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { reached } from "./tour";
import { Lines, partners, previewUri, readUri } from "./previewUri";

const FOLLOW_MS = 300;
const ECHO_MS = 150;

interface Preview {
  kernel: string;
  text: string;
  lines: Lines;
}

export function registerTranslations(context: vscode.ExtensionContext, host: ServerHost): void {
  const documents = new PreviewDocuments(host);
  const together = new Together(documents);
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(
    documents, together,
    vscode.workspace.registerTextDocumentContentProvider("loopwright-kernel", documents),
    vscode.workspace.onDidChangeTextDocument((event) => documents.follow(event.document.uri.toString())),
    host.onDidRun((uri) => documents.follow(uri)),
    vscode.window.onDidChangeTextEditorVisibleRanges((event) => together.scrolled(event.textEditor)),
    vscode.window.onDidChangeTextEditorSelection((event) => together.selected(event.textEditor)),
  );
  register("loopwright.previewTranslation", async (uri?: string, kernel?: string) => {
    const where = await chosen(host, uri, kernel);
    if (!where) return;
    const source = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === where.uri)
      ?? await vscode.window.showTextDocument(vscode.Uri.parse(where.uri));
    const preview = await vscode.workspace.openTextDocument(vscode.Uri.parse(previewUri(where.uri, where.kernel)));
    await vscode.window.showTextDocument(preview, {
      viewColumn: (source.viewColumn ?? vscode.ViewColumn.One) + 1, preserveFocus: true, preview: true,
    });
    reached("kernel");
  });
  for (const [id, command] of [["verify", "verify"], ["benchmark", "benchmark"]]) {
    register(`loopwright.${id}Translation`, async (uri?: string, kernel?: string) => {
      const where = await chosen(host, uri, kernel);
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

/** What the lens named, else the kernel at the cursor, by the name that it has for itself (`k#2` is the second of that name). */
async function chosen(host: ServerHost, uri?: string, kernel?: string): Promise<{ uri: string; kernel: string } | undefined> {
  if (uri !== undefined && kernel !== undefined) return { uri, kernel };
  const editor = vscode.window.activeTextEditor;
  const own = editor?.document.uri.toString();
  const found = editor && await host.ask<string | null>("loopwright.server.kernel", own, editor.selection.active.line + 1);
  if (own && found) return { uri: own, kernel: found };
  if (!editor || found === null) void vscode.window.showInformationMessage("There is no kernel at the cursor.");
  return undefined;
}

class PreviewDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly pairs = new Map<string, Lines>();

  constructor(private readonly host: ServerHost) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { source, kernel } = readUri(uri.toString(true));
    const found = await this.host.ask<Preview | null>("loopwright.server.translate", source, kernel);
    this.pairs.set(uri.toString(), found?.lines ?? []);
    return found?.text ?? `// ${path.basename(source)} has no kernel ${kernel} any more\n`;
  }

  /** Lines of the file and of the preview that belong together, as they were when the preview was made. */
  lines(preview: vscode.Uri): Lines {
    return this.pairs.get(preview.toString()) ?? [];
  }

  /** The file was edited, or run: its previews are asked for anew, a moment after the last keystroke. */
  follow(source: string): void {
    clearTimeout(this.waiting.get(source));
    const open = vscode.workspace.textDocuments.filter(
      (document) => isPreview(document) && readUri(document.uri.toString(true)).source === source,
    );
    if (!open.length) return;
    this.waiting.set(source, setTimeout(() => open.forEach((document) => this.changed.fire(document.uri)), FOLLOW_MS));
  }

  dispose(): void {
    this.waiting.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
  }
}

function isPreview(document: vscode.TextDocument): boolean {
  return document.uri.scheme === "loopwright-kernel";
}

/** The file and the preview that are both visible; what happens in one is shown in the other. */
class Together implements vscode.Disposable {
  private readonly partner = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightForeground"),
  });
  /** Who moved last, and until when the other's movement is only its echo. */
  private leading: { editor: vscode.TextEditor; until: number } | undefined;

  constructor(private readonly documents: PreviewDocuments) {}

  scrolled(editor: vscode.TextEditor): void {
    const other = this.other(editor);
    const top = editor.visibleRanges[0]?.start.line;
    if (!other || top === undefined) return;
    if (this.leading && this.leading.editor !== editor && Date.now() < this.leading.until) return;
    this.leading = { editor, until: Date.now() + ECHO_MS };
    const { at } = partners(this.linesOf(editor, other), other.side, top + 1);
    if (at.length) other.editor.revealRange(new vscode.Range(at[0] - 1, 0, at[0] - 1, 0), vscode.TextEditorRevealType.AtTop);
  }

  selected(editor: vscode.TextEditor): void {
    const other = this.other(editor);
    if (!other || vscode.window.activeTextEditor !== editor) return;
    const { at, exact } = partners(this.linesOf(editor, other), other.side, editor.selection.active.line + 1);
    other.editor.setDecorations(this.partner, exact ? at.map((line) => new vscode.Range(line - 1, 0, line - 1, 0)) : []);
    editor.setDecorations(this.partner, []);
    if (exact) other.editor.revealRange(new vscode.Range(at[0] - 1, 0, at[0] - 1, 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.partner.dispose();
  }

  /** The editor beside `editor`, and which side of a pair of lines it is. */
  private other(editor: vscode.TextEditor): { editor: vscode.TextEditor; side: 0 | 1 } | undefined {
    const visible = vscode.window.visibleTextEditors;
    if (isPreview(editor.document)) {
      const { source } = readUri(editor.document.uri.toString(true));
      const found = visible.find((each) => each.document.uri.toString() === source);
      return found && { editor: found, side: 0 };
    }
    const found = visible.find(
      (each) => isPreview(each.document) && readUri(each.document.uri.toString(true)).source === editor.document.uri.toString(),
    );
    return found && { editor: found, side: 1 };
  }

  private linesOf(editor: vscode.TextEditor, other: { editor: vscode.TextEditor }): Lines {
    return this.documents.lines((isPreview(editor.document) ? editor : other.editor).document.uri);
  }
}
