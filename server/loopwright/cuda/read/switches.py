"""A `switch` in which threads wait, as one `if` for each of its parts: regions are cut at conditions, not at labels.

A part runs for the labels from which control comes to it: its own, and those of the parts before it that do not end with `break`. Its
condition asks for those, so that nothing is written twice and every line keeps its number. A `break` in the middle of a part, or a variable that a
later label could see, leaves the `switch` as it is, and the kernel says so.

What the head of an `if` declares, in which threads wait, stands before the `if`, in braces around both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import LOOPS, holds
from loopwright.cuda.read.variables import name_node
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_ENDS = frozenset(("return_statement", "continue_statement"))
_Edit = tuple[int, int, str]


@dataclass
class _Part:
    """Statements behind labels. ``labels``: their values, ``None`` for `default`; ``heads``: where the labels stand."""

    labels: list[Node | None] = field(default_factory=list)
    heads: list[tuple[int, int]] = field(default_factory=list)
    statements: list[Node] = field(default_factory=list)
    ending: Node | None = None  # its `break`

    @property
    def ends(self) -> bool:
        """Whether nothing of the next part follows."""
        last = _last(self.statements)
        return self.ending is not None or (last is not None and last.type in _ENDS)


def with_plain_switches(source: Source, code: DeviceCode) -> Source:
    """``source`` with the outermost of them written so."""
    edits: list[_Edit] = []
    functions = code.functions if code.kinds.of("switch_statement") else ()
    for function in (f for f in functions if any(n.type == "switch_statement" for n in f.inside)):
        for node in _outermost(function.body, function, code):
            edits += _edits(node, function)
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        lines = data[start:end].count(b"\n") - text.count("\n")
        data = data[:start] + text.encode() + b"\n" * max(lines, 0) + data[end:]
    return parse(data, source.name, source.language) if edits else source


def with_plain_heads(source: Source, code: DeviceCode) -> Source:
    """``source`` with the outermost of them written so; lines stay lines."""
    edits: list[_Edit] = []
    for function in code.functions if code.kinds.of("if_statement") else ():
        ifs = [(n, own) for n in function.inside if n.type == "if_statement" and (own := _head_edits(n))]
        found = [(n, own) for n, own in ifs if code.waits_in(n, function)]
        edits += [edit for n, own in found if not any(n != o and holds(o, n) for o, _ in found) for edit in own]
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    return parse(data, source.name, source.language) if edits else source


def _head_edits(node: Node) -> list[_Edit]:
    condition = node.child_by_field_name("condition")
    value = condition.child_by_field_name("value") if condition is not None else None
    if condition is None or value is None:
        return []
    first = condition.child_by_field_name("initializer")
    around: list[_Edit] = [(node.end_byte, node.end_byte, " }")]
    if first is not None:
        if value.type == "declaration":
            return []
        return [(node.start_byte, first.end_byte, f"{{ {text_of(first)} if ("), *around]
    name = name_node(value.child_by_field_name("declarator")) if value.type == "declaration" else None
    if name is None:
        return []
    said = f"{{ {text_of(value)}; if ({text_of(name)}"
    return [(node.start_byte, value.end_byte, said), *around]


def _outermost(body: Node, function: DeviceFunction, code: DeviceCode) -> Iterator[Node]:
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if node.type == "switch_statement" and code.waits_in(node, function):
            yield node
        elif node.type != "lambda_expression":
            waiting.extend(reversed(node.children))


def _edits(node: Node, function: DeviceFunction) -> list[_Edit]:
    subject, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    parts = _parts(body) if body is not None else None
    if subject is None or body is None or parts is None or "declaration" in (c.type for c in subject.named_children):
        return []
    name = f"chosen_{node.start_point.row + 1}"
    while name in function.words:
        name += "_"
    every = [label for part in parts for label in part.labels]
    edits: list[_Edit] = [(node.start_byte, body.start_byte + 1, f"{{ const auto {name} = {text_of(subject)};")]
    coming: list[Node | None] = []
    for place, part in enumerate(parts):
        coming = [*coming, *part.labels]
        closing = "} " if place else ""
        for head in part.heads[:-1]:
            edits.append((*head, ""))
        edits.append((*part.heads[-1], f"{closing}if ({_condition(name, coming, every)}) {{"))
        if part.ending is not None:
            edits.append((part.ending.start_byte, part.ending.end_byte, ""))
        if part.ends:
            coming = []
    edits.append((body.end_byte - 1, body.end_byte, "} }" if parts else "}"))
    return edits


def _condition(name: str, coming: list[Node | None], every: list[Node | None]) -> str:
    """Whether the value is one of those labels."""
    own = [f"{name} == {text_of(label)}" for label in coming if label is not None]
    if None in coming:
        own = [f"{name} == {text_of(label)}" for label in every if label is not None and label not in coming]
        return f"!({' || '.join(own)})" if own else "true"
    return " || ".join(own)


def _parts(body: Node) -> list[_Part] | None:
    """The parts of a body; none if one of them cannot be told from the others."""
    parts: list[_Part] = []
    for case in body.named_children:
        if case.type == "comment":
            continue
        if case.type != "case_statement":
            return None
        if not parts or parts[-1].statements:
            parts.append(_Part())
        part, label = parts[-1], case.child_by_field_name("value")
        colon = next(c for c in case.children if c.type == ":")
        part.labels.append(label)
        part.heads.append((case.start_byte, colon.end_byte))
        part.statements += [c for c in case.named_children if c != label and c.type != "comment"]
    for part in parts:
        last = _last(part.statements)
        part.ending = last if last is not None and last.type == "break_statement" else None
    return parts if all(_is_alone(part, part is parts[-1]) for part in parts) else None


def _last(statements: list[Node]) -> Node | None:
    """The last statement of all, in the last braces."""
    while statements and statements[-1].type == "compound_statement":
        statements = [c for c in statements[-1].named_children if c.type != "comment"]
    return statements[-1] if statements else None


def _is_alone(part: _Part, is_last: bool) -> bool:
    """Whether a part is left only at its end, and nothing that it declares is seen behind it."""
    declared = any(n.type == "declaration" for n in part.statements)
    jumps = [n for s in part.statements for n in _jumps(s)]
    return (is_last or not declared) and jumps in ([], [part.ending])


def _jumps(node: Node) -> Iterator[Node]:
    """The `break` of this `switch`, and labels that are inside a statement."""
    if node.type in LOOPS or node.type in ("switch_statement", "lambda_expression"):
        return
    if node.type in ("break_statement", "case_statement"):
        yield node
    for child in node.children:
        yield from _jumps(child)
