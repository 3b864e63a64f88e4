"""Constructors, copies and assignments: whether the objects that they make or set are as good as those of a plain struct."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.callees import name_of
from loopwright.lang.classes import Class, descendants, plain
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.quiet_code import MOVING, Code
from loopwright.lang.quiet_variables import NotQuiet
from loopwright.lang.types import Type
from loopwright.source.nodes import CLASSES, text_of


class Maker(Code):
    """A function that makes an object of its class, or sets it."""

    def constructor(self) -> None:
        """A constructor that sets members; one that copies gives each member that of the other object."""
        if _is_template(self.function_node):
            raise NotQuiet
        self._take_made_of()
        self.function()
        listed = self._initializers()
        for name, values in listed:
            if name not in self.members or self.members[name].static:
                raise NotQuiet
            for value in values:
                self.expression(value)
        if self._other() is not None:
            self._copies(dict(listed))

    def assignment(self) -> None:
        """An assignment that sets every member."""
        if self.owner is None or _is_template(self.function_node):
            raise NotQuiet
        self._take_made_of()
        self.function()
        if self._other() is not None:
            self._copies({})
        else:
            self._sets_all()

    def _take_made_of(self) -> None:
        """Objects are made of numbers and of other such objects: what addresses lead to is read where nobody sees it."""
        for parameter in parameter_nodes(self.function_node):
            declarator = parameter.child_by_field_name("declarator")
            kind = self.names.expanded(read_type(declarator, parameter)[1]) if declarator is not None else Type("?")
            is_const = kind.const or "const" in map(text_of, parameter.children)
            is_led_to = kind.layers in (("&",), ("&&",))
            if (kind.layers and not is_led_to) or (is_led_to and not is_const and self._other() is None):
                raise NotQuiet
            self.type_of(kind.base)

    def _other(self) -> str | None:
        """The name of the object of the same class that a constructor or an assignment is given alone."""
        parameters = parameter_nodes(self.function_node)
        is_alone = all(each.child_by_field_name("default_value") is not None for each in parameters[1:])
        declarator = parameters[0].child_by_field_name("declarator") if parameters and is_alone else None
        if declarator is None or self.owner is None:
            return None
        name, kind = read_type(declarator, parameters[0])
        return name if plain(kind.base) in self.owner.names else None

    def _initializers(self) -> list[tuple[str, list[Node]]]:
        children = self.function_node.named_children
        listed = next((child for child in children if child.type == "field_initializer_list"), None)
        found = [each for each in listed.named_children if each.type != "comment"] if listed is not None else []
        return [(text_of(each.named_children[0]), each.named_children[1:]) for each in found]

    def _own_names(self) -> set[str]:
        return {name for name, member in self.members.items() if not member.static}

    def _copies(self, listed: dict[str, list[Node]]) -> None:
        """Every member becomes that of the other object, and nothing else happens."""
        other = self._other()
        pairs = [(name, values[0].named_children[0]) for name, values in listed.items() if _is_single(values)]
        pairs += self._stores()
        from_other = {name for name, value in pairs if _without_move(value) == f"{other}.{name}"}
        if from_other != self._own_names() or len(pairs) != len(from_other) or len(listed) > len(pairs):
            raise NotQuiet

    def _stores(self) -> list[tuple[str, Node]]:
        """The members that statements of the body set one after the other, with what to; the body has no others."""
        found: list[tuple[str, Node]] = []
        waiting = [self.function_node.child_by_field_name("body")]
        while waiting:
            node = waiting.pop()
            for child in node.named_children if node is not None else ():
                if child.type == "if_statement" and child.child_by_field_name("alternative") is None:
                    condition = "".join(text_of(child.child_by_field_name("condition")).split())
                    if condition not in (f"(this!=&{self._other()})", f"(&{self._other()}!=this)"):
                        raise NotQuiet
                    waiting.append(child.child_by_field_name("consequence"))
                    continue
                inner = next(iter(child.named_children), None) if child.type == "expression_statement" else None
                targets: list[str] = []
                while inner is not None and inner.type == "assignment_expression":
                    if text_of(inner.child_by_field_name("operator")) != "=":
                        raise NotQuiet
                    targets.append(text_of(inner.child_by_field_name("left")).replace("this->", ""))
                    inner = inner.child_by_field_name("right")
                found += [(target, inner) for target in targets if inner is not None]
                if child.type == "return_statement":
                    self._ends(child)
                elif child.type not in ("expression_statement", "comment"):
                    raise NotQuiet
        return found

    def _ends(self, way_out: Node) -> None:
        """A way out is the last of all statements, and gives the object."""
        body = self.function_node.child_by_field_name("body")
        last = [child for child in body.named_children if child.type != "comment"][-1:] if body is not None else []
        if last != [way_out] or "".join(text_of(way_out).split()) not in ("return*this;", "return;"):
            raise NotQuiet

    def _sets_all(self) -> None:
        """Every member is set, none of them to what the object was before."""
        left = self._own_names()
        for name, value in self._stores():
            if self._reads_itself(value, left):
                raise NotQuiet
            left = left - {name}
        if left:
            raise NotQuiet

    def _reads_itself(self, value: Node, left: set[str]) -> bool:
        """Whether a value is worked out of members that are ``left`` to be set, or of the object as a whole."""
        unknown = left | (self.owner.declared if self.owner is not None else set())
        for node in (value, *descendants(value)):
            if node.type == "identifier" and text_of(node) in unknown and text_of(node) not in self.parameters:
                return True
            around = node.parent if node.type == "this" else None
            if around is not None and (around.type != "field_expression" or _field_of(around) in unknown):
                return True
        return False


def initial_values(known: Class) -> Iterator[Node]:
    """What members begin with that say so where they are declared, in conditional lines and in structs without a name too."""
    waiting = list(known.node.named_children)
    while waiting:
        node = waiting.pop()
        inner = node.child_by_field_name("type")
        if node.type == "field_declaration":
            yield from node.children_by_field_name("default_value")
            waiting += inner.named_children if inner is not None and inner.type in CLASSES else ()
        elif node.type == "field_declaration_list" or node.type.startswith("preproc_"):
            waiting += node.named_children


def _is_single(values: list[Node]) -> bool:
    return len(values) == 1 and values[0].named_child_count == 1


def _without_move(value: Node) -> str:
    """`std::move(o.x)` as `o.x`."""
    if value.type == "call_expression" and name_of(value.child_by_field_name("function")) in MOVING:
        given = value.child_by_field_name("arguments")
        value = given.named_children[0] if given is not None and given.named_child_count == 1 else value
    return "".join(text_of(value).split())


def _field_of(member: Node) -> str:
    return text_of(member.child_by_field_name("field"))


def _is_template(function: Node) -> bool:
    return function.parent is not None and function.parent.type == "template_declaration" and not _is_of_class(function)


def _is_of_class(function: Node) -> bool:
    """Whether the parameters in front of a function are those of its class: `template <class T> V<T>::V(T a)`."""
    declarator = function.child_by_field_name("declarator")
    return declarator is not None and b"::" in (declarator.text or b"").partition(b"(")[0]
