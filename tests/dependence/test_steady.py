"""What is read of an object has one value only as long as nothing is stored there, by whatever name: more forms of it, that are run, are
in `adversary/memory.c` and `classes.cpp` (`member.…`)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.values import SIZE, Field, Index, Place
from loopwright.dependence.walk.steady import Cell, Steady
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PRELUDE = """
struct I { int k, m; void set(int v) { k = v; } };
struct O { struct I in; int z; };
struct I src[100]; struct O outs[100]; int a[1000];
static void fill(struct I *p, struct I v) { *p = v; }
"""


def _verdict(body: str) -> str:
    outline = Outline(parse(f"{PRELUDE}void f(int n) {{ {body} }}", name="f.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(
    "store", ["s = src[i];", "fill(&s, src[i]);", "s.set(-5 * i);", "s.k = -5 * i;", "{ I t = src[i]; s = t; }"]
)
def test_a_member_of_what_is_stored_as_a_whole_differs_by_iteration(store: str) -> None:
    assert _verdict(f"I s; for (int i = 0; i < n; i++) {{ {store} a[s.k + 5 * i] = i; }}") != "proved"
    assert _verdict(f"I s; for (int i = 0; i < n; i++) {{ {store} a[i] = s.k; }}") == "proved"


@pytest.mark.parametrize(
    ("store", "proved"), [("outs[i].z = i;", True), ("outs[i].in.k = i;", False), ("outs[i] = o;", False)]
)
def test_other_members_keep_their_value(store: str, proved: bool) -> None:
    verdict = _verdict(f"O o = {{}}; for (int i = 0; i < n; i++) {{ {store} a[outs[0].in.k + i] = i; }}")
    assert (verdict == "proved") == proved


def test_before_and_behind_a_store_are_two_values() -> None:
    loop = "for (int i = 0; i < n; i++) { a[i % (s.k - w + 1)] = i; }"
    assert _verdict(f"I s = src[0]; int w = s.k; {loop}") == "unknown"  # the divisor is one: all write one element
    assert _verdict(f"I s = src[0]; int w = s.k; s = src[1]; {loop}") != "proved"


def _place(root: str, *path: str, shared: bool = False) -> Place:
    return Place(root, (Index(None), *(Field(name, shared) for name in path)))


def test_stores_that_do_not_meet_change_nothing() -> None:
    steady = Steady()
    steady.stored("s", _place("s", "m"), (1,))
    steady.stored("t", _place("t", "k"), (1,))
    assert steady.version("s", _place("s", "k")) == 0
    steady.read("s", _place("s", "k"), (1,))
    assert not steady.contradicted()


@pytest.mark.parametrize("path", [(), ("in",), ("in", "k"), ("in", "k", "deep")])
def test_a_store_to_a_part_or_to_all_of_it_is_met(path: tuple[str, ...]) -> None:
    steady = Steady()
    steady.read("s", _place("s", "in", "k"), (1,))
    steady.stored("s", _place("s", *path), (0, 1))
    assert steady.version("s", _place("s", "in", "k")) == 1
    assert steady.contradicted() == {Cell("s", ("[]", "in", "k"))}


def test_outside_of_the_loop_it_speaks_against_nothing() -> None:
    steady = Steady()
    steady.read("s", _place("s", "k"), (1,))
    steady.stored("s", _place("s"), (0,))
    assert not steady.contradicted()


def test_members_of_a_union_and_views_are_one_cell() -> None:
    steady = Steady()
    steady.read("s", _place("s", "k", shared=True), (1,))
    steady.stored("s", _place("s", "m", shared=True), (1,))
    assert steady.contradicted() == {Cell("s", ("[]",))}
    steady = Steady()
    steady.read("s", _place("view of s", "k"), (1,))
    steady.stored("s", _place("s", "m"), (1,))
    assert steady.contradicted() == {Cell("s", ())}


def test_what_is_known_to_change_shares_no_symbol() -> None:
    steady = Steady(frozenset({Cell("s", ("[]", "k"))}))
    assert steady.version("s", _place("s", "k")) is None
    assert steady.version("s", _place("s", "m")) == 0


@pytest.mark.parametrize(
    ("stored", "meets"),
    [((), True), ((Index(None),), True), ((Index(None), Index(None)), False), ((Field("w"),), True)],
)
def test_an_element_says_nothing_of_how_many_there_are(stored: tuple[Index | Field, ...], meets: bool) -> None:
    rows = Place("rows", (Index(None), Field(SIZE)))  # `rows[i].size()`
    steady = Steady()
    steady.stored("rows", Place("rows", stored), (1,))
    steady.read("rows", rows, (1,))
    assert bool(steady.contradicted()) == meets == bool(steady.version("rows", rows))
