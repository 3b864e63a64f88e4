"""Members that are declared `restrict` lead to memory that no other one leads to while a function runs that can name them (C11 6.7.3.1):
different members of a struct, by whatever name it is called. One member of two structs may be one."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """typedef struct { int n; float *restrict u; float *restrict v; float *w; } T;
typedef struct { float *restrict p; T t; float *restrict q[2]; } S;
typedef union { float *restrict u; float *restrict v; } U;
T one(int);
T g;
"""
EACH = "for (int j = 0; j < n; j++)"
APART = {
    "by an address": "void f(T *c, int n) { EACH c->u[j] = c->v[j + 1]; }",
    "by value": "void f(T c, int n) { EACH c.u[j] = c.v[j + 1]; }",
    "of the file": "void f(int n) { EACH g.u[j] = g.v[j + 1]; }",
    "of two structs": "void f(T *c, T *d, int n) { EACH c->u[j] = d->v[j + 1]; }",
    "of a struct in a struct": "void f(S *s, int n) { EACH s->p[j] = s->t.v[j + 1]; }",
    "by other names": "void f(T *c, int n) { float *x = c->u, *y = c->v; EACH x[j] = y[j + 1]; }",
    "in an array of structs": "void f(T *c, int n) { EACH c[0].u[j] = c[1].v[j + 1]; }",
    "exchanged between loops": "void f(T *c, int n, int m) { EACH c->u[j] = c->v[j + 1]; float *t = c->u; c->u = c->v; c->v = t; }",
    "by a function": "static void g1(T *d, int j) { d->u[j] = d->v[j + 1]; } void f(T *c, int n) { EACH g1(c, j); }",
    "told to be aligned": "void f(T *c, int n) { EACH { __assume_aligned(c->u, 64); __assume(n > 4); __builtin_prefetch(c->v + j); c->u[j] = c->v[j + 1]; } }",
}
MAY_BE_ONE = {
    "one member of two structs": "void f(T *c, T *d, int n) { EACH c->u[j] = d->u[j + 1]; }",
    "a member that is not": "void f(T *c, int n) { EACH c->w[j] = c->w[j + 1] + c->u[j + 1]; }",
    "one of two is not": "void f(T *c, int n) { EACH c->u[j] = c->w[j + 1]; }",
    "members of a union": "void f(U *c, int n) { EACH c->u[j] = c->v[j + 1]; }",
    "elements of a member": "void f(S *s, int n, int a) { EACH s->q[0][j] = s->q[a][j + 1]; }",
    "structs of each iteration": "void f(int n) { EACH { T c = one(j); c.u[j] = c.v[j + 1]; } }",
    "a local pointer": "void f(T *c, float *x, int n) { EACH c->u[j] = x[j + 1]; }",
}


def verdict(code: str, language: str) -> str:
    name = f"a.{language}"
    outline = Outline(parse((HEAD + code.replace("EACH", EACH)).replace("restrict", "__restrict"), name))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("code", APART.values(), ids=APART)
def test_different_members_lead_apart(code: str, language: str) -> None:
    assert verdict(code, language) == "proved"


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("code", MAY_BE_ONE.values(), ids=MAY_BE_ONE)
def test_what_may_be_one_stays_so(code: str, language: str) -> None:
    assert verdict(code, language) != "proved"
