// The walkthrough's examples, and what happened to them: a step is done when the thing itself was seen.
import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { neutralFolder } from "../programs";

/** A step of the walkthrough: `loopwright.tour.NAME` is its context key, and its command where it has an example. */
type Step = "directive" | "wrong" | "kernel" | "ready";

const PATIENCE_MS = 10_000;

const EXAMPLES = {
  directive: { file: "loop.c", at: "for (" },
  wrong: { file: "wrong.c", at: "vector_lenght" },
  kernel: { file: "kernel.cu", at: "block_sums" },
} as const;

export function reached(step: Step): void {
  void vscode.commands.executeCommand("setContext", `loopwright.tour.${step}`, true);
}

export function registerTour(context: vscode.ExtensionContext): void {
  for (const step of ["directive", "wrong", "kernel"] as const) {
    context.subscriptions.push(vscode.commands.registerCommand(`loopwright.tour.${step}`, async () => {
      const editor = await openExample(context, step);
      if (step !== "kernel") {
        await found(editor.document.uri);
        const active = vscode.window.activeTextEditor;
        if (active && active.document !== editor.document) return; // somebody has gone elsewhere
        // The walkthrough may have taken the focus back meanwhile; keys, light bulbs and hovers are where the focus is.
        await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection: editor.selection });
      }
      if (step === "wrong") await vscode.commands.executeCommand("editor.action.showHover");
      if (step === "kernel") await vscode.commands.executeCommand("loopwright.previewTranslation", editor.document.uri.toString(), "block_sums");
    }));
  }
  context.subscriptions.push(vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.contentChanges.some((change) => change.text.includes("#pragma acc"))) reached("directive");
  }));
}

/** Resolves when there are findings in a file, or when it takes too long: a hover shows those that are there when it opens. */
function found(uri: vscode.Uri): Promise<void> {
  return new Promise((resolve) => {
    if (vscode.languages.getDiagnostics(uri).length) return resolve();
    const end = () => { clearTimeout(timer); listener.dispose(); resolve(); };
    const timer = setTimeout(end, PATIENCE_MS);
    const listener = vscode.languages.onDidChangeDiagnostics((event) => {
      if (event.uris.some((changed) => changed.toString() === uri.toString())) end();
    });
  });
}

/** Opens a copy that may be edited, as it came: the tour can be taken again. */
async function openExample(context: vscode.ExtensionContext, step: keyof typeof EXAMPLES): Promise<vscode.TextEditor> {
  const { file, at } = EXAMPLES[step];
  const folder = neutralFolder(path.join(neutralFolder(context.globalStorageUri.fsPath), "tour"));
  const copy = path.join(folder, file);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.fsPath === copy);
  if (!open) await fs.copyFile(path.join(context.extensionPath, "walkthrough", "examples", file), copy);
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(copy), { viewColumn: vscode.ViewColumn.Beside, preview: false });
  const place = editor.document.positionAt(editor.document.getText().indexOf(at));
  editor.selection = new vscode.Selection(place, place);
  return editor;
}
