// Names of preview documents, and lines that belong together; apart from VS Code so that both can be tested.
/** The path ends in .cpp, which tells VS Code the language; file and kernel stand in the query. */
export function previewUri(source: string, kernel: string): string {
  const query = new URLSearchParams({ source, kernel }).toString();
  return `loopwright-kernel:/${encodeURIComponent(kernel)}%20on%20the%20CPU.cpp?${encodeURIComponent(query)}`;
}

export function readUri(uri: string): { source: string; kernel: string } {
  const text = uri.slice(uri.indexOf("?") + 1);
  const query = new URLSearchParams(text.includes("source=") ? text : decodeURIComponent(text));
  return { source: query.get("source") ?? "", kernel: query.get("kernel") ?? "" };
}

/** Pairs of lines that belong together: of the kernel's file and of the preview. */
export type Lines = readonly (readonly [number, number])[];

/** The lines of one side (0: file, 1: preview) that belong to a line of the other; those of the nearest line above if it has none. */
export function partners(lines: Lines, side: 0 | 1, line: number): { at: number[]; exact: boolean } {
  const other = side === 0 ? 1 : 0;
  const exact = lines.filter((pair) => pair[other] === line).map((pair) => pair[side]);
  if (exact.length) return { at: exact, exact: true };
  const above = lines.filter((pair) => pair[other] < line).at(-1);
  return { at: above ? [above[side]] : [], exact: false };
}
