// What the server writes on standard error, in the log under the level that it has there: `LEVEL logger: message`.

export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

const LEVELS = { DEBUG: "debug", INFO: "info", WARNING: "warn", ERROR: "error", CRITICAL: "error" } as const;

/** A line that names no level, a traceback's or another library's, is an error. */
export function logLine(log: Log, line: string): void {
  const space = line.indexOf(" ");
  const level = LEVELS[line.slice(0, space) as keyof typeof LEVELS];
  if (level) log[level](line.slice(space + 1));
  else log.error(line);
}
