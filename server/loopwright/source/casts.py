"""What the grammars take for a cast and is none: `(double)(a[i]) + (1 - k) * b` is a sum, not `+(1 - k)` as an array of type `a[i]`.

Nothing is cast to an array or to a function (`(i * (n)) + j`: to one that gives an `i *`), and a name that the file declares
as a variable and never uses as a type is no type.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Language, Node, Query, QueryCursor

from loopwright.source.carried import Carried, told_by_text
from loopwright.source.nodes import TopLevel

_NO_TYPES = ("abstract_array_declarator", "abstract_function_declarator")
_IMPOSSIBLE = (
    f"(cast_expression type: (type_descriptor declarator: [{' '.join(f'({kind})' for kind in _NO_TYPES)}] @declarator))"
)
_PRODUCT = """(cast_expression type: (type_descriptor type: (type_identifier) declarator: (abstract_pointer_declarator
  declarator: (abstract_function_declarator !declarator parameters: (parameter_list) @factor))))"""
_NAMED = """(cast_expression type: (type_descriptor type: (type_identifier) @named !declarator)
  value: [(unary_expression) (pointer_expression)])"""
# `(std::max)(a, b)` of C++ keeps a macro of that name away.
_CALLED = """(cast_expression type: (type_descriptor type: (qualified_identifier) @called !declarator)
  value: (parenthesized_expression (comma_expression)) (#any-of? @called "std::max" "std::min" "::std::max" "::std::min"))"""
_DECLARED = """[(init_declarator declarator: (identifier) @declared) (declaration declarator: (identifier) @declared)
  (parameter_declaration declarator: (identifier) @declared) (pointer_declarator declarator: (identifier) @declared)
  (array_declarator declarator: (identifier) @declared)]"""
_TYPES = "(type_identifier) @type"
_ALL = "\n".join((_IMPOSSIBLE, _PRODUCT, _NAMED, _DECLARED, _TYPES))


class _Casts(NamedTuple):
    """What a top-level piece has: the brackets of casts that are certainly none, names that are cast to and where, with the brackets
    around each, names that are declared, names of types. Offsets are relative to the piece."""

    brackets: tuple[int, ...]
    named: tuple[tuple[bytes, tuple[int, ...]], ...]
    declared: frozenset[bytes]
    types: frozenset[bytes]


_casts: dict[tuple[bytes, str, Language], _Casts] = {}


def brackets_of_no_cast(nodes: Carried, language: Language) -> Iterator[int]:
    """The parentheses around the types of casts that are none, in the top-level nodes of a file."""
    found = nodes.each(_casts_in, language)
    some = [(node.start, each) for node, each in zip(nodes.nodes, found, strict=True) if each.brackets or each.named]
    for start, each in some:
        yield from (start + at for at in each.brackets)
    if not any(each.named for _, each in some):
        return
    declared = frozenset[bytes]().union(*(each.declared for each in found))
    types = frozenset[bytes]().union(*(each.types for each in found))
    for start, each in some:
        for name, brackets in each.named:
            if name in declared and name not in types:
                yield from (start + at for at in brackets)


def _casts_in(piece: TopLevel, language: Language) -> _Casts:
    return told_by_text(_casts, piece, language, _read_casts)


def _read_casts(piece: TopLevel, language: Language) -> _Casts:
    start = piece.node.start_byte
    found = QueryCursor(_query(language)).captures(piece.node)
    brackets = []
    for declarator in found.get("declarator", ()):
        inner: Node | None = declarator
        while inner is not None and inner.type in _NO_TYPES:
            inner = inner.child_by_field_name("declarator")
        if inner is None and declarator.parent is not None and _is_alone(declarator.parent):  # else a pointer to one
            brackets += [at - start for at in _around(declarator.parent)]
    for factor in found.get("factor", ()):
        if _is_one_operand(factor):  # without its own brackets it reads as a product
            brackets += [factor.start_byte - start, factor.end_byte - 1 - start]
    for called in found.get("called", ()):
        if called.parent is not None:
            brackets += [at - start for at in _around(called.parent)]
    named = found.get("named", ())
    known = {node.start_byte for node in named}
    return _Casts(
        tuple(brackets),
        tuple(
            (node.text or b"", tuple(at - start for at in _around(node.parent)))
            for node in named
            if node.parent is not None
        ),
        frozenset(node.text or b"" for node in found.get("declared", ())),
        frozenset(node.text or b"" for node in found.get("type", ()) if node.start_byte not in known),
    )


def _is_one_operand(parameters: Node) -> bool:
    """Whether what reads as parameters is a name, an element or a call: what means the same without brackets around it."""
    listed = parameters.named_children
    declarator = listed[0].child_by_field_name("declarator") if len(listed) == 1 else None
    return len(listed) == 1 and (declarator is None or declarator.type in _NO_TYPES)


def _is_alone(type_: Node) -> bool:
    """Whether nothing else stands in the parentheses: `2 * (short(x) % 5) + (y)` is another sum without them."""
    before, after = type_.prev_sibling, type_.next_sibling
    alone = before is not None and before.type == "(" and after is not None and after.type == ")"
    return alone and not type_.has_error


def _around(type_: Node) -> Iterator[int]:
    cast = type_.parent
    yield from (token.start_byte for token in (cast.children if cast is not None else ()) if token.type in ("(", ")"))


@lru_cache(maxsize=32)
def _query(language: Language) -> Query:
    is_cpp = language.id_for_node_kind("qualified_identifier", True) is not None
    found: Query = Query(language, f"{_ALL}\n{_CALLED}" if is_cpp else _ALL)
    return found
