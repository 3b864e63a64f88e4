"""What a kernel alone has no need of: functions of the host, and the headers of libraries that only they can need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile

from tree_sitter import Node

from loopwright.source.lexemes import Lexeme, all_lexemes, lexemes_within
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source
from loopwright.source.text import listed_words

_LIBRARIES = frozenset(("torch", "ATen", "c10", "pybind11", "PYBIND11_MODULE", "TORCH_LIBRARY"))
_NAMESPACES = frozenset(("at", "py"))
_NOTHING = Lexeme("punctuation", "", 0, 0)
_OF_DEVICE = frozenset(("__global__", "__device__", "__constant__", "__managed__"))


def uses_torch(source: Source) -> bool:
    """Whether a file uses PyTorch: by a header, or by a name."""
    named = (text_of(n) for n in source.kinds.of("namespace_identifier"))
    includes = source.kinds.of("preproc_include")
    return any(name in ("torch", "at") for name in named) or any(map(_includes_library, includes))


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


_OTHER_NAMES = frozenset(("using_declaration", "alias_declaration", "namespace_alias_definition"))
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
    head = takewhile(lambda each: each.text != "{", lexemes_within(text_of(node)))
    return any(each.text in _OF_DEVICE for each in head)


def _names_library(text: str) -> bool:
    """Whether code names a library of the host's."""
    code = (each for each in all_lexemes(text) if each.kind not in ("remark", "string"))
    return any(
        each.text in _LIBRARIES or (each.text in _NAMESPACES and following.text == "::")
        for each, following in pairwise((*code, _NOTHING))
    )


def _includes_library(include: Node) -> bool:
    words = listed_words(text_of(include.child_by_field_name("path")).encode("utf-8", "replace"))
    return any(word.decode("utf-8", "replace") in _LIBRARIES for word in words)


def _declares_function(node: Node | None) -> bool:
    declarator = node.child_by_field_name("declarator") if node is not None else None
    while declarator is not None and declarator.type != "function_declarator":
        inner = declarator.child_by_field_name("declarator")
        of_reference = declarator.type == "reference_declarator" and declarator.named_children
        declarator = inner or (declarator.named_children[0] if of_reference else None)
    return declarator is not None


def _host_parts(root: Node) -> Iterator[Node]:
    for node in root.named_children:
        text = text_of(node)
        if node.type in ("namespace_definition", "linkage_specification") or node.type.startswith("preproc_if"):
            inner = node.child_by_field_name("body") if not node.type.startswith("preproc_if") else node
            if inner is not None and inner.type != "function_definition":
                yield from _host_parts(inner)
        elif node.type == "preproc_include":
            if _includes_library(node):
                yield node
        elif node.type.startswith("preproc") or node.type == "comment":
            continue
        elif node.type in _OTHER_NAMES:
            if _names_library(text):
                yield node
        elif not _is_of_device(node):
            of_template = node.named_children[-1] if node.type == "template_declaration" else None
            defines = node.type == "function_definition" or _declares_function(of_template)
            if defines or node.type in ("expression_statement", "ERROR") or _names_library(text):
                yield node
