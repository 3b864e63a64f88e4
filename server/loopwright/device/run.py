"""Build a program, run it on the emulated device, say what it showed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.device.assemble import assemble
from loopwright.device.builder import BuildFailed, Gcc, NoCompiler, build, find_gcc
from loopwright.device.record import SIZE_LIMIT, BadRecord, Record, read_record
from loopwright.device.report import Report
from loopwright.openacc.sharing import MemoryModel
from loopwright.toolchain.confine import Confinement, NotConfined, run_confined
from loopwright.toolchain.process import Completed
from loopwright.toolchain.scratch import scratch

__all__ = ["BuildFailed", "Limits", "NoCompiler", "NotConfined", "recorded", "run_built", "run_program"]

_ELF = b"\x7fELF"
_THREADS = 64
_PASSED = ("ACC_", "OMP_", "GOMP_")  # settings of the runtimes


@dataclass(frozen=True)
class Limits:
    """What a run may take: wall seconds, bytes of output that are kept of each stream, bytes of
    address space (a sixth of it is the device's), bytes that it may write."""

    seconds: float = 600.0
    output: int = 50_000_000
    memory: int = 48 << 30
    writable: int = 256 << 20


def run_program(
    files: Sequence[Path],
    arguments: Sequence[str] = (),
    *,
    watched: bool = True,
    stdin: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    memory: MemoryModel = "discrete",
    compiler: str | None = None,
    compile_flags: Sequence[str] = (),
    link_flags: Sequence[str] = (),
    limits: Limits = Limits(),
    token: CancelToken | None = None,
) -> Report:
    """Build ``files`` (C, C++, Fortran, objects; or one program that was built with our flags) and run it in ``folder``.

    ``memory`` says what kernels use in place; nothing of that is ever moved.
    ``watched`` puts a hook before every access; without, the run is fast and only the directives themselves are judged.
    Raises :class:`NoCompiler`, :class:`BuildFailed`, :class:`NotConfined`, ``ValueError`` for a file of no known kind,
    ``OSError``.
    """
    with scratch("device") as name:
        if len(files) == 1 and _is_program(files[0]):
            program = files[0].resolve()
        else:
            program = Path(name) / "program"
            gcc: Gcc = find_gcc(compiler)
            build(files, program, gcc, watched=watched, compile_flags=compile_flags, link_flags=link_flags, token=token)
        own = {**(environment or {}), "LOOPWRIGHT_DEVICE_MEMORY": memory}
        return run_built(program, arguments, stdin, folder or Path.cwd(), own, limits, token)


def run_built(
    program: Path,
    arguments: Sequence[str],
    stdin: bytes,
    folder: Path,
    environment: Mapping[str, str],
    limits: Limits,
    token: CancelToken | None = None,
) -> Report:
    """Run a program that was built with our flags, confined: it reads its own folder, writes to a copy of it and to /tmp,
    reaches no network.

    Raises :class:`NotConfined` with a sentence where this system has nothing to confine it with.
    """
    record, done = recorded(program, arguments, stdin, folder, environment, limits, token)
    if record is None:
        code = done.code if done.ending == "exited" else None
        return Report(code, done.stdout, done.stderr, done.seconds, False, False, 0, written=done.written)
    return assemble(record, program, done)


def recorded(
    program: Path,
    arguments: Sequence[str],
    stdin: bytes,
    folder: Path,
    environment: Mapping[str, str],
    limits: Limits,
    token: CancelToken | None = None,
) -> tuple[Record | None, Completed]:
    """What such a run leaves behind, without lines and words, and how it ended."""
    if folder.absolute().parent == folder.absolute():
        raise ValueError("a program is run in a folder of its own, not in the root of the file system")
    import fcntl  # not on Windows, which confines nothing

    # What it records lies in memory that both share; the program maps it and closes the descriptor before its first line.
    memory = os.memfd_create("loopwright-device", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.ftruncate(memory, SIZE_LIMIT)
        fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
        own = {name: value for name, value in os.environ.items() if name.startswith(_PASSED)}
        own |= {**environment, "LOOPWRIGHT_DEVICE_REPORT": "3", "LOOPWRIGHT_DEVICE_FOLDER": str(folder.absolute())}
        done = run_confined(
            [str(program), *arguments],
            Confinement(
                copied=folder.absolute(),
                writable=limits.writable,
                memory=limits.memory,
                cpu_seconds=int(limits.seconds * _THREADS) + 1,
                threads=_THREADS,
            ),
            stdin=stdin,
            environment=own,
            timeout=limits.seconds,
            output_limit=limits.output,
            shared=(memory,),
            token=token,
        )
        data = os.pread(memory, SIZE_LIMIT, 0)
    finally:
        os.close(memory)
    try:
        return read_record(data), done
    except BadRecord:
        return None, done


def _is_program(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(18)
    return head[:4] == _ELF and head[16:18] in (b"\x02\x00", b"\x03\x00") and path.suffix != ".so"
