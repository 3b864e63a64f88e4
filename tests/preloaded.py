"""The command without its imports, which are most of what a short call costs: forked from a process that has made them.

A call is still a process of its own, with its own environment, folder and streams, that runs what `loopwright` runs. Tests
about the process itself (its start, its end, its parent) start the command. `preloaded.py forks SOCKET` is the process with the
imports, one for each run of pytest (the fixture `preloaded_commands`); `preloaded.py SOCKET` stands for `loopwright`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import marshal
import os
import pkgutil
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

PLAIN = [sys.executable, "-m", "loopwright"]
_LOOP = (
    "void f(int n, float *a) {\n#pragma acc parallel loop copyout(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n"
)
_KERNEL = "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 2 * a[i]; }\n"
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
SOCKET = Path(tempfile.gettempdir()) / f"loopwright-preloaded-{os.getpid()}"
COMMAND = [sys.executable, "-I", "-S", __file__, str(SOCKET)] if POSSIBLE else PLAIN


@contextlib.contextmanager
def preloaded() -> Iterator[None]:
    """``COMMAND`` stands for `loopwright` meanwhile."""
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
    import loopwright.cli
    import loopwright.lsp.session
    from lsprotocol.converters import get_converter

    for module in pkgutil.iter_modules(loopwright.cli.__path__):
        import_module(f"loopwright.cli.{module.name}")
    _read_tables()
    get_converter()  # the first of a process resolves what types of the protocol name
    gc.collect()
    gc.freeze()  # no fork looks through what all of them have
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


def _read_tables() -> None:
    """What the product reads once in a process is read before the forks: a loop and a kernel ask for most of it."""
    from loopwright.check.run import check
    from loopwright.cuda.file import translate_file
    from loopwright.source.outline import Outline
    from loopwright.source.syntax import parse

    for name in ("a.c", "a.cpp"):
        check(Outline(parse(_LOOP, name)))
    translate_file(parse(_KERNEL, "k.cu"), None)


def _started_for(asking: socket.socket) -> int:
    """Run the command with the words, the streams, the folder and the environment of who asks, and tell its exit code."""
    length, streams, _, _ = socket.recv_fds(asking, 4, 3)
    data = b""
    while len(data) < int.from_bytes(length, "big"):
        data += asking.recv(65536)
    words, folder, environment = marshal.loads(data)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    command = os.fork()
    if command == 0:
        asking.close()
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        os._exit(_run(words))
    for number in range(3):  # the command alone holds them: their end is its end
        os.close(number)
    _, status = os.waitpid(command, 0)
    asking.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
    return 0


def _run(words: list[str]) -> int:
    """What a process does of its own that runs `loopwright`; its exit code."""
    from loopwright.cli.main import main

    sys.argv = ["loopwright", *words]
    try:
        code = main(words)
    finally:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
    return code


def ask(place: str, words: list[str]) -> int:
    """Have the command run on our streams until it ends; its exit code."""
    with socket.socket(socket.AF_UNIX) as asked:
        asked.connect(place)
        data = marshal.dumps((words, os.getcwd(), dict(os.environ)))
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
        os._exit(ask(sys.argv[1], sys.argv[2:]))
