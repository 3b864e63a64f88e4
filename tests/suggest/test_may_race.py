"""A directive for a loop of which nobody knows whether its iterations meet says first what may meet; it is never preferred, and the loop is not
counted among those that are worth porting."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.hints import hints_of
from loopwright.suggest.pipeline import Tools, at_once
from loopwright.suggest.porting import loops_worth_porting
from loopwright.suggest.titles import card_title, list_title
from loopwright.suggest.worth import profile

from tests.suggest.pressing import shown

HEAD = "int pick(int i);\nvoid f(int n, int m, double *restrict a, const double *restrict x, const int *restrict k, int *restrict p) {\n"
MAY_RACE = {
    "the rest of a division": ("a[i % m] = x[i];", "two iterations may write one element (a[i % m])"),
    "an index of a call": ("a[pick(i)] = x[i];", "two iterations may write one element (a[pick(i)])"),
    "an index of an index": (
        "a[k[i]] = a[k[i] + 1];",
        "one iteration may write what another reads (a[k[i]] and a[k[i] + 1])",
    ),
    "a number that is cut off": ("a[(int)x[i]] = i;", "two iterations may write one element (a[(int)x[i]])"),
    "bits": ("p[i ^ m] = p[i] + 1;", "one iteration may write what another reads (p[i ^ m] and p[i])"),
    "a path of links": (
        "int r = i; while (p[r] != r) r = p[r]; p[i] = r;",
        "one iteration may write what another reads (p[i] and p[r])",
    ),
    "a diagonal": (
        "for (int j = 0; j < n; j++) a[(i + j) % m] = i;",
        "two iterations may write one element (a[(i + j) % m])",
    ),
}
MAY_NOT = {
    "each its own": "a[i] = x[i];",
    "each its own if a table says so": "a[k[i]] = x[i];",
    "each its own two if a table says so": "a[k[i]] = x[i]; a[k[i] + 1] = 2;",
    "made atomic": "a[k[i]] += x[i];",
    "a sum": "a[0] += x[i];",
}


def text_of(body: str) -> str:
    return f"{HEAD}  for (int i = 0; i < n; i++) {{ {body} }} // HERE\n}}\n"


@pytest.mark.parametrize("name", MAY_RACE)
def test_the_offer_says_first_what_may_meet(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body, race = MAY_RACE[name]
    for each in shown(tmp_path / "a.c", text_of(body), capsys):
        assert each["dependence"] == "unknown"
        assert each["race"] == race
        assert each["preferred"] is False


@pytest.mark.parametrize("name", MAY_RACE)
def test_titles_begin_with_it_and_nobody_counts_it(name: str) -> None:
    body, race = MAY_RACE[name]
    outline = Outline(parse(text_of(body)))
    for candidate in at_once(outline, outline.loops[0], Path("a.c"), Tools()).suggestion.candidates:
        assert list_title(candidate).startswith(f"May race: {race} · parallel loop")
        assert card_title(candidate.directive, "unknown", None, race=candidate.race).startswith(f"May race: {race} · ")
    device = profile("server")
    outer = outline.loops[0].span.start
    assert not any(each.line == 3 for each in loops_worth_porting(outline, "a.c", device))
    assert not any(hint.header.start == outer for hint in hints_of(outline, device))


@pytest.mark.parametrize("name", MAY_NOT)
def test_what_cannot_meet_is_no_race(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(tmp_path / "a.c", text_of(MAY_NOT[name]), capsys)
    assert found
    assert all(each["race"] is None for each in found)


def test_a_directive_that_keeps_the_order_races_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = (
        "void g(int n, double *b) {\n#pragma acc serial loop copy(b[0:n])\n  for (int i = 0; i < n; i++) b[i] = i;\n}\n"
    )
    found = shown(tmp_path / "a.c", other + text_of(MAY_RACE["the rest of a division"][0]), capsys)
    assert any("serial" in str(each["pragma"]) for each in found)
    assert all(each["race"] is None for each in found if "serial" in str(each["pragma"]))
