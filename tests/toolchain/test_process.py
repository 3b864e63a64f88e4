from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.toolchain.process import run


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_output_and_code() -> None:
    result = run(python("import sys; print(sys.stdin.read()); sys.exit(3)"), stdin=b"hello")
    assert (result.ending, result.code, result.stdout.strip()) == ("exited", 3, "hello")


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    child = f"import time; time.sleep(1.5); open({str(mark)!r}, 'w')"
    code = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    started = time.monotonic()
    assert run(python(code), timeout=0.5).ending == "timed out"
    assert time.monotonic() - started < 3
    time.sleep(2)
    assert not mark.exists()


def test_cancelling_ends_it() -> None:
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        run(python("import time; time.sleep(60)"), token=token)
    assert time.monotonic() - started < 2


def test_output_is_cut_at_the_limit() -> None:
    assert len(run(python("print('x' * 100000)"), output_limit=1000).stdout) == 1000


def test_a_program_that_is_not_there() -> None:
    assert run(["/nonexistent/compiler"]).ending == "not started"
