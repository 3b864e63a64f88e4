"""The file that a run leaves behind → records. Its layout stands in runtime/report.c."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_MAGIC = 0x3130305645445756
_SITES, _FINDINGS = 8192, 4096
_HEADER = struct.Struct("<12Q")
_SITE = struct.Struct("<QII12Q")
_FINDING = struct.Struct("<IIQQQQqQII192s")
_EVENT = struct.Struct("<IIiI4Q")
SIZE_LIMIT = _HEADER.size + _SITES * _SITE.size + _FINDINGS * _FINDING.size + 200_000 * _EVENT.size
SITE_KINDS = ("compute", "data", "enter data", "exit data", "update", "wait", "declare", "routine", "data")
EVENT_KINDS = ("kernel", "to device", "to host", "allocate", "free", "wait")


class BadRecord(Exception):
    """The program ended before its runtime started, or something else wrote the file."""


@dataclass(frozen=True)
class SiteRecord:
    """A place that calls the runtime. Bytes and counts of what it moved; ``nanoseconds`` of kernels; ``first`` since the start."""

    pc: int
    kind: str
    times: int
    to_count: int
    to_bytes: int
    from_count: int
    from_bytes: int
    redundant_to: int
    redundant_from: int
    unused_allocated: int
    unused_sent: int
    stale_bytes: int
    nanoseconds: int
    first: int


@dataclass(frozen=True)
class FindingRecord:
    """``kind`` counts rows of findings.toml. ``site`` and ``other`` are code addresses, 0 where there is none."""

    kind: int
    count: int
    pc: int
    site: int
    other: int
    host: int
    offset: int
    size: int
    text: str


@dataclass(frozen=True)
class EventRecord:
    """Something that took time, for the timeline; nanoseconds since the start."""

    kind: str
    site: int
    queue: int
    begin: int
    end: int
    bytes: int


@dataclass(frozen=True)
class Record:
    """``base`` is where the program was loaded; ``finished`` is false where it was killed or left by ``_exit``."""

    base: int
    finished: bool
    watched: bool
    nanoseconds: int
    device_peak: int
    sites: tuple[SiteRecord, ...]
    findings: tuple[FindingRecord, ...]
    events: tuple[EventRecord, ...]
    events_lost: int


def read_record(data: bytes) -> Record:
    """Raises :class:`BadRecord`."""
    if len(data) < SIZE_LIMIT:
        raise BadRecord("the program ended before it started")
    magic, sites, findings, events, lost, base, _, ended, peak, _, finished, watched = _HEADER.unpack_from(data)
    if magic != _MAGIC or sites > _SITES or findings > _FINDINGS or events > 200_000:
        raise BadRecord("what the run recorded cannot be read")
    at = _HEADER.size
    found_sites = tuple(_site(fields) for fields in _rows(data, _SITE, at, sites))
    at += _SITES * _SITE.size
    found = tuple(_finding(fields) for fields in _rows(data, _FINDING, at, findings))
    at += _FINDINGS * _FINDING.size
    happened = tuple(_event(fields) for fields in _rows(data, _EVENT, at, events))
    return Record(base, bool(finished), bool(watched), ended, peak, found_sites, found, happened, lost)


def _rows(data: bytes, layout: struct.Struct, at: int, count: int) -> Iterator[tuple[object, ...]]:
    return layout.iter_unpack(data[at : at + count * layout.size])


def _site(fields: tuple[object, ...]) -> SiteRecord:
    pc, kind, _, *numbers = (int(str(field)) for field in fields)
    return SiteRecord(pc, SITE_KINDS[kind] if kind < len(SITE_KINDS) else "directive", *numbers)


def _finding(fields: tuple[object, ...]) -> FindingRecord:
    *numbers, text = fields
    assert isinstance(text, bytes)
    kind, count, pc, site, other, host, offset, size, _, _ = (int(str(number)) for number in numbers)
    return FindingRecord(
        kind, count, pc, site, other, host, offset, size, text.split(b"\0")[0].decode("utf-8", "replace")
    )


def _event(fields: tuple[object, ...]) -> EventRecord:
    kind, site, queue, _, begin, end, size, _ = (int(str(field)) for field in fields)
    return EventRecord(EVENT_KINDS[kind] if kind < len(EVENT_KINDS) else "event", site, queue, begin, end, size)
