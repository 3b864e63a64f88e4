"""Names that a macro declares where it stands as a statement: what has their name outside is not meant behind it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# Each declares another `p`, which is `h`, so that each iteration of `p[i] = h[i + 1]` writes what the one before it reads.
USES = (
    ("#define M double *p = h", "M;"),
    ("#define M double *p = h;", "M"),
    ("#define M double *p = h;", "M int k = 0;"),
    ("#define M double *p = h;", "M h[0] = 1;"),
    ("#define M int k = 0; double *p = h", "M;"),
    ("#define M double *q, *p = h", "M;"),
    ("#define M(to) double *p = to", "M(h);"),
    ("#define M(p) double *p = h", "M(p);"),
    ("#define M(T, to) T *p = to", "M(double, h);"),
    ("#define M(T) struct holder##T { T x; }; T *p = h", "M(double);"),
    ("#define M(...) double *p = __VA_ARGS__", "M(h);"),
    ("#define N double *p = h\n#define M N", "M;"),
    ("#define N(p) double *p = h\n#define M N(p)", "M;"),
    ("#define M row p = h", "M;"),
    ("#define M static double *p; p = h", "M;"),
    ("#define M w; double *p = h", "int M;"),
    ("#define M w, *p = h", "double M;"),
    ("#define M w = 0, *p = h", "double M;"),
    ("#define M(x) x, *p = h", "double M(w);"),
    ("#define M(x) x; double *p = h", "int k, M(w);"),
    ("#define N w; double *p = h\n#define M N", "int M;"),
    ("#define M 0; double *p = h", "int k = M;"),
    ("#define M 0; double *p = h", "g[0] = M;"),
    ("#define M(x) x; double *p = h", "g[0] = 2 * M(1);"),
)
FILE = "static double g[100], h[101];\ntypedef double *row;\n{define}\nvoid f(void) {{ double *p = g; {body} }}\n"
INSIDE = "for (int i = 0; i < 100; i++) {{ {use} p[i] = h[i + 1] + 1; }}"
BEFORE = "{{ {use} for (int i = 0; i < 100; i++) {{ p[i] = h[i + 1] + 1; }} }}"


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
@pytest.mark.parametrize(("define", "use"), USES)
def test_what_a_macro_declares_hides_what_is_outside(define: str, use: str, name: str) -> None:
    for body in (INSIDE, BEFORE):
        outline = Outline(parse(FILE.format(define=define, body=body.format(use=use)), name))
        assert {judge(outline, loop).verdict for loop in outline.loops} <= {"unknown", "refuted"}, body
        text = outline.source.data.decode()
        found = scopes_of(outline).lookup("p", text.index("p[i] ="))
        assert found is not None, body
        assert not found.base, body


@pytest.mark.parametrize(
    ("define", "use"),
    [
        ("#define M do { double *p = h; p[0] = 1; } while (0)", "M;"),
        ("#define M(x) if (x) { double *p = h; }", "M(g)"),
        ("#define M(p) ((p) + 1)", "M(1);"),
        ("#define M double", "M k = 1;"),
        ("#define M double *r = h", "M;"),
        ("#define M w; double *r = h", "int M;"),
        ("#define M (g[0], p[0])", "int k = M;"),
        ("#define M(p) p, k = p", "int w = M(1);"),
        ("#define M w = 0", "int M;"),
    ],
)
def test_other_macros_leave_it(define: str, use: str) -> None:
    text = FILE.format(define=define, body=BEFORE.format(use=use))
    found = scopes_of(Outline(parse(text, "a.c"))).lookup("p", text.index("p[i] ="))
    assert found is not None
    assert found.type.layers == ("*",)
