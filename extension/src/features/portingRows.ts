// What a row of the view "Loops Worth Porting" says, apart from VS Code so that it can be tested.
export interface PortableLoop {
  uri: string;
  file: string;
  line: number;
  function: string | null;
  pattern: string | null;
  verdict: string;
  title: string;
  worth: string;
  pays: boolean;
  gain: number | null;
  moving: number | null;
}

export const PATTERNS = ["map", "stencil", "reduction", "sparse update", "scan", "recurrence"];

/** Names that several files of the list have: they say nothing without their folder. */
export function namesakes(files: Iterable<string>): Set<string> {
  const seen = new Map<string, number>();
  for (const file of new Set(files)) seen.set(nameOf(file), (seen.get(nameOf(file)) ?? 0) + 1);
  return new Set([...seen].filter(([, times]) => times > 1).map(([name]) => name));
}

/** `label` says which loop, short enough for a narrow side bar; `description` what is worth doing there. `spoken` says all, icon included. */
export function row(loop: PortableLoop, relative: string, ambiguous: Set<string> = new Set()): { label: string; description: string; tooltip: string; spoken: string } {
  const where = `${relative}:${loop.line}`;
  const kind = loop.pattern ?? "loop";
  const speed = loop.pays && loop.moving !== null && loop.gain !== null
    ? `About ${loop.moving} times as fast on the device, ${loop.gain} times with its data there.` : "It does not pay by itself.";
  return {
    label: where.split("/").slice(ambiguous.has(nameOf(relative)) ? -2 : -1).join("/"),
    description: `${loop.title} · ${kind} in ${loop.function ?? "no function"}`,
    tooltip: `${kind} in ${loop.function ?? "no function"}, ${where}\n\n${loop.title}\n\n${speed}`,
    spoken: `${kind} in ${loop.function ?? "no function"}, ${where}: ${loop.title}. ${speed}`,
  };
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

export function filtered(loops: PortableLoop[], pattern: string | undefined, paying: boolean): PortableLoop[] {
  return loops.filter((loop) => (!pattern || loop.pattern === pattern) && (!paying || loop.pays));
}

export function asCsv(loops: PortableLoop[]): string {
  const quoted = (value: unknown) => `"${String(value ?? "").replace(/"/g, '""')}"`;
  const fields = ["file", "line", "function", "pattern", "verdict", "title", "moving", "gain"] as const;
  return [fields.join(","), ...loops.map((loop) => fields.map((field) => quoted(loop[field])).join(","))].join("\n") + "\n";
}
