"""Whether what a call names can be a function of a namespace: it is looked for in the namespaces around the call, in what `using` brings and in
those of its arguments (C++17 6.4). Where that cannot be told it can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from loopwright.lang.callees import path_of
from loopwright.lang.lookup import namespace_of
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type
from loopwright.source.kept import kept
from loopwright.source.nodes import text_of
from loopwright.source.outline import Definition, Outline
from loopwright.source.text import names_in

_CLASSES = frozenset(("class_specifier", "struct_specifier", "union_specifier"))


def may_be_meant(
    scopes: Scopes, function: Node, definition: Definition, types_given: Callable[[], Sequence[Type]]
) -> bool:
    """Whether a call of ``function`` with arguments of ``types_given`` may mean a definition."""
    home = _home(definition)
    path = path_of(function)
    if home is None or not _is_in_a_file(scopes, function):
        return True
    if len(path) > 1:
        is_named = _is_named(scopes, path[:-1], home)
    else:
        is_named = home == namespace_of(function)[: len(home)]
    brought = _brought(scopes.outline)
    if is_named or any((name, space) in brought for name in (path[-1], "") for space in (*home, "")):
        return True
    return _is_made(scopes) or (len(path) == 1 and not all(map(_has_no_namespace, types_given())))


def _has_no_namespace(type: Type) -> bool:
    """Whether a type is made of numbers alone; of a function those that it takes count, too."""
    return bool(fundamental(type.base)) and "()" not in type.layers


def _is_named(scopes: Scopes, before: tuple[str, ...], home: tuple[str, ...]) -> bool:
    """Whether what stands before the last `::` of a name may be the namespace ``home``."""
    said = {scope for scope in before if scope}
    if not said.isdisjoint(home) or not said.isdisjoint(_other_names(scopes.outline)):
        return True
    return any(scopes.classes.of(scope) is not None for scope in said) or not (said or home)


def _home(definition: Definition) -> tuple[str, ...] | None:
    """The namespaces that a function is defined in, ``None`` for one of a class, which is found through that."""
    around = definition.node.parent
    while around is not None:
        if around.type in _CLASSES or around.type == "ERROR":
            return None
        around = around.parent
    return namespace_of(definition.node)


def _is_in_a_file(scopes: Scopes, function: Node) -> bool:
    """Whether a name stands in a file, so that it shows what is around it: that of a macro's text does not."""
    root = function
    while root.parent is not None:
        root = root.parent
    return scopes.outline.source.language != "c" and any(
        root == file.source.tree.root_node for file in (scopes.outline, *scopes.outline.headers)
    )


def _is_made(scopes: Scopes) -> bool:
    """Whether a macro may bring names or open a namespace."""
    return any(not {"using", "namespace"}.isdisjoint(names_in(macro.value or "")) for macro in scopes.macros.values())


@kept
def _other_names(outline: Outline) -> frozenset[str]:
    """Names of namespaces of a file and its headers that :func:`namespace_of` does not tell: aliases, and those that need not be named."""
    files = (outline, *outline.headers)
    aliases = (n.named_children[0] for file in files for n in file.source.kinds.of("namespace_alias_definition"))
    inline = (
        n.child_by_field_name("name")
        for file in files
        for n in file.source.kinds.of("namespace_definition")
        if any(child.type == "inline" for child in n.children)
    )
    return frozenset(name for node in (*aliases, *inline) for name in names_in(text_of(node)))


@kept
def _brought(outline: Outline) -> frozenset[tuple[str, str]]:
    """What `using` brings anywhere in a file and its headers: a name, or an empty one for all, and a namespace that it may be of, empty for any."""
    found = set[tuple[str, str]]()
    for node in (n for file in (outline, *outline.headers) for n in file.source.kinds.of("using_declaration")):
        words = [word for word in names_in(text_of(node)) if word not in ("using", "typename")]
        name, spaces = ("", words[1:]) if words[:1] == ["namespace"] else (words[-1] if words else "", words[:-1])
        is_told = bool(spaces) and _other_names(outline).isdisjoint(spaces)
        found.update((name, space) for space in (spaces if is_told else [""]))
    return frozenset(found)
