"""Which statements of a function may come behind something that nothing has ended since, on any way through it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.source.nodes import subtree

_LOOPS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop"))
_LEAVES = frozenset(("break_statement", "continue_statement", "goto_statement"))
_WHOLE = frozenset(("expression_statement", "declaration", "return_statement"))


@dataclass(frozen=True)
class Act:
    """What a part of a function does, in this order: it ``asks`` whether something is under way, ``ends`` it, ``begins`` it."""

    asks: bool = False
    ends: bool = False
    begins: bool = False


def under_way(body: Node, act_of: Callable[[Node], Act | None], backwards: bool) -> frozenset[int]:
    """The parts that ask, by their identity, where something that began before may still be under way; ``backwards`` where something that
    begins later may follow. ``act_of`` is asked of every statement, and of what is no statement: ``None`` where its parts are to be looked at."""
    ways = _Ways(act_of, backwards)
    ways.pass_over(body, False)
    return frozenset(ways.found)


@dataclass
class _Ways:
    """A function from its begin or its end. What is passed on says whether something is under way."""

    act_of: Callable[[Node], Act | None]
    backwards: bool
    found: set[int] = field(default_factory=set)

    def pass_over(self, node: Node, going: bool) -> bool:
        """What holds behind ``node``, where ``going`` holds before."""
        act = self.act_of(node)
        if act is not None:
            if act.asks and going:
                self.found.add(node.id)
            return act.begins or (going and not act.ends)
        if node.type == "if_statement":
            return self._conditional(node, going)
        rounds = 2 if node.type in _LOOPS else 1  # a round begins as the one before ended
        inside = going
        for _ in range(rounds):
            for part in self._parts(node):
                inside = self.pass_over(part, inside)
            inside = inside or (going and rounds == 2)
        leaves = node.type != "compound_statement" and node.type not in _WHOLE
        return inside or (leaves and self._may_leave(node) and self._begins(node))

    def _parts(self, node: Node) -> list[Node]:
        return node.named_children[::-1] if self.backwards else node.named_children

    def _conditional(self, node: Node, going: bool) -> bool:
        asked = node.child_by_field_name("condition")
        ways = [n for n in (node.child_by_field_name("consequence"), node.child_by_field_name("alternative")) if n]
        if not self.backwards and asked is not None:
            going = self.pass_over(asked, going)
        ends = [self.pass_over(way, going) for way in ways]
        going = any(ends) or (len(ways) == 1 and going)
        return self.pass_over(asked, going) if self.backwards and asked is not None else going

    def _may_leave(self, node: Node) -> bool:
        return any(n.type in _LEAVES for n in subtree(node))

    def _begins(self, node: Node) -> bool:
        act = self.act_of(node)
        return act.begins if act is not None else any(self._begins(child) for child in node.named_children)
