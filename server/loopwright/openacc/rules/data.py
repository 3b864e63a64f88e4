"""LW5xx: what is moved, against what the region reads and writes (OpenACC 3.4, 2.5.16, 2.6, 2.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.linear import linear
from loopwright.openacc.parser import ClauseNode, Problem, Variable
from loopwright.openacc.rules.accesses import Access, accesses, surely_reads
from loopwright.openacc.rules.names import DATA, base_name, unit_tokens
from loopwright.source.headers import read_header
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_MOVING = ("copy", "copyin", "copyout", "create")
_UPDATING = ("self", "host", "device")
_NUMBERS = ("integer", "floating", "boolean")
_LOOPS = ("for_statement", "for_range_loop")


def data_problems(unit: Unit, construct: Construct) -> Iterator[Problem]:
    """Everything about the data of one directive."""
    spec = construct.node.spec
    if spec is None:
        return
    uses = accesses(unit, construct) if construct.name in COMPUTE and construct.statement is not None else []
    bounds = _Bounds(unit, construct) if uses else None
    is_default_none = _is_default_none(construct)
    for clause in construct.node.clauses:
        moves = clause.name in _MOVING or (construct.name == "update" and clause.name in _UPDATING)
        for variable in clause.variables:
            declaration = unit.declarations.lookup(variable.name, variable.span.start)
            if declaration is None or declaration.kind not in ("variable", "parameter") or variable.members:
                continue
            # A global pointer that is declared is filled by a later `attach`.
            if moves and variable.form == "name" and construct.name != "declare":
                yield from _bare_pointer(unit, clause, variable, declaration, uses, bounds)
            if uses and bounds is not None and len(variable.subscripts) == 1 and variable.form == "section":
                yield from _short_section(unit, clause, variable, declaration, uses, bounds)
            if clause.name == "present":
                yield from _never_present(unit, construct, variable, declaration)
            if uses:
                for problem in _direction(unit, construct, clause, variable, declaration, uses):
                    if problem.code != "LW509" or not is_default_none:  # there each variable needs its clause
                        yield problem
    if is_default_none:
        yield from _left_out(unit, construct, uses)


def _is_default_none(construct: Construct) -> bool:
    return any(clause.items and clause.items[0].text == "none" for clause in construct.node.all("default"))


def _bare_pointer(
    unit: Unit,
    clause: ClauseNode,
    variable: Variable,
    declaration: Declaration,
    uses: list[Access],
    bounds: _Bounds | None,
) -> Iterator[Problem]:
    if unit.declarations.category(declaration) != "pointer":
        return
    section = _inferred(unit, variable, declaration, uses, bounds)
    hint = f"; this region uses `{variable.name}{section}`" if section and uses else ""
    yield Problem("LW501", variable.span, {"name": variable.name, "clause": clause.name, "hint": hint, "fix": section})


def _inferred(
    unit: Unit, variable: Variable, declaration: Declaration, uses: list[Access], bounds: _Bounds | None
) -> str | None:
    """`[0:n]` for a pointer, from its accesses or its allocation; ``None`` if neither tells."""
    type = unit.declarations.expanded(declaration.type).referred()
    if len(type.layers) != 1:
        return None
    if type.extents[0] and declaration.kind == "parameter":
        return f"[0:{type.extents[0]}]"
    mine = [use for use in uses if use.name == variable.name and use.declaration.span == declaration.span]
    highest: Linear | None = None
    for use in mine:
        reach = bounds.reach(use) if bounds is not None else None
        if reach is None:
            highest = None
            break
        gap = reach[1].plus(highest, -1) if highest is not None else Linear(1)
        if gap.terms:
            highest = None
            break
        highest = reach[1] if gap.constant > 0 else highest
    if highest is not None:
        return f"[0:{highest.plus(Linear(1)).text()}]"
    return _allocated(declaration)


def _allocated(declaration: Declaration) -> str | None:
    match = re.search(r"malloc\s*\(\s*(?:\(size_t\)\s*)?([\w]+)\s*\*\s*sizeof\b[^*]*\)\s*\Z", declaration.value or "")
    match = match or re.search(r"malloc\s*\(\s*sizeof\s*\([^)]*\)\s*\*\s*(\w+)\s*\)\s*\Z", declaration.value or "")
    match = match or re.search(r"calloc\s*\(\s*(\w+)\s*,", declaration.value or "")
    match = match or re.search(r"\Anew\s+[\w:]+\s*\[\s*(\w+)\s*\]\Z", declaration.value or "")
    return f"[0:{match[1]}]" if match else None


class _Bounds:
    """Smallest and largest value of the loop variables of one region."""

    def __init__(self, unit: Unit, construct: Construct) -> None:
        self.unit, self.construct = unit, construct
        self._ranges: dict[int, tuple[str, Linear, Linear] | None] = {}
        text = unit.text(construct.region)
        self.assigned = frozenset(re.findall(r"\b([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)", text))

    def reach(self, use: Access) -> tuple[Linear, Linear] | None:
        """(smallest, largest) first index of ``use``, ``None`` if it is not linear in the loop variables."""
        if len(use.indices) != 1:
            return None
        index = linear(unit_tokens(self.unit.text(use.indices[0])), self.unit.declarations, use.node.start_byte)
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
        header = read_header(loop)
        if header.problem or not header.variable or header.lower is None or header.upper is None:
            return None
        start, end = (
            linear(unit_tokens(text), self.unit.declarations, loop.start_byte) for text in (header.lower, header.upper)
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


def _short_section(
    unit: Unit, clause: ClauseNode, variable: Variable, declaration: Declaration, uses: list[Access], bounds: _Bounds
) -> Iterator[Problem]:
    """LW507 and LW508: the section against the indices that the loops reach."""
    section = variable.subscripts[0]
    at = variable.span.start
    lower = linear(section.lower, unit.declarations, at) if section.lower else Linear(0)
    length = linear(section.length, unit.declarations, at) if section.length else None
    if lower is None or length is None:
        return
    last = lower.plus(length).plus(Linear(-1))
    lowest: Linear | None = None
    highest: Linear | None = None
    for use in uses:
        if use.name != variable.name or use.declaration.span != declaration.span or not use.indices:
            continue
        reach = bounds.reach(use) if use.certain else None
        if reach is None:
            return
        below, above = reach[0].plus(lower, -1), reach[1].plus(last, -1)
        out = reach[0] if not below.terms and below.constant < 0 else None
        out = reach[1] if not above.terms and above.constant > 0 else out
        if out is not None:
            access = f"{variable.name}[{out.text()}]"
            yield Problem(
                "LW507", variable.span, {"text": unit.text(variable.span), "access": access, "clause": clause.name}
            )
            return
        if lowest is None or _less(reach[0], lowest):
            lowest = reach[0]
        if highest is None or _less(highest, reach[1]):
            highest = reach[1]
    if lowest is None or highest is None or lower.terms or lower.constant <= 0:
        return
    spare = last.plus(highest, -1)
    if lowest == lower and not spare.terms and spare.constant == lower.constant:
        used = f"{lowest.text()} to {highest.text()}"
        values = {"text": unit.text(variable.span), "first": lower.text(), "last": last.text(), "used": used}
        values["fix"] = f"[{lower.text()}:{highest.plus(lower, -1).plus(Linear(1)).text()}]"
        yield Problem("LW508", variable.span, values)


def _less(a: Linear, b: Linear) -> bool:
    gap = b.plus(a, -1)
    return not gap.terms and gap.constant > 0


def _held_elsewhere(unit: Unit, here: ClauseNode | None, declaration: Declaration, name: str, *clauses: str) -> bool:
    """Whether another clause names the variable, one of ``clauses`` if any is given: in the function, for a global one in
    the file."""
    naming = unit.clauses_naming(name, in_file=declaration.is_global)
    return any(
        len(naming[kind]) > 1 or here is None or naming[kind][0].span != here.span
        for kind in (clauses or naming)
        if kind in naming
    )


def _calls_runtime(unit: Unit, construct: Construct, declaration: Declaration) -> bool:
    """Whether the runtime's functions may move the variable."""
    if declaration.is_global or construct.function is None:
        unit.looked_around = True
        return b"acc_" in unit.data
    return b"acc_" in unit.data[construct.function.start_byte : construct.function.end_byte]


def _never_present(unit: Unit, construct: Construct, variable: Variable, declaration: Declaration) -> Iterator[Problem]:
    is_local = declaration.kind == "variable" and not declaration.is_global and not declaration.extern
    if not is_local and not (declaration.is_global and declaration.static):
        return
    name = variable.name
    if _held_elsewhere(
        unit, None, declaration, name, *_MOVING, "no_create", "deviceptr", "device_resident", "link", "attach"
    ):
        return
    # A function that gets the variable may put it there, and so may the pointer that it was copied from.
    around = unit.data[construct.function.start_byte : construct.region.start] if construct.function else unit.data
    passed = re.search(rb"\(\s*[^;{}()]*\b" + re.escape(name.encode()) + rb"\b[^;{}]*\)\s*;", around)
    if (
        passed
        or _calls_runtime(unit, construct, declaration)
        or unit.declarations.category(declaration) not in ("array", *_NUMBERS)
    ):
        return
    yield Problem("LW504", variable.span, {"name": name})


def _direction(
    unit: Unit,
    construct: Construct,
    clause: ClauseNode,
    variable: Variable,
    declaration: Declaration,
    uses: list[Access],
) -> Iterator[Problem]:
    """LW505, LW506 and LW509 on a compute construct."""
    name = variable.name
    mine = [use for use in uses if use.name == name and use.declaration.span == declaration.span]
    category = unit.declarations.category(declaration)
    if clause.name == "copyin":
        write = next(
            (use for use in mine if use.writes and (use.indices or category != "pointer" or use.place != use.node)),
            None,
        )
        if write is not None and not _held_elsewhere(unit, clause, declaration, base_name(variable)):
            yield Problem("LW505", variable.span, {"name": name, "where": _span(write.place)})
        elif (
            category in _NUMBERS
            and mine
            and construct.name.split()[0] in ("parallel", "serial")
            and not any(use.writes for use in mine)
        ):
            yield Problem("LW509", variable.span, {"name": name, "clause": clause.name, "item": True})
    elif clause.name == "copyout" and mine:
        first = mine[0]
        if (
            surely_reads(unit, first)
            and (first.indices or category in _NUMBERS)
            and not _held_elsewhere(unit, clause, declaration, name)
        ):
            yield Problem("LW506", variable.span, {"name": name, "where": _span(first.place)})


def _left_out(unit: Unit, construct: Construct, uses: list[Access]) -> Iterator[Problem]:
    """LW510: under `default(none)` every variable has its clause."""
    if construct.name not in COMPUTE:
        return
    named: set[str] = set()
    holder: Construct | None = construct
    for other in (construct, *unit.inside(construct)):
        named.update(v.name for clause in other.node.clauses for v in clause.variables)
    while holder is not None:
        named.update(v.name for clause in holder.node.all(*DATA) for v in clause.variables)
        holder = holder.parent
    for other in unit.whole.declares:
        named.update(v.name for clause in other.node.clauses for v in clause.variables)
    loops = _loop_variables(unit, construct)
    for use in uses:
        name = use.name
        if name in named or name in loops or use.declaration.const:
            continue
        named.add(name)
        yield Problem("LW510", construct.node.clause("default").span, {"name": name, "where": _span(use.node)})  # type: ignore[union-attr]


def _loop_variables(unit: Unit, construct: Construct) -> set[str]:
    found: set[str] = set()
    stack = unit.over(construct.region)
    while stack:
        node = stack.pop()
        if node.end_byte <= construct.region.start or node.start_byte >= construct.region.end:
            continue
        if node.type == "for_statement" and node.start_byte >= construct.region.start:
            header = read_header(node)
            if header.variable:
                found.add(header.variable)
        stack.extend(node.named_children)
    return found


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
