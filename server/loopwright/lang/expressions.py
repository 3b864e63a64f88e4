"""Typed expressions: what type an expression has, which declaration a name means, what a call calls.

Where that cannot be told the answer is the type without a base, or ``None``: templates are not instantiated, overloads not
resolved, and operators of classes are functions of which only the user knows what they give.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang import numbers
from loopwright.lang.class_instances import put_in
from loopwright.lang.class_scope import class_with, is_brought
from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration, span_of
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.fragments import expression
from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import Scopes
from loopwright.lang.template_arguments import type_parameters
from loopwright.lang.types import Type
from loopwright.source.nodes import is_arrow, nearest, text_of
from loopwright.source.text import names_in, words_in

UNKNOWN = Type()
_INT, _SIZE, _DIFFERENCE = Type("int"), Type("unsigned long"), Type("long")
_COMPARISONS = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_DEEPEST = 60
_MAKERS = {"make_unique": "unique_ptr", "make_shared": "shared_ptr"}
_MOST_MACROS = 100
_WHOLE = frozenset(
    ("function_definition", "lambda_expression", "class_specifier", "struct_specifier", "union_specifier")
)


def made_by(call: Node) -> Type | None:
    """The smart pointer that `std::make_unique<T>(…)` and its like give, ``None`` for other expressions."""
    inner = call.child_by_field_name("function") if call.type == "call_expression" else None
    while inner is not None and inner.type == "qualified_identifier":
        inner = inner.child_by_field_name("name")
    if inner is None or inner.type != "template_function":
        return None
    kind = _MAKERS.get(text_of(inner.child_by_field_name("name")))
    return Type(f"std::{kind}{text_of(inner.child_by_field_name('arguments'))}") if kind is not None else None


def object_made_by(call: Node) -> Type | None:
    """The class of the object that `std::make_unique<T>(…)` and its like make, ``None`` for other expressions and for arrays."""
    pointer = made_by(call)
    return pointer.pointee if pointer is not None else None


def _is_loose(node: Node) -> bool:
    """Whether an expression stands in no function that could be read, though it is part of one: a head under `#ifdef` that the
    parser takes for something else leaves its body at file level."""
    while node.parent is not None and node.type not in _WHOLE:
        if node.type.endswith("_statement") and node.parent.parent is None:
            return True
        if node.parent.parent is None:
            return node.has_error
        node = node.parent
    return False


class Typing:
    """Types of the expressions of one file; of expressions that stand in no file, with names as they are at ``offset``; in the code of a class
    template as the instance ``within`` has it."""

    def __init__(self, scopes: Scopes, offset: int | None = None, within: Class | None = None) -> None:
        self.scopes, self.offset, self.within = scopes, offset, within
        self._given = dict(within.given) if within is not None else {}
        self.in_c = scopes.outline.source.language == "c"
        self._deep = 0
        self._macros = [_MOST_MACROS]  # that may still be read for one expression: they may name each other

    def type_of(self, node: Node) -> Type:
        """The type of an expression, aliases put in; a reference is what it refers to."""
        if self._deep > _DEEPEST:
            return UNKNOWN
        if not self._deep:
            self._macros[0] = _MOST_MACROS
        self._deep += 1
        try:
            type = self.scopes.expanded(self._type(node)).referred()
            return UNKNOWN if self.scopes.is_hidden(type.base) else type
        finally:
            self._deep -= 1

    def declaration_of(self, node: Node) -> Declaration | None:
        """What a name means: an identifier, a qualified name, a member behind `.` or `->`."""
        if node.type == "identifier":
            return self._named(text_of(node), node)
        if node.type == "qualified_identifier":
            path = tuple(part for part in "".join(text_of(node).split()).split("::") if part)
            if any("<" in part for part in path) or path[:1] == ("std",):
                return None
            found = self.scopes.lookup_qualified(path)
            return None if found is None or found.disputed else found
        if node.type == "field_expression":
            return self._member(node)
        return None

    def callee_of(self, call: Node) -> Declaration | None:
        """The one function (or variable that holds one) that a call calls, ``None`` where several may be meant or none is in sight."""
        function = call.child_by_field_name("function")
        while function is not None and function.type == "parenthesized_expression" and function.named_child_count == 1:
            function = function.named_children[0]
        found = self.declaration_of(function) if function is not None else None
        if found is None or found.kind not in ("function", "variable", "parameter", "member") or is_macro(found):
            return None
        if found.kind == "function":
            return None if self._is_overloaded(found) else found
        return self._called_in(found)

    def _called_in(self, held: Declaration) -> Declaration | None:
        """What a call of a variable calls: a pointer or lambda by its own name, an object by its `operator()`; ``None`` of an object
        whose class is not in sight (`std::uniform_real_distribution<> dist`), has parameters, or is named differently elsewhere."""
        type = self.scopes.expanded(held.type).referred()
        if type.layers or type.base == "auto" or not self._is_object(type):
            return held
        owner = None if "<" in type.base else self.scopes.classes.of(type.base)
        if owner is None or owner.is_template or owner.disputed:
            return None
        return self._method(owner, "operator()")

    def _is_overloaded(self, function: Declaration) -> bool:
        if self.in_c:
            return False
        return len(self.scopes.overloads(function)) > 1 or self.scopes.is_defined_twice(function)

    def _named(self, name: str, node: Node) -> Declaration | None:
        offset = node.start_byte if self.offset is None else self.offset
        found = self.scopes.lookup(name, offset) or self.scopes.names.get(name)
        if (
            found is not None
            and found.kind == "variable"
            and found.is_global
            and self.offset is None
            and _is_loose(node)
        ):
            return None  # a parameter of a head that could not be read may hide it
        if not self.in_c and self.offset is None and (found is None or not is_macro(found)):
            owner = class_with(self.scopes, name, node, found)
            if owner is not None:
                is_known = not _is_loose(node) and not is_brought(self.scopes, name, node)
                return self._of_class(owner, name) if is_known else None
        return None if found is not None and found.disputed else found

    def _of_class(self, owner: Class, name: str) -> Declaration | None:
        """What a name means in a class that has it; of a template each instance has its own."""
        told = self._as_instance(owner)
        if told is None:
            return None
        owner = told
        member = owner.members.get(name)
        found = member.declaration if member is not None else owner.constants.get(name)
        if found is None:
            return self._method(owner, name)
        return None if found.disputed else self.scopes.placed(found, owner.outline)

    def _as_instance(self, owner: Class) -> Class | None:
        """A class whose members are told: no template but the one whose instance is read."""
        if owner.is_template and self.within is not None and owner.node == self.within.node:
            return self.within
        return None if owner.is_template or owner.disputed else owner

    def _type(self, node: Node) -> Type:
        handler = _HANDLERS.get(node.type)
        return handler(self, node) if handler is not None else UNKNOWN

    def _part(self, node: Node, field: str) -> Type:
        part = node.child_by_field_name(field)
        return UNKNOWN if part is None else self.type_of(part)

    def _inside(self, node: Node) -> Type:
        inside = [child for child in node.named_children if child.type != "comment"]
        return self.type_of(inside[0]) if len(inside) == 1 else UNKNOWN

    def _name(self, node: Node) -> Type:
        found = self.declaration_of(node)
        return UNKNOWN if found is None else self._declared(found, node)

    def _declared(self, found: Declaration, node: Node) -> Type:
        if found.kind == "constant" and is_macro(found):
            inner = expression(found.value or "", "c" if self.in_c else "cpp")
            self._macros[0] -= 1
            if inner is None or found.disputed or self._macros[0] < 0:
                return UNKNOWN
            offset = node.start_byte if self.offset is None else self.offset
            within = Typing(self.scopes, offset, self.within)
            within._deep, within._macros = self._deep, self._macros
            return within.type_of(inner)
        if found.kind == "constant":
            return found.type if self.in_c or found.base != "int" else UNKNOWN  # in C++ of its enumeration
        if found.kind == "type" or (found.kind == "function" and is_macro(found)):
            return UNKNOWN
        type = put_in(found.type, self._given) if self._given else found.type
        if found.kind == "function" and not self.in_c and self._is_of_each_instance(found):
            return UNKNOWN
        if found.kind == "parameter":
            type = self.scopes.expanded(type).decayed()
        return self._deduced(found) if type.base == "auto" else type

    def _is_of_each_instance(self, function: Declaration) -> bool:
        """Whether each instance of a template gives something of its own."""
        named = names_in(function.type.base)
        file = function.header or self.scopes.outline
        return b"template" in words_in(file.source.data) and not type_parameters(file, function.span).isdisjoint(named)

    def _deduced(self, found: Declaration) -> Type:
        """What `auto` stands for, where a plain initialiser tells."""
        if found.kind != "variable" or found.value is None or found.header is not None:
            return UNKNOWN
        node: Node | None = self.scopes.outline.source.tree.root_node.descendant_for_byte_range(*found.span)
        while node is not None and node.type != "init_declarator" and node.end_byte <= found.span.end:
            node = node.parent
        value = node.child_by_field_name("value") if node is not None and node.type == "init_declarator" else None
        if value is None or value.type in ("initializer_list", "argument_list", "lambda_expression"):
            return UNKNOWN
        given = self.type_of(value)
        if not given.base:
            return UNKNOWN
        given = given.decayed() if found.type.layers[:1] != ("&",) else given
        own = found.type.layers
        if own[:1] == ("*",):  # `auto *p`
            return given if given.is_pointer and len(own) == 1 else UNKNOWN
        return given

    def _member(self, node: Node) -> Declaration | None:
        owner = self._owner(node)
        name = text_of(node.child_by_field_name("field"))
        if owner is None:
            return None
        member = self.scopes.classes.member(owner, name)
        if member is not None:
            return self.scopes.placed(member.declaration, member.outline)
        return self._method(owner, name)

    def _this(self, node: Node) -> Type:
        """The object of the method around, of a class that is no template."""
        function = nearest(node, ("function_definition",)) if self.offset is None else None
        owner = self.scopes.classes.around(function) if function is not None else None
        told = self._as_instance(owner) if owner is not None else None
        return UNKNOWN if told is None else Type(told.name, ("*",), (None,))

    def is_bit_field(self, node: Node) -> bool:
        """Whether a member behind `.` or `->` shares a word with others."""
        owner, name = self._owner(node), text_of(node.child_by_field_name("field"))
        member = self.scopes.classes.member(owner, name) if owner is not None else None
        return member is not None and member.bits

    def _method(self, owner: Class, name: str) -> Declaration | None:
        """A function of a class, as far as all of that name give the same; it stands somewhere in the class."""
        given = owner.returns.get(name)
        if given is None:
            return None
        called = given._replace(layers=("()", *given.layers), extents=(None, *given.extents))
        method = Declaration(name, "function", called, span_of(owner.node), span_of(owner.node), owner=(owner.name,))
        return self.scopes.placed(method, owner.outline)

    def _owner(self, node: Node) -> Class | None:
        """The class whose member a field expression names."""
        object_type = self._part(node, "argument")
        if is_arrow(node):
            if not object_type.is_pointer and not object_type.is_array:
                return None
            object_type = self.scopes.expanded(object_type.element())
        if object_type.layers or "<" in object_type.base:
            return None
        owner = self.scopes.classes.of(object_type.base)
        return self._as_instance(owner) if owner is not None else None

    def _field(self, node: Node) -> Type:
        found = self._member(node)
        return UNKNOWN if found is None or found.kind == "function" else found.type

    def _subscript(self, node: Node) -> Type:
        array = self._part(node, "argument")
        if array.is_pointer or array.is_array:
            return array.element()
        several = node.child_by_field_name("indices")
        index = node.child_by_field_name("index") or (several.named_children[0] if several is not None else None)
        other = self.type_of(index) if index is not None and self._number_name(array) else UNKNOWN  # `1[a]`
        return other.element() if other.is_pointer or other.is_array else UNKNOWN

    def _pointer(self, node: Node) -> Type:
        inner = self._part(node, "argument")
        if not inner.base:
            return UNKNOWN
        if node.children[0].type == "&":
            return inner.pointed_at()
        if inner.is_function:
            return inner
        return inner.element() if inner.is_pointer or inner.is_array else UNKNOWN

    def _cast(self, node: Node) -> Type:
        named = node.child_by_field_name("type")
        return UNKNOWN if named is None else self._rvalue(type_of_descriptor(named))

    def _rvalue(self, type: Type) -> Type:
        return type._replace(restrict=False, static=False)

    def _unary(self, node: Node) -> Type:
        operator, inner = text_of(node.child_by_field_name("operator")), self._part(node, "argument")
        if operator in ("!", "not"):
            return UNKNOWN if self._is_object(inner) else self._truth()
        return self._promoted(inner)

    def _truth(self) -> Type:
        return _INT if self.in_c else Type("bool")

    def _number_name(self, type: Type) -> str:
        """The fundamental type that takes part in arithmetic, empty where there is none."""
        if type.layers:
            return ""
        name = numbers.fundamental(type.base)
        known = self.scopes.names.get(type.base) if not name else None
        return "int" if known is not None and known.is_enumeration and self.in_c else name

    def _promoted(self, type: Type) -> Type:
        name = self._number_name(type)
        return Type(numbers.promoted(name)) if name else UNKNOWN

    def _is_object(self, type: Type) -> bool:
        """Whether an operator may be a function: what is no number and no address in C++."""
        return not self.in_c and not type.layers and not numbers.fundamental(type.base)

    def _binary(self, node: Node) -> Type:
        operator = text_of(node.child_by_field_name("operator"))
        left, right = self._part(node, "left"), self._part(node, "right")
        if self._is_object(left) or self._is_object(right):
            return UNKNOWN
        if operator in _COMPARISONS:
            return self._truth()
        left, right = left.decayed(), right.decayed()
        if operator in ("<<", ">>"):
            return self._promoted(left)
        if left.is_pointer or right.is_pointer:
            if operator == "-" and left.is_pointer and right.is_pointer:
                return _DIFFERENCE
            pointer, other = (left, right) if left.is_pointer else (right, left)
            return self._rvalue(pointer) if operator in ("+", "-") and self._number_name(other) else UNKNOWN
        name = numbers.common(self._number_name(left), self._number_name(right))
        return Type(name) if name else UNKNOWN

    def _conditional(self, node: Node) -> Type:
        first, second = self._part(node, "consequence"), self._part(node, "alternative")
        if not self.in_c and first.is_array and second.is_array:
            return UNKNOWN  # two arrays of one length stay an array in C++: `yes ? "PASS" : "FAIL"`
        first, second = first.decayed(), second.decayed()
        if not first.base or not second.base:
            return UNKNOWN
        if (first.base, first.layers) == (second.base, second.layers) and not (self.in_c and self._number_name(first)):
            return self._rvalue(first)
        name = numbers.common(self._number_name(first), self._number_name(second))
        return Type(name) if name else UNKNOWN

    def _assignment(self, node: Node) -> Type:
        left = self._part(node, "left") if node.type == "assignment_expression" else self._part(node, "argument")
        return UNKNOWN if self._is_object(left) else left

    def _comma(self, node: Node) -> Type:
        last = [child for child in node.named_children if child.type != "comment"]
        return self.type_of(last[-1]) if last else UNKNOWN

    def _literal(self, node: Node) -> Type:
        constant = numbers.literal(text_of(node), self.scopes.outline.source.language)
        return UNKNOWN if constant is None else Type(constant.type)

    def _call(self, node: Node) -> Type:
        function = node.child_by_field_name("function")
        if function is None:
            return UNKNOWN
        if function.type == "primitive_type" or (not self.in_c and text_of(function) in _SIZES):
            return Type(text_of(function))
        if function.type == "template_function":
            given = function.child_by_field_name("arguments")
            if text_of(function.child_by_field_name("name")).endswith("_cast") and given is not None:
                return type_of_descriptor(given.named_children[0]) if given.named_children else UNKNOWN
            return UNKNOWN
        found = self.declaration_of(function)
        if found is not None and found.kind == "type":
            return Type(found.name) if not self.in_c else UNKNOWN
        called = self.callee_of(node)
        if called is None and function.type in ("identifier", "qualified_identifier", "field_expression"):
            return UNKNOWN
        type = self.scopes.expanded(self._declared(called, node) if called else self.type_of(function)).referred()
        if type.is_pointer:
            type = self.scopes.expanded(type.element())
        if not type.is_function or type.base == "auto" or not type.base:
            return UNKNOWN
        return self._rvalue(type._replace(layers=type.layers[1:], extents=type.extents[1:]))

    def _new(self, node: Node) -> Type:
        kind = node.child_by_field_name("type")
        return UNKNOWN if kind is None else Type(text_of(kind)).pointed_at()


_SIZES = frozenset(("short", "long", "unsigned", "signed"))  # `short(n)`, which the parser takes for a call
_HANDLERS = {
    "identifier": Typing._name,
    "qualified_identifier": Typing._name,
    "field_expression": Typing._field,
    "parenthesized_expression": Typing._inside,
    "subscript_expression": Typing._subscript,
    "pointer_expression": Typing._pointer,
    "cast_expression": Typing._cast,
    "compound_literal_expression": Typing._cast,
    "unary_expression": Typing._unary,
    "binary_expression": Typing._binary,
    "conditional_expression": Typing._conditional,
    "assignment_expression": Typing._assignment,
    "update_expression": Typing._assignment,
    "comma_expression": Typing._comma,
    "number_literal": Typing._literal,
    "char_literal": Typing._literal,
    "string_literal": lambda typing, node: Type("char", ("[]",), (None,), const=not typing.in_c),
    "concatenated_string": lambda typing, node: Type("char", ("[]",), (None,), const=not typing.in_c),
    "true": lambda typing, node: Type("bool") if not typing.in_c else _INT,
    "false": lambda typing, node: Type("bool") if not typing.in_c else _INT,
    "sizeof_expression": lambda typing, node: _SIZE,
    "alignof_expression": lambda typing, node: _SIZE,
    "offsetof_expression": lambda typing, node: _SIZE,
    "call_expression": Typing._call,
    "new_expression": Typing._new,
    "this": Typing._this,
}
