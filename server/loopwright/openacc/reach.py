"""How far the accesses of a region reach, where that is linear in the variables of its loops."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lazily import cached_property
from loopwright.openacc.accesses import Access
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.linear import linear
from loopwright.openacc.nodes import Variable
from loopwright.openacc.statements import text_of_node, updated_place
from loopwright.source.linear import Linear
from loopwright.source.nodes import within
from loopwright.source.tokens import tokens_of

_LOOPS = ("for_statement", "for_range_loop")


class Bounds:
    """Smallest and largest value of the loop variables of one region."""

    def __init__(self, unit: Unit, construct: Construct) -> None:
        self.unit, self.construct = unit, construct
        self._ranges: dict[int, tuple[str, Linear, Linear] | None] = {}

    @cached_property
    def assigned(self) -> frozenset[str]:
        """Variables that the region changes or declares with a value."""
        region = self.construct.region
        found: set[str] = set()
        for node in within(self.unit.source.tree.root_node, region):
            target = node.child_by_field_name("declarator") if node.type == "init_declarator" else updated_place(node)
            if target is not None and target.type == "identifier":
                found.add(text_of_node(target))
        return frozenset(found)

    def reach(self, use: Access) -> tuple[Linear, Linear] | None:
        """(smallest, largest) first index of ``use``, ``None`` if it is not linear in the loop variables."""
        if len(use.indices) != 1:
            return None
        index = linear(tokens_of(self.unit.text(use.indices[0])), self.unit.declarations, use.node.start_byte)
        if index is None:
            return None
        low = high = index
        node: Node | None = use.node
        while node is not None and node.start_byte >= self.construct.region.start:
            if node.type in _LOOPS:
                known = self._range(node)
                if known is None:
                    return None
                name, first, last = known
                low_factor, high_factor = low.coefficient(name), high.coefficient(name)
                if low_factor is None or high_factor is None:
                    sign = self._product_sign(low, name)
                    if sign is None:
                        return None
                    low_factor = high_factor = sign
                low = low.with_value(name, first if low_factor >= 0 else last)
                high = high.with_value(name, last if high_factor >= 0 else first)
            node = node.parent
        changed = (low.names | high.names) & self.assigned
        local = any(self._is_local(name, use.node.start_byte) for name in low.names | high.names)
        return None if changed or local else (low, high)

    @staticmethod
    def _product_sign(form: Linear, name: str) -> int | None:
        """1 if ``name`` only stands with positive factors: sizes are taken to be positive."""
        signs = {coefficient > 0 for product, coefficient in form.terms if name in product}
        return 1 if signs == {True} else None

    def _is_local(self, name: str, offset: int) -> bool:
        declaration = self.unit.declarations.lookup(name, offset)
        return declaration is None or declaration.span.start > self.construct.region.start

    def _range(self, loop: Node) -> tuple[str, Linear, Linear] | None:
        key = loop.start_byte
        if key not in self._ranges:
            self._ranges[key] = self._read_range(loop)
        return self._ranges[key]

    def _read_range(self, loop: Node) -> tuple[str, Linear, Linear] | None:
        known = self.unit.outline.loop_starting_at(loop.start_byte)
        if known is None:
            return None
        header = known.header
        if header.problem or not header.variable or header.lower is None or header.upper is None:
            return None
        start, end = (
            linear(tokens_of(text), self.unit.declarations, loop.start_byte) for text in (header.lower, header.upper)
        )
        if start is None or end is None:
            return None
        if header.step == "1":
            if header.relation not in ("<", "<=", "!="):
                return None
            return header.variable, start, end if header.relation == "<=" else end.plus(Linear(-1))
        if header.step == "-1":
            if header.relation not in (">", ">=", "!="):
                return None
            return header.variable, end if header.relation == ">=" else end.plus(Linear(1)), start
        return None


@dataclass(frozen=True)
class Section:
    """A section of one dimension beside the elements that the loops reach: one that is ``outside`` of it, or the
    ``lowest`` and ``highest`` of them where all are inside and known."""

    lower: Linear
    last: Linear
    outside: Linear | None = None
    lowest: Linear | None = None
    highest: Linear | None = None


def section_beside_loops(
    unit: Unit, variable: Variable, declaration: Declaration, uses: list[Access], bounds: Bounds
) -> Section | None:
    """What the loops reach of a section, ``None`` where that is not known."""
    section = variable.subscripts[0]
    at = variable.span.start
    lower = linear(section.lower, unit.declarations, at) if section.lower else Linear(0)
    length = linear(section.length, unit.declarations, at) if section.length else None
    if lower is None or length is None:
        return None
    last = lower.plus(length).plus(Linear(-1))
    lowest: Linear | None = None
    highest: Linear | None = None
    is_known = True
    for use in uses:
        if use.name != variable.name or use.declaration.span != declaration.span or not use.indices:
            continue
        reach = bounds.reach(use) if use.certain else None
        if reach is None:
            is_known = False
            continue
        out = reach[0] if _is_positive(lower.plus(reach[0], -1), length) else None
        out = reach[1] if _is_positive(reach[1].plus(last, -1), length) else out
        if out is not None:
            return Section(lower, last, out)
        if lowest is None or _less(reach[0], lowest):
            lowest = reach[0]
        if highest is None or _less(highest, reach[1]):
            highest = reach[1]
    return Section(lower, last, None, lowest, highest) if is_known else None


def element_beside_loops(
    unit: Unit, variable: Variable, declaration: Declaration, uses: list[Access], bounds: Bounds
) -> Section | None:
    """What the loops reach of an array of which one element is named, ``None`` where that is not known or is that element."""
    index = linear(variable.subscripts[0].lower, unit.declarations, variable.span.start)
    own = [
        use for use in uses if use.name == variable.name and use.declaration.span == declaration.span and use.indices
    ]
    reached = [bounds.reach(use) if use.certain else None for use in own]
    first = reached[0] if reached else None
    if index is None or first is None or any(other != first for other in reached):
        return None
    lowest, highest = first
    return Section(index, index, highest, lowest, highest) if lowest != highest else None


def _is_positive(gap: Linear, length: Linear) -> bool:
    """Whether a difference is positive: a number, or sizes that the ``length`` of the section is made of, which is positive too."""
    if not gap.terms:
        return gap.constant > 0
    return gap.constant >= 0 and gap.names <= length.names and all(factor > 0 for _, factor in gap.terms)


def _less(a: Linear, b: Linear) -> bool:
    gap = b.plus(a, -1)
    return not gap.terms and gap.constant > 0
