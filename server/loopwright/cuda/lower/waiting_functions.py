"""A device function in which threads wait, as a C++ function that runs for all threads of a block."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from tree_sitter import Node

from loopwright.cuda.analyse.indices import NARROW, WHOLE, Part, index_of
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.analyse.vary import Vary, context_names
from loopwright.cuda.ir.arrays import shown_names
from loopwright.cuda.ir.code import Code, Rule, form, spelled
from loopwright.cuda.ir.functions import Function, Head, Parameter
from loopwright.cuda.ir.statements import Plain, mentioned, plain
from loopwright.cuda.lower.arrays import array_of, shared_lines
from loopwright.cuda.lower.demands import Demands
from loopwright.cuda.lower.device import Rules
from loopwright.cuda.lower.emit import Derived, Emitter, Loops, closures_of, derived_of
from loopwright.cuda.lower.lowering import LARGEST_BLOCK, Lowered, check, placed_words
from loopwright.cuda.lower.planning import planned
from loopwright.cuda.lower.regions import Cutter
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import group_parameter
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.shadowing import is_hidden
from loopwright.cuda.read.variables import Variable, without
from loopwright.source.lexemes import without_words


class WaitingFunction:
    """A device function in which threads wait: it runs for all threads of a block at once. Parameters that differ
    between threads are arrays, so is what it returns."""

    def __init__(self, function: DeviceFunction, code: DeviceCode, rules: Rules, demands: Demands) -> None:
        self.function, self.code, self.rules, self.demands = function, code, rules, demands
        self.flat = function.name in demands.flat  # blocks of one dimension call it

    def lower(self) -> Lowered:
        """The function for the block."""
        function = self.function
        check(function, self.rules)
        names = Names(function.words | self.rules.macro_names)
        t, threads, result, takes_part = (names.fresh(n, f"{n}_") for n in ("t", "threads", "result", "takes_part"))
        whole = {name for callee, name in self.demands.whole if callee == function.name}
        number, told = self._number(whole), self.demands.told
        t = number.name if number is not None and self._is_loops_own(number) else t
        parts = {p: told[function.name, p.name] for p in function.parameters if (function.name, p.name) in told}
        own = [p for p in function.parameters if p.name not in whole and p is not number and p not in parts]
        structs = {"threadIdx": "threadIdx"}
        vary = Vary(
            function,
            self.code,
            t,
            "max_threads",
            threads,
            own=frozenset(p.name for p in own),
            whole=self.demands.whole,
            changing=self.rules.changing,
            structs=structs,
            value=self.rules.value,
            one_dimension=self.flat,
            lane=t if self.flat else "",
            axes={"x": t} if self.flat else {},
            numbers=self.demands.numbers | told.keys(),
            number=number,
            parts=parts,
        )
        masked = function.name in self.demands.masked
        self.t = t
        cutter = Cutter(function, self.code, vary, self._rule, self.demands.masked)
        returns = function.returns != "void"
        cutter, items = cutter.cut(
            function.body.named_children, result if returns else None, takes_part if masked else None
        )
        plan = planned(items, vary, cutter.forced | set(own))
        index = f"uint3{{unsigned({t}), 0u, 0u}}" if self.flat else f"index_in({t}, blockDim)"
        prelude = ("threadIdx", spelled(f"const uint3 threadIdx = {index};"))
        derived = {**{p: _part(p, part, t) for p, part in parts.items()}, **derived_of(vary, cutter)}
        if number is not None and t != number.name:
            derived = {number: _numbering(number, t), **derived}  # others may be made of it
        emitter = Emitter(
            vary,
            plan,
            Loops([("int", t, spelled(threads))], prelude),
            derived,
            closures=closures_of(vary, cutter),
            placed=placed_words(function, self.code) if "threadIdx" in self.code.methods.reads else frozenset(),
            shown=shown_names(cutter.arrays),
        )
        statements = emitter.statements()
        arrays = [array.declared("max_threads") for array in cutter.arrays]
        crossed = (v for v in function.variables.all if v in plan.crossing and v not in own)
        arrays += [Plain(array_of(v, cutter, "max_threads")) for v in crossed]
        body = [*cutter.names_first, *shared_lines(function.variables, of_function=True), *arrays, *statements]
        size = "blockDim.x" if self.flat else "blockDim.x * blockDim.y * blockDim.z"
        head = [plain(f"const int {threads} = {size};")]
        if "max_threads" in mentioned([*arrays, *statements]):
            head.append(plain(f"constexpr int max_threads = {LARGEST_BLOCK};"))
        template = f"{function.template}\n" if function.template else ""
        context = {
            "blockIdx": "uint3 blockIdx",
            "blockDim": "dim3 blockDim",
            "gridDim": "dim3 gridDim",
            "dynamic_shared": "unsigned char *dynamic_shared",
        }
        parameters = [Parameter(spelled(context[name]), name) for name in context_names(function, self.code)]
        if masked:
            parameters.append(Parameter(spelled(f"const bool *{takes_part}"), takes_part))
        parameters += [
            Parameter(spelled(self._parameter(p, vary) if p.name in whole else self._array_parameter(p)), p.name)
            for p in function.parameters
            if p is not number and p not in parts
        ]
        if returns:
            parameters.append(Parameter(spelled(f"{function.returns.replace('const ', '')} *{result}"), result))
        linkage = (
            "" if function.specialised or function.scope else "static "
        )  # a specialisation has that of its template, a method what its class says
        taken = Head(spelled(f"{template}{linkage}void {function.scope}{function.written_name}"), tuple(parameters))
        return Lowered(Function(taken, (*head, *body)), cutter.calls, cutter.warnings)

    def _number(self, whole: Container[str]) -> Variable | None:
        """The parameter that is the number of the thread at every call."""
        numbers = {name for callee, name in self.demands.numbers if callee == self.function.name}
        return next((p for p in self.function.parameters if p.name in numbers and p.name not in whole), None)

    def _is_loops_own(self, number: Variable) -> bool:
        """Whether a parameter may be the ``int`` of the loops over the threads."""
        variables = self.function.variables
        if is_hidden(number, variables) or number.base not in NARROW:  # a product of a wider one may not fit
            return False
        return number.base == "int" or all(may_be_signed(n, variables, self.rules.said) for n in number.uses)

    def _rule(self, node: Node, again: Rule) -> Code | None:
        if self.flat and node.type == "field_expression" and index_of(node) == ("threadIdx", "x"):
            signed = may_be_signed(node, self.function.variables, self.rules.said)
            return spelled(self.t if signed else f"unsigned({self.t})")
        return self.rules.rule(node, again, self.function, {})

    def _parameter(self, p: Variable, vary: Vary) -> str:
        """A parameter that is one value for the block."""
        if "const" not in p.head and group_parameter(p, self.function) is not None:
            # It is made for the call: there is nothing that a reference could lead to.
            return f"{p.head} {p.declarator.replace('&', '').strip()}"
        return f"{p.head} {p.renamed(vary.incoming(p)) if vary.is_copied(p) else p.declarator}"

    def _array_parameter(self, p: Variable) -> str:
        declarator = p.declarator.replace("&", "").strip()
        group = group_parameter(p, self.function)
        if group is not None and not group.told:
            return f"cooperative_groups::coalesced_group *{group.lanes or f'{p.name}_of'}"
        if p.extents:
            declarator = "*" + declarator.split("[")[0]
        kept = "*" in declarator
        of_all = replace(p, declarator=without_words(declarator, frozenset(("__restrict__",))) if kept else declarator)
        return f"{p.head if kept else without(p.head, 'const')} {of_all.renamed(f'*{p.name}_of')}"


def _numbering(number: Variable, value: str) -> Derived:
    """The thread's number as the parameter has it, or a part of it."""
    head = f"const {without(number.head, 'const')}"
    declared = replace(number, head=head).declared(number.declarator)
    return Derived(form("{} = {};", declared, value), spelled(value), number=False)


def _part(parameter: Variable, part: Part, t: str) -> Derived:
    return _numbering(parameter, t if part == WHOLE else f"unsigned({t}) {part.operator} {part.width}")
