"""Functions of one name, of which some wait for other threads: a call runs the one that C++ finds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pairs import left, translated
from whole import differing

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
# `next` of the thread behind: it waits. Those beside it add the thread's number.
WAITS = "{ s[threadIdx.x] = v; __syncthreads(); int r = s[(threadIdx.x + 1) % blockDim.x]; __syncthreads(); return r; }"
ADDS = "{ return v + threadIdx.x; }"
HEAD = "__device__ int total(int *s, int v)"
BEHIND, ADDED = [(t + 1) % 32 for t in range(32)], [100 + t for t in range(32)]
SCOPES = f"namespace one {{ {HEAD} {WAITS} }} namespace two {{ {HEAD} {ADDS} }}"
PAIR = "struct P { int x; }; struct Q { int x; };"
AT = WAITS.replace("= v", "= p.x")
FORMS = {
    "namespaces": (SCOPES, "a = one::total(s, t); b = two::total(s, 100);"),
    "from the root": (SCOPES, "a = ::one::total(s, t); b = ::two::total(s, 100);"),
    "another name": (f"{SCOPES} namespace n = one; namespace m = two;", "a = n::total(s, t); b = m::total(s, 100);"),
    "deep": (
        f"namespace x {{ {HEAD} {ADDS} namespace y {{ {HEAD} {WAITS} }} namespace z {{ {HEAD} {ADDS} }} }}",
        "a = x::y::total(s, t); b = x::total(s, 100);",
    ),
    "the nearest": (
        f"{HEAD} {ADDS} namespace x {{ {HEAD} {WAITS} __device__ int call(int *s, int v) {{ return total(s, v); }} }}",
        "a = x::call(s, t); b = total(s, 100);",
    ),
    "relative": (
        f"namespace y {{ {HEAD} {ADDS} }} namespace x {{ namespace y {{ {HEAD} {WAITS} }} "
        "__device__ int call(int *s, int v) { return y::total(s, v); } }",
        "a = x::call(s, t); b = y::total(s, 100);",
    ),
    "using one": (SCOPES, "{ using one::total; a = total(s, t); } { using two::total; b = total(s, 100); }"),
    "using all": (SCOPES, "{ using namespace one; a = total(s, t); } { using namespace two; b = total(s, 100); }"),
    "using in the file": (f"{SCOPES} using namespace one;", "a = total(s, t); b = two::total(s, 100);"),
    "without a name": (
        f"namespace {{ {HEAD} {WAITS} }} namespace two {{ {HEAD} {ADDS} }}",
        "a = total(s, t); b = two::total(s, 100);",
    ),
    "inline": (
        f"namespace one {{ inline namespace v2 {{ {HEAD} {WAITS} }} }} namespace two {{ {HEAD} {ADDS} }}",
        "a = one::total(s, t); b = two::total(s, 100);",
    ),
    "declared before": (
        f"namespace one {{ {HEAD}; }} namespace two {{ {HEAD}; }} {SCOPES}",
        "a = one::total(s, t); b = two::total(s, 100);",
    ),
    "a method": (
        f"struct S {{ int by; __device__ int total(int *s, int v) {{ return v + by; }} }}; {HEAD} {WAITS}",
        "S o{t}, *p = &o; b = o.total(s, 50) + p->total(s, 50) - t; a = total(s, t);",
    ),
    "a static method": (
        f"struct S {{ static __device__ int total(int *s, int v) {{ return v + s[0]; }} }}; {HEAD} {WAITS}",
        "a = total(s, t); s[t] = t; s[0] = 0; __syncthreads(); b = S::total(s, 100) + t;",
    ),
    "a lambda": (f"{HEAD} {WAITS}", "a = total(s, t); { auto total = [=](int v) { return v + t; }; b = total(100); }"),
    "classes": (
        f"{PAIR} __device__ int total(P p, int *s) {AT} __device__ int total(Q q, int *s) {{ return q.x + threadIdx.x; }}",
        "P p{t}; Q q{100}; a = total(p, s); b = total(q, s);",
    ),
    "references to classes": (
        f"{PAIR} __device__ int total(const P &p, int *s) {AT} "
        "__device__ int total(const Q &q, int *s) { return q.x + threadIdx.x; }",
        "P p{t}; Q q{100}; a = total(p, s); b = total(q, s);",
    ),
    "pointers": (
        f"{HEAD} {WAITS} __device__ int total(float *s, int v) {{ return v + threadIdx.x; }}",
        "float f[2]; a = total(s, t); b = total(f, 100) + total(&f[0], 0) - t;",
    ),
    "a pointer or a number": (
        f"{HEAD} {WAITS} __device__ int total(int s, int v) {ADDS}",
        "a = total(s, t); b = total(t, 100);",
    ),
    "counts": (
        f"{HEAD} {WAITS} __device__ int total(int v) {ADDS} __device__ int total(int v, int w, int x, int y = 0) {ADDS}",
        "a = total(s, t); b = total(50) + total(50, 1, 1) - t;",
    ),
    "a template": (
        f"template <typename T> __device__ int total(T *s, T v) {WAITS} __device__ int total(float v) {ADDS}",
        "a = total<int>(s, t); b = total(100.f);",
    ),
    "by arguments": (
        f"namespace one {{ struct P {{ int x; }}; __device__ int total(P p, int *s) {AT} }} {HEAD} {ADDS}",
        "one::P p{t}; a = total(p, s); b = total(s, 100);",
    ),
    "types of a namespace": (
        f"namespace one {{ {PAIR} __device__ Q total(P p, int *s) {AT.replace('return r', 'return Q{r}')} }} {HEAD} {ADDS}",
        "one::P p{t}; a = total(p, s).x; b = total(s, 100);",
    ),
}


BUILT = differing({form: "".join(form) for form in FORMS.values()}, 4, "cuda")


@needs_compiler
@pytest.mark.parametrize(("declared", "body"), FORMS.values(), ids=FORMS)
def test_the_function_that_is_called_runs(declared: str, body: str, tmp_path: Path) -> None:
    found = translated(declared, body)
    assert [k.reason for k in found.kernels] == [""]
    assert (declared, body) not in BUILT or left(found, tmp_path) == (BEHIND, ADDED)


def test_what_cannot_be_told_is_refused_with_its_reason() -> None:
    both = f"template <typename T> {HEAD.replace('int *s', 'T *s')} {WAITS} template <typename T> __device__ int total(T s, int v) {ADDS}"
    found = translated(both, "a = total(s, t); b = 0;")
    assert found.kernels[0].reason == (
        "which of the functions total is called cannot be told, and threads wait in one of them"
    )


def test_functions_of_a_method_s_name_are_no_methods() -> None:
    """A free function may have the name of a method in which threads wait, which has no translation."""
    waits = (
        "struct S { int *s; __device__ void total() { auto f = [=] { return s[0]; }; __syncthreads(); s[0] = f(); } };"
    )
    found = translated(f"{waits} {HEAD} {ADDS}", "a = 0; b = total(s, 100);")
    assert [k.reason for k in found.kernels] == [""]
    assert translated(f"{waits} {HEAD} {ADDS}", "S o{s}; o.total(); a = b = total(s, 100);").kernels[0].reason != ""
