"""Directives before and after statements of one file, as edits; a statement that is the body of a branch gets braces."""

from __future__ import annotations

from collections import defaultdict

from tree_sitter import Node

from loopwright.source.edits import Edit
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_CONDITIONALS = ("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else")
_HOLDERS = ("compound_statement", "case_statement", "translation_unit", *_CONDITIONALS)
_STATEMENT = ("_statement", "declaration", "for_range_loop")


class Insertions:
    """Collects the lines of one file."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.more: list[Edit] = []
        self._returns: dict[int, str] = {}
        self._starts: dict[int, list[str]] = defaultdict(list)
        self._before: dict[int, list[str]] = defaultdict(list)
        self._after: dict[tuple[int, int], list[str]] = defaultdict(list)
        self._ends: dict[tuple[int, int], list[str]] = defaultdict(
            list
        )  # behind all others of the last statement of a block
        self._replaced: dict[tuple[int, int], list[str]] = {}
        self._braced: set[tuple[int, int]] = set()

    def before(self, offset: int, line: str) -> None:
        """A line above the statement that holds ``offset``."""
        node = self._statement(offset)
        lines = self._before[self._first(node)]
        if not lines and _is_labelled(node):
            lines.append(";")  # a directive cannot follow a label
        self._add(lines, line)

    def after(self, offset: int, line: str) -> None:
        """A line below the statement that holds ``offset``."""
        self._add(self._after[self._span(self._statement(offset))], line)

    @staticmethod
    def _add(lines: list[str], line: str) -> None:
        """Directives are written once; a block has its braces."""
        if not line.startswith("#") or line not in lines:
            lines.append(line)

    def return_after(self, offset: int, kind: str, lines: list[str]) -> None:
        """The `return` at ``offset`` keeps its value, then come lines, then it is returned."""
        name = "returned"
        while name.encode() in self.outline.source.data and offset not in self._returns:
            name += "_"
        if offset not in self._returns:
            self._returns[offset] = name
            self.more.append(Edit(Span(offset, offset + len("return")), f"const {kind} {name} ="))
        ends = self._after[self._span(self._statement(offset))]
        last = f"return {name};"
        if last in ends:
            ends.remove(last)
        for line in (*lines, last):
            self.after(offset, line)

    def at_end_of(self, body: int, line: str) -> None:
        """A line at the end of the block that begins at ``body``, or after the statement there."""
        node = self.outline.source.tree.root_node.descendant_for_byte_range(body, body + 1)
        while node is not None and node.type != "compound_statement" and node.start_byte == body:
            node = node.parent
        if node is None or node.start_byte != body or not node.named_children:
            self.after(body, line)
            return
        self._add(self._ends[self._span(node.named_children[-1])], line)

    def at_start_of(self, body: int, line: str) -> None:
        """A line at the beginning of the block that begins at ``body``."""
        self._add(self._starts[body], line)

    def instead(self, offset: int, lines: list[str]) -> None:
        """Lines in the place of the statement that holds ``offset``."""
        node = self._statement(offset)
        self._replaced[(node.start_byte, node.end_byte)] = lines

    def span_of(self, offset: int) -> Span:
        """The statement that holds ``offset``, with the directives above it."""
        return Span(*self._span(self._statement(offset)))

    def _statement(self, offset: int) -> Node:
        """The outermost statement that begins where the innermost one around ``offset`` does, as a member of its block; of a directive the
        statement that it governs."""
        pragma = self.outline.pragma_at(offset)
        if pragma is not None and offset < pragma.span.end and pragma.governs < len(self.outline.source.data):
            offset = pragma.governs
        node = self.outline.source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
        assert node is not None
        while node.parent is not None and not _is_statement(node):
            node = node.parent
        while node.parent is not None and node.parent.type not in _HOLDERS:
            parent = node.parent
            if _is_statement(parent) and not _is_body(node, parent):
                node = parent
            elif parent.type == "else_clause" and node.type == "if_statement":
                node = parent.parent or parent
            elif _is_statement(parent) or parent.type == "else_clause":
                self._braced.add(self._span(node))
                break
            else:
                node = parent
        return node

    def _span(self, node: Node) -> tuple[int, int]:
        return self._first(node), node.end_byte

    def _first(self, node: Node) -> int:
        starts = [p.span.start for p in self.outline.pragmas if p.governs == node.start_byte]
        return min([node.start_byte, *starts])

    def edits(self) -> list[Edit]:
        """All of them."""
        source = self.outline.source
        data = source.data
        newline = "\r\n" if b"\r\n" in data else "\n"
        found: list[Edit] = list(self.more)
        opened = {start for start, _ in self._braced}
        for start in sorted({*self._before, *opened}):
            line = data.rfind(b"\n", 0, start) + 1
            indent = self._indent(start)
            lines = [*(["{"] if start in opened else []), *self._before.get(start, ())]
            if data[line:start].strip():
                text = "".join(f"{newline}{indent}{each}" for each in lines) + f"{newline}{indent}"
                if start in opened:
                    text = "{" + "".join(f"{newline}{indent}  {each}" for each in lines[1:]) + f"{newline}{indent}  "
                found.append(Edit(Span(start, start), text))
            else:
                inner = indent if start in opened else ""
                text = "".join(f"{indent if each == '{' or not inner else inner}{each}{newline}" for each in lines)
                found.append(Edit(Span(line, line), text))
        for end in sorted({end for _, end in (*self._after, *self._ends, *self._braced)}):
            text = "".join(f"{newline}{line}" for line in self._behind(end))
            indent = self._indent(min(start for start, at in (*self._after, *self._ends, *self._braced) if at == end))
            stop = data.find(b"\n", end)
            stop = len(data) if stop < 0 else stop
            rest = data[end:stop].strip()
            if not rest or (rest.startswith((b"//", b"/*")) and b"*/" not in rest[:-2]):
                found.append(Edit(Span(stop, stop), text))
            else:
                found.append(Edit(Span(end, end), f"{text}{newline}{indent}"))
        for start, lines in self._starts.items():
            indent = self._indent(start)
            text = "".join(f"{newline}{indent}  {each}" for each in lines)
            is_empty = data[start + 1 :].lstrip(b" \t").startswith(b"}")
            found.append(Edit(Span(start + 1, start + 1), f"{text}{newline}{indent}" if is_empty else text))
        for (start, end), lines in self._replaced.items():
            found.append(Edit(Span(start, end), f"{newline}{self._indent(start)}".join(lines)))
        return _joined(found)

    def _behind(self, end: int) -> list[str]:
        """The indented lines behind the statements that end at one place, innermost first, each in the braces that it gets."""
        lines: list[str] = []
        for span in sorted({span for span in (*self._after, *self._braced) if span[1] == end}, reverse=True):
            indent = self._indent(span[0])
            lines += [f"{indent}{line}" for line in self._after.get(span, ())]
            lines += [f"{indent}}}"] if span in self._braced else []
        for span, last in self._ends.items():
            lines += [f"{self._indent(span[0])}{line}" for line in last] if span[1] == end else []
        return lines

    def _indent(self, offset: int) -> str:
        """What the line of a place begins with."""
        data = self.outline.source.data
        head = data[data.rfind(b"\n", 0, offset) + 1 : offset].decode("utf-8", "replace")
        return head[: len(head) - len(head.lstrip())]


def _is_labelled(node: Node) -> bool:
    """Whether a statement is the first one after a label."""
    parent, before = node.parent, node.prev_sibling
    return (
        parent is not None
        and parent.type in ("case_statement", "labeled_statement")
        and (before is not None and before.type == ":")
    )


def _joined(edits: list[Edit]) -> list[Edit]:
    """Edits at one place as one: what stands after a statement goes before what stands before the next."""
    by_span: dict[Span, str] = {}
    for edit in sorted(edits, key=lambda edit: not edit.text.startswith(("\n", "\r"))):
        by_span[edit.span] = by_span.get(edit.span, "") + edit.text
    return [Edit(span, text) for span, text in by_span.items()]


def _is_statement(node: Node) -> bool:
    return (node.type.endswith(_STATEMENT) and node.type != "else_clause") or node.type in _CONDITIONALS[:2]


def _is_body(node: Node, parent: Node) -> bool:
    """Whether a statement is governed by its parent, and no part of its header."""
    for field in ("body", "consequence", "alternative"):
        child = parent.child_by_field_name(field)
        if child is not None and child.id == node.id:
            return True
    return False
