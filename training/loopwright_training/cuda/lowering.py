"""An operator graph → loops with expressions (TVM's tensor expressions, inlined) and, scheduled, TVM's CUDA source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import tvm
from tvm import s_tir, te, tirx

from loopwright_training.cuda.graphs import Graph, Node

Writer = Callable[[Any], str]


@dataclass(frozen=True)
class Stage:
    """One loop nest. ``axes`` and ``reduced`` are (variable, extent) as TVM has them, ``start`` the value a reduction
    starts with, ``step`` the value stored: of a reduction in terms of the buffer itself."""

    buffer: Any
    axes: tuple[tuple[Any, Any], ...]
    reduced: tuple[tuple[Any, Any], ...]
    start: Any
    step: Any


@dataclass(frozen=True)
class Lowered:
    """``stages``: one that reduces, if there is one, and one for the rest. ``inputs`` and ``output`` are buffers, ``sizes``
    the symbolic sizes."""

    graph: Graph
    function: Any
    inputs: tuple[Any, ...]
    output: Any
    sizes: tuple[Any, ...]
    stages: tuple[Stage, ...]

    @property
    def in_place(self) -> bool:
        """Whether the first input can be the output too: every element is made from its own place alone."""
        nodes = self.graph.nodes
        pointwise = all(n.operator in _POINTWISE for n in nodes if n.operator)
        return pointwise and nodes[0].shape == nodes[-1].shape


def lower(graph: Graph) -> Lowered:
    """Everything but one reduction inlined. Raises ``ValueError`` where TVM cannot."""
    sizes: dict[str, Any] = {}

    def size(s: str | int) -> Any:
        return s if isinstance(s, int) else sizes.setdefault(s, te.var(s))

    kind = "int32" if graph.integers else "float32"
    tensors: list[Any] = []
    for number, node in enumerate(graph.nodes):
        if node.operator:
            tensors.append(_tensor(node, [tensors[i] for i in node.inputs], f"v{number}"))
        else:
            tensors.append(te.placeholder(tuple(map(size, node.shape)), dtype=kind, name=f"a{number}"))
    inputs = [t for t, node in zip(tensors, graph.nodes, strict=True) if not node.operator]
    function = te.create_prim_func([*inputs, tensors[-1]])
    schedule = s_tir.Schedule(function)
    output = tensors[-1].name
    try:
        for block in _blocks(schedule):
            if block.name_hint != output and not _reduces(block):
                schedule.compute_inline(schedule.get_sblock(block.name_hint))
    except RuntimeError as error:
        raise ValueError(f"not inlined: {error}") from error
    function = schedule.mod["main"]
    stages = tuple(_stage(block) for block in _blocks(schedule))
    buffers = list(function.params)
    return Lowered(graph, function, tuple(buffers[:-1]), buffers[-1], tuple(sizes.values()), stages)


def _blocks(schedule: Any) -> list[Any]:
    return list(_below(schedule.mod["main"].body))


def _below(statement: Any) -> Iterator[Any]:
    """The blocks of a statement that have no blocks in them, in order."""
    if isinstance(statement, tirx.SeqStmt):
        for part in statement.seq:
            yield from _below(part)
    elif hasattr(statement, "block"):
        if statement.block.name_hint == "root":
            yield from _below(statement.block.body)
        else:
            yield statement.block
    elif hasattr(statement, "body"):
        yield from _below(statement.body)


def _reduces(block: Any) -> bool:
    return block.init is not None


def _stage(block: Any) -> Stage:
    axes, reduced = [], []
    for axis in block.iter_vars:
        (axes if "DataPar" in str(axis) else reduced).append((axis.var, axis.dom.extent))
    start = block.init.value if block.init is not None else None
    return Stage(block.body.buffer, tuple(axes), tuple(reduced), start, block.body.value)


def _tensor(node: Node, inputs: list[Any], name: str) -> Any:
    """What the operator of ``node`` makes of tensors."""
    make = _MAKERS.get(node.operator)
    if make is not None:
        return make(inputs, name, node.constant)
    of = _POINTWISE[node.operator]
    shape = max((t.shape for t in inputs), key=len)
    kind = inputs[0].dtype
    constant = tirx.const(int(node.constant) if kind == "int32" else node.constant, kind)

    def value(*indices: Any) -> Any:
        return of(constant, *(t(*indices[len(indices) - len(t.shape) :]) for t in inputs))

    return te.compute(shape, value, name=name)


def _one(x: Any, value: float = 1) -> Any:
    return tirx.const(value, str(x.ty.dtype))


def _sigmoid(x: Any) -> Any:
    return _one(x) / (_one(x) + tirx.exp(-x))


def _gelu(x: Any) -> Any:
    inner = _one(x, 0.7978845) * (x + _one(x, 0.044715) * x * x * x)
    return _one(x, 0.5) * x * (_one(x) + tirx.tanh(inner))


_POINTWISE: dict[str, Callable[..., Any]] = {
    "exp": lambda c, x: tirx.exp(x * _one(x, 0.1)),
    "tanh": lambda c, x: tirx.tanh(x),
    "sigmoid": lambda c, x: _sigmoid(x),
    "sqrt_abs": lambda c, x: tirx.sqrt(tirx.abs(x)),
    "log1p_abs": lambda c, x: tirx.log(tirx.abs(x) + _one(x)),
    "gelu": lambda c, x: _gelu(x),
    "silu": lambda c, x: x * _sigmoid(x),
    "sin": lambda c, x: tirx.sin(x),
    "cos": lambda c, x: tirx.cos(x),
    "reciprocal": lambda c, x: _one(x) / (x * x + _one(x)),
    "rsqrt": lambda c, x: _one(x) / tirx.sqrt(x * x + c),
    "softplus": lambda c, x: tirx.log(_one(x) + tirx.exp(-tirx.abs(x))) + tirx.max(x, _one(x, 0)),
    "square": lambda c, x: x * x,
    "scale": lambda c, x: x * c,
    "shift": lambda c, x: x + c,
    "negate": lambda c, x: _one(x, 0) - x,
    "add": lambda c, x, y: x + y,
    "sub": lambda c, x, y: x - y,
    "mul": lambda c, x, y: x * y,
    "divide": lambda c, x, y: x / (tirx.abs(y) + c),
    "hypot": lambda c, x, y: tirx.sqrt(x * x + y * y),
    "axpy": lambda c, x, y: c * x + y,
    "lerp": lambda c, x, y: x + c * (y - x),
    "fused_multiply_add": lambda c, x, y, z: x * y + z,
    "relu": lambda c, x: tirx.max(x, _one(x, 0)),
    "clip": lambda c, x: tirx.min(tirx.max(x, _one(x, 0) - c), c),
    "leaky_relu": lambda c, x: tirx.Select(x > _one(x, 0), x, x * c),
    "threshold": lambda c, x: tirx.Select(x > c, x, _one(x, 0)),
    "select_positive": lambda c, x: tirx.Select(x >= _one(x, 0), x + c, x - c),
    "maximum": lambda c, x, y: tirx.max(x, y),
    "minimum": lambda c, x, y: tirx.min(x, y),
    "where_greater": lambda c, x, y: tirx.Select(x > y, x, y * c),
    "compare_select": lambda c, x, y: tirx.Select(x < y, x + y, x - y),
    "xor_bits": lambda c, x, y: x ^ y,
    "and_bits": lambda c, x, y: x & y,
    "shift_bits": lambda c, x: tirx.bitwise_and(x, _one(x, 255)) << c,
    "modulo": lambda c, x: tirx.truncmod(x, c + _one(x)),
    "parity_select": lambda c, x: tirx.Select((x & _one(x)) == _one(x, 0), x, x * c),
}


def _fold(shape: Any, axes: tuple[Any, ...], value: Any, name: str, how: Any = te.sum) -> Any:
    return te.compute(shape, lambda *i: how(value(*i), axis=list(axes)), name=name)


def _row(how: Any, of: Any = lambda x: x) -> Any:
    def make(inputs: list[Any], name: str, constant: float) -> Any:
        x = inputs[0]
        k = te.reduce_axis((0, x.shape[1]), "k")
        return _fold((x.shape[0],), (k,), lambda i: of(x[i, k]), name, how)

    return make


def _column(how: Any) -> Any:
    def make(inputs: list[Any], name: str, constant: float) -> Any:
        x = inputs[0]
        k = te.reduce_axis((0, x.shape[0]), "k")
        return _fold((x.shape[1],), (k,), lambda j: x[k, j], name, how)

    return make


def _mean(inputs: list[Any], name: str, constant: float) -> Any:
    total = _row(te.sum)(inputs, name + "s", constant)
    width = inputs[0].shape[1]
    return te.compute(total.shape, lambda i: total[i] / tirx.Cast("float32", width), name=name)


def _norm(inputs: list[Any], name: str, constant: float) -> Any:
    total = _row(te.sum, lambda x: x * x)(inputs, name + "s", constant)
    return te.compute(total.shape, lambda i: tirx.sqrt(total[i]), name=name)


def _matmul(left: Any, right: Any, of: Any = lambda x, y: x * y) -> Any:
    def make(inputs: list[Any], name: str, constant: float) -> Any:
        a, b = inputs
        rows, inner = (a.shape[1], a.shape[0]) if left == "ki" else (a.shape[0], a.shape[1])
        width = b.shape[1] if right == "kj" else b.shape[0]
        k = te.reduce_axis((0, inner), "k")
        return _fold(
            (rows, width),
            (k,),
            lambda i, j: of(a[(k, i) if left == "ki" else (i, k)], b[(k, j) if right == "kj" else (j, k)]),
            name,
        )

    return make


def _matvec(inputs: list[Any], name: str, constant: float) -> Any:
    a, x = inputs
    k = te.reduce_axis((0, a.shape[1]), "k")
    return _fold((a.shape[0],), (k,), lambda i: a[i, k] * x[k], name)


def _dot(by_row: bool) -> Any:
    """Rows, or columns, of two matrices multiplied element by element and summed up."""

    def make(inputs: list[Any], name: str, constant: float) -> Any:
        a, b = inputs
        k = te.reduce_axis((0, a.shape[1 if by_row else 0]), "k")
        of = (lambda i: a[i, k] * b[i, k]) if by_row else (lambda j: a[k, j] * b[k, j])
        return _fold((a.shape[0 if by_row else 1],), (k,), of, name)

    return make


def _sampled(inputs: list[Any], name: str, constant: float) -> Any:
    """The nearest element of a row where the other matrix says, as a sampling grid does; what lies outside is cut to the edge,
    before it becomes a whole number, which an infinite one could not."""
    x, at = inputs
    last = tirx.Cast("float32", x.shape[1] - 1)

    def value(i: Any, j: Any) -> Any:
        place = tirx.min(tirx.max(at[i, j], tirx.const(0.0, "float32")), last)
        return x[i, tirx.Cast("int32", place)]

    return te.compute(x.shape, value, name=name)


def _convolution(inputs: list[Any], name: str, constant: float) -> Any:
    x, w = inputs
    half = int(w.shape[0]) // 2
    k = te.reduce_axis((0, w.shape[0]), "k")

    def term(i: Any, j: Any) -> Any:
        at = j + k - half
        return tirx.if_then_else(tirx.all(at >= 0, at < x.shape[1]), x[i, at] * w[k], tirx.const(0.0, "float32"))

    return _fold(x.shape, (k,), term, name)


def _pool(how: Any, scale: float) -> Any:
    def make(inputs: list[Any], name: str, constant: float) -> Any:
        x = inputs[0]
        di, dj = te.reduce_axis((0, 3), "di"), te.reduce_axis((0, 3), "dj")

        def term(i: Any, j: Any) -> Any:
            r, c = i + di - 1, j + dj - 1
            inside = tirx.all(r >= 0, r < x.shape[0], c >= 0, c < x.shape[1])
            outside = tirx.const(0.0 if how is te.sum else -3.0e38, "float32")
            return tirx.if_then_else(inside, x[r, c], outside)

        folded = _fold(x.shape, (di, dj), term, name + ("s" if scale != 1 else ""), how)
        if scale == 1:
            return folded
        return te.compute(x.shape, lambda i, j: folded[i, j] * tirx.const(scale, "float32"), name=name)

    return make


def _index(of: Any) -> Any:
    """An operator that reads its input elsewhere: ``of`` is told the indices, the shape and a whole number."""

    def make(inputs: list[Any], name: str, constant: float) -> Any:
        x = inputs[0]
        step = 1 + int(constant * 4) % 4
        return te.compute(x.shape, lambda i, j: of(x, i, j, x.shape[0], x.shape[1], step), name=name)

    return make


def _transposed(inputs: list[Any], name: str, constant: float) -> Any:
    x = inputs[0]
    return te.compute((x.shape[1], x.shape[0]), lambda i, j: x[j, i], name=name)


def _inside(x: Any, i: Any, j: Any, n: Any, m: Any, di: int, dj: int) -> Any:
    tests = [i + di >= 0] * (di < 0) + [i + di < n] * (di > 0) + [j + dj >= 0] * (dj < 0) + [j + dj < m] * (dj > 0)
    return tirx.if_then_else(tirx.all(*tests), x[i + di, j + dj], tirx.const(0, str(x.dtype)))


def _stencil3(inputs: list[Any], name: str, constant: float) -> Any:
    x = inputs[0]
    c = tirx.const(constant, "float32")
    zero = tirx.const(0.0, "float32")

    def value(*indices: Any) -> Any:
        *rows, i = indices
        left = tirx.if_then_else(i >= 1, x[(*rows, i - 1)], zero)
        right = tirx.if_then_else(i < x.shape[-1] - 1, x[(*rows, i + 1)], zero)
        return c * (left + right) + x[(*rows, i)]

    return te.compute(x.shape, value, name=name)


_MAKERS: dict[str, Callable[[list[Any], str, float], Any]] = {
    "row_sum": _row(te.sum),
    "row_max": _row(te.max),
    "row_mean": _mean,
    "row_norm": _norm,
    "column_sum": _column(te.sum),
    "column_max": _column(te.max),
    "matmul": _matmul("ik", "kj"),
    "matmul_nt": _matmul("ik", "jk"),
    "matmul_tn": _matmul("ki", "kj"),
    "outer_distance": _matmul("ik", "jk", lambda x, y: (x - y) * (x - y)),
    "matvec": _matvec,
    "row_dot": _dot(True),
    "column_dot": _dot(False),
    "convolution1d": _convolution,
    "max_pool": _pool(te.max, 1),
    "mean_pool": _pool(te.sum, 1 / 9),
    "transpose": _transposed,
    "reverse_row": _index(lambda x, i, j, n, m, s: x[i, m - 1 - j]),
    "strided_slice": _index(lambda x, i, j, n, m, s: x[i, tirx.truncmod(j * (s + 1), m)]),
    "repeat_column": _index(lambda x, i, j, n, m, s: x[i, tirx.truncdiv(j, s + 1)]),
    "shift_row": _index(lambda x, i, j, n, m, s: x[i, tirx.truncmod(j + s, m)]),
    "pad": _index(lambda x, i, j, n, m, s: _inside(x, i, j, n, m, -1, -1)),
    "sample_row": _sampled,
    "stencil3": _stencil3,
    "stencil5": _index(
        lambda x, i, j, n, m, s: (
            _inside(x, i, j, n, m, -1, 0)
            + _inside(x, i, j, n, m, 1, 0)
            + _inside(x, i, j, n, m, 0, -1)
            + _inside(x, i, j, n, m, 0, 1)
            - tirx.const(4.0, "float32") * x[i, j]
        )
    ),
    "box_filter": _index(
        lambda x, i, j, n, m, s: (
            (_inside(x, i, j, n, m, -1, 0) + x[i, j] + _inside(x, i, j, n, m, 1, 0)) * tirx.const(1 / 3, "float32")
        )
    ),
}


# --- TVM's own CUDA


def tvm_cuda(lowered: Lowered, block: int, across: bool) -> str:
    """CUDA source as TVM writes it for blocks of ``block`` threads. One thread makes one element, or, ``across``, a block one
    reduction. Raises ``ValueError`` where TVM cannot."""
    target = tvm.target.Target({"kind": "cuda", "arch": "sm_80"}, host="llvm")
    schedule = s_tir.Schedule(lowered.function)
    blocks = [b.name_hint for b in _blocks(schedule)]
    try:
        if across:
            _share_reduction(schedule, blocks, block)
        else:
            _thread_an_element(schedule, blocks, block)
        with tvm.transform.PassContext(config={"tirx.disable_cse_tir": True, "tirx.disable_vectorize": True}):
            built = tvm.compile(schedule.mod, target=target)
    except RuntimeError as error:
        raise ValueError(f"not scheduled: {error}") from error
    text = built.mod.imports[0].inspect_source()
    return text[text.rindex('extern "C" __global__') :]


def _thread_an_element(schedule: Any, blocks: list[str], size: int) -> None:
    output = schedule.get_sblock(blocks[-1])
    if len(blocks) == 1 and schedule.get(output).init is not None:
        local = schedule.cache_write(output, 0, "local")
        heavy, output = local, output
    else:
        heavy = schedule.get_sblock(blocks[0]) if len(blocks) > 1 else None
        if heavy is not None:
            schedule.set_scope(heavy, 0, "local")
    if heavy is not None:
        output = [b for b in schedule.get_child_blocks(schedule.get_sblock("root")) if b != heavy][-1]
    loops = schedule.get_loops(output)
    outer, inner = schedule.split(loops[-1], [None, size])
    if len(loops) == 2:
        schedule.bind(loops[0], "blockIdx.y")
    schedule.bind(outer, "blockIdx.x")
    schedule.bind(inner, "threadIdx.x")
    if heavy is not None:
        schedule.compute_at(heavy, inner)


def _share_reduction(schedule: Any, blocks: list[str], size: int) -> None:
    heavy = schedule.get_sblock(blocks[0])
    if len(blocks) > 1 or schedule.get(heavy).init is None:
        raise ValueError("not one reduction alone")
    axes = sum("DataPar" in str(axis) for axis in schedule.get(heavy).iter_vars)
    loops = schedule.get_loops(heavy)
    row, inner = schedule.fuse(*loops[:axes]), schedule.fuse(*loops[axes:])
    _, thread = schedule.split(inner, [None, size])
    schedule.bind(row, "blockIdx.x")
    schedule.bind(thread, "threadIdx.x")
