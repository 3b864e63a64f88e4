"""What a macro names, `PX(im, x)`, is told apart by what the function and its callers set, as a written lvalue is."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <stdlib.h>
typedef struct { int w, h; unsigned char *px; float *v; } image;
void keep(image *);
int a[400], b[400], c[400];
#define PX(im, x) ((im)->px[x])
#define QX(im, x) (im).px[x]
#define V(im, x) ((im)->v[x])
#define SET(im, x, y) do { (im)->px[x] = (y); } while (0)
#define BOTH(p, q, x) ((p)->v[x] = (q)->v[(x) - 1] + 1)
#define HIDDEN(im, x) do { float *r = (im)->v; r[x] = x; { float *r = other.v; r[x] = (im)->v[x - 1]; } } while (0)
static image other;
#define BEFORE r[x - 1]
#define OF_Q q->v[x - 1]
#define FROM_Q(im, x) ((im)->v[x] = OF_Q)
#define INNER do { float *r = q->v; q->px[x] = r[x - 1]; } while (0)
#define NAMED do { p->v[x] = BEFORE; INNER; } while (0)
#define NAMED_BEHIND do { INNER; p->v[x] = BEFORE + 1; } while (0)
#define IN_A_SIZE do { char s[(int)r[x - 1]]; p->v[x] = sizeof s; INNER; } while (0)
#define SET_ANEW do { p->v[x] = BEFORE; r = q->v; q->px[x] = r[x - 1]; } while (0)
"""
OWN = """int f(int n) {{ image im = {{320, 240, NULL, NULL}}; im.px = malloc(320); image *q = &im;
  for (int x = 1; x < n; x++) {{ {body} }}
  keep(&im); return 0; }}"""
OF_CALLERS = """static void g(image *p, image *q, int n) {{ for (int x = 1; x < n; x++) {{ {body} }} }}
int f(int n) {{ image s = {{1, 1, malloc(400), malloc(400)}}, t = {{1, 1, malloc(400), malloc(400)}}; {before} g(&s, &{second}, n); return 0; }}"""
OWN_CASES = {
    "PX(&im, x) = 3;": "proved",
    "QX(im, x) = 3;": "proved",
    "PX(q, x) = 3;": "proved",
    "SET(&im, x, 3);": "proved",
    "PX(&im, x) = PX(q, x) + im.w;": "proved",
    "PX(&im, x) = PX(q, x - 1);": "refuted",
    "im.px = (unsigned char *)&im; PX(&im, x) = 3;": "not",
}
CALLED = {
    ("V(p, x) = V(q, x - 1);", "", "t"): "proved",
    ("V(p, x) = PX(q, x - 1);", "", "t"): "proved",
    ("BOTH(p, q, x);", "", "t"): "proved",
    ("V(p, x) = V(q, x - 1);", "", "s"): "not",
    ("V(p, x) = V(q, x - 1);", "t.v = s.v;", "t"): "not",
    ("V(p, x) = V(q, x - 1);", "keep(&s); keep(&t);", "t"): "not",
    ("V(p, x) = PX(q, x - 1);", "t.px = (unsigned char *)s.v;", "t"): "not",
    ("BOTH(p, q, x);", "t.v = s.v + 1;", "t"): "not",
    ("HIDDEN(p, x);", "other.v = s.v;", "t"): "not",
    ("FROM_Q(p, x);", "", "t"): "proved",
    ("FROM_Q(p, x);", "", "s"): "not",
    # Two that are called alike, of which one is in what the text's own macros name, in a size or of another time.
    ("float *r = p->v; NAMED;", "", "t"): "not",
    ("float *r = p->v; NAMED_BEHIND;", "", "t"): "not",
    ("float *r = p->v; IN_A_SIZE;", "", "t"): "not",
    ("float *r = p->v; SET_ANEW;", "", "t"): "not",
}


@pytest.mark.parametrize("body", OWN_CASES)
def test_a_function_sets_what_macros_name_apart(body: str) -> None:
    assert _is_told(OWN_CASES[body], _verdict(OWN.format(body=body)))


@pytest.mark.parametrize("case", CALLED)
def test_callers_set_what_macros_name_apart(case: tuple[str, str, str]) -> None:
    body, before, second = case
    assert _is_told(CALLED[case], _verdict(OF_CALLERS.format(body=body, before=before, second=second)))


def test_builds_that_mean_different_places_are_not_told_apart() -> None:
    text = HEAD + "#ifdef ONE\n#define W(p, x) ((p)->v[x])\n#else\n#define W(p, x) (other.v[x])\n#endif\n"
    body = OF_CALLERS.format(body="W(p, x) = W(q, x - 1);", before="", second="t")
    outline = Outline(parse(text + body, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict != "proved"


def _is_told(expected: str, found: str) -> bool:
    return found != "proved" if expected == "not" else found == expected


def _verdict(function: str) -> str:
    outline = Outline(parse(HEAD + function, name="a.c"))
    return judge(outline, outline.loops[0]).verdict
