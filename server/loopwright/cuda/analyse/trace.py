"""What the threads of a few blocks do to memory, found by carrying a kernel out in all of them at once.

Each statement is carried out once for all threads that certainly come to it, as a warp would. What depends on data that nobody knows is
gone into, but nothing is noted there. Between two barriers is a phase. What is noted does happen in a launch with large enough arrays,
in the phase that is said; what is not noted may happen all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import zip_longest

import numpy as np
from tree_sitter import Node

from loopwright.cuda.analyse import lanes as of
from loopwright.cuda.analyse.accesses import Access, Given, Jumps, Threads
from loopwright.cuda.analyse.lanes import MOST, Condition, Truths, Value
from loopwright.cuda.read.device_function import INDICES, DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import condition_of, walk
from loopwright.cuda.read.variables import Variable
from loopwright.source.nodes import bare, is_arrow, text_of
from loopwright.source.text import number_of

_WHOLE = frozenset(
    ("int", "unsigned", "unsigned int", "uint", "long", "unsigned long", "long long", "unsigned long long", "size_t", "ssize_t")
    + ("int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t", "bool", "auto", "std::size_t", "signed", "signed int")
)  # fmt: skip
_LIMITS = frozenset(("min", "max"))
_ADDS = frozenset(("+", "-", "*"))
_FLOATING = frozenset(("float", "double"))
_MOVES = frozenset(("__ldg", "fma", "fmaf", "__fmaf_rn", "__fma_rn"))  # what moves, adds and multiplies
_BARRIERS = frozenset(("__syncthreads", "__syncwarp", "__barrier_of_all"))
_ROUNDS, _FIRST = 40, 2
_WORK = 200_000  # statements in all lanes
# Threads that take turns, or blocks that wait for each other: nothing here would tell.
TURNS = ("atomicCAS", "atomicExch", "__threadfence", "__threadfence_block", "__threadfence_system", "grid_group", "this_grid", "asm")  # fmt: skip


class _End(Exception):
    """Something that cannot be followed: what was noted until here stays."""


class Run:
    """One kernel, carried out. ``value``: what a text means where the compiler knows it; ``memory``: names of the device's variables of
    the file. ``whole``: it was followed to its end; ``sums``: what it does with data is to move, add and multiply them, where numbers of
    the launch alone say which."""

    def __init__(
        self,
        function: DeviceFunction,
        code: DeviceCode,
        threads: Threads,
        given: Given,
        value: Callable[[str, int], int | None],
        memory: frozenset[str],
    ) -> None:
        self.function, self.code, self.threads, self.memory = function, code, threads, memory
        self.of_template = given.of_template
        self.inside: tuple[DeviceFunction, ...] = (function,)  # the kernel and the functions that are being carried out
        self.of_block: set[str] = set()  # names of shared arrays
        self.value = cache(value)
        self.count = threads.count
        self.accesses: list[Access] = []
        self.phase, self.steps, self.by_symbols = 0, _WORK // self.count, False
        self.assumed: frozenset[str] = frozenset()
        self.whole, self.sums = False, True
        everybody = np.ones(self.count, np.bool_)
        self.certain, self.possible = everybody, everybody
        self.returned, self.broken, self.continued = (Jumps(self.count) for _ in range(3))
        self.known: dict[Variable, Value] = {}
        for at, parameter in enumerate(function.parameters):
            number = given.arguments.get(at) if not parameter.pointers and parameter.base in _WHOLE else None
            told = self._parameter(parameter)
            self.known[parameter] = told if number is None else of.number(number, self.count)

    def carried_out(self) -> list[Access]:
        """All that was noted."""
        with suppress(_End):
            self._statement(self.function.body)
            self.whole = True
        return self.accesses

    # -- who comes here

    def _here(self) -> tuple[Truths, Truths]:
        certain, possible = self.certain, self.possible
        for jumps in (self.returned, self.broken, self.continued):
            certain, possible = certain & ~jumps.gone & ~jumps.doubtful, possible & ~jumps.gone
        return certain, possible

    def _only(self, certain: Truths, possible: Truths, work: Callable[[], None]) -> None:
        kept = self.certain, self.possible
        self.certain, self.possible = kept[0] & certain, kept[1] & possible
        if self._here()[1].any():
            work()
        self.certain, self.possible = kept

    # -- statements

    def _statement(self, node: Node) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise _End
        kind = node.type
        if kind in ("compound_statement", "else_clause"):
            for child in node.named_children:
                self._statement(child)
        elif kind == "declaration":
            self._declaration(node)
        elif kind == "expression_statement":
            for child in node.named_children:
                self._value(child)
        elif kind == "if_statement":
            self._if(node)
        elif kind in ("for_statement", "while_statement", "do_statement"):
            self._loop(node)
        elif kind == "return_statement":
            self.returned.leave(*self._here())
        elif kind == "break_statement":
            self.broken.leave(*self._here())
        elif kind == "continue_statement":
            self.continued.leave(*self._here())
        elif kind == "preproc_call" and "unroll" in text_of(node):
            return
        elif kind in ("switch_statement", "for_range_loop"):
            self._forget(node)
            if any(n.type in ("return_statement", "continue_statement") for n in walk(node)):
                raise _End
        elif kind not in (
            "comment",
            "using_declaration",
            "alias_declaration",
            "type_definition",
            "static_assert_declaration",
        ):
            raise _End

    def _declaration(self, node: Node) -> None:
        for variable in self.function.variables.all:
            if variable.declaration == node and variable.init is not None and not variable.extents:
                self._assign(variable, self._value(variable.init))

    def _if(self, node: Node) -> None:
        told = self._condition(condition_of(node))
        then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        if then is not None:
            self._only(told.holds, ~told.fails, lambda: self._statement(then))
        if other is not None:
            self._only(told.fails, ~told.holds, lambda: self._statement(other))

    def _loop(self, node: Node) -> None:
        initializer, update = (node.child_by_field_name(name) for name in ("initializer", "update"))
        body = node.child_by_field_name("body")
        if initializer is not None:
            (self._statement if initializer.type == "declaration" else self._value)(initializer)
        outer, self.broken, kept = self.broken, Jumps(self.count), self.continued
        rounds = 0
        while self._here()[1].any():
            self.by_symbols = False
            if (node.type != "do_statement" or rounds) and node.child_by_field_name("condition") is not None:
                told = self._condition(condition_of(node))
                certain, possible = self._here()
                self.broken.leave(certain & told.fails, possible & ~told.holds)
            limit = _FIRST if self.by_symbols or not self._here()[0].any() else _ROUNDS
            if rounds >= limit or not self._here()[1].any():
                break
            self.continued = Jumps(self.count)
            if body is not None:
                self._statement(body)
            self.continued = kept
            if update is not None:
                self._value(update)
            rounds += 1
        if self._here()[1].any():
            self._forget(node)
        self.broken, self.continued = outer, kept

    def _forget(self, node: Node) -> None:
        """A part was carried out nobody knows how often: what it writes is no longer known."""
        if self.code.waits_in(node, self.function):
            self.phase += 1
        possible = self._here()[1]
        for variable in self.function.variables.all:
            if variable in self.known and any(node.start_byte <= w.start_byte < node.end_byte for w in variable.writes):
                self.known[variable] = of.chosen(possible, self.known[variable].forgotten(), self.known[variable])

    # -- values

    def _parameter(self, parameter: Variable) -> Value:
        if parameter.pointers + len(parameter.extents) == 1:
            return replace(of.number(0, self.count), base=parameter.name)
        if parameter.pointers or parameter.extents:
            return of.unknown(self.count)
        if parameter.base in _WHOLE - {"bool", "auto"}:
            return of.symbol(parameter.name, self.count)
        return of.made_of(parameter.name, of.number(0, self.count))

    def _assign(self, variable: Variable, value: Value) -> None:
        certain, possible = self._here()
        if variable.pointers:
            value = value if value.base else of.unknown(self.count)
        elif variable.base not in _WHOLE:
            value = value.forgotten()
        if variable.taken or variable.reference or (variable.base == "bool" and not value.plain.any()):
            value = value.forgotten() if not variable.taken else of.unknown(self.count)
        before = self.known.get(variable, of.unknown(self.count))
        merged = of.chosen(certain, value, before)
        self.known[variable] = of.chosen(possible & ~certain, of.unknown(self.count), merged)

    def _value(self, node: Node) -> Value:
        """What an expression is, after all that it does."""
        node = bare(node)
        if node.type in _ENDS:
            raise _End
        handler = _VALUES.get(node.type)
        if handler is not None:
            return handler(self, node)
        for child in node.named_children:
            if child.type.endswith("expression") or child.type in ("identifier", "argument_list", "initializer_list"):
                self._value(child)
        return of.unknown(self.count)

    def _literal(self, node: Node) -> Value:
        number = _number(text_of(node))
        number = self.value(text_of(node), self.function.node.start_byte) if number is None else number
        if number is None or abs(number) >= of.LARGEST:
            return of.made_of(text_of(node), of.number(0, self.count))
        return of.number(number, self.count)

    def _name(self, node: Node) -> Value:
        variable = self.function.variables.of(node)
        if variable is not None:
            if variable.shared and len(variable.extents) == 1:
                return replace(of.number(0, self.count), base=self._shared(variable))
            if variable.shared:
                return self._place(node, read=True)
            return self.known.get(variable, of.unknown(self.count))
        if text_of(node) in self.memory:
            return self._place(node, read=True)
        number = self.of_template.get(text_of(node)) if len(self.inside) == 1 else None
        if number is None:
            number = self.value(text_of(node), self.function.node.start_byte)
        return of.number(number, self.count) if number is not None else of.unknown(self.count)

    def _index(self, node: Node) -> Value | None:
        """``threadIdx.x`` and its like, and a member of a parameter."""
        argument, field = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
        name = f"{text_of(argument)}.{field}"
        if text_of(argument) in INDICES and field in ("x", "y", "z"):
            if name in self.threads.places:
                return of.number(self.threads.places[name], self.count)
            sizes = self.threads.block if name.startswith("blockDim") else self.threads.grid
            size = sizes["xyz".index(field)]
            return of.number(size, self.count) if size is not None else of.symbol(name, self.count)
        variable = self.function.variables.of(argument) if argument is not None else None
        if variable is not None and variable.parameter and not (variable.pointers or variable.writes or variable.taken):
            return of.symbol(name, self.count)
        return None

    def _binary(self, node: Node) -> Value:
        operator = text_of(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            raise _End
        if operator in ("<", ">", "<=", ">=", "==", "!=", "&&", "||"):
            told = self._condition(node)
            return of.number(told.holds, self.count, None, told.holds | told.fails)
        one, other = self._value(left), self._value(right)
        if operator in ("+", "-"):
            return of.added(one, other, 1 if operator == "+" else -1)
        if operator == "*":
            return of.multiplied(one, other)
        self._not_of_data(one, other)
        if operator in ("/", "%"):
            return of.divided(one, other)[operator == "%"]
        return of.bitwise(operator, one, other) if operator in ("&", "|", "^", "<<", ">>") else of.unknown(self.count)

    def _unary(self, node: Node) -> Value:
        operator = text_of(node.child_by_field_name("operator"))
        argument = node.child_by_field_name("argument")
        if argument is None:
            raise _End
        if operator == "!":
            told = self._condition(node)
            return of.number(told.holds, self.count, None, told.holds | told.fails)
        value = self._value(argument)
        if operator in ("-", "+"):
            return of.multiplied(value, of.number(-1 if operator == "-" else 1, self.count))
        self._not_of_data(value)
        return of.made_of(operator, value)

    def _condition(self, node: Node) -> Condition:
        node = bare(node)
        operator = text_of(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "unary_expression" and operator == "!":
            argument = node.child_by_field_name("argument")
            return ~self._condition(argument) if argument is not None else self._condition(node)
        if node.type != "binary_expression" or left is None or right is None:
            return self._told(of.compared("!=", self._value(node), of.number(0, self.count)))
        if operator in ("&&", "||"):
            one = self._condition(left) if operator == "&&" else ~self._condition(left)
            others: list[Condition] = []
            self._only(one.holds, ~one.fails, lambda: others.append(self._condition(right)))
            nobody = Condition(np.zeros(self.count, np.bool_), np.zeros(self.count, np.bool_))
            other = others[0] if others else nobody
            both = one & (other if operator == "&&" else ~other)
            return both if operator == "&&" else ~both
        if operator in ("<", ">", "<=", ">=", "==", "!="):
            first, second = self._value(left), self._value(right)
            here = self._here()[0]
            if not (first.plain & second.plain | ~here).all():
                self.by_symbols = True
                self.assumed |= {part for value in (first, second) for name in value.terms for part in name.split("*")}
            return self._told(of.compared(operator, first, second))
        return self._told(of.compared("!=", self._value(node), of.number(0, self.count)))

    def _told(self, condition: Condition) -> Condition:
        """A condition, which data may say."""
        self.sums &= bool((condition.holds | condition.fails | ~self._here()[1]).all())
        return condition

    def _not_of_data(self, *values: Value) -> None:
        """Note that something else is done with values than to add and multiply them."""
        self.sums &= all(bool((value.known | ~self._here()[1]).all()) for value in values)

    def _cast(self, node: Node) -> Value:
        value = node.child_by_field_name("value")
        told = self._value(value) if value is not None else of.unknown(self.count)
        kind = text_of(node.child_by_field_name("type"))
        if kind not in _FLOATING:
            self._not_of_data(told)
        return told if kind in _WHOLE else told.forgotten()

    def _either(self, node: Node) -> Value:
        condition, one, other = (node.child_by_field_name(n) for n in ("condition", "consequence", "alternative"))
        if condition is None or one is None or other is None:
            raise _End
        told = self._condition(condition)
        values = [of.unknown(self.count), of.unknown(self.count)]
        for at, (side, holds, fails) in enumerate(((one, told.holds, told.fails), (other, told.fails, told.holds))):
            self._only(holds, ~fails, lambda at=at, side=side: values.__setitem__(at, self._value(side)))  # type: ignore[misc]
        return of.chosen(told.holds, values[0], of.chosen(told.fails, values[1], of.unknown(self.count)))

    def _comma(self, node: Node) -> Value:
        return [self._value(child) for child in node.named_children if child.type != "comment"][-1]

    def _call(self, node: Node) -> Value:
        name = called(node)
        values = [self._value(argument) for argument in arguments_of(node)]
        callees = self.code.callees(node, self.function)
        if len(callees) == 1 and callees[0] not in self.inside and callees[0].kind == "device":
            self._follow(callees[0], values)
            return of.unknown(self.count)
        self.sums &= name in _MOVES or all(bool(value.known.all()) for value in values)
        if self.code.is_operation(node, self.function):
            self.sums &= name in _BARRIERS
            self.phase += 1
            return of.unknown(self.count)
        if name.startswith("atomic") and values:
            self._place(arguments_of(node)[0], stored=of.unknown(self.count), atomic=True)
            return of.unknown(self.count)
        target = node.child_by_field_name("function")
        if target is not None and target.type == "field_expression":
            raise _End  # a method may do anything
        if name in _LIMITS and len(values) == 2 and not self.code.callees(node, self.function):
            told = self._told(of.compared("<", *values))
            first = told.holds if name == "min" else told.fails
            second = told.fails if name == "min" else told.holds
            return of.chosen(first, values[0], of.chosen(second, values[1], of.unknown(self.count)))
        if name in ("static_cast", "int", "size_t", "unsigned") and len(values) == 1:
            kind = (
                name if name != "static_cast" else text_of(node.child_by_field_name("function")).partition("<")[2][:-1]
            )
            return values[0] if kind.strip() in _WHOLE else values[0].forgotten()
        return of.unknown(self.count)

    def _follow(self, callee: DeviceFunction, values: Sequence[Value]) -> None:
        """A function of the file that is called, carried out where the call stands."""
        function, returned, broken, continued = self.function, self.returned, self.broken, self.continued
        certain, possible = self._here()
        self.inside = (*self.inside, callee)
        self.function = callee
        kept = self.certain, self.possible
        self.certain, self.possible = certain, possible
        self.returned, self.broken, self.continued = (Jumps(self.count) for _ in range(3))
        for parameter, value in zip_longest(callee.parameters, values[: len(callee.parameters)]):
            given = of.unknown(self.count) if value is None else value
            plain = parameter.pointers or parameter.base in _WHOLE
            self.known[parameter] = given if plain and not parameter.reference else given.forgotten()
        self._statement(callee.body)
        self.certain, self.possible = kept
        self.returned, self.broken, self.continued = returned, broken, continued
        self.function, self.inside = function, self.inside[:-1]

    # -- memory

    def _write(self, node: Node) -> Value:
        target = bare(node.child_by_field_name("left") or node.child_by_field_name("argument") or node)
        right, operator = node.child_by_field_name("right"), text_of(node.child_by_field_name("operator"))
        simple = operator.removesuffix("=") if right is not None else operator[:1]
        given = self._value(right) if right is not None else of.number(1, self.count)
        variable = self.function.variables.of(target) if target.type == "identifier" else None
        updates = simple in _ADDS
        value = given
        if simple:
            before = self._value(target)
            if simple in ("+", "-"):
                value = of.added(before, given, 1 if simple == "+" else -1)
            elif simple == "*":
                value = of.multiplied(before, given)
            elif simple in ("/", "%"):
                self._not_of_data(before, given)
                value = of.divided(before, given)[simple == "%"]
            else:
                self._not_of_data(before, given)
                value = of.bitwise(simple, before, given)
        elif right is not None:
            updates = _adds_to(bare(right), text_of(target))
        if variable is not None and not variable.shared:
            if not variable.extents:
                self._assign(variable, value)
        else:
            self._place(target, stored=value, updates=updates)
        return value

    def _load(self, node: Node) -> Value:
        told = self._index(node) if node.type == "field_expression" else None
        argument = node.child_by_field_name("argument")
        if node.type == "pointer_expression" and text_of(node).startswith("&") and argument is not None:
            where = self._element(argument)
            alone = where is not None and len(where[1]) == 1 and "." not in where[0]
            return replace(where[1][0], base=where[0]) if where is not None and alone else of.unknown(self.count)
        return self._place(node, read=True) if told is None else told

    def _place(
        self, node: Node, read: bool = False, stored: Value | None = None, updates: bool = False, atomic: bool = False
    ) -> Value:
        """An element of memory that is read or written; of an atomic operation its address stands there."""
        where = self._pointed(node) if atomic else self._element(node)
        if where is None or not (read or stored is not None):
            self.sums = False
            return of.unknown(self.count)
        array, indices, shared = where
        certain = self._here()[0]
        for index in indices:
            certain = certain & index.known
        self.sums &= not atomic and bool((certain | ~self._here()[1]).all())
        if certain.any():
            self.accesses.append(
                Access(
                    array,
                    indices,
                    certain,
                    self.phase,
                    node.start_byte,
                    text_of(node),
                    shared,
                    stored,
                    updates,
                    self.assumed,
                    atomic,
                )
            )
        return of.made_of(array, of.number(0, self.count), *indices)

    def _pointed(self, node: Node) -> tuple[str, tuple[Value, ...], bool] | None:
        """The element that a pointer leads to."""
        node = bare(node)
        argument = node.child_by_field_name("argument")
        if node.type == "pointer_expression" and text_of(node).startswith("&") and argument is not None:
            return self._element(argument)
        pointer = self._value(node)
        return (pointer.base, (replace(pointer, base=""),), pointer.base in self.of_block) if pointer.base else None

    def _element(self, node: Node) -> tuple[str, tuple[Value, ...], bool] | None:
        """The array, the subscripts and whether it is the block's, where all of that is known."""
        node = bare(node)
        if node.type == "identifier":
            variable = self.function.variables.of(node)
            if variable is None:
                return (text_of(node), (), False) if text_of(node) in self.memory else None
            return (self._shared(variable), (), True) if variable.shared else None
        argument = node.child_by_field_name("argument")
        if argument is None:
            return None
        if node.type == "field_expression":
            inner = self._element(argument)
            arrow = is_arrow(node)
            if arrow:
                self._value(argument)
            field = text_of(node.child_by_field_name("field"))
            return None if inner is None or arrow else (f"{inner[0]}.{field}", *inner[1:])
        if node.type == "pointer_expression":
            if text_of(node).startswith("&"):
                self._element(argument)
                return None
            return self._pointed(argument)
        listed = node.child_by_field_name("indices")
        if node.type != "subscript_expression" or listed is None or len(listed.named_children) != 1:
            return None
        index = self._value(listed.named_children[0])
        variable = self.function.variables.of(bare(argument))
        if (variable is not None and not variable.extents) or bare(argument).type not in (
            "identifier",
            "subscript_expression",
        ):
            pointer = self._value(argument)
            if not pointer.base:
                return None
            whole = replace(of.added(pointer, index), base="")
            return pointer.base, (whole,), pointer.base in self.of_block
        inner = self._element(argument)
        if inner is None and variable is not None and variable.parameter and variable in self.known:
            inner = (variable.name, (), False) if self.known[variable].base and len(variable.extents) == 1 else None
        return None if inner is None else (inner[0], (*inner[1], index), inner[2])

    def _shared(self, variable: Variable) -> str:
        """The name of a shared variable: those of functions are others than the kernel's."""
        name = variable.name if len(self.inside) == 1 else f"{self.function.name}::{variable.name}"
        self.of_block.add(name)
        return name


def _adds_to(node: Node, target: str) -> bool:
    """Whether a value is what stands in ``target`` and something more."""
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) not in _ADDS:
        return False
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return any(side is not None and (text_of(bare(side)) == target or _adds_to(bare(side), target)) for side in sides)


def _number(text: str) -> int | None:
    """A plain whole number that the vectors of lanes can multiply."""
    digits = text.rstrip("uUlL")
    found = number_of(digits) if not digits.startswith("0") or digits == "0" else None
    return found if found is not None and found <= MOST else None


_ENDS = frozenset(("lambda_expression", "new_expression", "delete_expression", "gnu_asm_expression"))
_LITERALS = ("number_literal", "true", "false", "char_literal", "sizeof_expression")
_VALUES: Mapping[str, Callable[[Run, Node], Value]] = {
    "identifier": Run._name,
    **dict.fromkeys(_LITERALS, Run._literal),
    "binary_expression": Run._binary,
    "unary_expression": Run._unary,
    "cast_expression": Run._cast,
    "conditional_expression": Run._either,
    "comma_expression": Run._comma,
    "assignment_expression": Run._write,
    "update_expression": Run._write,
    "call_expression": Run._call,
    **dict.fromkeys(("subscript_expression", "field_expression", "pointer_expression"), Run._load),
}
