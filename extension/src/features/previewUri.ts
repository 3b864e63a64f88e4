// Names of preview documents, and the kernel at a place in a text; apart from VS Code so that both can be tested.
export type Side = "kernel" | "translation";

/** The path ends in .cu or .cpp, which tells VS Code the language; file and kernel stand in the query. */
export function previewUri(source: string, kernel: string, side: Side): string {
  const query = new URLSearchParams({ source, kernel, side }).toString();
  return `loopwright-kernel:/${encodeURIComponent(kernel)}.${side === "kernel" ? "cu" : "cpp"}?${encodeURIComponent(query)}`;
}

export function readUri(uri: string): { source: string; kernel: string; side: Side } {
  const text = uri.slice(uri.indexOf("?") + 1);
  const query = new URLSearchParams(text.includes("source=") ? text : decodeURIComponent(text));
  return { source: query.get("source") ?? "", kernel: query.get("kernel") ?? "", side: (query.get("side") ?? "translation") as Side };
}

/** The last kernel that begins at or before an offset. */
export function kernelAt(text: string, offset: number): string | undefined {
  const kernels = [...text.matchAll(/__global__[^(;{]*?(?:__launch_bounds__\s*\([^)]*\)[^(;{]*?)?(\w+)\s*\(/g)];
  const before = kernels.filter((match) => match.index !== undefined && match.index <= offset);
  return (before.at(-1) ?? kernels[0])?.[1];
}
