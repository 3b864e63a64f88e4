"""The body of a kernel, or of a device function in which threads wait, cut into regions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.device import InnerRule
from loopwright.cuda.functions import DeviceCode, DeviceFunction, arguments_of, called
from loopwright.cuda.indices import index_of
from loopwright.cuda.plan import Around, Guard, Item, Once, Region, Step, Unsupported
from loopwright.cuda.preprocessor import chosen_part
from loopwright.cuda.rewriting import ancestors, rewritten, walk
from loopwright.cuda.spec import Exchange, operations
from loopwright.cuda.typing import Typing
from loopwright.cuda.variables import Variable, array_name, name_node
from loopwright.cuda.vary import Vary
from loopwright.source.nodes import bare, text_of

_FIRST = ("threadIdx", "x")
_WHOLE = frozenset(
    (name, 0) for name in ("int", "unsigned", "long", "unsigned long", "short", "long long", "unsigned long long")
)
_INDEX_TYPES = frozenset(("int", "unsigned", "unsigned int", "size_t", "long", "int64_t", "uint", "long long"))
_LOOPS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop"))
_CONTROL = _LOOPS | {"if_statement", "switch_statement", "compound_statement", "else_clause", "case_statement"}
_NOT_VECTOR = ("atomic", "printf", "assert", "clock", "goto ", "while", "break", "return", "std::atomic", "#pragma")


@dataclass(frozen=True)
class Group:
    """A variable that is a group of cooperative groups: ``size`` threads, empty for the block."""

    size: str


@dataclass(frozen=True)
class Rounds:
    """A loop whose rounds may stand outside the loop over the threads; ``first`` is where the first thread starts."""

    variable: Variable
    first: str
    bound: Node
    step: Node
    body: Node


@dataclass
class Frame:
    """Control around the place. ``masks`` are cleared by what leaves it."""

    kind: str  # function, loop, if
    guards: tuple[Guard, ...] = ()
    leave: list[str] = field(default_factory=list)  # arrays that `break` clears
    skip: list[str] = field(default_factory=list)  # arrays that `continue` clears
    plain: bool = False  # the block goes through it as a whole


class Cutter:
    """Cuts one function. ``t`` is the text of a thread's number in its block, ``size`` of an array for all threads."""

    def __init__(
        self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule, masked: frozenset[str]
    ) -> None:
        self.function, self.code, self.vary, self.rule = function, code, vary, rule
        self.variables = function.variables
        self.typing = Typing(function, code)
        self.masked = masked
        self.groups = {p.name: g for p in function.parameters if (g := _group_parameter(p, function)) is not None}
        self.arrays: list[tuple[str, str]] = []  # (type, name) of arrays with one element for each thread
        self.forced: set[Variable] = set()  # variables whose array is handed to a function
        self.varying: set[tuple[str, str]] = set()  # parameters of functions that wait which differ between threads
        self.needs_mask: set[str] = set()  # device functions that are called by some threads only
        self.warnings: list[tuple[int, str]] = []
        self.skip: set[Variable] = set()  # loop variables now
        self.names_first: list[str] = []  # types and constants that arrays of the block may be declared with
        self._in_rounds = False
        self.dissolved: Node | None = None  # a loop whose rounds are the threads now
        self.frames: list[Frame] = [Frame("function")]
        self.items: list[Item] = []
        self.exchanged: dict[int, str] = {}
        self._open: Region | None = None
        self._count = 0
        self._last_wait = code.last_wait(function)

    # -- what is built

    def begin(self, statements: list[Node], result: str | None = None, mask: str | None = None) -> None:
        """Cut ``statements``, the body or what is left of it. ``result``: the array that takes what the function returns; ``mask``: the array that
        holds which threads call it."""
        self.result = result
        if mask is not None:
            self.frames[0].guards = (Guard(f"{mask}[{self.vary.t}]", mask=True),)
        if any(self._ends_thread(n) for n in walk(self.function.body)):
            alive = self._array("bool", "alive")
            start = (
                f"std::copy_n({mask}, {self.vary.size}, {alive});"
                if mask
                else f"std::fill_n({alive}, {self.vary.size}, true);"
            )
            self.items.append(Once(start))
            self.frames[0].leave.append(alive)
            self.frames[0].guards = (Guard(f"{alive}[{self.vary.t}]", mask=True),)
        for parameter in self.function.parameters:
            if self.vary.is_copied(parameter):
                self._parameter(parameter)
        self._statements(statements)

    def finish(self) -> list[Item]:
        """The items."""
        self._close()
        return self.items

    def _parameter(self, variable: Variable) -> None:
        """A parameter that the body writes is each thread's own."""
        value = self.vary.incoming(variable)
        if self.vary.is_uniform(variable):
            self._once(f"{variable.head} {variable.declarator} = {value};", variable)
        else:
            self._step(Step(f"{variable.head} {variable.declarator} = {value};", set(), variable, value))

    def _ends_thread(self, node: Node) -> bool:
        """A `return` after which other threads go on to places where they wait, and no guard tells which."""
        if node.type != "return_statement" or not self._something_follows(node):
            return False
        statement = node.parent
        while statement is not None and statement.type == "compound_statement" and statement != self.function.body:
            statement = statement.parent
        if statement is None or statement.type != "if_statement":
            return statement != self.function.body
        return not self._is_guard(statement)

    def _is_guard(self, node: Node) -> bool:
        """``if (…) return;`` at the top, by what is known without a memory access."""
        then = node.child_by_field_name("consequence")
        if then is not None and then.type == "compound_statement" and then.named_child_count == 1:
            then = then.named_children[0]
        if then is None or then.type != "return_statement" or then.named_children or node.parent != self.function.body:
            return False
        if node.child_by_field_name("alternative") is not None:
            return False
        condition = _condition(node)
        return self.vary.is_derived_text(condition) or self.vary.is_uniform_text(condition, loads=True)

    def thread_text(self, node: Node) -> str:
        """A part of the body as text inside a region."""
        return rewritten(node, self._thread_rule)

    def _thread_rule(self, node: Node) -> str | None:
        known = self.exchanged.get(node.id)
        if known is not None:
            return known
        if node.type == "call_expression":
            group = self._group_call(node)
            if group is not None:
                return group
        return self.rule(node, self._thread_rule)

    # -- statements

    def _statements(self, nodes: list[Node]) -> None:
        for node in nodes:
            self._statement(node)

    def _statement(self, node: Node) -> None:
        kind = node.type
        if kind in ("comment", ";"):
            return
        if kind in ("alias_declaration", "type_definition", "using_declaration", "static_assert_declaration"):
            self.names_first.append(self.thread_text(node))
        elif kind == "declaration":
            self._declaration(node)
        elif kind == "compound_statement" and self._structured(node):
            around = Around("{", [])
            self._within(around, lambda: self._statements(node.named_children))
        elif (
            kind == "if_statement" and len(self.frames) == 1 and self._something_follows(node) and self._is_guard(node)
        ):
            self._guard(node)
        elif kind == "if_statement" and self._structured(node):
            self._if(node)
        elif kind in _LOOPS and self._structured(node):
            self._loop(node)
        elif kind == "if_statement" and (limit := self._limit_of(node)) is not None:
            then = node.child_by_field_name("consequence")
            assert then is not None
            self._under(Frame("if", (limit,)), then)
        elif kind == "for_statement" and (rounds := self._rounds_of(node)) is not None:
            self._strided(node, rounds)
        elif kind == "switch_statement" and self._structured(node):
            raise Unsupported("threads wait for each other inside a switch", node.start_byte)
        elif kind.startswith("preproc_if") and self._structured(node):
            chosen = chosen_part(node, self.function.file_macros)
            if chosen is None:
                raise Unsupported("threads wait for each other inside #if", node.start_byte)
            self._statements(chosen)
        elif kind in ("break_statement", "continue_statement") and self.frames[-1].plain:
            self._once(text_of(node))
        elif kind == "expression_statement" and (self._group_declaration(node) or self._is_wait(node)):
            if self._is_wait(node):
                self._close()
        elif kind == "expression_statement" and self._changes_uniform(node):
            self._once(self.thread_text(node))
        else:
            self._plain(node)

    def _declaration(self, node: Node) -> None:
        if self._group_declaration(node):
            return
        declarators = node.children_by_field_name("declarator")
        if not declarators or any(name_node(d) is None for d in declarators):
            self._plain(node)
            return
        for declarator in declarators:
            name = name_node(declarator)
            assert name is not None
            variable = next((v for v in self.variables.all if v.declaration == node and v.name == text_of(name)), None)
            if variable is None or variable.shared or variable in self.skip or self.vary.is_derived(variable):
                continue
            if self.vary.is_constant(variable):
                self.names_first.append(f"{variable.head} {self._initialised(variable)};")
                continue
            if self.vary.is_uniform(variable):
                self._once(f"{variable.head} {self._initialised(variable)};", variable)
                continue
            if variable.reference and self._last_wait > node.end_byte:
                raise Unsupported(
                    f"the reference {variable.name} lives across a place where threads wait", node.start_byte
                )
            uses = self.variables.used_in(declarator)
            if variable.init is not None:
                self._extract(variable.init)
            value = self._value(variable)
            text = f"{variable.head} {variable.declarator}" + (f" = {value};" if value is not None else ";")
            self._step(Step(text, uses, variable, value, self._is_vector(declarator)))
            if self.code.is_warp_synchronous(node, self.function):
                self._close()

    def _initialised(self, variable: Variable) -> str:
        value = self._value(variable)
        return variable.declarator + (f" = {value}" if value is not None else "")

    def _value(self, variable: Variable) -> str | None:
        if variable.init is None:
            return None
        text = self.thread_text(variable.init)
        if variable.init.type == "argument_list":
            return f"{variable.base}{text}"
        return text

    def _plain(self, node: Node) -> None:
        """A statement that needs no other thread, or only what they show each other."""
        if node.type == "expression_statement" and self.code.is_warp_synchronous(node, self.function):
            self._in_step(node)
            return
        self._extract(node)
        if (
            node.type == "expression_statement"
            and node.named_children
            and self.exchanged.get(node.named_children[0].id) == ""
        ):
            return
        text = _dedented(self._leaving(node), node.start_point.column)
        if not text.strip():
            return
        self._step(Step(text, self.variables.used_in(node), vector=self._is_vector(node)))

    def _in_step(self, node: Node) -> None:
        """``v[i] += v[i + 16]`` on volatile memory: the threads of a warp all read, then all write."""
        expression = bare(node.named_children[0])
        self._close()
        if expression.type != "assignment_expression":
            self._step(Step(self.thread_text(node), self.variables.used_in(node), vector=False))
            self._close()
            return
        left, right = expression.child_by_field_name("left"), expression.child_by_field_name("right")
        assert left is not None
        assert right is not None
        operator = text_of(expression.child_by_field_name("operator"))
        value = self.thread_text(right)
        if operator != "=":
            value = f"{self.thread_text(left)} {operator[:-1]} ({value})"
        name = self._array(self._type(left), "value")
        uses = self.variables.used_in(expression)
        self._step(Step(f"{name}[{self.vary.t}] = {value};", uses))
        self._close()
        self._step(Step(f"{self.thread_text(left)} = {name}[{self.vary.t}];", uses))
        self._close()

    # -- control

    def _if(self, node: Node) -> None:
        condition = _condition(node)
        then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        assert then is not None
        self._extract(condition)
        if self.vary.is_uniform_text(condition, loads=True) and not self._has_exchange(condition):
            self._within(Around(f"if ({self.thread_text(condition)}) {{", []), lambda: self._branch(then))
            if other is not None:
                self._within(Around("else {", []), lambda: self._branch(_else(other)))
            return
        positive, negative = self._guards(condition)
        if any(called(n) == "__syncthreads" for n in walk(node) if n.type == "call_expression"):
            self.warnings.append((node.start_byte, "__syncthreads() is reached by some threads of the block only"))
        self._under(Frame("if", positive), then)
        if other is not None:
            self._under(Frame("if", negative), _else(other))

    def _guard(self, node: Node) -> None:
        condition = _condition(node)
        text = self.thread_text(condition)
        if self.vary.is_uniform_text(condition, loads=True):
            self._once(f"if ({text}) {self.vary.leave_block}")
            return
        self._close()
        uses = frozenset(self.variables.used_in(condition))
        self.frames[0].guards += (Guard(f"!({text})", uses),)

    def _guards(self, condition: Node) -> tuple[tuple[Guard, ...], tuple[Guard, ...]]:
        """What threads check for the branch that is taken and for the other."""
        text = self.thread_text(condition)
        if self.vary.is_derived_text(condition) and not self._has_exchange(condition):
            uses = frozenset(self.variables.used_in(condition))
            return (Guard(text, uses),), (Guard(f"!({text})", uses),)
        name = self._array("bool", "inside")
        if self._active():
            self._close()
            self.items.append(Once(f"std::fill_n({name}, {self.vary.size}, false);"))
        self._step(Step(f"{name}[{self.vary.t}] = {text};", self.variables.used_in(condition)))
        self._close()
        return (Guard(f"{name}[{self.vary.t}]", mask=True),), (Guard(f"!{name}[{self.vary.t}]"),)

    def _under(self, frame: Frame, node: Node) -> None:
        around = Around("{", [])
        self.frames.append(frame)
        self._within(around, lambda: self._branch(node))
        self.frames.pop()
        if not any(isinstance(item, Once) and item.declares is not None for item in around.items):
            self.items.pop()
            self.items += around.items  # nothing is declared in it: no scope of its own

    def _branch(self, node: Node) -> None:
        self._statements(node.named_children if node.type == "compound_statement" else [node])

    def _within(self, around: Around, build: Callable[[], None]) -> None:
        self._close()
        outer, self.items = self.items, around.items
        build()
        self._close()
        self.items = outer
        self.items.append(around)

    def _loop(self, node: Node) -> None:
        if node.type == "for_range_loop":
            raise Unsupported("threads wait for each other inside a range-based loop", node.start_byte)
        body = node.child_by_field_name("body")
        assert body is not None
        condition = node.child_by_field_name("condition")
        condition = bare(condition) if condition is not None else None
        if condition is not None and condition.type == "condition_clause":
            condition = condition.child_by_field_name("value")
        if self.vary.is_plain_loop(node) and (condition is None or not self._has_exchange(condition)):
            self._plain_loop(node, condition, body)
        else:
            self._masked_loop(node, condition, body)

    def _plain_loop(self, node: Node, condition: Node | None, body: Node) -> None:
        test = self.thread_text(condition) if condition is not None else ""
        if node.type == "for_statement":
            init, update = node.child_by_field_name("initializer"), node.child_by_field_name("update")
            first = self.thread_text(init).rstrip("; \n") if init is not None else ""
            step = self.thread_text(update) if update is not None else ""
            around = Around(f"for ({first}; {test}; {step}) {{", [])
        elif node.type == "while_statement":
            around = Around(f"while ({test}) {{", [])
        else:
            around = Around("do {", [], f"}} while ({test});")
        self.frames.append(Frame("loop", plain=True))
        self._within(around, lambda: self._branch(body))
        self.frames.pop()

    def _masked_loop(self, node: Node, condition: Node | None, body: Node) -> None:
        """Some threads may go on while others are done: the block goes on while there is one."""
        outer = Around("{", [])

        def build() -> None:
            if node.type == "for_statement" and (init := node.child_by_field_name("initializer")) is not None:
                self._statement(init)
            going = self._array("bool", "going")
            self._close()
            if self._active():
                self.items.append(Once(f"std::fill_n({going}, {self.vary.size}, false);"))
            self._step(Step(f"{going}[{self.vary.t}] = true;"))
            self._close()
            frame = Frame("loop", (Guard(f"{going}[{self.vary.t}]", mask=True),), [going])
            self.frames.append(frame)
            self._within(Around("for (;;) {", []), lambda: self._rounds(node, condition, body, frame, going))
            self.frames.pop()

        self._within(outer, build)

    def _rounds(self, node: Node, condition: Node | None, body: Node, frame: Frame, going: str) -> None:
        def check() -> None:
            if condition is not None:
                self._extract(condition)
                text = f"{going}[{self.vary.t}] = {self.thread_text(condition)};"
                self._step(Step(text, self.variables.used_in(condition)))
            self._close()
            self.items.append(Once(f"if (!std::count({going}, {going} + {self.vary.threads}, true)) break;"))

        if node.type != "do_statement":
            check()
        if any(n.type == "continue_statement" and _target_of(n) == node for n in walk(body)):
            on = self._array("bool", "on")
            self.items.append(Once(f"std::copy_n({going}, {self.vary.size}, {on});"))
            inner = Frame("loop", (Guard(f"{on}[{self.vary.t}]", mask=True),), [going, on], [on])
            self.frames.append(inner)
            self._branch(body)
            self._close()
            self.frames.pop()
        else:
            self._branch(body)
            self._close()
        update = node.child_by_field_name("update") if node.type == "for_statement" else None
        if update is not None:
            self._extract(update)
            self._step(Step(f"{self.thread_text(update)};", self.variables.used_in(update)))
        if node.type == "do_statement":
            check()

    # -- what gets loops that run well

    def _limit_of(self, node: Node) -> Guard | None:
        """``if (threadIdx.x < k)`` in a block of one dimension: the first k threads, a shorter loop."""
        if not self.vary.one_dimension or node.child_by_field_name("alternative") is not None or self._in_rounds:
            return None
        condition = _condition(node)
        if condition.type != "binary_expression" or self._leaves(node):
            return None
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        operator = text_of(condition.child_by_field_name("operator"))
        if left is None or right is None or not self._is_thread_index(left):
            return None
        if not self.vary.is_uniform_text(right) or self.typing.of(right) not in _WHOLE:
            return None
        uses = frozenset(self.variables.used_in(condition))
        text = self.thread_text(condition)
        if operator == "==" and text_of(bare(right)) == "0":
            return Guard(text, uses, limit="1")
        return Guard(text, uses, limit=self.thread_text(right)) if operator == "<" else None

    def _is_thread_index(self, node: Node) -> bool:
        node = bare(node)
        variable = self.variables.of(node) if node.type == "identifier" else None
        if variable is not None:
            return (variable in self.skip or self.vary.is_derived(variable)) and index_of(
                variable.init or node
            ) == _FIRST
        return index_of(node) == _FIRST

    def _leaves(self, node: Node) -> bool:
        jumps = (
            n
            for n in walk(node)
            if n.type in ("return_statement", "break_statement", "continue_statement", "goto_statement")
        )
        return any((t := _target_of(n)) is None or not _holds(node, t) for n in jumps)

    def _rounds_of(self, node: Node) -> Rounds | None:
        """``for (int j = threadIdx.x + …; j < n; j += step)``: the threads of a block take neighbouring elements, round
        by round. With the rounds outside, the loop over the threads goes through memory in order."""
        if not self.vary.t or self._in_rounds or self._structured(node):
            return None
        init, condition, update = (node.child_by_field_name(n) for n in ("initializer", "condition", "update"))
        body = node.child_by_field_name("body")
        if init is None or condition is None or update is None or body is None or init.type != "declaration":
            return None
        variable = next((v for v in self.variables.all if v.declaration == init), None)
        if variable is None or variable.init is None or len(init.children_by_field_name("declarator")) != 1:
            return None
        if variable.pointers or variable.taken or variable.base not in _INDEX_TYPES or len(variable.writes) != 1:
            return None
        if update.type != "assignment_expression" or text_of(update.child_by_field_name("operator")) != "+=":
            return None
        step, bound = update.child_by_field_name("right"), condition.child_by_field_name("right")
        if step is None or bound is None or text_of(condition.child_by_field_name("operator")) != "<":
            return None
        if self.variables.of(bare(condition.child_by_field_name("left") or condition)) is not variable:
            return None
        if not self._is_block_step(step) or not self.vary.is_uniform_text(bound) or self.typing.of(bound) not in _WHOLE:
            return None
        if any(n.type in ("return_statement", "goto_statement") for n in walk(body)):
            return None
        if any(n.type == "break_statement" and _target_of(n) == node for n in walk(body)):
            return None
        first = self._first_thread(variable.init)
        return Rounds(variable, first, bound, step, body) if first is not None else None

    def _is_block_step(self, step: Node) -> bool:
        """A step that is at least 1: made of sizes of blocks and grids."""
        variable = self.variables.of(bare(step))
        inner = (
            variable.init if variable is not None and self.vary.is_uniform(variable) and not variable.writes else step
        )
        if inner is None or not self.vary.is_uniform_text(step):
            return False
        names = [text_of(n) for n in walk(inner) if n.type == "identifier"]
        operators = {text_of(n.child_by_field_name("operator")) for n in walk(inner) if n.type == "binary_expression"}
        plain = all(n in ("blockDim", "gridDim") or n.isupper() for n in names)
        numbers = any(n.type == "number_literal" for n in walk(inner))
        return bool(names or numbers) and plain and operators <= {"*"}

    def _first_thread(self, node: Node) -> str | None:
        """Where the first thread starts, if every thread starts as many elements later as its number says."""
        node = bare(node)
        if self._is_thread_index(node):
            return "0"
        if node.type == "identifier":
            variable = self.variables.of(node)
            if variable is not None and variable.init is not None and self.vary.is_derived(variable):
                return self._first_thread(variable.init)
            return None
        if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "+":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            assert left is not None
            assert right is not None
            for thread, rest in ((left, right), (right, left)):
                first = self._first_thread(thread)
                if first is not None and self.vary.is_uniform_text(rest):
                    text = self.thread_text(rest)
                    return text if first == "0" else f"{first} + {text}"
        return None

    def _strided(self, node: Node, rounds: Rounds) -> None:
        name, type = rounds.variable.name, rounds.variable.base
        start = f"{name}_first"
        bound, step = self.thread_text(rounds.bound), self.thread_text(rounds.step)
        element = f"{start} + {self.vary.lane}"
        uses = frozenset(self.variables.used_in(rounds.bound))
        limit = f"{bound} - {start}" if self.vary.one_dimension else None
        guard = Guard(f"{element} < {bound}", uses, limit=limit)

        def build() -> None:
            self.frames.append(Frame("loop", (guard,)))
            self._in_rounds = True
            self._step(Step(f"const {type} {name} = {element};", set(uses)))
            self._branch(rounds.body)
            self._close()
            self._in_rounds = False
            self.frames.pop()

        self._within(
            Around(f"for ({type} {start} = {rounds.first}; {start} < {bound}; {start} += {step}) {{", []), build
        )

    # -- leaving early

    def _leaving(self, node: Node) -> str:
        """The text of a statement in a region, where what leaves control around the region clears the arrays."""
        jumps = [n for n in walk(node) if n.type in ("return_statement", "break_statement", "continue_statement")]
        outside = {n.id: n for n in jumps if (t := _target_of(n)) is None or not _holds(node, t)}
        if not outside:
            return self.thread_text(node)

        def rule(part: Node) -> str | None:
            return self._jump(part, node) if part.id in outside else self._thread_rule(part)

        return rewritten(node, rule)

    def _jump(self, jump: Node, statement: Node) -> str:
        t, cleared = self.vary.t, []
        text = ""
        if jump.type == "continue_statement" and self.dissolved is not None and _target_of(jump) == self.dissolved:
            pass  # on to the next thread
        elif jump.type == "return_statement":
            if self.result is not None and jump.named_children:
                text = f"{self.result}[{t}] = {self.thread_text(jump.named_children[0])}; "
            if self._something_follows(statement):
                for frame in self.frames:
                    cleared += [*frame.leave, *frame.skip]
                    cleared += [g.condition.split("[")[0] for g in frame.guards if g.mask]
        else:
            at = max((i for i, frame in enumerate(self.frames) if frame.kind == "loop"), default=-1)
            if at < 0 or self.frames[at].plain:
                raise Unsupported("some threads leave a loop in which the block waits", jump.start_byte)
            frame = self.frames[at]
            cleared = frame.skip if jump.type == "continue_statement" else frame.leave
            cleared = [
                *cleared,
                *(g.condition.split("[")[0] for f in self.frames[at + 1 :] for g in f.guards if g.mask),
            ]
        cleared = list(dict.fromkeys(cleared))
        clear = "".join(f"{name}[{t}] = " for name in cleared) + "false; " if cleared else ""
        if jump == statement and statement == self.function.body.named_children[-1]:
            return text.strip()
        inner = any(a.type in _LOOPS or a.type == "switch_statement" for a in ancestors(jump, statement))
        if not inner:
            return f"{{ {text}{clear}continue; }}"
        region = self._current()
        if region.label is None:
            self._count += 1
            region.label = f"next_{self._count}"
        return f"{{ {text}{clear}goto {region.label}; }}"

    def _something_follows(self, node: Node) -> bool:
        """Whether threads wait after ``node``, in the text or in the next round of a loop."""
        if self._last_wait > node.end_byte:
            return True
        loops = (a for a in ancestors(node, self.function.body) if a.type in _LOOPS)
        return any(self.code.waits_in(a, self.function) for a in loops)

    # -- what threads show each other

    def _has_exchange(self, node: Node) -> bool:
        return any(n.id in self.exchanged for n in walk(node))

    def _extract(self, node: Node) -> None:
        """Take every operation on other threads out of ``node``: what is shown goes to an array in a region before."""
        calls = [n for n in walk(node) if n.type == "call_expression" and self._exchange(n) is not None]
        calls += [
            n
            for n in walk(node)
            if n.type == "call_expression" and n not in calls and self.code.synchronises(called(n))
        ]
        for call in sorted(calls, key=lambda n: n.end_byte):
            for around in ancestors(call, node):
                if around.type == "lambda_expression":
                    raise Unsupported("threads wait for each other inside a lambda", call.start_byte)
                if around.type == "conditional_expression" and around.child_by_field_name("condition") != call:
                    condition = around.child_by_field_name("condition")
                    if condition is not None and not _holds(condition, call):
                        raise Unsupported("threads wait for each other in one side of a ?:", call.start_byte)
            exchange = self._exchange(call)
            if exchange is not None:
                self.exchanged[call.id] = self._show(call, exchange)
            else:
                self.exchanged[call.id] = self._call(call)

    def _exchange(self, call: Node) -> Exchange | None:
        name, function = called(call), call.child_by_field_name("function")
        found = operations().exchanges.get(name)
        if found is not None:
            return found
        if function is not None and function.type == "field_expression":
            receiver = text_of(function.child_by_field_name("argument"))
            if receiver in self.groups and name != "reduce":
                return operations().methods.get(name)
        elif name == "reduce" and len(arguments_of(call)) == 3:
            return operations().methods["reduce"]
        return None

    def _show(self, call: Node, exchange: Exchange) -> str:
        arguments = arguments_of(call)
        if exchange.value >= len(arguments):
            raise Unsupported(f"{called(call)} has too few arguments", call.start_byte)
        shown = arguments[exchange.value] if exchange.value >= 0 else None
        type = exchange.shows or (self._type(shown) if shown is not None else "bool")
        name = self._array(type, "shown")
        value = self.thread_text(shown) if shown is not None else "true"
        uses = self.variables.used_in(shown) if shown is not None else set()
        if exchange.silent and self._active():
            self._close()
            self.items.append(Once(f"std::fill_n({name}, {self.vary.size}, {type}({exchange.silent}));"))
        self._step(Step(f"{name}[{self.vary.t}] = {value};", uses))
        self._close()
        others = [self.thread_text(arguments[i]) for i in exchange.others if i < len(arguments)]
        function = call.child_by_field_name("function")
        if function is not None and function.type == "field_expression":
            group = self.groups[text_of(function.child_by_field_name("argument"))]
            others.append(group.size or self.vary.threads)
        elif called(call) == "reduce":
            group = self.groups.get(text_of(arguments[0]), Group("32"))
            others.append(group.size or self.vary.threads)
        if exchange.call.startswith(("warp_", "block_", "tile_")):
            others = [self.vary.threads, *others]
        return f"{exchange.call}({', '.join([name, self.vary.t, *others])})"

    def _call(self, call: Node) -> str:
        """A device function that waits runs for the whole block: values go in and come out in arrays."""
        callee = self.code.device(called(call))[0]
        given = []
        mask = []
        if callee.name in self.masked:
            on = self._array("bool", "on")
            mask = [on]
            self._close()
            if self._active():
                self.items.append(Once(f"std::fill_n({on}, {self.vary.size}, false);"))
                self._step(Step(f"{on}[{self.vary.t}] = true;"))
            else:
                self.items.append(Once(f"std::fill_n({on}, {self.vary.size}, true);"))
        for parameter, argument in zip(callee.parameters, arguments_of(call), strict=False):
            plain = bare(argument)
            variable = self.variables.of(plain) if plain.type == "identifier" else None
            if not self.vary.is_uniform_text(argument) and self.groups_text(plain) is None:
                self.varying.add((callee.name, parameter.name))
            if self.vary.passes_whole(callee, parameter):
                given.append(self.groups_text(plain) or self.thread_text(argument))
                self._before_call(argument)
                continue
            if parameter.reference and "const" not in parameter.head:
                if variable is None:
                    raise Unsupported(
                        "a reference to something other than a variable goes to a function that waits", call.start_byte
                    )
                self.forced.add(variable)
                given.append(array_name(variable, self.variables))
                continue
            for used in self.variables.used_in(argument):
                if (used.extents and not used.shared) or used.taken:
                    self.forced.add(used)
            type = self._type(argument) if parameter.base in callee.template_names else self._parameter_type(parameter)
            name = self._array(type, parameter.name)
            self._step(Step(f"{name}[{self.vary.t}] = {self.thread_text(argument)};", self.variables.used_in(argument)))
            given.append(name)
        if self._active():
            self.needs_mask.add(callee.name)
        self._close()
        result = ""
        if callee.returns != "void":
            returned = self.typing.returned(callee, call)
            if returned is None:
                raise Unsupported(f"the type of what {callee.name} returns cannot be told", call.start_byte)
            result = self._array(returned[0] + "*" * returned[1], callee.name)
        function = call.child_by_field_name("function")
        template = (
            text_of(function.children[-1]) if function is not None and function.type == "template_function" else ""
        )
        context = self.vary.context_arguments(callee, self.code)
        everything = [*context, *mask, *given, *([result] if result else [])]
        self._once(f"{callee.name}{template}({', '.join(everything)});")
        return f"{result}[{self.vary.t}]" if result else ""

    def groups_text(self, node: Node) -> str | None:
        """A group that is handed to a function: how many threads it has."""
        group = self.groups.get(text_of(node))
        return None if group is None else f"thread_group{{{group.size or self.vary.threads}}}"

    def _before_call(self, argument: Node) -> None:
        if self.variables.used_in(argument):
            self._close()

    def _parameter_type(self, parameter: Variable) -> str:
        declarator = parameter.declarator.replace("&", "").replace("__restrict__", "")
        stars = declarator.count("*") + len(parameter.extents)
        constant = "const " if "const" in parameter.head.split() and stars else ""
        volatile = "volatile " if parameter.volatile and stars else ""
        return f"{constant}{volatile}{parameter.base} {'*' * stars}".strip()

    # -- cooperative groups

    def _group_declaration(self, node: Node) -> bool:
        """Whether a statement makes a group. Read from its text: to the parser ``tile<16> t = …`` may be comparisons."""
        text = text_of(node)
        if "this_thread_block" not in text and "tiled_partition" not in text:
            return False
        name = re.match(r"[\w:<>\s,]*?[\s&>](\w+)\s*[=({]", text)
        if name is None:
            return False
        size = ""
        if "tiled_partition" in text:
            after = text.split("tiled_partition", 1)[1].strip()
            inside = after[1:].split(">")[0] if after.startswith("<") else after.rsplit(",", 1)[-1].split(")")[0]
            size = inside.split(",")[0].strip()
        self.groups[name[1]] = Group(size)
        return True

    def _group_call(self, call: Node) -> str | None:
        function = call.child_by_field_name("function")
        if function is None or function.type != "field_expression":
            return None
        receiver, method = text_of(function.child_by_field_name("argument")), called(call)
        group = self.groups.get(receiver)
        if group is None:
            return None
        t, size = self.vary.t, group.size
        if method == "thread_rank":
            return f"unsigned({t} % {size})" if size else f"unsigned({t})"
        if method in ("size", "num_threads"):
            return f"unsigned({size or self.vary.threads})"
        if method == "meta_group_rank" and size:
            return f"unsigned({t} / {size})"
        if method == "meta_group_size" and size:
            return f"unsigned(({self.vary.threads} + {size} - 1) / {size})"
        if method in ("group_index", "thread_index"):
            return self.vary.struct("blockIdx" if method == "group_index" else "threadIdx")
        return None

    # -- small things

    def _is_wait(self, node: Node) -> bool:
        expression = bare(node.named_children[0]) if node.named_children else node
        if expression.type != "call_expression":
            return False
        name, function = called(expression), expression.child_by_field_name("function")
        if name in operations().barriers:
            return True
        if name == "sync":
            receiver = arguments_of(expression)
            return bool(receiver) or (function is not None and function.type == "field_expression")
        return False

    def _changes_uniform(self, node: Node) -> bool:
        """An assignment to a variable that the block keeps once."""
        expression = bare(node.named_children[0]) if node.named_children else node
        if expression.type not in ("assignment_expression", "update_expression"):
            return False
        target = expression.child_by_field_name("left") or expression.child_by_field_name("argument")
        variable = self.variables.of(bare(target)) if target is not None else None
        return variable is not None and self.vary.is_uniform(variable)

    def _structured(self, node: Node) -> bool:
        """Whether the block as a whole has to go through this control."""
        if self.code.waits_in(node, self.function):
            return True
        if node.type == "compound_statement":
            return any(self._structured(child) for child in node.named_children)
        if node.type == "if_statement" and self.frames[-1].plain:
            jumps = [n for n in walk(node) if n.type in ("break_statement", "continue_statement")]
            leaving = [n for n in jumps if (t := _target_of(n)) is None or not _holds(node, t)]
            return bool(leaving) and self.vary.is_uniform_text(_condition(node), loads=True)
        return False

    def _active(self) -> tuple[Guard, ...]:
        """Guards of the place, those that an array already holds left out."""
        guards: list[Guard] = []
        for frame in self.frames:
            if any(g.mask for g in frame.guards):
                guards = []
            guards += frame.guards
        return tuple(guards)

    def _current(self) -> Region:
        if self._open is None:
            self._open = Region([], self._active())
        return self._open

    def _step(self, step: Step) -> None:
        self._current().steps.append(step)

    def _close(self) -> None:
        if self._open is not None and self._open.steps:
            self.items.append(self._open)
        self._open = None

    def _once(self, text: str, declares: Variable | None = None) -> None:
        if declares is not None and self.vary.may_move_up(declares):
            self.items.append(Once(text, declares))
            return
        self._close()
        self.items.append(Once(text, declares))

    def _array(self, type: str, hint: str) -> str:
        self._count += 1
        name = f"{hint}_{self._count}"
        self.arrays.append((type, name))
        return name

    def _type(self, node: Node) -> str:
        found = self.typing.text(node)
        if found is None:
            raise Unsupported(f"the type of {text_of(node)} cannot be told", node.start_byte)
        return found

    def _is_vector(self, node: Node) -> bool:
        text = text_of(node)
        return not any(word in text for word in _NOT_VECTOR)


def _group_parameter(parameter: Variable, function: DeviceFunction) -> Group | None:
    """A parameter that is a group: how many threads it has is told by the tile's type, else when it runs."""
    tile = re.search(r"thread_block_tile\s*<\s*(\w+)", parameter.head)
    if tile:
        return Group(tile[1])
    if re.search(r"\bthread_block\b", parameter.head):
        return Group("")
    if "thread_group" in parameter.head or (
        parameter.base in function.template_names and _asks_like_a_group(parameter)
    ):
        return Group(f"int({parameter.name}.size())")
    return None


def _asks_like_a_group(parameter: Variable) -> bool:
    methods = {
        text_of(n.parent.child_by_field_name("field"))
        for n in parameter.uses
        if n.parent is not None and n.parent.type == "field_expression"
    }
    return bool(methods & {"sync", "thread_rank", "shfl_down", "shfl_xor", "shfl", "shfl_up"})


def _dedented(text: str, column: int) -> str:
    """Later lines moved left as far as the first one stood."""
    first, *rest = text.split("\n")
    moved = [line[min(column, len(line) - len(line.lstrip())) :] for line in rest]
    return "\n".join([first, *(line.rstrip() for line in moved)])


def _condition(node: Node) -> Node:
    clause = node.child_by_field_name("condition")
    assert clause is not None
    value = clause.child_by_field_name("value")
    return bare(value if value is not None else clause)


def _else(node: Node) -> Node:
    return node.named_children[-1] if node.type == "else_clause" else node


def _target_of(jump: Node) -> Node | None:
    """The loop or switch that `break` or `continue` is about."""
    if jump.type == "return_statement":
        return None
    at = jump.parent
    while at is not None and at.type not in ("function_definition", "lambda_expression"):
        if at.type in _LOOPS or (at.type == "switch_statement" and jump.type == "break_statement"):
            return at
        at = at.parent
    return None


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
