"""Random edits of small programs. After each of them everything that is kept by function says what a process that never saw another
version says: findings, verdicts, hints, what loops are worth.

    python tests/fuzz/fuzz_kept.py --seconds 600 [--seed 1]

Edits are those that change what a function sees without touching it: macros that move, conditional lines that turn round, names that
mean something else, functions that come to stand in others; and bytes anywhere.
"""

from __future__ import annotations

import argparse
import ast
import functools
import random
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loopwright.check import run as checking
from loopwright.check.cache import Kept
from loopwright.check.rules import rules
from loopwright.check.run import CheckOptions, check
from loopwright.dependence.decide.judge import judge
from loopwright.memory.places import place_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, Source, parse
from loopwright.source.text import Span
from loopwright.suggest.candidates import why_not
from loopwright.suggest.hints import hints_of
from loopwright.suggest.worth import profile, worth_of

TESTS = Path(__file__).parents[1]
EDITS_A_PROGRAM = 8
_LONGEST = 2_500
_WORD = re.compile(rb"[A-Za-z_]\w*")
_NUMBER = re.compile(rb"\b\d+\b")
_LINES = (
    "#define a b", "#undef n", "#define n 5", "#define N 8", "#define SCALE 7", "#define F(x) a##x", '#include "x.h"', "#if 0", "#else",
    "#endif", "#ifdef _OPENACC", "#ifdef DEBUG", "using namespace std;", "typedef float real;", "struct S { int a; };", "enum { N = 3 };",
    "static int n = 5;", "const int m = 4;", "int counter;", "double twice(double x);", "static int f(int *p) { return *p++; }",
    "void f(int n, double *restrict a) {", 'extern "C" {', "namespace q {", "}", "/* c */", "/*", "// for (;;) printf(",
    "#pragma acc routine seq", "#pragma omp parallel", "#pragma acc declare create(counter)", '#define LOOP _Pragma("acc loop")',
)  # fmt: skip
_BYTES = (b" ", b"x", b"\n", b"(", b")", b"{", b"}", b";", b"1", b"", b"*", b'"', b"/*", b"*/")
_SWAPS = (
    (b"#ifdef", b"#ifndef"), (b"#ifndef", b"#ifdef"), (b"#if 0", b"#if 1"), (b"#endif", b"#else"), (b"static ", b""), (b"const ", b""),
    (b"restrict", b""), (b"int ", b"long "), (b"double", b"float"), (b"+=", b"="), (b"#pragma acc", b"#pragma xcc"),
)  # fmt: skip


def programs() -> list[tuple[str, str]]:
    """(name, text) of small programs: those of other tests and every rule's two."""
    found = []
    for name in ("check/programs/classes.txt", "residence/mistakes.txt", "dependence/callers.txt"):
        for part in re.split(r"(?m)^== .*\n", (TESTS / name).read_text("utf-8"))[1:]:
            if name.endswith("mistakes.txt"):  # the wrong one of two
                part = "\n".join(line.removeprefix("-") for line in part.split("\n") if not line.startswith("+"))
            found.append(("x.cpp" if "std::" in part or "class " in part else "x.c", part))
    for rule in rules().values():
        found += [("x.c", rule.wrong), ("x.c", rule.right)]
    return [(name, text) for name, text in found if "for" in text and len(text) < _LONGEST]


def shown(source: Source) -> dict[str, object]:
    """What an editor shows of a version, before and after callers are followed."""
    outline, device = Outline(source), profile()
    return {
        "findings": check(outline, CheckOptions()),
        "hints": list(hints_of(outline, device)),
        "hints at once": list(hints_of(Outline(source, asks_callers=False), device)),
        "verdicts": [(loop.span, judge(outline, loop)) for loop in outline.loops],
        "worth": [(loop.span, worth_of(outline, loop, device)) for loop in outline.loops],
        "candidates": [(loop.span, why_not(outline, loop)) for loop in outline.loops],
        "places": [(loop.span, place_of(outline, loop)) for loop in outline.loops],
    }


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Every table of a module that is empty when it is loaded is empty again, and after that as it was."""
    tables = [(table, dict(table)) for table in _tables()]
    kept, checking._kept = checking._kept, Kept()
    try:
        for table, _ in tables:
            table.clear()
        yield
    finally:
        checking._kept = kept
        for table, before in tables:
            table.clear()
            table.update(before)


def _tables() -> Iterator[dict[object, object]]:
    for name, module in sorted(sys.modules.items()):
        if not name.startswith("loopwright") or not (module.__file__ or "").endswith(".py"):
            continue
        for table in _empty_in(str(module.__file__)):
            yield getattr(module, table)
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper) and value.__module__ == name:
                value.cache_clear()


@functools.cache
def _empty_in(path: str) -> tuple[str, ...]:
    body = ast.parse(Path(path).read_text("utf-8")).body
    return tuple(
        node.target.id
        for node in body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Dict)
        and not node.value.keys
    )


def change(draw: random.Random, data: bytes) -> Change:
    """One edit."""
    kind, lines = draw.random(), [0, *(match.end() for match in re.finditer(b"\n", data))]
    if kind < 0.12:
        at = draw.randrange(len(data) + 1)
        return Change(Span(at, min(len(data), at + draw.choice((0, 0, 1, 1, 5)))), draw.choice(_BYTES))
    words = list(_WORD.finditer(data))
    if kind < 0.35 and words:
        return Change(Span(*draw.choice(words).span()), draw.choice(words)[0])
    numbers = list(_NUMBER.finditer(data))
    if kind < 0.45 and numbers:
        return Change(Span(*draw.choice(numbers).span()), str(draw.randrange(9)).encode())
    if kind < 0.75:
        outside = [at for at in lines if data[at : at + 1] not in (b" ", b"\t", b"}", b"\n")]
        at = draw.choice(outside if outside and draw.random() < 0.8 else lines)
        return Change(Span(at, at), draw.choice(_LINES).encode() + b"\n")
    first, last = sorted((draw.choice(lines), draw.choice(lines)))
    line = data.find(b"\n", first) + 1
    if kind < 0.85 and first < line <= last:  # moves down
        return Change(Span(first, last), data[line:last] + data[first:line])
    places = [(match.start(), a, b) for a, b in _SWAPS for match in re.finditer(re.escape(a), data)]
    if kind < 0.92 and places:
        at, old, new = draw.choice(places)
        return Change(Span(at, at + len(old)), new)
    if draw.random() < 0.5:
        return Change(Span(first, min(last, first + 200)), b"")
    return Change(Span(last, last), data[first:last][:400])


def differences(seed: int, edits: int) -> Iterator[str]:
    """Edits after which something is kept that is not so, with both."""
    draw, every = random.Random(seed), programs()
    for number in range(edits):
        if number % EDITS_A_PROGRAM == 0:
            name, text = draw.choice(every)
            source = parse(text + "\n" + draw.choice(every)[1] if draw.random() < 0.5 else text, name)
            shown(source)
        before, edit = source, change(draw, source.data)
        source = source.edited([edit], number)
        kept = shown(source)
        with nothing_kept():
            fresh = shown(parse(source.data, name))
        for what in kept:
            if kept[what] != fresh[what]:
                yield f"seed {seed}, edit {number}: {what}\nkept  {kept[what]}\nfresh {fresh[what]}\n{edit}\n{before.text}"
        if draw.random() < 0.3:
            source = source.edited([Change(Span(0, len(source.data)), before.data)], number)


def main() -> int:
    """Go on until the time is over; 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end, seed, found = time.monotonic() + options.seconds, options.seed, 0
    while time.monotonic() < end:
        for difference in differences(seed, 20 * EDITS_A_PROGRAM):
            print(difference, flush=True)
            found += 1
        seed += 1
    print(f"{seed - options.seed} seeds of {20 * EDITS_A_PROGRAM} edits, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
