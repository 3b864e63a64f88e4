"""Scalars that a loop stores through a reference made before it. To a directive such a reference is a scalar, of which every gang has its own
(OpenACC 3.4, section 2.6.2): what is stored is lost. What a `reduction` names is copied (section 2.5.15), so that a reference may stand there,
but gcc 12 asks the device for the host's address in it."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.model.program import accesses_in
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline


def lost_reference(outline: Outline, loop: Loop) -> str:
    """The first such reference whose value is lost; empty if there is none."""
    return next((name for name, is_reduced in _stored(outline, loop) if not is_reduced), "")


def reduced_reference(outline: Outline, loop: Loop) -> str:
    """The first that a `reduction` keeps."""
    return next((name for name, is_reduced in _stored(outline, loop) if is_reduced), "")


@kept
def _stored(outline: Outline, loop: Loop) -> tuple[tuple[str, bool], ...]:
    """The references, and of each whether the loop does nothing with it but reduce it."""
    names = tuple(_names(outline, loop))
    reduced = {r.variable for r in judge(outline, loop).reductions if r.is_scalar} if names else set[str]()
    return tuple((name, name in reduced) for name in names)


def _names(outline: Outline, loop: Loop) -> Iterator[str]:
    found = nest_of_loop(outline, loop) if outline.source.language != "c" else None
    if found is None:
        return
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
            yield access.text


def instead_of(name: str) -> str:
    """What stands in the way of a directive, and what to do."""
    return (
        f"{name} is a reference, of which each gang has its own, so that what the loop stores through it is lost: "
        "use a local variable (with `reduction` for a sum or an extreme) and store it after the loop"
    )


def fails_with_gcc(name: str) -> str:
    """What stands in the way of a `reduction` of a reference where gcc 12 compiles it."""
    return (
        f"gcc 12 ends with an error on a device where `reduction` names a reference, as {name} is: "
        "a local variable that is stored behind the loop works with every compiler"
    )
