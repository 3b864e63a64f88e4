"""Classes with their bases (C++17, clause 13): an object has the members of all of them, under their names, in one place.

Where two have a member of one name it is one place for both, which makes sets larger and numbers unknown: nothing is lost by it.
"""

from __future__ import annotations

from loopwright.lang.classes import Class, Classes, plain
from loopwright.lang.declarators import read_declarator
from loopwright.lang.scopes import Scopes


def bases_in_sight(classes: Classes, owner: Class) -> list[Class]:
    """The classes that one inherits from directly, as far as they are known."""
    found = (classes.of(base.removeprefix("virtual ")) for base in owner.bases)
    return [each for each in found if each is not None and each is not owner]


def lineage(classes: Classes, owner: Class) -> list[Class]:
    """A class and all that it inherits from, itself first."""
    found: list[Class] = []
    waiting = [owner]
    while waiting:
        known = waiting.pop(0)
        if all(known.name != each.name for each in found):
            found.append(known)
            waiting += bases_in_sight(classes, known)
    return found


def declaring(classes: Classes, owner: Class | None, name: str) -> Class | None:
    """The class whose function of that name a call on an object of ``owner`` means."""
    return (
        next((each for each in lineage(classes, owner) if name in each.declared), None) if owner is not None else None
    )


def base_named(classes: Classes, owner: Class, name: str) -> Class | None:
    """The direct base that an initializer of a constructor names."""
    return next((each for each in bases_in_sight(classes, owner) if each.name == plain(name)), None)


def has_members(scopes: Scopes, base: str) -> bool:
    """Whether objects of a struct or class have members, of its bases too."""
    if scopes.members(base):
        return True
    known = scopes.classes.of(base) if base else None
    return known is not None and any(scopes.members(each.name) for each in lineage(scopes.classes, known))


def is_virtual(classes: Classes, owner: Class, name: str) -> bool:
    """Whether a call is decided by the object: the class or one of its bases says `virtual` of the function."""
    return classes.is_virtual(owner, name)


def heirs(classes: Classes, owner: Class) -> list[Class]:
    """The class and all in sight that inherit from it."""
    found = {id(each): each for each in classes.known.values()}.values()
    return [each for each in found if any(base.name == owner.name for base in lineage(classes, each))]


def is_pure(owner: Class, name: str) -> bool:
    """Whether the class says `= 0` of the function."""
    body = owner.node.child_by_field_name("body")
    for child in body.named_children if body is not None else []:
        declarator = child.child_by_field_name("declarator")
        if child.type != "field_declaration" or declarator is None or read_declarator(declarator).name != name:
            continue
        if any(part.type == "number_literal" for part in child.named_children):
            return True
    return False


def is_defaulted(owner: Class, name: str) -> bool:
    """Whether the class says `= default` of the function: the compiler writes it."""
    body = owner.node.child_by_field_name("body")
    for child in body.named_children if body is not None else []:
        declarator = child.child_by_field_name("declarator")
        if declarator is not None and read_declarator(declarator).name == name:
            return any(part.type == "default_method_clause" for part in child.named_children)
    return False


def way_to_member(classes: Classes, owner: Class, member: str) -> list[Class]:
    """The class that has a data member, behind those through which ``owner`` inherits it; empty where none has it."""
    if member in owner.members:
        return [owner]
    ways = (way_to_member(classes, base, member) for base in bases_in_sight(classes, owner))
    found = next((way for way in ways if way), [])
    return [owner, *found] if found else []


def way_to_base(classes: Classes, owner: Class, base: Class) -> list[Class]:
    """A class, those through which it inherits ``base``, and that; empty where it does not."""
    if owner.name == base.name:
        return [owner]
    ways = (way_to_base(classes, each, base) for each in bases_in_sight(classes, owner))
    found = next((way for way in ways if way), [])
    return [owner, *found] if found else []
