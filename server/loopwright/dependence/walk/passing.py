"""What a call hands to a function that is walked: arguments for parameters, and the frame in which its body is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.values import Place, Spot, Value
from loopwright.dependence.walk import objects, operators
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.kept_addresses import may_be_set
from loopwright.dependence.walk.names import Binding, CallFrame, Scope
from loopwright.dependence.walk.own_names import is_hidden
from loopwright.dependence.walk.spots import is_converted, of_type, read
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import names_of
from loopwright.lang.addressed import addressed_in
from loopwright.lang.classes import Class
from loopwright.lang.declarators import (
    PARAMETERS,
    Declarator,
    parameter_nodes,
    read_declarator,
    read_type,
    type_of_declarator,
)
from loopwright.lang.effects import effect_of
from loopwright.lang.library import library
from loopwright.lang.numbers import fundamental
from loopwright.lang.read_names import ReadNames
from loopwright.lang.reference_types import may_hide_reference, reference_names
from loopwright.lang.types import Type
from loopwright.source.listing import listing_of
from loopwright.source.nodes import bare, subtree, text_of
from loopwright.source.text import Span, names_in

_PARTS = ("subscript_expression", "field_expression")  # of an object, which a reference may be to
# Functions of the library that are found by their arguments, without `std::`.
EXCHANGING = frozenset(("swap", "iter_swap", "swap_ranges", "rotate", "reverse", "exchange"))


def opened(name: str) -> CallFrame:
    """The frame of a call that begins."""
    return CallFrame(name, [])


def passed(state: State, parameters: list[Node], arguments: list[Node], owner: str = "") -> list[Value | Spot | None]:
    """What a call gives to each parameter: a place where a reference is wanted. ``owner`` is the class of a method, as the object's type names
    it."""
    found: list[Value | Spot | None] = []
    for parameter, argument in zip(parameters, arguments):
        declarator = parameter.child_by_field_name("declarator")
        said = read_declarator(declarator) if declarator is not None else Declarator("", None)
        kind = state.expanded(type_of_declarator(said, parameter)) if parameter.type in PARAMETERS else None
        kind = state.types.given(owner, kind) if kind is not None else None
        if kind is not None and kind.layers[:1] == ("&",) and argument.type == "initializer_list":
            operators.made(state, kind.referred(), argument)  # `g({})`: the reference is bound to an object of its own
        if _is_misread(state, parameter) or (kind is not None and may_refer(state, kind)):
            found.append(_perhaps_by_reference(state, parameter, argument, kind))
            continue
        is_reference = is_by_reference(state, parameter)
        spot = spot_of(state, argument) if is_reference else None
        if spot is not None:
            _hands_on(state, bare(argument))
        elif kind is not None and is_reference and changes_any(state, [parameter]):
            value_of(state, argument)  # `c ? x : y`: what is changed is one of them
            state.effect("opaque", f"where {text_of(argument)} is stored cannot be told", argument)
            found.append(Spot(Place(state.unknown_root(text_of(argument), kind.referred())), kind.referred()))
            continue
        found.append(_given(state, argument, kind, spot) if kind is not None else spot or value_of(state, argument))
    return found


def may_refer(state: State, kind: Type) -> bool:
    """Whether a type, aliases put in, may be a reference that nothing beside its name shows."""
    if kind.layers or not may_hide_reference(state.outline, kind.base):
        return False
    named = state.lookup(kind.base.removeprefix("decltype(").removesuffix(")"))  # of a variable: what that is
    return named is None or named.place is not None or named.type.layers[:1] == ("&",)


def gives_references(state: State, function: Node) -> bool:
    """Whether a call names arguments of a template that may be references: `add<int &>(k)`."""
    text = text_of(function).partition("<")[2]
    return bool(text) and ("&" in text or may_hide_reference(state.outline, text))


def _is_misread(state: State, parameter: Node) -> bool:
    """Whether the parser dropped something of the parameters, or a macro may hold the sign of a reference."""
    if state.outline.source.language == "c":
        return False
    is_broken = parameter.parent is not None and parameter.parent.has_error
    hiding = reference_names(state.outline) & state.declarations.macros.keys()
    return is_broken or not hiding.isdisjoint(names_in(text_of(parameter)))


def _perhaps_by_reference(state: State, parameter: Node, argument: Node, kind: Type | None) -> Value:
    """What a parameter begins with that may be a reference: the argument may be changed, and kept."""
    value = value_of(state, argument)
    state.effect("opaque", f"whether {text_of(parameter)} is a reference is not followed", argument)
    state.escape(value)
    _forget(state, argument)
    objects.referred_to(state, argument)
    return state.unknown(text_of(argument), kind or Type())


def _hands_on(state: State, argument: Node) -> None:
    """A reference from before a loop is given to a function: what that does to the variable goes past the variable's own name."""
    name = text_of(argument)
    binding = state.lookup(name) if argument.type == "identifier" else None
    place = binding.place if binding is not None else None
    call = argument.parent
    while call is not None and call.type in ("parenthesized_expression", "argument_list"):
        call = call.parent
    is_bound = place is not None and any(state.bound.get(loop, {}).get(name) == place for loop in state.loops)
    if place is None or not is_bound or call is None or (state.roots[place.root].pointed and place.root == f"*{name}"):
        return
    here = state.here or call
    state.named_by_callees.add((place.root, Span(here.start_byte, here.end_byte)))


def _given(state: State, argument: Node, kind: Type, spot: Spot | None) -> Value | Spot:
    """What a parameter of type ``kind`` begins with; ``spot`` is the place where a reference is wanted."""
    if spot is None:
        value = value_of(state, argument)
        if not operators.becomes(state, value.kind, kind.referred(), argument):
            operators.made(state, kind, argument)
        return value
    kind = kind.referred()
    if operators.becomes(state, spot.kind, kind, argument):
        return Spot(Place(state.unknown_root(text_of(argument), kind)), kind)
    if is_converted(kind, spot.kind):
        return of_type(state, read(state, spot, argument), kind)
    return spot


def kept_by_result(state: State, kind: Type, parameters: list[Node], arguments: list[Node]) -> None:
    """A function gives an object of a class, which may hold references to what it was given by reference."""
    objects.given(state, kind, [a for p, a in zip(parameters, arguments) if is_by_reference(state, p)])


def kept_by_constructor(state: State, known: Class, arguments: list[Node]) -> list[Node]:
    """The arguments of which an object may keep a reference: not those that each constructor in sight takes as a number, by its value."""
    lists = [parameter_nodes(maker) for maker in state.types.classes.methods(known, known.name)]
    kinds = [[_taken_as(parameter) for parameter in parameters] for parameters in lists]
    if known.bases or any("object" in each for each in kinds):  # of a list, or a pack, which takes any number of them
        return arguments
    taken = [{each[position] for each in kinds if position < len(each)} for position in range(len(arguments))]
    return [
        argument
        for argument, ways in zip(arguments, taken)
        if ways != {"number"} or not all(_is_of_numbers(state, name) for name in subtree(argument))
    ]


def _is_of_numbers(state: State, node: Node) -> bool:
    """Whether a name is that of numbers, and not of an object, whose own conversion is told where it is."""
    binding = state.lookup(text_of(node)) if node.type == "identifier" else None
    return binding is None or bool(fundamental(binding.type.base))


def _taken_as(parameter: Node) -> str:
    """How a parameter is declared: a number of the language by its value, the address of something, or an object."""
    declarator = parameter.child_by_field_name("declarator")
    if parameter.type == "variadic_parameter_declaration" or declarator is None:
        return "object"
    type = type_of_declarator(read_declarator(declarator), parameter)
    return "address" if type.layers else "number" if fundamental(type.base) else "object"


def given_back(state: State, frame: CallFrame, kind: Type, node: Node) -> None:
    """What a function that ``node`` calls returns becomes an object of the type that it is declared to give."""
    for value in frame.returned:
        operators.becomes(state, value.kind, kind, node)


def is_by_reference(state: State, parameter: Node) -> bool:
    """Whether a parameter is a reference, also by the name of its type."""
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return False
    type = type_of_declarator(read_declarator(declarator), parameter)
    return (type if type.layers else state.expanded(type)).layers[:1] == ("&",)


def changes_any(state: State, parameters: list[Node]) -> bool:
    """Whether a function of these parameters may change a variable that it is given."""
    return any(
        parameter.type == "variadic_parameter_declaration" or _may_change(state, parameter) for parameter in parameters
    )


def _may_change(state: State, parameter: Node) -> bool:
    declarator = parameter.child_by_field_name("declarator")
    written = read_type(declarator, parameter)[1] if declarator is not None else Type()
    if written.layers:  # beside the name of a reference `const` says nothing of what it leads to
        return written.layers[:1] == ("&",) and "const" not in map(text_of, parameter.children)
    return is_by_reference(state, parameter) or may_refer(state, state.expanded(written))


def changed(state: State, parameters: list[Node], arguments: list[Node]) -> list[Node]:
    """Which of its arguments a function of these parameters may change, where they are variables."""
    if len(arguments) > len(parameters) or any(each.type == "variadic_parameter_declaration" for each in parameters):
        return arguments if changes_any(state, parameters) else []
    return [argument for parameter, argument in zip(parameters, arguments) if changes_any(state, [parameter])]


@contextmanager
def walking(
    state: State, name: str, node: Node, callee: Node, caller: list[Scope] | None = None
) -> Iterator[CallFrame]:
    """While the body of a function that ``node`` calls is walked. It sees the names of the file alone, or has its scopes already: then those
    of the ``caller`` are given."""
    here, scopes, addressed, guards = state.here, state.scopes, state.addressed, state.guards
    outside, names, in_macro = state.outside, state.names, state.in_macro
    known = frozenset(state.values)
    state.names = ReadNames(listing=listing_of(state.outline, callee))
    state.here, state.addressed = here or node, addressed_in(state.outline, callee)
    state.in_macro = None
    state.callers.append(scopes if caller is None else caller)
    if caller is None:
        state.scopes = [scopes[0], Scope()]
    state.outside = len(state.scopes) - 1
    frame = opened(name)
    state.calls.append(frame)
    try:
        with names_of(state, callee):
            yield frame
    finally:
        state.calls.pop()
        state.here, state.addressed, state.guards, state.outside = here, addressed, guards, outside
        state.names, state.in_macro = names, in_macro
        state.callers.pop()
        if caller is None:
            state.scopes = scopes
        # Its own variables are gone; every branch that follows would carry them along.
        state.values = {root: value for root, value in state.values.items() if root in known}


def filled(state: State, name: str, arguments: list[Node], values: list[Value]) -> None:
    """The accesses of what a call of ``name`` may write, but for what its declaration takes as constant."""
    parameters = _declared_parameters(state, name)
    for position, (argument, value) in enumerate(zip(arguments, values)):
        parameter = parameters[position] if position < len(parameters) else None
        if parameter is not None and "const" in map(text_of, parameter.children):
            continue
        place = value.pointer
        if parameter is not None and is_by_reference(state, parameter) and argument.type in _PARTS:
            with state.aside():
                part = spot_of(state, argument)
            if part is not None:
                state.record(part.place, True, argument, part.kind.base if not part.kind.layers else "*", possible=True)
            continue
        if parameter is not None and is_by_reference(state, parameter) and argument.type == "identifier":
            binding = state.lookup(text_of(argument))
            place = (binding.place or Place(binding.root)) if binding is not None else None
        if place is None or place.steps or state.roots[place.root].kind == "unknown":
            continue
        element = state.roots[place.root].type
        for writes in (False, True):
            state.record(place, writes, argument, "*" if element.is_pointer else element.base, possible=True)


def may_set(state: State, name: str, arguments: list[Node], values: list[Value]) -> None:
    """A call of ``name`` may give the variables among its arguments other values where it takes references: unless every declaration in
    sight takes values, or it is known to the library. In a loop it is assumed of a variable that holds more than a number that this is not so,
    to the next loop."""
    if takes_values(state, name):
        return
    for argument, value in zip(arguments, values):
        _outdated(state, argument)
        is_filled = value.nowhere or (value.pointer is None and (value.number is None or not value.number.terms))
        if is_filled or not state.loops:
            _forget(state, argument)
        else:
            state.doubted |= {text_of(named) for named in _settable(state, argument)}


def _outdated(state: State, argument: Node) -> None:
    """A pointer in memory that a reference may be bound to by an argument may lead elsewhere."""
    if argument.type not in ("field_expression", "subscript_expression", "pointer_expression"):
        return
    with state.aside():
        spot = spot_of(state, argument)
    if spot is not None:
        state.outdate(lambda cell: may_be_set(state.roots, cell, spot.place, "*"))


def _forget(state: State, argument: Node) -> None:
    """A variable that a reference may be bound to by an argument may hold anything."""
    for named in _settable(state, argument):
        state.forget(frozenset((text_of(named),)))


def _settable(state: State, argument: Node) -> Iterator[Node]:
    """The variables that an argument may give to a reference, but for those that count the loops around."""
    for named in _variables_of(argument):
        binding = state.lookup(text_of(named))
        is_constant = binding is not None and binding.type.const and not binding.type.layers
        is_counting = binding is not None and any(state.frames[loop].register == binding.root for loop in state.loops)
        if binding is not None and not is_constant and not is_counting:
            yield named


def handed(state: State, name: str, argument: Node) -> None:
    """A function that gets a reference to a container may keep the address of its elements."""
    binding = state.lookup(text_of(argument)) if argument.type == "identifier" else None
    if binding is not None and state.roots[binding.root].type.sequence and not takes_values(state, name):
        state.roots[binding.root] = replace(state.roots[binding.root], escapes=True)
    if not takes_values(state, name) or name.rpartition("::")[2] in EXCHANGING:
        for root in containers_in(state, argument):
            state.lend(root)


def containers_in(state: State, argument: Node, whole: bool = False) -> Iterator[str]:
    """The variables that an argument may give to a reference: `p`, `rows[0]`, `std::ref(p)`, but not `p.data()`, if it does not tell of what is
    in ``whole`` containers: `rows.rbegin()`."""
    waiting = [argument]
    while waiting:
        node = waiting.pop()
        if node.type == "identifier":
            binding = state.lookup(text_of(node))
            if binding is not None:
                yield binding.place.root if binding.place is not None else binding.root
        elif node.type == "call_expression" and not whole:
            waiting += node.children_by_field_name("arguments")
        elif node.type == "subscript_expression":
            with state.aside():
                spot = spot_of(state, node)
            if spot is None or state.may_be_emptied(spot.place, spot.kind):
                waiting += node.children_by_field_name("argument")
        else:
            waiting += node.named_children


def takes_values(state: State, name: str) -> bool:
    if state.outline.source.language == "c":
        return True
    plain, _, given = name.partition("<")
    if given and (not given.endswith(">") or "&" in given or may_hide_reference(state.outline, given)):
        return False
    if any(operators.is_out_of_sight(state, Type(each)) for each in names_in(given)):
        return False
    scope, _, last = plain.strip().rpartition("::")
    if not last.isidentifier() or is_hidden(state, last) or last in state.declarations.macros:
        return False
    declared = state.declarations.functions_named(last)
    if not declared:
        return scope in ("", "std", "::std") and effect_of(last).known and last not in library().setters
    if scope and not any(each.owner[-1:] == (scope.rpartition("::")[2],) for each in declared):
        return False  # another one of the name
    return all(each.signature and not _takes_reference(state, each.signature) for each in declared)


def _takes_reference(state: State, signature: str) -> bool:
    """Whether one of the types that a function takes is a reference, or may be."""
    if "&" in signature or may_hide_reference(state.outline, signature):
        return True
    kinds = [state.expanded(Type(base)) for base in signature.split(", ")]
    return any(kind.layers[:1] == ("&",) or operators.is_out_of_sight(state, kind) for kind in kinds)


def _variables_of(argument: Node) -> Iterator[Node]:
    """The variables that a reference may be bound to by an argument."""
    waiting = [argument]
    while waiting:
        node = bare(waiting.pop())
        if node.type == "identifier":
            yield node
        elif node.type == "conditional_expression":
            arms = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
            waiting += [arm for arm in arms if arm is not None]
        elif node.type == "comma_expression" and node.named_children:
            waiting.append(node.named_children[-1])
        elif node.type == "assignment_expression" and (left := node.child_by_field_name("left")) is not None:
            waiting.append(left)
        elif node.type == "initializer_list":
            waiting += node.named_children


def _declared_parameters(state: State, name: str) -> list[Node]:
    """The parameters of a function as it is declared, none where it is not or where several are."""
    declared = state.declarations.names.get(name.rpartition("::")[2])
    if declared is None or declared.kind != "function" or state.lookup(name) is not None:  # a variable hides functions
        return []
    outline = declared.header or state.outline
    declarations = ("declaration", "field_declaration", "function_definition")
    node: Node | None = outline.source.tree.root_node.descendant_for_byte_range(declared.span.start, declared.span.end)
    while node is not None and node.type not in declarations:
        node = node.parent
    return parameter_nodes(node) if node is not None else []


def told_of(state: State, name: str, binding: Binding) -> None:
    """A function that is called names a variable that its caller cannot give it: one of the file, one that a lambda captured, or one that
    it keeps."""
    if state.here is None or not state.outside or binding.place is not None:
        return
    if binding.type.static or not any(name in scope for scope in state.scopes[state.outside :]):
        state.named_by_callees.add((binding.root, Span(state.here.start_byte, state.here.end_byte)))
