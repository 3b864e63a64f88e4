"""What this machine takes for what a translation chooses among: measured when the user asks, and kept in the user's cache."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import asdict, fields
from importlib import resources
from pathlib import Path

from loopwright.cuda.spec.machine import Machine, Measured, any_machine
from loopwright.source.rooms import MACHINES
from loopwright.source.writing import write_whole
from loopwright.toolchain.process import run
from loopwright.toolchain.scratch import scratch

_PROGRAM = "machine.cpp"
_COMPILED = ("-std=c++17", "-O3", "-march=native", "-fopenmp")  # as translations are
_COMPILE_SECONDS = 120.0
_RUN_SECONDS = 60.0
# What is outside was not measured but disturbed: nanoseconds, and operations.
_WITHIN = {
    "operation": (0.005, 20.0),
    "wake": (100.0, 5e6),
    "division": (0.5, 400.0),
    "call": (1.0, 4000.0),
    "row": (1.0, 20000.0),
}


class NotMeasured(Exception):
    """Why there is no measurement, as a sentence."""


def machine() -> Machine:
    """This machine, as it was measured, else any."""
    found = measured()
    return any_machine() if found is None else any_machine().with_measured(found)


def measured() -> Measured | None:
    """What was measured on this machine; ``None`` where nobody has, or what is kept cannot be believed."""
    try:
        kept = json.loads(_place().read_bytes())
        found = Measured(**{field.name: float(kept[field.name]) for field in fields(Measured)})
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if _is_likely(found) else None


def measure(compiler: str) -> Measured:
    """Measure this machine in some seconds and keep it. Raises :class:`NotMeasured`."""
    found = figures(compiler)
    write_whole(_place(), json.dumps(asdict(found), indent=1).encode())
    MACHINES.tidy()
    return found


def figures(compiler: str) -> Measured:
    """What a program of ours measures. Raises :class:`NotMeasured`."""
    text = resources.files("loopwright.translate").joinpath(_PROGRAM).read_text("utf-8")
    with scratch("machine") as folder:
        (folder / _PROGRAM).write_text(text, "utf-8")
        built = run([compiler, *_COMPILED, "-o", "machine", _PROGRAM], cwd=folder, timeout=_COMPILE_SECONDS)
        if built.code != 0:
            raise NotMeasured(f"{compiler} does not build what measures")
        done = run([str(folder / "machine")], cwd=folder, timeout=_RUN_SECONDS)
    told = dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
    try:
        found = Measured(**{field.name: float(told[field.name]) for field in fields(Measured)})
    except (KeyError, ValueError) as error:
        raise NotMeasured("what measures did not come to its end") from error
    if not _is_likely(found):
        raise NotMeasured("the figures are none of a machine that has two cores and time for them")
    return found


def _is_likely(found: Measured) -> bool:
    return all(least <= getattr(found, name) <= most for name, (least, most) in _WITHIN.items())


def _place() -> Path:
    """A file for each machine of a home, by its name, its processor and how many threads it has."""
    folder = MACHINES.folder()
    if folder is None:
        raise OSError("the user's cache is open to others")
    told = (platform.node(), platform.machine(), platform.processor(), os.cpu_count())
    return folder / f"{hashlib.sha256(repr(told).encode()).hexdigest()[:20]}.json"
