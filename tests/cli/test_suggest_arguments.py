"""What `loopwright suggest` says to arguments that mean nothing, and where nothing is of the kind that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

CODE = """void f(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; ++i) a[i] = b[i] * 2;
}
"""


def asked(tmp_path: Path, *arguments: str, name: str = "code.c") -> int:
    file = tmp_path / name
    file.write_text(CODE)
    return main(["suggest", str(file), "--no-model", "--no-project", *arguments])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--kind", "foo"], "no directive is called `foo`: there are atomic, "),
        (["--kind", "Paralel"], "did you mean `parallel`?"),
        (["--line", "0"], "lines are numbered from 1"),
        (["--line", "99"], "lines, not 99"),
        (["--compiler", "/bin/ls"], "/bin/ls"),
    ],
)
def test_an_argument_that_means_nothing_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert asked(tmp_path, *arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_candidates_are_counted_from_one(tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str) -> None:
    assert asked(tmp_path, f"--candidates={number}") == 2
    assert "a number from 1 on" in capsys.readouterr().err


def test_fortran_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, name="solver.F90") == 2
    assert "solver.F90 is Fortran" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "place"), [([], "code.c"), (["--line", "2"], "code.c:2")])
def test_where_nothing_is_of_the_kind_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: list[str], place: str
) -> None:
    assert asked(tmp_path, "--no-compiler", "--kind", "update", "--kind", "exit", *line) == 0
    assert capsys.readouterr().out == f"{place}: nothing calls for `update`, `exit`\n"


def test_the_first_word_of_a_directive_is_a_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, "--no-compiler", "--kind", "parallel") == 0
    assert "#pragma acc parallel loop" in capsys.readouterr().out


def test_nothing_is_said_to_be_unknown_that_the_directive_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    file = tmp_path / "code.c"
    file.write_text(
        """void first(int n, int m, const int *at, double *restrict a, const double *restrict b) {
#pragma acc parallel loop copy(a[0:m])
  for (int i = 0; i < n; ++i) a[at[i]] = b[at[i]] * 2;
}
void second(int n, int m, const int *at, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; ++i) a[at[i]] = b[at[i]] * 3;
}
"""
    )
    assert main(["suggest", str(file), "--line", "6", "--no-model", "--no-compiler"]) == 0
    shown = capsys.readouterr().out.split("\n    - ")
    told = [part for part in shown if part.startswith("#pragma acc parallel loop copy(a[0:m])")]
    assert told
    assert "how much to move is not known for b\n" in told[0]
