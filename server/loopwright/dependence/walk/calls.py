"""Calls: functions and macros of the file are walked with their arguments, library functions are looked up, what else is
called becomes an assumption."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tree_sitter import Node

from loopwright.dependence.model.values import MOST_ELEMENTS, NOTHING, SIZE, Field, Index, Place, Spot, Value
from loopwright.dependence.walk import algorithms, blocks, generators, methods, objects, operators, purity
from loopwright.dependence.walk.arithmetic import address_of, converted, extreme_value, pointer_arithmetic, wider
from loopwright.dependence.walk.callees import (
    argument_nodes,
    definition,
    inlined,
    is_seen,
    may_do_something,
    spot_of_inlined,
)
from loopwright.dependence.walk.cast_words import cast_type, is_cast
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.expansions import expanded, expanded_spot
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.own_names import is_hidden
from loopwright.dependence.walk.passing import changed, containers_in, filled, gives_references, may_set
from loopwright.dependence.walk.pointees import followed
from loopwright.dependence.walk.spots import (
    element_of,
    elements_in,
    fresh_memory,
    loops_of,
    numbered,
    pointed_spot,
    read,
    write,
)
from loopwright.dependence.walk.state import MOST_CALLS, State
from loopwright.dependence.walk.steps import moved
from loopwright.dependence.walk.unevaluated import chosen_by_type
from loopwright.dependence.walk.unknown_calls import (
    _looked_at,
    answer,
    anything,
    called,
    unknown_call,
)
from loopwright.dependence.walk.unread import covered
from loopwright.lang.callees import name_of, path_of, scope_of
from loopwright.lang.classes import Class
from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.declared_nearer import is_declared_nearer
from loopwright.lang.effects import Effect, effect_of
from loopwright.lang.library import library
from loopwright.lang.template_arguments import is_type_parameter
from loopwright.lang.types import Type, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, is_arrow, text_of
from loopwright.source.text import names_in
from loopwright.source.tokens import tokens_of

# Which of the arguments of these are carried out, if any, is not followed.
_NOT_EVALUATED = frozenset(
    ("noexcept", "typeid", "__builtin_constant_p", "__builtin_choose_expr", "__builtin_object_size", "__builtin_dynamic_object_size")
)  # fmt: skip
_NO_MACROS = ("parenthesized_expression", "generic_expression")  # `(f)(x)` is no use of a macro `f(x)`
_VIEWS = ("mdspan", "view", "matrix", "array", "tensor", "grid", "field")  # in the name of what is called like an array
_ALGORITHMS = frozenset(
    ("fill", "fill_n", "copy", "copy_n", "exchange", "swap", "make_pair", "make_tuple", *blocks.SUMS)
)
_KEEPING = frozenset(("make_pair", "make_tuple"))  # what they give holds what they are given, addresses too
# Members after which each element of a container is where it was, or nowhere.
_KEEPING_ROWS = frozenset(("push_back", "emplace_back", "pop_back", "reserve", "resize", "shrink_to_fit", "clear"))
# Of numbers that have more than one part; in C, and of other arguments, somebody else's.
_OF_COMPLEX = frozenset(("arg", "imag", "norm", "polar", "real"))
_OF_CPP = _ALGORITHMS | _OF_COMPLEX | {"clamp", "forward", "move"}
_OBJECTS = frozenset(("pointer_expression", "subscript_expression"))


def value_of_call(state: State, node: Node) -> Value:
    """The value of a call; what it reads and writes is recorded."""
    function, arguments = node.child_by_field_name("function"), argument_nodes(node)
    if function is None:
        state.deny(node)
        return NOTHING
    is_name = function.type not in _NO_MACROS
    function = bare(function)
    if function.type == "generic_expression":
        function = bare(chosen_by_type(state, function) or function)
    if function.type == "field_expression" and not any(child.type in (".*", "->*") for child in function.children):
        return _member_call(state, node, function, arguments)
    if is_cast(state, function):
        is_moving = gives_up(state, text_of(function)) and len(arguments) == 1
        values = [moved_from(state, each) if is_moving else value_of(state, each) for each in arguments]
        kind = cast_type(state, function)
        for value in values:
            operators.becomes(state, value.kind, kind.referred(), node)
        operators.made(state, kind, node)
        return converted(state, values[0], kind) if values else Value(kind=kind)
    if function.type not in ("identifier", "qualified_identifier", "template_function"):
        return _call_of_value(state, node, function, arguments)
    name = name_of(function)
    if name in _NOT_EVALUATED and may_do_something(node):
        state.deny(node)
        return NOTHING
    macro = state.macro(name) if is_name else None
    if macro is not None and macro.kind == "function":
        if name in state.declarations.unsteady:
            state.effect("macro", name, node)
            return unknown_call(state, node, name, arguments)
        return expanded(state, node, macro, arguments)  # also where an array has the same name: `#define u(i, j) u[…]`
    if _means_another(state, function, name):
        return unknown_call(state, node, name, arguments)
    binding = _variable(state, function, name)
    if binding is not None:
        return _call_of_object(state, node, function, binding, arguments)
    if macro is not None:
        if not (macro.value or "").isidentifier():
            return unknown_call(state, node, name, arguments)
        name = macro.value or ""
    path = path_of(function)
    is_std = (path[0] == "std" or path[:2] == ("", "std")) and not state.types.classes.known.keys() & path[:-1]
    if not is_std:
        found = _own_call(state, node, function, name, arguments)
        if found is not None:
            return found
        is_of_others = _is_of_others(state, function, name) and not _is_found_by_argument(state, name, arguments)
        if is_of_others or is_hidden(state, name) or gives_references(state, function):
            return unknown_call(state, node, text_of(function), arguments)
    return _library(state, node, name, arguments)


def _is_of_others(state: State, function: Node, name: str) -> bool:
    """Whether a name is not that of the library: `mylib::fill`, or `fill` where nothing brings that of `std` in."""
    path = path_of(function)
    if len(path) > 1:
        return path[0] != "" or len(path) > 2
    gives_address = name in library().addresses and not name.startswith("__")  # those of the compiler are nobody else's
    if name not in _OF_CPP and name not in library().writers and not gives_address:
        return False
    if state.outline.source.language == "c":
        return True
    files = (state.outline, *state.outline.headers)
    brought = (b"using namespace std;", f"using std::{name};".encode())
    return not any(line in b" ".join(file.source.data.split()) for file in files for line in brought)


def _is_found_by_argument(state: State, name: str, arguments: list[Node]) -> bool:
    """`norm(z)` of a `std::complex` is that of its namespace (C++17 6.4.2)."""
    if name not in _OF_COMPLEX or not arguments:
        return False
    with state.aside():
        kinds = [value_of(state, argument).kind for argument in arguments]
    return any("complex" in kind.base for kind in kinds)


def _means_another(state: State, function: Node, name: str) -> bool:
    """Whether a call means no function of the file, but what is declared nearer."""
    is_bound = state.lookup(name) not in (None, state.scopes[0].get(name))
    return (
        function.type == "identifier"
        and not is_bound
        and is_declared_nearer(state.declarations, name, function, state.here)
    )


def _variable(state: State, function: Node, name: str) -> Binding | None:
    """The variable that is called, ``None`` where a function is."""
    if function.type != "identifier":
        return None
    binding = state.lookup(name)
    if binding is None:
        declared = state.declarations.names.get(name)
        if declared is not None and declared.kind == "variable":
            binding = state.file_variable(declared, function)
    return binding


def _own_call(state: State, node: Node, function: Node, name: str, arguments: list[Node]) -> Value | None:
    """A call of what the files in sight define or declare, ``None`` for other names."""
    classes = state.types.classes
    this = state.lookup("this")
    owner = classes.of(this.type.base) if this is not None else None
    path = path_of(function)
    if len(path) > 1:
        if state.declarations.is_another_type(path[-2]):  # another class may be meant here
            return unknown_call(state, node, text_of(function), arguments)
        owner = classes.known.get(path[-2])
    if owner is not None and (name in owner.declared or (len(path) == 1 and _inherits(state, owner, name))):
        place = (
            this.place
            if this is not None and this.place is not None
            else Place(state.unknown_root(owner.name, Type(owner.name)))
        )
        scope = scope_of(function)
        kind = Type(text_of(scope)) if scope is not None or this is None else this.type
        value = methods.value_of_method(state, Spot(place, kind), owner, name, arguments, node)
        said = text_of(function) if len(path) > 1 else f"this->{name}"  # whatever else has its name
        return value if value is not None else unknown_call(state, node, said, arguments)
    made = classes.known.get(name)
    if made is not None:
        values = [value_of(state, argument) for argument in arguments]
        for value in values:
            state.escape(value)
        if "constructor" in made.special or made.disputed or made.hides_code:
            may_set(state, f"~{name}", arguments, values)
        operators.made(state, Type(name), node)
        return Value(kind=Type(name))
    declared = state.declarations.names.get(name)
    is_type = declared is not None and declared.kind == "type"
    if arguments and (is_type or (function.type == "identifier" and is_type_parameter(function))):
        values = [value_of(state, argument) for argument in arguments]
        kind = state.types.expanded(Type(name))
        operators.made(state, kind, node)
        operators.becomes(state, values[0].kind, kind, node)
        return converted(state, values[0], kind)
    found = [found for found in state.outline.definitions(name) if found.function.kind != "kernel"]
    if not any(is_seen(state, function, each, arguments) for each in found):
        return None
    callee = definition(state, function, name, arguments)
    if callee is not None and len(state.calls) < MOST_CALLS and all(frame.name != name for frame in state.calls):
        return inlined(state, node, callee, arguments)
    if callee is not None and callee.child_by_field_name("body") is not None:
        with state.aside():
            kinds = tuple(value_of(state, argument).kind for argument in arguments)
        if purity.only_works_out(state, name, kinds):
            return answer(state, node, [value_of(state, argument) for argument in arguments])
    return unknown_call(state, node, text_of(function) if gives_references(state, function) else name, arguments)


def _inherits(state: State, owner: Class, name: str) -> bool:
    """Whether a function of a base class hides behind an unqualified name; it is not followed."""
    parents = [state.types.classes.of(base) for base in owner.bases]
    return any(parent is not None and (name in parent.declared or _inherits(state, parent, name)) for parent in parents)


def _call_of_value(state: State, node: Node, function: Node, arguments: list[Node]) -> Value:
    """A call of what an expression is worth: a pointer to a function, an object, a lambda on the spot."""
    called_object = _called_object(state, function)
    if called_object is not None:
        return _call_of_class(state, node, function, *called_object, arguments)
    if function.type == "lambda_expression":
        objects.seen_by(state, function)
        state.effect("opaque", "a lambda that is called where it stands is not followed", node)
    else:
        value_of(state, function)
        if objects.hands_over(state, function):
            state.effect("opaque", f"what the lambda behind {text_of(function)} does is not followed", node)
    return unknown_call(state, node, text_of(function), arguments)


def _call_of_object(state: State, node: Node, function: Node, binding: Binding, arguments: list[Node]) -> Value:
    value = methods.value_of_closure(state, binding.root, arguments, node) if binding.place is None else None
    if value is not None:
        covered(state, function)
        return value
    owner = state.types.classes.of(binding.type.base) if not binding.type.layers else None
    spot = spot_of(state, function)
    if owner is not None and spot is not None:
        return _call_of_class(state, node, function, spot, owner, arguments)
    element = _element_of_view(state, node, binding, spot, arguments)
    if element is not None:
        return read(state, element, node)
    if spot is not None:
        read(state, spot, function)
    generators.drawn(state, binding.type, spot, function, arguments)
    held = state.closures.get(binding.root)
    if binding.root in state.not_followed or (held is not None and purity.changes(state, held.node)):
        state.effect("opaque", f"what {text_of(function)} calls is not followed", node)
    return unknown_call(state, node, text_of(function), arguments)


def _called_object(state: State, function: Node) -> tuple[Spot, Class] | None:
    """The object of a class in sight that is called by what leads to it: `(*this)(i, j)`, `grids[k](i, j)`."""
    if function.type not in _OBJECTS or may_do_something(function):
        return None
    spot = spot_of(state, function)
    owner = state.types.classes.of(spot.kind.base) if spot is not None and not spot.kind.layers else None
    return None if spot is None or owner is None else (spot, owner)


def _call_of_class(state: State, node: Node, function: Node, spot: Spot, owner: Class, arguments: list[Node]) -> Value:
    """`m(i, j)` of an object whose class is in sight."""
    target = methods.spot_of_method(state, spot, owner, "operator()", arguments, node)
    if target is not None:
        return read(state, target, node)
    value = methods.value_of_method(state, spot, owner, "operator()", arguments, node)
    if value is not None:
        return value
    asked(state, spot, function)
    return unknown_call(state, node, text_of(function), arguments)


def _element_of_view(
    state: State, node: Node, binding: Binding, spot: Spot | None, arguments: list[Node]
) -> Spot | None:
    """`m(i, j)` of a class that only headers know and that is called like an array of several dimensions."""
    if spot is None or binding.type.layers or not arguments or binding.root in state.closures:
        return None
    if not any(word in binding.type.base.lower() for word in _VIEWS):
        return None
    if not binding.type.base.startswith(("std::", "Kokkos::", "mdspan")):
        state.effect("unknown call", f"operator() of {binding.type.base}", node)
    return element_of(state, spot, arguments)


def spot_of_call(state: State, node: Node) -> Spot | None:
    """`m(i, j)`, `v.at(i)` and functions that return references, as places; ``None`` before anything was recorded."""
    function, arguments = node.child_by_field_name("function"), argument_nodes(node)
    if function is None:
        return None
    if function.type == "field_expression":
        return _spot_of_member_call(state, node, function, arguments)
    if function.type != "identifier":
        called_object = _called_object(state, bare(function))
        if called_object is None:
            return None
        return methods.spot_of_method(state, *called_object, "operator()", arguments, node)
    name = text_of(function)
    macro = state.macro(name)
    if macro is not None and macro.kind == "function":
        return expanded_spot(state, node, macro, arguments)
    if _means_another(state, function, name):
        return None
    binding = _variable(state, function, name)
    if binding is not None:
        owner = state.types.classes.of(binding.type.base) if not binding.type.layers else None
        spot = spot_of(state, function) if not binding.type.layers else None
        if owner is not None and spot is not None:
            return methods.spot_of_method(state, spot, owner, "operator()", arguments, node)
        return _element_of_view(state, node, binding, spot, arguments)
    this = state.lookup("this")
    owner = state.types.classes.of(this.type.base) if this is not None else None
    if owner is not None and name in owner.declared and this is not None and this.place is not None:
        return methods.spot_of_method(state, Spot(this.place, this.type), owner, name, arguments, node)
    callee = definition(state, function, name, arguments)
    if callee is not None and len(state.calls) < MOST_CALLS and all(frame.name != name for frame in state.calls):
        return spot_of_inlined(state, node, callee, arguments)
    return None


def _spot_of_member_call(state: State, node: Node, function: Node, arguments: list[Node]) -> Spot | None:
    owner_node, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
    if owner_node is None or field is None or owner_node.type == "call_expression":
        return None
    owner = _object_of(state, function, owner_node)
    if owner is None:
        return None
    if state.types.classes.of(owner.kind.base) is not None:
        part, known = _part_asked(state, owner, field)
        return None if known is None else methods.spot_of_method(state, part, known, name_of(field), arguments, node)
    if text_of(field) == "at" and arguments and owner.kind.sequence:
        state.effect("throws", text_of(function), node)
        return element_of(state, owner, arguments)
    if text_of(field) in ("front", "back") and owner.kind.sequence:
        place = numbered(owner, Linear(0) if text_of(field) == "front" else None)
        return Spot(place, owner.kind.element())
    return None


def _object_of(state: State, function: Node, owner_node: Node) -> Spot | None:
    """The object whose member is called."""
    if is_arrow(function):
        value = followed(state, owner_node)
        operators.used(state, "->", (value.kind,), function)
        return pointed_spot(state, value, owner_node) if value.pointer is not None else None
    return spot_of(state, owner_node)


@lru_cache(maxsize=1024)  # a macro of a macro of a macro is called thousands of times
def _stores_something(text: str) -> bool:
    return any(token.stores for token in tokens_of(text))


def changed_arguments(state: State, node: Node) -> list[Node]:
    """The arguments of a call that it may assign, where they are variables: those of `swap` and of a macro that stores something, and
    what is given to a parameter by reference that is not constant."""
    arguments = argument_nodes(node)
    function = node.child_by_field_name("function")
    name = name_of(function) if function is not None else ""
    if name in ("swap", "exchange") or (function is not None and gives_references(state, function)):
        return arguments
    macro = state.macro(name)
    if macro is not None and macro.kind == "function":
        return arguments if _stores_something(macro.value or "") else []
    binding = state.lookup(name) if function is not None and function.type == "identifier" else None
    if binding is not None:
        return _changed_by_object(state, binding, arguments)  # a variable hides the functions of its name
    callee = definition(state, function, name, arguments) if function is not None else None
    if callee is not None:
        return changed(state, parameter_nodes(callee), arguments)
    if state.outline.source.language == "c":
        return []
    found = [each for each in state.outline.definitions(name) if function and is_seen(state, function, each, arguments)]
    if any(not each.is_whole for each in found):
        return arguments
    return _changed_by_any(state, (parameter_nodes(each.node) for each in found), arguments)


def _changed_by_object(state: State, binding: Binding, arguments: list[Node]) -> list[Node]:
    """:func:`changed_arguments` for a variable that is called: a lambda, or an object of a class. What nobody sees is an assumption of
    the call."""
    closure = state.closures.get(binding.root)
    if closure is not None:
        return changed(state, parameter_nodes(closure.node), arguments)
    owner = state.types.classes.of(binding.type.referred().base)
    bodies = state.types.classes.methods(owner, "operator()") if owner is not None else []
    return _changed_by_any(state, (parameter_nodes(body) for body in bodies), arguments)


def _changed_by_any(state: State, functions: Iterable[list[Node]], arguments: list[Node]) -> list[Node]:
    places = {argument.id for parameters in functions for argument in changed(state, parameters, arguments)}
    return [argument for argument in arguments if argument.id in places]


def _library(state: State, node: Node, name: str, arguments: list[Node]) -> Value:
    effect, function = effect_of(name), node.child_by_field_name("function")
    operators.made_inside(state, text_of(function).partition("<")[2], node)
    if function is not None and algorithms.is_followed(state, function, name, arguments):
        algorithms.carried_out(state, node, name, arguments)
        return NOTHING
    if name in library().writers or (name == "move" and len(arguments) > 1):  # of a range
        state.effect("behind", name, node)
        values = [value_of(state, argument) for argument in arguments]
        state.lost(*values)
        _hand_over_at(state, arguments, values)
        may_set(state, name, arguments, values)
        return NOTHING
    if _is_given_a_comparison(name, arguments):
        state.effect("opaque", f"{name} compares by {text_of(arguments[-1])}, which is not followed", node)
        values = [value_of(state, argument) for argument in arguments]
        state.lost(*values)
        _hand_over_at(state, arguments, values)
        return NOTHING
    if name in ("min", "max", "fmin", "fmax", "MIN", "MAX", "imin", "imax") and len(arguments) == 2:
        values = [value_of(state, argument) for argument in arguments]
        operators.used(state, "<", tuple(value.kind for value in values), node)
        if values[0].number is not None and values[1].number is not None:
            return extreme_value(state, name.lower().lstrip("fi")[-3:], *values)
        return Value(kind=values[0].kind)
    if name == "exchange" and len(arguments) == 2 and (spot := spot_of(state, arguments[0])) is not None:
        before = read(state, spot, arguments[0])
        operators.assigned(state, spot.kind, node)
        if state.may_be_emptied(spot.place, spot.kind):
            state.hand_over(spot.place.root)
        write(state, spot, value_of(state, arguments[1]), arguments[0])
        return before
    if name == "swap" and len(arguments) == 2:
        for argument in arguments:
            spot = spot_of(state, argument)
            if spot is None:
                value_of(state, argument)
                state.effect("opaque", f"what swap exchanges with {text_of(argument)} cannot be told", node)
                continue
            operators.assigned(state, spot.kind, node)
            state.escape(read(state, spot, argument))
            write(state, spot, NOTHING, argument)
            if state.may_be_emptied(spot.place, spot.kind):
                state.hand_over(spot.place.root)
        return NOTHING
    if name in ("make_unique", "make_shared"):
        objects.given(state, Type(_template_argument(node)), arguments)
    given = text_of(function).partition("<")[2]
    is_moving = name == "move" or (name == "forward" and "&" not in given and gives_up(state, f"{given}&&"))
    if is_moving and len(arguments) == 1 and state.outline.source.language != "c":
        return moved_from(state, arguments[0])
    if effect.is_block or name in ("fill", "fill_n", "copy", "copy_n") or name in blocks.SUMS:
        return blocks.of_call(state, node, name, arguments)
    which = library().addresses.get(name)
    if which == "place" and len(arguments) == 1 and (spot := spot_of(state, arguments[0])) is not None:
        return address_of(state, spot, node)
    values = [value_of(state, argument) for argument in arguments]
    if name in library().setters:
        may_set(state, name, arguments, values)
    if name == "distance" and len(values) == 2:
        state.measure(*values)
    for value in values:
        operators.converts(state, value.kind, node, perhaps=True)
    if which is not None and values and values[0].pointer is not None and values[0].kind.is_pointer:
        return _led_through(which, values)
    if effect.order == "jump":
        state.effect("jump", name, node)
        return NOTHING
    if effect.releases and not effect.order and len(values) == 1 and _is_of_this_iteration(state, values[0]):
        state.epoch += 1
        return NOTHING
    if effect.order or effect.releases:
        state.effect(effect.order or "state", name, node)
        _hand_over_at(state, arguments, values)
        return NOTHING
    if effect.allocates:
        return fresh_memory(state, Type("", ("*",), (None,)), (0, 0) if effect.gives == "zeroed" else ())
    for position, (argument, value) in enumerate(zip(arguments, values)):
        if effect.steps is not None and position == effect.steps.argument:
            generators.stepped(state, value, effect.steps, argument)
        elif position in effect.sets:
            spot = pointed_spot(state, value, argument)
            write(state, spot, NOTHING, argument)
        elif value.pointer is not None and effect.pure:
            spot = pointed_spot(state, value, argument)
            state.record(
                spot.place._replace(steps=(*spot.place.steps[:-1], anything(spot.place.steps))),
                False,
                argument,
                spot.kind.base,
                raw=True,  # `memcmp` reads bytes
            )
    if not effect.pure and not effect.sets and effect.steps is None:
        return called(state, node, name, arguments, values)
    if name in _KEEPING:
        for value in values:
            state.escape(value)
        return Value(kind=Type(""))
    return Value(kind=_number_of(effect, name, values))


def _number_of(effect: Effect, name: str, values: list[Value]) -> Type:
    """The type of the number that a function of the library gives."""
    if name != "abs":
        return Type(effect.integer or "double")
    kinds = [value.kind for value in values]
    is_whole = len(kinds) == 1 and not kinds[0].layers and is_integer(kinds[0].base)
    return wider(kinds[0], Type("int")) if is_whole else Type("double")


def _hand_over_at(state: State, arguments: list[Node], values: list[Value]) -> None:
    """What addresses lead to may be set by others: of containers each may have another's elements then, as after `std::iter_swap(&p, &q)`,
    `std::rotate(rows.begin(), ...)` and `std::ranges::reverse(rows)`."""
    for argument, value in zip(arguments, values):
        if value.pointer is not None:
            if state.may_be_emptied(value.pointer, value.kind.element()):
                state.hand_over(value.pointer.root)
        elif value.number is None or value.number.terms:
            for root in containers_in(state, argument, whole=True):
                if state.roots[root].type.element().owns_elements:
                    state.hand_over(root)


def _led_through(which: str, values: list[Value]) -> Value:
    """An address that a function of the library gives of the one that it is given."""
    if which not in ("on", "back"):
        return values[0]
    count = values[1] if len(values) > 1 else Value(Linear(1))
    return pointer_arithmetic("+" if which == "on" else "-", values[0], count)


def _is_given_a_comparison(name: str, arguments: list[Node]) -> bool:
    """`std::max(a, b, less)`, `std::max({a, b}, less)`, `std::clamp(a, low, high, less)` (C++17 28.7.8)."""
    numbers = {"min": 2, "max": 2, "clamp": 3}.get(name, len(arguments))
    is_list = bool(arguments) and arguments[0].type == "initializer_list"
    return len(arguments) > (1 if is_list and name != "clamp" else numbers) and name in ("min", "max", "clamp")


def _is_of_this_iteration(state: State, value: Value) -> bool:
    """Whether a pointer leads to the beginning of memory that was allocated in the same iteration of all loops around."""
    place = value.pointer
    if place is None or place.steps != (Index(Linear(0)),):
        return False
    owner = state.roots[place.root]
    return owner.kind == "heap" and owner.loops == state.loops != ()


def _template_argument(node: Node) -> str:
    """What stands in the first angle brackets of a called name."""
    return text_of(node.child_by_field_name("function")).partition("<")[2].rpartition(">")[0].strip()


def gives_up(state: State, type: str) -> bool:
    """Whether a cast to a type says that the object may be emptied: `(std::string &&)x`, `std::forward<std::string>(x)`."""
    names = names_in(type)
    return "&&" in type and "decltype" not in names and state.types.classes.template_parameters.isdisjoint(names)


def moved_from(state: State, argument: Node) -> Value:
    """`std::move(x)`: whoever takes ``x`` may empty it."""
    spot = spot_of(state, argument)
    if spot is None:
        return value_of(state, argument)
    value = read(state, spot, argument)
    if state.types.classes.is_class(spot.kind) or state.may_be_emptied(spot.place, spot.kind):
        write(state, spot, NOTHING, argument)
        state.hand_over(spot.place.root)
    return value


def _part_asked(state: State, owner: Spot, field: Node) -> tuple[Spot, Class | None]:
    """The object whose method is called, with its class; of `o.Base::f()` the part that it has of that class, which is ``None`` where it is not in
    sight under that name."""
    classes, path = state.types.classes, path_of(field)
    own = classes.of(owner.kind.base)
    scope = scope_of(field)
    if scope is None or own is None or path[-2] in own.names:
        return owner, own
    named = None if state.declarations.is_another_type(path[-2]) else classes.known.get(path[-2])
    return Spot(owner.place, Type(text_of(scope))), named


def _member_call(state: State, node: Node, function: Node, arguments: list[Node]) -> Value:
    owner_node, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
    if owner_node is None or field is None:
        state.deny(node)
        return NOTHING
    name = name_of(field)
    spot = _spot_of_member_call(state, node, function, arguments)
    if spot is not None:
        return read(state, spot, node)
    owner = _object_of(state, function, owner_node)
    if owner is None and owner_node.type in ("call_expression", "parenthesized_expression", "subscript_expression"):
        value_of(state, owner_node)
    if owner is not None and state.types.classes.of(owner.kind.base) is not None:
        part, known = _part_asked(state, owner, field)
        value = None if known is None else methods.value_of_method(state, part, known, name, arguments, node)
        if value is None:
            asked(state, owner, owner_node)
        return value if value is not None else unknown_call(state, node, text_of(function), arguments, owner)
    values = [value_of(state, argument) for argument in arguments]
    plain = owner.kind.base.split("<")[0].split("::")[-1] if owner is not None else ""
    is_library = owner is not None and (plain in library().values or plain == "" or owner.kind.base.startswith("std::"))
    containers = library().containers
    is_asked = (
        plain in containers.keyed and name not in containers.counts - {"count"} | containers.first | containers.ends
    )
    if owner is not None and is_asked and (why := state.types.classes.called_by(owner.kind.base)):
        state.effect("opaque", why, node)
    is_stream = plain in library().streams  # whose every character is another one
    looks = name in library().look and not is_stream and not (arguments and name in library().sets)
    if looks and is_library and owner is not None and not owner.kind.layers:
        return _looked(state, node, name, owner)
    for argument, value in zip(arguments, values):
        state.escape(value)
        objects.seen(state, argument)
    may_set(state, f".{name}", arguments, values)
    if is_stream:
        state.effect("output", text_of(function), node)
        return NOTHING
    if name in library().change:
        state.effect("opaque", f"{text_of(function)} changes what other iterations use", node)
        _hand_over_of(state, owner, name, arguments)
        return NOTHING
    filled(state, name, arguments, values)
    _looked_at(state, arguments, values)
    if owner is not None:
        asked(state, owner, owner_node)
    state.effect("unknown call", text_of(function), node)
    return answer(state, node, values)


def _hand_over_of(state: State, owner: Spot | None, name: str, arguments: list[Node]) -> None:
    """A container is changed: by `a.swap(b)`, `p.release()`, or so that rows are at other places, as by `rows.erase(rows.begin())`."""
    if name in _KEEPING_ROWS:
        return
    if owner is None:
        state.hand_over("")
        return
    if name == "swap":
        spots = (spot_of(state, argument) for argument in arguments)
        for spot in (owner, *(spot for spot in spots if spot is not None)):
            state.hand_over(spot.place.root)
        return
    kind = state.kind_at(owner.place, owner.kind)
    if kind.element().owns_elements or (not kind.sequence and state.may_be_emptied(owner.place, owner.kind)):
        state.hand_over(owner.place.root)


def asked(state: State, owner: Spot, node: Node) -> None:
    """A method that is not followed reads the object that it is called of."""
    root = state.roots[owner.place.root]
    if root.kind == "local" and not root.pointed:
        state.record(owner.place, False, node, owner.kind.base, possible=True)


def _looked(state: State, node: Node, name: str, owner: Spot) -> Value:
    """`v.size()`, `v.data()`, `v.begin()` of a container of the library."""
    if owner.kind.base in ("", "auto"):
        state.effect("unknown call", text_of(node.child_by_field_name("function")), node)
    if name in library().containers.first:
        kind = owner.kind.element()
        pointed = kind._replace(layers=("*", *kind.layers), extents=(None, *kind.extents))
        state.record(_size_of(owner), False, node, owner.kind.base)
        return Value(pointer=numbered(owner, Linear(0)), kind=pointed)
    state.record(_size_of(owner), False, node, owner.kind.base)
    if name in ("end", "cend") and owner.kind.sequence:
        place, kind = numbered(owner, Linear(0)), owner.kind.element()
        return Value(pointer=moved(place, _size(state, owner, node)), kind=kind.pointed_at())
    if name in library().containers.one:  # of a string
        place = numbered(owner, Linear(0) if name == "front" else None)
        state.record(place, False, node, owner.kind.element().base)
    text = "".join(text_of(node).split())
    if name == "size":
        return Value(_size(state, owner, node), kind=Type("size_t"))
    if name in ("length", "extent", "rows", "cols", "max_size"):
        return Value(_told(state, owner, name, text), kind=Type("size_t"))
    return state.unknown(text, Type("double" if name in ("real", "imag") else ""))


def _size(state: State, owner: Spot, node: Node) -> Linear:
    """How many elements a container has now, which `size()` and `end()` tell alike."""
    count = elements_in(state, owner.kind)
    if count is not None:
        return count
    text = "".join(text_of(node).split())
    head = text[: text.rindex(".") + 1] if "." in text else text[: text.rindex(">") + 1] if "->" in text else ""
    return _told(state, owner, "size", f"{head}size()")


def _told(state: State, owner: Spot, name: str, text: str) -> Linear:
    """What a container tells of itself: one number as long as nothing is stored there, another for each element of a container."""
    place, memory = _size_of(owner), state.roots[owner.place.root].view_of or owner.place.root
    version = state.steady.version(memory, place)
    if version is None or any(isinstance(step, Index) and step.value is None for step in place.steps):
        return state.symbol("opaque", text, bounds=(0, MOST_ELEMENTS))
    told = f"{owner.place} {name} {state.epoch} {version}"
    varying = {*loops_of(state, place), *state.roots[owner.place.root].loops}
    state.steady.read(memory, place, tuple(loop for loop in state.loops if loop not in varying))
    if varying.isdisjoint(state.loops):
        number = state.parameter(text, (0, MOST_ELEMENTS), told)
    else:
        key = (Place(told), "told")
        if key not in state.loads:
            loops = tuple(loop for loop in state.loops if loop in varying)
            new = state.symbol("opaque", text, bounds=(0, MOST_ELEMENTS), loops=loops)
            state.loads[key] = new.terms[0][0][0]
        number = Linear(0, (((state.loads[key],), 1),))
    state.reads(*number.names)  # as whoever asks has recorded
    return number


def _size_of(owner: Spot) -> Place:
    """What a container knows of itself: apart from its elements, gone when it is assigned as a whole."""
    return Place(owner.place.root, (*owner.place.steps, Field(SIZE)))
