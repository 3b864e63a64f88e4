"""What a run on the emulated device showed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning", "information"]


@dataclass(frozen=True)
class Place:
    """A line of a source file; lines and columns from 1, columns in UTF-16 units, 0 where unknown."""

    file: Path
    line: int
    column: int = 1
    end_column: int = 1


@dataclass(frozen=True)
class Note:
    """Another place that a finding is about."""

    place: Place
    message: str


@dataclass(frozen=True)
class Finding:
    """Something that went wrong between directives. ``count`` says how often; ``place`` is the first time."""

    code: str
    title: str
    severity: Severity
    section: str
    place: Place | None
    message: str
    count: int
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Transfers:
    """Copies in one direction, and their bytes."""

    transfers: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Directive:
    """One directive or routine call: how often it ran and what it moved.

    ``redundant_bytes`` were held by the receiver already, ``unused_bytes`` came to the device and no kernel read them,
    ``stale_bytes`` were older than what the receiver had; ``unused_memory`` was allocated and never touched (both in bytes).
    """

    place: Place | None
    pragma: str
    kind: str
    times: int
    to_device: Transfers
    to_host: Transfers
    redundant_bytes: int
    unused_bytes: int
    unused_memory: int
    stale_bytes: int


@dataclass(frozen=True)
class Kernel:
    """A compute construct, with the time it took on one core of the host."""

    place: Place | None
    pragma: str
    times: int
    seconds: float


@dataclass(frozen=True)
class Moment:
    """Something on the timeline: seconds since the start; ``queue`` is -2 where nothing is asynchronous."""

    kind: str
    place: Place | None
    queue: int
    begin: float
    end: float
    bytes: int


@dataclass(frozen=True)
class Report:
    """``exit`` is the program's status, negative for the signal that ended it, ``None`` where it took too long.
    ``watched``: accesses were seen; without, only what the directives themselves show is found. ``written``: files that it wrote
    in the copy of its folder, ``None`` where it had no copy and could write none."""

    exit: int | None
    stdout: str
    stderr: str
    seconds: float
    watched: bool
    finished: bool
    device_peak: int
    directives: tuple[Directive, ...] = ()
    kernels: tuple[Kernel, ...] = ()
    findings: tuple[Finding, ...] = ()
    timeline: tuple[Moment, ...] = ()
    moments_lost: int = 0
    written: tuple[str, ...] | None = None
