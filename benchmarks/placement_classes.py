"""Random C++ programs for placement_fuzz: containers, members, methods, objects that are returned, copied, exchanged and kept in rows."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

_TEMPLATE = """#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

using Vector = std::vector<double>;

static void scale(Vector &v, double f) {
  double *p = v.data();
  int n = (int)v.size();
#pragma acc parallel loop copy(p[0:n])
  for (int i = 0; i < n; i++) p[i] = p[i] * f + 0.25;
}
static void scaleraw(double *p, int n, double f) {
#pragma acc parallel loop copy(p[0:n])
  for (int i = 0; i < n; i++) p[i] = p[i] * f + 0.125;
}
static void add(std::vector<double> &out, const std::vector<double> &x) {
  double *p = out.data();
  const double *q = x.data();
  int n = (int)std::min(out.size(), x.size());
#pragma acc parallel loop copy(p[0:n]) copyin(q[0:n])
  for (int i = 0; i < n; i++) p[i] += 0.5 * q[i];
}
static double total(const Vector &x) {
  double sum = 0;
  const double *p = x.data();
  int n = (int)x.size();
#pragma acc parallel loop reduction(+:sum) copyin(p[0:n])
  for (int i = 0; i < n; i++) sum += p[i];
  return sum;
}
struct Pair {
  int n;
  std::vector<double> u, v;
  explicit Pair(int size) : n(size), u(size), v(size, 0.5) {}
};
static void join(Pair &p) {
  double *u = p.u.data();
  const double *v = p.v.data();
  int n = p.n;
#pragma acc parallel loop copy(u[0:n]) copyin(v[0:n])
  for (int i = 0; i < n; i++) u[i] = 0.5 * (u[i] + v[i]) + 0.25;
}
static double pairpeek(const Pair &p, int i) { return p.u[i] - p.v[i]; }
static void turn(Pair &p) { std::swap(p.u, p.v); }
class Grid {
 public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), data_((std::size_t)rows * columns, 0.25) {}
  double &operator()(int i, int j) { return data_[i * columns_ + j]; }
  double operator()(int i, int j) const { return data_[i * columns_ + j]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  void relax(double f) {
    double *d = data_.data();
    int n = rows_ * columns_;
#pragma acc parallel loop copy(d[0:n])
    for (int i = 0; i < n; i++) d[i] = f * d[i] + 0.5;
  }
  double sum() const {
    const double *d = data_.data();
    int n = rows_ * columns_;
    double s = 0;
#pragma acc parallel loop reduction(+:s) copyin(d[0:n])
    for (int i = 0; i < n; i++) s += d[i];
    return s;
  }
  void bump(int k) { data_[k] += 0.5; }
  void sweep() {
    for (std::size_t i = 1; i < data_.size(); i++) data_[i] = 0.5 * data_[i - 1] + 0.5 * data_[i];
  }
  const std::vector<double> &values() const { return data_; }

 private:
  int rows_, columns_;
  std::vector<double> data_;
};
static double corner(const Grid &g) {
  double s = 0;
  for (int i = 0; i < g.rows(); i++) s += g(i, 0);
  return s;
}
static void edge(Grid &g, double x) {
  for (int j = 0; j < g.columns(); j++) g(0, j) += x;
}
class Raw {
 public:
  explicit Raw(int n) : n_(n), a_(new double[n]) {
    for (int i = 0; i < n; i++) a_[i] = i % 4;
  }
  ~Raw() { delete[] a_; }
  Raw(const Raw &) = delete;
  double *data() { return a_; }
  double at(int i) const { return a_[i]; }
  void relax() {
    double *a = a_;
    int n = n_;
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] = 0.5 * a[i] + 0.75;
  }

 private:
  int n_;
  double *a_;
};
class Two {
 public:
  explicit Two(int n) : n_(n), a_(new double[n]), b_(new double[n]()) {
    for (int i = 0; i < n; i++) a_[i] = i % 3;
  }
  ~Two() {
    delete[] a_;
    delete[] b_;
  }
  Two(const Two &) = delete;
  void step() {
    double *a = a_, *b = b_;
    int n = n_;
#pragma acc parallel loop copy(b[0:n]) copyin(a[0:n])
    for (int i = 0; i < n; i++) b[i] = 0.5 * b[i] + a[i] + 0.25;
    std::swap(a_, b_);
  }
  void nudge(int k) { a_[k] += 0.5; }
  double at(int i) const { return a_[i] - b_[i]; }

 private:
  int n_;
  double *a_, *b_;
};
class Owned {
 public:
  explicit Owned(int n) : n_(n), u_(new double[n]()), v_(std::make_unique<double[]>(n)) {
    for (int i = 0; i < n; i++) v_[i] = i % 5;
  }
  void step() {
    double *u = u_.get(), *v = v_.get();
    int n = n_;
#pragma acc parallel loop copy(u[0:n]) copyin(v[0:n])
    for (int i = 0; i < n; i++) u[i] = 0.5 * u[i] + v[i];
    std::swap(u_, v_);
  }
  void nudge(int k) { u_[k] += 0.5; }
  double at(int i) const { return u_[i] + v_[i]; }

 private:
  int n_;
  std::unique_ptr<double[]> u_, v_;
};
class App {
 public:
  explicit App(int n) : raw_(std::make_unique<Raw>(n)), inner_(std::make_unique<INNER>(n + 1)), two_(new Two(n)), steps_(0) {}
  void run() {
    raw_->relax();
    inner_->step();
    two_->step();
    steps_++;
  }
  double result() const { return raw_->at(2) + two_->at(1) + inner_->at(3) + steps_; }

 private:
  std::unique_ptr<Raw> raw_;
  std::unique_ptr<INNER> inner_;
  std::unique_ptr<Two> two_;
  int steps_;
};
static void both(Two *t, Owned &o) {
  t->step();
  o.step();
}
static void scan(Vector &v) {
  for (std::size_t i = 1; i < v.size(); i++) v[i] = 0.5 * v[i - 1] + 0.5 * v[i];
}
static void poke(Vector &v, int i, double x) { v[i] = x; }
static double peek(const Vector &v, int i) { return v.at(i); }
static void fill(std::vector<double> &v, unsigned s) {
  for (double &x : v) {
    s = s * 1664525u + 1013904223u;
    x = (s >> 16) % 100 / 50.0;
  }
}
static double largest(const Vector &v) {
  double most = v[0];
  for (double x : v) most = std::max(most, x);
  return most;
}
static double tally(const Vector &v, std::size_t at) { return at + 1 >= v.size() ? v[at] : v[at] + 0.5 * tally(v, at + 1); }
static void deeper(Vector &v, int depth) {
  if (depth == 0) return;
  scale(v, 0.75);
  v[depth] -= 0.5;
  deeper(v, depth - 1);
  v[0] += v[depth];
}
static Vector made(int n, double x) {
  Vector v(n);
  for (int i = 0; i < n; i++) v[i] = x + i % 3;
  return v;
}
static Vector scaled(int n, double x) {
  Vector v(n, x);
  scale(v, 0.5);
  v[1] += 1.0;
  return v;
}
static Grid grid(int n, double x) {
  Grid g(3, n);
  for (int j = 0; j < n; j++) g(1, j) = x * j;
  g.bump(2);
  return g;
}
static Pair pair(int n) {
  Pair p(n);
  for (int i = 0; i < n; i++) p.u[i] = i % 5;
  return p;
}
static double scratch(const Vector &v) {
  Vector t(v.size(), 1.0), s(v.size());
  add(t, v);
  if (v.size() > 1000) return t[0];
  for (std::size_t i = 0; i < s.size(); i++) s[i] = t[i] * (i + 1);
  scale(s, 0.5);
  double sum = 0;
  for (double x : s) sum += x;
  return sum + total(t);
}
static double byvalue(Vector v) {
  scale(v, 0.5);
  return v[0] + total(v);
}
static double pairvalue(Pair p) {
  join(p);
  return p.u[1];
}
static void maybe(Vector &v, int c) {
  if (c % 2) scale(v, 0.5);
  else v[c % 7] += 1.0;
}
static int early(Vector &v, double limit) {
  for (std::size_t i = 0; i < v.size(); i++) {
    if (v[i] > limit) return (int)i;
    v[i] += 0.125;
  }
  return -1;
}
static void mixed(Vector &v, Vector &w) {
  v[0] += 1.0;
  for (std::size_t i = 2; i < w.size(); i++) w[i] = 0.5 * w[i - 2];
  add(v, w);
  w.back() = v.front();
}
struct Cell {
  double x, y;
  Cell() : x(1.5), y(0.5) {}
};
static double soften(Cell *c, int n) {
  double sum = 0;
#pragma acc parallel loop reduction(+:sum) copy(c[0:n])
  for (int i = 0; i < n; i++) {
    c[i].y = 0.5 * c[i].y + i;
    sum += c[i].x;
  }
  return sum;
}
static std::vector<double> table(40, 0.5);
static void lookup(Vector &v) {
  double *p = v.data();
  const double *t = table.data();
  int n = (int)v.size();
#pragma acc parallel loop copy(p[0:n]) copyin(t[0:40])
  for (int i = 0; i < n; i++) p[i] += t[i % 40];
}
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
  virtual void nudge(int k) { u_[k] += 0.5; }
  double at(int i) const { return u_[i]; }
  void twice() {
    step();
    nudge(1);
    step();
  }

 protected:
  int n_;
  Vector u_;
};
class Wave : public Field {
 public:
  explicit Wave(int n) : Field(n), w_(n, 0.5) {}
  void step() override {
    double *u = u_.data(), *w = w_.data();
    int n = n_;
#pragma acc parallel loop copyin(u[0:n]) copy(w[0:n])
    for (int i = 0; i < n; i++) w[i] = 0.5 * u[i] + 0.25 * w[i];
    u_[2] -= 0.125;
  }
  double wave(int i) const { return w_[i]; }
  Vector &waves() { return w_; }

 protected:
  Vector w_;
};
class Heavy : public Wave {
 public:
  explicit Heavy(int n) : Wave(n + 1), own_(n + 1) {}
  ~Heavy() override { w_[0] = 0; }
  void step() override {
    Wave::step();
    scale(own_, 0.5);
    add(u_, own_);
  }
  void nudge(int k) override {
    for (int i = 1; i < n_; i++) w_[i] = 0.5 * w_[i - 1] + own_[i];
    u_[k] -= w_[k + 1];
    own_[k] += 0.75;
  }

 private:
  Vector own_;
};
static void drive(Field &f, int times) {
  for (int t = 0; t < times; t++) {
    f.step();
    f.nudge(t + 2);
  }
}
struct Shape {
  virtual ~Shape() = default;
  virtual void apply(Vector &v, double f) const = 0;
  void both(Vector &v, Vector &w) const {
    apply(v, 0.5);
    apply(w, 0.25);
  }
};
struct Scaling : Shape {
  void apply(Vector &v, double f) const override { scale(v, f); }
};
struct Nudging : Shape {
  void apply(Vector &v, double f) const override { v[1] += f; }
};
static const Scaling scaling;
static const Nudging nudging;
static void shaped(const Shape &s, Vector &v) {
  s.apply(v, 0.5);
  v[0] += 1.0;
}
class Solver {
 public:
  explicit Solver(int n) : x_(n), g_(2, n), steps_(0) {}
  void step() {
    scale(x_, 0.5);
    g_.relax(0.25);
    steps_++;
    if (steps_ % 2) x_[1] += g_(0, 1);
  }
  double norm() const { return total(x_) + g_.sum(); }
  Vector &x() { return x_; }

 private:
  Vector x_;
  Grid g_;
  int steps_;
};
"""

# What `App` makes: with `Owned` its constructor is that of what `main` may keep on the device too.
LIBRARIES = [_TEMPLATE.replace("INNER", inner) for inner in ("Owned", "Two")]


@dataclass
class Maker:
    """One program, drawn from a seed."""

    random: random.Random
    depth: int = 0
    loops: int = 0
    names: list[str] = field(default_factory=lambda: ["a", "b", "c"])
    grids: list[str] = field(default_factory=lambda: ["g", "h"])
    pairs: list[str] = field(default_factory=lambda: ["p", "o"])
    lines: list[str] = field(default_factory=list)
    fresh: int = 0
    plain: bool = False
    boxed: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The whole program."""
        r = self.random
        self.plain = r.random() < 0.6  # nothing that moves memory, so that more of it is placed
        self.emit("int n = argc > 1 ? std::atoi(argv[1]) : 30;")
        for k, name in enumerate(self.names):
            makers = [
                "Vector {}(n);",
                "Vector {}(n, {k}.5);",
                "Vector {} = made(n, {k}.5);",
                "std::vector<double> {}(n + 0);",
            ]
            makers += [
                "Vector {};\\n  {}.resize(n);",
                "Vector {} = scaled(n, {k}.5);",
                "auto {} = made(n, 1.0);",
                "Vector {}(made(n, 2.0));",
            ]
            self.emit(r.choice(makers).replace("{}", name).replace("{k}", str(k)).replace("\\n", "\n"))
            if r.random() < 0.5:
                self.emit(f"fill({name}, {k + 1});")
        self.object("Pair", "p", "n")
        self.emit(r.choice(["Pair o = pair(n);", "Pair o(n);"]))
        self.object("Grid", "g", "4, n")
        self.emit(r.choice(["Grid h = grid(n, 0.5);", "Grid h(2, n);"]))
        for kind in ("Raw", "Solver", "Two", "Owned", "App", "Wave", "Heavy"):
            self.object(kind, kind.lower(), "n")
        self.emit(r.choice(["std::unique_ptr<double[]> q(new double[n]);", "auto q = std::make_unique<double[]>(n);"]))
        self.emit("for (int i = 0; i < n; i++) q[i] = i % 6;")
        self.emit("std::vector<Pair> row;")
        if r.random() < 0.3:
            self.emit("row.reserve(3);")
        self.emit("for (int k = 0; k < 3; k++) row.emplace_back(n + k);")
        self.emit("double sum = 0;")
        self.names += ["p.u", "p.v", "o.u", "row[1].u", "solver.x()"]
        for _ in range(r.randint(4, 10)):
            self.statement()
        for name in self.names:
            self.emit(f'std::printf("{name} %.9e %.9e\\n", largest({name}), {name}[n / 2]);')
        self.emit('std::printf("%.9e %.9e %.9e\\n", g(1, 2), h(0, 1), corner(g));')
        self.emit('std::printf("%.9e %.9e %.9e %.9e\\n", raw.at(2), q[3], row[2].u[1], sum);')
        self.emit('std::printf("%.9e %.9e %.9e\\n", two.at(3), owned.at(1), app.result());')
        self.emit('std::printf("%.9e %.9e %.9e\\n", wave.at(2), heavy.at(2), heavy.wave(3));')
        for name, how in self.boxed.items():
            if how == "new":
                self.emit(f"delete {name};")
        self.emit("return 0;")
        lines = [self.behind_pointers(line) for line in self.lines]
        return r.choice(LIBRARIES) + "int main(int argc, char **argv) {\n" + "\n".join(lines) + "\n}\n"

    def object(self, kind: str, name: str, given: str) -> None:
        """One object: declared, or on the heap behind a pointer."""
        how = self.random.choice(["", "", "", "new", "unique", "shared"])
        ways = {
            "": f"{kind} {name}({given});",
            "new": self.random.choice(
                [f"{kind} *{name} = new {kind}({given});", f"auto *{name} = new {kind}({given});"]
            ),
            "unique": self.random.choice(
                [
                    f"auto {name} = std::make_unique<{kind}>({given});",
                    f"std::unique_ptr<{kind}> {name}(new {kind}({given}));",
                ]
            ),
            "shared": f"auto {name} = std::make_shared<{kind}>({given});",
        }
        self.emit(ways[how])
        if how:
            self.boxed[name] = how

    def behind_pointers(self, line: str) -> str:
        """A line with the objects that are on the heap behind their pointers."""
        for name, how in self.boxed.items():
            if f"{name} = " in line or f"{name}(new" in line or f"delete {name};" in line:
                continue
            line = re.sub(rf"(?<![\w.>]){name}\.", f"{name}->", line)
            line = re.sub(rf"(?<![\w.>]){name}(?=\()", f"(*{name})", line)
            line = re.sub(rf"(?<=[(, ]){name}(?=[,);])", f"*{name}", line)
            line = line.replace(f"&{name}", name if how == "new" else f"{name}.get()")
        return line

    def emit(self, line: str) -> None:
        """One line."""
        self.lines.append("  " * (self.depth + 1) + line)

    def statement(self) -> None:
        """Any statement."""
        r = self.random
        if self.depth < 3 and r.random() < 0.3:
            self.compound()
            return
        v = r.choice(self.names)
        x, y = r.sample(self.names, 2)
        g, p, k = r.choice(self.grids), r.choice([*self.pairs, "row[0]", "row[2]"]), r.randint(0, 9)
        time = "t" if self.loops else "3"
        choices = [
            f"scale({v}, 0.{k + 1});",
            f"add({x}, {y});",
            f'std::printf("%.9e\\n", total({v}));',
            f"join({p});",
            f"scan({v});",
            f"poke({v}, {k}, {k}.5);",
            f"poke({v}, n - 1, peek({v}, {k}));",
            f'std::printf("%.9e\\n", peek({v}, {k}) + pairpeek({p}, {k}));',
            f"fill({v}, {k});",
            f'std::printf("%d\\n", early({v}, 1.{k}));',
            f"mixed({x}, {y});",
            f"deeper({v}, {k % 4});",
            f"maybe({v}, {time});",
            f'std::printf("%.9e\\n", scratch({v}));',
            f'std::printf("%.9e\\n", largest({v}));',
            f'std::printf("%.9e\\n", tally({v}, 0));',
            f"{v}[{k}] += 0.5;",
            f"{v}[n / 2] = {y}[1];",
            f"{g}.relax(0.{k});",
            f"{g}.bump({k});",
            f"{g}.sweep();",
            f"{g}(1, {k}) += {v}[{k}];",
            f"edge({g}, 0.5);",
            f'std::printf("%.9e %.9e\\n", {g}.sum(), corner({g}));',
            f'std::printf("%.9e\\n", total({g}.values()));',
            f"for (int j = 0; j < {g}.columns(); j++) {g}(1, j) = 0.5 * {g}(0, j);",
            "raw.relax();",
            f"raw.data()[{k}] += 0.5;",
            'std::printf("%.9e\\n", raw.at(3));',
            "solver.step();",
            "two.step();",
            f"two.nudge({k});",
            "owned.step();",
            f"owned.nudge({k});",
            f"sum += two.at({k}) + owned.at(2);",
            "wave.step();",
            "heavy.step();",
            f"{r.choice(['wave', 'heavy'])}.twice();",
            f"{r.choice(['wave', 'heavy'])}.nudge({k});",
            f"drive(wave, {k % 3});",
            f"drive(heavy, {k % 3});",
            f"sum += heavy.at({k}) + heavy.wave(2) - wave.wave({k});",
            f"add(wave.waves(), {v});",
            f"{{ Heavy mine(n); mine.twice(); drive(mine, 1); sum += mine.wave({k}); }}",
            f"{{ std::unique_ptr<Field> mine = std::make_unique<Heavy>(n); mine->step(); sum += mine->at({k}); }}",
            f"{{ Field *mine = {r.choice(['n > 20', 'n < 20'])} ? new Field(n) : new Heavy(n); mine->twice(); sum += mine->at({k}); delete mine; }}",
            f"shaped(scaling, {v});",
            f"shaped(nudging, {v});",
            f"{{ const Shape *s = {time} % 2 ? (const Shape *)&scaling : &nudging; s->both({x}, {y}); }}",
            "app.run();",
            "sum += app.result();",
            "both(&two, owned);",
            'std::printf("%.9e\\n", solver.norm());',
            f"scaleraw(q.get(), n, 0.{k});",
            f"q[{k}] += {v}[1];",
            f"lookup({v});",
            f"table[{k}] += {v}[{k}];",
            f"for (double &z : {v}) z *= 0.5;",
            f"for (const Pair &each : row) sum += each.u[{k}];",
            "for (Pair &each : row) { join(each); each.v[0] += 0.5; }",
            f"for (std::size_t i = 0; i < {v}.size(); i++) {v}[i] = 0.5 * {v}[i] + i % 3;",
            f"for (std::size_t i = 1; i < {x}.size() && i < {y}.size(); i++) {x}[i] += 0.25 * {y}[i - 1];",
            f"{{ Vector &r = {x}; r[0] += 1.0; scale(r, 0.5); r[1] -= {y}[2]; }}",
            f"{{ double *at = {x}.data(); at[{k}] += 0.5; scaleraw(at, 4, 0.5); }}",
            f"{{ Vector mine(n); for (int i = 0; i < n; i++) mine[i] = {y}[i]; scale(mine, 0.5); add({x}, mine); }}",
            f"{{ Vector mine = {y}; scale(mine, 0.5); add({x}, mine); sum += mine[1]; }}",
            f"{{ Pair mine(n); join(mine); mine.u[{k}] += {v}[1]; sum += total(mine.u); }}",
            f"{{ Grid mine = grid(n, 0.25); mine.relax(0.5); sum += mine(1, {k}); }}",
            f"{{ auto &each = row[{k % 3}]; each.u[1] += 0.5; join(each); sum += each.u[2]; }}",
            f"std::fill({v}.begin(), {v}.end(), 0.{k});",
            f"sum += std::accumulate({v}.begin(), {v}.end(), 0.0);",
            f"std::sort({v}.begin(), {v}.end());",
            f"std::swap({v}[1], {y}[{k}]);",
            f"for (int i = 0; i < n / 2; i++) std::swap({v}[i], {v}[n - 1 - i]);",
            f"{{ double *f = new double[n](); scaleraw(f, n, 0.{k}); sum += f[{k}]; delete[] f; }}",
            f"{{ Owned mine(n); mine.step(); sum += mine.at({k}); }}",
            f"{{ auto mine = std::make_unique<Owned>(n - {k}); mine->step(); sum += mine->at({k}); }}",
            f"{{ Two *mine = new Two(n); mine->step(); sum += mine->at({k}); delete mine; }}",
            f"{{ Raw mine(n + {k}); mine.relax(); sum += mine.at({k}); }}",
            "{ App mine(n); mine.run(); sum += mine.result(); }",
            f"{{ Cell *cells = new Cell[n]; sum += soften(cells, n) + cells[{k}].y; delete[] cells; }}",
        ]
        if not self.plain:
            choices += [
                "std::swap(a, b);",
                "b.swap(c);",
                f"turn({r.choice(self.pairs)});",
                "std::swap(p.u, o.u);",
                f'std::printf("%.9e\\n", byvalue({v}));',
                f'std::printf("%.9e\\n", pairvalue({r.choice(self.pairs)}));',
                "b = a;",
                f"{{ auto f = [&](int i) {{ return {v}[i] + 0.5; }}; sum += f({k}); }}",
                "a.assign(n, 0.75);",
                "c.push_back(1.5);",
                "o = p;",
            ]
        self.emit(r.choice(choices))

    def compound(self) -> None:
        """A loop or a branch."""
        r = self.random
        v = r.choice(self.names)
        kind = r.choice(["for", "for", "if", "ifelse", "while", "bare"])
        self.emit(
            {
                "for": f"for (int t = 0; t < {r.randint(1, 4)}; t++) {{",
                "if": f"if ({v}[{r.randint(0, 5)}] > 0.5) {{",
                "ifelse": f"if (n % {r.randint(2, 4)} == {r.randint(0, 1)}) {{",
                "while": f"for (int t = 0; t < 3 && {v}[{r.randint(0, 3)}] < 50.0; t++) {{",
                "bare": f"for (int t = 0; t < {r.randint(1, 3)}; t++)",
            }[kind]
        )
        self.depth += 1
        self.loops += kind in ("for", "while", "bare")
        for _ in range(1 if kind == "bare" else r.randint(1, 4)):
            self.statement()
        self.depth -= 1
        self.loops -= kind in ("for", "while", "bare")
        if kind == "ifelse":
            self.emit("} else {")
            self.depth += 1
            self.statement()
            self.depth -= 1
        if kind != "bare":
            self.emit("}")
