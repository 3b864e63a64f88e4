"""What a call names: the last word of it, whatever scopes, objects and template arguments stand around it.

``Counter<a::b>::next<int>(x)`` calls `next`, ``o.template get<a::b>()`` calls `get`. The text of a name cannot be cut at the first ``<`` or the
last ``::``: both may stand in the arguments of a template.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.nodes import text_of


def last_name(function: Node | None, methods: bool = True) -> Node | None:
    """The node of the last word in what is called; ``methods``: also of `o.f`, which is left as it is without."""
    while function is not None:
        inner = function.child_by_field_name("name")
        if inner is None and methods:
            inner = function.child_by_field_name("field")
        if inner is None and function.type == "dependent_name":  # `template get<int>`
            inner = next((child for child in function.named_children if child.type != "comment"), None)
        if inner is None:
            break
        function = inner
    return function


def name_of(function: Node | None, methods: bool = False) -> str:
    """The last word of the name of a function: `next` of `Counter<a::b>::next<int>`. Any other expression is told as it is written, also
    `o.f` without ``methods``: a method of an object is another function than one of its name."""
    return text_of(last_name(function, methods)).strip()


def path_of(function: Node | None) -> tuple[str, ...]:
    """Its scopes and its last word, the first empty where it begins with `::`: (`Counter`, `next`) of `Counter<a::b>::next<int>`."""
    path: list[str] = []
    while function is not None and function.type == "qualified_identifier":
        path.append(name_of(function.child_by_field_name("scope")))
        function = function.child_by_field_name("name")
    return (*path, name_of(function))


def scope_of(function: Node | None) -> Node | None:
    """The scope that stands before the last word: `Counter<a::b>` of `u::Counter<a::b>::next<int>`."""
    scope = None
    while function is not None and function.type == "qualified_identifier":
        scope, function = function.child_by_field_name("scope"), function.child_by_field_name("name")
    return scope


def library_name(function: Node | None) -> str:
    """:func:`name_of` where what is called may be a function of the C or C++ library of that name: `sqrt` of `std::sqrt` and `::sqrt`, nothing of
    `fast::sqrt` and `o.sqrt`, which are others."""
    path = path_of(function)
    scopes = path[1:-1] if path[:1] == ("",) else path[:-1]
    return path[-1] if not scopes or scopes[0] == "std" else ""


def called_function(call: Node) -> str:
    """:func:`name_of` of what a call names."""
    return name_of(call.child_by_field_name("function"))


def called_by_name(call: Node) -> str:
    """The last word of what a call names, a function or a method."""
    return name_of(call.child_by_field_name("function"), methods=True)
