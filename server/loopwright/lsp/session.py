"""One run of the server as a process: for one client, on standard input and output or a port, from the first byte to the exit code."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from typing import BinaryIO, NoReturn

from loopwright.lsp.language_server import LoopwrightServer
from loopwright.lsp.listening import next_client
from loopwright.lsp.server import make_server
from loopwright.lsp.wire import Writer, read_on_a_thread

_END_SECONDS = 2.0


def serve(port: int | None = None) -> NoReturn:
    """Run the server on standard input and output, or for one client on a TCP port of this machine, and end the process: with
    0 after ``shutdown``, else with 1 (LSP 3.17, exit)."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pygls").setLevel(logging.WARNING)
    if port is None:
        _ended(asyncio.run(_session(make_server(), sys.stdin.buffer, _own_stdout())))
    with socket.create_server(("127.0.0.1", port)) as listening:
        connection = next_client(listening)
    with connection, connection.makefile("rb") as received, connection.makefile("wb") as sent:
        _ended(asyncio.run(_session(make_server(), received, sent)))


async def _session(server: LoopwrightServer, received: BinaryIO, sent: BinaryIO) -> int:
    """Serve until the client says `exit`, is gone, or the process is asked to end."""
    loop, over, protocol = asyncio.get_running_loop(), asyncio.Event(), server.protocol
    writer = Writer(sent)
    protocol.set_writer(writer)
    protocol.on_exit = over.set
    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows has no such signals
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, protocol.end, 128 + number)
    read_on_a_thread(received, loop, protocol.receive, lambda: protocol.end(0 if protocol.was_shut_down else 1))
    await over.wait()
    server.close()
    writer.close()
    return protocol.exit_code or 0


def _ended(code: int) -> NoReturn:
    """End the process. Work that was cancelled gets a moment to clean up; after that Python would wait for it without end,
    and for the thread that reads from a client which has nothing more to say."""
    deadline = time.monotonic() + _END_SECONDS
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, deadline - time.monotonic()))
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(code)


def _own_stdout() -> BinaryIO:
    """Standard output for the protocol alone. llama-cpp-python points descriptor 1 at /dev/null while it loads a model:
    what the server wrote meanwhile was lost. Now whoever writes to descriptor 1 reaches the log instead."""
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return own
