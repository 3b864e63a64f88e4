"""Two variables are one piece of memory where GNU's `alias`, a label for the linker or a directive says so: nothing about them is proved."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SHIFT = "for (int i = 0; i < 39; i++) o[i + 1] = a[i];"
SECOND = {
    "alias": 'int a[40]; extern int o[40] __attribute__((alias("a")));',
    "alias in underscores": 'int a[40]; extern int o[40] __attribute__((__alias__("a"), used));',
    "alias in brackets": 'int a[40]; [[gnu::alias("a")]] extern int o[40];',
    "alias behind the name": 'int a[40]; extern int o[40] [[gnu::alias("a")]];',
    "alias of a declaration before": 'int a[40]; extern int o[40]; extern int o[40] __attribute__((alias("a")));',
    "alias of what is behind": 'extern int o[40] __attribute__((alias("a"))); int a[40];',
    "weakref": 'int a[40]; static int o[40] __attribute__((weakref("a")));',
    "label": 'int a[40]; extern int o[40] asm("a");',
    "label in underscores": 'int a[40]; extern int o[40] __asm__("a");',
    "two labels": 'static int a[40] asm("zz"); extern int o[40] asm("zz");',
    "directive": "#pragma redefine_extname o a\nint a[40]; extern int o[40];",
    "weak directive": "int a[40];\nextern int o[40];\n#pragma weak o = a\n",
    "macro": '#define SAME(x) __attribute__((alias(#x)))\nint a[40]; extern int o[40] SAME(a);',
    "in a function": "int a[40];",
}  # fmt: skip
PLAIN = {
    "a section": 'int a[40]; int o[40] __attribute__((section("fast")));',
    "aligned": "int a[40]; int o[40] __attribute__((aligned(64))); // no alias",
    "a name": "struct alias { int n; }; int a[40]; struct alias *weak; int o[40];",
    "a comment": "int a[40]; int o[40] /* an alias of nothing */;",
}


def verdict_of(text: str) -> str:
    outline = Outline(parse(text, name="a.c"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", SECOND)
def test_one_memory_under_two_names_is_not_proved(name: str) -> None:
    inside = 'extern int o[40] asm("a");' if name == "in a function" else ""
    assert verdict_of(f"{SECOND[name]}\nvoid f(void) {{ {inside} {SHIFT} }}") != "proved"


@pytest.mark.parametrize("name", PLAIN)
def test_other_words_say_nothing(name: str) -> None:
    assert verdict_of(f"{PLAIN[name]}\nvoid f(void) {{ {SHIFT} }}") == "proved"


@pytest.mark.parametrize(
    "body", ["{ y = i; b[i] = x; }", "{ b[i] = x; y = i; }", "{ x = x + 1; b[i] = y; }", "{ y = b[i]; b[i] = x; }"]
)
def test_nor_of_scalars(body: str) -> None:
    text = f'int x, b[40]; extern int y __attribute__((alias("x"))); void f(void) {{ for (int i = 0; i < 40; i++) {body} }}'
    assert verdict_of(text) == "unknown"


def test_nor_of_what_callers_pass() -> None:
    text = "static void f(int *o, int *a) { " + SHIFT + " } int main(void) { f(o, a); return a[39]; }"
    assert verdict_of(f"int a[40]; extern int o[40]; {text}") == "proved"
    assert verdict_of(f'int a[40]; extern int o[40] __attribute__((alias("a"))); {text}') == "assumed"


@pytest.mark.parametrize(
    "said",
    ['extern double cbrt(double) asm("mine");', 'double cbrt(double) __asm__("mine");', "#pragma weak cbrt = mine\n"],
)
def test_a_function_of_the_library_may_be_another_one(said: str) -> None:
    own = "int k; double mine(double v) { return k++; }\n#include <math.h>\n"
    body = "void f(double *restrict x, double *restrict y, int n) { for (int i = 0; i < n; i++) x[i] = cbrt(y[i]); }"
    assert verdict_of(own + body) == "proved"
    assert verdict_of(own + said + body) != "proved"


def test_an_edit_of_an_attribute_is_seen() -> None:
    text = "int g(int v) { return v + 1; } void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = g(i); }"
    assert verdict_of(text) == "proved"
    assert verdict_of(f"__attribute__((weak)) {text}") == "assumed"
    assert verdict_of(text) == "proved"
