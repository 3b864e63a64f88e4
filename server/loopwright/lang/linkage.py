"""What a file gives to the others that are linked with it: functions with external linkage (C11 6.2.2, C++17 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import parameter_nodes, read_type, stored_as
from loopwright.source.kept import kept
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_CONDITIONS = frozenset(("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef"))
_INTO = _CONDITIONS | {"linkage_specification", "declaration_list", "namespace_definition", "ERROR", "translation_unit"}
_RUNS = frozenset(("call_expression", "new_expression", "lambda_expression", "argument_list"))


class Given(NamedTuple):
    """A function that other files may call by its ``name``. No program has two with one ``signature``, which is empty where
    another file may have the same (inline, weak, a template) or where the file has it on a condition only."""

    name: str
    signature: str


@kept
def functions_given(outline: Outline) -> tuple[Given, ...]:
    """The functions that a file defines for others too."""
    return tuple(_given(outline))


def _given(outline: Outline) -> Iterator[Given]:
    root = outline.source.tree.root_node
    for function in outline.functions:
        name = function.name.split("::")[-1]
        node = definition_around(root, function.span)
        if node is None:
            yield Given(name, "")
            continue
        stored = stored_as(node)
        above = list(_above(node))
        nameless = any(a.type == "namespace_definition" and a.child_by_field_name("name") is None for a in above)
        if "static" in stored or nameless:
            continue
        head = text_of(node)[: function.body.start - function.span.start]
        shared = {"inline", "__inline", "__inline__", "constexpr", "weak", "__weak__"} & set(names_in(head))
        plain = all(a.type in _INTO - _CONDITIONS - {"ERROR"} for a in above)
        if shared or not plain:
            yield Given(name, "")
        elif outline.source.language == "c" or name == "main":
            yield Given(name, name)
        else:
            around = [text_of(a.child_by_field_name("name")) for a in above if a.type == "namespace_definition"]
            types = [_type_of(parameter) for parameter in parameter_nodes(node)]
            yield Given(name, f"{'::'.join([*reversed(around), function.name])}({', '.join(types)})")


def _type_of(parameter: Node) -> str:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return " ".join(text_of(parameter).split())
    _, type = read_type(declarator, parameter)
    return f"{type.base} {' '.join(type.layers)}"


def _above(node: Node) -> Iterator[Node]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


@kept
def words_of_initializers(outline: Outline) -> frozenset[str]:
    """The words in what runs before `main`: initializers at file level that call something (C++17 6.6.3)."""
    if outline.source.language == "c":
        return frozenset()
    found: set[str] = set()
    waiting = [outline.source.tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in _INTO:
            waiting.extend(node.named_children)
        elif node.type not in ("function_definition", "comment") and _runs(node):
            found.update(names_in(text_of(node)))
    return frozenset(found)


def _runs(node: Node) -> bool:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in _RUNS:
            return True
        if current.type not in ("function_definition", "compound_statement"):
            waiting.extend(current.named_children)
    return False
