"""Methods in which threads wait run for all threads of the block, as functions do; what cannot is refused where it is used."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from pairs import left, program, translated
from whole import differing

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
OUTSIDE = f"""struct Next {{
  int *s, calls;
  __device__ Next(int *s) : s(s), calls(0) {{}}
  __device__ int next(int v);
  __device__ int pass(int v);
  __device__ int count() const {{ return 100 * calls; }}
}};
__device__ int one() {{ return 1; }}
__device__ int Next::next(int v) {{ calls += one(); return pass(v); }}
__device__ int Next::pass(int v) {WAITS}"""
OUTSIDE_OF_TYPE = f"""template <typename T, int N = 32> class Next {{
  T *s;
  int calls;
public:
  __device__ Next(T *s) : s(s), calls(0) {{}}
  __device__ T next(T v);
  __device__ T pass(T v);
  __device__ int count() const {{ return 100 * calls; }}
}};
template <typename T, int N> __device__ T Next<T, N>::next(T v) {{ calls++; return pass(v); }}
template <typename T, int N>
__device__ T Next<T, N>::pass(T v) {WAITS.replace("int r", "T r").replace("32", "N")}"""
CALLED = MADE.replace("int next(int v)", "int operator()(int v)")
TWICE_CALLED = "a = n(t) + n(0); b = n.count();"
GUARDED = """struct Table {
  int *s;
  __device__ Table(int *s, int v) : s(s) { s[threadIdx.x] = v; __syncthreads(); }
  __device__ int at(int i) const { return s[i % 32]; }
};"""
COUNTED = GUARDED.replace("__syncthreads(); }", "atomicAdd(&s[40], 1); __syncthreads(); }").replace(
    "int at(int i) const {", "int at(int i) { __syncthreads();"
)
VIRTUAL = f"""struct Step {{ __device__ virtual int next(int v) = 0; int calls = 0; }};
struct Next : Step {{
  int *s;
  __device__ Next(int *s) : s(s) {{}}
  __device__ int next(int v) override {{ calls++; return pass(v); }}
  __device__ virtual int pass(int v) {WAITS}
  __device__ int count() const {{ return 100 * calls; }}
}};"""
LARGER = (
    f"{PLAIN} struct More : Next {{ double d; int e; __device__ int both(int v) {{ return next(v) + next(0) + e; }} }};"
)
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
    "of a larger class": (LARGER, "More n; n.s = s, n.calls = 0, n.e = 0; a = n.both(t); b = n.count();"),
    "defined outside": (OUTSIDE, f"Next n(s); {TWICE}"),
    "a template's, defined outside": (OUTSIDE_OF_TYPE, f"Next<int> n(s); {TWICE}"),
    "defined outside of a namespace's class": (f"namespace deep {{ {OUTSIDE} }}", f"deep::Next n(s); {TWICE}"),
    "two of one name, defined outside": (
        OUTSIDE
        + OUTSIDE.replace("Next", "Other")
        .replace("__device__ int one() { return 1; }", "")
        .replace("calls +=", "calls -="),
        f"Other o(s); o.next(t); Next n(s); {TWICE} b -= o.count() + 100;",
    ),
    "with a default": (
        PLAIN.replace("int next(int v) { calls++;", "int next(int v = 0, int by = 1) { calls += by;"),
        "Next n{s, 0}; a = n.next(t) + n.next(); b = n.count();",
    ),
    "called": (CALLED, f"Next n(s); {TWICE_CALLED}"),
    "called, of a template": (
        OF_TYPE.replace("T next(T v)", "T operator()(T v)"),
        f"using Mine = Next<int>; Mine n(s); {TWICE_CALLED}",
    ),
    "called by itself": (
        CALLED.replace(
            "int pass(int v)", "int both(int v) { return (*this)(v) + (*this)(0); } __device__ int pass(int v)"
        ),
        "Next n(s); a = n.both(t); b = n.count();",
    ),
    "called, handed on": (
        f"{CALLED} __device__ int both(Next &n, int v) {{ return n(v) + n(0); }}",
        "Next n(s); a = both(n, t); b = n.count();",
    ),
    "made where it is called": (CALLED, "a = Next(s)(t) + Next{s}(0); b = 200;"),
    "made where its method is called": (MADE, "a = Next(s).next(t) + Next{s}.next(0); b = 200;"),
    "made of nothing": (
        f"struct Next {{ __device__ int operator()(int *s, int v) const {WAITS} }};",
        "a = Next()(s, t) + Next{}(s, 0); b = 200;",
    ),
    "made in a declaration": (MADE, "int v = Next(s).next(t), w = 0; a = v + w; b = 200;"),
    "made in a function": (
        f"{MADE} __device__ int both(int *s, int v) {{ return Next(s).next(v) + Next(s).next(0); }}",
        "a = both(s, t); b = 200;",
    ),
    "a constructor": (GUARDED, "Table n(s, t); a = n.at(t + 1); b = 200;"),
    "a constructor, in braces": (GUARDED, "Table n{s, t}; a = n.at(t + 1); b = 200;"),
    "a constructor of what is made there": (
        GUARDED.replace("int at(int i) const {", "int at(int i) { __syncthreads();"),
        "a = Table(s, t).at(t + 1); b = 200;",
    ),
    "a constructor of what is made there, in a call": (
        f"__device__ int same(int v) {{ return v; }} {COUNTED}",
        "if (t == 0) s[40] = 0; __syncthreads(); a = same(Table(s, t).at(t + 1)); b = 168 + s[40];",
    ),
    "virtual": (VIRTUAL, f"Next n(s); {TWICE}"),
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


BUILT = differing({form: "".join(form) for form in FORMS.values()}, 6, "cuda")


@needs_compiler
@pytest.mark.parametrize(("declared", "body"), FORMS.values(), ids=FORMS)
def test_they_run_as_on_a_gpu(declared: str, body: str, tmp_path: Path) -> None:
    found = translated(declared, body)
    assert [k.reason for k in found.kernels] == [""]
    if (declared, body) in BUILT:
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


WRAPPED = "template <typename F> __device__ int wrapped(F f, int v) { return f(v); }"
REFUSED = {
    "an operator that a template calls": (f"{CALLED} {WRAPPED}", "a = wrapped(Next(s), t); b = 200;"),
    "an operator that a template calls, of a variable": (f"{CALLED} {WRAPPED}", "Next n(s); a = wrapped(n, t); b = 0;"),
    "a default of what is defined outside": (
        OUTSIDE.replace("int pass(int v);", "int pass(int v = 1);"),
        "Next n(s); a = n.next(t); b = 0;",
    ),
    "another operator": (PLAIN.replace("int next(int v)", "int operator+=(int v)"), "Next n{s, 0}; a = n += t; b = 0;"),
    "two operators": (
        CALLED.replace("__device__ int count", "__device__ int operator()() { return pass(1); } __device__ int count"),
        "Next n(s); a = n(t) + n(); b = 0;",
    ),
    "made by chance": (MADE, "a = t > 3 ? Next(s).next(t) : 0; b = 0;"),
    "made in the head of a loop": (MADE, "a = b = 0; for (int i = Next(s).next(t); i < 3; ++i) a++;"),
    "virtual, by what it derives from": (VIRTUAL, "Next n(s); Step *p = &n; a = p->next(t); b = 0;"),
    "a constructor of a member": (
        f"{GUARDED} struct Two {{ Table table; __device__ Two(int *s, int v) : table(s, v) {{}} }};",
        "Two n(s, t); a = n.table.at(t + 1); b = 0;",
    ),
    "a constructor of what is derived from": (
        f"{GUARDED} struct Two : Table {{ __device__ Two(int *s, int v) : Table(s, v) {{}} }};",
        "Two n(s, t); a = n.at(t + 1); b = 0;",
    ),
    "a constructor that another calls": (
        GUARDED.replace("__device__ int at", "__device__ Table(int *s) : Table(s, 1) {} __device__ int at"),
        "Table n(s); a = n.at(t + 1); b = 0;",
    ),
    "a constructor of what is returned": (
        f"{GUARDED} __device__ Table made(int *s, int v) {{ return Table(s, v); }}",
        "auto n = made(s, t); a = n.at(t + 1); b = 0;",
    ),
    "a constructor of elements": (
        GUARDED.replace("Table(int *s, int v) : s(s) {", "Table() {"),
        "Table n[2]; a = b = n[0].at(t);",
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


HANDED = """struct Next { int calls; };
struct More : Next { double d; };
__device__ int pass(Next &n, int *s, int v) { n.calls++; s[threadIdx.x] = v; __syncthreads(); return s[(threadIdx.x + 1) % 32]; }"""


@pytest.mark.parametrize("made", ["More n{{0}, 1}", "auto n = More{{0}, 1}"])
def test_objects_of_a_larger_class_are_no_array_of_what_it_derives_from(made: str) -> None:
    found = translated(HANDED, f"{made}; a = pass(n, s, t); b = n.calls;")
    assert found.kernels[0].reason == "an object of a class that derives from Next goes to a function that waits"


KEPT = """struct Held { cg::thread_block g; __device__ Held() : g(cg::this_thread_block()) {} __device__ void wait() { g.sync(); } };
struct Rank { __device__ int get() const { auto g = cg::this_thread_block(); return g.thread_rank(); } };
struct Call { int *s; __device__ int operator()(int v) WAITS };
template <typename F> __global__ void with(int *x) { __shared__ int s[64]; F f{s}; x[threadIdx.x] = f(threadIdx.x); }
__global__ void held(int *x) {
  __shared__ int s[32];
  Held g; s[threadIdx.x] = x[threadIdx.x];
  g.wait(); x[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void rank(int *x) {
  Rank r;
  x[threadIdx.x] = r.get();
}
void more(int *x) {
  with<Call><<<1, 32>>>(x);
}
""".replace("WAITS", WAITS)
LEFT_OUT = {
    "with": ("threads wait in the method Call", "  with<Call><<<1, 32>>>(x);"),
    "held": (
        "the method Held: a group of threads in a class is not translated",
        "  Held g; s[threadIdx.x] = x[threadIdx.x];",
    ),
    "rank": ("the method get: a group of threads in a class is not translated", "  x[threadIdx.x] = r.get();"),
    "k": ("", ""),
}


@needs_compiler
def test_what_is_refused_is_told_on_its_line_and_the_rest_runs(tmp_path: Path) -> None:
    declared = f"#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n{KEPT}"
    found = translated(declared, "a = t; b = 200;")
    lines = found.source.text.splitlines()
    told = {k.name: (k.reason, lines[found.source.lines.line_of(k.at)] if k.reason else "") for k in found.kernels}
    assert told == LEFT_OUT
    assert left(found, tmp_path) == ([*range(32)], [200] * 32)


WITHOUT_BODY = """struct T {
  int n;
  __host__ __device__ T() = default;
  __device__ T(const T &) = delete;
  METHOD
};
__global__ void k(int *a) { __shared__ int s[32]; T t; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = t.get(s); }
"""


@pytest.mark.parametrize(
    "method",
    ["__device__ int get(int *s) { __syncthreads(); return s[0]; }", "__device__ int get(int *s) { return s[0]; }"],
)
def test_methods_that_the_compiler_writes_have_no_body(method: str) -> None:
    found = translate_file(parse(WITHOUT_BODY.replace("METHOD", method), "k.cu", "cuda"))
    (kernel,) = found.kernels
    assert kernel.text is not None, kernel.reason
    assert "  T() = default;\n  T(const T &) = delete;\n" in found.own
