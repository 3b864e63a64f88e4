"""What starts programs, runs code and writes files is tried as an ordinary user too, in one call; `make security` tries all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOT_POSSIBLE = 3


@pytest.mark.timeout(900)
@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="an ordinary user runs these tests as they are"
)
def test_the_boundary_holds_for_an_ordinary_user() -> None:
    script = Path(__file__).parent / "as-ordinary-user.sh"
    done = subprocess.run(
        ["bash", str(script), "short"], capture_output=True, text=True, env={**os.environ, "PYTHON": sys.executable}
    )
    if done.returncode == NOT_POSSIBLE:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "[100%]" in done.stdout
    assert "user 60321" in done.stdout
