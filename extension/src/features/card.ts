// What the card of a loop leads to: its other directives in a list.
import * as vscode from "vscode";
import type { ServerHost } from "../client";
import { goTo } from "./places";

interface Candidate { pragma: string; dependence: string; preferred: boolean; compiler: { name: string; version: string; status: string } }
interface Suggested { loops: { candidates: Candidate[]; worth: string | null }[] }

export function registerCard(context: vscode.ExtensionContext, host: ServerHost): void {
  const register = (id: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  register("loopwright.otherDirectives", async (uri?: string, line?: number) => {
    const where = await goTo(uri, line);
    if (!where) return;
    const found = await host.ask<Suggested | null>("loopwright.server.suggest", where.uri.toString(), where.line + 1);
    if (found === undefined) return;
    const candidates = (found?.loops ?? []).flatMap((loop) => loop.candidates).filter((c) => c.compiler.status !== "rejected");
    if (!candidates.length) {
      void vscode.window.showInformationMessage("There is no directive for a loop here.");
      return;
    }
    const items = candidates.map((candidate) => ({ label: bare(candidate), detail: evidence(candidate), candidate }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Directives for this loop", matchOnDetail: true });
    if (!chosen) return;
    const told = await host.ask<string>("loopwright.server.apply", where.uri.toString(), where.line + 1, bare(chosen.candidate));
    if (told && !told.startsWith("Inserted")) void vscode.window.showInformationMessage(told);
  });
}

function bare(candidate: Candidate): string {
  return candidate.pragma.replace(/^#pragma acc /, "");
}

function evidence({ dependence, compiler, preferred }: Candidate): string {
  const compiled = compiler.status === "accepted" ? `compiled by ${compiler.name} ${compiler.version}` : "not compiled";
  return [dependence, compiled, ...(preferred ? ["preferred"] : [])].join(" · ");
}
