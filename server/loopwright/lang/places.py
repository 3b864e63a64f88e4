"""Where pointers may lead: objects of a program's memory, and places in them.

An object is a variable of one call or what one allocation gives; whoever follows pointers numbers them. A path leads into it by members
and subscripts: ``ELEMENT`` stands for all elements of an array, ``ANYWHERE`` for any member. ``None`` in the place of a set of places is
"anything".
"""

from __future__ import annotations

from typing import NamedTuple, Union

ELEMENT, ANYWHERE = "[]", "*"
Path = tuple[str, ...]


def written(path: Path) -> str:
    """A path as a program has it after an object."""
    return "".join(f".{part}" for part in path)


class Place(NamedTuple):
    """Where a pointer may lead."""

    object: int
    path: Path = ()

    def inside(self, *path: str) -> Place:
        """A member of it; of what may be anywhere that is anywhere too."""
        return self if self.path[-1:] == (ANYWHERE,) else Place(self.object, (*self.path, *path))

    def rest_of(self, other: Path) -> Path | None:
        """How a path of the same object goes on from here, ``None`` where it does not lead through here."""
        length = len(self.path)
        return other[length:] if other[:length] == self.path else None


Places = Union[frozenset[Place], None]
NOWHERE: frozenset[Place] = frozenset()


def either(first: Places, second: Places) -> Places:
    """What may be one or the other."""
    return None if first is None or second is None else first | second


def may_meet(first: Places, second: Places) -> bool:
    """Whether memory at two places may overlap. What leads nowhere is null or was never set, and nobody may use it."""
    if first is None or second is None:
        return True
    return any(a.object == b.object and _paths_meet(a.path, b.path) for a in first for b in second)


def _paths_meet(a: Path, b: Path) -> bool:
    for one, other in zip(a, b):
        if ANYWHERE in (one, other):
            return True
        if one != other:
            return False
    return True


def member(places: Places, name: str) -> Places:
    """The member ``name`` of each."""
    return None if places is None else frozenset(place.inside(name) for place in places)


def element_of(places: Places) -> Places:
    """All elements of arrays that lie at these places."""
    return None if places is None else frozenset(Place(p.object, (*p.path, ELEMENT)) for p in places)


def further(targets: Places) -> Places:
    """Some elements further than each."""
    return (
        None
        if targets is None
        else frozenset(p if p.path[-1:] in ((ELEMENT,), (ANYWHERE,)) else anywhere(p) for p in targets)
    )


def anywhere(place: Place) -> Place:
    """Anywhere in the object."""
    return Place(place.object, (ANYWHERE,))
