"""How far two objects lie from one another leads from one into the other: of neither is anything apart from the other then."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <iterator>
#include <stdint.h>
#include <stddef.h>
#define OFF(p, q) ((p) - (q))
int a[400], b[400], n; ptrdiff_t kept; static ptrdiff_t off(const int *p, const int *q) { return p - q; }
"""
IN_C = {
    "a pointer": "int *s = b + (a - b); LOOP",
    "a variable": "ptrdiff_t d = a - b; int *s = b + d; LOOP",
    "turned round": "ptrdiff_t d = b - a; int *s = b - d; LOOP",
    "of elements": "ptrdiff_t d = &a[1] - &b[1]; int *s = b + d; LOOP",
    "added later": "int *s = b; s += a - b; LOOP",
    "in a subscript": "ptrdiff_t d = a - b; for (int i = 1; i < n; i++) a[i] = b[d + i - 1];",
    "an element's address": "int *s = &b[a - b]; LOOP",
    "in the loop": "for (int i = 1; i < n; i++) { int *s = b + (a - b); a[i] = s[i - 1]; }",
    "of a function": "int *s = b + off(a, b); LOOP",
    "of a macro": "int *s = b + OFF(a, b); LOOP",
    "kept in memory": "kept = a - b; int *s = b + kept; LOOP",
    "of what was allocated": "int *p = malloc(4), *q = malloc(4); int *s = q + (p - q); for (int i = 1; i < n; i++) p[i] = s[i - 1];",
}
IN_CPP = {
    "std::distance": "int *s = b + std::distance(b, a); LOOP",
    "std::next": "int *s = std::next(b, a - b); LOOP",
    "of vectors": "std::vector<int> p(n), q(n); int *s = q.data() + (p.data() - q.data()); for (int i = 1; i < n; i++) p[i] = s[i - 1];",
}
APART = {
    "in one object": "int *e = b + n; ptrdiff_t d = e - b; for (int i = 1; i < n; i++) a[i] = b[d - i];",
    "of a third": "int c[400]; ptrdiff_t d = c - b; int *s = b; kept = d; LOOP",
    "compared": "int *s = b; if (a != b) LOOP",
}


# What a caller passes is distinct, and that does not answer for it: `d` leads from one into the other.
DISTANCES = [
    "P - Q",
    "&P[0] - &Q[0]",
    "((char *)P - (char *)Q) / 4",
    "((intptr_t)P - (intptr_t)Q) / 4",
    "off(P, Q)",
    "OFF(P, Q)",
]
DISTANCES_IN_CPP = ["std::distance(Q, P)", "(reinterpret_cast<intptr_t>(P) - reinterpret_cast<intptr_t>(Q)) / 4"]
PASSED = {
    "parameters": ("p", "static void g(int *p, int *q) { LOOP } void f(void) { g(a, b); }"),
    "members": ("s->p", "struct S { int *p, *q; };\nstatic void g(struct S *s) { LOOP } void f(void) { struct S t = {a, b}; g(&t); }"),
    "of a copy": ("s.p", "struct S { int *p, *q; };\nstatic void g(struct S s) { LOOP } void f(void) { struct S t = {a, b}; g(t); }"),
}  # fmt: skip


def verdict(body: str, name: str) -> str:
    return _verdict(f"void f(void) {{ {body.replace('LOOP', 'for (int i = 1; i < n; i++) a[i] = s[i - 1];')} }}", name)


def _verdict(text: str, name: str) -> str:
    vector = "#include <vector>\n" if name == "a.cpp" else "#include <stdlib.h>\n"
    outline = Outline(parse(f"{vector}{HEAD}{text}", name=name))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("body", IN_C.values(), ids=IN_C)
def test_distances_lead_into_the_other_object(body: str) -> None:
    assert verdict(body, "a.c") == "unknown"


@pytest.mark.parametrize("body", IN_CPP.values(), ids=IN_CPP)
def test_so_do_those_of_the_library(body: str) -> None:
    assert verdict(body, "a.cpp") == "unknown"


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_other_objects_stay_apart(body: str, name: str) -> None:
    assert verdict(body, name) == "proved"


def _passed(how: str, distance: str, name: str, index: str = "d + i") -> str:
    p, text = PASSED[how]
    loop = f"ptrdiff_t d = {distance}; for (int i = 1; i < n; i++) Q[{index}] = P[i - 1];"
    return _verdict(text.replace("LOOP", loop.replace("P", p).replace("Q", p[:-1] + "q")), name)


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("how", PASSED)
def test_distances_of_what_a_caller_passes(how: str, distance: str) -> None:
    assert _passed(how, distance, "a.c") == "unknown"


@pytest.mark.parametrize("distance", DISTANCES_IN_CPP)
@pytest.mark.parametrize("how", PASSED)
def test_so_do_those_of_cpp(how: str, distance: str) -> None:
    assert _passed(how, distance, "a.cpp") == "unknown"


@pytest.mark.parametrize("distance", ["n", "&Q[7] - Q", "Q - Q"])
@pytest.mark.parametrize("how", PASSED)
def test_what_is_no_distance_of_two_leaves_them_apart(how: str, distance: str) -> None:
    assert _passed(how, distance, "a.c", "i") == "proved"
