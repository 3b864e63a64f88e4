"""The `update` directives of a region, before they are lines: what moves which way, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loopwright.placement.lengths import length_of
from loopwright.placement.lvalues import is_member
from loopwright.source.tokens import tokens_of


class Item(NamedTuple):
    """A variable and its section with brackets, empty where all of it moves."""

    name: str
    section: str

    @staticmethod
    def of(text: str) -> Item:
        """What stands in a clause: `a[0:n]`."""
        name, bracket, rest = text.partition("[")
        return Item(name, bracket + rest)

    @property
    def text(self) -> str:
        """As it stands in a clause."""
        return self.name + self.section


class Update(NamedTuple):
    """One directive. ``way`` is `self` or `device`, ``end`` what stands behind the list."""

    way: str
    items: tuple[Item, ...]
    end: str = ""

    @property
    def text(self) -> str:
        """The directive."""
        return f"#pragma acc update {self.way}({', '.join(item.text for item in self.items)}){self.end}"

    @property
    def is_single(self) -> bool:
        """Whether it moves single elements."""
        sections = [section for item in self.items for section in _dimensions(item.section)]
        return bool(sections) and all(section.endswith(":1") for section in sections)

    @property
    def apart(self) -> Item | None:
        """The member that is taken out of its object first: gcc sends no member alone, and takes no address of `this`."""
        (item,) = self.items if len(self.items) == 1 else (Item("", ""),)
        goes = self.way == "device" or item.name.endswith("()") or item.name.startswith("this->")
        return item if goes and is_member(item.name) and len(list(_dimensions(item.section))) == 1 else None


def updates(way: str, sections: dict[str, bool], bare: set[str]) -> list[Update]:
    """Directives that move some sections; a clause names each variable once. Those that are ``bare`` ask whether there is anything."""
    shared: list[tuple[list[Item], bool]] = []
    alone: list[tuple[list[Item], bool]] = []  # members: each is taken out of its struct
    for section, is_sure in sorted(sections.items()):
        item = Item.of(section)
        place = next(
            (items for items, sure in shared if sure is is_sure and all(other.name != item.name for other in items)),
            None,
        )
        if section in bare or Update(way, (item,)).apart is not None:
            alone.append(([item], is_sure))
        elif place is None:
            shared.append(([item], is_sure))
        else:
            place.append(item)
    return [
        Update(way, tuple(items), _end(is_sure, length_of(items[0].text) if items[0].text in bare else ""))
        for items, is_sure in (*shared, *alone)
    ]


def _end(is_sure: bool, length: str) -> str:
    return f"{'' if is_sure else ' if_present'}{f' if({length} > 0)' if length else ''}"


def _dimensions(section: str) -> Iterator[str]:
    """What stands in each pair of outer brackets, without blanks."""
    depth, inside = 0, ""
    for token in tokens_of(section):
        depth -= token.text == "]"
        if token.text == "]" and depth == 0:
            yield inside
            inside = ""
        elif depth:
            inside += token.text
        depth += token.text == "["
