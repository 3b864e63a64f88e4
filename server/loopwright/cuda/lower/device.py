"""Device code as C++: what CUDA's functions, qualifiers and operations become, the same for kernels and device functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from loopwright.cuda.analyse.signs import Constants, is_truth_in_index
from loopwright.cuda.analyse.vary import context_names
from loopwright.cuda.analyse.waiting import is_uncalled_barrier, waits_for_others
from loopwright.cuda.ir.code import NOTHING, Code, Form, Quoted, Rule, form, inside, joined, quoted, spelled
from loopwright.cuda.ir.functions import Kept
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.lower.children import WAIT, ChildLaunch, launched_by_thread, waited_for
from loopwright.cuda.lower.conversions import Conversions
from loopwright.cuda.lower.declarations import (
    gap_before_body,
    kept_head,
    thread_local,
    with_first,
    with_groups_by_value,
    with_name,
    without_sides,
)
from loopwright.cuda.lower.reductions import is_row_of_own_tile
from loopwright.cuda.read.block_memory import is_dynamic
from loopwright.cuda.read.chosen import chosen_part
from loopwright.cuda.read.device_function import INDICES, DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import declared_group, made_group, makes_groups
from loopwright.cuda.read.long_doubles import plain_double
from loopwright.cuda.read.ptx import unknown_part
from loopwright.cuda.read.rewriting import LOOPS, walk
from loopwright.cuda.read.shadowing import is_qualified
from loopwright.cuda.read.variables import Variable, default_value, parameter_nodes
from loopwright.cuda.spec import operations, predefined
from loopwright.cuda.spec.machine import Machine, any_machine
from loopwright.lang.assembly import assembly_of
from loopwright.lang.captures import captures_of
from loopwright.lang.inner_macros import DIRECTIVES, InnerMacros, inner_macros
from loopwright.lang.method_heads import CLASSES
from loopwright.lang.numbers import Constant
from loopwright.source.nodes import bare, nearest, text_of

QUALIFIERS = frozenset(("__device__", "__host__", "__global__", "__forceinline__", "__noinline__", "__launch_bounds__"))
_LONGEST = max(map(len, QUALIFIERS))  # the text of a whole statement is not asked for to compare it with a word
_UPDATES = {"atomicAdd": "+=", "atomicSub": "-=", "atomicAnd": "&=", "atomicOr": "|=", "atomicXor": "^="}

_OPERANDS = frozenset(
    ("identifier", "number_literal", "call_expression", "subscript_expression", "parenthesized_expression")
)
_PLACES = frozenset(
    ("identifier", "subscript_expression", "subscript_argument_list", "field_expression", "field_identifier", "number_literal", "null")
)  # fmt: skip

# Threads of the block, a thread's number in the grid, threads of the grid.
_RANKS = (
    "int(blockDim.x * blockDim.y * blockDim.z)",
    "grid_rank(blockIdx, gridDim, blockDim.x * blockDim.y * blockDim.z, "
    "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)",
    "grid_rank({0, 0, gridDim.z}, gridDim, blockDim.x * blockDim.y * blockDim.z, 0)",
)

_CONTEXT = {
    "threadIdx": "const uint3 threadIdx",
    "blockIdx": "const uint3 blockIdx",
    "blockDim": "const dim3 blockDim",
    "gridDim": "const dim3 gridDim",
    "dynamic_shared": "unsigned char *dynamic_shared",
}

InnerRule = Callable[[Node, Rule], "Code | None"]


@dataclass(frozen=True)
class Rules:
    """Rules for the device code of one file. ``changing``: variables of the file that device code may write."""

    code: DeviceCode
    changing: frozenset[str] = frozenset()
    macro_names: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()  # names of whole numbers that the compiler knows
    on_device: Mapping[str, str] = field(
        default_factory=dict
    )  # functions that the host has another of: their names here
    eager: bool = False  # launches of little work wake other threads too
    conversions: dict[int, Conversions] = field(default_factory=dict)  # by function
    macros: dict[int, InnerMacros] = field(default_factory=dict)  # by function
    positive: frozenset[str] = frozenset()  # those of the constants that are above 0 for certain
    said: Constants = field(default_factory=Constants)  # of names of numbers
    long_constants: frozenset[str] = frozenset()  # macros that stand for a number of the type `long double`
    machine: Machine = field(default_factory=any_machine)
    value: Callable[[str, int], Constant | None] = lambda text, at: None  # of an expression at a place of the file
    declares: Callable[[Node], bool] = lambda name: False  # whether a name of CUDA's is the program's where it stands

    def rule(self, node: Node, again: Rule, function: DeviceFunction, structs: Mapping[str, str]) -> Code | None:
        """The code for ``node``, ``None`` to look at its parts. ``again`` is the rule for its parts; ``structs`` how
        threadIdx, blockIdx, blockDim and gridDim are said here."""

        def say(part: Node) -> Code:
            if part.id != node.id:
                return quoted(part, again)
            own = self._rule(part, again, function, structs)
            return inside(part, again) if own is None else own

        converted = self._conversions(function).code_of(node, say)
        return self._rule(node, again, function, structs) if converted is None else converted

    def inner_macros(self, function: DeviceFunction) -> InnerMacros:
        """What a function that is made anew defines for the preprocessor; one that stays keeps it in its place."""
        known = self.macros.get(function.node.id)
        if known is None:
            anew = function.kind == "kernel" or self.code.function_synchronises(function)
            known = self.macros[function.node.id] = (
                inner_macros(function.body, function.head) if anew else InnerMacros()
            )
        return known

    def _conversions(self, function: DeviceFunction) -> Conversions:
        known = self.conversions.get(function.node.id)
        if known is None:
            known = self.conversions[function.node.id] = Conversions(function, self.code, self.constants, self.value)
        return known

    def _rule(self, node: Node, again: Rule, function: DeviceFunction, structs: Mapping[str, str]) -> Code | None:
        kind = node.type
        if is_truth_in_index(node, function.variables):
            # g++ 12 makes wrong vectors of `a[b[t] > n]`, and right ones where it is said as a number.
            own = inside(node, again) if node.children else self._name(node) or spelled(text_of(node))
            return form("({} ? 1 : 0)", own)
        if function.kind == "device" and makes_groups(function) and (made := _made(node)) is not None:
            return made
        if function.name in self.on_device and (plain := plain_double(node, self.long_constants)) is not None:
            return spelled(plain)
        if kind == "call_expression":
            return self._call(node, again, function, structs)
        if kind in CLASSES and node.child_by_field_name("body") is not None:
            return self.local_class(node, function)
        if kind == "lambda_capture_specifier" and node.parent is not None and self._asks(node.parent, function):
            return _holding_all(node.parent, again)
        if kind in LOOPS and waits_for_others(node, function, self.code, self.changing):
            raise Unsupported("a loop waits for what other threads of the block store", node.start_byte)
        if is_uncalled_barrier(node):
            return spelled("((void)0)")
        if kind == "using_declaration":
            return Quoted(node, {})
        if kind == "qualified_identifier" and (name := _of_library(node)) is not None:
            renamed = operations().renamed.get(text_of(name))
            return spelled(renamed) if renamed is not None and not self.code.is_own(name) else None
        if kind in ("identifier", "type_identifier", "namespace_identifier"):
            return self._name(node)
        if kind == "for_statement" and function.kind == "kernel" and is_row_of_own_tile(node, function.variables):
            return _with_pragma(node, "omp simd", inside(node, again))
        if kind == "gnu_asm_expression":
            raise Unsupported(f"inline PTX is not translated: {unknown_part(assembly_of(node))}", node.start_byte)
        if kind in DIRECTIVES and ("unroll" in text_of(node) or node.id in self.inner_macros(function).nodes):
            return NOTHING
        if kind in ("preproc_if", "preproc_ifdef") and "__CUDA_ARCH__" in text_of(node).split("\n")[0]:
            chosen = chosen_part(node, function.file_macros)
            return None if chosen is None else joined("\n", [quoted(part, again) for part in chosen])
        if (
            kind == "declaration"
            and "__shared__" in text_of(node)
            and all(v.shared for v in function.variables.all if v.declaration == node)
        ):
            alone = function.kind == "device" and not self.code.function_synchronises(function)
            return thread_local(node, again) if alone and not is_dynamic(node) else NOTHING
        if kind in QUALIFIERS or (node.end_byte - node.start_byte <= _LONGEST and text_of(node) in QUALIFIERS):
            return NOTHING
        return None

    def local_class(self, node: Node, function: DeviceFunction) -> Code:
        """A class in a function: its methods find their thread as those of other classes do, not by the function's variables."""
        structs = {name: f"::{name}" for name in INDICES}

        def rule(part: Node) -> Code | None:
            if part.type == "identifier" and text_of(part) in structs:
                return spelled(structs[text_of(part)])
            if part.type == "function_definition":
                return Quoted(part, {**inside(part, rule).holes, **without_sides(part)})
            return self.rule(part, rule, function, structs)

        return inside(node, rule)

    def _asks(self, code: Node, function: DeviceFunction) -> bool:
        """Whether a part of a function may be told where its thread is by variables of the function."""
        names = {text_of(n) for n in walk(code) if n.type == "identifier"}
        called = (f for f in self.code.called_by(function) if f.name in names)
        return not names.isdisjoint(INDICES) or any(self.code.context(f) for f in called)

    def refusal(self, name: Node) -> str:
        """Why no translation is made of a name of CUDA's, empty where one is or where the program declares it itself."""
        reason = operations().unsupported.get(text_of(name), "")
        return "" if reason and self.declares(name) else reason

    def _name(self, node: Node) -> Code | None:
        name = text_of(node)
        if reason := self.refusal(node):
            raise Unsupported(reason, node.start_byte)
        if name == "warpSize":
            return None if self.declares(node) else spelled("32")
        if name in predefined().device:
            return spelled(predefined().device[name])
        if name in self.on_device:
            return spelled(self.on_device[name])
        renamed = operations().renamed.get(name)
        if renamed is None or self.code.is_own(node) or is_qualified(node) or self.declares(node):
            return None
        return spelled(renamed)

    def _call(self, node: Node, again: Rule, function: DeviceFunction, structs: Mapping[str, str]) -> Code | None:
        if is_launch(node):
            return launched_by_thread(_child(node, again, self.code), function, structs, self.code)
        name, arguments = called(node), arguments_of(node)
        table = operations()
        own = self.code.scoped.has_callee(node)
        if name == WAIT and not own and function.launches:
            return waited_for(function, structs)
        if name in table.operators and not own:
            template = table.operator_form(name, len(arguments))
            return form(template, *(_operand(a, again) for a in arguments)) if template is not None else None
        if name == "__ldg" and len(arguments) == 1 and not own:
            pointer = bare(arguments[0])
            if pointer.type == "pointer_expression" and text_of(pointer).startswith("&"):
                inner = pointer.child_by_field_name("argument")
                assert inner is not None
                place = quoted(inner, again)
                return place if inner.type in ("subscript_expression", "identifier") else form("({})", place)
            return form("(*({}))", quoted(pointer, again))
        if name in table.fences and not own:
            return spelled(table.fences[name] or "((void)0)")
        if name in _UPDATES and len(arguments) == 2 and not own and self._alone(node, function):
            pointed = bare(arguments[0])
            inner = pointed.child_by_field_name("argument")
            target = (
                quoted(inner, again)
                if pointed.type == "pointer_expression" and inner is not None
                else form("*({})", quoted(pointed, again))
            )
            return form("{} {} {}", target, _UPDATES[name], quoted(arguments[1], again))
        if name == "printf" and arguments and not own and "__host__" not in function.head and _is_asked(node):
            return form("({}, {})", inside(node, again), _count_of(arguments[1:]))
        device = self.code.callees(node, function)
        if device and not self.code.synchronises(node, function):
            context = [structs.get(n, n) for n in context_names(device[0], self.code)]
            if context:
                callee = node.child_by_field_name("function")
                assert callee is not None
                given = [quoted(a, again) for a in arguments]
                return form("{}({})", inside(callee, again), joined(", ", [*context, *given]))
        return None

    def _alone(self, node: Node, function: DeviceFunction) -> bool:
        """An update of shared memory whose old value nobody wants: one processor runs the block."""
        if node.parent is None or node.parent.type != "expression_statement":
            return False
        place = bare(arguments_of(node)[0])
        names = [n for n in walk(place) if n.type == "identifier"]
        variable = function.variables.of(names[0]) if names else None
        return variable is not None and variable.shared

    def plain_function(self, function: DeviceFunction, shared: bool = False) -> Kept:
        """A device function that waits for nobody: the same function, with the indices that it reads as parameters. ``shared``:
        other files of the program use it."""
        context = context_names(function, self.code)

        def rule(node: Node) -> Code | None:
            return self.rule(node, rule, function, {})

        head = kept_head(function, shared, function.name in self.code.befriended)
        code = with_groups_by_value(head.code, function)
        values = (v for p in parameter_nodes(function.node) if (v := default_value(p)) is not None)
        code = replace(code, holes={**code.holes, **{v.id: quoted(v, rule) for v in values}})
        if function.name in self.on_device:
            code = with_name(code, self.on_device[function.name])
        if context:
            code = with_context(code, function, self.code)
        body = quoted(function.body, rule)
        if dynamic := [v for v in function.variables.all if v.dynamic]:
            body = _with_first(body, joined("", [_dynamic_line(v) for v in reversed(dynamic)]))
        return Kept(replace(head, code=code), body, " " if context else gap_before_body(function.node))


def _child(node: Node, rule: Rule, code: DeviceCode) -> ChildLaunch:
    """A launch that a thread makes."""
    syntax = next(child for child in node.children if child.type == "kernel_call_syntax")
    said = [child for child in syntax.named_children if child.type != "comment"]
    stream = (text_of(said[3]) if _is_place(said[3]) else None) if len(said) > 3 else ""
    around = nearest(node, ("lambda_expression",))
    if around is not None and not text_of(around.child_by_field_name("captures")).startswith("[&]"):
        raise Unsupported("a launch in a lambda that holds values is not translated", node.start_byte)
    callee = node.child_by_field_name("function")
    assert callee is not None
    sizes, given = ([quoted(part, rule) for part in parts] for parts in (said[:3], arguments_of(node)))
    return ChildLaunch(
        called(node), node.start_byte, quoted(callee, rule), sizes, stream, given, code.is_one_function(node)
    )


def _is_place(node: Node) -> bool:
    """Whether an expression only reads a variable, an element or a member."""
    return all(part.type in _PLACES for part in walk(node) if part.is_named)


def _holding_all(made: Node, rule: Rule) -> Code | None:
    """``[=]`` for the list of a lambda that names what it holds by value: it holds the same, and what stands for an index in it. ``None`` for
    one that holds everything already."""
    listed = made.child_by_field_name("captures")
    if listed is None or any(n.type == "lambda_default_capture" for n in listed.children):
        return None
    held = captures_of(made).listed
    kept = [
        quoted(c.whole, rule) if c.value is not None else spelled(f"&{c.name}") for c in held if c.value or c.reference
    ]
    return form("[{}]", joined(", ", [spelled("="), *kept]))


def _is_asked(call: Node) -> bool:
    """Whether somebody wants what a call returns."""
    around = call.parent
    while around is not None and around.type == "parenthesized_expression":
        around = around.parent
    return around is not None and around.type not in ("expression_statement", "comma_expression")


def _count_of(given: Sequence[Node]) -> str:
    """What a GPU's `printf` returns: how many values it is given."""
    packs = [text_of(each.named_children[0]) for each in given if each.type == "parameter_pack_expansion"]
    single = len(given) - len(packs)
    return " + ".join([*([str(single)] if single or not packs else []), *(f"(int)sizeof...({pack})" for pack in packs)])


def with_context(head: Quoted, function: DeviceFunction, code: DeviceCode) -> Quoted:
    """A head, or a declaration, of a function with the indices that it needs as its first parameters."""
    given = context_names(function, code)
    return with_first(head, [_CONTEXT[name] for name in given]) if given else head


def _dynamic_line(variable: Variable) -> str:
    kind = " ".join(word for word in variable.head.split() if word not in ("__shared__", "extern"))
    return f"\n    {kind} *{variable.name} = reinterpret_cast<{kind} *>(dynamic_shared);"


def _with_first(body: Code, lines: Code) -> Code:
    """A body in braces with lines at its beginning."""
    if isinstance(body, Form):
        return body
    opening = body.node.children[0]
    return Quoted(body.node, {**body.holes, opening.id: form("{{{}", lines)})


def _made(node: Node) -> Code | None:
    """What makes a group in a function whose threads do not wait: a declaration, or a call among arguments."""
    if node.type in ("declaration", "expression_statement"):
        found = declared_group(text_of(node))
        return None if found is None else spelled(f"const auto {found[0]} = {found[1].value(*_RANKS)};")
    group = made_group(node)
    return None if group is None else spelled(group.value(*_RANKS))


def _of_library(node: Node) -> Node | None:
    """The name in ``std::name`` or ``::name``; nvcc takes both for the function of its own library."""
    scope = node.child_by_field_name("scope")
    return node.child_by_field_name("name") if scope is None or text_of(scope) == "std" else None


def _with_pragma(node: Node, pragma: str, code: Code) -> Code:
    """A statement behind a directive, which needs a line of its own."""
    before = (node.parent.text or b"")[: node.start_byte - node.parent.start_byte] if node.parent is not None else b""
    line = before.decode("utf-8", errors="replace").rpartition("\n")[2]
    return form("\n#pragma {}\n{}", pragma, code) if line.strip() else form("#pragma {}\n{}{}", pragma, line, code)


def _operand(node: Node, again: Rule) -> Code:
    code = quoted(node, again)
    return code if node.type in _OPERANDS else form("({})", code)
