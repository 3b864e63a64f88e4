"""Commands as another user: what holds for root has to hold for everybody, and what for everybody for root."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import loopwright

NOBODY = 65534
_PACKAGES = [str(Path(loopwright.__file__).parents[1]), *(path for path in sys.path if path.endswith("site-packages"))]


def as_nobody(arguments: list[str], seconds: float = 120.0) -> subprocess.CompletedProcess[str]:
    """Run Python with ``arguments`` as an ordinary user; only root can. The interpreter may lie where that user may not go, so
    it is shown under /mnt, in a mount namespace of its own."""
    python = f"/mnt/bin/{Path(os.path.realpath(sys.executable)).name}"
    inner = shlex.join(["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", python, *arguments])
    script = f"mount --bind {shlex.quote(sys.base_prefix)} /mnt && exec {inner}"
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PYTHONPATH": os.pathsep.join(_PACKAGES)}
    command = ["unshare", "--mount", "sh", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, cwd="/")


def run_below(place: Path, runner: str, program: str, user: str, threads: int) -> Any:
    """Build a C program and have a script of ours run it, as root or as nobody; what the script prints, read as JSON."""
    (place / "a.c").write_text(program)
    (place / "runner.py").write_text(runner)
    subprocess.run(["gcc", "-w", "-o", place / "program", place / "a.c", "-lpthread"], check=True)
    arguments = [str(place / "runner.py"), str(place / "program"), str(threads)]
    if user == "nobody":
        done = as_nobody(arguments)
    else:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
