"""The index of a folder: what changed is read, what is kept survives, what is broken is made anew."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest
from loopwright.memory.index import Index
from loopwright.memory.roots import project_root
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

from tests.clock import calls

LOOP = "void f{0}(int n, float *a) {{\n#pragma acc parallel loop gang present(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = {0};\n}}\n"
PLAIN = "int g{0}(int x) {{ return x + {0}; }}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src" / "deep").mkdir(parents=True)
    for number, name in enumerate(("one.c", "src/two.cpp", "src/deep/three.cu", "src/four.h")):
        (root / name).write_text(LOOP.format(number), "utf-8")
    for number in range(20):
        (root / "src" / f"plain{number}.c").write_text(PLAIN.format(number), "utf-8")
    (root / "notes.txt").write_text("#pragma acc loop\n", "utf-8")
    (root / ".hidden").mkdir()
    (root / ".hidden" / "five.c").write_text(LOOP.format(5), "utf-8")
    return root


def files(index: Index) -> set[str]:
    return {example.file for example in index.elsewhere(index.root / "none.c")}


def test_every_language_and_header_is_read_and_only_what_changed_again(project: Path, tmp_path: Path) -> None:
    index = Index(project, tmp_path / "cache")
    first = index.refresh()
    assert files(index) == {"one.c", "src/two.cpp", "src/deep/three.cu", "src/four.h"}
    assert (first.files, first.read, first.parsed, first.examples) == (24, 24, 4, 4)
    assert index.refresh().read == 0
    again = Index(project, tmp_path / "cache")
    assert again.refresh().read == 0
    assert again.elsewhere(project / "one.c") == index.elsewhere(project / "one.c")
    os.utime(project / "one.c", ns=(1, 1))
    (project / "src" / "two.cpp").unlink()
    (project / "src" / "plain3.c").write_text(LOOP.format(9), "utf-8")
    later = again.refresh()
    assert (later.read, later.parsed) == (2, 1)
    assert files(again) == {"one.c", "src/plain3.c", "src/deep/three.cu", "src/four.h"}


def test_open_text_goes_before_saved_text(project: Path) -> None:
    index = Index(project, None)
    index.refresh()
    text = LOOP.format(7).replace("gang", "worker")
    before = index.generation
    index.show([(project / "one.c", Outline(parse(text, name="one.c")))])
    assert index.generation > before
    (example,) = [e for e in index.elsewhere(project / "src/two.cpp") if e.file == "one.c"]
    assert example.directive == "parallel loop worker present(a[0:n])"
    assert all(e.file != "one.c" for e in index.elsewhere(project / "one.c"))
    index.show([])
    (example,) = [e for e in index.elsewhere(project / "src/two.cpp") if e.file == "one.c"]
    assert "gang" in example.directive


@pytest.mark.parametrize("broken", [b"", b"not a data base", b"SQLite format 3\0" + b"\7" * 4000])
def test_a_broken_index_is_made_anew(project: Path, tmp_path: Path, broken: bytes) -> None:
    index = Index(project, tmp_path / "cache")
    index.refresh()
    (kept,) = (tmp_path / "cache").rglob("*.sqlite")
    kept.write_bytes(broken)
    again = Index(project, tmp_path / "cache")
    assert again.refresh().examples == 4
    assert len(files(again)) == 4
    with sqlite3.connect(kept) as base:
        assert base.execute("SELECT count(*) FROM file").fetchone() == (24,)


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    index = Index(project, tmp_path / "file")
    assert index.refresh().examples == 4


def test_two_at_once_share_a_cache(project: Path, tmp_path: Path) -> None:
    found: list[int] = []

    def work() -> None:
        found.append(Index(project, tmp_path / "cache").refresh().examples)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [4] * 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_plain_file_or_leads_outside_is_passed_over(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.c").write_text(LOOP.format(1), "utf-8")
    (project / "link").symlink_to(outside)
    (project / "link.c").symlink_to(outside / "secret.c")
    os.mkfifo(project / "pipe.c")
    (project / "huge.c").write_text(LOOP.format(2) + "//" + "x" * 1_100_000, "utf-8")
    index = Index(project, None)
    index.refresh()
    assert files(index) == {"one.c", "src/two.cpp", "src/deep/three.cu", "src/four.h"}


def test_thousands_of_files_cost_no_more_each_than_hundreds(tmp_path: Path) -> None:
    def calls_of_reading(folders: int) -> int:
        project = tmp_path / str(folders)
        for folder in range(folders):
            (project / f"d{folder}").mkdir(parents=True)
            for number in range(100):
                text = LOOP if number % 50 == 0 else PLAIN
                (project / f"d{folder}" / f"{number}.c").write_text(text.format(number), "utf-8")
        index = Index(project, None)

        def read() -> None:
            report = index.refresh()
            assert (report.files, report.examples) == (100 * folders, 2 * folders)

        found = calls(read)
        assert index.refresh().read == 0
        return found

    assert calls_of_reading(20) < 4.4 * calls_of_reading(5)


def test_the_project_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "me"
    deep = home / "work" / "code" / "src"
    deep.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    assert project_root(deep / "a.c") == deep
    (home / "work" / "compile_commands.json").write_text("[]", "utf-8")
    assert project_root(deep / "a.c") == home / "work"
    (home / "work" / "code" / ".git").mkdir()
    assert project_root(deep / "a.c") == home / "work" / "code"
    (home / ".git").mkdir()
    assert project_root(home / "a.c") is None
    assert project_root(Path("/a.c")) is None
    assert project_root(Path("/etc/a.c")) is None


def test_what_changed_is_not_told_until_it_is_read_again(project: Path, tmp_path: Path) -> None:
    index = Index(project, None)
    index.refresh()
    assert not index.drop_changed()
    asked = project / "asked.c"
    before = {example.file for example in index.elsewhere(asked)}
    changed, gone, *_ = sorted(before)
    (project / changed).write_text("// moved\n" + (project / changed).read_text("utf-8"), "utf-8")
    (project / gone).unlink()
    generation = index.generation
    assert index.drop_changed()
    assert index.generation > generation
    assert {example.file for example in index.elsewhere(asked)} == before - {changed, gone}
    assert not index.drop_changed()
    index.refresh()
    assert {example.file for example in index.elsewhere(asked)} == before - {gone}
