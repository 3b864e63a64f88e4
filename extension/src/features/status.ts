// The language status item: what is in use, how long the last suggestion took, its menu has the rest.
import * as vscode from "vscode";
import { describeStatus } from "./statusText";

const MENU: vscode.Command = { command: "loopwright.menu", title: "Menu" };

export interface StatusFields {
  busy?: boolean;
  model?: string | null;
  compiler?: string | null;
  notes?: string[];
  milliseconds?: number | null;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("loopwright", ["c", "cpp", "cuda-cpp"].map((language) => ({ language })));
  private known: StatusFields = {};

  constructor() {
    this.item.name = "Loopwright";
    this.item.command = MENU;
    this.item.text = "Loopwright: starting";
    this.item.busy = true;
  }

  ready(version: string): void {
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Information;
    this.item.text = `Loopwright ${version}`;
    this.item.command = MENU;
  }

  update(fields: StatusFields): void {
    this.known = { ...this.known, ...fields };
    const { text, detail } = describeStatus(this.known);
    this.item.busy = this.known.busy === true;
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = this.known.notes?.length
      ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
  }

  missing(): void {
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Warning;
    this.item.text = "Loopwright: no server";
    this.item.detail = "Run “Loopwright: Set Up the Server”.";
    this.item.command = { command: "loopwright.install", title: "Set Up" };
  }

  failed(reason: string): void {
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Error;
    this.item.text = "Loopwright: server down";
    this.item.detail = reason;
  }

  stopped(): void {
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Warning;
    this.item.text = "Loopwright: stopped";
    this.item.detail = "Run “Loopwright: Start Server”.";
    this.item.command = { command: "loopwright.start", title: "Start" };
  }

  dispose(): void {
    this.item.dispose();
  }
}
