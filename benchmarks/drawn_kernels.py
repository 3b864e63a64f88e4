"""Random CUDA kernels that have one result, whatever order their threads take.

Each array of shared memory is in one phase between two barriers: every thread uses its own elements (``own``), or all read and nobody
writes (``read``), or all update it with one commutative atomic operation (``atomic``). A block comes to each barrier as a whole, a warp to
each shuffle. Elements of results belong to one thread each; what several threads update is updated by one atomic operation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from drawn_expressions import (
    BOOL,
    BROAD,
    BYTE,
    DOUBLE,
    FLOAT,
    INT,
    KINDS,
    LONG,
    SHORT,
    UNSIGNED,
    WIDE,
    Draw,
    Kind,
    Value,
    fitted,
    index,
    literal,
    reduced,
)

SHAPES = (
    (32,),
    (64,),
    (96,),
    (128,),
    (33,),
    (48,),
    (7,),
    (1,),
    (8, 4),
    (16, 8),
    (5, 3),
    (32, 2),
    (16, 16),
    (4, 4, 2),
    (8, 4, 4),
    (3, 2, 5),
)
GRIDS = ((1,), (2,), (3,), (5,), (2, 3), (3, 2), (2, 1, 2))
INPUT = 256  # elements of every input
_NAMES = tuple("abcdefghmqruvwxyz") + (
    *("sum", "tmp", "val", "best", "count", "carry", "left", "right"),
    *("pos", "key", "old", "next_", "cur", "total"),
)
_COMMUTE = {
    "Add": (INT, UNSIGNED, WIDE, FLOAT, DOUBLE),
    "Min": (INT, UNSIGNED, WIDE, LONG),
    "Max": (INT, UNSIGNED, LONG),
    "And": (INT, UNSIGNED, WIDE),
    "Or": (UNSIGNED, INT),
    "Xor": (UNSIGNED, WIDE),
}
_FULL = "0xffffffffu"


@dataclass
class Variable:
    """One of the kernel's own; ``fixed``: nothing is assigned to it."""

    name: str
    kind: Kind
    level: int
    fixed: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def value(self) -> Value:
        low = self.kind.low if self.low is None else self.low
        high = self.kind.high if self.high is None else self.high
        return Value(self.name, self.kind, low, high, self.level, self.kind.places)


@dataclass
class Shared:
    """An array of shared memory. ``width``: of its rows, 0 for one dimension."""

    name: str
    kind: Kind
    size: int
    width: int = 0
    phase: str = "own"
    turned: bool = False  # which element is a thread's own
    filled: bool = False
    update: str = ""


@dataclass(frozen=True)
class Buffer:
    """An argument in global memory: ``role`` input, own, atomic or grid."""

    name: str
    kind: Kind
    role: str
    size: int
    update: str = ""
    fields: str = ""  # of a vector type

    @property
    def type(self) -> str:
        """Of an element."""
        return (
            {"int": "int", "unsigned": "uint", "float": "float"}[self.kind.name] + str(len(self.fields))
            if self.fields
            else self.kind.name
        )


@dataclass
class Drawn:
    """A kernel and how it is launched."""

    name: str
    block: tuple[int, ...]
    grid: tuple[int, ...]
    lines: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)  # functions and types of its own
    buffers: list[Buffer] = field(default_factory=list)
    scalars: list[tuple[str, Kind, int]] = field(default_factory=list)
    template: str = ""
    dynamic: int = 0
    groups: bool = False
    packed: bool = False  # scalars come in a struct

    @property
    def threads(self) -> int:
        """Of a block."""
        count = 1
        for side in self.block:
            count *= side
        return count

    @property
    def blocks(self) -> int:
        """Of the grid."""
        count = 1
        for side in self.grid:
            count *= side
        return count


class Kernel:
    """Draws one. Functions of the file that any kernel may call are given as ``helpers``: name, result, parameters."""

    def __init__(self, chance: random.Random, name: str, helpers: Sequence[tuple[str, Kind, tuple[Kind, ...]]]) -> None:
        self.chance, self.helpers = chance, helpers
        self.drawn = Drawn(name, chance.choice(SHAPES), chance.choice(GRIDS))
        self.expressions = Draw(chance, self.leaf)
        self.scopes: list[dict[str, Variable]] = [{}]
        self.shared: list[Shared] = []
        self.depth, self.left, self.work, self.number = 1, chance.randrange(6, 22), 1, 0
        self.waits = chance.random() < 0.75
        self.whole_warps = self.drawn.threads % 32 == 0 and self.waits
        self.tile, self.columns = 0, 0
        self.own: tuple[Kind, str] | None = None  # an array of the thread's own that is declared at the top
        self.loops: list[tuple[int, dict[str, tuple[str, bool, str]]]] = []

    # ---- text

    def put(self, text: str) -> None:
        """A line."""
        self.drawn.lines.append("  " * self.depth + text)

    @contextmanager
    def braces(self, head: str, end: str = "}") -> Iterator[None]:
        """A block behind ``head`` with names of its own."""
        self.put(f"{head} {{")
        self.depth += 1
        self.scopes.append({})
        yield
        self.scopes.pop()
        self.depth -= 1
        self.put(end)

    def name(self) -> str:
        """One that no variable in sight has, or now and then one of an outer scope that is hidden by it."""
        chosen = self._free_name()
        self.declare(Variable(chosen, INT, 3, True))  # in nobody's sight until it has its value
        return chosen

    def _free_name(self) -> str:
        taken = {n for scope in self.scopes for n in scope}
        if self.chance.random() < 0.1 and len(self.scopes) > 1:
            outer = [n for n, v in self.seen().items() if n not in self.scopes[-1] and not v.fixed and n in _NAMES]
            if outer:
                return self.chance.choice(outer)
        free = [n for n in _NAMES if n not in taken]
        if free and self.chance.random() < 0.8:
            return self.chance.choice(free)
        self.number += 1
        return f"v{self.number}"

    def seen(self) -> dict[str, Variable]:
        """The variables in sight."""
        found: dict[str, Variable] = {}
        for scope in self.scopes:
            found |= scope
        return found

    def declare(self, variable: Variable) -> Variable:
        """Known from here on."""
        self.scopes[-1][variable.name] = variable
        return variable

    # ---- values

    def leaf(self, level: int) -> Value:
        """A literal, a variable, an element."""
        chance = self.chance
        turn = chance.random()
        if turn < 0.2:
            kind = chance.choice((INT, INT, UNSIGNED, FLOAT, LONG))
            return literal(kind, chance.choice((0, 1, 2, 3, 5, 7, 8, 13, 31, 64, 100)))
        if turn < 0.6:
            known = [v for v in self.seen().values() if v.level <= level]
            if known:
                return chance.choice(known).value
        if turn < 0.75:
            return self.element(level)
        if turn < 0.83 and self.helpers:
            name, kind, kinds = chance.choice(self.helpers)
            given = [fitted(self.leaf(level), k) for k in kinds]
            spread = max((g.level for g in given), default=0)
            return Value(f"{name}({', '.join(g.text for g in given)})", kind, kind.low, kind.high, spread, kind.places)
        if turn < 0.9 and level == 2:
            return Value("t", INT, 0, self.drawn.threads - 1, 2)
        if turn < 0.93:
            return Value("(int)blockIdx.x", INT, 0, self.drawn.grid[0] - 1, 0, 0, 90)
        if turn < 0.95:
            return Value("blockDim.x", UNSIGNED, self.drawn.block[0], self.drawn.block[0])
        if readable := [s for s in self.shared if s.phase == "read" or (s.phase == "own" and s.filled and level == 2)]:
            array = chance.choice(readable)
            return self.read(array, level) if array.phase == "read" else self.own_shared(array)
        return Value("n", INT, 1, 64)

    def element(self, level: int) -> Value:
        """Of an input, or of what is the thread's own."""
        own = [b for b in self.drawn.buffers if b.role == "own"] if level == 2 else []
        if own and self.chance.random() < 0.25:
            return self.own_element(self.chance.choice(own))
        buffer = self.chance.choice([b for b in self.drawn.buffers if b.role in ("input", "constant")])
        at = index(self.small(level), buffer.size)
        text = (
            f"__ldg(&{buffer.name}[{at.text}])"
            if self.chance.random() < 0.08 and buffer.role == "input"
            else f"{buffer.name}[{at.text}]"
        )
        return Value(text, buffer.kind, buffer.kind.low, buffer.kind.high, at.level, buffer.kind.places)

    def small(self, level: int) -> Value:
        """A simple whole number: a variable, the thread's number, a sum of both."""
        known = [v for v in self.seen().values() if v.level <= level and not v.kind.real]
        chosen = (
            self.chance.choice(known).value
            if known and self.chance.random() < 0.6
            else literal(INT, self.chance.randrange(8))
        )
        if level == 2 and self.chance.random() < 0.5:
            most = self.drawn.threads * self.drawn.blocks
            other = "t" if self.chance.random() < 0.5 else "id"
            chosen = reduced(chosen, 100000)
            kind = chosen.kind if chosen.kind.bits >= 32 else INT
            low = chosen.low if chosen.kind.signed else 0
            return Value(f"{other} + {chosen.inside(12)}", kind, low, chosen.high + most, 2, 0, 11)
        return chosen

    def own_element(self, buffer: Buffer) -> Value:
        """One of the elements of this thread."""
        per = buffer.size // (self.drawn.threads * self.drawn.blocks)
        number = self.chance.randrange(per)
        count = self.drawn.threads * self.drawn.blocks
        at = "id" if per == 1 else f"id * {per} + {number}" if len(buffer.name) % 2 else f"id + {number} * {count}"
        text = f"{buffer.name}[{at}]" + (f".{self.chance.choice(buffer.fields)}" if buffer.fields else "")
        return Value(text, buffer.kind, buffer.kind.low, buffer.kind.high, 2, buffer.kind.places)

    def place(self, array: Shared, at: Value) -> str:
        """An element's text."""
        if array.width:
            rows = array.size // array.width
            self_index = at.text
            if (
                at.text == "t"
                and len(self.drawn.block) == 2
                and array.width == self.drawn.block[0]
                and rows == self.drawn.block[1]
            ):
                return f"{array.name}[threadIdx.y][threadIdx.x]"
            return f"{array.name}[({self_index}) / {array.width}][({self_index}) % {array.width}]"
        return f"{array.name}[{at.text}]"

    def own_place(self, array: Shared) -> str:
        """The element of an array that is the thread's own in this phase."""
        threads = self.drawn.threads
        text = f"{threads - 1} - t" if array.turned else "t"
        return self.place(array, Value(text, INT, 0, threads - 1, 2, 0, 12 if array.turned else 100))

    def own_shared(self, array: Shared) -> Value:
        """What the thread's own element of an array holds."""
        return Value(self.own_place(array), array.kind, array.kind.low, array.kind.high, 2, array.kind.places)

    def read(self, array: Shared, level: int) -> Value:
        """Any element of an array that nobody writes now."""
        at = index(self.small(level), array.size)
        return Value(self.place(array, at), array.kind, array.kind.low, array.kind.high, at.level, array.kind.places)

    def value(self, level: int = 2, depth: int = 3) -> Value:
        """An expression."""
        return self.expressions.value(level, depth)

    # ---- kernels

    def parameters(self) -> None:
        """Buffers, scalars, what every kernel knows of its threads."""
        chance, drawn = self.chance, self.drawn
        every = drawn.threads * drawn.blocks
        for i in range(chance.randrange(1, 4)):
            drawn.buffers.append(Buffer(f"in{i}", chance.choice(KINDS[:-1]), "input", INPUT))
        for i in range(chance.randrange(1, 3)):
            per = chance.choice((1, 1, 2, 3))
            if chance.random() < 0.2:
                kind = chance.choice((INT, UNSIGNED, FLOAT))
                drawn.buffers.append(Buffer(f"vec{i}", kind, "own", every * per, fields=chance.choice(("xy", "xyzw"))))
            else:
                drawn.buffers.append(
                    Buffer(
                        f"{'out' if chance.random() < 0.5 else 'res_'}{i}",
                        chance.choice(KINDS[:-1]),
                        "own",
                        every * per,
                    )
                )
        for i in range(chance.randrange(3)):
            update = chance.choice(list(_COMMUTE))
            drawn.buffers.append(
                Buffer(f"acc{i}", chance.choice(_COMMUTE[update]), "atomic", chance.choice((1, 4, 16)), update)
            )
        drawn.scalars.append(("n", INT, chance.randrange(1, 65)))
        for i in range(chance.randrange(3)):
            kind = chance.choice((INT, UNSIGNED, FLOAT, LONG, DOUBLE))
            drawn.scalars.append((f"s{i}", kind, chance.randrange(0 if not kind.signed else -50, 90)))
        if chance.random() < 0.3:
            drawn.buffers.append(Buffer("table", INT, "constant", 64))
        drawn.packed = chance.random() < 0.2
        for name, kind, number in drawn.scalars:
            name = f"p.{name}" if drawn.packed and name != "n" else name
            self.declare(
                Variable(name, kind, 0, True, number if name == "n" else None, number if name == "n" else None)
            )
        if chance.random() < 0.2:
            drawn.template = str(chance.randrange(1, 9))
            self.declare(Variable("K", INT, 0, True, 1, 8))

    def numbers(self) -> None:
        """``t`` in the block and ``id`` in the grid."""
        block, grid = self.drawn.block, self.drawn.grid
        x = "threadIdx.x"
        if len(block) == 1:
            t = x
        elif len(block) == 2:
            t = self.chance.choice((f"threadIdx.y * blockDim.x + {x}", f"threadIdx.y * {block[0]} + {x}"))
        else:
            t = self.chance.choice(
                (
                    f"(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + {x}",
                    f"{x} + {block[0]} * (threadIdx.y + {block[1]} * threadIdx.z)",
                )
            )
        b = {
            1: "blockIdx.x",
            2: "(blockIdx.y * gridDim.x + blockIdx.x)",
            3: f"(blockIdx.x + {grid[0]} * (blockIdx.y + gridDim.y * blockIdx.z))",
        }[len(grid)]
        size = {1: "blockDim.x", 2: "blockDim.x * blockDim.y", 3: "(blockDim.x * blockDim.y * blockDim.z)"}[len(block)]
        if self.chance.random() < 0.3:
            size = str(self.drawn.threads)
        const = "const " if self.chance.random() < 0.5 else ""
        self.put(f"{const}int t = {t};")
        self.put(f"{const}int id = {b} * {size} + {'t' if len(block) > 1 or self.chance.random() < 0.5 else x};")
        if len(block) == 1 and self.chance.random() < 0.4:
            self.rows(self.chance.choice(("t", x)))
        if self.whole_warps and self.chance.random() < 0.3:
            self.drawn.groups = True
            self.tile = self.chance.choice((4, 8, 16, 32))
            self.put("cg::thread_block group = cg::this_thread_block();")
            self.put(f"cg::thread_block_tile<{self.tile}> tile = cg::tiled_partition<{self.tile}>(group);")

    def rows(self, t: str) -> None:
        """The threads of a block laid out in rows, of which the last need not be whole."""
        self.columns = self.chance.choice((4, 8, 8, 12, 16, 16, 32))
        last = (self.drawn.threads - 1) // self.columns
        names = ("row", "column") if self.chance.random() < 0.5 else ("warp", "lane")
        for name, sign, most in zip(names, "/%", (last, min(self.columns, self.drawn.threads) - 1), strict=True):
            if self.chance.random() < 0.8:
                self.put(f"const int {name} = {t} {sign} {self.columns};")
                self.declare(Variable(name, INT, 2, True, 0, most))

    def memory(self) -> None:
        """Shared arrays, each element set by the thread that owns it."""
        chance, threads = self.chance, self.drawn.threads
        if not self.waits:
            return
        for i in range(chance.randrange(1, 4)):
            kind = chance.choice((*BROAD, SHORT, BYTE))
            width = self.drawn.block[0] if len(self.drawn.block) == 2 else self.columns
            width = width if width and threads % width == 0 and chance.random() < 0.6 else 0
            self.shared.append(Shared(f"sh{i}", kind, threads, width))
            self.put(
                f"__shared__ {kind.name} sh{i}[{threads // width}][{width}];"
                if width
                else f"__shared__ {kind.name} sh{i}[{threads}];"
            )
        if chance.random() < 0.3:
            self.views()
        for array in self.shared:
            self.put(f"{self.own_place(array)} = {fitted(self.value(), array.kind).text};")
            array.filled = True

    def views(self) -> None:
        """One piece of memory with a size that the launch says, cut into arrays."""
        drawn, at, before = self.drawn, 0, ""
        raw = f"raw_{drawn.name}"
        self.put(f"@dynamic {raw}@")
        for kind in sorted(
            self.chance.sample((DOUBLE, WIDE, FLOAT, INT, UNSIGNED, SHORT, BYTE), 2), key=lambda k: -k.bits
        ):
            name = f"dyn{len(self.shared)}"
            if before and self.chance.random() < 0.6:
                start = f"({kind.name} *)({before} + {drawn.threads})"
            else:
                start = f"reinterpret_cast<{kind.name} *>({raw} + {at})" if at else f"({kind.name} *){raw}"
            self.put(f"{kind.name} *{name} = {start};")
            self.shared.append(Shared(name, kind, drawn.threads))
            at += drawn.threads * kind.bits // 8
            before = name
        drawn.dynamic = at

    def draw(self) -> Drawn:
        """The kernel."""
        self.parameters()
        self.numbers()
        if self.chance.random() < 0.3:
            self.own = self.chance.choice((INT, UNSIGNED, FLOAT)), "held"
            self.put(f"{self.own[0].name} held[4] = {{{literal(self.own[0], 0).text}}};")
        for kind in self.chance.sample(KINDS, self.chance.randrange(1, 4)):
            self.declared(kind, 0 if kind in (INT, UNSIGNED) and self.chance.random() < 0.3 else 2)
        self.memory()
        if not self.waits and self.chance.random() < 0.5:
            self.put(f"if ({self.expressions.condition().text}) return;")
        self.statements(0)
        for buffer in self.drawn.buffers:
            if buffer.role == "own":
                self.put(f"{(o := self.own_element(buffer)).text} = {fitted(self.value(), o.kind).text};")
        for array in self.shared:
            if array.phase == "own":
                owned = [b for b in self.drawn.buffers if b.role == "own"]
                target = self.own_element(self.chance.choice(owned))
                both = self.expressions.added(reduced(target, 512), reduced(self.own_shared(array), 512))
                self.put(f"{target.text} = {fitted(both, target.kind).text};")
        return self.drawn

    def statements(self, level: int, count: int | None = None) -> None:
        """Some of them, for threads that are together as ``level`` says."""
        count = self.chance.randrange(1, 5) if count is None else count
        if len(self.scopes) == 1:
            count = self.left
        for _ in range(count):
            if self.left <= 0:
                break
            self.left -= 1
            self.statement(level)

    def statement(self, level: int) -> None:
        """One."""
        from drawn_statements import choose

        choose(self, level)(self, level)

    def declared(self, kind: Kind, level: int) -> None:
        """A new variable."""
        name = self.name()
        value = fitted(self.value(level), kind)
        qualifier = "const " if self.chance.random() < 0.15 else ""
        self.put(f"{qualifier}{kind.name} {name} = {value.text};")
        self.declare(Variable(name, kind, level, bool(qualifier)))

    # ---- phases

    def phases(self) -> dict[str, tuple[str, bool, str]]:
        """In which phase each array is."""
        return {a.name: (a.phase, a.turned, a.update) for a in self.shared}

    def barrier(self, to: dict[str, tuple[str, bool, str]] | None = None) -> None:
        """All threads of the block wait; arrays come to new phases, or to the given ones."""
        self.put("group.sync();" if self.drawn.groups and self.chance.random() < 0.5 else "__syncthreads();")
        self.turn(to)

    def turn(self, to: dict[str, tuple[str, bool, str]] | None = None) -> None:
        """What follows a barrier."""
        for array in self.shared:
            if to is not None:
                array.phase, array.turned, array.update = to[array.name]
                continue
            array.phase = self.chance.choice(("own", "read", "read", "atomic"))
            array.turned = self.chance.random() < 0.3 and not array.width
            updates = [
                u
                for u, kinds in _COMMUTE.items()
                if array.kind in kinds and array.kind is not FLOAT and array.kind is not DOUBLE
            ]
            if array.phase == "atomic":
                array.update = self.chance.choice(updates) if updates and array.kind in (UNSIGNED, WIDE) else ""
                array.phase = "atomic" if array.update else "read"

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What is drawn inside leaves the arrays in the phases that they are in."""
        before = self.phases()
        yield
        if self.phases() != before:
            self.barrier(before)


Statement = Callable[[Kernel, int], None]
__all__ = ["BOOL", "Buffer", "Drawn", "Kernel", "Shared", "Statement", "Variable"]
