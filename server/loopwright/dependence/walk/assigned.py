"""What a piece of code assigns: plain names, those that it only exchanges, last names of all that it may store to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.calls import changed_arguments
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.dispatch import spot_of
from loopwright.dependence.walk.expansions import expanded_call
from loopwright.dependence.walk.state import State, Stores
from loopwright.lang.callees import name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.macro_lvalues import last_names, plain_names
from loopwright.lang.macros import names_behind
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.stores import stores_in
from loopwright.source.kept import kept
from loopwright.source.listing import Listing, listing_of
from loopwright.source.nodes import bare, text_of, uncast
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

ANY_NAME = "*"  # stands for all: a macro puts names together
_DEEPEST_MACRO = 4
_ELEMENTS = frozenset(("subscript_expression", "pointer_expression"))
_NAMED = ("identifier", "call_expression")
_SETTING = frozenset(("swap", "exchange", "advance"))


def only_exchanged(state: State, node: Node, assigned: frozenset[str]) -> frozenset[str]:
    """Pointers that a loop only exchanges, as with two buffers: `tmp = a; a = b; b = tmp;`. Not if the loop also uses, by
    another name, what one of them pointed at before."""
    pointers = {name for name in assigned if (found := state.lookup(name)) is not None and found.type.is_pointer}
    if not pointers:
        return frozenset()
    texts = [text_of(node)]
    for current, target, inside in _stores_with_macros(state, node):
        if target is not None and not _is_exchange(state.declarations.macros, current):
            pointers -= plain_names(state.declarations.macros, target)
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


def _is_exchange(macros: Mapping[str, Declaration], store: Node) -> bool:
    if store.type != "assignment_expression" or text_of(store.child_by_field_name("operator")) not in ("", "="):
        return False
    sides = (store.child_by_field_name("left"), store.child_by_field_name("right"))
    names = [uncast(side) for side in sides if side is not None]
    return names[1].type == "identifier" and not any(text_of(name) in macros for name in names)


def registers_assigned(state: State, node: Node) -> set[str]:
    """Plain names that a statement assigns, steps, or gives to a call that may change them."""
    names: set[str] = set()
    for current, target, inside in _stores_with_macros(state, node):
        if target is not None:
            names |= plain_names(state.declarations.macros, target)
        if current.type == "call_expression" and inside is None:  # what a macro stores follows
            names |= _assigned_by_closure(state, current)
            if any(bare(child).type in _NAMED for child in argument_nodes(current)):
                for child in changed_arguments(state, current):
                    names |= plain_names(state.declarations.macros, child)
    return names


def _assigned_by_closure(state: State, call: Node) -> set[str]:
    """Names that a lambda assigns which a variable holds."""
    function = call.child_by_field_name("function")
    binding = state.lookup(text_of(function)) if function is not None else None
    closure = state.closures.get(binding.root) if binding is not None else None
    return registers_assigned(state, closure.node) if closure is not None and closure.node != call else set()


def _stores_with_macros(state: State, node: Node, depth: int = 0) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """:func:`stores_in`, with the statements that a call of a macro stands for, whose own stores follow."""
    if node not in state.stores:
        state.stores[node] = stores_in((state.names.listing or Listing(node)).below(node))
    for current, target in state.stores[node]:
        inside = expanded_call(state, current) if depth < _DEEPEST_MACRO else None
        yield current, target, inside
        if inside is not None:
            yield from _stores_with_macros(state, inside, depth + 1)


def pointers_set(state: State, node: Node) -> frozenset[str]:
    """Last names of what a piece of code, or a known function that it calls, sets and what may hold an address: elements of numbers do not."""
    names: set[str] = set()
    called: set[str] = set()
    for current, target, inside in _stores_with_macros(state, node):
        if current.type == "call_expression" and inside is None:
            for argument in changed_arguments(state, current):
                names |= _names_set(state.declarations, argument)
            called.add(name_of(current.child_by_field_name("function"), methods=True))
        if target is not None and (bare(target).type not in _ELEMENTS or _may_hold_address(state, target)):
            names |= _names_set(state.declarations, target)
    seen: set[str] = set()
    while called:
        name = called.pop()
        seen.add(name)
        for definition in state.outline.definitions(name):
            more, others = _members_set_by(state.outline, definition.node)
            names |= more
            called |= others - seen
    return frozenset(names)


def _may_hold_address(state: State, target: Node) -> bool:
    with state.aside():
        spot = spot_of(state, bare(target))
    return spot is None or not is_number(spot.kind.base) or bool(spot.kind.layers)


@kept
def _members_set_by(outline: Outline, code: Node) -> tuple[set[str], set[str]]:
    """(last names of what a function sets that is no element, names of what it calls)."""
    names: set[str] = set()
    called: set[str] = set()
    for current, target in stores_in(listing_of(outline, code).below(code)):
        if current.type == "call_expression":
            name = name_of(current.child_by_field_name("function"), methods=True)
            for argument in argument_nodes(current) if name in _SETTING else ():
                names |= _names_set(scopes_of(outline), argument)
            called.add(name)
        elif target is not None and bare(target).type not in _ELEMENTS:
            names |= _names_set(scopes_of(outline), target)
    return names, called


def _names_set(scopes: Scopes, target: Node) -> set[str]:
    """Names of what a store sets: of a macro those behind it."""
    names = set(last_names(scopes.macros, target))
    behind = names_behind(scopes.macros, names & scopes.macros.keys())
    return {ANY_NAME} if behind is None else names | behind


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
        macros = scopes_of(outline).macros
        assigned, called = _assigned_in(macros, stores[code]) if code in stores else _assigned_by(outline, code)
        names |= assigned
        for name in called - seen:
            seen.add(name)
            waiting += [definition.node for definition in outline.definitions(name)]
    return frozenset(names)


@kept
def _assigned_by(outline: Outline, code: Node) -> tuple[set[str], set[str]]:
    """:func:`_assigned_in` of a function: of one that many loops call it is asked for each of them."""
    return _assigned_in(scopes_of(outline).macros, stores_in(listing_of(outline, code).below(code)))


def _assigned_in(
    macros: Mapping[str, Declaration], stores: Iterable[tuple[Node, Node | None]]
) -> tuple[set[str], set[str]]:
    """(last names of what a piece of code assigns or takes the address of, names of what it calls)."""
    assigned: set[str] = set()
    called: set[str] = set()
    for current, target in stores:
        if target is not None:
            assigned.update(last_names(macros, target))
        function = current.child_by_field_name("function") if current.type == "call_expression" else None
        if function is not None:
            called.add(name_of(function))
    return assigned, called
