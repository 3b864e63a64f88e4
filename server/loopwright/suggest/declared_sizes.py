"""Sections of arrays that are longer than these are declared: what another loop's directive said of an array of its own."""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.constants import constant_of_text
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import Place
from loopwright.openacc.directive import Clause, Directive, bounds_in
from loopwright.openacc.equivalent import split_items
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Loop, Outline
from loopwright.source.tokens import tokens_of
from loopwright.suggest.facts import LoopFacts

_DATA = clauses_of_variables("data")


def within_declared(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """``directive`` with all of an array for a section that would go beyond its end."""
    names, scopes = names_at(outline, loop), scopes_of(outline)
    said: dict[str, None] = {}

    def kept(item: str) -> str:
        name, bracket, rest = item.partition("[")
        declared = names.declared(name.strip()) if bracket else None
        if declared is None or declared.kind != "variable":
            return item
        kind = scopes.type_of(declared)
        sizes = [size for layer, size in zip(kind.layers, kind.extents) if layer == "[]"]
        dimensions = rest.rstrip().removesuffix("]").split("][")
        pairs = list(zip(dimensions, sizes))
        if not pairs or set(kind.layers) != {"[]"} or len(dimensions) != len(sizes) or None in sizes:
            return item
        if not any(size is not None and _goes_beyond(scopes, dimension, size, loop) for dimension, size in pairs):
            return item
        said[name.strip()] = None
        return name + "".join(f"[0:{size}]" for size in sizes)

    clauses = tuple(
        Clause(clause.name, ",".join(map(kept, split_items(clause.argument or "")))) if clause.name in _DATA else clause
        for clause in directive.clauses
    )
    if not said:
        return directive, ""
    return replace(
        directive, clauses=clauses
    ), f"{', '.join(said)} as long as declared: the section went beyond the end"


def _goes_beyond(scopes: Scopes, dimension: str, size: str, loop: Loop) -> bool:
    """Whether a part from the first element on is surely no shorter than an array of ``size`` elements, and may be longer: it has more, or
    is what ``size`` is a part of (`n` for `n / p`)."""
    lower, length = bounds_in(dimension)
    if lower.strip() not in ("", "0") or not length:
        return False
    held, wanted = (constant_of_text(scopes, text, loop.span.start) for text in (size, length))
    if held is not None and wanted is not None:
        return held.is_integer and wanted.is_integer and wanted.value > held.value
    own = [token.text for token in tokens_of(size)]
    return len(own) > 2 and own[-2] == "/" and own[:-2] == [token.text for token in tokens_of(length)]
