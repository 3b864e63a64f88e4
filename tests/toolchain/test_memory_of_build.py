"""What a build says of memory that host and device share, and what `check` then says of data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.toolchain.memory_of_build import memory_of_build

SAID = {
    "CFLAGS = -acc -ta=tesla:managed": "managed",
    "CFLAGS = -acc -ta=tesla:cuda7.5,fastmath,managed": "managed",
    "CFLAGS = -acc -gpu=managed": "managed",
    "CFLAGS = -acc -gpu=cc80,mem:managed": "managed",
    "CFLAGS = -acc -gpu=mem:unified:nomanagedalloc": "unified",
    "CFLAGS = -acc -gpu=mem:managed\nOTHER = -gpu=unified": "unified",
    "CFLAGS = -acc \\\n  -gpu=managed": "managed",
    "CFLAGS = -acc -gpu=cc80,mem:separate": "discrete",
    "CFLAGS = -acc -gpu=nomanaged": "discrete",
    "# CFLAGS = -acc -gpu=managed": "discrete",
    "CFLAGS = -acc # -gpu=managed": "discrete",
    "CFLAGS = -acc -ta=multicore -tp=haswell": "unified",
    "CFLAGS = -acc=multicore\nSERIAL = -acc=host": "unified",
    "CFLAGS = -ta=multicore\nGPU = -ta=tesla:cc60": "discrete",
    "CFLAGS = -O2 -DMANAGED=managed": "discrete",
    "": "discrete",
}
STALE = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double *a = malloc(100 * sizeof(double));
#pragma acc enter data create(a[0:100])
#pragma acc parallel loop present(a[0:100])
  for (int i = 0; i < 100; i++) a[i] = i;
  printf("%g\\n", a[5]);
#pragma acc exit data delete(a[0:100])
  free(a);
  return 0;
}
"""
UNORDERED = """void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc parallel loop async(2)
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma acc wait
  }
}
"""


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("name", ["Makefile", "CMakeLists.txt", "rules.mk", "build.sh"])
def test_what_a_build_says(text: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text + "\n")
    assert memory_of_build(tmp_path / "a.c") == SAID[text]


def test_a_build_above_counts_as_far_as_the_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "Makefile").write_text("FLAGS = -gpu=managed\n")
    assert memory_of_build(tmp_path / "src" / "a.c") == "managed"
    (tmp_path / "src" / ".git").mkdir()
    assert memory_of_build(tmp_path / "src" / "a.c") == "discrete"


def test_a_compilation_database_says_it_of_each_file(tmp_path: Path) -> None:
    commands = [
        {"directory": str(tmp_path), "file": "a.c", "command": "nvc -acc -gpu=mem:managed -c a.c"},
        {"directory": str(tmp_path), "file": "b.c", "command": "nvc -acc -c b.c"},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(commands))
    (tmp_path / "Makefile").write_text("FLAGS = -gpu=unified\n")
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text("int x;\n")
    assert [memory_of_build(tmp_path / name) for name in ("a.c", "b.c")] == ["managed", "discrete"]


@pytest.mark.parametrize(
    ("build", "options", "codes"),
    [
        ("", [], {"LW701", "LW714"}),
        ("FLAGS = -gpu=mem:managed", [], {"LW714"}),
        ("FLAGS = -gpu=mem:managed", ["--memory", "discrete"], {"LW701", "LW714"}),
        ("", ["--memory", "managed"], {"LW714"}),
        ("", ["--memory", "unified"], {"LW714"}),
    ],
)
def test_nothing_is_missing_on_either_side_of_one_memory(
    build: str, options: list[str], codes: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "Makefile").write_text(build + "\n")
    (tmp_path / "a.c").write_text(STALE + UNORDERED)
    main(["check", "--format", "json", *options, str(tmp_path / "a.c")])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {one["code"] for one in found if one["code"].startswith("LW7")} == codes
