"""Macros that the text of a function defines, for who gives its statements another order: they are defined before it then, for it and what
follows in the file."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.source.nodes import subtree, text_of
from loopwright.source.text import names_in

_DEFINES = ("preproc_def", "preproc_function_def")
DIRECTIVES = (*_DEFINES, "preproc_call")


@dataclass(frozen=True)
class InnerMacros:
    """``nodes``: the directives that leave the text; ``before``, ``behind``: their lines before and behind the function."""

    nodes: frozenset[int] = frozenset()
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()

    def around(self, text: str) -> str:
        """The function's text with them."""
        return "\n".join((*self.before, text, *self.behind))


def inner_macros(body: Node, head: str) -> InnerMacros:
    """Those of a function's ``body`` that are defined once, under no condition, and whose names stand neither in its ``head`` nor in its
    text above them or below where they are taken back."""
    directives = [n for n in subtree(body) if n.type in DIRECTIVES and not _is_conditional(n)]
    names = [text_of(n.child_by_field_name("name")) for n in directives if n.type in _DEFINES]
    once = {name for name in names if names.count(name) == 1} - set(names_in(head))
    once -= _meaning_more(body, directives, once)
    found = [(name, node) for node in directives if (name := _name_of(node)) in once]
    lines: dict[bool, list[str]] = {False: [], True: []}
    defined: set[str] = set()
    for name, node in found:
        defines = node.type in _DEFINES
        lines[not defines and name in defined].append(text_of(node).strip())
        defined |= {name} if defines else set()
    return InnerMacros(frozenset(node.id for _, node in found), tuple(lines[False]), tuple(lines[True]))


def _meaning_more(body: Node, directives: list[Node], names: set[str]) -> set[str]:
    """Of some macros those whose names are something else in a part of the text."""
    if not names:
        return set()
    of = [(_name_of(node), node) for node in directives]
    first = {name: node.start_byte for name, node in of if node.type in _DEFINES}
    last = {
        name: node.end_byte for name, node in of if node.type not in _DEFINES and node.start_byte > first.get(name, 0)
    }
    said = ((text_of(n), n.start_byte) for n in subtree(body) if n.type.endswith("identifier"))
    return {name for name, at in said if name in names and not first[name] < at < last.get(name, body.end_byte)}


def _name_of(node: Node) -> str:
    """The macro that a directive defines, or takes back."""
    if node.type in _DEFINES:
        return text_of(node.child_by_field_name("name"))
    taken_back = text_of(node.child_by_field_name("directive")).replace(" ", "") == "#undef"
    return text_of(node.child_by_field_name("argument")).strip() if taken_back else ""


def _is_conditional(node: Node) -> bool:
    parent = node.parent
    while parent is not None and parent.type != "function_definition":
        if parent.type.startswith("preproc_"):
            return True
        parent = parent.parent
    return False
