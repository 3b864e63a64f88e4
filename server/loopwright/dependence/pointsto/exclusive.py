"""Members that hold memory of their own: no other member leads to it, however the objects came to be.

An invariant of classes, shown by reading all code that can reach a member: whatever is stored there is fresh memory, nothing, what the
same member of another object had, or what was exchanged with another member of one object. Then what two members lead to never meets: of
any two objects if they were never exchanged, else of one object. One member of two objects leads to one piece of memory, from its beginning,
or to two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from loopwright.dependence.pointsto.mentions import Use, given_first, use_of
from loopwright.dependence.pointsto.units import Known, Units
from loopwright.lang.classes import Class, method_name
from loopwright.lang.declarators import read_declarator
from loopwright.lang.expressions import Typing
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.source.includes import HEADERS
from loopwright.source.kept import once
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import nearest, subtree, text_of
from loopwright.source.outline import Function
from loopwright.source.syntax import grammar

_HANDING_ON = frozenset(
    ("assignment_expression", "field_initializer", "init_declarator", "call_expression", "expression_statement")
)
_NAMES = "[(identifier) (field_identifier)] @name"


class Key(NamedTuple):
    """A member of a class: the one that declares it."""

    owner: str
    name: str


class _Group(NamedTuple):
    """Members that are exchanged with each other; whether one also gets what another object had."""

    members: frozenset[Key]
    from_others: bool


class Exclusive:
    """The classes of one program."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self._groups: dict[Key, _Group | None] = {}
        self._typings = [Typing(scopes) for scopes in units.scopes]

    def apart(self, unit: int, function: Function, start: int, first: str, second: str) -> bool:
        """Whether two ways to memory, such as `this->a` and `grid->b`, never lead to the same in a loop at ``start``."""
        keys = [self._key(unit, function, start, way) for way in (first, second)]
        if keys[0] is None or keys[1] is None or keys[0] == keys[1]:
            return False
        groups = [self._group(key) for key in keys if key is not None]
        if groups[0] is None or groups[1] is None:
            return False
        if groups[0] != groups[1]:
            return True
        of_one = first.rsplit("->", 1)[0] == second.rsplit("->", 1)[0]
        return of_one and not groups[0].from_others

    def one_or_apart(self, unit: int, function: Function, start: int, first: str, second: str) -> bool:
        """Whether two ways to memory always lead to the same one, from its beginning, or to memory that shares nothing: values of such
        members are handed on as they are."""
        keys = [self._key(unit, function, start, way) for way in (first, second)]
        groups = [self._group(key) for key in keys if key is not None]
        return len(groups) == 2 and groups[0] is not None and groups[0] == groups[1]

    # What names mean

    def _key(self, unit: int, function: Function, start: int, way: str) -> Key | None:
        root, *fields = way.split("->")
        scopes = self._units.scopes[unit]
        owner: Class | None
        if root == "this":
            known = next((k for k in self._units.definitions.get(function.name.split("::")[-1], ())
                          if k.unit == unit and k.function.span == function.span), None)  # fmt: skip
            owner = scopes.classes.around(known.node) if known is not None else None
        else:
            found = scopes.lookup(root, start)
            if found is None or found.kind not in ("variable", "parameter"):
                return None
            owner = scopes.classes.of(scopes.expanded(found.type).referred().base)
        key: Key | None = None
        for at, field in enumerate(fields):
            key = self._declaring(unit, owner, field)
            member = scopes.classes.member(owner, field) if owner is not None else None
            if key is None or member is None:
                return None
            owner = scopes.classes.of(member.type.base)
            if at == len(fields) - 1 and member.type.layers != ("*",):
                return None
        return key

    def _declaring(self, unit: int, owner: Class | None, name: str) -> Key | None:
        """The class that a member stands in."""
        if owner is None:
            return None
        if name in owner.members:
            return Key(owner.name, name)
        classes = self._units.scopes[unit].classes
        bases = [classes.of(base) for base in owner.bases]
        found = [self._declaring(unit, base, name) for base in bases if base is not owner]
        return next((key for key in found if key is not None), None)

    # The invariant

    def _group(self, key: Key) -> _Group | None:
        if key not in self._groups:
            waiting, members, from_others, holds = [key], {key}, False, True
            while waiting and holds:
                uses = self._uses(waiting.pop())
                holds = uses is not None
                for use in uses or ():
                    from_others = from_others or use.kind == "same"
                    partner = Key(key.owner, use.partner) if use.kind == "exchange" else None
                    if partner is not None and partner not in members:
                        members.add(partner)
                        waiting.append(partner)
            group = _Group(frozenset(members), from_others) if holds else None
            self._groups.update(dict.fromkeys(members, group) if holds else {key: None})
        return self._groups[key]

    def _uses(self, key: Key) -> list[Use] | None:
        """What happens to a member, ``None`` where that is not all known."""
        unit, owner = self._class(key.owner)
        if owner is None or not self._is_closed(unit, owner, key.name) or key.name in self._words_of_macros:
            return None
        if (member := owner.members.get(key.name)) is None or member.shared:
            return None  # another one lies over it
        found = []
        for at, node in self._mentions.get(key.name, ()):
            place = self._meant(at, node, key)
            if place is None:
                continue
            declared = _declaration(place)
            use = use_of(place, self._bodies) if declared is None else given_first(declared)
            if use.kind == "unknown" or (use.kind == "same" and not self._is_of_one_class(at, place, key)):
                return None
            found.append(use)
        return found

    def _is_of_one_class(self, unit: int, place: Node, key: Key) -> bool:
        """Whether the member of that name which is handed on to one is that member, and not one of another class."""
        around = nearest(place, _HANDING_ON)
        named = [node for node in subtree(around) if node.type == "field_expression"]
        return all(
            self._owner_of(unit, node, key.name) == key
            for node in named
            if text_of(node.child_by_field_name("field")) == key.name
        )

    def _owner_of(self, unit: int, node: Node, name: str) -> Key | None:
        """The class whose member an expression `x.name` names."""
        argument = node.child_by_field_name("argument")
        kind = self._typings[unit].type_of(argument) if argument is not None else Type()
        owner = self._units.scopes[unit].classes.of(kind.base) if kind.base else None
        return self._declaring(unit, owner, name)

    def _class(self, name: str) -> tuple[int, Class | None]:
        found = [
            (unit, known)
            for unit, scopes in enumerate(self._units.scopes)
            if (known := scopes.classes.known.get(name)) is not None
        ]
        texts = {known.node.text for _, known in found}
        if len(texts) != 1 or any(known.disputed or known.hides_code for _, known in found):
            return 0, None
        return found[0]

    def _is_closed(self, unit: int, owner: Class, name: str) -> bool:
        """Whether all code that can name a member is in sight, and no list in braces sets it."""
        units = self._units
        if any(outline.source.hides_code for outline in units.outlines) or units.has_hidden_ways:
            return False
        private = _is_private(owner.node, name)
        if not private and not self._has_constructor(owner):
            return False
        if units.is_whole:
            return True
        if not self._defines_all(owner):
            return False
        return (private and not _has_friends(owner.node)) or self._is_of_one_file(owner)

    def _has_constructor(self, owner: Class) -> bool:
        """Whether somebody wrote one: no list in braces sets members then."""
        return any(
            known.name.split("::")[-1] == owner.name and self._units.scopes[known.unit].classes.around(known.node)
            for known in self._units.definitions.get(owner.name, ())
        )

    def _defines_all(self, owner: Class) -> bool:
        """Whether the body of every method is in sight."""
        waiting: dict[str, int] = {}
        for node in _functions_declared(owner.node):
            waiting[method_name(node)] = waiting.get(method_name(node), 0) + 1
        return all(
            name not in self._units.specialised
            and sum(_is_method_of(owner, known) for known in self._units.definitions.get(name, ())) >= count
            for name, count in waiting.items()
        )

    def _is_of_one_file(self, owner: Class) -> bool:
        """Whether the class stands in a file that no other includes."""
        for file in self._units.files:
            root = file.source.tree.root_node
            node = root.descendant_for_byte_range(owner.node.start_byte, owner.node.end_byte)
            if node is not None and node == owner.node:
                return not file.source.name.lower().endswith(HEADERS)
        return False

    # Where it is named

    @cached_property
    def _bodies(self) -> dict[str, list[Node]]:
        return {name: [known.node for known in each] for name, each in self._units.definitions.items()}

    @cached_property
    def _words_of_macros(self) -> frozenset[str]:
        values = (macro.value or "" for scopes in self._units.scopes for macro in scopes.own_macros.values())
        return frozenset(word for value in values for word in words_of_code(value))

    @cached_property
    def _mentions(self) -> dict[str, list[tuple[int, Node]]]:
        """Where names stand that a member has which holds an address."""
        wanted = {
            name.encode()
            for scopes in self._units.scopes
            for owner in scopes.classes.known.values()
            for name, member in owner.members.items()
            if member.type.is_pointer
        }
        found: dict[str, list[tuple[int, Node]]] = {}
        for unit, outline in enumerate(self._units.outlines):
            query = Query(grammar(outline.source.language), _NAMES)
            for node in QueryCursor(query).captures(outline.source.tree.root_node).get("name", ()):
                if node.text in wanted:
                    found.setdefault(text_of(node), []).append((unit, node))
        return found

    def _meant(self, unit: int, node: Node, key: Key) -> Node | None:
        """The lvalue at a name that may be the member, ``None`` where it is something else."""
        parent = node.parent
        if parent is not None and parent.type == "field_expression" and parent.child_by_field_name("field") == node:
            other = self._owner_of(unit, parent, key.name)
            return parent if other is None or other == key else None
        if _is_of_parameter(node):
            return None
        if node.type == "identifier":
            found = self._units.scopes[unit].lookup(key.name, node.start_byte)
            if found is not None and found.kind in ("variable", "parameter", "function", "constant"):
                return None
        other = self._declaring(unit, self._class_around(unit, node), key.name)
        return node if other is None or other == key else None

    def _class_around(self, unit: int, node: Node) -> Class | None:
        """The class whose body or method a node stands in."""
        classes = self._units.scopes[unit].classes
        around: Node | None = node.parent
        while around is not None:
            if around.type == "function_definition" and (owner := classes.around(around)) is not None:
                return owner
            if around.type in ("class_specifier", "struct_specifier", "union_specifier"):
                return classes.of(text_of(around.child_by_field_name("name")))
            around = around.parent
        return None


def exclusive_of(units: Units) -> Exclusive:
    """What is known of the classes of a program."""
    return once(units.outlines[0], exclusive_of, lambda: Exclusive(units))


def _is_method_of(owner: Class, known: Known) -> bool:
    """Whether a function is a method of a class whose body stands outside of it."""
    around = [part.partition("<")[0] for part in known.name.split("::")[-2:-1]]
    return around == [owner.name] and "::" in text_of(known.node.child_by_field_name("declarator"))


def _is_of_parameter(node: Node) -> bool:
    """Whether a name is what a parameter is called."""
    inner, outer = node, node.parent
    while outer is not None and outer.type in ("pointer_declarator", "reference_declarator", "array_declarator"):
        inner, outer = outer, outer.parent
    is_one = outer is not None and outer.type in ("parameter_declaration", "optional_parameter_declaration")
    return is_one and outer is not None and outer.child_by_field_name("declarator") == inner


def _declaration(node: Node) -> Node | None:
    """The declaration of a member that a name stands in as the one declared."""
    while node.parent is not None and node.parent.type in ("pointer_declarator", "reference_declarator"):
        node = node.parent
    parent = node.parent
    is_declared = parent is not None and parent.type == "field_declaration"
    return parent if is_declared else None


def _parts(owner: Node) -> Iterator[tuple[bool, Node]]:
    """(private, a piece of the body) of a class."""
    private = owner.type == "class_specifier"
    body = owner.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        if child.type == "access_specifier":
            private = text_of(child) == "private"
        else:
            yield private, child


def _is_private(owner: Node, name: str) -> bool:
    return any(
        private
        for private, child in _parts(owner)
        if child.type == "field_declaration"
        for declarator in child.children_by_field_name("declarator")
        if read_declarator(declarator).name == name
    )


def _has_friends(owner: Node) -> bool:
    return any(child.type == "friend_declaration" for _, child in _parts(owner))


def _functions_declared(owner: Node) -> Iterator[Node]:
    """Methods whose bodies do not stand in the class."""
    for _, child in _parts(owner):
        node = child
        while node.type == "template_declaration" and node.named_children:
            node = node.named_children[-1]
        given = any(part.type in ("default_method_clause", "delete_method_clause") for part in node.named_children)
        if node.type in ("field_declaration", "declaration") and method_name(node) and not given:
            yield node
