"""What headers say decides verdicts, and what they leave open is an assumption."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdict(header: str, text: str, name: str = "a.cpp") -> LoopVerdict:
    headers = (Outline(parse(header, "h.h", "c" if name.endswith(".c") else None)),) if header else ()
    outline = Outline(parse(f'#include "h.h"\n{text}', name), lambda source: headers)
    return judge(outline, outline.loops[0])


LOOP = "void f(int n, double *a) { for (int i = 0; i < n; i++) %s }"
CASES = [
    # header, function, verdict without the header, verdict with it, a word of the reason with it
    ("#define AT(i, j) a[(i)*n + (j)]", LOOP % "AT(i, 0) = 1;", "unknown", "proved", "AT(i, 0)"),
    ("#define PREV(i) ((i) - 1)", "void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[PREV(i)]; }", "unknown", "refuted", "i=1 writes a[1]"),
    ("static inline int at(int i) { return 2 * i; }", LOOP % "a[at(i)] = i;", "unknown", "proved", "a[at(i)]"),
    ("inline int at(int i) { return i / 2; }", LOOP % "a[at(i)] = i;", "unknown", "refuted", "a[0]"),
    ("extern double a[9][9], b[9][9];", "void f(int n) { for (int i = 0; i < n; i++) a[i][0] = b[i][1]; }", "unknown", "proved", "a[i][0]"),
    ("double temp[5];", LOOP % "{ temp[0] = a[i]; a[i] = temp[0] + temp[1]; }", "refuted", "refuted", "temp"),
    ("#define W 4 // w", "void f(double *a) { for (int i = 0; i < 9; i++) for (int j = 0; j < W; j++) a[4*i + j] = 0; }", "assumed", "proved", "a[4*i + j]"),
    ("struct P { float x[9]; };", "void f(int n, P *p) { for (int i = 0; i < n; i++) p[i].x[0] = p[i].x[1]; }", "unknown", "proved", "p[i]"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "text", "before", "after", "word"), CASES, ids=[case[0][:24] for case in CASES])
def test_a_header_decides(header: str, text: str, before: str, after: str, word: str) -> None:
    assert verdict("", text).verdict == before
    found = verdict(header, text)
    assert found.verdict == after, found.reason
    assert word in found.reason


def test_a_number_under_conditions_is_any_number() -> None:
    loop = "void f(double *a) { for (int i = 0; i < 9; i++) for (int j = 0; j < W; j++) a[4*i + j] = 0; }"
    assert verdict("#ifdef WIDE\n#define W 8\n#else\n#define W 4\n#endif", loop).verdict != "proved"
    assert verdict("", "#ifdef WIDE\n#define W 8\n#else\n#define W 4\n#endif\n" + loop).verdict != "proved"


def test_a_macro_under_conditions_is_an_assumption() -> None:
    loop = LOOP % "AT(i, 0) = 1;"
    rows = "#define AT(i, j) a[(i)*n + (j)]"
    assert verdict(f"#ifdef C\n#define AT(i, j) a[(j)*n + (i)]\n#else\n{rows}\n#endif", loop).verdict == "proved"
    found = verdict(f"#ifdef C\n#define AT(i, j) a[(j)*n + (j)]\n#else\n{rows}\n#endif", loop)
    assert (found.verdict, found.assumptions) == ("assumed", ("AT is what its last definition says",))


def test_two_definitions_of_a_function_are_not_followed() -> None:
    header = "#ifdef C\nstatic int at(int i) { return i; }\n#else\nstatic int at(int i) { return 0; }\n#endif"
    loop = LOOP % "a[at(i)] = i;"
    assert verdict(header, loop).verdict == "unknown"


def test_a_type_under_conditions_may_be_the_other() -> None:
    loop = "void f(int n, float **x, real *y) { for (int i = 0; i < n; i++) y[i] = x[0][i]; }"
    apart = verdict("typedef double real;", loop, "a.c")
    either = verdict("#ifdef D\ntypedef double real;\n#else\ntypedef float real;\n#endif", loop, "a.c")
    assert apart.verdict in ("proved", "assumed")
    assert len(either.assumptions) > len(apart.assumptions)


def test_a_function_of_a_header_keeps_its_loops_to_itself() -> None:
    text = "void f(int n, double *a, double *b) { g(n, b); for (int i = 0; i < n; i++) a[i] = i; }"
    header = "void g(int n, double *a) { for (int i = 0; i < n; i++) a[0] = i; }"
    place = len('#include "h.h"\n') + text.index("for")
    header = " " * (place - header.index("for")) + header
    assert header.index("for") == place
    assert verdict(header, text).verdict == "proved"


def test_verdicts_are_not_kept_when_a_header_changes() -> None:
    loop = "void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[OF(i)]; }"
    assert verdict("#define OF(i) (i)", loop).verdict == "proved"
    assert verdict("#define OF(i) (i - 1)", loop).verdict == "refuted"


@pytest.mark.parametrize(
    ("type", "verdict_of_loop"),
    [
        ("union U { int a; float b; };", "refuted"),
        ("typedef union { int a; float b; } U;", "refuted"),
        ("typedef union V { int a; float b; } U;", "refuted"),
        ("struct U { int a; float b; };", "proved"),
    ],
)
@pytest.mark.parametrize("in_header", [True, False])
def test_members_of_a_union_are_one_place(type: str, verdict_of_loop: str, in_header: bool) -> None:
    loop = "void f(int n, U *u) { for (int i = 0; i < n - 1; i++) u[i].a = u[i + 1].b; }"
    assert verdict(type if in_header else "", loop if in_header else f"{type}\n{loop}").verdict == verdict_of_loop


SEVERAL = {
    "for (int j = 0, m = cols; j < m; j++) d[i * cols + j] = 1;": "proved",
    "for (int m = cols, j = 0; j < m; j += 2) d[i * cols + j] = m;": "proved",
    "for (int j = 0, m = cols + 1; j < m; j++) d[i * cols + j] = 1;": "not",
    "for (int j = 0, m = cols; j < m; j++) { d[i * cols + j] = 1; m += d[0] > 3; }": "not",
    "for (int j = 0, k = 0; j < cols; j++, k += 2) d[i * cols + k] = 1;": "not",
    "for (int j = 0, m = cols; j < m; m--) d[i * cols + j] = 1;": "proved",
}


@pytest.mark.parametrize("inner", SEVERAL)
def test_a_header_that_sets_other_variables_counts_as_without_them(inner: str) -> None:
    text = f"void f(double *d, int rows, int cols) {{ for (int i = 0; i < rows; i++) {inner} }}"
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[0]).verdict
    assert found != "proved" if SEVERAL[inner] == "not" else found == SEVERAL[inner]
    assert judge(outline, outline.loops[1]).verdict == "unknown", "OpenACC takes no such header"
