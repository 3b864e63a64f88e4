"""Device memory that is only a copy of host memory: on a CPU the host's memory itself will do.

``cudaMalloc``, a copy there, launches, a copy back, ``cudaFree`` of one local pointer become an assignment where nothing can
tell the difference: the sizes are the same, no thread reaches beyond it, the host's memory is an object of its own (a local array, or what one
``malloc`` or ``new`` gave) or a parameter's that kernels only read (:func:`stays_as_copied`), nothing mentions it from the first
copy to the last use, and in between only functions run that are known not to touch it. Where one of this cannot be seen,
the copies stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tree_sitter import Node

from loopwright.cuda.ir.code import NOTHING, Code, Form, Quoted, form, is_empty, joined
from loopwright.cuda.lower.handed import (
    NOTHING_YET,
    is_address_of,
    is_fresh,
    is_handed,
    plain,
    stays_as_copied,
)
from loopwright.cuda.lower.overlaps import Around, Part
from loopwright.cuda.lower.overruns import stays_within
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.launches import Launch, launches_of
from loopwright.cuda.read.rewriting import holds, walk
from loopwright.cuda.read.variables import Variable, Variables, name_node
from loopwright.lang.checks import quiet_about_success
from loopwright.lang.new_memory import is_bound, keeps, reached
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, remark_behind, text_of, uncast
from loopwright.source.syntax import Source
from loopwright.source.text import Span, names_in
from loopwright.source.tokens import tokenize

_COPIES = frozenset(("cudaMemcpy", "cudaMemcpyAsync"))
_KNOWN = frozenset(
    (
        "printf", "fprintf", "puts", "fflush", "clock", "clock_gettime", "gettimeofday", "time", "omp_get_wtime", "now", "duration",
        "count", "dim3", "assert", "exit", "min", "max", "ceil", "ceilf", "sqrt", "sqrtf", "log2", "log2f", "pow", "powf", "abs",
        "float", "double", "int", "size_t", "endl", "data", "size",
    )
)  # fmt: skip
_ALLOCATE = frozenset(("malloc", "calloc"))
_WIDE = frozenset(
    (
        "reinterpret_cast",
        *(f"{t}{n}" for t in ("float", "int", "double", "uint", "char", "uchar", "short", "long") for n in (2, 3, 4)),
    )
)
_OTHER_NAMES = frozenset(("auto", "iterator", "span", "reference_wrapper", "function"))
_KEYWORDS = frozenset(("if", "while", "for", "switch", "sizeof", "return"))
_CHECKS = frozenset(
    ("checkCudaErrors", "CUDA_SAFE_CALL", "CUDA_SAFE_CALL_NO_SYNC")
)  # of headers that a translation has
_DOES = frozenset(("call_expression", "assignment_expression", "update_expression", "lambda_expression"))
_MOVES = ("cudaMemcpy", "cudaMemset")
_READS = (">>", "&")  # operators of objects that something is read from
_NOTE = "/* the host's own memory: no copy is needed on a CPU */"
_NOTE_APART = "/* the host's own memory: no copy is needed on a CPU where it lies apart */"


@dataclass
class _Uses:
    """What a function does with one device pointer; statements are those of its body, by number."""

    malloc: tuple[int, str] | None = None
    inward: list[tuple[int, Variable, str]] = field(default_factory=list)
    outward: list[tuple[int, Variable, str]] = field(default_factory=list)
    launches: list[tuple[int, Node, int]] = field(default_factory=list)
    frees: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)  # that only write to the device's memory


def needless_copies(source: Source, code: DeviceCode, telling: bool = False) -> dict[int, Code]:
    """Statement's node → what stands for it without the copy. What is handed a CUDA call is taken for a check of errors, unless it says
    something of success. ``telling``: what a copy to the host would have brought is told in its place (``lw_brings``)."""
    functions = [n for n in code.outside if n.type == "function_definition"]
    macros = [n for n in code.outside if n.type in ("preproc_def", "preproc_function_def")]
    bodies = {text_of(n.child_by_field_name("name")): text_of(n.child_by_field_name("value")) for n in macros}
    file = _File(
        {name: frozenset(_calls_in(text)) - _KEYWORDS for name, text in bodies.items()},
        frozenset(word for text in bodies.values() for word in names_in(text)),
        frozenset(
            text_of(name) for n in functions if (name := name_node(n.child_by_field_name("declarator"))) is not None
        ),
        code,
        bodies,
    )
    found: dict[int, Code] = {}
    for node in functions:
        body = node.child_by_field_name("body")
        if body is None or "<<<" not in text_of(body):
            continue
        if not any(n.type in ("goto_statement", "lambda_expression") for n in walk(body)):
            found |= _Function(node, body, code, file, telling).needless()
    return found


@dataclass(frozen=True)
class _File:
    """What a file defines. ``macros``: name → what its text calls, ``texts``: → its text; ``hidden``: names that macros may mention;
    ``defined``: functions."""

    macros: Mapping[str, frozenset[str]]
    hidden: frozenset[str]
    defined: frozenset[str]
    code: DeviceCode
    texts: Mapping[str, str]

    @cached_property
    def _quiet(self) -> frozenset[str]:
        """What does nothing when it is told of success. Of another the call that it is given has to stay."""
        calls = [n for n in self.code.kinds.of("call_expression") if _is_told_an_error(n)]
        names = {called(call) for call in calls}
        known = {name for name in names & _CHECKS if name not in self.macros and name not in self.defined}
        return quiet_about_success(self.code.kinds, names) | known

    def is_check(self, call: Node) -> bool:
        """Whether a call is only told what a CUDA call said, and does nothing where that is no error."""
        return _is_told_an_error(call) and called(call) in self._quiet

    @cached_property
    def pointing(self) -> Mapping[str, str]:
        """Other names for what is, or holds, a pointer or a reference → what they stand for."""
        found: dict[str, str] = {}
        for node in self.code.kinds.of("type_definition", "alias_declaration"):
            said = text_of(node)
            words = {word: found.get(word, "") for word in names_in(said)}
            name = node.child_by_field_name("name") or next(
                (n for d in node.children_by_field_name("declarator") for n in walk(d) if n.type == "type_identifier"),
                None,
            )
            stands = " ".join((said, *words.values()))
            if name is not None and ("*" in stands or "&" in stands):
                found[text_of(name)] = stands
        return found

    @cached_property
    def meanings(self) -> Mapping[str, str | None]:
        """The text of each macro of the file and of those that its kernels see, ``None`` where it has more than one."""
        told = ((n, text) for k in self.code.kernels for n, text in k.file_macros.items())
        found: dict[str, set[str | None]] = {}
        for name, text in (*told, *self.texts.items()):
            found.setdefault(name, set()).add(None if text is None else " ".join(text.split()))
        return {name: next(iter(texts)) if len(texts) == 1 else None for name, texts in found.items()}

    @cached_property
    def launches(self) -> dict[int, Launch]:
        """By their node."""
        return {launch.node.id: launch for launch in launches_of(self.code.root, self.code.kinds, {})}


class _Function:
    """One host function."""

    def __init__(self, function: Node, body: Node, code: DeviceCode, file: _File, telling: bool) -> None:
        self.variables, self.body, self.telling = Variables(function), body, telling
        self.statements = [n for n in body.named_children if n.type != "comment"]
        self.code, self.file, self.macros, self.hidden, self.defined = (
            code,
            file,
            file.macros,
            file.hidden,
            file.defined,
        )

    def needless(self) -> dict[int, Code]:
        """Statement's node → what stands for it."""
        found: dict[int, Code] = {}
        taken: set[Variable] = set()
        for variable in self.variables.all:
            if variable.parameter or variable.pointers != 1 or variable.extents or variable.name in self.hidden:
                continue
            if variable.init is not None and text_of(variable.init) not in NOTHING_YET:
                continue
            uses = self._uses(variable)
            host = self._host(uses) if uses is not None else None
            if uses is None or host is None or host in taken:
                continue
            if self._is_same(variable, uses, host):
                taken.add(host)
                found |= self._replaced(variable, uses, host)
            elif (others := self._others(variable, uses, host)) is not None:
                taken.add(host)
                found |= (
                    self._where_apart(variable, uses, host, others) if others else self._replaced(variable, uses, host)
                )
        return found

    def _uses(self, variable: Variable) -> _Uses | None:
        """All uses, ``None`` if one is of a kind that is not known here."""
        uses = _Uses()
        for node in variable.uses:
            number = self._number(node)
            if number is None:
                return None
            call = self._whole_call(self.statements[number])
            launch, position = _launch_of(node)
            if launch is not None:
                uses.launches.append((number, launch, position))
            elif call is None or not holds(call, node) or not self._told(call, node, number, uses):
                return None
        return uses

    def _told(self, call: Node, node: Node, number: int, uses: _Uses) -> bool:
        """Whether a call that is a whole statement is one of those that are known."""
        name, given = called(call), arguments_of(call)
        if name == "cudaMalloc" and len(given) == 2 and uses.malloc is None and holds(given[0], node):
            uses.malloc = (number, plain(given[1]))
            return is_address_of(given[0], node)
        if name in _COPIES and len(given) >= 4:
            other = given[1] if given[0].id == node.id else given[0] if given[1].id == node.id else None
            host = self.variables.of(_memory(other)) if other is not None else None
            inward = given[0].id == node.id
            kind = "cudaMemcpyHostToDevice" if inward else "cudaMemcpyDeviceToHost"
            if host is None or text_of(given[3]) != kind:
                return False
            (uses.inward if inward else uses.outward).append((number, host, plain(given[2])))
            return True
        if name == "cudaFree" and len(given) == 1 and given[0].id == node.id:
            uses.frees.append(number)
            return True
        if name in ("cudaMemset", "cudaMemsetAsync") and given and given[0].id == node.id:
            uses.others.append(number)
            return True
        return False

    def _whole_call(self, statement: Node) -> Node | None:
        """The CUDA call that a statement consists of, alone or in a macro that checks it."""
        inner = statement.named_children[0] if statement.type == "expression_statement" else None
        if inner is not None and inner.type == "assignment_expression":
            inner = inner.child_by_field_name("right")
        if inner is not None and self.file.is_check(inner):
            inner = arguments_of(inner)[0]
        return (
            inner
            if inner is not None and inner.type == "call_expression" and called(inner).startswith("cuda")
            else None
        )

    def _number(self, node: Node) -> int | None:
        return next((i for i, s in enumerate(self.statements) if holds(s, node)), None)

    def _host(self, uses: _Uses) -> Variable | None:
        """The one host variable that is copied from or to."""
        hosts = {host for _, host, _ in (*uses.inward, *uses.outward)}
        return next(iter(hosts)) if len(hosts) == 1 and len(uses.inward) <= 1 and len(uses.outward) <= 1 else None

    def _stretch(self, uses: _Uses, host: Variable) -> tuple[int, int] | None:
        """The statements between which the host's memory has to stand for the device's, ``None`` where sizes, order or what the host
        does with its own in between forbid it."""
        if uses.malloc is None or not uses.launches or len(uses.frees) > 1:
            return None
        copies = [*uses.inward, *uses.outward]
        if any(size != uses.malloc[1] for _, _, size in copies) or not self._stays_within(
            uses.launches, uses.malloc[1]
        ):
            return None
        begin = uses.inward[0][0] if uses.inward else uses.malloc[0]
        used = [number for number, _, _ in uses.launches] + uses.others
        end = max([*used, *(number for number, _, _ in uses.outward)])
        early = min(used) <= begin or (uses.outward and uses.outward[0][0] < max(used))
        if early or (uses.frees and uses.frees[0] <= end) or uses.malloc[0] > begin:
            return None
        return None if any(begin <= n <= end for n in self._mentions(uses, host)) else (begin, end)

    def _mentions(self, uses: _Uses, host: Variable) -> list[int]:
        """The statements that name the host's memory, without the copies."""
        own = {number for number, _, _ in (*uses.inward, *uses.outward)}
        return [n for node in host.uses if (n := self._number(node)) is not None and n not in own]

    def _others(self, variable: Variable, uses: _Uses, host: Variable) -> list[Part] | None:
        """What memory of a caller that kernels write must lie apart from for the device to work in it, ``None`` where that is not all."""
        if uses.malloc is None or len(uses.outward) != 1 or not is_handed(host, variable):
            return None
        stretch = self._stretch(uses, host)
        if stretch is None or not self._is_calm_between(uses.malloc, stretch[1]):
            return None
        begin, end = stretch
        own = {begin, *(number for number, _, _ in (*uses.inward, *uses.outward))}
        between = [self.statements[n] for n in range(begin, end + 1) if n not in own]
        return self._around.others(host, self.statements[uses.malloc[0]], between)

    @cached_property
    def _around(self) -> Around:
        check, own = self.file.is_check, self._is_own_or_of_the_device
        return Around(self.body, self.variables, self.code, self.file.meanings, lambda n: own(uncast(n)), check)

    def _is_calm_between(self, malloc: tuple[int, str], end: int) -> bool:
        """Whether from the allocation on only what is known happens, the size stays and no other name leads to memory."""
        sized = set(names_in(malloc[1]))
        between = self.statements[malloc[0] : end + 1]
        return all(self._is_calm(s, sized) and not self._looks_elsewhere(s) for s in between)

    def _is_same(self, variable: Variable, uses: _Uses, host: Variable) -> bool:
        stretch = self._stretch(uses, host)
        if stretch is None or uses.malloc is None:
            return False
        begin, end = stretch
        handed = is_handed(host, variable) and bool(uses.inward) and not uses.others
        if not handed and not self._is_object(variable, host):
            return False
        if handed:
            read = [(launch, at) for _, launch, at in uses.launches]
            back = {number for number, _, _ in uses.outward}  # what comes back is what went there
            between = [self.statements[n] for n in range(begin + 1, end + 1) if n not in back]
            if not stays_as_copied(read, between, self.variables, self.code):
                return False
        elif self._declared(host) >= begin:
            return False
        if not handed and not uses.outward and not all(self._reads_only(launch, at) for _, launch, at in uses.launches):
            # The kernel may change it: then nobody may look at the host's memory any more.
            mentions = self._mentions(uses, host)
            if any(n > end and not self._frees(self.statements[n]) for n in mentions) or self._is_known_elsewhere(host):
                return False
        between = self.statements[begin : end + 1]
        if not handed and self._is_known_elsewhere(host) and any(map(self._hands_on_others, between)):
            return False
        return self._is_calm_between(uses.malloc, end)

    def _stays_within(self, launches: Sequence[tuple[int, Node, int]], size: str) -> bool:
        """Whether no thread may reach beyond the array."""
        kernels = [(self.code.kernel(called(launch)), launch, at) for _, launch, at in launches]
        return all(
            kernel is not None and stays_within(kernel, at, self.file.launches.get(launch.id), size, self.variables)
            for kernel, launch, at in kernels
        )

    def _is_object(self, variable: Variable, host: Variable) -> bool:
        """Whether ``host`` is memory of its own, of the same type."""
        if host.parameter or host.name in self.hidden or not {"const", "static"}.isdisjoint(names_in(host.head)):
            return False
        if host.base in _vectors(variable.base):
            return not (host.extents or host.pointers or host.reference)
        if host.base != variable.base:
            return False
        if len(host.extents) == 1 and host.pointers == 0:
            return True
        if host.extents or host.pointers != 1 or host.taken or len(host.writes) + (host.init is not None) != 1:
            return False
        value = host.init
        if value is None:
            assignment = host.writes[0].parent
            value = assignment.child_by_field_name("right") if assignment is not None else None
            if assignment is None or assignment.child_by_field_name("left") != host.writes[0]:
                return False
        kept = any(keeps(n) for n in host.uses if n not in host.writes)
        return not kept and value is not None and _allocates(value)

    def _declared(self, host: Variable) -> int:
        """The statement after which the host's memory is there."""
        node = host.writes[0] if host.init is None and host.writes and not host.extents else host.declaration
        number = self._number(node) if node is not None else None
        return len(self.statements) if number is None else number

    def _is_known_elsewhere(self, host: Variable) -> bool:
        """Whether the host's memory may be reached by another name: a reference, an iterator, a pointer, a capture. Element,
        size, copy and release are no such use; a call that is a whole statement is not either, as it gives nothing."""
        return any(not self._is_plain_use(use) for use in host.uses if use not in host.writes)

    def _is_plain_use(self, use: Node) -> bool:
        memory = use
        parent = use.parent
        if parent is not None and parent.type == "field_expression":
            call = parent.parent
            name = text_of(parent.child_by_field_name("field"))
            if name not in ("data", "size", "empty") or call is None or call.type != "call_expression":
                return False
            if name != "data":
                return True
            memory, parent = call, call.parent
        if parent is None:
            return False
        if parent.type == "subscript_expression" and parent.child_by_field_name("argument") == memory:
            return not is_bound(parent)
        if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
            call = parent.parent
            whole = call.parent is not None and call.parent.type == "expression_statement"
            known = called(call).startswith("cuda") or called(call) in ("free", "memset", "memcpy", "printf")
            return known or (whole and called(call) not in self.defined and _is_known_name(called(call)))
        if parent.type in ("unary_expression", "binary_expression"):
            return any(child.type in ("!", "==", "!=", "&&", "||") for child in parent.children)
        return parent.type in (
            "sizeof_expression",
            "delete_expression",
            "init_declarator",
            "condition_clause",
        ) and not (is_bound(memory))

    def _looks_elsewhere(self, statement: Node) -> bool:
        """Whether a statement reaches memory through something that may be another name of the host's: a reference, an
        iterator, a pointer that is not the one name of what was allocated for it, or a function object."""
        for node in walk(statement):
            variable = self.variables.of(node) if node.type == "identifier" else None
            if variable is not None and (variable.reference or not _OTHER_NAMES.isdisjoint(names_in(variable.base))):
                return True
            base = reached(node)
            if base is not None and not self._is_own_memory(base):
                return True
        return False

    def _hands_on_others(self, statement: Node) -> bool:
        """Whether a copy or a kernel gets memory by a name that may be another one of the host's."""
        for call in (n for n in walk(statement) if n.type == "call_expression"):
            given, kernel = arguments_of(call), self.code.kernel(called(call)) if is_launch(call) else None
            if kernel is not None:
                pairs = zip(given, kernel.parameters)
                memory = [n for n, p in pairs if p.pointers or p.extents or p.reference or not p.scalar]
            else:
                memory = given[: 1 if "Memset" in called(call) else 2] if called(call).startswith(_MOVES) else []
            if any(not self._is_own_or_of_the_device(uncast(n)) for n in memory):
                return True
        return False

    def _is_own_or_of_the_device(self, memory: Node) -> bool:
        address = memory.type == "pointer_expression" and text_of(memory).startswith("&")
        base = memory.child_by_field_name("argument") if address else _memory(memory)
        variable = self.variables.of(base) if base is not None else None
        if base is None or variable is None:
            return False
        return (
            is_fresh(variable) or self._is_own_memory(base) or (address and variable.scalar and not variable.reference)
        )

    def _is_own_memory(self, base: Node) -> bool:
        variable = self.variables.of(base) if base.type == "identifier" else None
        if variable is None or variable.parameter:
            return False
        if variable.pointers:
            return self._owns(variable)
        return bool(variable.extents) or "vector" in variable.base or variable.base.endswith("string")

    def _owns(self, variable: Variable) -> bool:
        """Whether a pointer holds what one allocation gave, and nothing else."""
        value = variable.init
        if len(variable.writes) + (value is not None) != 1 or variable.taken or variable.parameter:
            return False
        if value is None:
            assignment = variable.writes[0].parent
            value = assignment.child_by_field_name("right") if assignment is not None else None
        return value is not None and _allocates(value)

    def _reads_only(self, launch: Node, position: int) -> bool:
        kernel = self.code.kernel(called(launch))
        if kernel is None or position >= len(kernel.parameters) or "const" not in kernel.parameters[position].head:
            return False
        return not any(self._may_cast_const_away(f) for f in (kernel, *self.code.reached(kernel)))

    def _may_cast_const_away(self, function: DeviceFunction) -> bool:
        casts = [
            n.child_by_field_name("type") if n.type == "cast_expression" else n.child_by_field_name("arguments")
            for n in function.inside
            if n.type == "cast_expression"
            or (n.type == "template_function" and text_of(n).split("<")[0].endswith("cast"))
        ]
        told = [*map(text_of, casts), *(self.file.texts[w] for w in function.words & self.file.texts.keys())]
        named = (name for n in casts if n is not None for name in names_in(text_of(n)))
        told += [self.file.pointing[name] for name in named if name in self.file.pointing]
        return any(("*" in text or "&" in text) and "const" not in text for text in told)

    def _frees(self, statement: Node) -> bool:
        inner = statement.named_children[0] if statement.type == "expression_statement" else statement
        return inner.type == "delete_expression" or (inner.type == "call_expression" and called(inner) == "free")

    def _is_calm(self, statement: Node, sized: set[str]) -> bool:
        """Whether a statement calls only what is known and leaves the size alone."""
        for node in walk(statement):
            if node.type == "call_expression":
                if not (self._takes_any_memory(called(node)) if is_launch(node) else self._is_known(node)):
                    return False
            elif node.type in ("assignment_expression", "update_expression"):
                target = node.child_by_field_name("left") or node.child_by_field_name("argument")
                if target is not None and text_of(bare(target)) in sized:
                    return False
            elif self._may_be_read_into(node, sized) or node.type in (
                "throw_statement",
                "try_statement",
                "co_await_expression",
                "asm_statement",
            ):
                return False
        return True

    def _may_be_read_into(self, operation: Node, sized: set[str]) -> bool:
        """Whether it is `in >> size`, or `archive & size`: of an object, which may set its operand, no number."""
        if operation.type != "binary_expression":
            return False
        left, right = operation.child_by_field_name("left"), operation.child_by_field_name("right")
        operator = text_of(operation.child_by_field_name("operator"))
        if left is None or right is None or operator not in _READS or text_of(bare(right)) not in sized:
            return False
        named = [self.variables.of(n) for n in walk(left) if n.type == "identifier"]
        return not all(v is not None and fundamental(self.code.aliases.get(v.base, v.base)) for v in named)

    def _is_known(self, call: Node) -> bool:
        """Whether a call, or what a macro calls, cannot touch memory that it is not handed. A function of the file may be
        called as one that is known elsewhere."""
        name = called(call)
        calls = self.macros.get(name, frozenset((name,)))
        return self.file.is_check(call) or all(_is_known_name(c) and c not in self.defined for c in calls)

    def _takes_any_memory(self, name: str) -> bool:
        """Whether a kernel's accesses are of single elements: wide ones want more of where memory begins."""
        kernel = self.code.kernel(name)
        return kernel is not None and all(
            _WIDE.isdisjoint(names_in(text_of(f.whole))) for f in (kernel, *self.code.reached(kernel))
        )

    def _replaced(self, variable: Variable, uses: _Uses, host: Variable) -> dict[int, Code]:
        assert uses.malloc is not None
        gone = [uses.malloc[0], *uses.frees, *(n for n, _, _ in uses.outward)]
        found: dict[int, Code] = {self.statements[n].id: _told_success(self.statements[n]) for n in gone}
        for statement in (self.statements[n] for n in gone):
            remark = remark_behind(statement)
            if remark is not None and is_empty(found[statement.id]):
                found[remark.id] = NOTHING
        begin = uses.inward[0][0] if uses.inward else uses.malloc[0]
        memory = form("{}.data()" if host.base in _vectors(variable.base) else "{}", host.name)
        if "const" in host.head and "const" not in variable.head:
            memory = form("const_cast<{} *>({})", variable.base, host.name)
        for number, _, _ in uses.outward if self.telling else ():
            statement = self.statements[number]
            found[statement.id] = form("{}{}", found[statement.id], self._brings(statement))
        told = _led(_told_success(self.statements[begin]))
        found[self.statements[begin].id] = form("{}{} = {}; {}", told, variable.name, memory, _NOTE)
        return found

    def _where_apart(self, variable: Variable, uses: _Uses, host: Variable, others: Sequence[Part]) -> dict[int, Code]:
        """Statements that copy only where the host's memory overlaps with others."""
        assert uses.malloc is not None
        malloc = self.statements[uses.malloc[0]]
        only = form("if ({} != {})", variable.name, host.name)
        found: dict[int, Code] = {}
        for number in (*(n for n, _, _ in (*uses.inward, *uses.outward)), *uses.frees):
            statement = self.statements[number]
            found[statement.id] = form("{}{} {{ {} }}", _led(_told_success(statement)), only, Quoted(statement, {}))
        for number, _, _ in uses.outward if self.telling else ():
            statement = self.statements[number]
            found[statement.id] = form("{} else {{ {} }}", found[statement.id], self._brings(statement))
        call = self._whole_call(malloc)
        assert call is not None
        size = arguments_of(call)[1]
        overlaps = (
            form("lw_overlap({}, {}, {}, {})", host.name, Quoted(size, {}), Quoted(o.name, {}), Quoted(o.size, {}))
            for o in others
        )
        found[malloc.id] = form(
            "{}{} = {}; if ({}) {{ {} }} {}",
            _led(_told_success(malloc)),
            variable.name,
            host.name,
            joined(" || ", overlaps),
            Quoted(malloc, {}),
            _NOTE_APART,
        )
        return found

    def _brings(self, statement: Node) -> Form:
        """What tells what a copy to the host would have brought."""
        call = self._whole_call(statement)
        assert call is not None
        to, _, size, *_ = arguments_of(call)
        return form("lw_brings({}, {});", Quoted(to, {}), Quoted(size, {}))


def _led(code: Form) -> Form:
    """The same with a blank behind it, if it is anything."""
    return NOTHING if is_empty(code) else form("{} ", code)


def _calls_in(text: str) -> Iterator[str]:
    """What a piece of code that stands in no tree calls: names before a bracket."""
    data = text.encode()
    told = tokenize(data, Span(0, len(data)))
    return (name.text for name, sign in pairwise(told) if name.kind == "name" and sign.text == "(")


def _is_known_name(name: str) -> bool:
    return name in _KNOWN or (name.startswith("cuda") and len(name) > len("cuda"))


def _allocates(value: Node) -> bool:
    """Whether a value is new memory: of ``malloc``, ``calloc`` or ``new``, under one cast or none."""
    if value.type == "cast_expression":
        value = value.child_by_field_name("value") or value
    elif value.type == "call_expression" and called(value) == "static_cast":
        value = next(iter(arguments_of(value)), value)
    if value.type == "new_expression":
        return True
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    return function is not None and text_of(function).removeprefix("std::") in _ALLOCATE


def _launch_of(node: Node) -> tuple[Node | None, int]:
    """The launch that an identifier is an argument of, and which."""
    listed = node.parent
    call = listed.parent if listed is not None and listed.type == "argument_list" else None
    if call is None or not is_launch(call):
        return None, 0
    return call, next(i for i, a in enumerate(arguments_of(call)) if a.id == node.id)


def _is_told_an_error(call: Node) -> bool:
    """Whether a call is only told what a CUDA call said."""
    given = arguments_of(call) if call.type == "call_expression" else []
    told = bool(given) and given[0].type == "call_expression" and called(given[0]).startswith("cuda")
    return told and not any(n.type in _DOES for argument in given[1:] for n in walk(argument))


def _told_success(statement: Node) -> Form:
    """What is left of ``error = cudaMalloc(…);``."""
    inner = statement.named_children[0]
    left = inner.child_by_field_name("left") if inner.type == "assignment_expression" else None
    return form("{} = cudaSuccess;", Quoted(left, {})) if left is not None else NOTHING


def _memory(node: Node) -> Node:
    """The variable whose memory is meant: ``h`` or the vector of ``h.data()``."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is not None and function.type == "field_expression" and text_of(function).endswith(".data"):
        argument = function.child_by_field_name("argument")
        return argument if argument is not None else node
    return node


def _vectors(base: str) -> tuple[str, str]:
    return f"std::vector<{base}>", f"vector<{base}>"
