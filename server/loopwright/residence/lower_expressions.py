"""Expressions of the syntax tree → those that the flow of data follows, macros expanded."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import name_of
from loopwright.lang.classes import Classes, descendants
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.macros import with_arguments
from loopwright.lang.numbers import fundamental
from loopwright.lang.regrouped import is_regrouped
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import Unit
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr
from loopwright.residence.layout import expanded
from loopwright.source.nodes import is_arrow, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span

_MOST_MACROS = 6
_MOST_EXPANSIONS = 200  # within one that stands in the file: macros that name macros grow as fast as anybody likes
_LONGEST_TEXT = 2000
_MOST_BASES = 8  # one below the other
_NAMES = ("identifier", "qualified_identifier", "template_function")
_NAMED_ELSEWHERE = ("field_identifier", "type_identifier")  # functions of classes, and classes with constructors
_NAMED = ("identifier", "this", *_NAMED_ELSEWHERE)
_QUIET = frozenset(("string_literal", "concatenated_string", "char_literal", "comment", "type_descriptor", "raw_string_literal", "nullptr",
                    "true", "false", "null", "this"))  # fmt: skip


class ExpressionLowering:
    """Expressions of one file or header, also those that stand in its directives and macros."""

    depth = 0  # of macros that are expanded

    def __init__(self, outline: Outline, own: bool) -> None:
        self.outline, self.own = outline, own
        self.left = [_MOST_EXPANSIONS]  # to be expanded within the outermost macro, which all within share

    @cached_property
    def unit(self) -> Unit:
        """The file's directives and declarations."""
        return Unit(self.outline)

    def builds_objects(self, kind: CType) -> bool:
        """Whether an object of the type begins with a constructor, which may map it (`enter data create(this)`). Those of the
        C++ library map nothing."""
        kind = expanded(self.unit.declarations, kind)
        if self.outline.source.language == "c" or "*" in kind.layers or "&" in kind.layers:
            return False
        scoped = kind.base.removeprefix("const ").removeprefix("typename ")
        if fundamental(scoped) or scoped in ("", "auto") or scoped.startswith("std::"):
            return False
        classes = self.unit.declarations.classes
        if scoped in classes.template_parameters or scoped in classes.enumerations:
            return False
        return _has_constructor(classes, scoped)

    def span(self, node: Node) -> Span:
        return span_of(node)

    def expression(self, node: Node) -> Expr:
        """One expression."""
        handler = EXPRESSIONS.get(node.type)
        if handler is not None:
            return handler(self, node)
        if node.type in _QUIET:
            return ir.Opaque(self.span(node), quiet=True)
        return ir.Opaque(
            self.span(node), tuple(self.expression(child) for child in node.named_children if child.type != "comment")
        )

    def expression_of(self, text: str, span: Span) -> Expr:
        """An expression that stands in a directive or macro; all of it has the place ``span``."""
        expression = self._parsed(text, span)
        if expression is not None:
            return expression
        tree = parse(text, language=self.outline.source.language).tree.root_node
        return self.fixed(span).opaque(tree)

    def _parsed(self, text: str, span: Span) -> Expr | None:
        """The same, ``None`` for what is no expression."""
        if len(text) > _LONGEST_TEXT:
            return None
        tree = parse(f"void f(void) {{ ({text}); }}", language=self.outline.source.language).tree.root_node
        body = (
            tree.named_children[0].child_by_field_name("body")
            if tree.named_child_count and not tree.has_error
            else None
        )
        # More than one statement: the text ends some, as in `#define DONE finish();`.
        if body is None or body.named_child_count != 1 or not body.named_children[0].named_children:
            return None
        return self.fixed(span).expression(body.named_children[0].named_children[0])

    def fixed(self, span: Span) -> ExpressionLowering:
        """For expressions that stand elsewhere than in the file, all of them at ``span``."""
        return _Fixed(self, span)

    def opaque(self, node: Node) -> Expr:
        """An expression that is not modelled."""
        return ir.Opaque(self.span(node), self._names_in(node))

    def _names_in(self, node: Node) -> tuple[Expr, ...]:
        """What a form that is not modelled may use or call, whatever it does with it."""
        named = [each for each in descendants(node) if each.type in _NAMED]
        return tuple(
            ir.Name(self.span(each), text_of(each)) if each.type in _NAMED_ELSEWHERE else self.expression(each)
            for each in named
        )

    def _operand(self, node: Node, *fields: str) -> Expr:
        for field in fields:
            child = node.child_by_field_name(field)
            if child is not None:
                return self.expression(child)
        return ir.Opaque(self.span(node))

    def name(self, node: Node) -> Expr:
        name = text_of(node)
        macro = self.unit.declarations.macros.get(name)
        if macro is not None and macro.kind == "constant" and macro.value and self._expands():
            is_one = not macro.disputed and not is_regrouped(node, self.unit.declarations.macros.get)
            expanded = self.expression_of(macro.value, self.span(node)) if is_one else None
            return expanded if expanded is not None else ir.Name(self.span(node), name)
        return ir.Name(self.span(node), name)

    def _expands(self) -> bool:
        """Whether one more macro may be expanded here."""
        if self.depth == 0:
            self.left = [_MOST_EXPANSIONS]
        self.left[0] -= 1
        return self.depth < _MOST_MACROS and self.left[0] >= 0

    def number(self, node: Node) -> Expr:
        text = text_of(node).replace("'", "").rstrip("uUlLzZ")
        try:
            value: int | None = int(text, 8) if text[:1] == "0" and text.isdigit() and len(text) > 1 else int(text, 0)
        except ValueError:
            value = None
        return ir.Number(self.span(node), value)

    def parenthesized(self, node: Node) -> Expr:
        inner = [child for child in node.named_children if child.type != "comment"]
        return self.expression(inner[0]) if len(inner) == 1 else self.opaque(node)

    def binary(self, node: Node) -> Expr:
        operator = text_of(node.child_by_field_name("operator"))
        return ir.Binary(self.span(node), operator, self._operand(node, "left"), self._operand(node, "right"))

    def unary(self, node: Node) -> Expr:
        return ir.Unary(self.span(node), text_of(node.child_by_field_name("operator")), self._operand(node, "argument"))

    def pointer(self, node: Node) -> Expr:
        inner = self._operand(node, "argument")
        return (
            ir.Deref(self.span(node), inner) if node.children[0].type == "*" else ir.AddressOf(self.span(node), inner)
        )

    def subscript(self, node: Node) -> Expr:
        index = node.child_by_field_name("index")
        several = node.child_by_field_name("indices")
        if index is None and several is not None and several.named_child_count == 1:
            index = several.named_children[0]
        if index is None:
            return ir.Opaque(self.span(node), tuple(self.expression(child) for child in node.named_children))
        return ir.Index(self.span(node), self._operand(node, "argument"), self.expression(index))

    def member(self, node: Node) -> Expr:
        arrow = is_arrow(node)
        return ir.Member(
            self.span(node), self._operand(node, "argument"), text_of(node.child_by_field_name("field")), arrow
        )

    def assignment(self, node: Node) -> Expr:
        operator = text_of(node.child_by_field_name("operator")).removesuffix("=")
        return ir.Assign(self.span(node), self._operand(node, "left"), operator, self._operand(node, "right"))

    def update(self, node: Node) -> Expr:
        by = 1 if any(child.type == "++" for child in node.children) else -1
        postfix = node.children[0].type not in ("++", "--")
        return ir.Step(self.span(node), self._operand(node, "argument"), by, postfix)

    def conditional(self, node: Node) -> Expr:
        parts = (self._operand(node, field) for field in ("condition", "consequence", "alternative"))
        return ir.Conditional(self.span(node), *parts)

    def call(self, node: Node) -> Expr:
        function = node.child_by_field_name("function")
        given = argument_nodes(node)
        name = name_of(function) if function is not None and function.type in _NAMES else ""
        macro = self.unit.declarations.macros.get(name)
        if macro is not None and macro.kind == "function" and self._expands():
            is_one = not is_regrouped(node, self.unit.declarations.macros.get)
            text = with_arguments(macro, [text_of(argument) for argument in given]) if is_one else None
            expanded = self._parsed(text, self.span(node)) if text else None
            if expanded is not None and not _is_lost(expanded):
                return expanded
            unknown = ir.Call(self.span(node), name, None, tuple(self.expression(argument) for argument in given))
            return (
                ir.Binary(self.span(node), ",", self.expression_of(text, self.span(node)), unknown) if text else unknown
            )
        arguments = tuple(self.expression(argument) for argument in given)
        if function is None:
            return ir.Opaque(self.span(node), arguments)
        if name:
            return ir.Call(self.span(node), name, None, arguments)
        if function.type == "primitive_type":
            return ir.Opaque(self.span(node), arguments, quiet=True)
        return ir.Call(self.span(node), "", self.expression(function), arguments)

    def cast(self, node: Node) -> Expr:
        return ir.Cast(self.span(node), self._described(node.child_by_field_name("type")), self._operand(node, "value"))

    def sizeof(self, node: Node) -> Expr:
        described, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        if described is not None:
            return ir.SizeOf(self.span(node), self._described(described), None)
        named = self._type_named(value)
        if named is not None:
            return ir.SizeOf(self.span(node), named, None)
        return ir.SizeOf(self.span(node), None, self.expression(value) if value is not None else None)

    def _type_named(self, value: Node | None) -> CType | None:
        """The type in `sizeof(body)`, which the parser takes for a variable."""
        inner = value.named_children if value is not None and value.type == "parenthesized_expression" else []
        if value is None or len(inner) != 1 or inner[0].type != "identifier":
            return None
        name = text_of(inner[0])
        declarations = self.unit.declarations
        found = declarations.lookup(name, self.span(value).start) or declarations.names.get(name)
        return CType(name) if found is not None and found.kind == "type" else None

    def new(self, node: Node) -> Expr:
        """`new T[n]` as a call of `new[]` with the number of bytes, of `new[]()` where the elements begin with values."""
        declarator, kind = node.child_by_field_name("declarator"), node.child_by_field_name("type")
        length = declarator.child_by_field_name("length") if declarator is not None else None
        size = ir.SizeOf(self.span(node), CType(text_of(kind)), None)
        if self.builds_objects(size.type or CType("")):
            return self.opaque(node)
        given = node.child_by_field_name("arguments")
        total: Expr = ir.Binary(self.span(node), "*", self.expression(length), size) if length is not None else size
        for child in given.named_children if given is not None else ():
            total = ir.Binary(self.span(node), ",", self.expression(child), total)
        name = f"new{'[]' if length is not None else ''}"
        return ir.Call(
            self.span(node), f"{name}()" if given is not None or self._gives_values(node) else name, None, (total,)
        )

    def _gives_values(self, node: Node) -> bool:
        """Whether what `new` makes has values without being given any."""
        kind = expanded(self.unit.declarations, CType(text_of(node.child_by_field_name("type"))))
        classes = self.unit.declarations.classes
        is_plain = kind.layers or fundamental(kind.base) or kind.base in classes.enumerations
        return not is_plain and classes.gives_values(kind.base)

    def delete(self, node: Node) -> Expr:
        return ir.Call(self.span(node), "delete", None, tuple(self.expression(child) for child in node.named_children))

    def comma(self, node: Node) -> Expr:
        return ir.Binary(self.span(node), ",", self._operand(node, "left"), self._operand(node, "right"))

    def _described(self, node: Node | None) -> CType:
        return self.declared_type(type_of_descriptor(node), node) if node is not None else CType("")

    def declared_type(self, known: Type, at: Node) -> CType:
        """A type as it stands in a declaration, with its extents."""
        layers: list[ir.Layer] = []
        for layer, extent in zip(known.layers, known.extents):
            if layer == "*" or layer == "&":
                layers.append("*" if layer == "*" else "&")
            elif layer == "[]":
                layers.append(self.expression_of(extent, self.span(at)) if extent else None)
        kind = CType(known.base.removeprefix("struct "), tuple(layers), known.static, False, known.const)
        whole = expanded(
            self.unit.declarations, kind
        )  # an array by another name is one: a parameter of it is a pointer
        return whole if any(layer not in ("*", "&") for layer in whole.layers[len(layers) :]) else kind


class _Fixed(ExpressionLowering):
    """Lowers an expression that stands elsewhere than in the file: every place is that of the whole."""

    def __init__(self, around: ExpressionLowering, span: Span) -> None:
        super().__init__(around.outline, around.own)
        self.depth, self.left = around.depth + 1, around.left
        self._place = span
        self.__dict__["unit"] = around.unit

    def span(self, node: Node) -> Span:
        return self._place


def _has_constructor(classes: Classes, base: str, depth: int = 0) -> bool:
    """Whether a class, a base or a member of it has one of its own; what is not in sight may."""
    known = classes.of(base)
    if known is None or known.disputed or known.hides_code or depth > _MOST_BASES:
        return True
    members = (m.type for m in known.members.values() if not m.static and "*" not in m.type.layers)
    parts = [*known.bases, *(m.base for m in members if not fundamental(m.base) and not m.base.startswith("std::"))]
    parts = [part for part in parts if part not in classes.template_parameters | classes.enumerations]
    return "constructor" in known.special or any(_has_constructor(classes, part, depth + 1) for part in parts)


def _is_lost(expression: Expr) -> bool:
    return isinstance(expression, ir.Opaque) and not expression.parts and not expression.quiet


def span_of(node: Node) -> Span:
    """Where a node stands in its own file."""
    return Span(node.start_byte, node.end_byte)


EXPRESSIONS: dict[str, Callable[[ExpressionLowering, Node], Expr]] = {
    "identifier": ExpressionLowering.name,
    "qualified_identifier": ExpressionLowering.name,
    "number_literal": ExpressionLowering.number,
    "parenthesized_expression": ExpressionLowering.parenthesized,
    "binary_expression": ExpressionLowering.binary,
    "unary_expression": ExpressionLowering.unary,
    "pointer_expression": ExpressionLowering.pointer,
    "subscript_expression": ExpressionLowering.subscript,
    "field_expression": ExpressionLowering.member,
    "assignment_expression": ExpressionLowering.assignment,
    "update_expression": ExpressionLowering.update,
    "conditional_expression": ExpressionLowering.conditional,
    "call_expression": ExpressionLowering.call,
    "cast_expression": ExpressionLowering.cast,
    "sizeof_expression": ExpressionLowering.sizeof,
    "comma_expression": ExpressionLowering.comma,
    "new_expression": ExpressionLowering.new,
    "delete_expression": ExpressionLowering.delete,
}
