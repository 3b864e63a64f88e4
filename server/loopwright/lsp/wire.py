"""Messages on a pair of byte streams: framing that survives what is not framed, reading and writing on threads of their own.

pygls reads with the thread pool that runs handlers, and writes on the event loop: a client that writes much before it reads
made both sides wait for each other. Here the event loop never waits for a stream.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

log = logging.getLogger(__name__)

# Searched for, not matched: after a body that was longer than its header said, a header begins in the middle of a line.
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?\n?\Z", re.IGNORECASE)
_LONGEST_LINE = 8_192
_LONGEST_BODY = 256 * 1024 * 1024
_CHUNK = 1 << 20
_FLUSH_SECONDS = 2.0


class Unreadable(ValueError):
    """What came is no message; the sentence says why."""


def messages(stream: BinaryIO) -> Iterator[bytes | Unreadable]:
    """The bodies of the messages of a stream, up to its end. What cannot be read stands in their place as
    :class:`Unreadable`, and reading goes on at the next header."""
    while True:
        length: int | None = None
        lines = 0
        while True:
            line = _line(stream)
            if not line:
                return
            if not line.strip():
                if lines:
                    break
                continue  # blank lines between messages
            lines += 1
            found = _LENGTH.search(line)
            length = int(found[1]) if found else length
        if length is None:
            yield Unreadable("The header has no Content-Length.")
            continue
        body = _read(stream, length, keep=length <= _LONGEST_BODY)
        if body is None:
            return
        yield body if length <= _LONGEST_BODY else Unreadable(f"The message is longer than {_LONGEST_BODY} bytes.")


def _line(stream: BinaryIO) -> bytes:
    """One header line, empty at the end of the stream. Of a longer one only the end is kept."""
    line = stream.readline(_LONGEST_LINE)
    while line and not line.endswith(b"\n"):
        more = stream.readline(_LONGEST_LINE)
        if not more:
            return b""
        line = (line + more)[-_LONGEST_LINE:]
    return line


def _read(stream: BinaryIO, length: int, keep: bool) -> bytes | None:
    """``length`` bytes, ``None`` if the stream ends before. In pieces: a header may promise more than there is memory."""
    pieces = []
    while length:
        piece = stream.read(min(length, _CHUNK))
        if not piece:
            return None
        length -= len(piece)
        if keep:
            pieces.append(piece)
    return b"".join(pieces)


class Writer:
    """Writes on a thread; nobody waits for the client to read. pygls calls ``write`` and ``close``."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="loopwright-write", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Put ``data`` in line. What is written after the client has gone is dropped."""
        self._waiting.put(data)

    def close(self) -> None:
        """Write what is waiting, as far as the client reads it within a moment."""
        self._waiting.put(None)
        self._thread.join(_FLUSH_SECONDS)

    def _run(self) -> None:
        gone = False
        while (data := self._waiting.get()) is not None:
            if gone:
                continue
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError) as error:
                log.info("the client no longer reads: %s", error)
                gone = True


def read_on_a_thread(
    stream: BinaryIO,
    loop: asyncio.AbstractEventLoop,
    receive: Callable[[bytes | Unreadable], None],
    ended: Callable[[], None],
) -> None:
    """Hand every message of ``stream`` to ``receive`` on the event loop, in order, and call ``ended`` there after the last.

    The thread is a daemon: a read that waits for the client keeps no process alive.
    """

    def run() -> None:
        try:
            for message in messages(stream):
                loop.call_soon_threadsafe(receive, message)
        except (OSError, ValueError) as error:  # reset by the client, or closed under the read
            log.info("the client is gone: %s", error)
        finally:
            try:
                loop.call_soon_threadsafe(ended)
            except RuntimeError:  # the loop has ended before the client
                log.debug("the stream ended after the session")

    threading.Thread(target=run, name="loopwright-read", daemon=True).start()
