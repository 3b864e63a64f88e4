"""Tests of this folder run by an ordinary user, from root's tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOT_POSSIBLE = 3
ROOT_ALONE = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="an ordinary user runs these tests as they are"
)


def holds(group: str) -> None:
    """All tests of a group pass for somebody who is not root."""
    script = Path(__file__).parent / "as-ordinary-user.sh"
    done = subprocess.run(
        ["bash", str(script), group], capture_output=True, text=True, env={**os.environ, "PYTHON": sys.executable}
    )
    if done.returncode == NOT_POSSIBLE:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "[100%]" in done.stdout
    assert "user 60321" in done.stdout
