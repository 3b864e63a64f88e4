"""The types of variables and expressions in kernels beside clang, which reads the files as CUDA for the device.

Clang gets CUDA's names from `declared/`, and the text in the plain forms that the lowering asks about. An expression of its tree is
compared with the node that has exactly its text; what our typing does not claim to know is counted, and is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("clang.cindex", reason="the wheel `libclang` is not installed")

from clang.cindex import Cursor, CursorKind, Diagnostic, Index, TranslationUnit, TypeKind
from loopwright.cuda.file import Translator
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.spec.types import named
from loopwright.lang.numbers import fundamental
from loopwright.source.nodes import subtree
from loopwright.source.syntax import parse
from tree_sitter import Node
from whole import sampled

HERE = Path(__file__).parent
ARGUMENTS = (
    *("-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib", "-std=c++17", "-w"),
    *(f"-I{HERE / 'declared'}", "-include", "cuda_declared.h"),
)
EXPRESSIONS = frozenset(
    (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.CALL_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR)
    + (CursorKind.UNARY_OPERATOR, CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
    + (CursorKind.CONDITIONAL_OPERATOR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.CXX_STATIC_CAST_EXPR)
    + (
        CursorKind.CXX_REINTERPRET_CAST_EXPR,
        CursorKind.INTEGER_LITERAL,
        CursorKind.FLOATING_LITERAL,
        CursorKind.PAREN_EXPR,
    )
    + (CursorKind.CXX_FUNCTIONAL_CAST_EXPR, CursorKind.CXX_BOOL_LITERAL_EXPR)
)
TEMPLATES = (CursorKind.FUNCTION_TEMPLATE, CursorKind.CLASS_TEMPLATE, CursorKind.LAMBDA_EXPR)
FILES = sorted((HERE / "kernels").glob("*.cu"))


@dataclass
class Compared:
    """How many types of a function clang tells and we claim, and which differ."""

    asked: int = 0
    claimed: int = 0
    different: list[str] = field(default_factory=list)


def unit_of(path: Path, text: str) -> TranslationUnit:
    """A text as clang reads it for the device, in the place of a file."""
    unit = Index.create().parse(str(path), list(ARGUMENTS), unsaved_files=[(str(path), text)])
    assert [str(told) for told in unit.diagnostics if told.severity >= Diagnostic.Error] == []
    return unit


def read(path: Path, text: str) -> Translator:
    """A text as the lowering reads it."""
    return Translator(parse(text, path.name, "cuda"))


def types_of(path: Path, text: str, read_by_clang: str = "") -> dict[str, Compared]:
    """What is told of each function of a text for the device, by its name. ``read_by_clang``: another text of the same places."""
    translator = read(path, text)
    source, code = translator.source, translator.code
    unit = unit_of(path, read_by_clang or source.text)
    theirs = list(_cursors(unit.cursor, str(path)))
    found: dict[str, Compared] = {}
    for function in code.functions:
        typing, whole = Typing(function, code), function.whole
        nodes: dict[tuple[int, int], Node] = {}
        for node in subtree(whole):
            nodes.setdefault((node.start_byte, node.end_byte), node)
        compared = found.setdefault(function.name, Compared())
        for cursor in theirs:
            start, end = cursor.extent.start.offset, cursor.extent.end.offset
            node = nodes.get((start, end))
            if node is None or cursor.type.kind in (TypeKind.INVALID, TypeKind.DEPENDENT, TypeKind.OVERLOAD):
                continue
            ours, clangs = typing.of(node), _type_of(cursor.type)
            compared.asked += 1
            compared.claimed += ours is not None
            if ours is not None and (_plain(ours[0]), ours[1]) != clangs:
                told = " ".join(source.data[start:end].decode().split())
                line = source.data.count(b"\n", 0, start) + 1
                compared.different.append(f"{path.name}:{line}: {told}: {ours} | {cursor.type.spelling}")
    return found


def _cursors(cursor: Cursor, path: str) -> Iterator[Cursor]:
    """Expressions of a file, names of variables among them, but those of templates and of the classes that lambdas are."""
    for inner in cursor.get_children():
        if inner.location.file is not None and inner.location.file.name == path and inner.kind not in TEMPLATES:
            if inner.kind in EXPRESSIONS:
                yield inner
            yield from _cursors(inner, path)


def _type_of(type: Any) -> tuple[str, int]:
    """Clang's type as ours are: a name, and how many times it points."""
    stars, type = 0, type.get_canonical()
    while True:
        if type.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            type = type.get_pointee()
        elif type.kind is TypeKind.POINTER:
            stars, type = stars + 1, type.get_pointee()
        elif type.kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY):
            stars, type = stars + 1, type.element_type
        else:
            return _plain(type.spelling), stars


def _plain(name: str) -> str:
    """One name for each type."""
    short = named(name).removeprefix("const ").split("::")[-1]
    short = {"half": "__half", "half2": "__half2", "nv_bfloat16": "__nv_bfloat16"}.get(short, short)
    return fundamental(short) or short


@pytest.mark.parametrize("path", sampled(FILES, 6, lambda path: path.stem), ids=lambda path: path.stem)
def test_types_are_those_of_clang(path: Path) -> None:
    found = types_of(path, path.read_text("utf-8"))
    assert sum(compared.claimed for compared in found.values()) > 0
    assert [told for compared in found.values() for told in compared.different] == []


# Functions of the file that are called as CUDA's own or its groups', and what mixes numbers of several kinds.
NAMES = """
struct Pair { int first; float second; };
__device__ float reduce(volatile float *s, int tid, int n) { return s[tid] + n; }
__device__ double inclusive_scan(float *s, int tid) { return s[tid]; }
__device__ bool atomicClaim(int *at, int mine) { return atomicCAS(at, 0, mine) == 0; }
__device__ float atomicMaxf(int *at, float mine) { atomicMax(at, __float_as_int(mine)); return mine; }
__device__ float2 min(float2 a, float2 b) { return make_float2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
__device__ Pair make_pair(int a, float b) { Pair p; p.first = a; p.second = b; return p; }
__device__ long sinf_of(long a) { return a; }
__device__ double dot(float2 a, float2 b) { return a.x * b.x; }
__device__ unsigned char byte_of(unsigned a) { return a; }
__global__ void names(float *s, int *k, double *d, const float2 *v, unsigned char *c, short *h, long long *l) {
  int t = threadIdx.x;
  float total = reduce(s, t, blockDim.x) + 1;
  d[t] = inclusive_scan(s, t) * 2;
  if (atomicClaim(k, t)) total += atomicMaxf(k, total) * 2;
  float2 m = min(v[t], v[t + 1]);
  int less = min(t, k[1]) + max(c[t], h[t]);
  unsigned u = min(blockIdx.x, blockDim.x), w = max(u, 3u) + min(t, 4u);
  total += make_pair(t, 1.0f).second + dot(m, m) + sinf_of(3) + byte_of(u);
  l[t] = abs(l[t]) + (c[t] << 2) + (h[t] & c[t]) + ~c[t] + -h[t] + +c[t] + (t ? c[t] : h[t]) + (t, l[t]) + !t;
  s[t] = total + less + w + t % 2 * 1.5f + (t > 3 ? 1 : 2.0f) + 1e3 + 0x1F + 'c' + (u >> 1ull) + (h[t] >>= 1) + h[t]++;
  s[t] += sqrt((float)t) + pow(s[t], 2.0) + pow(s[t], 2.0f) + fabs(d[t]) + fmaf(s[t], s[t], 1);
  s[t] += floor(s[t]) + exp(s[t]) + max(s[t], d[t]) + abs(s[t]) + fmax(s[t], d[t]) + powf(s[t], 2) + atan2(s[t], d[t]) + log2(s[t]);
  d[t] = (*(v + t)).x + (&v[t])->y + (v + 1 - v) + (k - 1)[0] + sizeof(int) + (t == 1) * 2;
  d[t] += (true + true) + atomicAdd(&s[t], 1) + atomicExch(k + 1, 3) + atomicAdd(k, 3) + __popc(t) + __ffs(t);
}
template <typename T> __device__ T of_any(T x) { return x; }
__device__ float abs(float2 a) { return a.x; }
__global__ void more(unsigned char *c, float2 *v, float *s, half *h) {
  int t = threadIdx.x;
  s[t] = abs(v[t]) + abs(c[t]) + abs(s[t]) + min(c[0], c[1]) + tan(t) + fabs(s[t]) + round(s[t]);
  h[t] = h[t] * h[t + 1];
}
"""


def test_names_of_the_file_and_mixed_numbers() -> None:
    found = types_of(HERE / "kernels" / "none.cu", NAMES)
    assert [told for compared in found.values() for told in compared.different] == []
    assert sum(compared.claimed for compared in found.values()) > 400


# What operators, literals and calls make of narrow numbers, bit fields and functions of one name.
NARROW = """
struct In { signed char c; unsigned char u; short s; unsigned short w; unsigned n; long l; unsigned long q; long long ll; bool b;
  unsigned bits : 5; unsigned long long wide : 40; unsigned all : 32; int few : 3; unsigned plain; };
struct Out { unsigned bits : 9; unsigned few; };
__device__ short over(char x) { return x; }
__device__ double over(int x) { return x; }
__device__ float twice(float x) { return x; }
__device__ double twice(double x) { return x; }
__device__ long both(int a, long b) { return a; }
__device__ float both(long a, int b) { return a; }
__global__ void narrow(In *in, Out o, double *d, long long *l, float *f) {
  In v = in[threadIdx.x];
  d[0] = (v.b ? v.c : v.c) + (v.b ? v.s : v.u) + (v.b ? v.bits : v.bits) + (v.b ? v.bits : 1u) + (v.b ? v.w : v.w) * 2;
  d[1] = over(v.c) + over('a') + over(v.s) + over(v.u) + over(3) + over(v.b) + twice(*f) + twice(1.0);
  l[0] = (v.bits << 2) + -v.bits + (v.bits - 9) + ~(v.bits) + (v.wide + 1) + (v.all - 7) + -v.few + (o.few - 1) + +v.plain + v.bits * v.plain;
  l[1] = 0xFFFFFFFF + 2147483648 + 0xFFFFFFFFFF + 4000000000u + 0x8000000000000000 + 017 + 0b11 + 1'000'000'000'000 + 5ul + 7ll;
  l[2] = v.q + v.ll + (v.l + v.ll) + (v.q * v.l) + (v.n + v.l) + (v.ll - v.n) + (v.u + v.w) + (v.b + v.b) + v.c * v.n;
  d[2] = 0x1p3 + 1e3f + 1.f + 2. + .5 + 1e-3 + v.q * 1.0f + v.ll / 2.0;
}
"""

# Operators of classes that give other types, by methods, functions and templates.
OPERATORS = """
struct Fix { int v;
  __device__ float operator*(Fix o) const { return v * o.v; } __device__ bool operator<(Fix o) const { return v < o.v; }
  __device__ int operator-(Fix o) const { return v - o.v; } __device__ Fix operator-() const { return *this; }
  __device__ double operator/(int k) const { return v / (double)k; } __device__ int operator!() const { return 7; }
  __device__ short operator==(Fix o) const { return 1; } };
__device__ float operator+(Fix a, float b) { return a.v + b; }
__device__ double operator+(float a, const Fix &b) { return a + b.v; }
__device__ long long operator%(Fix a, int b) { return a.v * b; }
__device__ float operator~(Fix a) { return a.v / 8.0f; }
struct Point { float x, y; };
__device__ Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
__device__ float operator^(Point a, Point b) { return a.x * b.x; }
__device__ Point operator*(Point a, float s) { return {a.x * s, a.y * s}; }
template <typename T> __device__ long operator|(Point a, T b) { return 1; }
__global__ void operators(double *d, Fix a, Fix b, Point p, Point q, float2 v) {
  d[0] = a * b + (a < b) + (a - b) + (a / 8) + !a + (a == b) + (-a).v + (a + 0.25f) + (0.25f + a) + a % 3 + ~a;
  d[1] = (p - q).x + (p ^ q) + (p * 2.0f).y + (p | 3) + (p * (p ^ q)).x + ((p - q) ^ (q - p)) + (a * b) * 2 + v.x * v.y;
}
"""


def test_operators_of_classes() -> None:
    found = types_of(HERE / "kernels" / "none.cu", OPERATORS)
    assert [told for compared in found.values() for told in compared.different] == []
    assert sum(compared.claimed for compared in found.values()) > 100


def test_narrow_numbers_bit_fields_and_functions_of_one_name() -> None:
    found = types_of(HERE / "kernels" / "none.cu", NARROW)
    assert [told for compared in found.values() for told in compared.different] == []
    assert sum(compared.claimed for compared in found.values()) > 200


KEPT = """
__device__ float reduce(volatile float *s, int tid, int n) { float v = s[tid] + 0.25f; __syncthreads(); return v + n; }
__device__ float atomicGreatest(int *at, float mine) { atomicMax(at, __float_as_int(mine)); return mine * 0.5f; }
__global__ void kept(const float *a, double *out, int *most, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  auto x = pow(a[t], 2.0);
  auto y = atomicGreatest(most, a[t]);
  __syncthreads();
  auto z = reduce(s, t, n);
  __syncthreads();
  out[t] = x + y + z + s[63 - t];
}
void run(float *a, double *out, int *most) { kept<<<1, 64>>>(a, out, most, 3); }
"""


def test_what_lives_across_a_barrier_keeps_its_type() -> None:
    """`float x_of` lost digits, `int y_of` and `int z_of` what is behind the point."""
    kernel = read(HERE / "kernels" / "none.cu", KEPT).translate().kernel("kept")
    assert kernel is not None
    assert kernel.text is not None
    assert [word for word in ("double x_of[", "float y_of[", "float z_of[") if word not in kernel.text] == []


KERNEL = "__global__ void k(const {} *a, float *b, int n) {{ {} x = a[n]; b[n] = x * n + threadIdx.x; }}\n"


def test_what_differs_is_seen() -> None:
    path, doubles, floats = (
        HERE / "kernels" / "none.cu",
        KERNEL.format("double", "double"),
        KERNEL.format("float ", "double"),
    )
    same = types_of(path, doubles)["k"]
    assert same.different == []
    assert same.claimed >= 12
    other = types_of(path, floats, read_by_clang=doubles)["k"]
    assert "none.cu:1: a[n]: ('float', 0) | const double" in other.different
