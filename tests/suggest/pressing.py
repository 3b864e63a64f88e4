"""A loop marked `HERE` in a text: what is suggested for it, the text after the first suggestion was taken, and what a program prints."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import language_of, parse
from loopwright.suggest.other_header import loop_on
from loopwright.suggest.pipeline import Tools, at_once

_COMPILERS = {".c": "gcc", ".cpp": "g++"}


def shown(file: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, object]]:
    """The candidates of `loopwright suggest`, without a model and a compiler."""
    (file.parent / ".git").mkdir(exist_ok=True)
    file.write_text(text)
    words = ["suggest", str(file), "--line", str(_line(text) + 1), "--no-model", "--no-compiler", "--json", *more]
    assert main(words) == 0
    return [each for loop in json.loads(capsys.readouterr().out)["loops"] for each in loop["candidates"]]


def pressed(name: str, text: str) -> str:
    """The text of a file of that name after the first candidate was taken."""
    outline = Outline(parse(text, language=language_of(name)))
    loop = loop_on(outline, _line(text))
    assert loop is not None
    first = at_once(outline, loop, Path(name), Tools(take_out=True)).suggestion.candidates[0]
    return apply_edits(outline.source.data, first.edits).decode()


def output(file: Path, text: str, *flags: str) -> str:
    """What a program prints."""
    file.write_text(text)
    compiler = shutil.which(_COMPILERS[file.suffix])
    assert compiler is not None
    subprocess.run([compiler, *flags, file.name, "-o", "run"], cwd=file.parent, check=True)
    return subprocess.run([file.parent / "run"], check=True, capture_output=True, text=True).stdout


def _line(text: str) -> int:
    return next(number for number, row in enumerate(text.splitlines()) if "HERE" in row)
