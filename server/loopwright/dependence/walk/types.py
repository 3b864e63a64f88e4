"""The types of one file for the walk: aliases put in, members with what they share."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from loopwright.dependence.walk.classes import Behaviours
from loopwright.lang.classes import Class
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lang.template_arguments import arguments_of
from loopwright.lang.types import Type, canonical, named
from loopwright.source.outline import Outline
from loopwright.source.text import with_names
from loopwright.source.type_words import UNTOLD

_DEEPEST = 6  # objects inside of objects


class Types:
    """Types of one file: aliases, members."""

    def __init__(
        self, outline: Outline, scopes: Scopes, numbers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ) -> None:
        self.outline, self.scopes = outline, scopes
        self.classes = Behaviours(outline, scopes.expanded, numbers)

    def expanded(self, type: Type) -> Type:
        """``type`` with `typedef` and `using` of the files in sight put in."""
        return self.scopes.expanded(type)

    def is_unheard_of(self, base: str) -> bool:
        """Whether nothing in sight says that a word is a type."""
        known = self.scopes.names.get(base)
        is_type = known is not None and known.kind == "type" and not known.disputed
        return base.isidentifier() and not (
            is_type
            or canonical(base)
            or base in ("auto", "void", "bool", "_Bool")
            or base.endswith("_t")
            or self.classes.of(base) is not None
            or base in self.classes.enumerations
            or base in self.classes.template_parameters
        )

    def is_of_elsewhere(self, base: str) -> bool:
        """Whether a word is a type by its name alone: `index_t`, where no file in sight says what that is."""
        return base.isidentifier() and base.endswith("_t") and base not in self.scopes.names

    def member(self, base: str, name: str) -> Type | None:
        """Type of a member of a class in sight; ``base`` names the class with what its parameters are given."""
        base = self.holder(base, name)
        owner = self.classes.of(base)
        known = self.classes.member(owner, name) if owner is not None else None
        if owner is None or known is None:
            return None
        given = self.given(base, self.expanded(known.type))
        is_parameter = not given.layers and given.base in self.classes.template_parameters
        if is_parameter and "<" not in base and self.classes.is_guided(owner):
            given = given._replace(layers=("&",), extents=(None,))
        is_remade = any(each.is_remade for each in (owner, *self.classes.with_member(owner, name)))
        return given._replace(base=UNTOLD) if is_remade else given

    def holder(self, base: str, name: str) -> str:
        """The class of which a name is a member: what a parameter stands for, where a class template is made from its parameter and has no
        such member of its own (`template <class Data> struct Grid : Data`), else ``base``."""
        owner = self.classes.of(base) if "<" in base else None
        if owner is None or owner.disputed or self.classes.member(owner, name) is not None:
            return base
        arguments = arguments_of(owner, Type(base))
        parents = [self.expanded(named(arguments[parent])) for parent in owner.bases if parent in arguments]
        having = [parent.base for parent in parents if not parent.layers and self._has(parent.base, name)]
        return having[0] if len(having) == 1 else base

    def _has(self, base: str, name: str) -> bool:
        owner = self.classes.of(base)
        return owner is not None and not owner.disputed and self.classes.member(owner, name) is not None

    def given(self, base: str, type: Type) -> Type:
        """A type in a template with what an object's class gives its parameters: `std::vector<double>` for `std::vector<T>`."""
        owner = self.classes.of(base) if "<" in base else None
        arguments = arguments_of(owner, Type(base)) if owner is not None else {}
        plain = {name: text for name, text in arguments.items() if not set(text) & set("*&[(")}
        return self.expanded(type._replace(base=with_names(type.base, plain))) if plain else type

    def may_hold_elements(self, kind: Type, depth: int = 0) -> bool:
        """Whether a value is a container, or an object of a class in sight that has one: another may have its elements later."""
        if kind.owns_elements:
            return True
        owner = self.classes.of(kind.base) if not kind.layers and depth < _DEEPEST else None
        if owner is None:
            return False
        kinds = [self.expanded(member.type) for member in owner.members.values() if not member.static]
        inside = [
            *(each._replace(layers=()) for each in kinds if each.is_array or not each.layers),
            *map(Type, owner.bases),
        ]
        return any(self.may_hold_elements(each, depth + 1) for each in inside)

    def parts(self, kind: Type, by_reference: bool = False) -> tuple[tuple[str, Type], ...] | None:
        """The members that `auto [x, y] = object;` names, where all are numbers, or objects ``by_reference``; ``None`` where that is not certain
        (C++17 [dcl.struct.bind])."""
        given = _of_pair(kind)
        owner = self.classes.of(kind.base) if not kind.layers and not given else None
        if owner is not None and not self._is_plain(owner):
            return None
        names = ("first", "second") if given else () if owner is None else _own_members(owner)
        types = [named(each) for each in given] if given else [self.member(kind.base, name) for name in names]
        told = [(name, self.expanded(type)) for name, type in zip(names, types) if type is not None]
        are_plain = all(not type.layers and not type.volatile and type.base for _, type in told)
        are_known = are_plain and (by_reference or all(fundamental(type.base) for _, type in told))
        return tuple(told) if told and len(told) == len(names) and are_known else None

    def _is_plain(self, owner: Class) -> bool:
        """Whether an object is nothing but its members, which lie apart, and is taken apart in no way of its own."""
        files = (self.outline, *self.outline.headers)
        is_whole = not (owner.bases or owner.special or owner.disputed or owner.hides_code)
        lie_apart = not any(member.shared or member.bits for member in owner.members.values())
        return is_whole and lie_apart and not any(b"tuple_size" in file.source.data for file in files)

    def shares(self, base: str, name: str) -> str:
        """What a member lies in together with others: ``union`` (over them) or ``word`` (bits of one word beside it), empty if
        it has memory of its own."""
        owner = self.classes.of(self.holder(base, name))
        known = self.classes.member(owner, name) if owner is not None else None
        return "" if known is None else "union" if known.shared else "word" if known.bits else ""


def _own_members(owner: Class) -> tuple[str, ...]:
    return tuple(name for name, member in owner.members.items() if not member.declaration.static)


def _of_pair(kind: Type) -> tuple[str, ...]:
    """What a `std::pair` of two types without arguments of their own is made of; empty for another type."""
    inside = kind.base.removeprefix("std::pair<").removesuffix(">")
    is_pair = not kind.layers and kind.base == f"std::pair<{inside}>" and inside.count(",") == 1
    is_plain = not set(inside) & set("<>*&[]()")
    return tuple(part.strip() for part in inside.split(",")) if is_pair and is_plain else ()
