"""What a function, an operator or an object gets hold of by a reference may change: it is each thread's own, and it is read where it
stands. Every form of a call adds the thread's number to a variable that is the same for all threads before."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

DECLARED = """#include <cstdio>
struct V {
  int x;
  __device__ void operator>>(int &o) const { o += x; }
  __device__ void operator[](int &o) const { o += x; }
  __device__ void add(int &o) const { o += x; }
  static __device__ void more(int &o, int t) { o += t; }
  template <class U> __device__ void any(U &o) const { o += x; }
  __device__ V &operator-(int n) { x -= n; return *this; }
  __device__ bool operator!() { x += x; return false; }
  __device__ int operator*() { return x += 2; }
  __device__ V &operator,(int n) { x += n; return *this; }
  __device__ V operator+(int n) { return V{x + n}; }
};
struct Holds { int &r; __device__ Holds(int &x) : r(x) {} __device__ void add(int v) { r += v; } };
struct Has { int &r; };
using Alias = Holds;
struct Function { __device__ void operator()(int &x, int t) const { x += t; } };
struct Inner { Function f; V v[2]; };
__device__ V &operator<<(V &a, int b) { a.x += b; return a; }
__device__ void operator|(int n, V &a) { a.x += n; }
__device__ void operator~(V &a) { a.x = 2 * a.x; }
__device__ void add(int &x, int t) { x += t; }
__device__ void addTo(int (&x)[2], int t) { x[1] += t; }
__device__ void addBy(int *x, int t) { *x += t; }
__device__ int &same(int &x) { return x; }
__device__ int look(const int &x) { return x; }
template <class U> __device__ void forward(U &&x, int t) { x += t; }
template <class... U> __device__ void all(int t, U &...x) { ((x += t), ...); }
template <class G> __device__ void call(G g, int &x, int t) { g(x, t); }
namespace deep { __device__ void add(int &x, int t) { x += t; } }
"""
CALLS = {
    "a function": "add(q, t);",
    "a function of a namespace": "deep::add((q), t);",
    "a pointer": "addBy(&q, t);",
    "an array": "int two[2] = {1, q}; addTo(two, t); q = two[1];",
    "a template that forwards": "forward(q, t);",
    "one of many": "int p = 1; all(t, p, q);",
    "a method": "V v{t}; v.add(q);",
    "a method of a template": "V{t}.any(q);",
    "a static method": "V::more(q, t);",
    "a method of an element": "Inner b{}; b.v[1].x = t; b.v[1].add(q);",
    "an operator": "V v{t}; v >> q;",
    "brackets": "V v{t}; v[q];",
    "a function object": "Function f; f(q, t);",
    "one that is made there": "Function{}(q, t);",
    "one that is a member": "Inner b{}; b.f(q, t);",
    "one that is handed on": "call(Function(), q, t);",
    "a lambda": "auto f = [](int &x, int t) { x += t; }; f(q, t);",
    "a lambda for any type": "auto f = [](auto &x, int t) { x += t; }; f(q, t);",
    "a lambda that is called at once": "[](int &x, int t) { x += t; }(q, t);",
    "a pointer to a function": "void (*f)(int &, int) = deep::add; f(q, t);",
    "an object that holds it": "Holds h(q); h.add(t);",
    "one in braces": "Holds h{q}; h.add(t);",
    "one under another name": "Alias h(q); h.add(t);",
    "one without a name": "Holds(q).add(t);",
    "one of any type": "auto h = Holds(q); h.add(t);",
    "members that are references": "Has h{q}; h.r += t;",
    "a reference": "int &r = q; r += t;",
    "a reference to a choice": "int p = 1; int &r = t >= 0 ? q : p; r += t;",
    "a reference in a lambda": "auto f = [&r = q, t] { r += t; }; f();",
    "a reference to an element": "int two[2] = {1, q}; int &r = two[1]; r += t; q = two[1];",
    "what a function returns": "same(q) += t;",
    "a pointer that another gets": "int b = 1; int *p = &b; auto set = [](int *&p, int *z) { p = z; }; set(p, &q); *p += t;",
    "a change of an object in a structure": "struct A { V v; }; A a{{q}}; a.v << t; q = a.v.x;",
    "a choice": "int p = 1; (t >= 0 ? q : p) += t;",
    "a change by an operator": "V v{q}; v << t << 0; q = v.x;",
    "a change by a method's operator": "V v{q}; v - (-t); q = v.x;",
    "a change by an operator of a second operand": "V v{q}; t | v; q = v.x;",
    "a change by an operator of one operand": "V v{q + t}; ~v; q = v.x / 2;",
    "a change by a method's operator of one operand": "V v{q + t}; !v; q = v.x / 2;",
    "a change by a star": "V v{q + t}; int w = *v; q = v.x - 2 + 0 * w;",
    "a change by a comma": "V v{q}; v, t; q = v.x;",
    "a change of a member": "Inner b{}; b.v[0].x = q; b.v[0] << t; q = b.v[0].x;",
}
# None of these may change it, so it stays one value for the block.
LOOKS = {
    "a constant reference": "look(q);",
    "an operator of numbers": "q << 2; q - 1; !q;",
    "an operator of an object that it does not change": "V v{1}; v + q;",
    "a function of CUDA": "__popc(q); max(q, 2);",
    "numbers in braces": "int two[2] = {1, q};",
}
FORM = """__global__ void k{number}(int *out, int n) {{
  __shared__ int s[32];
  const int t = threadIdx.x;
  int q = n;
  {call}
  const int own = q;
  s[t] = own;
  __syncthreads();
  out[t] = 100 * s[31 - t] + q;
}}
"""


def program(calls: dict[str, str]) -> str:
    """A kernel for each call."""
    kernels = "".join(FORM.format(number=number, call=call) for number, call in enumerate(calls.values()))
    launches = "".join(f"  k{number}<<<1, 32>>>(d, 5); show();\n" for number in range(len(calls)))
    show = 'auto show = [&] { cudaDeviceSynchronize(); for (int i = 0; i < 32; i++) printf("%d ", d[i]); puts(""); };'
    return f"{DECLARED}{kernels}int main() {{\n  int *d; cudaMallocManaged(&d, 128);\n  {show}\n{launches}}}\n"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_changes_its_own(tmp_path: Path) -> None:
    found = translate_file(parse(program(CALLS), str(tmp_path / "k.cu"), "cuda"))
    assert {kernel.name: kernel.reason for kernel in found.kernels if kernel.reason} == {}
    (tmp_path / "k.cpp").write_text(found.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    told = dict(zip(CALLS, ([int(v) for v in line.split()] for line in done.stdout.splitlines()), strict=True))
    assert {n: v for n, v in told.items() if v != [100 * (5 + 31 - t) + 5 + t for t in range(32)]} == {}


def test_what_is_only_looked_at_stays_one_value() -> None:
    found = translate_file(parse(program(LOOKS), "k.cu", "cuda"))
    texts = {name: kernel.text for name, kernel in zip(LOOKS, found.kernels, strict=True)}
    assert {name: text for name, text in texts.items() if text is None or "q_of" in text} == {}
