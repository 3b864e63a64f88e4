"""A function out of sight that is given the address of a variable from outside of the loop may read and write it in each iteration."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

DECLARED = """struct R { long s; };
double draw(long *s); double look(const long *s); double by(long &s); double of(const long &s);
double from(R *r); double with(R &r); double peek(const R *r);
long kept, *counter; static long hidden;
"""
CHANGED = {
    "a local": "long s = 42; LOOP a[i] = draw(&s);",
    "a variable of the file": "LOOP a[i] = draw(&kept);",
    "a static variable": "LOOP a[i] = draw(&hidden);",
    "an atomic one of C": "LOOP a[i] = atomic_fetch_add(&kept, 1);",
    "an atomic one of the compiler": "long s = 42; LOOP a[i] = __atomic_fetch_add(&s, 1, 0);",
    "an atomic one behind a pointer": "LOOP a[i] = __sync_fetch_and_add(counter, 1);",
    "by a pointer": "long s = 42, *p = &s; LOOP a[i] = draw(p);",
    "by reference": "long s = 42; LOOP a[i] = by(s);",
    "an object": "R r; LOOP a[i] = from(&r);",
    "an object by reference": "R r; LOOP a[i] = with(r);",
    "without a declaration": "long s = 42; LOOP a[i] = elsewhere(&s);",
    "of a loop around": "for (int k = 0; k < 9; k++) { long s = k; LOOP a[i] = draw(&s); }",
    "as a statement": "double x; LOOP { read_next(&x); a[i] = x; }",
}
LEFT = {
    "as a constant": "long s = 42; LOOP a[i] = look(&s);",
    "by reference as a constant": "long s = 42; LOOP a[i] = of(s);",
    "an object as a constant": "R r; LOOP a[i] = peek(&r);",
    "of the iteration": "LOOP { long s = i; a[i] = draw(&s); }",
    "the value": "long s = 42; LOOP a[i] = elsewhere(s);",
    "an element": "long s[64]; LOOP a[i] = draw(&s[i]);",
}


def verdict_of(body: str) -> str:
    body = body.replace("LOOP", "for (int i = 0; i < n; i++)")
    outline = Outline(parse(f"{DECLARED}void f(double *a, int n) {{ {body} }}", name="a.cpp"), None, lambda: ())
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("name", CHANGED)
def test_what_a_call_may_write_is_not_assumed_to_stay(name: str) -> None:
    assert verdict_of(CHANGED[name]) == "unknown"


@pytest.mark.parametrize("name", LEFT)
def test_what_it_cannot_write_is(name: str) -> None:
    assert verdict_of(LEFT[name]) == "assumed"
