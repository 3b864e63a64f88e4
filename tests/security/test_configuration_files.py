"""A configuration that lies in a folder is refused in one sentence, whatever it holds; nothing hangs and nothing is a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from loopwright.check.config import Config, ConfigError, find_config
from loopwright.cli.main import main

ODD = {
    "nested": b"a = " + b"[" * 100_000,
    "tables in tables": b"a = " + b"{a=" * 100_000,
    "a key of many parts": b".".join([b"a"] * 100_000) + b" = 1",
    "a table of many parts": b"[" + b".".join([b"a"] * 100_000) + b"]",
    "many parts inside": b"x = {" + b".".join([b"a"] * 100_000) + b" = 1}",
    "a long number": b"x = " + b"9" * 5000,
    "not UTF-8": b"\xff\xfe",
    "NUL": b"\x00",
    "NUL in a name": b'include-path = ["\\u0000"]',
    "half of a pair": b'include-path = ["\\ud800"]',
    "a list for a version": b"version = [1]",
    "a number for a list": b"ignore = 3",
    "a list of numbers": b"exclude = [3]",
    "an unknown key that clears the screen": b'"\\u001b[2J" = 1',
}


@pytest.mark.parametrize("name", ODD)
def test_our_own_file(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.c").write_text("int x;\n")
    (tmp_path / "loopwright.toml").write_bytes(ODD[name])
    assert main(["check", str(tmp_path / "a.c")]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "loopwright.toml" in sentence
    assert sentence.isprintable()


@pytest.mark.parametrize("text", [b"tool = 1", b"[tool]\nother = 1", b"[[tool]]\na = 1", b""])
def test_a_project_that_says_nothing_of_us(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text)
    assert find_config(tmp_path) == Config()


@pytest.mark.parametrize("text", [b"[tool]\nloopwright = 3", b"[[tool.loopwright]]\nversion = '3.3'"])
def test_a_project_that_says_something_odd_of_us(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text)
    with pytest.raises(ConfigError, match="must be a table"):
        find_config(tmp_path)


def test_what_is_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "loopwright.toml").open("wb") as file:
        file.truncate(3 << 30)
    with pytest.raises(ConfigError, match="larger"):
        find_config(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "loopwright.toml")
    (tmp_path / "pyproject.toml").symlink_to("/dev/zero")
    assert find_config(tmp_path) == Config()
