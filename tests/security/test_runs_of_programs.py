"""`loopwright run`: what a program and its text may hold does not hang us, fill the machine or break what lies in the cache; an
honest program may call its functions as it likes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.device.builder import find_gcc, runtime_object
from loopwright.source.private import private_folder
from loopwright.toolchain import confine
from people import as_nobody
from test_escapes import USERS

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None or confine.offered().walls is None,
    reason="nothing is run here",
)
NAMES = (
    "now",
    "event",
    "finding",
    "launch",
    "lock",
    "fatal",
    "arena",
    "pages",
    "writers",
    "shadow",
    "operation",
    "exit_data",
)
THREADS = """#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *wait(void *unused) { pause(); return unused; }
int main(void) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
  pthread_t thread;
  int started = 0;
  while (started < 20000 && !pthread_create(&thread, &small, wait, 0)) started++;
  printf("%d\\n", started);
  fflush(stdout);
  _exit(0);
}
"""
RUNNER = """import os, sys
from pathlib import Path
from loopwright.toolchain import confine
wanted = confine.Confinement(read_only=(Path(sys.argv[1]).parent,), threads=16, memory=16 << 30)
done = confine._run(sys.argv[2], [sys.argv[1]], wanted, b"", {}, 60.0, 1000, (), None)
print(done.stdout, done.stderr)
"""


def program(at: str = "") -> str:
    """A program with one directive; ``at`` stands before it."""
    return f"""#include <stdio.h>
int main(void) {{
  float a[8];
{at}
#pragma acc parallel loop copyout(a[0:8])
  for (int i = 0; i < 8; i++) a[i] = i;
  printf("%g\\n", a[3]);
  return 0;
}}
"""


def test_an_honest_program_may_use_the_names_of_our_runtime(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = "".join(f"double {name}(double x) {{ return x + {n}; }}\n" for n, name in enumerate(NAMES))
    calls = " + ".join(f"{name}(0)" for name in NAMES)
    text = program(f'  double sum = {calls};\n  printf("sum %g\\n", sum);')
    Path("a.c").write_text(own + text)
    assert main(["run", "a.c", "--json"]) == 0
    assert f"sum {sum(range(len(NAMES)))}\n3\n" in json.loads(capsys.readouterr().out)["stdout"]


@pytest.mark.parametrize("place", ["pipe", "/dev/zero", "/proc/kmsg", "folder", "nowhere", ""])
def test_a_line_directive_may_name_anything(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    name = tmp_path / place if not place.startswith("/") else place
    Path("a.c").write_text(program(f'#line 7 "{name}"'))
    assert main(["run", "a.c", "--json"]) == 0
    (directive,) = json.loads(capsys.readouterr().out)["directives"]
    assert (directive["times"], directive["pragma"]) == (1, "")


@pytest.mark.parametrize("walls", ["namespaces", "landlock"])
@pytest.mark.parametrize("user", USERS)
def test_threads_come_to_an_end(user: str, walls: str) -> None:
    folder = Path("/tmp") / f"loopwright-threads-{os.getpid()}"
    folder.mkdir(mode=0o755)
    try:
        (folder / "a.c").write_text(THREADS)
        (folder / "runner.py").write_text(RUNNER)
        subprocess.run(["gcc", "-o", folder / "threads", folder / "a.c", "-lpthread"], check=True)
        arguments = [str(folder / "runner.py"), str(folder / "threads"), walls]
        if user == "nobody":
            done = as_nobody(arguments)
        else:
            done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        # What may be had is had.
        most = max(16, 4 * (os.cpu_count() or 1))
        assert most - 1 <= int(done.stdout) <= most + 3
    finally:
        shutil.rmtree(folder)


def test_openmp_has_its_threads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = program(
        '  double s = 0;\n#pragma omp parallel for num_threads(40) reduction(+:s)\n  for (int i = 0; i < 1000; i++) s += i;\n  printf("%g\\n", s);'
    )
    Path("a.c").write_text(text)
    assert main(["run", "a.c", "--cflags=-fopenmp", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stdout"] == "499500\n3\n"


def test_a_page_is_written_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that fails the page of the last run stays as it was."""
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(program())
    Path("page.html").write_text("of the last run")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    real = os.write
    monkeypatch.setattr("loopwright.source.writing.os.write", full)
    try:
        assert main(["run", "a.c", "--html", "page.html"]) == 2
    finally:
        monkeypatch.setattr("loopwright.source.writing.os.write", real)
    assert "No space left" in capsys.readouterr().err
    assert Path("page.html").read_text() == "of the last run"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.c", "page.html"]


def test_a_cache_of_others_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An object that lies where another user could have put it is not linked into a program."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path / "cache"))
    gcc = find_gcc()
    made = runtime_object(gcc, watched=True)
    assert made.is_relative_to(tmp_path)
    (tmp_path / "cache").chmod(0o777)
    made.write_bytes(b"not ours")
    other = runtime_object(gcc, watched=True)
    assert not other.is_relative_to(tmp_path)
    assert other.read_bytes() != b"not ours"
    assert other == runtime_object(gcc, watched=True)


def test_which_folders_are_private(tmp_path: Path) -> None:
    private = tmp_path / "a" / "b"
    assert private_folder(private) == private
    assert private.stat().st_mode & 0o777 == 0o700
    (tmp_path / "a").chmod(0o1777)
    assert private_folder(private) == private, "as /tmp: what is ours there is ours"
    (tmp_path / "a").chmod(0o777)
    assert private_folder(private) is None
    (tmp_path / "a").chmod(0o755)
    private.chmod(0o1777)
    assert private_folder(private) is None
    (tmp_path / "file").write_text("")
    assert private_folder(tmp_path / "file") is None
    assert private_folder(tmp_path / "file" / "below") is None
    if os.getuid() == 0:
        private.chmod(0o755)
        os.chown(private, 65534, 65534)
        assert private_folder(private) is None


def test_a_build_that_is_killed_leaves_nothing_in_the_cache(tmp_path: Path) -> None:
    """What is made is made in a temporary folder of ours; the cache has the whole object or none."""
    text = (
        "import platformdirs, sys\n"
        f"platformdirs.user_cache_dir = lambda *_: {str(tmp_path / 'cache')!r}\n"
        "from loopwright.device.builder import find_gcc, runtime_object\n"
        "gcc = find_gcc()\n"
        "print('now', flush=True)\n"
        "runtime_object(gcc, True)\n"
    )
    for delay in (0.0, 0.1, 0.3, 0.6):
        process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.kill()
        process.wait()
        process.stdout.close()
        left = [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()]
        assert all(name.startswith("runtime-") and name.endswith(".o") for name in left)
        assert [p for p in (tmp_path / "cache" / "device").glob("*") if p.is_dir()] == []
