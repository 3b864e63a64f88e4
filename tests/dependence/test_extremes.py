"""Maxima and minima through calls: the definition says which it is, where one is in sight; a name alone does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <algorithm>\n#include <cmath>\n"
TAIL = "double f(int n, const double *a, const double *b) {\n  double m = 0;\n  for (int i = 0; i < n; i++) {\n    %s\n  }\n  return m;\n}\n"


def verdict(before: str, body: str, name: str = "a.cpp", headers: tuple[str, ...] = ()) -> LoopVerdict:
    others = tuple(Outline(parse(text, name="h.h")) for text in headers)
    outline = Outline(parse(f"{HEAD}{before}\n{TAIL % body}", name=name), lambda source: others)
    return judge(outline, outline.loops[-1])


RIGHT = {
    "a function": ("static double most(double a, double b) { return a > b ? a : b; }", "m = most(m, a[i]);", "max"),
    "two returns": ("double low(double x, double y) { if (x < y) return x; return y; }", "m = low(a[i], m);", "min"),
    "with else": (
        "double low(double x, double y) { if (x < y) { return x; } else { return y; } }",
        "m = low(m, a[i]);",
        "min",
    ),
    "a template": (
        "template <class T> T top(const T &a, const T &b) { return (a < b) ? b : a; }",
        "m = top(m, a[i]);",
        "max",
    ),
    "by the library": ("inline double top(double p, double q) { return std::max(p, q); }", "m = top(a[i], m);", "max"),
    "by another": (
        "double one(double p, double q) { return p < q ? q : p; }\ndouble two(double p, double q) { return one(q, p); }",
        "m = two(m, a[i] * b[i]);",
        "max",
    ),
    "a macro": ("#define BIG(a, b) ((a) > (b) ? (a) : (b))", "m = BIG(m, fabs(a[i]));", "max"),
    "a macro of another": ("#define BIG fmax", "m = BIG(m, a[i]);", "max"),
    "a macro with another's name": ("#define MAX(a, b) ((a) < (b) ? (a) : (b))", "m = MAX(m, a[i]);", "min"),
    "a list": ("", "m = std::max({m, a[i], b[i]});", "max"),
    "one in another": ("", "m = fmax(fmax(m, a[i]), b[i]);", "max"),
    "the library, turned round": ("", "m = fmax(fabs(a[i]), m);", "max"),
    "a temporary": ("", "double t = fabs(a[i] - b[i]); if (t > m) m = t;", "max"),
    "a temporary in a choice": ("", "const double t = a[i] * b[i]; m = t < m ? t : m;", "min"),
    "one of three overloads": (
        "int top(int a, int b, int c) { return a + b + c; }\ndouble top(double a, double b) { return a > b ? a : b; }",
        "m = top(m, a[i]);",
        "max",
    ),
}
NOT_ONE = {
    "adds": ("double max(double a, double b) { return a + b; }", "m = max(m, a[i]);"),
    "adds, as a macro": ("#define MAX(a, b) ((a) + (b))", "m = MAX(m, a[i]);"),
    "another operand": ("double most(double a, double b) { return a > b ? a : 2 * b; }", "m = most(m, a[i]);"),
    "one operand": ("double most(double a, double b) { return a > b ? a : a; }", "m = most(m, a[i]);"),
    "counts": ("int calls;\ndouble most(double a, double b) { calls++; return a > b ? a : b; }", "m = most(m, a[i]);"),
    "loses fractions": ("int most(int a, int b) { return a > b ? a : b; }", "m = most(m, a[i]);"),
    "loses fractions in what it returns": (
        "int most(double a, double b) { return a > b ? a : b; }",
        "m = most(m, a[i]);",
    ),
    "loses digits": ("float most(float a, float b) { return a > b ? a : b; }", "m = most(m, a[i]);"),
    "two definitions": (
        "#ifdef X\n#define TOP(a, b) ((a) > (b) ? (a) : (b))\n#else\n#define TOP(a, b) ((a) < (b) ? (a) : (b))\n#endif",
        "m = TOP(m, a[i]);",
    ),
    "overloads that differ": (
        "double top(double a, double b) { return a > b ? a : b; }\nfloat top(float a, float b) { return a < b ? a : b; }",
        "m = top(m, a[i]);",
    ),
    "announced only": ("double max(double a, double b);", "m = max(m, a[i]);"),
    "a variable": ("", "double (*max)(double, double) = pow; m = max(m, a[i]);"),
    "itself": ("double most(double a, double b) { return most(b, a); }", "m = most(m, a[i]);"),
    "twice": ("", "m = std::max({m, a[i], m});  m = m * 2;"),
    "mixed": ("", "m = fmax(fmin(m, a[i]), b[i]);"),
    "the place of the maximum": ("", "static int at; double t = a[i]; if (t > m) { m = t; at = i; }"),
    "read beside": ("", "m = std::max(m, a[i]); if (m > 3) m += b[i];"),
}


# A value that compares with nothing (NaN) takes the place of what they had, so that the last one counts.
FORGET = (
    "a function",
    "with else",
    "by the library",
    "by another",
    "a macro",
    "a macro with another's name",
    "one of three overloads",
)


@pytest.mark.parametrize("name", RIGHT)
def test_a_choice_of_two_is_a_reduction(name: str) -> None:
    before, body, operator = RIGHT[name]
    found = verdict(before, body)
    assert [(r.variable, r.operator) for r in found.reductions] == [("m", operator)]
    assert found.verdict == ("assumed" if name in FORGET else "proved")
    assert all(text.endswith(" is never NaN") for text in found.assumptions)


KEPT = {
    "if": "if (a[i] > m) m = a[i];",
    "if, turned round": "if (m < a[i]) m = a[i];",
    "a choice": "m = a[i] > m ? a[i] : m;",
    "std": "m = std::max(m, a[i]);",
    "std of the smaller": "m = std::min(m, a[i]);",
    "a list that begins with it": "m = std::max({m, a[i], b[i]});",
    "what is a number": "m = fmax(a[i], m);",
    "one in another": "m = std::max(m, std::max(a[i], b[i]));",
    "one in what is a number": "m = fmax(std::max(a[i], b[i]), m);",
}
FORGOTTEN = {
    "a choice": ("m = m > a[i] ? m : a[i];", "a[i]"),
    "a choice of the smaller": ("m = m < a[i] ? m : a[i];", "a[i]"),
    "std": ("m = std::max(a[i], m);", "a[i]"),
    "std of the smaller": ("m = std::min( a[i] , m);", "a[i]"),
    "a list that ends with it": ("m = std::max({a[i], m});", "a[i]"),
    "one in another": ("m = std::max(std::max(a[i], m), b[i]);", "a[i] or b[i]"),
    "one in what is a number": ("m = fmax(std::max(a[i], m), b[i]);", "a[i] or b[i]"),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_beside_a_nan_is_so_in_every_order(name: str) -> None:
    assert verdict("", KEPT[name]).verdict == "proved"


@pytest.mark.parametrize("name", FORGOTTEN)
def test_what_a_nan_replaces_is_assumed_to_meet_none(name: str) -> None:
    body, who = FORGOTTEN[name]
    found = verdict("", body)
    assert (found.verdict, found.assumptions) == ("assumed", (f"{who} is never NaN",))


def test_integers_have_none() -> None:
    text = "int f(int n, const int *a) { int m = 0; for (int i = 0; i < n; i++) m = m > a[i] ? m : a[i]; return m; }"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"


def test_only_of_the_loop_that_reduces() -> None:
    text = (
        "void f(int n, const double *restrict a, double *restrict o) { for (int i = 0; i < n; i++) { double m = 0;"
        " for (int j = 0; j < 8; j++) m = m > a[8 * i + j] ? m : a[8 * i + j]; o[i] = m; } }"
    )
    outline = Outline(parse(text, name="a.c"))
    assert [judge(outline, loop).verdict for loop in outline.loops] == ["proved", "assumed"]


@pytest.mark.parametrize("name", NOT_ONE)
def test_what_is_no_choice_of_two_is_none(name: str) -> None:
    before, body = NOT_ONE[name]
    assert verdict(before, body).verdict in ("refuted", "unknown")


def test_the_definition_of_a_header_counts() -> None:
    header = "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    assert verdict("", "m = MAX(a[i], m);", headers=(header,)).verdict == "proved"
    assert verdict("", "m = MAX(m, a[i]);", headers=("#define MAX(a, b) ((a) * (b))\n",)).verdict != "proved"


@pytest.mark.parametrize("name", ["a function", "a macro", "the library, turned round", "a temporary"])
def test_a_run_agrees_with_the_clause(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, body, operator = RIGHT[name]
    file = tmp_path / "a.cpp"
    file.write_text(f"{HEAD}{before}\n{TAIL % body}")
    line = 1 + file.read_text().split("\n").index("  for (int i = 0; i < n; i++) {")
    assert main(["suggest", str(file), "--line", str(line), "--no-model", "--no-project", "--test", "--json"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    first = loop["candidates"][0]
    assert f"reduction({operator}:m)" in first["pragma"]
    assert first["tested"]["agreed"]


def extreme(stored: str, read: str, how: str) -> LoopVerdict:
    text = f"int f(const {read} *a, int n) {{ {stored} s = 0; for (int i = 0; i < n; i++) {how} return s; }}"
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(
    ("stored", "read", "how"),
    [
        ("short", "int", "s = std::max<int>(s, a[i]);"),
        ("short", "int", "if (a[i] > s) s = a[i];"),
        ("short", "int", "s = a[i] > s ? a[i] : s;"),
        ("unsigned char", "short", "s = std::min<short>(s, a[i]);"),
        ("int", "long", "if (a[i] < s) s = a[i];"),
    ],
)
def test_an_extreme_that_is_cut_off_depends_on_the_order(stored: str, read: str, how: str) -> None:
    assert extreme(stored, read, how).verdict in ("refuted", "unknown")


@pytest.mark.parametrize(
    ("stored", "read", "how"),
    [
        ("short", "short", "s = std::max(s, a[i]);"),
        ("short", "short", "if (a[i] > s) s = a[i];"),
        ("int", "short", "s = std::max<int>(s, a[i]);"),
        ("long", "int", "if (a[i] > s) s = a[i];"),
        ("float", "double", "if (a[i] > s) s = a[i];"),
    ],
)
def test_an_extreme_that_keeps_its_value_does_not(stored: str, read: str, how: str) -> None:
    found = extreme(stored, read, how)
    assert found.verdict == "proved"
    assert [each.variable for each in found.reductions] == ["s"]
