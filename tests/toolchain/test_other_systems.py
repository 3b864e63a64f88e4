"""Windows and macOS, as far as they can be played here: every module imports, a process starts and ends, code is refused."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loopwright
import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.toolchain import children, confine
from loopwright.toolchain.confine import Confinement, NotConfined, offered, run_confined
from loopwright.toolchain.process import run

SERVER = Path(loopwright.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(SERVER.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SERVER.rglob("*.py")
    if path.name != "__main__.py"
)
# What the system does not have is not there, then everything is imported.
IMPORTS = """
import importlib, os, signal, socket, sys
system, modules = sys.argv[1], sys.argv[2:]
import ctypes, subprocess, multiprocessing.pool, concurrent.futures.process, asyncio, tempfile, platformdirs
import numpy, islpy, pygls.lsp.server, rich.console, rich.progress, tree_sitter
missing = {"win32": ["fcntl", "resource", "pwd", "grp", "termios", "pty"], "darwin": []}[system]
for name in missing:
    sys.modules[name] = None
gone = {"win32": ["fork", "getuid", "geteuid", "getpgid", "killpg", "setsid", "register_at_fork", "waitstatus_to_exitcode", "O_CLOEXEC"],
        "darwin": ["sched_getaffinity", "pidfd_open", "O_PATH", "unshare"]}[system]
for name in gone:
    if hasattr(os, name):
        delattr(os, name)
if system == "win32":
    for name in ("SIGKILL", "SIGHUP", "SIGALRM", "SIGPIPE", "SIGCHLD"):
        delattr(signal, name)
    for name in ("recv_fds", "send_fds"):
        delattr(socket, name)
sys.platform = system
for name in modules:
    importlib.import_module(name)
print("imported", len(modules))
"""


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_every_module_imports(system: str) -> None:
    # The launcher is what runs beside the server, on Unix alone.
    wanted = [m for m in MODULES if system != "win32" or ".launcher." not in m or m.endswith("kernel")]
    done = subprocess.run([sys.executable, "-c", IMPORTS, system, *wanted], capture_output=True, text=True)
    assert done.stdout.startswith("imported"), done.stderr[-2000:]
    assert len(wanted) > 100


class _Kernel:
    """What is asked of kernel32, as far as a job needs it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.flags = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.CreateJobObjectW = self._function("create", lambda *_: 7)
        self.SetInformationJobObject = self._function("limit", self._limit)
        self.AssignProcessToJobObject = self._function("assign", lambda *_: 1)
        self.TerminateJobObject = self._function("terminate", self._end)
        self.CloseHandle = self._function("close", lambda *_: 1)

    def _function(self, name: str, work: Any) -> Any:
        def called(*arguments: Any) -> int:
            self.asked.append(name)
            return int(work(*arguments))

        called.restype = None  # type: ignore[attr-defined]
        return called

    def _limit(self, handle: Any, kind: int, limits: Any, size: int) -> int:
        self.flags = limits._obj.basic.flags
        return 1

    def _end(self, handle: Any, code: int) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.kill()
        return 1


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> _Kernel:
    """Windows from the view of `children`: no guards, a kernel with jobs."""
    kernel = _Kernel()

    class Popen(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._handle = self.pid
            kernel.process = self

    monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: kernel, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    monkeypatch.setattr(children, "sys", types.SimpleNamespace(platform="win32", executable=sys.executable))
    monkeypatch.setattr(children, "subprocess", types.SimpleNamespace(Popen=Popen, PIPE=subprocess.PIPE))
    return kernel


def test_on_windows_a_process_runs_in_a_job(windows: _Kernel) -> None:
    done = run(["sh", "-c", "cat; echo err >&2; exit 3"], stdin=b"in")
    assert (done.ending, done.code, done.stdout, done.stderr) == ("exited", 3, "in", "err\n")
    assert windows.asked == ["create", "limit", "assign", "terminate", "close"]
    assert windows.flags & 0x2000, "the job ends with its last handle"
    assert windows.flags & 0x8, "it has a limit of processes"


def test_on_windows_a_process_is_ended(windows: _Kernel) -> None:
    assert run(["sleep", "60"], timeout=0.3).ending == "timed out"
    assert windows.process is not None
    assert windows.process.poll() is not None
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        run(["sleep", "60"], token=token)
    assert windows.process.poll() is not None


def test_on_windows_nothing_runs_outside_a_job(windows: _Kernel) -> None:
    windows.AssignProcessToJobObject = lambda *_: 0
    assert run(["sleep", "60"]).ending == "not started"
    assert windows.process is not None
    assert windows.process.wait(200) != 0


@pytest.fixture(params=["win32", "darwin", "freebsd14"])
def elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    offered.cache_clear()
    monkeypatch.setattr(confine, "sys", types.SimpleNamespace(platform=request.param))
    yield str(request.param)
    offered.cache_clear()


def test_code_is_refused_where_nothing_confines(elsewhere: str) -> None:
    assert offered().walls is None
    with pytest.raises(NotConfined, match=r"Code is not run: .*\.$"):
        run_confined(["/bin/true"], Confinement())


def test_a_setting_of_the_machine_may_allow_it(elsewhere: str, request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: confine.allow_unconfined(False))
    confine.allow_unconfined(True)
    done = run_confined(["/bin/sh", "-c", "ulimit -t; exit 4"], Confinement(cpu_seconds=7))
    assert (done.code, done.stdout) == (4, "7\n")


def test_on_linux_without_walls_it_is_refused(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    offered.cache_clear()
    request.addfinalizer(offered.cache_clear)
    tried = []

    def refused(walls: str) -> str:
        tried.append(walls)
        return "not permitted"

    monkeypatch.setattr(confine, "_tried", refused)
    with pytest.raises(
        NotConfined, match=r"cannot confine a program \(namespaces: not permitted; landlock: not permitted\)"
    ):
        run_confined(["/bin/true"], Confinement())
    assert tried == ["namespaces", "landlock"]


def test_without_parent_death_or_proc_a_guard_still_ends_its_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS knows neither; its guard has the process group."""
    from loopwright.toolchain.launcher import guard, kernel

    monkeypatch.setattr(guard, "sys", types.SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(kernel, "sys", types.SimpleNamespace(platform="darwin", maxsize=sys.maxsize))
    assert guard._children() == []
    kernel.die_with_parent(os.getppid() + 1)
    kernel.adopt_orphans()


def test_the_setting_is_the_machines_and_reaches_the_launcher(request: pytest.FixtureRequest) -> None:
    from dataclasses import replace

    from loopwright.lsp.engine import Engine
    from loopwright.lsp.settings import Settings, package_configuration

    assert package_configuration()["loopwright.run.unconfined"]["scope"] == "machine"
    assert package_configuration()["loopwright.run.unconfined"]["default"] is False
    request.addfinalizer(lambda: confine.allow_unconfined(False))
    engine = Engine()
    engine.configure(replace(Settings(), run_unconfined=True), True)
    assert confine._unconfined
    engine.configure(Settings(), True)
    assert not confine._unconfined
