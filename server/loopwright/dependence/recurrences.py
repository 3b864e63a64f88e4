"""Recurrences that the text of a loop shows: `a[i] = a[i-1] + b[i]` names two iterations that conflict.

Only what is certain is said. A loop is ``refuted`` when an unconditional statement of its body writes an array at the
loop variable plus a constant and an unconditional statement reads or writes the same array at another constant; the
two iterations are the witness. Scalars that accumulate are listed as reductions, as a suggestion to the reader and
the clauses; nothing here proves a loop independent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from tree_sitter import Node

from loopwright.source.outline import Loop, Outline

Verdict = Literal["proved", "refuted", "assumed", "unknown"]

_REDUCING = {"+=": "+", "-=": "+", "*=": "*", "&=": "&", "|=": "|", "^=": "^"}
_CONDITIONAL = frozenset(
    (
        "if_statement",
        "switch_statement",
        "conditional_expression",
        "while_statement",
        "do_statement",
        "for_statement",
        "for_range_loop",
        "lambda_expression",
        "preproc_if",
        "preproc_ifdef",
        "try_statement",
        "case_statement",
        "goto_statement",
        "labeled_statement",
    )
)


@dataclass(frozen=True)
class Dependence:
    """Two accesses of different iterations to one element. Lines are 1-based; ``distance`` in iterations."""

    array: str
    kind: Literal["flow", "anti", "output"]
    source_line: int
    sink_line: int
    distance: int


@dataclass(frozen=True)
class Reduction:
    """A scalar that every iteration updates with one operator."""

    variable: str
    operator: str


@dataclass(frozen=True)
class LoopVerdict:
    """What is known of a loop, in the fixed words, with the evidence."""

    verdict: Verdict
    reason: str
    dependences: tuple[Dependence, ...] = ()
    reductions: tuple[Reduction, ...] = ()
    assumptions: tuple[str, ...] = ()
    private: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class _Access:
    array: str
    offset: int
    line: int
    writes: bool


def judge(outline: Outline, loop: Loop) -> LoopVerdict:
    """The verdict on ``loop``: ``refuted`` with a witness, or ``unknown``."""
    header = loop.header
    node = _node_of(outline, loop)
    if header.problem or node is None:
        return LoopVerdict("unknown", header.problem or "the loop could not be read")
    if loop.exits:
        return LoopVerdict("unknown", f"{' and '.join(loop.exits)} may end the loop early")
    body = node.child_by_field_name("body")
    reductions = _reductions(outline, loop, body) if body is not None else ()
    step = _integer(header.step or "")
    if body is not None and header.variable and step:
        accesses = _accesses(outline, body, header.variable)
        dependence = _conflict(accesses, step)
        if dependence is not None:
            return LoopVerdict("refuted", _witness(dependence, loop, step, accesses), (dependence,), reductions)
    return LoopVerdict("unknown", "no conflict between iterations was found, none is excluded", (), reductions)


def _node_of(outline: Outline, loop: Loop) -> Node | None:
    node = outline.source.tree.root_node.descendant_for_byte_range(loop.span.start, loop.header_end)
    while node is not None and node.type not in ("for_statement", "for_range_loop"):
        node = node.parent
    return node


def _accesses(outline: Outline, body: Node, variable: str) -> list[_Access]:
    """Unconditional one-dimensional accesses ``array[variable + constant]`` of the body."""
    accesses: list[_Access] = []
    stack = [body]
    while stack:
        node = stack.pop()
        if node.type in _CONDITIONAL:
            continue
        if node.type == "subscript_expression":
            access = _read_access(outline, node, variable)
            if access is not None:
                accesses.append(access)
                if access.writes and _also_reads(node):
                    accesses.append(_Access(access.array, access.offset, access.line, False))
        stack.extend(node.named_children)
    return accesses


def _read_access(outline: Outline, node: Node, variable: str) -> _Access | None:
    array = node.child_by_field_name("argument")
    index = node.child_by_field_name("index") or node.child_by_field_name("indices")
    if array is None or index is None or array.type not in ("identifier", "field_expression"):
        return None
    text = (index.text or b"").decode("utf-8", errors="replace").strip()
    if text.startswith("["):
        text = text[1:-1]
    offset = _offset(text, variable)
    if offset is None or _is_subscripted(node):
        return None
    line = outline.source.lines.line_of(node.start_byte) + 1
    return _Access((array.text or b"").decode("utf-8", errors="replace"), offset, line, _is_written(node))


def _offset(text: str, variable: str) -> int | None:
    name = re.escape(variable)
    text = "".join(text.split())
    if text == variable:
        return 0
    if match := re.fullmatch(rf"{name}([+-]\d+)|(\d+)\+{name}", text):
        return int(match[1] or match[2])
    return None


def _is_subscripted(node: Node) -> bool:
    # a[i][j]: rows may coincide while elements differ.
    parent = node.parent
    return parent is not None and parent.type in ("subscript_expression", "field_expression", "pointer_expression")


def _is_written(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "update_expression":
        return True
    left = parent.child_by_field_name("left")
    return parent.type == "assignment_expression" and left is not None and left.id == node.id


def _also_reads(node: Node) -> bool:
    parent = node.parent
    if parent is None or parent.type == "update_expression":
        return True
    operator = parent.child_by_field_name("operator")
    return operator is not None and operator.text != b"="


def _conflict(accesses: list[_Access], step: int) -> Dependence | None:
    for write in accesses:
        if not write.writes:
            continue
        for other in accesses:
            gap = write.offset - other.offset
            if other.array != write.array or gap == 0 or gap % abs(step):
                continue
            distance = gap // step
            if other.writes:
                return Dependence(write.array, "output", write.line, other.line, abs(distance))
            kind: Literal["flow", "anti"] = "flow" if distance > 0 else "anti"
            first, second = (write, other) if distance > 0 else (other, write)
            return Dependence(write.array, kind, first.line, second.line, abs(distance))
    return None


def _witness(dependence: Dependence, loop: Loop, step: int, accesses: list[_Access]) -> str:
    variable, array = loop.header.variable, dependence.array
    write = next(a for a in accesses if a.writes and a.array == array)
    start = _integer(loop.header.lower or "")
    first = start if start is not None else 0
    if dependence.kind == "output":
        return f"iterations {dependence.distance} apart write the same element of {array}"
    later = first + dependence.distance * step
    writer, reader = (first, later) if dependence.kind == "flow" else (later, first)

    def name(value: int) -> str:
        return str(value) if start is not None else _symbolic(loop.header.lower, value)

    element = name(writer + write.offset)
    return (
        f"iteration {variable}={name(writer)} writes {array}[{element}], iteration {variable}={name(reader)} reads it"
    )


def _symbolic(lower: str | None, value: int) -> str:
    base = lower or "start"
    return base if value == 0 else f"{base}{value:+d}"


def _reductions(outline: Outline, loop: Loop, body: Node) -> tuple[Reduction, ...]:
    """Scalars declared outside the loop whose only use in it is one accumulating statement."""
    text = outline.source.slice(loop.body)
    found: dict[str, str | None] = {}
    for match in re.finditer(r"(?<![\w.>\]])([A-Za-z_]\w*)\s*(\+=|-=|\*=|&=|\|=|\^=)(?!=)", text):
        compound = _REDUCING[match[2]]
        found[match[1]] = compound if found.get(match[1], compound) == compound else None
    for match in re.finditer(r"(?<![\w.>\]])([A-Za-z_]\w*)\s*=\s*(?:std::)?(f?max|f?min)[fl]?\s*\(\s*\1\s*,", text):
        found[match[1]] = match[2].lstrip("f")
    for match in re.finditer(r"if\s*\(\s*([^;{}()]+?)\s*([<>])\s*([A-Za-z_]\w*)\s*\)\s*\{?\s*\3\s*=\s*\1\s*;", text):
        found[match[3]] = "max" if match[2] == ">" else "min"
    header_names = re.findall(r"\w+", outline.source.slice(loop.span)[: loop.header_end - loop.span.start])
    kept = []
    for name, operator in found.items():
        uses = len(re.findall(rf"(?<![\w.>]){re.escape(name)}(?!\w)", text))
        expected = {"max": 3, "min": 3}.get(operator or "", text_updates(text, name))
        declared = re.search(rf"\b[A-Za-z_]\w*[\s*]+{re.escape(name)}\s*(?:=|;|,)", text)
        subscripted = re.search(rf"\b{re.escape(name)}\s*\[", text)
        if operator and name not in header_names and not declared and not subscripted and uses <= expected:
            kept.append(Reduction(name, operator))
    return tuple(kept)


def text_updates(text: str, name: str) -> int:
    """How often ``name`` stands left of a compound assignment in ``text``."""
    return len(re.findall(rf"(?<![\w.>]){re.escape(name)}\s*(?:[-+*&|^])=(?!=)", text))


def _integer(text: str) -> int | None:
    text = "".join(text.split()).strip("()")
    text = text.replace("-(", "-").rstrip(")")
    return int(text) if re.fullmatch(r"-?\d+", text) else None
