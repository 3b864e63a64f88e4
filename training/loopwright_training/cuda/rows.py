"""Operators that a graph of one reduction cannot hold: softmax, arg-reductions, top-k, sorting, a sampled grid, einsum.

Each is written as people write it, a thread a row or an element or a block a row, and as CPU loops. What is read goes through a light
operator first and, where numbers come out, through another behind it, so that there are more of them than names. They follow the rule
of :mod:`kernels`: the loops agree for every launch, or return ``false`` before they have written anything.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from loopwright_training.cuda.kernels import Written

Light = Callable[[str], str]
_BEFORE: dict[str, Light] = {
    "": lambda x: x,
    "scale": lambda x: f"0.125f * {x}",
    "absolute": lambda x: f"fabsf({x})",
    "relu": lambda x: f"fmaxf({x}, 0.0f)",
    "tanh": lambda x: f"tanhf({x})",
    "clip": lambda x: f"fminf(fmaxf({x}, -3.0f), 3.0f)",
    "shift": lambda x: f"{x} - 0.5f",
}
_AFTER: dict[str, Light] = {
    "": lambda x: x,
    "square": lambda x: f"({x}) * ({x})",
    "double": lambda x: f"2.0f * ({x})",
    "negate": lambda x: f"-({x})",
    "log1p": lambda x: f"log1pf(fabsf({x}))",
}
_SIZES = (("rows", "cols"), ("n", "m"), ("height", "width"), ("batch", "dim"), ("N", "D"))
_ARRAYS = (("x", "out"), ("in", "out"), ("input", "output"), ("src", "dst"), ("logits", "result"), ("a", "r"))
_ROW, _ITEM = ("row", "r", "i", "b"), ("j", "c", "k", "e")


@dataclass(frozen=True)
class Whole:
    """What stands for a graph: the operators in order as a name, and their kinds."""

    name: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class _Words:
    """The names of one pair, and what is done to a value before and after."""

    rows: str
    columns: str
    source: str
    target: str
    row: str
    item: str
    before: Light
    after: Light

    def value(self, item: str) -> str:
        """The element ``item`` of the row."""
        return self.before(f"{self.source}[{self.row} * {self.columns} + {item}]")

    def each(self, body: str, first: int = 0) -> str:
        """A loop over the row's elements."""
        return f"for (int {self.item} = {first}; {self.item} < {self.columns}; ++{self.item}) {{\n{_in(body)}\n}}\n"


def written_rows(order: Random) -> tuple[Whole, Written]:
    """An operator, drawn, as a kernel in one of its styles and as loops."""
    name = order.choice(tuple(_MAKERS))
    kinds, after, makers = _MAKERS[name]
    before, behind = order.choice(tuple(_BEFORE)), order.choice(tuple(_AFTER)) if after else ""
    rows, columns = order.choice(_SIZES)
    source, target = order.choice(_ARRAYS)
    row = order.choice([w for w in _ROW if w not in (rows, columns, source, target)])
    item = order.choice([w for w in _ITEM if w not in (rows, columns, source, target, row)])
    words = _Words(rows, columns, source, target, row, item, _BEFORE[before], _AFTER[behind])
    style, kernel, body = order.choice(makers)(words, order)
    whole = Whole("_".join(part for part in (before, name, behind) if part), kinds)
    called = order.choice((whole.name, name, f"{name}_kernel", "kernel"))
    return whole, Written(style, kernel.replace("NAME", called), called, body)


Made = tuple[str, str, str]


def _in(text: str) -> str:
    return textwrap.indent(text.rstrip("\n"), "    ")


def _heads(words: _Words, kind: str = "float") -> str:
    own = f"const float *{words.source}, {kind} *{words.target}, int {words.rows}, int {words.columns}"
    return f"__global__ void NAME({own}) {{\n"


def _thread_a_row(code: Callable[[_Words], str], kind: str = "float") -> Callable[[_Words, Random], Made]:
    """``code`` by a thread for each row, in one go or in steps of the grid."""

    def made(words: _Words, order: Random) -> Made:
        body, r, rows = code(words), words.row, words.rows
        if order.random() < 0.3:
            head = f"for (int {r} = blockIdx.x * blockDim.x + threadIdx.x; {r} < {rows}; {r} += blockDim.x * gridDim.x)"
            kernel = f"{_heads(words, kind)}{_in(f'{head} {{')}\n{_in(_in(body))}\n    }}\n}}\n"
            return "rows strided", kernel, _loop(r, rows, body)
        inner = f"int {r} = blockIdx.x * blockDim.x + threadIdx.x;\nif ({r} >= {rows}) return;\n{body}"
        cpu = f"const int count = std::min<int>({rows}, gridDim.x * blockDim.x);\n{_loop(r, 'count', body)}"
        return "rows", f"{_heads(words, kind)}{_in(inner)}\n}}\n", cpu

    return made


def _loop(variable: str, end: str, body: str) -> str:
    return f"#pragma omp parallel for\nfor (int {variable} = 0; {variable} < {end}; ++{variable}) {{\n{_in(body)}\n}}\n"


# --- softmax


def _softmax(words: _Words) -> str:
    v, j = words.value(words.item), words.item
    out = f"{words.target}[{words.row} * {words.columns} + {j}]"
    return (
        "float high = -INFINITY;\n"
        + words.each(f"high = fmaxf(high, {v});")
        + "float total = 0.0f;\n"
        + words.each(f"total += expf({v} - high);")
        + words.each(f"{out} = {words.after(f'expf({v} - high) / total')};")
    )


def _softmax_block(words: _Words, order: Random) -> Made:
    """A block a row: the maximum and the sum by trees in shared memory."""
    size, j = order.choice((128, 256, 512)), words.item
    shared = order.choice(("cache", "sdata", "partial"))
    v = words.value(j)
    own = f"for (int {j} = threadIdx.x; {j} < {words.columns}; {j} += blockDim.x)"
    half = "for (int s = blockDim.x / 2; s > 0; s >>= 1) {\n    if (threadIdx.x < s) FOLD\n    __syncthreads();\n}\n"
    here, there = f"{shared}[threadIdx.x]", f"{shared}[threadIdx.x + s]"
    inner = (
        f"__shared__ float {shared}[{size}];\nint {words.row} = blockIdx.x;\nif ({words.row} >= {words.rows}) return;\n"
        f"float high = -INFINITY;\n{own}\n    high = fmaxf(high, {v});\n{here} = high;\n__syncthreads();\n"
        + half.replace("FOLD", f"{here} = fmaxf({here}, {there});")
        + f"high = {shared}[0];\n__syncthreads();\nfloat total = 0.0f;\n{own}\n    total += expf({v} - high);\n"
        f"{here} = total;\n__syncthreads();\n"
        + half.replace("FOLD", f"{here} += {there};")
        + f"total = {shared}[0];\n{own}\n"
        f"    {words.target}[{words.row} * {words.columns} + {j}] = {words.after(f'expf({v} - high) / total')};\n"
    )
    cpu = f"if (blockDim.x & (blockDim.x - 1)) return false;\nif (blockDim.x > {size}) return false;\n"
    cpu += f"const int count = std::min<int>({words.rows}, gridDim.x);\n{_loop(words.row, 'count', _softmax(words))}"
    return "rows block", f"{_heads(words)}{_in(inner)}\n}}\n", cpu


# --- arg-reductions


def _arg(sign: str) -> Callable[[_Words], str]:
    def code(words: _Words) -> str:
        better = f"if ({words.value(words.item)} {sign} {words.value('best')}) best = {words.item};"
        return f"int best = 0;\n{words.each(better, 1)}{words.target}[{words.row}] = best;\n"

    return code


def _arg_block(sign: str) -> Callable[[_Words, Random], Made]:
    """A block a row, values and places side by side in shared memory; of equal values the first."""

    def made(words: _Words, order: Random) -> Made:
        size, j = order.choice((128, 256, 512)), words.item
        far = "-INFINITY" if sign == ">" else "INFINITY"
        start = f"float value = {far};\nint place = {words.columns};\n"
        inner = (
            f"__shared__ float values[{size}];\n__shared__ int places[{size}];\n"
            f"int {words.row} = blockIdx.x;\nif ({words.row} >= {words.rows}) return;\n{start}"
            f"for (int {j} = threadIdx.x; {j} < {words.columns}; {j} += blockDim.x) {{\n    float v = {words.value(j)};\n"
            f"    if (v {sign} value) {{\n        value = v;\n        place = {j};\n    }}\n}}\n"
            "values[threadIdx.x] = value;\nplaces[threadIdx.x] = place;\n__syncthreads();\n"
            "for (int s = blockDim.x / 2; s > 0; s >>= 1) {\n    if (threadIdx.x < s) {\n"
            "        float other = values[threadIdx.x + s];\n"
            f"        if (other {sign} values[threadIdx.x] || (other == values[threadIdx.x] && places[threadIdx.x + s] < "
            "places[threadIdx.x])) {\n            values[threadIdx.x] = other;\n            places[threadIdx.x] = "
            "places[threadIdx.x + s];\n        }\n    }\n    __syncthreads();\n}\n"
            f"if (threadIdx.x == 0) {words.target}[{words.row}] = places[0];\n"
        )
        better = f"float v = {words.value(j)};\nif (v {sign} value) {{\n    value = v;\n    place = {j};\n}}"
        body = f"{start}{words.each(better)}{words.target}[{words.row}] = place;\n"
        cpu = f"if (blockDim.x & (blockDim.x - 1)) return false;\nif (blockDim.x > {size}) return false;\n"
        cpu += f"const int count = std::min<int>({words.rows}, gridDim.x);\n{_loop(words.row, 'count', body)}"
        return "rows block", f"{_heads(words, 'int')}{_in(inner)}\n}}\n", cpu

    return made


# --- the greatest few of a row, and a row in order


def _top(words: _Words, order: Random) -> Made:
    """A thread keeps the greatest of its row in a few variables of its own."""
    count = order.choice((2, 3, 4, 5, 8))

    def code(words: _Words) -> str:
        put = (
            f"float v = {words.value(words.item)};\nif (v > best[{count - 1}]) {{\n    int at = {count - 1};\n"
            "    while (at > 0 && best[at - 1] < v) {\n        best[at] = best[at - 1];\n        --at;\n    }\n"
            "    best[at] = v;\n}"
        )
        return (
            f"float best[{count}];\nfor (int t = 0; t < {count}; ++t)\n    best[t] = -INFINITY;\n{words.each(put)}"
            f"for (int t = 0; t < {count}; ++t)\n"
            f"    {words.target}[{words.row} * {count} + t] = {words.after('best[t]')};\n"
        )

    return _thread_a_row(code)(words, order)


def _sorted(words: _Words) -> str:
    """By insertion into the row that is made."""
    out = f"{words.target}[{words.row} * {words.columns} + "
    put = (
        f"float v = {words.value(words.item)};\nint at = {words.item};\nwhile (at > 0 && {out}at - 1] > v) {{\n"
        f"    {out}at] = {out}at - 1];\n    --at;\n}}\n{out}at] = v;"
    )
    return words.each(put)


def _ranked(words: _Words, order: Random) -> Made:
    """A thread an element, which counts how many come before it."""
    r, j = words.row, words.item
    code = (
        f"float v = {words.value(j)};\nint rank = 0;\nfor (int q = 0; q < {words.columns}; ++q) {{\n"
        f"    float w = {words.value('q')};\n    if (w < v || (w == v && q < {j})) ++rank;\n}}\n"
        f"{words.target}[{r} * {words.columns} + rank] = {words.after('v')};\n"
    )
    return _thread_an_element(words, code)


def _thread_an_element(words: _Words, code: str, more: str = "") -> Made:
    r, j = words.row, words.item
    inner = (
        f"int {j} = blockIdx.x * blockDim.x + threadIdx.x;\nint {r} = blockIdx.y * blockDim.y + threadIdx.y;\n"
        f"if ({r} >= {words.rows} || {j} >= {words.columns}) return;\n{code}"
    )
    cpu = (
        f"const int height_ = std::min<int>({words.rows}, gridDim.y * blockDim.y);\n"
        f"const int width_ = std::min<int>({words.columns}, gridDim.x * blockDim.x);\n"
    )
    across = f"for (int {j} = 0; {j} < width_; ++{j}) {{\n{_in(code)}\n}}\n"
    head = _heads(words).replace(f"float *{words.target}", f"{more}float *{words.target}")
    return "rows plane", f"{head}{_in(inner)}\n}}\n", cpu + _loop(r, "height_", across)


# --- a sampled grid and sums over named axes


def _bilinear(words: _Words, order: Random) -> Made:
    """The four elements around a place that two other matrices name, weighed; what lies outside is cut to the edge."""
    r, j, w, h = words.row, words.item, words.columns, words.rows
    at = f"{r} * {w} + {j}"
    read = [words.before(f"{words.source}[{y} * {w} + {x}]") for y in ("y0", "y1") for x in ("x0", "x1")]
    code = (
        f"float gx = fminf(fmaxf(grid_x[{at}], 0.0f), {w} - 1.0f);\nfloat gy = fminf(fmaxf(grid_y[{at}], 0.0f), {h} - 1.0f);\n"
        f"int x0 = (int)gx;\nint y0 = (int)gy;\nint x1 = min(x0 + 1, {w} - 1);\nint y1 = min(y0 + 1, {h} - 1);\n"
        f"float fx = gx - x0;\nfloat fy = gy - y0;\nfloat top = ({read[0]}) * (1.0f - fx) + ({read[1]}) * fx;\n"
        f"float bottom = ({read[2]}) * (1.0f - fx) + ({read[3]}) * fx;\n"
        f"{words.target}[{at}] = {words.after('top * (1.0f - fy) + bottom * fy')};\n"
    )
    return _thread_an_element(words, code, "const float *grid_x, const float *grid_y, ")


def _batched(words: _Words, order: Random) -> Made:
    """einsum "bik,kj->bij": a layer of the grid for each of a batch."""
    r, j, w, h = words.row, words.item, words.columns, words.rows
    left = words.before(f"{words.source}[(z * {h} + {r}) * depth + q]")
    code = (
        f"float acc = 0.0f;\nfor (int q = 0; q < depth; ++q)\n    acc += ({left}) * weight[q * {w} + {j}];\n"
        f"{words.target}[(z * {h} + {r}) * {w} + {j}] = {words.after('acc')};\n"
    )
    inner = (
        f"int {j} = blockIdx.x * blockDim.x + threadIdx.x;\nint {r} = blockIdx.y * blockDim.y + threadIdx.y;\n"
        f"int z = blockIdx.z;\nif (z >= layers || {r} >= {h} || {j} >= {w}) return;\n{code}"
    )
    kernel = (
        f"__global__ void NAME(const float *{words.source}, const float *weight, float *{words.target}, int layers, int {h}, "
        f"int {w}, int depth) {{\n{_in(inner)}\n}}\n"
    )
    across = f"for (int {j} = 0; {j} < width_; ++{j}) {{\n{_in(code)}\n}}\n"
    down = f"for (int {r} = 0; {r} < height_; ++{r}) {{\n{_in(across)}\n}}\n"
    cpu = (
        f"if (blockDim.z != 1) return false;\nconst int layers_ = std::min<int>(layers, gridDim.z);\n"
        f"const int height_ = std::min<int>({h}, gridDim.y * blockDim.y);\n"
        f"const int width_ = std::min<int>({w}, gridDim.x * blockDim.x);\n"
    )
    return "rows layers", kernel, cpu + _loop("z", "layers_", down)


def _form(words: _Words) -> str:
    """einsum "bi,ij,bj->b"."""
    j, w = words.item, words.columns
    inner = f"float part = 0.0f;\nfor (int q = 0; q < {w}; ++q)\n    part += weight[{j} * {w} + q] * ({words.value('q')});\n"
    inner += f"acc += ({words.value(j)}) * part;"
    return f"float acc = 0.0f;\n{words.each(inner)}{words.target}[{words.row}] = {words.after('acc')};\n"


def _with_weight(words: _Words, order: Random) -> Made:
    style, kernel, cpu = _thread_a_row(_form)(words, order)
    return style, kernel.replace(f"float *{words.target}", f"const float *weight, float *{words.target}", 1), cpu


# operator → its kinds, whether a light operator may stand behind it, and how it is written
_MAKERS: dict[str, tuple[tuple[str, ...], bool, tuple[Callable[[_Words, Random], Made], ...]]] = {
    "softmax": (("reduction", "element-wise"), True, (_thread_a_row(_softmax), _softmax_block)),
    "argmax": (("reduction", "logic-intensive"), False, (_thread_a_row(_arg(">"), "int"), _arg_block(">"))),
    "argmin": (("reduction", "logic-intensive"), False, (_thread_a_row(_arg("<"), "int"), _arg_block("<"))),
    "top_k": (("logic-intensive",), True, (_top,)),
    "sort": (("layout", "logic-intensive"), False, (_thread_a_row(_sorted), _ranked)),
    "grid_sample": (("layout", "compute-intensive"), True, (_bilinear,)),
    "batched_product": (("compute-intensive",), True, (_batched,)),
    "bilinear_form": (("compute-intensive", "reduction"), True, (_with_weight,)),
}
OPERATORS = tuple(_MAKERS)
