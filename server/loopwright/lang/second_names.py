"""Variables that may be other names for memory that has a name already. The language has no such thing, two variables are two objects;
GNU has `alias`, `weakref`, labels for the linker (`asm`), `#pragma redefine_extname` and `#pragma weak`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarators import declared
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_WORDS = frozenset(("alias", "__alias__", "weakref", "__weakref__", "asm", "__asm", "__asm__"))
_PRAGMAS = frozenset(("redefine_extname", "weak"))
_MENTIONS = (b"alias", b"weak", b"asm", b"redefine_extname")
_REMARKS = frozenset(("gnu_asm_expression", "attribute_declaration", "attribute_specifier"))


@kept
def second_names(outline: Outline) -> frozenset[str]:
    """The variables of which a declaration or directive of the file or its headers says so."""
    files = (outline, *outline.headers)
    if not any(word in file.source.data for file in files for word in _MENTIONS):
        return frozenset()
    macros = scopes_of(outline).macros.values()
    hiding = frozenset(macro.name for macro in macros if _WORDS & set(names_in(macro.value or "")))
    return frozenset(name for file in files for name in _in_file(file, hiding))


def _in_file(outline: Outline, hiding: frozenset[str]) -> Iterator[str]:
    for node in subtree(outline.source.tree.root_node):
        if node.type == "declaration" and _has_label(outline, node, hiding):
            yield from (said.name for said, _, _ in declared(node))
        elif node.type == "preproc_call":
            _, *words = names_in(text_of(node))
            if words and words[0] in _PRAGMAS:
                yield from words[1:]


def _has_label(outline: Outline, declaration: Node, hiding: frozenset[str]) -> bool:
    shown = set(names_in(text_of(declaration)))
    if hiding & shown:
        return True
    # The parser is shown blanks in the place of `__attribute__`.
    whole = outline.source.data[declaration.start_byte : declaration.end_byte].decode("utf-8", errors="replace")
    if _WORDS & (set(names_in(whole)) - shown):
        return True
    return any(_WORDS & set(names_in(text_of(node))) for node in subtree(declaration) if node.type in _REMARKS)
