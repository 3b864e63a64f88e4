"""An input that does not keep to what a verdict assumes says nothing of the loop: it is set aside, and others take its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.suggest.facts import facts_of
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable

TILES = """void product(int n, int tile, const double *a, const double *b, double *c) {
    for (int ii = 0; ii < n; ii += tile)
        for (int jj = 0; jj < n; jj += tile)
            for (int i = ii; i < ii + tile; i++)
                for (int j = jj; j < jj + tile; j++) {
                    double s = 0;
                    for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
                    c[i * n + j] = s;
                }
}
"""
RIGHT_WHERE_IT_HOLDS = {
    "tiles": TILES,
    "rows": "void f(int n, int m, int k, const double *a, double *c) {\n"
    "  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i * k + j] = a[i * k + j] * 2; }\n",
    "a border": "void f(int n, int m, int k, int s, const double *a, double *c) {\n"
    "  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i * k + j + s] = a[i * k + j] * 2; }\n",
    "numbers that are apart": "void f(int n, const int *off, int *a) {\n"
    "  for (int c = 0; c < n; c++) for (int k = 0; k < 6; k++) a[off[c] + k] = c; }\n",
    "a distance": "void f(int n, int m, double *a) {\n  for (int i = 0; i < n; i++) a[i + m] = a[i] * 2; }\n",
}


@pytest.mark.parametrize("name", RIGHT_WHERE_IT_HOLDS)
def test_what_is_assumed_is_not_held_against_the_loop(tmp_path: Path, capsys, name: str) -> None:
    file = tmp_path / "a.c"
    file.write_text(RIGHT_WHERE_IT_HOLDS[name])
    command = ["suggest", str(file), "--line", "2", "--no-model", "--no-project", "--no-compiler", "--test", "--json"]
    assert main(command) == 0
    (found,) = json.loads(capsys.readouterr().out)["loops"]
    assert found["verdict"] == "assumed"
    assert found["candidates"], "nothing is offered"
    tested = found["candidates"][0]["tested"]
    assert tested["agreed"], tested
    assert tested["inputs"] >= 10


def test_what_is_wrong_where_it_holds_shows_itself(outline, tmp_path: Path) -> None:
    found = outline(TILES)
    facts = facts_of(found, found.loops[0])
    data = tuple(fact._replace(clause="create") if fact.variable == "c" else fact for fact in facts.data)
    tested = try_loop(found, found.loops[0], tmp_path / "a.c", replace(facts, data=data))
    assert not tested.agreed
    assert "c[" in tested.counterexample


def test_a_loop_whose_assumption_never_holds_is_not_tested(outline, tmp_path: Path) -> None:
    found = outline(
        "void f(int n, int m, int k, const double *a, double *c) {"
        " for (int i = 0; i < n; i++) for (int j = 0; j < m + 40; j++) c[i * k + j] = a[i]; }"
    )
    facts = facts_of(found, found.loops[0])
    assert facts.verdict.verdict == "assumed"
    with pytest.raises(Untestable, match="holds for none of the inputs"):
        try_loop(found, found.loops[0], tmp_path / "a.c", facts)
