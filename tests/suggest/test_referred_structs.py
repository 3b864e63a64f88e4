"""What a reference leads to is moved as a whole where its size is known: a struct of which a member is used, an array of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.pressing import output, pressed, shown

HEAD = (
    "#include <cstdio>\n#include <vector>\nstruct C { double w[4]; int n; };\nstruct D { C in; int k; };\n"
    "struct P { double w[4]; double *q; };\nstruct V { std::vector<double> w; int n; };\n"
)
# parameters of f beside `double *y, int n`, the statement of its loop → what is moved beside y
MOVED = {
    "an array of a constant struct": ("const C &c", "y[i] = c.w[i % 4];", "copyin(c)"),
    "and a number of it": ("C &c", "y[i] = c.w[i % 4] * c.n;", "copyin(c)"),
    "a struct in it": ("const D &c", "y[i] = c.in.w[i % 4];", "copyin(c)"),
    "a struct by value": ("C c", "y[i] = c.w[i % 4];", "copyin(c)"),
    "a struct by pointer": ("const C *c", "y[i] = c->w[i % 4];", "copyin(c[0:1])"),
    "an array by reference": ("const double (&c)[4]", "y[i] = c[i % 4];", "copyin(c)"),
}
GIVEN = {"const C *c": "&c", "const D &c": "d", "const double (&c)[4]": "c.w"}
MAIN = (
    "int main() {\n  C c{{1, 2, 3, 4}, 5};\n  D d{c, 6};\n  double y[8] = {};\n  f(%s, y, 8);\n"
    '  for (double each : y) std::printf("%%g ", each);\n  std::printf("%%g %%d %%d\\n", c.w[1], c.n, d.k);\n}\n'
)


def text_of(name: str) -> str:
    parameter, statement, _ = MOVED[name]
    function = f"void f({parameter}, double *y, int n) {{\n  for (int i = 0; i < n; i++) {statement} // HERE\n}}\n"
    return HEAD + function + MAIN % GIVEN.get(parameter, "c")


@pytest.mark.parametrize("name", MOVED)
def test_it_is_moved_as_a_whole(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = shown(tmp_path / "a.cpp", text_of(name), capsys)
    assert f" {MOVED[name][2]} " in f"{first['pragma']} "
    assert first["missing"] == []


@pytest.mark.parametrize("name", MOVED)
def test_the_program_gives_the_same(name: str, tmp_path: Path) -> None:
    after = pressed("a.cpp", text_of(name))
    assert "#pragma acc" in after
    flags = ("-O1", "-fopenacc", "-foffload=disable")
    assert output(tmp_path / "run.cpp", after, *flags) == output(tmp_path / "run.cpp", text_of(name), "-O1")


def test_an_array_that_is_written_comes_back_with_its_struct(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    function = "void f(C &c, const double *y) {\n  for (int i = 0; i < 4; i++) c.w[i] = y[i]; // HERE\n}\n"
    first, *_ = shown(tmp_path / "a.cpp", HEAD + function, capsys)
    assert " copy(c)" in str(first["pragma"])


@pytest.mark.parametrize("parameter", ["const V &c", "const std::vector<double> &c"])
def test_what_has_memory_of_its_own_is_not(parameter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    used = "c.w[i]" if "V" in parameter else "c[i]"
    function = f"void f({parameter}, double *y, int n) {{\n  for (int i = 0; i < n; i++) y[i] = {used}; // HERE\n}}\n"
    found = shown(tmp_path / "a.cpp", HEAD + function, capsys)
    assert found
    assert all("(c)" not in str(each["pragma"]) for each in found)
