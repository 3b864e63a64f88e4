"""A kernel as a C++ function for a CPU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from loopwright.cuda.analyse.indices import AXES, index_of
from loopwright.cuda.analyse.reached import results_of_blocks
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.arrays import shown_names
from loopwright.cuda.ir.code import Code, Quoted, Rule, form, joined, quoted, spelled, tokens
from loopwright.cuda.ir.functions import Function, Head, Parameter
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.ir.statements import Body, Control, Directive, Loop, Plain, mentioned, plain
from loopwright.cuda.lower.arrays import array_of, shared_lines
from loopwright.cuda.lower.children import check_children
from loopwright.cuda.lower.declarations import laid_out
from loopwright.cuda.lower.demands import Calls, Demands
from loopwright.cuda.lower.device import Rules
from loopwright.cuda.lower.emit import (
    Emitter,
    Loops,
    closures_of,
    derived_of,
)
from loopwright.cuda.lower.grain import Known, when, worth_threads
from loopwright.cuda.lower.own_regions import loops_in_steps
from loopwright.cuda.lower.planning import planned
from loopwright.cuda.lower.regions import Cutter
from loopwright.cuda.lower.rows import Sign
from loopwright.cuda.lower.rows_of_blocks import GridRows
from loopwright.cuda.lower.sharing import divisors
from loopwright.cuda.lower.thread_rows import in_rows
from loopwright.cuda.lower.wide_indices import Wide
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import waits_for_grid
from loopwright.cuda.read.launches import Shape
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.rewriting import JUMPS, walk
from loopwright.cuda.read.shadowing import is_hidden
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import CLASSES
from loopwright.lazily import cached_property
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

_INT = frozenset(("int", "unsigned", "unsigned int", "uint", "short", "int32_t", "uint32_t", "signed"))
_DYNAMIC_SHARED = (
    "std::vector<std::max_align_t> shared_memory(shared_bytes / sizeof(std::max_align_t) + 1);",
    "unsigned char *const dynamic_shared = reinterpret_cast<unsigned char *>(shared_memory.data());",
)
LARGEST_BLOCK = 1024  # CUDA C++ Programming Guide, "Compute Capabilities"


@dataclass
class Lowered:
    """``function`` is what is put into the file; ``calls`` tells what it demands of functions that it calls."""

    function: Function
    calls: Calls = field(default_factory=Calls)
    warnings: list[tuple[int, str]] = field(default_factory=list)


def check(function: DeviceFunction, rules: Rules) -> None:
    """Raises :class:`~loopwright.cuda.ir.plan.Unsupported` for text that cannot be read and words that have no meaning here."""
    if function.node.has_error:
        bad = next((n for n in walk(function.node) if n.is_error or n.is_missing), function.node)
        what = "the kernel's text" if function.kind == "kernel" else function.name
        raise Unsupported(f"{what} has a syntax error", bad.start_byte)
    if function.words & operations().unsupported.keys():  # also in a declaration that nobody writes
        types = (n for n in walk(function.node) if n.type in ("type_identifier", "namespace_identifier"))
        node = next((n for n in types if rules.refusal(n)), None)
        if node is not None:
            raise Unsupported(rules.refusal(node), node.start_byte)
    check_children(function, rules.code)


def _own_names(kernel: DeviceFunction) -> set[str]:
    return {*(v.name for v in kernel.variables.all), *kernel.template_names, *kernel.names_of_class}


def placed_words(function: DeviceFunction, code: DeviceCode) -> frozenset[str]:
    """What says that methods must know where their thread is: their names, those of functions that use them, and of objects."""
    using = (f.name for f in code.functions if f.kind == "device" and code.uses_methods(f))
    return code.methods.words | frozenset(using) | code.objects_of(function)


class KernelLowering:
    """One kernel. The shape says which loops over blocks and threads are needed."""

    def __init__(self, kernel: DeviceFunction, code: DeviceCode, shape: Shape, rules: Rules, demands: Demands) -> None:
        self.kernel, self.code, self.rules, self.demands = kernel, code, rules, demands
        self.names = Names(kernel.words | rules.macro_names)
        if shape.sizes and _own_names(kernel) & set(names_in(" ".join(shape.sizes))):
            shape = replace(shape, sizes=None)  # what the launches name is another thing in the kernel
        self.placed = code.uses_methods(kernel)  # methods ask where their thread is
        seen = dict(kernel.mentioned)
        for name, count in code.methods.reads.items() if self.placed else ():
            seen[name] = max(seen.get(name, 0), count)
        self.shape = replace(
            shape, grid=max(shape.grid, seen.get("blockIdx", 0)), block=max(shape.block, seen.get("threadIdx", 0))
        )
        self.together = waits_for_grid(kernel, code)
        self._total: str | None = None  # the name for the threads of a block of several dimensions
        self._name_indices()

    def _name_indices(self) -> None:
        """Loop variables take the name of a variable that holds just the index, where there is one."""
        self.adopted: dict[Variable, tuple[str, str]] = {}
        self.index: dict[tuple[str, str], str] = {}
        for variable in self.kernel.variables.all:
            if variable.init is None or variable.writes or variable.taken or not variable.scalar or variable.pointers:
                continue
            index = index_of(variable.init)
            if index is None or index in self.index or index[0] not in ("threadIdx", "blockIdx"):
                continue
            if variable.scope != self.kernel.body or variable.base not in _INT:
                continue
            if is_hidden(variable, self.kernel.variables):
                continue
            signed = variable.base == "int" or all(
                may_be_signed(n, self.kernel.variables, self.rules.said) for n in variable.uses
            )
            if signed and AXES.index(index[1]) < (self.shape.block if index[0] == "threadIdx" else self.shape.grid):
                self.adopted[variable] = index
                self.index[index] = variable.name
        wishes = {
            "threadIdx": ("t{}", "thread_{}"),
            "blockIdx": ("b{}", "block_{}"),
            "blockDim": ("threads_{}",),
            "gridDim": ("blocks_{}",),
        }
        for name, patterns in wishes.items():
            for axis in AXES:
                if (name, axis) not in self.index:
                    self.index[name, axis] = self.names.fresh(*(p.format(axis) for p in patterns))

    # -- loops over blocks, in them loops over threads

    def blocks(self) -> Lowered:
        """Loops over blocks, in them loops over threads. Raises :class:`~loopwright.cuda.ir.plan.Unsupported`."""
        dims = self.shape.block
        one = dims == 1
        t = self.index["threadIdx", "x"] if one else self.names.fresh("t", "thread")
        waits = self.code.function_synchronises(self.kernel)
        threads = self.index["blockDim", "x"] if one else self.names.fresh("threads")
        self._total = None if one else threads
        opened = self._opened(t)
        size = ("slots" if waits or opened else threads) if self.shape.sizes else "max_threads"
        vary = self.vary(t, size, threads, opened)
        vary.leave_block = "return;" if self.together else "continue;"
        vary.one_dimension, vary.lane = one, self.index["threadIdx", "x"]
        vary.axes = {axis: self.index["threadIdx", axis] for axis in AXES[:dims]}
        vary.value = self.rules.value
        cutter = Cutter(self.kernel, self.code, vary, self.rule, self.demands.masked)
        cutter.skip.update(self.adopted)
        told = ((v, v.init) for v in self.kernel.variables.all if v.base == "int" and vary.is_derived(v))
        sums = self._thread_loops(t).numbers()
        vary.numbering = frozenset(
            v for v, i in told if i is not None and "".join(tokens(cutter.thread_code(i))) in sums
        )
        cutter, items = cutter.cut(self.kernel.body.named_children)
        plan = planned(items, vary, cutter.forced)
        derived = {v: told for v, told in derived_of(vary, cutter).items() if v not in self.adopted}
        emitter = Emitter(
            vary,
            plan,
            self._thread_loops(t),
            derived,
            closures=closures_of(vary, cutter),
            placed=self._placed_words(),
            shown=shown_names(cutter.arrays),
        )
        arrays = [array.declared(size) for array in cutter.arrays]
        arrays += [Plain(array_of(v, cutter, size)) for v in self.kernel.variables.all if v in plan.crossing]
        shared = shared_lines(self.kernel.variables)
        first = [*self._placing(), *cutter.names_first, *shared, *arrays]
        return self._function((*first, *emitter.statements()), cutter, t if one else "")

    def _opened(self, t: str) -> frozenset[int]:
        """Loops whose rounds are outside the loop over the threads."""
        one = self.shape.block == 1
        kinds = {n.type for n in self.kernel.inside}
        if "for_statement" not in kinds or kinds & (JUMPS - {"return_statement"}):
            return frozenset()
        if not one and not loops_in_steps(self.kernel):
            return frozenset()
        vary = self.vary(t, "", "")
        vary.one_dimension = one
        cutter = Cutter(self.kernel, self.code, vary, self.rule, frozenset())
        cutter.skip.update(self.adopted)
        return cutter.opened() if one else cutter.opened_over_tiles()

    def _placed_words(self) -> frozenset[str]:
        """What says that a region needs to tell methods where its thread is."""
        if "threadIdx" not in self.code.methods.reads or not self.placed:
            return frozenset()
        return placed_words(self.kernel, self.code)

    def _placing(self) -> list[Plain]:
        """What methods are told once for the block."""
        if not self.placed:
            return []
        sizes = self._block_struct() if self.shape.sizes else "blockDim"
        values = {
            "blockIdx": self._struct("blockIdx", self.shape.grid), "blockDim": sizes, "gridDim": "gridDim", "dynamic_shared": "dynamic_shared"
        }  # fmt: skip
        return [plain(f"::{name} = {value};") for name, value in values.items() if name in self.code.methods.reads]

    def _function(self, body: Body, cutter: Cutter, thread: str) -> Lowered:
        """``thread``: what numbers the threads of a block of one dimension."""
        whole = self._together(body) if self.together else self._over_blocks(body)
        if thread:
            whole = in_rows(whole, thread, self._widths(), self.names.fresh, self.rules.machine)
            whole = self._grid_rows(thread).body(whole)
        whole = Wide(cutter.typing, self.rules.value, cutter.vary.is_uniform_text).body(whole)
        function = Function(self.head(), (*self.size_lines(mentioned(whole)), *whole))
        return Lowered(function, cutter.calls, cutter.warnings)

    def _grid_rows(self, thread: str) -> GridRows:
        """Rows of the grid, into which a block divides the numbers of its threads."""
        kernel, rules = self.kernel, self.rules
        once = Counter(v.name for v in kernel.variables.all)
        names = {name for name, times in once.items() if times == 1}
        sizes = {self.index[word, axis] for word in ("blockIdx", "blockDim", "gridDim") for axis in AXES}
        sizes |= {name for name in rules.constants & rules.positive if name not in once}

        def widths(type: str) -> dict[str, Sign]:
            told = divisors(kernel, type, rules.constants, rules.positive)
            return {name: sign for name, sign in told.items() if once[name] < 2}

        return GridRows(thread, sizes, names, widths, self.names.fresh, rules.machine)

    def _widths(self) -> dict[str, Sign]:
        """The names of constants in the kernel that rows of threads may be as long as."""
        local = {v.name for v in self.kernel.variables.all}
        known: dict[str, Sign] = dict.fromkeys((*self.kernel.template_names, *self.kernel.names_of_class), "any")
        known |= dict.fromkeys(self.rules.constants & self.rules.positive, "positive")
        return {name: sign for name, sign in known.items() if name not in local}

    def _together(self, body: Body) -> Body:
        """Blocks that wait for each other: each is a function that stops at the barriers of the grid."""
        block = self.names.fresh("block", "own_block")
        indices = [f"const int {self.index['blockIdx', a]} = {block}.{a};" for a in AXES[: self.shape.grid]]
        dynamic = _DYNAMIC_SHARED if "dynamic_shared" in self.code.context(self.kernel) else ()
        return (Control("together", (spelled(block),), (*map(plain, (*indices, *dynamic)), *body)),)

    def _over_blocks(self, body: Body) -> Body:
        """Loops over the blocks, which the threads of the machine share."""
        axes = AXES[: self.shape.grid]
        unequal = "while" in mentioned(body)  # blocks may take any time
        apart = [spelled(f"{read} != {stored}") for read, stored in results_of_blocks(self.kernel)]
        worth = [] if unequal else self._worth(body, axes)
        condition = when(*(worth or self._several(axes)), *apart)
        dynamic = "dynamic_shared" in self.code.context(self.kernel)
        words = ("for",) if dynamic else ("parallel", "for")
        told = Directive(words, len(axes), "dynamic" if unequal else "", None if dynamic else condition)
        whole = body
        for axis in axes:
            bound = spelled(self.index["gridDim", axis])
            outermost = told if axis == axes[-1] else None
            whole = (
                Loop("int", self.index["blockIdx", axis], bound, whole, directive=outermost, tight=axis != axes[0]),
            )
        if not dynamic:
            return whole
        return (Control("parallel", (condition,), (*map(plain, _DYNAMIC_SHARED), *whole)),)

    def _worth(self, body: Body, axes: Sequence[str]) -> list[Code]:
        """From how much work on the threads of the machine share the blocks."""
        if self.rules.eager:
            return []
        threads = self._thread_loops("").headers
        counted = [spelled(self.index["gridDim", axis]) for axis in axes] + [bound for _, _, bound in threads]
        names = frozenset(name for _, name, _ in threads)
        return worth_threads(body, form("1ll * {}", joined(" * ", counted)), self.known, names)

    def _several(self, axes: Sequence[str]) -> list[Code]:
        """That there is more than one block: one alone is nothing to share, and other threads would be woken for it."""
        if self.rules.eager:
            return []
        product = " * ".join(self.index["gridDim", axis] for axis in axes)
        return [spelled(f"{product if len(axes) == 1 else f'1ll * {product}'} > 1")]

    @cached_property
    def known(self) -> Known:
        """What tells how much work a launch is."""
        sizes = (p for p in self.kernel.parameters if p.base in _INT and p.scalar and not p.pointers)

        def body_of(name: str) -> Body | None:
            bodies = [(Plain(Quoted(f.body, {})),) for f in self.code.device(name)]
            return bodies[0] if len(bodies) == 1 else None

        return Known(frozenset(p.name for p in sizes if not p.writes and not p.taken), body_of, self.rules.machine)

    def vary(
        self,
        t: str,
        size: str,
        threads: str,
        opened: frozenset[int] = frozenset(),
        level: frozenset[int] = frozenset(),
        passing: frozenset[int] = frozenset(),
        apart: frozenset[int] = frozenset(),
    ) -> Vary:
        """What varies in the kernel. ``opened``: loops that are outside the loops over the threads; ``level``: expressions that are the
        same for all threads that go together; ``passing``: loops of which some may pass over the rest of a round;
        ``apart``: numbers of blocks that differ among them."""
        self.told = Vary(
            self.kernel,
            self.code,
            t,
            size,
            threads,
            whole=self.demands.whole,
            numbers=self.demands.numbers | self.demands.told.keys(),
            changing=self.rules.changing,
            structs=self._structs,
            value=self.rules.value,
            opened=opened,
            level=level,
            passing=passing,
            apart=apart,
        )
        return self.told

    @cached_property
    def _structs(self) -> dict[str, str]:
        dims = {"threadIdx": self.shape.block, "blockIdx": self.shape.grid}
        found = {name: self._struct(name, count) for name, count in dims.items()}
        return {**found, "blockDim": self._block_struct()} if self.shape.sizes else found

    def _block_struct(self) -> str:
        return "dim3(" + ", ".join(self.index["blockDim", a] for a in AXES[: self.shape.block]) + ")"

    def _struct(self, name: str, dims: int) -> str:
        parts = [f"unsigned({self.index[name, axis]})" if i < dims else "0u" for i, axis in enumerate(AXES)]
        return f"uint3{{{', '.join(parts)}}}"

    def _thread_loops(self, t: str) -> Loops:
        dims = self.shape.block
        headers = []
        for axis in reversed(AXES[:dims]):
            headers.append(("int", self.index["threadIdx", axis], spelled(self.index["blockDim", axis])))
        if dims == 1:
            return Loops(headers)
        x, y, z = (self.index["threadIdx", a] for a in AXES)
        nx, ny = self.index["blockDim", "x"], self.index["blockDim", "y"]
        widths = frozenset((nx, *(self.shape.sizes or ())[:1])) if dims == 2 else frozenset()
        row = y if dims == 2 else f"({z} * {ny} + {y})"
        return Loops(headers, (t, spelled(f"const int {t} = {row} * {nx} + {x};")), widths=widths)

    def plain_code(self, node: Node) -> Code:
        """A part of the kernel outside any loop."""

        def rule(part: Node) -> Code | None:
            return self.rule(part, rule)

        return quoted(node, rule)

    def rule(self, node: Node, again: Rule) -> Code | None:
        """Indices become loop variables; the rest is as for all device code."""
        if node.type in CLASSES and node.child_by_field_name("body") is not None:
            return self.rules.local_class(node, self.kernel)
        if node.type == "field_expression":
            index = index_of(node)
            if index is not None:
                name = self.index[index]
                dims = self.shape.block if index[0] in ("threadIdx", "blockDim") else self.shape.grid
                if AXES.index(index[1]) >= dims:
                    return spelled("0" if index[0] in ("threadIdx", "blockIdx") else self._size(index))
                return spelled(
                    name if may_be_signed(node, self.kernel.variables, self.rules.said) else f"unsigned({name})"
                )
        if node.type == "identifier":
            name = text_of(node)
            if name in ("threadIdx", "blockIdx"):
                return spelled(self._struct(name, self.shape.block if name == "threadIdx" else self.shape.grid))
            if name == "blockDim" and self.shape.sizes:
                return spelled(self._block_struct())
        return self.rules.rule(node, again, self.kernel, self._structs)

    def _size(self, index: tuple[str, str]) -> str:
        if index[0] == "blockDim" and self.shape.sizes:
            return "1"
        return f"{index[0]}.{index[1]}"

    def size_lines(self, mentions: frozenset[str]) -> list[Plain]:
        """Constants for the sizes of grid and block that the body mentions. Where launches are not in sight, one with more dimensions
        than the loops have is an error."""
        lines = []
        if self.shape.unseen and min(self.shape.grid, self.shape.block) < len(AXES):
            lines.append(f"check_dimensions(gridDim, {self.shape.grid}, blockDim, {self.shape.block});")
        words = set(mentions)
        dims = self.shape.block
        total = self._total
        if "slots" in words and total:
            words.add(total)
        if total in words or ("slots" in words and not total):
            words |= {self.index["blockDim", a] for a in AXES[:dims]}
        for axis, at in zip(AXES, range(3), strict=True):
            name = self.index["blockDim", axis]
            if name in words:
                if self.shape.sizes:
                    value = self.shape.sizes[at] if at < len(self.shape.sizes) else "1"
                    lines.append(f"constexpr int {name} = {value};")
                else:
                    lines.append(f"const int {name} = blockDim.{axis};")
            name = self.index["gridDim", axis]
            if name in words:
                lines.append(f"const int {name} = gridDim.{axis};")
        if total in words:
            product = " * ".join(self.index["blockDim", a] for a in AXES[:dims])
            lines.append(f"{'constexpr' if self.shape.sizes else 'const'} int {total} = {product};")
        if "slots" in words:
            count = total or self.index["blockDim", "x"]
            lines.append(f"constexpr int slots = ({count} + 31) / 32 * 32;")
        if "max_threads" in words:
            lines.append(f"constexpr int max_threads = {LARGEST_BLOCK};")
        return list(map(plain, lines))

    def head(self, copies: bool = True) -> Head:
        """The head of the function. ``copies``: what it writes of its parameters has other names."""
        own, closes = laid_out(self.kernel)
        apart = any(place.begins for place in own[:1])
        parameters = [Parameter(spelled("dim3 gridDim"), "gridDim", begins=apart)]
        if not self.shape.sizes:
            parameters.append(Parameter(spelled("dim3 blockDim"), "blockDim"))
        if self.shape.asks_bytes or "dynamic_shared" in self.code.context(self.kernel):
            parameters.append(Parameter(spelled("size_t shared_bytes"), "shared_bytes"))
        said = [v.declared(v.declarator) for v in self.kernel.parameters]
        named = zip(self.own_parameters() if copies else said, self.kernel.parameters, own, strict=True)
        parameters += [replace(place, declared=spelled(declared), name=v.name) for declared, v, place in named]
        linkage = 'extern "C" ' if self.kernel.whole.type == "linkage_specification" else self._static()
        template = f"{self.kernel.template}\n" if self.kernel.template else ""
        return Head(spelled(f"{template}{linkage}void {self.kernel.written_name}"), tuple(parameters), closes)

    def _static(self) -> str:
        """What keeps the function to its file, where no other knows it: it is made for the launches that stand there, and of two
        with one head a linker takes one."""
        kernel = self.kernel
        known = self.shape.external or kernel.specialised or kernel.template.replace(" ", "") == "template<>"
        return "" if known or kernel.name in self.code.befriended else "static "

    def own_parameters(self) -> list[str]:
        """The kernel's parameters; one that it writes comes in under another name."""
        found = []
        for variable in self.kernel.parameters:
            copied = self.told.is_copied(variable)
            name = variable.renamed(self.told.incoming(variable)) if copied else variable.declarator
            found.append(variable.declared(name))
        return found

    def parameter_names(self) -> list[str]:
        """What :meth:`own_parameters` calls them."""
        own = self.kernel.parameters
        return [self.told.incoming(v) if self.told.is_copied(v) else v.name for v in own]
