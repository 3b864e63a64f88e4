"""Where compile_commands.json is looked for, and what becomes of one that cannot be used."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.toolchain import database
from loopwright.toolchain.database import complaints, folders_above
from loopwright.toolchain.environment import set_workspaces
from loopwright.toolchain.flags import flags_for


@pytest.fixture(autouse=True)
def _nothing_open() -> Iterator[None]:
    yield
    set_workspaces([])


def write(folder: Path, *entries: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "compile_commands.json"
    place.write_text(json.dumps(list(entries)))
    return place


def entry(folder: Path, *flags: object, file: str = "a.c") -> dict[str, object]:
    return {"directory": str(folder), "file": file, "arguments": ["cc", *flags, file]}


def uses(path: Path) -> bool:
    return "-DFOUND" in flags_for(path).flags


def test_it_is_found_in_the_folders_of_builds(tmp_path: Path) -> None:
    write(tmp_path / "build", entry(tmp_path, "-DFOUND"))
    assert uses(tmp_path / "a.c")


def test_the_search_ends_at_the_workspace(tmp_path: Path) -> None:
    inner = tmp_path / "workspace"
    inner.mkdir()
    write(tmp_path, entry(inner, "-DFOUND"))
    assert uses(inner / "a.c")
    set_workspaces([inner])
    assert not uses(inner / "a.c")


def test_the_search_ends_at_the_repository(tmp_path: Path) -> None:
    inner = tmp_path / "repository"
    (inner / ".git").mkdir(parents=True)
    write(tmp_path, entry(inner, "-DFOUND"))
    assert not uses(inner / "a.c")


def test_the_search_never_comes_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, entry(tmp_path / "project", "-DFOUND"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert not uses(tmp_path / "project" / "a.c")
    assert list(folders_above(tmp_path / "project" / "a.c")) == [tmp_path / "project"]


def test_the_search_never_comes_to_the_root() -> None:
    assert all(folder != folder.parent for folder in folders_above(Path("/usr/share/a.c")))
    assert list(folders_above(Path("/a.c"))) == []


def test_a_folder_that_all_may_write_to_is_not_searched(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    write(shared, entry(shared / "project", "-DFOUND"))
    (shared / "project").mkdir()
    assert uses(shared / "project" / "a.c")
    shared.chmod(0o1777)
    assert not uses(shared / "project" / "a.c")
    assert any(str(shared) in sentence and "others than you" in sentence for sentence in complaints())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_what_belongs_to_another_user_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SUDO_UID", raising=False)
    place = write(tmp_path / "project", entry(tmp_path / "project", "-DFOUND"))
    os.chown(place, 12345, 12345)
    assert not uses(tmp_path / "project" / "a.c")
    assert any("belongs to another user" in sentence for sentence in complaints())
    os.chown(place, 0, 0)
    assert uses(tmp_path / "project" / "a.c")
    os.chown(tmp_path / "project", 12345, 12345)
    assert not uses(tmp_path / "project" / "a.c")


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    write(tmp_path, entry(tmp_path, "-DOLD"))
    assert not uses(tmp_path / "a.c")
    write(tmp_path, entry(tmp_path, "-DFOUND=1"), entry(tmp_path, "-DFOUND"))
    assert "-DFOUND=1" in flags_for(tmp_path / "a.c").flags


DEEP = "[" * 200_000 + "]" * 200_000
UNUSABLE = {
    "empty": "",
    "cut": "{",
    "deep": DEEP,
    "deep in an entry": f'[{{"file": "a.c", "arguments": {DEEP}}}]',
    "an object": '{"a": 1}',
    "text": '"-fplugin=x"',
    "null": "null",
    "a number": "1e999999999",
    "a long number": "1" * 100_000,
    "bytes": b"\xff\xfe\x00",
}
BAD_ENTRIES = {
    "numbers": [1, 2.5, None, True, "text", []],
    "no file": [{"directory": "{}", "arguments": ["cc", "-DX"]}],
    "file is a list": [{"directory": "{}", "file": ["a.c"], "arguments": ["cc"]}],
    "directory is a number": [{"directory": 7, "file": "a.c", "arguments": ["cc"]}],
    "directory with NUL": [{"directory": "a\0b", "file": "a.c", "arguments": ["cc"]}],
    "file with NUL": [{"directory": "{}", "file": "a\0.c", "arguments": ["cc"]}],
    "unbalanced": [{"directory": "{}", "file": "a.c", "command": "cc -DX='"}],
    "unbalanced, another": [{"directory": "{}", "file": "a.c", "command": 'cc "-DX'}],
    "trailing backslash": [{"directory": "{}", "file": "a.c", "command": "cc \\"}],
    "command is a list": [{"directory": "{}", "file": "a.c", "command": ["cc"]}],
    "arguments is text": [{"directory": "{}", "file": "a.c", "arguments": "cc -DX"}],
    "neither": [{"directory": "{}", "file": "a.c"}],
    "empty arguments": [{"directory": "{}", "file": "a.c", "arguments": []}],
    "arguments of all types": [{"directory": "{}", "file": "a.c", "arguments": [1, None, {}, ["-I", "x"], True]}],
    "half a surrogate": [{"directory": "\ud800", "file": "a.c", "arguments": ["cc", "-I", "\udfff"]}],
    "very long": [{"directory": "{}", "file": "a.c", "command": "cc " + "-DX " * 300_000}],
}


@pytest.mark.parametrize("text", UNUSABLE.values(), ids=UNUSABLE)
def test_a_database_that_cannot_be_read_is_told_and_ignored(tmp_path: Path, text: str | bytes) -> None:
    place = tmp_path / "compile_commands.json"
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert flags_for(tmp_path / "a.c").origin == "the file's folder"
    assert any(str(place) in sentence and sentence.endswith(".") for sentence in complaints())
    write(tmp_path, entry(tmp_path, "-DFOUND"))
    assert uses(tmp_path / "a.c")
    assert not any(str(place) in sentence for sentence in complaints())


@pytest.mark.parametrize("entries", BAD_ENTRIES.values(), ids=BAD_ENTRIES)
def test_entries_of_wrong_types(tmp_path: Path, entries: list[object]) -> None:
    text = json.dumps(entries).replace('"{}"', json.dumps(str(tmp_path)))
    (tmp_path / "compile_commands.json").write_text(text)
    assert not any(word.startswith("-D") for word in flags_for(tmp_path / "a.c").flags)


def test_a_pipe_a_device_and_a_loop_do_not_block(tmp_path: Path) -> None:
    for name, make in {
        "pipe": os.mkfifo,
        "zero": lambda path: os.symlink("/dev/zero", path),
        "loop": lambda path: os.symlink("compile_commands.json", path),
        "dangling": lambda path: os.symlink("nowhere", path),
        "folder": os.mkdir,
    }.items():
        (tmp_path / name).mkdir()
        make(tmp_path / name / "compile_commands.json")
        assert flags_for(tmp_path / name / "a.c").origin == "the file's folder"


def test_a_database_beyond_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_LARGEST", 1000)
    write(tmp_path, entry(tmp_path, "-DFOUND", *["-DX"] * 1000))
    assert not uses(tmp_path / "a.c")
    with open(tmp_path / "compile_commands.json", "wb") as sparse:
        sparse.truncate(3 << 30)
    assert not uses(tmp_path / "a.c")


def test_a_folder_that_is_missing_changes_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, {"directory": "gone", "file": "../a.c", "arguments": ["cc", "-Iinc", "-DFOUND"]})
    assert flags_for(tmp_path / "a.c").flags[-3:] == ("-I", str(tmp_path / "gone" / "inc"), "-DFOUND")


def test_a_linked_database_is_read_where_it_is_one(tmp_path: Path) -> None:
    built = write(
        tmp_path / "out-of-tree", entry(tmp_path / "source", "-DFOUND", "-include", "../out-of-tree/config.h")
    )
    (built.parent / "config.h").write_text("")
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "compile_commands.json").symlink_to(built)
    flags = flags_for(tmp_path / "source" / "a.c").flags
    assert "-DFOUND" in flags
    assert "-include" in flags


@pytest.mark.parametrize("name", ["@x.c", "-x.c", "--help", "a\nb.c", "\udcff.c", "a\0b.c"])
def test_names_like_options(tmp_path: Path, name: str) -> None:
    flags = flags_for(Path(str(tmp_path)) / name)
    assert all(not word.startswith("@") for word in flags.flags)
    assert all(not word.startswith("@") for word in flags_for(Path(name)).flags)


def test_a_folder_with_a_line_break_begins_no_flag(tmp_path: Path) -> None:
    folder = tmp_path / "a\n-fplugin=evil.so"
    folder.mkdir()
    assert not any("\n" in word for word in flags_for(folder / "a.c").flags)
