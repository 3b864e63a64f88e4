"""Where another supervisor is asked by seccomp already, as in some containers, our guard cannot be: behind Landlock alone a
program then writes no file, has the threads that the kernel counts for an ordinary user, and for root is not run with more than one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("the walls are Linux'", allow_module_level=True)

from loopwright.toolchain import confine
from people import as_nobody, run_below
from test_behind_landlock import HEAD, HONEST, TREE, place
from test_escapes import ESCAPES, USERS, program

__all__ = ["place", "program"]  # fixtures

pytestmark = pytest.mark.skipif(
    shutil.which("gcc") is None or bool(confine._tried("landlock")),
    reason="there is no gcc, or the kernel has no Landlock",
)
# A filter of classic BPF, installed by prctl's successor without a library: one call that nobody makes is put to a listener, all others pass.
SUPERVISED = """import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
NUMBER = {"x86_64": 317, "aarch64": 277}[os.uname().machine]
def statement(code, value, if_true=0, if_false=0):
    return struct.pack("=HBBI", code, if_true, if_false, value)
code = statement(0x20, 0) + statement(0x15, 0x3FFF, 0, 1) + statement(0x06, 0x7FC00000) + statement(0x06, 0x7FFF0000)
class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))
if libc.prctl(38, 1, 0, 0, 0):
    raise OSError(ctypes.get_errno(), "prctl")
listener = libc.syscall(ctypes.c_long(NUMBER), ctypes.c_long(1), ctypes.c_long(8), ctypes.byref(Program(len(code) // 8, code)))
if listener < 0:
    raise OSError(ctypes.get_errno(), "seccomp")
"""
RUNNER = (
    SUPERVISED
    + """import json, sys
from loopwright.toolchain import confine
wanted = confine.Confinement(threads=int(sys.argv[2]), memory=4 << 30, writable=1 << 20)
try:
    done = confine._run("landlock", [sys.argv[1]], wanted, b"", {}, 60.0, 10000, (), None)
    print(json.dumps([done.code, done.stdout, ""]))
except confine.NotConfined as refused:
    print(json.dumps([None, "", str(refused)]))
"""
)
WRITES = """int main(void) {
  close(open("a", O_CREAT | O_WRONLY, 0600));
  said("make", open("b", O_CREAT | O_WRONLY, 0600));
  said("in tmp", open("/tmp/loopwright-h", O_CREAT | O_WRONLY, 0600));
  said("nameless", open(".", O_TMPFILE | O_RDWR, 0600));
  printf("it runs\\n");
  return 0;
}
"""


def run_there(place: Path, text: str, user: str, threads: int) -> Any:
    """Build and run a program below a supervisor."""
    return run_below(place, RUNNER, HEAD + text, user, threads)


@pytest.mark.parametrize("user", USERS)
def test_nothing_is_written(place: Path, user: str) -> None:
    code, printed, refused = run_there(place, WRITES, user, 1)
    assert (code, refused) == (0, "")
    assert "it runs" in printed
    assert "done" not in printed


@pytest.mark.parametrize("user", USERS)
def test_threads_are_counted_by_the_kernel_or_there_are_none(place: Path, user: str) -> None:
    code, printed, refused = run_there(place, TREE, user, 24)
    if user == "root":
        assert code is None
        assert "another" in refused
        assert "threads" in refused
        assert len(refused.splitlines()) == 1
    else:
        assert code == 0
        # The kernel counts all tasks of the user, and the limit is as many more as there are on the machine.
        tasks = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
        assert 0 < int(printed) <= 24 + tasks + 200


@pytest.mark.parametrize("user", USERS)
def test_nothing_comes_through(program: Path, user: str) -> None:
    runner = program.parent / "supervised.py"
    script = str(ESCAPES / "runner.py")
    runner.write_text(f"{SUPERVISED}import runpy\nrunpy.run_path({script!r}, run_name='__main__')\n")
    arguments = [str(runner), str(program), "landlock"]
    if user == "nobody":
        done = as_nobody(arguments)
    else:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) > 100
    assert {name for name, end in found.items() if end["code"] == 77 or end["touched"]} <= {"succeeds"}


def test_an_honest_program_says_that_it_cannot_write(place: Path) -> None:
    code, _, refused = run_there(place, HONEST, USERS[0], 1)
    assert refused == ""
    assert code != 0 or code is None
