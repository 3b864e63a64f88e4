"""The names that are a function's own where it is asked whether it is quiet: its parameters, variables, members and those of the templates
around it, with the classes of which it makes objects."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import Class, Member, descendants, plain, template_arguments
from loopwright.lang.declarators import declared, given_by, parameter_nodes, read_declarator, read_type
from loopwright.lang.seen_names import SeenNames
from loopwright.lang.template_arguments import is_in_template
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of


class Need(NamedTuple):
    """What a function relies on: that objects of a class are plain values, that a class converts quietly, that all functions of a name are quiet;
    one that ``sets`` may store in its own object."""

    kind: Literal["class", "conversions", "function"]
    name: str
    sets: bool = False


class NotQuiet(Exception):
    """The text shows something else, or cannot be read."""


class Variables:
    """Those of one function, a member of ``owner``, which may store in its own object if it ``sets``."""

    def __init__(self, names: SeenNames, owner: Class | None, function: Node, sets: bool) -> None:
        self.names, self.owner, self.function_node, self.sets = names, owner, function, sets
        self.needs: set[Need] = set()
        self.when_called: set[Need] = set()
        self.is_generic = owner is not None and is_in_template(owner)
        self.parameters: dict[str, Type] = {}
        self.values: dict[str, Type] = {}  # variables whose memory is the function's own
        self.scopes: dict[str, list[tuple[int, int, int]]] = {}  # where in the text each variable is declared and meant
        self.members: dict[str, Member] = {}
        if owner is not None:
            self.members = {name: member for name, member in owner.members.items() if is_own_member(member)}
        around = [owner.node] if owner is not None else []
        lists = [each for node in (*around, function) for each in parameters_of_template(node)]
        self.is_generic |= bool(lists)
        self.types = {name for name, is_type in lists if is_type}
        self.constants = {name for name, is_type in lists if not is_type}

    def take_parameters(self) -> None:
        """The names that a function is given, and objects that are copied there."""
        for parameter in parameter_nodes(self.function_node):
            declarator = parameter.child_by_field_name("declarator")
            name, said = (
                read_type(declarator, parameter)
                if declarator is not None
                else ("", Type(text_of(parameter.child_by_field_name("type"))))
            )
            kind = self.names.expanded(said)
            if "[]" in kind.layers or kind.base == "auto":
                raise NotQuiet  # an address, or anything
            if kind.base == "void" and declarator is None:
                continue
            self.parameters[name] = kind
            if not kind.layers:
                self.values[name] = kind
                self.type_of(kind.base)
            elif self.names.classes.of(kind.base) is not None:
                self.needs.add(Need("conversions", plain(kind.base)))
                self.when_called.add(Need("class", plain(kind.base)))

    def take_result(self) -> None:
        """An object that is given back is made, by a conversion too."""
        declarator = self.function_node.child_by_field_name("declarator")
        if declarator is None or declarator.type not in ("function_declarator", "operator_cast"):
            return  # an address
        given = self.names.expanded(given_by(self.function_node))
        if declarator.type == "operator_cast":
            given = self.names.expanded(read_type(declarator, declarator)[1])
        if given.base not in ("", "void") and not given.layers:
            self.type_of(given.base)

    def take_variables(self, body: Node) -> None:
        """The variables of a body, each in its scope; none of them an address or a reference."""
        for node in descendants(body):
            if node.type != "declaration":
                continue
            scope = _scope_of(node)
            if scope is None or any(child.type == "storage_class_specifier" for child in node.named_children):
                raise NotQuiet
            for said, inner, _ in declared(node):
                name, kind = read_type(inner, node)
                kind = self.names.expanded(kind)
                if inner.type not in ("identifier", "array_declarator") or not said.name:
                    raise NotQuiet
                if any(layer != "[]" for layer in kind.layers) or self.values.get(name, kind) != kind:
                    raise NotQuiet
                self.values[name] = kind
                self.scopes.setdefault(name, []).append((inner.start_byte, inner.end_byte, scope.end_byte))

    def type_of(self, base: str) -> None:
        """A type of which objects are made."""
        base = base.removeprefix("struct ").removeprefix("class ")
        if base in self.types:
            self.is_generic = True
            return
        if base == "auto":  # a copy of something at hand
            kinds = [plain(kind.base) for kind in self.parameters.values()]
            kinds += [self.owner.name] if self.owner is not None else []
            self.needs |= {Need("class", kind) for kind in kinds if kind in self.names.classes.known}
            self.is_generic |= any(kind in self.types for kind in kinds)
            return
        if self.names.is_number(base):
            return
        base = base if self.names.classes.of(base) is not None else self.names.expanded(Type(base)).base
        known = self.names.classes.of(base)
        if known is None:
            raise NotQuiet
        self.needs.add(Need("class", known.name))
        for each in template_arguments(base):
            if not (each.isdigit() or each in self.constants):
                self.type_of(each)

    def kinds_of(self, name: str) -> list[Type]:
        """The types that a variable or a parameter of a name has."""
        return [each for each in (self.values.get(name), self.parameters.get(name)) if each is not None]

    def is_elsewhere(self, name: Node) -> bool:
        """Whether a name stands where the variable that is called so is not meant."""
        scopes = self.scopes.get(text_of(name), [])
        return bool(scopes) and not any(
            at == name.start_byte or start <= name.start_byte < end for at, start, end in scopes
        )

    def is_variable(self, name: str) -> bool:
        """Whether a name is that of something that the function holds, or is given."""
        return name in self.values or name in self.parameters or name in self.members

    def may_set(self, name: str) -> bool:
        """Whether the function may store in what a name stands for."""
        if name in self.values:
            return True
        if name in self.parameters:
            first = next(iter(self.parameters))
            return self.sets and self.owner is None and name == first and not self.parameters[name].const
        return self.sets and name in self.members and not self.members[name].static

    def takes_numbers(self, call: Node) -> bool:
        """Whether a call is given numbers alone, so that it gives no reference to what it was given."""
        listed = call.child_by_field_name("arguments")
        given = [bare(each) for each in listed.named_children] if listed is not None else []
        kinds = (self.values.get(text_of(each)) for each in given if each.type != "number_literal")
        return all(kind is not None and self.names.is_number(kind.base) for kind in kinds)

    def holds_objects(self) -> bool:
        """Whether something that the function names is an object, and no number."""
        kinds = (*self.values.values(), *self.parameters.values(), *(member.type for member in self.members.values()))
        return any(not self.names.is_number(kind.base) for kind in kinds)


def is_own_member(member: Member) -> bool:
    """Whether a member is a part of each object, or a constant of the class: not what all objects share, and not what lies elsewhere."""
    is_constant = member.type.const and "*" not in member.type.layers
    return member.type.layers[:1] != ("&",) and (is_constant or not member.static)


def _scope_of(declaration: Node) -> Node | None:
    """The statement in which a variable is known, ``None`` where that is not told."""
    around = declaration.parent
    if around is not None and around.type == "condition_clause":
        return around.parent
    is_first = (
        around is not None
        and around.type == "for_statement"
        and around.child_by_field_name("initializer") == declaration
    )
    return around if around is not None and (around.type == "compound_statement" or is_first) else None


def parameters_of_template(node: Node) -> list[tuple[str, bool]]:
    """The parameters of the template that a class or function is, each with whether it is a type."""
    parent = node.parent
    listed = (
        parent.child_by_field_name("parameters")
        if parent is not None and parent.type == "template_declaration"
        else None
    )
    found: list[tuple[str, bool]] = []
    for child in listed.named_children if listed is not None else ():
        if child.type == "comment":
            continue
        is_type = child.type not in ("parameter_declaration", "optional_parameter_declaration")
        named = child.child_by_field_name("name") if is_type else child.child_by_field_name("declarator")
        if named is not None and not is_type:
            found.append((read_declarator(named).name, False))  # also of `int (*go)(int)`
        else:
            found.append((text_of(named or (child.named_children[-1] if child.named_children else child)), is_type))
    return found
