// A function or a program to the device: the plan with its edits in a preview, then the edits, all at once.
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { goTo } from "./places";

interface Plan { summary: string; markdown: string; files: { file: string; places: number }[] }

export function registerOffload(context: vscode.ExtensionContext, host: ServerHost): void {
  const document = new PlanDocument();
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider("loopwright-plan", document));
  register("loopwright.offloadProgram", () => offload(false));
  register("loopwright.offloadFunction", () => offload(true));

  async function offload(ofFunction: boolean): Promise<void> {
    const where = await goTo();
    if (!where) return;
    const place = [where.uri.toString(), ...(ofFunction ? [where.line + 1] : [])];
    const plan = await host.ask<Plan | null>("loopwright.server.plan", ...place);
    if (!plan) return;
    document.show(`# What would run on the device\n\n${plan.summary}\n\n${plan.markdown}\n`);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", PlanDocument.uri);
    if (!plan.files.length) return;
    const apply = "Apply the Edits";
    if ((await vscode.window.showInformationMessage(plan.summary, apply)) !== apply) return;
    const told = await host.ask<string>("loopwright.server.offload", ...place);
    if (told) void vscode.window.setStatusBarMessage(`Loopwright: ${told}`, 10_000);
  }
}

class PlanDocument implements vscode.TextDocumentContentProvider {
  static readonly uri = vscode.Uri.parse("loopwright-plan:Plan.md");
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private text = "";

  show(text: string): void {
    this.text = text;
    this.changed.fire(PlanDocument.uri);
  }

  provideTextDocumentContent(): string {
    return this.text;
  }
}
