"""Loops that carry a directive through a macro, or as `_Pragma`: known to the project's index, and never given a second one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

HEADER = """\
#pragma once
#define STR_(x) #x
#define STR(x) STR_(x)
#ifdef _OPENACC
#define ACC_LOOP _Pragma("acc parallel loop")
#define OFFLOAD(...) _Pragma(STR(acc parallel loop __VA_ARGS__))
#else
#define ACC_LOOP
#define OFFLOAD(...)
#endif
"""
SOLVER = """\
#include "macros.h"
void scale(int n, double *restrict a, const double *restrict b) {
  OFFLOAD(copyout(a[0:n]) copyin(b[0:n]))
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
}
void twice(int n, double *restrict a) {
  ACC_LOOP
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
}
"""
OTHER = """\
#include "macros.h"
void shift(int n, double *restrict u, const double *restrict v) {
  for (int i = 0; i < n; i++)
    u[i] = 3 * v[i];
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOOPWRIGHT_MEMORY", str(tmp_path / "cache"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "loopwright.toml").write_text("")
    (root / "macros.h").write_text(HEADER)
    (root / "solver.c").write_text(SOLVER)
    (root / "other.c").write_text(OTHER)
    return root


def asked(capsys: pytest.CaptureFixture[str], file: Path, *more: str) -> dict[str, object]:
    assert main(["suggest", str(file), "--no-model", "--no-compiler", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


@pytest.mark.parametrize("line", [4, 9])
def test_a_loop_with_a_macro_is_offered_nothing(project: Path, capsys: pytest.CaptureFixture[str], line: int) -> None:
    assert asked(capsys, project / "solver.c")["loops"] == []
    assert main(["suggest", str(project / "solver.c"), "--no-model", "--no-compiler", "--line", str(line)]) == 0
    told = capsys.readouterr()
    assert "#pragma" not in told.out
    assert "a directive stands here already, as " in told.err


def test_other_files_follow_it_in_its_own_words(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ((loop),) = asked(capsys, project / "other.c")["loops"]  # type: ignore[misc]
    written = {c["pragma"]: (c["macro"], c["like"]) for c in loop["candidates"] if c["like"]}
    assert written == {
        "#pragma acc parallel loop": ("ACC_LOOP", {"file": "solver.c", "line": 8}),
        "#pragma acc parallel loop copyout(u[0:n]) copyin(v[0:n])": (
            "OFFLOAD(copyout(u[0:n]) copyin(v[0:n]))",
            {"file": "solver.c", "line": 3},
        ),
    }


def test_a_macro_that_means_another_thing_elsewhere_is_not_used(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = HEADER.replace("#define OFFLOAD(...)\n", '#define OFFLOAD(...) _Pragma("omp parallel for")\n')
    (project / "macros.h").write_text(header)
    ((loop),) = asked(capsys, project / "other.c")["loops"]  # type: ignore[misc]
    written = {c["pragma"]: c["macro"] for c in loop["candidates"] if c["like"]}
    assert written == {
        "#pragma acc parallel loop": "ACC_LOOP",
        "#pragma acc parallel loop copyout(u[0:n]) copyin(v[0:n])": None,
    }
    assert asked(capsys, project / "solver.c")["loops"] == []


def test_the_index_follows_a_change_of_the_macro(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked(capsys, project / "other.c")
    (project / "macros.h").write_text(HEADER.replace("STR(acc parallel loop", "STR(acc kernels loop"))
    ((loop),) = asked(capsys, project / "other.c")["loops"]  # type: ignore[misc]
    assert "#pragma acc kernels loop copyout(u[0:n]) copyin(v[0:n])" in [c["pragma"] for c in loop["candidates"]]


def test_an_operator_is_an_example_and_leaves_no_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    loop = "for (int i = 0; i < n; i++) a[i] = {0} * b[i];\n"
    head = "(int n, double *restrict a, const double *restrict b) {\n"
    file.write_text(f'void f{head}  _Pragma("acc kernels loop") {loop.format(2)}}}\nvoid g{head}  {loop.format(3)}}}\n')
    ((found),) = asked(capsys, file)["loops"]  # type: ignore[misc]
    assert found["line"] == 5
    assert found["candidates"][0]["pragma"] == "#pragma acc kernels loop"


def test_annotate_says_that_it_does_not_follow_macros(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["annotate", str(project / "solver.c"), str(project / "other.c"), "--plan"])
    assert "solver.c has directives behind macros: every loop moves its data itself" in capsys.readouterr().out
