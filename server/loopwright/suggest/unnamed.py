"""Why no data clause can say how much of something a loop takes, where its type is the reason."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import names_at
from loopwright.lang.types import Type, is_floating, is_integer
from loopwright.source.outline import Loop, Outline


def unnamed(outline: Outline, loop: Loop, names: Iterable[str]) -> str:
    """`m (its elements, std::vector<double>, have memory of their own), p`."""
    at, scopes = names_at(outline, loop), scopes_of(outline)
    found = []
    for name in names:
        declared = at.declared(name)
        is_variable = declared is not None and declared.kind in ("variable", "parameter", "member")
        reason = _reason(scopes, scopes.type_of(declared).referred()) if declared is not None and is_variable else ""
        found.append(f"{name} ({reason})" if reason else name)
    return ", ".join(found)


def _reason(scopes: Scopes, kind: Type) -> str:
    if kind.is_smart_pointer:
        return f"{kind.base} does not tell how many elements it has"
    if kind.sequence:
        element = kind.element()
        is_apart = element.is_pointer or element.is_smart_pointer or element.sequence in ("vector", "valarray", "span")
        is_row = element.sequence in ("vector", "valarray") and not element.element().sequence
        instead = f": no clause moves them; one {element.text} with all rows can be moved" if is_row else ""
        return f"its elements, {element.text}, have memory of their own{instead}" if is_apart else ""
    if (
        kind.layers
        or not kind.base
        or is_integer(kind.base)
        or is_floating(kind.base)
        or scopes.classes.of(kind.base) is not None
    ):
        return ""
    return f"{kind.base} is not declared in sight"
