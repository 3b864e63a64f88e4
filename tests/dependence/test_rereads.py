"""A number in memory is read, somebody stores through another name, and it is read again: the two are one number only if that name leads to other
memory. What the loop does is right for one number and wrong for two."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "int m[20][20], a[400], b[400], ix[400]; double w[400]; int *file; struct s { int k, l; }; struct t { int k, *at; } one;\n"
FIRST, SECOND = "int k = READ & 1;", "int l = READ & 1;"
# What the function is given, what is read, and what is stored that may be the same.
MAY_BE_ONE = {
    "two parameters": ("int *p, int *q, int n", "p[0]", "q[0] = k ^ 1;"),
    "two parameters, no subscript": ("int *p, int *q, int n", "*p", "*q = k ^ 1;"),
    "a pointer of the file": ("int n", "ix[0]", "file[0] = k ^ 1;"),
    "a pointer of the file, many elements": ("int n", "ix[0]", "for (int j = 0; j < n; j++) file[j] = k ^ 1;"),
    "an array of the file": ("int *p, int n", "p[0]", "ix[0] = k ^ 1;"),
    "bytes": ("int *p, char *q, int n", "p[0]", "q[0] = k ^ 1;"),
    "one of two buffers": ("int n", "ix[0]", "int *s = n & 1 ? a : ix; s[0] = k ^ 1;"),
    "one of two buffers, a later element": ("int n", "ix[3]", "int *s = n & 1 ? a : ix + 1; s[2] = k ^ 1;"),
    "one of three buffers": ("int n", "ix[0]", "int *s = n & 1 ? a : n & 2 ? b : ix; s[0] = k ^ 1;"),
    "a member": ("struct s *p, int *q, int n", "p->l", "*q = k ^ 1;"),
    "in a function": ("int *p, int *q, int n", "p[0]", "put(q, k ^ 1);"),
    "the address on the way to it": ("int **p, int **q, int n", "**p", "*q = a + 1;"),
    "a member on the way to it": ("struct t *p, struct t *q, int n", "p->at[0]", "q->at++;"),
    "a struct on the way to it": ("struct t *p, struct t *q, int n", "p->at[0]", "*q = one;"),
    "a member by its address": ("struct t *p, int **q, int n", "p->at[0]", "++*q;"),
}
APART = {
    "numbers of another type": ("int *p, double *q, int n", "p[0]", "q[0] = k ^ 1;"),
    "another array": ("int n", "ix[0]", "a[0] = k ^ 1;"),
    "an array of the function": ("int *p, int n", "p[0]", "int q[4]; q[0] = k ^ 1; w[1] = q[0];"),
    "restrict": ("int *restrict p, int *restrict q, int n", "p[0]", "q[0] = k ^ 1;"),
    "one of two other buffers": ("int n", "ix[0]", "int *s = n & 1 ? a : b; s[0] = k ^ 1;"),
    "another element of one of two buffers": ("int n", "ix[0]", "int *s = n & 1 ? a : ix; s[1] = k ^ 1;"),
    "a number of another type on the way": ("int **p, double *q, int n", "**p", "*q = 1;"),
    "memory of its own": ("int *p, int n", "p[0]", "int *q = malloc(80); q[0] = k ^ 1;"),
}
USES = {
    "rows": "for (int i = 1; i < 20; i++) m[k][i] = m[1 - l][i - 1];",
    "a distance": "for (int i = 1; i < 20; i++) a[i + k + 20] = a[i + l + 20] + 1;",
    "a condition": "if (k > 0 && l < 1) for (int i = 1; i < 20; i++) b[i] = b[i - 1];",
    "buffers": "int *s2 = k ? a : b, *d2 = l ? b : a; for (int i = 1; i < 20; i++) d2[i + 9] = s2[i + 8];",
    "a difference": "for (int i = 0; i < 20; i++) a[i] = a[i + l - k] + 1;",
    "a difference before": "int d = 2 * l - 2 * k; for (int i = 0; i < 20; i++) a[i] = a[i + d] + 1;",
    "a pointer there and back": "int *s2 = a + l, *d2 = s2 - k; for (int i = 0; i < 20; i++) a[i] = d2[i] + 1;",
    "an element behind another": "int *s2 = a + l; for (int i = 1; i < 20; i++) a[i] = s2[i - k] + 1;",
    "whether they are one": "for (int i = 1; i < 20; i++) if (k != l) b[i] = b[i - 1];",
    "whether their difference is": "for (int i = 1; i < 20; i++) if (l - k) b[0] = i;",
    "a stride": "int s2 = 1 + l - k; for (int i = 0; i < 20; i++) a[i * s2] = i;",
    "a choice": "int e = k == l ? 0 : 1; for (int i = 1; i < 20; i++) b[i] = b[i - e] + 1;",
    "a choice by `if`": "int e = 1; if (!(k != l)) e = 0; for (int i = 1; i < 20; i++) b[i] = b[i - e] + 1;",
    "a choice of a choice": "int e = k < l || k > l ? n : 0, d = e ? 1 : 0; for (int i = 1; i < 20; i++) b[i] = b[i - d] + 1;",
    "a bit of the difference": "int e = (k - l) & 1; for (int i = 1; i < 20; i++) b[i] = b[i - e] + 1;",
    "its remainder": "for (int i = 1; i < 20; i++) if ((k - l) % 2) b[i] = b[i - 1];",
    "its half": "int e = (2 * k - 2 * l) / 2; for (int i = 1; i < 20; i++) b[i + 2] = b[i + 2 - e] + 1;",
    "the same or a number": "int e = n > 3 ? 0 : k - l; for (int i = 1; i < 20; i++) b[i + 2] = b[i + 2 - e] + 1;",
    "a bound": "for (int i = 0; i < 5 * k; i++) a[50 + i] = a[49 + i + 6 * l];",
}


def _verdict(form: tuple[str, str, str], use: str) -> LoopVerdict:
    given, read, store = form
    body = f"{FIRST} {store} {SECOND} {use}".replace("READ", read)
    helper = "static void put(int *z, int v) { *z = v; }\n"
    outline = Outline(parse(f"#include <stdlib.h>\n{HEAD}{helper}int f({given}) {{ {body} return 0; }}\n", name="a.c"))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", MAY_BE_ONE)
def test_what_may_have_been_set_is_not_one_number(name: str, use: str) -> None:
    assert _verdict(MAY_BE_ONE[name], USES[use]).verdict != "proved"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", APART)
def test_what_nobody_set_is_one_number(name: str, use: str) -> None:
    assert _verdict(APART[name], USES[use]).verdict == "proved"


def test_that_two_parameters_are_apart_is_assumed_and_named() -> None:
    found = _verdict(MAY_BE_ONE["two parameters"], USES["rows"])
    assert (found.verdict, found.assumptions) == ("assumed", ("p and q do not overlap",))


def test_rounds_of_a_loop_around_count() -> None:
    """What is read first in a round was set at the end of the one before."""
    text = (
        "int m[20][20];\nvoid f(int *p, int *q, int n) { int r = *p & 1; for (int t = 0; t < n; t++) { int k = *p & 1;\n"
        "for (int i = 1; i < 20; i++) m[k][i] = m[1 - r][i - 1];\n*q = k ^ 1; } }\n"
    )
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[1]).verdict != "proved"


def test_callers_tell_whether_it_is_set_in_the_iteration() -> None:
    """Iterations are apart in one array, too, but what one of them reads twice is then two numbers."""
    text = (
        "int b[30];\nstatic void f(int *p, int *q) { for (int i = 1; i < 20; i++) {\n"
        "int k = p[i] & 1; q[i] = k ^ 1; if (k > 0 && (p[i] & 1) < 1) b[i] = b[i - 1]; } }\n"
        "int main(void) { int u[20] = {1}, v[20] = {2}; f(u, GIVEN); return v[1]; }\n"
    )
    verdicts = {}
    for given in "vu":
        outline = Outline(parse(text.replace("GIVEN", given), name="a.c"), None, tuple)
        verdicts[given] = judge(outline, outline.loops[0]).verdict
    assert verdicts["v"] == "proved"
    assert verdicts["u"] != "proved"


CHANGES = ['w += "x";', "w = other;", "std::swap(w, other);", "w = w + other;", 'w.append("x");', "w.clear();"]


@pytest.mark.parametrize("use", ["if (k != l) b[i] = b[i - 1];", "a[i] = a[i + (int)(l - k)] + 1;"])
@pytest.mark.parametrize("change", CHANGES)
def test_what_a_container_tells_of_itself_is_a_number_in_memory(change: str, use: str) -> None:
    """`v` and `w` may be one string: how long it is was one number for both times."""
    before = "#include <string>\nint a[400], b[400];\nvoid f(const std::string &v, std::string &w, std::string other) {"
    for changed, is_proved in ((change, False), ("other += 'x';", True)):
        body = f"auto k = v.size(); {changed} auto l = v.size(); for (int i = 1; i < 20; i++) {{ {use} }}"
        outline = Outline(parse(f"{before} {body} }}\n", name="a.cpp"))
        assert (judge(outline, outline.loops[-1]).verdict == "proved") == is_proved
