"""Functions that write a whole piece of memory (`memset`, `memcpy`, `std::fill`, `std::copy`) as loops over its elements."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Nest
from loopwright.dependence.model.values import NOTHING, Index, LoopFrame, Place, Spot, Value
from loopwright.dependence.walk import operators, purity, spots
from loopwright.dependence.walk.arithmetic import narrows
from loopwright.dependence.walk.between import anywhere, between
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.effects import Effect, effect_of
from loopwright.lang.types import Type, byte_size, canonical, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of

SUMS = {"accumulate": 3, "count": 3, "inner_product": 4}  # with so many arguments they call no function of the program


def of_call(state: State, node: Node, name: str, arguments: list[Node]) -> Value:
    """A call of one of these functions."""
    effect = effect_of(name)
    if effect.is_block:
        into, source, length = _arguments(effect)
        if len(arguments) <= max(into, length):
            state.deny(node)
            return NOTHING
        values = [value_of(state, argument) for argument in arguments]
        count = _elements(state, arguments[length], values[length], values[into].kind.element())
        given = values[source] if source is not None else None
        whole = _variable(state, bare(arguments[into])) if count == Linear(1) else None
        if whole is not None:
            move(state, node, None, given, count, is_of_bytes=True) if given is not None else None
            state.record(whole.place, True, node, whole.kind.base, raw=True)
        else:
            move(state, node, values[into], given, count, _byte(effect, values), is_of_bytes=True)
        if source is not None:
            spots.bytes_copied(state, arguments[into], arguments[source])
        return Value(pointer=values[into].pointer, kind=values[into].kind)
    values = [value_of(state, argument) for argument in arguments]
    if name.startswith(("fill", "copy")) and len(values) == 3:
        is_fill = name.startswith("fill")
        target = values[0 if is_fill else 2]
        into_kind = target.kind.element()
        if _shares_words(state, target):
            state.effect("opaque", f"elements that {name} sets are not separate places", node)
        operators.assigned(state, into_kind, node)
        operators.becomes(state, values[2].kind if is_fill else values[0].kind.element(), into_kind, node)
    if name == "fill" and len(values) == 3:
        count, (first,) = between(state, values[0], values[1])
        move(state, node, first, None, count, values[2])
    elif name == "fill_n" and len(values) == 3:
        move(state, node, values[0], None, values[1].number, values[2])
    elif name == "copy" and len(values) == 3:
        count, (first, target) = between(state, values[0], values[1], values[2])
        move(state, node, target, first, count)
    elif name == "copy_n" and len(values) == 3:
        move(state, node, values[2], values[0], values[1].number)
    elif len(values) == SUMS.get(name) and all(is_of_numbers(value) for value in values[:2]):
        return _summed(state, node, name, values)
    else:
        for value in values:
            state.escape(value)
        purity.called(state, name, node, None)
    return NOTHING


def _variable(state: State, argument: Node) -> Spot | None:
    """The number that `&name` leads to."""
    operand = argument.child_by_field_name("argument") if argument.type == "pointer_expression" else None
    if operand is None or argument.children[0].type != "&" or operand.type != "identifier":
        return None
    with state.aside():
        spot = spot_of(state, operand)
    is_number = spot is not None and spot.kind.is_scalar and bool(canonical(spot.kind.base))
    return spot if is_number and spot is not None and spot.register is None else None


def is_of_numbers(value: Value) -> bool:
    return value.pointer is not None and value.kind.is_pointer and bool(canonical(value.kind.element().base))


def _shares_words(state: State, value: Value) -> bool:
    """Whether an iterator is of a `vector<bool>`."""
    return value.pointer is not None and state.roots[value.pointer.root].type.referred().is_other_container


def _summed(state: State, node: Node, name: str, values: list[Value]) -> Value:
    """`std::accumulate(first, last, start)`: elements are read, by an operator of the language."""
    count, ranges = between(state, values[0], values[1], *values[2 : 3 if name == "inner_product" else 2])
    for each in ranges:
        move(state, node, None, each, count)
    return state.unknown(text_of(node), values[-1].kind if name != "count" else Type("long"))


def _arguments(effect: Effect) -> tuple[int, int | None, int]:
    """The arguments that are written, come from, and say how many bytes."""
    if effect.copies is not None:
        return effect.copies
    (piece,) = effect.writes
    return piece.argument, None, piece.factors[0]


def _byte(effect: Effect, values: list[Value]) -> Value:
    """What every element is set to where all bytes are set to one: nought where that is nought, or where no argument says it."""
    if effect.copies is not None:
        return NOTHING
    (piece,) = effect.writes
    said = [value.number for at, value in enumerate(values) if at not in (piece.argument, *piece.factors)]
    return Value(Linear(0)) if all(number == Linear(0) for number in said) else NOTHING


def _elements(state: State, node: Node, value: Value, kind: Type) -> Linear | None:
    """How many elements a number of bytes is."""
    node = bare(node)
    if node.type == "sizeof_expression":
        return _elements_of(state, node, kind)
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "*":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        for size, count in ((left, right), (right, left)):
            if size is None or count is None or bare(size).type != "sizeof_expression":
                continue
            one = _elements_of(state, bare(size), kind)
            with state.aside():
                number = value_of(state, count).number
            if one is not None and number is not None:
                return one.times(number)
        return None
    one_size = byte_size(kind)
    if value.number is not None and not value.number.terms and one_size and value.number.constant % one_size == 0:
        return Linear(value.number.constant // one_size)
    return None


def _elements_of(state: State, node: Node, kind: Type) -> Linear | None:
    """`sizeof x` in elements of ``kind``: 1 for its own type, the number of elements for an array of it."""
    asked = node.child_by_field_name("type")
    if asked is not None:
        text = " ".join(text_of(asked).split())
        return Linear(1) if text == kind.base and not kind.layers else None
    inner = node.child_by_field_name("value")
    if inner is None:
        return None
    with state.aside():
        spot = spot_of(state, bare(inner))
    if spot is None or spot.kind.base != kind.base:
        return None
    if kind.layers:  # of rows
        return Linear(1) if (spot.kind.layers, spot.kind.extents) == (kind.layers, kind.extents) else None
    if not spot.kind.layers:
        return Linear(1)
    extents = state.roots[spot.place.root].extents
    taken = len(spot.place.steps)
    if any(layer != "[]" for layer in spot.kind.layers) or len(extents) != taken + len(spot.kind.layers):
        return None
    count = Linear(1)
    for extent in extents[taken:]:
        if extent is None:
            return None
        count = count.times(extent)
    return count if len(extents) - taken == 1 else None


def move(
    state: State,
    node: Node,
    into: Value | None,
    source: Value | None,
    count: Linear | None,
    stored: Value = NOTHING,
    is_of_bytes: bool = False,
    may_agree: bool = False,
) -> None:
    """``count`` elements are written, each with the value ``stored``, and as many read; as what lies there, or as bytes (C11 7.24.1p3).
    Iterations of a loop around that meet at one ``may_agree`` about it."""
    kinds = [value.kind.element() for value in (into, source) if value is not None]
    kind = kinds[0]
    if kinds[-1].base != kind.base:
        count = None
    iterator = state.symbol("iterator", "element", loops=(*state.loops, len(state.frames)))
    name = iterator.terms[0][0][0]
    loop = len(state.frames)
    uppers = (count.plus(Linear(-1)),) if count is not None else ()
    is_known = count is not None
    frame = LoopFrame(loop, -1, name, None, Linear(0), (Linear(0),), uppers, Linear(1), is_known, may_agree=may_agree)
    state.frames[loop] = frame
    state.assigned_in[loop], state.outer_guards[loop] = frozenset(), len(state.guards)
    state.entries[loop], state.sums_in[loop], state.held[loop], state.bound[loop] = {}, {}, {}, {}
    state.outdated[loop] = frozenset()
    around, state.loops = state.loops, (*state.loops, loop)
    block = Block()
    with state.within(block):
        for value, writes in ((source, False), (into, True)):
            if value is None:
                continue
            begin = value.pointer if count is not None else anywhere(value).pointer
            if begin is None:
                place = Place(state.unknown_root(text_of(node), value.kind), (Index(None),))
            else:
                place = moved(begin, iterator if count is not None else None)
            is_told = writes and not kind.layers and is_integer(kind.base) and not narrows(kind, stored)
            number = stored.number if is_told else None
            element = kind.base if not kind.layers else "*"
            state.record(place, writes, node, element, stored=number, raw=is_of_bytes)
            if kind.is_pointer and source is not None and into is not None:
                state.escape(Value(pointer=place))
    nest = Nest(frame, block)
    state.loops = around
    state.block.items.append(nest)
    state.nests[loop] = nest
    state.stacks[loop] = (*around, loop)
