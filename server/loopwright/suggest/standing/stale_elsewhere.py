"""`update self` where the host reads what kernels have written that stand in other functions or files: what no directive of this function tells,
carrying out the program does."""

from __future__ import annotations

from loopwright.lang.statements import statement_starting_at
from loopwright.residence.findings import claims_of
from loopwright.residence.program import claims_of_program, rest_of_program
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in
from loopwright.suggest.candidates import why_not
from loopwright.suggest.facts import reached
from loopwright.suggest.standing.data_place import Elsewhere, Place, section_at
from loopwright.suggest.standing.mentions import body_at

_READING = (b"[", b"->", b"*")


def fetched_at(outline: Outline, start: int, elsewhere: Elsewhere) -> list[str]:
    """The `update self` that the statement of the host at ``start`` needs; none where nothing is certain, or nobody says how much to fetch."""
    statement = statement_starting_at(outline.source, start)
    loop = outline.loop_starting_at(start)
    if statement is None or (loop is not None and why_not(outline, loop) is None):
        return []  # such a loop could be a kernel itself
    text = outline.source.data[start : statement.end]
    files = (outline, *outline.units)
    if not any(mark in text for mark in _READING) or not any(b"pragma acc" in file.source.data for file in files):
        return []
    places = [place for place in _stale(outline) if start <= place.start < statement.end]
    items = dict.fromkeys(_item(outline, loop, place, elsewhere) for place in places)
    return [] if not items or "" in items else [f"update self({','.join(items)})"]


@kept
def _stale(outline: Outline) -> tuple[Span, ...]:
    """Where the host reads what is newer on the device, for certain."""
    claims = (*claims_of(outline), *claims_of_program(outline, rest_of_program(outline)))
    return tuple(sorted({claim.span for claim in claims if claim.code == "LW701" and not claim.elsewhere}))


def _item(outline: Outline, loop: Loop | None, place: Span, elsewhere: Elsewhere) -> str:
    """What is read at ``place``, with its section; empty where nobody says how much it is."""
    text = outline.source.slice(place).replace(" ", "")
    path, _, rest = text.partition("[")
    if loop is not None:
        used = {fact.variable.replace(" ", ""): fact.argument for fact in reached(outline, loop)}
        return used.get(path, "") or _section(outline, place, path, elsewhere)
    index, _, behind = rest.partition("]")
    is_one = bool(index) and not behind and "[" not in index and "(" not in index
    return f"{path}[{index}:1]" if is_one else _section(outline, place, path, elsewhere)


def _section(outline: Outline, place: Span, path: str, elsewhere: Elsewhere) -> str:
    body = body_at(outline, place.start)
    if body is None or not path or len(names_in(path)) != 1:
        return ""
    return section_at(Place(body, place.start, elsewhere), path) or ""
