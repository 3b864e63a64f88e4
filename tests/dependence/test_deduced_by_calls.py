"""`template <class T> void add(T &p)`: in a call, `T` of a reference or a pointer is the type of what it leads to (C++17 17.8.2.1). What is
no number is no sum in any order."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <array>
#include <string>
#include <vector>
template <class T, class U> static void add(T &p, U v) { p += v; }
template <class T, class U> static void put(T &p, U v) { p = p + v; }
template <class T, class U> static void behind(T *p, U v) { *p += v; }
template <class T, class U> static void first(std::vector<T> &p, U v) { p[0] += v; }
template <class T, class U> static void row(T (&p)[3], U v) { p[0] += v; }
namespace q { template <class T, class U> static void more(T &p, U v) { p += v; } }
"""
TURNED = "struct Turned { int k = 0; void operator+=(int v) { k = k * 3 + v; } };\n"
CALLS = ["add(s, b[i]);", "put(s, b[i]);", "behind(&s, b[i]);", "first(w, b[i]);", "row(r, b[i]);", "q::more(s, b[i]);"]
DECLARED = "{0} s{{}}; std::vector<{0}> w(1); {0} r[3];"


def verdict(head: str, kind: str, call: str) -> str:
    text = (
        f"{head}int f(int n, const int *b) {{ {DECLARED.format(kind)} for (int i = 0; i < n; i++) {call} return n; }}"
    )
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("head", "kind"), [(HEAD, "std::string"), (HEAD + TURNED, "Turned")])
def test_what_is_no_number_is_no_sum(head: str, kind: str, call: str) -> None:
    assert verdict(head, kind, call) in ("refuted", "unknown")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", ["int", "double", "unsigned"])
def test_numbers_are_summed(kind: str, call: str) -> None:
    assert verdict(HEAD, kind, call) == "proved"
