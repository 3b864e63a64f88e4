"""Scalars that a loop stores through a reference made before it. To a directive such a reference is a scalar, of which every gang has its own
(OpenACC 3.4, section 2.6.2): what is stored is lost. In a `reduction`, gcc 12 asks the device for the host's address in it."""

from __future__ import annotations

from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.model.program import accesses_in
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Loop, Outline


def stored_reference(outline: Outline, loop: Loop) -> str:
    """The first such reference; empty if there is none."""
    found = nest_of_loop(outline, loop) if outline.source.language != "c" else None
    if found is None:
        return ""
    program, number = found
    scopes = scopes_of(outline)
    for access in accesses_in(program.nests[number].body):
        if not access.writes or not access.text.isidentifier() or number in program.roots[access.place.root].loops:
            continue
        if access.origin is not None and not loop.span.contains(access.origin):
            continue  # a function that is called
        variable = scopes.lookup(access.text, access.origin.start if access.origin is not None else loop.span.start)
        if variable is None or variable.kind not in ("variable", "parameter"):
            continue
        if "&" in scopes.type_of(variable).layers[:1] and not loop.span.start <= variable.scope.start < loop.span.end:
            return access.text
    return ""


def instead_of(name: str) -> str:
    """What stands in the way of a directive, and what to do."""
    return (
        f"{name} is a reference, of which each gang has its own, so that what the loop stores through it is lost: "
        "use a local variable (with `reduction` for a sum or an extreme) and store it after the loop"
    )
