"""Ask binutils about a program that others may have made. They are not written for hostile files (binutils, SECURITY.txt), so
they are shut in as the program itself is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.toolchain.confine import Confinement, NotConfined, run_confined
from loopwright.toolchain.environment import find_program

_SECONDS = 60.0
_MEMORY = 4 << 30


def ask(
    tool: str,
    words: Sequence[str],
    program: Path,
    *,
    stdin: bytes = b"",
    output_limit: int = 1_000_000,
    token: CancelToken | None = None,
) -> str:
    """What ``tool``, one that reads, prints of ``program``, whose path is absolute and among ``words``; empty where there is no
    such tool or nothing to shut it in with."""
    found = find_program(tool)
    if found is None:
        return ""
    # Its folder too: debug information may lie beside a program.
    confinement = Confinement(copied=program.parent, memory=_MEMORY, cpu_seconds=int(_SECONDS))
    try:
        done = run_confined(
            [found, *words],
            confinement,
            stdin=stdin,
            timeout=_SECONDS,
            output_limit=output_limit,
            token=token,
        )
    except NotConfined:
        return ""
    return done.stdout
