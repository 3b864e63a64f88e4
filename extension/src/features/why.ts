// The evidence for a loop in a panel beside it: what was proved, what each directive changes, and a button that runs it.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { goTo } from "./places";
import { Action, followed, linked, page } from "./whyPage";

export function registerWhy(context: vscode.ExtensionContext, host: ServerHost): void {
  const panel = new WhyPanel(host);
  context.subscriptions.push(panel, vscode.commands.registerCommand("loopwright.why", async (uri?: string, line?: number) => {
    const where = await goTo(uri, line);
    if (where) await panel.show(where.uri, where.line + 1);
  }));
}

class WhyPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  private line = 0;

  constructor(private readonly host: ServerHost) {}

  async show(uri: vscode.Uri, line: number): Promise<void> {
    [this.uri, this.line] = [uri, line];
    const html = await this.evidence();
    if (html === undefined) return;
    this.panel ??= this.make();
    this.draw(html, "");
    this.panel.reveal(vscode.ViewColumn.Beside, false);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private make(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      "loopwright.why", "Why?", { viewColumn: vscode.ViewColumn.Beside }, { enableScripts: true, localResourceRoots: [] },
    );
    panel.onDidDispose(() => { this.panel = undefined; });
    panel.webview.onDidReceiveMessage((message: { action?: Action; link?: string }) => this.answer(message));
    return panel;
  }

  private async evidence(): Promise<string | undefined> {
    const text = await this.host.ask<string>("loopwright.server.why", this.uri!.toString(), this.line);
    return text === undefined ? undefined : vscode.commands.executeCommand<string>("markdown.api.render", linked(text));
  }

  private draw(html: string, told: string): void {
    const title = `${vscode.workspace.asRelativePath(this.uri!)}:${this.line}`;
    this.panel!.title = `Why? ${title}`;
    this.panel!.webview.html = page(title, html, told, randomBytes(16).toString("hex"));
  }

  private async answer({ action, link }: { action?: Action; link?: string }): Promise<void> {
    const place = [this.uri!.toString(), this.line] as const;
    if (link !== undefined) {
      const target = followed(link);
      if (target) await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(target));
    } else if (action === "others") {
      await vscode.commands.executeCommand("loopwright.otherDirectives", ...place);
    } else if (action === "run") {
      const told = await this.host.ask<string>("loopwright.server.test", ...place);
      const html = await this.evidence(); // what ran is part of it now
      if (this.panel && told !== undefined && html !== undefined) this.draw(html, told);
    }
  }
}
