from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopwright.openacc.directive import normalised, parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.openacc.wellformed import is_well_formed


def test_the_tables_hold_together() -> None:
    spec = load_spec()
    for directive in spec.directives.values():
        for clause in directive.clauses:
            assert clause in spec.clauses, f"{directive.name} names {clause}"
    assert {"gang", "copyin", "reduction", "if"} <= set(spec.directives["parallel loop"].clauses)
    assert "private" not in spec.directives["kernels"].clauses
    assert "private" in spec.directives["kernels loop"].clauses
    assert "firstprivate" not in spec.directives["loop"].clauses


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        (
            "parallel   loop copyin( a [0 : n] , b ) , gang  reduction( + : s )",
            "parallel loop copyin(a[0:n],b) gang reduction(+:s)",
        ),
        ("loop collapse( 2 )gang", "loop collapse(2) gang"),
        ("parallel pcopy(a) present_or_copyin(b)", "parallel copy(a) copyin(b)"),
        ("wait( 1 ) async (2)", "wait(1) async(2)"),
        ("enter data copyin(a)", "enter data copyin(a)"),
        ("loop private(i", "loop private(i)"),
        ("", ""),
    ],
)
def test_normal_form(text: str, normal: str) -> None:
    assert normalised(text) == normal


@given(st.text(alphabet="parallel oopgangcopyin()[]:,+s \t;#", max_size=60))
def test_any_text_is_read_and_what_was_read_whole_has_one_normal_form(text: str) -> None:
    directive = parse_directive(text)
    if not directive.rest:
        assert normalised(str(directive)) == str(directive)


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("parallel loop gang vector", True),
        ("parallel loop gang gang", False),
        ("loop seq gang", False),
        ("loop seq independent", False),
        ("parallel loop copyin(a[0:n]) copyout(b)", True),
        ("parallel loop copyin(a[0:n]) copyout(a)", False),
        ("parallel loop present(a,a)", False),
        ("parallel loop copyin(readonly:a) copy(b)", True),
        ("parallel loop reduction(+:s) private(s)", False),
        ("parallel loop reduction(+:s) reduction(max:s)", False),
    ],
)
def test_what_a_grammar_cannot_count(text: str, fine: bool) -> None:
    assert is_well_formed(text) is fine


@pytest.mark.parametrize(
    ("text", "entries", "parts"),
    [
        ("loop copyin(readonly:a[0:n],b)", ["a[0:n]", "b"], ["readonly:a[0:n]", "b"]),
        ("loop reduction(max:s)", ["s"], ["max:s"]),
        ("loop copy(p->x[f(i,j):n], q[k ? 1 : 2])", ["p->x[f(i,j):n]", "q[k?1:2]"], ["p->x[f(i,j):n]", "q[k?1:2]"]),
        ("loop copy(N::a)", ["N::a"], ["N::a"]),
        ("loop gang", [], []),
    ],
)
def test_entries(text: str, entries: list[str], parts: list[str]) -> None:
    clause = parse_directive(text).clauses[0]
    assert (clause.entries, clause.parts) == (entries, parts)
