"""Expressions: what they are worth, and which places they read and write on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Effect, Update, flat
from loopwright.dependence.model.remade import Remaking
from loopwright.dependence.model.values import NOTHING, Guard, Index, Place, Spot, Value, is_bit_field
from loopwright.dependence.walk import calls, objects, operators, purity, spots
from loopwright.dependence.walk.arithmetic import (
    address_of,
    arithmetic,
    checked,
    converted,
    extreme_value,
    pointer_arithmetic,
    wider,
)
from loopwright.dependence.walk.between import distance, is_of_rows
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.conditions import compared, condition_of
from loopwright.dependence.walk.constants import declared_constant, is_made_of_numbers, number_of
from loopwright.dependence.walk.dispatch import spot_of, statement, value_of
from loopwright.dependence.walk.expansions import fallen_apart, in_text
from loopwright.dependence.walk.extremes import NUMBER, extreme_of_call, given
from loopwright.dependence.walk.instances import meaning
from loopwright.dependence.walk.lvalues import row_of_object, spot_of_name
from loopwright.dependence.walk.passing import may_set
from loopwright.dependence.walk.remaking import remade_by
from loopwright.dependence.walk.spots import fresh_memory, read, returned, stored_as, write
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.dependence.walk.unchanged import leaves_as_it_was
from loopwright.dependence.walk.unevaluated import chosen_by_type, deny_what_a_type_does, value_of_unevaluated
from loopwright.dependence.walk.unread import covered, names_of, swept
from loopwright.dependence.walk.updates import (
    Accumulation,
    Chosen,
    accumulated,
    accumulation,
    extreme,
    is_used,
    may_keep,
    operator_of_choice,
)
from loopwright.dependence.walk.vanished import further
from loopwright.dependence.walk.written_values import written_by
from loopwright.lang.callees import name_of
from loopwright.lang.class_scope import holder_of, may_be_inherited
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.expressions import Typing
from loopwright.lang.fragments import expression, expression_among
from loopwright.lang.library import library
from loopwright.lang.macros import is_macro
from loopwright.lang.plain_values import is_plain_value
from loopwright.lang.regrouped import is_only_rounded, is_regrouped
from loopwright.lang.truth import is_word
from loopwright.lang.types import Type, byte_size, integer_range, is_floating, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of, uncast

_INT = Type("int")
_DEEPEST = 8
_PRODUCTS = frozenset(("operator*", "operator/"))
_EXACT = frozenset(("*", "&"))  # by a constant they give what is a polynomial, with a quotient


def _name(state: State, node: Node) -> Value:
    name = text_of(node)
    if is_word(state.outline, name):
        return Value(Linear(int(name == "true")), kind=_INT)
    spot = spot_of_name(state, node)
    if spot is not None:
        return read(state, spot, node)
    if is_regrouped(node, state.declarations.macros.get):
        rounded = is_only_rounded(node, state.declarations.macros.get) and not _PRODUCTS & state.types.classes.operators
        return Value(kind=Type("double")) if rounded else fallen_apart(state, node)
    return _named_constant(state, name, node)


def _named_constant(state: State, name: str, node: Node) -> Value:
    path = tuple(part for part in "".join(name.split()).split("::") if part)
    scopes = state.declarations
    this = state.lookup("this")
    owner = state.types.classes.of(this.type.base) if this is not None and len(path) == 1 else None
    is_macros = name in scopes.macros and (owner is None or name not in owner.constants)
    holder = None if owner is None or is_macros else holder_of(state.types.classes, owner, name)
    known = holder.constants.get(name) if holder is not None and not holder.disputed else None
    if holder is None:
        known = scopes.lookup_qualified(path) if len(path) > 1 else scopes.names.get(name) or state.macro(name)
    if owner is not None and holder is None and known is not None and not is_macro(known):
        known = None if may_be_inherited(state.types.classes, owner) else known
    if known is not None and known.value is not None and (known.kind == "constant" or known.const):
        told = declared_constant(state, known)
        if told is not None:
            return replace(told, kind=Type(known.base)) if known.base in state.types.classes.enumerations else told
        if is_macro(known) and known.value.strip():
            return _expanded_macro(state, known.value, node)
    if name.split("::")[-1] in library().streams:
        return Value(kind=Type("ostream"))
    whole = f"{holder.name}::{name}" if holder is not None else name
    means = state.instance if holder is not None else meaning(state, name) if len(path) > 1 else ""
    return Value(state.parameter(name, of=f"::{whole}", meaning=means), kind=_INT)


def _expanded_macro(state: State, text: str, node: Node) -> Value:
    right = None
    for said in (text, f"({text})"):  # on its own an expression has no comma
        right = right or (expression_among(said, "cpp", state.is_variable) if len(state.calls) < _DEEPEST else None)
    if right is None:
        if not is_made_of_numbers(state, text):  # a chain that is too long to walk is some number
            state.effect("opaque", f"what the macro {text_of(node)} stands for is not followed", node)
        return NOTHING
    with in_text(state, node, "macro"), names_of(state, right), swept(state, right):
        return value_of(state, right)


def _parenthesized(state: State, node: Node) -> Value:
    inside = [child for child in node.named_children if child.type != "comment"]
    if len(inside) == 1 and inside[0].type == "compound_statement":
        return _statements(state, inside[0])
    if len(inside) != 1:
        state.deny(node)
        return NOTHING
    return value_of(state, inside[0])


def _selected(state: State, node: Node) -> Value:
    meant = chosen_by_type(state, node)
    if meant is not None:
        return value_of(state, meant)
    state.deny(node)
    return NOTHING


def _statements(state: State, node: Node) -> Value:
    """`({ …; e; })` of GNU C is worth its last expression."""

    inside = [child for child in node.named_children if child.type != "comment"]
    last = inside[-1] if inside and inside[-1].type == "expression_statement" and inside[-1].named_children else None
    with state.scope():
        for child in inside if last is None else inside[:-1]:
            statement(state, child)
        if last is None:
            return NOTHING
        with swept(state, last):
            return value_of(state, last.named_children[0])


def _lvalue(state: State, node: Node) -> Value:
    spot = spot_of(state, node)
    return read(state, spot, node) if spot is not None else NOTHING


def _subscript(state: State, node: Node) -> Value:
    row = row_of_object(state, node)
    return _lvalue(state, node) if row is None else row


def _address_or_pointed(state: State, node: Node) -> Value:
    if node.children[0].type == "*":
        return _lvalue(state, node)
    argument = node.child_by_field_name("argument")
    spot = spot_of(state, argument) if argument is not None else None
    if spot is None:
        if argument is not None and argument.type not in ("identifier", "qualified_identifier"):
            state.effect("opaque", f"what {text_of(node)} points at cannot be told", node)
        return NOTHING
    if _may_have_own(state, "&", spot.kind) and operators.used(state, "&", (spot.kind,), node):
        return NOTHING  # whatever the operator gives
    return address_of(state, spot, node)


def _cast(state: State, node: Node) -> Value:
    inner = node.child_by_field_name("value")
    kind_node = node.child_by_field_name("type")
    if kind_node is not None and inner is not None and calls.gives_up(state, text_of(kind_node)):
        return calls.moved_from(state, inner)
    value = value_of(state, inner) if inner is not None else NOTHING
    if kind_node is None:
        return value
    deny_what_a_type_does(state, kind_node)
    kind = _type_of_descriptor(state, kind_node)
    if inner is None or not operators.becomes(state, value.kind, kind.referred(), inner):
        operators.converts(state, value.kind, node, perhaps=not is_number(kind.base))
    operators.made(state, kind, node)
    return converted(state, value, kind)


def _unary(state: State, node: Node) -> Value:
    operator = text_of(node.child_by_field_name("operator"))
    argument = node.child_by_field_name("argument")
    inner = value_of(state, argument) if argument is not None else NOTHING
    if operators.used(state, operator, (inner.kind,), node):
        return Value(kind=operators.given_by(state, operator, (inner.kind,)))
    if inner.number is None:
        return inner if operator == "+" else Value(kind=inner.kind)
    if operator == "+":
        return inner
    if operator == "-":
        return checked(state, Linear(0).plus(inner.number, -1), inner, NOTHING)
    if operator == "!":
        return _denied(state, inner.number, inner, node)
    return state.unknown(text_of(node), wider(inner.kind, NOTHING.kind) if operator == "~" else _INT)


def _denied(state: State, number: Linear, value: Value, node: Node) -> Value:
    """`!k`, which is 1 where ``number`` is 0, else 0."""
    if not is_integer(value.kind.base):
        return state.truth(text_of(node))
    holds, fails = (Guard(compared(sign, number, Linear(0)), value.checks) for sign in ("==", "!="))
    return Value(state.choice(text_of(node), (Linear(1), Linear(0)), (holds, fails)), kind=_INT)


def _binary(state: State, node: Node) -> Value:
    left_node, right_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left_node is None or right_node is None:
        return NOTHING
    operator = text_of(node.child_by_field_name("operator"))
    if operator in ("&&", "||"):
        first = value_of(state, left_node)
        block = Block()
        before = dict(state.values)
        with state.guarded(Guard(None)), state.within(block):
            second = value_of(state, right_node)
        state.merge(before, state.values)
        state.branch((block,), False)
        operators.used(state, operator, (first.kind, second.kind), node)
        return Value(kind=_INT)
    left, right = value_of(state, left_node), value_of(state, right_node)
    if operator in ("<<", ">>") and (_is_stream(left.kind) or _is_told_to_something(state, node, left.kind)):
        state.effect("output", text_of(left_node), node)
        if operator == ">>" or not _is_stream(left.kind):
            operators.may_set(state, operator, node)
        return Value(kind=left.kind)
    if operators.used(state, operator, (left.kind, right.kind), node):
        return Value(kind=operators.given_by(state, operator, (left.kind, right.kind)))
    if left.pointer is not None or right.pointer is not None:
        if operator == "-":
            state.measure(left, right)
            if is_of_rows(left, right):
                return Value(distance(state, right, left), kind=Type("ptrdiff_t"))
        found = pointer_arithmetic(operator, left, right)
        place = further(state, left, right, found.pointer) if found.pointer is not None else None
        return replace(found, pointer=place) if place is not None else found
    if operator in ("<", ">", "<=", ">=", "==", "!="):
        return state.truth(text_of(node))
    if left.number is None or right.number is None:
        if operator == "-":
            state.measure(_address_in(state, left_node), _address_in(state, right_node))
        wide = left.kind if not is_integer(left.kind.base) and left.kind.base else right.kind
        return Value(kind=wide)
    return arithmetic(state, operator, left, right, node)


def _address_in(state: State, node: Node) -> Value:
    """The address that is taken for a number: `(intptr_t)p`."""
    operand = uncast(node)
    if operand.type == "call_expression" and name_of(operand.child_by_field_name("function")) == "reinterpret_cast":
        operand = uncast((*argument_nodes(operand), node)[0])
    if operand == node or operand.type not in ("identifier", "field_expression", "pointer_expression"):
        return NOTHING
    with state.aside():
        return value_of(state, operand)


def _conditional(state: State, node: Node) -> Value:
    condition = node.child_by_field_name("condition")
    first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if condition is None or first is None or second is None:
        state.deny(node)
        return NOTHING
    holds, fails = condition_of(state, condition)
    before = dict(state.values)
    then, other = Block(), Block()
    with state.guarded(holds), state.within(then):
        a = value_of(state, first)
    after_first, state.values = state.values, dict(before)
    with state.guarded(fails), state.within(other):
        b = value_of(state, second)
    state.merge(after_first, state.values)
    state.branch((then, other), True)
    which = extreme(condition, first, second)
    if a.number is not None and b.number is not None:
        kind = wider(a.kind, b.kind)
        if _may_turn(a, b):
            return state.unknown(text_of(node), kind)
        if which:
            return extreme_value(state, which, a, b)
        if a.number == b.number:
            return replace(a, checks=tuple(dict.fromkeys((*a.checks, *b.checks))))
        number = state.choice(text_of(node), (a.number, b.number), (holds, fails))
        return Value(number, checks=(*a.checks, *b.checks), kind=kind)
    operators.becomes(state, a.kind, b.kind, first)
    operators.becomes(state, b.kind, a.kind, second)
    one = a.or_else(b)
    if one is None:
        state.lost(a, b)
        one = state.one_of((a, b), (holds, fails))
    return one or Value(kind=a.kind if a.kind.base else b.kind)


def _may_turn(a: Value, b: Value) -> bool:
    """Whether the usual conversions may turn one of two integers into another: a negative one beside an unsigned one (C11 6.3.1.8)."""
    limits = integer_range(wider(a.kind, b.kind).base)
    if limits is None or limits[0] != 0 or a.kind.base == b.kind.base:
        return False
    own = [(integer_range(value.kind.base), value.number) for value in (a, b)]
    signed = [number for range_, number in own if range_ is None or range_[0] != 0]
    return any(number is None or number.terms or number.constant < 0 for number in signed)


def _assignment(state: State, node: Node) -> Value:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return NOTHING
    operator = text_of(node.child_by_field_name("operator")) or "="
    if leaves_as_it_was(state, left, operator, right):
        value_of(state, right)
        return value_of(state, left)
    found = accumulation(node, lambda call: _chosen(state, node, call))
    if found is not None:
        return accumulate(state, node, found)
    by_choice = _operator_of_choice(state, node, left, right) if operator == "=" else None
    if by_choice is not None:
        _accumulate_by_choice(state, node, left, right, by_choice)
        return NOTHING
    if operator != "=":
        value = value_of(state, right)
        spot = spot_of(state, left)
        if spot is None:
            return _lost(state, left)
        if _is_stream(spot.kind):
            state.effect("output", text_of(left), node)
        called = operators.used(state, operator, (spot.kind, value.kind), node)
        held = read(state, spot, left, possible=called)
        noted = spots.origin(state, spot)
        is_told = not (state.loops or called) and is_integer(spot.kind.base)
        after = _worked_out(state, operator.removesuffix("="), held, value, (left, right)) if is_told else None
        remade = _remade(state, node, spot, left)
        write(state, spot, after or state.unknown(text_of(left), spot.kind), left, remade=remade)
        spots.shifted(state, spot, noted)
        return NOTHING
    block, before = state.block, len(state.block.items)
    value = value_of(state, right)
    written = written_by(state, text_of(right), block, before) if is_plain_value(right) else None
    spot = spot_of(state, left)
    if spot is None:
        return _lost(state, left)
    operators.assigned(state, spot.kind, node)
    operators.taken(state, spot.kind, value.kind, node)
    if objects.is_view(state, spot.kind):
        objects.seen_by(state, right)
    objects.led(state, spot.kind, right, value)
    if not state.types.classes.is_class(spot.kind):
        operators.converts(state, value.kind, node)
    value = returned(state, spot.register, value, right)
    is_kept = not spot.place.steps and may_keep(left, right)
    remade = _remade(state, node, spot, left)
    written = None if is_bit_field(spot.place) else written
    write(state, spot, value, left, written=written, possible=is_kept, remade=remade)
    spots.copied(state, spot, right)
    state.takes(spot.place.root, right)
    return stored_as(state, spot, value, left)


def _remade(state: State, node: Node, spot: Spot, target: Node, found: Accumulation | None = None) -> Remaking | None:
    """What an assignment in a loop makes of a number."""
    if not state.loops or spot.place.steps or not is_number(spot.kind.base) or spot.kind.layers:
        return None
    return remade_by(state, node, target, lambda call: _chosen(state, node, call), found)


def _operator_of_choice(state: State, node: Node, left: Node, right: Node) -> str | None:
    """That of a variable: `atomic` takes no such update of an element."""
    if bare(right).type != "conditional_expression" or bare(left).type != "identifier" or is_used(node):
        return None
    with state.aside():
        spot = spot_of(state, left)
    if spot is None or spot.place.steps:
        return None
    return operator_of_choice(left, right, lambda call: _chosen(state, node, call))


def _accumulate_by_choice(state: State, node: Node, left: Node, right: Node, operator: str) -> None:
    """`k = c ? k + a : k` as `if (c) k += a; else k += 0;`: it is stored in both arms."""
    choice = bare(right)
    found = accumulated(left, choice, lambda call: _chosen(state, node, call))
    condition = choice.child_by_field_name("condition")
    first, second = choice.child_by_field_name("consequence"), choice.child_by_field_name("alternative")
    if found is not None or condition is None or first is None or second is None:
        accumulate(state, node, found or Accumulation(left, operator, ()))
        return
    holds, fails = condition_of(state, condition)
    before = dict(state.values)
    then, other = Block(), Block()
    with state.guarded(holds), state.within(then):
        _accumulate_by_choice(state, node, left, first, operator)
    after_then, state.values = state.values, dict(before)
    with state.guarded(fails), state.within(other):
        _accumulate_by_choice(state, node, left, second, operator)
    state.merge(after_then, state.values, (holds, fails))
    state.branch((then, other), True)


def _chosen(state: State, assignment: Node, call: Node) -> Chosen | None:
    """`max` or `min` and the operands, where a call in ``assignment`` is one of those and may choose the target."""
    left, values = assignment.child_by_field_name("left"), given(call)
    if left is None or not values:
        return None
    choice = extreme_of_call(state, call, _stored_type(state, left))
    return Chosen(choice.operator, values, None if choice.unordered == NUMBER else choice.unordered) if choice else None


def _stored_type(state: State, target: Node) -> Type:
    """The type of what an assignment stores in, empty where it is not known; nothing is recorded."""
    binding = state.lookup(text_of(target)) if target.type == "identifier" else None
    kind = binding.type if binding is not None else Typing(state.declarations).type_of(target)
    return state.types.expanded(kind).referred()


def _lost(state: State, node: Node) -> Value:
    state.effect("opaque", f"where {text_of(node)} is stored cannot be told", node)
    return NOTHING


def _update(state: State, node: Node) -> Value:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return NOTHING
    spot = spot_of(state, argument)
    if spot is None:
        return _lost(state, argument)
    # The value of `x++` used in an expression makes it more than an accumulation.
    update = None if is_used(node) else Update("+", state.order)
    called = operators.used(state, "--" if "--" in text_of(node) else "++", (spot.kind,), node)
    if called or is_bit_field(spot.place):
        update = None
    before = read(state, spot, argument, update, possible=called)
    step = Linear(-1 if "--" in text_of(node) else 1)
    if before.pointer is not None:
        after = Value(pointer=moved(before.pointer, step), kind=before.kind)
    elif before.number is not None:
        after = checked(state, before.number.plus(step), before, NOTHING)
    else:
        after = Value(kind=before.kind)
    found = Accumulation(argument, "+", ())
    write(state, spot, after, argument, update, remade=_remade(state, node, spot, argument, found))
    prefix = node.children[0].type in ("++", "--")
    return stored_as(state, spot, after, argument) if prefix else before


def _signs(node: Node, operator: str) -> list[str]:
    """The operators that an accumulation asks of objects, as they are written: a difference is a sum of numbers alone."""
    said, right = text_of(node.child_by_field_name("operator")), text_of(node.child_by_field_name("right"))
    if said != "=":
        return [said] if said.endswith("=") else [f"{operator}="]
    return [operator, "-"] if operator == "+" and "-" in right else [operator]


def accumulate(state: State, node: Node, found: Accumulation) -> Value:
    """`target op= others`: the two accesses of the target belong together."""
    if not found.when and not found.behind:
        return _accumulate(state, node, found)
    asked, *more = found.when or found.behind
    holds = condition_of(state, asked)[0] if found.when else Guard(None)
    before, block = dict(state.values), Block()
    with state.guarded(holds), state.within(block):
        if found.when:
            accumulate(state, node, found._replace(when=tuple(more)))
        else:
            for condition in found.behind:
                value_of(state, condition)
            _accumulate(state, node, found)
    state.merge(before, state.values)
    state.branch((block,), False)
    return NOTHING


def _accumulate(state: State, node: Node, found: Accumulation) -> Value:
    target, operator, others = found.target, found.operator, found.others
    covered(state, node, (target, *others))
    values, is_skipped = (
        _skipping(state, others)
        if operator in ("&&", "||", "max", "min")
        else ([value_of(state, other) for other in others], False)
    )
    spot = spot_of(state, target)
    if spot is None:
        return _lost(state, target)
    if is_skipped:
        state.effect("opaque", f"what {text_of(node)} works out depends on what came before", node)
    kinds = (spot.kind, *(value.kind for value in values))
    called = any([operators.used(state, sign, kinds, node) for sign in _signs(node, operator)])
    if text_of(node.child_by_field_name("operator")) == "=":
        operators.assigned(state, spot.kind, node)
    is_exact = _accumulates(state, spot.kind, operator, values)
    update = (
        None
        if called or is_skipped or is_used(node) or is_bit_field(spot.place) or not is_exact
        else Update(operator, state.order, _no_number(found, spot.kind))
    )
    if update is not None and spot.kind.base in state.types.scopes.hidden and not spot.kind.layers:
        state.effect("opaque", f"which type {spot.kind.base} is depends on the place", node)
    open_kind = next((kind for kind in kinds if operators.may_be_number(state, kind)), None)
    if called and open_kind is not None:
        state.effect("opaque", state.types.classes.code_behind(open_kind), node)  # of numbers it would be a reduction
    if update is None and operator in ("max", "min") and state.types.classes.is_class(spot.kind):
        state.effect("opaque", f"whether {operator} of {spot.kind.base} may be put in another order is not known", node)
    before = read(state, spot, target, update, possible=called)
    after = state.unknown(text_of(target), spot.kind)
    text = text_of(node.child_by_field_name("operator"))
    if operator == "+" and before.number is not None and len(values) == 1 and values[0].number is not None:
        after = checked(state, before.number.plus(values[0].number, -1 if text == "-=" else 1), before, values[0])
        if text == "=" and "-" in text_of(node.child_by_field_name("right")):
            after = state.unknown(text_of(target), spot.kind)
    elif operator in ("max", "min") and not called and len(values) == 1 and not _may_turn(before, values[0]):
        after = replace(extreme_value(state, operator, before, values[0]), kind=spot.kind)
    elif operator in _EXACT and not (state.loops or called) and len(values) == 1:
        after = _worked_out(state, operator, before, values[0], (target, others[0])) or after
    elif before.pointer is not None and len(values) == 1:
        number = values[0].number
        if number is not None and text == "-=":
            number = Linear(0).plus(number, -1)
        after = Value(pointer=moved(before.pointer, number), kind=before.kind)
    # What is cut off each time is no number of the samples that are tried.
    remade = _remade(state, node, spot, target, found) if is_exact else None
    write(state, spot, after, target, update, remade=remade)
    return stored_as(state, spot, after, target)


def _worked_out(state: State, operator: str, before: Value, by: Value, parts: tuple[Node, Node]) -> Value | None:
    """What `k *= 2` makes of a number before the loops, ``None`` where that is not told."""
    first, second = (text_of(part) for part in parts)
    said = expression(f"{first} {operator} ({second})", "cpp")
    if said is None or before.number is None or by.number is None or by.number.terms:
        return None
    return arithmetic(state, operator, before, by, said)


def _no_number(found: Accumulation, kind: Type) -> str:
    """What may be no number and then hides what came before it, empty for nothing."""
    if not found.forgets or not is_floating(kind.base):
        return ""
    return " or ".join(" ".join(text_of(other).split()) for other in found.others)


def _skipping(state: State, nodes: tuple[Node, ...]) -> tuple[list[Value], bool]:
    """Values of what `&&`, `||` or a condition may skip, and whether it stores anything: then it shows what was worked out."""
    block = Block()
    before = dict(state.values)
    with state.guarded(Guard(None)), state.within(block):
        values = [value_of(state, node) for node in nodes]
    state.merge(before, state.values)
    state.branch((block,), False)
    return values, any(item.kind != "unknown call" if isinstance(item, Effect) else item.writes for item in flat(block))


def _accumulates(state: State, kind: Type, operator: str, values: list[Value]) -> bool:
    """Whether updates of this type may be put in another order: not strings, and not integers that fractions are added to."""
    if kind.is_pointer:
        return True
    if state.types.classes.is_class(kind):
        return kind.base.split("<")[0].split("::")[-1] in ("complex", *state.types.classes.template_parameters)
    if kind.base in ("bool", "_Bool"):
        # of a number that is 0 or 1, `| v` asks whether v is 0 and `& v` takes its last bit: in any order
        return operator in ("&&", "||", "&", "|") or all(value.kind.base in ("bool", "_Bool") for value in values)
    fractions = any(value.kind.base in ("float", "double", "long double") and not value.kind.layers for value in values)
    if operator in ("max", "min") and any(_narrows(kind, value) for value in values):
        return False
    return not (fractions and is_integer(kind.base))


def _narrows(kind: Type, value: Value) -> bool:
    """Whether an integer may lose its upper bits where it is stored: which one is the greatest then depends on the order."""
    if not (is_integer(kind.base) and is_integer(value.kind.base)) or (
        value.number is not None and not value.number.terms
    ):
        return False
    stored, given = byte_size(kind), byte_size(value.kind)
    return stored is not None and given is not None and given > stored


def _is_stream(kind: Type) -> bool:
    base = kind.base.split("<")[0].split("::")[-1]
    return base in library().streams


def _is_told_to_something(state: State, node: Node, kind: Type) -> bool:
    """Whether a shift whose value nobody takes goes to what is no number in sight: a macro or an object of a header that is not there, as
    in `LOG << a[i];`. Of numbers it would do nothing."""
    if node.parent is None or node.parent.type != "expression_statement":
        return False
    first = node
    while first.type == "binary_expression" and first.named_children:
        first = first.named_children[0]
    is_declared = first.type != "identifier" or state.declarations.lookup(text_of(first), first.start_byte) is not None
    return not is_declared or not is_integer(kind.base)


def _comma(state: State, node: Node) -> Value:
    values = [value_of(state, child) for child in node.named_children if child.type != "comment"]
    operators.used(state, ",", tuple(value.kind for value in values if _may_have_own(state, ",", value.kind)), node)
    if any(operators.may_be_object(state, value.kind) and value.pointer is None for value in values):
        operators.may_set(state, ",", node)
    return values[-1] if values else NOTHING


def _may_have_own(state: State, operator: str, kind: Type) -> bool:
    """Whether an operator that every value has may be a function for this one: one that the files declare, or that a class hides."""
    owner = state.types.classes.of(kind.base)
    return f"operator{operator}" in state.types.classes.operators or (owner is not None and owner.hides_code)


def _condition_clause(state: State, node: Node) -> Value:
    value = NOTHING
    for child in node.named_children:
        value = value_of(state, child)
    return value


def _lambda(state: State, node: Node) -> Value:
    state.effect("opaque", "a lambda may do anything", node)
    objects.seen_by(state, node)
    return NOTHING


def _assembly(state: State, node: Node) -> Value:
    state.effect("opaque", "assembly may do anything", node)
    return NOTHING


def _initializer_list(state: State, node: Node) -> Value:
    values = [value_of(state, child) for child in node.named_children if child.type != "comment"]
    for value in values:
        operators.converts(state, value.kind, node, perhaps=True)  # to what it is put into
        state.escape(value)
    return values[0] if len(values) == 1 and node.type == "initializer_list" and values[0].pointer is None else NOTHING


def _initializer_pair(state: State, node: Node) -> Value:
    inner = node.child_by_field_name("value")
    return value_of(state, inner) if inner is not None else NOTHING


def _compound_literal(state: State, node: Node) -> Value:
    kind_node, inside = node.child_by_field_name("type"), node.child_by_field_name("value")
    kind = (
        _type_of_descriptor(state, kind_node)
        if kind_node is not None and kind_node.type == "type_descriptor"
        else state.expanded(Type(text_of(kind_node)))
    )
    given = value_of(state, inside) if inside is not None else NOTHING
    if inside is not None:
        if state.types.classes.of(kind.base) is not None or operators.is_out_of_sight(state, kind):
            may_set(state, f"~{kind.base}", [inside], [NOTHING])
    operators.made(state, kind, node)
    if kind.is_array:
        return fresh_memory(state, kind._replace(layers=("*", *kind.layers[1:])))
    if given.number is not None and kind.is_scalar and is_integer(kind.base) and not state.types.classes.of(kind.base):
        return converted(state, given, kind)  # `std::size_t{0}`
    return Value(kind=kind)


def _user_defined_literal(state: State, node: Node) -> Value:
    """`0.5_wp` calls an operator, which is not followed."""
    purity.literal(state, node)
    return NOTHING


def _string(state: State, node: Node) -> Value:
    return fresh_memory(state, Type("char", ("*",), (None,)))


def _new(state: State, node: Node) -> Value:
    if node.child_by_field_name("placement") is not None:
        state.deny(node)
        return NOTHING
    for part in (node.child_by_field_name("declarator"), node.child_by_field_name("arguments")):
        if part is not None:
            value_of(state, part)
    kind = state.expanded(Type(text_of(node.child_by_field_name("type"))))
    operators.made(state, kind, node)
    given = node.child_by_field_name("arguments")
    objects.given(state, kind, given.named_children if given is not None else [])
    if operators.is_allocator_replaced(state, "new"):
        state.effect("opaque", "where operator new puts an object cannot be told", node)
        return Value(kind=kind._replace(layers=("*", *kind.layers), extents=(None, *kind.extents)))
    is_zeroed = given is not None and not given.named_children
    made = kind._replace(layers=("*", *kind.layers), extents=(None, *kind.extents))
    return fresh_memory(state, made, (0, 0) if is_zeroed else ())


def _array_size(state: State, node: Node) -> Value:
    operators.numbers(state, node.named_children)
    return NOTHING


def _delete(state: State, node: Node) -> Value:
    value = value_of(state, node.named_children[-1]) if node.named_children else NOTHING
    kind = value.kind.element() if value.kind.is_pointer else Type("what is deleted")
    operators.made(state, kind, node)
    if operators.is_allocator_replaced(state, "delete"):
        state.effect("unknown call", "operator delete", node)
    state.epoch += 1
    return NOTHING


def _this(state: State, node: Node) -> Value:
    binding = state.lookup("this")
    if binding is None or binding.place is None:
        return Value(
            pointer=Place(state.unknown_root("this", Type("")), (Index(Linear(0)),)), kind=Type("", ("*",), (None,))
        )
    return Value(pointer=binding.place, kind=binding.type._replace(layers=("*",), extents=(None,)))


def _nothing(state: State, node: Node) -> Value:
    return NOTHING


VALUES: dict[str, Callable[[State, Node], Value]] = {
    "identifier": _name,
    "qualified_identifier": _name,
    "field_identifier": _name,
    "null": lambda state, node: Value(Linear(0), nowhere=True),
    "true": _name,
    "false": _name,
    "number_literal": number_of,
    "char_literal": number_of,
    "parenthesized_expression": _parenthesized,
    "generic_expression": _selected,
    "subscript_expression": _subscript,
    "field_expression": _lvalue,
    "pointer_expression": _address_or_pointed,
    "cast_expression": _cast,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "conditional_expression": _conditional,
    "assignment_expression": _assignment,
    "update_expression": _update,
    "comma_expression": _comma,
    "sizeof_expression": value_of_unevaluated,
    "alignof_expression": value_of_unevaluated,
    "lambda_expression": _lambda,
    "new_expression": _new,
    "gnu_asm_expression": _assembly,
    "initializer_list": _initializer_list,
    "argument_list": _initializer_list,
    "initializer_pair": _initializer_pair,
    "compound_literal_expression": _compound_literal,
    "delete_expression": _delete,
    "new_declarator": _array_size,
    "string_literal": _string,
    "user_defined_literal": _user_defined_literal,
    "concatenated_string": _string,
    "raw_string_literal": _string,
    "offsetof_expression": value_of_unevaluated,
    "this": _this,
    "comment": _nothing,
    "type_descriptor": _nothing,
    "condition_clause": _condition_clause,
    "extension_expression": _condition_clause,
    "call_expression": lambda state, node: calls.value_of_call(state, node),
}


def _type_of_descriptor(state: State, node: Node) -> Type:
    return state.expanded(type_of_descriptor(node))
