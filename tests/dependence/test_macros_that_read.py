"""Macros that only compute leave sizes in memory one value, as the same code without them does; what stores or calls does not. And words of
what macros put parentheses around."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

MATRIX = """typedef struct { double *M; int m, n; } mtrx;
#define N (4 + 1)
DEFINE
int g; double h(int *k);
void f(mtrx C, double *restrict x, int *q, int s) {
  for (int i = 0; i < C.m; i++)
    for (int j = 0; j < C.n; j++) {
      double sum = 0;
      for (int k = 0; k < 8; k++) sum += USE;
      C.M[i * C.n + j] = sum;
    }
}
"""
READS = (
    ("", "x[k]"),
    ("#define R(a, k) a[k]", "R(x, k)"),
    ("#define R(a, k) ((a)[(k)])", "R((x), k)"),
    ("#define R(a, k) (a)[(k) * N + s]", "R(x, k + 1)"),
    ("#define R(k) ((k) < s ? x[k] : -1.5)", "R(k)"),
    ("#define R(A, k) (x[(k) + (A).m])", "R(C, k)"),
    ("#define R(A, k) \\\n (x[k] /* of it */ * 2)", "R(C, R(C, k) > 2)"),
)
MORE = (
    ("#define R(k) (*q = (k))", "R(k)"),
    ("#define R(k) (C.n = (k))", "R(k)"),
    ("#define R(k) (C.n++)", "R(k)"),
    ("#define R(k) h(k)", "R(q)"),
    ("#define R(f, k) f (k)", "R(h, q)"),
    ("#define R(f, k) (f)(k)", "R(h, q)"),
    ("#define R(A, k) A.k", "R(C, n = 3)"),
    ("#define R(k) ({ *q = (k); 1.0; })", "R(k)"),
    ("#define P *q = 3\n#define R(k) (k, P)", "R(k)"),
    ("#define v M[C.n++]\n#define R(A) ((A).v)", "R(C)"),
)


def _of(code: str) -> LoopVerdict:
    outline = Outline(parse(code, name="a.c"))
    return judge(outline, outline.loops[0])


def _matrix(define: str, use: str) -> LoopVerdict:
    return _of(MATRIX.replace("DEFINE", define).replace("USE", use))


@pytest.mark.parametrize(("define", "use"), READS)
def test_a_macro_that_reads_is_as_its_text(define: str, use: str) -> None:
    assert _matrix(define, use).reason == "independent if C.M and x do not overlap"


@pytest.mark.parametrize(("define", "use"), MORE)
def test_a_macro_that_may_do_more_proves_nothing(define: str, use: str) -> None:
    assert _matrix(define, use).verdict not in ("proved", "assumed")


WORDS = {
    "(u).n": "u.n",
    "((u)).n": "u.n",
    "(p)->n": "p->n",
    "(*p).n": "p->n",
    "(*(p)).in.n": "p->in.n",
    "((p)[k]).n": "p[k].n",
    "(a)[k]": "a[k]",
    "((u).in).n": "u.in.n",
}
VECTOR = """typedef struct { int n; } part;
typedef struct { int n; part in; } vec;
void f(double *d, vec u, vec *p, int *a, int k) {
  for (int i = 0; i < 63; i++) d[i + SIZE] = d[i];
}
"""


@pytest.mark.parametrize("size", WORDS)
def test_conditions_are_told_without_the_parentheses_of_macros(size: str) -> None:
    expected = _of(VECTOR.replace("SIZE", WORDS[size]))
    assert f"{WORDS[size]} >= 63" in expected.reason
    found = _of(VECTOR.replace("SIZE", size))
    assert (found.verdict, found.reason) == (expected.verdict, expected.reason)


STORING = """#define ST(v, i, k) ((v)[i] = (k))
#define LOAD(o, v, i) o = (v)[i]
#define ADD(s, v, i) s += (v)[i]
#define STEP(v) (v)++
#define OUTER(v) do { STEP(v); } while (0)
#define SWAP(s, t) do { float *u = s; s = t; t = u; } while (0)
"""
STATEMENTS = {
    "ST(v, i, i);": "proved",
    "ST(v, i, v[i] + 1);": "proved",
    "ST(v, i, v[i - 1]);": "refuted",
    "LOAD(t, v, i); v[i] = t + 1;": "proved",
    "ADD(s, v, i);": "proved",
    "STEP(v); v[i] = 1;": "not",
    "OUTER(v); *v = i;": "not",
    "SWAP(v, w); v[i] = w[i - 1];": "not",
}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_macros_store_what_their_text_stores(statement: str) -> None:
    body = f"{{ float t, s = 0; for (int i = 1; i < n; i++) {{ {statement} }} keep(s); }}"
    outline = Outline(
        parse(f"{STORING}void keep(float); void f(float *v, float *restrict w, int n) {body}", name="a.c")
    )
    found = judge(outline, outline.loops[0]).verdict
    assert found != "proved" if STATEMENTS[statement] == "not" else found == STATEMENTS[statement]
