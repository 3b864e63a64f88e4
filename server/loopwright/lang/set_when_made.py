"""Members that hold what an object's constructor gave them for as long as the object is there: no code in sight can set them.

It is asked of the text whether the functions of the class only read a member that its one constructor initialises.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes
from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.number_uses import is_read, may_be_set_beside, named_by_macros
from loopwright.lang.scopes import Scopes
from loopwright.source.kept import kept
from loopwright.source.listing import Listing
from loopwright.source.nodes import CLASSES, nearest, text_of
from loopwright.source.outline import Outline

_NAMES = ("identifier", "field_identifier")
_WORDS_OF_CHANGE = (b"const_cast", b"reinterpret_cast", b"mutable", b"friend", b"asm")


@kept
def members_set_when_made(outline: Outline, known: Node, scopes: Scopes) -> frozenset[str]:
    """The members of a class that keep what its constructor's initialisers give them, as long as no object is assigned as a whole."""
    owner = next((each for each in scopes.classes.known.values() if each.node == known), None)
    if owner is None or not _is_plain(owner) or may_be_set_beside(outline, scopes):
        return frozenset()
    codes = list(_code_of(scopes.classes, owner))
    if not codes:
        return frozenset()
    named = named_by_macros(scopes, codes)
    if (
        named is None
        or "this" in named
        or any(any(word in (code.text or b"") for word in _WORDS_OF_CHANGE) for code in codes)
    ):
        return frozenset()
    listings = [Listing(code) for code in codes]
    if any(not _is_owner(node) for each in listings for node in each.whole.of(("this",))):
        return frozenset()  # somebody may be told where the object is, or it is assigned
    open_ = named | {
        text_of(node) for each in listings for node in each.whole.of(_NAMES) if not is_read(node) and not _begins(node)
    }
    return frozenset(
        name
        for name, member in owner.members.items()
        if name not in open_ and not (member.static or member.shared or member.bits or member.type.layers)
    )


def _is_plain(known: Class) -> bool:
    """Whether a class has one constructor with parameters, and nothing else that makes or sets its objects."""
    constructors = [node for node in known.methods.get(known.name, ()) if parameter_nodes(node)]
    return (
        known.node.type != "union_specifier"
        and len(constructors) == 1
        and known.name not in known.bodiless
        and known.special <= {"constructor"}
        and not (known.bases or known.disputed or known.hides_code or known.bringing or known.is_remade)
        and not known.node.has_error
    )


def _code_of(classes: Classes, known: Class) -> Iterator[Node]:
    """The class and the functions of it that stand elsewhere; nothing where one of them is not in sight."""
    found = {name: classes.methods(known, name) for name in sorted({*known.methods, *known.bodiless})}
    if all(found.values()):
        yield known.node
        for bodies in found.values():
            yield from (node for node in bodies if nearest(node, CLASSES) != known.node)


def _is_owner(this: Node) -> bool:
    """`this->x`"""
    parent = this.parent
    return parent is not None and parent.type == "field_expression" and parent.child_by_field_name("argument") == this


def _begins(name: Node) -> bool:
    """Whether a name is where a member is declared, or the constructor initialises it."""
    parent = name.parent
    if parent is None:
        return False
    if parent.type == "field_initializer":
        return parent.named_children[0] == name
    return parent.type == "field_declaration"
