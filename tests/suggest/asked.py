"""`loopwright suggest` at a line of a file that is a project of its own, and what an editor gets above a statement."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.cli.main import main
from loopwright.memory.index import Index
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing


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


def standing_at(name: str, text: str, index: Index | None = None) -> list[tuple[str, str]]:
    """(directive, the text with it) for the statement on the line that holds `HERE`, first the first; where ``index`` is none no project
    is asked."""
    outline = Outline(parse(text.encode(), name))
    line = text.encode().rfind(b"\n", 0, text.encode().index(b"HERE")) + 1

    def flagged(after: bytes, at: int) -> Counter[str]:
        return Counter(finding.code for finding in check(Outline(parse(after, name))))

    path = (index.root if index is not None else Path("/nowhere")) / name
    found = suggest_standing(outline, line, path, Help(index, None, flagged))
    candidates = found.candidates if found is not None else ()
    return [(c.directive, apply_edits(outline.source.data, c.edits).decode()) for c in candidates]
