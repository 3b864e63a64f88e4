"""Which system calls a confined program may make, and with what arguments (``syscalls.toml``)."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# As the launcher takes them: (argument, mask, value); it fills in the words.
Condition = tuple[int, int, "int | str"]
_INT, _LONG = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
_OWN_PROCESS, _PROGRAM = "own process", "program"

_TCGETS, _AT_EMPTY_PATH = 0x5401, 0x1000
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1034)  # DUPFD, GETFD, SETFD, GETFL, SETFL, locks, DUPFD_CLOEXEC, GET_SEALS
_PRCTL = (15, 16, 0x53564D41)  # SET_NAME, GET_NAME, SET_VMA
_THREAD = 0x00010D00  # CLONE_THREAD, _VM, _FS is left free, _FILES, _SIGHAND
_NAMESPACES = 0x7E020080

# A call is allowed if one of its alternatives holds.
_NARROW: dict[str, tuple[tuple[Condition, ...], ...]] = {
    # Not beyond the end of a file, where no limit of its size holds.
    "fallocate": (((1, _INT, 0),),),
    "ioctl": (((1, _INT, _TCGETS),),),
    # Not F_SETOWN: the kernel would send a signal to whom it names.
    "fcntl": tuple(((1, _INT, command),) for command in _FCNTL),
    "prctl": tuple(((0, _INT, option),) for option in _PRCTL),
    "prlimit64": (((0, _INT, 0), (2, _LONG, 0)),),
    "kill": (((0, _INT, _OWN_PROCESS),),),
    "tgkill": (((0, _INT, _OWN_PROCESS),),),
    # Once: the descriptor is closed by it and is past what the program may open.
    "execveat": (((0, _INT, _PROGRAM), (4, _INT, _AT_EMPTY_PATH)),),
}
_AF_UNIX, _SOL_SOCKET, _SO_PASSCRED = 1, 1, 16
_DRIVER: dict[str, tuple[tuple[Condition, ...], ...]] = {
    "socket": (((0, _INT, _AF_UNIX),),),
    "setsockopt": (((1, _INT, _SOL_SOCKET), (2, _INT, _SO_PASSCRED)),),
}
_THREADS = {"clone": (((0, _THREAD | _NAMESPACES, _THREAD),),)}


def rules(machine: str, threads: bool, driver: bool) -> tuple[list[tuple[int, list[Condition]]], list[int]]:
    """The rules for a ``machine`` (x86_64 or aarch64), and the calls that are to be unknown. ``threads``: it may start some;
    ``driver``: it may use a GPU's driver."""
    table = _table()
    column = ("x86_64", "aarch64").index(machine)
    allowed: dict[str, tuple[tuple[Condition, ...], ...]] = {name: ((),) for name in table["plain"]}
    allowed.update(_NARROW)
    if threads:
        allowed.update(_THREADS)
    if driver:
        allowed.update({name: ((),) for name in table["driver"]})
        allowed.update(_DRIVER)
    numbers = {name: pair[column] for part in table.values() for name, pair in part.items()}
    found = [
        (numbers[name], list(conditions))
        for name, alternatives in allowed.items()
        for conditions in alternatives
        if numbers[name] >= 0
    ]
    return found, [numbers[name] for name in table["absent"]]


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, Any]]:
    text = resources.files("loopwright.toolchain").joinpath("syscalls.toml").read_text("utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)
    return table
