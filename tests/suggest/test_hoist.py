"""What a loop uses of structs, containers and classes, taken out before it: the directive compiles and the program computes the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from loopwright.device import run_program
from loopwright.device.run import Limits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.programs.annotate import annotate
from loopwright.suggest.programs.hoist import hoisted
from whole import differing

HEAD = "#include <cmath>\n#include <cstdio>\n#include <memory>\n#include <vector>\n"
MATRIX = """template <typename T> class Matrix {
 public:
  Matrix(int r, int c) : rows_(r), cols_(c), cells_((std::size_t)r * c) {}
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  T &operator()(int i, int j) { return cells_[(std::size_t)i * cols_ + j]; }
  const T &operator()(int i, int j) const { return cells_[(std::size_t)i * cols_ + j]; }
  T *data() { return cells_.data(); }
  const T *data() const { return cells_.data(); }
  std::size_t size() const { return cells_.size(); }
  double total() const { double s = 0; for (int k = 0; k < rows_ * cols_; k++) s += cells_[k]; return s; }
  void scale(T by) { for (std::size_t k = 0; k < cells_.size(); k++) cells_[k] *= by; }
 private:
  int rows_, cols_;
  std::vector<T> cells_;
};
"""
# (declarations, what main does; the loop under test writes out[], whose sum is printed)
ORDINARY = {
    "vector": ("", "std::vector<double> v(100, 2.0), w(100); for (int i = 0; i < 100; i++) w[i] = 3 * v[i] + i; OUT(w[i])"),
    "vector by size": ("", "std::vector<double> v(100, 2.0); for (std::size_t i = 0; i < v.size(); i++) v[i] *= i; OUT(v[i])"),
    "vector by reference": (
        "void f(std::vector<double> &y, const std::vector<double> &x) { for (std::size_t i = 0; i < x.size(); i++) y[i] += x[i]; }",
        "std::vector<double> x(100, 1.0), y(100, 2.0); f(y, x); OUT(y[i])",
    ),
    "gather": ("", "std::vector<double> v(100, 2.0), w(100); std::vector<int> at(100, 7); v[7] = 5;"
               " for (int i = 0; i < 100; i++) w[i] = v[at[i]]; OUT(w[i])"),
    "unique_ptr": ("", "std::unique_ptr<double[]> p(new double[100]); for (int i = 0; i < 100; i++) p[i] = 0.5 * i; OUT(p[i])"),
    "operator()": (MATRIX, "Matrix<double> m(10, 10); for (int i = 0; i < m.rows(); i++) for (int j = 0; j < m.cols(); j++)"
                   " m(i, j) = i - 2 * j; OUT(m(i / 10, i % 10))"),
    "two matrices": (
        MATRIX + "void t(Matrix<float> &a, const Matrix<float> &b) { for (int i = 0; i < a.rows(); i++)"
        " for (int j = 0; j < a.cols(); j++) a(i, j) = 2 * b(j, i); }",
        "Matrix<float> a(10, 10), b(10, 10); b(3, 4) = 7; t(a, b); OUT(a(i / 10, i % 10))",
    ),
    "method over this": (MATRIX, "Matrix<double> m(10, 10); m(1, 1) = 4; m.scale(3); double s = m.total();"
                         ' std::printf("%.6f\\n", s);'),
    "struct of vectors": (
        "struct G { int n; double h; std::vector<double> u, f; };"
        "void f(G &g) { for (int i = 1; i < g.n - 1; i++) g.f[i] = (g.u[i - 1] + g.u[i + 1]) * g.h; }",
        "G g{100, 0.5, std::vector<double>(100, 2.0), std::vector<double>(100)}; f(g); OUT(g.f[i])",
    ),
    "struct with a size": (
        "struct P { std::vector<double> x, v; std::size_t size() const { return x.size(); } };"
        "void f(P &p) { for (std::size_t i = 0; i < p.size(); i++) p.x[i] += 0.5 * p.v[i]; }",
        "P p{std::vector<double>(100, 2.0), std::vector<double>(100, 3.0)}; f(p); OUT(p.x[i])",
    ),
    "own size": (
        "struct P { std::vector<double> x; int size() const { return static_cast<int>(x.size()); }"
        " void f() { for (int i = 0; i < size(); i++) x[i] *= 0.5 * i; } };",
        "P p{std::vector<double>(100, 2.0)}; p.f(); OUT(p.x[i])",
    ),
    "struct of pointers": (
        "struct G { int n; double *u, *f; };"
        "void f(G *g) { for (int i = 0; i < g->n; i++) g->f[i] = 2 * g->u[i]; }",
        "std::vector<double> a(100, 1.5), b(100); G g{100, a.data(), b.data()}; f(&g); OUT(b[i])",
    ),
    "vector of structs": (
        "struct P { double x, v; }; void f(std::vector<P> &p, double dt) { for (std::size_t i = 0; i < p.size(); i++) p[i].x += dt * p[i].v; }",
        "std::vector<P> p(100, P{1, 2}); f(p, 0.25); OUT(p[i].x)",
    ),
    "template function": (
        "template <typename T> void axpy(T a, const std::vector<T> &x, std::vector<T> &y)"
        " { for (std::size_t i = 0; i < x.size(); i++) y[i] += a * x[i]; }",
        "std::vector<double> x(100, 1.0), y(100, 2.0); axpy(3.0, x, y); OUT(y[i])",
    ),
    "accessor with arithmetic": (
        "struct T { double a, b; double at(double x) const { return a * x + b * std::sqrt(x); } };"
        "void f(std::vector<double> &y, const T &t) { for (std::size_t i = 0; i < y.size(); i++) y[i] = t.at(y[i]); }",
        "std::vector<double> y(100, 4.0); f(y, T{2, 3}); OUT(y[i])",
    ),
    "index method": (
        "class F { public: explicit F(int n) : n_(n), v_(n * n, 1.0) {} int n() const { return n_; }"
        " int at(int i, int j) const { return i * n_ + j; }"
        " void smooth() { for (int i = 1; i < n_ - 1; i++) for (int j = 1; j < n_ - 1; j++) w_[at(i, j)] = v_[at(i, j - 1)] + v_[at(i, j + 1)]; }"
        " std::vector<double> v_, w_ = std::vector<double>(10000); private: int n_; };",
        "F f(10); f.smooth(); OUT(f.w_[i])",
    ),
    "lambda": ("", "auto cube = [](double x) { return x * x * x; }; std::vector<double> v(100, 2.0);"
               " for (int i = 0; i < 100; i++) v[i] = cube(v[i]); OUT(v[i])"),
    "sum": ("", "std::vector<double> v(100, 0.5); double s = 0; for (std::size_t i = 0; i < v.size(); i++) s += v[i] * v[i];"
            ' std::printf("%.6f\\n", s);'),
    "histogram": ("", "std::vector<int> bins(10), v(100); for (int i = 0; i < 100; i++) v[i] = i * i;"
                  " for (std::size_t i = 0; i < v.size(); i++) bins[v[i] % 10]++; OUT(bins[i / 10])"),
    "member of member": (
        "struct A { std::vector<double> rho; }; struct S { A fluid; double gamma; };"
        "void f(S &s) { for (std::size_t i = 0; i < s.fluid.rho.size(); i++) s.fluid.rho[i] = std::pow(s.fluid.rho[i], s.gamma); }",
        "S s; s.gamma = 2; s.fluid.rho.assign(100, 3.0); f(s); OUT(s.fluid.rho[i])",
    ),
    "levels": (
        "struct L { int n; std::vector<double> u; };"
        "void f(std::vector<L> &levels) { for (std::size_t l = 0; l < levels.size(); l++)"
        " { L &level = levels[l]; for (int i = 0; i < level.n; i++) level.u[i] = i + 0.5; } }",
        "std::vector<L> levels(3); for (L &l : levels) { l.n = 100; l.u.resize(100); } f(levels); OUT(levels[1].u[i])",
    ),
    "reference to an element": (
        "struct P { double x, v; }; void f(std::vector<P> &p) { for (std::size_t i = 0; i < p.size(); i++) { P &q = p[i]; q.x += q.v; } }",
        "std::vector<P> p(100, P{1, 2}); f(p); OUT(p[i].x)",
    ),
    "range by reference": ("", "std::vector<double> v(n, 2.0); for (double &x : v) x = x * x; OUT(v[i])"),
    "range by value": ("", "std::vector<float> v(n, 2.0f); double s = 0; for (auto x : v) { x *= 2; s += x; }"
                       ' std::printf("%.6f\\n", s);'),
    "pointer to a vector": (
        "void f(std::vector<double> *v) { for (int i = 0; i < (int)v->size(); i++) (*v)[i] = i; }",
        "std::vector<double> v(100); f(&v); OUT(v[i])",
    ),
    "base class": (
        "struct B { std::vector<double> u; }; struct D : B { int n; void step() { for (int i = 0; i < n; i++) u[i] = 2 * u[i] + i; } };",
        "D d; d.u.assign(100, 1.0); d.n = 100; d.step(); OUT(d.u[i])",
    ),
    "swapped vectors": (
        "void f(std::vector<double> &v, std::vector<double> &w) { int n = v.size(); for (int t = 0; t < 3; t++) {"
        " for (int i = 1; i < n - 1; i++) w[i] = v[i - 1] + v[i + 1];\n std::swap(v, w);\n for (int i = 0; i < n; i++) w[i] = v[i] * 0.5; } }",
        "std::vector<double> v(100, 1.0), w(100, 2.0); f(v, w); OUT(v[i] + w[i])",
    ),
    "branches without braces": (
        "void f(std::vector<double> &v, int n) { if (n > 3) for (int i = 0; i < n; i++) v[i] = i; else for (int i = 0; i < n; i++) v[i] = -i; }",
        "std::vector<double> v(100); f(v, 100); OUT(v[i])",
    ),
    "array": ("#include <array>\n", "static std::array<double, 1000000> a{}; for (std::size_t i = 0; i < a.size(); i++) a[i] = 2.0 * i; OUT(a[i])"),
}  # fmt: skip


def whole(name: str) -> str:
    declarations, body = ORDINARY[name]
    body = body.replace("i < 100", "i < n")  # a constant would say that it does not pay
    body = re.sub(
        r"OUT\((.*)\)",
        r'double s_ = 0; for (int i = 0; i < 100; i++) { s_ += (1 + i % 3) * (\1); } std::printf("%.6f\\n", s_);',
        body,
    )
    return (
        f"{HEAD}{declarations}\nint main(int argc, char **) {{\n  const int n = 99 + argc;\n  {body}\n  return 0;\n}}\n"
    )


def annotated(code: str, language: str = "cpp") -> str:
    outline = Outline(parse(code, language=language))  # type: ignore[arg-type]
    tools = Tools(device="server")
    result = annotate(outline, lambda seen, loop: suggest(seen, loop, Path("a.cpp"), tools), True, 1)
    return result.text.decode()


@pytest.mark.parametrize("name", differing({name: whole(name) for name in ORDINARY}, 4))
def test_ordinary_loops_of_cpp_run_on_the_device(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    code = whole(name)
    text = annotated(code)
    assert "#pragma acc parallel loop" in text.split("s_ = 0")[0], text
    (tmp_path / "serial.cpp").write_text(code, "utf-8")
    (tmp_path / "a.cpp").write_text(text, "utf-8")
    subprocess.run(["g++", "-O1", str(tmp_path / "serial.cpp"), "-o", str(tmp_path / "serial")], check=True)
    expected = subprocess.run([str(tmp_path / "serial")], capture_output=True, text=True, check=True).stdout
    report = run_program([tmp_path / "a.cpp"], folder=tmp_path, limits=Limits())
    assert report.exit == 0, text
    assert report.stdout == expected, text
    assert not [f for f in report.findings if f.severity in ("error", "warning")], text


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        # The pointer that a loop sets anew, a container that grows, an object that is given away.
        (
            "struct L { double *f; int n; }; void g(L *l) { for (int i = 0; i < l->n; i++) { l->f = l->f + 1; *l->f = i; } }",
            "double *f =",
        ),
        ("#include <vector>\nvoid g(std::vector<int> &v) { for (int i = 0; i < 9; i++) v.push_back(i); }", ".data()"),
        (
            "struct L { double *f; int n; }; void h(L *); void g(L *l) { for (int i = 0; i < l->n; i++) { l->f[i] = 0; h(l); } }",
            "= l->f",
        ),
    ],
)
def test_what_changes_in_the_loop_stays_where_it_is(code: str, absent: str) -> None:
    assert absent not in annotated(code)


def test_a_routine_stands_before_a_template_and_not_in_a_class() -> None:
    code = (
        "struct T { double a; double at(int i) const { double s = a; if (i > 3) s = 1; return s; } };\n"
        "template <typename X>\nstatic X twice(X x) { return 2 * x; }\n"
        "void f(double *__restrict y, const T &t, int n) { for (int i = 0; i < n; i++) y[i] = twice(y[i]); }\n"
    )
    text = annotated(code)
    assert "routine" not in text or "#pragma acc routine seq\ntemplate" in text
    assert not re.search(r"routine seq\s+double at", text)


def test_an_array_that_a_called_function_reads_is_declared() -> None:
    code = (
        "static const double w[3] = {0.25, 0.5, 0.25};\n"
        "static double mean(const double *a, int i) { return w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1]; }\n"
        "void f(double *restrict y, const double *restrict a, int n) { for (int i = 1; i < n; i++) y[i] = mean(a, i); }\n"
    )
    text = annotated(code, "c")
    assert "#pragma acc declare copyin(w)" in text
    assert "#pragma acc routine seq\nstatic double mean" in text
    command = ["gcc", "-fopenacc", "-foffload=disable", "-fsyntax-only", "-x", "c", "-"]
    subprocess.run(command, input=text, text=True, check=True)


OPENMP = """void f(double *restrict y, const double *restrict a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
#pragma omp simd reduction(+:s)
    for (int k = 0; k < 100; k++) s += a[k] * y[i];
    y[i] = s;
  }
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < n; i++) y[i] += a[i];
}
"""


@pytest.mark.parametrize("flags", [["-fopenacc"], ["-fopenmp"], ["-fopenacc", "-fopenmp"], []])
def test_beside_openmp_a_directive_compiles_with_each_flag(flags: list[str]) -> None:
    text = annotated(OPENMP, "c")
    assert text.count("#pragma acc parallel loop") == 1
    assert text.count("#pragma omp") == 4
    subprocess.run(
        ["gcc", *flags, "-foffload=disable", "-fsyntax-only", "-x", "c", "-"], input=text, text=True, check=True
    )


def test_short_loops_stay_sequential() -> None:
    code = (
        "void f(int n, double *restrict a, const int *restrict s, const double *restrict v) {\n"
        "  for (int i = 0; i < n; i++) { double t = 0; for (int k = s[i]; k < s[i + 1]; k++) t += v[k]; a[i] = t; }\n"
        "  for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) a[3 * i + k] *= 2;\n"
        "  for (int i = 0; i < n; i++) for (int k = 0; k < 300; k++) a[300 * i + k] *= 2;\n}\n"
    )
    directives = re.findall(r"#pragma acc (.*)", annotated(code, "c"))
    assert len(directives) == 3
    assert ["collapse" in directive for directive in directives] == [False, False, True]


CALLEE = """static double u[4000000], v[4000000];
static void host(void) { for (int i = 1; i < 3999999; i++) v[i] = 0.5 * (u[i - 1] + u[i + 1]); }
void run(int steps) {
  for (int t = 0; t < steps; t++) {
    host();
    for (int i = 1; i < 3999999; i++) u[i] = v[i] * v[i];
  }
}
"""


def test_no_region_around_a_call_whose_callee_is_annotated() -> None:
    text = annotated(CALLEE, "c")
    assert text.count("#pragma acc parallel loop") == 2
    assert "acc data" not in text


def test_what_is_taken_out_before_a_loop_is_one_file_however_often_it_is_asked() -> None:
    """Rounds of a plan ask again: what callers say of that file is kept with it, and is the dearest answer of all."""
    text = "struct S { int n; double *x; };\nvoid f(struct S *s) {\n  for (int i = 0; i < s->n; i++) s->x[i] = i;\n}\n"
    outline = Outline(parse(text.encode(), language="c"))
    first, again = (hoisted(outline, outline.loops[0]) for _ in range(2))
    assert first is not None
    assert again is first
