"""What the file's own directives always say of an array: a neighbour with fewer arrays does not tell it, the others of the name do."""

from __future__ import annotations

from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import COMPUTE, Example, Place, examples_in
from loopwright.openacc.directive import Directive
from loopwright.openacc.equivalent import names_of
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.clause_lists import COPIES, with_items
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.present import on_device

_LEFT_OUT = ""


def named_elsewhere(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Pointers that a directive leaves out beside others, although every other one of the file which uses them names them alike."""
    named = {name for clause in directive.clauses if _kind(clause.name) for name in names_of(clause)}
    if directive.name not in COMPUTE or place.compute or not named:
        return directive, ""
    arrays = {word.text for word in place.words if word.part == "array"}
    clauses, data = clauses_in_file(outline), {fact.variable: fact for fact in facts.data}
    added: list[str] = []
    for name in sorted(arrays - named - on_device(outline, loop)):
        clause = clauses.get(name, _LEFT_OUT)
        if clause == _LEFT_OUT or not _is_pointer(outline, loop, name) or (clause != "deviceptr" and name not in data):
            continue
        item = name if clause == "deviceptr" else data[name].argument
        clause = data[name].clause if clause == "copy" else clause
        directive = with_items(directive, clause, [item])
        added.append(f"{clause} {name}")
    return directive, f"{', '.join(added)}: as wherever the file uses it" if added else ""


@kept
def clauses_in_file(outline: Outline) -> dict[str, str]:
    """Arrays that all directives above loops have in one kind of clause where the loop uses them: `deviceptr`, `present` or `copy`."""
    found: dict[str, set[str]] = {}
    for example in examples_in(outline, ""):
        if example.parsed.name in COMPUTE:
            for name, kind in _said_by(example).items():
                found.setdefault(name, set()).add(kind)
    return {name: next(iter(kinds)) for name, kinds in found.items() if len(kinds) == 1}


def _said_by(example: Example) -> dict[str, str]:
    listed = {name: _kind(c.name) for c in example.parsed.clauses if _kind(c.name) for name in names_of(c)}
    return {word.text: listed.get(word.text, _LEFT_OUT) for word in example.place.words if word.part == "array"}


def _kind(clause: str) -> str:
    return "copy" if clause in COPIES else clause if clause in ("deviceptr", "present") else ""


def _is_pointer(outline: Outline, loop: Loop, name: str) -> bool:
    declared = names_at(outline, loop).declared(name)
    return declared is not None and scopes_of(outline).expanded(declared.type).layers[:1] == ("*",)
