"""What threads show each other: shuffles, votes, reductions of warps, functions in which threads wait."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary, context_names
from loopwright.cuda.ir.arrays import element
from loopwright.cuda.ir.code import NOTHING, Code, Quoted, form, joined, spelled
from loopwright.cuda.ir.plan import Guard, Step, Unsupported
from loopwright.cuda.ir.statements import Plain, plain
from loopwright.cuda.lower.arrays import is_made_in_place
from loopwright.cuda.lower.builder import SHOWN, Builder, Frame
from loopwright.cuda.lower.conversions import Conversions
from loopwright.cuda.lower.demands import Calls
from loopwright.cuda.lower.device import InnerRule
from loopwright.cuda.lower.rounds import part_of_number
from loopwright.cuda.read.collectives import Collective
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import (
    Group,
    declared_group,
    group_of_lanes,
    group_parameter,
    lanes_parameter,
    made_group,
    makes_groups,
    makes_lanes,
)
from loopwright.cuda.read.rewriting import ancestors, holds, walk
from loopwright.cuda.read.typing import stated_type
from loopwright.cuda.read.variables import Variable, array_name, default_value, parameter_nodes
from loopwright.cuda.read.waits_first import is_barrier
from loopwright.cuda.spec import Exchange, operations
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, text_of

_WARP = 32
# A value of which a thread has one wherever it is.
_AMONG_PARTS = ("meta_group_rank", "meta_group_size")
_OF_ITEMS = frozenset(("sorted", "merged", "moved", "scattered"))
_HARMLESS = frozenset(
    ("identifier", "number_literal", "parenthesized_expression", "field_expression", "field_identifier")
)


class Exchanges(Builder):
    """Takes such operations out of a statement: what is shown goes to an array in a region before. ``masked``: functions
    in which threads wait that are called by some threads only."""

    def __init__(
        self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule, masked: frozenset[str]
    ) -> None:
        super().__init__(function, code, vary, rule)
        self.masked = masked
        self.groups = {p.name: g for p in function.parameters if (g := self._parameter_group(p)) is not None}
        self.forced: set[Variable] = set()  # variables whose array is handed to a function
        self.calls = Calls()  # what is demanded of functions that wait

    def _parameter_group(self, parameter: Variable) -> Group | None:
        """The group that a parameter is: one that may be any is one of some lanes where a call hands it such a group."""
        found = group_parameter(parameter, self.function)
        if found is None or not found.told or self.vary.passes_whole(self.function, parameter):
            return found
        return lanes_parameter(parameter)

    def _thread_rule(self, node: Node) -> Code | None:
        known = self.exchanged.get(node.id)
        if known is not None:
            return self._conversions.where_it_stands(node, known)
        if node.type == "call_expression":
            group = self._group_call(node)
            if group is not None:
                return spelled(group)
        if (
            node.type in ("identifier", "call_expression")
            and node.parent is not None
            and node.parent.type == "argument_list"
        ):
            passed = self.groups_text(node, own=True)
            if passed is not None:
                return spelled(passed)
        return self.rule(node, self._thread_rule)

    @cached_property
    def _conversions(self) -> Conversions:
        return Conversions(self.function, self.code, frozenset(), lambda text, at: None)

    def _has_exchange(self, node: Node) -> bool:
        return any(n.id in self.exchanged for n in walk(node))

    def _extract(self, node: Node) -> None:
        """Take every operation on other threads out of ``node``: what is shown goes to an array in a region before."""
        inside = [n for n in walk(node) if n.type == "call_expression"]
        if (barrier := next(filter(is_barrier, inside), None)) is not None:
            held = any(n.type == "lambda_expression" for n in ancestors(barrier, node)) and barrier.id != node.id
            place = "inside a lambda" if held else "in the middle of an expression"
            raise Unsupported(f"threads wait for each other {place}", barrier.start_byte)
        calls = [n for n in inside if self._shows(n)]
        calls += [n for n in inside if n not in calls and self.code.synchronises(n, self.function)]
        calls += [n for n in inside if makes_lanes(n)]
        taken: dict[int, tuple[tuple[Guard, ...], tuple[Guard, ...]]] = {}
        for call in sorted(calls, key=lambda n: n.end_byte):
            around = list(ancestors(call, node)) if call.id != node.id else []
            if any(n.type == "lambda_expression" for n in around):
                raise Unsupported("threads wait for each other inside a lambda", call.start_byte)
            outer = len(self.frames)
            for condition, when in () if self._shows_anyway(call) else _conditions(call, around):
                if condition.id not in taken:
                    taken[condition.id] = self._taken(condition)
                self._close()
                self.frames.append(Frame("if", taken[condition.id][0 if when else 1]))
            if makes_lanes(call):
                self.groups[text_of(call)] = Group("32", lanes=self._lanes(call))
            else:
                self.exchanged[call.id] = self._exchanged(call)
            if len(self.frames) > outer:
                self._close()
                del self.frames[outer:]

    def _shows_anyway(self, call: Node) -> bool:
        """Whether a shuffle shows what a thread that does not come by has too: masks often name it, and its value costs nothing."""
        exchange = self._exchange(call)
        if exchange is None or not exchange.call.startswith("shuffle") or exchange.value >= len(arguments_of(call)):
            return False
        value = arguments_of(call)[exchange.value]
        return "->" not in text_of(value) and all(n.type in _HARMLESS for n in walk(value) if n.is_named)

    def _taken(self, condition: Node) -> tuple[tuple[Guard, ...], tuple[Guard, ...]]:
        """Which threads evaluate what a condition selects, and which do not; it is evaluated once."""
        positive, negative = self._guards(condition)
        if positive[0].mask:
            self.exchanged[condition.id] = positive[0].condition
        return positive, negative

    def _guards(self, condition: Node) -> tuple[tuple[Guard, ...], tuple[Guard, ...]]:
        """What threads check for the branch that is taken and for the other."""
        code = self.thread_code(condition)
        if self.vary.is_derived_text(condition) and not self._has_exchange(condition):
            uses = frozenset(self.variables.used_in(condition))
            return (Guard(code, uses),), (Guard(code, uses, opposite=True),)
        name = self._array("bool", "inside")
        if self._active():
            self._close()
            self._own(f"std::fill_n({name}, {self.vary.size}, false);")
        self._step(Step(Plain(form("{}[{}] = {};", name, self.vary.t, code)), self.variables.used_in(condition)))
        self._close()
        taken = element(name, self.vary.t)
        return (Guard(taken, mask=name),), (Guard(form("!{}", taken)),)

    def _exchanged(self, call: Node) -> Code:
        """What stands for ``call`` afterwards."""
        collective, exchange = self.code.collective(call, self.function), self._exchange(call)
        if collective is not None:
            return self._collective(call, collective)
        return self._show(call, exchange) if exchange is not None else self._call(call)

    def _shows(self, call: Node) -> bool:
        return self.code.collective(call, self.function) is not None or self._exchange(call) is not None

    def _collective(self, call: Node, what: Collective) -> Code:
        """A primitive of CUB: what the threads hand in goes to an array, what they get back is read from it."""
        arguments, kind = arguments_of(call), self.thread_code(what.receiver)
        t, threads = self.vary.t, self.vary.threads
        if what.way in ("load", "store") and len(arguments) >= 2:
            self._close()
            return form("{}::{}({})", kind, what.method, joined(", ", [t, *map(self.thread_code, arguments)]))
        if what.way in _OF_ITEMS:
            return self._of_items(call, what, arguments, kind)
        scans = what.way in ("inclusive", "exclusive")
        sums = what.method.endswith("Sum") or what.method in ("Max", "Min")
        first = 2 if scans else 1
        rest = arguments[first:]
        initial = rest.pop(0) if what.method == "ExclusiveScan" and len(rest) > 1 else None
        operator = None if sums else self._made(rest.pop(0)) if rest else None
        if what.way is None or len(arguments) < first or (operator is None and not sums) or len(rest) > 1:
            raise Unsupported(f"{what.method} of cub::{what.template} in this form is not translated", call.start_byte)
        named = "Sum" if sums and what.method.endswith("Sum") else what.method
        merge = self.thread_code(operator) if operator is not None else spelled(f"cub::{named}()")
        shown = self._array(form("typename {}::lw_type", kind), SHOWN)
        uses = {v for a in arguments for v in self.variables.used_in(a)}
        value = self.thread_code(arguments[0])
        reduced = form("{} = cub::lw_thread_reduce({}, {});", element(shown, t), value, merge)
        self._step(Step(Plain(reduced), uses))
        self._close()
        for part in (p for p in (operator, initial, *(rest if not scans else ())) if p is not None):
            if not self._is_one_value(part) and not what.warp:
                raise Unsupported(f"{text_of(part)} differs between the threads of a block of CUB's", part.start_byte)
        if what.warp:
            return self._of_warp(what, [shown, t, threads], merge, arguments, initial, rest)
        self._count += 1
        total = f"total_{self._count}"
        if not scans:
            valid = self.thread_code(rest[0]) if rest else spelled(threads)
            self._once(form("const auto {} = cub::lw_block_reduce({}, {}, {});", total, shown, valid, merge))
            return spelled(total)
        start = [self.thread_code(initial)] if initial is not None else []
        self._once(form("const auto {} = cub::lw_block_scan({}, {}, {});", total, shown, threads, merge))
        out = self.thread_code(arguments[1])
        given = self.variables.of(bare(arguments[0]))
        several = given is not None and given.extents
        handed = joined(", ", [*([value] if several else []), out, shown, t, merge, *start])
        scan = form("cub::lw_{}{}({})", what.way or "", "_items" if several else "", handed)
        return form("({}, {} = {})", scan, self.thread_code(rest[0]), total) if rest else scan

    def _made(self, operator: Node) -> Node:
        """The lambda that a variable holds for good: the block, which asks it once, has none of its threads' variables."""
        held = self.variables.of(bare(operator))
        if held is None or not held.closure or held.init is None:
            return operator
        needed = [held, *(v for v in self.variables.used_from_outside(held.init) if not v.shared)]
        return operator if any(v.writes or v.taken for v in needed) else held.init

    def _of_items(self, call: Node, what: Collective, arguments: list[Node], kind: Code) -> Code:
        """What puts the items of a block in another order: all are shown, ordered once, and taken back."""
        t, threads = self.vary.t, self.vary.threads
        arrays = sum((v := self.variables.of(bare(a))) is not None and bool(v.extents) for a in arguments)
        order = [*map(self._made, arguments[arrays:])]
        known = len(order) == (1 if what.way == "merged" else len(order) if what.way == "sorted" else 0)
        if not known or not arrays or not all(map(self._is_one_value, order)):
            raise Unsupported(f"{what.method} of cub::{what.template} in this form is not translated", call.start_byte)
        shown = self._array(form("typename {}::lw_type", kind), SHOWN)
        given = [self.thread_code(a) for a in arguments]
        shows = "lw_scatter" if what.way == "scattered" else "lw_show"
        step = form("{}::{}({});", kind, shows, joined(", ", [element(shown, t), *given]))
        self._step(Step(Plain(step), {v for a in arguments for v in self.variables.used_in(a)}))
        self._close()
        if what.way == "merged":
            self._once(form("cub::lw_sort_block({}, {}, {});", shown, threads, self.thread_code(order[0])))
        elif what.way != "moved":
            ways = f"lw_{what.method}" if what.way == "sorted" else "lw_scattered"
            self._once(form("{}::{}({}, {});", kind, ways, shown, threads))
        return form(
            "{}::{}({})", kind, what.method, joined(", ", [shown, t, threads, *map(self.thread_code, arguments)])
        )

    def _is_one_value(self, node: Node) -> bool:
        """Whether an argument is the same in all threads, whatever it calls."""
        names = {text_of(n) for n in walk(node) if n.type == "identifier"}
        return "threadIdx" not in names and all(
            self.vary.is_uniform(v) or v.shared for v in self.variables.used_from_outside(node)
        )

    def _of_warp(
        self,
        what: Collective,
        place: list[str],
        merge: Code,
        arguments: list[Node],
        initial: Node | None,
        rest: list[Node],
    ) -> Code:
        width = form("{}::lw_width", self.thread_code(what.receiver))
        if what.way == "reduce":
            valid = self.thread_code(rest[0]) if rest else width
            return form("cub::lw_warp_reduce({})", joined(", ", [*place, width, valid, merge]))
        start = [self.thread_code(initial)] if initial is not None else []
        out = [self.thread_code(arguments[1])]
        total = [self.thread_code(rest[0]) if rest else spelled("cub::lw_nothing()")]
        handed = joined(", ", [*out, *place, width, merge, *total, *start])
        return form("cub::lw_warp_{}({})", what.way or "", handed)

    def _exchange(self, call: Node) -> Exchange | None:
        name, function = called(call), call.child_by_field_name("function")
        found = operations().exchanges.get(name)
        if function is not None and function.type == "field_expression":
            receiver = text_of(function.child_by_field_name("argument"))
            if receiver in self.groups and name in operations().methods:
                return operations().methods[name]
            if found is not None:
                raise Unsupported(f"{name} of {receiver}, which is no group of threads, is not known", call.start_byte)
        elif found is not None:
            return found
        elif self._is_group_function(call, name):
            own = self.code.callees(call, self.function) and not self.code.is_of_groups(call)
            return None if own else operations().group_functions[name]
        return None

    def _is_group_function(self, call: Node, name: str) -> bool:
        """Whether a call hands a group to a function of cooperative groups; other libraries have scans too."""
        if name == "reduce":
            return len(arguments_of(call)) == 3
        return name in operations().group_functions and self.code.is_of_groups(call)

    def _show(self, call: Node, exchange: Exchange) -> Code:
        arguments = arguments_of(call)
        if exchange.value >= len(arguments):
            raise Unsupported(f"{called(call)} has too few arguments", call.start_byte)
        shown = arguments[exchange.value] if exchange.value >= 0 else None
        type = exchange.shows or (self._type(shown) if shown is not None else "bool")
        name = self._array(type, SHOWN)
        value = self.thread_code(shown) if shown is not None else spelled("true")
        uses = self.variables.used_in(shown) if shown is not None else set()
        if exchange.silent and self._active():
            self._close()
            self._own(f"std::fill_n({name}, {self.vary.size}, {type}({exchange.silent}));")
        self._step(Step(Plain(form("{} = {};", element(name, self.vary.t), value)), uses))
        self._close()
        others: list[Code | str] = [self.thread_code(arguments[i]) for i in exchange.others if i < len(arguments)]
        group = self._group_of_exchange(call, arguments)
        if group is not None and group.lanes:
            way = exchange.call.removeprefix("tile_")
            lanes = group.lanes_at(self.vary.t)
            return form("lanes_{}({})", way, joined(", ", [name, self.vary.t, lanes, *others]))
        if group is not None:
            others.append(group.size or self.vary.threads)
        if exchange.call.startswith(("warp_", "block_", "tile_")):
            others = [self.vary.threads, *others]
        return form("{}({})", exchange.call, joined(", ", [name, self.vary.t, *others]))

    def _group_of_exchange(self, call: Node, arguments: list[Node]) -> Group | None:
        """The group whose method, or which handed to a function, exchanges something."""
        function = call.child_by_field_name("function")
        if function is not None and function.type == "field_expression":
            return self.groups[text_of(function.child_by_field_name("argument"))]
        handed = called(call) in operations().group_functions
        return self.groups.get(text_of(arguments[0]), Group("32")) if handed else None

    def _call(self, call: Node) -> Code:
        """A device function that waits runs for the whole block: values go in and come out in arrays."""
        callees = self.code.callees(call, self.function)
        if not all(map(self.code.function_synchronises, callees)):
            reason = f"which of the functions {called(call)} is called cannot be told, and threads wait in one of them"
            raise Unsupported(reason, call.start_byte)
        callee = callees[0]
        given: list[Code | str] = []
        mask = []
        if callee.name in self.masked:
            on = self._array("bool", "on")
            mask = [on]
            self._close()
            if self._active():
                self._own(f"std::fill_n({on}, {self.vary.size}, false);")
                self._step(Step(plain(f"{on}[{self.vary.t}] = true;")))
            else:
                self._own(f"std::fill_n({on}, {self.vary.size}, true);")
        given_here = arguments_of(call)
        defaults = [default_value(p) for p in parameter_nodes(callee.node)[len(given_here) :]]
        for at, (parameter, argument) in enumerate(zip(callee.parameters, [*given_here, *defaults], strict=False)):
            if argument is None and parameter.pack:
                break
            if argument is None:
                raise Unsupported(f"{callee.name} is called with too few arguments", call.start_byte)
            handed = bare(argument)
            taken, passed = group_parameter(parameter, callee), self.groups.get(text_of(handed)) or made_group(handed)
            variable = self.variables.of(handed) if handed.type == "identifier" else None
            changes = parameter.reference and "const" not in parameter.head and passed is None
            whole = (
                variable is not None and self._is_one_place(variable)
                if changes
                else not passed.lanes
                if passed is not None
                else self.vary.is_uniform_text(argument)
            )
            places = {(each.name, each.parameters[at].name) for each in callees if at < len(each.parameters)}
            if not whole:
                self.calls.varying |= places
            if not self.vary.is_own_number(argument):
                self.calls.unlike |= places
            part = part_of_number(argument, self.vary) if self.vary.one_dimension else None
            self.calls.parts += [(place, part) for place in sorted(places)]
            if taken is not None and taken.told and passed is not None and passed.grid:
                raise Unsupported(
                    "the group of all threads goes to a function that waits for any group", call.start_byte
                )
            if self.vary.is_number(callee, parameter):
                continue
            if self.vary.passes_whole(callee, parameter):
                given.append(self.groups_text(handed) or self.thread_code(argument))
                self._before_call(argument)
                continue
            if passed is not None:
                given.append(self._lanes_handed(passed, parameter, argument))
                continue
            made = variable is not None and is_made_in_place(variable, self.vary)
            if changes or (parameter.reference and (made or _is_handed_on(variable, parameter))):
                if variable is None or self._is_one_place(variable):
                    raise Unsupported(
                        "a reference to something other than a thread's variable goes to a function that waits",
                        call.start_byte,
                    )
                if self.code.members.may_derive(variable.base, parameter.base):  # an array of them is none of these
                    reason = f"an object of a class that derives from {parameter.base} goes to a function that waits"
                    raise Unsupported(reason, call.start_byte)
                self.forced.add(variable)
                kept = array_name(variable, self.variables)
                given.append(f"reinterpret_cast<{variable.base} *>({kept})" if made else kept)
                continue
            for used in self.variables.used_in(argument):
                if not used.shared and ((used.extents and not used.parameter) or used.taken):
                    self.forced.add(used)
            type = self._handed_type(callees, at, call, argument)
            name = self._array(type, parameter.name)
            value = form("{} = {};", element(name, self.vary.t), self.thread_code(argument))
            self._step(Step(Plain(value), self.variables.used_in(argument)))
            given.append(name)
        few = self._few(callees)
        if self._active() and few is None:
            self.calls.masked.add(callee.name)
        if not self.vary.one_dimension:
            self.calls.planes |= {each.name for each in callees}
        self._close()
        result = ""
        if callee.returns != "void":
            returned = self._returned(callees, call)
            if returned is None:
                raise Unsupported(f"the type of what {callee.name} returns cannot be told", call.start_byte)
            kind = self.code.seen_from_outside(returned[0], callee)
            result = self._array(kind + "*" * returned[1], callee.name)
        function = call.child_by_field_name("function")
        scopes, function = _scopes(function)
        is_template = function is not None and function.type == "template_function"
        template = Quoted(function.children[-1], {}) if function is not None and is_template else NOTHING
        context: list[Code | str] = [
            form("dim3({})", few) if few is not None and name == "blockDim" else said
            for name, said in zip(
                context_names(callee, self.code), self.vary.context_arguments(callee, self.code), strict=True
            )
        ]
        everything = [*context, *mask, *given, *([result] if result else [])]
        word = function.child_by_field_name("name") if function is not None and is_template else function
        said = Quoted(word, {}) if word is not None and text_of(word) == callee.name else callee.name
        self._once(form("{}{}{}({});", scopes, said, template, joined(", ", everything)))
        return element(result, self.vary.t) if result else NOTHING

    def _few(self, callees: Sequence[DeviceFunction]) -> Code | None:
        """How many threads a call is for, where they are the first of a block of one dimension and a block of so many would do the same."""
        limits = [guard.limit for guard in self._active()]
        if len(limits) != 1 or limits[0] is None or any(map(self._asks_for_threads, callees)):
            return None
        return form("std::min<long long>({}, {})", limits[0], self.vary.threads)

    def _asks_for_threads(self, callee: DeviceFunction) -> bool:
        """Whether a function asks how many threads the block has, by itself or in calls, or which of them take part."""
        if callee.name in self.masked or "blockDim" in self.code.context(callee):
            return True
        reached = (callee, *self.code.reached(callee))
        return any(makes_groups(f) or any(group_parameter(p, f) for p in f.parameters) for f in reached)

    def _is_one_place(self, variable: Variable) -> bool:
        """Whether a name means the same memory for all threads of the block: shared memory, or a parameter that is handed it."""
        handed = variable.parameter and variable.reference and self.function.kind == "device"
        return variable.shared or (handed and self.vary.passes_whole(self.function, variable))

    def groups_text(self, node: Node, own: bool = False) -> str | None:
        """A group that is handed to a function: how many threads it has. ``own``: by one thread, which tells its number."""
        group = self.groups.get(text_of(node)) or made_group(node)
        if group is None:
            return None
        if group.lanes:
            return _value_of_lanes(group.lanes_at(self.vary.t), self.vary.t)
        rank = self._grid_call("thread_rank", node) if own else "0"
        return group.value(self.vary.threads, rank, self._grid_call("size", node))

    def _lanes_handed(self, group: Group, parameter: Variable, argument: Node) -> str:
        """An array with the group of each thread, for a function that takes groups of some lanes."""
        t = self.vary.t
        if not group.lanes and not (group.size.isdecimal() and int(group.size) <= _WARP):
            reason = (
                "a function takes a group of some lanes in one call, and one of more threads than a warp in another"
            )
            raise Unsupported(reason, argument.start_byte)
        lanes = group.lanes_at(t) if group.lanes else f"tile_lanes({t}, {group.size})"
        name = self._array("cooperative_groups::coalesced_group", parameter.name)
        self._step(Step(plain(f"{name}[{t}] = {_value_of_lanes(lanes, t)};")))
        return name

    def _before_call(self, argument: Node) -> None:
        if self.variables.used_in(argument):
            self._close()

    def _handed_type(self, callees: Sequence[DeviceFunction], at: int, call: Node, argument: Node) -> str:
        """The type of what a call hands over; where a template decides which of several functions that is for, the argument's own."""
        told = {
            self._told_type(each, each.parameters[at], call, argument) for each in callees if at < len(each.parameters)
        }
        return told.pop() if len(told) == 1 else self._type(argument)

    def _returned(self, callees: Sequence[DeviceFunction], call: Node) -> tuple[str, int] | None:
        """The type of what a call gives: of several functions that a template decides between the one of all, or of an argument that each
        returns the type of."""
        told = [self.typing.returned(each, call) for each in callees]
        if len(set(told)) == 1:
            return told[0]
        for at, argument in enumerate(arguments_of(call)):
            own = [each.parameters[at] if at < len(each.parameters) else None for each in callees]
            if [(self.typing.named(p.base), p.pointers) if p is not None else None for p in own] == told:
                return self.typing.of(argument)
        return None

    def _told_type(self, callee: DeviceFunction, parameter: Variable, call: Node, argument: Node) -> str:
        """The type of a parameter, which the call may state or leave to be deduced."""
        if parameter.base not in (*callee.template_names, *callee.names_of_class):
            return self._parameter_type(parameter, self.code.seen_from_outside(parameter.base, callee))
        stated = stated_type(callee, parameter.base, call)
        return self._parameter_type(parameter, stated) if stated else self._type(argument)

    def _parameter_type(self, parameter: Variable, base: str) -> str:
        declarator = parameter.declarator.replace("&", "").replace("__restrict__", "")
        stars = declarator.count("*") + len(parameter.extents)
        constant = "const " if "const" in parameter.head.split() and stars else ""
        volatile = "volatile " if parameter.volatile and stars else ""
        return f"{constant}{volatile}{base} {'*' * stars}".strip()

    def _group_declaration(self, node: Node) -> bool:
        """Whether a statement makes a group."""
        of_lanes = group_of_lanes(node)
        if of_lanes is not None:
            arguments = arguments_of(of_lanes[1])
            parent = text_of(arguments[0]) if arguments else ""
            self.groups[of_lanes[0]] = Group("32", lanes=self._lanes(of_lanes[1]), parent=parent)
            return True
        found = declared_group(text_of(node))
        if found is not None:
            name, group = found
            whole = self.groups.get(group.parent)
            is_part = whole is not None and whole.lanes
            self.groups[name] = self._part_of_lanes(whole, group) if whole is not None and is_part else group
        return found is not None

    def _part_of_lanes(self, parent: Group, tile: Group) -> Group:
        """A tile of a group of some lanes: so many that follow each other in it."""
        t = self.vary.t
        lanes = self._array("unsigned", "lanes")
        self._step(Step(plain(f"{lanes}[{t}] = lanes_part({parent.lanes_at(t)}, {t}, {tile.size});")))
        self._close()
        return Group("32", lanes=lanes, parent=tile.parent)

    def _lanes(self, call: Node) -> str:
        """An array with the lanes of each thread's group: those that come by, or those of a group that show the same."""
        t, threads, arguments = self.vary.t, self.vary.threads, arguments_of(call)
        if called(call) == "coalesced_threads":
            shown = self._array("bool", SHOWN)
            if self._active():
                self._close()
                self._own(f"std::fill_n({shown}, {self.vary.size}, false);")
            self._step(Step(plain(f"{shown}[{t}] = true;")))
            found = f"warp_ballot({shown}, {t}, {threads})"
        else:
            group = self.groups.get(text_of(arguments[0])) if len(arguments) == 2 else None
            if group is None or group.grid or not group.size:
                raise Unsupported(f"{called(call)} of this group is not translated", call.start_byte)
            self._extract(arguments[1])
            kind = "bool" if called(call) == "binary_partition" else self._type(arguments[1])
            shown = self._array(kind, SHOWN)
            value = form("{} = {};", element(shown, t), self.thread_code(arguments[1]))
            self._step(Step(Plain(value), self.variables.used_in(arguments[1])))
            mask = group.lanes_at(t) if group.lanes else f"tile_lanes({t}, {group.size})"
            found = f"warp_match({shown}, {t}, {threads}, {mask})"
        self._close()
        lanes = self._array("unsigned", "lanes")
        self._step(Step(plain(f"{lanes}[{t}] = {found};")))
        self._close()
        return lanes

    def _group_call(self, call: Node) -> str | None:
        function = call.child_by_field_name("function")
        if function is None or function.type != "field_expression":
            return None
        receiver, method = text_of(function.child_by_field_name("argument")), called(call)
        group = self.groups.get(receiver)
        if group is None:
            return None
        t, size = self.vary.t, group.size
        if group.grid:
            return self._grid_call(method, call)
        if group.lanes:
            if group.parent and method in _AMONG_PARTS:
                raise Unsupported(f"{method} of a part that threads choose is not translated", call.start_byte)
            return self._lanes_call(group.lanes_at(t), method)
        if method == "thread_rank":
            return f"unsigned({t} % {size})" if size else f"unsigned({t})"
        if method in ("size", "num_threads"):
            return f"unsigned({size or self.vary.threads})"
        if method == "meta_group_rank" and size:
            return group.meta_rank(t, self.groups)
        if method == "meta_group_size" and size:
            return group.meta_size(self.vary.threads, self.groups)
        if method in ("group_index", "thread_index"):
            return self.vary.struct("blockIdx" if method == "group_index" else "threadIdx")
        return None

    def _lanes_call(self, lanes: str, method: str) -> str | None:
        """What is asked of a group of some lanes."""
        if method in ("size", "num_threads"):
            return f"unsigned(__builtin_popcount({lanes}))"
        if method == "thread_rank":
            return f"lanes_rank({lanes}, {self.vary.t})"
        return dict(zip(_AMONG_PARTS, ("0u", "1u"))).get(method)

    def _grid_call(self, method: str, call: Node) -> str:
        """What is asked of the group of all threads."""
        grid, threads, t = self.vary.struct("gridDim"), self.vary.threads, self.vary.t
        asked = {
            "thread_rank": f"grid_rank({self.vary.struct('blockIdx')}, {grid}, {threads}, {t})",
            "block_rank": f"grid_rank({self.vary.struct('blockIdx')}, {grid}, 1, 0)",
            "num_blocks": f"grid_rank({{0, 0, {grid}.z}}, {grid}, 1, 0)",
            "group_dim": grid,
            "is_valid": "true",
        }
        size = f"grid_rank({{0, 0, {grid}.z}}, {grid}, {threads}, 0)"
        asked |= {"size": size, "num_threads": size}
        if method not in asked:
            raise Unsupported(f"{method} of the group of all threads is not translated", call.start_byte)
        return asked[method]


def _value_of_lanes(lanes: str, t: str) -> str:
    """A group of some lanes as a value that a thread has."""
    return f"cooperative_groups::coalesced_group{{{lanes}, lanes_rank({lanes}, {t})}}"


def _conditions(call: Node, around: list[Node]) -> list[tuple[Node, bool]]:
    """The conditions that decide, within an expression, whether ``call`` is evaluated, from outside in: of `?:`, `&&` and `||`,
    and whether each has to hold."""
    found: list[tuple[Node, bool]] = []
    for node in around:
        if node.type == "conditional_expression":
            condition = node.child_by_field_name("condition")
            then = node.child_by_field_name("consequence")
            if condition is not None and not holds(condition, call):
                found.append((condition, then is not None and holds(then, call)))
        elif node.type == "binary_expression" and (operator := text_of(node.child_by_field_name("operator"))) in (
            "&&",
            "||",
        ):
            left = node.child_by_field_name("left")
            if left is not None and not holds(left, call):
                found.append((left, operator == "&&"))
    return found[::-1]


def _is_handed_on(variable: Variable | None, parameter: Variable) -> bool:
    """Whether a reference that a function has is handed on to another that takes the same."""
    return variable is not None and variable.parameter and variable.reference and variable.base == parameter.base


def _scopes(name: Node | None) -> tuple[Code, Node | None]:
    """The namespaces before a name, as the program writes them, and the name."""
    before: list[Code | str] = []
    while name is not None and name.type == "qualified_identifier":
        scope = name.child_by_field_name("scope")
        before += [Quoted(scope, {}) if scope is not None else NOTHING, "::"]
        name = name.child_by_field_name("name")
    return joined("", before), name
