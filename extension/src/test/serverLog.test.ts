import assert from "node:assert/strict";
import { test } from "node:test";
import { Log, logLine } from "../serverLog";

test("a line of the server has the level that it has there", () => {
  const written: string[] = [];
  const levels = ["debug", "info", "warn", "error"] as const;
  const log = Object.fromEntries(levels.map((level) => [level, (text: string) => written.push(`${level}: ${text}`)])) as unknown as Log;
  const lines = ["INFO a.b: 3 files", "WARNING a: old", "ERROR a: gone", "CRITICAL a: over", "DEBUG a: x", "Traceback (most recent call last):", ""];
  for (const line of lines) logLine(log, line);
  assert.deepEqual(written, [
    "info: a.b: 3 files", "warn: a: old", "error: a: gone", "error: a: over", "debug: a: x", "error: Traceback (most recent call last):",
    "error: ",
  ]);
});
