"""A lowered graph → a CUDA kernel as people write them, and the same as CPU loops.

Every style is a pair of texts that agree for every launch: the CPU function is told the launch, loops over what its
threads cover, and returns ``false`` before it has written anything where a launch is not one it can do.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from loopwright_training.cuda.lowering import Lowered, Stage, tvm_cuda
from loopwright_training.cuda.writing import MATHS, Style, Writer, flat_load

_SIZES = (("n", "m", "k"), ("rows", "cols", "inner"), ("M", "N", "K"), ("height", "width", "depth"), ("h", "w", "d"))
_INPUTS = (
    *(("a", "b", "c", "d"), ("A", "B", "C", "D"), ("x", "y", "z", "w"), ("input", "weight", "bias", "other")),
    *(("src", "aux", "extra", "more"), ("in", "in2", "in3", "in4")),
)
_OUTPUTS = ("out", "output", "result", "dst", "r")
_FLAT = ("i", "idx", "tid", "index", "gid", "t", "id")
_PLANE = (("row", "col"), ("y", "x"), ("i", "j"), ("r", "c"), ("iy", "ix"), ("gy", "gx"))
_LONGEST_LINE = 240
_NUMBERS = (64, 100, 128, 200, 256, 333, 500, 512)


@dataclass(frozen=True)
class Written:
    """``kernel``: CUDA source; ``body``: statements of the CPU function."""

    style: str
    kernel: str
    name: str
    body: str


@dataclass
class Naming:
    """Names for one pair. ``sizes``: symbolic size → text (a name or a number)."""

    sizes: dict[str, str]
    inputs: dict[str, str]
    output: str
    kernel: str
    kind: str
    style: Style
    order: Random
    loads: dict[str, Callable[[list[str]], str]] = field(default_factory=dict)

    def parameters(self, restrict: bool) -> str:
        """The kernel's parameter list."""
        own = "__restrict__ " if restrict else ""
        listed = [f"const {self.kind} *{own}{n}" for n in self.inputs.values() if n != self.output]
        listed.append(f"{self.kind} *{own}{self.output}")
        numbers = [f"int {t}" for t in self.sizes.values() if not t.isdigit()]
        numbers += [f"{self.kind} {name}" for _, name in self.style.scalars]
        if self.order.random() < 0.2:
            listed.insert(0, listed.pop())
        return ", ".join(listed + numbers if self.order.random() < 0.8 else numbers + listed)

    def writer(self, names: dict[str, str], **loads: Callable[[list[str]], str]) -> Writer:
        """A writer with the sizes' names and ``names`` of axes."""
        return Writer({**self.sizes, **names}, {**self.loads, **loads}, self.style)


def naming(lowered: Lowered, order: Random, fixed: bool, own: bool) -> Naming:
    """Random names; ``fixed``: sizes are numbers; ``own``: numbers of our own kind and parameters for some of them, values
    worked out in place."""
    symbols = [s.name for s in lowered.sizes]
    words = dict(zip(("n", "m", "k"), order.choice(_SIZES), strict=True))
    sizes = {s: str(order.choice(_NUMBERS)) if fixed else words[s] for s in symbols}
    taken = set(sizes.values())
    pools = [p for p in _INPUTS if not taken & set(p)]
    inputs = dict(zip([b.name for b in lowered.inputs], order.choice(pools), strict=False))
    taken |= set(inputs.values())
    output = order.choice([o for o in _OUTPUTS if o not in taken])
    if own and lowered.in_place and order.random() < 0.3:
        output = inputs[lowered.inputs[0].name]
    kind = "int" if lowered.graph.integers else "double" if own and order.random() < 0.2 else "float"
    last = lowered.graph.nodes[-1].operator
    name = order.choice((lowered.graph.name, last, f"{last}_kernel", "kernel", "compute", "fused_op", f"k_{last}"))
    name += "_op" if name in MATHS else ""
    style = Style(order.choice(("call", "ternary")), "" if kind == "double" else "f", _scalars(lowered, order, own))
    names = Naming(sizes, inputs, output, name[:40], kind, style, order)
    buffers = {**inputs, lowered.output.name: output}
    for buffer in (*lowered.inputs, lowered.output):
        extents = [sizes.get(getattr(e, "name", ""), str(e)) for e in buffer.shape]
        names.loads[buffer.name] = flat_load(buffers[buffer.name], extents)
    return names


def _scalars(lowered: Lowered, order: Random, own: bool) -> tuple[tuple[float, str], ...]:
    names = ("alpha", "beta", "scale", "factor")
    wanted = {"scale", "shift", "axpy", "lerp", "leaky_relu", "threshold", "clip", "stencil3", "where_greater"}
    found = [n.constant for n in lowered.graph.nodes if n.operator in wanted]
    if not own or lowered.graph.integers or not found or order.random() < 0.5:
        return ()
    return ((found[0], order.choice(names)),)


def write(lowered: Lowered, style: str, order: Random) -> Written:
    """The pair of ``lowered`` in ``style``. Raises ``ValueError`` where the style is not for it."""
    _check(lowered)
    own = not style.startswith("tvm")
    written = STYLES[style](lowered, naming(lowered, order, style != "folded" and order.random() < 0.15, own), order)
    if max(map(len, written.body.split("\n"))) > _LONGEST_LINE:
        raise ValueError("nobody writes such a line")
    return written


def _check(lowered: Lowered) -> None:
    first, last = lowered.stages[0], lowered.stages[-1]
    if len(lowered.stages) > 2 or (first.start is None and len(lowered.stages) > 1):
        raise ValueError("more than one reduction")
    if [str(e) for _, e in first.axes] != [str(e) for _, e in last.axes]:
        raise ValueError("the rest runs over other axes than the reduction")


# --- what both sides share


@dataclass(frozen=True)
class Element:
    """One output element: what is done before, for every reduced step, and the value in the end. ``at``: names of its
    axes, ``total``: what the reduction is kept in."""

    start: str
    update: str
    value: str
    steps: tuple[tuple[str, str], ...]


def element(lowered: Lowered, names: Naming, at: list[str], total: str, steps: tuple[str, ...] = ("k", "l")) -> Element:
    """The texts of an element with axes called ``at``."""
    stage, last = lowered.stages[0], lowered.stages[-1]
    steps = tuple(_unused(step, names) for step in steps)
    axes = {v.name: n for (v, _), n in zip(stage.axes, at, strict=True)}
    axes |= {v.name: n for (v, _), n in zip(last.axes, at, strict=True)}
    if stage.start is None:
        return Element("", "", names.writer(axes)(stage.step), ())
    inner = {v.name: n for (v, _), n in zip(stage.reduced, steps, strict=False)}
    write_ = names.writer({**axes, **inner}, **{stage.buffer.name: lambda _: total})
    term = stage.step.b  # the buffer itself is the left side
    folded = {"Add": "{t} += {x};", "Max": "{t} = {f}max{s}({t}, {x});", "Min": "{t} = {f}min{s}({t}, {x});"}
    form = folded[type(stage.step).__name__]
    floats = names.kind != "int"
    if type(stage.step).__name__ == "Max" and names.style.maximum == "ternary":
        form = "if ({x} > {t}) {t} = {x};"
    update = form.format(t=total, x=write_(term), f="f" if floats else "", s="f" if names.kind == "float" else "")
    bounds = tuple((n, write_(e)) for (_, e), n in zip(stage.reduced, steps, strict=False))
    value = write_(last.step) if len(lowered.stages) > 1 else total
    return Element(write_(stage.start), update, value, bounds)


def store(names: Naming, at: list[str], extents: list[str], value: str) -> str:
    """The statement that stores an element."""
    return f"{flat_load(names.output, extents)(at)} = {value};"


def loops(bounds: tuple[tuple[str, str], ...], body: str) -> str:
    """``for`` loops around a statement."""
    for name, extent in reversed(bounds):
        body = f"for (int {name} = 0; {name} < {extent}; ++{name})" + _indented(body)
    return body


def _indented(body: str) -> str:
    if "\n" not in body and not body.startswith(("for", "if")):
        return "\n" + textwrap.indent(body, "    ")
    return " {\n" + textwrap.indent(body, "    ") + "\n}"


def _extents(lowered: Lowered, names: Naming) -> list[str]:
    return [names.writer({})(e) for _, e in lowered.stages[-1].axes]


def _reads(lowered: Lowered, names: Naming, at: list[str]) -> str:
    """CUDA or C statements that make one element, without the store."""
    own = element(lowered, names, at, "acc")
    if not own.update:
        return ""
    return f"{names.kind} acc = {own.start};\n" + loops(own.steps, own.update)


# --- CPU loops


def cpu_loops(lowered: Lowered, names: Naming, bounds: list[str]) -> str:
    """Loops over elements up to ``bounds``, the last axis or the reduced one innermost, whichever lies dense in memory."""
    extents = _extents(lowered, names)
    at = ["i", "j"][: len(extents)] if len(extents) > 1 else ["i"]
    at = [_unused(n, names) for n in at]
    if lowered.stages[0].start is None:
        return _pointwise(lowered, names, at, extents, bounds)
    own = element(lowered, names, at, "acc")
    if _dense(lowered.stages[0]):
        return _columns(lowered, names, at, extents, bounds)
    inner = loops(own.steps, own.update)
    if len(own.steps) == 1 and own.update.startswith("acc +="):
        inner = "#pragma omp simd reduction(+ : acc)\n" + inner
    body = f"{names.kind} acc = {own.start};\n{inner}\n{store(names, at, extents, own.value)}"
    return "#pragma omp parallel for\n" + loops(tuple(zip(at, bounds, strict=True)), body)


def _pointwise(lowered: Lowered, names: Naming, at: list[str], extents: list[str], bounds: list[str]) -> str:
    own = element(lowered, names, at, "acc")
    body = store(names, at, extents, own.value)
    if len(at) == 1:
        return "#pragma omp parallel for simd\n" + loops(((at[0], bounds[0]),), body)
    if "transpose" in lowered.graph.name:
        return _tiles(at, bounds, body)
    inner = "#pragma omp simd\n" + loops(((at[-1], bounds[-1]),), body)
    for name, bound in list(zip(at, bounds, strict=True))[-2::-1]:
        inner = loops(((name, bound),), inner)
    return "#pragma omp parallel for\n" + inner


def _tiles(at: list[str], bounds: list[str], body: str) -> str:
    """Square tiles, so that both sides of a transposition stay in the cache."""
    (i, j), (rows, columns) = at, bounds
    return (
        f"#pragma omp parallel for collapse(2)\nfor (int {i}0 = 0; {i}0 < {rows}; {i}0 += 16)\n"
        f"    for (int {j}0 = 0; {j}0 < {columns}; {j}0 += 16)\n"
        f"        for (int {i} = {i}0; {i} < std::min({i}0 + 16, {rows}); ++{i})\n"
        f"            for (int {j} = {j}0; {j} < std::min({j}0 + 16, {columns}); ++{j})\n                {body}"
    )


def _columns(lowered: Lowered, names: Naming, at: list[str], extents: list[str], bounds: list[str]) -> str:
    """A strip of the last axis is kept in registers while the reduction runs over it."""
    j, strip = at[-1], 64
    own = element(lowered, names, at, f"acc[{j} - {j}0]")
    last = f"const int {j}1 = std::min({j}0 + {strip}, {bounds[-1]});"
    along = f"for (int {j} = {j}0; {j} < {j}1; ++{j})"
    inner = loops(own.steps, f"#pragma omp simd\n{along}\n    {own.update}")
    body = (
        f"{last}\n{names.kind} acc[{strip}];\n{along}\n    acc[{j} - {j}0] = {own.start};\n{inner}\n"
        f"{along}\n    {store(names, at, extents, own.value)}"
    )
    strips = f"for (int {j}0 = 0; {j}0 < {bounds[-1]}; {j}0 += {strip}) {{\n{textwrap.indent(body, '    ')}\n}}"
    if len(at) == 1:
        return "#pragma omp parallel for\n" + strips
    outer = f"for (int {at[0]} = 0; {at[0]} < {bounds[0]}; ++{at[0]})\n{textwrap.indent(strips, '    ')}"
    return "#pragma omp parallel for collapse(2)\n" + outer


def _dense(stage: Stage) -> bool:
    """Whether the last axis, wherever a load depends on it, is its fastest index."""
    axis = stage.axes[-1][0].name
    words = [[axis in re.findall(r"\w+", str(i)) for i in load.indices] for load in _loads(stage.step.b)]
    along = [load for load in words if any(load)]
    return bool(along) and all(load[-1] and not any(load[:-1]) for load in along)


def _loads(value: Any) -> list[Any]:
    if type(value).__name__ == "TensorLoad":
        return [value]
    parts = [
        getattr(value, a) for a in ("a", "b", "condition", "true_value", "false_value", "value") if hasattr(value, a)
    ]
    if hasattr(value, "args"):
        parts += list(value.args)
    return [load for part in parts if not isinstance(part, (int, float)) for load in _loads(part)]


def _unused(name: str, names: Naming) -> str:
    taken = {*names.sizes.values(), *names.inputs.values(), names.output}
    return name if name not in taken else name + "_"


# --- CUDA styles


def _written(style: str, names: Naming, order: Random, body: str, cpu: str, before: str = "") -> Written:
    """The kernel around ``body``, ``before`` it what stands in the file, and the CPU's statements."""
    parameters = names.parameters(order.random() < 0.5)
    kernel = f"{before}__global__ void {names.kernel}({parameters}) {{\n{textwrap.indent(body, '    ')}\n}}\n"
    return Written(style, kernel, names.kernel, cpu)


def _guarded(order: Random, condition: str, opposite: str, body: str) -> str:
    if order.random() < 0.4:
        return f"if ({opposite}) return;\n{body}"
    return f"if ({condition}) {{\n{textwrap.indent(body, '    ')}\n}}"


def _per_thread(lowered: Lowered, names: Naming, at: list[str]) -> str:
    extents = _extents(lowered, names)
    own = element(lowered, names, at, "acc")
    reads = _reads(lowered, names, at)
    return (reads + "\n" if reads else "") + store(names, at, extents, own.value)


def _flat(lowered: Lowered, names: Naming, order: Random) -> Written:
    """One thread an element of a vector."""
    (extent,) = _one_axis(lowered, names)
    i = _unused(order.choice(_FLAT), names)
    body = f"int {i} = blockIdx.x * blockDim.x + threadIdx.x;\n" + _guarded(
        order, f"{i} < {extent}", f"{i} >= {extent}", _per_thread(lowered, names, [i])
    )
    cpu = f"const int count = std::min<int>({extent}, gridDim.x * blockDim.x);\n" + cpu_loops(lowered, names, ["count"])
    return _written("flat", names, order, body, cpu)


def _one_axis(lowered: Lowered, names: Naming) -> list[str]:
    extents = _extents(lowered, names)
    if len(extents) != 1:
        raise ValueError("not a vector")
    return extents


def _plane(lowered: Lowered, names: Naming, order: Random) -> Written:
    """One thread an element of a matrix."""
    rows, columns = _two_axes(lowered, names)
    r, c = (_unused(n, names) for n in order.choice(_PLANE))
    lines = [f"int {c} = blockIdx.x * blockDim.x + threadIdx.x;", f"int {r} = blockIdx.y * blockDim.y + threadIdx.y;"]
    if order.random() < 0.5:
        lines.reverse()
    tests = [f"{r} < {rows}", f"{c} < {columns}"]
    opposite = f"{r} >= {rows} || {c} >= {columns}"
    if order.random() < 0.5:
        tests.reverse()
    body = "\n".join(lines) + "\n" + _guarded(order, " && ".join(tests), opposite, _per_thread(lowered, names, [r, c]))
    cpu = (
        f"const int height_ = std::min<int>({rows}, gridDim.y * blockDim.y);\n"
        f"const int width_ = std::min<int>({columns}, gridDim.x * blockDim.x);\n"
    )
    cpu += cpu_loops(lowered, names, ["height_", "width_"])
    return _written("plane", names, order, body, cpu)


def _two_axes(lowered: Lowered, names: Naming) -> list[str]:
    extents = _extents(lowered, names)
    if len(extents) != 2:
        raise ValueError("not a matrix")
    return extents


def _folded(lowered: Lowered, names: Naming, order: Random) -> Written:
    """One thread an element, a matrix counted through."""
    rows, columns = _two_axes(lowered, names)
    i = _unused(order.choice(_FLAT), names)
    r, c = (_unused(n, names) for n in order.choice([p for p in _PLANE if i not in p]))
    body = f"int {i} = blockIdx.x * blockDim.x + threadIdx.x;\n"
    split = f"int {r} = {i} / {columns};\nint {c} = {i} % {columns};\n"
    inner = split + _per_thread(lowered, names, [r, c])
    body += _guarded(order, f"{i} < {rows} * {columns}", f"{i} >= {rows} * {columns}", inner)
    cpu = f"if ((long long)gridDim.x * blockDim.x < (long long){rows} * {columns}) return false;\n"
    cpu += cpu_loops(lowered, names, [rows, columns])
    return _written("folded", names, order, body, cpu)


def _strided(lowered: Lowered, names: Naming, order: Random) -> Written:
    """A grid-stride loop."""
    extents = _extents(lowered, names)
    i = _unused(order.choice(_FLAT), names)
    total = " * ".join(extents)
    if len(extents) == 2:
        r, c = (_unused(n, names) for n in order.choice([p for p in _PLANE if i not in p]))
        inner = f"int {r} = {i} / {extents[1]};\nint {c} = {i} % {extents[1]};\n" + _per_thread(lowered, names, [r, c])
    else:
        inner = _per_thread(lowered, names, [i])
    if order.random() < 0.5:
        head = f"for (int {i} = blockIdx.x * blockDim.x + threadIdx.x; {i} < {total}; {i} += blockDim.x * gridDim.x)"
    else:
        head = (
            f"int stride = gridDim.x * blockDim.x;\n"
            f"for (int {i} = blockIdx.x * blockDim.x + threadIdx.x; {i} < {total}; {i} += stride)"
        )
    body = f"{head} {{\n{textwrap.indent(inner, '    ')}\n}}"
    return _written("strided", names, order, body, cpu_loops(lowered, names, extents))


def _tree(lowered: Lowered, names: Naming, order: Random) -> Written:
    """A block reduces a row in shared memory."""
    row, thread, own, fold, ended = _row_parts(lowered, names, order)
    ((step, extent),) = own.steps
    shared = order.choice(("cache", "sdata", "partial", "shared"))
    size = order.choice((128, 256, 512, 1024))
    half = order.choice(("s", "stride", "offset"))
    lines = [
        f"__shared__ {names.kind} {shared}[{size}];",
        f"int {thread} = threadIdx.x;",
        f"int {row} = blockIdx.x;",
        f"{names.kind} acc = {own.start};",
        f"for (int {step} = {thread}; {step} < {extent}; {step} += blockDim.x)\n    {own.update}",
        f"{shared}[{thread}] = acc;",
        "__syncthreads();",
        f"for (int {half} = blockDim.x / 2; {half} > 0; {half} >>= 1) {{\n"
        f"    if ({thread} < {half}) {fold(f'{shared}[{thread}]', f'{shared}[{thread} + {half}]')}\n    __syncthreads();\n}}",
        f"if ({thread} == 0) {ended(f'{shared}[0]')}",
    ]
    cpu = "if (blockDim.x & (blockDim.x - 1)) return false;\nconst int blocks = gridDim.x;\n"
    cpu += cpu_loops(lowered, names, ["blocks"])
    return _written("tree", names, order, "\n".join(lines), cpu)


def _shuffled(lowered: Lowered, names: Naming, order: Random) -> Written:
    """A warp reduces a row with shuffles."""
    row, lane, own, fold, ended = _row_parts(lowered, names, order)
    extent = _extents(lowered, names)[0]
    ((step, inner),) = own.steps
    lines = [
        f"int {row} = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;",
        f"int {lane} = threadIdx.x % 32;",
        f"if ({row} >= {extent}) return;",
        f"{names.kind} acc = {own.start};",
        f"for (int {step} = {lane}; {step} < {inner}; {step} += 32)\n    {own.update}",
        f"for (int o = 16; o > 0; o >>= 1)\n    {fold('acc', '__shfl_down_sync(0xffffffff, acc, o)')}",
        f"if ({lane} == 0) {ended('acc')}",
    ]
    cpu = f"if (blockDim.x % 32) return false;\nconst int count = std::min<int>({extent}, gridDim.x * (blockDim.x / 32));\n"
    cpu += cpu_loops(lowered, names, ["count"])
    return _written("shuffled", names, order, "\n".join(lines), cpu)


def _row_parts(lowered: Lowered, names: Naming, order: Random) -> Any:
    (_,) = _one_axis(lowered, names)
    stage = lowered.stages[0]
    if stage.start is None or len(stage.reduced) != 1 or names.kind == "int":
        raise ValueError("not a reduction of rows")
    row, thread = _unused(order.choice(("row", "r", "i")), names), _unused(order.choice(("tid", "lane", "t")), names)
    own = element(lowered, names, [row], "acc")
    kind = type(stage.step).__name__

    def fold(left: str, right: str) -> str:
        return (
            f"{left} += {right};"
            if kind == "Add"
            else f"{left} = f{kind.lower()}{names.style.suffix}({left}, {right});"
        )

    def ended(total: str) -> str:
        value = element(lowered, names, [row], total).value
        return store(names, [row], _extents(lowered, names), value)

    return row, thread, own, fold, ended


def _tiled_product(lowered: Lowered, names: Naming, order: Random) -> Written:
    """Square tiles of two matrices in shared memory."""
    rows, columns = _two_axes(lowered, names)
    stage = lowered.stages[0]
    loads = _loads(stage.step.b) if stage.start is not None else []
    if len(loads) != 2 or len(stage.reduced) != 1 or any(len(x.indices) != 2 for x in loads):
        raise ValueError("not a product of matrices")
    if not {"matmul", "matmul_nt", "matmul_tn"} & {n.operator for n in lowered.graph.nodes}:
        raise ValueError("not a product of matrices")
    size = order.choice((8, 16, 16, 32))
    tile = order.choice(("TILE", "TILE_SIZE", "BLOCK", "BLOCK_SIZE", "TS"))
    r, c = (_unused(n, names) for n in order.choice(_PLANE))
    ty, tx = "threadIdx.y", "threadIdx.x"
    left, right = loads
    inner = names.writer({})(stage.reduced[0][1])
    axes = [v.name for v, _ in stage.axes]

    def staged(load: Any, own: str, other: str) -> tuple[str, str]:
        write_ = names.writer({axes[0]: r, axes[1]: c, stage.reduced[0][0].name: other})
        return write_(load), f"{own} && {other} < {inner}"

    a, guard_a = staged(left, f"{r} < {rows}", f"t * {tile} + {tx}")
    b, guard_b = staged(right, f"{c} < {columns}", f"t * {tile} + {ty}")
    shared_a, shared_b = order.choice((("As", "Bs"), ("tile_a", "tile_b"), ("sA", "sB")))
    own = element(lowered, names, [r, c], "acc")
    e = _unused(order.choice(("k", "e", "i")), names)
    e = e if e not in (r, c) else e + "_"
    lines = [
        f"__shared__ {names.kind} {shared_a}[{tile}][{tile}];",
        f"__shared__ {names.kind} {shared_b}[{tile}][{tile}];",
        f"int {r} = blockIdx.y * {tile} + {ty};",
        f"int {c} = blockIdx.x * {tile} + {tx};",
        f"{names.kind} acc = 0;",
        f"for (int t = 0; t < ({inner} + {tile} - 1) / {tile}; ++t) {{",
        f"    {shared_a}[{ty}][{tx}] = {guard_a} ? {a} : 0;",
        f"    {shared_b}[{ty}][{tx}] = {guard_b} ? {b} : 0;",
        "    __syncthreads();",
        f"    for (int {e} = 0; {e} < {tile}; ++{e})",
        f"        acc += {shared_a}[{ty}][{e}] * {shared_b}[{e}][{tx}];",
        "    __syncthreads();",
        "}",
        f"if ({r} < {rows} && {c} < {columns}) {store(names, [r, c], [rows, columns], own.value)}",
    ]
    cpu = f"if (blockDim.x != {tile} || blockDim.y != {tile}) return false;\n"
    cpu += f"const int height_ = std::min<int>({rows}, gridDim.y * {tile});\n"
    cpu += f"const int width_ = std::min<int>({columns}, gridDim.x * {tile});\n"
    cpu += cpu_loops(lowered, names, ["height_", "width_"])
    return _written("tiled", names, order, "\n".join(lines), cpu, f"#define {tile} {size}\n")


def _tiled_transpose(lowered: Lowered, names: Naming, order: Random) -> Written:
    """A tile is turned in shared memory."""
    rows, columns = _two_axes(lowered, names)  # of the output
    if "transpose" not in {n.operator for n in lowered.graph.nodes} or len(lowered.inputs) != 1:
        raise ValueError("not a transposition")
    stage = lowered.stages[0]
    size = order.choice((16, 32, 32))
    tile = order.choice(("TILE", "TILE_DIM", "BLOCK", "DIM"))
    r, c = order.choice((("y", "x"), ("row", "col")))
    r, c = _unused(r, names), _unused(c, names)
    name = lowered.inputs[0].name
    source = flat_load(names.inputs[name], [columns, rows])([r, c])
    axes = [v.name for v, _ in stage.axes]
    shared = order.choice(("tile", "buf", "s"))
    value = names.writer({axes[0]: r, axes[1]: c}, **{name: lambda _: f"{shared}[threadIdx.x][threadIdx.y]"})(
        stage.step
    )
    lines = [
        f"__shared__ {names.kind} {shared}[{tile}][{tile} + 1];",
        f"int {c} = blockIdx.x * {tile} + threadIdx.x;",
        f"int {r} = blockIdx.y * {tile} + threadIdx.y;",
        f"if ({c} < {rows} && {r} < {columns}) {shared}[threadIdx.y][threadIdx.x] = {source};",
        "__syncthreads();",
        f"{c} = blockIdx.y * {tile} + threadIdx.x;",
        f"{r} = blockIdx.x * {tile} + threadIdx.y;",
        f"if ({c} < {columns} && {r} < {rows}) {store(names, [r, c], [rows, columns], value)}",
    ]
    cpu = f"if (blockDim.x != {tile} || blockDim.y != {tile}) return false;\n"
    cpu += f"const int height_ = std::min<int>({rows}, gridDim.x * {tile});\n"
    cpu += f"const int width_ = std::min<int>({columns}, gridDim.y * {tile});\n"
    cpu += cpu_loops(lowered, names, ["height_", "width_"])
    return _written("turned", names, order, "\n".join(lines), cpu, f"#define {tile} {size}\n")


def _halo(lowered: Lowered, names: Naming, order: Random) -> Written:
    """A block stages a stretch of a vector and its neighbours in shared memory."""
    (extent,) = _one_axis(lowered, names)
    if "stencil3" not in lowered.graph.name or len(lowered.inputs) != 1 or names.output in names.inputs.values():
        raise ValueError("not a stencil of one vector")
    size = order.choice((128, 256, 256, 512))
    block = order.choice(("BLOCK", "BLOCK_SIZE", "THREADS", "TILE"))
    shared, g, t = order.choice((("tile", "i", "t"), ("s", "gid", "lid"), ("temp", "gindex", "lindex")))
    g, t = _unused(g, names), _unused(t, names)
    name = lowered.inputs[0].name
    source = names.inputs[name]
    stage = lowered.stages[0]
    axis = stage.axes[0][0].name
    near = {g: t, f"{g} - 1": f"{t} - 1", f"{g} + 1": f"{t} + 1"}
    value = names.writer({axis: g}, **{name: lambda at: f"{shared}[{near[at[0]]}]"})(stage.step)
    lines = [
        f"__shared__ {names.kind} {shared}[{block} + 2];",
        f"int {g} = blockIdx.x * {block} + threadIdx.x;",
        f"int {t} = threadIdx.x + 1;",
        f"{shared}[{t}] = {g} < {extent} ? {source}[{g}] : 0;",
        f"if (threadIdx.x == 0) {shared}[0] = {g} > 0 && {g} - 1 < {extent} ? {source}[{g} - 1] : 0;",
        f"if (threadIdx.x == {block} - 1) {shared}[{block} + 1] = {g} + 1 < {extent} ? {source}[{g} + 1] : 0;",
        "__syncthreads();",
        f"if ({g} < {extent}) {store(names, [g], [extent], value)}",
    ]
    cpu = f"if (blockDim.x != {block}) return false;\n"
    cpu += f"const int count = std::min<int>({extent}, gridDim.x * {block});\n" + cpu_loops(lowered, names, ["count"])
    return _written("halo", names, order, "\n".join(lines), cpu, f"#define {block} {size}\n")


# --- TVM's own kernels


def _tvm(across: bool) -> Callable[[Lowered, Naming, Random], Written]:
    def written(lowered: Lowered, names: Naming, order: Random) -> Written:
        size = order.choice((64, 128, 256, 512))
        extents = _extents(lowered, names)
        if across:
            _one_axis(lowered, names)
        text = _cleaned(tvm_cuda(lowered, size, across), names, lowered)
        cpu = f"if (blockDim.x != {size}) return false;\n"
        if across:
            cpu += "const int blocks = gridDim.x;\n" + cpu_loops(lowered, names, ["blocks"])
        elif len(extents) == 1:
            cpu += f"const int count = std::min<int>({extents[0]}, gridDim.x * {size});\n"
            cpu += cpu_loops(lowered, names, ["count"])
        else:
            cpu += (
                f"const int height_ = gridDim.y;\nconst int width_ = std::min<int>({extents[1]}, gridDim.x * {size});\n"
            )
            cpu += cpu_loops(lowered, names, ["height_", "width_"])
        return Written("tvm across" if across else "tvm", text, names.kernel, cpu)

    return written


def _cleaned(text: str, names: Naming, lowered: Lowered) -> str:
    """TVM's CUDA with readable numbers and our names."""
    text = text[: text.rindex("}") + 1] + "\n"
    text = text.replace('extern "C" ', "").replace("main_kernel", names.kernel).replace("alignas(64) ", "")
    text = re.sub(r"-?0x[0-9a-f.]+p[+-]\d+f?/\*([^*]*)\*/", lambda m: _short(m[1]), text)
    for unit in ("blockIdx", "threadIdx"):
        text = re.sub(rf"\(\(int\){unit}\.(\w)\)", rf"(int){unit}.\1", text)
    for buffer in (*lowered.inputs, lowered.output):
        name = names.inputs.get(buffer.name, names.output)
        text = re.sub(rf"\b{buffer.name}_ptr\b", name, text)
    for symbol, name in names.sizes.items():
        text = text.replace(f", int {symbol}", "") if name.isdigit() else text
        text = re.sub(rf"\b{symbol}\b", name, text)
    return re.sub(r"(\w+)_ptr\b", r"\1", text)


def _short(text: str) -> str:
    number = float(text)
    if abs(number) > 1e38:
        return f"{number:.6e}f"
    short = f"{number:.7g}"
    return (short if any(c in short for c in ".e") else short + ".0") + "f"


STYLES: dict[str, Callable[[Lowered, Naming, Random], Written]] = {
    "flat": _flat,
    "plane": _plane,
    "folded": _folded,
    "strided": _strided,
    "tree": _tree,
    "shuffled": _shuffled,
    "tiled": _tiled_product,
    "turned": _tiled_transpose,
    "halo": _halo,
    "tvm": _tvm(False),
    "tvm across": _tvm(True),
}
