"""What the file's own directives always say of an array: a neighbour with fewer arrays does not tell it, the others of the name do."""

from __future__ import annotations

from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import NamesAt, names_at
from loopwright.memory.places import COMPUTE, Example, Place, examples_in
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import names_in
from loopwright.suggest.clause_lists import COPIES, exchanged, with_items
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
        told = _said_of_it(outline, loop, name) if clause == "present" and name not in data else ""
        if clause == _LEFT_OUT or not _is_pointer(outline, loop, name):
            continue
        if clause != "deviceptr" and name not in data and not told:
            continue
        item = name if clause == "deviceptr" else told or data[name].argument
        clause = data[name].clause if clause == "copy" else clause
        directive = with_items(directive, clause, [item])
        added.append(f"{clause} {name}")
    return directive, f"{', '.join(added)}: as wherever the file uses it" if added else ""


def as_long_as_elsewhere(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A member or an array of the file that is `present` with another section than all that the file's directives say of it: so much of
    it is there as they say."""
    written, changed = sections_in_file(outline), list[str]()
    at = names_at(outline, loop)
    for clause in directive.clauses:
        items = split_items(clause.argument or "") if clause.name == "present" else []
        own = [written.get(item.partition("[")[0].strip(), item) if "[" in item else item for item in items]
        own = [new if _is_the_file_s(at, new) else old for old, new in zip(items, own)]
        if own != items:
            directive = exchanged(directive, "present", [Clause("present", ",".join(own))])
            changed += [new for old, new in zip(items, own) if old != new]
    return directive, f"{', '.join(changed)}: as wherever the file names it" if changed else ""


def _said_of_it(outline: Outline, loop: Loop, name: str) -> str:
    """How all data clauses of the file name a variable, if that means the same here; else empty."""
    item = sections_in_file(outline).get(name, "")
    return item if "[" in item and _is_the_file_s(names_at(outline, loop), item) else ""


def _is_the_file_s(at: NamesAt, item: str) -> bool:
    """Whether a section means the same wherever the file says it: of a member or a variable of the file, by such names."""
    found = [at.declared(name) for name in names_in(item)]
    return all(each is not None and (each.kind not in ("variable", "parameter") or each.is_global) for each in found)


@kept
def sections_in_file(outline: Outline) -> dict[str, str]:
    """Variables that all data clauses of the file write with one section."""
    found: dict[str, set[str]] = {}
    for pragma in outline.pragmas:
        for clause in parse_directive(pragma.text).clauses if pragma.sentinel == "acc" else ():
            for item in split_items(clause.argument or "") if _kind(clause.name) or clause.name == "delete" else ():
                found.setdefault(item.partition("[")[0].strip(), set()).add(item.replace(" ", ""))
    return {name: next(iter(items)) for name, items in found.items() if len(items) == 1}


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
