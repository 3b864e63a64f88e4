"""As what objects are seen. In C a pointer to `void` becomes one to anything: what is seen as another type than it has, or than it was
first seen as, may be hit anywhere from there, because members of two types that lie in one place have two names."""

from __future__ import annotations

from loopwright.dependence.pointsto.library import BYTES
from loopwright.dependence.pointsto.machine import Machine, Shape
from loopwright.dependence.pointsto.memory import Value
from loopwright.lang.places import ANYWHERE, ELEMENT, Place, anywhere
from loopwright.lang.types import Type

_NUMBERS: Shape = ("number", ())  # none of them is read as an address: one is as good as another


def seen_as(machine: Machine, type: Type, value: Value) -> Value:
    """An address that a pointer of a ``type`` gets."""
    element = machine.scopes.expanded(type).element()
    if not value.targets or (element.base in BYTES and not element.layers):
        return value  # whoever writes bytes spoils all of the object
    shape = _of(machine, element)
    targets = frozenset(place if _has(machine, place, shape) else anywhere(place) for place in value.targets)
    return value if targets == value.targets else value._replace(targets=targets)


def _has(machine: Machine, place: Place, shape: Shape) -> bool:
    if ANYWHERE in place.path:
        return True
    type = machine.types.get(place.object)
    if type is None:
        return machine.first_shapes.setdefault(place, shape) == shape
    inside = _inside(machine, type, place.path)
    return inside is not None and _of(machine, inside) == shape


def _inside(machine: Machine, type: Type, path: tuple[str, ...]) -> Type | None:
    """The type of a part of an object."""
    for step in path:
        if step == ELEMENT:
            type = type.element() if type.is_array else type
            continue
        known = machine.scopes.classes.of(_innermost(type).base)
        member = known.members.get(step) if known is not None else None
        if member is None:
            return None
        type = machine.scopes.expanded(member.type)
    return type


def _innermost(type: Type) -> Type:
    while type.is_array:
        type = type.element()
    return type


def _of(machine: Machine, type: Type) -> Shape:
    """Rows of addresses are seen otherwise than addresses: subscripts of theirs make another path."""
    return _NUMBERS if machine.kind_of(_innermost(type)) == "number" else (type.base, type.layers)
