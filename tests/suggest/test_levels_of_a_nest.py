"""`gang`, `worker` and `vector` that directives on inner loops take are not written above the outer one."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked

OTHER = """#pragma acc kernels loop gang(32) vector(16)
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++) b[j][i] = 0.25f * (a[j][i + 1] + a[j][i - 1]);
"""


def first(tmp_path: Path, capsys: pytest.CaptureFixture[str], inner: str, other: str = OTHER) -> str:
    text = f"""void f(int n, float (*restrict a)[256], float (*restrict b)[256]) {{
#pragma acc data copy(a[0:n], b[0:n])
{{
{other}  for (int j = 1; j < n - 1; j++) // HERE
  {{
#pragma acc loop {inner}
    for (int i = 1; i < n - 1; i++) a[j][i] = b[j][i];
  }}
}}
}}
"""
    return asked(tmp_path, text, capsys)[0]


def test_what_the_inner_loop_takes_is_left_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert first(tmp_path, capsys, "gang(16), vector(32)") == "kernels loop"


def test_a_coarser_level_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert first(tmp_path, capsys, "vector(32)") == "kernels loop gang(32)"


@pytest.mark.parametrize("inner", ["seq", "independent"])
def test_other_clauses_inside_take_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], inner: str) -> None:
    assert first(tmp_path, capsys, inner).startswith("kernels loop gang(32) vector(16)")


def test_what_the_analysis_writes_leaves_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = first(tmp_path, capsys, "gang vector", other="").split()
    assert not {"gang", "vector"} & set(words)
