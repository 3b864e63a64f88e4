"""What docs/tutorial.md shows is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from loopwright.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
TUTORIAL = (DOCS / "tutorial.md").read_text("utf-8")
WAVE = DOCS / "tutorial/wave.c"


def test_its_program_is_the_one_that_is_measured() -> None:
    lines = (DOCS.parent / "benchmarks/programs/wave/wave.c").read_text("utf-8").splitlines(keepends=True)
    assert "".join(line for line in lines if "#pragma acc" not in line) == WAVE.read_text("utf-8")


def test_the_plan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loopwright.cli.annotate.device_compiler", lambda: "gcc")
    assert main(["annotate", "--plan", str(WAVE), "--no-compiler"]) == 0
    said = capsys.readouterr().out
    shown = TUTORIAL[TUTORIAL.index("Memory on the device:") :].split("```")[0]
    assert said.startswith(shown)


def test_every_loop_for_itself_moves_fifty_times_as_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = {}
    for name, *how in (("naive", "--no-data-region"), ("fast",)):
        file = tmp_path / f"{name}.c"
        assert main(["annotate", *how, str(WAVE), "--no-compiler", "-o", str(file)]) == 0
        capsys.readouterr()
        assert main(["run", "--json", str(file), "--", "48", "20"]) == 0
        figures = json.loads(capsys.readouterr().out)
        moved[name] = sum(row[way]["bytes"] for row in figures["directives"] for way in ("to_device", "to_host"))
        assert figures["findings"] == []
    assert moved["naive"] > 50 * moved["fast"]


def test_pragmas_that_are_shown_are_written(tmp_path: Path) -> None:
    file = tmp_path / "fast.c"
    assert main(["annotate", str(WAVE), "--no-compiler", "-o", str(file)]) == 0
    written = file.read_text()
    for pragma in re.findall(r"^ *(#pragma acc .+)$", TUTORIAL, re.MULTILINE):
        assert pragma in written
