"""Where the function that a call names is looked for: the namespaces around the call, what `using` brings there, what stands before
`::` (C++17 [basic.lookup])."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.hiding import Path, scopes_around
from loopwright.source.nodes import Kinds, text_of


@dataclass(frozen=True)
class _Brought:
    """What `using` makes visible in a part of a file: one name of a namespace, or all where ``name`` is empty."""

    start: int
    end: int
    at: Path
    scope: Path
    name: str


class Lookup:
    """The namespaces of one file."""

    def __init__(self, kinds: Kinds) -> None:
        self._aliases = {
            (namespace_of(alias), text_of(alias.named_children[0])): _words(alias.named_children[-1])
            for alias in kinds.of("namespace_alias_definition")
        }
        self._brought = [_brought(node) for node in kinds.of("using_declaration") if node.named_children]
        self._classes: dict[str, set[Path]] = {}
        for node in kinds.of("struct_specifier", "class_specifier"):
            if node.child_by_field_name("body") is not None:
                self._classes.setdefault(text_of(node.child_by_field_name("name")), set()).add(namespace_of(node))

    def scopes(self, name: Node) -> Iterator[list[Path]]:
        """The namespaces that may hold what is called by ``name``, the nearest first; those of one list are as near."""
        around, words = namespace_of(name), _words(name)
        seen = [each for each in self._brought if each.start < name.start_byte < each.end]
        everywhere = [each.scope for each in seen if not each.name]
        if len(words) > 1:
            before = words[:-1]
            absolute = before[0] == ""
            yield from ([path] for path in ([before[1:]] if absolute else self._resolved(before, around)))
            yield [(*scope, *before) for scope in everywhere if not absolute]
            return
        for size in range(len(around), 0, -1):
            path = around[:size]
            yield [path, *(b.scope for b in seen if (b.name, b.at) == (words[0], path))]
        yield [(), *everywhere, *(b.scope for b in seen if (b.name, b.at) == (words[0], ()))]

    def homes(self, type: str) -> set[Path]:
        """The namespaces of the classes of a name: their functions are found where objects of them are arguments."""
        return self._classes.get(type.split("<")[0].split("::")[-1].strip(), set())

    def _resolved(self, words: Path, around: Path) -> Iterator[Path]:
        for size in range(len(around), -1, -1):
            base = around[:size]
            known = self._aliases.get((base, words[0]))
            if known is not None and known[0] != words[0]:
                yield from (path + words[1:] for path in self._resolved(known, base))
            yield base + words


def namespace_of(node: Node) -> Path:
    """The namespaces and classes around a place; those that need not be named are left out."""
    return tuple(scope for scope in scopes_around(node) if scope)


def _brought(node: Node) -> _Brought:
    words = _words(node.named_children[-1])
    whole = any(child.type == "namespace" for child in node.children)
    outer = node.parent
    assert outer is not None
    scope, name = (words, "") if whole else (words[:-1], words[-1])
    return _Brought(node.start_byte, outer.end_byte, namespace_of(node), tuple(w for w in scope if w), name)


def _words(name: Node) -> Path:
    """The names between `::`, the first empty where it begins with that; arguments of templates are left out."""
    found: list[str] = []
    inner: Node | None = name
    while inner is not None and inner.type == "qualified_identifier":
        scope = inner.child_by_field_name("scope")
        found.append("" if scope is None else text_of(scope).split("<")[0].strip())
        inner = inner.child_by_field_name("name")
    return (*found, *text_of(inner).split("<")[0].removeprefix("template ").strip().split("::"))
