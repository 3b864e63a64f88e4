"""A variable of a namespace is named in a directive as the loop names it; by `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked_in

DECLARED = """namespace q { double total; double field[1000]; int count; const int SIZE = 50; double limit; }
namespace r { double total; }
double total;
"""


def shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, above: str = "", head: str = DECLARED
) -> list[str]:
    text = f"{head}{above}void f(int n, double *a, const double *b) {{\n{body}\n}}\n"
    return asked_in(tmp_path, {"a.cpp": text}, "a.cpp", capsys)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("for (int i = 0; i < n; ++i) q::total += b[i]; // HERE", "reduction(+:q::total)"),
        ("for (int i = 0; i < n; ++i) r::total += b[i]; // HERE", "reduction(+:r::total)"),
        ("for (int i = 0; i < n; ++i) ::total += b[i]; // HERE", "reduction(+:total)"),
        ("for (int i = 0; i < n; ++i) q::field[i] = b[i]; // HERE", "copyout(q::field[0:n])"),
        ("for (int i = 0; i < q::SIZE; ++i) a[i] = b[i]; // HERE", "b[0:q::SIZE]"),
        ("for (int i = 0; i < q::count; ++i) a[i] = b[i]; // HERE", "copyout(a[0:q::count])"),
    ],
)
def test_what_the_loop_writes_with_its_namespace_the_clause_does_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, named: str
) -> None:
    assert named in shown(tmp_path, capsys, body)[0]


def test_the_global_of_that_name_is_another_variable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for directive in shown(tmp_path, capsys, "for (int i = 0; i < n; ++i) r::total += b[i]; // HERE"):
        assert ":total" not in directive.replace("::total", "")


@pytest.mark.parametrize(
    "body",
    [
        "for (int i = 0; i < n; ++i) { r::total += b[i]; q::total += 1; } // HERE",
        "for (int i = 0; i < n; ++i) { total += b[i]; q::total += 1; } // HERE",
    ],
)
def test_two_variables_of_one_name_are_not_reduced_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    for directive in shown(tmp_path, capsys, body):
        assert directive.count("total") in (0, 2), directive


def test_a_directive_of_the_project_may_name_it_either_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    above = """void g(int n, const double *b) {
#pragma acc parallel loop reduction(+:q::total) copyin(b[0:n])
  for (int i = 0; i < n; ++i) q::total += b[i];
}
"""
    first = shown(tmp_path, capsys, "for (int i = 0; i < n; ++i) q::total += b[i]; // HERE", above)[0]
    assert first == "parallel loop reduction(+:q::total) copyin(b[0:n])"


def test_inside_the_namespace_the_name_stands_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        DECLARED
        + "namespace q {\nvoid f(int n, const double *b) {\nfor (int i = 0; i < n; ++i) total += b[i]; // HERE\n}\n}\n"
    )
    assert "reduction(+:total)" in asked_in(tmp_path, {"a.cpp": text}, "a.cpp", capsys)[0]
