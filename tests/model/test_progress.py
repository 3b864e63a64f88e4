"""What a person is told while the model's runtime is fetched and compiled."""

from __future__ import annotations

import sys

import pytest
from loopwright.cli.main import main
from loopwright.model import build
from loopwright.model.progress import Progress

PIP = """
import sys, time
for line in ("Collecting llama-cpp-python", "  Downloading llama_cpp_python-0.3.36.tar.gz (76.6 MB)"):
    print(line, flush=True)
time.sleep(0.2)
for line in ("[1/4] cc -c a.c", "[4/4] cc -o x"):  # pip hands what a build says on to its own standard error
    print(line, file=sys.stderr, flush=True)
print("ERROR: no compiler", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("line", "seconds", "sentence"),
    [
        ("  Downloading llama_cpp_python-0.3.36.tar.gz (76.6 MB)", 0, "fetching 76.6 MB"),
        ("  [0/387] linking nothing yet", 60, "0 of 387 files compiled"),
        ("  [3/387] /usr/bin/gcc -c a.c", 2, "3 of 387 files compiled"),
        ("  [129/387] /usr/bin/gcc -c a.c", 120, "129 of 387 files compiled, about 4 min left"),
        ("[380/387] /usr/bin/gcc -c a.c", 300, "380 of 387 files compiled, less than a minute left"),
        ("[ 25%] Building CXX object a.o", 60, "25 % compiled, about 3 min left"),
        ("[notice] A new release of pip is available", 5, None),
        ("[1/2/3] what is this", 5, None),
        ("[9/3] nor this", 5, None),
        ("[]", 5, None),
        ("Downloading in a sentence (of four)", 5, None),
        ("", 5, None),
    ],
)
def test_a_line_becomes_a_sentence(line: str, seconds: float, sentence: str | None) -> None:
    told: list[str] = []
    times = iter([0.0, seconds])
    progress = Progress(told.append, lambda: next(times))
    progress.read("[0/387] begun")
    told.clear()
    progress.read(line)
    assert told == ([sentence] if sentence else [])


def test_a_sentence_a_second_is_enough() -> None:
    told: list[str] = []
    times = iter(0.1 * tenth for tenth in range(100))
    progress = Progress(told.append, lambda: next(times))
    for done in range(100):
        progress.read(f"[{done}/99] cc")
    assert len(told) == 10


@pytest.mark.parametrize("code", [0, 1])
def test_the_command_says_how_far_it_is(
    code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "runtime_installed", lambda: False)
    monkeypatch.setattr(build, "compiler_flags", lambda: ())
    monkeypatch.setattr(build, "own_python", lambda *words: [sys.executable, "-c", PIP, str(code)])
    assert main(["model", "runtime"]) == (0 if code == 0 else 3)
    said = capsys.readouterr()
    assert "fetching 76.6 MB\n1 of 4 files compiled\n" in said.out
    assert ("ERROR: no compiler" in said.err) == (code != 0)
