"""Methods in which threads wait run for all threads of the block, as functions do; what cannot is refused where it is used."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pairs import left, program, translated

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
WAITS = "{ s[threadIdx.x] = v; __syncthreads(); int r = s[(threadIdx.x + 1) % 32]; __syncthreads(); return r; }"
# `next` gives what the thread behind handed over and counts; `count` tells how often.
PLAIN = f"""struct Next {{
  int *s, calls;
  __device__ int next(int v) {{ calls++; int r = pass(v); return r; }}
  __device__ int pass(int v) {WAITS}
  __device__ int count() const {{ return 100 * calls; }}
}};"""
MADE = PLAIN.replace("int *s, calls;", "int *s, calls; __device__ Next(int *s) : s(s), calls(0) {}")
PRIVATE = f"""class Next {{
  int *s;
  int calls = 0;
  __device__ int pass(int v) {WAITS}
public:
  __device__ Next(int *memory) {{ s = memory; }}
  __device__ int next(int v) {{ ++this->calls; return this->pass(v); }}
  __device__ int count() const {{ return 100 * calls; }}
}};"""
OF_TYPE = f"""template <typename T, int N = 32> struct Next {{
  T *s;
  int calls;
  __device__ Next(T *s) : s(s), calls(0) {{}}
  __device__ T next(T v) {{ calls++; return pass(v); }}
  __device__ T pass(T v) {WAITS.replace("int r", "T r").replace("32", "N")}
  __device__ int count() const {{ return 100 * calls; }}
}};"""
TWICE = "a = n.next(t) + n.next(0); b = n.count();"
FORMS = {
    "plain": (PLAIN, f"Next n{{s, 0}}; {TWICE}"),
    "made": (MADE, f"Next n(s); {TWICE}"),
    "in braces": (MADE, f"Next n{{s}}; {TWICE}"),
    "private": (PRIVATE, f"Next n(s); {TWICE}"),
    "template": (OF_TYPE, f"Next<int> n(s); {TWICE}"),
    "size": (OF_TYPE, f"Next<int, 32> n(s); {TWICE}"),
    "alias": (f"{OF_TYPE} using Mine = Next<int, 32>;", f"Mine n(s); {TWICE}"),
    "typedef": (f"{OF_TYPE} typedef Next<int> Mine;", f"Mine n(s); {TWICE}"),
    "in a namespace": (f"namespace deep {{ {OF_TYPE} }}", f"deep::Next<int> n(s); {TWICE}"),
    "in a condition": (PLAIN, f"Next n{{s, 0}}; b = 0; if (n.next(t) >= 0) {{ {TWICE} b -= 100; }}"),
    "in a loop": (PLAIN, "Next n{s, 0}; a = 0; for (int i = 0; i < 2; ++i) a += n.next(i ? 0 : t); b = n.count();"),
    "a method for each thread": (PLAIN, f"Next n{{s, t}}; {TWICE} b -= 100 * t;"),
    "static": (
        f"struct Next {{ static __device__ int pass(int *s, int v) {WAITS} }};",
        "a = Next::pass(s, t) + Next::pass(s, 0); b = 200;",
    ),
    "static from another": (
        f"struct Next {{ static __device__ int pass(int *s, int v) {WAITS} int *s; "
        "__device__ int next(int v) { return pass(s, v); } };",
        "Next n{s}; a = n.next(t); b = 200;",
    ),
    "shared object": (
        "struct Tile { int s[32]; __device__ void fill(int v) { s[threadIdx.x] = v; __syncthreads(); } "
        "__device__ int at(int i) const { return s[i % 32]; } };",
        "__shared__ Tile tile; tile.fill(t); a = tile.at(t + 1); b = 200;",
    ),
    "constant": (PLAIN.replace("calls++;", "").replace("(int v)", "(int v) const"), f"const Next n{{s, 2}}; {TWICE}"),
    "constant and made": (
        MADE.replace("calls++;", "").replace("(int v)", "(int v) const").replace("calls(0)", "calls(2)"),
        f"const Next n(s); {TWICE}",
    ),
    "inherited": (
        f"{PLAIN} struct More : Next {{ __device__ int both(int v) {{ return next(v) + next(0); }} }};",
        "More n; n.s = s, n.calls = 0; a = n.both(t); b = n.count();",
    ),
    "names of its own": (
        "struct Next { int *s, calls; __device__ int next(int v) { calls++; int *p = s; { int s = v; p[threadIdx.x] = s; } "
        "__syncthreads(); int r = (*this).s[(threadIdx.x + 1) % 32]; __syncthreads(); return r; } "
        "__device__ int count() const { return 100 * calls; } };",
        f"Next n{{s, 0}}; {TWICE}",
    ),
    "a function that waits": (
        f"__device__ int pass(int *s, int v) {WAITS} "
        "struct Next { int *s, calls; __device__ int next(int v) { calls++; return pass(s, v); } "
        "__device__ int count() const { return 100 * calls; } };",
        f"Next n{{s, 0}}; {TWICE}",
    ),
    "template of its own": (
        PLAIN.replace("__device__ int next(int v)", "template <typename T> __device__ int next(T v)"),
        f"Next n{{s, 0}}; {TWICE}",
    ),
    "overloads": (
        PLAIN.replace(
            "__device__ int count",
            "__device__ int next(int v, int w) { calls += w; return pass(v); } __device__ int count",
        ),
        "Next n{s, 0}; a = n.next(t, 1) + n.next(0); b = n.count();",
    ),
    "result by reference": (
        PLAIN.replace(
            "__device__ int count", "__device__ void into(int v, int &r) { r = next(v); } __device__ int count"
        ),
        "Next n{s, 0}; n.into(t, a); n.next(0); b = n.count();",
    ),
    "of the warp": (
        "struct Next { int calls; __device__ int next(int v) { calls++; return __shfl_sync(~0u, v, threadIdx.x + 1); } "
        "__device__ int count() const { return 100 * calls; } };",
        f"Next n{{0}}; {TWICE}",
    ),
}


@needs_compiler
@pytest.mark.parametrize(("declared", "body"), FORMS.values(), ids=FORMS)
def test_they_run_as_on_a_gpu(declared: str, body: str, tmp_path: Path) -> None:
    found = translated(declared, body)
    assert [k.reason for k in found.kernels] == [""]
    first, second = left(found, tmp_path)
    assert (first, set(second)) == ([(t + 1) % 32 for t in range(32)], {200})


@needs_compiler
def test_lines_keep_their_numbers() -> None:
    declared = PLAIN.replace("(int v)", "(\n  int v)").replace("__device__ int pass", "__device__\n  int pass")
    body = f"Next n{{s, 0}}; {TWICE}"
    text, found = program(declared, body), translated(declared, body)
    lines = found.source.text.splitlines()
    assert [line for line in lines if "__global__" in line] == ["__global__ void k(int *out) {"]
    assert lines.index("__global__ void k(int *out) {") == text.splitlines().index("__global__ void k(int *out) {")


REFUSED = {
    "operator": (PLAIN.replace("int next(int v)", "int operator()(int v)"), "Next n{s, 0}; a = n(t); b = 0;"),
    "virtual": (PLAIN.replace("__device__ int next", "virtual __device__ int next"), "Next n; a = n.next(t); b = 0;"),
    "a constructor": (
        "struct Next { int *s; __device__ Next(int *s) : s(s) { __syncthreads(); } };",
        "Next n(s); a = b = n.s[t];",
    ),
    "a lambda holds the object": (
        PLAIN.replace("int r = pass(v);", "auto f = [=] { return s[0]; }; int r = pass(f());"),
        "Next n{s, 0}; a = n.next(t); b = 0;",
    ),
}


@pytest.mark.parametrize(("declared", "body"), REFUSED.values(), ids=REFUSED)
def test_others_are_refused(declared: str, body: str) -> None:
    assert "threads wait in the method" in translated(declared, body).kernels[0].reason


def test_methods_that_do_not_wait_stay_methods() -> None:
    found = translated(PLAIN, f"Next n{{s, 0}}; {TWICE}")
    assert "int count() const { return 100 * calls; }" in found.text
    assert "n.count()" in found.text
