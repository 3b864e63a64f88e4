"""Floating numbers that become whole ones where no cast says so: a GPU stops at the ends of the range, wherever that stands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

# Statements that make an `int y` of a `float f`.
FORMS = (
    "S s; s.put(f); y = s.v;",
    "S s; s.set(f); y = s.v;",
    "S s; s.held(f); y = s.v;",
    "S s; s.set(f); y = s.total;",
    "S s; s.v = 0; s.more(f); y = s.v;",
    "S s; y = s.id(f);",
    "S s; y = s.given(f);",
    "S s; y = s(f);",
    "y = S::same(f);",
    "Made m(f); y = m.v;",
    "Made m = Made(f); y = m.v;",
    "Made m(f + 0.0f); y = m.v;",
    "Kept m(f); y = m.v;",
    "Sum<int> a(f); y = a.sum;",
    "Sum<int> a(0.0f); a.add(f); y = a.get();",
    "int c(f); y = c;",
    "int c(f + 0.0f); y = c;",
    "if (int c = f) y = c;",
    "int2 v = make_int2(0, f); y = v.y;",
    "int4 v; v.w = f; y = v.w;",
    "auto l = [](float x) -> int { return x; }; y = l(f);",
    "auto l = [](auto x) -> int { return x; }; y = l(f);",
    "auto l = [](int x) { return x; }; y = l(f);",
    "int at = 0; atomicExch(&at, f); y = at;",
    "float at = f; y = S::real(at);",
    "Of<3> v; v.d[0] = v.d[1] = 0; v.d[2] = f; y = v.sum();",
    "Set s; s = f; y = s.v;",
    "Set s; s.v = 0; s += f; y = s.v;",
    "Set s; y = s * f;",
    "Holds<int> h(f); y = h.v;",
    "Holds<int> h(0); h.set(f); y = h.v;",
    "Holds<int> h(0); h.put(f); y = h.v;",
    "Holds<int> h(0); h.v = f; y = h.v;",
    "Whole h(f); y = h.v;",
    "Also<int> h(0); h.v = f; y = h.v;",
    "Heir h(f); y = h.v;",
    "y = of::Made(f, 0).v;",
    "Three v; v.d[0] = v.d[1] = 0; v.d[2] = f; y = v.sum();",
    "Pt t; y = t[f];",
    "Pt t; y = t % f;",
    "Pt t; y = f ^ t;",
    "Own w; y = w.g(f);",
    "Own w; Own *p = &w; y = p->g(f);",
    "Own w; w.fp = plain; y = w.fp(f);",
    "int (*fp)(int) = plain; y = fp(f);",
    "int (*fp)(int) = plain; y = (*fp)(f);",
    "Ptr fp = plain; y = fp(f);",
    "Ptr2 fp = plain; y = fp(f);",
    "auto fp = plain; y = fp(f);",
    "auto *fp = &plain; y = fp(f);",
    "int (*tab[2])(int) = {plain, plain}; y = tab[1](f);",
    "Ptr tab[2] = {plain, plain}; y = tab[1](f);",
    "y = apply(plain, f);",
    "y = apply2(plain, f);",
    "Tr<int> tr; tr.at(0) = f; y = tr.a[0];",
    "Tr<int> tr; tr[0] = f; y = tr.a[0];",
    "Tr<int> tr; tr(0, 1) = f; y = tr.a[1];",
    "Tr<int> tr; tr.data()[0] = f; y = tr.a[0];",
    "Tr<int> tr; *tr = f; y = tr.a[0];",
    "Vec tr; tr.at(0) = f; y = tr.a[0];",
    "Vec tr; tr[0] = f; y = tr.a[0];",
    "Vec tr; tr(0, 1) = f; y = tr.a[1];",
    "Vec tr; tr.data()[0] = f; y = tr.a[0];",
    "Vec tr; *tr = f; y = tr.a[0];",
    "Vec tr; *tr.data() = f; y = tr.a[0];",
    "Vec tr; first(tr) = f; y = tr.a[0];",
    "int a[1]; firstt(a) = f; y = a[0];",
    "Vec tr; Vec *p = &tr; p->at(0) = f; y = tr.a[0];",
    "typename Tr<int>::type ty = f; y = ty;",
    "Tr<int>::type ty = f; y = ty;",
    "Tr<int>::other ty = f; y = ty;",
    "Vec::elem ty = f; y = ty;",
    "y = (Vec::elem)f;",
    "y = static_cast<typename Tr<int>::type>(f);",
    "decltype(1) de = f; y = de;",
    "decltype(y) de = f; y = de;",
    "decltype(plain(1)) de = f; y = de;",
    "const int &r = f; y = r;",
    "int &&r = f; y = r;",
    "int x = f; const int &r = x; y = r;",
    "y = byconst(f);",
    "CRef c(f); y = c.v;",
    "CRef c(0); c.set(f); y = c.v;",
    "y = (y++, f);",
    "auto l = [](float x) { return x; }; y = l(f);",
    "auto l = [&]() { return f; }; y = l();",
    "auto l = [=]() -> float { return f; }; y = l();",
    "y = [&]() { return f; }();",
    "Flt s{f}; y = s.get();",
    "Flt s{f}; y = s();",
    "y = Flt{f}.f;",
    "Flt s{f}; Flt &r = s; y = r.f;",
    "Flt s{f}; const Flt *p = &s; y = p->get();",
    "y = std::max(f, f);",
    "y = fmaxf(f, f);",
    "y = f > 0 ? f : f;",
    "auto *p = &y; *p = f;",
    "float a[2] = {f, f}; for (float g : a) y = g;",
    "float a[2] = {f, f}; for (const auto &g : a) y = g;",
    "Wr<float> w{f}; auto g = w.get(); y = g;",
    "Wr<int> w; w.put(f); y = w.v;",
    # objects that become floating numbers
    "As v{f}; y = v;",
    "As v{f}; int c = v; y = c;",
    "As v{f}; y = (int)v;",
    "As v{f}; y = static_cast<int>(v);",
    "As v{f}; y = v + 0;",
    "As v{f}; y = plain(v);",
    "As v{f}; y += v;",
    "As v[2] = {{f}, {f}}; y = v[1];",
    "const As &v = As{f}; y = v;",
    "y = As{f};",
    "y = in ? As{f} : 0;",
    "y = !in ? 7 : As{f};",
    "As v{f}; const int n = 3; y = (in) ? (v) : n;",
    "y = !in ? 1 : in ? AsToo{{f}} : 2;",
    "long long w = in ? As{f} : 5; y = w;",
    "AsToo v; v.f = f; y = v;",
    "AsWide v{f == f ? f : 0.0f}; y = v;",
    "AsBoth v{f}; int c = v; y = c == 2 ? v.as() : 7;",
    # what only a compiler knows the type of
    "y = THRICE(f) / 3.0f;",
    "y = LIKE(f);",
    "Same s; y = s(f);",
    "y = Same()(f);",
    "y = result(Same(), f);",
    "y = given(Same(), f);",
    "y = given([](float x) { return x; }, f);",
    "y = like(f, 1);",
    "auto h = [&](auto x) { return x * f; }; y = h(1);",
    "Same s; y = f > 0 ? s(f) : like(f, 1);",
    "y = (0, like(f, 1));",
    "y = -like(-f, 1);",
    # what threads show each other
    "y = __shfl_sync(0x7f, f, threadIdx.x);",
    "int c = __shfl_sync(0x7f, f, threadIdx.x); y = c;",
    "int c(__shfl_xor_sync(0x7f, f, 0)); y = c;",
    "y = (__shfl_down_sync(0x7f, f, 0));",
    "y = plain(__shfl_up_sync(0x7f, f, 0));",
    "y = (int)__shfl_up_sync(0x7f, f, 0);",
    "y += __shfl_up_sync(0x7f, f, 0);",
    "int q[1]; q[0] = __shfl_up_sync(0x7f, f, 0); y = q[0];",
    # places that are found by what has an effect
    "int q[2] = {0, 0}, at = 0; q[at++] += f; y = at == 1 ? q[0] : -7;",
    "int q[2] = {0, 0}, at = 1; q[--at] -= -f; y = q[0];",
    "int q[2] = {1, 1}, at = 0; q[next(at)] *= f; y = at == 1 ? q[1] : -7;",
    # a number of the caller's type meets a floating one
    "y = scaled(1, f);",
    "y = negated(1, -f);",
    "y = mixed(0, 1, f);",
    "y = begun(1, f);",
    "y = added(1, f);",
    "y = cast(1, f);",
    "y = either(0, f);",
    "Scaled<int> h{1}; h.by(f); y = h.v;",
    # members of classes without a name
    "struct { int v; } u; u.v = f; y = u.v;",
    "struct { struct { int v; } in; } u; u.in.v = f; y = u.in.v;",
    "struct { union { int v; unsigned w; }; } u; u.v = f; y = u.v;",
    "struct { struct { struct { int v; }; int w; }; } u; u.v = f; y = u.v;",
    "struct { int v[2]; } u[2]; u[1].v[0] = f; y = u[1].v[0];",
    "struct { short w; int v; } u; auto *p = &u; p->v = f; y = p->v;",
    "Unnamed u; u.range.lo = f; y = u.range.lo;",
    "Unnamed u[2]; auto &r = u[1].range; r.hi = f; y = r.hi;",
    "Unnamed u; u.whole = f; y = u.whole;",
    # functions that are constant expressions, too
    "y = steady(f);",
    "y = Steady::of(f);",
    "constexpr int c = steady(2.5f); y = f == 2.5f ? c : steady(f);",
    "y = (int)((y++, f));",
    "y = f; y += 0.0f;",
    "y = f; y *= 1.0f;",
    "Vec tr; tr.a[0] = 0; tr.at(0) += f; y = tr.a[0];",
    "int q[2] = {0, 0}, *p = q; *p++ += f; y = p == q + 1 ? q[0] : -7;",
)
SOURCE = """#include <cstdio>
#include <climits>
struct Base { int total; };
struct S : Base {
  int v;
  __device__ void put(int x) { v = x; }
  __device__ void set(float x) { v = x; total = x; }
  __device__ void held(float x) { this->v = x; }
  __device__ void more(float x) { v += x; }
  __device__ int id(int x) const { return x; }
  __device__ int given(float x) const { return x; }
  __device__ int operator()(int x) const { return x; }
  static __device__ int same(int x) { return x; }
  static __device__ float real(float x) { return x; }
};
struct Made { int v; __device__ Made(int x) : v(x) {} };
struct Kept { int v; __device__ Kept(float x) : v(x) {} __device__ Kept(int x, int) : v(x) {} };
template <typename T> struct Sum { T sum; __device__ Sum(float x) : sum(x) {} __device__ void add(float x) { sum += x; }
  __device__ T get() { return sum; } };
template <int N> struct Of { float d[N]; __device__ float sum() { float s = 0; for (int i = 0; i < N; ++i) s += d[i]; return s; } };
struct Set {
  int v;
  __device__ Set &operator=(int x) { v = x; return *this; }
  __device__ void operator+=(int x) { v += x; }
  __device__ int operator*(int x) const { return x; }
};
template <typename T> struct Holds {
  T v;
  __device__ Holds(T x) : v(x) {}
  __device__ void set(T x) { v = x; }
  template <typename V> __device__ void put(V x) { v = x; }
};
using Whole = Holds<int>;
template <typename V> using Also = Holds<V>;
struct Heir : Kept { __device__ Heir(float x) : Kept(x, 0) {} };
namespace of { struct Made { int v; __device__ Made(int x, int) : v(x) {} }; }
using Three = Of<3>;
struct Pt { int v; __device__ int operator[](int i) const { return i; } };
__device__ int operator%(const Pt &p, int q) { return q; }
__device__ int operator^(int q, const Pt &p) { return q; }
struct Fn { __device__ int operator()(int x) const { return x; } }; struct Own { Fn g; int (*fp)(int); };
__device__ int plain(int x) { return x; }
typedef int (*Ptr)(int); using Ptr2 = int (*)(int);
__device__ int apply(int (*g)(int), float x) { return g(x); }
__device__ int apply2(Ptr g, float x) { return g(x); }
template <typename T> struct Tr { typedef T type; using other = T; T a[2]; __device__ T &at(int i) { return a[i]; }
  __device__ T &operator[](int i) { return a[i]; }
  __device__ T &operator()(int i, int j) { return a[i + j]; }
  __device__ T *data() { return a; }
  __device__ T &operator*() { return a[0]; } };
struct Vec { int a[2]; typedef int elem; __device__ int &at(int i) { return a[i]; }
  __device__ int &operator[](int i) { return a[i]; }
  __device__ int &operator()(int i, int j) { return a[i + j]; }
  __device__ int *data() { return a; }
  __device__ int &operator*() { return a[0]; } };
__device__ int &first(Vec &v) { return v.a[0]; }
template <typename T> __device__ T &firstt(T *v) { return v[0]; }
__device__ int byconst(const int &x) { return x; }
struct CRef { int v; __device__ CRef(const int &x) : v(x) {} __device__ void set(const int &x) { v = x; } };
struct Flt { float f; __device__ float get() const { return f; } __device__ float operator()() const { return f; } };
template <typename T> struct Wr { T v; __device__ void put(const T &x) { v = x; }
  __device__ T get() const { return v; } };
struct As { float f; __device__ operator float() const { return f; } };
struct AsToo : As {};
struct AsWide { double d; __device__ operator double() const { return d; } };
struct AsBoth { float f; __device__ operator float() const { return f; } __device__ operator int() const { return 2; }
  __device__ float as() const { return f; } };
struct Same { template <class T> __device__ T operator()(T x) const { return x; } };
#define THRICE(x) ((x) * 3.0f)
#define LIKE(x) (x)
template <class F> __device__ int result(F g, float x) { return g(x); }
template <class F> __device__ auto given(F g, float x) { return g(x); }
template <class T, class U> __device__ auto like(T a, U b) -> decltype(a * b) { return a * b; }
template <class T> __device__ T scaled(T a, float x) { return a * x; }
template <class T> __device__ T negated(T a, float x) { return -(x * a); }
template <class T> __device__ T mixed(T a, T b, float x) { return a + (b - a) * x; }
template <class T> __device__ T begun(T a, float x) { T r = a * x; return r; }
template <class T> __device__ T added(T a, float x) { T r = 0; r += a * x; return r; }
template <class T> __device__ T cast(T a, float x) { return a + (T)(a * x) - T(a / 1.0f); }
typedef struct { short before; struct { int lo, hi; } range; union { int whole; float part; }; } Unnamed;
__device__ constexpr int steady(float f) { return f; }
struct Steady { static constexpr __device__ int of(float f) { return f; } };
template <class T> __device__ T either(T a, float x) { return x == x ? x : a; }
template <class T> struct Scaled { T v; __device__ void by(float x) { v = v * x; } };
__device__ int next(int &at) { return ++at; }
FORMS
int main() {
  const float given[] = {2.75f, -2.75f, 3e9f, -3e9f, 1e20f, -1e20f, 0.0f / zero()};
  float *f;
  int *o, out[7];
  cudaMalloc(&f, sizeof given), cudaMalloc(&o, sizeof out);
  cudaMemcpy(f, given, sizeof given, cudaMemcpyHostToDevice);
LAUNCHES
}
"""
LAUNCH = """  k{0}<<<1, 7>>>(f, o);
  cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; ++i) printf("%d%c", out[i], i < 6 ? ' ' : '\\n');"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_number_stops_at_the_end_of_its_range_wherever_it_becomes_whole(tmp_path: Path) -> None:
    kernels = [
        f"__global__ void k{at}(const float *in, int *o) {{ float f = in[threadIdx.x]; int y = 0; {form} o[threadIdx.x] = y; }}"
        for at, form in enumerate(FORMS)
    ]
    launches = "\n".join(LAUNCH.format(at) for at in range(len(FORMS)))
    text = SOURCE.replace(
        "FORMS", "\n".join(["static float zero() { volatile float none = 0; return none; }", *kernels])
    )
    translation = translate_file(parse(text.replace("LAUNCHES", launches).encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in translation.kernels if kernel.text is None] == []
    (tmp_path / "k.cpp").write_text(translation.text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    printed = subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = f"2 -2 {2**31 - 1} {-(2**31)} {2**31 - 1} {-(2**31)} 0"
    assert dict(zip(FORMS, printed, strict=True)) == dict.fromkeys(FORMS, wanted)


@pytest.mark.parametrize(
    "form",
    [
        "decltype(y) y = f;",  # what a name means that is being declared
        "float g[2] = {f, f}; for (auto g : g) y = g;",
        "auto g = g; y = g;",
        "decltype() g = f; y = g;",  # as it is typed
        "y = ()(f);",
        "y = (*)(f);",
    ],
)
def test_what_is_told_by_itself_ends(form: str) -> None:
    text = f"__global__ void k(const float *in, int *o) {{ float f = in[threadIdx.x]; int y = 0; {{ {form} }} o[threadIdx.x] = y; }}\n"
    assert len(translate_file(parse(text.encode(), "k.cu", "cuda")).kernels) == 1


ROUNDED = ("rint", "rintf", "round", "roundf")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_nearest_whole_number_of_what_is_too_large(tmp_path: Path) -> None:
    names = [f"{begin}{name}" for begin in ("l", "ll") for name in ROUNDED]
    stores = " ".join(f"o[{at}] = {name}(in[threadIdx.x]);" for at, name in enumerate(names))
    text = f"#include <cstdio>\n__global__ void k(const double *in, long long *o) {{ o += {len(names)} * threadIdx.x; {stores} }}\n"
    text += f"int main() {{ double *in; long long *o; cudaMallocManaged(&in, 24); cudaMallocManaged(&o, {24 * len(names)});\n"
    text += "  in[0] = 2.5; in[1] = 1e30; in[2] = -1e30; k<<<1, 3>>>(in, o); cudaDeviceSynchronize();\n"
    text += f'  for (int i = 0; i < {3 * len(names)}; ++i) printf("%lld ", o[i]); }}\n'
    (tmp_path / "k.cpp").write_text(translate_file(parse(text.encode(), "k.cu", "cuda")).text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = list(map(int, subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout.split()))
    near = [2 if "rint" in name else 3 for name in names]
    assert said == [*near, *[2**63 - 1] * len(names), *[-(2**63)] * len(names)]
