"""The server without its imports, which are most of what a short session costs: forked from a process that has made them.

A session is still a process of its own, with its own environment, folder and streams, that runs what `loopwright lsp` runs. Tests
about the process itself (its start, its end, its parent) start the command. `preloaded.py forks SOCKET` is the process with the
imports, one for each run of pytest; `preloaded.py SOCKET` stands in a client's command for the server.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PLAIN = [sys.executable, "-m", "loopwright", "lsp"]
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
SOCKET = Path(tempfile.gettempdir()) / f"loopwright-preloaded-{os.getpid()}"
COMMAND = [sys.executable, "-I", "-S", __file__, str(SOCKET)] if POSSIBLE else PLAIN


@contextlib.contextmanager
def preloaded() -> Iterator[None]:
    """``COMMAND`` is a server meanwhile."""
    if not POSSIBLE:
        yield
        return
    command = [sys.executable, __file__, "forks", str(SOCKET)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            process.stdin.close()
            SOCKET.unlink()


def forks(place: str) -> None:
    """A fork for each that asks, as long as standard input is open."""
    import loopwright.cli.lsp
    import loopwright.lsp.session  # noqa: F401

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place)
        listening.listen()
        print("ready", flush=True)
        running: set[int] = set()
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            running = {process for process in running if os.waitpid(process, os.WNOHANG)[0] == 0}
            asking, _ = listening.accept()
            process = os.fork()
            if process == 0:
                listening.close()
                os._exit(_started_for(asking))
            asking.close()
            running.add(process)


def _started_for(asking: socket.socket) -> int:
    """Run a server with the streams, the folder and the environment of who asks, and tell its exit code."""
    length, streams, _, _ = socket.recv_fds(asking, 4, 3)
    data = b""
    while len(data) < int.from_bytes(length, "big"):
        data += asking.recv(65536)
    folder, environment = marshal.loads(data)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    server = os.fork()
    if server == 0:
        asking.close()
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        from loopwright.cli.main import main

        os._exit(main(["lsp"]))
    for number in range(3):  # the server alone holds them: their end is its end
        os.close(number)
    _, status = os.waitpid(server, 0)
    asking.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
    return 0


def ask(place: str) -> int:
    """Have a server on our streams until it ends; its exit code."""
    with socket.socket(socket.AF_UNIX) as asked:
        asked.connect(place)
        data = marshal.dumps((os.getcwd(), dict(os.environ)))
        socket.send_fds(asked, [len(data).to_bytes(4, "big")], [0, 1, 2])
        asked.sendall(data)
        for number in range(3):
            os.close(number)
        return (asked.recv(1) or b"\1")[0]


if __name__ == "__main__":
    if sys.argv[1] == "forks":
        del sys.path[0]  # this folder, which no server sees
        forks(sys.argv[2])
    else:
        os._exit(ask(sys.argv[1]))
