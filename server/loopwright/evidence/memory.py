"""Memory that a program under test shares with us: of fixed size, written by both, read by us when the program is gone.

On Linux it is a memfd whose size is sealed, so that the program can neither cut nor grow it; elsewhere a file in the folder
that the program may write to. Nothing in it is text that anybody parses: fields lie at offsets that we have chosen.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

PAGE = 4096


class SharedMemory:
    """``size`` bytes, zero at first. A context manager."""

    def __init__(self, size: int, folder: Path) -> None:
        self.size = (size + PAGE - 1) // PAGE * PAGE
        self._path: Path | None = None
        if hasattr(os, "memfd_create"):
            self.descriptor = os.memfd_create("loopwright", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            os.ftruncate(self.descriptor, self.size)
            self._seal()
        else:
            self.descriptor, name = tempfile.mkstemp(dir=folder)
            self._path = Path(name)
            os.ftruncate(self.descriptor, self.size)

    def __enter__(self) -> SharedMemory:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()

    def write(self, offset: int, values: NDArray[Any] | bytes) -> None:
        """Put bytes at ``offset``."""
        data = memoryview(values if isinstance(values, bytes) else values.tobytes())
        if offset < 0 or offset + len(data) > self.size:
            raise ValueError("outside the shared memory")
        while data:
            written = os.pwrite(self.descriptor, data, offset)
            data, offset = data[written:], offset + written

    def read(self, offset: int, size: int) -> bytes:
        """The bytes at ``offset``; zeros where the program has cut what it could."""
        if offset < 0 or size < 0 or offset + size > self.size:
            raise ValueError("outside the shared memory")
        parts: list[bytes] = []
        left = size
        while left and (part := os.pread(self.descriptor, left, offset)):
            parts.append(part)
            offset, left = offset + len(part), left - len(part)
        return b"".join(parts) + bytes(left)

    def records(self, offset: int, kind: DTypeLike, count: int) -> NDArray[Any]:
        """``count`` values of ``kind`` at ``offset``."""
        dtype = np.dtype(kind)
        return np.frombuffer(self.read(offset, dtype.itemsize * count), dtype)

    def _seal(self) -> None:
        import fcntl

        with contextlib.suppress(OSError):
            seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
            fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, seals)
