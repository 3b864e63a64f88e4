"""The builds that conditional lines leave open, each as a file of its own: a macro that is defined there in one way, a function that is
declared or defined.

Lines that ask of one name whether it is a macro (`#ifdef A`, `#if !defined(A)`) are followed: every build defines it, or does not. Other
conditions and groups that include files stay as they are, and so does all where something in sight defines or undefines such a name.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarations import span_of
from loopwright.lang.scopes import scopes_of
from loopwright.source.groups import CONDITIONAL, group_of, is_guard
from loopwright.source.joined import LargerSource
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import KnownHeaders, Outline
from loopwright.source.syntax import COMMAND_LINE, Source, parse
from loopwright.source.text import Span, names_in

_MOST_NAMES = 2  # four builds
_MOST_DEFINITIONS = 6  # of one macro
_MOST_BYTES = 200_000  # each build is read anew for each version of a file
_DEFINING = frozenset(("preproc_def", "preproc_function_def"))
_MACRO, _NO_MACRO = frozenset(("#ifdef", "#elifdef")), frozenset(("#ifndef", "#elifndef"))
_BLANKS = bytes(byte if byte in b"\r\n" else 32 for byte in range(256))


class Build(NamedTuple):
    """A file with its headers as a build reads it, which does not see the parts of the file that are ``left_out``."""

    outline: Outline
    left_out: tuple[Span, ...]

    def leaves_out(self, at: int) -> bool:
        """Whether what begins at an offset is not there."""
        return any(span.start <= at < span.end for span in self.left_out)


class _Asking(NamedTuple):
    """A group that asks for names alone: of each branch its text, and the name with whether that has to be a macro, ``None`` for `#else`;
    ``says`` are the names that it defines or declares."""

    span: Span
    texts: tuple[Span, ...]
    asks: tuple[tuple[str, bool] | None, ...]
    says: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(each[0] for each in self.asks if each is not None)

    def left_out(self, is_macro: dict[str, bool]) -> tuple[Span, ...]:
        """What a build does not read, the lines that ask among it."""
        holds = (each is None or is_macro[each[0]] == each[1] for each in self.asks)
        text = next((text for text, is_taken in zip(self.texts, holds) if is_taken), None)
        return (self.span,) if text is None else (Span(self.span.start, text.start), Span(text.end, self.span.end))


class _Headers(KnownHeaders):
    """Those of another text of the file, as a build reads them."""

    def __init__(self, outline: Outline, headers: tuple[Outline, ...]) -> None:
        super().__init__(outline)
        self._headers = headers

    def __call__(self, source: Source, /) -> tuple[Outline, ...]:
        return self._headers


@kept
def builds_of(outline: Outline, names: frozenset[str]) -> tuple[Build, ...]:
    """The builds that say what names at file level mean; none where they cannot be told apart, or are too many."""
    files = (outline, *outline.headers)
    if len(outline.source.data) > _MOST_BYTES or any(isinstance(file.source, LargerSource) for file in files):
        return ()
    asking = {id(file): _asking(file) for file in files}
    every = [each for found in asking.values() for each in found]
    asked = frozenset[str]().union(*(each.names for each in every if not names.isdisjoint(each.says)))
    # What a command line defines another one does not: both are read.
    lines = [file for file in files if file.source.name != COMMAND_LINE]
    if not 1 <= len(asked) <= _MOST_NAMES or any(not asked.isdisjoint(_set_in(file)) for file in lines):
        return ()
    if any(not names.isdisjoint(_put_back(file)) for file in files):
        return ()
    followed = {number: [e for e in found if e.names <= asked] for number, found in asking.items()}
    if not all(_are_one(file, followed) for file in files):
        return ()
    ways = product((True, False), repeat=len(asked))
    return tuple(_build(outline, followed, dict(zip(sorted(asked), way))) for way in ways)


@kept
def defined_apart(outline: Outline, names: frozenset[str]) -> tuple[Build, ...]:
    """The file with the first definition of each of some macros alone, with the second, and so on: where nothing tells which build has which.
    None where there are too many."""
    files = (*outline.headers, outline)
    if len(outline.source.data) > _MOST_BYTES or any(isinstance(file.source, LargerSource) for file in files):
        return ()
    found: dict[str, list[tuple[int, Span]]] = {}
    for file in files:
        for name, span in _definitions(file):
            if name in names:
                found.setdefault(name, []).append((id(file), span))
    most = max(map(len, found.values()), default=0)
    return (
        tuple(_with_definition(outline, found, number) for number in range(most)) if most <= _MOST_DEFINITIONS else ()
    )


def _with_definition(outline: Outline, found: dict[str, list[tuple[int, Span]]], number: int) -> Build:
    """The file with definition ``number`` of each macro, the last one where it has fewer."""
    others = [each for listed in found.values() for at, each in enumerate(listed) if at != min(number, len(listed) - 1)]
    left_out = {
        id(file): tuple(sorted(span for of, span in others if of == id(file))) for file in (*outline.headers, outline)
    }
    headers = tuple(_header(header, left_out[id(header)]) for header in outline.headers)
    own = left_out[id(outline)]
    return Build(Outline(_without(outline, own), _Headers(outline, headers), lambda: outline.units), own)


@kept
def _definitions(file: Outline) -> tuple[tuple[str, Span], ...]:
    """The macros that a file defines, each with the place of its directive."""
    nodes = [node for node in subtree(file.source.tree.root_node) if node.type in _DEFINING]
    return tuple((text_of(node.child_by_field_name("name")), span_of(node)) for node in nodes)


def _are_one(file: Outline, followed: dict[int, list[_Asking]]) -> bool:
    """Whether nothing out of sight may define a name between the groups of a file that ask for it and any other group."""
    own = followed[id(file)]
    others = sum(map(len, followed.values())) - len(own)
    if not own or (len(own) == 1 and not others):
        return True
    within = Span(own[0].span.start, own[-1].span.end)
    included = (node for node in subtree(file.source.tree.root_node) if node.type == "preproc_include")
    return not others and not any(within.contains(span_of(node)) for node in included)


def _build(outline: Outline, followed: dict[int, list[_Asking]], is_macro: dict[str, bool]) -> Build:
    def left_out(file: Outline) -> tuple[Span, ...]:
        return tuple(span for each in followed[id(file)] for span in each.left_out(is_macro))

    headers = tuple(_header(header, left_out(header)) for header in outline.headers)
    own = left_out(outline)
    return Build(Outline(_without(outline, own), _Headers(outline, headers), lambda: outline.units), own)


@kept
def _header(header: Outline, left_out: tuple[Span, ...]) -> Outline:
    return Outline(_without(header, left_out), KnownHeaders(header)) if left_out else header


def _without(file: Outline, left_out: tuple[Span, ...]) -> Source:
    """The text of a file with blanks for some of it: all else stays at its place."""
    data = bytearray(file.source.data)
    for start, end in left_out:
        data[start:end] = data[start:end].translate(_BLANKS)
    return parse(bytes(data), file.source.name, file.source.language)


@kept
def _asking(file: Outline) -> tuple[_Asking, ...]:
    """The groups that ask for names alone and include nothing."""
    root = file.source.tree.root_node if b"endif" in file.source.data else None
    nodes = [node for node in subtree(root) if node.type in CONDITIONAL and not is_guard(node)]
    return tuple(found for node in nodes if (found := _read(file, node)) is not None)


def _read(file: Outline, node: Node) -> _Asking | None:
    group = group_of(node)
    asks = [_asked(branch.line) for branch in group.branches]
    if any(each is None for each in (asks[:-1] if group.is_complete else asks)):
        return None
    last = node.children[-1]
    end = last.start_byte if last.type == "#endif" else node.end_byte
    texts = []
    for branch in group.branches:
        line = file.source.data.find(b"\n", branch.span.start)
        until = min(branch.span.end, end)
        texts.append(Span(min(line, until) if line >= 0 else until, until))
    inside = list(subtree(node))
    if any(each.type in ("preproc_include", "preproc_call") for each in inside):
        return None
    says = {text_of(each.child_by_field_name("name")) for each in inside if each.type in _DEFINING}
    says |= {
        declaration.name for declaration in scopes_of(file).at_file_level if span_of(node).contains(declaration.span)
    }
    return _Asking(span_of(node), tuple(texts), tuple(asks), frozenset(says))


def _asked(line: str) -> tuple[str, bool] | None:
    """The name that a line asks for, and whether it has to be a macro; ``None`` for another condition."""
    directive, *words = line.replace("(", " ").replace(")", " ").replace("!", " ! ").split()
    if directive in _MACRO | _NO_MACRO and len(words) == 1:
        return words[0], directive in _MACRO
    if directive not in ("#if", "#elif") or words[-2:-1] != ["defined"] or words[:-2] not in ([], ["!"]):
        return None
    return words[-1], words[0] != "!"


@kept
def _set_in(file: Outline) -> frozenset[str]:
    """The names that a file makes macros of, or none any more."""
    return frozenset(scopes_of(file).own_macros) | _put_back(file)


@kept
def _put_back(file: Outline) -> frozenset[str]:
    """The names that directives take back or put back: `#undef`, `#pragma pop_macro`."""
    directives = [node for node in subtree(file.source.tree.root_node) if node.type == "preproc_call"]
    said = (text_of(node) for node in directives)
    return frozenset().union(*(names_in(text) for text in said if "undef" in text or "_macro" in text))
