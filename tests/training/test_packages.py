"""Source packages of a distribution: each file by the licence that the package's own copyright file names for it."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest
from loopwright_training.cli import main
from loopwright_training.packages import is_of, licence_of, paragraphs_of
from loopwright_training.records import read_records

COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: solver

Files: *
Copyright: 2020 Somebody
License: BSD-3-clause

Files: src/borrowed/*
 src/old.c
Copyright: 2001 Another
License: GPL-2+
 This program is free software.

Files: src/borrowed/free?.c
Copyright: 2002 A third
License: GPL-3 or Apache-2.0

License: BSD-3-clause
 Redistribution and use in source and binary forms
"""
LOOP = (
    "/* one of the many loops of a solver that somebody wrote */\n"
    "void f{k}(int n, float *a) {{\n#pragma omp parallel for\n  for (int i = 0; i < n; i++) a[i] = {k};\n}}\n"
)


def archive(path: Path, files: dict[str, str]) -> None:
    with tarfile.open(path, "w:xz") as file:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            file.addfile(member, io.BytesIO(text.encode()))


def package(folder: Path, copyright_file: str = COPYRIGHT) -> Path:
    place = folder / "solver"
    place.mkdir(parents=True)
    (place / "solver_1.2-3.dsc").write_text("Source: solver\n")
    names = ["src/own.c", "src/old.c", "src/borrowed/x.c", "src/borrowed/free1.c", "README"]
    loops = {f"solver-1.2/{name}": LOOP.format(k=k) for k, name in enumerate(names)}
    archive(place / "solver_1.2.orig.tar.xz", {**loops, "solver-1.2/src/copy.c": loops["solver-1.2/src/own.c"]})
    archive(place / "solver_1.2-3.debian.tar.xz", {"debian/copyright": copyright_file, "debian/rules": "x"})
    return folder


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
