"""Names inside of classes and their functions: there those of the class, its bases and the classes around it hide those of the file
(C++17 [basic.scope.hiding])."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes
from loopwright.lang.declarations import Declaration, span_of
from loopwright.lang.lookup import namespace_of
from loopwright.lang.scopes import Scopes
from loopwright.lang.template_arguments import type_parameters
from loopwright.source.nodes import CLASSES, nearest, text_of
from loopwright.source.text import names_in


def class_with(scopes: Scopes, name: str, at: Node, found: Declaration | None) -> Class | None:
    """The class that has what a name means at a place, where that hides ``found``, which it means outside of classes."""
    if name not in scopes.classes.own_names:
        return None
    for owner in _classes_at(scopes, at):
        known = scopes.classes.having(owner, name)
        if known is not None:
            return known if found is None or found.is_global or _is_inside(owner, found, at) else None
    return None


def is_of_outer_class(scopes: Scopes, name: str, at: Node) -> bool:
    """Whether a class around the innermost one at a place, or one that it is made from, has what a name means there."""
    if name not in scopes.classes.own_names:
        return False
    outer = map(scopes.classes.of, namespace_of(at)[:-1])
    return any(owner is not None and scopes.classes.having(owner, name) is not None for owner in outer)


def is_brought(scopes: Scopes, name: str, at: Node, found: Declaration | None = None) -> bool:
    """Whether `using` brings what a name means into a block around a place: `using std::swap; swap(a, b);` (C++17 [namespace.udecl]),
    and not what was ``found`` for it."""
    return any(
        using.start_byte < at.start_byte < using.parent.end_byte and _brings(scopes, using, name, found)
        for using in scopes.outline.source.kinds.of("using_declaration")
        if using.parent is not None and using.parent.type == "compound_statement" and using.named_children
    )


def _brings(scopes: Scopes, using: Node, name: str, found: Declaration | None) -> bool:
    """Whether a `using` gives a name another meaning; `using enum E;` does to all values of `E`, and to any where these are not in sight."""
    *around, last = "".join(text_of(using.named_children[-1]).split()).split("::")
    if all(child.type != "enum" for child in using.children):
        return last == name and (found is None or tuple(around) != found.owner)
    values = {path[-1] for path in scopes.qualified if path[-2:-1] == (last,)}
    return not values or name in values


def may_be_inherited_at(scopes: Scopes, at: Node) -> bool:
    """Whether a name of the file may mean at a place what a class has that is nowhere in sight: of a base, by a macro, in an included file."""
    return any(_inherits_unseen(scopes.classes, known) for known in _classes_at(scopes, at))


def may_be_inherited(classes: Classes, owner: Class) -> bool:
    """The same of a name in a function of a class."""
    return any(_inherits_unseen(classes, known) for known in _with_outer(classes, owner))


def holder_of(classes: Classes, owner: Class, name: str) -> Class | None:
    """The class that has what a name means in a function of a class: itself, one that it is made from, one around it."""
    if name not in classes.own_names:
        return None
    found = (classes.having(each, name) for each in _with_outer(classes, owner))
    return next((each for each in found if each is not None), None)


def _inherits_unseen(classes: Classes, owner: Class) -> bool:
    """Whether names of members that are nowhere in sight are found in a class: not those of a base that depends on parameters of a template
    (C++17 [temp.dep]p3)."""
    return classes.may_have_more(owner) or any(
        heir.outline is None or type_parameters(heir.outline, span_of(heir.node)).isdisjoint(names_in(base))
        for heir, base in classes.unseen_bases(owner)
    )


def _classes_at(scopes: Scopes, at: Node) -> list[Class]:
    """The classes around a place, the innermost first; around a function outside of its class, too."""
    return [known for known in map(scopes.classes.of, reversed(namespace_of(at))) if known is not None]


def _with_outer(classes: Classes, owner: Class) -> Iterator[Class]:
    yield owner
    around = nearest(owner.node, CLASSES)
    while around is not None:
        known = classes.of(text_of(around.child_by_field_name("name")))
        if known is not None:
            yield known
        around = nearest(around, CLASSES)


def _is_inside(owner: Class, local: Declaration, at: Node) -> bool:
    """Whether a place is in a class that stands in the scope of a local name: functions of the class cannot use that."""
    body = owner.node
    return body.start_byte < at.start_byte < body.end_byte and local.scope.start < body.start_byte < local.scope.end
