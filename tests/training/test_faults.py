"""What a user can mend is told in one line with exit code 2: files that are not there, a full disk, a folder without directives."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from loopwright_training import blend
from loopwright_training.cli import main


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().err.splitlines() if line.startswith("loopwright-train")]


def test_a_folder_without_directives_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It named a file of ours and a setting of another step."""
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.c").write_text("void f(int n, float *a) { for (int i = 0; i < n; i++) a[i] = i; }\n")
    assert main(["here", str(tmp_path / "plain"), "--output", str(tmp_path / "work")]) == 2
    assert said(capsys) == [
        "loopwright-train here: 0 annotated loops in C, C++ and CUDA were found; at least 12 are needed"
    ]


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mine", str(tmp_path / "absent.yaml")]) == 2
    assert said(capsys) == [f"loopwright-train mine: {tmp_path}/absent.yaml is not there"]


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.ENOSPC, "No space left on device", "weights"),
        RuntimeError("I/O error: No space left on device (os error 28)"),  # what a library makes of it
    ],
)
def test_a_full_disk_is_a_line(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(config: Any) -> float:
        monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=0))
        raise fault

    monkeypatch.setattr(blend, "blend", full)
    (tmp_path / "a.yaml").write_text(f"before: {tmp_path}\nafter: {tmp_path}\noutput: {tmp_path}/out\n")
    assert main(["blend", str(tmp_path / "a.yaml")]) == 2
    assert said(capsys) == [
        f"loopwright-train blend: there is no room left for {tmp_path}/out; asked again with room, it goes on"
    ]


def test_a_full_disk_that_has_room_again_is_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A library that runs out of room takes away its half file: a disk that is asked afterwards is not full."""

    def full(config: Any) -> float:
        raise RuntimeError("Error while serializing: I/O error: No space left on device (os error 28)")

    monkeypatch.setattr(blend, "blend", full)
    (tmp_path / "a.yaml").write_text(f"before: {tmp_path}\nafter: {tmp_path}\noutput: {tmp_path}/out\n")
    assert main(["blend", str(tmp_path / "a.yaml")]) == 2
    assert said(capsys) == [
        f"loopwright-train blend: there is no room left for {tmp_path}/out; asked again with room, it goes on"
    ]


@pytest.mark.parametrize("rounds", ["0", "-1", "nan", "inf", "six"])
def test_rounds_that_teach_nothing_are_refused_before_anything_is_read(
    rounds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["here", str(tmp_path), "--output", str(tmp_path / "work"), "--epochs", rounds])
    assert ended.value.code == 2
    assert "argument --epochs" in capsys.readouterr().err
    assert not (tmp_path / "work").exists()


def test_a_fault_of_ours_keeps_its_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(config: Any) -> float:
        raise RuntimeError("a shape is wrong")

    monkeypatch.setattr(blend, "blend", wrong)
    (tmp_path / "a.yaml").write_text(f"before: {tmp_path}\nafter: {tmp_path}\noutput: {tmp_path}/out\n")
    with pytest.raises(RuntimeError, match="a shape"):
        main(["blend", str(tmp_path / "a.yaml")])


@pytest.mark.parametrize("step", ["pairs", "tokenizer", "evaluate-cuda"])
def test_a_step_that_could_not_begin_leaves_nothing(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stamp that says `unfinished` stood there, and the next step named it in place of what was missing."""
    configs = Path(__file__).parents[2] / "training" / "configs"
    monkeypatch.chdir(tmp_path)
    assert main([step, str(configs / f"{step}.yaml")]) == 2
    assert "is not there" in said(capsys)[0]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
