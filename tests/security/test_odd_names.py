"""Names of files and words of a text reach a terminal or a log as one line of printable characters: a name with a line break in
it must not look like a line of ours, nor like a command to the service that reads the log."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopwright.cli.main import main
from loopwright.memory.index import Index
from loopwright.source.text import shown
from whole import WHOLE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no file can have such a name")
NAMES = {
    "a line of a workflow": b"a\n::error file=main.c,line=1::broken.c",
    "the terminal": b"a\x1b]0;title\x07\x1b[2J.c",
    "not UTF-8": b"a\xff\xfe.c",
    "right to left": "a\u202ec.txt.c".encode(),
    "a carriage return": b"a\rmain.c:1:1: error: no.c",
}
TEXT = """void scale(int n, float *a) {
#pragma acc parallel loop \x1b]0;title\x07 copyy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
  for (int i = 0; i < n; i++) a[i] = 3 * a[i];
}
"""
KERNEL = "__global__ void one(float *a) { a[threadIdx.x] = 1; }\n"
CALLS = {
    "check": ["check"],
    "analyze": ["analyze"],
    "suggest": ["suggest", "--no-model", "--no-compiler"],
    "annotate": ["annotate", "--no-compiler", "-o", os.devnull],
    "translate": ["translate", "-o", os.devnull],
}


# Each name with two of the calls, and so each call with two of the names.
TRIED = [
    (name, call)
    for n, name in enumerate(NAMES)
    for c, call in enumerate(CALLS)
    if WHOLE or (c - n) % len(CALLS) in (0, 2)
]


@pytest.mark.parametrize(("name", "call"), TRIED)
def test_what_is_told_is_printable(
    tmp_path: Path, name: str, call: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = os.fsdecode(NAMES[name])
    Path(file).write_text(TEXT + (KERNEL if call == "translate" else ""))
    first, *rest = CALLS[call]
    assert main([first, file, *rest]) in (0, 1)
    said = capsys.readouterr()
    lines = (said.out + said.err).splitlines()
    assert lines
    assert all(line.isprintable() for line in lines)
    assert not any(line.startswith(("::", "main.c")) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_there_is_told_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", os.fsdecode(NAMES[name])]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()


def test_one_odd_name_does_not_end_the_memory_of_a_project(tmp_path: Path) -> None:
    project, kept = tmp_path / "project", tmp_path / "kept"
    (project / ".git").mkdir(parents=True)
    text = TEXT.replace("\x1b]0;title\x07 copyy", "copy")
    for name in NAMES.values():
        Path(os.fsdecode(os.fsencode(project) + b"/" + name)).write_text(text)
    first = Index(project, kept).refresh()
    assert (first.files, first.parsed) == (len(NAMES), len(NAMES))
    again = Index(project, kept)
    report = again.refresh()
    assert (report.read, report.examples) == (0, first.examples)
    files = {example.file for example in again.elsewhere(project / "other.c")}
    assert files == {os.fsdecode(name) for name in NAMES.values()}
    json.dumps(sorted(files)).encode()


@given(st.text(st.characters(codec=None, categories=None), max_size=40))
def test_any_text_becomes_a_line(text: str) -> None:
    line = shown(text)
    assert all(c.isprintable() or unicodedata.category(c) == "Zs" for c in line)
    line.encode()
    assert line == text or not text.isprintable()
