"""Classes of one name in two scopes: a member is that of the class that is meant, and where another has another one nothing is known of it.

In one class the members are arrays, which lie apart, in the other pointers, which may lead to one array.
"""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

ARRAYS, POINTERS = "struct S { int q[400], z[400]; };", "struct S { int *q, *z; };"
ELSEWHERE = f"int g(void) {{ {ARRAYS} return sizeof(struct S); }}"
LOOP = "for (int i = 1; i < n; i++) s.q[i] = s.z[i - 1];"
GO = "void go(int n) { for (int i = 1; i < n; i++) %sq[i] = %sz[i - 1]; }"
IN_BLOCKS = {
    "of the function": f"{ARRAYS} int f(int n, int *a) {{ {POINTERS} struct S s = {{a, a}}; {LOOP} return 0; }}",
    "of a block": f"{ARRAYS} int f(int n, int *a) {{ {{ {POINTERS} struct S s = {{a, a}}; {LOOP} }} return 0; }}",
    "of a function before": f"{ELSEWHERE} int f(int n, int *a) {{ {POINTERS} struct S s = {{a, a}}; {LOOP} return 0; }}",
    "by a pointer": f"{ARRAYS} int f(int n, int *a) {{ {POINTERS} struct S t = {{a, a}}, *s = &t; {LOOP.replace('s.', 's->')} return 0; }}",
}
METHODS = {
    "of the function": "struct S { int q[400], z[400]; }; int f(int n, int *a) { struct S { int *q, *z; GO }; S s{a, a}; s.go(n); return 0; }",
    "of a namespace": "namespace M { struct S { int q[400], z[400]; }; } namespace N { struct S { int *q, *z; GO }; }",
    "of a class": "struct A { struct S { int q[400], z[400]; }; }; struct B { struct S { int *q, *z; GO }; };",
    "of a class beside the file's": "struct S { int q[400], z[400]; }; struct B { struct S { int *q, *z; GO }; };",
    "of a base": "struct S { int q[400], z[400]; }; int f(int n) { struct S { int *q, *z; }; struct D : S { GO }; D d; d.go(n); return 0; }",
}  # fmt: skip
APART = {
    "one class": f"{ARRAYS} struct S s; int f(int n) {{ {LOOP} return 0; }}",
    "alike": f"{ARRAYS} struct S s; int f(int n) {{ {LOOP} return 0; }} {ELSEWHERE}",
    "other members differ": f"{ARRAYS} struct S s; int f(int n) {{ {LOOP} return 0; }} {ELSEWHERE.replace('; }; ', '; char *k; }; ')}",
}  # fmt: skip


def verdict(text: str, name: str) -> str:
    outline = Outline(parse(text, name=name))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
@pytest.mark.parametrize("form", IN_BLOCKS)
def test_objects_are_of_the_class_that_is_nearest(form: str, name: str) -> None:
    assert verdict(IN_BLOCKS[form], name) in ("unknown", "assumed")


@pytest.mark.parametrize("this", ["", "this->"])
@pytest.mark.parametrize("form", METHODS)
def test_methods_name_members_of_their_class(form: str, this: str) -> None:
    assert verdict(METHODS[form].replace("GO", GO % (this, this)), "a.cpp") in ("unknown", "assumed")


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
@pytest.mark.parametrize("form", APART)
def test_members_that_are_alike_everywhere_are_known(form: str, name: str) -> None:
    assert verdict(APART[form], name) == "proved"
