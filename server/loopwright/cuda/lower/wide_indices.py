"""Indices that lanes of a vector use under a condition, in numbers of 64 bits.

In ``if (row < m && x < k) tile[y][tx] = a[row * k + x];`` the index is worked out only where the condition holds. A compiler that makes
a vector of it works it out for all lanes, where it may not overflow: it reckons without a sign, no longer knows that the elements lie
side by side, and gathers them one by one. With ``a[1ll * row * k + x]`` nothing overflows, and a row of elements is one load under a mask:
filling two tiles of a product takes a third of the time. The index is the same number, wherever an ``int`` holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Form, Quoted, form, tokens
from loopwright.cuda.ir.statements import Body, Control, Loop, Statement
from loopwright.cuda.read.typing import Typing
from loopwright.lang.numbers import Constant
from loopwright.source.nodes import bare, text_of

_SUMS = frozenset("+-")


@dataclass(frozen=True)
class Wide:
    """``typing``: of the kernel; ``value``: what an expression of the file is; ``is_level``: whether one is the same for all threads;
    ``whole``: names of loops over threads and blocks that count in ``int``; ``in_lanes``: whether a loop around has lanes."""

    typing: Typing
    value: Callable[[str, int], Constant | None]
    is_level: Callable[[Node], bool]
    whole: frozenset[str] = frozenset()
    in_lanes: bool = False

    def body(self, statements: Body, asked: bool = False) -> Body:
        """The same statements; ``asked``: they are carried out under a condition."""
        found: list[Statement] = []
        for statement in statements:
            if isinstance(statement, Loop):
                found.append(self._loop(statement))
            elif isinstance(statement, Control):
                found.append(
                    replace(statement, body=self.body(statement.body, asked or statement.kind in ("if", "else")))
                )
            else:
                found.append(replace(statement, code=self._code(statement.code, asked)) if self.in_lanes else statement)
                asked = asked or _passes_over(statement.code)
        return tuple(found)

    def _loop(self, loop: Loop) -> Loop:
        whole = self.whole | {loop.name} if loop.type == "int" else self.whole - {loop.name}
        vector = loop.directive is not None and "simd" in loop.directive.words
        return replace(loop, body=replace(self, whole=whole, in_lanes=self.in_lanes or vector).body(loop.body))

    def _code(self, code: Code, asked: bool) -> Code:
        if isinstance(code, Form):
            return Form(tuple(part if isinstance(part, str) else self._code(part, asked) for part in code.parts))
        return self._quoted(code.node, code, asked)

    def _quoted(self, node: Node, of: Quoted, asked: bool) -> Quoted:
        """A part of quoted code."""
        holes = dict(of.holes)
        for part, under in _parts(node, of, asked):
            if part.id in of.holes:
                holes[part.id] = self._code(of.holes[part.id], under)
            elif under and (index := self._index(part)) is not None:
                holes |= {leaf.id: _widened(leaf, of) for leaf in self._leaves(index, of)}
        return Quoted(node, holes)

    def _index(self, node: Node) -> Node | None:
        """The index of an element of plain memory."""
        array, listed = node.child_by_field_name("argument"), node.child_by_field_name("indices")
        if node.type != "subscript_expression" or array is None or listed is None or len(listed.named_children) != 1:
            return None
        kind = self.typing.of(array)
        return listed.named_children[0] if kind is not None and kind[1] else None

    def _leaves(self, index: Node, of: Quoted) -> list[Node]:
        """The parts of an index that make it wide; none where that is not needed, or might change it."""
        if not _operands(bare(index)) or self.is_level(index) or not self._is_int(index, of):
            return []
        return self._first(index)

    def _is_int(self, node: Node, of: Quoted) -> bool:
        """Whether what is written of an expression is of the type ``int``."""
        hole = of.holes.get(node.id)
        if hole is not None:
            told = tuple(tokens(hole))
            return len(told) == 1 and (told[0] in self.whole or told[0].isdecimal())
        if node.type == "parenthesized_expression" and len(node.named_children) == 1:
            return self._is_int(node.named_children[0], of)
        if sides := _operands(node):
            return all(self._is_int(side, of) for side in sides)
        if self.typing.of(node) is not None:
            return self.typing.of(node) == ("int", 0)
        constant = self.value(text_of(node), node.start_byte)
        return constant is not None and constant.type == "int"

    def _first(self, node: Node) -> list[Node]:
        """The parts that are to be wide so that no sum that differs between lanes is reckoned in ``int``."""
        if not (sides := _operands(bare(node))):
            return [node]
        left, right = sides
        deep = bool(_operands(bare(left))), bool(_operands(bare(right)))
        if text_of(bare(node).child_by_field_name("operator")) == "*":
            return self._first(right if deep == (False, True) else left)
        beside = self._first(right) if deep[1] and not self.is_level(right) else []
        return beside if beside and not deep[0] else [*self._first(left), *beside]


def _passes_over(code: Code) -> bool:
    """Whether a statement is ``if (…) continue;``."""
    told = list(tokens(code))
    return told[:1] == ["if"] and told[-2:] == ["continue", ";"]


def _operands(node: Node) -> tuple[Node, ...]:
    """The two sides of a sum, a difference or a product."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    plain = node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in {"*", *_SUMS}
    return (left, right) if plain and left is not None and right is not None else ()


def _parts(node: Node, of: Quoted, asked: bool) -> Iterator[tuple[Node, bool]]:
    """The nodes of quoted code from the outside in, and whether each is carried out under a condition."""
    waiting = [(node, asked)]
    while waiting:
        part, under = waiting.pop()
        yield part, under
        if part.id not in of.holes and (children := part.children):
            apart = _asked_for(part)
            waiting += [(child, under or child.id in apart) for child in children]


def _asked_for(node: Node) -> frozenset[int]:
    """The parts of a node that are carried out only if another one says so."""
    fields: tuple[str, ...] = ()
    if node.type in ("if_statement", "conditional_expression"):
        fields = ("consequence", "alternative")
    elif node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("&&", "||"):
        fields = ("right",)
    return frozenset(part.id for name in fields if (part := node.child_by_field_name(name)) is not None)


def _widened(leaf: Node, of: Quoted) -> Form:
    own = of.holes.get(leaf.id)
    return form("1ll * {}", own if own is not None else Quoted(leaf, of.holes))
