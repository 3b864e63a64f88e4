"""`loopwright suggest` at a line of a file that is a project of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main


def asked(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is shown at the line that holds `HERE`, first the first."""
    return asked_in(folder, {"a.c": text}, "a.c", capsys)


def asked_in(folder: Path, files: dict[str, str], file: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is shown at the line of ``file`` that holds `HERE` in a project of several files, first the first."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    line = next(number for number, row in enumerate(files[file].splitlines(), 1) if "HERE" in row)
    assert main(["suggest", str(folder / file), "--line", str(line), "--no-model", "--no-compiler", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return [each["pragma"].removeprefix("#pragma acc ") for loop in document["loops"] for each in loop["candidates"]]
