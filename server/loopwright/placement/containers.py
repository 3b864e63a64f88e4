"""Containers of the C++ library as placement sees them: structs with a pointer to the elements and a size, under names that can be written."""

from __future__ import annotations

from loopwright.lang.places import Path
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, first_argument, named
from loopwright.placement.inheritance import bases_in_sight, lineage
from loopwright.residence import layout
from loopwright.residence.ir import CType, Layer
from loopwright.source.linear import Linear

DATA, SIZE, GET = "data()", "size()", "get()"
CONTAINER, EXCHANGE, MOVED = (
    "container",
    "exchange",
    "moved container",
)  # what is called where one gets its elements, and so on
NEW_ARRAYS = ("new[]", "new[]()")  # the calls that `new T[n]` and `new T[n]()` are
_OWNING = ("vector", "valarray")


def element_type(base: str) -> Type | None:
    """The type of what a container has in a row, ``None`` for what is no container."""
    kind = Type(base)
    if is_unique_array(base):
        return named(first_argument(base).removesuffix("]").rstrip().removesuffix("["))
    if kind.sequence in (*_OWNING, "span"):
        return named(first_argument(base))
    return None


def is_unique_array(base: str) -> bool:
    """Whether a type is a `unique_ptr` to an array."""
    return Type(base).is_unique_pointer and first_argument(base).endswith("]")


def pointee(base: str) -> Type | None:
    """What a smart pointer to one object leads to."""
    return Type(base).pointee


def as_pointer(kind: CType) -> CType:
    """A smart pointer as the pointer in it."""
    inner = pointee(kind.base)
    if inner is None:
        return kind
    layers: tuple[Layer, ...] = tuple("*" for layer in inner.layers if layer == "*")
    return kind._replace(base=inner.base.removeprefix("struct "), layers=(*kind.layers, "*", *layers))


def pointer_name(base: str) -> str:
    """The member that leads to the elements."""
    return GET if is_unique_array(base) else DATA


def is_container(kind: CType) -> bool:
    """Whether a value of the type has its elements elsewhere."""
    return not kind.layers and element_type(kind.base) is not None


def is_owner(kind: CType) -> bool:
    """Whether its elements come and go with it."""
    return not kind.layers and (Type(kind.base).sequence in _OWNING or is_unique_array(kind.base))


def is_sized(base: str) -> bool:
    """Whether it knows how many elements it has."""
    return not is_unique_array(base)


def member_of(scopes: Scopes, base: str, name: str) -> tuple[Linear, CType] | None:
    """(offset, type) of a member of a struct or of what a container gives."""
    element = element_type(base) if name in (DATA, SIZE, GET) else None
    if element is None:
        known = scopes.classes.of(base)
        owners = [base, *(each.name for each in lineage(scopes.classes, known)[1:])] if known is not None else [base]
        found = next(
            (member for owner in owners if (member := layout.member_of(scopes, owner, name)) is not None), None
        )
        return (found[0], as_pointer(found[1])) if found is not None else None
    if name == SIZE:
        return Linear(8), CType("size_t")
    layers: tuple[Layer, ...] = tuple("*" for layer in element.layers if layer == "*")
    return Linear(0), CType(element.base.removeprefix("struct "), ("*", *layers), const=element.const)


def owned_paths(scopes: Scopes, base: str, depth: int = 0) -> list[Path] | None:
    """Members of a value that lead to memory of its own, ``None`` where that is not known."""
    kind = as_pointer(layout.expanded(scopes, CType(base)))
    if kind.layers:
        return []
    if is_container(kind):
        return [(pointer_name(kind.base),)] if is_owner(kind) else []
    members = scopes.members(kind.base)
    if members is None:
        return [] if layout.base_size(kind.base) is not None else None
    found: list[Path] = []
    known = scopes.classes.of(kind.base)
    for each in bases_in_sight(scopes.classes, known) if known is not None and depth <= 6 else ():
        inherited = owned_paths(scopes, each.name, depth + 1)
        if inherited is None:
            return None
        found += inherited
    for member in members.values():
        if member.type.layers or depth > 6:
            continue
        inner = owned_paths(scopes, member.base, depth + 1)
        if inner is None:
            return None
        found += [(member.name, *path) for path in inner]
    return found
