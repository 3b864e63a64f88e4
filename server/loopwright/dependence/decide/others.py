"""What other files of the program say against a verdict: a variable of theirs that is another name for memory, a function of theirs that takes
the place of the library's. The language has neither (C11 6.2.2, 7.1.3), linkers have both; C++ has the second for `new` (C++17 21.6.2)."""

from __future__ import annotations

from dataclasses import replace

from loopwright.dependence.decide.bodies import FindProgram, keeps_to_itself
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.dependence.pointsto.units import Units, units_of
from loopwright.lang.effects import effect_of
from loopwright.lang.second_names import second_names
from loopwright.source.kept import kept
from loopwright.source.outline import Function, Loop, Outline

_MEMORY = {"new": ("operator new", "operator new[]"), "delete": ("operator delete", "operator delete[]")}


def with_others(outline: Outline, loop: Loop, verdict: LoopVerdict, program_at: FindProgram) -> LoopVerdict:
    """The verdict, unknown where another file of the program takes away what it rests on."""
    if verdict.verdict not in ("proved", "assumed") or loop.function is None or not outline.asks_callers:
        return verdict
    reason = _against(outline, loop.function, program_at)
    if not reason:
        return verdict
    told = replace(verdict, verdict="unknown", reason=reason, argument="")
    return replace(told, assumptions=(), apart=(), preconditions=())


def say_something(outline: Outline, program_at: FindProgram) -> bool:
    """Whether other files speak against what the file alone says of one of its functions."""
    return any(speak_against(outline, each, program_at) for each in outline.functions)


def speak_against(outline: Outline, function: Function, program_at: FindProgram) -> bool:
    """Whether other files speak against what the file alone says of a function."""
    return bool(_against(outline, function, program_at))


@kept
def _against(outline: Outline, function: Function, program_at: FindProgram) -> str:
    """What another file says, empty for nothing: asked for each loop of a function, and by the functions that it calls."""
    if not outline.units:
        return ""
    units = units_of(outline)
    words = frozenset[str]().union(*map(units.words_reached, units.known_of(function)))
    renaming = [file for file in outline.units if second_names(file)]
    program = program_at(outline, function.span) if renaming else None
    variables = (
        {root.name for root in program.roots.values() if root.kind == "global"} if program is not None else set()
    )
    for file in renaming:
        for name in sorted(variables & second_names(file)):
            return f"{name} may be another name for other memory, as {file.source.name} says"
    for word in sorted(words):
        for name in _MEMORY.get(word, (word,)):
            home = _taken_by(units, name) if word in _MEMORY or effect_of(word).known else ""
            if home and not keeps_to_itself(units, 0, name, program_at):
                return f"{home} has a {name} of its own: it need not do what the library's does"
    return ""


def _taken_by(units: Units, name: str) -> str:
    """The other file whose function of a name is the whole program's, empty for none."""
    seen = {units.outlines.index(header) for header in units.files[0].headers if header in units.outlines}
    for known in units.definitions.get(name, ()):
        if known.unit == 0 or known.unit in seen or not units.takes_a_name(known):
            continue
        if units.language(known.unit) == "c" or not effect_of(name).overloaded:
            return units.outlines[known.unit].source.name
    return ""
