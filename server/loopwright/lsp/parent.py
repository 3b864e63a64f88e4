"""The process that started the server: when it is gone, nobody will ever say `exit`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

_POLL_SECONDS = 2.0
_WINDOWS_SYNCHRONIZE = 0x0010_0000
_WINDOWS_TIMEOUT = 0x102


def is_alive(process_id: int) -> bool:
    """Whether a process of this machine runs. What cannot be told counts as running."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # it runs, as somebody else
    return True


def _is_alive_on_windows(process_id: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    handle = kernel.OpenProcess(_WINDOWS_SYNCHRONIZE, False, process_id)
    if not handle:
        return bool(kernel.GetLastError() == 5)  # access denied: it runs, as somebody else
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == _WINDOWS_TIMEOUT)
    finally:
        kernel.CloseHandle(handle)


async def watch(process_id: int, gone: Callable[[], None], seconds: float = _POLL_SECONDS) -> None:
    """Call ``gone`` once the process has ended."""
    if process_id > 0:
        descriptor = _descriptor(process_id)
        if descriptor is not None:
            await _readable(descriptor)  # Linux says so at once, also of a process whose parent does not ask for it
        while is_alive(process_id) and descriptor is None:
            await asyncio.sleep(seconds)
        gone()


def _descriptor(process_id: int) -> int | None:
    """A descriptor that can be read from when the process ends, where the system has such."""
    try:
        return os.pidfd_open(process_id)
    except (AttributeError, OSError, OverflowError):  # another system, an old kernel, a filter; or the process is gone
        return None


async def _readable(descriptor: int) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(descriptor, ended.set)
        await ended.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
