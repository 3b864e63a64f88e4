"""Which variables and expressions have the same value in all threads of a block, and which are told by the thread's index.

``uniform``: one value for the block, kept once. ``derived``: made of the thread's index and uniform values without a
memory access and never changed, so that each region can work it out again. Everything else is the thread's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.analyse.indices import Part, holds_number, index_of, never_written
from loopwright.cuda.read.device_function import INDICES, DeviceFunction, arguments_of, called, template_arguments
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import Group, asked_of_group, fixed_groups
from loopwright.cuda.read.rewriting import ancestors, condition_of, holds, target_of, walk
from loopwright.cuda.read.variables import Variable
from loopwright.lang.numbers import Constant, fundamental
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, is_arrow, text_of

_LOOPS = frozenset(("for_statement", "while_statement", "do_statement"))
_PLAIN = frozenset(
    (
        "binary_expression",
        "unary_expression",
        "parenthesized_expression",
        "cast_expression",
        "conditional_expression",
        "sizeof_expression",
        "type_descriptor",
        "primitive_type",
        "type_identifier",
        "sized_type_specifier",
        "type_qualifier",
        "abstract_pointer_declarator",
        "number_literal",
        "char_literal",
        "true",
        "false",
        "null",
        "field_identifier",
        "argument_list",
        "template_argument_list",
        "template_function",
        "condition_clause",
        "comment",
        "abstract_reference_declarator",
        "compound_literal_expression",
        "initializer_list",
        "qualified_identifier",
        "namespace_identifier",
    )
)
_OF_PLAIN_NUMBERS = frozenset(
    (
        "number_literal",
        "binary_expression",
        "unary_expression",
        "parenthesized_expression",
        "field_expression",
        "field_identifier",
        "comment",
    )
)
_LOADS = frozenset(("subscript_expression", "pointer_expression", "subscript_argument_list"))
# Functions that work out a value of their arguments alone; those of <cmath> in both of their forms.
_OF_NUMBERS = (
    *("fabs", "fmin", "fmax", "sqrt", "rsqrt", "cbrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"),
    *("exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow"),
    *("fmod", "hypot", "fma", "fdim", "copysign"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "sinpi", "cospi", "erf", "erfc"),
)
_PURE = frozenset(
    (
        *_OF_NUMBERS,
        *(f"{name}f" for name in _OF_NUMBERS),
        *(f"__{name}f" for name in ("exp", "exp10", "log", "log2", "log10", "pow", "sin", "cos", "tan", "fdivide")),
        *("min", "max", "abs", "dim3"),
        *("static_cast", "reinterpret_cast", "const_cast", "int", "float", "double", "unsigned", "size_t"),
        *("make_int2", "make_int3", "make_int4", "make_float2", "make_float3", "make_float4"),
        *("__popc", "__clz", "__ffs", "__mul24", "__umul24"),
    )
)


def is_known(name: str) -> bool:
    """Whether a function works out a value, is an atomic operation or one of those that begin as a compiler's own do."""
    return name in _PURE or name.startswith(("atomic", "__")) or name in ("printf", "assert")


@dataclass(eq=False)
class Vary:
    """For one function. ``t``, ``size``, ``threads``: texts of a thread's number, of how long arrays are and of how
    many threads the block has."""

    function: DeviceFunction
    code: DeviceCode
    t: str
    size: str
    threads: str
    own: frozenset[str] = frozenset()  # names of parameters that differ between threads
    whole: frozenset[tuple[str, str]] = frozenset()  # (function, parameter): the same in all threads at every call
    changing: frozenset[str] = frozenset()  # variables of the file that device code writes
    structs: dict[str, str] = field(default_factory=dict)  # threadIdx … as a struct
    leave_block: str = "return;"
    one_dimension: bool = False  # the loop over the threads is one loop over t
    lane: str = ""  # the thread's number along x
    numbering: frozenset[Variable] = frozenset()  # variables that number the threads of a block of two dimensions
    axes: Mapping[str, str] = field(
        default_factory=dict
    )  # the loops over the threads by axis, where each is one of the block's own
    value: Callable[[str, int], Constant | None] = lambda text, at: None  # of an expression at a place of the file
    opened: frozenset[int] = frozenset()  # loops that the block goes through as a whole, although nobody waits in them
    level: frozenset[int] = frozenset()  # expressions of the thread's number that are the same for all that go together
    apart: frozenset[int] = frozenset()  # numbers of blocks that are not the same for all that go together
    passing: frozenset[int] = frozenset()  # opened loops of which some threads may pass over the rest of a round
    numbers: frozenset[tuple[str, str]] = frozenset()  # (function, parameter): the thread's number at every call
    number: Variable | None = None  # the parameter of this function that is so
    parts: Mapping[Variable, Part] = field(default_factory=dict)  # its parameters that are parts of that number

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The blocks and tiles of a fixed size that have a name."""
        return fixed_groups(self.function)

    def __post_init__(self) -> None:
        self._jumps_of: dict[int, list[Node]] = {}
        self._derived: set[Variable] = {*self.parts, *([self.number] if self.number is not None else [])}
        self._uniform = {v for v in self.function.variables.all if self._may_be_uniform(v)}
        changed = True
        while changed:
            dropped = {v for v in self._uniform if not self._stays_uniform(v)}
            changed = bool(dropped)
            self._uniform -= dropped
        grown = True
        while grown:
            new = {
                v
                for v in self.function.variables.all
                if v not in self._uniform | self._derived
                and never_written(v)
                and not v.shared
                and not v.parameter
                and v.init is not None
                and not self._is_of_lambda(v)
                and not self.code.may_act(v.base, self.function)
                and self._told(v.init, False, True)
            }
            grown = bool(new)
            self._derived |= new

    def _is_of_lambda(self, variable: Variable) -> bool:
        """Whether a lambda declares it: its value may be told by what the lambda is called with."""
        around = ancestors(variable.declaration, self.function.body) if variable.declaration is not None else ()
        return any(node.type == "lambda_expression" for node in around)

    def is_uniform(self, variable: Variable) -> bool:
        """Kept once for the block."""
        return variable in self._uniform

    def is_derived(self, variable: Variable) -> bool:
        """Worked out again in every region."""
        return variable in self._derived

    @cached_property
    def _sizing(self) -> frozenset[Variable]:
        """What memory of the block, which is declared first, is as large as, by way of others or not. No other variable is called
        like one of them."""
        variables = self.function.variables
        names = Counter(v.name for v in variables.all)
        found: set[Variable] = set()
        waiting = [v for v in variables.all if v.shared]
        while waiting:
            variable = waiting.pop()
            below = walk(variable.declaration) if variable.declaration is not None else ()
            used = {v for n in below if (v := variables.of(n)) is not None and names[v.name] == 1} - found - {variable}
            found |= used
            waiting += [v for v in used if v.init is not None]
        return frozenset(found)

    def is_constant(self, variable: Variable) -> bool:
        """A constant of the compiler's: sizes of arrays may be made of it."""
        if variable.init is None or variable.writes or variable.taken or variable.parameter or variable.pointers:
            return False
        if not variable.scalar or variable.scope is None:
            return False
        if variable.scope.id != self.function.body.id and variable not in self._sizing:
            return False
        if not {"const", "constexpr"} & set(variable.head.split()):
            return False
        allowed = (
            "number_literal",
            "identifier",
            "binary_expression",
            "parenthesized_expression",
            "unary_expression",
            "comment",
        )
        parts = [n for n in walk(variable.init) if n.is_named]
        names = [n for n in parts if n.type == "identifier"]
        return all(n.type in allowed for n in parts) and all(
            text_of(n) not in INDICES and ((v := self.function.variables.of(n)) is None or self.is_constant(v))
            for n in names
        )

    def incoming(self, parameter: Variable) -> str:
        """The name under which a parameter comes in that the body changes."""
        wishes = (f"{parameter.name}_in", f"{parameter.name}_given", f"given_{parameter.name}", f"lw_{parameter.name}")
        return next(name for name in wishes if name not in self.function.words or name == wishes[-1])

    def is_copied(self, variable: Variable) -> bool:
        """A parameter that the body changes, each thread its own."""
        changed = bool(variable.writes or variable.taken) and variable.scalar
        return variable.parameter and changed and variable.name not in self.own and not variable.pack

    def is_uniform_text(self, node: Node, loads: bool = False) -> bool:
        """Whether an expression has one value for the block; with ``loads``, memory may be read at one address."""
        return self._told(node, loads, False)

    def is_derived_text(self, node: Node) -> bool:
        """Whether an expression is told by indices and uniform values that do not change meanwhile."""
        return self._told(node, False, True, fixed=False)

    def changes_only_uniform(self, statement: Node) -> bool:
        """Whether a statement assigns to variables that the block keeps once, one after the other, and does nothing else."""
        parts = parts_of_comma(statement.named_children[0]) if statement.named_children else []
        for part in parts:
            if part.type not in ("assignment_expression", "update_expression"):
                return False
            target = part.child_by_field_name("left") or part.child_by_field_name("argument")
            variable = self.function.variables.of(bare(target)) if target is not None else None
            if variable is None or variable not in self._uniform:
                return False
        return bool(parts)

    def may_move_up(self, variable: Variable) -> bool:
        """Whether a uniform variable's declaration may stand before the region in which it was met."""
        return (
            never_written(variable)
            and variable.init is not None
            and all(
                never_written(v) or (v.parameter and not v.writes)
                for v in self.function.variables.used_in(variable.init)
            )
        )

    def passes_whole(self, callee: DeviceFunction, parameter: Variable) -> bool:
        """Whether a parameter of a function that waits is one value for the block."""
        return (callee.name, parameter.name) in self.whole

    def is_number(self, callee: DeviceFunction, parameter: Variable) -> bool:
        """Whether a parameter of a function that waits is the number of the thread, or a part of it: it is handed nothing."""
        return (callee.name, parameter.name) in self.numbers and not self.passes_whole(callee, parameter)

    def is_own_number(self, argument: Node) -> bool:
        """Whether an expression is the number of the thread in a block of one dimension."""
        node = bare(argument)
        variable = self.function.variables.of(node)
        if not self.one_dimension or variable is None:
            return self.one_dimension and index_of(node) == ("threadIdx", "x")
        told = holds_number(variable) and never_written(variable) and variable.init is not None
        return variable is self.number or (told and variable.init is not None and self.is_own_number(variable.init))

    def context_arguments(self, callee: DeviceFunction, code: DeviceCode) -> list[str]:
        """What a device function is handed of the place where it runs."""
        return [self.structs.get(name, name) for name in context_names(callee, code)]

    def struct(self, name: str) -> str:
        """``threadIdx`` as a value."""
        return self.structs.get(name, name)

    def is_plain_loop(self, node: Node) -> bool:
        """Whether all threads take a loop the same number of times, as far as its text tells."""
        if node.type not in _LOOPS:
            return False
        condition = node.child_by_field_name("condition")
        if condition is not None and not self._told(condition_of(node), True, False):
            return False
        for part in ("initializer", "update"):
            inner = node.child_by_field_name(part)
            if inner is not None and not self._writes_uniform(inner):
                return False
        endless = condition is None or text_of(condition_of(node)) in ("true", "1")
        if endless and any(n.type == "return_statement" for n in walk(node)):
            return False  # it ends when all threads have returned
        return not any(self._leaves_some(n, node) for n in self._jumps(node))

    def _jumps(self, loop: Node) -> list[Node]:
        """What may leave a loop or a round of it; each variable that it writes asks."""
        known = self._jumps_of.get(loop.id)
        if known is None:
            found = [n for n in walk(loop) if n.type in ("break_statement", "continue_statement")]
            known = self._jumps_of[loop.id] = found
        return known

    def _leaves_some(self, jump: Node, loop: Node) -> bool:
        """Whether a jump takes some threads out of a loop, or of a round of it, and leaves others there."""
        if jump.type == "continue_statement" and loop.id in self.passing:
            return False
        if target_of(jump) != loop:
            return False
        return any(
            around.type == "switch_statement"  # nobody but a thread alone goes through one
            or (around.type == "if_statement" and not self._told(condition_of(around), True, False))
            for around in ancestors(jump, loop)
        )

    def _writes_uniform(self, node: Node) -> bool:
        variables = self.function.variables
        if node.type == "declaration":
            declared = [v for v in variables.all if v.declaration == node]
            return all(v in self._uniform for v in declared)
        for part in walk(node):
            if part.type in ("assignment_expression", "update_expression"):
                target = bare(
                    part.child_by_field_name("left") or part.child_by_field_name("argument") or part.named_children[0]
                )
                variable = variables.of(target)
                if variable is None or variable not in self._uniform:
                    return False
        return not any(n.type == "call_expression" for n in walk(node))

    # -- how it is found out

    def _may_be_uniform(self, variable: Variable) -> bool:
        if variable.shared or variable.taken or variable.name in self.own or variable in self._derived:
            return False
        if not variable.parameter and self.code.may_act(variable.base, self.function):
            return False
        if not variable.scalar and not (variable.parameter and not variable.writes):
            return False
        if variable.volatile and not variable.pointers:
            return False
        return variable.parameter or variable.init is not None or bool(variable.writes)

    def _stays_uniform(self, variable: Variable) -> bool:
        if variable.init is not None and not self._told(variable.init, False, False):
            return False
        if self._is_of_thread(variable):
            return False
        if not variable.writes:
            return variable.parameter or variable.init is not None
        return all(self._uniform_write(node, variable.scope or self.function.body) for node in variable.writes)

    def _is_of_thread(self, variable: Variable) -> bool:
        """Whether what tells a variable's type names one of a thread: `decltype(t)` can stand only where that is declared."""
        said = variable.declaration.child_by_field_name("type") if variable.declaration is not None else None
        if said is None or said.type != "decltype":
            return False
        names = {text_of(n) for n in walk(said) if n.type == "identifier"}
        return any(v.name in names and v not in self._uniform for v in self.function.variables.all)

    def _uniform_write(self, node: Node, scope: Node) -> bool:
        """Whether all threads that are in ``scope`` come by, with one value."""
        at = node
        while at.parent is not None and at.parent.type in ("parenthesized_expression",):
            at = at.parent
        write = at.parent
        if write is None or write.type not in ("assignment_expression", "update_expression"):
            return False
        right = write.child_by_field_name("right")
        if right is not None and not self._told(right, False, False):
            return False
        statement = write.parent
        while statement is not None and statement.type == "comma_expression":
            statement = statement.parent
        if statement is None or statement.type not in ("expression_statement", "for_statement"):
            return False
        if statement.type == "expression_statement" and not self.changes_only_uniform(statement):
            return False
        start = statement if statement.type == "for_statement" else statement.parent
        while start is not None and start.id != self.function.body.id:
            if start.id == scope.id and start.type == "compound_statement":
                return self.code.waits_in(start, self.function)
            if start.id in self.passing and start.id != statement.id:
                return False
            if not self._block_goes_through(start):
                return False
            if start.id == scope.id:
                return True
            start = start.parent
        return True

    def opens(self, node: Node) -> bool:
        """Whether the block goes through ``node`` statement by statement."""
        body_of = node.parent is not None and node.parent.id in self.opened
        return node.id in self.opened or body_of or self.code.waits_in(node, self.function)

    def _block_goes_through(self, node: Node) -> bool:
        if not self.opens(node):
            return False
        if node.type in ("compound_statement", "else_clause") or node.type.startswith("preproc_"):
            return True
        if node.type == "if_statement":
            return self._told(condition_of(node), True, False)
        return node.type in _LOOPS and self.is_plain_loop(node)

    def _told(self, node: Node, loads: bool, threads: bool, fixed: bool = True) -> bool:
        """``threads``: indices of the thread and derived variables count too; ``fixed``: uniform variables that change
        do not."""
        kind = node.type
        if node.id in self.level:
            return True
        if node.id in self.apart:
            return threads
        if self._may_ask(node):
            return False
        if kind == "identifier":
            return self._told_name(node, loads, threads, fixed)
        if kind == "field_expression":
            argument = node.child_by_field_name("argument")
            if argument is None:
                return False
            if text_of(argument) in INDICES:
                return threads or text_of(argument) != "threadIdx"
            arrow = is_arrow(node)
            if not arrow and self._is_number(argument, node):
                return self._told_name(argument, loads, threads, fixed)
            return (loads or not arrow) and self._told(argument, loads, threads, fixed)
        if kind == "call_expression":
            function = node.child_by_field_name("function")
            asked = asked_of_group(node, threads)
            if asked is not None and (text_of(asked) in self.groups or called(asked) == "this_thread_block"):
                return True
            if function is None or function.type == "field_expression" or not self._is_pure(node):
                return False
            return all(self._told(a, loads, threads, fixed) for a in arguments_of(node))
        if kind == "pointer_expression" and text_of(node).startswith("&"):
            inner = node.child_by_field_name("argument") or node.named_children[-1]
            inner = bare(inner)
            if inner.type == "subscript_expression":
                return all(self._told(child, loads, threads, fixed) for child in inner.named_children)
            return False
        if kind in _LOADS:
            if kind != "subscript_argument_list" and not loads:
                return False
            return all(self._told(child, loads, threads, fixed) for child in node.named_children)
        return kind in _PLAIN and all(self._told(child, loads, threads, fixed) for child in node.named_children)

    def _is_number(self, argument: Node, member: Node) -> bool:
        """Whether a member of a variable is a plain number, which asks for nothing."""
        variable = self.function.variables.of(argument) if argument.type == "identifier" else None
        if variable is None:
            return False
        kind = self.code.members.type_of(variable.base, text_of(member.child_by_field_name("field")))
        return kind is not None and bool(fundamental(kind[0]))

    def _may_ask(self, node: Node) -> bool:
        """Whether a name is of an object or a class that may ask where its thread is, or do something, although no method is named."""
        if not self.code.acting:
            return False
        if node.type == "call_expression":
            return any(self.code.may_act(text_of(n), self.function) for n in template_arguments(node))
        if node.type == "type_identifier":
            return self.code.may_act(text_of(node), self.function)
        if node.type not in ("identifier", "field_identifier"):
            return False
        variable = self.function.variables.of(node)
        return (
            self.code.names_acting(text_of(node))
            if variable is None
            else self.code.may_act(variable.base, self.function)
        )

    def _is_pure(self, call: Node) -> bool:
        """Whether a function gives the same for the same arguments; one of the file may have the name of CUDA's."""
        own = self.code.callees(call, self.function)
        if own:
            return all(map(self._only_returns, own))
        return called(call) in _PURE or (called(call) in self.code.working_out and self._gives_numbers(call))

    def _gives_numbers(self, call: Node) -> bool:
        """Whether what a macro is given are plain numbers: with a type or an address its `*` might read memory."""
        parts = [n for argument in arguments_of(call) for n in walk(argument) if n.is_named]
        return all(n.type in _OF_PLAIN_NUMBERS or (n.type == "identifier" and self._names_number(n)) for n in parts)

    def _names_number(self, name: Node) -> bool:
        variable = self.function.variables.of(name)
        if variable is None:
            return text_of(name) in INDICES or self.value(text_of(name), name.start_byte) is not None
        return variable.scalar and not variable.pointers and bool(fundamental(variable.base))

    def _only_returns(self, function: DeviceFunction) -> bool:
        """Whether a function of the file is one expression of its arguments."""
        statements = [n for n in function.body.named_children if n.type != "comment"]
        if self.code.is_placed(function) or any(
            self.code.may_ask(kind, function) for kind in (function.returns, *(p.base for p in function.parameters))
        ):
            return False
        if len(statements) != 1 or statements[0].type != "return_statement":
            return False
        for node in walk(statements[0]):
            if node.type == "call_expression" and (called(node) not in _PURE or self.code.callees(node, function)):
                return False
            if node.type == "identifier" and (text_of(node) in INDICES or text_of(node) in self.changing):
                return False
            if node.is_named and node.type not in (*_PLAIN, "identifier", "call_expression", "return_statement"):
                return False
        return True

    def _told_name(self, node: Node, loads: bool, threads: bool, fixed: bool) -> bool:
        variable, name = self.function.variables.of(node), text_of(node)
        if variable is None:
            return name not in INDICES and (loads or name not in self.changing)
        if variable.shared:
            return loads or bool(variable.extents)  # an array stands for its address
        if variable in self._uniform:
            still = never_written(variable) or (variable.parameter and not variable.writes)
            return still or not (threads and fixed) or self._counts_around(node, variable)
        return threads and variable in self._derived

    def _counts_around(self, node: Node, counter: Variable) -> bool:
        """Whether a variable counts the rounds of a loop that the block goes through as a whole, in whose body ``node`` stands: it is the
        same wherever what is declared there may be asked for."""
        loops = (n for n in ancestors(node, self.function.body) if n.id in self.opened and n.type == "for_statement")
        for loop in loops:
            update, body = loop.child_by_field_name("update"), loop.child_by_field_name("body")
            if loop.child_by_field_name("initializer") == counter.declaration and update is not None:
                apart = all(holds(update, write) for write in counter.writes) and not counter.taken
                return apart and body is not None and holds(body, node)
        return False


def parts_of_comma(node: Node) -> list[Node]:
    """What a comma expression does, in order; an expression without commas alone."""
    node = bare(node)
    if node.type != "comma_expression":
        return [node]
    return [part for child in node.named_children if child.type != "comment" for part in parts_of_comma(child)]


def context_names(callee: DeviceFunction, code: DeviceCode) -> list[str]:
    """Parameters that a device function gets before its own."""
    needed = set(code.context(callee))
    if code.function_synchronises(callee):
        needed = (needed | {"blockDim"}) - {"threadIdx"}
    return [name for name in (*INDICES, "dynamic_shared") if name in needed]
