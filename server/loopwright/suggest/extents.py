"""How many elements a pointer leads to, where the function itself says so: it allocated them, or took them out of a container."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.lang.passed import Call, calls_of, is_static, parameters_of
from loopwright.lang.scopes import scopes_of
from loopwright.source.nodes import definition_around, text_of, uncast
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import names_in, with_names
from loopwright.suggest.accessors import Scope, modified_in, path_to, referred, scope_at, shown_in, targets_in
from loopwright.suggest.allocation import allocated
from loopwright.suggest.members import count_of_member

_DATA = re.compile(r"(.+)(?:\.|->)data\(\)")


def extents(outline: Outline, loop: Loop, names: Iterable[str]) -> dict[str, str]:
    """Number of elements of each pointer of ``names`` that was set once, before ``loop``, to all of an allocation or container;
    of a parameter, what every call in the file passes, where no other file can call the function."""
    function = definition_around(outline.source.tree.root_node, loop.function.span) if loop.function else None
    if function is None or loop.function is None:
        return {}
    node, found = node_of(outline, loop), {}
    for name in names:
        count = _set_to(outline, function, node, name) or _passed(outline, loop.function, name)
        if count:
            found[name] = count
    return found


def _set_to(outline: Outline, function: Node, until: Node, name: str) -> str:
    """How many elements the one thing has that a function sets a pointer to before ``until``."""
    values = [value for node in descendants(function) for set_, value in [_set_by(node)] if set_ == name and value]
    if len(values) != 1 or values[0].end_byte > until.start_byte:
        return ""
    count = _count(outline, values[0], scope_at(outline, function, until))
    return count if count and not _changes(function, count, values[0].end_byte, until.end_byte) else ""


def _passed(outline: Outline, function: Function, name: str) -> str:
    """The extent of a parameter in terms of the others, if all calls agree and no other file can make one."""
    parameters = parameters_of(outline, function)
    if name not in parameters or not is_static(outline, function):
        return ""
    counts = {_in_parameters(call, parameters, name) for call in calls_of(outline, function)}
    return counts.pop() if len(counts) == 1 else ""


def _in_parameters(call: Call, parameters: list[str], name: str) -> str:
    arguments = [text_of(argument) for argument in call.arguments]
    caller = definition_around(call.file.source.tree.root_node, call.caller.span)
    if len(arguments) != len(parameters) or caller is None:
        return ""
    count = _set_to(call.file, caller, call.node, arguments[parameters.index(name)])
    known = dict(zip(arguments, parameters))
    macros = scopes_of(call.file).macros
    words = {word for word in names_in(count) if word not in macros and not word.endswith("_t")}
    return with_names(count, known) if words <= set(known) else ""


def node_of(outline: Outline, loop: Loop) -> Node:
    """The syntax node of a loop."""
    root = outline.source.tree.root_node
    return root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root


def written(outline: Outline, loop: Loop) -> set[str]:
    """Names of what ``loop`` may write to: what stands first on the left of an assignment, what a call is given."""
    node = node_of(outline, loop)
    found = {text_of(path[-1]) for path in targets_in(node)}
    for inner in descendants(node):
        if inner.type == "argument_list":
            found |= {text_of(child) for child in inner.named_children if child.type == "identifier"}
    return found | {text_of(path_to(shown)[-1]) for shown in shown_in(node)}


def _set_by(node: Node) -> tuple[str, Node | None]:
    """What a declaration or an assignment sets, and to what."""
    if node.type == "init_declarator":
        declaration = node.parent
        return (read_type(node, declaration)[0], node.child_by_field_name("value")) if declaration else ("", None)
    if node.type == "assignment_expression":
        return text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
    return "", None


def _count(outline: Outline, value: Node, scope: Scope) -> str:
    value = uncast(value)
    text = " ".join(text_of(value).split())
    if _DATA.fullmatch(text) and value.type == "call_expression":
        return text[: -len("data()")] + "size()" if _is_sized(value, scope) else ""
    if value.type == "field_expression":
        return count_of_member(outline, value, scope)
    return text_of(allocated(value))


def _is_sized(call: Node, scope: Scope) -> bool:
    """Whether `x` of `x.data()` is a container of the library, or a class that offers `size()` beside `data()` as they do."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("argument") if function is not None else None
    kind = scope.type_of(owner) if owner is not None else None
    if kind is None:
        return False
    known = scope.class_of(kind)
    return bool(referred(kind).sequence) or (known is not None and "size" in known.declared)


def _changes(function: Node, count: str, since: int, until: int) -> bool:
    """Whether something that ``count`` is worked out from may be set anew between two places."""
    words = set(names_in(count))
    return any(
        words & modified_in(node)
        for node in descendants(function)
        if since <= node.start_byte < until
        and node.type in ("assignment_expression", "update_expression", "pointer_expression")
    )
