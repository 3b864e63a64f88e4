"""The function rewritten: with stamps at every access of the loop, and with the loop on copies in shuffled order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.dependence.program import Access, Program, accesses_in
from loopwright.dependence.values import Index
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.facts import LoopFacts

_CLAUSE = {"copyin": 1, "copyout": 2, "copy": 3, "create": 0}


@dataclass(frozen=True)
class Rewritten:
    """Two versions of the function's text, with names of their own."""

    stamped: str
    device: str
    stamped_name: str
    device_name: str


def rewritten(outline: Outline, loop: Loop, program: Program, facts: LoopFacts, function: Node) -> Rewritten:
    """Both versions of ``function`` for ``loop``."""
    number = program.by_start[loop.span.start]
    name = _name_node(function)
    texts = {}
    for kind in ("stamped", "device"):
        touches = _touches(
            program, number, frozenset(update.span for update in facts.atomics) if kind == "stamped" else frozenset()
        )
        render = _Stamped(outline, touches) if kind == "stamped" else _Device(outline, touches, program, facts)
        node = _node_of(outline, loop)
        body = node.child_by_field_name("body")
        assert body is not None
        new = (
            _stamped_loop(outline, loop, node, body, render, facts)
            if kind == "stamped"
            else _device_loop(outline, loop, node, body, render, facts)
        )
        texts[kind] = _spliced(
            outline, function, [(Span(name.start_byte, name.end_byte), f"lw_{kind}_{text_of(name)}"), (loop.span, new)]
        )
    plain = text_of(name)
    return Rewritten(texts["stamped"], texts["device"], f"lw_stamped_{plain}", f"lw_device_{plain}")


def _touches(program: Program, number: int, atomic: frozenset[Span]) -> dict[Span, tuple[int, Access]]:
    """Where accesses to what lives outside the loop stand: 1 reads, 2 writes, 3 both; updates that are made atomic may
    meet and are left out."""
    found: dict[Span, tuple[int, Access]] = {}
    own = program.frames[number].variable
    for access in accesses_in(program.nests[number].body):
        root = program.roots[access.place.root]
        loaded = any(isinstance(step, Index) and step.loaded for step in access.place.steps)
        if (number in root.loops and not loaded and not root.pointed) or (access.is_scalar and root.name == own):
            continue
        does = (2 if access.writes else 1) | found.get(access.span, (0, access))[0]
        found[access.span] = (does, access)
    return {span: touch for span, touch in found.items() if span not in atomic}


class _Stamped:
    """Wraps every access in a stamp."""

    def __init__(self, outline: Outline, touches: dict[Span, tuple[int, Access]]) -> None:
        self.outline, self.touches = outline, touches

    def wrap(self, node: Node, inner: str, does: int, access: Access) -> str:
        return f"LW_T({inner}, {does})"

    def text(self, node: Node) -> str:
        """The text of ``node`` with its accesses wrapped."""
        inner = self._children(node)
        found = self.touches.get(Span(node.start_byte, node.end_byte))
        if found is None or not _is_lvalue(node) or _is_addressed(node):
            return inner
        return self.wrap(node, inner, *found)

    def _children(self, node: Node) -> str:
        data = self.outline.source.data
        parts: list[str] = []
        position = node.start_byte
        for child in node.children:
            parts.append(data[position : child.start_byte].decode("utf-8", "replace"))
            parts.append(self.text(child))
            position = child.end_byte
        parts.append(data[position : node.end_byte].decode("utf-8", "replace"))
        return "".join(parts)


class _Device(_Stamped):
    """Redirects what the data clauses move to its copy, with a check at each access."""

    def __init__(
        self, outline: Outline, touches: dict[Span, tuple[int, Access]], program: Program, facts: LoopFacts
    ) -> None:
        super().__init__(outline, touches)
        self.program = program
        self.moved = {fact.variable: position for position, fact in enumerate(facts.data)}

    def text(self, node: Node) -> str:
        if node.type in ("identifier", "field_expression"):
            plain = "".join(text_of(node).split())
            if plain in self.moved and not _is_field_name(node):
                return f"lw_d{self.moved[plain]}"
        return super().text(node)

    def wrap(self, node: Node, inner: str, does: int, access: Access) -> str:
        used = re.match(r"\(*lw_d(\d+)\b", inner)
        return f"LW_D({inner}, lw_s{used[1]}, {does})" if used and node.type != "identifier" else inner


def _stamped_loop(outline: Outline, loop: Loop, node: Node, body: Node, render: _Stamped, facts: LoopFacts) -> str:
    header = outline.source.slice(Span(loop.span.start, loop.header_end))
    exempt = [f"lw_except(&({r.variable}), sizeof({r.variable}), 0);" for r in facts.verdict.reductions if r.is_scalar]
    exempt += [f"lw_except(&({name}), sizeof({name}), 1);" for name in facts.verdict.private]
    text = render.text(body)
    return (
        f'{{ lw_variable = "{loop.header.variable}"; lw_begin(); {" ".join(exempt)}\n{header} {{ '
        f"lw_iteration((long long)({loop.header.variable})); {text} }}\nlw_end(); }}"
    )


def _device_loop(outline: Outline, loop: Loop, node: Node, body: Node, render: _Stamped, facts: LoopFacts) -> str:
    header = outline.source.slice(Span(loop.span.start, loop.header_end))
    variable = loop.header.variable or "i"
    lines = ["{"]
    for position, fact in enumerate(facts.data):
        name = fact.variable
        if fact.length:
            size = f"sizeof(({name})[0])"
            low, length, first = fact.lower, fact.length, f"&({name})[0]"
            kind = f"__typeof__(&({name})[0])"
        else:
            size, low, length, first = (
                f"sizeof(*LW_FIRST({name}))",
                "0",
                f"sizeof({name}) / sizeof(*LW_FIRST({name}))",
                f"LW_FIRST({name})",
            )
            kind = f"__typeof__(LW_FIRST({name}))"
        lines.append(f"int lw_s{position} = lw_section_count;")
        lines.append(
            f'{kind} lw_d{position} = ({kind})lw_map("{name}", (void *)({first}), {size}, {low}, {length}, {_CLAUSE[fact.clause]});'
        )
    lines.append(f"lw_order_count = 0; {header} lw_keep((long long)({variable})); lw_shuffle();")
    kind = _variable_type(node) if loop.header.declares else f"__typeof__({variable})"
    private = "".join(
        f"__typeof__({name}) {name}; memset(&{name}, 0x7b, sizeof {name}); "
        for name in facts.verdict.private
        if name != variable
    )
    lines.append(
        f"for (long lw_k = 0; lw_k < lw_order_count; lw_k++) {{ {kind} {variable} = ({kind})lw_order[lw_k]; {private}{render.text(body)} }}"
    )
    lines.append("lw_unmap(); }")
    return "\n".join(lines)


def _spliced(outline: Outline, function: Node, replacements: list[tuple[Span, str]]) -> str:
    data = outline.source.data
    parts, position = [], function.start_byte
    for span, text in sorted(replacements):
        parts += [data[position : span.start].decode("utf-8", "replace"), text]
        position = span.end
    parts.append(data[position : function.end_byte].decode("utf-8", "replace"))
    return "".join(parts)


def _node_of(outline: Outline, loop: Loop) -> Node:
    node: Node | None = outline.source.tree.root_node.descendant_for_byte_range(loop.span.start, loop.header_end)
    while node is not None and node.type != "for_statement":
        node = node.parent
    assert node is not None
    return node


def _name_node(function: Node) -> Node:
    node = function.child_by_field_name("declarator")
    assert node is not None
    while (inner := node.child_by_field_name("declarator")) is not None:
        node = inner
    return node


def _variable_type(node: Node) -> str:
    initializer = node.child_by_field_name("initializer")
    kind = initializer.child_by_field_name("type") if initializer is not None else None
    return text_of(kind) or "int"


def _is_lvalue(node: Node) -> bool:
    return node.type in ("identifier", "subscript_expression", "field_expression", "pointer_expression")


def _is_addressed(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "pointer_expression" and parent.children[0].type == "&"


def _is_field_name(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "field_expression" and parent.child_by_field_name("field") == node
