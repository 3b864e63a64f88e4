"""Functions whose bodies stand in other files of the program: those that keep to themselves are no assumption about calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from loopwright.dependence.decide.aliases import is_constant
from loopwright.dependence.model.program import COME_TO, Access, Effect, Program, flat
from loopwright.dependence.model.verdict import NO_EFFECT, LoopVerdict, told
from loopwright.dependence.pointsto.units import Known, Units, key_of, units_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

FindProgram = Callable[[Outline, Span], Program | None]


def with_bodies(outline: Outline, verdict: LoopVerdict, program_at: FindProgram) -> LoopVerdict:
    """The verdict without the assumptions about calls that the other files of the program show to hold."""
    calls = [text.removesuffix(NO_EFFECT) for text in verdict.assumptions if text.endswith(NO_EFFECT)]
    if verdict.verdict != "assumed" or not outline.asks_callers or not any(name.isidentifier() for name in calls):
        return verdict
    if not outline.units:
        return verdict
    units = units_of(outline)
    if units.has_hidden_ways:  # one of two definitions may be weak
        return verdict
    quiet = [name for name in calls if name.isidentifier() and keeps_to_itself(units, 0, name, program_at)]
    if not quiet:
        return verdict
    left = tuple(text for text in verdict.assumptions if text.removesuffix(NO_EFFECT) not in quiet)
    why = f"the bodies of {', '.join(quiet)}" if len(quiet) > 1 else f"the body of {quiet[0]}"
    shown = f"{why} in {', '.join(dict.fromkeys(_file_of(units, name) for name in quiet))} only work out a value"
    shown = shown if len(quiet) > 1 else shown.replace(" only work out", " only works out")
    if left:
        return replace(verdict, assumptions=left, reason=f"independent if {told(left)}; {shown}")
    return replace(verdict, verdict="proved", assumptions=left, reason=f"{verdict.argument}; {shown}", argument="")


def _file_of(units: Units, name: str) -> str:
    known = units.definition(0, name)
    return units.outlines[known.unit].source.name if known is not None else ""


def keeps_to_itself(
    units: Units, unit: int, name: str, program_at: FindProgram, around: frozenset[tuple[int, int]] = frozenset()
) -> bool:
    """Whether a call of ``name`` in a file works out a value from numbers that it is given, and does nothing else."""
    known = units.definition(unit, name)
    if known is None or key_of(known) in around or known.unit == 0 or units.is_hidden(unit, name):
        return False
    if not units.is_of_numbers(known):
        return False
    program = program_at(units.outlines[known.unit], known.function.span)
    if program is None or program.alternatives:
        return False
    inside = around | {key_of(known)}
    return all(_is_quiet(units, known, item, program, program_at, inside) for item in flat(program.body))


def _is_quiet(
    units: Units,
    known: Known,
    item: Access | Effect,
    program: Program,
    program_at: FindProgram,
    around: frozenset[tuple[int, int]],
) -> bool:
    if isinstance(item, Effect):
        if item.kind == "unknown call" and not item.changes and item.text.isidentifier():
            return keeps_to_itself(units, known.unit, item.text, program_at, around)
        return item.kind in COME_TO
    root = program.roots[item.place.root]
    if is_constant(root) and not item.writes and not item.leads_out:
        return root.kind == "local" or units.is_constant(root.name)
    of_the_call = root.kind in ("local", "parameter") and root.view_of is None and not root.type.is_view
    return of_the_call and not root.lasting and not item.leads_out
