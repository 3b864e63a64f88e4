"""The process that started the server, on Linux and, as far as they can be played here, on Windows and macOS."""

from __future__ import annotations

import asyncio
import ctypes
import os
import subprocess
import sys
import types
from collections.abc import Iterator

import pytest
from loopwright.lsp import parent
from loopwright.lsp.parent import is_alive, watch

SYNCHRONIZE, SIGNALLED, TIMEOUT, DENIED, INVALID = 0x0010_0000, 0, 0x102, 5, 87


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    process.kill()
    process.wait()


class Kernel:
    """What is asked of kernel32: `processes` that run or have ended, those of others cannot be opened."""

    def __init__(self, processes: dict[int, str]) -> None:
        self.processes, self.handles, self.opened, self.error = processes, {}, 0, 0
        self.rights: set[int] = set()

    def OpenProcess(self, rights: int, inherits: bool, process: int) -> int:
        self.rights.add(rights)
        state = self.processes.get(process, "gone")
        self.error = {"gone": INVALID, "denied": DENIED}.get(state, 0)
        if self.error:
            return 0
        self.opened += 1
        self.handles[self.opened] = process
        return self.opened

    def GetLastError(self) -> int:
        return self.error

    def WaitForSingleObject(self, handle: int, milliseconds: int) -> int:
        assert milliseconds == 0, "nothing waits on the event loop"
        return TIMEOUT if self.processes[self.handles[handle]] == "runs" else SIGNALLED

    def CloseHandle(self, handle: int) -> int:
        del self.handles[handle]
        return 1


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel({4: "denied", 100: "runs", 104: "ended, its handle is still held"})
    monkeypatch.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(parent, "sys", types.SimpleNamespace(platform="win32"))

    def kill(*_: int) -> None:
        raise AssertionError("on Windows this ends the process")

    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    return kernel


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent, "sys", types.SimpleNamespace(platform="darwin"))
    monkeypatch.delattr(os, "pidfd_open", raising=False)


def told_after(process: int, seconds: float = 0.01, limit: float = 30.0) -> bool:
    """Whether the end of a process is told within a time."""

    async def run() -> bool:
        told = asyncio.Event()
        task = asyncio.create_task(watch(process, told.set, seconds))
        try:
            await asyncio.wait_for(told.wait(), limit)
            return True
        except asyncio.TimeoutError:
            return False
        finally:
            task.cancel()

    return asyncio.run(run())


def test_on_windows_a_process_is_asked_for_not_killed(windows: Kernel) -> None:
    assert [is_alive(process) for process in (4, 100, 104, 108)] == [True, True, False, False]
    assert windows.rights == {SYNCHRONIZE}
    assert windows.handles == {}, "every handle is closed"


def test_on_windows_the_end_is_told(windows: Kernel) -> None:
    assert told_after(104)
    assert told_after(108)
    assert not told_after(100, limit=0.1)
    assert not told_after(4, limit=0.1)
    asyncio.run(ends_later(windows))
    assert windows.handles == {}


async def ends_later(windows: Kernel) -> None:
    told = asyncio.Event()
    task = asyncio.create_task(watch(100, told.set, 0.01))
    await asyncio.sleep(0.05)
    assert not told.is_set()
    windows.processes[100] = "ended"
    await task
    assert told.is_set()


def test_on_a_mac_the_end_is_told(mac: None, child: subprocess.Popen[bytes]) -> None:
    assert is_alive(child.pid)
    assert not told_after(child.pid, limit=0.1)
    child.kill()
    child.wait()
    assert not is_alive(child.pid)
    assert told_after(child.pid)


def test_on_a_mac_a_process_of_somebody_else_runs(mac: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(process: int, number: int) -> None:
        assert number == 0
        raise PermissionError

    monkeypatch.setattr(os, "kill", kill)
    assert is_alive(1)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux")
def test_on_linux_the_end_is_told_at_once(child: subprocess.Popen[bytes]) -> None:
    async def run() -> None:
        told = asyncio.Event()
        task = asyncio.create_task(watch(child.pid, told.set, 600.0))  # a test may take half as long
        await asyncio.sleep(0.05)
        assert not told.is_set()
        child.kill()  # nobody has waited for it: it stays as a zombie
        await task

    asyncio.run(run())


@pytest.mark.parametrize("process", [0, -1, -(2**40), 2**31 - 1, 2**40, 2**70])
def test_odd_numbers_end_nothing_else(process: int) -> None:
    """0 and negative numbers are groups of processes; a number that is none is a parent that is gone, or one not known."""
    gone = process == 2**31 - 1
    assert told_after(process, limit=30.0 if gone else 0.2) == gone
