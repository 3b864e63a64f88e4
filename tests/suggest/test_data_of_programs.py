"""`data` regions in programs of several files: members of structs and classes, work of the host in functions, arrays of other files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from loopwright.cli.reading import read_outline
from loopwright.device.outputs import same_output
from loopwright.device.run import Limits, run_program
from loopwright.source.edits import apply_edits
from loopwright.suggest.standing.held_data import holds_in

STDIO = "#include <stdio.h>\n#include <stdlib.h>\n"


class Program(NamedTuple):
    """Its files, and what is offered in each, with what it saves."""

    files: dict[str, str]
    offered: dict[str, list[tuple[str, str]]]


RELAX = """#include <math.h>
#include "relax.h"
double relax(int n, int m, const double *restrict in, double *restrict out) {
  double err = 0;
#pragma acc parallel loop collapse(2) reduction(max:err) copyin(in[0:n*m]) copy(out[0:n*m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      out[i*m+j] = 0.25 * (in[(i-1)*m+j] + in[(i+1)*m+j] + in[i*m+j-1] + in[i*m+j+1]);
      err = fmax(err, fabs(out[i*m+j] - in[i*m+j]));
    }
  return err;
}
void dump(int n, int m, const double *a) {
  double s = 0;
  for (int k = 0; k < n*m; k++) s += a[k] * (k % 7);
  printf("%.9f\\n", s);
}
"""
RELAX_MAIN = """#include <string.h>
#include "relax.h"
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 15;
  double *a = malloc(sizeof(double) * n * m), *b = malloc(sizeof(double) * n * m);
  if (!a || !b) return 1;
  for (int i = 0; i < n * m; i++) a[i] = i % 5;
  memcpy(b, a, sizeof(double) * n * m);
  double err = 1;
  for (int it = 0; err > 1e-6 && it < 40; it++) {
    err = relax(n, m, a, b);
    double *t = a; a = b; b = t;
    if (it % 10 == 0) dump(n, m, a);
  }
  dump(n, m, a);
  free(a); free(b);
  return 0;
}
"""
FIELD_H = """typedef struct { int n; double dt; double *u, *v; } Field;
void make(Field *f, int n);
void push(Field *f);
void kick(Field *f);
"""
FIELD = """#include <stdlib.h>
#include "field.h"
void make(Field *f, int n) {
  f->n = n; f->dt = 0.01;
  f->u = malloc(n * sizeof *f->u);
  f->v = calloc(n, sizeof *f->v);
  for (int i = 0; i < n; i++) f->u[i] = i % 11;
}
void push(Field *f) {
  int n = f->n; double dt = f->dt, *u = f->u, *v = f->v;
#pragma acc parallel loop copy(u[0:n]) copyin(v[0:n])
  for (int i = 0; i < n; i++) u[i] += dt * v[i];
}
void kick(Field *f) {
  int n = f->n; double dt = f->dt, *u = f->u, *v = f->v;
#pragma acc parallel loop copyin(u[0:n]) copy(v[0:n])
  for (int i = 1; i < n - 1; i++) v[i] += dt * (u[i-1] - 2 * u[i] + u[i+1]);
}
"""
FIELD_MAIN = (
    STDIO
    + """#include "field.h"
int main(void) {
  Field f;
  make(&f, 500);
  for (int t = 0; t < 50; t++) {
    push(&f);
    kick(&f);
  }
  printf("%.9f %.9f\\n", f.u[10], f.v[20]);
  free(f.u); free(f.v);
}
"""
)
STATE_H = (
    "enum { NX = 30, NY = 20 };\nextern double T[NX][NY], Tn[NX][NY];\nvoid borders(double t);\nvoid diffuse(void);\n"
)
STATE = """#include "state.h"
double T[NX][NY], Tn[NX][NY];
void borders(double t) {
  for (int i = 0; i < NX; i++) T[i][0] = t;
}
"""
DIFFUSE = """#include "state.h"
void diffuse(void) {
#pragma acc parallel loop collapse(2)
  for (int i = 1; i < NX-1; i++)
    for (int j = 1; j < NY-1; j++) Tn[i][j] = 0.2 * (T[i][j] + T[i-1][j] + T[i+1][j] + T[i][j-1] + T[i][j+1]);
#pragma acc parallel loop collapse(2)
  for (int i = 1; i < NX-1; i++)
    for (int j = 1; j < NY-1; j++) T[i][j] = Tn[i][j];
}
"""
STATE_MAIN = (
    STDIO
    + """#include "state.h"
int main(void) {
  for (int k = 0; k < 12; k++) {
    if (k % 4 == 0) borders(k * 0.1);
    diffuse();
  }
  printf("%.9f\\n", T[10][10] + T[3][1]);
  return 0;
}
"""
)
SOLVER = """#include "solver.hpp"
#include <cmath>
Solver::Solver(int n) : n(n), phi(new double[n]), next(new double[n]), rhs(new double[n]) {
  for (int i = 0; i < n; i++) { phi[i] = next[i] = 0; rhs[i] = i % 17 - 8; }
}
Solver::~Solver() { delete[] phi; delete[] next; delete[] rhs; }
int Solver::run(int most, double tolerance) {
  int it;
  for (it = 0; it < most; it++) {
    double r = 0, *p = phi, *q = next, *f = rhs;
    const int m = n;
#pragma acc parallel loop reduction(max:r) copyin(p[0:m], f[0:m]) copy(q[0:m])
    for (int i = 1; i < m - 1; i++) {
      q[i] = 0.5 * (p[i-1] + p[i+1] - f[i]);
      r = std::fmax(r, std::fabs(q[i] - p[i]));
    }
#pragma acc parallel loop copy(p[0:m]) copyin(q[0:m])
    for (int i = 1; i < m - 1; i++) p[i] = q[i];
    if (r < tolerance) break;
  }
  return it;
}
double Solver::sum() const { double s = 0; for (int i = 0; i < n; i++) s += phi[i] * (i % 5); return s; }
"""
SOLVER_H = """#pragma once
class Solver {
public:
  explicit Solver(int n);
  ~Solver();
  int run(int most, double tolerance);
  double sum() const;
private:
  int n;
  double *phi, *next, *rhs;
};
"""
SOLVER_MAIN = """#include <cstdio>
#include <cstdlib>
#include "solver.hpp"
int main(int argc, char **argv) {
  Solver s(argc > 1 ? std::atoi(argv[1]) : 24);
  int it = s.run(50, 1e-6);
  std::printf("%d %.9f\\n", it, s.sum());
  return 0;
}
"""
SIM_H = "typedef struct { float x, y; } Body;\ntypedef struct { Body *b; float *f; int n, rounds; } Sim;\nint run(Sim *s);\nvoid report(const Sim *s, int t);\n"
SIM = """#include "sim.h"
static void force(const Body *b, float *f, int n) {
#pragma acc parallel loop copyin(b[0:n]) copyout(f[0:n])
  for (int i = 0; i < n; i++) f[i] = 0.1f * b[i].x - b[n - 1 - i].y;
}
static void move(Body *b, const float *f, int n) {
#pragma acc parallel loop copy(b[0:n]) copyin(f[0:n])
  for (int i = 0; i < n; i++) b[i].x += 0.01f * f[i];
}
int run(Sim *s) {
  int t;
  for (t = 0; t < s->rounds; t++) {
    force(s->b, s->f, s->n);
    move(s->b, s->f, s->n);
    if (t % 5 == 0) report(s, t);
  }
  return t;
}
"""
SIM_MAIN = (
    STDIO
    + """#include "sim.h"
void report(const Sim *s, int t) { printf("%d %.5f\\n", t, s->b[3].x); }
int main(void) {
  Sim s = {.n = 64, .rounds = 20};
  s.b = malloc(s.n * sizeof(Body)); s.f = malloc(s.n * sizeof(float));
  for (int i = 0; i < s.n; i++) { s.b[i].x = i % 8; s.b[i].y = i / 8; }
  printf("%d\\n", run(&s));
  printf("%.5f\\n", s.b[5].x);
  free(s.b); free(s.f);
  return 0;
}
"""
)

PROGRAMS = {
    "the host looks at it in a function now and then": Program(
        {"relax.h": f"{STDIO}double relax(int n, int m, const double *restrict in, double *restrict out);\nvoid dump(int n, int m, const double *a);\n",
         "relax.c": RELAX, "main.c": RELAX_MAIN},
        {"main.c": [("data copy(a[0:m * n],b[0:m * n])", "moves 32*m*n bytes once and 8*m*n bytes now and then, not 24*m*n bytes in each round")]},
    ),
    "members of a struct": Program(
        {"field.h": FIELD_H, "field.c": FIELD, "main.c": FIELD_MAIN},
        {"main.c": [("data copy(u[0:f.n],v[0:f.n])", "moves 16.0 kB once, not 24.0 kB in each of 50 rounds")]},
    ),
    "arrays that the loop does not name": Program(
        {"state.h": STATE_H, "state.c": STATE, "diffuse.c": DIFFUSE, "main.c": STATE_MAIN},
        {"main.c": [("data copyin(Tn) copy(T)", "moves 14.4 kB once and 9.6 kB now and then, not 38.4 kB in each of 12 rounds")],
         "diffuse.c": [("data copy(T,Tn)", "moves 19.2 kB once, not 38.4 kB")]},
    ),
    "members of a class": Program(
        {"solver.hpp": SOLVER_H, "solver.cpp": SOLVER, "main.cpp": SOLVER_MAIN},
        {"solver.cpp": [("data copyin(next[0:this->n],rhs[0:this->n]) copy(phi[0:this->n])", "moves 32*n bytes once, not 56*n bytes in each round")]},
    ),
    "a struct that is given to functions": Program(
        {"sim.h": SIM_H, "sim.c": SIM, "main.c": SIM_MAIN},
        {"sim.c": [("data copy(b[0:s->n]) create(f[0:s->n])", "moves 1.0 kB once and 512 bytes now and then, not 2.0 kB in each round")]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_regions_of_a_program_are_offered_and_right(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    files, wanted = PROGRAMS[name]
    (tmp_path / ".git").mkdir()
    paths = [tmp_path / file for file in files]
    for path in paths:
        path.write_text(files[path.name], "utf-8")
    sources = [path for path in paths if path.suffix in (".c", ".cpp")]
    outlines = {path: read_outline(str(path))[0] for path in sources}
    found = {path: holds_in(outline) for path, outline in outlines.items()}
    offered = {
        path.name: [(str(h.directive), h.saving.sentence) for h in holds] for path, holds in found.items() if holds
    }
    assert offered == wanted
    moved, printed = [], []
    for _ in range(2):
        report = run_program(sources, compile_flags=["-O1", "-w"], link_flags=["-lm"], limits=Limits())
        assert report.exit == 0
        assert [f for f in report.findings if f.severity in ("error", "warning")] == []
        printed.append(report.stdout)
        moved.append(sum(each.to_device.bytes + each.to_host.bytes for each in report.directives))
        for path, holds in found.items():
            path.write_bytes(apply_edits(outlines[path].source.data, [edit for hold in holds for edit in hold.edits]))
    assert same_output(printed[0], printed[1], 1e-9)
    assert 2 * moved[1] < moved[0]
