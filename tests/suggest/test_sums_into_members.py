"""Sums into members, which no `reduction` can name: the loop comes with a local that has the value, and is put back behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.programs.annotate import annotate
from whole import differing

from tests.suggest.pressing import output, pressed, shown

CLASS = """#include <cstddef>
#include <cstdio>
#include <vector>
struct S {
  std::vector<double> u;
  double total;
  int count;
  void go(const double *x, int n) {
    BODY
  }
};
struct M { double e; std::vector<double> v; };
void add(M &m) {
  OUTSIDE
}
int main() {
  S s{std::vector<double>(50, 1.5), 10, 3};
  for (int i = 0; i < 50; i++) s.u[i] += i % 7;
  std::vector<double> x(50, 0.25);
  s.go(x.data(), 50);
  M m{2, s.u};
  add(m);
  double sum = 0;
  for (double each : s.u) sum += each;
  std::printf("%.6f %d %.6f %.6f\\n", s.total, s.count, sum, m.e);
}
"""


def _method(body: str) -> str:
    return CLASS.replace("BODY", body).replace("OUTSIDE", "")


def _function(body: str) -> str:
    return CLASS.replace("BODY", "").replace("OUTSIDE", body)


# the program, what the directive reduces, the statement behind the loop
SUMS = {
    "in a method": (
        _method("for (std::size_t i = 0; i < u.size(); i++) total += u[i]; // HERE"),
        "reduction(+:total_local)",
        "total = total_local;",
    ),
    "two of them": (
        _method("for (std::size_t i = 0; i < u.size(); i++) { total += u[i]; this->count++; } // HERE"),
        "reduction(+:total_local,count_local)",
        "this->count = count_local;",
    ),
    "under a condition": (
        _method("for (std::size_t i = 0; i < u.size(); i++)\n      if (u[i] > 3) count += 1; // HERE").replace(
            "i++)\n      if (u[i] > 3) count += 1; // HERE", "i++) // HERE\n      if (u[i] > 3) count += 1;"
        ),
        "reduction(+:count_local)",
        "count = count_local;",
    ),
    "a difference": (
        _method("for (std::size_t i = 0; i < u.size(); i++) total -= 2 * u[i]; // HERE"),
        "reduction(+:total_local)",
        "total = total_local;",
    ),
    "of what a pointer leads to": (
        _method("for (int i = 0; i < n; i++) total += x[i]; // HERE"),
        "reduction(+:total_local)",
        "total = total_local;",
    ),
    "in an object": (
        _function("for (std::size_t i = 0; i < m.v.size(); i++) m.e += m.v[i] * m.v[i]; // HERE"),
        "reduction(+:e_local)",
        "m.e = e_local;",
    ),
    "without braces around it": (
        _function("if (m.e > 0)\n    for (std::size_t i = 0; i < m.v.size(); i++) m.e += m.v[i]; // HERE"),
        "reduction(+:e_local)",
        "m.e = e_local;",
    ),
}
KEPT = {
    "what is carried on": _method(
        "for (std::size_t i = 0; i < u.size(); i++) { total += u[i]; u[i] = total; } // HERE"
    ),
    "the last one": _method("for (std::size_t i = 0; i < u.size(); i++) total = u[i]; // HERE"),
    "another member each time": _method(
        "S *s[2] = {this, this};\n    for (int i = 0; i < n; i++) s[i % 2]->total += x[i]; // HERE"
    ),
}


@pytest.mark.parametrize("name", differing({name: text for name, (text, *_) in SUMS.items()}, 2))
def test_a_local_is_reduced_and_put_back(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, clause, behind = SUMS[name]
    first, *_ = shown(tmp_path / "a.cpp", text, capsys, "--test")
    assert clause in str(first["pragma"])
    assert behind in first["other_lines"]  # type: ignore[operator]
    assert first["missing"] == []
    assert first["tested"]["agreed"] is True  # type: ignore[index]


@pytest.mark.parametrize("name", SUMS)
def test_the_program_gives_the_same(name: str, tmp_path: Path) -> None:
    text, clause, _ = SUMS[name]
    after = pressed("a.cpp", text)
    assert clause in after
    flags = ("-O1", "-fopenacc", "-foffload=disable")
    assert output(tmp_path / "run.cpp", after, *flags) == output(tmp_path / "run.cpp", text, "-O1")


@pytest.mark.parametrize("name", KEPT)
def test_what_is_no_sum_stays(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any("_local" in str(each) for each in shown(tmp_path / "a.cpp", KEPT[name], capsys))


def test_what_may_be_one_of_the_elements_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = shown(tmp_path / "a.cpp", SUMS["of what a pointer leads to"][0], capsys)
    assert first["dependence"] == "assumed"
    assert first["preferred"] is False


@pytest.mark.parametrize(("name", "is_taken"), [("in a method", True), ("of what a pointer leads to", False)])
def test_a_program_is_annotated_with_it_only_where_no_element_may_be_it(name: str, is_taken: bool) -> None:
    outline = Outline(parse(SUMS[name][0], language="cpp"))
    tools = Tools(device="server")
    text = annotate(outline, lambda seen, loop: suggest(seen, loop, Path("a.cpp"), tools), True, 1).text.decode()
    assert ("total = total_local;" in text) is is_taken
