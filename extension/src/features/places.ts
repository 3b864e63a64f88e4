// Places in documents, as commands name them: a URI and a line from 1, or nothing for the cursor.
import * as vscode from "vscode";

/** Puts the cursor at a line (1-based), or leaves it where it is; the document and its 0-based line. */
export async function goTo(uri?: string, line?: number): Promise<{ uri: vscode.Uri; line: number } | undefined> {
  const editor = typeof uri === "string"
    ? await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preserveFocus: false, viewColumn: columnOf(uri) })
    : vscode.window.activeTextEditor;
  if (!editor) return undefined;
  if (typeof line === "number") {
    const column = editor.document.lineAt(line - 1).firstNonWhitespaceCharacterIndex;
    const position = new vscode.Position(line - 1, column);
    editor.selection = new vscode.Selection(position, position);
    editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return { uri: editor.document.uri, line: editor.selection.active.line };
}

/** Where a document is shown already: a command that comes from a panel must not open it over the panel. */
function columnOf(uri: string): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri)?.viewColumn;
}
