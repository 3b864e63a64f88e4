"""C++ as the statements that placement follows.

A method is a function of its object, a container a struct of a pointer and a size: `v[i]` is an element behind `v.data()`, `g.at(i)` a
call of `Grid::at` with the address of `g`; what is returned by reference is an address that is followed. Constructors and destructors
are called where they run. What has no rule here stays opaque, and what it uses is not placed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import name_of
from loopwright.lang.classes import Class
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.effects import is_known
from loopwright.lang.library import library
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.openacc.inactive import inactive
from loopwright.placement import boxes
from loopwright.placement.class_types import ObjectTyping
from loopwright.placement.construction import declared, deleted, destroyed, initializers, made_by_new
from loopwright.placement.container_calls import algorithm, of_container
from loopwright.placement.containers import (
    EXCHANGE,
    as_pointer,
    element_type,
    is_container,
    owned_paths,
    pointer_name,
)
from loopwright.placement.inheritance import declaring, is_virtual, lineage
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.lower import Lowering
from loopwright.residence.lower_expressions import span_of
from loopwright.source.nodes import is_arrow, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span


class ClassLowering(Lowering):
    """One file of C++."""

    def __init__(self, outline: Outline, own: bool) -> None:
        super().__init__(outline, own)
        self.scopes: Scopes = scopes_of(outline)
        self.typing = ObjectTyping(self.scopes)
        self._by_reference = False
        self.boxes: dict[int, str] = {}  # names of objects that local pointers own, by where these are declared
        self.seen_as: dict[str, str] = {}  # of such names: the base that their pointer is declared for

    @cached_property
    def functions(self) -> dict[str, Span]:
        """Methods as `Class::name/parameters`; of two that differ in `const` the one that may write."""
        found: dict[str, list[Node]] = {}
        for function in self.outline.functions:
            if function.kind != "host" or function.span.start in inactive(self.outline):
                continue
            for definition in self.outline.definitions(function.name.split("::")[-1]):
                if definition.outline is self.outline and definition.function.span == function.span:
                    owner = self.scopes.classes.around(definition.node)
                    key = function.name.split("::")[-1]
                    if owner is not None:
                        key = f"{owner.name}::{key}/{len(parameter_nodes(definition.node)) + 1}"
                    found.setdefault(key, []).append(definition.node)
        chosen = {name: [node for node in nodes if not _is_const(node)] or nodes for name, nodes in found.items()}
        return {name: span_of(nodes[0]) for name, nodes in chosen.items() if len(nodes) == 1}

    def definition(self, name: str, node: Node) -> ir.Function:
        """With its object as first parameter."""
        owner = self.scopes.classes.around(node)
        before, self.typing.owner = self.typing.owner, owner
        self._by_reference = _returns_reference(node)
        lowered = super().definition(name, node)
        self._by_reference = False
        if owner is not None:
            first = ir.Parameter("this", CType(owner.name, ("&",)))
            whole = lowered.body
            if isinstance(whole, ir.Block):
                whole = ir.Block(whole.span, (*initializers(self, owner, node), *whole.items))
            lowered = replace(lowered, parameters=(first, *lowered.parameters), body=whole)
        self.typing.owner = before
        return lowered

    # Types

    def type_of(self, node: Node) -> CType:
        """The type of an expression, with what its names stand for."""
        return self.as_ctype(self.typing.type_of(node))

    def as_ctype(self, known: Type) -> CType:
        """The same without extents, with what its names stand for."""
        layers: tuple[ir.Layer, ...] = tuple(
            "*" if layer == "*" else "&" if layer == "&" else None for layer in known.layers
        )
        return as_pointer(layout.expanded(self.scopes, CType(known.base.removeprefix("struct "), layers)))

    def declared_type(self, known: Type, at: Node) -> CType:
        """With a smart pointer as the pointer in it."""
        return as_pointer(super().declared_type(known, at))

    def class_of(self, kind: CType) -> Class | None:
        """The class of an object."""
        return self.scopes.classes.of(kind.base) if not kind.layers and kind.base else None

    # Statements

    def _bare(self, node: Node) -> Stmt:
        handler = _OWN_STATEMENTS.get(node.type)
        return handler(self, node) if handler is not None else super()._bare(node)

    def compound(self, node: Node) -> Stmt:
        """With the destructors of what it declares."""
        items = tuple(self.sequence(node.named_children, self.span(node)))
        ends: list[Stmt] = []
        for item in items:
            for part in item.items if isinstance(item, ir.Block) and not item.scoped else (item,):
                if isinstance(part, ir.Declare):
                    ends += destroyed(self, ir.Name(part.span, part.name), self.plain(part.type), part.span)
        return ir.Block(self.span(node), (*items, *reversed(ends)))

    def ended_members(self, place: Expr, base: str, span: Span) -> list[Stmt]:
        """What ends with an object because its smart pointers do."""
        return boxes.ended_members(self, place, base, span)

    def plain(self, kind: CType) -> CType:
        """A type with typedefs put in."""
        return as_pointer(layout.expanded(self.scopes, kind))

    def builds_objects(self, kind: CType) -> bool:
        """Constructors are statements here, and what cannot be read spoils what it names."""
        return False

    def declaration(self, node: Node) -> Stmt:
        found: list[Stmt] = []
        for declarator in node.children_by_field_name("declarator"):
            special = boxes.declared(self, node, declarator) or declared(self, node, declarator)
            if special is None:
                return super().declaration(node)
            found += special
        if not found:
            return super().declaration(node)
        return found[0] if len(found) == 1 else ir.Block(self.span(node), tuple(found), scoped=False)

    def range_for(self, node: Node) -> Stmt:
        """`for (T &x : v)` as a loop over elements of which nobody says which."""
        right, declarator = node.child_by_field_name("right"), node.child_by_field_name("declarator")
        kind = self.type_of(right) if right is not None else CType("")
        if right is None or declarator is None or not (is_container(kind) or kind.is_array):
            return super().range_for(node)
        name, known = read_type(declarator, node)
        span = self.span(node)
        whole = self.expression(right)
        start = ir.Member(self.span(right), whole, pointer_name(kind.base), False) if is_container(kind) else whole
        element = ir.Index(self.span(right), start, ir.Opaque(span, quiet=True))
        own = self.declared_type(known, node)
        if own.base == "auto":
            inner = element_type(kind.base) if is_container(kind) else None
            base = self.as_ctype(inner) if inner is not None else kind.element()
            own = base._replace(layers=(*own.layers, *base.layers))
        bound = ir.Declare(self.span(declarator), name, own, element)
        body = self.statement(node.child_by_field_name("body"))
        return ir.Loop(span, None, ir.Opaque(span, quiet=True), None, ir.Block(span, (bound, body)))

    def return_(self, node: Node) -> Stmt:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        if value is not None and self._by_reference:
            return ir.Return(self.span(node), ir.AddressOf(self.span(value), self.expression(value)))
        return super().return_(node)

    # Expressions

    def expression(self, node: Node) -> Expr:
        """One expression."""
        handler = _OWN_EXPRESSIONS.get(node.type)
        return handler(self, node) if handler is not None else super().expression(node)

    def fixed(self, span: Span) -> Lowering:
        """For expressions that stand elsewhere."""
        return _FixedClasses(self, span)

    def name(self, node: Node) -> Expr:
        if node.type == "identifier" and self.typing.owner is not None and self.typing.declaration_of(node) is None:
            member = self.scopes.classes.member(self.typing.owner, text_of(node))
            if member is not None and not member.static:
                span = self.span(node)
                return ir.Member(span, ir.Name(span, "this"), text_of(node), False)
        box = boxes.named(self, node) if node.type == "identifier" else None
        return ir.AddressOf(box.span, box) if box is not None else super().name(node)

    def closure(self, node: Node) -> Expr:
        """A lambda may use all that it names whenever it is called."""
        return self.opaque(node)

    def new(self, node: Node) -> Expr:
        """With the constructor of an object."""
        return made_by_new(self, node, super().new(node))

    def delete(self, node: Node) -> Expr:
        """With the destructor of an object."""
        ended = boxes.ended(self, node)
        return ended if ended is not None else deleted(self, node, super().delete(node))

    def this(self, node: Node) -> Expr:
        """The object of a method is a reference here."""
        return ir.AddressOf(self.span(node), ir.Name(self.span(node), "this"))

    def pointer(self, node: Node) -> Expr:
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "this" and node.children[0].type == "*":
            return ir.Name(self.span(node), "this")
        return _direct(super().pointer(node))

    def member(self, node: Node) -> Expr:
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "this":
            name = text_of(node.child_by_field_name("field"))
            return ir.Member(self.span(node), ir.Name(self.span(argument), "this"), name, False)
        found = super().member(node)
        if isinstance(found, ir.Member) and found.arrow and isinstance(found.base, ir.AddressOf):
            return ir.Member(found.span, found.base.place, found.name, False)
        return found

    def assignment(self, node: Node) -> Expr:
        """A value that owns memory is copied or moved: neither is followed."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        kind = self.type_of(left) if left is not None else CType("")
        if left is not None and right is not None and not kind.layers and owned_paths(self.scopes, kind.base):
            return ir.Opaque(self.span(node), (self.expression(left), self.expression(right)))
        return super().assignment(node)

    def subscript(self, node: Node) -> Expr:
        argument, index = node.child_by_field_name("argument"), _index_of(node)
        kind = self.type_of(argument) if argument is not None else CType("")
        if argument is None or index is None:
            return super().subscript(node)
        span = self.span(node)
        if is_container(kind):
            start = ir.Member(self.span(argument), self.expression(argument), pointer_name(kind.base), False)
            return ir.Index(span, start, self.expression(index))
        if self.class_of(kind) is not None:
            return self._method(node, self.class_of(kind), "operator[]", self.expression(argument), [index], False)
        return super().subscript(node)

    def call(self, node: Node) -> Expr:
        function = node.child_by_field_name("function")
        given = argument_nodes(node)
        if function is None:
            return super().call(node)
        made = boxes.made(self, node)
        if made is not None:
            return made
        if function.type == "field_expression":
            return self._member_call(node, function, given)
        if function.type not in ("identifier", "qualified_identifier", "template_function"):
            return super().call(node)
        name, owner = name_of(function), self.typing.owner
        span = self.span(node)
        declared = self.typing.declaration_of(function) if function.type == "identifier" else None
        if function.type == "qualified_identifier" and owner is not None:
            named = self._of_base(owner, function, name)
            if named is not None:
                return self._method(node, named, name, ir.Name(span, "this"), given, False, by_object=False)
        methods_of = declaring(self.scopes.classes, owner, name)
        if methods_of is not None and declared is None and function.type == "identifier":
            return self._method(node, methods_of, name, ir.Name(span, "this"), given, False)
        if function.type == "identifier":
            kind = self.type_of(function)
            callable_ = self.class_of(kind)
            if callable_ is not None and "operator()" in callable_.declared:
                return self._method(node, callable_, "operator()", self.name(function), given, False)
        if declared is not None and declared.kind in ("variable", "parameter") and not declared.type.layers:
            return ir.Opaque(
                span, tuple(self.expression(each) for each in given)
            )  # what it uses its declaration spoils
        if self.typing.scopes.names.get(name) is not None and declared is not None and declared.kind == "function":
            return self._of_function(node, declared)
        if name in library().passes and len(given) == 1:
            return self.expression(given[0])
        if name == "swap" and len(given) == 2:
            return self._exchanged(given, span)
        if name in library().algorithms:
            return algorithm(self, node, given)
        if text_of(function).startswith("std::") and not is_known(name):
            return ir.Opaque(span, tuple(self.expression(each) for each in given))
        return super().call(node)

    def _of_base(self, owner: Class, function: Node, name: str) -> Class | None:
        """The class whose function `Base::step` names in a method of ``owner``."""
        classes = self.scopes.classes
        named = classes.of(text_of(function.child_by_field_name("scope")))
        is_own = named is not None and any(each.name == named.name for each in lineage(classes, owner))
        return declaring(classes, named, name) if is_own else None

    def _exchanged(self, given: list[Node], span: Span) -> Expr:
        """What `std::swap` does: assignments, where no memory changes its owner."""
        first, second = (self.expression(each) for each in given)
        kind = self.type_of(given[0])
        if kind.is_pointer or (not kind.layers and layout.base_size(kind.base) is not None):
            return ir.Binary(span, ",", ir.Assign(span, first, "", second), ir.Assign(span, second, "", first))
        parts = tuple(ir.AddressOf(part.span, part) for part in (first, second))
        return ir.Call(span, EXCHANGE, None, parts)

    def _of_function(self, node: Node, declared: object) -> Expr:
        """A function that returns a reference gives an address."""
        plain = super().call(node)
        kind = getattr(declared, "type", Type())
        if isinstance(plain, ir.Call) and kind.layers[:2] == ("()", "&"):
            return ir.Deref(self.span(node), plain)
        return plain

    def _member_call(self, node: Node, function: Node, given: list[Node]) -> Expr:
        argument, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
        if argument is None:
            return super().call(node)
        arrow = is_arrow(function)
        kind = self.type_of(argument)
        if arrow:
            kind = self.plain(kind.element()) if kind.is_pointer else CType("")
        owner = self.expression(argument)
        name = text_of(field)
        if kind.is_pointer and not arrow and name == "get" and not given:  # of a smart pointer
            return owner
        if is_container(kind):
            place: Expr = _direct(ir.Deref(self.span(argument), owner)) if arrow else owner
            return of_container(self, node, place, kind, name, given)
        known = declaring(self.scopes.classes, self.class_of(kind), name)
        if known is not None:
            return self._method(node, known, name, owner, given, arrow)
        return super().call(node)

    def _method(
        self,
        node: Node,
        owner: Class | None,
        name: str,
        place: Expr,
        given: list[Node],
        arrow: bool,
        by_object: bool = True,
    ) -> Expr:
        """A call with the object as first argument; ``by_object``: its class decides where the function is virtual."""
        span = self.span(node)
        if owner is None:
            return ir.Opaque(span, (place, *(self.expression(each) for each in given)))
        by_object = by_object and is_virtual(self.scopes.classes, owner, name)
        first = _direct(ir.Deref(span, place)) if arrow else place
        arguments = (first, *(self.expression(each) for each in given))
        call = ir.Call(span, f"{owner.name}::{name}/{len(arguments)}", None, arguments, by_object)
        bodies = [each for each in self.scopes.classes.methods(owner, name) if len(parameter_nodes(each)) == len(given)]
        bodies = [each for each in bodies if not _is_const(each)] or bodies
        returned = owner.returns.get(name)
        reference = (
            any(_returns_reference(each) for each in bodies)
            if bodies
            else returned is not None and returned.layers[:1] == ("&",)
        )
        return ir.Deref(span, call) if reference else call


class _FixedClasses(ClassLowering):
    """Lowers an expression that stands elsewhere than in the file: every place is that of the whole."""

    def __init__(self, around: ClassLowering, span: Span) -> None:
        super().__init__(around.outline, around.own)
        self.depth, self.left = around.depth + 1, around.left
        self._place = span
        self.__dict__["unit"] = around.unit
        self.typing = ObjectTyping(around.scopes, span.start)
        self.typing.owner = around.typing.owner

    def span(self, node: Node) -> Span:
        return self._place


def _direct(node: Expr) -> Expr:
    """What the address of a place leads to is that place."""
    return node.pointer.place if isinstance(node, ir.Deref) and isinstance(node.pointer, ir.AddressOf) else node


def _is_const(node: Node) -> bool:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator") or (
            declarator.named_children[-1] if declarator.named_children else None
        )
    return declarator is not None and any(text_of(child) == "const" for child in declarator.children)


def _returns_reference(node: Node) -> bool:
    declarator = node.child_by_field_name("declarator")
    return declarator is not None and declarator.type == "reference_declarator"


def _index_of(node: Node) -> Node | None:
    index, several = node.child_by_field_name("index"), node.child_by_field_name("indices")
    if index is None and several is not None and several.named_child_count == 1:
        return several.named_children[0]
    return index


_OWN_STATEMENTS: dict[str, Callable[[ClassLowering, Node], Stmt]] = {
    "compound_statement": ClassLowering.compound,
    "declaration": ClassLowering.declaration,
    "for_range_loop": ClassLowering.range_for,
    "return_statement": ClassLowering.return_,
}
_OWN_EXPRESSIONS: dict[str, Callable[[ClassLowering, Node], Expr]] = {
    "identifier": ClassLowering.name,
    "this": ClassLowering.this,
    "lambda_expression": ClassLowering.closure,
    "assignment_expression": ClassLowering.assignment,
    "pointer_expression": ClassLowering.pointer,
    "field_expression": ClassLowering.member,
    "subscript_expression": ClassLowering.subscript,
    "call_expression": ClassLowering.call,
    "new_expression": ClassLowering.new,
    "delete_expression": ClassLowering.delete,
}
