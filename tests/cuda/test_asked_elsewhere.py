"""Code of the device that is not called with arguments of ours, and asks where its thread is, or calls a function that does: operators
outside of classes, default arguments, methods, classes and lambdas in kernels, lambdas of the device in the host's code."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

DECLARED = """#include <cstdio>
__device__ int where() { return threadIdx.x; }
__device__ int inGrid() { return blockIdx.x * blockDim.x + where(); }
struct V { int x; };
template <class T> struct P { T x; };
enum Way { UP, DOWN };
__device__ V operator+(V a, int b) { return V{a.x + b + (int)threadIdx.x}; }
__device__ V operator-(V a, int b) { return V{a.x - b - where()}; }
__device__ V operator<<(const V &a, int b) { return V{a.x + b * inGrid()}; }
template <class T> __device__ P<T> operator*(P<T> a, T b) { return P<T>{a.x * b + (T)where()}; }
__device__ Way operator!(Way way) { return threadIdx.x % 2 ? UP : way; }
__device__ int askedItself(int v = threadIdx.x + 1) { return v; }
__device__ int askedByCall(int v, int w = inGrid()) { return v + w; }
__device__ int declaredBefore(int v = where());
__device__ int declaredBefore(int v) { return 2 * v; }
template <class T> __device__ T ofTemplate(T v, T w = where()) { return v * w; }
__device__ int through(int v) { return askedItself() + v; }
struct Asks {
  int base, kept = where();
  __device__ Asks(int b) : base(b + where()) {}
  __device__ int at() const { return base + inGrid(); }
  __device__ int given(int v = where()) const { return v + kept; }
  __device__ int lambda() const { auto f = [this](int v) { return v + where() + base; }; return f(1); }
  __device__ int outside() const;
  static __device__ int ofNone() { return where(); }
};
__device__ int Asks::outside() const { return 100 * where(); }
__device__ int inFunction() {
  struct Here { __device__ int operator()() const { return threadIdx.x + where(); } };
  auto f = [] { return 10 * threadIdx.x; };
  return Here()() + threadIdx.x + f();
}
template <class F> __global__ void apply(int *out, F f) { out[blockIdx.x * blockDim.x + threadIdx.x] = f(1); }
"""
Value = Callable[[int, int], int]  # of the thread's number in its block, and in the grid
FORMS: dict[str, tuple[str, Value]] = {
    "an operator": ("V v{n}; v = v + 1; a = v.x;", lambda t, i: 8 + t),
    "an operator that calls": ("V v{n}; a = (v - 1).x;", lambda t, i: 6 - t),
    "an operator by reference": ("V v{n}; v = v << 2 << 3; a = v.x;", lambda t, i: 7 + 5 * i),
    "an operator of a template": ("P<int> p{n}; a = (p * 2).x;", lambda t, i: 14 + t),
    "an operator of an enumeration": ("a = !DOWN;", lambda t, i: 0 if t % 2 else 1),
    "an operator before threads wait": (
        "V v{n}; const int q = (v + 1).x; s[t] = q; __syncthreads(); a = s[31 - t] + q;",
        lambda t, i: 8 + 31 - t + 8 + t,
    ),
    "a default": ("a = askedItself();", lambda t, i: t + 1),
    "a default that is not taken": ("a = askedItself(n);", lambda t, i: 7),
    "a default that calls": ("a = askedByCall(n);", lambda t, i: 7 + i),
    "a default of a declaration": ("a = declaredBefore();", lambda t, i: 2 * t),
    "a default of a template": ("a = ofTemplate(n);", lambda t, i: 7 * t),
    "a default in a function": ("a = through(n);", lambda t, i: 8 + t),
    "a default in a value for all": (
        "int q = askedItself(); s[t] = q; __syncthreads(); a = 100 * s[31 - t] + q;",
        lambda t, i: 100 * (32 - t) + t + 1,
    ),
    "methods": (
        "Asks o(n); a = o.at() + 1000 * o.given() + o.lambda() + o.outside() + Asks::ofNone();",
        lambda t, i: (7 + t + i) + 1000 * (t + t) + (1 + t + 7 + t) + 100 * t + t,
    ),
    "methods around a barrier": (
        "Asks o(n); s[t] = o.at(); __syncthreads(); a = s[31 - t] + o.given();",
        lambda t, i: 7 + 31 - t + i - t + 31 - t + t + t,
    ),
    "a class in the kernel": (
        "struct In { int n; __device__ In(int n) : n(n + where()) {} "
        "__device__ bool operator()(int v) const { return v < n + (int)threadIdx.x; } "
        "static __device__ int twice(int v) { return 2 * v + blockIdx.x; } }; "
        "In in(n); a = in(20) + 10 * In::twice(t);",
        lambda t, i: (7 + t + t > 20) + 10 * (2 * t + i // 32),
    ),
    "a class in the kernel, around a barrier": (
        "struct Row { __device__ int operator()() const { return threadIdx.x + blockDim.x; } int more = 1; }; "
        "Row in; s[t] = in(); __syncthreads(); a = s[31 - t] + in.more;",
        lambda t, i: 31 - t + 32 + 1,
    ),
    "a class and a lambda in a function": ("a = inFunction();", lambda t, i: 13 * t),
    "a lambda that holds nothing": ("auto f = [] { return threadIdx.x; }; a = f();", lambda t, i: t),
    "a lambda that holds a copy": (
        "auto f = [n](int v) { return n + v + threadIdx.x; }; a = f(1);",
        lambda t, i: 8 + t,
    ),
    "a lambda that holds a reference": (
        "int w = 1; auto f = [n, &w](int v) { w += n; return v + where() + blockIdx.x; }; a = f(2) + w;",
        lambda t, i: 2 + t + i // 32 + 8,
    ),
    "a lambda with a name of its own": (
        "auto f = [m = n + 1, &s = s]() mutable { m += blockDim.x; s[threadIdx.x] = m; return m; }; a = f() + s[t];",
        lambda t, i: 2 * (8 + 32),
    ),
    "a lambda in a lambda": (
        "auto f = [] { return [] { return threadIdx.x + gridDim.x; }(); }; a = f();",
        lambda t, i: t + 2,
    ),
    "a lambda around a barrier": (
        "auto f = [](int *p) { return p[31 - threadIdx.x]; }; s[t] = n * t; __syncthreads(); a = f(s);",
        lambda t, i: 7 * (31 - t),
    ),
}
OF_HOST: dict[str, tuple[str, Value]] = {
    "a lambda of the host's code": ("[] __device__ (int v) { return v + threadIdx.x; }", lambda t, i: 1 + t),
    "one that calls": ("[=] __device__ (int v) { return n + v + inGrid(); }", lambda t, i: 8 + i),
    "one that asks nothing": ("[=] __device__ (int v) { return n + v; }", lambda t, i: 8),
}


def program() -> str:
    """A kernel for each form, which all write what their threads find."""
    kernels = [
        f"__global__ void k{number}(int *out, int n) {{\n  __shared__ int s[32];\n  const int t = threadIdx.x;\n  int a;\n"
        f"  {body}\n  out[blockIdx.x * blockDim.x + t] = a;\n}}\n"
        for number, (body, _) in enumerate(FORMS.values())
    ]
    launches = [f"  k{number}<<<2, 32>>>(d, n); show();" for number in range(len(FORMS))]
    launches += [f"  apply<<<2, 32>>>(d, {given}); show();" for given, _ in OF_HOST.values()]
    show = 'auto show = [&] { cudaDeviceSynchronize(); for (int i = 0; i < 64; i++) printf("%d ", d[i]); puts(""); };'
    main = ["int main() {", "  int *d, n = 7; cudaMallocManaged(&d, 256);", f"  {show}", *launches, "}"]
    return DECLARED + "".join(kernels) + "\n".join(main) + "\n"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_finds_itself(tmp_path: Path) -> None:
    found = translate_file(parse(program(), str(tmp_path / "k.cu"), "cuda"))
    assert {kernel.name: kernel.reason for kernel in found.kernels if kernel.reason} == {}
    (tmp_path / "k.cpp").write_text(found.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    values = {name: value for name, (_, value) in (*FORMS.items(), *OF_HOST.items())}
    told = dict(zip(values, ([int(v) for v in line.split()] for line in done.stdout.splitlines()), strict=True))
    assert {n: v for n, v in told.items() if v != [values[n](i % 32, i) for i in range(64)]} == {}


def test_a_class_in_a_kernel_is_laid_out_as_it_was() -> None:
    kernel = "struct In {\n    int n;\n    __device__ int get() const { return n; }\n  };\n  In in{n}; a = in.get();"
    found = translate_file(parse(program().replace(FORMS["a lambda that holds nothing"][0], kernel), "k.cu", "cuda"))
    assert "    struct In {\n      int n;\n      int get() const { return n; }\n    };\n" in found.text
