"""Addresses that variables keep over a loop around, in which code out of sight may set the pointer that they were read from; and objects whose
methods are out of sight: what these do to the object does not move it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """struct S { int *p, *q; int n; void unseen(); int size() const; };
S g; int *raw; void unseen(); void gets(S *o); static void further() { unseen(); }
"""
AROUND = ["for (int t = 0; t < 3; t++) {{ {loop} {code} }}", "int t = 0; while (t++ < 3) {{ {{ {loop} }} {code} }}"]


def verdict(body: str) -> LoopVerdict:
    text = f"{HEAD}void f(S *o, S v, const int *many, int *q, int n) {{ {body} }}"
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, next(loop for loop in outline.loops if text.startswith("for (int i", loop.span.start)))


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("code", ["unseen();", "further();", "if (n > 5) unseen();", "gets(o);", "o->unseen();"])
@pytest.mark.parametrize("way", ["raw", "g.p", "o->p"])
def test_code_out_of_sight_sets_pointers_for_the_next_iteration(way: str, code: str, around: str) -> None:
    loop = f"for (int i = 0; i < n; i++) s[i] = {way}[i];"
    assert verdict(f"int *s = {way}; {around.format(loop=loop, code=code)}").verdict != "proved"
    assert verdict(f"int *s = {way}; {around.format(loop=loop, code='n += 0;')}").verdict == "proved"


@pytest.mark.parametrize("around", AROUND)
def test_variables_of_the_function_stay(around: str) -> None:
    loop = "for (int i = 0; i < n; i++) s[i] = v.p[i];"
    assert verdict(f"int *s = v.p; {around.format(loop=loop, code='unseen();')}").verdict == "proved"


def test_methods_out_of_sight_move_no_object() -> None:
    text = "S *u = o; u->unseen(); for (int i = 0; i < n; i++) u->p[i] = u->p[i] + 1;"
    assert verdict(text).verdict == "proved"
    assert verdict("S *u = o; o->unseen(); for (int i = 1; i < n; i++) u->p[i] = o->p[i - 1];").verdict == "refuted"
    assert verdict("int *s = o->p; o->unseen(); for (int i = 0; i < n; i++) s[i] = o->p[i];").verdict == "unknown"
