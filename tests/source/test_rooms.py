"""What lies in the user's cache has a size: what was not used for longest goes first."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from loopwright.memory.index import Index
from loopwright.source import rooms
from loopwright.source.rooms import ROOMS, Room, used
from loopwright.toolchain.kept_builds import kept_build

DAY = 86400.0
BLOCK = 4096
SERVER = Path(rooms.__file__).parents[1]


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path / "cache"))


def put(room: Room, name: str, days: float, size: int = BLOCK) -> Path:
    """A file that was used ``days`` ago for the last time."""
    path = room.place() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    os.utime(path, (time.time() - days * DAY,) * 2)
    return path


def left(room: Room) -> set[str]:
    return {path.name for path in room.place().rglob("*") if path.is_file()}


@pytest.mark.parametrize(("blocks", "stay"), [(5, "abcde"), (4, "bcde"), (2, "de"), (1, "e"), (0, "")])
def test_what_was_not_used_for_longest_goes_first(blocks: int, stay: str) -> None:
    room = Room("some", blocks * BLOCK)
    for days, name in enumerate(reversed("abcde"), 1):
        put(room, name, days)
    room.tidy()
    assert left(room) == set(stay)
    assert room.bytes() == len(stay) * BLOCK


def test_what_is_used_again_stays() -> None:
    room = Room("some", 2 * BLOCK)
    old = put(room, "old", 30)
    put(room, "older than it now", 3)
    put(room, "new", 2)
    used(old)
    room.tidy()
    assert left(room) == {"old", "new"}


def test_what_another_process_may_be_about_to_read_stays_whatever_its_size() -> None:
    room = Room("some", BLOCK)
    put(room, "a day ago", 1)
    for name in ("now", "too", "and this"):
        put(room, name, 0, 10 * BLOCK)
    room.tidy()
    assert left(room) == {"now", "too", "and this"}


def test_an_empty_file_counts_too() -> None:
    room = Room("some", 10 * BLOCK)
    for number in range(1, 31):
        put(room, str(number), number, 0)
    room.tidy()
    assert left(room) == {str(number) for number in range(1, 11)}


def test_what_is_not_ours_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that the user names may hold other things; links and folders are none of ours either."""
    monkeypatch.setenv("SOME", str(tmp_path / "own"))
    room = Room("some", 0, "v*/*.sqlite", "SOME")
    put(room, "v1/a.sqlite", 9)
    for name in ("v1/letter.txt", "letters.sqlite", "v2/folder.sqlite/letter"):
        put(room, name, 9)
    (room.place() / "v1" / "link.sqlite").symlink_to(room.place() / "letters.sqlite")
    room.tidy()
    assert left(room) == {"letter.txt", "letters.sqlite", "letter", "link.sqlite"}


def test_a_build_that_is_kept_makes_room_and_one_that_is_asked_for_is_used() -> None:
    room = Room("some", 3 * BLOCK)
    made: list[str] = []

    def make(work: Path) -> Path:
        made.append(work.name)
        (work / "a.o").write_bytes(bytes(BLOCK))
        return work / "a.o"

    def asked(text: str, days: float) -> Path:
        path = kept_build(room, "a.o", text, make)
        assert time.time() - path.stat().st_mtime < DAY / 2
        os.utime(path, (time.time() - days * DAY,) * 2)
        return path

    first, second = asked("first", 9), asked("second", 8)
    asked("third", 7)
    assert asked("first", 1) == first
    assert len(made) == 3
    asked("fourth", 0)
    assert not second.exists()
    assert first.exists()
    assert room.bytes() == 3 * BLOCK
    asked("second", 0)
    assert len(made) == 5


def test_indexes_of_projects_make_room_for_one_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loopwright.memory.index.MEMORY", Room("memory", 0, "v*/*.sqlite"))
    kept = tmp_path / "indexes"
    for name in ("one", "two"):
        project = tmp_path / name
        project.mkdir()
        (project / "a.c").write_text(
            "void f(float *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n"
        )
        Index(project, kept).refresh()
        found = list(kept.glob("v*/*.sqlite"))
        assert len(found) == 1, "the other one is a month old"
        os.utime(found[0], (time.time() - 30 * DAY,) * 2)


def test_all_that_lies_in_the_cache_has_a_room() -> None:
    """A folder there that nobody limits would grow without end. Temporary files have their own limit (`toolchain/scratch.py`)."""
    naming = {path.name for path in SERVER.rglob("*.py") if "user_cache_dir" in path.read_text("utf-8")}
    assert naming == {"rooms.py", "scratch.py"}
    assert len({room.name for room in ROOMS}) == len(ROOMS)
    assert all(0 < room.most <= 256 << 20 for room in ROOMS)
