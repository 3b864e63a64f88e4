"""Scores of what the analysis offers above statements are counted, not chosen."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources
from pathlib import Path

from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.shares import share_of, share_of_the_project
from loopwright.suggest.standing.standing import suggest_standing


def test_each_kind_is_as_probable_as_it_was_right() -> None:
    document = json.loads(resources.files("loopwright.suggest.spec").joinpath("standing.json").read_text("utf-8"))
    counts = document["right"]
    assert sum(of for _, of in counts.values()) == 94
    for name, (right, of) in counts.items():
        assert 0 < share_of(name) < 1
        # Held to what is usual, so never as far out as a few answers are.
        assert min(right / of, 39 / 94) <= share_of(name) <= max(right / of, 39 / 94)
    assert share_of("host_data use_device(a)") > share_of("data copy(a[0:n])")
    assert share_of("set device_num(0)") == 39 / 94, "a kind that was not seen is as probable as all together"
    assert share_of_the_project() == 92 / 105


def test_a_routine_that_is_called_for_has_that_score() -> None:
    text = b"""double half(double x) { return x / 2; }
void f(int n, double *restrict a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = half(a[i]);
}
"""
    outline = Outline(parse(text, "a.c"))
    found = suggest_standing(outline, 0, Path("a.c"), Help(None, None, lambda after, offset: Counter()))
    assert found is not None
    assert found.candidates[0].directive == "routine seq"
    assert found.candidates[0].score == share_of("routine")
