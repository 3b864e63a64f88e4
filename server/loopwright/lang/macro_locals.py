"""Local names that a macro declares where it stands as a statement: `#define ROW(k) double *row = a[k]` and `ROW(i);`. They hide what has
their name outside; what they are is not followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from loopwright.lang.declarations import Declaration, read, scope_of, span_of
from loopwright.lang.declared_names import names_declared
from loopwright.lang.fragments import block
from loopwright.lang.macros import body_of, is_macro, parameters_of, with_and_without_options
from loopwright.lang.types import Type
from loopwright.source.listing import Part
from loopwright.source.nodes import subtree, text_of
from loopwright.source.text import names_in, with_names

_STATEMENTS = frozenset(("expression_statement", "declaration", "ERROR"))
# What of a use is the macro, and what it is given. `ROW(double, k);` is no call to the parser, as `double` is no value.
_PARTS = {"call_expression": ("function", "arguments"), "function_declarator": ("declarator", "parameters")}
_NONE: frozenset[str] = frozenset()
_DEEPEST = 8


def locals_by_macros(macros: Mapping[str, Declaration], function: Part) -> Iterator[Declaration]:
    """What the macros in a function declare, as variables of types that are not known."""
    for statement in function.of(_STATEMENTS) if macros else ():
        for name in declared_by_macro(macros, statement):
            yield Declaration(name, "variable", Type(), span_of(statement), scope_of(statement))


def declared_by_macro(macros: Mapping[str, Declaration], statement: Node, depth: int = 0) -> frozenset[str]:
    """The names that the macros in a statement leave in the block around it: one that it is, or begins with, one that says what is declared
    (`int M;`), and one that ends it (`k = M;`)."""
    if depth > _DEEPEST or not macros:
        return _NONE
    return frozenset[str]().union(*(_declared(macros, text, depth) for text in _statements(macros, statement)))


def _statements(macros: Mapping[str, Declaration], statement: Node) -> Iterator[str]:
    """The statements that macros in one stand for."""
    use = _beginning(statement)
    text = _meaning(macros, use) if use is not None else None
    if text is not None:
        yield text
    if statement.type == "ERROR" or macros.keys().isdisjoint(names_in(text_of(statement))):
        return
    declared = {inner.start_byte for inner in statement.children_by_field_name("declarator")}
    for each in subtree(statement):
        text = _meaning(macros, each) if each != use and (each.type == "identifier" or each.type in _PARTS) else None
        if text is not None and each.start_byte in declared:
            yield f"int {text}"
        elif text is not None and ";" in text:
            yield text.partition(";")[2]


def _declared(macros: Mapping[str, Declaration], text: str, depth: int) -> frozenset[str]:
    """The names that a macro's text declares."""
    inside = block(text, lambda _: False)
    if inside is None:  # a part of a statement: whatever it may declare
        return names_declared(text)
    found = {said.name for each in inside.named_children for said in read(each, span_of(each)) if said.name}
    return frozenset(found.union(*(declared_by_macro(macros, each, depth + 1) for each in inside.named_children)))


def _meaning(macros: Mapping[str, Declaration], use: Node) -> str | None:
    """What a word or call stands for, ``None`` where it is no macro."""
    name, given = _PARTS.get(use.type, ("", ""))
    macro = macros.get(text_of(use.child_by_field_name(name) if name else use))
    if macro is None or not is_macro(macro):
        return None
    return _text(macro, use.child_by_field_name(given) if given else None)


def _beginning(statement: Node) -> Node | None:
    """The word or call that is a whole statement; the word in front of `MACRO x = 1;`, which the parser takes for a type."""
    if statement.type == "declaration":
        kind = statement.child_by_field_name("type")
        return kind if kind is not None and kind.type == "type_identifier" else None
    inside = [child for child in statement.named_children if child.type != "comment"]
    is_use = len(inside) == 1 and (inside[0].type == "identifier" or inside[0].type in _PARTS)
    return inside[0] if is_use else None


def _text(macro: Declaration, given: Node | None) -> str:
    """What a macro stands for with what it is given, pasted names put together."""
    texts = [text_of(each) for each in given.named_children if each.type != "comment"] if given is not None else []
    body = body_of(macro).replace("\\\r\n", " ").replace("\\\n", " ")
    parts = with_and_without_options(with_names(body, dict(zip(parameters_of(macro), texts)))).split("##")
    return "".join(part.strip() for part in parts).replace("#", "") if len(parts) > 1 else parts[0].replace("#", "")
