"""One process of one thread beside the server, from which every program is started.

It is forked for each request, which costs a millisecond and is safe, as forking the server with its threads is not. The
server's end of its socket closes when the server ends, however it ends: then what the server left on the disk goes.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys

from loopwright.toolchain.launcher.guard import guard


def main(descriptor: int, leftovers: str) -> None:
    """Serve requests from the socket ``descriptor``; each is one byte with the socket of its conversation. ``leftovers``: the
    server's temporary folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends when the server does
    os.umask(0o022)
    requests = socket.socket(fileno=descriptor)
    guards: set[int] = set()
    while True:
        try:
            message, received, _, _ = socket.recv_fds(requests, 1, 1)
        except OSError:
            message, received = b"", []
        guards = _still_there(guards)
        if not message:
            break
        if not received:
            continue
        process = os.fork()
        if process == 0:
            requests.close()
            try:
                guard(socket.socket(fileno=received[0]))
            finally:
                os._exit(0)
        guards.add(process)
        os.close(received[0])
    for process in guards:
        os.waitpid(process, 0)  # each sees that the server has ended, and ends what it guards
    if leftovers:
        shutil.rmtree(leftovers, ignore_errors=True)


def _still_there(guards: set[int]) -> set[int]:
    return {process for process in guards if os.waitpid(process, os.WNOHANG)[0] == 0}


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
