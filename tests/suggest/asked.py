"""`loopwright suggest` at a line of a file that is a project of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main


def asked(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is shown at the line that holds `HERE`, first the first."""
    (folder / ".git").mkdir()
    path = folder / "a.c"
    path.write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "HERE" in row)
    assert main(["suggest", str(path), "--line", str(line), "--no-model", "--no-compiler", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return [each["pragma"].removeprefix("#pragma acc ") for loop in document["loops"] for each in loop["candidates"]]
