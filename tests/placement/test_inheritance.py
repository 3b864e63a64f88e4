"""Classes with bases and virtual functions: their data live on the device as those of any class."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from loopwright.placement.plan import Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.placement_fuzz import problem_of

FIELD = """#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>
class Field {
 public:
  explicit Field(int n) : n_(n), u_(n, 1.0) {
    for (int i = 0; i < n; i++) u_[i] = i % 5;
  }
  virtual ~Field() {}
  virtual void step() {
    double *u = u_.data();
    int n = n_;
#pragma acc parallel loop copy(u[0:n])
    for (int i = 0; i < n; i++) u[i] = 0.5 * u[i] + 0.25;
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n_; i++) s += u_[i] * (i % 7);
    return s;
  }

 protected:
  int n_;
  std::vector<double> u_;
};
class Wave : public Field {
 public:
  explicit Wave(int n) : Field(n), w_(n, 0.5) {}
  void step() override {
    Field::step();
    double *u = u_.data(), *w = w_.data();
    int n = n_;
#pragma acc parallel loop copy(u[0:n], w[0:n])
    for (int i = 0; i < n; i++) {
      w[i] = 0.5 * u[i] + 0.25 * w[i];
      u[i] -= 0.125 * w[i];
    }
  }

 private:
  std::vector<double> w_;
};
struct Shape {
  virtual ~Shape() = default;
  virtual void apply(double *v, int n) const = 0;
};
struct Halving : Shape {
  void apply(double *v, int n) const override {
#pragma acc parallel loop copy(v[0:n])
    for (int i = 0; i < n; i++) v[i] *= 0.5;
  }
};
struct Nudging : Shape {
  void apply(double *v, int n) const override { v[n / 2] += 1.0; }
};
static void drive(Field &f, int times) {
  for (int t = 0; t < times; t++) f.step();
}
"""
KEPT = {
    "an object of its own class": "Wave f(n); for (int t = 0; t < 9; t++) f.step();",
    "its base, by reference": "Wave f(n); drive(f, 9);",
    "a smart pointer to the base": "std::unique_ptr<Field> p = std::make_unique<Wave>(n); Field &f = *p; for (int t = 0; t < 9; t++) p->step();",
    "a function that only its base has": 'Wave f(n); drive(f, 3); std::printf("%.6f\\n", f.sum());',
}


def planned(body: str) -> Plan:
    code = (
        FIELD
        + "int main(int argc, char **argv) {\n  int n = 5000 + argc;\n  "
        + body
        + '\n  std::printf("%.6f\\n", f.sum());\n  return 0;\n}\n'
    )
    return placed([(Path("file.cpp"), Outline(parse(code, language="cpp")))])


@pytest.mark.parametrize("form", KEPT)
def test_members_of_a_base_stay_on_the_device(form: str, tmp_path: Path) -> None:
    plan = planned(KEPT[form])
    text = plan.texts[0].decode()
    main = text[text.index("int main") :]
    assert main.count("enter_device_data();") == 1, text
    assert "update" not in text[text.index("class Wave") : text.index("struct Shape")]
    assert problem_of(planned(KEPT[form]).texts[0].decode(), plan.texts[0], tmp_path, ".cpp") == ""


def test_each_function_that_overrides_is_followed(tmp_path: Path) -> None:
    body = (
        "std::vector<double> v(n, 1.0); Halving halving; Nudging nudging; const Shape *s = argc > 1 ? (const Shape *)&halving : &nudging;\n"
        "  for (int t = 0; t < 9; t++) { halving.apply(v.data(), n); s->apply(v.data(), n); }\n"
        '  std::printf("%.6f\\n", v[n / 2]); Field f(8);'
    )
    plan = planned(body)
    text = plan.texts[0].decode()
    nudging = text[text.index("struct Nudging") : text.index("static void drive")]
    assert nudging.count("acc update") == 2, text
    assert problem_of(text, plan.texts[0], tmp_path, ".cpp") == ""


def test_a_function_that_is_not_seen_may_do_anything() -> None:
    hidden = FIELD.replace(
        "void apply(double *v, int n) const override { v[n / 2] += 1.0; }",
        "void apply(double *v, int n) const override;",
    )
    code = hidden + (
        "int main(int argc, char **argv) {\n  int n = 5000 + argc;\n  std::vector<double> v(n, 1.0); Halving halving; const Shape *s = &halving;\n"
        "  for (int t = 0; t < 9; t++) s->apply(v.data(), n);\n  return 0;\n}\n"
    )
    plan = placed([(Path("file.cpp"), Outline(parse(code, language="cpp")))])
    assert "enter data" not in plan.texts[0].decode()


KERNELS = """#include <cstdio>
#include <memory>
#include <vector>
typedef std::vector<double> Vector;
static void relax(double *u, int n) {
#pragma acc parallel loop copy(u[0:n])
  for (int i = 0; i < n; i++) u[i] = 0.5 * u[i] + 0.25;
}
static void mix(double *u, const double *w, int n) {
#pragma acc parallel loop copy(u[0:n]) copyin(w[0:n])
  for (int i = 0; i < n; i++) u[i] = 0.5 * u[i] + 0.25 * w[i];
}
static double total(const Vector &v) {
  double s = 0;
  for (size_t i = 0; i < v.size(); i++) s += v[i] * (i % 7);
  return s;
}
"""
SHAPES = {
    "two bases": (
        """struct A { Vector a; explicit A(int n) : a(n, 1.0) {} void left() { relax(a.data(), (int)a.size()); } };
struct B { Vector b; explicit B(int n) : b(n, 2.0) {} virtual ~B() {} virtual void right() { relax(b.data(), (int)b.size()); } };
struct C : A, B {
  explicit C(int n) : A(n), B(n) {}
  void right() override { mix(b.data(), a.data(), (int)a.size()); a[3] += 0.5; }
};
static void drive(B &b) { for (int i = 0; i < 9; i++) b.right(); }
int main() {
  C c(3000);
  for (int t = 0; t < 9; t++) { c.left(); c.right(); }
  drive(c);
  std::printf("%.6f %.6f\\n", total(c.a), total(c.b));
}
""",
        2,
    ),
    "a base of a base, template methods": (
        """class A {
 public:
  explicit A(int n) : n(n), a(n, 1.0) {}
  virtual ~A() = default;
  void run(int k) { for (int t = 0; t < k; t++) { before(); step(); after(t); } }
  double sum() const { return total(a); }
 protected:
  virtual void before() {}
  virtual void step() = 0;
  virtual void after(int t) { a[t] += 1; }
  int n;
  Vector a;
};
class B : public A {
 public:
  explicit B(int n) : A(n), b(n, 0.25) {}
 protected:
  void step() override { mix(a.data(), b.data(), n); }
  Vector b;
};
class C : public B {
 public:
  explicit C(int n) : B(n), c(n, 0.75) {}
 protected:
  void before() override { mix(b.data(), c.data(), n); }
  void after(int t) override { B::after(t); c[t] = a[t]; }
  Vector c;
};
int main() {
  C c(3000);
  c.run(9);
  B b(2000);
  b.run(4);
  std::unique_ptr<A> p(new C(500));
  p->run(3);
  std::printf("%.6f %.6f %.6f\\n", c.sum(), b.sum(), p->sum());
}
""",
        8,
    ),
    "memory that each class frees": (
        """class A {
 public:
  explicit A(int n) : n(n), p(new double[n]) { for (int i = 0; i < n; i++) p[i] = i % 5; }
  virtual ~A() { delete[] p; }
  virtual void step() { relax(p, n); }
  double sum() const { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
 protected:
  int n;
  double *p;
};
class B : public A {
 public:
  explicit B(int n) : A(n), q(new double[n]) { for (int i = 0; i < n; i++) q[i] = 1; }
  ~B() override { q[0] = p[0]; delete[] q; }
  void step() override { mix(p, q, n); A::step(); q[1] += p[1]; }
 private:
  double *q;
};
int main() {
  A *b = new B(3000);
  for (int t = 0; t < 9; t++) b->step();
  std::printf("%.6f\\n", b->sum());
  delete b;
  B c(200);
  c.step();
  std::printf("%.6f\\n", c.sum());
}
""",
        4,
    ),
    "a destructor that reads": (
        """struct A { Vector a; explicit A(int n) : a(n, 1.0) {} virtual ~A() {} void step() { relax(a.data(), (int)a.size()); } };
struct B : A { explicit B(int n) : A(n) {} ~B() override { std::printf("%.6f\\n", total(a)); } };
int main() {
  { B b(3000); for (int t = 0; t < 5; t++) b.step(); }
  A *p = new B(100);
  p->step();
  delete p;
}
""",
        0,
    ),
    "a destructor that writes": (
        """struct A { Vector a; explicit A(int n) : a(n, 1.0) {} ~A() { a[0] = 0; } void step() { relax(a.data(), (int)a.size()); } };
int main() {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    A mine(500);
    for (int t = 0; t < 9; t++) mine.step();
    sum += mine.a[k];
  }
  std::printf("%.6f\\n", sum);
}
""",
        0,
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_programs_with_bases_compute_the_same(shape: str, tmp_path: Path) -> None:
    code, resident = SHAPES[shape]
    text = KERNELS + code
    plan = placed([(Path("file.cpp"), Outline(parse(text, language="cpp")))])
    assert sum(each.resident for each in plan.objects) == resident, plan.objects
    assert problem_of(text, plan.texts[0], tmp_path, ".cpp") == ""
