"""What `loopwright annotate -o FOLDER` writes beside the sources: the headers of the project, where the sources find them."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from loopwright.cli.main import main

BODY = """
void scale(double *a) { for (int i = 0; i < SIZE; i++) a[i] = 2 * i; }
"""
MAIN = """#include <stdio.h>
INCLUDE
void scale(double *a);
double a[SIZE];
int main(void) { scale(a); printf("%g\\n", a[3]); return 0; }
"""
SIZE = "#pragma once\n#define SIZE 1000000\n"


def _program(folder: Path, files: Mapping[str, str]) -> Path:
    folder.chmod(0o755)
    (folder / "p" / ".git").mkdir(parents=True)
    for name, text in files.items():
        (folder / "p" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "p" / name).write_text(text, "utf-8")
    return folder / "p"


def _written(out: Path) -> list[str]:
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def _sources(include: str, below: str = "") -> dict[str, str]:
    return {f"src/{below}scale.c": include + BODY, "src/main.c": MAIN.replace("INCLUDE", include)}


SIZE_H = '#include "size.h"\n'
# Files besides the two sources, the include line, a folder of one source, what is written beside the sources.
LAYOUTS = {
    "beside the sources": ({"src/size.h": SIZE}, SIZE_H, "", ["size.h"]),
    "below the sources": ({"src/inc/size.h": SIZE}, '#include "inc/size.h"\n', "", ["inc/size.h"]),
    "in a folder of its own": ({"include/size.h": SIZE}, SIZE_H, "", ["size.h"]),
    "in a folder below one": ({"include/p/size.h": SIZE}, '#include "p/size.h"\n', "", ["p/size.h"]),
    "between angle brackets": ({"include/p/size.h": SIZE}, "#include <p/size.h>\n", "", ["p/size.h"]),
    "for sources of two folders": ({"src/size.h": SIZE}, SIZE_H, "deep/", ["size.h"]),
    "that includes another": ({"include/p/size.h": SIZE_H.replace("size", "n"), "include/p/n.h": SIZE}, '#include "p/size.h"\n', "", ["p/n.h", "p/size.h"]),
    "that nobody includes": ({"src/size.h": SIZE, "src/other.h": "", "include/third.h": ""}, SIZE_H, "", ["size.h"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_headers_go_with_the_sources(tmp_path: Path, name: str) -> None:
    others, include, below, headers = LAYOUTS[name]
    sources = _sources(include, below)
    program = _program(tmp_path, {**others, **sources})
    out = tmp_path / "out"
    assert main(["annotate", str(program / "src"), "-o", str(out), "--no-compiler"]) == 0
    assert _written(out) == sorted([*headers, "main.c", f"{below}scale.c"])
    assert "#pragma acc" in (out / below / "scale.c").read_text("utf-8")
    files = [str(out / "main.c"), str(out / below / "scale.c")]
    subprocess.run(["gcc", "-fsyntax-only", f"-I{out}", *files], check=True, timeout=300)


def test_what_is_written_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = _program(tmp_path, {"include/size.h": SIZE, **_sources(SIZE_H)})
    out = tmp_path / "out"
    assert main(["annotate", str(program / "src"), "-o", str(out), "--no-compiler"]) == 0
    assert main(["run", str(out / "main.c"), str(out / "scale.c")]) == 0
    assert capfd.readouterr().out == "6\n"


def test_nothing_is_written_outside_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    include = '#include "../include/size.h"\n'
    program = _program(tmp_path, {"include/size.h": SIZE, **_sources(include)})
    (program / "build").mkdir()
    assert main(["annotate", str(program / "src"), "-o", str(program / "build" / "out"), "--no-compiler"]) == 0
    assert _written(program / "build") == ["out/main.c", "out/scale.c"]
    assert "size.h is not written: its place would be outside" in capsys.readouterr().err


def test_of_two_headers_for_one_place_the_first_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = {"include/size.h": SIZE_H.replace("size", "q/size"), "include/q/size.h": '#include "../r/n.h"\n'}
    others |= {"include/r/n.h": SIZE, "src/r/n.h": "int other;\n", "src/b.c": '#include "r/n.h"\n'}
    program = _program(tmp_path, {**others, **_sources(SIZE_H)})
    out = tmp_path / "out"
    assert main(["annotate", str(program / "src"), "-o", str(out), "--no-compiler"]) == 0
    assert (out / "r" / "n.h").read_text("utf-8") == "int other;\n"
    assert "n.h is not written" in capsys.readouterr().err


def test_sources_that_are_written_over_get_no_headers_from_elsewhere(tmp_path: Path) -> None:
    program = _program(tmp_path, {"include/size.h": SIZE, "src/own.h": "", **_sources(SIZE_H + '#include "own.h"\n')})
    before = (program / "src" / "own.h").stat().st_mtime_ns
    assert main(["annotate", str(program / "src"), "-o", str(program / "src"), "--no-compiler"]) == 0
    assert _written(program / "src") == ["main.c", "own.h", "scale.c"]
    assert (program / "src" / "own.h").stat().st_mtime_ns == before


def test_headers_of_other_projects_stay_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "size.h").write_text(SIZE, "utf-8")
    program = _program(tmp_path, _sources('#include "../../size.h"\n'))
    out = tmp_path / "out"
    assert main(["annotate", str(program / "src"), "-o", str(out), "--no-compiler"]) == 0
    assert _written(out) == ["main.c", "scale.c"]
