"""`kernels` for a block that stands alone, holds loops that can run at once and nothing that needs the host (OpenACC 3.4, section 2.5.3)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.standing.block_data import arrays_in
from loopwright.suggest.standing.mentions import Body

_HELD = ("copyin", "create", "copy", "copyout", "present", "deviceptr", "self", "device", "use_device")


def kernels_for(body: Body, block: Node) -> str:
    """The construct for a block without directives, with the data that nothing in its function holds; empty for none."""
    span = Span(block.start_byte, block.end_byte)
    facts = _facts(body, span)
    if not _is_for_a_device(body, block) or not any(fact.independent for fact in facts):
        return ""
    clauses = _clauses(body, span, facts)
    return str(Directive("kernels", clauses)) if clauses is not None else ""


def clauses_for(body: Body, span: Span) -> tuple[Clause, ...] | None:
    """Data clauses of a construct around loops for what nothing in the function holds; ``None`` where it is not known how much of it."""
    return _clauses(body, span, _facts(body, span))


def _facts(body: Body, span: Span) -> list[LoopFacts]:
    loops = [loop for loop in body.unit.outline.loops if span.contains(loop.span) and not _is_in(loop.parent, span)]
    return [facts_of(body.unit.outline, loop) for loop in loops]


def _is_in(loop: Loop | None, span: Span) -> bool:
    return loop is not None and span.contains(loop.span)


def _is_for_a_device(body: Body, block: Node) -> bool:
    """Whether all that a block calls may run on a device, and nothing leaves it early."""
    for node in descendants(block):
        if node.type in (
            "return_statement",
            "goto_statement",
            "new_expression",
            "delete_expression",
            "throw_statement",
        ):
            return False
        if node.type == "call_expression":
            name = text_of(node.child_by_field_name("function")).rpartition("::")[2]
            if not effect_of(name).pure and name not in body.unit.routines:
                return False
    return True


def _clauses(body: Body, span: Span, facts: list[LoopFacts]) -> tuple[Clause, ...] | None:
    """Data clauses for pointers that nothing holds; arrays are moved by themselves. ``None`` where it is not known how much to move."""
    held = {m.name for m in body.moved if m.clause in _HELD}
    moved = [fact for each in facts for fact in each.data if fact.variable not in held]
    ways: dict[str, list[str]] = {"copyin": [], "copy": []}
    for name in arrays_in(body, span):
        declared = body.unit.declarations.lookup(name, span.start)
        if name in held or declared is None or body.unit.declarations.type_of(declared).layers[:1] != ("*",):
            continue
        own = [fact for fact in moved if fact.variable == name]
        texts = {fact.argument for fact in own}
        if len(texts) != 1:
            return None
        ways["copyin" if all(fact.clause == "copyin" for fact in own) else "copy"].append(texts.pop())
    return tuple(Clause(way, ",".join(texts)) for way, texts in ways.items() if texts)
