"""Of which class of a file an object is, as far as declarations in sight say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.method_heads import CLASSES, PLAIN_NAMES, bases_of, members_of, parts_of
from loopwright.source.nodes import Kinds, is_arrow, subtree, text_of

_MOST_ALIASES = 8


class Kind(NamedTuple):
    """The type of an object as it is written, and how often one has to follow a pointer or take an element to come to it."""

    name: str
    depth: int


class _Alias(NamedTuple):
    """Another name of a type, from where it is declared to the end of what it is declared in."""

    name: str
    type: str
    start: int
    end: int


class Objects:
    """The classes of a file."""

    def __init__(self, kinds: Kinds) -> None:
        nodes = (n for n in kinds.of(*CLASSES) if n.child_by_field_name("body") is not None)
        self.classes = {text_of(n.child_by_field_name("name")): n for n in nodes}
        said = [(n.child_by_field_name("name"), n) for n in kinds.of("alias_declaration")]
        said += [(n.child_by_field_name("declarator"), n) for n in kinds.of("type_definition")]
        self._aliases = [
            _Alias(text_of(name), text_of(n.child_by_field_name("type")), n.start_byte, _end_of_scope(n))
            for name, n in said
        ]
        self.heirs: dict[str, list[Node]] = {}
        for node in self.classes.values():
            for base in bases_of(node):
                self.heirs.setdefault(_bare(base), []).append(node)

    def owner(self, name: str, at: int) -> str | None:
        """The class of the file that a type means at a place."""
        for _ in range(_MOST_ALIASES):
            bare = _bare(name)
            following = self._meant(bare, at)
            if bare in self.classes or following is None:
                return bare if bare in self.classes else None
            name = following
        return None

    def said(self, name: str, at: int) -> str:
        """A type as its static methods are called by it."""
        return (self._meant(name, at) or name).removeprefix("typename ").removeprefix("struct ").strip()

    def _meant(self, name: str, at: int) -> str | None:
        """What another name of a type stands for: the nearest that is visible."""
        seen = [a for a in self._aliases if a.name == name and a.start < at < a.end]
        return min(seen, key=lambda a: a.end - a.start).type if seen else None

    def names(self, owner: str) -> set[str]:
        """All names that a class has somewhere."""
        return {owner, *(a.name for a in self._aliases if self.owner(a.name, a.end - 1) == owner)}

    def members(self, owner: str) -> frozenset[str] | None:
        """The names of what an object has, ``None`` where a class that its class derives from is not known."""
        found = {text_of(n) for n in members_of(self.classes[owner])}
        for base in map(_bare, bases_of(self.classes[owner])):
            inherited = self.members(base) if base in self.classes and base != owner else None
            if inherited is None:
                return None
            found |= inherited
        return frozenset(found)

    def is_hidden(self, owner: str) -> bool:
        """Whether a class that derives from one may have members that are called as those of the other."""
        own = {text_of(n) for n in members_of(self.classes[owner])}
        heirs = self.heirs.get(owner, [])
        deeper = any(text_of(heir.child_by_field_name("name")) in self.heirs for heir in heirs)
        return deeper or any(text_of(n) in own for heir in heirs for n in members_of(heir))

    def kind(self, node: Node, of_name: Callable[[Node], Kind | None]) -> Kind | None:
        """What an expression gives. ``of_name``: of a name, and of `this`."""
        if node.type == "parenthesized_expression" and node.named_child_count == 1:
            return self.kind(node.named_children[0], of_name)
        if node.type in ("identifier", "this"):
            return of_name(node)
        inner = node.child_by_field_name("argument")
        kind = self.kind(inner, of_name) if inner is not None else None
        if kind is None:
            return None
        if node.type == "pointer_expression":
            return Kind(kind.name, kind.depth + (1 if text_of(node).startswith("&") else -1))
        if node.type == "subscript_expression":
            return Kind(kind.name, kind.depth - 1)
        owner = self.owner(kind.name, node.start_byte)
        if node.type != "field_expression" or owner is None or kind.depth != int(is_arrow(node)):
            return None
        return self.member(owner, text_of(node.child_by_field_name("field")))

    def member(self, owner: str, name: str) -> Kind | None:
        """The type of a data member."""
        for part, _ in parts_of(self.classes[owner]) if owner in self.classes else ():
            for declarator in part.children_by_field_name("declarator") if part.type == "field_declaration" else ():
                if name in (text_of(n) for n in subtree(declarator) if n.type in PLAIN_NAMES):
                    told = text_of(declarator)
                    return Kind(text_of(part.child_by_field_name("type")), told.count("*") + told.count("["))
        return None


def _end_of_scope(node: Node) -> int:
    parent = node.parent
    while parent is not None and parent.type == "template_declaration":
        parent = parent.parent
    return parent.end_byte if parent is not None else node.end_byte


def _bare(name: str) -> str:
    return name.split("<")[0].split("::")[-1].removeprefix("typename ").removeprefix("struct ").strip()
