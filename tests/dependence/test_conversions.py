"""An object of a class that stands where a number has to is converted by a function, which may do anything."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <vector>
static int k;
struct W {{ int v; operator int() const {{ return {body}; }} }};
struct T {{ int d[3]; }};
struct Q {{ int x; explicit Q(const W &w) : x(w) {{}} }};
"""
PARAMETERS = (
    "int n, int *__restrict a, const W *__restrict w, const int *__restrict t, const T &m, const std::vector<int> &v"
)
BODIES = {
    "a subscript": "a[i] = t[w[i]];",
    "a subscript that is written to": "a[w[i]] = i;",
    "a subscript of a member": "a[i] = m.d[w[i]];",
    "a subscript of a container": "a[i] = v[w[i]];",
    "a sum of an address": "a[i] = *(t + w[i]);",
    "a bound inside": "int s = 0; for (int j = 0; j < w[i]; j++) s++; a[i] = s;",
    "a beginning inside": "int s = 0; for (int j = w[i]; j < 3; j++) s++; a[i] = s;",
    "a size": "int *q = new int[w[i]]; q[0] = i; a[i] = q[0]; delete[] q;",
    "a member's initialiser": "Q q(w[i]); a[i] = q.x;",
    "a condition": "a[i] = w[i] ? i : 0;",
    "a negation": "a[i] = !w[i];",
    "a part of a condition": "a[i] = i > 2 && w[i];",
    "an operand": "a[i] = 3 + w[i];",
    "what is added": "a[i] += w[i];",
    "a sign": "a[i] = -w[i];",
    "a choice of cases": "switch (w[i]) { case 0: a[i] = 1; break; default: a[i] = 2; }",
    "a condition of a loop": "while (w[i]) { a[i] = i; break; }",
    "a condition of a for": "for (; w[i];) { a[i] = i; break; }",
    "a condition of a do": "do a[i] = i; while (!w[i]);",
    "a condition behind a body": "do { a[i] = i; if (i > 3) break; } while (w[i]);",
    "an element of a list": "int q[2] = {w[i], i}; a[i] = q[0] + q[1];",
    "what a function returns": "a[i] = [](const W &x) -> int { return x; }(w[i]);",
}


def verdict(body: str, conversion: str) -> str:
    text = f"{HEAD.format(body=conversion)}void f({PARAMETERS}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\n"
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", BODIES)
def test_one_that_counts_is_no_number(name: str) -> None:
    assert verdict(BODIES[name], "v + k++") in ("unknown", "refuted")


LITERAL = """static int k;
{operator}(unsigned long long v) {{ return {body}; }}
void f(int n, int *a) {{ for (int i = 0; i < n; i++) a[i] = 5_c + i; }}
"""


@pytest.mark.parametrize("operator", ['int operator"" _c', 'int operator""_c', 'static constexpr int operator""_c'])
def test_a_literal_that_counts_is_no_assumption(operator: str) -> None:
    verdicts = []
    for body in ("(int)v + k++", "(int)v"):
        outline = Outline(parse(LITERAL.format(operator=operator, body=body), name="a.cpp"), None, lambda: ())
        verdicts.append(judge(outline, outline.loops[0]).verdict)
    assert verdicts == ["unknown", "assumed"]


def test_memory_of_an_operator_new_need_not_be_apart() -> None:
    text = (
        "static int pool[4];\nstruct N { int v; static void *operator new(unsigned long n) { return pool; } };\n"
        "void f(int n, int **a) { for (int i = 0; i < n; i++) { N *p = new N{i}; a[i] = &p->v; } }\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict == "unknown"


UNSEEN = {
    "by a macro": "#define MAKES(T) operator T() const { return k++; }\nstruct W { int v; MAKES(int) };",
    "in an included file": 'struct W { int v;\n#include "members.h"\n};',
    "of a base behind a macro": "#define MAKES(T) operator T() const { return k++; }\nstruct B { MAKES(int) }; struct W : B { int v; };",
    "of a base out of sight": '#include "base.h"\nstruct W : B { int v; };',
    "of a class out of sight": '#include "w.h"',
}
SURE = [name for name in BODIES if name not in ("a member's initialiser", "an element of a list")]


@pytest.mark.parametrize("body", SURE)
@pytest.mark.parametrize("head", UNSEEN)
def test_one_that_is_not_seen_is_no_number_either(head: str, body: str) -> None:
    text = (
        f"#include <vector>\nstatic int k;\n{UNSEEN[head]}\nstruct T {{ int d[3]; }};\n"
        f"void f({PARAMETERS}) {{ for (int i = 0; i < n; i++) {{ {BODIES[body]} }} }}\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict != "proved"


@pytest.mark.parametrize("head", UNSEEN)
def test_members_of_such_an_object_are_numbers(head: str) -> None:
    text = f"static int k;\n{UNSEEN[head]}\nvoid f(int n, int *__restrict a, const W *__restrict w) {{ for (int i = 0; i < n; i++) a[i] = w[i].v; }}\n"
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict == "proved"
