"""Objects that begin and end with a scope: who reads them when nothing in the text does, and which variables they keep."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.walk.state import Binding, State
from loopwright.lang.classes import Class, descendants
from loopwright.lang.library import library
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of

_LISTS = frozenset(("argument_list", "initializer_list"))
_DEEPEST = 4


def begun(
    state: State, binding: Binding, declaration: Node, value: Node | None, arguments: list[Node] | None = None
) -> None:
    """A variable was declared. What its destructor, or a function of `__attribute__((cleanup(…)))`, does when the scope ends may
    read it; an object that is made of references may read what they refer to at any time."""
    kind = binding.type._replace(layers=tuple(layer for layer in binding.type.layers if layer != "[]"))
    is_cleaned = _has_cleanup(declaration)
    if is_cleaned or (state.types.classes.code_behind(kind) and not _is_like_a_number(state, kind, value)):
        _escape(state, binding.root)
    if is_cleaned:
        state.effect("code", f"what {text_of(declaration)} does at its end is not known", declaration)
    if not kind.layers:
        given(state, kind, arguments if arguments is not None else _listed(value))
    if value is not None and is_view(state, kind):
        seen_by(state, value)


def _is_like_a_number(state: State, kind: Type, value: Node | None) -> bool:
    """Whether a type that nobody in sight defines is initialised as numbers are: `index_t i = 0`."""
    return state.types.classes.of(kind.base) is None and value is not None and value.type not in _LISTS


def given(state: State, kind: Type, arguments: list[Node]) -> None:
    """An object is made of ``arguments``, and may hold references to them for as long as it is there."""
    if state.types.classes.code_behind(kind) or is_view(state, kind) or _keeps_references(state, kind):
        for argument in arguments:
            _seen(state, bare(argument))


def seen(state: State, argument: Node) -> None:
    """What is given here may be kept by reference."""
    _seen(state, bare(argument))


def is_view(state: State, kind: Type) -> bool:
    """Whether an object of this type shows memory of others, or has parts that do."""
    return state.outline.source.language != "c" and bool(library().views & _names_in(kind.base))


def _names_in(base: str) -> frozenset[str]:
    """The names of a type and of its template arguments."""
    return frozenset("".join(c if c.isalnum() or c == "_" else " " for c in base).split())


def seen_by(state: State, function: Node) -> None:
    """A lambda, or a function inside this one, can use the variables around it whenever it is called."""
    for node in (function, *descendants(function)):
        _seen(state, node)


def referred_to(state: State, value: Node) -> None:
    """A reference leads to something that ``value`` names, nobody can tell to what: `int &r = c ? t : u;`. It does not outlive an
    iteration of the loops around it, so that their variables stay what they are."""
    counting = {state.frames[loop].register for loop in state.loops}
    waiting = [value]
    while waiting:
        node = waiting.pop()
        no_place = node.child_by_field_name("condition"), node.child_by_field_name("indices")
        waiting += [child for child in node.named_children if child not in no_place]
        variable = state.lookup(text_of(node)) if node.type == "identifier" else None
        if variable is None or variable.root in counting:
            continue
        if variable.root in state.closures:
            seen_by(state, state.closures[variable.root].node)
        if variable.root in state.roots:
            _escape(state, variable.root)


def _seen(state: State, node: Node) -> None:
    variable = state.lookup(text_of(node)) if node.type == "identifier" else None
    if variable is not None and variable.place is None and variable.root in state.roots:
        _escape(state, variable.root)


def _escape(state: State, root: str) -> None:
    state.roots[root] = replace(state.roots[root], escapes=True)


def _has_cleanup(declaration: Node) -> bool:
    return any(child.type == "attribute_specifier" and "cleanup" in text_of(child) for child in declaration.children)


def _listed(value: Node | None) -> list[Node]:
    is_list = value is not None and value.type in _LISTS
    return value.named_children if value is not None and is_list else []


def _keeps_references(state: State, kind: Type) -> bool:
    known = state.types.classes.of(kind.base) if state.outline.source.language != "c" else None
    return known is not None and _has_references(state, known, 0)


def _has_references(state: State, known: Class, depth: int) -> bool:
    members = [member.type for member in known.members.values() if not member.static]
    inside = [state.types.classes.of(each.base) for each in (*members, *(Type(base) for base in known.bases))]
    return any(each.layers[:1] == ("&",) or is_view(state, each) for each in members) or (
        depth < _DEEPEST
        and any(each is not None and each is not known and _has_references(state, each, depth + 1) for each in inside)
    )
