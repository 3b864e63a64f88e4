"""Whole programs of benchmarks/programs: the serial version is what the hand's is without directives, and what annotate makes of
it prints the same on the emulated device. `benchmarks/programs.py` does so for all of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from loopwright.device.outputs import same_output

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.programs import measure, programs, serial

ALWAYS = ("lbm", "wave", "multigrid")


@pytest.mark.parametrize("program", programs(list(ALWAYS)), ids=lambda program: program.name)
def test_an_annotated_program_prints_the_same(program: object, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    row = measure(program, tmp_path, ["--assumed", "--no-compiler"])  # type: ignore[arg-type]
    for run in (row.hand, row.ours):
        assert run.failure == ""
        assert run.same
        assert run.findings == ()


def test_every_program_has_a_folder_and_directives() -> None:
    for program in programs():
        texts = [path.read_text("utf-8") for path in program.files]
        assert any("#pragma acc parallel" in text for text in texts), program.name
        assert not any("_OPENACC" in serial(text) or "#pragma acc" in serial(text) for text in texts), program.name


def test_the_serial_text_is_what_stood_there_before() -> None:
    text = "a\n#ifdef _OPENACC\nb\n#if X\nc\n#endif\n#else\nd\n#endif\n#ifdef Y\n  #pragma acc loop \\\n  gang\ne\n#endif\n"
    assert serial(text) == "a\nd\n#ifdef Y\ne\n#endif\n"


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("sum 1.0 of 3", "sum 1.0000001 of 3", True),
        ("sum 1.0 of 3", "sum 1.1 of 3", False),
        ("sum 1.0", "sum nan", False),
        ("sum 1.0", "total 1.0", False),
        ("sum 1.0", "sum 1.0\nsum 2.0", False),
    ],
)
def test_outputs_are_compared_number_by_number(expected: str, printed: str, same: bool) -> None:
    assert same_output(expected, printed, 1e-6) == same
