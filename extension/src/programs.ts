// How Python is started: isolated, in a folder of ours, found where the workspace has no say.
import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import * as path from "node:path";

/** Arguments that run a module: `-I` keeps the current folder, PYTHON* and the user's own packages out of the search for it. */
export function isolated(module: string, ...rest: string[]): string[] {
  return ["-I", "-m", module, ...rest];
}

/** Where processes of ours start: the extension's storage, made if it is not there. */
export function neutralFolder(storage: string): string {
  mkdirSync(storage, { recursive: true });
  return storage;
}

/** Whether a file or folder lies in one of the folders, links followed. */
export function liesIn(file: string, folders: readonly string[]): boolean {
  const real = resolved(file);
  return folders.map(resolved).some((folder) => real === folder || real.startsWith(folder + path.sep));
}

/** A program by its name, looked up in the absolute folders of PATH that are not in `workspaces`; undefined if there is none.
 *  Neither the link nor what it points to may lie there. */
export function findProgram(name: string, searched: string, workspaces: readonly string[]): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".com"] : [""];
  for (const folder of searched.split(path.delimiter)) {
    if (!path.isAbsolute(folder) || liesIn(folder, workspaces)) continue;
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (isProgram(file) && !liesIn(file, workspaces)) return file;
    }
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
