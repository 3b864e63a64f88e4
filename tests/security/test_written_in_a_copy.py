"""An honest program writes a log beside its inputs: it may, and the user's folder stays as it is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.toolchain import confine
from people import as_nobody
from test_escapes import USERS

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None or confine.offered().walls is None,
    reason="nothing is run here",
)
HONEST = """#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static const char *tried(int failed) { return failed ? strerror(errno) : "yes"; }
static int write_to(const char *name, const char *how) {
  FILE *f = fopen(name, how);
  return !f || fputs("written", f) < 0 || fclose(f);
}
int main(void) {
  char word[20] = "";
  FILE *in = fopen("input.txt", "r");
  if (!in || fscanf(in, "%19s", word) != 1) return 3;
  printf("read %s\\n", word);
  printf("new %s\\n", tried(write_to("out.log", "w")));
  printf("old %s\\n", tried(write_to("input.txt", "w")));
  printf("more %s\\n", tried(write_to("old.log", "a")));
  printf("below %s\\n", tried(write_to("below/x.dat", "w")));
  printf("folder %s\\n", tried(mkdir("made", 0777) || write_to("made/y", "w")));
  printf("removed %s\\n", tried(unlink("gone.txt") || !access("gone.txt", F_OK)));
  printf("renamed %s\\n", tried(rename("old.log", "new.log")));
  printf("temporary %s\\n", tried(write_to("/tmp/t", "w")));
  FILE *back = fopen("input.txt", "r");
  printf("again %s\\n", back && fscanf(back, "%19s", word) == 1 ? word : "nothing");
  return 0;
}
"""
MARK = "#pragma acc parallel loop\n  for (int i = 0; i < 1; i++) word[i] += 0;\n"
RUNNER = """import json, sys
from pathlib import Path
from loopwright.toolchain import confine
wanted = confine.Confinement(copied=Path(sys.argv[2]), writable=1 << 20)
done = confine._run(sys.argv[3], [sys.argv[1], sys.argv[2]], wanted, b"", {}, 60.0, 10000, (), None)
print(json.dumps([done.code, done.stdout, done.stderr, done.written]))
"""


def fill(folder: Path) -> dict[str, str]:
    (folder / "below").mkdir()
    for name in ("input.txt", "old.log", "gone.txt", "below/x.dat"):
        (folder / name).write_text("before")
    return contents(folder)


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def place() -> Path:
    """A folder that other users may enter."""
    folder = Path("/tmp") / f"loopwright-copies-{os.getpid()}"
    folder.mkdir(mode=0o755)
    yield folder
    shutil.rmtree(folder)


def run_in(place: Path, text: str, user: str = USERS[0], walls: str = "namespaces", name: str = "project") -> tuple:
    (place / "a.c").write_text(
        text.replace("int main(void) {", "int main(int n, char **v) {\n  if (chdir(v[1])) return 9;")
    )
    (place / "runner.py").write_text(RUNNER)
    subprocess.run(["gcc", "-w", "-o", place / "program", place / "a.c"], check=True)
    arguments = [str(place / "runner.py"), str(place / "program"), str(place / name), walls]
    if user == "nobody":
        for path in [place, *place.rglob("*")]:
            os.chown(path, 65534, 65534)
        done = as_nobody(arguments)
    else:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout))


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("name", ["project", "a, b:c\\ü=d"])
def test_what_it_writes_is_gone_and_named(place: Path, user: str, name: str) -> None:
    (place / name).mkdir()
    before = fill(place / name)
    code, printed, _, written = run_in(place, HONEST, user, name=name)
    said = dict(line.split(" ", 1) for line in printed.splitlines())
    assert code == 0
    assert said.pop("read") == "before"
    assert said.pop("again") == "written"
    assert set(said.values()) == {"yes"}, said
    assert written == ["input.txt", "new.log", "out.log", "below/x.dat", "made/y"]
    assert contents(place / name) == before


def test_behind_landlock_it_reads_and_has_no_copy(place: Path) -> None:
    (place / "project").mkdir()
    before = fill(place / "project")
    code, printed, _, written = run_in(place, HONEST, walls="landlock")
    assert (code, written) == (0, None)
    said = dict(line.split(" ", 1) for line in printed.splitlines())
    assert said["read"] == "before"
    assert said["new"] != "yes"
    assert contents(place / "project") == before


def test_the_copy_and_its_temporary_folder_have_one_size(place: Path) -> None:
    (place / "project").mkdir()
    text = """#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static char block[1 << 16];
static long fill(const char *name) {
  long all = 0, got;
  int f = open(name, O_CREAT | O_WRONLY, 0600);
  while ((got = write(f, block, sizeof block)) > 0) all += got;
  return all;
}
int main(void) {
  long all = 0;
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < 4; i++) {
    char name[] = "/tmp/a";
    name[5] += i;
    all += fill(i & 1 ? name : name + 5);
  }
  printf("%ld\\n", all);
  return 0;
}
"""
    code, printed, _, _ = run_in(place, text)
    assert code == 0
    assert 0 < int(printed) <= 1 << 20


PIPE = """#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) { int f = open("pipe", O_WRONLY | O_NONBLOCK); printf("%d\\n", f >= 0 ? (int)write(f, "out", 3) : -1); return 0; }
"""


@pytest.mark.parametrize("user", USERS)
def test_a_pipe_or_a_socket_of_the_folder_leads_nowhere(place: Path, user: str) -> None:
    """A read-only mount does not keep a pipe from being written to."""
    project = place / "project"
    project.mkdir()
    os.mkfifo(project / "pipe")
    (project / "pipe").chmod(0o666)
    reader = os.open(project / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for walls in ("namespaces", "landlock"):
            code, printed, _, _ = run_in(place, PIPE, user, walls)
            assert (code, printed) == (0, "-1\n")
            assert os.read(reader, 10) == b""
    finally:
        os.close(reader)


MOUNTING = """import os, subprocess, sys
from pathlib import Path
from loopwright.toolchain import confine
from loopwright.toolchain.launcher import kernel
own, group = os.getuid(), os.getgid()
if own:  # the mounts are this user's own, in namespaces of its own
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
    for name, text in ("setgroups", "deny"), ("uid_map", f"{own} {own} 1"), ("gid_map", f"{group} {group} 1"):
        Path("/proc/self", name).write_text(text)
else:
    kernel.unshare(kernel.CLONE_NEWNS)
project = Path(sys.argv[2])
kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
kernel.mount("none", str(project / "inner"), "tmpfs", 0, "size=64k")
os.mkfifo(project / "inner" / "pipe")
for pipe in (project / "pipe", project / "inner" / "pipe"):
    pipe.chmod(0o666)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    wanted = confine.Confinement(copied=project, writable=1 << 20)
    done = confine._run("namespaces", [sys.argv[1], str(pipe.parent)], wanted, b"", {}, 60.0, 1000, (), None)
    print(done.code, done.stdout.strip(), done.written, os.read(reader, 10), done.stderr)
"""


@pytest.mark.parametrize("user", USERS)
def test_a_pipe_in_a_folder_with_mounts_leads_nowhere(place: Path, user: str) -> None:
    """Such a folder gets no copy; it is shown as it is, read-only, which a pipe does not mind."""
    if confine._tried("namespaces") or confine.kernel.Landlock.version() == 0:
        pytest.skip("it takes namespaces and Landlock")
    (place / "project" / "inner").mkdir(parents=True)
    os.mkfifo(place / "project" / "pipe")
    (place / "a.c").write_text(
        PIPE.replace("int main(void) {", "int main(int n, char **v) {\n  if (chdir(v[1])) return 9;")
    )
    (place / "runner.py").write_text(MOUNTING)
    subprocess.run(["gcc", "-w", "-o", place / "program", place / "a.c"], check=True)
    arguments = [str(place / "runner.py"), str(place / "program"), str(place / "project")]
    if user == "nobody":
        for path in [place, *place.rglob("*")]:
            os.chown(path, 65534, 65534)
        done = as_nobody(arguments)
    else:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == ["0 -1 None b'' "] * 2, done.stdout


def test_run_says_what_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if confine.offered().walls != "namespaces":
        pytest.skip("there is no copy here")
    monkeypatch.chdir(tmp_path)
    before = {**fill(tmp_path), "a.c": HONEST.replace("  FILE *back", MARK + "  FILE *back")}
    Path("a.c").write_text(before["a.c"])
    assert main(["run", "a.c", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["written"] == ["input.txt", "new.log", "out.log", "below/x.dat", "made/y"]
    assert main(["run", "a.c"]) == 0
    said = capsys.readouterr()
    assert "new yes\n" in said.out
    assert "which is gone: input.txt, new.log, out.log, below/x.dat, made/y." in said.err
    assert contents(tmp_path) == before


def test_names_of_written_files_are_one_printable_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if confine.offered().walls != "namespaces":
        pytest.skip("there is no copy here")
    monkeypatch.chdir(tmp_path)
    text = '#include <stdio.h>\nint main(void) { fclose(fopen("a\\x1b[2Jb\\nc\\xff", "w")); return 0; }\n'
    Path("a.c").write_text(text)
    assert main(["run", "a.c"]) == 0
    assert "which is gone: a\\x1b[2Jb\\nc\\xff." in capsys.readouterr().err


def test_without_a_copy_the_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if confine._tried("landlock"):
        pytest.skip("the kernel has none")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(confine, "offered", lambda: confine.Offer("landlock", ""))
    Path("a.c").write_text('#include <stdio.h>\nint main(void) { return !fopen("out.log", "w"); }\n')
    assert main(["run", "a.c"]) == 1
    assert "write only where TMPDIR says" in capsys.readouterr().err
    assert main(["run", "a.c", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["written"] is None


def test_the_root_of_the_file_system_is_no_folder_of_a_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    monkeypatch.chdir("/")
    assert main(["run", str(tmp_path / "a.c")]) == 2
    assert "root of the file system" in capsys.readouterr().err
