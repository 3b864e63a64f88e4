"""Code that does nothing but work out a value of what it is given, or set members of its own object: each node of a function by itself."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.lang.callees import library_name, name_of
from loopwright.lang.classes import Member, descendants
from loopwright.lang.declarators import name_of_function
from loopwright.lang.effects import effect_of
from loopwright.lang.missing import misses_headers
from loopwright.lang.quiet_variables import Need, NotQuiet, Variables, is_own_member
from loopwright.lang.seen_names import OF_CLASSES_ALONE, default_values, sets
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, is_arrow, text_of

_CASTS = frozenset(("static_cast",))
_CHOOSING = frozenset(("max", "min", "clamp", "minmax"))  # which ask `<`
MOVING = frozenset(("move", "forward"))
_BEHIND_ADDRESSES = frozenset(("memcmp", "strcmp", "strlen", "strncmp"))  # read there
_NAMED = frozenset(("identifier", "field_expression", "subscript_expression"))
_CALLED = frozenset(("identifier", "qualified_identifier", "template_function", "field_expression", "primitive_type"))
_NAMES_OF_CALLS = frozenset(("call_expression", "template_function", "qualified_identifier"))
_QUIET = frozenset(
    (
        "binary_expression", "unary_expression", "conditional_expression", "parenthesized_expression", "number_literal", "comment",
        "return_statement", "compound_statement", "initializer_list", "compound_literal_expression", "cast_expression", "identifier",
        "field_identifier", "type_identifier", "primitive_type", "sized_type_specifier", "type_descriptor", "declaration", "if_statement",
        "condition_clause", "else_clause", "init_declarator", "argument_list", "call_expression", "field_expression", "true", "false",
        "expression_statement", "char_literal", "type_qualifier", "assignment_expression", "update_expression", "this",
        "pointer_expression", "placeholder_type_specifier", "auto", "template_function", "template_argument_list", "template_type",
        "subscript_expression", "subscript_argument_list", "array_declarator", "for_statement", "qualified_identifier",
        "namespace_identifier",
    )
)  # fmt: skip


class Code(Variables):
    """The code of one function. What is not quiet in it raises; what it relies on is collected."""

    def function(self) -> None:
        """A function that only works out what it returns, or sets its object."""
        body = self.function_node.child_by_field_name("body")
        if body is None or (self.owner is not None and self.owner.virtual):
            raise NotQuiet
        if self.owner is not None:
            self.needs.add(Need("conversions", self.owner.name))
        name = name_of_function(self.function_node).split("::")[-1]
        for value in (*default_values(self.function_node), *self.names.values_elsewhere(name)):
            self.expression(value)  # no name of the function is known there
        self.take_parameters()
        self.take_result()
        self.take_variables(body)
        self.expression(body)

    def expression(self, root: Node) -> None:
        """All that stands in an expression or a statement."""
        for node in (root, *descendants(root)):
            if not node.is_named:
                continue
            if node.type not in _QUIET or node.has_error:
                raise NotQuiet
            reading = _READING.get(node.type)
            if reading is not None:
                reading(self, node)

    def _identifier(self, node: Node) -> None:
        parent, name = node.parent, text_of(node)
        if self.is_elsewhere(node):
            raise NotQuiet  # something else of that name
        if parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node:
            return  # read with the call
        if parent is not None and parent.type in ("template_function", "qualified_identifier"):
            return
        own = name in self.values or name in self.parameters or name in self.members or name in self.constants
        kinds = [*self.kinds_of(name), *([self.members[name].type] if name in self.members else [])]
        if not own or self.names.is_replaced(name) or any(self._lies_elsewhere(kind) for kind in kinds):
            raise NotQuiet

    def _qualified(self, node: Node) -> None:
        if node.parent is None or node.parent.type not in _NAMES_OF_CALLS:
            self.type_of(text_of(node))

    def _type(self, node: Node) -> None:
        if node.parent is not None and node.parent.type in ("qualified_identifier", "template_type"):
            return
        self.type_of(text_of(node))

    def _this(self, node: Node) -> None:
        parent = node.parent
        if parent is None or parent.type not in ("field_expression", "pointer_expression", "binary_expression"):
            raise NotQuiet
        if parent.type == "binary_expression" and text_of(parent.child_by_field_name("operator")) not in ("==", "!="):
            raise NotQuiet

    def _pointer(self, node: Node) -> None:
        said, parent = "".join(text_of(node).split()), node.parent
        is_compared = (
            parent is not None
            and parent.type == "binary_expression"
            and "this" in (text_of(parent.child_by_field_name("left")), text_of(parent.child_by_field_name("right")))
        )
        if said == "*this":
            return
        if not (is_compared and said.startswith("&") and said[1:] in self.parameters):
            raise NotQuiet
        self._operator("&")

    def _field(self, node: Node) -> None:
        """A member of an object at hand, which lies in that object."""
        argument, field = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
        is_this = argument is not None and argument.type == "this"
        if argument is None or (is_arrow(node) and not is_this):
            raise NotQuiet
        self._root(argument)
        named = self._members_named(field, bare(argument))
        if self.names.is_replaced(field) or not all(map(is_own_member, named)):
            raise NotQuiet
        if any(self._lies_elsewhere(member.type) for member in named):
            raise NotQuiet

    def _members_named(self, field: str, owner: Node) -> list[Member]:
        """What a member of an object may be: that of its class, where the object is a variable, or one of that name of any class."""
        kinds = self.kinds_of(text_of(owner)) if owner.type == "identifier" else []
        own = [known for kind in kinds if (known := self.names.classes.of(self.names.expanded(kind).base)) is not None]
        named = [known.members[field] for known in own if field in known.members]
        return named or [k.members[field] for k in self.names.classes.known.values() if field in k.members]

    def _lies_elsewhere(self, kind: Type) -> bool:
        """Whether what an object stands for may not be a part of it: a view, a wrapped reference, anything that no file in sight defines."""
        base = self.names.expanded(kind).base
        is_told = self.names.is_number(base) or self.names.classes.of(base) is not None or base in self.types
        element = kind.element() if kind.sequence == "array" and not kind.layers else None
        is_array = element is not None and element != kind and not self._lies_elsewhere(element)
        return "*" not in kind.layers and not (is_told or is_array or base in ("auto", "void", ""))

    def _subscript(self, node: Node) -> None:
        argument = bare(node.children_by_field_name("argument")[0])
        if argument.type not in _NAMED and text_of(argument) != "*this":
            raise NotQuiet  # what a function gives may be an address
        name = (
            text_of(argument.child_by_field_name("field")) if argument.type == "field_expression" else text_of(argument)
        )
        types = self.kinds_of(name)
        types += [
            self.names.expanded(k.members[name].type) for k in self.names.classes.known.values() if name in k.members
        ]
        if not all(self._holds_elements(kind) for kind in types):
            raise NotQuiet
        self._root(argument)
        self._operator("[]")

    def _holds_elements(self, kind: Type) -> bool:
        """Whether the elements of an object of this type are a part of it: those of an address or a view are not."""
        kind = kind.referred()
        if kind.layers or kind.base in self.types:
            is_row = kind.layers[:1] == ("[]",) and "*" not in kind.layers
            return is_row and not self._lies_elsewhere(kind)
        known = self.names.classes.of(kind.base)
        return kind.sequence == "array" or (known is not None and "operator[]" in known.declared)

    def _root(self, node: Node | None) -> tuple[str, bool]:
        """The object that an expression is a part of, and whether a function may store in it."""
        while node is not None:
            node = bare(node)
            said = "".join(text_of(node).split())
            if said in ("this", "*this"):
                return said, self.sets and self.owner is not None
            if node.type == "identifier":
                return said, self.may_set(said)
            if node.type == "call_expression":
                inner = node.child_by_field_name("function")
                if inner is not None and inner.type == "identifier" and not self.is_variable(text_of(inner)):
                    return said, False  # a value, or a reference to what it was given
                if not self.takes_numbers(node):
                    return said, False  # a reference to what it was given
                node = inner
            elif node.type in ("field_expression", "subscript_expression"):
                node = node.child_by_field_name("argument")
            else:
                return said, False
        raise NotQuiet

    def _call(self, node: Node) -> None:
        function = node.child_by_field_name("function")
        if function is None or function.type not in _CALLED:
            raise NotQuiet
        if function.type == "primitive_type":
            return
        if function.type == "field_expression":
            name = text_of(function.child_by_field_name("field"))
            self._is_function(name)
            _, may_set = self._root(function.child_by_field_name("argument"))
            self.needs.add(Need("function", name, may_set))
            return
        name, path = name_of(function), library_name(function)
        if function.type == "identifier" and self.is_variable(name):
            self._called_object(name)
            self._operator("()", self._root(function)[1])
        elif name in _CASTS or (function.type == "identifier" and (name in self.types or self.names.is_number(name))):
            self.is_generic |= name in self.types
        elif self.names.is_replaced(name) or self.names.is_hidden(name) or name in self.constants:
            raise NotQuiet
        elif self.names.classes.of(self.names.expanded(Type(name)).base) is not None:
            self.type_of(text_of(function))
        elif self.names.is_in_sight(name) and not text_of(function).startswith("std::"):
            self._is_function(name)
            is_own = self.owner is not None and name in self.owner.declared
            self.needs.add(Need("function", name, is_own and self.sets))
        elif not (path and (effect_of(path).pure or path in MOVING)) or path in _BEHIND_ADDRESSES:
            raise NotQuiet
        elif not text_of(function).startswith("std::"):
            self._better(path)
        elif path in _CHOOSING:
            self._operator("<")

    def _is_function(self, name: str) -> None:
        """What is called by the name of a member that is no number may be an address of any function."""
        named = [known.members[name].type for known in self.names.classes.known.values() if name in known.members]
        if any(kind.layers or not self.names.is_number(kind.base) for kind in named):
            raise NotQuiet

    def _called_object(self, name: str) -> None:
        """A variable is called: an object does what its class says, what an address leads to may do anything."""
        kinds = self.kinds_of(name)
        kinds += [self.members[name].type] if name in self.members else []
        for kind in kinds:
            known = self.names.classes.of(self.names.expanded(kind).base)
            if (
                known is None
                or "*" in kind.layers
                or "operator()" not in known.declared
                or "conversion" in known.special
            ):
                raise NotQuiet

    def _store(self, node: Node) -> None:
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        if target is None or not self._root(target)[1]:
            raise NotQuiet
        operator = text_of(node.child_by_field_name("operator"))
        if operator == "=":
            self._made_for(bare(target))
        self._operator(operator, sets(operator))

    def _made_for(self, target: Node) -> None:
        """What is assigned may be made into an object of the type that the target has."""
        while target.type == "subscript_expression":
            target = bare(target.children_by_field_name("argument")[0])
        name = text_of(target.child_by_field_name("field") or target)
        kinds = self.kinds_of(name)
        kinds += [k.members[name].type for k in self.names.classes.known.values() if name in k.members]
        for kind in kinds:
            self.type_of(self.names.expanded(kind).base)
        if not kinds and self.holds_objects():
            self.type_of("auto")

    def _choice(self, node: Node) -> None:
        """One of two, of which one may be made into an object of the other's class."""
        if self.holds_objects():
            self.type_of("auto")

    def _sign(self, node: Node) -> None:
        self._operator(text_of(node.child_by_field_name("operator")))

    def _operator(self, sign: str, may_set: bool = False) -> None:
        """A sign, which may be a function of the files, whatever it stands between."""
        self._better(sign)
        if self.names.is_in_sight(f"operator{sign}"):
            self.needs.add(Need("function", f"operator{sign}", may_set))

    def _better(self, name: str) -> None:
        """A header that is not found may have a function of a name that is meant where an object is given."""
        if name not in OF_CLASSES_ALONE and misses_headers(self.names.classes.outline) and self.holds_objects():
            raise NotQuiet


_READING: dict[str, Callable[[Code, Node], None]] = {
    "identifier": Code._identifier,
    "qualified_identifier": Code._qualified,
    "type_identifier": Code._type,
    "placeholder_type_specifier": Code._type,
    "template_type": Code._type,
    "this": Code._this,
    "pointer_expression": Code._pointer,
    "field_expression": Code._field,
    "subscript_expression": Code._subscript,
    "call_expression": Code._call,
    "assignment_expression": Code._store,
    "update_expression": Code._store,
    "conditional_expression": Code._choice,
    "binary_expression": Code._sign,
    "unary_expression": Code._sign,
}
