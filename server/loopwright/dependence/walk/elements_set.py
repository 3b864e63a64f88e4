"""Pointers in memory that a piece of code sets and that no name tells: elements of tables (`t[k]++`), whole objects (`*o = q`), what references
are bound to, what functions of a library write (`std::rotate(t, t + 1, t + 3)`).

Members that are set by their names, and variables, are told by :mod:`assigned`."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.effects import effect_of
from loopwright.lang.expressions import Typing
from loopwright.lang.macros import body_of
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.stores import stores_in
from loopwright.lang.types import Type, canonical
from loopwright.source.kept import kept
from loopwright.source.lexemes import code_within
from loopwright.source.listing import listing_of
from loopwright.source.nodes import STORES, bare, text_of
from loopwright.source.outline import Outline

_DEEPEST = 6  # of objects in objects
# Code whose stores are not followed here: it may set any pointer.
_NOT_FOLLOWED = frozenset(("lambda_expression", "structured_binding_declarator"))
_ONLY_ASKING = frozenset(
    (
        "size",
        "begin",
        "end",
        "data",
        "empty",
        "at",
        "front",
        "back",
        "get",
        "length",
        "capacity",
        "subspan",
        "first",
        "last",
    )
)
_COMPARING = ("==", "!=", "<=", ">=")


def sets_elements(outline: Outline, code: Node) -> bool:
    """Whether a piece of code, or a function of the file that it calls, may do so."""
    seen: set[str] = set()
    waiting = [code]
    while waiting:
        is_set, called = _in(outline, waiting.pop())
        if is_set:
            return True
        for name in called - seen:
            seen.add(name)
            waiting += [definition.node for definition in outline.definitions(name)]
    return False


@kept
def _in(outline: Outline, code: Node) -> tuple[bool, frozenset[str]]:
    """(whether a piece of code does so itself, names of what it calls)."""
    typing = Typing(scopes_of(outline))
    called: set[str] = set()
    part = listing_of(outline, code).below(code)
    if not _NOT_FOLLOWED.isdisjoint(part.kinds) or any(
        _is_storing(typing.scopes, each) for each in part.of(("identifier",))
    ):
        return True, frozenset()
    if any(_binds(typing, each) for each in part.of(("for_range_loop", "init_declarator"))):
        return True, frozenset()
    for node, target in stores_in(part):
        if target is not None and node.type in STORES and _is_set_by(typing, bare(target)):
            return True, frozenset()
        if node.type != "call_expression":
            continue
        function = node.child_by_field_name("function")
        if function is None or _is_hidden(typing.scopes, function):
            return True, frozenset()
        name = name_of(function, methods=True)
        called.add(name)
        declared = typing.declaration_of(function) if function.type == "identifier" else None
        is_variable = declared is not None and declared.kind == "variable"
        if is_variable or (not outline.definitions(name) and _changes_object(typing, function, name)):
            return True, frozenset()
        is_library = text_of(function).startswith("std::") or (
            function.type == "identifier" and not outline.definitions(name)
        )
        given = argument_nodes(node) if is_library and not effect_of(name).pure else ()
        if any(_holds(typing.scopes, _element(typing, argument)) for argument in given):
            return True, frozenset()
    return False, frozenset(called)


def _is_hidden(scopes: Scopes, function: Node) -> bool:
    """Whether a call does not say what it calls: `(*f)()`, and `#define NEXT std::advance`."""
    if function.type == "parenthesized_expression":
        return True
    macro = scopes.macros.get(text_of(function)) if function.type == "identifier" else None
    return macro is not None and macro.kind != "function"


def _is_storing(scopes: Scopes, name: Node) -> bool:
    """Whether a name is a macro whose text stores something."""
    macro = scopes.macros.get(text_of(name))
    words = [each.text for each in code_within(body_of(macro))] if macro is not None else []
    return any(word in ("++", "--", ";", "##") or (word.endswith("=") and word not in _COMPARING) for word in words)


def _binds(typing: Typing, node: Node) -> bool:
    """Whether a loop over elements, or an object that is made of what is given, may refer to pointers: `for (auto &e : table)`, `G g(s.p)`."""
    if node.type == "for_range_loop":
        declarator, over = node.child_by_field_name("declarator"), node.child_by_field_name("right")
        is_reference = declarator is not None and declarator.type == "reference_declarator"
        return is_reference and over is not None and _holds(typing.scopes, _element(typing, over))
    value = node.child_by_field_name("value")
    is_made = value is not None and value.type in ("argument_list", "initializer_list")
    return is_made and value is not None and any(typing.type_of(each).is_pointer for each in value.named_children)


def _changes_object(typing: Typing, function: Node, name: str) -> bool:
    """Whether a method out of sight may set the pointers in its object: `v.swap(w)`."""
    owner = function.child_by_field_name("argument") if function.type == "field_expression" else None
    if owner is None or name in _ONLY_ASKING:
        return False
    type = typing.type_of(owner)
    return _holds(typing.scopes, type.element() if type.sequence and not type.is_view else type)


def _is_set_by(typing: Typing, target: Node) -> bool:
    """Whether a store to ``target`` sets a pointer that its name does not tell."""
    type = _stored(typing, target)
    if target.type == "call_expression" and text_of(target).startswith("std::"):
        return True  # `std::get<0>(t) = p`
    if target.type in ("identifier", "field_expression"):
        declared = typing.declaration_of(target)
        is_reference = declared is not None and "&" in typing.scopes.expanded(declared.type).layers
        if is_reference and not canonical(type.base):
            return True  # `auto &z = t[0];`
        if target.type == "identifier" and not is_reference and (type.is_view or type.is_smart_pointer):
            return False  # by its name
        return (is_reference or not type.is_pointer) and bool(type.base) and _holds(typing.scopes, type)
    return (bool(type.layers) or _is_told(typing.scopes, type)) and _holds(typing.scopes, type)


def _stored(typing: Typing, target: Node) -> Type:
    """The type of what a store is to; of `t[0]` and `t.front()` that of an element of a container."""
    type = typing.type_of(target)
    within = _within(target)
    if within is not None and within.type == "call_expression":  # `*t.data()`
        within = _within(within)
    if type.base or type.layers or within is None:
        return type
    owner = typing.scopes.expanded(typing.type_of(within)).referred()
    declared = typing.declaration_of(within) if within.type == "identifier" and not owner.base else None
    if declared is not None:
        owner = declared.type  # `auto **q`
    return owner.pointee or (owner.element() if owner.layers or owner.sequence else type)


def _within(node: Node) -> Node | None:
    """What an element, or a method, is of."""
    asked = node.child_by_field_name("function") if node.type == "call_expression" else node
    return asked.child_by_field_name("argument") if asked is not None else None


def _is_told(scopes: Scopes, type: Type) -> bool:
    """Whether it is known what an object of a type has. Else an element is taken for no address but where its name is that of one that is
    kept: `b[i] = a[i]` of a template stores what its parameter stands for."""
    return bool(canonical(type.base)) or scopes.members(type.base) is not None


def _element(typing: Typing, argument: Node) -> Type:
    """What an argument leads to: of `v.begin()` an element of `v`."""
    argument = bare(argument)
    while argument.type == "cast_expression" and (inner := argument.child_by_field_name("value")) is not None:
        argument = bare(inner)
    function = argument.child_by_field_name("function") if argument.type == "call_expression" else None
    owner = function.child_by_field_name("argument") if function is not None else None
    type = typing.type_of(owner if owner is not None else argument)
    is_view = owner is None and type.is_view  # which may be set itself: `std::tie(s, q)`
    return type.element() if (type.layers or type.sequence) and not is_view else type


def _holds(scopes: Scopes, type: Type, deep: int = 0) -> bool:
    """Whether an object of a type may hold an address."""
    if type.is_array:
        return _holds(scopes, type.element(), deep)
    if type.layers:
        return True
    if canonical(type.base) or scopes.category_of_type(type) == "number":
        return False
    members = scopes.members(type.base)
    return members is None or deep > _DEEPEST or _any_holds(scopes, members.values(), deep + 1)


def _any_holds(scopes: Scopes, members: Iterable[Declaration], deep: int) -> bool:
    return any(_holds(scopes, scopes.expanded(member.type), deep) for member in members if member.kind != "function")
