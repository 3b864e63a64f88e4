"""Which kernels and device functions a file defines, and which it only declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from tree_sitter import Node

from loopwright.cuda.read.device_function import (
    DeviceFunction,
)
from loopwright.cuda.read.names import last_part
from loopwright.cuda.read.rewriting import file_level, walk
from loopwright.lang.method_heads import CLASSES, declared_name, is_method, is_static, plain_class
from loopwright.source.nodes import subtree, text_of

MacrosAt: TypeAlias = "Mapping[str, list[Mapping[str, str | None]]]"  # function → what is defined where each begins


def declared_function(node: Node) -> str:
    """The name of the kernel or device function that ``node`` declares without a body, empty for none."""
    if node.type not in ("declaration", "template_declaration"):
        return ""
    head = text_of(node)
    if "__global__" not in head and "__device__" not in head:
        return ""
    if any(n.type in ("function_definition", "field_declaration_list") for n in walk(node)):
        return ""  # a class's own: each is asked for by itself
    for inner in walk(node):
        if inner.type == "function_declarator":
            return text_of(inner.child_by_field_name("declarator"))
    return ""


def declared_functions(outside: Iterable[Node]) -> frozenset[str]:
    """Names of the kernels and device functions that a file declares without a body."""
    return frozenset(name for node in outside if (name := declared_function(node)))


def defined_functions(root: Node) -> frozenset[str]:
    """Names of the kernels and device functions that a file defines."""
    return frozenset(function.name for function in functions_in(file_level(root), {}))


def methods_of_headers(root: Node) -> frozenset[str]:
    """Names of the methods that a file defines of classes that it does not, as `Scene::hit`: other files call them."""
    nodes = list(file_level(root))
    named = ((n, declared_name(n)) for n in nodes if n.type == "function_definition")
    outside = {
        text_of(name): plain_class(name.child_by_field_name("scope"))
        for n, name in named
        if name is not None
        and name.type == "qualified_identifier"
        and not (n.parent is not None and n.parent.type == "template_declaration")
    }
    own = {text_of(n.child_by_field_name("name")) for n in subtree(root) if n.type in CLASSES} if outside else set()
    return frozenset(name for name, owner in outside.items() if owner not in own)


def used_by(name: str) -> str:
    """The word by which a function or a method, `Scene::hit`, is used: constructors, what ends an object and operators by their class."""
    scope, _, own = name.rpartition("::")
    owner = scope.rpartition("::")[2]
    return owner if owner and (own.startswith(("~", "operator")) or own == owner) else own


def functions_in(
    outside: Iterable[Node], macros: MacrosAt, waiting: frozenset[int] = frozenset()
) -> list[DeviceFunction]:
    """The kernels and device functions. ``waiting``: methods in which threads wait; of these the static ones are functions."""
    found: list[DeviceFunction] = []
    of_file: dict[str, str | None] = {}
    definitions: list[Node] = []
    for node in outside:
        if node.type == "preproc_def":
            of_file[text_of(node.child_by_field_name("name"))] = text_of(node.child_by_field_name("value"))
        elif node.type == "function_definition":
            definitions.append(node)
    for node in definitions:
        body = node.child_by_field_name("body")
        if body is None:
            continue
        head = (node.text or b"")[: body.start_byte - node.start_byte]
        kind: Literal["kernel", "device"]
        if b"__global__" in head:
            kind = "kernel"
        elif b"__device__" in head:
            kind = "device"
        else:
            continue
        if kind == "device" and is_method(node) and not (node.id in waiting and is_static(node)):
            continue
        declarator = node.child_by_field_name("declarator")
        while declarator is not None and declarator.type != "function_declarator":
            declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
        name = text_of(declarator.child_by_field_name("declarator")) if declarator is not None else ""
        whole = node
        while whole.parent is not None and whole.parent.type in ("template_declaration", "linkage_specification"):
            if whole.parent.type == "linkage_specification" and whole.parent.child_by_field_name("body") != whole:
                break
            whole = whole.parent
        if name:
            found.append(DeviceFunction(last_part(name).split("<")[0], kind, node, whole, of_file))
    counts: dict[str, int] = {}
    for at, function in enumerate(found):
        number = counts[function.name] = counts.get(function.name, -1) + 1
        told = macros.get(function.name)
        if told is not None:
            same = len(told) == sum(f.name == function.name for f in found)
            known = told[number] if same else _agreed(told)
            defines = b"define" in (function.node.text or b"")
            lines = [n for n in walk(function.body) if n.type == "preproc_def"] if defines else []
            inner = {text_of(n.child_by_field_name("name")): None for n in lines}
            found[at] = replace(function, file_macros={**known, **inner})
    return found


def _agreed(places: Sequence[Mapping[str, str | None]]) -> dict[str, str | None]:
    """What is known at one of several places."""
    names = {name for place in places for name in place}
    return {n: places[0].get(n) if all(n in p and p[n] == places[0].get(n) for p in places) else None for n in names}
