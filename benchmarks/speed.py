"""The speed figures of RESULTS.md: medians, ratios in one run.  python benchmarks/speed.py [--json]"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

from loopwright.model.manifest import choose_model
from loopwright.model.prompt import fill_in
from loopwright.model.runtime import Runtime
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span
from loopwright.suggest.candidates import candidate_loops
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from timing import median_ms

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.c*"))


def long_file(lines: int = 10_000) -> bytes:
    """The C examples over and over, their functions renamed, main left out."""
    bodies = []
    for path in EXAMPLES:
        if path.suffix == ".c":
            text = path.read_text()
            bodies.append(
                "\n".join(x for x in text[: text.index("int main")].split("\n") if not x.startswith("#include"))
            )
    pieces = ["#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>"]
    number = 0
    while sum(piece.count("\n") for piece in pieces) < lines:
        body = bodies[number % len(bodies)]
        for name in ("sweep", "multiply", "apply", "kick", "drift", "mean", "variance", "largest", "count", "running_total",
                     "advance", "bounce", "plate", "next", "bodies", "sample", "Matrix", "Body", "Particles"):  # fmt: skip
            body = body.replace(f" {name}(", f" {name}_{number}(").replace(
                f"static double {name}[", f"static double {name}_{number}["
            )
        # Declarations repeat: each copy stands in a block of its own names, so macros are undefined first.
        macros = [line.split()[1] for line in body.split("\n") if line.startswith("#define")]
        body = "".join(f"#undef {macro}\n" for macro in macros) + body
        for name in ("plate", "next", "bodies", "sample", "Matrix", "Body", "Particles"):
            body = _renamed(body, name, f"{name}_{number}")
        pieces.append(body)
        number += 1
    return "\n".join(pieces).encode()


def _renamed(text: str, old: str, new: str) -> str:
    import re

    return re.sub(rf"\b{old}\b", new, text)


def parsing() -> dict[str, float]:
    """Parse and detect, cold and per keystroke, beside gcc's syntax check of the same file."""
    data = long_file()
    command = ["gcc", "-fsyntax-only", "-w", "-x", "c", "-"]
    check = subprocess.run(command, input=data, capture_output=True, check=False)
    if check.returncode:
        raise SystemExit(f"the long file does not compile: {check.stderr.decode()[:500]}")
    compiler = median_ms(lambda: subprocess.run(command, input=data, check=True), 9)

    from loopwright.source import outline as module

    def cold() -> None:
        module._shapes.clear()
        found = Outline(parse(data, "long.c"))
        assert found.loops
        assert found.functions

    taken_cold = median_ms(cold, 9)
    source = parse(data, "long.c")
    assert Outline(source).loops
    middle = data.index(b"{\n", len(data) // 2) + 2
    state = {"source": source}

    def keystroke() -> None:
        state["source"] = state["source"].edited([Change(Span(middle, middle), b" ")])
        assert Outline(state["source"]).loops

    taken_key = median_ms(keystroke, 31)
    return {
        "lines": data.count(b"\n"), "gcc_ms": compiler, "cold_ms": taken_cold, "cold_ratio": taken_cold / compiler,
        "keystroke_ms": taken_key, "keystroke_ratio": taken_key / compiler,
    }  # fmt: skip


def requests() -> dict[str, float]:
    """From the request to the first proposal and to the checked list, over all example loops."""
    cold_first, cold_checked, warm_first, warm_checked = [], [], [], []
    compilers = find_compilers().compilers
    runtime = Runtime(choose_model())
    runtime.load().result()
    for path in EXAMPLES:
        outline = Outline(parse(path.read_bytes(), path.name))
        loops: list[Loop] = list(candidate_loops(outline)) if outline.source.language != "cuda" else []
        for loop in loops:
            for first, checked in ((cold_first, cold_checked), (warm_first, warm_checked)):
                if first is cold_first:  # another prompt throws the context out
                    other = Outline(parse("void f() {\n for (int i = 0; i < 3; i++) g[i] = 1;\n}", "x.c"))
                    runtime.propose(fill_in(other, other.loops[0]), None, 1).result()
                one = suggest(outline, loop, path, Tools(runtime, None, 1))
                first.append(one.timings.total)
                if first is cold_first:
                    runtime.propose(fill_in(other, other.loops[0]), None, 1).result()
                full = suggest(outline, loop, path, Tools(runtime, Acceptor(compilers[0]), 4))
                checked.append(full.timings.total)
    runtime.close()
    figures = {
        "cold_first": cold_first,
        "cold_checked": cold_checked,
        "warm_first": warm_first,
        "warm_checked": warm_checked,
    }
    return {"loops": len(cold_first), **{name: statistics.median(values) for name, values in figures.items()},
            "cold_checked_worst": max(cold_checked)}  # fmt: skip


async def server() -> dict[str, float]:
    """Start of the server to its answer to `initialize`, and resident memory with the model loaded."""
    from lsprotocol import types
    from pygls.lsp.client import LanguageClient

    ready, resident = [], 0.0
    for _ in range(5):
        client = LanguageClient("bench", "1")
        client.feature("loopwright/status")(lambda params: None)
        started = time.perf_counter()
        await client.start_io(sys.executable, "-m", "loopwright", "lsp")
        await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        ready.append((time.perf_counter() - started) * 1000)
        client.initialized(types.InitializedParams())
        uri = (ROOT / "examples" / "stencil.c").as_uri()
        text = (ROOT / "examples" / "stencil.c").read_text()
        client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "c", 1, text)))
        command = types.ExecuteCommandParams("loopwright.server.suggest", [uri, 12])
        await client.workspace_execute_command_async(command)
        assert client._server is not None
        status = Path(f"/proc/{client._server.pid}/status").read_text()
        resident = max(resident, int(status.split("VmRSS:")[1].split()[0]) / 1024)
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()
    return {"ready_ms": statistics.median(ready), "resident_mb": resident}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = {"parsing": parsing(), "requests_ms": requests(), "server": asyncio.run(server())}
    figures["machine"] = {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count() or 0}  # type: ignore[dict-item]
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for group, values in figures.items():
        print(group)
        for name, value in values.items():
            print(f"  {name:22} {value if isinstance(value, str) else round(value, 3)}")


if __name__ == "__main__":
    main()
