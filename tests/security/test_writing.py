"""Files of the user are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import signal
import socket
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.writing import copy_whole, write_whole

OLD, NEW = b"int old;\n" * 1_000, b"int fresh;\n" * 60_000
WRONG = (
    "void f(int n, float *a) {\n#pragma acc parallel loop pcopyin(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
)
KERNEL = "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n"
ROOT = os.name == "posix" and os.geteuid() == 0
FULL = "test_on_a_file_system_that_is_really_full"
posix = pytest.mark.skipif(os.name != "posix", reason="POSIX files")


def calls(folder: Path) -> list[tuple[str, list[str]]]:
    """Every call of the command line that writes a file: (the file, arguments)."""
    wrong, kernel = folder / "wrong.c", folder / "kernel.cu"
    wrong.write_text(WRONG)
    kernel.write_text(KERNEL)
    out = str(folder / "out.c")
    return [
        (str(wrong), ["check", "--fix", str(wrong)]),
        (out, ["annotate", str(wrong), "-o", out, "--no-compiler"]),
        (out, ["translate", str(kernel), "-o", out]),
    ]


@contextlib.contextmanager
def failing(number: int, code: int) -> Iterator[list[str]]:
    """The ``number``-th call that touches the disk fails with ``code``."""
    made: list[str] = []
    real = {name: getattr(os, name) for name in ("open", "write", "fsync", "fchmod", "link", "replace")}

    def fake(name: str) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            made.append(name)
            if len(made) == number:
                raise OSError(code, os.strerror(code))
            if name == "write":  # a disk takes what it has room for
                descriptor, data = arguments
                return real[name](descriptor, bytes(data)[:100_000])  # type: ignore[call-overload]
            return real[name](*arguments, **named)

        return call

    patch = pytest.MonkeyPatch()
    for name in real:
        patch.setattr(os, name, fake(name))
    try:
        yield made
    finally:
        patch.undo()


@posix
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
def test_wherever_the_disk_fails_the_file_is_whole_and_alone(tmp_path: Path, code: int) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(OLD)
    with failing(0, code) as made:
        write_whole(path, NEW)
    assert "write" in made[: made.index("fsync")], "on the disk before it has its name"
    assert "replace" in made[made.index("fsync") :]
    failed = 0
    for number in range(1, len(made) + 1):
        path.write_bytes(OLD)
        said: OSError | None = None
        with failing(number, code):
            try:
                write_whole(path, NEW)
            except OSError as error:
                said = error
        if said is None:
            assert path.read_bytes() == NEW  # there was another way
            continue
        failed += 1
        assert said.errno == code
        assert said.filename == str(path)
        assert path.read_bytes() in (OLD, NEW)
        assert os.listdir(tmp_path) == ["a.c"]
    assert failed >= 7


@posix
@pytest.mark.parametrize("call", range(3))
def test_a_full_disk_is_one_sentence_and_leaves_the_file(
    tmp_path: Path, call: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file, arguments = calls(tmp_path)[call]
    Path(file).write_text(WRONG)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.MonkeyPatch.context() as patch:

        def full(descriptor: int, data: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(os, "write", full)
        assert main(arguments) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1] == f"loopwright {arguments[0]}: {file}: No space left on device"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small file system")
def test_on_a_file_system_that_is_really_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not ROOT:  # who is root in a namespace of his own may mount there
        again = [sys.executable, "-m", "pytest", "-vv", "-p", "no:cacheprovider", f"{__file__}::{FULL}"]
        done = subprocess.run(
            ["unshare", "--user", "--map-root-user", "--mount", *again], capture_output=True, text=True
        )
        if "unshare" in done.stderr or "1 skipped" in done.stdout:
            pytest.skip("nothing may be mounted here")
        assert "1 passed" in done.stdout, done.stdout
        return
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("nothing may be mounted here")
    try:
        path = disk / "a.c"
        path.write_bytes(OLD)
        with pytest.raises(OSError) as error:
            write_whole(path, NEW)
        assert error.value.errno == errno.ENOSPC
        assert path.read_bytes() == OLD
        wrong = disk / "wrong.c"
        wrong.write_text(WRONG + "// " + "x" * 100_000 + "\n")
        before = wrong.read_bytes()
        with contextlib.suppress(OSError):
            (disk / "filler").write_bytes(b"x" * 1_000_000)
        assert main(["check", "--fix", str(wrong)]) == 2
        assert "No space left on device" in capsys.readouterr().err
        assert wrong.read_bytes() == before
        assert sorted(p.name for p in disk.iterdir()) == ["a.c", "filler", "wrong.c"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@posix
def test_killed_at_any_moment_the_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    program = (
        "import sys\nfrom loopwright.source.writing import write_whole\nsys.stdout.write('x')\nsys.stdout.flush()\n"
        "n = 0\nwhile True:\n    n += 1\n    write_whole(sys.argv[1], b'%d;' % n + b'x' * 3_000_000 + b';%d' % n)\n"
    )
    rng = random.Random(5)
    for _ in range(12):
        path.write_bytes(b"0;;0")
        with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.read(1) == b"x"
            time.sleep(rng.random() * 0.06)
            process.send_signal(signal.SIGKILL)
        first, _, rest = path.read_bytes().partition(b";")
        assert rest.endswith(b";" + first)
    assert len(os.listdir(tmp_path)) <= 2  # killed between two calls of the system a name may be left


@posix
def test_mode_and_owner_stay_and_links_lead_on(tmp_path: Path) -> None:
    real = tmp_path / "real.c"
    real.write_bytes(OLD)
    real.chmod(0o755)
    if ROOT:
        os.chown(real, 12_345, 54_321)
    inner, link = tmp_path / "inner.c", tmp_path / "link.c"
    inner.symlink_to("real.c")
    link.symlink_to(inner)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert inner.is_symlink()
    assert real.read_bytes() == NEW
    assert stat.S_IMODE(real.stat().st_mode) == 0o755
    if ROOT:
        assert (real.stat().st_uid, real.stat().st_gid) == (12_345, 54_321)
    beside = tmp_path / "made.c"
    dangling = tmp_path / "dangling.c"
    dangling.symlink_to(beside)
    write_whole(dangling, NEW)
    assert beside.read_bytes() == NEW
    plain = tmp_path / "plain.c"
    plain.write_bytes(b"")
    assert stat.S_IMODE(beside.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@posix
def test_a_program_that_runs_as_its_owner_becomes_none_by_our_hand(tmp_path: Path) -> None:
    """Else a file of somebody else in a shared folder would run as whoever has it mended."""
    path = tmp_path / "a.c"
    for mode in (0o4777, 0o2755, 0o6711, 0o1644):
        path.write_bytes(OLD)
        path.chmod(mode)
        write_whole(path, NEW)
        assert stat.S_IMODE(path.stat().st_mode) == mode & 0o777


def access_list(*entries: tuple[int, int, int]) -> bytes:
    """As the kernel keeps one: tag, permissions, who."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


NAME, DEFAULT, ALL = "system.posix_acl_access", "system.posix_acl_default", 0xFFFFFFFF
GUEST = access_list((1, 6, ALL), (2, 6, 4242), (4, 0, ALL), (16, 6, ALL), (32, 0, ALL))


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="access lists of Linux")
@pytest.mark.parametrize("named", [False, True])
def test_nobody_else_may_read_what_he_might_not_before(
    tmp_path: Path, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if named:  # a file system without files that have no name
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "a.c"
    path.write_bytes(OLD)
    try:
        os.setxattr(path, NAME, GUEST)
    except OSError:
        pytest.skip("this file system has no access lists")
    assert stat.S_IMODE(path.stat().st_mode) == 0o660  # though its group may do nothing
    write_whole(path, NEW)
    assert os.getxattr(path, NAME) == GUEST
    # A folder that gives a guest to every new file gives none to an old one.
    os.removexattr(path, NAME)
    path.chmod(0o640)
    os.setxattr(tmp_path, DEFAULT, GUEST)
    write_whole(path, OLD)
    assert NAME not in os.listxattr(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    os.setxattr(path, NAME, GUEST)

    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr(os, "setxattr", refused)
    monkeypatch.setattr(os, "removexattr", refused)
    write_whole(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) & 0o070 == 0


@pytest.mark.skipif(not ROOT, reason="only root gives files away")
def test_another_group_may_do_no_more_than_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.c"
    real = os.fchown

    def refused(descriptor: int, user: int, group: int) -> None:
        if user != -1 or group == 54_321:
            raise PermissionError(errno.EPERM, "no")
        real(descriptor, user, group)

    monkeypatch.setattr(os, "fchown", refused)
    for mode, left in ((0o660, 0o600), (0o664, 0o644), (0o666, 0o666), (0o640, 0o600)):
        path.write_bytes(OLD)
        path.chmod(mode)
        os.chown(path, 12_345, 54_321)
        write_whole(path, NEW)
        assert stat.S_IMODE(path.stat().st_mode) == left
        path.unlink()
    path.write_bytes(OLD)
    path.chmod(0o660)
    os.chown(path, 12_345, 777)
    write_whole(path, NEW)
    assert (path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (777, 0o660), "its group works on with it"


@posix
@pytest.mark.parametrize("made", ["translate", "init", "init a project"])
def test_where_the_name_is_ours_no_link_leads_out(
    tmp_path: Path, made: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository may hold links: nothing of ours goes to where they lead."""
    project, victim = tmp_path / "project", tmp_path / "victim"
    (project / "out").mkdir(parents=True)
    victim.write_text("[project]\n")
    (project / "k.cu").write_text(KERNEL)
    name = {"translate": "out/k.cpp", "init": "loopwright.toml", "init a project": "pyproject.toml"}[made]
    (project / name).symlink_to(victim if made != "init" else tmp_path / "absent")
    monkeypatch.chdir(project)
    assert main(["translate", "k.cu", "-o", "out"] if made == "translate" else ["init"]) == 2
    assert "a link that leads out of" in capsys.readouterr().err
    assert victim.read_text() == "[project]\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["project", "victim"]


@posix
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_in_a_folder_of_translations_no_pipe_is_opened_and_no_link_leads_out(
    tmp_path: Path, force: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "k.cu").write_text(KERNEL)
    (tmp_path / "m.cu").write_text(KERNEL)
    os.mkfifo(tmp_path / "out" / "k.cpp")
    monkeypatch.chdir(tmp_path)
    assert main(["translate", "k.cu", "m.cu", "-o", "out", *force]) == 2
    assert "k.cpp" in capsys.readouterr().err
    (tmp_path / "out" / "k.cpp").unlink()
    (tmp_path / "out" / "k.cpp").symlink_to(tmp_path / "m.cu")
    assert main(["translate", "k.cu", "m.cu", "-o", "out", *force]) == 2
    assert (tmp_path / "m.cu").read_text() == KERNEL
    capsys.readouterr()


@posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "loop", "missing folder", "full device"])
@pytest.mark.parametrize("call", [1, 2])
def test_where_no_file_can_be_it_is_said_and_nothing_hangs(
    tmp_path: Path, kind: str, call: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, arguments = calls(tmp_path)[call]
    out = tmp_path / "out"
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as open_things:
        if kind == "folder":
            out = tmp_path / "out.c"
            (out / "inside").mkdir(parents=True)
            if arguments[0] == "translate":
                out = tmp_path / "kernel.cu" / "x"  # a folder is fine there
        elif kind == "pipe":
            os.mkfifo(out)
        elif kind == "socket":
            bound = open_things.enter_context(socket.socket(socket.AF_UNIX))
            bound.bind("out")  # a path of its own would be too long
        elif kind == "loop":
            out.symlink_to(tmp_path / "other")
            (tmp_path / "other").symlink_to(out)
        elif kind == "missing folder":
            out = tmp_path / "wrong.c" / "out.c"
        else:
            out = Path("/dev/full")
        arguments = [str(out) if word.endswith("out.c") else word for word in arguments]
        assert main(arguments) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1].startswith(f"loopwright {arguments[0]}: ")
    assert "Traceback" not in "\n".join(said)


@posix
@pytest.mark.skipif(ROOT, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(OLD)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(PermissionError):
            write_whole(path, NEW)
    finally:
        tmp_path.chmod(0o755)
    assert path.read_bytes() == OLD


def test_the_output_may_be_the_input(tmp_path: Path) -> None:
    path = tmp_path / "wrong.c"
    path.write_text(WRONG.replace("pcopyin", "copyin"))
    assert main(["annotate", str(path), "-o", str(path), "--no-compiler"]) == 0
    assert "#pragma acc" in path.read_text()
    assert os.listdir(tmp_path) == ["wrong.c"]


def test_a_device_takes_what_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "wrong.c"
    path.write_text(WRONG)
    assert main(["annotate", str(path), "-o", os.devnull, "--no-compiler"]) == 0
    assert not Path(os.devnull).is_file()


def test_a_copy_is_whole_too(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(NEW * 5)
    target.write_bytes(OLD)
    copy_whole(source, target)
    assert target.read_bytes() == NEW * 5
    with pytest.raises(OSError):
        copy_whole(tmp_path / "missing", target)
    assert target.read_bytes() == NEW * 5
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]
