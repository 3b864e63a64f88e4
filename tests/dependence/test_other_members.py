"""Different members of structs of one type share no memory, wherever the structs lie; the same member, a union or a cast may."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TYPES = """struct Body { double q, v, w[3]; struct Body *near; }; struct Body p[32];
struct Pair { struct Body one, two; }; union U { struct Body b; struct { double pad; struct Body b; } s; };
"""
CASES = {
    ("", "p[i].v += p[i].near->q;"): "proved",
    ("", "p[i].v += p[i].near->v;"): "assumed",
    ("struct Body *a, struct Body *b", "a[i].v = b[i + 1].q;"): "proved",
    ("struct Body *a, struct Body *b", "a[i].v = b[i + 1].v;"): "assumed",
    ("struct Body *a, struct Body *b", "a[i].v = b[i + 1].w[0];"): "proved",
    ("struct Body *a, struct Body *b", "struct Body t = b[i + 1]; a[i].v = t.q;"): "assumed",
    ("struct Body *a, struct Body **b", "a[i].v = b[i]->q;"): "proved",
    ("struct Body *a, struct Body **b", "a[i].near = b[i]->near->near;"): "assumed",
    ("struct Pair *a, struct Pair *b", "a[i].one.v = b[i + 1].two.v;"): "proved",
    ("struct Pair *a, struct Pair *b", "a[i].one.v = b[i + 1].one.v;"): "assumed",
    ("struct Pair *a, struct Body *b", "a[i].one.v = b[i + 1].v;"): "assumed",
    ("struct Pair *a, struct Body *b", "a[i].one.v = b[i + 1].q;"): "proved",
    ("union U *a, struct Body *b", "a[i].s.b.v = b[i + 1].q;"): "assumed",
    ("struct Body *a, double *b", "a[i].v = b[i + 1];"): "assumed",
}  # fmt: skip


@pytest.mark.parametrize(("parameters", "body"), CASES)
def test_members_decide(parameters: str, body: str) -> None:
    head = f"{parameters}{', ' if parameters else ''}int n"
    outline = Outline(parse(f"{TYPES}void f({head}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}", name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[parameters, body], found.reason


def test_a_cast_may_put_one_over_the_other() -> None:
    text = (
        "struct Body *a = (struct Body *)m, *b = (struct Body *)(m + 8); for (int i = 0; i < n; i++) a[i].v = b[i].q;"
    )
    outline = Outline(parse(f"{TYPES}void f(char *m, int n) {{ {text} }}", name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "unknown"
