"""What a kernel alone has no need of: functions of the host, and the headers of libraries that only they can need."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source

_LIBRARY = re.compile(r"\b(?:torch|ATen|c10|pybind11|PYBIND11_MODULE|TORCH_LIBRARY)\b|\b(?:at|py)::")


def blanked_host(source: Source) -> bytes:
    """The file with these parts blanked; every line keeps its number."""
    data = bytearray(source.data)
    for node in _host_parts(source.tree.root_node):
        _blank(data, node)
    return bytes(data)


def blanked_include(source: Source, name: str) -> bytes:
    """The file with the includes of a header blanked; every line keeps its number."""
    data = bytearray(source.data)
    for node in source.kinds.of("preproc_include"):
        if text_of(node.child_by_field_name("path")).strip('<>"') == name:
            data[node.start_byte : node.end_byte] = b"\n" * text_of(node).count("\n")
    return bytes(data)


def blanked_declaration(source: Source, line: int) -> bytes:
    """The file with the host's declaration that stands in a line, from 0, blanked; every line keeps its number."""
    data = bytearray(source.data)
    for node in _of_the_file(source.tree.root_node):
        if node.start_point[0] <= line <= node.end_point[0] and not _is_of_device(node):
            _blank(data, node)
            break
    return bytes(data)


def _blank(data: bytearray, node: Node) -> None:
    for at in range(node.start_byte, node.end_byte):
        if data[at] not in b"\r\n":
            data[at] = 32


_DECLARATIONS = ("declaration", "type_definition", "alias_declaration", "using_declaration")


def _of_the_file(root: Node) -> Iterator[Node]:
    """Declarations of variables and of other names for types that stand in no function and no class."""
    for node in root.named_children:
        if node.type in _DECLARATIONS:
            yield node
        elif node.type.startswith("preproc_if") or node.type in ("preproc_else", "preproc_elif"):
            yield from _of_the_file(node)
        elif node.type in ("namespace_definition", "linkage_specification"):
            inner = node.child_by_field_name("body")
            yield from () if inner is None else _of_the_file(inner)


def _is_of_device(node: Node) -> bool:
    return re.search(r"__(?:global|device|constant|managed)__", text_of(node).split("{")[0]) is not None


def _host_parts(root: Node) -> Iterator[Node]:
    for node in root.named_children:
        text = text_of(node)
        if node.type in ("namespace_definition", "linkage_specification") or node.type.startswith("preproc_if"):
            inner = node.child_by_field_name("body") if not node.type.startswith("preproc_if") else node
            if inner is not None and inner.type != "function_definition":
                yield from _host_parts(inner)
            continue
        if node.type == "preproc_include":
            if _LIBRARY.search(text):
                yield node
            continue
        if node.type.startswith("preproc") or node.type in (
            "using_declaration",
            "alias_declaration",
            "namespace_alias_definition",
        ):
            if _LIBRARY.search(text) and not node.type.startswith("preproc"):
                yield node
            continue
        head = text.split("{")[0]
        if _is_of_device(node):
            continue
        defines = node.type == "function_definition" or (
            node.type == "template_declaration" and "(" in head and "struct" not in head
        )
        if defines or node.type in ("expression_statement", "ERROR") or _LIBRARY.search(text):
            yield node
