"""An extreme that other conditions stand beside is one of fewer values. Where these ask for what it has become, or store, it is none."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

_FORMS = (
    "if ({before} && {value} > t) t = {value};",
    "if ({value} > t && {before}) {{ t = {value}; }}",
    "t = {before} && (t < {value}) ? {value} : t;",
    "if (({before} && i > 2) && ({value} >= t)) t = {value};",
)


def verdict(statement: str, kind: str = "int", head: str = "") -> LoopVerdict:
    head += f"int f(int n, const int *a, const int *b, const double *x) {{ {kind} t = 0; int u = 0;"
    text = f"{head}\n  for (int i = 0; i < n; i++) {{ {statement} }}\n  return t + u;\n}}\n"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("before", ["b[i] > 0", "(b[i] & 1)", "n != 3", "i % 2 == 0"])
def test_conditions_of_other_things_leave_a_reduction(form: str, before: str) -> None:
    for value in ("a[i]", "abs(a[i])"):
        found = verdict(form.format(before=before, value=value))
        assert (found.verdict, [each.operator for each in found.reductions]) == ("proved", ["max"]), found.reason


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("before", ["t < 3", "u < 2", "u++ < 2", "(u = a[i])", "t", "b[i] > t", "b[i] == t + 1"])
def test_conditions_of_what_it_has_become_do_not(form: str, before: str) -> None:
    assert verdict(form.format(before=before, value="a[i]") + " u += t > 2;").verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    "statement",
    [
        "if (b[i] > 0 || a[i] > t) t = a[i];",
        "if (b[i] > 0 && a[i] > t) t = b[i];",
        "if (b[i] > 0 && a[i] > t) t = a[i]; else t = 0;",
        "if (b[i] > 0 && a[i] > t) { t = a[i]; u = i; }",
        "if (b[i] > 0 && !(a[i] > t)) t = a[i]; else t = b[i];",
        "t = b[i] > 0 && a[i] > t ? a[i] : u;",
        "t = b[i] > 0 && a[i] > t ? t : a[i];",
        "if (a[i] > t && a[i] < t + 3) t = a[i];",
        "if (x[i] > 0 && x[i] > t) t = x[i];",
    ],
)
def test_other_choices_are_no_extremes(statement: str) -> None:
    assert verdict(statement).verdict in ("unknown", "refuted")


@pytest.mark.parametrize("form", _FORMS)
def test_what_loses_its_upper_bits_is_none(form: str) -> None:
    assert verdict(form.format(before="b[i] > 0", value="a[i]"), "signed char").verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    "statement",
    [
        "t = gt(a[i], t) ? a[i] : t;",
        "t = !(a[i] > t) ? t : a[i];",
        "t = a[i] - t > 0 ? a[i] : t;",
    ],
)
def test_a_choice_that_may_keep_what_was_there_is_not_refuted(statement: str) -> None:
    assert verdict(statement, head="static int gt(int p, int q) { return p > q; }\n").verdict == "unknown"


@pytest.mark.parametrize(("kind", "expected"), [("int", "proved"), ("signed char", "unknown")])
def test_a_choice_beside_a_condition_is_one(kind: str, expected: str) -> None:
    assert verdict("t = b[i] > 0 ? (a[i] > t ? a[i] : t) : t;", kind).verdict == expected


@pytest.mark.parametrize("statement", ["t = a[i] > t ? a[i] : b[i] - t;", "t = t > 3 ? b[i] : 1;"])
def test_a_choice_of_which_no_arm_keeps_it_is(statement: str) -> None:
    assert verdict(statement).verdict == "refuted"


@pytest.mark.parametrize("choice", ["k = k == n ? 0 : k;", "k = k < n ? k : 0;", "k = i == n - 1 ? 0 : k;"])
def test_one_of_this_iteration_stays_private(choice: str) -> None:
    found = verdict(f"int k = i + 1; {choice} u += a[k];")
    assert (found.verdict, [each.variable for each in found.reductions]) == ("proved", ["u"]), found.reason
