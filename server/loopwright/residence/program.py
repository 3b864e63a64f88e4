"""A file in its program: what is wrong between its directives when `main` begins in another file. The others are read like headers, where
every caller of the file's functions is in sight and no two files mean different things by one name."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from loopwright.cancellation import CancelToken
from loopwright.dependence.pointsto.units import Units, units_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.effects import is_known
from loopwright.lang.scopes import Scopes
from loopwright.residence import ir
from loopwright.residence.findings import INTERPRETER, carry_out, read_calls
from loopwright.residence.machine import MOST_STEPS, Claim, Machine
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_MOST_STEPS = 40_000  # of all programs that a file is a part of
_Key = tuple[str, tuple[Span, bool]]


@kept
def rest_of_program(outline: Outline) -> tuple[Outline, ...]:
    """The other files of the program of ``outline`` and all their headers; none where somebody else may call its functions."""
    if not outline.units:
        return ()
    units = units_of(outline)
    return tuple(units.outlines[1:]) if units.is_whole and not _disagree(units) else ()


def claims_of_program(
    outline: Outline, others: tuple[Outline, ...], token: CancelToken | None = None, around: int | None = None
) -> tuple[Claim, ...]:
    """What is wrong for certain in the file, or elsewhere for what the file does, when the programs run that it is a part of with the
    ``others``: in every one of them that comes there. With ``around`` only if they come to the function there. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    if not others or outline.source.is_too_large:
        return ()
    machine = Machine(outline, INTERPRETER, token or CancelToken(), others)
    machine.steps = MOST_STEPS - _MOST_STEPS
    runs: list[_Run] = []
    for file in machine.files:
        if "main" not in file.functions:
            continue
        begin = file.function("main")
        reached = _reached(machine, begin)
        if _comes_to(outline, reached, around):
            runs.append(_Run(reached, _claims_from(machine, begin, reached)))
            if around is not None and not runs[-1].claims:
                return ()
    found = {claim.place: claim for run in runs for claim in run.claims.values()}
    return tuple(claim for claim in found.values() if all(_agrees(outline, run, claim) for run in runs))


class _Run(NamedTuple):
    """A program from its beginning: the functions that it comes to, and what is wrong then."""

    reached: frozenset[str]
    claims: dict[_Key, Claim]


def _agrees(outline: Outline, run: _Run, claim: Claim) -> bool:
    """Whether a program does not come to the function of a claim, or has it too."""
    return (claim.code, claim.place) in run.claims or not _comes_to(outline, run.reached, claim.span.start)


def _comes_to(outline: Outline, reached: frozenset[str], place: int | None) -> bool:
    return any(f.name in reached and (place is None or f.span.start <= place < f.span.end) for f in outline.functions)


def _reached(machine: Machine, begin: ir.Function) -> frozenset[str]:
    """Every function that is called by name on the way, ``begin`` included."""
    found, waiting = {begin.name}, [*read_calls(begin).names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += read_calls(machine.function(name)).names
    return frozenset(found)


def _claims_from(machine: Machine, begin: ir.Function, reached: frozenset[str]) -> dict[_Key, Claim]:
    machine.is_whole = all(name == begin.name or machine.function(name) or is_known(name) for name in reached)
    if not carry_out(machine, begin):
        return {}
    return {(c.code, c.place): c for c in machine.current.values()}


def _disagree(units: Units) -> bool:
    """Whether a variable or a type of one file goes by the name of another file's, which is not the same."""
    met: dict[str, _Said] = {}
    for scopes in units.scopes[: len(units.files)]:
        for name, said in _said_by(scopes):
            other = met.setdefault(name, said)
            if other is not said and (said.is_own or other != said):
                return True
    return False


class _Said(NamedTuple):
    """What a file means by a name; ``is_own``: what no other file can mean by it."""

    meaning: Hashable
    is_own: bool


def _said_by(scopes: Scopes) -> Iterator[tuple[str, _Said]]:
    for name, declared in scopes.file_level.items():
        if declared.kind != "function" and not declared.extern:  # of functions each file finds its own, or none
            yield name, _Said(_meaning(declared), declared.static)
    for name, members in scopes.structs.items():
        yield f"struct {name}", _Said(tuple((member, _meaning(each)) for member, each in members.items()), False)


def _meaning(declared: Declaration) -> Hashable:
    return declared.kind, declared.base, declared.type.layers, declared.type.extents, declared.value
