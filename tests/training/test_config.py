"""What is wrong in a step's file or on its line is one line of words, and nothing begins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from loopwright_training.cli import main


@pytest.mark.parametrize(
    ("text", "overrides", "said"),
    [
        (b"base: x", ["base"], "--set base: KEY=VALUE is expected"),
        (b"base: x", ["base.rank=4"], "--set base.rank=4: KEY=VALUE is expected"),
        (b"base: x", ["epochs=[1"], "--set epochs=[1 is not YAML"),
        (b"\xff\xfe", [], "is not YAML"),
        (b"a: [1\n", [], "is not YAML"),
        (b"- 1\n", [], "keys and values are expected"),
        (b"base: x\nepochs: many\n", [], "epochs is a number, not 'many'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    text: bytes, overrides: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "adapt.yaml").write_bytes(text)
    words = [word for override in overrides for word in ("--set", override)]
    assert main(["adapt", str(tmp_path / "adapt.yaml"), *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", [["here", "."], ["adapt", "adapt.yaml"], ["mine", "mine.yaml"]])
def test_a_package_that_is_missing_is_named(words: list[str], tmp_path: Path) -> None:
    missing = "for name in ('torch', 'yaml', 'transformers', 'datasketch'): sys.modules[name] = None"
    script = f"import sys\n{missing}\nfrom loopwright_training.cli import main\nsys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "is not installed; the extras `model` and `training` bring" in done.stderr
    assert done.stderr.count("\n") == 1
