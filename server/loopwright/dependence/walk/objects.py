"""Objects that begin and end with a scope: who reads them when nothing in the text does, and which variables they keep."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.values import Value
from loopwright.dependence.walk import operators, purity
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.state import Closure, State
from loopwright.lang.callees import name_of
from loopwright.lang.captures import captures_of
from loopwright.lang.classes import Class, descendants
from loopwright.lang.declarators import attributes_of
from loopwright.lang.library import library
from loopwright.lang.numbers import fundamental
from loopwright.lang.reference_types import may_hide_reference
from loopwright.lang.types import Type
from loopwright.source.attributes import calls_at_the_end
from loopwright.source.nodes import text_of

_LISTS = frozenset(("argument_list", "initializer_list"))
_DEEPEST = 4
# Where in an expression the object stands that it is a part of.
_LEADING = {
    "subscript_expression": ("argument",),
    "field_expression": ("argument",),
    "pointer_expression": ("argument",),
    "update_expression": ("argument",),
    "assignment_expression": ("left",),
    "cast_expression": ("value",),
    "comma_expression": ("right",),
    "conditional_expression": ("consequence", "alternative"),
    "binary_expression": ("left", "right"),
    "initializer_pair": ("value",),
    "compound_literal_expression": ("value",),
}
_AROUND = frozenset(("parenthesized_expression", *_LISTS))
_REFERRING = frozenset(("ref", "cref", "tie", "forward_as_tuple"))
_GIVING = _REFERRING | frozenset(("forward", "as_const", "addressof", "move"))


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
        purity.at_the_end(state, declaration)
    if not kind.layers:
        given(state, kind, arguments if arguments is not None else _listed(value))
        if value is not None and kind.base == "auto" and state.outline.source.language != "c":
            _hand(state, value)  # nobody in sight says whether it is made of references
    if value is not None and is_view(state, kind):
        seen_by(state, value)


def _is_like_a_number(state: State, kind: Type, value: Node | None) -> bool:
    """Whether a type that nobody in sight defines is initialised as numbers are: `index_t i = 0`."""
    return state.types.classes.of(kind.base) is None and value is not None and value.type not in _LISTS


def given(state: State, kind: Type, arguments: list[Node]) -> None:
    """An object is made of ``arguments``, and may hold references to them for as long as it is there."""
    if state.types.classes.code_behind(kind) or is_view(state, kind) or _keeps_references(state, kind):
        for argument in arguments:
            _hand(state, argument, _GIVING)


def _hand(state: State, value: Node, functions: frozenset[str] | None = None) -> None:
    """Whoever is made of ``value`` may keep a reference to an object that it names. What functions give may lead to their arguments: of
    all, or of those of ``functions``."""
    waiting = [(value, False)]
    while waiting:
        node, is_followed = waiting.pop()
        inside: list[Node] = []
        if node.type == "identifier":
            variable = state.lookup(text_of(node))
            if (
                variable is not None
                and _is_of_a_sum(node)
                and fundamental(variable.type.base)
                and variable.type.is_scalar
            ):
                pass  # a number of its own
            elif is_followed and variable is not None and variable.type.is_pointer:
                state.lost(state.values.get(variable.root))  # what it leads to, and not the pointer
            else:
                _seen(state, node)
        elif node.type == "lambda_expression":
            seen_by(state, node)
        elif node.type == "call_expression":
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if arguments is not None and (functions is None or name_of(function) in functions):
                inside = arguments.named_children
            if functions is None and function is not None and function.type == "field_expression":
                inside = [*inside, *function.children_by_field_name("argument")]  # `v.rbegin()` leads to what `v` has
        elif node.type in _LEADING:
            inside = [child for field in _LEADING[node.type] for child in node.children_by_field_name(field)]
        elif node.type in _AROUND:
            inside = node.named_children
        follows = node.type == "subscript_expression" or any(child.type in ("*", "->") for child in node.children)
        waiting += [(child, is_followed or follows) for child in inside]


def _is_of_a_sum(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "binary_expression"


def led(state: State, kind: Type, value: Node, known: Value) -> None:
    """A variable gets what code out of sight made (``known`` says no more): where it is a pointer, an iterator or a view it may lead
    to anything that ``value`` names."""
    if state.outline.source.language == "c" or known.pointer is not None:
        return
    if kind.is_pointer or (not kind.layers and (kind.base in ("", "auto") or is_view(state, kind))):
        _hand(state, value)


def refers(value: Node) -> bool:
    """Whether an expression makes an object of nothing but references: `std::ref(x)`."""
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    return function is not None and name_of(function) in _REFERRING


def seen(state: State, argument: Node) -> None:
    """What is given here may be kept by reference."""
    _hand(state, argument, _GIVING)


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
        variable = state.lookup(text_of(node)) if node.type == "identifier" else None
        if variable is not None:
            state.lend(variable.place.root if variable.place is not None else variable.root)


def copied(state: State, closure: Closure) -> None:
    """A lambda that is made or copied copies the objects that it holds by value, which their constructors do."""
    held = captures_of(closure.node)
    words = {text_of(node) for node in descendants(closure.node) if node.type == "identifier"}
    for word in sorted(word for word in words if not held.by_reference(word)):
        binding = next((scope[word] for scope in reversed(closure.scopes) if word in scope), None)
        if binding is not None:
            operators.made(state, binding.type.referred(), closure.node)


def called_elsewhere(state: State, closure: Closure) -> None:
    """A lambda that a variable holds is called where that is not followed."""
    around, state.scopes = state.scopes, list(closure.scopes)
    seen_by(state, closure.node)
    state.scopes = around


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
            called_elsewhere(state, state.closures[variable.root])
        if variable.root in state.roots:
            _escape(state, variable.root)


def hands_over(state: State, value: Node) -> bool:
    """Whether a value leads to a function that changes something: one that it names, a lambda that stands there, one that a variable holds, or
    one that a function in sight returns."""
    return bool(purity.handed(state, value)) or any(_hands_over(state, node) for node in (value, *descendants(value)))


def _hands_over(state: State, node: Node) -> bool:
    if node.type == "lambda_expression":
        return purity.changes(state, node)
    if node.type != "identifier":
        return False
    binding = state.lookup(text_of(node))
    closure = state.closures.get(binding.root) if binding is not None else None
    parent = node.parent
    is_called = (
        parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node
    )
    if not is_called:
        return (closure is not None and purity.changes(state, closure.node)) or (
            binding is not None and binding.root in state.not_followed
        )
    bodies = [closure.node] if closure is not None else []
    if binding is None:
        bodies = [found.node for found in state.outline.definitions(text_of(node))]
    return any(
        inner.type == "lambda_expression" and purity.changes(state, inner)
        for body in bodies
        for inner in descendants(body)
    )


def _seen(state: State, node: Node) -> None:
    variable = state.lookup(text_of(node)) if node.type == "identifier" else None
    if variable is None:
        return
    root = variable.place.root if variable.place is not None else variable.root
    if root in state.roots:
        state.lost(state.values.get(root))
        _escape(state, root)


def _escape(state: State, root: str) -> None:
    state.roots[root] = replace(state.roots[root], escapes=True, leaves=True)


def _has_cleanup(declaration: Node) -> bool:
    if b"cleanup" not in (declaration.text or b""):  # asked for each of its names
        return False
    return any(calls_at_the_end(text_of(attribute)) for attribute in attributes_of(declaration))


def _listed(value: Node | None) -> list[Node]:
    is_list = value is not None and value.type in _LISTS
    return value.named_children if value is not None and is_list else []


def _keeps_references(state: State, kind: Type) -> bool:
    known = state.types.classes.of(kind.base) if state.outline.source.language != "c" else None
    return known is not None and _has_references(state, known, 0)


def _is_reference(state: State, kind: Type) -> bool:
    known = state.types.expanded(kind)
    return known.layers[:1] == ("&",) or (not known.layers and may_hide_reference(state.outline, known.base))


def _has_references(state: State, known: Class, depth: int) -> bool:
    if state.types.classes.is_guided(known):
        return True
    members = [member.type for member in known.members.values() if not member.static]
    inside = [state.types.classes.of(each.base) for each in (*members, *(Type(base) for base in known.bases))]
    return any(_is_reference(state, each) or is_view(state, each) for each in members) or (
        depth < _DEEPEST
        and any(each is not None and each is not known and _has_references(state, each, depth + 1) for each in inside)
    )
