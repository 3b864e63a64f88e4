"""The named nodes of a function in one row, gone through once: who asks what stands in a part of it gets a slice of the row."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lazily import cached_property
from loopwright.source.kept import kept
from loopwright.source.outline import Outline


class Part(NamedTuple):
    """A node and all named nodes below it: ``first`` to ``end`` of a row."""

    listing: Listing
    first: int
    end: int

    def of(self, kinds: Iterable[str]) -> list[Node]:
        """Those of some kinds, in the order of the text. Costs what it finds, not what the part is long."""
        listing, first, end = self
        found: list[int] = []
        for kind in kinds:
            places = listing.places.get(kind)
            if places is not None:
                found += places[bisect_left(places, first) : bisect_left(places, end)]
        return [listing.nodes[at] for at in sorted(found)]

    @property
    def kinds(self) -> list[str]:
        """What they are."""
        return self.listing.kinds[self.first : self.end]


class Listing:
    """Of one node: that and the named ``nodes`` below it in the order of the text, their ``kinds``, and where what is below each of them
    ``ends``."""

    def __init__(self, root: Node) -> None:
        nodes: list[Node] = []
        kinds: list[str] = []
        depths: list[int] = []
        waiting = [(root, 0)]
        while waiting:
            node, depth = waiting.pop()
            nodes.append(node)
            kinds.append(node.type)
            depths.append(depth)
            children = node.named_children
            if children:
                depth += 1
                waiting.extend([(child, depth) for child in reversed(children)])
        self.nodes, self.kinds, self.ends = nodes, kinds, _ends(depths)
        self._places = {node.id: place for place, node in enumerate(nodes)}

    def below(self, node: Node) -> Part:
        """``node`` with what is below it, in a row of its own if it is in none of this one."""
        place = self._places.get(node.id)
        if place is None or self.nodes[place] != node:
            return Listing(node).whole
        return Part(self, place, self.ends[place])

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where the nodes of each kind stand in the row."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for at, kind in enumerate(self.kinds):
            found[kind].append(at)
        return found

    @property
    def whole(self) -> Part:
        """All of it."""
        return Part(self, 0, len(self.nodes))


def _ends(depths: list[int]) -> list[int]:
    """By how deep each stands, where the next one follows that is not below it."""
    ends = [len(depths)] * len(depths)
    open_: list[int] = []
    for place, depth in enumerate(depths):
        while len(open_) > depth:
            ends[open_.pop()] = place
        open_.append(place)
    return ends


@kept
def listing_of(outline: Outline, code: Node) -> Listing:
    """That of a function of the file, or of one that it calls."""
    return Listing(code)
