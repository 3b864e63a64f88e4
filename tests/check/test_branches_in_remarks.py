"""A line of the preprocessor in a remark begins no other branch of a conditional."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

TWICE = """void f(int n, float *a) {
#pragma acc parallel loop
%s
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 1;
}
"""


@pytest.mark.parametrize("between", ["/*\n#else\n*/", "// \\\n#else", ""])
def test_two_directives_are_in_one_branch(between: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(TWICE % between, "utf-8")
    main(["check", "--format", "json", str(file)])
    assert [found["code"] for found in json.loads(capsys.readouterr().out)["diagnostics"]] == ["LW427"]


def test_directives_of_two_branches_are_alternatives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text((TWICE % "# /* or */ else").replace("{\n", "{\n#ifdef X\n").replace("  for", "#endif\n  for"))
    main(["check", "--format", "json", str(file)])
    assert json.loads(capsys.readouterr().out)["diagnostics"] == []
