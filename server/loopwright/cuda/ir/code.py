"""Code of a kernel between source and text.

``Quoted`` is a part of the source in which some parts are other code; blanks and comments stay as they were written. ``Form`` is
code of our own: words and signs, and code between them. What passes ask of code they ask of its nodes and words; only
``print/code.py`` makes text of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from tree_sitter import Node

from loopwright.lazily import cached_property
from loopwright.source.nodes import text_of

_SIGNS = frozenset("()[]{}<>;,.:?=+-*/%!&|^~")  # leaves that say no word
_SILENT = frozenset(("comment", "string_content", "char_literal", "character"))

Code: TypeAlias = "Quoted | Form"


@dataclass(frozen=True, eq=False)
class Quoted:
    """``node`` where the nodes whose numbers are in ``holes`` are replaced."""

    node: Node
    holes: Mapping[int, Code]

    @cached_property
    def words(self) -> frozenset[str]:
        """The names and keywords in it: a dozen passes ask for them."""
        found: set[str] = set()
        waiting = [self.node]
        while waiting:
            node = waiting.pop()
            hole = self.holes.get(node.id)
            if hole is not None:
                found |= words(hole)
            elif children := node.children:
                waiting += children
            elif (kind := node.type) not in _SIGNS and kind not in _SILENT:
                found |= _named(text_of(node))
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Form:
    """Words and signs of our own (``str``), and code, one behind the other."""

    parts: tuple[str | Code, ...] = ()


Rule = Callable[[Node], "Code | None"]
NOTHING = Form()
# The same, told from it by who prints: the blanks behind it go too, or those before it.
GONE = Form(("",))
CUT = Form(("", ""))


def form(template: str, *parts: str | Code) -> Form:
    """``template`` with ``parts`` where it says ``{}``, or ``{0}``, ``{1}`` … in any order; ``{{`` and ``}}`` are braces."""
    found: list[str | Code] = []
    at = 0
    for literal, place in _pieces(template):
        if literal:
            found.append(literal)
        if place is not None:
            found.append(parts[at if place < 0 else place])
            at += 1
    return Form(tuple(part for part in found if part != ""))


def spelled(text: str) -> Form:
    """Code of our own that has no parts."""
    return Form((text,)) if text else NOTHING


def joined(separator: str, parts: Iterable[str | Code]) -> Form:
    """``parts`` with a text between them."""
    found: list[str | Code] = []
    for part in parts:
        if found:
            found.append(separator)
        found.append(part)
    return Form(tuple(found))


def is_empty(code: Code) -> bool:
    """Whether there is nothing in it."""
    return isinstance(code, Form) and all(
        part == "" if isinstance(part, str) else is_empty(part) for part in code.parts
    )


def quoted(node: Node, rule: Rule) -> Code:
    """``node`` where every part for which ``rule`` has code is replaced by it."""
    new = rule(node)
    return new if new is not None else inside(node, rule)


def inside(node: Node, rule: Rule) -> Quoted:
    """The same without asking ``rule`` about ``node`` itself."""
    holes: dict[int, Code] = {}
    waiting = node.children[::-1]
    while waiting:
        part = waiting.pop()
        new = rule(part)
        if new is not None:
            holes[part.id] = new
        elif children := part.children:
            waiting += children[::-1]
    return Quoted(node, holes)


def renamed(code: Code, names: Mapping[str, str]) -> Code:
    """The same where words of our own have other names; what is quoted from the source keeps its own."""
    if isinstance(code, Form):
        return Form(tuple(_reworded(p, names) if isinstance(p, str) else renamed(p, names) for p in code.parts))
    return Quoted(code.node, {at: renamed(hole, names) for at, hole in code.holes.items()})


def unended(code: Code) -> Code:
    """A statement without the semicolon at its end."""
    if isinstance(code, Form) or not code.node.children or code.node.children[-1].type != ";":
        return code
    return Quoted(code.node, {**code.holes, code.node.children[-1].id: NOTHING})


def nodes(code: Code) -> Iterator[tuple[Node, Quoted]]:
    """The nodes of the source that are still in code, each with what it is quoted by."""
    if isinstance(code, Form):
        for part in code.parts:
            if not isinstance(part, str):
                yield from nodes(part)
        return
    waiting = [code.node]
    while waiting:
        node = waiting.pop()
        hole = code.holes.get(node.id)
        if hole is not None:
            yield from nodes(hole)
            continue
        yield node, code
        waiting += node.children[::-1]


def parts(code: Quoted) -> list[str | tuple[Node, Code]]:
    """What a quoted node says, in its order: texts of the source, and what stands in the place of nodes."""
    holes = code.holes
    if not holes:
        return [text_of(code.node)]
    found: list[str | tuple[Node, Code]] = []

    def look(node: Node) -> None:
        hole = holes.get(node.id)
        if hole is not None:
            found.append((node, hole))
            return
        children = node.children
        if not children:
            found.append(text_of(node))
            return
        data, base, at = node.text or b"", node.start_byte, 0
        for child in children:
            found.append(data[at : child.start_byte - base].decode("utf-8", errors="replace"))
            look(child)
            at = child.end_byte - base
        found.append(data[at:].decode("utf-8", errors="replace"))

    look(code.node)
    return found


def part_of(node: Node, field: str, code: Quoted) -> Code:
    """A part of a node of quoted code, a statement without its end; nothing where there is none."""
    part = node.child_by_field_name(field)
    return unended(Quoted(part, code.holes)) if part is not None else NOTHING


def words(code: Code) -> frozenset[str]:
    """The names and keywords that code mentions."""
    if isinstance(code, Quoted):
        return code.words
    return frozenset[str]().union(*(_named(p) if isinstance(p, str) else words(p) for p in code.parts))


def tokens(code: Code) -> Iterator[str]:
    """The words, numbers and signs of code in their order; comments and what stands in quotation marks are none."""
    if isinstance(code, Form):
        for part in code.parts:
            yield from scanned(part) if isinstance(part, str) else tokens(part)
        return
    waiting = [code.node]
    while waiting:
        node = waiting.pop()
        hole = code.holes.get(node.id)
        if hole is not None:
            yield from tokens(hole)
        elif children := node.children:
            waiting += children[::-1]
        elif node.type not in _SILENT:
            yield from scanned(text_of(node))


@lru_cache(maxsize=4096)
def scanned(text: str) -> tuple[str, ...]:
    """The tokens of a piece of code without comments and strings."""
    found: list[str] = []
    at = 0
    while at < len(text):
        end = at + 1
        if text[at].isalnum() or text[at] == "_":
            while end < len(text) and (text[end].isalnum() or text[end] in "_."[: 2 if text[at].isdigit() else 1]):
                end += 1
        if not text[at].isspace():
            found.append(text[at:end])
        at = end
    return tuple(found)


@lru_cache(maxsize=4096)
def _named(text: str) -> frozenset[str]:
    return frozenset(token for token in scanned(text) if token[0].isalpha() or token[0] == "_")


def _reworded(text: str, names: Mapping[str, str]) -> str:
    found, at = "", 0
    for token in scanned(text):
        begin = text.index(token, at)
        found, at = f"{found}{text[at:begin]}{names.get(token, token)}", begin + len(token)
    return found + text[at:]


@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[tuple[str, int | None], ...]:
    """Literal texts of a template, each with the number of the part behind it, -1 for the next one."""
    found: list[tuple[str, int | None]] = []
    literal, at = "", 0
    while at < len(template):
        if template[at : at + 2] in ("{{", "}}"):
            literal, at = literal + template[at], at + 2
        elif template[at] == "{":
            end = template.index("}", at)
            found.append((literal, int(template[at + 1 : end] or -1)))
            literal, at = "", end + 1
        else:
            literal, at = literal + template[at], at + 1
    return (*found, (literal, None))
