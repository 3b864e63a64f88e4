"""A source package of a distribution, as small as one can be."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

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
