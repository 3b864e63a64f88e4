"""Temporary folders: ours alone, and gone after us."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.toolchain import scratch as module
from loopwright.toolchain.scratch import new_scratch, own_folder, remove, scratch, sweep

DIES = (
    "import os, sys; from loopwright.toolchain.scratch import new_scratch; f = new_scratch('x');"
    " (f / 'users.c').write_text('x'); print(f, flush=True); os.kill(os.getpid(), 9)"
)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(module, "_own", None)
    yield tmp_path / f"loopwright-{os.getuid()}"
    if module._own is not None:
        module._own.lock.close()


def test_it_is_ours_alone_and_goes(place: Path) -> None:
    with scratch("trial") as folder:
        assert place in folder.parents
        assert place.stat().st_mode & 0o777 == 0o700
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("x")
        (folder / "deep").chmod(0)
    assert not folder.exists()


@pytest.mark.parametrize("trap", ["link", "open to others", "a file"])
def test_a_folder_that_is_not_ours_is_not_used(trap: str, place: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir(mode=0o700)
    if trap == "link":
        place.symlink_to(victim)
    elif trap == "a file":
        place.write_text("x")
    else:
        place.mkdir()
        place.chmod(0o777)
    used = own_folder()
    assert place not in used.parents
    assert list(victim.iterdir()) == []
    remove(used)


def test_what_the_dead_left_is_swept(place: Path) -> None:
    done = subprocess.run([sys.executable, "-c", DIES], capture_output=True, text=True)
    left = Path(done.stdout.strip())
    assert done.returncode == -9
    assert (left / "users.c").exists()
    own_folder()
    assert not left.exists()
    assert not left.parent.exists()


def test_what_the_living_have_stays(place: Path) -> None:
    code = DIES.replace("os.kill(os.getpid(), 9)", "sys.stdin.read()")
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        theirs = Path(other.stdout.readline().strip())
        own_folder()
        sweep()
        assert (theirs / "users.c").exists()
        other.stdin.close()
        other.wait()
    assert not theirs.exists(), "it took its own along when it ended"


def test_there_is_an_end_to_what_lies_there(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (new_scratch("x") / "large").write_bytes(b"x" * 100_000)
    monkeypatch.setattr(module, "MOST_BYTES", 50_000)
    held = module._own
    monkeypatch.setattr(module, "_own", None)
    with pytest.raises(OSError, match="temporary files"):
        own_folder()
    assert held is not None
    held.lock.close()


def test_without_any_place_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_is_ours", lambda folder: False)
    with pytest.raises(OSError, match="this user's alone"):
        own_folder()
