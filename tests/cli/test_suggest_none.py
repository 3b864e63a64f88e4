"""A file without an offer says why, loop by loop."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

CODE = """\
void stencil(unsigned long n, const float *restrict a, float *restrict b) {
  for (unsigned long i = 1; i * i < n; i++) b[i] = a[i - 1] + a[i + 1];
}
int first(int n, const float *a) {
  for (int i = 0; i < n; i++) if (a[i] > 0) return i;
  return -1;
}
void annotated(int n, float *a) {
  #pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
"""


def said(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str) -> list[str]:
    file = tmp_path / "code.c"
    file.write_text(code)
    assert main(["suggest", str(file), "--no-model", "--no-compiler", "--no-project"]) == 0
    return capsys.readouterr().out.splitlines()


def test_every_loop_has_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(tmp_path, capsys, CODE) == [
        "code.c:2: no directive: the condition does not compare i with a bound",
        "code.c:5: no directive: return may leave the loop early",
        "code.c:10: no directive: a directive stands here already",
    ]


def test_no_loop_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(tmp_path, capsys, "int one(void) { return 1; }\n") == ["code.c: there is no loop"]


def test_above_a_loop_that_has_its_directive_nothing_is_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands there, or another directive like it, would be no help; what is missing beside it still is."""
    file = tmp_path / "code.c"
    file.write_text(
        "void f(int n, double *a) {\n#pragma acc parallel loop copy(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = 1;\n}\n"
    )
    assert main(["suggest", str(file), "--no-model", "--no-compiler", "--line", "3"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "note: a directive stands here already\n")


MAIN = """void step(double *u, int n);
int main(void) {
  static double u[1000], probe[10];
#pragma acc enter data copyin(u)
  for (int t = 0; t < 10; t++) {
    step(u, 1000);
    probe[t] = u[5];
  }
#pragma acc exit data delete(u)
  return probe[3] > 0;
}
"""
STEP = """void step(double *u, int n) {
#pragma acc {}
  for (int i = 0; i < n; i++) u[i] *= 0.5;
}
"""


@pytest.mark.parametrize(
    ("directive", "said"),
    [("parallel loop present(u[0:n])", True), ("kernels", True), ("loop vector", False)],
)
def test_a_loop_that_calls_what_starts_work_in_another_file_gets_no_construct(
    directive: str, said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "step.c").write_text(STEP.replace("{}", directive))
    assert main(["suggest", str(tmp_path / "main.c"), "--line", "5", "--no-model"]) == 0
    assert ("the loop calls step, which starts work on a device itself" in capsys.readouterr().out) is said
