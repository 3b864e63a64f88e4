"""`routine` above functions: of those that a device calls, that say so elsewhere, or whose neighbours nearly all do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from loopwright.lang.effects import effect_of
from loopwright.memory.carry import carried
from loopwright.memory.places import COMPUTE, Example
from loopwright.memory.recall import Support, likeness
from loopwright.memory.standing import Spot, functions_in
from loopwright.openacc.constructs import Unit
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.regions import coarsest
from loopwright.source.outline import Function, Outline
from loopwright.source.shape import Word
from loopwright.source.text import Span
from loopwright.suggest.facts import called_without_routine
from loopwright.suggest.orphans import level_of_orphans
from loopwright.suggest.standing.asked import Help, Proposed, by_rule, own_examples, standing_examples
from loopwright.suggest.standing.shares import share_of_the_project

_LEAST_NEIGHBOURS, _NEARLY_ALL = 3, 0.7  # functions of a file, and the share of them, that make `routine` a habit


def routine_at(outline: Outline, spot: Spot, path: Path, help: Help) -> Proposed | None:
    """`routine` for a function that is called on the device, that says so where it is declared elsewhere, or whose neighbours in
    the file nearly all say so."""
    if "routine" in spot.place.stacked:
        return None
    written = [
        e for e in (*own_examples(outline, path, help), *standing_examples(help, path)) if e.parsed.name == "routine"
    ]
    # One without a level is none any more (OpenACC 3.4, section 2.15.1).
    usual = Counter(e.directive for e in written if e.parsed.argument is None and e.parsed.clauses)
    held = _level_of(spot.function, help.memory.elsewhere(path) if help.memory is not None else ())
    text = f"routine {held}" if held else _with_its_level(outline, spot, usual)
    same = [e for e in written if e.place.function == spot.function and e.parsed.argument is None]
    same = [e for e in same if _parameters(e.place.words) == _parameters(spot.place.words)]  # overloads are others
    if same:
        said = next((e.directive for e in same if e.parsed.clauses), text)
        return Proposed(said, share_of_the_project(), [_support(same[0], spot)])
    function = _defined_at(outline, spot)
    own_level = level_of_orphans(outline, function) if function is not None else ""
    if own_level:
        return by_rule(f"routine {own_level}")
    if _is_among_routines(outline, spot):
        return by_rule(text)
    if _is_called(outline, spot, path, help) or spot.function in _called_by(written):
        return by_rule(text)
    neighbours = functions_in(outline)
    share = sum("routine" in other.place.stacked for other in neighbours) / max(1, len(neighbours) - 1)
    if len(neighbours) > _LEAST_NEIGHBOURS and share >= _NEARLY_ALL:
        return Proposed(text, share, by_rule=True)
    return None


def _defined_at(outline: Outline, spot: Spot) -> Function | None:
    """The function whose head a spot stands in front of; none where it is only declared."""
    return next((f for f in outline.functions if f.span.start <= spot.start < f.body.start), None)


def _level_of(function: str, examples: Iterable[Example]) -> str:
    """How far the loops of a function's definition are shared that have no construct around them: what a routine has to say of itself
    (OpenACC 3.4, section 2.15.1); empty where none is in sight or none says so."""
    name = function.rpartition("::")[2]
    own = [e for e in examples if e.place.function.rpartition("::")[2] == name and e.parsed.name == "loop"]
    told = {clause.name for e in own if e.place.compute not in COMPUTE for clause in e.parsed.clauses}
    return coarsest(told)


def _with_its_level(outline: Outline, spot: Spot, usual: Counter[str]) -> str:
    """`routine` as the project writes it most often, with `seq` where nothing in the function is shared among workers or lanes: that fits
    every caller. Of one that is declared alone, what all others say is believed."""
    if not usual:
        return "routine seq"
    text = usual.most_common(1)[0][0]
    if parse_directive(text).clause("seq") is not None:
        return text
    function = _defined_at(outline, spot)
    if function is None:
        return text if len(usual) == 1 and usual[text] > 1 else "routine seq"
    inside = [p for p in outline.pragmas_named("loop") if function.body.contains(p.span)]
    return text if any(parse_directive(p.text).clause("seq") is None for p in inside) else "routine seq"


def _parameters(words: Sequence[Word]) -> tuple[str, ...]:
    """The kinds of the words of a function's head, up to the end of its parameters."""
    end = next((i for i, word in enumerate(words) if word.text == ")"), len(words))
    return tuple(word.part for word in words[:end])


def _is_among_routines(outline: Outline, spot: Spot) -> bool:
    """Whether the functions before and behind one are routines, and it calls nothing but routines and what any device has."""
    neighbours = functions_in(outline)
    index = next((i for i, other in enumerate(neighbours) if other.start == spot.start), 0)
    beside = neighbours[max(0, index - 1) : index] + neighbours[index + 1 : index + 2]
    function = next((f for f in outline.functions if f.span.start == spot.start), None)
    if function is None or len(beside) < 2 or not all("routine" in other.place.stacked for other in beside):
        return False
    routines = {other.function for other in neighbours if "routine" in other.place.stacked}
    called = {word.text for word in spot.place.words if word.part == "call"} - {spot.function}
    holds_more = any(function.body.contains(p.span) for p in outline.pragmas if p.sentinel == "acc")
    return not holds_more and all(name in routines or effect_of(name).pure for name in called)


def _is_called(outline: Outline, spot: Spot, path: Path, help: Help) -> bool:
    """Whether an annotated loop of the project calls the function."""
    return spot.start in called_on_device(outline) or is_called_elsewhere(spot.function, path, help)


def called_on_device(outline: Outline) -> set[int]:
    """Where the functions begin that compute constructs or device routines of the file call."""
    constructs = Unit(outline).constructs
    spans = [c.region for c in constructs if c.name in COMPUTE]
    spans += [
        Span(c.statement.start_byte, c.statement.end_byte) for c in constructs if c.name == "routine" and c.statement
    ]
    return {start for span in spans for start in called_without_routine(outline, span)}


def _called_by(examples: Iterable[Example]) -> frozenset[str]:
    return frozenset(word.text for e in examples for word in e.place.words if word.part == "call")


def _support(example: Example, spot: Spot) -> Support:
    return Support(example, likeness(spot.place, example, False), carried(example.parsed, frozenset(), {}), True, 0)


def is_called_elsewhere(name: str, path: Path, help: Help) -> bool:
    """Whether an annotated loop of another file calls ``name``."""
    examples = help.memory.elsewhere(path) if help.memory is not None else ()
    return any(
        name in _called_by([example])
        for example in examples
        if name in example.place.names and (example.parsed.name in COMPUTE or example.place.compute in COMPUTE)
    )
