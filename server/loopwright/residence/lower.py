"""Syntax tree → the statements that the flow of data follows. Only this module and `lower_expressions` see the parser's nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.statements import cases_of
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import ClauseNode, Item, Variable
from loopwright.openacc.spec import clauses_of_variables
from loopwright.residence import ir
from loopwright.residence.aggregates import members_set
from loopwright.residence.directives import directives_around
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.layout import expanded
from loopwright.residence.lower_expressions import EXPRESSIONS, ExpressionLowering, span_of
from loopwright.residence.scan import everything_in
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.text import Span
from loopwright.source.tokens import Token
from loopwright.source.tokens import text_of as tokens_text

DATA = clauses_of_variables("data")


class Lowering(ExpressionLowering):
    """One file or header. Functions are lowered when they are asked for."""

    @cached_property
    def functions(self) -> dict[str, Span]:
        """Name → where its definition stands; names that are defined more than once are left out."""
        off = inactive(self.outline)
        host = [(each.name, each.span) for each in self.outline.functions if each.kind == "host"]
        read = [(name, span) for name, span in host if span.start not in off]
        times = Counter(name for name, _ in read)
        return {name: span for name, span in read if times[name] == 1}

    def function(self, name: str) -> ir.Function:
        """The whole of one of :attr:`functions`."""
        node = definition_around(self.outline.source.tree.root_node, self.functions[name])
        assert node is not None, "an outline's functions are read from their definitions"
        return self.definition(name, node)

    def definition(self, name: str, node: Node) -> ir.Function:
        """The whole of a function that stands at a node."""
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
        is_shown = body is not None and not self.outline.source.hides_code_in(span_of(node))
        lowered = self.statement(body) if body is not None and is_shown else self.unread(node)
        end = Span(max(node.start_byte, node.end_byte - 1), node.end_byte)
        return ir.Function(
            name, span_of(node), end, static, tuple(parameters), lowered, self.own, self.type_given_by(node)
        )

    def type_given_by(self, function: Node) -> CType:
        """What a function returns."""
        declarator = function.child_by_field_name("declarator")
        return self.declared_type(read_type(declarator, function)[1], function) if declarator is not None else CType("")

    # Directives

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
        if node.type in EXPRESSIONS:
            return ir.Evaluate(span_of(node), self.expression(node))
        return self.unread(node)

    def unread(self, node: Node) -> Stmt:
        """A statement that is not modelled."""
        return ir.Unread(span_of(node), self._names_in(node))

    def compound(self, node: Node) -> Stmt:
        return ir.Block(span_of(node), tuple(self.sequence(node.named_children, span_of(node))))

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
                lowered: Expr | None = ir.Opaque(
                    span_of(value), tuple(self.expression(c) for c in value.named_children)
                )
            else:
                lowered = self.expression(value) if value is not None else None
            built = self.builds_objects(kind)
            place = ir.Name(span_of(declarator), name)
            begins = self._begins(place, kind, value) if value is not None else None
            first = lowered if begins is None else None
            found += [ir.Declare(span_of(declarator), name, kind, first, braced, built), *(begins or ())]
        return found[0] if len(found) == 1 else ir.Block(span_of(node), tuple(found), scoped=False)

    def _begins(self, place: Expr, kind: CType, value: Node) -> tuple[Stmt, ...] | None:
        """What a list in braces sets, member by member."""
        kind = expanded(self.unit.declarations, kind)
        if kind.layers or kind.static:
            return None
        braces = value if value.type == "initializer_list" else _literal(value)
        if braces is None or (braces is not value and self._base_of_literal(value) != kind.base):
            return None
        return members_set(self.unit.declarations.classes, kind.base, place, braces, self.expression)

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
            span_of(condition),
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
                else ir.Evaluate(span_of(start), self.expression(start))
            )
        body = ir.Loop(
            span_of(node),
            None,
            self.expression(condition) if condition is not None else None,
            self.expression(step) if step is not None else None,
            self._body(node.child_by_field_name("body")),
        )
        return ir.Block(span_of(node), (first, body)) if first is not None else body

    def range_for(self, node: Node) -> Stmt:
        body = self._body(node.child_by_field_name("body"))
        right = node.child_by_field_name("right")
        parts = (self.expression(right),) if right is not None else ()
        declarator = node.child_by_field_name("declarator")
        name, known = read_type(declarator, node) if declarator is not None else ("", Type())
        element = ir.Declare(span_of(node), name, self.declared_type(known, node), ir.Opaque(span_of(node), parts))
        return ir.Loop(span_of(node), None, ir.Opaque(span_of(node)), None, ir.Block(span_of(node), (element, body)))

    def while_(self, node: Node) -> Stmt:
        condition = node.child_by_field_name("condition")
        lowered = self.condition(condition) if condition is not None else None
        return ir.Loop(
            span_of(node),
            None,
            lowered,
            None,
            self._body(node.child_by_field_name("body")),
            node.type == "do_statement",
        )

    def switch(self, node: Node) -> Stmt:
        body, value = node.child_by_field_name("body"), node.child_by_field_name("condition")
        found, outside = cases_of(body) if body is not None else ((), ())
        cases: list[Stmt] = [
            ir.Block(case.span, tuple(self.sequence(list(case.statements), case.span)), scoped=False) for case in found
        ]
        cases += [self.unread(each) for each in outside]
        has_default = any(case.value is None for case in found)
        return ir.Switch(
            span_of(node),
            self.condition(value) if value is not None else ir.Opaque(span_of(node)),
            tuple(cases),
            has_default,
        )

    def return_(self, node: Node) -> Stmt:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        return ir.Return(span_of(node), self.expression(value) if value is not None else None)

    def expression_statement(self, node: Node) -> Stmt:
        inner = [child for child in node.named_children if child.type != "comment"]
        if not inner:
            return ir.Block(span_of(node), ())
        assigned = self._assigned(inner[0]) if inner[0].type == "assignment_expression" else None
        if assigned is not None:
            return ir.Block(span_of(node), assigned, scoped=False)
        return ir.Evaluate(span_of(node), self.expression(inner[0]))

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
        items = (ir.Label(span_of(node), text_of(label)), *self.sequence(rest, span_of(node)))
        return ir.Block(span_of(node), items, scoped=False)

    def preprocessor(self, node: Node) -> Stmt:
        """`#if` in a function: what is compiled without OpenACC is left out, of the rest either side may be."""
        off = inactive(self.outline)
        alternative = node.child_by_field_name("alternative")
        named = [node.child_by_field_name("condition"), node.child_by_field_name("name"), alternative]
        skipped = {child.id for child in named if child is not None}
        end = alternative.start_byte if alternative is not None else node.end_byte
        inside = [child for child in node.named_children if child.id not in skipped]
        then = ir.Block(span_of(node), tuple(self.sequence(inside, Span(node.start_byte, end))), scoped=False)
        other = self.preprocessor(alternative) if alternative is not None else None
        first = min((child.start_byte for child in inside), default=end)
        if first in off:
            return other or ir.Block(span_of(node), (), scoped=False)
        if node.type == "preproc_else" or (alternative is not None and alternative.end_byte - 1 in off):
            return then
        line = self.outline.source.slice(Span(node.start_byte, first)).split("\n")[0]
        if "_OPENACC" in line and node.type in ("preproc_ifdef", "preproc_if"):
            return then
        key = ir.Name(Span(node.start_byte, node.start_byte), " ".join(line.split()))
        return ir.If(span_of(node), key, then, other)

    def children(self, node: Node) -> Stmt:
        return ir.Block(span_of(node), tuple(self.sequence(node.named_children, span_of(node))), scoped=False)

    def nothing(self, node: Node) -> Stmt:
        return ir.Block(span_of(node), (), scoped=False)

    def jump(self, node: Node) -> Stmt:
        return ir.Jump(span_of(node), "break" if node.type == "break_statement" else "continue")

    def goto(self, node: Node) -> Stmt:
        return ir.Goto(span_of(node), text_of(node.child_by_field_name("label")))

    def throw(self, node: Node) -> Stmt:
        return ir.Jump(span_of(node), "leave")

    # Expressions


def _literal(node: Node) -> Node | None:
    """The list in braces of `(S){…}` or `S{…}`, if it is one."""
    return node.child_by_field_name("value") if node.type == "compound_literal_expression" else None


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
