"""Syntax tree → the statements that the flow of data follows. Only this module sees the parser's nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from loopwright.dependence.walk.calls import argument_nodes, name_of
from loopwright.lang.classes import Classes, descendants
from loopwright.lang.constants import with_arguments
from loopwright.lang.declarators import parameter_nodes, read_type, type_of_descriptor
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import ClauseNode, Item, Variable
from loopwright.openacc.spec import clauses_of_variables
from loopwright.residence import ir
from loopwright.residence.aggregates import members_set
from loopwright.residence.directives import directives_around
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.layout import expanded
from loopwright.residence.scan import everything_in
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.source.tokens import Token
from loopwright.source.tokens import text_of as tokens_text

DATA = clauses_of_variables("data")
_MOST_MACROS = 6
_MOST_EXPANSIONS = 200  # within one that stands in the file: macros that name macros grow as fast as anybody likes
_LONGEST_TEXT = 2000
_MOST_BASES = 8  # one below the other
_NAMES = ("identifier", "qualified_identifier", "template_function")
_NAMED_ELSEWHERE = ("field_identifier", "type_identifier")  # functions of classes, and classes with constructors
_NAMED = ("identifier", "this", *_NAMED_ELSEWHERE)
_QUIET = frozenset(("string_literal", "concatenated_string", "char_literal", "comment", "type_descriptor", "raw_string_literal", "nullptr",
                    "true", "false", "null", "this"))  # fmt: skip


class Lowering:
    """One file or header. Functions are lowered when they are asked for."""

    depth = 0  # of macros that are expanded

    def __init__(self, outline: Outline, own: bool) -> None:
        self.outline, self.own = outline, own
        self.left = [_MOST_EXPANSIONS]  # to be expanded within the outermost macro, which all within share

    @cached_property
    def functions(self) -> dict[str, Node]:
        """Name → definition; names that are defined more than once are left out."""
        found: dict[str, list[Node]] = {}
        for function in self.outline.functions:
            if function.kind == "host" and not inactive(self.outline).__contains__(function.span.start):
                for definition in self.outline.definitions(function.name.split("::")[-1]):
                    if definition.outline is self.outline and definition.function.span == function.span:
                        found.setdefault(function.name, []).append(definition.node)
        return {name: nodes[0] for name, nodes in found.items() if len(nodes) == 1}

    def function(self, name: str, node: Node) -> ir.Function:
        """The whole of one function."""
        body = node.child_by_field_name("body")
        parameters = []
        for parameter in parameter_nodes(node):
            declarator = parameter.child_by_field_name("declarator")
            known = read_type(declarator, parameter) if declarator is not None else ("", Type())
            kind = self.declared_type(known[1], parameter)
            if kind.is_array:
                kind = kind._replace(layers=("*", *kind.layers[1:]))
            parameters.append(ir.Parameter(known[0], kind))
        static = any(text_of(child) == "static" for child in node.children)
        is_shown = body is not None and not self.outline.source.hides_code_in(_span(node))
        lowered = self.statement(body) if body is not None and is_shown else self.unread(node)
        end = Span(max(node.start_byte, node.end_byte - 1), node.end_byte)
        return ir.Function(
            name, _span(node), end, static, tuple(parameters), lowered, self.own, self.type_given_by(node)
        )

    def type_given_by(self, function: Node) -> CType:
        """What a function returns."""
        declarator = function.child_by_field_name("declarator")
        return self.declared_type(read_type(declarator, function)[1], function) if declarator is not None else CType("")

    # Directives

    @cached_property
    def unit(self) -> Unit:
        """The file's directives and declarations."""
        return Unit(self.outline)

    def _directive(self, construct: Construct, body: Stmt | None) -> ir.Directive:
        node = construct.node
        items: list[ir.DataItem] = []
        private: set[str] = set()
        reduced: set[str] = set()
        readable = node.name is not None and not any(p.code.startswith("LW1") for p in node.slips)
        condition: Expr | None = None
        queue: ir.Queue | None = None
        waits: list[ir.Wait] = []
        for clause in node.clauses:
            if clause.name in DATA:
                if clause.name == "self" and node.name != "update":
                    condition = (
                        None if not clause.items else ir.Unary(clause.span, "!", self._tokens(clause.items[0].tokens))
                    )
                    if condition is None:
                        readable = False
                    continue
                for item in clause.items:
                    if item.variable is None:
                        readable = False
                    else:
                        items.append(self._item(clause, item, item.variable, bool(construct.pragma.macro)))
            elif clause.name in ("private", "firstprivate"):
                private.update(v.name for v in clause.variables)
            elif clause.name == "reduction":
                reduced.update(v.name for v in clause.variables)
            elif clause.name == "if" and clause.items and not self._asks_for_iterations(construct, clause.items[0]):
                condition = self._tokens(clause.items[0].tokens)
            elif clause.name == "async":
                queue = ir.Queue(self._tokens(clause.items[0].tokens) if clause.items else None)
            elif clause.name == "wait":
                waits.append(ir.Wait(tuple(self._tokens(item.tokens) for item in clause.items)))
        if node.name == "wait":
            given = node.argument.items if node.argument else ()
            waits.append(ir.Wait(tuple(self._tokens(item.tokens) for item in given)))
        default = node.clause("default")
        return ir.Directive(
            construct.pragma.span,
            node.name or "",
            tuple(items),
            condition,
            queue,
            tuple(waits),
            default.items[0].text if default is not None and default.items else "",
            frozenset(private),
            frozenset(reduced),
            node.clause("if_present") is not None,
            node.clause("finalize") is not None,
            readable,
            body,
        )

    def _asks_for_iterations(self, construct: Construct, item: Item) -> bool:
        """Whether a condition is that of the loop before its first iteration: where it does not hold, the host has nothing to do."""
        statement = construct.statement
        loop = self.outline.loop_starting_at(statement.start_byte) if statement is not None else None
        test = loop.header.first_test if loop is not None else None
        return test is not None and "".join(item.text.split()) == "".join(test.split())

    def _item(self, clause: ClauseNode, item: Item, variable: Variable, in_macro: bool) -> ir.DataItem:
        first = variable.subscripts[0].span.start if variable.subscripts else variable.span.end
        text = self.outline.source.slice(Span(variable.span.start, first))
        whole = self.outline.source.slice(variable.span)
        if in_macro:  # all of its words have the place where the macro is used
            whole = tokens_text(item.tokens)
            text = whole.partition("[")[0]
        place = self.expression_of(text, variable.span)
        sections = tuple(
            ir.Section(
                self._tokens(s.lower) if s.lower else None, self._tokens(s.length) if s.length else None, not s.section
            )
            for s in variable.subscripts
        )
        name = "host" if clause.name == "self" else clause.name
        return ir.DataItem(name, variable.span, whole, place, sections)

    def _tokens(self, tokens: tuple[Token, ...]) -> Expr:
        span = Span(tokens[0].span.start, tokens[-1].span.end) if tokens else Span(0, 0)
        return self.expression_of(tokens_text(tokens), span)

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

    def fixed(self, span: Span) -> Lowering:
        """For expressions that stand elsewhere than in the file, all of them at ``span``."""
        return _Fixed(self, span)

    # Statements

    def statement(self, node: Node | None) -> Stmt:
        """One statement with the directives that govern it."""
        if node is None:
            return ir.Block(Span(0, 0), ())
        lowered = self._bare(node)
        directives = directives_around(self.outline, node.start_byte)
        above = directives.governing.get(node.start_byte, [])
        # Of two compute constructs above one statement conditional lines take one; what `omp target` does is not followed.
        offloaded = node.start_byte in directives.offloaded_by_others
        if sum(construct.name in COMPUTE for construct in above) > 1 or offloaded:
            return self.unread(node)
        for construct in reversed(above):
            if construct.statement is not None and construct.statement.end_byte == node.end_byte:
                lowered = self._directive(construct, lowered)
        return lowered

    def _bare(self, node: Node) -> Stmt:
        handler = _STATEMENTS.get(node.type)
        if handler is not None:
            return handler(self, node)
        if node.type in _EXPRESSIONS:
            return ir.Evaluate(_span(node), self.expression(node))
        return self.unread(node)

    def unread(self, node: Node) -> Stmt:
        """A statement that is not modelled."""
        return ir.Unread(_span(node), self._names_in(node))

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

    def compound(self, node: Node) -> Stmt:
        return ir.Block(_span(node), tuple(self.sequence(node.named_children, _span(node))))

    def sequence(self, children: list[Node], around: Span) -> Iterator[Stmt]:
        """Statements in order, with the directives that stand alone between them."""
        stand_alone = directives_around(self.outline, around.start).alone
        alone = [c for c in stand_alone if around.start < c.pragma.span.start < around.end]
        position = 0
        off = inactive(self.outline)
        for child in children:
            while position < len(alone) and alone[position].pragma.span.start < child.start_byte:
                yield self._directive(alone[position], None)
                position += 1
            inside = position
            while inside < len(alone) and alone[inside].pragma.span.start < child.end_byte:
                inside += 1
            if child.type == "preproc_call":
                continue
            position = inside
            if child.type not in ("comment", "preproc_call") and child.start_byte not in off:
                yield self.statement(child)
        for construct in alone[position:]:
            yield self._directive(construct, None)

    def declaration(self, node: Node) -> Stmt:
        found: list[Stmt] = []
        for declarator in node.children_by_field_name("declarator"):
            is_set = declarator.type == "init_declarator"
            inner = declarator.child_by_field_name("declarator") if is_set else declarator
            value = declarator.child_by_field_name("value") if is_set else None
            if inner is None or inner.type == "function_declarator":
                continue
            if "structured_binding" in inner.type:
                return self.unread(node)
            name, known = read_type(inner, node)
            kind = self.declared_type(known, declarator)._replace(
                extern=any(text_of(c) == "extern" for c in node.children)
            )
            braced = value is not None and value.type == "initializer_list"
            if value is not None and value.type == "argument_list":  # `std::vector<double> a(n)`
                lowered: Expr | None = ir.Opaque(_span(value), tuple(self.expression(c) for c in value.named_children))
            else:
                lowered = self.expression(value) if value is not None else None
            built = self.builds_objects(kind)
            place = ir.Name(_span(declarator), name)
            begins = self._begins(place, kind, value) if value is not None else None
            first = lowered if begins is None else None
            found += [ir.Declare(_span(declarator), name, kind, first, braced, built), *(begins or ())]
        return found[0] if len(found) == 1 else ir.Block(_span(node), tuple(found), scoped=False)

    def _begins(self, place: Expr, kind: CType, value: Node) -> tuple[Stmt, ...] | None:
        """What a list in braces sets, member by member."""
        kind = expanded(self.unit.declarations, kind)
        if kind.layers or kind.static:
            return None
        braces = value if value.type == "initializer_list" else _literal(value)
        if braces is None or (braces is not value and self._base_of_literal(value) != kind.base):
            return None
        return members_set(self.unit.declarations.classes, kind.base, place, braces, self.expression)

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

    def if_(self, node: Node) -> Stmt:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return self.unread(node)
        alternative = node.child_by_field_name("alternative")
        if alternative is not None and alternative.type == "else_clause":
            alternative = next(
                (c for c in alternative.named_children if c.type not in ("comment", "preproc_call")), None
            )
        return ir.If(
            _span(condition),
            self.condition(condition),
            self._body(node.child_by_field_name("consequence")),
            self._body(alternative) if alternative is not None else None,
        )

    def condition(self, node: Node) -> Expr:
        """A condition in parentheses."""
        children = [child for child in node.named_children if child.type != "comment"]
        if node.type in ("condition_clause", "parenthesized_expression") and len(children) == 1:
            node = children[0]
        elif node.type == "condition_clause":
            return self.opaque(node)
        return self.opaque(node) if node.type == "declaration" else self.expression(node)

    def _body(self, node: Node | None) -> Stmt:
        """The body of a branch or loop, where a directive may stand before it that is hidden from the parser."""
        lowered = self.statement(node)
        if node is None or node.type == "compound_statement":
            return lowered
        before = node.prev_sibling
        start = before.end_byte if before is not None else node.start_byte
        alone = directives_around(self.outline, node.start_byte).alone
        # To a compiler such a directive is the body, and what follows always runs.
        is_hidden = any(start <= c.pragma.span.start < node.start_byte for c in alone)
        return self.unread(node) if is_hidden else lowered

    def for_(self, node: Node) -> Stmt:
        start = node.child_by_field_name("initializer")
        condition, step = node.child_by_field_name("condition"), node.child_by_field_name("update")
        first: Stmt | None = None
        if start is not None:
            first = (
                self.declaration(start)
                if start.type == "declaration"
                else ir.Evaluate(_span(start), self.expression(start))
            )
        body = ir.Loop(
            _span(node),
            None,
            self.expression(condition) if condition is not None else None,
            self.expression(step) if step is not None else None,
            self._body(node.child_by_field_name("body")),
        )
        return ir.Block(_span(node), (first, body)) if first is not None else body

    def range_for(self, node: Node) -> Stmt:
        body = self._body(node.child_by_field_name("body"))
        right = node.child_by_field_name("right")
        parts = (self.expression(right),) if right is not None else ()
        declarator = node.child_by_field_name("declarator")
        name, known = read_type(declarator, node) if declarator is not None else ("", Type())
        element = ir.Declare(_span(node), name, self.declared_type(known, node), ir.Opaque(_span(node), parts))
        return ir.Loop(_span(node), None, ir.Opaque(_span(node)), None, ir.Block(_span(node), (element, body)))

    def while_(self, node: Node) -> Stmt:
        condition = node.child_by_field_name("condition")
        lowered = self.condition(condition) if condition is not None else None
        return ir.Loop(
            _span(node), None, lowered, None, self._body(node.child_by_field_name("body")), node.type == "do_statement"
        )

    def switch(self, node: Node) -> Stmt:
        body, value = node.child_by_field_name("body"), node.child_by_field_name("condition")
        cases: list[Stmt] = []
        has_default = False
        for case in body.named_children if body is not None else []:
            if case.type != "case_statement":
                continue
            label = case.child_by_field_name("value")
            has_default = has_default or label is None
            inside = [child for child in case.named_children if label is None or child.id != label.id]
            cases.append(ir.Block(_span(case), tuple(self.sequence(inside, _span(case))), scoped=False))
        return ir.Switch(
            _span(node),
            self.condition(value) if value is not None else ir.Opaque(_span(node)),
            tuple(cases),
            has_default,
        )

    def return_(self, node: Node) -> Stmt:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        return ir.Return(_span(node), self.expression(value) if value is not None else None)

    def expression_statement(self, node: Node) -> Stmt:
        inner = [child for child in node.named_children if child.type != "comment"]
        if not inner:
            return ir.Block(_span(node), ())
        assigned = self._assigned(inner[0]) if inner[0].type == "assignment_expression" else None
        if assigned is not None:
            return ir.Block(_span(node), assigned, scoped=False)
        return ir.Evaluate(_span(node), self.expression(inner[0]))

    def _base_of_literal(self, node: Node) -> str:
        base = text_of(node.child_by_field_name("type")).removeprefix("struct ")
        return expanded(self.unit.declarations, CType(base)).base

    def _assigned(self, node: Node) -> tuple[Stmt, ...] | None:
        """`s = (S){…}`, member by member, where every member is given a value that does not come from ``s``."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        braces = _literal(right) if right is not None else None
        if left is None or braces is None or right is None or text_of(node.child_by_field_name("operator")) != "=":
            return None
        base = self._base_of_literal(right)
        own = {text_of(each) for each in descendants(left) if each.type == "identifier"}
        if any(each.type == "identifier" and text_of(each) in own for each in descendants(braces)):
            return None
        target = self.expression(left)
        if any(isinstance(part, (ir.Assign, ir.Step, ir.Call)) for part in everything_in(target)):
            return None
        return members_set(self.unit.declarations.classes, base, target, braces, self.expression, every=True)

    def labeled(self, node: Node) -> Stmt:
        label = node.child_by_field_name("label")
        rest = [c for c in node.named_children if label is None or c.id != label.id]
        items = (ir.Label(_span(node), text_of(label)), *self.sequence(rest, _span(node)))
        return ir.Block(_span(node), items, scoped=False)

    def preprocessor(self, node: Node) -> Stmt:
        """`#if` in a function: what is compiled without OpenACC is left out, of the rest either side may be."""
        off = inactive(self.outline)
        alternative = node.child_by_field_name("alternative")
        named = [node.child_by_field_name("condition"), node.child_by_field_name("name"), alternative]
        skipped = {child.id for child in named if child is not None}
        end = alternative.start_byte if alternative is not None else node.end_byte
        inside = [child for child in node.named_children if child.id not in skipped]
        then = ir.Block(_span(node), tuple(self.sequence(inside, Span(node.start_byte, end))), scoped=False)
        other = self.preprocessor(alternative) if alternative is not None else None
        first = min((child.start_byte for child in inside), default=end)
        if first in off:
            return other or ir.Block(_span(node), (), scoped=False)
        if node.type == "preproc_else" or (alternative is not None and alternative.end_byte - 1 in off):
            return then
        line = self.outline.source.slice(Span(node.start_byte, first)).split("\n")[0]
        if "_OPENACC" in line and node.type in ("preproc_ifdef", "preproc_if"):
            return then
        key = ir.Name(Span(node.start_byte, node.start_byte), " ".join(line.split()))
        return ir.If(_span(node), key, then, other)

    def children(self, node: Node) -> Stmt:
        return ir.Block(_span(node), tuple(self.sequence(node.named_children, _span(node))), scoped=False)

    def nothing(self, node: Node) -> Stmt:
        return ir.Block(_span(node), (), scoped=False)

    def jump(self, node: Node) -> Stmt:
        return ir.Jump(_span(node), "break" if node.type == "break_statement" else "continue")

    def goto(self, node: Node) -> Stmt:
        return ir.Goto(_span(node), text_of(node.child_by_field_name("label")))

    def throw(self, node: Node) -> Stmt:
        return ir.Jump(_span(node), "leave")

    # Expressions

    def span(self, node: Node) -> Span:
        return _span(node)

    def expression(self, node: Node) -> Expr:
        """One expression."""
        handler = _EXPRESSIONS.get(node.type)
        if handler is not None:
            return handler(self, node)
        if node.type in _QUIET:
            return ir.Opaque(self.span(node), quiet=True)
        return ir.Opaque(
            self.span(node), tuple(self.expression(child) for child in node.named_children if child.type != "comment")
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
            expanded = None if macro.disputed else self.expression_of(macro.value, self.span(node))
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
        arrow = any(child.type == "->" for child in node.children)
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
            text = with_arguments(macro, [text_of(argument) for argument in given])
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
        found = self.unit.declarations.lookup(name, self.span(value).start)
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


class _Fixed(Lowering):
    """Lowers an expression that stands elsewhere than in the file: every place is that of the whole."""

    def __init__(self, around: Lowering, span: Span) -> None:
        super().__init__(around.outline, around.own)
        self.depth, self.left = around.depth + 1, around.left
        self._place = span
        self.__dict__["unit"] = around.unit

    def span(self, node: Node) -> Span:
        return self._place


def _literal(node: Node) -> Node | None:
    """The list in braces of `(S){…}` or `S{…}`, if it is one."""
    return node.child_by_field_name("value") if node.type == "compound_literal_expression" else None


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


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


_STATEMENTS: dict[str, Callable[[Lowering, Node], Stmt]] = {
    "compound_statement": Lowering.compound,
    "expression_statement": Lowering.expression_statement,
    "declaration": Lowering.declaration,
    "if_statement": Lowering.if_,
    "for_statement": Lowering.for_,
    "for_range_loop": Lowering.range_for,
    "while_statement": Lowering.while_,
    "do_statement": Lowering.while_,
    "switch_statement": Lowering.switch,
    "return_statement": Lowering.return_,
    "break_statement": Lowering.jump,
    "continue_statement": Lowering.jump,
    "goto_statement": Lowering.goto,
    "throw_statement": Lowering.throw,
    "labeled_statement": Lowering.labeled,
    "attributed_statement": Lowering.children,
    "preproc_if": Lowering.preprocessor,
    "preproc_ifdef": Lowering.preprocessor,
    "preproc_elif": Lowering.preprocessor,
    "preproc_elifdef": Lowering.preprocessor,
    "preproc_else": Lowering.preprocessor,
    **dict.fromkeys(
        (
            "comment",
            "preproc_call",
            "preproc_def",
            "preproc_function_def",
            "preproc_include",
            "type_definition",
            "struct_specifier",
            "enum_specifier",
            "union_specifier",
            "class_specifier",
            "using_declaration",
            "alias_declaration",
            "empty_statement",
            "static_assert_declaration",
            "statement_identifier",
            "attribute_declaration",
            "function_definition",
        ),
        Lowering.nothing,
    ),
}
_EXPRESSIONS: dict[str, Callable[[Lowering, Node], Expr]] = {
    "identifier": Lowering.name,
    "qualified_identifier": Lowering.name,
    "number_literal": Lowering.number,
    "parenthesized_expression": Lowering.parenthesized,
    "binary_expression": Lowering.binary,
    "unary_expression": Lowering.unary,
    "pointer_expression": Lowering.pointer,
    "subscript_expression": Lowering.subscript,
    "field_expression": Lowering.member,
    "assignment_expression": Lowering.assignment,
    "update_expression": Lowering.update,
    "conditional_expression": Lowering.conditional,
    "call_expression": Lowering.call,
    "cast_expression": Lowering.cast,
    "sizeof_expression": Lowering.sizeof,
    "comma_expression": Lowering.comma,
    "new_expression": Lowering.new,
    "delete_expression": Lowering.delete,
}
