"""`found = 0; for (…) if (…) found = 1;` is a reduction where one number is known before and only one other is stored."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdicts(text: str) -> list[LoopVerdict]:
    outline = Outline(parse(text, "a.cpp"))
    return [judge(outline, loop) for loop in outline.loops]


@pytest.mark.parametrize(
    ("kind", "before", "stored", "operator"),
    [
        ("int", "0", "1", "||"),
        ("int", "1", "0", "&&"),
        ("bool", "false", "true", "||"),
        ("bool", "true", "false", "&&"),
        ("int", "3", "9", "max"),
        ("long", "-1", "7", "max"),
        ("int", "9", "3", "min"),
        ("unsigned char", "0", "1", "||"),
    ],
)
def test_a_flag_is_a_reduction(kind: str, before: str, stored: str, operator: str) -> None:
    text = f"int g(int n, double *a) {{ {kind} k = {before}; for (int i = 0; i < n; i++) if (a[i] < 0) k = {stored}; return k; }}"
    (verdict,) = verdicts(text)
    assert verdict.verdict == "proved"
    assert [(r.variable, r.operator, r.is_flag) for r in verdict.reductions] == [("k", operator, True)]


@pytest.mark.parametrize(
    "text",
    [
        "int g(int n, int k, double *a) { for (int i = 0; i < n; i++) if (a[i] < 0) k = 9; return k; }",
        "int g(int n, double *a) { int k = 0; for (int i = 0; i < n; i++) if (a[i] < 0) k = 9; else if (a[i] > 7) k = 4; return k; }",
        "int g(int n, double *a) { int k = 0; for (int i = 0; i < n; i++) { if (k) a[i] = 3; if (a[i] < 0) k = 1; } return k; }",
        "int g(int n, double *a) { int k = 0; for (int i = 0; i < n; i++) if (a[i] < 0) k = i; return k; }",
        "int g(int n, double *a) { unsigned char k = 0; for (int i = 0; i < n; i++) if (a[i] < 0) k = 300; return k; }",
        "int g(int n, double *a) { int k = 0; int *p = &k; *p = 5; for (int i = 0; i < n; i++) if (a[i] < 0) k = 1; return k; }",
        "int g(int n, double *a) { int k = 0; if (n > 3) k = 2; for (int i = 0; i < n; i++) if (a[i] < 0) k = 1; return k; }",
        "int k; int g(int n, double *a) { for (int i = 0; i < n; i++) if (a[i] < 0) k = 1; return k; }",
    ],
)
def test_what_is_stored_or_was_there_before_has_to_be_known(text: str) -> None:
    (verdict,) = verdicts(text)
    assert verdict.verdict == "unknown"


TWICE = "for (int i = 0; i < n; i++) if (a[i] < 0) k = {0};"


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("bool g(int n, double *a) { bool k = a[0] < 1; LOOP return k; }", "||"),
        ("bool g(int n, double *a, bool k) { LOOP return k; }", "||"),
        ("int g(int n, double *a, _Bool k) { LOOP return k; }", "&&"),
        ("int g(int n, double *a) { int k = 0; LOOP if (k) return 1; LOOP return k; }", "||"),
        ("int g(int n, double *a) { int k = 1; if (a[0] < 1) k = 0; LOOP return k; }", "&&"),
        ("int g(int n, double *a) { int k; k = 0; if (n > 4) k = 1; LOOP return k; }", "||"),
    ],
)
def test_what_is_a_truth_value_before_may_be_either(text: str, operator: str) -> None:
    loop = TWICE.format("1" if operator == "||" else "0")
    for verdict in verdicts(text.replace("LOOP", loop)):
        assert verdict.verdict == "proved", verdict.reason
        assert [(r.variable, r.operator, r.is_flag) for r in verdict.reductions] == [("k", operator, True)]


# Beside them: somebody else may have stored another number, or the order in which iterations store shows.
@pytest.mark.parametrize(
    "text",
    [
        "int g(int n, double *a, int k) { LOOP return k; }",
        "int g(int n, double *a, int m) { int k = 0; LOOP k = m; LOOP return k; }",
        "int g(int n, double *a) { int k = 0; for (int i = 0; i < 3; i++) k++; LOOP return k; }",
        "int g(int n, double *a) { int k = 0; int *p = &k; *p = n; LOOP return k; }",
        "int g(int n, double *a) { int k = 0; auto set = [&](int v) { k = v; }; set(n); LOOP return k; }",
        "void get(int &); int g(int n, double *a) { int k = 0; get(k); LOOP return k; }",
        "int g(int n, double *a) { static int k = 7; LOOP return k; }",
        "int g(int n, double *a) { volatile bool k = n > 3; LOOP return k; }",
        'int g(int n, double *a) { int k = 0; asm("movl $7, %0" : "=r"(k)); LOOP return k; }',
        "int g(int n, double *a) { int k = 0, t = 0; again: LOOP if (t++ < 3) { k = 5; goto again; } return k; }",
        "bool g(int n, double *a, bool k) { for (int i = 0; i < n; i++) if (a[i] < 0) k = !k; return k; }",
        "bool g(int n, double *a, bool k) { for (int i = 0; i < n; i++) { if (a[i] < 0) k = true; else k = false; } return k; }",
        "bool g(int n, double *a, bool k) { for (int i = 0; i < n; i++) { if (a[i] < 0) k = true; if (k) a[i] = 2; } return k; }",
        "bool g(int n, bool *a, bool &k) { for (int i = 0; i < n; i++) if (a[i]) k = true; return k; }",
        "bool k; bool g(int n, bool *a) { for (int i = 0; i < n; i++) if (a[i]) k = true; return k; }",
        "#define bool int\nint g(int n, double *a, bool k) { LOOP return k; }",
    ],
)
def test_a_number_that_may_be_another_one_is_no_truth_value(text: str) -> None:
    assert verdicts(text.replace("LOOP", TWICE.format("1")))[-1].verdict in ("unknown", "refuted")


def test_a_loop_inside_another_one_keeps_the_flag() -> None:
    around = "int g(int n, double *a) { int k = 0; for (int j = 0; j < n; j++) { %s for (int i = 0; i < n; i++) if (a[i + j * n] < 0) k = 1; } return k; }"
    assert [v.verdict for v in verdicts(around % "")] == ["proved", "proved"]
    assert [v.verdict for v in verdicts(around % "k = 0;")][1] == "proved"
    assert [v.verdict for v in verdicts(around % "k = j;")] == ["refuted", "unknown"]


@pytest.mark.parametrize(
    "body",
    [
        "if (up(i) > m) m = up(i);",
        "m = up(i) > m ? up(i) : m;",
        "m = m && up(i);",
        "m = m || (a[i] = i);",
    ],
)
def test_what_may_be_skipped_stores_nothing(body: str) -> None:
    up = "static int calls; static int up(int k) { calls++; return k; }"
    (verdict,) = verdicts(
        f"{up} int g(int n, int *a) {{ int m = 0; for (int i = 0; i < n; i++) {{ {body} }} return m + calls; }}"
    )
    assert verdict.verdict in ("unknown", "refuted")


def test_what_is_not_in_sight_may_be_skipped() -> None:
    (verdict,) = verdicts(
        "bool g(int n, int *a) { bool m = true; for (int i = 0; i < n; i++) m = m && fine(a[i]); return m; }"
    )
    assert (verdict.verdict, verdict.reductions[0].operator) == ("assumed", "&&")


@pytest.mark.parametrize(
    ("update", "operator"),
    [("m |= a[i] == 3", "|"), ("m &= a[i] > 3", "&"), ("m |= a[i]", "|"), ("m &= a[i]", "&"), ("m ^= a[i]", "")],
)
def test_bits_of_a_truth_value_are_gathered(update: str, operator: str) -> None:
    text = f"bool g(int n, const int *a) {{ bool m = true; for (int i = 0; i < n; i++) {update}; return m; }}"
    outline = Outline(parse(text, language="cpp"))
    verdict = judge(outline, outline.loops[0])
    assert [(r.variable, r.operator) for r in verdict.reductions] == ([("m", operator)] if operator else [])
    assert (verdict.verdict == "proved") == bool(operator)
