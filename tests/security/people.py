"""Commands as another user: what holds for root has to hold for everybody, and what for everybody for root."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

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
