"""What the first turn of a loop inside sets: `for (t = 0; t < n; t++) { if (t == 0) s = 0; s += x[t]; }`. No turn reads what was in `s` before the
loop, for the first one sets it and the others find what the one before them left.
"""

from __future__ import annotations

from loopwright.dependence.model.program import Access, Branch, Effect, Nest, accesses_of, has_access, may_be_come_to
from loopwright.dependence.model.values import Check, Condition, Guard, LoopFrame, Place, is_whole
from loopwright.source.linear import Linear


def runs(frame: LoopFrame, around: LoopFrame | None) -> bool:
    """Whether a loop surely has an iteration: between numbers, or because ``around`` has one, with the same bounds."""
    if not frame.exact:
        return False
    if around is not None and around.exact and (frame.lowers, frame.uppers) == (around.lowers, around.uppers):
        return not around.checks or around.checks == frame.checks
    bounds = [*frame.lowers, *frame.uppers]
    if frame.checks or any(bound.terms for bound in bounds):
        return False
    return max(bound.constant for bound in frame.lowers) <= min(bound.constant for bound in frame.uppers)


def is_set_at_first(nest: Nest, place: Place) -> bool:
    """Whether the first turn of a loop, if it has one, sets ``place`` before anything in it may read that."""
    for item in nest.body.items_with(place.root):
        if may_be_come_to(item):
            return False
        if isinstance(item, Effect) or not has_access(item, place.root):
            continue
        if isinstance(item, Access):
            return _sets(item, place)
        if not isinstance(item, Branch):
            return False
        for block in item.blocks:
            first = next((each for each in block.items if has_access(each, place.root)), None)
            if isinstance(first, Access) and _sets(first, place) and _holds_at_first(first.guards[-1], nest.frame):
                return True
        if any(not access.writes for block in item.blocks for access in accesses_of(block, place.root)):
            return False
    return False


def _sets(access: Access, place: Place) -> bool:
    return access.writes and access.place == place and not access.possible


def _holds_at_first(guard: Guard, frame: LoopFrame) -> bool:
    """Whether a condition holds where the variable of a loop is where it begins."""
    if (
        frame.iterator is None
        or frame.first is None
        or (frame.first.terms and frame.checks)
        or frame.problem is not None
    ):
        return False
    formula = guard.formula
    if formula is None or not is_whole(formula):
        return False
    return all(_is_met(check, frame) for check in guard.checks) and _holds(formula, frame)


def _at_first(value: Linear, frame: LoopFrame) -> int | None:
    """The number that a polynomial is in the first turn."""
    assert frame.iterator is not None
    assert frame.first is not None
    found = value.with_value(frame.iterator, frame.first)
    return found.constant if not found.terms else None


def _is_met(check: Check, frame: LoopFrame) -> bool:
    number = _at_first(check.value, frame)
    if number is None:
        return False
    return (check.low is None or number >= check.low) and (check.high is None or number <= check.high)


def _holds(formula: Condition, frame: LoopFrame) -> bool:
    kind, content = formula
    if isinstance(content, Linear):
        number = _at_first(content, frame)
        return number is not None and (number == 0 if kind == "eq" else number >= 0)
    parts = [_holds(part, frame) for part in content]  # type: ignore[attr-defined]
    return all(parts) if kind == "and" else any(parts)
