"""Sections that reach beyond what is allocated: the program does so itself (it reads one element too many, say), and a device refuses it."""

from __future__ import annotations

from loopwright.lang.places import Place
from loopwright.placement.clauses import constructs_of, objects_of
from loopwright.placement.lengths import is_count
from loopwright.placement.objects import Context, Unplaceable
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import elements_today, quotient
from loopwright.residence import ir, layout
from loopwright.residence.ir import Expr
from loopwright.source.linear import Linear


def refuse_overruns(pointers: Pointers, known: Known, placed: frozenset[int]) -> None:
    """Raises :class:`Unplaceable` for an object that is smaller than what a kernel says it uses of it."""
    contexts = pointers.by_function.get(known, [])
    for node in constructs_of(known):
        for item in node.items:
            objects = objects_of(pointers, known, item) & placed
            if objects and any(_is_beyond(pointers, item, context) for context in contexts):
                start = node.body.span.start if node.body is not None else item.span.start
                line = known.file.outline.source.lines.line_of(start) + 1
                raise Unplaceable(objects, f"{known.name} uses more of it than is allocated (the loop in line {line})")


def _is_beyond(pointers: Pointers, item: ir.DataItem, context: Context) -> bool:
    section = item.sections[0] if len(item.sections) == 1 else None
    if section is None or section.single or section.length is None or id(item.place) not in pointers.elements:
        return False
    lower = _value(pointers, context, section.lower) if section.lower is not None else Linear(0)
    length = _value(pointers, context, section.length)
    count = elements_today(pointers, item.place, context) or _allocated_here(pointers, item, context)
    if lower is None or length is None or count is None:
        return False
    beyond = pointers.named.today(lower.plus(length)).plus(pointers.named.today(count), -1)
    return beyond != Linear(0) and is_count(pointers, beyond)


def _allocated_here(pointers: Pointers, item: ir.DataItem, context: Context) -> Linear | None:
    """How many elements a function allocates itself, in names that mean the same if it does not change them."""
    places = pointers.values.get((id(item.place), context.number), frozenset())
    nodes = {id(pointers.objects[place.object].node): pointers.objects[place.object] for place in places}
    memory = next(iter(nodes.values())) if len(nodes) == 1 else None
    if memory is None or memory.context is not context or not isinstance(memory.node, ir.Call):
        return None
    sizes = [_value(pointers, context, argument) for argument in memory.node.arguments]
    total = Linear(1)
    for size in sizes:
        if size is None:
            return None
        total = total.times(size)
    return quotient(pointers.named.today(total), pointers.named.today(pointers.elements[id(item.place)]))


def _value(pointers: Pointers, context: Context, node: Expr) -> Linear | None:
    """A number of a function, as far as names, literals, sums and products tell."""
    if isinstance(node, ir.Number):
        return Linear(node.value) if node.value is not None else None
    if isinstance(node, ir.Name):
        number = pointers.variable_in(context, node.name)
        if number is None or pointers.objects[number].type.layers:
            return None
        known = pointers.number_at(Place(number))
        return known if known is not None else Linear(0, (((f"{node.name}#{number}",), 1),))
    if isinstance(node, ir.SizeOf) and node.type is not None and not node.type.layers:
        size = layout.base_size(node.type.base)
        return Linear(size) if size is not None else None
    if isinstance(node, ir.Cast):
        return _value(pointers, context, node.value)
    if isinstance(node, ir.Binary) and node.operator in ("+", "-", "*"):
        left, right = _value(pointers, context, node.left), _value(pointers, context, node.right)
        if left is None or right is None:
            return None
        return left.times(right) if node.operator == "*" else left.plus(right, 1 if node.operator == "+" else -1)
    return None
