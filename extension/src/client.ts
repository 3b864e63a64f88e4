// Starts, restarts and stops the language server; one at a time, however often it is asked.
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import {
  CloseAction, ErrorAction, LanguageClient, LanguageClientOptions, MessageType, ServerOptions, ShowMessageNotification,
  ShowMessageParams, State,
} from "vscode-languageclient/node";
import { reached } from "./features/tour";
import { StatusFields, StatusItem } from "./features/status";
import { bundledPython, install, ownPython } from "./install";
import { neutralFolder } from "./programs";
import { logLine } from "./serverLog";
import { complaint, findServer, SERVER, Surroundings, versionFrom } from "./server";

const SAID = new Set(["loopwright.server.verify", "loopwright.server.benchmark"]);
const CRASHES = 4;
const CRASH_WINDOW_MS = 180_000;
const PYTHON_EXTENSION_MS = 3_000;

const later = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds));

export class ServerHost implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private restarting: Promise<void> | undefined;
  private installing: Promise<boolean> | undefined;
  private renewed = false;
  private offering = false;
  private again = false;
  private crashes: number[] = [];
  private waiting: vscode.Disposable | undefined;
  private readonly ran = new vscode.EventEmitter<string>();
  /** A lens had kernels of the file with this URI run: what is known of them is no longer what it was. */
  readonly onDidRun = this.ran.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: StatusItem,
  ) {}

  get running(): boolean {
    return this.client?.state === State.Running;
  }

  /** Starts the server, or offers to set it up; never fails and waits for nobody. */
  async begin(): Promise<void> {
    try {
      await this.restart();
      if (!this.client) void this.offerInstall();
    } catch (error) {
      this.status.failed(String(error));
      this.log.error(String(error));
    }
  }

  private async start(): Promise<void> {
    const around = await this.surroundings();
    const folder = neutralFolder(this.context.globalStorageUri.fsPath);
    const found = await findServer(around, versionFrom(folder));
    const problem = complaint(around, found);
    if (problem) this.log.warn(problem);
    if (!found) {
      this.status.missing();
      return;
    }
    if (found.origin === "own environment" && !this.renewed && this.isOlder(found.version)) {
      this.renewed = true; // once: an environment that cannot be renewed is used as it is
      void this.install();
    }
    this.log.info(`server: loopwright ${found.version} of ${found.python} (${found.origin})`);
    const server: ServerOptions = { command: found.python, args: SERVER, options: { cwd: folder } };
    this.client = new LanguageClient("loopwright", "Loopwright Server", server, this.options());
    this.client.onNotification("loopwright/status", (fields: StatusFields) => this.status.update(fields));
    this.client.onNotification(ShowMessageNotification.type, (message) => this.show(message));
    this.tellFirstFindings();
    try {
      await this.client.start();
      this.log.info("server: ready");
      this.status.ready(found.version);
      reached("ready");
    } catch (error) {
      this.status.failed(String(error));
      this.log.error(String(error));
      void this.complain(`Loopwright's server did not start: ${String(error)}`);
    }
  }

  /** Single-flight: a request during a restart leads to one more restart after it. */
  async restart(): Promise<void> {
    if (this.restarting) {
      this.again = true;
      return this.restarting;
    }
    this.restarting = (async () => {
      do {
        this.again = false;
        await this.stop();
        await this.start();
      } while (this.again);
    })().finally(() => { this.restarting = undefined; });
    return this.restarting;
  }

  /** Single-flight: a second click joins the first, and begins anew when one that was given up has come to its end. The server starts as
   * soon as it is there; the model joins it later. */
  async install(): Promise<void> {
    if (bundledPython(this.context.extensionPath)) {
      await this.restart();
      if (this.running) void vscode.window.showInformationMessage("Loopwright came with everything it needs, and runs.");
      return;
    }
    if (this.installing && await this.installing) return;
    if (!this.installing) await this.hideOffer();
    this.installing ??= install(this.context, this.log, () => this.restart()).finally(() => { this.installing = undefined; });
    await this.installing;
  }

  /** Stops the server until it is asked for again. */
  async end(): Promise<void> {
    await this.restarting;
    await this.stop();
    this.status.stopped();
  }

  tellTrust(): void {
    void this.client?.sendNotification("loopwright/trust", { trusted: vscode.workspace.isTrusted });
  }

  async ask<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    // A command that comes early waits for the server, and says so if that takes a while.
    if (!this.running && this.restarting) {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: "Loopwright: waiting for the server" }, () => this.restarting!,
      );
    }
    if (!this.client || !this.running) {
      if (this.installing) void vscode.window.showInformationMessage("Loopwright is still being set up; try again when that is done.");
      else void this.offerInstall("Loopwright's server is not running.");
      return undefined;
    }
    return this.client.sendRequest("workspace/executeCommand", { command, arguments: args });
  }

  dispose(): void {
    this.waiting?.dispose();
    this.ran.dispose();
    void this.stop();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.stop(2_000).catch(() => undefined);
  }

  private async surroundings(): Promise<Surroundings> {
    const settings = vscode.workspace.getConfiguration("loopwright");
    const trusted = vscode.workspace.isTrusted;
    // VS Code takes this one from the user alone (its scope is the machine); without trust that is not left to VS Code.
    const setting = trusted ? settings.get<string>("server.python") : settings.inspect<string>("server.python")?.globalValue;
    return {
      setting: setting || undefined,
      trusted,
      bundled: bundledPython(this.context.extensionPath),
      ownEnvironment: ownPython(this.context.globalStorageUri.fsPath),
      chosenInterpreter: await this.chosenInterpreter(),
      searched: process.env.PATH ?? "",
      workspaces: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    };
  }

  private async chosenInterpreter(): Promise<string | undefined> {
    const extension = vscode.extensions.getExtension("ms-python.python");
    if (!extension || !vscode.workspace.isTrusted) return undefined;
    // Another extension may take its time or wait for a person.
    const api = await Promise.race([extension.activate(), later(PYTHON_EXTENSION_MS)]);
    const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
    return api?.environments?.getActiveEnvironmentPath?.(resource)?.path;
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: ["c", "cpp", "cuda-cpp"].flatMap((language) => [
        { scheme: "file", language }, { scheme: "untitled", language },
      ]),
      initializationOptions: {
        trusted: vscode.workspace.isTrusted,
        previewCommand: "loopwright.previewTranslation",
        suggestCommand: "loopwright.suggestHere",
        othersCommand: "loopwright.otherDirectives",
        whyCommand: "loopwright.why",
      },
      outputChannel: this.log,
      traceOutputChannel: this.log,
      stdioOptions: {
        stdout: () => undefined, // the protocol's
        stderr: (input) => { createInterface({ input }).on("line", (line) => logLine(this.log, line)); },
      },
      revealOutputChannelOn: 4,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
      middleware: {
        // What a lens runs answers with a sentence.
        executeCommand: async (command, args, next) => {
          const outcome = await next(command, args);
          if (!SAID.has(command)) return outcome;
          if (typeof outcome === "string") void vscode.window.showInformationMessage(outcome);
          this.ran.fire(args[0]);
          return outcome;
        },
        provideHover: async (document, position, token, next) => {
          const hover = await next(document, position, token);
          const found = vscode.languages.getDiagnostics(document.uri).filter((diagnostic) => diagnostic.source === "loopwright");
          if (hover && found.some((diagnostic) => diagnostic.range.contains(position))) reached("wrong");
          return hover;
        },
        resolveCodeAction: async (item, token, next) => {
          try {
            return await next(item, token);
          } catch (error) {
            vscode.window.setStatusBarMessage("Loopwright: the document changed, ask again.", 4000);
            throw error;
          }
        },
      },
    };
  }

  /** What the server tells the user. What it misses while it is being set up is on its way, and that is told already. */
  private show({ type, message }: ShowMessageParams): void {
    if (type === MessageType.Error) void vscode.window.showErrorMessage(message);
    else if (type !== MessageType.Warning) void vscode.window.showInformationMessage(message);
    else if (!this.installing) void vscode.window.showWarningMessage(message);
  }

  /** For the log alone: its times say where a slow start was slow. */
  private tellFirstFindings(): void {
    this.waiting?.dispose();
    this.waiting = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((uri) => vscode.languages.getDiagnostics(uri).some(({ source }) => source === "loopwright"))) return;
      this.log.info("server: first findings");
      this.waiting?.dispose();
    });
  }

  private closed(): { action: CloseAction; handled: boolean } {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - time < CRASH_WINDOW_MS), now];
    this.log.error("the server ended unexpectedly");
    if (this.crashes.length <= CRASHES) {
      this.status.failed("restarting");
      return { action: CloseAction.Restart, handled: true };
    }
    this.status.failed("the server keeps ending");
    void this.complain("Loopwright's server ended five times in three minutes and stays off.", "Restart");
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async complain(text: string, extra?: "Restart"): Promise<void> {
    const choice = await vscode.window.showErrorMessage(text, "Show Log", ...(extra ? [extra] : []));
    if (choice === "Show Log") this.log.show();
    if (choice === "Restart") await this.restart();
  }

  /** Whether a server of this version came with an older extension. */
  private isOlder(version: string): boolean {
    return version !== this.context.extension.packageJSON.version;
  }

  /** `why` stands for somebody who has just asked for something: then the offer is made whatever was said before. */
  private async offerInstall(why?: string): Promise<void> {
    const key = "loopwright.doNotAsk";
    if (!why && this.context.globalState.get<boolean>(key)) return;
    await this.hideOffer();
    this.offering = true;
    const choice = await vscode.window.showInformationMessage(
      `${why ?? "Loopwright needs its server, a Python program."} Set it up in an environment of its own?`,
      "Set Up", ...(why ? [] : ["Do Not Ask Again"]),
    );
    this.offering = false;
    if (choice === "Set Up") await this.install();
    if (choice === "Do Not Ask Again") await this.context.globalState.update(key, true);
  }

  /** Nobody but a person can close a message; this one goes to the list of those that nobody answered. */
  private async hideOffer(): Promise<void> {
    if (!this.offering) return;
    this.offering = false;
    await vscode.commands.executeCommand("notifications.hideToasts");
  }
}
