"""The body of a kernel, or of a device function in which threads wait, cut into regions."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import NOTHING, Code, form, joined, quoted, spelled, unended
from loopwright.cuda.ir.plan import Around, Guard, Item, Once, Step, Unsupported
from loopwright.cuda.ir.statements import SILENT, Plain, plain
from loopwright.cuda.lower.builder import Frame
from loopwright.cuda.lower.device import InnerRule
from loopwright.cuda.lower.limits import Limits
from loopwright.cuda.lower.rounds import Rounds
from loopwright.cuda.lower.strips import loops_down_columns
from loopwright.cuda.read.async_copies import OF_ALL, PART
from loopwright.cuda.read.chosen import chosen_part
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import wait_of_grid
from loopwright.cuda.read.rewriting import (
    JUMPS,
    LOOPS,
    TYPES_OF_THEIR_OWN,
    condition_of,
    holds,
    returning_guard,
    statements_of,
    target_of,
    terms,
    walk,
)
from loopwright.cuda.read.shadowing import is_qualified
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.read.waits_first import is_barrier
from loopwright.cuda.spec import operations
from loopwright.source.nodes import bare, text_of


class Cutter(Limits):
    """Cuts one function. ``t`` is the text of a thread's number in its block, ``size`` of an array for all threads."""

    def __init__(
        self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule, masked: frozenset[str]
    ) -> None:
        super().__init__(function, code, vary, rule, masked)
        self.warnings: list[tuple[int, str]] = []
        self._is_masked = False
        self.lost_exits = False  # another region follows that one

    # -- what is built

    def cut(
        self, statements: list[Node], result: str | None = None, mask: str | None = None
    ) -> tuple[Cutter, list[Item]]:
        """The regions of ``statements``, and who cut them: threads that return stay away from regions that follow, although
        none of them waits there, if there are such regions."""
        self.begin(statements, result, mask)
        items = self.finish()
        if not self.lost_exits:
            return self, items
        other = Cutter(self.function, self.code, self.vary, self.rule, self.masked)
        other.skip.update(self.skip)
        other.dissolved = self.dissolved
        other._last_wait = self.function.body.end_byte
        other.begin(statements, result, mask)
        return other, other.finish()

    def begin(self, statements: list[Node], result: str | None = None, mask: str | None = None) -> None:
        """Cut ``statements``, the body or what is left of it. ``result``: the array that takes what the function
        returns; ``mask``: the array that holds which threads call it."""
        self.result, self._is_masked = result, mask is not None
        if mask is not None:
            self.frames[0].guards = (self._mask(mask),)
        if any(self._ends_thread(n) for n in self.function.inside):
            alive = self._array("bool", "alive")
            start = (
                f"std::copy_n({mask}, {self.vary.size}, {alive});"
                if mask
                else f"std::fill_n({alive}, {self.vary.size}, true);"
            )
            self._own(start)
            self.frames[0].leave.append(alive)
            self.frames[0].guards = (self._mask(alive),)
        for parameter in self.function.parameters:
            if self.vary.is_copied(parameter):
                self._parameter(parameter)
        self._statements(statements)

    def _mask(self, array: str) -> Guard:
        """Threads whose element of an array says that they take part."""
        return Guard(spelled(f"{array}[{self.vary.t}]"), mask=array)

    def finish(self) -> list[Item]:
        """The items."""
        self._close()
        return self.items

    def _parameter(self, variable: Variable) -> None:
        """A parameter that the body writes is each thread's own."""
        value = self.vary.incoming(variable)
        start = spelled(f"{variable.declared(variable.declarator)} = {value};")
        if self.vary.is_uniform(variable):
            self._once(start, variable)
        else:
            self._step(Step(Plain(start), set(), variable, spelled(value)))

    def _ends_thread(self, node: Node) -> bool:
        """A `return` after which other threads go on to places where they wait, and no guard tells which."""
        if node.type != "return_statement" or not self._something_follows(node):
            return False
        if target_of(node) is not None:
            return False
        statement = node.parent
        while statement is not None and statement.type == "compound_statement" and statement != self.function.body:
            statement = statement.parent
        if statement is None or statement.type != "if_statement":
            return statement != self.function.body
        return not self._is_guard(statement)

    def _is_guard(self, node: Node) -> bool:
        """``if (…) return;`` at the top, by what is known without a memory access."""
        condition = returning_guard(node)
        if condition is None or node.parent != self.function.body:
            return False
        if self.vary.is_uniform_text(condition, loads=True):
            return True
        # Regions behind it ask again: what it is told by has to be what it was.
        return self.vary.is_derived_text(condition) and not any(
            write.start_byte > node.start_byte
            for variable in self.variables.used_in(condition)
            for write in (*variable.writes, *variable.taken)
        )

    def _step(self, step: Step) -> None:
        self.lost_exits |= self._left is not None and self._left is not self._open
        super()._step(step)

    # -- statements

    def _statements(self, nodes: list[Node]) -> None:
        for node in nodes:
            self._statement(node)

    def _changes_a_name(self, brought: Node) -> bool:
        """Whether what a using-declaration names, which stands first in a translation, is something else before it or outside its block."""
        name, scope = text_of(brought).rstrip("; ").rpartition("::")[2], brought.parent
        named = [
            n
            for n in walk(self.function.body)
            if n.type in ("identifier", "type_identifier") and text_of(n) == name and not is_qualified(n)
        ]
        end = scope.end_byte if scope is not None else brought.start_byte
        inside = [n for n in named if brought.start_byte <= n.start_byte < end]
        if inside and all(map(self._is_known_call, inside)):
            return False  # nothing in the translation has that name
        return any(n not in inside and not self._is_known_call(n) for n in named)

    def _is_known_call(self, name: Node) -> bool:
        """Whether a function is called in which threads wait: which one is told already, and it has a name of its own."""
        call = name.parent
        called_so = call is not None and call.type == "call_expression" and call.child_by_field_name("function") == name
        return called_so and call is not None and self.code.synchronises(call, self.function)

    def _statement(self, node: Node) -> None:
        kind = node.type
        if kind in ("comment", ";"):
            return
        self._listen(node)
        if kind == "static_assert_declaration" and self._asks_threads(node):
            self._plain(node)
        elif kind in ("alias_declaration", "type_definition", "using_declaration", "static_assert_declaration"):
            if kind == "using_declaration" and self._changes_a_name(node):
                raise Unsupported("a name means something else before a using-declaration", node.start_byte)
            code = self._of_types(node) if self._asks_threads(node) else self.thread_code(node)
            self.names_first.append(Plain(code, node.start_point.column))
        elif kind in TYPES_OF_THEIR_OWN:
            self.names_first.append(Plain(form("{};", self.thread_code(node)), node.start_point.column))
        elif kind == "declaration":
            self._declaration(node)
        elif kind == "compound_statement" and self._structured(node):
            self._within(Around(), lambda: self._statements(node.named_children))
        elif (
            kind == "if_statement"
            and len(self.frames) == 1
            and (self._something_follows(node) or self._says_ends(node))
            and self._is_guard(node)
        ):
            self._guard(node)
        elif kind == "if_statement" and self._structured(node):
            self._if(node)
        elif kind == "if_statement" and self._passes_over(node):
            self._close()
            condition = condition_of(node)
            guard = Guard(self.thread_code(condition), frozenset(self.variables.used_in(condition)), opposite=True)
            self.frames[-1].guards += (self._with_ends(guard, condition),)
        elif kind in LOOPS and self._structured(node):
            self._loop(node)
        elif kind == "if_statement" and (limit := self._limit(node)) is not None:
            then = node.child_by_field_name("consequence")
            assert then is not None
            self._under(Frame("if", (limit,)), then)
        elif kind == "for_statement" and (rounds := self._rounds_of(node)) is not None:
            self._strided(node, rounds)
        elif kind == "for_statement" and self._goes_alone(node):
            self._close()
            self._plain(node)
            self._close()
        elif kind == "switch_statement" and self._structured(node):
            raise Unsupported("threads wait for each other inside a switch", node.start_byte)
        elif kind.startswith("preproc_if") and self._structured(node):
            chosen = chosen_part(node, self.function.file_macros)
            if chosen is None:
                raise Unsupported("threads wait for each other inside #if", node.start_byte)
            self._statements(chosen)
        elif kind in ("break_statement", "continue_statement") and self.frames[-1].plain:
            self._once(spelled(text_of(node)))
        elif kind == "expression_statement" and (self._group_declaration(node) or self._is_wait(node)):
            if self._is_wait(node):
                self._all_come(node)
                self._close()
            if node.named_children and wait_of_grid(bare(node.named_children[0]), self.function):
                self._own("wait_for_grid();")
        elif kind == "expression_statement" and self.vary.changes_only_uniform(node):
            self._once(self._done_once(node))
        else:
            self._plain(node)
        self._beside = SILENT

    def _asks_threads(self, node: Node) -> bool:
        """Whether a declaration that stands before all regions names a variable that is declared in one."""
        return any(not v.parameter and not self.vary.is_constant(v) for v in self.variables.used_in(node))

    def _of_types(self, node: Node) -> Code:
        """A name of a type that ``decltype`` tells, with no variable in it."""

        def rule(part: Node) -> Code | None:
            if part.type != "decltype":
                return self._thread_rule(part)
            inner = part.named_children[0]
            variable = self.variables.of(inner) if inner.type == "identifier" else None
            told = form("decltype({})", self.of_same_type(inner))
            is_own = variable is not None and not variable.reference
            return form("std::remove_reference_t<{}>", told) if is_own else told

        return quoted(node, rule)

    # -- control

    def _if(self, node: Node) -> None:
        condition = condition_of(node)
        then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        assert then is not None
        if node.id in self.vary.opened:
            self._opened_if(condition, then)
            return
        self._extract(condition)
        if self.vary.is_uniform_text(condition, loads=True) and not self._has_exchange(condition):
            self._within(Around("if", (self.thread_code(condition),)), lambda: self._branch(then))
            if other is not None:
                self._within(Around("else"), lambda: self._branch(_else(other)))
            return
        positive, negative = self._guards(condition)
        if positive[0].mask is None:
            positive = (self._with_ends(positive[0], condition),)
        limit = self._shapes.first_of(condition) if positive[0].mask is None and not self._in_rounds else None
        positive = (replace(positive[0], limit=limit),) if limit is not None else positive
        if any(called(n) == "__syncthreads" for n in walk(node) if n.type == "call_expression"):
            self.warnings.append((node.start_byte, "__syncthreads() may be reached by some threads of the block only"))
        self._under(Frame("if", positive), then)
        if other is not None:
            self._under(Frame("if", negative), _else(other))

    def _opened_if(self, condition: Node, then: Node) -> None:
        """A conditional of terms that are the same for the block, and of those that say how many of its threads take part."""
        asked, whole = self._asked(condition)
        self.frames.append(Frame("if", tuple(guard for t in asked if (guard := self._taking_part(t)) is not None)))
        codes = list(map(self.thread_code, whole))
        around = Around("if", (joined(" && ", codes),)) if codes else Around()
        self._within(around, lambda: self._branch(then))
        self.frames.pop()

    def _asked(self, condition: Node) -> tuple[list[Node], list[Node]]:
        """The terms of a condition that threads answer each for itself, and those that the block does."""
        every = terms(condition, "&&")
        whole = [t for t in every if self._shapes.limit_in(t) is None and self.vary.is_uniform_text(t)]
        return [t for t in every if t not in whole], whole

    def _taking_part(self, term: Node) -> Guard | None:
        """Of which threads a term holds, ``None`` where that may change between them and what they do."""
        limit = self._shapes.limit_in(term)
        if limit is not None or not self.vary.is_derived_text(term):
            return limit
        return Guard(self.thread_code(term), frozenset(self.variables.used_in(term)))

    def _passes_over(self, node: Node) -> bool:
        """Whether a conditional says which threads leave out the rest of a round that the others go through as a block, by what stays as
        it is meanwhile."""
        then, body = node.child_by_field_name("consequence"), node.parent
        said = statements_of(then) if then is not None else []
        if (
            len(said) != 1
            or said[0].type != "continue_statement"
            or node.child_by_field_name("alternative") is not None
        ):
            return False
        loop = target_of(said[0])
        whole = loop is not None and loop.id in self.vary.passing and body == loop.child_by_field_name("body")
        return (
            whole
            and self.vary.is_derived_text(condition_of(node))
            and not self.vary.is_uniform_text(condition_of(node))
        )

    def _guard(self, node: Node) -> None:
        condition = condition_of(node)
        code = self.thread_code(condition)
        if self.vary.is_uniform_text(condition, loads=True):
            self._once(form("if ({}) {}", code, self.vary.leave_block))
            return
        self._close()
        uses = frozenset(self.variables.used_in(condition))
        self.frames[0].guards += (self._with_ends(Guard(code, uses, opposite=True), condition),)

    def _under(self, frame: Frame, node: Node) -> None:
        around = Around()
        self.frames.append(frame)
        self._within(around, lambda: self._branch(node))
        self.frames.pop()
        self._without_scope(around)

    def _without_scope(self, around: Around) -> None:
        """What was just built in a scope, without one where nothing is declared in it."""
        if not any(isinstance(item, Once) and item.declares is not None for item in around.items):
            self.items.pop()
            self.items += around.items

    def _branch(self, node: Node) -> None:
        self._statements(statements_of(node))

    def _loop(self, node: Node) -> None:
        if node.type == "for_range_loop":
            raise Unsupported("threads wait for each other inside a range-based loop", node.start_byte)
        body = node.child_by_field_name("body")
        assert body is not None
        condition = condition_of(node) if node.child_by_field_name("condition") is not None else None
        if self.vary.is_plain_loop(node) and (condition is None or not self._has_exchange(condition)):
            self._plain_loop(node, condition, body)
        else:
            self._masked_loop(node, condition, body)

    def _plain_loop(self, node: Node, condition: Node | None, body: Node) -> None:
        for part in (condition, *map(node.child_by_field_name, ("initializer", "update"))):
            if part is not None and (barrier := next(filter(is_barrier, walk(part)), None)) is not None:
                raise Unsupported("threads wait for each other in the head of a loop", barrier.start_byte)
        test = self.thread_code(condition) if condition is not None else NOTHING
        if node.type == "for_statement":
            init, update = node.child_by_field_name("initializer"), node.child_by_field_name("update")
            first = unended(self.thread_code(init)) if init is not None else NOTHING
            step = self.thread_code(update) if update is not None else NOTHING
            around = Around("for", (first, test, step))
        elif node.type == "while_statement":
            around = Around("while", (test,))
        else:
            around = Around("do", (test,))
        self.frames.append(Frame("loop", plain=True))
        self._within(around, lambda: self._branch(body))
        self.frames.pop()
        if node.id in self.vary.passing:
            self._left = None  # all take part in what follows the loop

    def _masked_loop(self, node: Node, condition: Node | None, body: Node) -> None:
        """Some threads may go on while others are done: the block goes on while there is one."""
        outer = Around()

        def build() -> None:
            if node.type == "for_statement" and (init := node.child_by_field_name("initializer")) is not None:
                if init.type == "declaration":
                    self._statement(init)
                else:
                    self._step(Step(Plain(form("{};", self.thread_code(init))), self.variables.used_in(init)))
            going = self._array("bool", "going")
            self._close()
            if self._active():
                self._own(f"std::fill_n({going}, {self.vary.size}, false);")
            self._step(Step(plain(f"{going}[{self.vary.t}] = true;")))
            self._close()
            frame = Frame("loop", (self._mask(going),), [going])
            self.frames.append(frame)
            self._within(Around("forever"), lambda: self._rounds(node, condition, body, frame, going))
            self.frames.pop()

        self._within(outer, build)
        self._without_scope(outer)

    def _rounds(self, node: Node, condition: Node | None, body: Node, frame: Frame, going: str) -> None:
        def check() -> None:
            if condition is not None:
                self._extract(condition)
                told = form("{}[{}] = {};", going, self.vary.t, self.thread_code(condition))
                self._step(Step(Plain(told), self.variables.used_in(condition)))
            self._close()
            self._own(f"if (!std::count({going}, {going} + {self.vary.threads}, true)) break;")

        if node.type != "do_statement":
            check()
        if any(n.type == "continue_statement" and target_of(n) == node for n in walk(body)):
            on = self._array("bool", "on")
            self._own(f"std::copy_n({going}, {self.vary.size}, {on});")
            inner = Frame("loop", (self._mask(on),), [going, on], [on])
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
            self._step(Step(Plain(form("{};", self.thread_code(update))), self.variables.used_in(update)))
        if node.type == "do_statement":
            check()

    # -- rounds of the block

    def _rounds_of(self, node: Node) -> Rounds | None:
        return None if self._in_rounds or self._structured(node) else self._shapes.rounds_of(node)

    def _strided(self, node: Node, rounds: Rounds) -> None:
        name, type = rounds.variable.name, rounds.variable.base
        start = f"{name}_first"
        bound, step = self.thread_code(rounds.bound), self.thread_code(rounds.step)
        element = f"{start} + {self.vary.lane or '(int)threadIdx.x'}"
        uses = frozenset(self.variables.used_in(rounds.bound))
        limit = form("{} - {}", bound, start) if self.vary.one_dimension else None
        end = self._shapes.end_of(rounds, bound, start) if self._ends is not None else None
        guard = Guard(form("{} < {}", element, bound), uses, limit=limit, ends=(end,) if end is not None else ())

        def build() -> None:
            self.frames.append(Frame("loop", (guard,)))
            self._in_rounds = True
            self._step(Step(plain(f"const {type} {name} = {element};"), set(uses)))
            self._branch(rounds.body)
            self._close()
            self._in_rounds = False
            self.frames.pop()

        head = (
            form("{} {} = {}", type, start, rounds.first),
            form("{} < {}", start, bound),
            form("{} += {}", start, step),
        )
        self._within(Around("for", head), build)

    # -- loops down the columns of memory

    def opened(self) -> frozenset[int]:
        """The loops whose rounds are outside the loop over the threads, with the conditionals around them."""
        every = [n for n in self.function.body.named_children if n.type != "comment" and returning_guard(n) is None]
        if any(n.type in JUMPS for s in every for n in walk(s)):
            return frozenset()
        statements, around = every, list[Node]()
        while not (loops := loops_down_columns(statements, ("threadIdx", "x"), self.variables, self.vary)):
            last = statements[-1] if statements else None
            if last is None or last.type != "if_statement" or last.child_by_field_name("alternative") is not None:
                return frozenset()
            if self.code.waits_in(last, self.function):
                return frozenset()
            asked, _ = self._asked(condition_of(last))
            then = last.child_by_field_name("consequence")
            if then is None or len(asked) > 1 or any(self._taking_part(t) is None for t in asked):
                return frozenset()
            around.append(last)
            statements = [n for n in statements_of(then) if n.type != "comment"]
        return frozenset(n.id for n in (*around, *loops) if not self.code.waits_in(n, self.function))

    # -- small things

    def _all_come(self, node: Node) -> None:
        """Raises :class:`~loopwright.cuda.ir.plan.Unsupported` where all threads have to come to a barrier, and only some may."""
        if OF_ALL in text_of(node) and (self._is_masked or any(frame.guards for frame in self.frames[1:])):
            raise Unsupported(operations().unsupported[PART], node.start_byte)

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

    def _structured(self, node: Node) -> bool:
        """Whether the block as a whole has to go through this control."""
        if node.id in self.vary.opened or self.code.waits_in(node, self.function):
            return True
        if node.type == "compound_statement":
            return any(self._structured(child) for child in node.named_children)
        if node.type == "if_statement" and self.frames[-1].plain:
            jumps = [n for n in walk(node) if n.type in ("break_statement", "continue_statement")]
            leaving = [n for n in jumps if (t := target_of(n)) is None or not holds(node, t)]
            return bool(leaving) and self.vary.is_uniform_text(condition_of(node), loads=True)
        return False


def _else(node: Node) -> Node:
    return node.named_children[-1] if node.type == "else_clause" else node
