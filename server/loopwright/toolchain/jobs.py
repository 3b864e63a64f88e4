"""Job objects of Windows: processes that end together (Microsoft, "Job Objects")."""

from __future__ import annotations

import ctypes
from typing import Any

_EXTENDED_LIMITS = 9
_KILL_ON_CLOSE, _PROCESS_MEMORY, _ACTIVE_PROCESSES = 0x2000, 0x100, 0x8
_MOST_PROCESSES = 64


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class _Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class Job:
    """A job that a process is put into. It ends with this process: the only handle is here."""

    def __init__(self, process: int, memory: int | None = None) -> None:
        """``process``: a handle; ``memory``: bytes that each of its processes may have. Raises :class:`OSError`."""
        self._kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
        self._kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._kernel.CreateJobObjectW(None, None))
        limits = _Extended()
        limits.basic.flags = _KILL_ON_CLOSE | _ACTIVE_PROCESSES
        limits.basic.active_processes = _MOST_PROCESSES
        if memory:
            limits.basic.flags |= _PROCESS_MEMORY
            limits.process_memory = memory
        size = ctypes.sizeof(limits)
        self._checked(self._kernel.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size))
        self._checked(self._kernel.AssignProcessToJobObject(self._handle, ctypes.c_void_p(process)))

    def end(self) -> None:
        """End every process of the job."""
        self._kernel.TerminateJobObject(self._handle, 1)
        self._kernel.CloseHandle(self._handle)

    def _checked(self, succeeded: int) -> None:
        if not succeeded:
            number = ctypes.get_last_error()  # type: ignore[attr-defined]
            self._kernel.CloseHandle(self._handle)
            raise OSError(number, "a job object of Windows could not be made")
