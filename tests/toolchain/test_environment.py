"""Where programs are looked up, and what they are told."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.toolchain import environment
from loopwright.toolchain.environment import built_environment, find_program, search_path, set_workspaces
from loopwright.toolchain.process import own_python, run


@pytest.fixture(autouse=True)
def workspaces() -> Iterator[None]:
    yield
    set_workspaces(())


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\necho hostile\n")
    path.chmod(0o755)
    return path


HOSTILE = {
    "PYTHONPATH": "/h", "PYTHONSTARTUP": "/h", "PYTHONHOME": "/h", "LD_PRELOAD": "/h.so", "LD_LIBRARY_PATH": "/h", "LD_AUDIT": "/h.so",
    "GCC_EXEC_PREFIX": "/h/", "COMPILER_PATH": "/h", "LIBRARY_PATH": "/h", "CPATH": "/h", "C_INCLUDE_PATH": "/h", "CPLUS_INCLUDE_PATH": "/h",
    "DEPENDENCIES_OUTPUT": "/h", "CCC_OVERRIDE_OPTIONS": "+-v", "GCC_COMPARE_DEBUG": "1", "COLLECT_GCC": "/h", "BASH_ENV": "/h", "ENV": "/h",
    "GIT_DIR": "/h", "NVCC_PREPEND_FLAGS": "-v", "NVCC_APPEND_FLAGS": "-v", "GLIBC_TUNABLES": "x", "SECRET_TOKEN": "x",
}  # fmt: skip


def test_the_environment_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    told = dict(line.split("=", 1) for line in run(["env"]).stdout.splitlines())
    assert not told.keys() & HOSTILE.keys()
    assert set(told) <= {"PATH", "HOME", "USER", "LOGNAME", "TZ", "LANG", "LC_ALL", "TMPDIR", "TMP", "TEMP"}
    assert "loopwright" in told["TMPDIR"]


def test_what_is_asked_for_is_added(tmp_path: Path) -> None:
    assert built_environment(tmp_path, {"OMP_NUM_THREADS": "2"})["OMP_NUM_THREADS"] == "2"


def test_only_absolute_folders_outside_the_workspace_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = program(tmp_path / "workspace" / "bin" / "gcc").parent
    (tmp_path / "link").symlink_to(inside)
    monkeypatch.chdir(inside)
    monkeypatch.setenv(
        "PATH", os.pathsep.join([".", "", "bin", str(inside), str(tmp_path / "link"), "/usr/bin", "/bin"])
    )
    assert find_program("gcc") == str(inside / "gcc")  # nobody has said yet that it is open
    set_workspaces([tmp_path / "workspace"])
    assert search_path() == ["/usr/bin", "/bin"]
    assert find_program("gcc") == "/usr/bin/gcc"
    assert find_program("./gcc") is None
    assert find_program("bin/gcc") is None
    assert run(["gcc", "--version"]).stdout != "hostile\n"


def test_on_windows_the_current_folder_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "gcc.exe")
    elsewhere = program(tmp_path / "path" / "gcc.exe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("PATHEXT", ".exe")
    monkeypatch.setenv("PATH", os.pathsep.join([".", str(elsewhere.parent)]))
    assert environment.find_program("gcc") == str(elsewhere)
    assert environment.find_program("gcc.exe") == str(elsewhere)


def test_a_program_starts_in_an_empty_folder_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = run(["sh", "-c", "pwd; ls -A; stat -c %u .; umask"]).stdout.split()
    assert "loopwright" in lines[0]
    assert lines[1:] == [str(os.getuid()), "0022"]
    assert not Path(lines[0]).exists(), "it went afterwards"


def test_our_own_python_is_isolated() -> None:
    assert own_python("loopwright", "--version") == [sys.executable, "-I", "-m", "loopwright", "--version"]
    assert run(own_python("loopwright", "--version")).stdout.startswith("loopwright ")
