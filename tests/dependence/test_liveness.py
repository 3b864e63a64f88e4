"""What a loop leaves behind that somebody reads: its counters, scalars and memory."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.liveness import LiveOut, counters, live_out, memory_lives, read_later, reads_after
from loopwright.dependence.model.program import Program
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def nest(text: str, at: str = "/*L*/") -> tuple[Program, int]:
    """The loop behind a mark."""
    outline = Outline(parse(text, "a.c"))
    loop = next(loop for loop in outline.loops if loop.span.start >= text.index(at))
    found = nest_of_loop(outline, loop)
    assert found is not None
    return found


def live(text: str) -> LiveOut:
    return live_out(*nest(text))


@pytest.mark.parametrize(
    ("text", "variables", "memory"),
    [
        # The loop's own variable.
        ("int f(int n, double *a) { int i; /*L*/for (i = 0; i < n; i++) a[i] = 0; return i; }", ["i counts read"], ("a",)),
        ("void f(int n, double *a) { int i; /*L*/for (i = 0; i < n; i++) a[i] = 0; i = 3; a[0] = i; }", [], ("a",)),
        ("void f(int n, double *a) { int i; /*L*/for (i = 0; i < n; i++) a[i] = 0; }", [], ("a",)),
        ("void f(int n, double *a) { /*L*/for (int i = 0; i < n; i++) a[i] = 0; }", [], ("a",)),
        ("int i; void f(int n, double *a) { /*L*/for (i = 0; i < n; i++) a[i] = 0; }", ["i left"], ("a",)),  # one that others see is a variable like any
        # The one of a loop inside, also behind a condition.
        ("int f(int n, double *a) { int j = 0; /*L*/for (int i = 0; i < n; i++) for (j = 0; j < n; j++) a[i] = j; return j; }", ["j counts read"], ("a",)),
        (
            "int f(int n, double *a) { int j = 0; /*L*/for (int i = 0; i < n; i++) if (a[i]) for (j = 0; j < n; j++) a[i] = j; return j; }",
            ["j counts read"], ("a",),
        ),
        ("int f(int n, double *a) { /*L*/for (int i = 0; i < n; i++) { int j; for (j = 0; j < n; j++) a[i] = j; } return n; }", [], ("a",)),
        # Scalars.
        ("double f(int n, double *a) { double t = 0; /*L*/for (int i = 0; i < n; i++) t = a[i]; return t; }", ["t read"], ()),
        ("void f(int n, double *a) { double t = 0; /*L*/for (int i = 0; i < n; i++) { t = a[i]; a[i] = t; } }", [], ("a",)),
        ("double t; void f(int n, double *a) { /*L*/for (int i = 0; i < n; i++) t = a[i]; }", ["t left"], ()),
        ("double f(int n, double *a) { /*L*/for (int i = 0; i < n; i++) { double t = a[i]; a[i] = t; } return a[0]; }", [], ("a",)),
        ("void f(int n, double *a) { double t = 0; for (int k = 0; k < 3; k++) { a[0] = t; /*L*/for (int i = 0; i < n; i++) t = a[i]; } }", ["t read"], ()),
        # Memory of the function.
        ("double f(int n) { double a[100]; /*L*/for (int i = 0; i < n; i++) a[i] = 0; return a[3]; }", [], ("a",)),
        ("void f(int n) { double a[100]; /*L*/for (int i = 0; i < n; i++) a[i] = 0; }", [], ()),
        ("double f(int n) { double a[100] = {1}; double s = a[2]; /*L*/for (int i = 0; i < n; i++) a[i] = 0; return s; }", [], ()),
        (
            "double f(int n) { double a[100] = {1}, s = 0; for (int k = 0; k < 3; k++) { s += a[k]; /*L*/for (int i = 0; i < n; i++) a[i] = k; } return s; }",
            [], ("a",),
        ),
        ("void f(int n, double *b) { double a[100]; /*L*/for (int i = 0; i < n; i++) { a[i] = b[i]; b[i] = a[i] + 1; } }", [], ("b",)),
        ("void f(int n, double *b) { /*L*/for (int i = 0; i < n; i++) { double w[4]; w[0] = b[i]; b[i] = w[0]; } }", [], ("b",)),
        ("void f(int n, double *b) { double a[100]; /*L*/for (int i = 0; i < n; i++) a[i] = b[i]; for (int i = 0; i < n; i++) a[i] = 0; }", [], ()),
    ],
)  # fmt: skip
def test_what_is_live(text: str, variables: list[str], memory: tuple[str, ...]) -> None:
    found = live(text)
    told = [f"{v.name}{' counts' * v.counts} {'left' if v.reader is None else 'read'}" for v in found.variables]
    assert (told, found.memory) == (variables, memory)


def test_the_counter_is_told_apart_from_other_variables() -> None:
    text = "int f(int n, int *a) { int i, t = 0; /*L*/for (i = 0; i < n; i++) t = a[i]; return i + t; }"
    found = live(text)
    assert [variable.name for variable in found.variables] == ["i", "t"]
    assert found.counter is not None
    assert found.counter.name == "i"
    assert (
        live("int f(int n, int *a) { int t = 0; /*L*/for (int i = 0; i < n; i++) t = a[i]; return t; }").counter is None
    )
    program, loop = nest(text)
    assert [program.roots[root].name for root in counters(program, loop)] == ["i"]


def test_reads_before_a_loop_count_where_a_loop_goes_round_both() -> None:
    text = """double f(int n) { double a[100] = {0}, s = 0;
      s += a[0];
      for (int k = 0; k < 3; k++) { s += a[1]; /*L*/for (int i = 0; i < n; i++) { a[i] = s; s += a[i] * 2; } s += a[2]; }
      s += a[3]; return s; }"""
    program, loop = nest(text)
    root = next(root for root, known in program.roots.items() if known.name == "a")
    assert [access.text for access in reads_after(program, loop, root)] == ["a[1]", "a[2]", "a[3]"]
    assert read_later(program, loop, root)
    assert memory_lives(program, loop, root)


def test_what_lasts_lives_though_nobody_reads_it_here() -> None:
    program, loop = nest("double a[100]; void f(int n) { /*L*/for (int i = 0; i < n; i++) a[i] = 0; }")
    root = next(root for root, known in program.roots.items() if known.name == "a")
    assert not read_later(program, loop, root)
    assert memory_lives(program, loop, root)
