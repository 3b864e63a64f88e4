"""Conditions that can be asked before a loop: where one is true no two iterations meet, shown by going through them."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SIZES = (-2, -1, 0, 1, 2, 3, 5)


def verdict_of(before: str, statement: str) -> LoopVerdict:
    """Of a loop over i from 0 to n - 1 after some statements."""
    text = f"void f(double *a, int n, int k, int m) {{ {before} for (int i = 0; i < n; i++) {statement} }}"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0])


def meets(written: str, read: str, sizes: dict[str, int]) -> bool:
    """Whether two iterations touch one element, one of them writing it."""
    indices = [(eval(written, {}, {**sizes, "i": i}), eval(read, {}, {**sizes, "i": i})) for i in range(sizes["n"])]
    return any(indices[one][0] in indices[other] for one, other in itertools.permutations(range(len(indices)), 2))


def holds(code: str, sizes: dict[str, int]) -> bool:
    """What C makes of a condition."""
    code = code.replace("(long long)", "")
    return bool(eval(code.replace("&&", " and ").replace("||", " or ").replace("!(", " not ("), {}, sizes))


def drawn(seed: int) -> tuple[str, str]:
    """Subscripts of a write and of a read."""
    r = random.Random(seed)
    terms = ("i", "i * k", "k", "m", "2 * i", "3 * m", "n", "1", "i * m", "2")
    return tuple(" + ".join(dict.fromkeys(r.sample(terms, r.randint(1, 2)))) for _ in range(2))  # type: ignore[return-value]


@pytest.mark.parametrize("block", range(6))
def test_no_two_iterations_meet_where_it_is_true(block: int) -> None:
    asked = 0
    for seed in range(block * 60, block * 60 + 60):
        written, read = drawn(seed)
        code = verdict_of("", f"a[{written}] = a[{read}] + 1;").precondition
        asked += bool(code)
        for n, k, m in itertools.product(SIZES, repeat=3) if code else ():
            sizes = {"n": n, "k": k, "m": m}
            if holds(code, sizes):
                assert not meets(written, read, sizes), (written, read, code, sizes)
    assert asked > 3


def test_it_names_what_holds_the_value_then() -> None:
    """The stride is what `k` was before it was set anew."""
    assert verdict_of("int t = k; k = 7;", "a[i * t] = i;").precondition == "t >= 1"
    assert verdict_of("", "a[i * k] = i;").precondition == "k >= 1"


@pytest.mark.parametrize(
    "statement", ["a[i * (int)a[0]] = i;", "a[i * k] = g(i);", "{ a[i * k] = i; k = 2; }", "a[i] = a[i + 1];"]
)
def test_there_is_none_that_cannot_be_asked(statement: str) -> None:
    """An element that the loop may write, what a call does, what changes, what is refuted."""
    assert verdict_of("", statement).precondition == ""


def test_only_where_nothing_else_is_assumed() -> None:
    outline = Outline(
        parse("void f(double *a, double *b, int n, int k) { for (int i = 0; i < n; i++) a[i * k] = b[i]; }", name="a.c")
    )
    verdict = judge(outline, outline.loops[0])
    assert [text for text, _ in verdict.preconditions] == ["k >= 1"]
    assert re.search("overlap", verdict.reason)
    assert verdict.precondition == ""


def test_it_is_calculated_in_64_bits() -> None:
    """`n + k` may be too large for an `int`, and `n - k` of unsigned numbers is never negative."""
    code = verdict_of("", "a[i] = a[i + k];").precondition
    assert "(long long)n + (long long)k" in code
    text = "void f(double *a, unsigned n, unsigned k) { for (unsigned i = 0; i < n; i++) a[i] = a[i + k]; }"
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[0]).precondition
    assert not set(re.findall(r"(?<!\(long long\))\b[nk]\b", found))


def test_two_values_of_one_text_are_in_no_condition() -> None:
    """`wt[k]` before the loop and in it: `wt[k] >= wt[k] + 101` says nothing to anybody."""
    text = (
        "int d[101]; void f(int *wt, int k) {\n"
        "for (int w = wt[k]; w <= 100; w++) { int c = d[w - wt[k]] + 1; if (c > d[w]) d[w] = c; } }"
    )
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "unknown"
    assert "wt[k] + 101" not in found.reason


@pytest.mark.parametrize(
    "body",
    [
        "int row = i * edge; for (int j = 0; j < edge; j++) { bc[row + j] = 1; out(3); bc[row + j + edge - 1] = 2; }",
        "for (int j = 0; j < edge; j++) { bc[i * edge + j * edge] |= 1; out(3); bc[i * edge * edge + j * edge + edge - 1] |= 2; }",
        "for (int j = 0; j < edge; j++) { bc[i * edge + j] |= j; out(3); bc[i * edge * edge + edge * edge - edge] |= 4; }",
    ],
)
def test_no_assumption_has_one_text_for_two_values(body: str) -> None:
    """`edge` before a call and behind it: `edge >= edge` says nothing to anybody."""
    text = f"int edge; int bc[1000]; int out(int);\nvoid f(void) {{ for (int i = 0; i < edge; i++) {{ {body} }} }}"
    outline = Outline(parse(text, name="a.c"))
    for loop in outline.loops:
        for said in judge(outline, loop).assumptions:
            assert said not in ("edge >= edge", "edge * edge >= edge * edge")
            assert not said.startswith("edge + 1 >= edge +")
