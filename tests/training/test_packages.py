"""Source packages of a distribution: each file by the licence that the package's own copyright file names for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright_training.cli import main
from loopwright_training.packages import is_of, licence_of, paragraphs_of
from loopwright_training.records import read_records
from source_package import COPYRIGHT, package


def config(tmp_path: Path, folder: Path) -> list[str]:
    file = tmp_path / "packages.yaml"
    file.write_text(f"folder: {folder}\noutput: {tmp_path}/files.jsonl.gz\nmanifest: {tmp_path}/packages.tsv\n")
    return ["packages", str(file)]


def test_files_are_taken_by_their_own_licence_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = config(tmp_path, package(tmp_path / "debian"))
    assert main(asked) == 0
    rows = list(read_records(tmp_path / "files.jsonl.gz"))
    assert [(row["path"], row["licence"]) for row in rows] == [
        ("src/own.c", "BSD-3-clause"),
        ("src/borrowed/free1.c", "GPL-3 or Apache-2.0"),
    ]
    assert {(row["repository"], row["commit"]) for row in rows} == {("debian/solver", "1.2-3")}
    table = [line.split("\t") for line in (tmp_path / "packages.tsv").read_text().splitlines()]
    assert table[0] == ["package", "version", "files", "characters", "openmp_files", "refused"]
    assert table[1] == ["solver", "1.2-3", "2", str(sum(len(row["text"]) for row in rows)), "2", "2"]
    capsys.readouterr()
    assert main(asked) == 0
    assert "already" in capsys.readouterr().out


def test_a_copyright_file_in_prose_gives_nothing(tmp_path: Path) -> None:
    assert main(config(tmp_path, package(tmp_path / "debian", "This is free software.\n\nDo what you want.\n"))) == 0
    assert list(read_records(tmp_path / "files.jsonl.gz")) == []


def test_a_folder_without_packages_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(config(tmp_path, tmp_path / "absent")) == 2
    assert "holds no source package" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "licence"),
    [
        ("src/deep/own.c", "BSD-3-clause"), ("src/old.c", "GPL-2+"), ("src/old.cc", "BSD-3-clause"),
        ("src/borrowed/a/b.c", "GPL-2+"), ("src/borrowed/free2.c", "GPL-3 or Apache-2.0"),
    ],
)  # fmt: skip
def test_the_last_paragraph_that_fits_counts(path: str, licence: str) -> None:
    assert licence_of(path, paragraphs_of(COPYRIGHT)) == licence


@pytest.mark.parametrize(
    ("licence", "permissive"),
    [
        ("Expat", True), ("BSD-3-clause and Apache-2.0", True), ("BSD-3-clause and GPL-2", False), ("GPL-2 or MIT", True),
        ("LGPL-2+", False), ("-", False), ("", False), ("CC-BY-SA-4.0", False), ("GPL-2+ with linking exception", False),
    ],
)  # fmt: skip
def test_kinds_of_several_licences(licence: str, permissive: bool) -> None:
    assert is_of(licence, ("permissive",)) is permissive
