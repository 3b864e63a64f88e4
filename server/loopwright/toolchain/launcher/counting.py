"""Behind Landlock the kernel sets no size on a folder, and for root no limit of threads. So the guard is asked before a program
starts a thread or makes a file (kernel documentation, userspace-api/seccomp_filter: user notification).

Only arguments in registers are judged, which the program cannot change afterwards. What was granted and is not yet seen counts
as there. Files may not be removed, renamed or made without a name, so a look into the folder tells how much lies there; each new file
lowers the limit of a file's size so that all files grown to it have room together.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import resource
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from loopwright.toolchain.launcher import kernel
from loopwright.toolchain.launcher.filter import questions

MOST_FILES = 256
_CREATE, _NAMELESS = 0x40, 0x400000  # O_CREAT; what O_TMPFILE has beside O_DIRECTORY
_RECEIVE, _SEND, _CONTINUE = 0xC0502100, 0xC0182101, 1
_NOTICE, _ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
# By machine: open, openat, clone.
_NUMBERS = {"x86_64": (2, 257, 56), "aarch64": (-1, 56, 220)}


def listen() -> int:
    """From here on each start of a thread and each making of a file waits for who holds the returned descriptor. Raises
    :class:`OSError` where somebody else is asked already, as in some containers."""
    by_path, by_folder, clone = _NUMBERS[kernel.machine()]
    flagged = [(number, argument) for number, argument in ((by_path, 1), (by_folder, 2)) if number >= 0]
    return kernel.install_listener(questions([clone], flagged, _CREATE, _NAMELESS))


@dataclass
class Counter:
    """Who answers. ``process``: the program; ``folder``: where it may write, ``size`` bytes in all; ``threads`` at most at once."""

    listener: int
    process: int
    folder: str
    size: int
    threads: int
    _granted: dict[int, str] = field(default_factory=dict)

    def answer(self) -> None:
        """Answer one question; none if its thread has gone."""
        notice = bytearray(_NOTICE.size)
        try:
            fcntl.ioctl(self.listener, _RECEIVE, notice)
        except OSError:
            return
        identity, thread, _, number, _, _, *_ = _NOTICE.unpack(notice)
        self._granted.pop(thread, None)  # it asks again: what it was granted last is done
        what = "thread" if number == _NUMBERS[kernel.machine()][2] else "file"
        try:
            living = {int(name) for name in os.listdir(f"/proc/{self.process}/task")}
            self._granted = {one: granted for one, granted in self._granted.items() if one in living}
            refused = self._thread_refused(len(living)) if what == "thread" else self._file_refused()
        except OSError as error:
            refused = error.errno or errno.EPERM
        if not refused:
            self._granted[thread] = what
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.listener, _SEND, _ANSWER.pack(identity, 0, -refused, 0 if refused else _CONTINUE))

    def _pending(self, what: str) -> int:
        """Grants that may still become something."""
        return sum(granted == what for granted in self._granted.values())

    def _thread_refused(self, living: int) -> int:
        return 0 if living + self._pending("thread") < self.threads else errno.EAGAIN

    def _file_refused(self) -> int:
        new = self._pending("file") + 1
        sizes = self._sizes()
        most = evenly(sizes, new, self.size)
        if len(sizes) + new > MOST_FILES or most <= 0:
            return errno.ENOSPC
        hard = resource.prlimit(self.process, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, (most, hard))
        # Another thread may have written meanwhile, up to the limit before.
        return 0 if evenly(self._sizes(), new, self.size) >= most else errno.ENOSPC

    def overflown(self) -> bool:
        """Whether more lies in the folder than may, by what several threads wrote while a file was made."""
        return sum(self._sizes()) > self.size

    def _sizes(self) -> list[int]:
        with os.scandir(self.folder) as entries:
            return [entry.stat(follow_symlinks=False).st_size for entry in entries]


def evenly(sizes: Sequence[int], new: int, room: int) -> int:
    """The limit of a file's size at which files of ``sizes`` and ``new`` empty ones, all grown to it, take ``room`` together. Those
    that are larger already stay as they are. Not above 0 where there is none."""
    growing = sorted(sizes)
    while True:
        limit = room // (new + len(growing))
        if not growing or growing[-1] <= limit:
            return limit
        room -= growing.pop()
