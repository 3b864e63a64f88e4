"""Quick-fixes at the wire: first answer, complete list and CPU seconds a request, idle and beside a build on every core.

    python benchmarks/at_once.py FOLDER [--requests N] [--busy] [--json]

FOLDER is a checkout; its files with the most loops are opened, and each request is about another loop that nobody has asked
about. "First" is the answer to Ctrl+., "complete" the answer to the command that waits for model and compiler, counted from the
same moment. With ``--busy`` as many endless compilations run beside the server as there are cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.candidates import why_not
from lsprotocol import types
from pygls.lsp.client import LanguageClient

_SUFFIXES = (".c", ".cc", ".cpp", ".h")
_SLOW_TO_COMPILE = """#include <algorithm>
#include <map>
#include <regex>
#include <string>
int main() { std::map<std::string, int> m; std::regex r("a"); return m.size(); }
"""


def chosen(folder: Path, count: int) -> list[tuple[Path, int]]:
    """Files with their 1-based lines of loops that a directive is offered above, at most three of a file."""
    found: list[tuple[Path, int]] = []
    files = sorted(p for p in folder.rglob("*") if p.suffix in _SUFFIXES and p.is_file() and p.stat().st_size < 200_000)
    for path in files:
        data = path.read_bytes()
        if b"for" not in data or b"pragma acc" not in data:
            continue
        outline = Outline(parse(data, path.name))
        lines = []
        for loop in outline.loops:
            if why_not(outline, loop) is None and judge(outline, loop).verdict != "refuted":
                lines.append(outline.source.lines.line_of(loop.span.start) + 1)
        found += [(path, line) for line in lines[:3]]
        if len(found) >= count:
            break
    return found[:count]


@contextmanager
def build_beside(jobs: int) -> Iterator[None]:
    """Compilations without end on ``jobs`` cores."""
    with tempfile.TemporaryDirectory() as scratch:
        loops = []
        for number in range(jobs):
            text = Path(scratch, f"m{number}.cpp")
            text.write_text(_SLOW_TO_COMPILE)
            script = f"while :; do g++ -O2 -c {text} -o {text}.o; done"
            loops.append(subprocess.Popen(["sh", "-c", script], start_new_session=True))
        try:
            yield
        finally:
            for process in loops:
                os.killpg(process.pid, 15)
                process.wait()


async def measure(places: list[tuple[Path, int]]) -> dict[str, object]:
    """Times of every place, and the CPU of the server."""
    client = LanguageClient("bench", "1")
    for method in ("loopwright/status", "loopwright/suggested"):
        client.feature(method)(lambda params: None)
    await client.start_io(sys.executable, "-m", "loopwright", "lsp")
    options = {"trusted": True, "settings": {}}
    root = types.InitializeParams(capabilities=types.ClientCapabilities(), initialization_options=options)
    await client.initialize_async(root)
    client.initialized(types.InitializedParams())
    assert client._server is not None
    process = client._server.pid
    opened: set[Path] = set()
    first, complete, cpu = [], [], []
    for path, line in places:
        uri = path.as_uri()
        if path not in opened:
            opened.add(path)
            text = path.read_text("utf-8", "replace")
            client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "c", 1, text)))
            await client.text_document_hover_async(
                types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 0))
            )
            await asyncio.sleep(2.0)  # a person reads before asking
        context = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked)
        at = types.Position(line - 1, 200)
        start = types.Position(line - 1, 0)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(start, at), context)
        before, started = _cpu(process), time.perf_counter()
        answer = await client.text_document_code_action_async(params)
        first.append(time.perf_counter() - started)
        command = types.ExecuteCommandParams("loopwright.server.suggest", [uri, line])
        await client.workspace_execute_command_async(command)
        complete.append(time.perf_counter() - started)
        cpu.append(_cpu(process) - before)
        assert answer is not None
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return {"requests": len(first), "first": _spread(first), "complete": _spread(complete), "cpu": _spread(cpu)}


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 3),
        "p90": round(ordered[int(0.9 * (len(ordered) - 1))], 3),
        "worst": round(ordered[-1], 3),
    }


def _cpu(process: int) -> float:
    """CPU seconds of the server and of the programs that it started and waited for."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--requests", type=int, default=24)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    places = chosen(options.folder.resolve(), options.requests)
    if options.busy:
        with build_beside(os.cpu_count() or 1):
            figures = asyncio.run(measure(places))
    else:
        figures = asyncio.run(measure(places))
    figures["load"] = os.getloadavg()[0]
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for name, value in figures.items():
        print(f"{name:10} {value}")


if __name__ == "__main__":
    main()
