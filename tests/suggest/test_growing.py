"""Loops that fill containers are offered nothing, loops over their elements are."""

from __future__ import annotations

import pytest
from loopwright.cli.main import main
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.candidates import why_not

HEAD = "#include <map>\n#include <set>\n#include <vector>\n"
GROWN = {
    "ids.push_back": "void f(int n, std::vector<int> &ids) { for (int i = 0; i < n; i++) ids.push_back(i); }",
    "rows.insert": "void f(int n, std::map<int, int> &rows) { for (int i = 0; i < n; i++) rows.insert({i, 1}); }",
    "seen.emplace": "void f(int n) { std::set<int> seen; for (int i = 0; i < n; i++) seen.emplace(i); }",
    "rows[i]": "void f(int n, std::map<int, int> &rows) { for (int i = 0; i < n; i++) rows[i] = 1; }",
    "lines.resize": "void f(int n, int m) { for (int i = 0; i < n; i++) { std::vector<double> lines; lines.resize(m); } }",
    "grid.cells.push_back": "void f(int n, Grid &grid) { for (int i = 0; i < n; i++) grid.cells.push_back(i); }",
}
KEPT = [
    "void f(int n, std::vector<double> &a) { for (int i = 0; i < n; i++) a[i] = a[i] * 2 + a.size(); }",
    "void f(int n, double *a, const std::vector<int> &at) { for (int i = 0; i < n; i++) a[i] = at[i]; }",
    "struct Counter { int k; void reset() { k = 0; } }; void f(int n, Counter *c) { for (int i = 0; i < n; i++) c[i].reset(); }",
    "void f(int n, double a[9][9]) { for (int i = 0; i < n; i++) a[i][0] = 1; }",
]


@pytest.mark.parametrize("text", GROWN)
def test_a_loop_that_changes_the_size_of_a_container_is_offered_nothing(text: str) -> None:
    outline = Outline(parse((HEAD + GROWN[text]).encode(), "a.cpp"))
    assert (why_not(outline, outline.loops[0]) or "").startswith(f"`{text}")


@pytest.mark.parametrize("text", KEPT)
def test_a_loop_over_elements_is(text: str) -> None:
    outline = Outline(parse((HEAD + text).encode(), "a.cpp"))
    assert why_not(outline, outline.loops[0]) is None


def test_the_command_says_why(capsys: pytest.CaptureFixture[str], tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "a.cpp"
    path.write_text(HEAD + GROWN["ids.push_back"], "utf-8")
    assert main(["suggest", str(path), "--line", "4", "--no-model", "--no-compiler"]) == 0
    told = capsys.readouterr().out
    assert "#pragma acc" not in told
    assert "`ids.push_back()` changes the size of a container" in told
