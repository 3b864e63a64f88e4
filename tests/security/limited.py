"""Calls of the command in processes of their own, each with a limit of processor time: forked from one that has everything imported.

`python -I limited.py` reads a line of JSON for each call, {"arguments", "folder", "seconds"}, and writes one: {"code", "out", "err", "used"}.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from typing import Any

MEMORY = 4 << 30


def called(arguments: list[str], folder: str, seconds: int) -> dict[str, Any]:
    """Make one call; ``code`` is negative for a signal."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _become(arguments, folder, seconds, out.fileno(), err.fileno())
        _, status, usage = os.wait4(child, 0)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode("utf-8", "backslashreplace"))
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "out": said[0], "err": said[1], "used": usage.ru_utime + usage.ru_stime}


def _become(arguments: list[str], folder: str, seconds: int, out: int, err: int) -> None:
    code = 70
    try:
        os.setsid()
        for number, descriptor in ((1, out), (2, err)):
            os.dup2(descriptor, number)
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        from loopwright.cli.main import main

        code = main(arguments)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


_WARM = "__global__ void k(int n, float *a) { int i = threadIdx.x; if (i < n) a[i] = 1; }\n"


def _warm() -> None:
    """Import and compile what calls need, so that it is paid for once."""
    from loopwright.cli.main import main

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = os.path.join(folder, "a.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                "void f(int n, float *a) {\n#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; i++) a[i] = 0;\n"
            )
            file.write("for (int i = 0; i < n; i++) a[i] = i;\n}\n")
        for words in (["check"], ["suggest", "--no-model", "--no-compiler"], ["analyze"]):
            main([*words, path])
        path = os.path.join(folder, "a.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(_WARM)
        main(["translate", "-o", os.devnull, path])


def serve() -> None:
    """Answer each line of standard input."""
    _warm()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for line in sys.stdin:
        print(json.dumps(called(**json.loads(line))), flush=True)


if __name__ == "__main__":
    serve()
