"""A witness must be of an instance that the program has: of `N` turns there is one where the template is used as `<1>` alone."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CARRIES = "for (int i = 0; i < N; i++) a[0] = a[0] * 2 + i;"
FUNCTION = f"template <int N> void f() {{ {CARRIES} }} "
CLASS = f"template <int N> struct S {{ void m() {{ {CARRIES} }} void k(); }}; "
CASES = {
    FUNCTION + "void g() { f<1>(); }": "unknown",
    FUNCTION + "void g() { f<1>(); f<0>(); }": "unknown",
    FUNCTION + "void g() { f<1>(); } void h() { f<3>(); }": "refuted",
    FUNCTION + "template void f<1>();": "unknown",
    FUNCTION + "enum { ONE = 1 }; void g() { f<ONE>(); }": "unknown",
    FUNCTION + "constexpr int TWO = 2; void g() { f<TWO - 1>(); }": "unknown",
    FUNCTION + "void g() { ::f<1>(); }": "unknown",
    FUNCTION: "refuted",
    f"template <int N> void f() {{ {CARRIES} if (N > 1) f<N - 1>(); }} void g() {{ f<1>(); }}": "refuted",
    f"template <typename T, int N = 1> void f() {{ {CARRIES} }} void g() {{ f<int>(); f<float, 1>(); }}": "unknown",
    f"template <int N = 1> void f() {{ {CARRIES} }} void g() {{ f(); f<>(); }}": "unknown",
    f"template <int N = 4> void f() {{ {CARRIES} }} void g() {{ f(); f<1>(); }}": "refuted",
    f"template <int N> void f(int (&a)[N]) {{ {CARRIES} }} void g() {{ int b[8]; f(b); }}": "refuted",
    CLASS + "void g() { S<1> s; s.m(); }": "unknown",
    CLASS + "void g() { S<1> s; s.m(); S<2> t; }": "refuted",
    "template <int N> struct S { void k(); }; template <int N> void S<N>::k() { " + CARRIES + " } S<1> one;": "unknown",
    "template <bool B> void f() { for (int i = 0; i < 9; i++) if (B) a[0] = a[0] * 2 + i; } void g() { f<false>(); }": "unknown",
    "template <bool B> void f() { for (int i = 0; i < 9; i++) if (B) a[0] = a[0] * 2 + i; } void g() { f<true>(); }": "refuted",
    "template <int N> void f() { for (int i = 0; i < 9; i++) a[i] = a[i + N]; } void g() { f<9>(); }": "assumed",
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_instances_decide(text: str) -> None:
    outline = Outline(parse(f"int a[40]; {text}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[text], found.reason


def test_what_is_kept_of_a_function_does_not_outlive_its_uses() -> None:
    """The text of the function is the same in all three."""
    found = []
    for use in ("f<1>();", "f<3>();", "f<1>();"):
        outline = Outline(parse(f"int a[40]; {FUNCTION} void g() {{ {use} }}", name="a.cpp"))
        found.append(judge(outline, outline.loops[0]).verdict)
    assert found == ["unknown", "refuted", "unknown"]
