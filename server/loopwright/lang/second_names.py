"""Variables that may be other names for memory that has a name already. The language has no such thing, two variables are two objects;
GNU has `alias`, `weakref`, labels for the linker (`asm`), `#pragma redefine_extname` and `#pragma weak`. And functions that may be others
than the text says."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tree_sitter import Node

from loopwright.lang.declarators import declared
from loopwright.lang.linkage import head_of
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_WORDS = frozenset(("alias", "__alias__", "weakref", "__weakref__", "asm", "__asm", "__asm__"))
_WEAK = frozenset(("weak", "__weak__", "__weak"))
_PRAGMAS = frozenset(("redefine_extname", "weak"))
_MENTIONS = (b"alias", b"weak", b"asm", b"redefine_extname")
_SAYING = frozenset(word.encode() for word in _WORDS | _PRAGMAS)
_REMARKS = frozenset(("gnu_asm_expression", "attribute_declaration", "attribute_specifier"))


def mentions_second_names(words: Set[bytes]) -> bool:
    """Whether a file of these words may give a variable a second name itself."""
    return not _SAYING.isdisjoint(words)


@kept
def second_names(outline: Outline) -> frozenset[str]:
    """The variables and functions of which a declaration or directive of the file or its headers says so."""
    files = (outline, *outline.headers)
    if not any(word in file.source.data for file in files for word in _MENTIONS):
        return frozenset()
    macros = scopes_of(outline).macros.values()
    hiding = frozenset(macro.name for macro in macros if _WORDS & set(names_in(macro.value or "")))
    return frozenset(name for file in files for name in _in_file(file, hiding))


@kept
def replaceable(outline: Outline) -> frozenset[str]:
    """The functions whose definition in sight another file may replace with its own: weak ones."""
    files = (outline, *outline.headers)
    if not any(b"weak" in file.source.data for file in files):
        return frozenset()
    macros = scopes_of(outline).macros.values()
    words = _WEAK | {macro.name for macro in macros if _WEAK & set(names_in(macro.value or ""))}
    return frozenset(name for file in files for name in _weak_in(file, words))


def _weak_in(outline: Outline, words: Set[str]) -> Iterator[str]:
    for function in outline.functions:
        if not words.isdisjoint(names_in(head_of(outline.source, function.body.start))):
            yield function.name.split("::")[-1]
    for node in subtree(outline.source.tree.root_node):
        if node.type == "declaration":
            whole = outline.source.data[node.start_byte : node.end_byte].decode("utf-8", errors="replace")
            if not words.isdisjoint(names_in(whole)):
                yield from (said.name for said, _, _ in declared(node))
        elif node.type == "preproc_call":
            _, *said = names_in(text_of(node))
            if said and said[0] == "weak":
                yield from said[1:]


def _in_file(outline: Outline, hiding: frozenset[str]) -> Iterator[str]:
    for node in subtree(outline.source.tree.root_node):
        if node.type == "declaration" and _has_label(outline, node, hiding):
            yield from (said.name for said, _, _ in declared(node))
        elif node.type == "preproc_call":
            _, *words = names_in(text_of(node))
            if words and words[0] in _PRAGMAS:
                yield from words[1:]
        elif node.type == "gnu_asm_expression":  # an assembler has names of its own: `asm(".set b, a");`
            yield from names_in(text_of(node))


def _has_label(outline: Outline, declaration: Node, hiding: frozenset[str]) -> bool:
    behind = declaration.next_named_sibling if declaration.children and declaration.children[-1].is_missing else None
    # `int a[8] AS("b");` is to the parser a declaration that misses its end, and a call.
    shown = set(names_in(text_of(declaration))) | set(names_in(text_of(behind)))
    if hiding & shown:
        return True
    # The parser is shown blanks in the place of `__attribute__`.
    whole = outline.source.data[declaration.start_byte : declaration.end_byte].decode("utf-8", errors="replace")
    if _WORDS & (set(names_in(whole)) - shown):
        return True
    return any(_WORDS & set(names_in(text_of(node))) for node in subtree(declaration) if node.type in _REMARKS)
