"""Where nobody says how a file is compiled, a header that only one file of the repository can be is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for


def heads(path: Path, text: str) -> list[str]:
    """The headers of a file."""
    return [header.source.name for header in Outline(parse(text, path.name), headers_for(path)).headers]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with headers in folders that only its build knows."""
    for name in (
        ".git/x",
        "lib/inc/sizes.h",
        "lib/inc/deep/more.h",
        "a/same.h",
        "b/same.h",
        "odd/stdio.h",
        "src/app/main.c",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#define N 4\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("line", ['#include "sizes.h"', "#include <sizes.h>", '#include "inc/sizes.h"'])
def test_the_only_one_is_read(project: Path, line: str) -> None:
    assert heads(project / "src/app/main.c", f"{line}\n") == ["sizes.h"]


@pytest.mark.parametrize(
    "line",
    [
        '#include "same.h"',
        "#include <stdio.h>",
        '#include "other/sizes.h"',
        '#include "../inc/sizes.h"',
        '#include "none.h"',
    ],
)
def test_others_are_not(project: Path, line: str) -> None:
    assert heads(project / "src/app/main.c", f"{line}\n") == []


def test_what_the_build_says_counts_alone(project: Path) -> None:
    (project / "compile_commands.json").write_text(
        f'[{{"directory": "{project}", "file": "src/app/main.c", "command": "cc -c src/app/main.c"}}]', "utf-8"
    )
    assert heads(project / "src/app/main.c", '#include "sizes.h"\n') == []


def test_outside_of_a_repository_nothing_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/sizes.h").write_text("", "utf-8")
    (tmp_path / "src/app").mkdir(parents=True)
    assert heads(tmp_path / "src/app/main.c", '#include "sizes.h"\n') == []
