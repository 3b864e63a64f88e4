"""The body of any loop, walked once for all of its iterations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Nest
from loopwright.dependence.model.values import LoopFrame
from loopwright.dependence.walk import operators
from loopwright.dependence.walk.assigned import ANY_NAME, assigned_names, pointers_set, registers_assigned
from loopwright.dependence.walk.conditions import condition_of, read_condition
from loopwright.dependence.walk.dispatch import statement
from loopwright.dependence.walk.elements_set import sets_elements
from loopwright.dependence.walk.held import holders, numbers, pointers, products, references, sums
from loopwright.dependence.walk.kept_addresses import is_alone, names_of_cell
from loopwright.dependence.walk.stability import keeps_integers
from loopwright.dependence.walk.state import State
from loopwright.lang.forward_jumps import led_to
from loopwright.lang.macros import are_nothing
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, may_hold, text_of
from loopwright.source.text import names_in

_WORDS_OF_LEAVING = (b"return", b"goto", b"throw", b"break")
_LEAVING = frozenset(("return_statement", "goto_statement", "throw_statement"))
_TAKING_BREAKS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop", "switch_statement"))


@contextmanager
def kept_from_before(state: State, node: Node) -> Iterator[None]:
    """While a loop is walked. Pointers from before it lead to what the containers had that it gives away."""
    given = {gift.name for gift in state.given_away.known if gift.start == node.start_byte}
    roots = {root for root in state.led_to() if state.roots[root].name in given} if given else set[str]()
    if roots:
        state.lent |= roots  # by an earlier iteration, whatever stands before that in the text
        state.set_aside(roots, registers_assigned(state, node))  # a loop knows what it does to these
    if given:
        state.outdate(lambda cell: f"*{state.roots[cell.root].name}" in given and not is_alone(state.roots[cell.root]))
    led = {state.roots[root].name for root in state.led_to_elements()} | state.read_by_others()
    with state.given_away.inside(node.start_byte, led):
        yield


def enter(state: State, node: Node) -> tuple[int, tuple[int, ...]]:
    loop = len(state.frames)
    state.outdated[loop] = state.meanings.outdated(
        state.loops, state.scopes, state.values, (state.epoch, state.numbers_stored)
    )
    if state.stored or not keeps_integers(state, node):
        state.epoch += 1  # what is read in it may have been written in it, or before it
        state.stored = False
    state.assigned_in[loop] = assigned_names(state.outline, node, state.stores)
    if state.keeps_addresses():
        names = pointers_set(state, node)
        is_any = ANY_NAME in names or sets_elements(state.outline, node)
        state.outdate(lambda cell: is_any or not names.isdisjoint(names_of_cell(state.roots, cell)))
    state.outer_guards[loop] = len(state.guards)
    state.entries[loop], state.sums_in[loop] = holders(state), _sums_before(state, node, state.assigned_in[loop])
    state.begins[loop] = numbers(state)
    state.held[loop], state.bound[loop] = pointers(state), references(state)
    state.frames[loop] = LoopFrame(loop, -1)
    return loop, state.loops


def _sums_before(state: State, node: Node, assigned: frozenset[str]) -> dict[str, Linear]:
    """Sums in variables that are there before a loop and have one value in it, and the product that it counts to."""
    initializer, condition = (node.child_by_field_name(field) for field in ("initializer", "condition"))
    own = assigned.union(names_in(text_of(initializer))) if initializer is not None else assigned
    counted_to = products(state, frozenset(names_in(text_of(condition)))) if condition is not None else {}
    return {name: number for name, number in (counted_to | sums(state)).items() if name not in own}


def walk_body(
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
    """``before`` are conditions that each iteration asks. ``condition`` holds where the body runs; that of a loop that is counted is in its frame."""
    block = Block()
    guards = state.guards
    with state.within(block):
        _deny_what_is_between(state, node)
        begin()
        if frame.iterator is not None and assigned:
            tested = node.child_by_field_name("condition")
            if tested is not None:
                _read_bound(state, tested, frame.variable or "")
        for child in before:
            read_condition(state, child)
        entered_with = state.values.get(frame.register) if frame.register is not None else None
        holds = condition_of(state, condition)[0] if condition is not None else None
        with state.guarded(holds if holds is not None and holds.formula is not None else None):
            if body is not None:
                statement(state, body)
        if frame.register is not None and state.values.get(frame.register) != entered_with:
            is_set = body is not None and (frame.variable or "") in registers_assigned(state, body)
            frame = state.frames[frame.id] = _changed_inside(frame, is_set)
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


def _deny_what_is_between(state: State, node: Node) -> None:
    """What stands between header and body runs each time: `for (…) FOR(j, n) { … }`."""
    broken = [text_of(child) for child in node.children if child.is_error] if node.has_error else []
    if not all(are_nothing(state.declarations.macros, text) for text in broken):
        state.effect("opaque", "code that cannot be parsed", node)


def _changed_inside(frame: LoopFrame, is_set: bool) -> LoopFrame:
    """A loop whose body leaves another value in its variable, in whatever way: nothing is known of its iterations. Where no statement sets it
    (``is_set``), there is a label that others lead to, or code that is not read."""
    told = "is changed in the body" if is_set else "may be changed in the body, by a jump or by code that is not read"
    problem = frame.problem or f"{frame.variable} {told}"
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


def ends_early(state: State, body: Node) -> bool:
    """Whether a statement in the body of a loop may leave the loop: of the iterations after that none runs."""
    if not may_hold(body, _WORDS_OF_LEAVING):
        return False
    waiting = [(body, False)]
    while waiting:
        node, inside = waiting.pop()
        if node.type in _LEAVING and not (node.type == "goto_statement" and _stays(state, node, body)):
            return True
        if node.type == "break_statement" and not inside:
            return True
        if node.type != "lambda_expression":
            inside = inside or node.type in _TAKING_BREAKS
            waiting.extend((child, inside) for child in node.named_children)
    return False


def _stays(state: State, goto: Node, body: Node) -> bool:
    label = led_to(state.outline, goto)
    return label is not None and body.start_byte <= label.start_byte < body.end_byte
