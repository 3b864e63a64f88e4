"""Functions of the library that give integers: sums and extremes of what they give are reductions, unless a part of it is cut off."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.effects import effects
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

_GIVEN = {
    "int": ("abs(a[i])", "toupper(a[i])", "ilogb(x[i])", "isalpha(a[i])", "strcmp(s, r)"),
    "long": ("labs(a[i])", "lround(x[i])", "lrintf(x[i])", "llabs(a[i])"),
}
_UPDATES = ("t += {};", "t = t - {};", "t ^= {};", "if ({0} > t) t = {0};", "t = {0} < t ? {0} : t;")


def verdict(update: str, kind: str, name: str = "a.c") -> LoopVerdict:
    head = f"{kind} f(int n, const int *a, const double *x, const char *s, const char *r) {{"
    text = f"{head}\n  {kind} t = 0;\n  for (int i = 0; i < n; i++) {{ {update} }}\n  return t;\n}}\n"
    outline = Outline(parse(text, name=name))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize("kind", _GIVEN)
@pytest.mark.parametrize("update", _UPDATES)
def test_what_is_an_integer_is_reduced_into_one(kind: str, update: str) -> None:
    for given in _GIVEN[kind]:
        found = verdict(update.format(given), kind)
        assert (found.verdict, len(found.reductions)) == ("proved", 1), (given, found.reason)


@pytest.mark.parametrize("update", _UPDATES[3:])
@pytest.mark.parametrize("given", [given for kind in _GIVEN for given in _GIVEN[kind]])
def test_not_where_it_loses_its_upper_bits(update: str, given: str) -> None:
    assert verdict(update.format(given), "signed char").verdict == "refuted"


@pytest.mark.parametrize("given", ["fabs(x[i])", "sqrt(x[i])", "floor(x[i]) / 3", "pow(a[i], 0.5)", "cbrt(a[i])"])
def test_fractions_are_cut_off_each_time(given: str) -> None:
    assert verdict(f"t += {given};", "int").verdict == "refuted"


@pytest.mark.parametrize(
    "update", ["t += std::abs(x[i]);", "t = std::abs(t - a[i]);", "if (std::abs(x[i]) > t) t = std::abs(x[i]);"]
)
def test_abs_of_cpp_is_of_the_type_that_it_is_given(update: str) -> None:
    assert verdict(update, "int", "a.cpp").verdict == "refuted"
    assert verdict("t += std::abs(a[i]);", "int", "a.cpp").verdict == "proved"
    assert verdict("t += std::abs(a[i] * 1L);", "long", "a.cpp").verdict == "proved"


def test_what_is_listed_is_pure_or_changes_only_what_it_is_given() -> None:
    assert all(effect.pure or effect.steps or effect.sets for effect in effects().values() if effect.integer)
