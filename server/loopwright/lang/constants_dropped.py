"""Whether code in sight may set what it was given as a constant. A constant may go through any number of functions and objects before somebody
drops the word, so it is asked of whole files and not of the function that is given the object."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.callees import name_of
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.kept import kept
from loopwright.source.listing import Listing
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline

_WORDS = (b"const_cast", b"reinterpret_cast", b"asm")
_NUMBERS = ("primitive_type", "sized_type_specifier")
_ALIASES = ("alias_declaration", "type_definition")
_FRESH = frozenset(("malloc", "calloc", "realloc", "aligned_alloc"))  # no object is there yet
_OF_CASTS = ("*)", "&)", ")(")


@kept
def drops_constants(outline: Outline) -> bool:
    """Whether a file or a header of it casts to addresses, references, or what may be one of these."""
    scopes = scopes_of(outline)
    if any(sign in (macro.value or "").replace(" ", "") for macro in scopes.macros.values() for sign in _OF_CASTS):
        return True
    files = (outline, *outline.headers)
    aliases = frozenset(name for file in files for name in _aliases_of(file))
    return any(_casts(file, scopes, aliases) for file in files)


@kept
def _aliases_of(file: Outline) -> frozenset[str]:
    """The names that a file gives to types which are not plainly numbers."""
    return frozenset(
        text_of(name)
        for alias in Listing(file.source.tree.root_node).whole.of(_ALIASES)
        if not _is_number(alias.child_by_field_name("type"))
        for name in Listing(alias).whole.of(("type_identifier",))
    )


def _casts(file: Outline, scopes: Scopes, aliases: frozenset[str]) -> bool:
    if any(word in file.source.data for word in _WORDS):
        return True
    listed = Listing(file.source.tree.root_node).whole
    if any(_is_cast(node, scopes, aliases) for node in listed.of(("cast_expression",))):
        return True
    made = [node.child_by_field_name("function") for node in listed.of(("call_expression",))]
    made += [node.child_by_field_name("type") for node in listed.of(("compound_literal_expression",))]
    return any(node is not None and text_of(node) in aliases for node in made)


def _is_cast(cast: Node, scopes: Scopes, aliases: frozenset[str]) -> bool:
    """Whether `(type) value` may give a way to an object that was there."""
    type, value = cast.child_by_field_name("type"), cast.child_by_field_name("value")
    if value is not None and value.type == "call_expression":
        if name_of(value.child_by_field_name("function") or value).removeprefix("std::") in _FRESH:
            return False
    if _is_number(type):
        return False
    name = text_of(type)
    return name in aliases or not (name.endswith("_t") or name in scopes.classes.known)


def _is_number(type: Node | None) -> bool:
    """Whether a type, or the descriptor of one, is that of a number by value."""
    if type is None or type.type in _NUMBERS:
        return type is not None
    kind = type.child_by_field_name("type")
    return kind is not None and kind.type in _NUMBERS and type.child_by_field_name("declarator") is None
