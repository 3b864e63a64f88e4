"""A server that is killed takes everything along: processes, the programs of those, and what it left on the disk."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
from loopwright.toolchain.process import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells what is left")
KILLS = int(os.environ.get("LOOPWRIGHT_KILLS", "10"))
# A server at work: compilers on hard text, programs that start programs, one that leaves its session, a confined one.
BUSY = """
import sys, threading
from pathlib import Path
from loopwright.toolchain.confine import Confinement, run_confined
from loopwright.toolchain.process import run
mark, source = sys.argv[1], Path(sys.argv[2])
slow = b"template<int N> struct A { static const int v = A<N-1>::v + A<N-2>::v + N; }; template<> struct A<0> { static const int v = 0; };"
slow += b"template<> struct A<1> { static const int v = 1; }; int x = A<800>::v;" + b"double f(double a){return a*a+1;}" * 0
works = [
    lambda: run(["g++", "-xc++", "-O2", "-", "-o", "/dev/null", "-ftemplate-depth=2000", f"-DM={mark}"], stdin=slow, timeout=60),
    lambda: run(["sh", "-c", f": {mark}; sh -c ': {mark}; sleep 60' & sleep 60"], timeout=60),
    lambda: run(["setsid", "sh", "-c", f": {mark}; sleep 60"], timeout=60),
    lambda: run(["sh", "-c", f"trap '' TERM HUP INT; : {mark}; echo x > $TMPDIR/left; sleep 60"], timeout=60),
    lambda: run_confined(["/bin/sleep", "60"], Confinement(), environment={"MARK": mark}, timeout=60),
    lambda: [source.read_text() for _ in range(1000)],
]
def forever(work):
    while True:
        work()
for work in works:
    threading.Thread(target=forever, args=(work,), daemon=True).start()
print("busy", flush=True)
threading.Event().wait()
"""
NEXT = "from loopwright.toolchain.scratch import own_folder; print(own_folder().parent)"


def marked(mark: str) -> list[str]:
    """Processes in whose command line or environment a mark stands."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                text = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            except OSError:
                continue
            if mark.encode() in text:
                found.append(f"{process.name} {text[:200]!r}")
    return found


def gone(mark: str, seconds: float = 120.0) -> list[str]:
    """What is left of the marked processes when they have had time to go."""
    deadline = time.monotonic() + seconds
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@pytest.mark.timeout(60 * KILLS)
def test_a_killed_server_leaves_nothing(tmp_path: Path) -> None:
    order = random.Random(16)
    source = tmp_path / "users.c"
    source.write_text("int f(void) { return 1; }\n")
    before = source.stat()
    scratch = tmp_path / "temporary"
    scratch.mkdir()
    seen = 0
    for number in range(KILLS):
        mark = uuid.uuid4().hex
        environment = {**os.environ, "TMPDIR": str(scratch), "MARK": mark}
        command = [sys.executable, "-c", BUSY, mark, str(source)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == "busy\n"
            # Every second one has children when it ends; the others end whenever they do.
            while number % 2 and len(marked(mark)) == 1:
                time.sleep(0.01)
            seen += number % 2
            time.sleep(order.uniform(0, 0.6))
            os.kill(server.pid, order.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]))
        assert gone(mark) == [], f"kill {number}"
        (root,) = {run([sys.executable, "-c", NEXT], environment={"TMPDIR": str(scratch)}).stdout.strip()}
        assert Path(root).is_relative_to(scratch)
        assert [p.name for p in Path(root).iterdir() if p.name != ".lock"] == []
    assert seen == KILLS // 2
    after = source.stat()
    assert (source.read_text(), after.st_mtime_ns, after.st_ino) == (
        "int f(void) { return 1; }\n",
        before.st_mtime_ns,
        before.st_ino,
    )
    assert [p.name for p in tmp_path.iterdir()] == ["users.c", "temporary"] or len(list(tmp_path.iterdir())) == 2


def test_a_program_that_leaves_its_session_ends_too() -> None:
    mark = uuid.uuid4().hex
    code = (
        "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
        f"  os.execvp('sh', ['sh', '-c', ': {mark}; sleep 60'])\n os._exit(0)\ntime.sleep(0.3)"
    )
    done = run([sys.executable, "-c", code, mark], timeout=240)
    assert done.code == 0
    assert gone(mark) == []


def test_the_starter_may_be_killed() -> None:
    assert run(["true"]).code == 0
    starters = subprocess.run(
        ["pgrep", "-P", str(os.getpid()), "-f", "launcher.starter"], capture_output=True, text=True
    )
    pids = [int(pid) for pid in starters.stdout.split()]
    assert len(pids) == 1
    os.kill(pids[0], signal.SIGKILL)
    time.sleep(0.1)
    assert run(["echo", "again"]).stdout == "again\n"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('#include "/dev/zero"\n', "c"),
        ('__asm__(".incbin \\"/dev/zero\\"");\n', "c"),
        ("template<class T> struct A { A<A<T>> a; A<T*> b; }; A<A<int>> x;\n" * 1, "c++"),
        ("#define A(x) x x x x x x x x x x\nint y[] = {A(A(A(A(A(A(A(A(A(A(1,))))))))))};\n", "c"),
        ("#include __FILE__\n#include __FILE__\n", "c"),
    ],
)
def test_a_compiler_that_is_fed_without_end_is_held(text: str, language: str) -> None:
    from loopwright.toolchain.process import Limits

    limits = Limits(memory=400 << 20, file=10 << 20, cpu=4)
    started = time.monotonic()
    done = run(["gcc", "-x", language, "-c", "-", "-o", "/dev/null"], stdin=text.encode(), timeout=240, limits=limits)
    assert done.code != 0
    assert time.monotonic() - started < 250
