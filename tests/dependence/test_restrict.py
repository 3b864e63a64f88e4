"""Local `restrict` pointers keep what they lead to apart, as long as nothing else is made from them and `restrict` means that."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "struct V { int n; double *p; }; void use(double *); double *at; struct V all[9];\n"
LOOP = "for (int i = 1; i < n; i++) %s"
FROM = "double *restrict p = v->p;"
CASES = {
    f"{FROM} double *restrict q = w->p; {LOOP % 'p[i] = q[i - 1];'}": "proved",
    f"{FROM} {LOOP % 'p[i] = w->p[i - 1];'}": "proved",
    f"{FROM} {LOOP % 'w->p[i] = p[i - 1];'}": "proved",
    f"{FROM} for (int k = 0; k < 9; k++) {LOOP % 'p[i] = w->p[i - 1];'}": "proved",
    f"{FROM} {LOOP % 'p[i] = (p[i] + w->p[i - 1]) * p[(int)p[i]];'}": "unknown",
    # Not all that is reached by way of it is reached by its name.
    f"{FROM} double *q = p; use(q); {LOOP % 'p[i] = w->p[i - 1];'}": "assumed",
    f"{FROM} use(&p[3]); {LOOP % 'p[i] = at[i - 1];'}": "assumed",
    f"{FROM} all[0].p = p; {LOOP % 'p[i] = all[n].p[i - 1];'}": "assumed",
    f"double *restrict p; p = v->p; {LOOP % 'p[i] = w->p[i - 1];'}": "assumed",
    f"{FROM} p++; {LOOP % 'p[i] = w->p[i - 1];'}": "assumed",
    # Each iteration has one of its own.
    "for (int i = 1; i < n; i++) { double *restrict p = v->p; p[i] = w->p[i - 1]; }": "assumed",
    "for (int i = 1; i < n; i++) { double *restrict p = v->p; for (int j = 0; j < 4; j++) p[4 * i + j] = w->p[4 * i + j - 4]; }": "assumed",
    "{ double *restrict p = v->p; p[0] = 1; } for (int i = 1; i < n; i++) v->p[i] = w->p[i - 1];": "assumed",
    f"double *const p = v->p; {LOOP % 'p[i] = w->p[i - 1];'}": "assumed",
}  # fmt: skip
MACROS = {
    "": "proved",
    "#define restrict __restrict__\n": "proved",
    "#define restrict\n": "assumed",
    "#define restrict \n": "assumed",
    "#define restrict volatile\n": "assumed",
    "#if OLD\n#define restrict\n#endif\n": "assumed",
    "#ifdef __GNUC__\n#define restrict __restrict__\n#else\n#define restrict\n#endif\n": "assumed",
    "#ifdef __GNUC__\n#define restrict __restrict__\n#else\n#define restrict __restrict\n#endif\n": "proved",
    "#define __restrict\n": "assumed",
}

OTHERS = "void other(float *, const float *); void set(float **); float *give(float *); float *g; float A[100]; struct W { float e[100]; } w;\n"
# Whoever else knows the address of `p`: what another parameter pointed at before is not based on it.
GIVEN = {
    "other(p, q); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "proved",
    "other(p, q); for (int i = 1; i < n; i++) q[i] = p[i - 1];": "proved",
    "for (int i = 1; i < n; i++) p[i] = q[i - 1]; other(p, q);": "proved",
    "if (n > 4) { for (int i = 1; i < n; i++) p[i] = q[i - 1]; } else other(p, q);": "proved",
    "other(p, 0); for (int i = 1; i < n; i++) p[i] = A[i - 1];": "proved",
    "other(p, 0); for (int i = 1; i < n; i++) p[i] = w.e[i - 1];": "proved",
    "other(p, 0); q++; for (int i = 1; i < n; i++) p[i] = q[i - 1];": "proved",
    # It may be: another got it since.
    "other(p, 0); set(&q); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "assumed",
    "other(p, 0); set(&p); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "assumed",
    "other(p, 0); for (int i = 1; i < n; i++) p[i] = g[i - 1];": "assumed",
    "other(p, 0); for (int i = 1; i < n; i++) p[i] = (*r)[i - 1];": "assumed",
    "q = give(p); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "assumed",
    "other(p, 0); q = give(0); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "assumed",
    "other(q, p); for (int i = 1; i < n; i++) q[i] = s[i - 1];": "assumed",
    "g = p; q = g; for (int i = 1; i < n; i++) p[i] = q[i - 1];": "unknown",
    "if (n > 4) q = p + 1; other(p, q); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "proved",  # of p[i] itself
    "if (n > 4) q = p + 2; other(p, q); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "refuted",
    "if (*s > 4) q = p + 1; other(p, q); for (int i = 1; i < n; i++) p[i] = q[i - 1];": "unknown",
}  # fmt: skip


def verdict(text: str, name: str = "a.c") -> str:
    outline = Outline(parse(text, name=name))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("body", CASES)
def test_a_pointer_that_alone_leads_somewhere(body: str) -> None:
    text = f"{HEAD}void f(struct V *v, struct V *w, int n) {{ {body} }}\n"
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[1 if "int k" in body else 0])
    assert found.verdict == CASES[body], found.reason


@pytest.mark.parametrize("body", GIVEN)
def test_a_parameter_that_others_are_given(body: str) -> None:
    parameters = "float *restrict p, float *q, float **r, float *s, int n"
    assert verdict(f"{OTHERS}void f({parameters}) {{ {body} }}\n") == GIVEN[body]


@pytest.mark.parametrize("parameters", ["float *__restrict p, float *&q", "float *__restrict &p, float *q"])
def test_a_reference_to_a_pointer_is_changed_by_others(parameters: str) -> None:
    loop = "for (int i = 1; i < n; i++) p[i] = q[i - 1];"
    assert verdict(f"{OTHERS}void f({parameters}, int n) {{ other(p, 0); {loop} }}\n", "a.cpp") == "assumed"


@pytest.mark.parametrize("macro", MACROS)
@pytest.mark.parametrize("of", ["parameter", "variable"])
def test_a_word_that_means_something_else_says_nothing(macro: str, of: str) -> None:
    if of == "parameter":
        text = f"void f(double *restrict p, double *restrict q, int n) {{ {LOOP % 'p[i] = q[i - 1];'} }}\n"
    else:
        text = f"void f(struct V *v, struct V *w, int n) {{ {FROM} {LOOP % 'p[i] = w->p[i - 1];'} }}\n"
    assert (verdict(macro + HEAD + text) == "proved") == (MACROS[macro] == "proved")


@pytest.mark.parametrize("word", ["RESTRICT", "MY_RESTRICT", "RESTRICT_PTR"])
@pytest.mark.parametrize(
    ("value", "expected"), [("restrict", "proved"), ("__restrict__", "proved"), ("", "assumed"), (None, "assumed")]
)
def test_macros_that_look_like_it_are_what_they_stand_for(word: str, value: str | None, expected: str) -> None:
    define = f"#define {word} {value}\n" if value is not None else ""
    text = f"void f(double *{word} p, double *{word} q, int n) {{ {LOOP % 'p[i] = q[i - 1];'} }}\n"
    assert verdict(define + text) == expected


def test_a_verdict_is_not_kept_when_the_word_becomes_a_macro_or_another_one_is_written() -> None:
    own = f"void f(double *restrict p, double *restrict q, int n) {{ {LOOP % 'p[i] = q[i - 1];'} }}\n"
    other = "double g(double *RESTRICT p) { return *p; }\n"
    for _ in range(2):
        assert verdict(own) == "proved"
        assert verdict(f"#define restrict\n{own}") == "assumed"
        assert verdict(other + own) == "assumed"
        assert verdict(f"#define RESTRICT restrict\n{other}{own}") == "proved"


VIEWS = {
    "float *restrict a, const float *b": "proved",
    "float *restrict a, const float *restrict b": "proved",
    "float *a, const float *b": "assumed",
}


@pytest.mark.parametrize("parameters", VIEWS)
@pytest.mark.parametrize("view", ["float (*q)[m] = (float (*)[m])b", "float (*q)[4] = (float (*)[4])b"])
def test_what_another_parameter_leads_to_may_be_seen_as_rows(parameters: str, view: str) -> None:
    text = f"void f({parameters}, int n, int m) {{ {view}; for (int i = 0; i < n; i++) a[i] = q[i + 1][2]; }}\n"
    assert verdict(text) == VIEWS[parameters]


@pytest.mark.parametrize("before", ["b = a;", "float **w = &b; *w = a;"])
def test_what_is_seen_as_rows_may_be_what_the_restricted_pointer_gave(before: str) -> None:
    view = "float (*q)[4] = (float (*)[4])b"
    loop = "for (int i = 0; i < n; i++) a[i] = q[i + 1][0];"
    assert verdict(f"void f(float *restrict a, float *b, int n) {{ {before} {view}; {loop} }}\n") != "proved"
