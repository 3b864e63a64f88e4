"""`long double` is a `double` of eight bytes on a GPU (as nvcc 13's PTX has it): what the device alone has is one, what both sides hold is refused."""

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

CALL = "\n__global__ void k(double *p) { p[0] = f(p[0]); }\ndouble here() { return f(2); }\n"
GIVEN = "template <class T> __global__ void k(double *p, T s) { p[0] += s; }\n"
PLAIN = "__global__ void k(double *p) { @ }\nint main() { double *p; k<<<1, 32>>>(p); }"

# What the device does, and what must be in the translation.
SAID = {
    PLAIN.replace("@", "long double y = p[0], *q = &y; *q += 1; p[0] = *q;"): ("double y = p[0]", "double *q = &y"),
    PLAIN.replace("@", "long double y = p[0]; long double &r = y; r *= 3; p[0] = y;"): ("double &r = y",),
    PLAIN.replace("@", "long double a[2] = {1, 2}; p[0] = a[1];"): ("double a[2]",),
    PLAIN.replace("@", "p[0] = (double)((long double)p[1] * p[2]);"): ("(double)((double)p[1] * p[2])",),
    PLAIN.replace("@", "p[0] = static_cast<long double>(p[1]);"): ("static_cast<double>(p[1])",),
    PLAIN.replace("@", "p[0] = 1.0L / 3 * p[1];"): ("(double)(1.0L / 3) * p[1]",),
    PLAIN.replace("@", "p[0] = p[1] + 10L + sizeof(long double) + sizeof(0.1L);"): ("10L + sizeof(long double) + sizeof(0.1L)",),
    "template <class T> struct V { T a; };\n" + PLAIN.replace("@", "V<long double> v{p[0]}; p[0] = v.a;"): ("V<double>",),
    "#define PI 3.14159265358979323846L\n" + PLAIN.replace("@", "p[0] = p[1] * (2 * PI / 3);"): ("(double)((2 * PI / 3))",),
    "__host__ __device__ double f(double x) { long double y = x; return y / 3; }" + CALL: (
        "double f(double x) { long double y = x;",
        "double f_on_device(double x) { double y = x;",
        "return f(2)",
        "f_on_device(p[0])",
    ),
    "template <class T> __host__ __device__ T f(T x) { long double y = x; return y / 3; }" + CALL: (
        "T f(T x) { long double y",
        "T f_on_device(T x) { double y",
    ),
    "__host__ __device__ double f(double x) { return x * 0.1L; }" + CALL: ("x * 0.1L", "x * (double)(0.1L)"),
    "#define TINY 1e-17L\n__host__ __device__ double f(double x) { return x + TINY; }" + CALL: ("x + (double)(TINY)",),
    "#define HD __host__ __device__\nHD double f(double x) { long double y = x; return y / 3; }" + CALL: ("{ double y",),
    "__host__ __device__ double g(double x) { long double y = x; return y; }\n"
    "__host__ __device__ double f(double x) { return g(x) + 1; }" + CALL: ("return g_on_device(x) + 1", "return g(x) + 1"),
    "struct S { __device__ double f(double x) { long double y = x; return y; } };\n"
    + PLAIN.replace("@", "S s; p[0] = s.f(p[0]);"): ("{ double y = x;",),
}  # fmt: skip

# What both sides hold.
HELD = (
    "__global__ void k(long double *p) { p[0] += 1; }",
    "__global__ void k(double *p, long double x) { p[0] = x; }",
    "template <class T> __global__ void k(T *p) { p[0] += 1; }\nvoid f() { void *p; k<long double><<<1, 1>>>((long double *)p); }",
    "template <class T> __global__ void k(T *p) { p[0] += 1; }\nvoid f() { long double *p; k<<<1, 1>>>(p); }",
    "struct S { int a; long double v; };\n__global__ void k(S *p) { p[0].a += 1; }",
    "struct S { long double v; }; struct R { S s; int n; };\n__global__ void k(R *p) { p[0].n += 1; }",
    "typedef long double real;\n" + PLAIN.replace("@", "real r = p[0]; p[0] = r;"),
    "using real = long double;\n" + PLAIN.replace("@", "real r = p[0]; p[0] = r;"),
    "#define real long double\n" + PLAIN.replace("@", "real r = p[0]; p[0] = r;"),
    "__device__ long double g;\n" + PLAIN.replace("@", "g += p[0];"),
    "constexpr long double tiny = 1e-17L;\n" + PLAIN.replace("@", "p[0] += tiny;"),
    "constexpr double f(double x) { return (double)((long double)x * x); }" + CALL,
    PLAIN.replace("@", "long double a[3]; p[0] = sizeof(a);"),
    PLAIN.replace("@", "long double a = 0; p[0] = sizeof a;"),
    "struct A { __host__ __device__ double f(double x) { long double y = x; return y; } };\n"
    + PLAIN.replace("@", "A a; p[0] = a.f(p[0]);") + "\ndouble here() { A a; return a.f(2); }",
    "struct A { double v; __host__ __device__ A operator+(A o) { long double y = v; y += o.v; return A{(double)y}; } };\n"
    + PLAIN.replace("@", "A a{2}; p[0] = (a + a).v;") + "\ndouble here() { A a{2}; return (a + a).v; }",
    GIVEN + "void f(double *p) { k<<<1, 1>>>(p, 0.1L); }",
    GIVEN + "void f(double *p) { auto s = 0.1L; auto t = 2 * s; k<<<1, 1>>>(p, t); }",
    GIVEN + "long double g() { return 1; }\nvoid f(double *p) { k<<<1, 1>>>(p, g()); }",
    GIVEN + "long double s;\nvoid f(double *p) { k<<<1, 1>>>(p, (float)2 * s); }",
    GIVEN + "struct S { long double v; };\nvoid f(double *p, S s) { k<<<1, 1>>>(p, s.v); }",
    GIVEN + "void f(double *p) { k<double long const><<<1, 1>>>(p, 3); }",
    "__global__ void k(long /* of */ const double *p, double *q) { q[0] = p[0]; }",
    "template <class F> __global__ void k(double *p, F f) { p[0] = f(p[0]); }\nvoid g(double *p) {"
    " auto f = [] __host__ __device__(double x) { long double y = x; return (double)y; }; k<<<1, 1>>>(p, f); }",
)  # fmt: skip

# What only the host has of it changes nothing.
OF_HOST = (
    "static long double total;\n" + PLAIN.replace("@", "p[0] = 1;"),
    "struct S { long double v; };\nS s;\n" + PLAIN.replace("@", "p[0] = 1;"),
    "__host__ __device__ double f(double x) { long double y = x; return y; }\ndouble here() { return f(2); }\n"
    + PLAIN.replace("@", "p[0] = 1;"),
    "struct A { __host__ __device__ double f(double x) { long double y = x; return y; } };\n"
    "double here() { A a; return a.f(2); }\n" + PLAIN.replace("@", "p[0] = 1;"),
    "template <class T> __global__ void k(T *p) { p[0] += 1; }\nvoid f(double *p) { long double s = 0; k<<<1, 1>>>(p); }",
)  # fmt: skip

# Words side by side that are no `long double`, and names that mean something else on the device.
NEITHER = (
    "template <int K> __global__ void k(double s, long long t) {}\nvoid f() { k<5><<<1, 1>>>((double)-7, (long long)9); }",
    GIVEN + "void f(double *p) { k<<<1, 1>>>(p, static_cast<long>(double(2))); }",
    GIVEN + "void f(double *p) { k<<<1, sizeof(double) * (long)3>>>(p, 1.0); }",
    "template <class A, class B> __global__ void k(A *p, B *q) { p[0] = q[0]; }\n"
    "void f(long *p, double *q) { k<long, double><<<1, 1>>>(p, q); }",
    "template <class A, class B> struct P { A a; B b; };\nusing Q = P<long, double>;\n__global__ void k(Q *p) { p[0].a += 1; }",
    "constexpr double f(double a) { return (double)(long)a; }" + CALL,
    "#define CAST(x) ((double)(long long)(x))\n" + PLAIN.replace("@", "p[0] = CAST(p[1]);"),
    "const double c = (double)(long)3;\n" + PLAIN.replace("@", "p[0] = c;"),
    "static long double total;\n" + PLAIN.replace("@", "double total = p[0]; p[1] = total;"),
    "static long double total;\nstruct S { double total; };\n__global__ void k(S *p) { p[0].total += 1; }",
    "long double x = 3;\n__global__ void k(double x, double *p) { p[0] = x; }",
    GIVEN + "void f(double *p) { long double s = 0; k<<<1, 1>>>(p, (double)s); }",
    GIVEN + "void f(double *p) { long double s = 0; k<<<1, 1>>>(p, static_cast<double>(s) ); }",
    GIVEN + "void f(double *p) { auto s = (float)0.1L; k<<<1, 1>>>(p, s); }",
    GIVEN + "struct C { double s; };\nvoid f(double *p, C c) { long double s = 0; k<<<1, 1>>>(p, c.s); }",
)  # fmt: skip


@pytest.mark.parametrize("text", NEITHER)
def test_what_is_no_long_double_is_translated(text: str) -> None:
    assert [kernel.reason for kernel in translate_file(parse(text, name="k.cu")).kernels] == [""]


@pytest.mark.parametrize("text", SAID)
def test_what_the_device_alone_has_is_a_double(text: str) -> None:
    made = translate_file(parse(text, name="k.cu"))
    assert [kernel.reason for kernel in made.kernels] == [""]
    assert [part for part in SAID[text] if part not in made.text] == []


@pytest.mark.parametrize("text", HELD)
def test_what_both_sides_hold_is_refused(text: str) -> None:
    (kernel,) = translate_file(parse(text, name="k.cu")).kernels
    assert kernel.text is None
    assert "long double" in kernel.reason


@pytest.mark.parametrize("text", OF_HOST)
def test_what_the_host_alone_has_stays(text: str) -> None:
    made = translate_file(parse(text, name="k.cu"))
    assert [kernel.reason for kernel in made.kernels] == [""]
    assert text.partition("\n")[0].replace("__host__ __device__ ", "").partition("<class")[0] in made.text
