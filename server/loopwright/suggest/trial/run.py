"""Candidate → `tested`, or the input that shows what is wrong with it."""

from __future__ import annotations

import tempfile
import time
from importlib import resources
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.judge import program_around
from loopwright.dependence.types import Types
from loopwright.source.declarations import Declarations
from loopwright.source.nodes import definition_around
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.evidence import Tested
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.trial.harness import program_text
from loopwright.suggest.trial.rewrite import rewritten
from loopwright.suggest.trial.signature import Untestable, parameters_of, returned_type
from loopwright.toolchain.flags import flags_for
from loopwright.toolchain.process import run, sandbox_folder

TRIALS = 24
_COMPILE_SECONDS, _RUN_SECONDS = 30.0, 8.0


def try_loop(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts | None = None,
    compiler: str = "gcc",
    token: CancelToken | None = None,
) -> Tested:
    """Run the function around ``loop``. Raises :class:`Untestable` with a sentence where that cannot be done."""
    facts = facts or facts_of(outline, loop)
    function = definition_around(outline.source.tree.root_node, loop.span)
    program = program_around(outline, loop)
    if function is None or program is None or loop.span.start not in program.by_start:
        raise Untestable("the loop is not in a function that could be read")
    if outline.source.language != "c":
        raise Untestable("only C functions are run so far")
    assert loop.function is not None
    name = loop.function.name
    if name == "main":
        raise Untestable("main takes no inputs; put the loop in a function to have it tested")
    if outline.source.hides(b"endif", Span(function.start_byte, function.end_byte)):
        raise Untestable("braces of the function depend on conditional lines")
    declarations = Declarations(outline)
    parameters = parameters_of(function, declarations, Types(outline, declarations), _ordered(facts))
    text = program_text(
        outline, name, parameters, returned_type(function), rewritten(outline, loop, program, facts, function), TRIALS
    )
    with tempfile.TemporaryDirectory(prefix="loopwright-trial-") as folder:
        return _run(Path(folder), text, path, compiler, token)


def _ordered(facts: LoopFacts) -> frozenset[str]:
    """Index arrays about which something is assumed: inputs keep to it."""
    words = (" never decreases", " holds no value twice")
    told = (a.removesuffix(word) for a in facts.verdict.assumptions for word in words if a.endswith(word))
    return frozenset(name.split("->")[-1].split(".")[-1] for name in told)


def _run(folder: Path, text: str, path: Path, compiler: str, token: CancelToken | None) -> Tested:
    (folder / "trial.c").write_text(text, "utf-8")
    runtime = resources.files("loopwright.suggest.trial").joinpath("runtime.h").read_text("utf-8")
    (folder / "runtime.h").write_text(runtime, "utf-8")
    flags = flags_for(path)
    command = [
        compiler,
        "-std=gnu11",
        "-O1",
        "-w",
        "-fno-strict-aliasing",
        "-ffp-contract=off",
        "-I",
        str(folder),
        "-I",
        str(sandbox_folder()),
        *flags.flags,
    ]
    built = run(
        [*command, "-o", str(folder / "trial"), str(folder / "trial.c"), "-lm"],
        cwd=flags.folder,
        timeout=_COMPILE_SECONDS,
        token=token,
    )
    if built.ending == "not started":
        raise Untestable(f"{compiler} is needed to build the trial and was not found")
    if built.code != 0:
        first = next(
            (line for line in built.stderr.splitlines() if "error" in line or "undefined" in line),
            "it does not compile",
        )
        raise Untestable(f"the function cannot be built on its own: {first.split('error: ')[-1]}")
    agreed, start, crashes = 0, 0, 0
    deadline = time.monotonic() + _RUN_SECONDS
    while start < TRIALS and crashes < 6 and time.monotonic() < deadline:
        done = run([str(folder / "trial"), str(start)], cwd=folder, environment={}, timeout=_RUN_SECONDS, token=token)
        lines = done.stdout.splitlines()
        count = lines.count("agreed")
        agreed += count
        told = next((line for line in lines if "\t" in line), None)
        if told is not None:
            _, sentence, inputs = told.split("\t")
            return Tested(agreed + 1, False, f"{sentence} ({inputs})")
        if done.ending == "timed out" and not agreed:
            raise Untestable(f"one run of the function takes longer than {_RUN_SECONDS:g} s")
        if done.ending != "exited" or done.code == 0:
            break
        crashes += 1
        start += count + 1  # sizes for which the function itself cannot run
    if not agreed:
        raise Untestable("the function did not come to its end on any of the inputs that were made")
    return Tested(agreed, True)
