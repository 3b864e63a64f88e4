"""Compute constructs with a condition: where it does not hold the host runs them, on the copy that counts there.

What such a construct uses is fetched before it and given back behind it, under the opposite condition; where it holds, which is the
rule, nothing moves.
"""

from __future__ import annotations

from loopwright.placement.clauses import constructs_of, objects_of
from loopwright.placement.edits import Insertions
from loopwright.placement.objects import Unplaceable
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.uses import Uses
from loopwright.residence import ir

_HELD = frozenset(("copy", "copyin", "copyout", "create", "present"))


def write_fallbacks(pointers: Pointers, known: Known, placed: frozenset[int], insertions: Insertions) -> None:
    """The directives around the constructs of a function. Raises :class:`~loopwright.placement.objects.Unplaceable`."""
    uses = Uses(pointers, known, placed, frozenset())
    for node in constructs_of(known):
        if node.condition is None or node.body is None:
            continue
        asked, runs = _text_of(known, node.condition), _runs(known, node)
        if f"{asked} && " == runs:  # where it does not hold nothing runs
            continue
        use = uses.use(node.body)
        wanted = use.device_read | use.device_written
        fetched: list[str] = []
        given: list[str] = []
        for item in node.items:
            objects = objects_of(pointers, known, item)
            if item.clause not in _HELD or not objects & placed:
                continue
            if not objects <= placed or (not item.sections and id(item.place) not in pointers.decayed):
                raise Unplaceable(
                    objects & placed, "a construct with a condition uses it in a way that cannot be written"
                )
            wanted -= objects
            fetched += [item.text] if objects & uses.changing else []
            given += [item.text] if objects & use.device_written else []
        if wanted:
            raise Unplaceable(wanted, "a construct with a condition uses it without a clause")
        otherwise = f"if({runs}!({asked.removeprefix(runs)}))"
        if fetched:
            insertions.before(node.body.span.start, f"#pragma acc update self({','.join(fetched)}) {otherwise}")
        if given:
            insertions.after(node.body.span.start, f"#pragma acc update device({','.join(given)}) {otherwise}")


def _runs(known: Known, node: ir.Directive) -> str:
    """That the loop of a construct runs at all, as far as that can be asked: of one that does not, a section may have any length."""
    assert node.body is not None
    start = node.body.span.start
    loop = next((loop for loop in known.file.outline.loops if loop.span.start == start), None)
    return f"{loop.header.first_test} && " if loop is not None and loop.header.first_test else ""


def _text_of(known: Known, condition: ir.Expr) -> str:
    if isinstance(condition, ir.Unary) and condition.operator == "!":  # of a `self` clause
        return f"!({_text_of(known, condition.value)})"
    return known.file.outline.source.slice(condition.span)
