"""Sections of compute constructs that only the plan can tell: of pointers that an index array is followed from, say.

A loop is offered to the plan with `present(x)`; where all that `x` leads to lives on the device the section is written, else the loop is
not for the device. What a clause works out from elements of arrays would be read from the host's copy: there the section is all, as it is
where its ends are chosen by conditions.
"""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.openacc.constructs import COMPUTE
from loopwright.placement.objects import Context
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import Namer, elements_behind
from loopwright.residence import ir
from loopwright.residence.scan import everything_in
from loopwright.source.edits import Edit


def constructs_of(known: Known) -> Iterator[ir.Directive]:
    """The compute constructs of a function."""
    for part in everything_in(known.function.body):
        if isinstance(part, ir.Directive) and part.name in COMPUTE:
            yield part


def is_asked(item: ir.DataItem) -> bool:
    """Whether the section of an item is left to the plan."""
    return item.clause == "present" and isinstance(item.place, ir.Name) and not item.sections


def unanswered(pointers: Pointers, known: Known, placed: frozenset[int]) -> list[ir.Directive]:
    """Constructs that ask for the section of something that does not live on the device."""
    contexts = pointers.by_function.get(known, [])
    return [
        node
        for node in constructs_of(known)
        if any(is_asked(item) and not _is_placed(pointers, contexts, item, placed) for item in node.items)
    ]


def section_edits(pointers: Pointers, known: Known, placed: frozenset[int]) -> list[Edit]:
    """The sections that are written or changed."""
    namer = Namer(pointers, known)
    found: list[Edit] = []
    for node, item in _anew(pointers, known, placed):
        count = _count(pointers, known, namer, item, node)
        if count is None and _is_long(item):
            continue
        found.append(Edit(item.span, f"{item.text.split('[')[0]}[0:{count or 1}]"))
    return found


def ignored_nodes(pointers: Pointers, known: Known, placed: frozenset[int]) -> frozenset[int]:
    """Expressions in sections that are written anew."""
    return frozenset(
        id(part)
        for _, item in _anew(pointers, known, placed)
        for section in item.sections
        for part in everything_in(section)
    )


def _anew(pointers: Pointers, known: Known, placed: frozenset[int]) -> Iterator[tuple[ir.Directive, ir.DataItem]]:
    contexts = pointers.by_function.get(known, [])
    for node in constructs_of(known):
        for item in node.items:
            is_array = id(item.place) in pointers.decayed
            reads = any(id(part) in pointers.hits for section in item.sections for part in _indexed(section))
            if (
                (is_asked(item) or reads or _is_long(item))
                and not is_array
                and _is_placed(pointers, contexts, item, placed)
            ):
                yield node, item


def _is_long(item: ir.DataItem) -> bool:
    """Whether nobody wants to read which of several ends is the greatest one: all of what is there says as much."""
    return item.text.count("?") > 1


def _indexed(section: ir.Section) -> Iterator[ir.Expr]:
    for part in everything_in(section):
        if isinstance(part, (ir.Index, ir.Deref)):
            yield part


def objects_of(pointers: Pointers, known: Known, item: ir.DataItem) -> frozenset[int]:
    """What the variable of a clause may lead to."""
    return _objects(pointers, pointers.by_function.get(known, []), item)


def _objects(pointers: Pointers, contexts: list[Context], item: ir.DataItem) -> frozenset[int]:
    return frozenset(
        place.object for context in contexts for place in pointers.values.get((id(item.place), context.number), ())
    )


def _is_placed(pointers: Pointers, contexts: list[Context], item: ir.DataItem, placed: frozenset[int]) -> bool:
    objects = _objects(pointers, contexts, item)
    if any(pointers.is_unborn(context, number) for context in contexts for number in objects):
        return False
    return bool(objects) and objects <= placed


def _count(pointers: Pointers, known: Known, namer: Namer, item: ir.DataItem, node: ir.Directive) -> str | None:
    if id(item.place) not in pointers.elements or node.body is None:
        return None
    wanted = [elements_behind(pointers, item.place, context) for context in namer.contexts]
    visible = {declaration.name for declaration in known.file.scopes.visible(node.body.span.start)}
    visible |= {parameter.name for parameter in known.function.parameters}
    visible |= {name for name, known_as in known.file.scopes.names.items() if known_as.kind == "variable"}
    return namer.text(wanted, sorted(visible))
