"""Which of several functions of one name a call means, as far as the types of its arguments leave one alone (C++17 16.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import Class
from loopwright.lang.declarations import signature_of
from loopwright.lang.declarators import (
    Declarator,
    function_declarator,
    parameter_nodes,
    read_declarator,
    type_of_declarator,
)
from loopwright.lang.lookup import namespace_of
from loopwright.lang.missing import misses_headers
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lang.second_names import replaceable
from loopwright.lang.types import Type, named
from loopwright.source.nodes import text_of
from loopwright.source.outline import Definition


class _Candidate(NamedTuple):
    """A function of the name. ``types`` are those of its parameters, references put in, ``None`` where they are not told."""

    definition: Definition | None
    signature: str
    types: tuple[Type, ...] | None


def meant(scopes: Scopes, name: str, count: int, types_given: Callable[[], Sequence[Type]]) -> Definition | None:
    """The definition in sight that a call of ``name`` with so many arguments means; ``None`` where that may be another one, or one that is
    nowhere in sight. ``types_given`` are those of the arguments, where there are several functions; one that is not certain is empty."""
    if name in replaceable(scopes.outline):
        return None
    found = [found for found in scopes.outline.definitions(name) if found.function.kind != "kernel"]
    matching = [each for each in found if len(parameter_nodes(each.node)) == count]
    if not matching:
        return None
    if scopes.outline.source.language == "c":
        return found[0] if len(found) == 1 else None
    candidates = _candidates(scopes, name, found)
    if misses_headers(scopes.outline):
        return _exactly(candidates, found, types_given)
    if len(candidates) == 1:
        return matching[0]
    around = {declaration.owner for declaration in scopes.functions_named(name)}
    if len(around) > 1 or any(_is_template(each) for each in found):
        return None  # which of them are candidates is not followed
    given = types_given()
    exact = [each for each in candidates if each.types is not None and _is_exact(each.types, given)]
    if not exact:
        exact = [each for each in candidates if each.types is None or not _is_ruled_out(scopes, each.types, given)]
    chosen = exact[0].definition if len(exact) == 1 else None
    return chosen if chosen in matching else None


def may_be_nearer(scopes: Scopes, function: Node, owner: Class | None) -> bool:
    """Whether a function that is nowhere in sight may hide those in sight of the name that is called, ``function``, in a method of the class
    ``owner`` or elsewhere: one of a base class, of a class that a header defines, of a namespace around the call."""
    if function.type != "identifier" or scopes.outline.source.language == "c":
        return False
    around = namespace_of(function)
    classes = [known for known in (owner, *map(scopes.classes.of, around)) if known is not None]
    if any(map(scopes.classes.has_unseen_base, classes)):
        return True
    if not misses_headers(scopes.outline):
        return False
    spaces = tuple(name for name in around if scopes.classes.of(name) is None)
    found = scopes.outline.definitions(text_of(function))
    return any(namespace_of(each.node) != spaces for each in found)


def _exactly(
    candidates: list[_Candidate], found: list[Definition], types_given: Callable[[], Sequence[Type]]
) -> Definition | None:
    """The candidate that no function of a header that is not found can be better than: every argument is of the type of its parameter,
    and as constant where it is not copied."""
    if any(_is_template(each) for each in found):
        return None
    given = types_given()
    exact = [each for each in candidates if each.types is not None and _is_exact(each.types, given)]
    chosen = exact[0] if len(exact) == 1 else None
    if chosen is None or chosen.definition is None or chosen.types is None:
        return None
    shared = zip(parameter_nodes(chosen.definition.node), chosen.types, given)
    return chosen.definition if all(not a.const or b.const or _is_copied(node, a) for node, a, b in shared) else None


def _is_copied(parameter: Node, type: Type) -> bool:
    """Whether a parameter holds a value of its own, so that it does not matter whether it stays as it is."""
    declarator = parameter.child_by_field_name("declarator")
    said = read_declarator(declarator).layers if declarator is not None else ()
    return not type.layers and "&" not in said


def _candidates(scopes: Scopes, name: str, found: list[Definition]) -> list[_Candidate]:
    """Every function of the name that is declared or defined in sight, once."""
    candidates = [_Candidate(each, _signature(each), _types_of(scopes, each)) for each in found]
    for declaration in scopes.functions_named(name):
        signature = declaration.signature
        texts = signature.split(", ") if signature else []
        types = tuple(scopes.expanded(named(text)) for text in texts) if "<" not in signature else None
        if not any(signature == each.signature or _are_one(types, each.types) for each in candidates):
            candidates.append(_Candidate(None, signature, types))
    return candidates


def _signature(definition: Definition) -> str:
    declarator = function_declarator(definition.node)
    return signature_of(read_declarator(declarator)) if declarator is not None else ""


def _are_one(first: tuple[Type, ...] | None, second: tuple[Type, ...] | None) -> bool:
    if first is None or second is None or len(first) != len(second):
        return False
    return all(_name(a) == _name(b) and a.layers == b.layers for a, b in zip(first, second))


def _types_of(scopes: Scopes, definition: Definition) -> tuple[Type, ...]:
    found = []
    for node in parameter_nodes(definition.node):
        declarator = node.child_by_field_name("declarator")
        said = read_declarator(declarator) if declarator is not None else Declarator("", None)
        found.append(scopes.expanded(type_of_declarator(said, node).decayed()).referred())
    return tuple(found)


def _is_template(definition: Definition) -> bool:
    parent = definition.node.parent
    return "<" in definition.function.name or (parent is not None and parent.type == "template_declaration")


def _is_exact(types: tuple[Type, ...], given: Sequence[Type]) -> bool:
    """Whether every argument has the type of its parameter, so that no other function is a better match."""
    return len(types) == len(given) and all(
        bool(b.base) and b.base != "auto" and a.layers == b.layers and _name(a) == _name(b)
        for a, b in zip(types, given)
    )


def _name(type: Type) -> str:
    """The base of a type by one of its names."""
    return str(fundamental(type.base) or type.base.removeprefix("std::"))


def _is_ruled_out(scopes: Scopes, types: tuple[Type, ...], given: Sequence[Type]) -> bool:
    """Whether an address of an object of one class would have to become that of another one."""
    return any(
        a.layers == b.layers == ("*",) and a.base != b.base and _is_alone(scopes, a.base) and _is_alone(scopes, b.base)
        for a, b in zip(types, given)
    )


def _is_alone(scopes: Scopes, base: str) -> bool:
    """Whether a class in sight is made from no other one, so that its address becomes no other's."""
    known = scopes.classes.of(base)
    return known is not None and not known.bases and not known.disputed and not known.is_template
