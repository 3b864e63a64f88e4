"""Findings that were kept by function are those that a fresh check gives, whatever was typed."""

from __future__ import annotations

import random

from loopwright.check import run
from loopwright.check.cache import Kept
from loopwright.check.rules import rules
from loopwright.check.run import CheckOptions, check
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

HELPER = "#pragma acc routine gang\nvoid all(int n, float *a);\nfloat plain(float x) { return x; }\nstatic float table[10];\n"


def program() -> str:
    """Every wrong example, each function with a name of its own, and calls of things outside."""
    parts = [HELPER]
    for number, (code, rule) in enumerate(sorted(rules().items())):
        if code in ("LW215", "LW230") or code.startswith("LW7"):
            continue  # their comments speak for the whole file; LW7xx are not kept by function
        parts.append(rule.wrong.replace(" f(", f" f{number}(") + "\n")
        parts.append(
            f"void g{number}(int n, float *a) {{\n#pragma acc parallel loop gang copyin(table)\n"
            f"  for (int i = 0; i < n; i++) {{ all(n, a); a[i] = plain(a[i]); table[i] = 1; }}\n}}\n"
        )
    return "".join(parts)


def test_after_any_edit_the_same_as_fresh() -> None:
    draw = random.Random(20261121)
    source = parse(program(), name="x.c")
    options = CheckOptions(between=False)
    check(Outline(source), options)
    for number in range(60):
        at = draw.randrange(len(source.data))
        end = min(len(source.data), at + draw.choice((0, 0, 0, 1, 5)))
        text = draw.choice((b" ", b"x", b"\n", b"(", b"}", b"gang ", b"#pragma acc loop\n", b""))
        if draw.random() < 0.5:  # mostly where it leaves the code whole
            at = end = source.data.index(b"copyin(table)", at) if b"copyin(table)" in source.data[at:] else at
            text = b"private(n) " if number % 2 else b" "
        source = source.edited([Change(Span(at, end), text)], number)
        kept = check(Outline(source), options)
        run._kept = Kept()
        assert kept == check(Outline(parse(source.data, name="x.c")), options)
