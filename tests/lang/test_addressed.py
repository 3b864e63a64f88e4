"""Which addresses code hands on to whoever may write there."""

from __future__ import annotations

import pytest
from loopwright.lang.addressed import handed_on
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

CODE = {
    "T *r = g->a + i;": {"g->a", "i"},
    "T *r = &g->a[i];": {"&g->a[i]"},
    "T *r = (T *)(i ? g->a : g->b);": {"g->a", "g->b"},
    "const T *r = g->a + i;": set(),
    "const P r = g->a + i;": {"g->a", "i"},  # the type's name may stand for a pointer: it is constant itself
    "T *const r = g->a;": {"g->a"},
    "T *r = (i, g->a);": {"g->a"},
    "T *r = &*(g->a + i);": {"g->a", "i"},
    "T *r = ({ i++; g->a; });": {"g->a"},
    "r = g->a;": {"g->a"},
    "one(g->a, &g->b[i], 2 * i);": {"g->a", "&g->b[i]", "i"},
    "T r = g->a[i].x;": {"g->a[i].x"},
    "g->a[i] = g->b[i];": set(),
}


@pytest.mark.parametrize(("code", "expected"), CODE.items(), ids=CODE)
def test_what_is_handed_on(code: str, expected: set[str]) -> None:
    root = parse(f"void f(G *g, int i) {{ T *r; {code} }}", language="c").root
    assert {f"{'' if each.by_value else '&'}{text_of(each.lvalue)}" for each in handed_on(root)} == expected
