// Which Python runs the server. Pure decisions over data, so that they can be tested without VS Code.
//
// Order: 1. the setting loopwright.server.python, which is the user's and no workspace's;
//        2. the Python that a package for one platform brings with it;
//        3. the environment that "Set Up the Server" made;
//        4. the interpreter chosen in the Python extension, if it has loopwright;
//        5. python3, then python, on PATH, if they have loopwright; never one that lies in the workspace.
// A candidate is asked for its version before it is used; without trust none that lies in the workspace is.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findProgram, isolated, liesIn } from "./programs";

const run = promisify(execFile);

export interface Candidate {
  python: string;
  origin: "setting" | "extension" | "own environment" | "Python extension" | "PATH";
}

export interface Found extends Candidate {
  version: string;
}

export interface Surroundings {
  setting?: string;
  trusted: boolean;
  bundled?: string;
  ownEnvironment?: string;
  chosenInterpreter?: string;
  /** PATH, and the folders that are open. */
  searched: string;
  workspaces: readonly string[];
}

export function candidates(around: Surroundings): Candidate[] {
  const list: Candidate[] = [];
  if (around.setting) list.push({ python: around.setting, origin: "setting" });
  if (around.bundled) list.push({ python: around.bundled, origin: "extension" });
  if (around.ownEnvironment) list.push({ python: around.ownEnvironment, origin: "own environment" });
  if (around.chosenInterpreter && around.trusted) {
    list.push({ python: around.chosenInterpreter, origin: "Python extension" });
  }
  for (const name of ["python3", "python"]) {
    const python = findProgram(name, around.searched, around.workspaces);
    if (python) list.push({ python, origin: "PATH" });
  }
  return list.filter(({ python }) => around.trusted || !liesIn(python, around.workspaces));
}

export type Ask = (python: string) => Promise<string | undefined>;

/** The command line of the server. */
export const SERVER = isolated("loopwright", "lsp");

/** Asks an interpreter, started in `folder`, for the version of loopwright that it has; undefined if none. */
export function versionFrom(folder: string): Ask {
  return async (python) => {
    try {
      const { stdout } = await run(python, isolated("loopwright", "--version"), { cwd: folder, timeout: 15_000 });
      return /^loopwright (\S+)/.exec(stdout)?.[1];
    } catch {
      return undefined;
    }
  };
}

export async function findServer(around: Surroundings, ask: Ask): Promise<Found | undefined> {
  for (const candidate of candidates(around)) {
    const version = await ask(candidate.python);
    if (version !== undefined) return { ...candidate, version };
  }
  return undefined;
}

/** What went wrong when a setting was given but cannot be used; undefined if nothing did. */
export function complaint(around: Surroundings, found: Found | undefined): string | undefined {
  if (around.setting && found?.origin !== "setting") {
    return `loopwright.server.python is ${around.setting}, which has no loopwright; ` +
      (found ? `${found.python} is used instead.` : "install it there with pip install loopwright.");
  }
  return undefined;
}
