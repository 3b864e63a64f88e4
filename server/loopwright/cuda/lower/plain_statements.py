"""Declarations and statements of a kernel without control of their own: what the block does once, and what each thread does."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary, parts_of_comma
from loopwright.cuda.ir.code import Code, Form, form, is_empty, joined, quoted, spelled, tokens
from loopwright.cuda.ir.plan import Step, Unsupported
from loopwright.cuda.ir.statements import Plain
from loopwright.cuda.lower.device import InnerRule
from loopwright.cuda.lower.exchanges import Exchanges
from loopwright.cuda.lower.zero_divisors import divided_unless_zero, unless_zero
from loopwright.cuda.read.bindings import structured_binding
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.held_values import captured_by_value, changes_behind, keeps_state
from loopwright.cuda.read.rewriting import JUMPS
from loopwright.cuda.read.variables import Variable, name_node
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, text_of


class Statements(Exchanges):
    """Takes them one by one: into regions, or between them."""

    def __init__(
        self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule, masked: frozenset[str]
    ) -> None:
        super().__init__(function, code, vary, rule, masked)
        self.skip: set[Variable] = set()  # loop variables now
        self.names_first: list[Plain] = []  # types and constants that arrays of the block may be declared with

    def _declaration(self, node: Node) -> None:
        if self._group_declaration(node):
            return
        if structured_binding(node) is not None and self.code.function_synchronises(self.function):
            raise Unsupported("a structured binding of a type that cannot be told", node.start_byte)
        declarators = node.children_by_field_name("declarator")
        if not declarators or any(name_node(d) is None for d in declarators):
            self._plain(node)
            return
        for declarator in declarators:
            name = name_node(declarator)
            assert name is not None
            variable = next((v for v in self.variables.all if v.declaration == node and v.name == text_of(name)), None)
            if variable is None or variable.shared or variable in self.skip:
                continue
            if self.vary.is_derived(variable):
                self._leave_remarks(node)
                continue
            if self.vary.is_constant(variable):
                self.names_first.append(Plain(self._declared(variable, self._value(variable))))
                continue
            if self.vary.is_uniform(variable):
                self._once(self._declared(variable, self._value_before(variable)), variable)
                continue
            if variable.closure and keeps_state(variable, self.function, self.code):
                raise Unsupported("a lambda changes what it holds, and threads wait meanwhile", node.start_byte)
            if variable.closure and (changed := self._changed_capture(variable)) is not None:
                raise Unsupported(f"a lambda holds {changed.name} as it was before it changes", node.start_byte)
            uses = self.variables.used_in(declarator)
            if variable.init is not None:
                self._extract(variable.init)
            value = self._value(variable)
            declared = Plain(self._declared(variable, value))
            self._step(Step(declared, uses, variable, value, self._is_vector(declarator)))
            if self.code.is_in_step(node, self.function):
                self._close()

    def _changed_capture(self, closure: Variable) -> Variable | None:
        """What a lambda captures by value and is not the same where it is made again."""
        held = captured_by_value(closure, self.function)
        return next((v for v in held if changes_behind(v, closure, self.function)), None)

    def _declared(self, variable: Variable, value: Code | None) -> Form:
        name = spelled(variable.declared(variable.declarator))
        return form("{};", name) if value is None else form("{} = {};", name, value)

    def _value(self, variable: Variable) -> Code | None:
        if variable.init is None:
            return None
        code = self.thread_code(variable.init)
        return form("{}{}", variable.base, code) if variable.constructed else code

    def _value_before(self, variable: Variable) -> Code | None:
        """The value of a variable that is declared once, perhaps before threads are asked whether they do it."""
        if variable.init is None or not self._is_before_exits(variable.init):
            return self._value(variable)
        if not variable.constructed:
            return self._unless_zero(variable.init)
        given = variable.init.named_children
        return self._value(variable) if len(given) != 1 else form("{}({})", variable.base, self._unless_zero(given[0]))

    def _unless_zero(self, node: Node) -> Code:
        is_number = self._is_number(node)
        return unless_zero(node, self.typing, self.vary.value, self.rule) if is_number else self.thread_code(node)

    def _done_once(self, statement: Node) -> Code:
        """Assignments that the block does once, perhaps when all its threads have gone."""
        if not self._is_before_exits(statement):
            return self.thread_code(statement)
        parts = [self._assigned(part) for part in parts_of_comma(statement.named_children[0])]
        return form("{};", joined(", ", parts))

    def _assigned(self, part: Node) -> Code:
        value = part.child_by_field_name("right")
        operator = text_of(part.child_by_field_name("operator"))
        if value is None or part.type != "assignment_expression":
            return self.thread_code(part)
        if operator in ("/=", "%="):
            return divided_unless_zero(part, self.typing, self.vary.value, self.rule)
        own = self._unless_zero(value)
        return quoted(part, lambda node: own if node.id == value.id else self._thread_rule(node))

    def _is_before_exits(self, node: Node) -> bool:
        """Whether what is done once may be done although each thread would have left before, or is under a condition of theirs."""
        under_guards = any(frame.guards for frame in self.frames)
        return self.everywhere or under_guards or node.start_byte > self._first_exit

    @cached_property
    def _first_exit(self) -> int:
        """Where a thread may leave first what it is in."""
        return min((n.start_byte for n in self.function.inside if n.type in JUMPS), default=self.function.body.end_byte)

    def _is_number(self, node: Node) -> bool:
        """Whether an expression is a number or an address."""
        kind = self.typing.of(node)
        return kind is not None and (kind[1] > 0 or bool(fundamental(kind[0])))

    def _plain(self, node: Node) -> None:
        """A statement that needs no other thread, or only what they show each other."""
        if node.type == "expression_statement" and self.code.is_in_step(node, self.function):
            self._in_step(node)
            return
        if node.type == "expression_statement" and len(parts := self._in_turn(node)) > 1:
            for part in parts:
                self._extract(part)
                if not self._is_done(part):
                    statement = Plain(form("{};", self.thread_code(part)))
                    self._step(Step(statement, self.variables.used_from_outside(part)))
            return
        self._extract(node)
        if node.type == "expression_statement" and node.named_children and self._is_done(node.named_children[0]):
            return
        code = self._leaving(node)
        if not any(tokens(code)):
            return
        statement = Plain(code, node.start_point.column)
        self._step(Step(statement, self.variables.used_from_outside(node), vector=self._is_vector(node)))

    def _is_done(self, node: Node) -> bool:
        """Whether an exchange was the whole of it."""
        known = self.exchanged.get(node.id)
        return known is not None and is_empty(known)

    def _in_turn(self, node: Node) -> list[Node]:
        """The parts of a statement with commas in which threads wait: one is done before the next shows its values."""
        parts = parts_of_comma(node.named_children[0]) if node.named_children else []
        return parts if self.code.waits_in(node, self.function) else []

    def _in_step(self, node: Node) -> None:
        """``v[i] += v[i + 16]`` on volatile memory: the threads of a warp all read, then all write."""
        expression = bare(node.named_children[0])
        self._extract(node)
        self._close()
        if self._is_done(expression):
            return
        if expression.type != "assignment_expression":
            statement = Plain(self.thread_code(node))
            self._step(Step(statement, self.variables.used_from_outside(node), vector=False))
            self._close()
            return
        left, right = expression.child_by_field_name("left"), expression.child_by_field_name("right")
        assert left is not None
        assert right is not None
        operator = text_of(expression.child_by_field_name("operator"))
        value = self.thread_code(right)
        if operator != "=":
            value = form("{} {} ({})", self.thread_code(left), operator[:-1], value)
        name = self._array(self._type(left), "value")
        uses = self.variables.used_in(expression)
        self._step(Step(Plain(form("{}[{}] = {};", name, self.vary.t, value)), uses))
        self._close()
        self._step(Step(Plain(form("{} = {}[{}];", self.thread_code(left), name, self.vary.t)), uses))
        self._close()
