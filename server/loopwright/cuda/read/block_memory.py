"""Shared memory that stands outside kernels: at the top of a file, in device functions and methods.

One thread of the machine runs a block, and one block at a time: what a block has once is ``thread_local``. What comes with the launch
is declared anew in each function that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from loopwright.cuda.read.rewriting import ancestors, file_level, walk
from loopwright.cuda.read.variables import Variables, name_node
from loopwright.source.nodes import nearest, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_SHARED = frozenset(("__managed__",))
_REFERENCES = frozenset(("texture", "surface"))
_ON_DEVICE = frozenset(("__device__", "__constant__", "__managed__"))
_AROUND = frozenset(("translation_unit", "namespace_definition", "declaration_list", "linkage_specification"))
_NAMES = frozenset(("identifier", "type_identifier"))  # `T x(memory);` looks like a function that takes one of a type
_VALUES = frozenset(("field_declaration_list", "compound_statement", "initializer_list"))


def is_block_memory(node: Node) -> bool:
    """Whether a declaration is of shared memory."""
    return node.type == "declaration" and any(
        text_of(n) == "__shared__" for n in node.children if n.type == "type_qualifier" or not n.is_named
    )


def is_dynamic(node: Node) -> bool:
    """Whether its size comes with the launch."""
    return any(text_of(n) == "extern" for n in node.children)


def declared_names(node: Node) -> list[str]:
    """What a declaration declares."""
    found = (name_node(declarator) for declarator in node.children_by_field_name("declarator"))
    return [text_of(name) for name in found if name is not None]


def file_memory(outside: Iterable[Node]) -> frozenset[str]:
    """Names of shared memory of a fixed size at the top of a file."""
    return frozenset(n for node in _at_top(outside) if not is_dynamic(node) for n in declared_names(node))


def is_device_variable(node: Node, words: frozenset[str] = _ON_DEVICE) -> bool:
    """Whether a declaration at file level lives on the device; ``words``: as one that is said to be one of these."""
    waiting = list(node.children)
    while waiting:
        part = waiting.pop()
        if part.type in _VALUES:
            continue
        if not part.children and text_of(part) in words:
            return True
        waiting += part.children if part.type != "init_declarator" else part.children[:1]
    return False


def extern_variables(outside: Iterable[Node]) -> frozenset[str]:
    """Variables of the device that a file says are another file's, or shows to others."""
    nodes = (n for n in outside if n.type == "declaration" and is_dynamic(n) and is_device_variable(n))
    return frozenset(name for node in nodes for name in declared_names(node))


def managed_variables(root: Node) -> Iterator[str]:
    """Variables of the file that host and device share, with their namespaces; none that a branch of the preprocessor may not have."""
    for node in file_level(root):
        if node.type != "declaration" or is_dynamic(node) or not is_device_variable(node, _SHARED):
            continue
        around = list(ancestors(node, root))
        if all(each.type in _AROUND for each in around):
            named = (text_of(each.child_by_field_name("name")) for each in reversed(around))
            spaces = [name for name in named if name]
            yield from ("::".join([*spaces, name]) for name in declared_names(node))


def is_texture_reference(node: Node) -> bool:
    """Whether a declaration is one of texture or surface references: each file has its own."""
    kind = node.child_by_field_name("type") if node.type == "declaration" else None
    return (
        kind is not None and kind.type == "template_type" and text_of(kind.child_by_field_name("name")) in _REFERENCES
    )


def with_own_shared(source: Source) -> Source:
    """``source`` where what comes with the launch is declared in the functions that use it, not at the top."""
    root = source.root
    brought = [node for node in _at_top(file_level(root)) if is_dynamic(node)]
    declared = {name: text_of(node) for node in brought for name in declared_names(node)}
    if not declared:
        return source
    edits = [(node.start_byte, node.end_byte, "") for node in brought]
    for node in walk(root):
        body = node.child_by_field_name("body") if node.type == "function_definition" else None
        if body is not None:
            words = {text_of(n) for n in walk(body) if n.type in _NAMES} - {v.name for v in Variables(node).all}
            own = "".join(f" {declared[name]}" for name in declared if name in words)
            edits.append((body.start_byte + 1, body.start_byte + 1, own))
    return parse(spliced(source.data, edits), source.name, "cuda")


def _at_top(outside: Iterable[Node]) -> list[Node]:
    return [n for n in outside if is_block_memory(n) and not _in_function(n)]


def _in_function(node: Node) -> bool:
    return nearest(node, ("function_definition",)) is not None


def holds_dynamic(body: Node) -> bool:
    """Whether memory that comes with the launch is declared in a body."""
    return any(is_block_memory(node) and is_dynamic(node) for node in walk(body))
