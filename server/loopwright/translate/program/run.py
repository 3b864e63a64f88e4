"""One run of a program, shut in: what it prints, how it ends, what it writes, which kernels it launches."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from loopwright.cancellation import CancelToken
from loopwright.evidence.memory import SharedMemory
from loopwright.toolchain.confine import Confinement, offered, run_confined
from loopwright.translate.program.brought import UNTOLD, Copy
from loopwright.translate.records import text_of

SECONDS = 40.0
# Ways in which a reference may go that a program must not depend on (record.h).
BACKWARD, LATE, FILLED, SLOWER, NO_KERNEL, NODES, IN_STEP, TOLD, STREAMS = 1, 2, 4, 8, 16, 32, 64, 128, 256
SHARED_SHUT = 512
THREADS = 4
_OUTPUT = 4 << 20
_FILES = 16 << 20  # bytes of written files that are kept
_MEMORY = 24 << 30
_WRITABLE = 64 << 20
_COPIES, _COPIED = 65536, 256 << 20  # copies that are told, and bytes of them that are kept
_NAME, _PATH, _SAID, _FOLDER = 120, 400, 200, 4096
_BROUGHT = np.dtype([("bytes", "<u8"), ("digest", "<u8"), ("at", "<u8"), ("element", "<u4"), ("there", "<u4")])
_RECORD = np.dtype(
    [
        ("size", "<u8"),
        ("files_at", "<u8"),
        ("copies_at", "<u8"),
        ("copied_at", "<u8"),
        ("copied_until", "<u8"),
        ("mode", "<u4"),
        ("started", "<u4"),
        ("without", f"S{_NAME}"),
        ("folder", f"S{_FOLDER}"),
        ("kernels", "<u4"),
        ("files", "<u4"),
        ("in_pieces", "<u4"),
        ("copies", "<u4"),
        ("refused", "<u8"),
        ("said", f"S{_SAID}"),
        ("kernel", [("name", f"S{_NAME}"), ("times", "<u8")], 128),
        ("file", [("path", f"S{_PATH}"), ("bytes", "<u8"), ("at", "<u8")], 64),
    ]
)
_FILES_AT = (_RECORD.itemsize + 4095) // 4096 * 4096
_COPIES_AT = _FILES_AT + _FILES
_COPIED_AT = _COPIES_AT + _COPIES * _BROUGHT.itemsize


@dataclass(frozen=True)
class Way:
    """How a program is run. ``mode``: what a reference does otherwise than it might; ``without``: a kernel that is not run;
    ``threads`` of a translation."""

    mode: int = 0
    without: str = ""
    threads: int = THREADS


@dataclass(frozen=True)
class Ran:
    """A run. ``status``: what the program ends with, negative for a signal, ``None`` where it did not come to its end in time;
    ``files``: what stands in those that it wrote, ``None`` for one that is too large; ``launches`` by kernel, of a reference;
    ``refused``: the first copy or launch that a GPU's runtime refuses; ``in_pieces``: whether threads print what is no line; ``copies``: what they
    bring to the host, where that was asked for."""

    printed: str
    errors: str
    status: int | None
    files: Mapping[str, bytes | None]
    launches: Mapping[str, int]
    refused: str
    seconds: float
    in_pieces: bool = False
    copies: Sequence[Copy] | None = None


_PLAIN = Way()
NOTHING: Mapping[str, bytes | None] = MappingProxyType({})


def run_program(
    program: Path,
    arguments: Sequence[str],
    folder: Path,
    way: Way = _PLAIN,
    token: CancelToken | None = None,
    seconds: float = SECONDS,
) -> Ran:
    """Run ``program`` in a copy of ``folder`` for at most ``seconds``. Raises :class:`~loopwright.toolchain.confine.NotConfined`."""
    with SharedMemory(_COPIED_AT + (_COPIED if way.mode & TOLD else 0), program.parent) as memory:
        record = np.zeros(1, _RECORD)
        record["size"], record["files_at"], record["mode"] = memory.size, _FILES_AT, way.mode
        record["copies_at"], record["copied_at"], record["copied_until"] = _COPIES_AT, _COPIED_AT, memory.size
        record["without"] = way.without.encode("utf-8", "replace")[: _NAME - 1]
        copied = folder.absolute() if folder.absolute().parent != folder.absolute() else None
        if copied is not None and offered().walls == "namespaces":
            record["folder"] = os.fsencode(copied)[: _FOLDER - 1]
        memory.write(0, record.tobytes())
        done = run_confined(
            [str(program), *arguments],
            Confinement(
                copied=copied,
                writable=_WRITABLE,
                memory=_MEMORY,
                cpu_seconds=math.ceil(seconds * THREADS),
                threads=2 * THREADS,
            ),
            environment={
                "OMP_NUM_THREADS": str(way.threads),
                "OMP_DYNAMIC": "false",
                "MALLOC_PERTURB_": "165" if way.mode & FILLED else "90",  # what new memory of the host holds (glibc)
            },
            timeout=seconds,
            output_limit=_OUTPUT,
            shared=(memory.descriptor,),
            token=token,
        )
        left = memory.records(0, _RECORD, 1)[0]
        files = {name: kept for name, kept in _files(memory, left).items() if done.written and name in done.written}
        copies = _copies(memory, int(left["copies"])) if way.mode & TOLD else None
    missing = {name: None for name in done.written or () if name not in files}
    launches = {text_of(one["name"]): int(one["times"]) for one in left["kernel"][: min(int(left["kernels"]), 128)]}
    status = done.code if done.ending == "exited" else None
    refused = text_of(left["said"]) if int(left["refused"]) else ""
    return Ran(
        done.stdout,
        done.stderr,
        status,
        {**files, **missing},
        launches,
        refused,
        done.seconds,
        bool(left["in_pieces"]),
        copies,
    )


def _copies(memory: SharedMemory, count: int) -> Sequence[Copy]:
    """What copies brought to the host, in the order in which they were asked for; one more stands for those that have no room."""
    found = []
    held: dict[int, bytes] = {}
    for one in memory.records(_COPIES_AT, _BROUGHT, min(count, _COPIES)):
        at, size = int(one["at"]), int(one["bytes"])
        if at >= _COPIED_AT and at + size <= memory.size and at not in held:
            held[at] = memory.read(at, size)
        found.append(Copy(size, int(one["digest"]), int(one["element"]), held.get(at) if one["there"] else None))
    return (*found, *([UNTOLD] if count > _COPIES else []))


def _files(memory: SharedMemory, left: np.void) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    room = _FILES
    for one in left["file"][: min(int(left["files"]), 64)]:
        at, size = int(one["at"]), int(one["bytes"])
        fits = at >= _FILES_AT and at + size <= memory.size and size <= room
        room -= size if fits else 0
        found[text_of(one["path"]).removeprefix("./")] = memory.read(at, size) if fits else None
    return found
