"""Findings that were kept by function are those that a fresh check gives, whatever was typed."""

from __future__ import annotations

import random

import pytest
from loopwright.check import run
from loopwright.check.cache import Kept
from loopwright.check.rules import rules
from loopwright.check.run import CheckOptions, check
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span
from whole import swept

CALLED = """static void f(int n, double *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 1; i < n; i++) a[i] = a[i - 1];
}
int main(void) { static double a[200]; f(CALL, a); return a[3]; }
"""
MARKED = """#pragma acc routine seq
static float twice(float x) { return 2 * x; }
static float half(float x) { return x / 2; }
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = half(a[i]);
}
"""
OWNED = """#pragma acc routine vector
int own;
void f(int n, float *a) {
#pragma acc loop gang
  for (int i = 0; i < n; i++) a[i] = 0;
}
"""

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
    for number in range(swept("KEPT_FINDINGS", always=6, whole=60)):
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


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        (CALLED.replace("CALL", "100"), "f(100", "f(1"),
        (CALLED.replace("CALL", "1"), "f(1", "f(100"),
        (MARKED, "static float twice(float x) { return 2 * x; }\n", ""),
        (MARKED.replace("f(int n", "g(int n"), "static float half", "#pragma acc routine seq\nstatic float half"),
        (OWNED, "int own;", ""),
        (OWNED.replace("int own;\n", ""), "void f", "int own;\nvoid f"),
    ],
)
def test_what_is_not_in_the_function_decides_too(before: str, old: str, new: str) -> None:
    """Arguments of callers, which function a `routine` speaks of, a declaration in between."""
    options = CheckOptions(between=False)
    source = parse(before, name="x.c")
    first = check(Outline(source), options)
    at = before.index(old)
    source = source.edited([Change(Span(at, at + len(old)), new.encode())])
    kept = check(Outline(source), options)
    run._kept = Kept()
    assert kept == check(Outline(parse(source.data, name="x.c")), options)
    assert [finding.code for finding in kept] != [finding.code for finding in first]


def test_places_outside_move_with_what_stands_there() -> None:
    source = parse(MARKED, name="x.c")
    options = CheckOptions(between=False)
    (finding,) = check(Outline(source), options)
    source = source.edited([Change(Span(0, 0), b"/* c */\nstatic int other;\n")])
    (moved,) = check(Outline(source), options)
    assert source.slice(moved.related[0].span) == parse(MARKED, name="x.c").slice(finding.related[0].span) != ""


def test_a_directive_of_another_function_tells_of_a_member() -> None:
    start = "struct Field { int n; double *values; };\n"
    own = "void f(struct Field *p, int n) {\n#pragma acc parallel loop copy(p[0:1])\n  for (int i = 0; i < n; i++) p->values[i] = 0;\n}\n"
    before, after = (
        "void g(struct Field *p, int n) {\n" + body + "}\n"
        for body in ("", "#pragma acc enter data copyin(p->values[0:n])\n")
    )
    found = [[f.code for f in check(Outline(parse(start + own + other, name="a.c")))] for other in (before, after)]
    assert ["LW515" in codes for codes in found] == [True, False]
