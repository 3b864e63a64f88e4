from __future__ import annotations

import os
import sys
import threading
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
    """What is locked stays locked as long as one of them lives."""
    fcntl = pytest.importorskip("fcntl")
    held = tmp_path / "held"
    held.touch()
    child = f"import fcntl, time; file = open({str(held)!r}); fcntl.flock(file, fcntl.LOCK_EX); print('held', flush=True); time.sleep(600)"
    code = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(600)"
    seconds = 1.0
    while True:
        done = run(python(code), timeout=seconds)
        assert done.ending == "timed out"
        if "held" in done.stdout:
            break
        seconds *= 2  # a busy machine had not started the child by then
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # a test that never ends is ended


def test_cancelling_ends_it() -> None:
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    with pytest.raises(Cancelled):
        run(python("import threading; threading.Event().wait()"), timeout=3600, token=token)


def test_output_is_cut_at_the_limit() -> None:
    assert len(run(python("print('x' * 100000)"), output_limit=1000).stdout) == 1000


def test_a_program_that_is_not_there() -> None:
    assert run(["/nonexistent/compiler"]).ending == "not started"


@pytest.mark.parametrize("found_through", [True, False])
def test_a_module_of_ours_is_found_where_this_process_was(tmp_path: Path, found_through: bool) -> None:
    """A checkout that PYTHONPATH names; a file in the current folder is not looked at, whether an empty name stands there or not."""
    ours, folder = tmp_path / "ours", tmp_path / "folder"
    ours.mkdir()
    folder.mkdir()
    (ours / "only_there.py").write_text("import sys; print(sys.argv[1:], __name__)\n")
    (folder / "only_here.py").write_text("print('a stranger')\n")
    code = (
        "import subprocess\nfrom loopwright.toolchain.process import own_python\n"
        "for module in ('only_there', 'only_here'):\n"
        "    done = subprocess.run(own_python(module, '-x', ''), capture_output=True, text=True)\n"
        "    print(done.returncode, done.stdout.strip())\n"
    )
    places = os.pathsep.join(["", str(folder), str(ours) if found_through else ""])
    done = run(
        [sys.executable, "-c", f"import os; os.chdir({str(folder)!r})\n{code}"],
        environment={**os.environ, "PYTHONPATH": places},
    )
    there = "0 ['-x', ''] __main__" if found_through else "1 "
    assert done.stdout.splitlines() == [there, "1 "], done.stderr
