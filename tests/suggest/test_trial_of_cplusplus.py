"""`tested` for loops of C++, and for loops on objects: each is built with g++ by itself, and run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.dependence.decide.sections import DataFact
from loopwright.dependence.model.verdict import LoopVerdict, Reduction
from loopwright.source.outline import Outline
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.trial.alone import alone
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable
from whole import differing

VECTOR = "#include <vector>\nusing namespace std;\n"
AGREE = {
    "a vector by reference": VECTOR + "void f(std::vector<double> &a, const vector<double> &b, int n) { for (int i = 0; i < n; i++) a[i] = 2 * b[i]; }",
    "as long as a vector is": VECTOR + "void f(vector<double> &a, const vector<double> &b) { for (size_t i = 0; i < a.size(); i++) a[i] = 2 * b[i]; }",
    "a vector of its own length": VECTOR + "int main() { vector<float> a(1000, 1.f); for (int i = 0; i < 1000; i++) a[i] *= 2; return a[3]; }",
    "rows of vectors": VECTOR + "void f(vector<vector<double>> &a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i + j; }",
    "an array of the library": "#include <array>\nvoid f(std::array<double, 100> &a) { for (int i = 0; i < 100; i++) a[i] = i; }",
    "memory that a pointer owns": "#include <memory>\nvoid f(std::unique_ptr<double[]> &a, int n) { for (int i = 0; i < n; i++) a[i] = i; }",
    "a greatest element": "#include <algorithm>\nvoid f(double *a, double *b, int n) { double m = 0;"
    " for (int i = 0; i < n; i++) m = std::max(m, a[i] - b[i]); b[0] = m; }",
    "members of its object": "class G { double *x; int n; public: void f() { for (int i = 0; i < n; i++) x[i] = 2 * x[i]; } };",
    "members by `this`": "struct G { double *x; int n; void f(); };\nvoid G::f() { for (int i = 0; i < this->n; i++) this->x[i] = 2 * this->x[i]; }",
    "a lambda that writes": "void f(double *a, int n) { for (int i = 0; i < n; i++) { auto g = [&](double v) { a[i] = v; }; g(2.0); } }",
    "functions that write": "static void put(double *p, double v) { *p = v; } static double &at(double *p, int i) { return p[i]; }"
    " void f(double *a, double *b, int n) { for (int i = 0; i < n; i++) { put(&a[i], i); a[i] *= 2; at(b, i) = 1; } }",
    "a template": "template <typename T> void f(T *a, const T *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + T(1); }",
    "a template class, as it is used": "template <class T, class I> class A { T *x; I n; public: void f(const T a) {"
    " for (I i = 0; i < n; i++) x[i] = a * static_cast<T>(2); } };\nA<float, int> z;",
    "functions of one name, and a template": "inline double sq(double x) { return x * x; } inline float sq(float x) { return x; }"
    " template <typename T> T tw(T x) { return 2 * x; }\nvoid f(double *a, int n) { for (int i = 0; i < n; i++) a[i] = sq(a[i]) + tw<double>(a[i]); }",
    "a constant of a namespace": "namespace k { const int W = 7; }\nvoid f(double *v) { for (int i = 0; i < k::W; i++) v[i] = k::W; }",
    "objects with methods and operators": "struct V { double x, y; V(double a, double b) : x(a), y(b) {} V() : x(0), y(0) {}"
    " V operator+(const V &o) const { return V(x + o.x, y + o.y); } double norm() const { return std::sqrt(x * x + y * y); } };\n"
    "void f(V *p, const V *q, double *r, int n) { for (int i = 0; i < n; i++) { V s = p[i] + q[i]; r[i] = s.norm(); } }",
    "a vector of objects": VECTOR + "struct P { double x; int k[3]; };\nvoid f(std::vector<P> &p, int n) { for (int i = 0; i < n; i++) p[i].x += p[i].k[1]; }",
    "two objects by reference": "struct G { double *u; int n; }; void f(G &g, G &h) { for (int i = 0; i < g.n; i++) g.u[i] = h.u[i]; }",
    "a length that an object tells": VECTOR + "void f(vector<double> &v, double *a) { const int n = v.size(); for (int i = 0; i < n; i++) a[i] = v[i]; }",
    "complex numbers": "#include <complex>\nvoid f(float *a, int n) { for (int i = 0; i < n; i++) { std::complex<float> z(a[i], 1); a[i] = norm(z); } }",
    "a text": "#include <string>\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = std::string(1, char(i)).size(); }",
    "rows of pointers": "void f(float **a, float **b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = 2 * b[i][j]; }",
}  # fmt: skip
OF_C = {
    "objects in an array": "typedef struct { double x, y; int k[2]; } P; void f(P *p, int n) { for (int i = 0; i < n; i++) p[i].x += p[i].y * p[i].k[1]; }",
    "sizes behind a pointer": "struct H; struct P { int n, m; double dx; double *u; struct H *next; };\nvoid f(const struct P *p, struct H *h, double *v)"
    " { for (int i = 0; i < p->n; i++) for (int j = 0; j < p->m; j++) v[i * p->m + j] = p->u[i * p->m + j] * p->dx; }",
    "rows of pointers": "void f(float ***a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) a[i][j][k] += 1; }",
    "arrays behind two objects": "typedef struct { double *x, *v; } A; typedef struct { A *atoms; int n; void *more; } S;"
    " void f(S *s, double dt) { for (int i = 0; i < s->n; i++) s->atoms->x[i] += dt * s->atoms->v[i]; }",
    "numbers of either form": "#ifdef SINGLE\ntypedef float real;\n#else\ntypedef double real;\n#endif\nstruct E; typedef real real3[3];"
    " typedef struct { real3 *r; } A; void f(A *a, struct E *e, int n, real t) { for (int i = 0; i < n; i++) a->r[i][1] = t * a->r[i][0]; }",
    "rows of a member": "struct E; typedef struct { int **near; double *x; int n; } S; void f(S *s, struct E *e)"
    " { for (int i = 0; i < s->n; i++) { double t = 0; for (int j = 0; j < 4; j++) t += s->near[i][j]; s->x[i] = t; } }",
    "a variable named as a function": "struct E; void f(const double *x, int *out, int n, struct E *e)"
    " { int abort = 0; for (int i = 0; i < n; i++) if (x[i] < 0) abort = 1; out[0] = abort; }",
    "several objects, and limits of the library": "#include <stdint.h>\n#include <float.h>\ntypedef struct { uint8_t r; uint32_t n; } C;"
    " void f(C *c, const float *x, uint32_t *out, int k) { for (int i = 0; i < k; i++) { float best = FLT_MAX; if (x[i] < best) best = x[i];"
    " c[i].n = best > 1; out[i] = c[i].r < UINT32_MAX; } }",
    "rows that nobody uses": "struct E; typedef struct { int **near; double *x; int n; } S; void f(S *s, struct E *e)"
    " { for (int i = 0; i < s->n; i++) s->x[i] = i; }",
    "an object of main": "struct P { int n; float w[4]; }; int main(void) { struct P p; float a[20];"
    " for (int i = 0; i < 20; i++) a[i] = p.w[i % 4]; return a[1] > 0; }",
}


@pytest.mark.parametrize("name", differing(AGREE, 4))
def test_a_right_loop_of_cplusplus_agrees(outline, tmp_path: Path, name: str) -> None:
    found = outline(AGREE[name], "cpp")
    tested = try_loop(found, found.loops[0], tmp_path / "a.cpp")
    assert tested.agreed, tested.counterexample
    assert tested.inputs >= 1  # a machine that is busy tries fewer


NAMED = {
    "nothing of the library": ("double *a", "a[i] = i;", "", set(), {"algorithm", "complex", "memory", "vector"}),
    "a function of numbers": ("double *a", "a[i] = std::sqrt(a[i]);", "", {"algorithm"}, {"complex", "memory"}),
    "a vector": ("std::vector<int> &a", "a[i] = i;", "", {"vector"}, {"complex", "memory"}),
    "complex numbers": (
        "float *a",
        "std::complex<float> z(a[i], 1); a[i] = norm(z);",
        "",
        {"complex", "vector"},
        set(),
    ),
    "a text": ("int *a", "a[i] = std::string(1, char(i)).size();", "", {"complex", "memory"}, set()),
    "in a remark": ("int *a", "a[i] = i; // std::complex", "", set(), {"complex", "memory", "vector"}),
    "any of its names": ("float *a", "a[i] = max(a[i], 1.f);", "using namespace std;\n", {"complex"}, set()),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_trial_reads_the_large_headers_where_something_of_them_is_named(outline, name: str) -> None:
    parameter, body, before, there, away = NAMED[name]
    found = outline(f"{before}void f({parameter}, int n) {{ for (int i = 0; i < n; i++) {{ {body}\n}} }}", "cpp")
    loop = found.loops[0]
    headers = {each.split("<")[1][:-1] for each in _included(alone(found, loop, facts_of(found, loop)).outline)}
    assert there <= headers
    assert not away & headers


def _included(found: Outline) -> list[str]:
    return [line for line in found.source.text.splitlines() if line.startswith("#include <")]


@pytest.mark.parametrize("name", OF_C)
def test_a_right_loop_on_objects_agrees(outline, tmp_path: Path, name: str) -> None:
    found = outline(OF_C[name])
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample
    assert tested.inputs >= 1  # a machine that is busy tries fewer


def proved(**changes: object) -> LoopFacts:
    """Facts that claim more than is true."""
    return replace(LoopFacts(LoopVerdict("proved", "")), **changes)  # type: ignore[arg-type]


WRONG = {
    "a recurrence in a vector": (VECTOR + "void f(vector<double> &a, int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }", proved()),
    "a recurrence in rows": (
        VECTOR + "void f(vector<vector<double>> &a, int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = a[i - 1][j]; }",
        proved(),
    ),
    "a recurrence in a member": ("class G { double *x; int n; public: void f() { for (int i = 1; i < n; i++) x[i] = x[i - 1]; } };", proved()),
    "a member that is kept": (
        "struct G { double *x; int n; double last; void f() { for (int i = 0; i < n; i++) { x[i] = this->last; this->last = x[i] + 1; } } };",
        proved(verdict=LoopVerdict("proved", "", private=("this->last",))),
    ),
    "a sum that is not one": ("struct G { double *x; int n; double s; void f() { for (int i = 0; i < n; i++) s += x[i]; } };", proved()),
    "the wrong operator": (
        "template <typename T> T f(const T *a, int n) { T s = 0; for (int i = 0; i < n; i++) s = a[i] - s; return s; }",
        proved(verdict=LoopVerdict("proved", "", reductions=(Reduction("s", "+"),))),
    ),
    "a section that is too short": (
        "struct G { double *x; int n; void f() { for (int i = 0; i < this->n; i++) this->x[i] = 1; } };",
        proved(data=(DataFact("this->x", "copyout", "0", "this->n - 1"),)),
    ),
    "a function that writes every other element": (
        "static void put(double *p, double v) { *p = v; } void f(double *a, int n) { for (int i = 0; i < n; i++) if (i % 2) put(&a[i], i); }",
        proved(data=(DataFact("a", "copyout", "0", "n"),)),
    ),
    "a lambda that reads what is not brought": (
        "void f(double *a, int n) { for (int i = 0; i < n; i++) { auto g = [&] { a[i] = a[i] + 1; }; g(); } }",
        proved(data=(DataFact("a", "copyout", "0", "n"),)),
    ),
    "a recurrence over objects": ("struct P { double x, y; }; void f(P *p, int n) { for (int i = 1; i < n; i++) p[i].x = p[i - 1].x; }", proved()),
    "a recurrence over rows of pointers": (
        "void f(float **a, int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = a[i - 1][j]; }",
        proved(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", differing({name: text for name, (text, _) in WRONG.items()}, 3))
def test_a_wrong_loop_of_cplusplus_shows_itself(outline, tmp_path: Path, name: str) -> None:
    code, facts = WRONG[name]
    found = outline(code, "cpp")
    tested = try_loop(found, found.loops[0], tmp_path / "a.cpp", facts)
    assert not tested.agreed


CLAIMED = {"a length that the loop does not tell": proved(data=(DataFact("p", "copyout", "0", "m"),))}
# Where a trial would run something else than what is there, nothing is said.
UNTESTABLE = {
    "a method of its own that uses data": (
        "class G { double *x; int n; double get(int i) { return x[i]; } void f() { for (int i = 0; i < n; i++) x[i] = get(i); } };"
    ),
    "a constructor that is elsewhere": "struct V { double x; V(); }; void f(V *p, int n) { for (int i = 0; i < n; i++) { V a; p[i] = a; } }",
    "an assignment of its own": "struct V { double x; V &operator=(const V &o); };"
    " void f(V *p, const V *q, int n) { for (int i = 0; i < n; i++) p[i] = q[i]; }",
    "a base class": "struct B { double x; }; struct V : B { double y; }; void f(V *p, int n) { for (int i = 0; i < n; i++) p[i].y = 1; }",
    "members that lie over each other": "union U { double x; int k; }; void f(U *p, int n) { for (int i = 0; i < n; i++) p[i].k = 1; }",
    "a function that is elsewhere": "double g(double x); void f(double *p, int n) { for (int i = 0; i < n; i++) p[i] = g(p[i]); }",
    "its own object handed on": "void use(void *); struct G { double *x; int n; void f() { for (int i = 0; i < n; i++) { x[i] = 1; use(this); } } };",
    "a length that the loop does not tell": (
        "#include <cstdlib>\nvoid f(int m, int n) { double *p = (double *)malloc(m * sizeof(double)); for (int i = 0; i < n; i++) p[i] = 1; }"
    ),
    "a row longer than those that are made": "void f(float **a) { for (int i = 0; i < 500; i++) for (int j = 0; j < 500; j++) a[i][j] = 1; }",
}  # fmt: skip


@pytest.mark.parametrize("name", UNTESTABLE)
def test_what_cannot_be_written_out_is_not_run(outline, tmp_path: Path, name: str) -> None:
    found = outline(UNTESTABLE[name], "cpp")
    with pytest.raises(Untestable):
        try_loop(found, found.loops[0], tmp_path / "a.cpp", CLAIMED.get(name, proved()))
