"""Elements of a private member behind `operator()`, `operator[]` or a method: the pointer to them is the address of what it gives for noughts."""

from __future__ import annotations

from pathlib import Path

import pytest
from whole import differing

from tests.suggest.pressing import output, pressed, shown

CLASS = """#include <cstddef>
#include <cstdio>
#include <vector>
class Grid {
 public:
  Grid(int n, int m) : n_(n), m_(m), d((std::size_t)n * m) {}
  METHODS
  int rows() const { return n_; }
  int cols() const { return m_; }
 private:
  int n_, m_;
  std::vector<double> d;
};
"""
BOTH = (
    "double &operator()(int i, int j) { return d[i * m_ + j]; }\n"
    "  const double &operator()(int i, int j) const { return d[i * m_ + j]; }"
)
VALUE = (
    "double &operator()(int i, int j) { return d[i * m_ + j]; }\n"
    "  double operator()(int i, int j) const { return d[i * m_ + j]; }"
)
HEAT = """void f(PARAMETERS) {
  for (int i = 1; i < u.rows() - 1; i++) // HERE
    for (int j = 1; j < u.cols() - 1; j++) v(i, j) = u(i, j) + 0.1 * (u(i - 1, j) + u(i + 1, j) - 2 * u(i, j));
}
"""
PER_CELL = """void f(const Grid &u, Grid &v) {
  const int n = u.rows() * u.cols();
  for (int i = 0; i < n; i++) WRITE = 0.5 * READ; // HERE
}
"""
MAIN = """int main() {
  Grid u(9, 11), v(9, 11);
  for (int i = 0; i < 9; i++) for (int j = 0; j < 11; j++) SET(u, i, j) = i * 0.5 + j * j;
  f(u, v);
  double sum = 0;
  for (int i = 0; i < 9; i++) for (int j = 0; j < 11; j++) sum += (i + 2 * j) * SET(v, i, j);
  std::printf("%.6f\\n", sum);
}
"""
CALLED = "#define SET(g, i, j) g(i, j)\n"


def _heat(methods: str, parameters: str = "const Grid &u, Grid &v") -> str:
    return CLASS.replace("METHODS", methods) + HEAT.replace("PARAMETERS", parameters) + CALLED + MAIN


def _cells(methods: str, write: str, read: str, place: str) -> str:
    function = PER_CELL.replace("WRITE", write).replace("READ", read)
    return CLASS.replace("METHODS", methods) + function + f"#define SET(g, i, j) {place}\n" + MAIN


# the program → what the text has that is written
REACHED = {
    "by reference, constant or not": (_heat(BOTH), "const double *u_d = &u(0, 0);"),
    "no constant object": (_heat(VALUE, "Grid &u, Grid &v"), "const double *u_d = &u(0, 0);"),
    "by columns": (_heat(BOTH.replace("i * m_ + j", "j * n_ + i")), "double *v_d = &v(0, 0);"),
    "a place that is converted": (
        _heat(BOTH.replace("i * m_ + j", "(std::size_t)i * m_ + j")),
        "double *v_d = &v(0, 0);",
    ),
    "one subscript": (
        _cells(
            "double &operator[](int k) { return d[k]; }\n  const double &operator[](int k) const { return d[k]; }",
            "v[i]",
            "u[i]",
            "g[(i) * 11 + (j)]",
        ),
        "double *v_d = &v[0];",
    ),
    "a method": (
        _cells(
            "double &cell(int k) { return d[k]; }\n  const double &cell(int k) const { return d[k]; }",
            "v.cell(i)",
            "u.cell(i)",
            "g.cell((i) * 11 + (j))",
        ),
        "double *v_d = &v.cell(0);",
    ),
}
# what nothing gives the first element of by reference
WITHHELD = {
    "a value of a constant object": _heat(VALUE),
    "a border around it": _heat(BOTH.replace("i * m_ + j", "(i + 1) * m_ + j")),
    "a place from a table": _heat(BOTH.replace("i * m_ + j", "(i | 1) * m_ + j")),
}


@pytest.mark.parametrize("name", differing({name: text for name, (text, _) in REACHED.items()}, 1))
def test_elements_are_reached_by_the_first(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, line = REACHED[name]
    first, *_ = shown(tmp_path / "a.cpp", text, capsys, "--test")
    assert line in first["other_lines"]  # type: ignore[operator]
    assert first["missing"] == []
    assert first["tested"]["agreed"] is True  # type: ignore[index]


@pytest.mark.parametrize("name", REACHED)
def test_what_is_written_does_what_the_loop_did(name: str, tmp_path: Path) -> None:
    text, line = REACHED[name]
    after = pressed("a.cpp", text)
    assert line in after
    flags = ("-O1", "-fopenacc", "-foffload=disable")
    assert output(tmp_path / "run.cpp", after, *flags) == output(tmp_path / "run.cpp", text, "-O1")


@pytest.mark.parametrize("name", WITHHELD)
def test_what_gives_no_first_element_is_left(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(tmp_path / "a.cpp", WITHHELD[name], capsys)
    assert found
    assert all("_d = " not in line for each in found for line in each["other_lines"])  # type: ignore[attr-defined]
    assert all(each["preferred"] is False for each in found)
