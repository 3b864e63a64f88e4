"""Constant expressions: what the compiler knows of macros, enumerators, `const` and `constexpr` as the files in sight tell it."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from loopwright.lang import numbers
from loopwright.lang.class_scope import class_with, may_be_inherited_at
from loopwright.lang.classes import descendants
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import name_of_function, parameter_nodes, read_declarator, type_of_descriptor
from loopwright.lang.fragments import expression
from loopwright.lang.macros import is_macro, with_arguments
from loopwright.lang.numbers import Constant
from loopwright.lang.regrouped import is_regrouped
from loopwright.lang.scopes import Scopes
from loopwright.lang.truth import is_word
from loopwright.lang.types import Type
from loopwright.lang.visible import may_be_meant
from loopwright.source.nodes import node_around, text_of
from loopwright.source.text import Span

_DEEPEST = 24
_CASTS = frozenset(("static_cast", "const_cast", "reinterpret_cast"))
_NOTHING: Mapping[str, Constant] = {}


def constant_of(scopes: Scopes, node: Node, offset: int | None = None) -> Constant | None:
    """The value of an expression; names mean what they mean at ``offset``, at file level where that is ``None``."""
    return _Folding(scopes, offset).fold(node, _NOTHING, 0)


def constant_of_text(scopes: Scopes, text: str, offset: int | None = None) -> Constant | None:
    """The value of an expression that stands in no file."""
    node = expression(text, _language(scopes))
    return None if node is None else constant_of(scopes, node, offset)


def constant_of_declaration(scopes: Scopes, declaration: Declaration) -> Constant | None:
    """The value of a macro, an enumerator or a constant variable."""
    return _Folding(scopes, None).declared(declaration, 0)


def _language(scopes: Scopes) -> str:
    return "c" if scopes.outline.source.language == "c" else "cpp"


class _Folding:
    """``offset`` is where names are looked up."""

    def __init__(self, scopes: Scopes, offset: int | None) -> None:
        self.scopes, self.offset = scopes, offset
        # By depth too, which may end it: constants that name others twice would be worked out again for each name.
        self._declared: dict[tuple[Declaration, int], Constant | None] = {}

    def fold(self, node: Node, bound: Mapping[str, Constant], depth: int) -> Constant | None:
        """``bound`` are the parameters of the `constexpr` function that is worked out."""
        if depth > _DEEPEST:
            return None
        kind = node.type
        if kind in ("number_literal", "char_literal"):
            return numbers.literal(text_of(node), self.scopes.outline.source.language)
        if kind in ("true", "false") and is_word(self.scopes.outline, kind):
            return Constant(int(kind == "true"), "bool" if self.scopes.outline.source.language != "c" else "int")
        if kind == "parenthesized_expression" and node.named_child_count == 1:
            return self.fold(node.named_children[0], bound, depth + 1)
        if kind in ("identifier", "true", "false"):
            name = text_of(node)
            if name in bound:
                return bound[name]
            return None if is_regrouped(node, self.scopes.macros.get) else self._named(name, depth)
        if kind == "qualified_identifier":
            path = tuple(part for part in "".join(text_of(node).split()).split("::") if part)
            found = self.scopes.lookup_qualified(path)
            return None if found is None else self.declared(found, depth)
        if kind == "unary_expression":
            operator, operand = (
                text_of(node.child_by_field_name("operator")),
                self._part(node, "argument", bound, depth),
            )
            return None if operand is None else numbers.unary(operator, operand)
        if kind == "binary_expression":
            return self._binary(node, bound, depth)
        if kind == "conditional_expression":
            condition = self._part(node, "condition", bound, depth)
            if condition is None or self._falls_apart(node):
                return None
            return self._part(node, "consequence" if condition.value else "alternative", bound, depth)
        if kind == "cast_expression":
            type, value = node.child_by_field_name("type"), self._part(node, "value", bound, depth)
            return None if type is None or value is None else self._cast(value, type_of_descriptor(type))
        if kind == "sizeof_expression":
            return self._sizeof(node, depth)
        if kind == "call_expression":
            return self._call(node, bound, depth)
        if kind in ("initializer_list", "argument_list", "compound_literal_expression"):
            return self._braced(node, bound, depth)
        return None

    def _part(self, node: Node, field: str, bound: Mapping[str, Constant], depth: int) -> Constant | None:
        part = node.child_by_field_name(field)
        return None if part is None else self.fold(part, bound, depth + 1)

    def _binary(self, node: Node, bound: Mapping[str, Constant], depth: int) -> Constant | None:
        operator = text_of(node.child_by_field_name("operator"))
        left = self._part(node, "left", bound, depth)
        is_decided = left is not None and operator in ("&&", "||") and bool(left.value) == (operator == "||")
        if is_decided and not self._falls_apart(node):
            return Constant(int(operator == "||"), "int")
        right = self._part(node, "right", bound, depth)
        return None if left is None or right is None else numbers.binary(operator, left, right)

    def _falls_apart(self, node: Node) -> bool:
        """Whether a macro in an expression makes another one of it, be it where nothing is worked out."""
        names = (each for each in descendants(node) if each.type == "identifier")
        places = (
            each.parent if each.parent is not None and each.parent.type == "call_expression" else each for each in names
        )
        return any(is_regrouped(place, self.scopes.macros.get) for place in places)

    def _braced(self, node: Node, bound: Mapping[str, Constant], depth: int) -> Constant | None:
        """`{5}`, `(5)` as an initialiser, `int{5}`."""
        if node.type == "compound_literal_expression":
            type, inside = node.child_by_field_name("type"), self._part(node, "value", bound, depth)
            return None if type is None or inside is None else self._cast(inside, type_of_descriptor(type))
        parts = [child for child in node.named_children if child.type != "comment"]
        if not parts and node.type == "initializer_list":
            return Constant(0, "int")
        return self.fold(parts[0], bound, depth + 1) if len(parts) == 1 else None

    def _named(self, name: str, depth: int) -> Constant | None:
        scopes = self.scopes
        found = scopes.lookup(name, self.offset) if self.offset is not None else None
        if found is None:
            found = scopes.names.get(name) or scopes.macros.get(name)
        return None if found is None or self._is_hidden(name, found) else self.declared(found, depth)

    def _is_hidden(self, name: str, found: Declaration) -> bool:
        """Whether a name of the file may mean something else at the place: a class around it has it, or inherits it."""
        if self.offset is None or is_macro(found) or self.scopes.outline.source.language == "c":
            return False
        at = node_around(self.scopes.outline.source.tree.root_node, Span(self.offset, self.offset + 1))
        hides = class_with(self.scopes, name, at, found) is not None
        return hides or (found.is_global and may_be_inherited_at(self.scopes, at))

    def declared(self, declaration: Declaration, depth: int) -> Constant | None:
        """The value that a declaration gives to its name."""
        if declaration.disputed or declaration.value is None or depth > _DEEPEST:
            return None
        key = declaration, depth
        if key not in self._declared:
            self._declared[key] = self._worked_out(declaration, declaration.value, depth)
        return self._declared[key]

    def _worked_out(self, declaration: Declaration, text: str, depth: int) -> Constant | None:
        if declaration.kind == "constant":
            node = expression(text, _language(self.scopes))
            value = None if node is None else self.fold(node, _NOTHING, depth + 1)
            if is_macro(declaration) or value is None:
                return value
            told = numbers.binary("+", value, Constant(declaration.after, "int")) if declaration.after else value
            return told if told is None or declaration.after == 0 else Constant(told.value, told.type)
        if declaration.kind not in ("variable", "member") or not declaration.const or declaration.type.volatile:
            return None
        node = expression(text, _language(self.scopes))
        value = None if node is None else self.fold(node, _NOTHING, depth + 1)
        if value is None or declaration.base == "auto":
            return value if not declaration.type.layers else None
        return self._cast(value, declaration.type)

    def _cast(self, value: Constant, type: Type) -> Constant | None:
        type = self.scopes.expanded(type)
        if type.layers:
            return None
        name = numbers.fundamental(type.base)
        if not name and self.scopes.category_of_base(type.base) == "integer":
            name = "int"  # an enumeration
        return numbers.converted(value, name) if name else None

    def _sizeof(self, node: Node, depth: int) -> Constant | None:
        named = node.child_by_field_name("type")
        size: int | None = None
        if named is not None:
            size = self._size(type_of_descriptor(named), depth)
        else:
            value = node.child_by_field_name("value")
            while value is not None and value.type == "parenthesized_expression" and value.named_child_count == 1:
                value = value.named_children[0]
            subscripts = 0
            while value is not None and value.type == "subscript_expression":
                value, subscripts = value.child_by_field_name("argument"), subscripts + 1
            if value is not None and value.type == "identifier":
                name = text_of(value)
                found = self.scopes.lookup(name, self.offset) if self.offset is not None else None
                found = found or self.scopes.names.get(name)
                if found is not None and found.disputed:
                    return None
                if found is not None and found.kind in ("variable", "type", "member"):
                    if self._is_hidden(name, found):
                        return None
                    type = self.scopes.expanded(found.type)
                    if subscripts <= len(type.layers) and not (type.layers[:1] == ("[]",) and not type.extents[0]):
                        layers, extents = type.layers[subscripts:], type.extents[subscripts:]
                        size = self._size(type._replace(layers=layers, extents=extents), depth)
        return None if size is None else Constant(size, "unsigned long")

    def _size(self, type: Type, depth: int) -> int | None:
        type = self.scopes.expanded(type)
        if type.layers[:1] == ("*",):
            return 8
        if type.layers[:1] == ("[]",):
            extent = type.extents[0]
            node = expression(extent, _language(self.scopes)) if extent else None
            count = self.fold(node, _NOTHING, depth + 1) if node is not None else None
            inner = self._size(type.element(), depth + 1)
            return None if count is None or inner is None or not count.is_integer else int(count.value) * inner
        return None if type.layers else numbers.size_of_fundamental(numbers.fundamental(type.base))

    def _call(self, node: Node, bound: Mapping[str, Constant], depth: int) -> Constant | None:
        function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or listed is None:
            return None
        arguments = [child for child in listed.named_children if child.type != "comment"]
        if function.type == "primitive_type" and len(arguments) == 1:  # int(3.5)
            value = self.fold(arguments[0], bound, depth + 1)
            return None if value is None else self._cast(value, Type(text_of(function)))
        if function.type == "template_function":
            name, given = function.child_by_field_name("name"), function.child_by_field_name("arguments")
            if text_of(name) in _CASTS and given is not None and given.named_child_count == 1 and len(arguments) == 1:
                value = self.fold(arguments[0], bound, depth + 1)
                return None if value is None else self._cast(value, type_of_descriptor(given.named_children[0]))
            return None
        if function.type != "identifier":
            return None
        name_text = text_of(function)
        macro = self.scopes.macros.get(name_text)
        if macro is not None and macro.kind == "function":
            is_one = not macro.disputed and not is_regrouped(node, self.scopes.macros.get)
            text = None if not is_one else with_arguments(macro, [text_of(argument) for argument in arguments])
            node_of = expression(text, _language(self.scopes)) if text is not None else None
            return None if node_of is None else self.fold(node_of, bound, depth + 1)
        return self._constexpr(function, arguments, bound, depth)

    def _constexpr(
        self, function: Node, arguments: list[Node], bound: Mapping[str, Constant], depth: int
    ) -> Constant | None:
        """A call of a `constexpr` function that only returns an expression."""
        name = text_of(function)
        found = self.scopes.outline.definitions(name)
        if not all(may_be_meant(self.scopes, function, each, lambda: (Type(),)) for each in found):
            return None
        declared = self.scopes.names.get(name)
        if len(found) != 1 or declared is None or declared.kind != "function" or not declared.const:
            return None
        body, parameters = found[0].node.child_by_field_name("body"), parameter_nodes(found[0].node)
        inside = [child for child in body.named_children if child.type != "comment"] if body is not None else []
        if len(inside) != 1 or inside[0].type != "return_statement" or not inside[0].named_children:
            return None
        values: dict[str, Constant] = {}
        for parameter, argument in zip(parameters, arguments):
            value = self.fold(argument, bound, depth + 1)
            declarator = parameter.child_by_field_name("declarator")
            told = self._cast(value, type_of_descriptor_of(parameter)) if value is not None else None
            if declarator is None or told is None:
                return None
            values[read_declarator(declarator).name] = told
        if len(parameters) != len(arguments) or not name_of_function(found[0].node):
            return None
        result = self.fold(inside[0].named_children[0], values, depth + 1)
        return None if result is None else self._cast(result, declared.type._replace(layers=(), extents=()))


def type_of_descriptor_of(parameter: Node) -> Type:
    """The type of a parameter, without what its declarator says."""
    kind = parameter.child_by_field_name("type")
    return Type() if kind is None else type_of_descriptor(kind)
