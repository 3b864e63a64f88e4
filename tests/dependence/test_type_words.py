"""Types of words that the grammars do not know: what they declare is declared, and what they cut off is cut off."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.masking import masked
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <complex.h>\nint ga[40]; double complex gz[40]; _Alignas(32) int al[40]; static _Thread_local int tl[40];\n"
EACH = "for (int i = 0; i < n; i++)"
BODIES = {
    f"{EACH} {{ double complex z; z = d[i]; d[i] = creal(z * z); }}": "proved",
    f"{EACH} {{ float _Complex z = d[i] * I; d[i] = cabs(z); }}": "proved",
    f"{EACH} {{ complex double z = d[i]; d[i] = creal(z); }}": "proved",
    f"{EACH} {{ long double complex z = d[i]; d[i] = creal(z); }}": "proved",
    f"double complex z = 0; {EACH} {{ d[i] = creal(z); z = d[i] * 2; }}": "refuted",
    f"double complex w[64]; {EACH} {{ w[i] = d[i]; }}": "proved",
    f"double complex w[64]; {EACH} {{ w[i + 1] = w[i]; }}": "refuted",
    f"double complex s = 0; {EACH} s += d[i]; d[0] = creal(s);": "proved",
    f"{EACH} d[i] = creal((double complex)d[i]);": "proved",
    f"{EACH} gz[i] = gz[i] * 2;": "proved",
    f"{EACH} gz[i] = gz[i + 1] * 2;": "refuted",
    f"{EACH} al[i] = i;": "proved",
    f"{EACH} tl[i] = i;": "proved",
    f"{EACH} tl[i] = tl[i + 1];": "refuted",
    f"{EACH} {{ typeof(*p) t = p[i]; p[i] = t + 1; }}": "proved",
    f"typeof(*p) t; {EACH} {{ t = p[i]; p[i] = t + 1; }}": "proved",
    f"__typeof__(p) q = p; {EACH} q[i + 1] = p[i];": "refuted",
    f"typeof(*p) *q = p; {EACH} q[i + 1] = p[i];": "refuted",
    f"__auto_type q = p; {EACH} q[i + 1] = p[i];": "refuted",
    f"__signed__ int t; {EACH} {{ t = i; p[t] = i; }}": "proved",
    f"__const int t = 2; {EACH} p[i + t] = i;": "proved",
    f"__volatile__ int v; {EACH} p[i] = v;": "unknown",
    f"{EACH} {{ _Atomic(int) k = 0; p[i] = k; }}": "unknown",
    # What the type cuts off is not followed.
    f"{EACH} {{ typeof(s[0]) k = i; p[k] = i; }}": "unknown",
    f"{EACH} {{ typeof_unqual(s[0]) k; k = i; p[k] = i; }}": "unknown",
    "for (unsigned _BitInt(7) i = 0; i < 100; i++) p[i + i] = i;": "unknown",
    f"{EACH} {{ unsigned _BitInt(2) k = i; p[k] = i; }}": "unknown",
}


@pytest.mark.parametrize("body", BODIES)
def test_what_is_declared(body: str) -> None:
    text = f"{HEAD}void f(int *restrict p, short *restrict s, double *restrict d, int n) {{ {body} }}"
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == BODIES[body], found.reason


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("double complex z;", "double$complex z;"),
        ("f(double complex);", "f(double complex);"),  # a variable, where no header says that it is a word
        ("double complex = 1;", "double complex = 1;"),
        ("std::complex<double> z;", "std::complex<double> z;"),
        ("double _Complex *p;", "double$_Complex *p;"),
        ("(float _Complex)x;", "(float$_Complex)x;"),
        ('puts("double complex z");', 'puts("double complex z");'),
        ("complex float  x;", "complex$float  x;"),
        ("typeof(a[1]) b;", "typeof$$$$$$ b;"),
        ("typeof(int[k++]) b;", "typeof(int[k++]) b;"),
        ("int typeof_x(int a);", "int typeof_x(int a);"),
        ("_Thread_local int a;", "thread_local  int a;"),
        ("_Atomic(int) a;", "_Atomic int  a;"),
        ("int my_Thread_local;", "int my_Thread_local;"),
    ],
)
def test_words_are_shown_as_the_grammar_knows_them(text: str, shown: str) -> None:
    assert masked(text.encode()).decode() == shown
