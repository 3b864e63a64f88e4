"""Loops of a function: their variable as a symbol with bounds, and what their body assigns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Nest
from loopwright.dependence.model.values import MOST_ELEMENTS, Check, LoopFrame, Place, Spot, Value
from loopwright.dependence.walk import operators
from loopwright.dependence.walk.arithmetic import keeps_sign, readable, wider
from loopwright.dependence.walk.bounds import TakenBound, bound_of, checks_of_bound, other_side, taken_bound
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.calls import changed_arguments
from loopwright.dependence.walk.conditions import condition_of
from loopwright.dependence.walk.dispatch import spot_of, statement, value_of
from loopwright.dependence.walk.expansions import expanded_call
from loopwright.dependence.walk.spots import elements_in, initial_value, numbered, of_type, read
from loopwright.dependence.walk.stability import keeps_integers
from loopwright.dependence.walk.state import Binding, State, Stores, moved
from loopwright.dependence.walk.unread import covered
from loopwright.lang.callees import name_of
from loopwright.lang.declarators import read_declarator, read_type
from loopwright.lang.misread import calls_in_parameter
from loopwright.lang.types import Type, integer_range, is_integer
from loopwright.source.headers import LoopHeader, read_header
from loopwright.source.kept import kept
from loopwright.source.linear import Linear
from loopwright.source.listing import Listing, listing_of
from loopwright.source.nodes import bare, may_hold, text_of, uncast
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_DEEPEST_MACRO = 4
_COUNTING = frozenset(("std::views::iota", "std::ranges::views::iota", "std::ranges::iota_view"))
_WORDS_OF_LEAVING = (b"return", b"goto", b"throw", b"break")
_LEAVING = frozenset(("return_statement", "goto_statement", "throw_statement"))
_STORING = frozenset(
    (
        "assignment_expression",
        "update_expression",
        "pointer_expression",
        "call_expression",
        "abstract_function_declarator",
    )
)
_TAKING_BREAKS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop", "switch_statement"))


def counted_loop(state: State, node: Node) -> None:
    """A `for` statement."""
    header = read_header(node)
    initializer = node.child_by_field_name("initializer")
    if initializer is not None:
        statement(state, initializer)
    binding = state.lookup(header.variable) if header.variable else None
    if (
        header.problem is not None
        or binding is None
        or binding.place is not None
        or not state.is_register(binding.root)
    ):
        if binding is not None and _counts(state, node, header, binding):
            _goes_on(state, node, binding)
            _counted_while(state, node, header, binding)
            return
        if header.problem is None and header.variable is not None and binding is not None:
            header = LoopHeader(header.variable, problem=f"the value of {header.variable} cannot be followed")
        _uncounted(state, node, header.problem or "the header names no loop variable")
        return
    start = state.values.get(binding.root) or initial_value(state, binding.root)
    taken = taken_bound(state, node, header, start.number, binding.type)
    _goes_on(state, node, binding)
    where, equal = (taken.where, taken.equal) if taken is not None else (None, None)
    with state.guarded(where), state.guarded(equal):
        _counted(state, node, header, binding, start, taken)


def _counted(
    state: State, node: Node, header: LoopHeader, binding: Binding, start: Value, taken: TakenBound | None
) -> None:
    body = node.child_by_field_name("body")
    assigned = frozenset(_registers_assigned(state, node)) | {header.variable or ""}
    swapped = _swapped(state, node, assigned)
    loop, around = _enter(state, node)
    state.loops = (*around, loop)
    if start.pointer is not None:
        frame = _pointer_frame(state, node, loop, header)
    else:
        frame = _frame(state, node, loop, header, start, binding.type, (assigned, swapped), taken)
    is_whole = frame.exact and not (body is not None and _ends_early(body))
    frame = replace(frame, register=binding.root, own=_declares(node), exact=is_whole)
    state.frames[loop] = frame
    parts = (node.child_by_field_name("condition"), node.child_by_field_name("update"))
    _cover_variable(state, parts, header.variable or "")
    before, after = ((part,) if part is not None and frame.problem is not None else () for part in parts)
    _walk_body(state, node, body, frame, before, after)
    state.loops = around
    state.forget(assigned, swapped)


def _goes_on(state: State, node: Node, binding: Binding) -> None:
    """A header that sets its variable to nothing goes on from what that is, and leaves another value in it: `for (; k < n; k++)`."""
    initializer, name = node.child_by_field_name("initializer"), state.roots[binding.root].name
    if _declares(node) or (initializer is not None and name in _registers_assigned(state, initializer)):
        return
    spot = Spot(Place(binding.root), binding.type, binding.root)
    read(state, spot, node)
    state.record(spot.place, True, node, "*" if binding.type.layers else binding.type.base, possible=True)


def _declares(node: Node) -> bool:
    """Whether the variable of a `for` ends with it."""
    initializer = node.child_by_field_name("initializer")
    return initializer is not None and initializer.type == "declaration"


def _cover_variable(state: State, parts: Iterable[Node | None], variable: str) -> None:
    """What the header does with the variable of a loop is in its frame."""
    for part in parts:
        names = (state.names.listing or Listing(part)).below(part).of(("identifier",)) if part is not None else []
        for name in names:
            if text_of(name) == variable:
                covered(state, name)


def _counts(state: State, node: Node, header: LoopHeader, binding: Binding) -> bool:
    """Whether the variable of a loop is stepped by a number and set by nothing else, whatever its condition is."""
    if header.relation is not None or header.variable is None or header.step is None or not header.problem:
        return False
    if binding.place is not None or not state.is_register(binding.root) or binding.type.is_pointer:
        return False
    inside = (node.child_by_field_name("condition"), node.child_by_field_name("body"))
    return not any(header.variable in _registers_assigned(state, part) for part in inside if part is not None)


def _counted_while(state: State, node: Node, header: LoopHeader, binding: Binding) -> None:
    """`for (i = b; i < b + 4 && i < n; i++)`: OpenACC knows no such loop, but in one around it its body runs only where the condition
    holds."""
    start = state.values.get(binding.root) or initial_value(state, binding.root)
    body, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
    assigned = frozenset(_registers_assigned(state, node)) | {header.variable or ""}
    swapped = _swapped(state, node, assigned)
    loop, around = _enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned - {header.variable or ""}, swapped)
    limits = integer_range(binding.type.base)
    iterator = state.symbol(
        "iterator", header.variable or "", bounds=(limits[0], limits[1]) if limits else (None, None)
    )
    state.values[binding.root] = Value(iterator, kind=binding.type)
    with state.aside():
        step = _step(state, node, header)
    is_known = step is not None and not step.terms and step.constant != 0 and limits is None
    upwards = is_known and step is not None and step.constant > 0
    first = (start.number,) if start.number is not None and not start.checks and is_known else ()
    frame = LoopFrame(
        loop, node.start_byte, iterator.terms[0][0][0], header.variable, first[0] if first else None,
        first if upwards else (), () if upwards else first, step if is_known else None, False, problem=header.problem,
        upwards=upwards,
    )  # fmt: skip
    frame = replace(frame, register=binding.root, own=_declares(node))
    state.frames[loop] = frame
    update = node.child_by_field_name("update")
    before, after = ((part,) if part is not None else () for part in (condition, update))
    _walk_body(state, node, body, frame, before, after, assigned=False, condition=condition)
    state.loops = around
    state.forget(assigned, swapped)


def range_loop(state: State, node: Node) -> None:
    """`for (auto &x : v)`: x is element number i of v."""
    right = node.child_by_field_name("right")
    body = node.child_by_field_name("body")
    numbers = _numbers_in(state, right) if right is not None else None
    container = spot_of(state, right) if right is not None and numbers is None else None
    assigned = frozenset(_registers_assigned(state, node))
    swapped = _swapped(state, node, assigned)
    loop, around = _enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned, swapped)
    iterator = state.symbol("iterator", "the element's number")
    name = iterator.terms[0][0][0]
    count = elements_in(state, container.kind) if container is not None else numbers.many if numbers else None
    if count is None:
        count = state.symbol(
            "opaque", f"the number of elements of {text_of(right)}", bounds=(0, MOST_ELEMENTS), loops=around
        )
    exact = body is None or not _ends_early(body)
    last = count.plus(Linear(-1))
    frame = LoopFrame(loop, node.start_byte, name, None, Linear(0), (Linear(0),), (last,), Linear(1), exact)
    state.frames[loop] = frame

    def begin() -> None:
        if numbers is not None:
            _bind_number(state, node, numbers, iterator)
        else:
            _bind_element(state, node, container, iterator)

    _walk_body(state, node, body, frame, assigned=False, begin=begin)
    state.loops = around
    state.forget(assigned, swapped)


class _Numbers(NamedTuple):
    """What a view counts (C++20 [range.iota]): from ``first`` on, ``many`` numbers of a type, as long as ``checks`` hold."""

    first: Linear
    many: Linear
    checks: tuple[Check, ...]
    kind: Type


def _numbers_in(state: State, view: Node) -> _Numbers | None:
    """What a call of `iota` with two integers counts; ``None``, before anything was recorded, for other expressions."""
    name = view.child_by_field_name("function") if view.type == "call_expression" else None
    arguments = argument_nodes(view) if name is not None and "".join(text_of(name).split()) in _COUNTING else []
    if len(arguments) != 2 or state.lookup("std") is not None:
        return None
    covered(state, view, tuple(arguments))
    first, last = (value_of(state, argument) for argument in arguments)
    if first.number is None or last.number is None or not is_integer(first.kind.base or "int"):
        return None
    kind = first.kind if first.kind.base else Type("int")
    if integer_range(kind.base) != integer_range(last.kind.base or "int") and last.number.terms:
        return None  # a bound that is wider than what counts
    return _Numbers(first.number, last.number.plus(first.number, -1), (*first.checks, *last.checks), kind)


def _bind_number(state: State, node: Node, numbers: _Numbers, iterator: Linear) -> None:
    """The variable of a loop over counted numbers is number ``iterator`` of them."""
    declarator = node.child_by_field_name("declarator")
    element, type = read_type(declarator, node) if declarator is not None else ("", Type())
    kind = numbers.kind if type.base == "auto" else state.expanded(type).referred()
    value = Value(numbers.first.plus(iterator), checks=numbers.checks, kind=numbers.kind)
    if not element or not kind.is_scalar or not set(type.layers) <= {"&"}:
        state.effect("opaque", f"what {element or 'the loop'} runs over", node)
    if element:
        binding = state.declare(element, "local", kind)
        state.values[binding.root] = of_type(state, value, kind)


def _bind_element(state: State, node: Node, container: Spot | None, iterator: Linear) -> None:
    """The variable of a loop over the elements of ``container`` is number ``iterator`` of them."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return
    element, type = read_type(declarator, node)
    bound = read_declarator(declarator).bound
    if bound:
        state.deny(declarator)
        state.bind_unknown(map(text_of, bound))
    if container is None or not (container.kind.sequence or container.kind.is_array):
        state.effect("opaque", f"what {element or 'the loop'} runs over", node)
        place = Place(state.unknown_root(element, type))
    else:
        place = numbered(container, iterator)
    kind = container.kind.element() if container is not None and type.base == "auto" else type
    kind = kind.referred()
    is_reference = type.layers[:1] == ("&",)
    if container is not None:
        given, wanted = container.kind.element(), state.expanded(kind)
        if not operators.becomes(state, given, wanted, node) and not is_reference:
            operators.made(state, wanted, node)
    if is_reference:
        state.scopes[-1][element] = Binding(place.root, kind, place)
    elif element:
        value = read(state, Spot(place, kind), node)
        binding = state.declare(element, "local", kind)
        state.values[binding.root] = value


def _ends_early(body: Node) -> bool:
    """Whether a statement in the body of a loop may leave the loop: of the iterations after that none runs."""
    if not may_hold(body, _WORDS_OF_LEAVING):
        return False
    waiting = [(body, False)]
    while waiting:
        node, inside = waiting.pop()
        if node.type in _LEAVING or (node.type == "break_statement" and not inside):
            return True
        if node.type != "lambda_expression":
            inside = inside or node.type in _TAKING_BREAKS
            waiting.extend((child, inside) for child in node.named_children)
    return False


def uncounted_loop(state: State, node: Node) -> None:
    """`while` and `do`."""
    _uncounted(state, node, "it is no counted loop")


def _uncounted(state: State, node: Node, problem: str) -> None:
    assigned = frozenset(_registers_assigned(state, node))
    swapped = _swapped(state, node, assigned)
    loop, around = _enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned, swapped)
    frame = LoopFrame(loop, node.start_byte, problem=problem)
    state.frames[loop] = frame
    before = tuple(child for child in (node.child_by_field_name("condition"),) if child is not None)
    after = tuple(child for child in (node.child_by_field_name("update"),) if child is not None)
    _walk_body(state, node, node.child_by_field_name("body"), frame, before, after)
    state.loops = around
    state.forget(assigned, swapped)


def _enter(state: State, node: Node) -> tuple[int, tuple[int, ...]]:
    loop = len(state.frames)
    if state.stored or not keeps_integers(state, node):
        state.epoch += 1  # what is read in it may have been written in it, or before it
        state.stored = False
    state.assigned_in[loop] = assigned_names(state.outline, node, state.stores)
    state.outer_guards[loop] = len(state.guards)
    state.entries[loop], state.sums_in[loop] = state.holders(), _sums_before(state, node, state.assigned_in[loop])
    state.begins[loop] = state.numbers()
    state.held[loop], state.bound[loop] = state.pointers(), state.references()
    state.frames[loop] = LoopFrame(loop, -1)
    return loop, state.loops


def _sums_before(state: State, node: Node, assigned: frozenset[str]) -> dict[str, Linear]:
    """Sums in variables that are there before a loop and have one value in it."""
    initializer = node.child_by_field_name("initializer")
    own = assigned.union(names_in(text_of(initializer))) if initializer is not None else assigned
    return {name: number for name, number in state.sums().items() if name not in own}


def _walk_body(
    state: State,
    node: Node,
    body: Node | None,
    frame: LoopFrame,
    before: tuple[Node, ...] = (),
    after: tuple[Node, ...] = (),
    assigned: bool = True,
    begin: Callable[[], None] = lambda: None,
    condition: Node | None = None,
) -> None:
    """``condition`` holds where the body runs; that of a loop that is counted is in its frame."""
    block = Block()
    guards = state.guards
    with state.within(block):
        begin()
        if frame.iterator is not None and assigned:
            tested = node.child_by_field_name("condition")
            if tested is not None:
                _read_bound(state, tested, frame.variable or "")
        for child in before:
            statement(state, child)
        entered_with = state.values.get(frame.register) if frame.register is not None else None
        holds = condition_of(state, condition)[0] if condition is not None else None
        with state.guarded(holds if holds is not None and holds.formula is not None else None):
            if body is not None:
                statement(state, body)
        if frame.register is not None and state.values.get(frame.register) != entered_with:
            frame = state.frames[frame.id] = _changed_inside(frame)
        for child in after:
            statement(state, child)
        if frame.iterator is not None and assigned and not after:
            _read_step(state, node)
    state.guards = guards
    nest = Nest(frame, block)
    state.block.items.append(nest)
    state.nests[frame.id] = nest
    state.stacks[frame.id] = state.loops
    if state.here is None:
        state.by_start.setdefault(node.start_byte, frame.id)


def _changed_inside(frame: LoopFrame) -> LoopFrame:
    """A loop whose body leaves another value in its variable, in whatever way: nothing is known of its iterations."""
    problem = frame.problem or f"{frame.variable} is changed in the body"
    return LoopFrame(frame.id, frame.start, frame.iterator, frame.variable, problem=problem, register=frame.register)


def _read_bound(state: State, condition: Node, variable: str) -> None:
    """The bound is read again for every iteration."""
    condition = bare(condition)
    for side in ("left", "right"):
        child = condition.child_by_field_name(side)
        if child is not None and text_of(bare(child)) != variable:
            kinds = tuple(value.kind for value in operators.numbers(state, (child,)))
            operators.used(state, text_of(condition.child_by_field_name("operator")), kinds, condition)


def _read_step(state: State, node: Node) -> None:
    """How far the variable advances is read again behind every iteration."""
    update = node.child_by_field_name("update")
    right = bare(update).child_by_field_name("right") if update is not None else None
    if right is not None:
        operators.numbers(state, (right,))


def _frame(
    state: State,
    node: Node,
    loop: int,
    header: LoopHeader,
    start: Value,
    type: Type,
    changed: tuple[frozenset[str], frozenset[str]],
    taken: TakenBound | None,
) -> LoopFrame:
    """``changed`` are the names that the loop assigns, and those of them that it only exchanges."""
    variable = header.variable or ""
    binding = state.lookup(variable)
    assert binding is not None
    state.forget(changed[0] - {variable}, changed[1])
    limits = integer_range(type.base)
    iterator = state.symbol("iterator", variable, bounds=(limits[0], limits[1]) if limits else (None, None))
    name = iterator.terms[0][0][0]
    state.values[binding.root] = Value(iterator, kind=type)
    condition = node.child_by_field_name("condition")
    order = state.order
    with state.aside():
        bound = bound_of(state, condition, variable)
        step = _step(state, node, header)
    state.order = order
    if bound is None or step is None or (start.number is None and not step):
        return LoopFrame(loop, node.start_byte, name, variable, start.number, problem=_why(bound, step, variable))
    if taken is not None and bound.number == taken.chosen:
        bound = replace(bound, number=taken.bound)
    relation = header.relation or ""
    varying = bound.number is None or _varies(state, bound.number, loop)
    asked = bound.number is not None and varying and _is_answer(state, bound.number, loop)
    if asked:  # OpenACC counts iterations before the loop; so does this, and says so
        text = " ".join(text_of(other_side(condition, variable)).split())
        bound = Value(state.symbol("opaque", text, loops=state.loops[:-1]), kind=bound.kind)
        varying = False
    if bound.number is not None and varying:
        return LoopFrame(loop, node.start_byte, name, variable, problem="its bound may change while it runs")
    if _varies(state, step, loop):
        return LoopFrame(loop, node.start_byte, name, variable, problem="its step may change while it runs")
    direction = _direction(step, relation)
    if direction == 0:
        return LoopFrame(
            loop, node.start_byte, name, variable, problem="its condition and its step point different ways"
        )
    first = start.number
    lowers: tuple[Linear, ...] = (first,) if first is not None else ()
    uppers: tuple[Linear, ...] = ()
    body = node.child_by_field_name("body")
    kind = wider(type, bound.kind)  # in which the condition compares the variable with its bound
    begins = keeps_sign(state, kind, Value(first if first is not None else iterator, kind=type))
    ends = checks_of_bound(state, body, first if direction > 0 else None, step, bound, kind)
    checks = (*start.checks, *begins, *ends)
    always: tuple[Check, ...] = ()
    if bound.number is not None:
        last = bound.number
        if relation in ("<", ">", "!="):
            last = last.plus(Linear(-direction))
        uppers = (last,)
        always = _range_checks(state, type, relation, step, bound.number, last, direction)
        if asked:
            always = (*always, Check(bound.number, 0, 0, f"{text} does not change while the loop runs"))
    exact = first is not None and bool(uppers) and not step.terms
    if direction < 0:
        lowers, uppers = uppers, lowers
    return LoopFrame(
        loop, node.start_byte, name, variable, first, lowers, uppers, step, exact, checks, always, None, direction > 0
    )


def _pointer_frame(state: State, node: Node, loop: int, header: LoopHeader) -> LoopFrame:
    """`for (p = a; p < a + n; p++)`: p is element number k of a."""
    binding = state.lookup(header.variable or "")
    assert binding is not None
    start = state.values[binding.root]
    state.forget(frozenset(_registers_assigned(state, node)) - {header.variable or ""})
    iterator = state.symbol("iterator", header.variable or "")
    assert start.pointer is not None
    if header.step not in ("1", "-1"):
        state.values[binding.root] = Value(kind=binding.type)
        return LoopFrame(loop, node.start_byte, problem="a pointer that advances by more than one")
    offset = iterator if header.step == "1" else Linear(0).plus(iterator, -1)
    state.values[binding.root] = Value(pointer=moved(start.pointer, offset), kind=binding.type)
    name = iterator.terms[0][0][0]
    return LoopFrame(loop, node.start_byte, name, header.variable, Linear(0), (Linear(0),), (), Linear(1), False)


def _is_answer(state: State, number: Linear, loop: int) -> bool:
    """Whether a value varies only because unknown functions were asked for it, each time the same."""
    varying = [name for name in number.names if loop in state.symbols[name].loops]
    return all(
        name in state.answers and not any(_varies(state, argument, loop) for argument in state.answers[name])
        for name in varying
    )


def _step(state: State, node: Node, header: LoopHeader) -> Linear | None:
    update = node.child_by_field_name("update")
    if header.step in ("1", "-1"):
        return Linear(int(header.step))
    if update is None:
        return None
    update = bare(update)
    right = update.child_by_field_name("right")
    if right is None:
        return None
    operator = text_of(update.child_by_field_name("operator"))
    if operator in ("+=", "-="):
        value = value_of(state, right).number
        return value if value is None or operator == "+=" else Linear(0).plus(value, -1)
    value = value_of(state, right).number
    binding = state.lookup(header.variable or "")
    own = state.values[binding.root].number if binding is not None else None
    return value.plus(own, -1) if value is not None and own is not None else None


def _direction(step: Linear, relation: str) -> int:
    """1 upwards, -1 downwards, 0 where the loop would not end."""
    if not step.terms:
        sign = (step.constant > 0) - (step.constant < 0)
        wanted = {"<": 1, "<=": 1, ">": -1, ">=": -1}.get(relation)
        if relation == "!=" and abs(step.constant) != 1:
            return 0
        return sign if wanted is None or sign == wanted else 0
    # A symbolic step has to have the sign that lets the loop end.
    return {"<": 1, "<=": 1, ">": -1, ">=": -1}.get(relation, 0)


def _range_checks(
    state: State, type: Type, relation: str, step: Linear, bound: Linear, last: Linear, direction: int
) -> tuple[Check, ...]:
    """What has to hold for the variable not to wrap around before the condition ends the loop."""
    limits = integer_range(type.base)
    if limits is None:
        return ()
    beyond = last.plus(step)
    text = readable(state, bound)
    if direction > 0:
        if limits[2] == 64 or (relation in ("<", "!=") and step == Linear(1) and limits[2] == 32):
            return ()
        return (Check(beyond, None, limits[1], f"{text} is well below the greatest {type.base}"),)
    if relation == "!=":
        return ()
    low = Linear(0).plus(bound) if relation == ">=" else bound.plus(Linear(1))
    return (Check(low.plus(step), limits[0], None, f"{text} lets {type.base} end the loop"),)


def _varies(state: State, number: Linear, loop: int) -> bool:
    return any(loop in state.symbols[name].loops for name in number.names)


def _why(bound: Value | None, step: Linear | None, variable: str) -> str:
    if bound is None:
        return f"the condition does not compare {variable} with a bound"
    return f"how far {variable} advances is not known" if step is None else "its bounds are not known"


def _swapped(state: State, node: Node, assigned: frozenset[str]) -> frozenset[str]:
    """Pointers that a loop only exchanges, as with two buffers: `tmp = a; a = b; b = tmp;`. Not if the loop also uses, by
    another name, what one of them pointed at before."""
    pointers = {name for name in assigned if (found := state.lookup(name)) is not None and found.type.is_pointer}
    if not pointers:
        return frozenset()
    texts = [text_of(node)]
    for current, target, inside in _stores_with_macros(state, node):
        name = text_of(bare(target)) if target is not None else ""
        if not _is_exchange(current):
            pointers.discard(name)
        if inside is not None:
            texts.append(text_of(inside))
        elif current.type == "call_expression" and not _is_swap(current):
            pointers.difference_update(map(text_of, changed_arguments(state, current)))
    others = set()
    for name in pointers:
        binding = state.lookup(name)
        value = state.values.get(binding.root) if binding is not None else None
        if value is not None and value.pointer is not None:
            others.add(state.roots[value.pointer.root].name)
    words = set(names_in(" ".join(texts)))
    return frozenset() if (others - pointers) & words else frozenset(pointers)


def _is_swap(call: Node) -> bool:
    function = call.child_by_field_name("function")
    return function is not None and name_of(function) == "swap"


def _is_exchange(store: Node) -> bool:
    if store.type != "assignment_expression" or text_of(store.child_by_field_name("operator")) not in ("", "="):
        return False
    right = store.child_by_field_name("right")
    return right is not None and uncast(right).type == "identifier"


def _registers_assigned(state: State, node: Node) -> set[str]:
    """Plain names that a statement assigns, steps, or gives to a call that may change them."""
    names: set[str] = set()
    for current, target, _ in _stores_with_macros(state, node):
        if target is not None and bare(target).type == "identifier":
            names.add(text_of(bare(target)))
        if current.type == "call_expression":
            names |= _assigned_by_closure(state, current)
            if any(bare(child).type == "identifier" for child in argument_nodes(current)):
                changed = map(bare, changed_arguments(state, current))
                names.update(text_of(child) for child in changed if child.type == "identifier")
    return names


def _assigned_by_closure(state: State, call: Node) -> set[str]:
    """Names that a lambda assigns which a variable holds."""
    function = call.child_by_field_name("function")
    binding = state.lookup(text_of(function)) if function is not None else None
    closure = state.closures.get(binding.root) if binding is not None else None
    return _registers_assigned(state, closure.node) if closure is not None and closure.node != call else set()


def _stores_with_macros(state: State, node: Node, depth: int = 0) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """:func:`_stores`, with the statements that a call of a macro stands for, whose own stores follow."""
    if node not in state.stores:
        state.stores[node] = list(_stores(state.names.listing or Listing(node), node))
    for current, target in state.stores[node]:
        inside = expanded_call(state, current) if depth < _DEEPEST_MACRO else None
        yield current, target, inside
        if inside is not None:
            yield from _stores_with_macros(state, inside, depth + 1)


def _stores(listing: Listing, node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Every store of a piece of code and every address that is taken there, with where it leads; and every call."""
    for current in listing.below(node).of(_STORING):
        kind = current.type
        if kind == "assignment_expression":
            yield current, current.child_by_field_name("left")
        elif kind == "update_expression" or (kind == "pointer_expression" and current.children[0].type == "&"):
            yield current, current.child_by_field_name("argument")
        elif kind == "call_expression":
            yield current, None
        elif kind == "abstract_function_declarator":
            yield from ((call, None) for call in calls_in_parameter(current))


def assigned_names(
    outline: Outline, node: Node, stores: Mapping[Node, Stores] = MappingProxyType({})
) -> frozenset[str]:
    """Last names of everything that a piece of code, or a known function that it calls, assigns or takes the
    address of; ``stores`` are known already."""
    names: set[str] = set()
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        code = waiting.pop()
        assigned, called = _assigned_in(stores[code]) if code in stores else _assigned_by(outline, code)
        names |= assigned
        for name in called - seen:
            seen.add(name)
            waiting += [definition.node for definition in outline.definitions(name)]
    return frozenset(names)


@kept
def _assigned_by(outline: Outline, code: Node) -> tuple[set[str], set[str]]:
    """:func:`_assigned_in` of a function: of one that many loops call it is asked for each of them."""
    return _assigned_in(_stores(listing_of(outline, code), code))


def _assigned_in(stores: Iterable[tuple[Node, Node | None]]) -> tuple[set[str], set[str]]:
    """(last names of what a piece of code assigns or takes the address of, names of what it calls)."""
    assigned: set[str] = set()
    called: set[str] = set()
    for current, target in stores:
        if target is not None:
            assigned.add(_last_name(target))
        function = current.child_by_field_name("function") if current.type == "call_expression" else None
        if function is not None:
            called.add(name_of(function))
    return assigned, called


def _last_name(node: Node) -> str:
    while True:
        node = bare(node)
        if node.type in ("subscript_expression", "pointer_expression"):
            inner = node.child_by_field_name("argument")
            if inner is None:
                return ""
            node = inner
        elif node.type == "field_expression":
            return text_of(node.child_by_field_name("field"))
        elif node.type == "call_expression":
            inner = node.child_by_field_name("function")
            if inner is None:
                return ""
            node = inner
        else:
            return text_of(node).split("::")[-1]
