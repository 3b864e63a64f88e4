"""Stores whose left side is a macro, and macros that begin a loop between the header of another one and its body."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse

HEAD = """typedef struct { int n, m; int *p, *q; struct { int x; } u; } S;
int a[400], b[400];
#define N g->n
#define NN() g->n
#define HALF N / 2
#define X u.x
#define K k
#define KK() k
#define KP &k
#define D d
#define NEXT d + 1
#define P g->p
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define EACH for (int j = 0; j < 4; j++)
#define WHEN if (a[i] > 0)
#define UNROLL
static void set(int *p, int v) { *p = v; }
"""
STORES = {
    "N = 32; @for (int i = 0; i < N; i++) b[i] = 1;": "proved",
    "N = 32; @for (int i = 0; i < g->n; i++) b[i] = 1;": "proved",
    "NN() = 32; @for (int i = 0; i < N; i++) b[i] = 1;": "proved",
    "@for (int i = 0; i < n; i++) { int k; K = b[i]; b[i] = k + 1; }": "proved",
    "P[0] = 3; @for (int i = 0; i < n; i++) b[i] = i;": "proved",
    "@for (int i = 0; i < n; i++) { b[i + g->n] = b[i]; N = i; }": "not",
    "@for (int i = 0; i < n; i++) { b[i + g->u.x] = b[i]; g->X = i; }": "not",
    "@for (int i = 0; i < n; i++) { b[i * N] = i; N++; }": "refuted",
    "@for (int i = 0; i < n; i++) { b[g->n] = i; NN() = i; }": "refuted",
    "HALF = 2; @for (int i = 0; i < g->n; i++) b[i] = i;": "not",
    "@for (int i = 0; i < n; i++) { b[k + i] = i; K++; }": "refuted",
    "@for (int i = 0; i < n; i++) { int k = 0; for (int j = 0; j < 3; j++) { b[k + i] = i; K = 1 + j; } }": "not",
    "@for (int i = 0; i < n; i++) { int k = 0; for (int j = 0; j < 3; j++) { b[k + i] = i; KK() = 1 + j; } }": "not",
    "@for (int i = 0; i < n; i++) { int k = 0; for (int j = 0; j < 3; j++) { b[k + i] = i; set(&K, j); } }": "not",
    "@for (int i = 0; i < n; i++) { int k = 0; for (int j = 0; j < 3; j++) { b[k + i] = i; set(KP, j); } }": "not",
    "@for (int i = 0; i < n; i++) { int k = 0; switch (a[i]) { case 0: K = 1; } b[i + k] = i; }": "not",
    "int *d = a; D = b; @for (int i = 0; i < n; i++) d[i] = b[i + 1];": "refuted",
    "int *d = a; @for (int i = 0; i < n; i++) { d[i] = b[i]; d = NEXT; }": "not",
    "int *d = a; @for (int i = 0; i < n; i++) { D++; d[i] = d[0]; }": "not",
    "@for (int i = 0; i < n; i++) { g->p[0] = i; P++; }": "not",
}
BETWEEN = {
    "FOR(j, 4) { b[i + j] = a[i]; }": "not",
    "FOR(j, 4) FOR(k, 2) { b[i + j] = a[i]; }": "not",
    "FOR(j, 4) if (a[j] > 0) { b[i + j] = a[i]; }": "not",
    "FOR(j, 4) for (int k = 0; k < 2; k++) { b[i + j] = a[i]; }": "not",
    "FOR(j, 4) b[i + j] = a[i];": "not",
    "{ FOR(j, 4) { b[i + j] = a[i]; } }": "not",
    "if (a[i]) FOR(j, 4) { b[i + j] = a[i]; }": "not",
    "EACH { b[i + j] = a[i]; }": "not",
    "EACH b[i + j] = a[i];": "not",
    "{ EACH { b[i + j] = a[i]; } }": "not",
    "{ EACH { b[i] = a[j]; } b[i] += 1; }": "not",
    "{ ELSEWHERE { b[i + j] = a[i]; } }": "not",
    "WHEN { b[i] = a[i]; }": "not",
    "ELSEWHERE { b[i + 4] = a[i]; }": "not",
}


@pytest.mark.parametrize("body", STORES)
def test_a_macro_stores_where_its_text_does(body: str) -> None:
    assert _is_told(STORES[body], f"void f(S *restrict g, int n, int k) {{ {body} }}", "c")


@pytest.mark.parametrize("body", BETWEEN)
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_what_stands_between_a_header_and_its_body_runs_each_time(body: str, language: Language) -> None:
    assert _is_told(BETWEEN[body], f"void f(void) {{ @for (int i = 0; i < 100; i++) {body} }}", language)


def test_nothing_may_stand_between() -> None:
    assert _is_told("proved", "void f(int n) { @for (int i = 0; i < n; i++) UNROLL { b[i] = 1; } }", "c")


def _is_told(expected: str, function: str, language: Language) -> bool:
    before, _, behind = (HEAD + function).partition("@")
    outline = Outline(parse(before + behind, name=f"a.{language}"))
    found = judge(outline, outline.loop_starting_at(len(before.encode()))).verdict
    return found not in ("proved", "assumed") if expected == "not" else found == expected
