"""Data that are moved under an `if` are moved under it everywhere: brought on a condition, nothing is there to be taken away without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked

PROGRAM = """#include <stdlib.h>
void steps(int n, int gpu, int keep, float *a, float *b) {{
#pragma acc enter data copyin(a[0:n]){enter}
#pragma acc enter data copyin(b[0:n]){enter}
#pragma acc parallel loop present(a[0:n],b[0:n]){enter}
  for (int i = 0; i < n; i++) a[i] += b[i];
{other}
  n = 0; // HERE
}}
"""


@pytest.mark.parametrize(
    ("enter", "other", "said"),
    [
        (" if(gpu)", "#pragma acc exit data copyout(a[0:n]) if(gpu)", " if(gpu)"),
        ("", "#pragma acc exit data delete(a[0:n]) if(keep)", " if(keep)"),
        ("", "#pragma acc exit data delete(a[0:n])", ""),
        (" if(gpu)", "#pragma acc exit data delete(a[0:n])", ""),
        (" if(gpu > 1 && n)", "#pragma acc exit data copyout(a[0:n]) if(keep)", " if(gpu>1&&n)"),
        ("", "#pragma acc exit data copyout(a[0:n])", ""),
    ],
)
def test_what_is_taken_away_is_under_the_condition_of_its_kind(
    enter: str, other: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, PROGRAM.format(enter=enter, other=other), capsys)
    assert shown[0].replace(" ", "") == f"exit data delete(b[0:n]){said}".replace(" ", "")


def test_a_condition_that_cannot_be_said_there_is_not_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """void steps(int n, float *a, float *b) {
#pragma acc enter data copyin(a[0:n],b[0:n])
#pragma acc parallel loop present(a[0:n],b[0:n])
  for (int i = 0; i < n; i++) a[i] += b[i];
  {
    int gpu = n > 9;
#pragma acc exit data delete(a[0:n]) if(gpu)
  }
  n = 0; // HERE
}
"""
    assert asked(tmp_path, text, capsys)[0] == "exit data delete(b[0:n])"


def test_what_is_updated_is_under_the_condition_that_brought_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """#include <stdio.h>
void steps(int n, int gpu, float *a) {
#pragma acc enter data copyin(a[0:n]) if(gpu)
#pragma acc parallel loop present(a[0:n]) if(gpu)
  for (int i = 0; i < n; i++) a[i] += 1;
  printf("%f", a[0]); // HERE
#pragma acc exit data delete(a[0:n]) if(gpu)
}
"""
    assert asked(tmp_path, text, capsys)[0] == "update self(a[0:n]) if(gpu)"
