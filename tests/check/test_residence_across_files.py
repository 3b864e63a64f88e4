"""Memory that the program's other files have not brought to the device, as `loopwright check` of a folder says it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.suggest.test_contradictions_across_files import KEPT, KERNELS, OTHERS

ANNOTATED = "#pragma acc parallel loop present(y[0:n])\n  for (int i = 0; i < n; i++) y[i] += 1.0;"
BARE = "  for (int i = 0; i < n; i++) y[i] += 1.0; // HERE"
TWO_PROGRAMS = {
    **KEPT["main brings it"],
    "other.c": OTHERS["nobody brings it"]["main.c"],
}


def found_in(folder: Path, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    (folder / ".git").mkdir()
    for name, text in files.items():
        text = text.replace(BARE, ANNOTATED)
        (folder / name).write_text(text)
    main(["check", str(folder), "--json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    return [(Path(each["file"]).name, each["code"]) for each in found]


@pytest.mark.parametrize("case", OTHERS)
def test_the_finding_stands_where_the_directive_does(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = found_in(tmp_path, OTHERS[case], capsys)
    assert [file for file, code in found if code == "LW716"] == ["k.c"]


@pytest.mark.parametrize("case", [name for name in KEPT if "library" not in name])
def test_what_may_be_there_is_no_finding(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "LW716" not in {code for _, code in found_in(tmp_path, KEPT[case], capsys)}


def test_a_program_that_brings_it_is_believed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another one may be built for the host alone."""
    assert "LW716" not in {code for _, code in found_in(tmp_path, TWO_PROGRAMS, capsys)}


def test_what_a_called_file_does_wrong_is_told_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = KERNELS + "void end(double *x, int n) {\n" + 2 * "#pragma acc exit data delete(x[0:n])\n" + "}\n"
    files = {**OTHERS["nobody brings it"], "k.c": twice}
    files["k.h"] += "void end(double *x, int n);\n"
    files["main.c"] = (
        files["main.c"].replace("#pragma acc exit data copyout(a[0:n])", "end(a, n);").replace("shift", "//")
    )
    assert [file for file, code in found_in(tmp_path, files, capsys) if code == "LW717"] == ["k.c"]
