"""Whether a clause reaches a variable: it gives the loop another one under that name, and what comes to the variable in another way
goes past it."""

from __future__ import annotations

from loopwright.dependence.model.program import Access, Program, accesses_in


def other_ways(program: Program, loop: int) -> dict[str, str]:
    """Variables to which a loop comes but by names that clauses may have or by addresses that it takes itself, each with how that is said
    of it."""
    leading = {name: place.root for name, place in program.held.get(loop, {}).items() if place is not None}
    bound = {name: place.root for name, place in program.bound.get(loop, {}).items()}
    named = program.named_by_callees
    ways: dict[str, str] = {}
    for access in accesses_in(program.nests[loop].body):
        root = access.place.root
        if named and (root, access.span) in named and not _is_in(program, loop, access):
            ways.setdefault(root, _past("in a function that the loop calls"))
        is_of_class = False
        if access.is_scalar:
            variable = program.roots[root]
            if access.element == "*" and not access.writes and variable.name in leading:
                ways.setdefault(leading[variable.name], _past(f"through {variable.name}"))
            is_of_class = variable.of_class
        if is_of_class:
            # gcc takes it for shared whatever a clause says.
            ways.setdefault(root, "is a static data member, which no clause names")
        elif bound and bound.get(access.text) == root and not _is_the_name(program, access):
            ways.setdefault(root, _past(f"through {access.text}"))
    return ways


def _is_the_name(program: Program, access: Access) -> bool:
    """Whether a reference is the only name that the function has for what it refers to: a parameter, which clauses name as they do a
    variable (gcc, nvc++)."""
    root = program.roots[access.place.root]
    return root.kind == "parameter" and root.pointed and root.name == access.text == access.place.root.removeprefix("*")


def _past(way: str) -> str:
    return f"is written {way}, where no clause reaches it"


def _is_in(program: Program, loop: int, access: Access) -> bool:
    """Whether the loop's own text says it, be it in a lambda: that stands before its call."""
    start = program.frames[loop].start
    return access.origin is not None and start <= access.origin.start <= access.span.start
