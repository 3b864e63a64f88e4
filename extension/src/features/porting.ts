// The view "Loops Worth Porting": the loops of the workspace, the most rewarding first.
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { asCsv, filtered, namesakes, PATTERNS, PortableLoop, row } from "./portingRows";

const VIEW = "loopwright.porting";

export function registerPorting(context: vscode.ExtensionContext, host: ServerHost): void {
  const loops = new PortingTree(host);
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: loops, showCollapseAll: false });
  loops.told = (message) => { view.message = message; };
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  context.subscriptions.push(view);
  register("loopwright.porting.show", async () => {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    await loops.find();
  });
  register("loopwright.porting.refresh", () => loops.find());
  register("loopwright.porting.filter", () => loops.choose());
  register("loopwright.porting.export", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "csv", content: asCsv(loops.shown) });
    await vscode.window.showTextDocument(document);
  });
}

class PortingTree implements vscode.TreeDataProvider<PortableLoop> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  told: (message: string | undefined) => void = () => undefined;
  private all: PortableLoop[] = [];
  private ambiguous = new Set<string>();
  private pattern: string | undefined;
  private paying = false;

  constructor(private readonly host: ServerHost) {}

  get shown(): PortableLoop[] {
    return filtered(this.all, this.pattern, this.paying);
  }

  /** Ask the server for all folders; it shows its own progress, which can be stopped. */
  async find(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: VIEW } }, async () => {
      const found = await this.host.ask<{ loops: PortableLoop[]; files: number; complete: boolean }>("loopwright.server.loops", null);
      if (found === undefined) return;
      this.all = found.loops;
      this.ambiguous = namesakes(found.loops.map((loop) => loop.file));
      this.renew(`${found.loops.length} loops in ${found.files} files${found.complete ? "" : ", stopped early"}`);
    });
  }

  async choose(): Promise<void> {
    const items = [
      { label: "All loops", pattern: undefined, paying: false },
      { label: "Loops that pay", pattern: undefined, paying: true },
      ...PATTERNS.map((pattern) => ({ label: pattern, pattern, paying: false })),
    ];
    const chosen = await vscode.window.showQuickPick(items, { title: "Which loops?" });
    if (!chosen) return;
    ({ pattern: this.pattern, paying: this.paying } = chosen);
    this.renew(chosen.label === "All loops" ? undefined : `${chosen.label}: ${this.shown.length} of ${this.all.length}`);
  }

  getTreeItem(loop: PortableLoop): vscode.TreeItem {
    const uri = vscode.Uri.parse(loop.uri);
    const { label, description, tooltip, spoken } = row(loop, vscode.workspace.asRelativePath(uri), this.ambiguous);
    const item = new vscode.TreeItem(label);
    const at = new vscode.Range(loop.line - 1, 0, loop.line - 1, 0);
    item.description = description;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.iconPath = new vscode.ThemeIcon(loop.pays ? "rocket" : "circle-outline");
    item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection: at }] };
    return item;
  }

  getChildren(loop?: PortableLoop): PortableLoop[] {
    return loop ? [] : this.shown;
  }

  private renew(message: string | undefined): void {
    this.told(message);
    this.changed.fire();
  }
}
