"""How far a loop goes whose rounds the threads of the grid share: the bound may come from memory, from a method, from a part of an
object or be another one for each thread. It has to be known where the loop is written."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

N, BLOCKS, THREADS = 403, 2, 64
DECLARED = """#include <cstdio>
struct View { int *data; int size; __host__ __device__ int count() const { return size; } };
struct Pair { int first, second; };
"""
INDEX = "#define T blockIdx.x * blockDim.x + threadIdx.x\n#define S blockDim.x * gridDim.x\n"
# What is read once before the loop over everything.
READ = {
    "*count": ("const int n = *count;", N),
    "an element": ("const int n = count[1];", N // 2),
    "by way of another": ("int all = *count; int n = all / 2;", N // 2),
    "through a pointer": ("auto n = view->size;", N),
    "an element told by one": ("int at = count[2]; int n = count[at];", N // 2),
}
# What each thread asks for.
ASKED = {
    "a method": ("const int n = view->count();", N),
    "a method of a parameter": ("const int n = given.count();", N),
    "parts of an object": ("auto [n, m] = pair;", N),
    "what the thread has changed": ("atomicMin(count + 1, 7); const int n = count[1];", 7),
    "what a declaration has changed": ("int old = atomicMin(count + 1, 5); const int n = count[1];", 5),
    "an atomic operation": ("int n = atomicAdd(count, 0);", N),
    "a thread's own": ("int n = *count - threadIdx.x % 1;", N),
}
EVERY = READ | ASKED
# Loops whose head declares more than the counter: the bound, or what the body asks for.
HEADS = {
    "its bound": "for (size_t i = T, e = n; i < e; i += S) b[i] = i + e;",
    "its step": "for (int i = T, s = S; i < n; i += s) b[i] = i + n;",
    "what the body asks": "for (int i = T, m = n; i < n; i += S) b[i] = i + m;",
}
# What each thread does once before its rounds, and how often it is done by all.
ONCE = "int mine = atomicAdd(b + n, 1); for (int i = T; i < n; i += S) b[i] = i + n;"


def kernel(name: str, bound: str) -> str:
    return f"""__global__ void {name}(int *b, int *count, const View *view, View given, Pair pair) {{
  {bound}
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = i + n;
}}
"""


def translated(text: str) -> str:
    return translate_file(parse(DECLARED + text, "k.cu", "cuda")).text


@pytest.mark.parametrize(("bound", "end"), READ.values(), ids=list(READ))
def test_a_bound_in_memory_is_read_before_the_loop(bound: str, end: int) -> None:
    text = translated(kernel("k", bound))
    assert "for (int i = 0; i < n; ++i)" in text
    before = text.index("check_dimensions(gridDim, 1, blockDim, 1)")
    assert before < text.index(bound.split("; ")[-1]) < text.index("for (int i = 0")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_every_element_below_the_bound_is_done(tmp_path: Path) -> None:
    kernels = "".join(kernel(f"k{at}", bound) for at, (bound, _) in enumerate(EVERY.values()))
    heads = "".join(f"__global__ void h{at}(int *b, int n) {{ {loop} }}\n" for at, loop in enumerate(HEADS.values()))
    every = [(name, end) for name, (_, end) in EVERY.items()] + [(name, N) for name in HEADS]
    told = [f"k{at}<<<{BLOCKS}, {THREADS}>>>(b, count, &view, view, pair);" for at in range(len(EVERY))]
    told += [f"h{at}<<<{BLOCKS}, {THREADS}>>>(b, {N});" for at in range(len(HEADS))]
    calls = "".join(
        f"for (int i = 0; i < {N}; ++i) b[i] = -1; {launch}"
        f'for (int i = 0; i < {N}; ++i) printf("%d ", b[i]); puts("");\n'
        for launch in told
    )
    data = f"static int b[{N}], count[3] = {{{N}, {N // 2}, 1}}; View view = {{b, {N}}}; Pair pair = {{{N}, 0}};"
    (tmp_path / "k.cpp").write_text(translated(f"{INDEX}{kernels}{heads}int main() {{ {data}\n{calls}}}\n"))
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout.splitlines()
    for (name, end), line in zip(every, said, strict=True):
        assert list(map(int, line.split())) == [i + end if i < end else -1 for i in range(N)], name


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_a_thread_does_before_its_rounds_is_done_once(tmp_path: Path) -> None:
    data = f"static int b[{N} + 1];"
    main = f'int main() {{ {data} k<<<{BLOCKS}, {THREADS}>>>(b, {N}); printf("%d %d", b[{N}], b[3]); }}\n'
    (tmp_path / "k.cpp").write_text(translated(f"{INDEX}__global__ void k(int *b, int n) {{ {ONCE} }}\n{main}"))
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout
    assert said == f"{BLOCKS * THREADS} {N + 3}"
