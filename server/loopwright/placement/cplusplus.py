"""C++ as the statements that placement follows.

A method is a function of its object, a container a struct of a pointer and a size: `v[i]` is an element behind `v.data()`, `g.at(i)` a
call of `Grid::at` with the address of `g`; what is returned by reference is an address that is followed. Constructors and destructors
are called where they run. What has no rule here stays opaque, and what it uses is not placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from tree_sitter import Node

from loopwright.dependence.calls import argument_nodes, name_of
from loopwright.lang.classes import Class, descendants
from loopwright.lang.declarators import parameter_nodes, read_declarator, read_type
from loopwright.lang.expressions import Typing
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.openacc.inactive import inactive
from loopwright.placement.containers import (
    DATA,
    SIZE,
    element_type,
    is_container,
    is_owner,
    is_sized,
    owned_paths,
    pointer_name,
)
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.library import is_known
from loopwright.residence.lower import Lowering
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

CONTAINER, EXCHANGE, MOVED = "container", "exchange", "moved container"
_FIRST = frozenset(("data", "begin", "cbegin", "get"))
_ENDS = frozenset(("end", "cend"))
_SIZES = frozenset(("size", "length"))
_GROWING = frozenset(
    ("push_back", "emplace_back", "pop_back", "clear", "insert", "erase", "reserve", "shrink_to_fit", "emplace", "assign", "resize",
     "reset", "release", "append_range", "swap")
)  # fmt: skip
_ALGORITHMS = frozenset(
    ("fill", "copy", "transform", "accumulate", "reduce", "transform_reduce", "inner_product", "iota", "sort", "stable_sort", "min_element",
     "max_element", "minmax_element", "count", "count_if", "find", "find_if", "fill_n", "copy_n", "partial_sum", "adjacent_difference",
     "reverse", "generate", "for_each", "all_of", "any_of", "none_of", "equal", "lower_bound", "upper_bound", "distance", "nth_element")
)  # fmt: skip
_PASSED = frozenset(("move", "forward", "as_const", "ref", "cref"))


class ObjectTyping(Typing):
    """With elements and methods of containers, and members in methods."""

    owner: Class | None = None

    def _type(self, node: Node) -> Type:
        if node.type == "subscript_expression":
            array = self._part(node, "argument")
            element = element_type(array.base) if not array.layers else None
            if element is not None:
                return element
        if node.type == "call_expression":
            found = self._of_container(node)
            if found is not None:
                return found
        if node.type == "this" and self.owner is not None:
            return Type(self.owner.name).pointed_at()
        if node.type == "identifier" and self.declaration_of(node) is None and self.owner is not None:
            member = self.scopes.classes.member(self.owner, text_of(node))
            if member is not None:
                return member.type
        return super()._type(node)

    def _of_container(self, node: Node) -> Type | None:
        function = node.child_by_field_name("function")
        if function is None:
            return None
        if function.type == "field_expression":
            owner = self._part(function, "argument")
            element = element_type(owner.base) if not owner.layers else None
            name = text_of(function.child_by_field_name("field"))
            if element is not None:
                if name in ("at", "front", "back"):
                    return element
                return element.pointed_at() if name in _FIRST | _ENDS else Type("size_t") if name in _SIZES else None
        if function.type in ("identifier", "qualified_identifier") and name_of(function) in _PASSED:
            given = argument_nodes(node)
            return self.type_of(given[0]) if len(given) == 1 else None
        if function.type == "identifier":
            known = self.scopes.expanded(self.type_of(function))
            callable_ = self.scopes.classes.of(known.base) if not known.layers and known.base else None
            if callable_ is not None and "operator()" in callable_.declared:
                given_back = callable_.returns.get("operator()")
                return given_back.referred() if given_back is not None else Type("")
            if self.owner is not None and text_of(function) in self.owner.declared:
                returned = self.owner.returns.get(text_of(function))
                return returned.referred() if returned is not None else Type("")
        return None


class ClassLowering(Lowering):
    """One file of C++."""

    def __init__(self, outline: Outline, own: bool) -> None:
        super().__init__(outline, own)
        self.scopes: Scopes = scopes_of(outline)
        self.typing = ObjectTyping(self.scopes)
        self._by_reference = False

    @cached_property
    def functions(self) -> dict[str, Node]:
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
        return {name: nodes[0] for name, nodes in chosen.items() if len(nodes) == 1}

    def function(self, name: str, node: Node) -> ir.Function:
        """With its object as first parameter."""
        owner = self.scopes.classes.around(node)
        before, self.typing.owner = self.typing.owner, owner
        self._by_reference = _returns_reference(node)
        lowered = super().function(name, node)
        self._by_reference = False
        if owner is not None:
            first = ir.Parameter("this", CType(owner.name, ("&",)))
            whole = lowered.body
            if isinstance(whole, ir.Block):
                whole = ir.Block(whole.span, (*self._initializers(owner, node), *whole.items))
            lowered = ir.Function(
                name, lowered.span, lowered.end, lowered.static, (first, *lowered.parameters), whole, lowered.own
            )
        self.typing.owner = before
        return lowered

    # Types

    def type_of(self, node: Node) -> CType:
        """The type of an expression, with what its names stand for."""
        return self._as_ctype(self.typing.type_of(node))

    def _as_ctype(self, known: Type) -> CType:
        layers: tuple[ir.Layer, ...] = tuple(
            "*" if layer == "*" else "&" if layer == "&" else None for layer in known.layers
        )
        return layout.expanded(self.scopes, CType(known.base.removeprefix("struct "), layers))

    def _class_of(self, kind: CType) -> Class | None:
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
                    ends += self._destroyed(ir.Name(part.span, part.name), self._plain(part.type), part.span)
        return ir.Block(self.span(node), (*items, *reversed(ends)))

    def _plain(self, kind: CType) -> CType:
        return layout.expanded(self.scopes, kind)

    def _destroyed(self, place: Expr, kind: CType, span: Span) -> list[Stmt]:
        known = self._class_of(kind)
        if known is None or is_container(kind) or kind.static:
            return []
        if "destructor" in known.special:
            call = ir.Call(span, f"{known.name}::~{known.name}/1", None, (place,))
            return [ir.Evaluate(span, call)]
        found: list[Stmt] = []
        for member in known.members.values():
            if not member.type.layers:
                inner = self._as_ctype(member.type)
                found += self._destroyed(ir.Member(span, place, member.declaration.name, False), inner, span)
        return found

    def declaration(self, node: Node) -> Stmt:
        found: list[Stmt] = []
        for declarator in node.children_by_field_name("declarator"):
            special = self._declared(node, declarator)
            if special is None:
                return super().declaration(node)
            found += special
        if not found:
            return super().declaration(node)
        return found[0] if len(found) == 1 else ir.Block(self.span(node), tuple(found), scoped=False)

    def _declared(self, node: Node, declarator: Node) -> list[Stmt] | None:
        """A container or an object of a class."""
        is_set = declarator.type == "init_declarator"
        inner = declarator.child_by_field_name("declarator") if is_set else declarator
        value = declarator.child_by_field_name("value") if is_set else None
        if inner is None or "structured_binding" in inner.type:
            return None
        span = self.span(declarator)
        if inner.type == "function_declarator":  # `Matrix a(rows, columns);`
            name = text_of(inner.child_by_field_name("declarator"))
            said = read_declarator(inner)
            kind = self._plain(CType(text_of(node.child_by_field_name("type"))))
            if not said.is_function or (self._class_of(kind) is None and not is_container(kind)):
                return None
            place, declare = ir.Name(span, name), ir.Declare(span, name, kind, None)
            call = self.expression_of(f"made_of{text_of(inner.child_by_field_name('parameters'))}", span)
            given = list(call.arguments) if isinstance(call, ir.Call) else []
            alone = self._named_alone(inner)
            if alone is not None and _is_same(alone, kind):
                return [declare, *self._copied_from(place, kind, given[0], span)]
            if alone is not None and (alone.layers or self._class_of(alone) is not None or is_container(alone)):
                return [declare, ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
            return [declare, *self._constructed(place, kind, given, span)]
        name, known = read_type(inner, node)
        kind = self._type(known, declarator)
        if kind.base == "auto" and not kind.layers and value is not None:
            kind = self.type_of(value)
        plain = self._plain(kind)
        if plain.layers or kind.static or (self._class_of(plain) is None and not is_container(plain)):
            return None
        kind = plain._replace(static=kind.static, const=kind.const)
        place = ir.Name(span, name)
        declare = ir.Declare(span, name, kind, None)
        if value is None:
            return [declare, *self._constructed(place, kind, [], span)]
        if value.type in ("argument_list", "initializer_list"):
            given_nodes = [child for child in value.named_children if child.type != "comment"]
            known_class = self._class_of(kind)
            if (
                value.type == "initializer_list"
                and known_class is not None
                and "constructor" not in known_class.special
            ):
                return None  # its members in order
            if value.type == "initializer_list" and is_container(kind):
                parts = tuple(self.expression(child) for child in given_nodes)
                return [declare, ir.Evaluate(span, ir.Opaque(span, parts)), self._filled(place, kind, None, span)]
            if len(given_nodes) == 1 and _is_same(self.type_of(given_nodes[0]), kind):
                return [declare, *self._copied(place, kind, given_nodes[0], span)]
            return [
                declare,
                *self._constructed(place, kind, [self.expression(child) for child in given_nodes], span, given_nodes),
            ]
        return [declare, *self._copied(place, kind, value, span)]

    def _copied(self, place: Expr, kind: CType, value: Node, span: Span) -> list[Stmt]:
        """A new object that gets the value of an expression."""
        while value.type == "parenthesized_expression" and value.named_child_count == 1:
            value = value.named_children[0]
        function = value.child_by_field_name("function") if value.type == "call_expression" else None
        if function is not None:
            called = name_of(function)
            if called == kind.base.split("::")[-1].split("<")[0]:  # `Matrix a = Matrix(3)`
                given = argument_nodes(value)
                return self._constructed(place, kind, [self.expression(child) for child in given], span, given)
            if called == "make_unique" and is_container(kind):
                given = argument_nodes(value)
                count = self.expression(given[0]) if len(given) == 1 else None
                return [self._filled(place, kind, count, span)]
            lowered = self.expression(value)
            if isinstance(lowered, ir.Call):
                return [ir.Evaluate(span, ir.Assign(span, place, "", lowered))]
            if called in _PASSED:  # what it had is moved
                return [ir.Evaluate(span, ir.Opaque(span, (place, lowered)))]
            return self._copied_from(place, kind, lowered, span)
        return self._copied_from(place, kind, self.expression(value), span)

    def _named_alone(self, declarator: Node) -> CType | None:
        """The type of the one variable that stands in the brackets, where nothing else does."""
        listed = declarator.child_by_field_name("parameters")
        inside = listed.named_children if listed is not None else []
        if (
            len(inside) != 1
            or inside[0].named_child_count != 1
            or inside[0].named_children[0].type != "type_identifier"
        ):
            return None
        found = self.scopes.lookup(text_of(inside[0]), declarator.start_byte)
        known = found.type if found is not None and found.kind in ("variable", "parameter") else None
        if known is None and self.typing.owner is not None:
            member = self.scopes.classes.member(self.typing.owner, text_of(inside[0]))
            known = member.type if member is not None else None
        return self._as_ctype(known.referred()) if known is not None else CType("unknown", ("*",))

    def _copied_from(self, place: Expr, kind: CType, source: Expr, span: Span) -> list[Stmt]:
        owned = owned_paths(self.scopes, kind.base)
        if owned == []:
            return [ir.Evaluate(span, ir.Assign(span, place, "", source))]
        if is_container(kind) and is_owner(kind) and is_sized(kind.base) and isinstance(source, (ir.Name, ir.Member)):
            size = ir.Member(span, source, SIZE, False)
            read = ir.Index(span, ir.Member(span, source, DATA, False), ir.Opaque(span, quiet=True))
            return [
                ir.Evaluate(span, read),
                self._filled(place, kind, size, span),
                *self._sized(place, kind, size, span),
            ]
        return [ir.Evaluate(span, ir.Opaque(span, (source, place)))]

    def _constructed(
        self, place: Expr, kind: CType, given: list[Expr], span: Span, nodes: list[Node] | None = None
    ) -> list[Stmt]:
        """The constructor that runs for an object."""
        if is_container(kind):
            return self._made(place, kind, given, span, nodes)
        known = self._class_of(kind)
        if known is None:
            return []
        if "constructor" in known.special:
            call = ir.Call(span, f"{known.name}::{known.name}/{len(given) + 1}", None, (place, *given))
            return [ir.Evaluate(span, call)]
        if given:
            return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
        found: list[Stmt] = []
        for member in known.members.values():
            if not member.type.layers:
                inner = ir.Member(span, place, member.declaration.name, False)
                found += self._constructed(inner, self._as_ctype(member.type), [], span)
        return found

    def _made(self, place: Expr, kind: CType, given: list[Expr], span: Span, nodes: list[Node] | None) -> list[Stmt]:
        """A container that gets its elements."""
        if not given:
            return []
        if not is_owner(kind):  # a span of something
            node = nodes[0] if nodes else None
            source = self.type_of(node) if node is not None else CType("")
            start = self._start_of(given[0], source)
            if start is None:
                return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
            pointer = ir.Member(span, place, pointer_name(kind.base), False)
            size = given[1] if len(given) > 1 else ir.Member(span, given[0], SIZE, False)
            return [ir.Evaluate(span, ir.Assign(span, pointer, "", start)), *self._sized(place, kind, size, span)]
        element = element_type(kind.base)
        of_classes = element is None or owned_paths(self.scopes, element.base) != []
        if pointer_name(kind.base) != DATA:  # `std::unique_ptr<double[]> p(new double[n])`
            call = given[0]
            if isinstance(call, ir.Call) and call.name == "new[]":
                return [self._set(place, kind, ir.Call(span, CONTAINER, None, call.arguments), span)]
            return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
        if of_classes or len(given) > 2:
            return [ir.Evaluate(span, ir.Opaque(span, tuple(given))), self._filled(place, kind, None, span)]
        kinds = [self.type_of(node) for node in nodes or []]
        if any(each.layers or not (layout.base_size(each.base) or not each.base) for each in kinds):
            iterators = [self._touched(part, span) for part in given]
            return [*iterators, self._filled(place, kind, None, span)]
        if not self._is_count(given[0]):
            return [ir.Evaluate(span, ir.Opaque(span, tuple(given))), self._filled(place, kind, None, span)]
        value = given[1] if len(given) > 1 else ir.Number(span, 0)
        return [self._filled(place, kind, given[0], span, value), *self._sized(place, kind, given[0], span)]

    def _is_count(self, node: Expr) -> bool:
        """Whether an expression is an integer for certain: what else a container is made of it copies or goes through."""
        if isinstance(node, (ir.Number, ir.SizeOf)):
            return True
        if isinstance(node, ir.Cast):
            return layout.is_integer(self._plain(node.type))
        if isinstance(node, ir.Binary):
            return self._is_count(node.left) and self._is_count(node.right)
        if isinstance(node, ir.Unary):
            return self._is_count(node.value)
        if isinstance(node, ir.Conditional):
            return self._is_count(node.first) and self._is_count(node.second)
        if isinstance(node, ir.Name):
            found = self.scopes.lookup(node.name, node.span.start)
            return found is not None and layout.is_integer(self._as_ctype(found.type.referred()))
        if isinstance(node, ir.Member):
            members = [known.members.get(node.name) for known in self.scopes.classes.known.values()]
            kinds = {self._as_ctype(member.type) for member in members if member is not None}
            return node.name == SIZE or (bool(kinds) and all(layout.is_integer(kind) for kind in kinds))
        if isinstance(node, ir.Call):
            if "::" not in node.name:
                return node.name in ("atoi", "atol", "strlen")
            owner, method = node.name.split("/")[0].split("::", 1)
            known = self.scopes.classes.of(owner)
            given_back = known.returns.get(method) if known is not None else None
            return given_back is not None and layout.is_integer(self._as_ctype(given_back.referred()))
        return False

    def _start_of(self, given: Expr, kind: CType) -> Expr | None:
        if is_container(kind):
            return ir.Member(given.span, given, pointer_name(kind.base), False)
        return given if kind.is_pointer or kind.is_array else None

    def _filled(
        self, place: Expr, kind: CType, count: Expr | None, span: Span, value: Expr | None = None
    ) -> ir.Evaluate:
        """Fresh memory for ``count`` elements, all of one ``value`` where that is given."""
        element = element_type(kind.base)
        base = self._as_ctype(element) if element is not None else CType("")
        size = ir.SizeOf(span, base, None)
        total: tuple[Expr, ...] = (ir.Binary(span, "*", count, size),) if count is not None else ()
        if value is not None:
            total = (*total, value)
        return self._set(place, kind, ir.Call(span, CONTAINER, None, total), span)

    def _set(self, place: Expr, kind: CType, value: Expr, span: Span) -> ir.Evaluate:
        return ir.Evaluate(span, ir.Assign(span, ir.Member(span, place, pointer_name(kind.base), False), "", value))

    def _sized(self, place: Expr, kind: CType, size: Expr, span: Span) -> list[ir.Evaluate]:
        if not is_sized(kind.base):
            return []
        return [ir.Evaluate(span, ir.Assign(span, ir.Member(span, place, SIZE, False), "", size))]

    def _touched(self, pointer: Expr, span: Span) -> Stmt:
        """What a function of the library does with what it gets the beginning of."""
        element = ir.Index(span, pointer, ir.Opaque(span, quiet=True))
        return ir.Evaluate(span, ir.Assign(span, element, "", ir.Index(span, pointer, ir.Opaque(span, quiet=True))))

    def _initializers(self, owner: Class, node: Node) -> Iterator[Stmt]:
        """What a constructor does before its body."""
        if name_of(_declared_name(node)) != owner.name:
            return
        listed = next((child for child in node.named_children if child.type == "field_initializer_list"), None)
        set_here: set[str] = set()
        this = ir.Name(self.span(node), "this")
        for each in listed.named_children if listed is not None else []:
            if each.type != "field_initializer" or each.named_child_count < 2:
                continue
            name, arguments = text_of(each.named_children[0]), each.named_children[-1]
            nodes = [child for child in arguments.named_children if child.type != "comment"]
            given = [self.expression(child) for child in nodes]
            span = self.span(each)
            member = owner.members.get(name)
            if member is None:
                yield ir.Evaluate(span, ir.Opaque(span, (this, *given)))
                continue
            set_here.add(name)
            place = ir.Member(span, this, name, False)
            kind = self._as_ctype(member.type)
            if is_container(kind) or self._class_of(kind) is not None:
                if len(nodes) == 1 and _is_same(self.type_of(nodes[0]), kind):
                    yield from self._copied(place, kind, nodes[0], span)
                else:
                    yield from self._constructed(place, kind, given, span, nodes)
            elif member.type.layers[:1] == ("&",) or member.type.is_array:
                yield ir.Evaluate(span, ir.Opaque(span, tuple(given)))
            elif given:
                yield ir.Evaluate(span, ir.Assign(span, place, "", given[0]))
        for name, member in owner.members.items():
            kind = self._as_ctype(member.type)
            if name not in set_here and not kind.layers and self._class_of(kind) is not None:
                yield from self._constructed(ir.Member(self.span(node), this, name, False), kind, [], self.span(node))

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
        own = self._type(known, node)
        if own.base == "auto":
            inner = element_type(kind.base) if is_container(kind) else None
            base = self._as_ctype(inner) if inner is not None else kind.element()
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
        return super().name(node)

    def closure(self, node: Node) -> Expr:
        """A lambda may use all that it names whenever it is called."""
        names = [each for each in descendants(node) if each.type in ("identifier", "this")]
        parts = [ir.Name(self.span(node), "this") if each.type == "this" else self.name(each) for each in names]
        return ir.Opaque(self.span(node), tuple(parts))

    def this(self, node: Node) -> Expr:
        """The object of a method is a reference here."""
        return ir.AddressOf(self.span(node), ir.Name(self.span(node), "this"))

    def pointer(self, node: Node) -> Expr:
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "this" and node.children[0].type == "*":
            return ir.Name(self.span(node), "this")
        return super().pointer(node)

    def member(self, node: Node) -> Expr:
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "this":
            name = text_of(node.child_by_field_name("field"))
            return ir.Member(self.span(node), ir.Name(self.span(argument), "this"), name, False)
        return super().member(node)

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
        if self._class_of(kind) is not None:
            return self._method(node, self._class_of(kind), "operator[]", self.expression(argument), [index], False)
        return super().subscript(node)

    def call(self, node: Node) -> Expr:
        function = node.child_by_field_name("function")
        given = argument_nodes(node)
        if function is None:
            return super().call(node)
        if function.type == "field_expression":
            return self._member_call(node, function, given)
        if function.type not in ("identifier", "qualified_identifier", "template_function"):
            return super().call(node)
        name, owner = name_of(function), self.typing.owner
        span = self.span(node)
        declared = self.typing.declaration_of(function) if function.type == "identifier" else None
        if owner is not None and declared is None and function.type == "identifier" and name in owner.declared:
            return self._method(node, owner, name, ir.Name(span, "this"), given, False)
        if function.type == "identifier":
            kind = self.type_of(function)
            callable_ = self._class_of(kind)
            if callable_ is not None and "operator()" in callable_.declared:
                return self._method(node, callable_, "operator()", self.name(function), given, False)
        if declared is not None and declared.kind in ("variable", "parameter") and not declared.type.layers:
            return ir.Opaque(
                span, tuple(self.expression(each) for each in given)
            )  # what it uses its declaration spoils
        if self.typing.scopes.names.get(name) is not None and declared is not None and declared.kind == "function":
            return self._of_function(node, declared)
        if name in _PASSED and len(given) == 1:
            return self.expression(given[0])
        if name == "swap" and len(given) == 2:
            parts = tuple(ir.AddressOf(self.span(each), self.expression(each)) for each in given)
            return ir.Call(span, EXCHANGE, None, parts)
        if name in _ALGORITHMS:
            return self._algorithm(node, given)
        if text_of(function).startswith("std::") and not is_known(name):
            return ir.Opaque(span, tuple(self.expression(each) for each in given))
        return super().call(node)

    def _of_function(self, node: Node, declared: object) -> Expr:
        """A function that returns a reference gives an address."""
        plain = super().call(node)
        kind = getattr(declared, "type", Type())
        if isinstance(plain, ir.Call) and kind.layers[:2] == ("()", "&"):
            return ir.Deref(self.span(node), plain)
        return plain

    def _algorithm(self, node: Node, given: list[Node]) -> Expr:
        """A function of the library that reads and writes what it gets iterators of."""
        span = self.span(node)
        parts: list[Expr] = []
        for each in given:
            lowered = self.expression(each)
            if self.type_of(each).is_pointer:
                touched = self._touched(lowered, span)
                assert isinstance(touched, ir.Evaluate)
                parts.append(touched.value)
            else:
                parts.append(lowered)
        result: Expr = ir.Opaque(span, quiet=True)
        for part in parts:
            result = ir.Binary(span, ",", part, result)
        return result

    def _member_call(self, node: Node, function: Node, given: list[Node]) -> Expr:
        argument, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
        if argument is None:
            return super().call(node)
        arrow = any(child.type == "->" for child in function.children)
        kind = self.type_of(argument)
        if arrow:
            kind = self._plain(kind.element()) if kind.is_pointer else CType("")
        owner = self.expression(argument)
        name = text_of(field)
        if is_container(kind):
            place: Expr = ir.Deref(self.span(argument), owner) if arrow else owner
            return self._of_container(node, place, kind, name, given)
        known = self._class_of(kind)
        if known is not None and name in known.declared:
            return self._method(node, known, name, owner, given, arrow)
        return super().call(node)

    def _method(self, node: Node, owner: Class | None, name: str, place: Expr, given: list[Node], arrow: bool) -> Expr:
        """A call with the object as first argument."""
        span = self.span(node)
        if owner is None or owner.virtual & {name}:
            return ir.Opaque(span, (place, *(self.expression(each) for each in given)))
        first = ir.Deref(span, place) if arrow else place
        arguments = (first, *(self.expression(each) for each in given))
        call = ir.Call(span, f"{owner.name}::{name}/{len(arguments)}", None, arguments)
        bodies = [each for each in self.scopes.classes.methods(owner, name) if len(parameter_nodes(each)) == len(given)]
        bodies = [each for each in bodies if not _is_const(each)] or bodies
        returned = owner.returns.get(name)
        reference = (
            any(_returns_reference(each) for each in bodies)
            if bodies
            else returned is not None and returned.layers[:1] == ("&",)
        )
        return ir.Deref(span, call) if reference else call

    def _of_container(self, node: Node, place: Expr, kind: CType, name: str, given: list[Node]) -> Expr:
        span = self.span(node)
        start = ir.Member(span, place, pointer_name(kind.base), False)
        size = ir.Member(span, place, SIZE, False)
        if name in _FIRST and not given:
            return start
        if name in _SIZES and not given:
            return size
        if name == "empty":
            return ir.Unary(span, "!", size)
        if name in _ENDS:
            return ir.Binary(span, "+", start, size)
        if name == "at" and len(given) == 1:
            return ir.Index(span, start, self.expression(given[0]))
        if name in ("front", "back") and not given:
            return ir.Index(span, start, ir.Number(span, 0) if name == "front" else ir.Opaque(span, quiet=True))
        if name == "swap" and len(given) == 1:
            other = ir.AddressOf(span, self.expression(given[0]))
            return ir.Call(span, EXCHANGE, None, (ir.AddressOf(span, place), other))
        if name in _GROWING:
            return self._grown(node, place, kind, name, given)
        return ir.Opaque(span, (start, *(self.expression(each) for each in given)))

    def _grown(self, node: Node, place: Expr, kind: CType, name: str, given: list[Node]) -> Expr:
        """A container whose elements may lie elsewhere afterwards."""
        span = self.span(node)
        element = element_type(kind.base)
        inner = self._as_ctype(element) if element is not None else CType("")
        start = ir.Member(span, place, pointer_name(kind.base), False)
        values = [self.expression(each) for each in given]
        if name == "reset" and len(values) == 1 and isinstance(values[0], ir.Call) and values[0].name == "new[]":
            return ir.Assign(span, start, "", ir.Call(span, CONTAINER, None, values[0].arguments))
        plain = owned_paths(self.scopes, inner.base) == [] and inner.base != ""
        if name in ("resize", "assign") and plain and given and not self.type_of(given[0]).layers:
            if not self._is_count(values[0]):
                return ir.Opaque(span, (start, *values))
            value = values[1] if len(values) > 1 else ir.Number(span, 0)
            result: Expr = ir.Call(span, MOVED, None, (start,))
            for part in (*self._sized(place, kind, values[0], span), self._filled(place, kind, values[0], span, value)):
                result = ir.Binary(span, ",", result, part.value)
            return result
        grown: Expr = ir.Assign(span, start, "", ir.Call(span, CONTAINER, None, ()))
        moved = ir.Binary(span, ",", ir.Call(span, MOVED, None, (start,)), grown)
        known = self._class_of(inner)
        if known is not None and name == "emplace_back" and "constructor" in known.special:
            made = ir.Index(span, start, ir.Opaque(span, quiet=True))
            call = ir.Call(span, f"{known.name}::{known.name}/{len(values) + 1}", None, (made, *values))
            return ir.Binary(span, ",", moved, call)
        if plain:
            for value in values:
                moved = ir.Binary(span, ",", moved, value)
            return moved
        if not values:
            return moved
        return ir.Binary(span, ",", moved, ir.Opaque(span, (start, *values)))


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


def _is_same(first: CType, second: CType) -> bool:
    return bool(first.base) and (first.base, first.layers) == (second.base, second.layers)


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


def _declared_name(node: Node) -> Node:
    declarator = node.child_by_field_name("declarator")
    named = read_declarator(declarator).node if declarator is not None else None
    return named if named is not None else node


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
}
