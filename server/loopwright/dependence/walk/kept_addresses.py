"""Addresses that variables keep, and the pointers in memory that they were read from.

A kept address is told by the way to it: `int *s = o->p;` leads to an element of what `o->p` leads to. Once a pointer on that way may have been set
(`o->p++`), `s` leads where it did, and `o->p` elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from loopwright.dependence.model.program import Root
from loopwright.dependence.model.values import Field, Index, Place, Step
from loopwright.lang.types import canonical
from loopwright.source.linear import Linear

_BYTE = "char"


def cells(place: Place) -> Iterator[Place]:
    """The pointers in memory on the way to a place."""
    for at, step in enumerate(place.steps):
        if isinstance(step, Index) and step.loaded:
            yield Place(place.root, place.steps[:at])


def keepers(roots: Mapping[str, Root], place: Place) -> Iterator[Place]:
    """The same, and a variable that is a view or a smart pointer: what lies behind it is another's once it is set (`s = s.subspan(1)`)."""
    if _is_keeper(roots[place.root]) and place.steps and isinstance(place.steps[0], Index):
        yield Place(place.root)
    yield from cells(place)


def may_be_set_elsewhere(roots: Mapping[str, Root], cell: Place) -> bool:
    """Whether code out of sight may set it. What becomes of a view or a smart pointer that it knows is told by who lends it."""
    owner = roots[cell.root]
    return not is_alone(owner) and (bool(cell.steps) or not _is_keeper(owner))


def names_of_cell(roots: Mapping[str, Root], cell: Place) -> set[str]:
    """What a pointer in memory is called where it, or what it lies in, is set: by a member, else by its variable."""
    return {step.name for step in cell.steps if isinstance(step, Field)} or {roots[cell.root].name}


def may_set_pointers(element: str, raw: bool) -> bool:
    """Whether what is stored may hold an address, or a byte of one: no other number does."""
    return raw or not canonical(element) or canonical(element) == _BYTE


def may_be_set(roots: Mapping[str, Root], cell: Place, stored: Place, element: str) -> bool:
    """Whether a store of an ``element`` at a place may set a pointer in memory. Elements of tables of pointers are taken for no member of a
    struct (`m->rows[i] = m->data + i * n`), and no member for a variable of its own."""
    a, b = roots[cell.root], roots[stored.root]
    if (a.view_of or cell.root) == (b.view_of or stored.root):
        is_whole = not cell.steps and element == a.type.base  # `memcpy(&s, &t, sizeof s)`
        return bool(a.view_of or b.view_of) or is_whole or may_be_one(cell.steps, stored.steps)
    is_shown = _is_keeper(b) and bool(stored.steps)  # `std::span q(t); q[0]++`
    ways = _is_behind(a, cell), _is_behind(b, stored)
    if not is_shown and not any(ways):
        return False
    if not is_shown and any(is_alone(root) and not _is_led(place) for root, place in ((a, cell), (b, stored))):
        return False
    if canonical(element) == _BYTE:  # which may be of any object (C11 6.5p7)
        return ways[1] and not any(isinstance(step, Field) for step in stored.steps)
    mine = cell.steps[-1] if cell.steps else None
    theirs = stored.steps[-1] if stored.steps else None
    if element != "*":
        return any(isinstance(step, Field) and step.struct in ("", element) for step in cell.steps)
    if isinstance(theirs, Field):
        return isinstance(mine, Field) and (mine.name == theirs.name or mine.shared or theirs.shared)
    is_first = isinstance(theirs, Index) and theirs.value == Linear(0)
    return not isinstance(mine, Field) or is_first  # `*q = …`, perhaps of a member's address


def may_be_one(mine: tuple[Step, ...], theirs: tuple[Step, ...]) -> bool:
    """Whether one way may lead into what the other leads to."""
    for one, other in zip_longest(mine, theirs):
        if one is None:
            return other is None  # what the pointer leads to is not the pointer
        if other is None:
            return True
        if isinstance(one, Field) and isinstance(other, Field):
            if one.name != other.name and not (one.shared or other.shared):
                return False
        elif isinstance(one, Index) and isinstance(other, Index):
            if one.value is not None and other.value is not None and _are_apart(one.value, other.value):
                return False
    return True


def _are_apart(one: Linear, other: Linear) -> bool:
    difference = one.plus(other, -1)
    return not difference.terms and difference.constant != 0


def is_alone(root: Root) -> bool:
    """A variable of the function that nobody has the address of."""
    return root.kind in ("local", "parameter") and not (root.pointed or root.escapes or root.addressed)


def _is_keeper(owner: Root) -> bool:
    kind = owner.type.referred() if owner.pointed else owner.type
    return kind.is_view or kind.is_smart_pointer


def _is_behind(root: Root, place: Place) -> bool:
    """Whether a pointer leads to a place: what the variable leads to, or one that was read from memory (`*h` of a `double **h` of the file)."""
    return _is_led_to(root) or _is_led(place)


def _is_led(place: Place) -> bool:
    """Whether a place lies behind a pointer that was read from memory."""
    return any(isinstance(step, Index) and step.loaded for step in place.steps)


def _is_led_to(root: Root) -> bool:
    return root.pointed or root.kind == "unknown" or "&" in root.type.layers
