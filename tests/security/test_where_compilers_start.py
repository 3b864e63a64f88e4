"""A compiler that runs what is asked for starts in a folder of ours, with the paths that the user meant."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.device.builder import from_here
from loopwright.toolchain import confine

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None or confine.offered().walls is None,
    reason="nothing is run here",
)
LOOP = """#include "own.h"
#include "far.h"
void scale(int n, float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++) a[i] = FAR * OWN * b[i];
}
"""
KERNEL = """#include "own.h"
#include "far.h"
__global__ void scale(int n, float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = FAR * OWN * b[i];
}
"""


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the folders that compilers are started in; the current folder is a project with relative paths in its commands."""
    tools, project, log = tmp_path / "tools", tmp_path / "project", tmp_path / "log"
    tools.mkdir()
    for name in ("gcc", "g++"):
        (tools / name).write_text(f'#!/bin/sh\npwd >> {log}\nexec {shutil.which(name)} "$@"\n')
        (tools / name).chmod(0o755)
    for folder in ("build", "src", "inc"):
        (project / folder).mkdir(parents=True)
    (project / "src/own.h").write_text("#define OWN 2\n")
    (project / "inc/far.h").write_text("#define FAR 3\n")
    (project / "src/a.c").write_text(LOOP)
    (project / "src/a.cu").write_text(KERNEL)
    commands = [
        {"directory": str(project / "build"), "file": f"../src/{name}", "command": f"cc -I../inc -c ../src/{name}"}
        for name in ("a.c", "a.cu")
    ]
    (project / "compile_commands.json").write_text(json.dumps(commands))
    monkeypatch.chdir(project)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    return log


def ours(log: Path, project: Path) -> bool:
    places = set(log.read_text().splitlines())
    return bool(places) and not any(Path(place).is_relative_to(project) for place in places)


def test_of_a_trial(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", "src/a.c", "--test", "--no-model", "--json"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert any(c["tested"] and c["tested"]["agreed"] for c in loop["candidates"]), loop
    assert ours(started, Path.cwd())


def test_of_a_translation_that_is_verified(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", "src/a.cu", "--verify", "--json"]) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    assert kernel["status"] == "tested", kernel
    assert ours(started, Path.cwd())


def test_of_a_program_that_is_run(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '#include <stdio.h>\n#include "own.h"\n#include "far.h"\nint far(void);\n'
    Path("src/b.c").write_text(text + 'int main(void) { printf("%d", OWN * FAR * far()); return 0; }\n')
    Path("inc/far.c").write_text("int far(void) { return 7; }\n")
    command = ["run", "src/b.c", "inc/far.c", "--json"]
    for flags in ("-Iinc", "-I inc", "-iquote inc", "-include inc/far.h"):
        assert main([*command, f"--cflags={flags}"]) == 0, flags
        assert json.loads(capsys.readouterr().out)["stdout"] == "42"
    assert ours(started, Path.cwd())
    assert sorted(path.name for path in Path.cwd().rglob("*") if path.suffix in (".o", ".d", ".mod")) == []


def test_objects_and_libraries_of_the_current_folder_are_linked(
    started: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import subprocess

    Path("m.c").write_text('#include <stdio.h>\nint f(void);\nint main(void) { printf("%d", f()); return 0; }\n')
    Path("f.c").write_text("int f(void) { return 7; }\n")
    subprocess.run(["gcc", "-c", "f.c"], check=True)
    subprocess.run(["ar", "rcs", "libf.a", "f.o"], check=True)
    for words in (["f.o"], ["--ldflags=f.o"], ["--ldflags=-L. -lf"], ["--ldflags=libf.a"]):
        assert main(["run", "m.c", *words, "--json"]) == 0, words
        assert json.loads(capsys.readouterr().out)["stdout"] == "7"


@pytest.mark.parametrize(
    "word", ["-DN=10", "-O2", "-lm", "-I=/x", "-include-pch", "-Wl,-z,now", "-std=c11", "@file", "c"]
)
def test_what_is_no_path_stays(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("c").write_text("")
    assert from_here([word]) == [word]
