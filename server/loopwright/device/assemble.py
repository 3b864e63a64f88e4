"""Records of a run → its report, with lines, names and words."""

from __future__ import annotations

from pathlib import Path

from loopwright.device.findings import Kind, kinds
from loopwright.device.places import Places, column_of, words_of
from loopwright.device.record import FindingRecord, Record, SiteRecord
from loopwright.device.report import Directive, Finding, Kernel, Moment, Note, Place, Report, Transfers
from loopwright.toolchain.process import Completed

_TAKEN = "taken"
_HELD = {
    "pending": "an asynchronous copy of it may still run",
    _TAKEN: "an asynchronous copy of it may still run",
    "": "it is mapped",
}
_CAUSES = {
    "LW802": ("copyin", "create", "delete"),
    "LW803": ("copyout", "create"),
    "LW805": ("create", "copyout"),
}


def assemble(record: Record, program: Path, done: Completed) -> Report:
    """The report of a run of ``program``."""
    addresses = [s.pc for s in record.sites] + [f.pc for f in record.findings]
    addresses += [a for f in record.findings for a in (f.site, f.other)]
    places = Places(program, record.base, addresses)
    return Report(
        done.code if done.ending == "exited" else None,
        done.stdout,
        done.stderr,
        done.seconds,
        record.watched,
        record.finished,
        record.device_peak,
        _directives(record, places),
        _kernels(record, places),
        _findings(record, places),
        tuple(
            Moment(
                e.kind,
                places.line(record.sites[e.site].pc) if e.site < len(record.sites) else None,
                e.queue,
                e.begin / 1e9,
                e.end / 1e9,
                e.bytes,
            )
            for e in record.events
        ),
        record.events_lost,
        done.written,
    )


def _grouped(sites: tuple[SiteRecord, ...], places: Places) -> list[tuple[Place | None, str, list[SiteRecord]]]:
    """Sites by line, in the order in which they first ran: a template or an inlined function calls from several places."""
    groups: dict[tuple[Place | int, str], list[SiteRecord]] = {}
    for site in sorted(sites, key=lambda s: s.first):
        groups.setdefault((places.line(site.pc) or site.pc, site.kind), []).append(site)
    return [(key if isinstance(key, Place) else None, kind, own) for (key, kind), own in groups.items()]


def _pragma(place: Place | None, places: Places) -> str:
    return places.text(place).directive_text(place.line) if place is not None else ""


def _directives(record: Record, places: Places) -> tuple[Directive, ...]:
    found = []
    for place, kind, sites in _grouped(record.sites, places):
        times = sum(s.times for s in sites)
        moved = sum(s.to_count + s.from_count for s in sites)
        if times or moved:
            found.append(
                Directive(
                    place,
                    _pragma(place, places),
                    kind,
                    times,
                    Transfers(sum(s.to_count for s in sites), sum(s.to_bytes for s in sites)),
                    Transfers(sum(s.from_count for s in sites), sum(s.from_bytes for s in sites)),
                    sum(s.redundant_to + s.redundant_from for s in sites),
                    sum(s.unused_sent for s in sites),
                    sum(s.unused_allocated for s in sites),
                    sum(s.stale_bytes for s in sites),
                )
            )
    return tuple(found)


def _kernels(record: Record, places: Places) -> tuple[Kernel, ...]:
    return tuple(
        Kernel(place, _pragma(place, places), sum(s.times for s in sites), sum(s.nanoseconds for s in sites) / 1e9)
        for place, kind, sites in _grouped(record.sites, places)
        if kind == "compute" and any(s.times for s in sites)
    )


def _findings(record: Record, places: Places) -> tuple[Finding, ...]:
    merged: dict[tuple[str, Place | None, str], Finding] = {}
    for row in record.findings:
        if row.kind >= len(kinds()) or _is_firstprivate(row, places):
            continue
        finding = _finding(row, kinds()[row.kind], places)
        key = (finding.code, finding.place, finding.message)
        known = merged.get(key)
        merged[key] = finding if known is None else _more(known, finding)
    return tuple(merged.values())


def _is_firstprivate(row: FindingRecord, places: Places) -> bool:
    """Whether an async construct took the object when it was reached: gcc makes one operation of `copyin` and of `firstprivate`,
    the program's text makes two."""
    site = places.line(row.site)
    if row.text != _TAKEN or site is None:
        return False
    text = places.text(site)
    own, sent = text.listed(site.line, "firstprivate"), text.listed(site.line, "copyin")
    name = places.variable(row.host)
    if name is not None:
        return name in own
    place = places.line(row.pc)
    used = set(words_of(places.text(place).line(place.line))) if place is not None else set()
    return bool(own) and (not sent or (not used & sent and bool(used & own)))


def _more(known: Finding, other: Finding) -> Finding:
    return Finding(
        known.code,
        known.title,
        known.severity,
        known.section,
        known.place,
        known.message,
        known.count + other.count,
        known.notes,
    )


def _finding(row: FindingRecord, kind: Kind, places: Places) -> Finding:
    place = places.line(row.pc) or places.line(row.site)
    name = name_of(row, place, places)
    values = {
        "what": f"`{name}`" if name else "memory",
        "size": str(row.size),
        "element": _element(row),
        "newer": ", with values that the host does not have" if row.text == "newer" else "",
        "gone": "goes out of scope" if row.text == "scope" else "is freed" if row.text == "freed" else "ends",
        "held": _HELD.get(row.text, _HELD[""]),
        "queue": str(row.offset),
        "text": row.text,
    }
    message = kind.message.format_map(values)
    if place is not None and name:
        place = _marked(place, name, places)
    notes = []
    for address, words in ((row.site, kind.site), (row.other, kind.other)):
        there = places.line(address)
        if there is not None and words and (place is None or (there.file, there.line) != (place.file, place.line)):
            notes.append(Note(there, words))
    return Finding(
        kind.code,
        kind.title,
        kind.severity,
        kind.section,
        place,
        message[0].upper() + message[1:],
        row.count,
        tuple(notes),
    )


def _element(row: FindingRecord) -> str:
    if row.offset < 0:
        return f"{-row.offset} bytes before the beginning"
    return f"byte {row.offset}"


def name_of(row: FindingRecord, place: Place | None, places: Places) -> str | None:
    """What the memory is called where it is accessed: a global's own name, else the one name on the line that the directive
    that mapped it has in a clause, else the only thing with a subscript."""
    own = places.variable(row.host) if row.host else None
    if own is not None:
        return own
    mapped: dict[str, str] = {}
    for address in (row.pc, row.site, row.other):  # where it was mapped counts most
        there = places.line(address)
        if there is not None:
            mapped |= places.text(there).mapped(there.line)
    if place is None:
        return None
    text = places.text(place)
    line = text.line(place.line)
    if line.lstrip().startswith("#"):
        return next(iter(mapped)) if len(mapped) == 1 else None
    line = " ".join(text.line(number) for number in text.statement(place.line))
    words = words_of(line)
    both = [word for word in words if word in mapped]
    if len(both) > 1:  # what can show this finding at all, by its clause
        both = [word for word in both if mapped[word] in _CAUSES.get(kinds()[row.kind].code, ())] or both
    if len(both) == 1:
        return both[0]
    subscripted = [word for word in words if f"{word}[" in line.replace(" ", "")]
    chosen = [word for word in subscripted if word in mapped] or subscripted
    return chosen[0] if len(chosen) == 1 else None


def _marked(place: Place, name: str, places: Places) -> Place:
    """The place with the columns of a name on its line."""
    text = places.text(place)
    for number in text.statement(place.line):
        line = text.line(number)
        at = column_of(line, name)
        if at is not None:
            column = len(line[:at].encode("utf-16-le")) // 2 + 1
            return Place(place.file, number, column, column + len(name))
    return place
