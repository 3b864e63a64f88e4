"""Functions that a file may define without a definition that the parser sees: made by a macro, under the name that a macro stands for,
by the assembler's or the linker's name for another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import PARAMETERS, name_node, name_of_function, read_declarator
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source
from loopwright.source.text import Span, names_in

_OPENED = frozenset(
    ("translation_unit", "namespace_definition", "linkage_specification", "declaration_list", "template_declaration", "preproc_if", "preproc_ifdef",
     "preproc_else", "preproc_elif", "preproc_elifdef")
)  # fmt: skip
# What defines no function beside those of its own members.
_OF_TYPES = frozenset(
    ("type_definition", "struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "using_declaration", "alias_declaration",
     "namespace_alias_definition", "static_assert_declaration", "concept_definition", "comment", "preproc_include", "preproc_def",
     "preproc_function_def", "identifier", "namespace_identifier", "nested_namespace_specifier", "string_literal", "template_parameter_list",
     "requires_clause", "type_identifier", "friend_declaration", "template_instantiation")
)  # fmt: skip
_LINKED_AS = frozenset(
    (
        "alias",
        "__alias__",
        "asm",
        "__asm__",
        "__asm",
        "weakref",
        "__weakref__",
        "ifunc",
        "__ifunc__",
        "redefine_extname",
        "weak",
        "copy",
    )
)
_CLEAR_DECLARATORS = frozenset(
    ("identifier", "function_declarator", "pointer_declarator", "array_declarator", "init_declarator", "reference_declarator",
     "qualified_identifier", "operator_name", "destructor_name", "operator_cast", "template_function", "type_identifier", "field_identifier",
     "structured_binding_declarator")
)  # fmt: skip
_LEADING_TO_FUNCTIONS = frozenset(("pointer_declarator", "reference_declarator"))
_BEHIND_FUNCTIONS = frozenset(("identifier", "call_expression", "gnu_asm_expression"))
_BEHIND = frozenset(("body", "value", "parameters"))  # of a declarator: what defines nothing under its name


@kept
def defined_unseen(outline: Outline) -> frozenset[str]:
    """The names that a file may give to functions in such ways; more than it does, as a macro may define anything that it is given."""
    source = outline.source
    macros = scopes_of(outline).macros
    found: set[str] = set()
    said: set[str] = set()  # what stands where macros may be
    for piece in _pieces(source.tree.root_node, 0):
        if piece.node.type not in _OF_TYPES and not _is_clear(source, piece, macros):
            found |= set(names_in(source.slice(piece.span)))
        said |= _words_of_head(piece.node)
    bodies = [function.body for function in outline.functions]
    for hidden in source.hidden_code:
        if not any(body.contains(hidden) for body in bodies):
            found |= set(names_in(source.slice(hidden)))
    waiting = list((said | found) & macros.keys())
    seen = set(waiting)
    while waiting:
        for word in names_in(macros[waiting.pop()].value or ""):
            found.add(word)
            if word in macros and word not in seen:
                seen.add(word)
                waiting.append(word)
    return frozenset(found)


class _Piece(NamedTuple):
    """A piece of a file with what is written of it, also what the parser is not shown, as an attribute in front; of a function what
    stands before its body."""

    node: Node
    span: Span


def _pieces(node: Node, before: int) -> Iterator[_Piece]:
    """The pieces below a node that begins behind ``before``."""
    for child in node.children:
        if child.type in _OPENED:
            yield from _pieces(child, before)
        elif child.is_named:
            body = child.child_by_field_name("body")
            yield _Piece(child, Span(before, body.start_byte if body is not None else child.end_byte))
        if child.is_named and child.type != "string_literal":  # an attribute may stand before `extern "C"`
            before = child.end_byte


def _is_clear(source: Source, piece: _Piece, macros: Collection[str]) -> bool:
    """Whether a piece at file level has the form that it seems to have, and is linked under the name that it shows."""
    node = piece.node
    if node.type == "preproc_call":
        return _LINKED_AS.isdisjoint(names_in(text_of(node)))
    if node.type not in ("function_definition", "declaration"):
        return False
    name = name_of_function(node) if node.type == "function_definition" else ""
    if not _LINKED_AS.isdisjoint(_words_on_linking(source, piece)):
        return False
    type = node.child_by_field_name("type")
    if name in macros or (type is not None and type.type == "macro_type_specifier"):
        return False
    if type is None and name and not name.startswith(("operator", "~")) and "::" not in name:
        return False  # `DEF(int, f)`, which looks like a constructor
    declarators = node.children_by_field_name("declarator")
    return all(map(_is_clear_declarator, declarators)) and not any(map(_is_odd, node.children))


def _words_on_linking(source: Source, piece: _Piece) -> set[str]:
    """The words of a piece that may belong to an attribute of it: `copy` is one of those, and a name that people give."""
    start, end = piece.span
    found: set[str] = set()
    for ordinary in sorted(_without_attributes(piece.node), key=lambda node: node.start_byte):
        found |= set(names_in(source.slice(Span(start, ordinary.start_byte))))
        start = ordinary.end_byte
    return found | set(names_in(source.slice(Span(start, end))))


def _without_attributes(node: Node) -> Iterator[Node]:
    """Parts of a definition or declaration that say nothing of how it is linked: what it declares, initial values and names of
    parameters."""
    yield from (child for child in node.children if child.type == "field_initializer_list" and not child.has_error)
    for declarator in node.children_by_field_name("declarator"):
        read = read_declarator(declarator)
        value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
        yield from (each for each in (read.node, value) if each is not None and not each.has_error)
        listed = read.parameters
        for parameter in listed.named_children if listed is not None and not listed.has_error else ():
            named = name_node(parameter.child_by_field_name("declarator")) if parameter.type in PARAMETERS else None
            if named is not None:
                yield named


def _is_odd(node: Node) -> bool:
    """Whether the parser gave up on more than words in front of a declaration, which hint at this and that."""
    return node.is_error and b"(" in (node.text or b"")


def _is_clear_declarator(node: Node) -> bool:
    inner: Node | None = node
    while inner is not None:
        node, inner = inner, inner.child_by_field_name("declarator")
        if node.type == "parenthesized_declarator":
            inner = next((child for child in node.named_children if child.type in _LEADING_TO_FUNCTIONS), None)
            if inner is None:
                return False
        elif node.type not in _CLEAR_DECLARATORS or node.is_missing:
            return False
        elif node.type == "function_declarator":
            if any(
                child.is_error or child.type in _BEHIND_FUNCTIONS for child in node.named_children if child != inner
            ):
                return False
            if inner is not None and inner.type == "function_declarator":
                return False  # `DEF(f)(int i)`
    return True


def _words_of_head(node: Node) -> set[str]:
    """The words of a definition or declaration that stand neither in bodies nor in values nor in parameters."""
    if node.type not in ("function_definition", "declaration"):
        return set()
    found: set[str] = set()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        for number, child in enumerate(current.children):
            if current.field_name_for_child(number) in _BEHIND:
                continue
            if child.type in ("identifier", "type_identifier"):
                found.add(text_of(child))
            waiting.append(child)
    return found
