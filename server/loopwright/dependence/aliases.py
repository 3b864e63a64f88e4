"""Can two names lead to the same memory?"""

from __future__ import annotations

from typing import Literal

from loopwright.dependence.program import Access, Program, Root
from loopwright.dependence.values import Field, Index, Place
from loopwright.lang.types import canonical, may_share_memory

Overlap = Literal["no", "assumed", "unknown"]


def object_of(place: Place) -> tuple[str, tuple[str, ...], int]:
    """What identifies the object an access is in: its root, the members on the way to the last loaded pointer, how many
    pointers were loaded."""
    fields = tuple(step.name for step in place.steps[: place.object_length] if isinstance(step, Field))
    return place.root, fields, sum(isinstance(step, Index) and step.loaded for step in place.steps)


def overlap(program: Program, first: Access, second: Access) -> Overlap:
    """Whether two accesses to differently named objects may meet."""
    a, b = program.roots[first.place.root], program.roots[second.place.root]
    loaded = bool(first.place.object_length or second.place.object_length)
    same_memory = (a.view_of or first.place.root) == (b.view_of or second.place.root)
    if (a.view_of or b.view_of) and same_memory:
        return "unknown"  # whatever the rules of effective types say
    if not may_share_memory(first.element, second.element):
        return "no"
    if "unknown" in (a.kind, b.kind):
        return "no" if _out_of_reach(a, first) or _out_of_reach(b, second) else "unknown"
    if first.place.root == second.place.root:
        return "assumed"
    if loaded:
        # A pointer in memory does not lead to a variable whose address nobody took.
        return "no" if _private(a, first) or _private(b, second) else "assumed"
    if not _may_view(a, first) and not _may_view(b, second):
        return "no"
    if any(_is_constant(root) for root in (a, b)):
        return "no"  # who writes to it has undefined behaviour (C 6.7.3)
    if any(root.name == "this" and root.pointed and _is_apart_from_objects(other) for root, other in ((a, b), (b, a))):
        return "no"  # an object of a class is no array of numbers
    if any(_came_from_outside(root) and _is_of_this_call(other) for root, other in ((a, b), (b, a))):
        return "no"
    # What a function returned may be derived from any pointer that is known elsewhere.
    if not any(root.taken_in is not None and root.pointed and root.escapes for root in (a, b)):
        if any(root.kind == "heap" and not root.escapes for root in (a, b)):
            return "no"
        if "heap" in (a.kind, b.kind) and not any(_may_hold_any(root) for root in (a, b)):
            return "no"
        if any(root.pointed and root.type.restrict and not root.escapes for root in (a, b)):
            return "no"
    if _private(a, first) or _private(b, second):
        return "no"
    return "assumed"


def names(program: Program, first: Access, second: Access) -> tuple[str, ...]:
    """Two objects that are assumed to be apart, as people call them."""
    return tuple(sorted({display(program, first.place), display(program, second.place)}))


def sentences(apart: list[tuple[str, ...]]) -> list[str]:
    """One sentence for each group of objects that have to be apart."""
    groups: list[set[str]] = []
    for pair in apart:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [group for group in groups if not group & joined] + [joined]
    told = []
    for group in groups:
        listed = sorted(group)
        if len(listed) == 1:
            told.append(f"what {listed[0]} leads to does not overlap")
        else:
            told.append(f"{', '.join(listed[:-1])} and {listed[-1]} do not overlap")
    return told


def display(program: Program, place: Place) -> str:
    """The object's name for people: root and members up to the last loaded pointer."""
    root, fields, _ = object_of(place)
    return "->".join((program.roots[root].name, *fields))


def _follows_pointer(root: Root) -> bool:
    return root.pointed or root.type.is_pointer or "&" in root.type.layers or root.type.sequence == "span"


def _may_view(root: Root, access: Access) -> bool:
    """Whether an object may show memory of another: pointers, spans, and classes of the file with subscripts of their
    own (`g(i, j)`)."""
    steps = access.place.steps
    kind = root.type
    own_subscript = (
        bool(steps) and isinstance(steps[0], Index) and not kind.layers and not kind.sequence and not root.pointed
    )
    return _follows_pointer(root) or own_subscript


def _is_constant(root: Root) -> bool:
    """A variable that is declared `const` itself, and not what a pointer leads to."""
    kind = root.type
    return (
        root.kind in ("local", "global")
        and not root.pointed
        and kind.const
        and all(layer == "[]" for layer in kind.layers)
    )


def _came_from_outside(root: Root) -> bool:
    """What a parameter pointed at when the function was called."""
    return root.kind == "parameter" and root.pointed and root.taken_in is None


def _is_of_this_call(root: Root) -> bool:
    """A variable or an allocation that is younger than the parameters."""
    return (
        root.kind == "local" and not root.pointed and not root.type.static and not _follows_pointer(root)
    ) or root.kind == "heap"


def _is_apart_from_objects(root: Root) -> bool:
    return (
        not root.pointed and root.kind in ("global", "local") and root.type.is_array and bool(canonical(root.type.base))
    )


def _may_hold_any(root: Root) -> bool:
    """Whether an address that was kept elsewhere may be found here: another pointer's, not an array's."""
    return root.pointed and root.kind != "heap" and not _came_from_outside(root)


def _out_of_reach(root: Root, access: Access) -> bool:
    """A variable of this function that no address leads to."""
    return root.kind in ("local", "parameter") and not (root.addressed or root.type.is_array) and _private(root, access)


def _private(root: Root, access: Access) -> bool:
    """An object of this function whose address nobody else has."""
    if access.place.object_length or _may_view(root, access):
        return False
    return not root.pointed and not root.escapes and root.kind in ("local", "parameter") and "&" not in root.type.layers
