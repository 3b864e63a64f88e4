"""Random programs whose data are placed by us: serially and on the emulated device they have to print the same.

    python benchmarks/placement_fuzz.py [--seed 0] [--count 100] [--keep DIR] [--classes] [--held]

A program has kernels with clauses that are right by themselves, functions of the host, pointers that are exchanged, structs, wrappers
of malloc, accessors, conditional kernels, early returns, recursion, local and global arrays, memset and memcpy, loops whose headers are
rewritten first (placement_forms.py), in random order under loops and conditions;
with ``--classes`` they are in C++, with containers, members, methods and objects (placement_classes.py). ``--held``: kernels keep their
clauses, and each gets all `data` regions that `loopwright suggest` offers.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import placement_classes
import placement_forms
from loopwright.device.outputs import same_output
from loopwright.device.run import BuildFailed, Limits, run_program
from loopwright.placement.plan import Plan, placed
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.held_data import holds_in
from placement_runs import TOLERANCE, Batch

_BATCH, _TOLD = 20, 200

LIBRARY = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int n;
  double *u, *v;
} Pair;

static double table[40];
static double *shared;
static int calls;

static void scale(double *v, int n, double f) {
#pragma acc parallel loop copy(v[0:n])
  for (int i = 0; i < n; i++) v[i] = v[i] * f + 0.25;
}
static void add(double *out, const double *x, int n) {
#pragma acc parallel loop copy(out[0:n]) copyin(x[0:n])
  for (int i = 0; i < n; i++) out[i] += 0.5 * x[i];
}
static void stencil(double *out, const double *x, int n) {
#pragma acc parallel loop copy(out[0:n]) copyin(x[0:n])
  for (int i = 1; i < n - 1; i++) out[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}
static double total(const double *x, int n) {
  double sum = 0;
#pragma acc parallel loop reduction(+:sum) copyin(x[0:n])
  for (int i = 0; i < n; i++) sum += x[i];
  return sum;
}
typedef void (*Work)(double *, const double *, int);
typedef struct {
  Work first, second;
  int times;
} Method;
static void touch(double *out, const double *x, int n) { out[n / 2] += x[1]; }
static void drag(double *out, const double *x, int n) {
  for (int i = 1; i < n; i++) out[i] = 0.5 * out[i - 1] + 0.25 * x[i];
}
static const Work works[] = {add, stencil, touch, drag};
static Work current = add;
static Method method = {.first = stencil, .second = touch, .times = 2};
static Work choose(int k) { return k % 3 == 0 ? touch : k % 3 == 1 ? stencil : add; }
static void each(Work f, double *out, const double *x, int n) {
  f(out, x, n);
  out[1] -= 0.5 * out[0];
}
static void follow(const Method *m, double *out, const double *x, int n) {
  for (int t = 0; t < m->times; t++) m->first(out, x, n);
  if (m->second) (*m->second)(out, x, n);
}
static void when(double *out, const double *x, int n, int c) {
#pragma acc parallel loop copy(out[0:n]) copyin(x[0:n]) if(c > 3)
  for (int i = 0; i < n; i++) out[i] = 0.75 * out[i] + 0.25 * x[n - 1 - i];
}
static void lookup(double *v, int n) {
#pragma acc parallel loop copy(v[0:n]) copyin(table)
  for (int i = 0; i < n; i++) v[i] += table[i % 40];
}
static void retable(int n) {
#pragma acc parallel loop copy(table)
  for (int i = 0; i < 40; i++) table[i] = 0.5 * table[i] + n;
}
static void join(Pair *p) {
  double *u = p->u, *v = p->v;
  int n = p->n;
#pragma acc parallel loop copy(u[0:n]) copyin(v[0:n])
  for (int i = 0; i < n; i++) u[i] = 0.5 * (u[i] + v[i]);
}
static void maybe(double *v, int n, int c) {
  if (c % 2) scale(v, n, 0.5);
  else v[c % n] += 1.0;
}
static void scan(double *v, int n) {
  for (int i = 1; i < n; i++) v[i] = 0.5 * v[i - 1] + 0.5 * v[i];
}
static void poke(double *v, int i, double x) { v[i] = x; }
static double peek(const double *v, int i) { return v[i]; }
static void turn(Pair *p) {
  Pair other = *p;
  other.u = p->v, other.v = p->u;
  *p = other;
}
static double pairpeek(const Pair *p, int i) { return p->u[i] - p->v[i]; }
static void fill(double *v, int n, unsigned s) {
  for (int i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    v[i] = (s >> 16) % 100 / 50.0;
  }
}
static int early(double *v, int n, double limit) {
  for (int i = 0; i < n; i++) {
    if (v[i] > limit) return i;
    v[i] += 0.125;
  }
  return -1;
}
static void mixed(double *v, double *w, int n) {
  v[0] += 1.0;
  for (int i = 2; i < n; i++) w[i] = 0.5 * w[i - 2];
  add(v, w, n);
  w[n - 1] = v[0];
}
static void deeper(double *v, int n, int depth) {
  if (depth == 0) return;
  scale(v, n, 0.75);
  v[depth] -= 0.5;
  deeper(v, n, depth - 1);
  v[0] += v[depth];
}
static void swap(double **p, double **q) {
  double *t = *p;
  *p = *q;
  *q = t;
}
static double *raw(int n) { return malloc(n * sizeof(double)); }
static double *zeros(size_t n) { return calloc(n, sizeof(double)); }
static double *made(int n, double x) {
  double *v = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++) v[i] = x + i % 3;
  return v;
}
static void relax(double *v, int n) {
  int k = 0;
  while (v[1] > 0.1 && k++ < 3) scale(v, n, 0.5);
}
static double scratch(const double *v, int n) {
  double buffer[40], s = 0;
  for (int i = 0; i < 40; i++) buffer[i] = i % 4;
#pragma acc parallel loop copy(buffer) copyin(v[0:n])
  for (int i = 0; i < n; i++) buffer[i % 40] += v[i];
  if (n > 1000) return buffer[0];
  for (int i = 0; i < 40; i++) s += buffer[i] * (i + 1);
  return s;
}
static void pick(double *v, int n, int which) {
  switch (which % 3) {
    case 0: v[1] += 0.5; break;
    case 1: scale(v, n, 0.9);
    default: scan(v, n);
  }
}
typedef struct {
  double x[2], m;
  int mark;
} Body;
static Body bodies[24];
static double plane[6][8];
static double *bank[3];
static double (*chosen)(const double *v, int n);
static void push(Body *b, int n, double by) {
#pragma acc parallel loop copy(b[0:n])
  for (int i = 0; i < n; i++) {
    b[i].x[0] += by * b[i].m;
    b[i].x[1] = 0.5 * b[i].x[1] + b[i].mark;
  }
}
static void weigh(Body *b, int n) {
  for (int i = 0; i < n; i++) b[i].m = b[i].x[0] > 1.0 ? 0.5 : 1.0 + b[i].mark;
}
static double reach(const Body *b) { return b->x[0] + b->x[1]; }
static void spread(double p[6][8]) {
#pragma acc parallel loop collapse(2) copy(p[0:6])
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++) p[i][j] = 0.5 * p[i][j] + i - j;
}
static double corner(double p[6][8], int i) {
  double s = 0;
  for (int j = 0; j < 8; j++) s += p[i][j];
  return s;
}
static double kept(const double *v, int n) {
  static double last[8];
  double s = 0;
#pragma acc parallel loop copy(last) copyin(v[0:n])
  for (int i = 0; i < 8; i++) last[i] = 0.5 * last[i] + v[i];
  for (int i = 0; i < 8; i++) s += last[i];
  return s;
}
static double twice(const double *v, int n) { return n > 2 ? 2.0 * v[1] : v[0]; }
static double thrice(const double *v, int n) { return 3.0 * v[n - 1]; }
static void until(double *v, int n) {
  int k = 0;
  do {
    scale(v, n, 0.5);
    k++;
  } while (v[2] > 0.5 && k < 4);
}
static void skip(double *v, double *w, int n) {
  for (int i = 0; i < n; i++) {
    if (v[i] < 0.25) continue;
    if (v[i] > 40.0) break;
    w[i] += 0.0625;
  }
}
static int nested(double *v, int n) {
  double part[12];
  for (int r = 0; r < 3; r++) {
    double row[4] = {0.5, 1.5, 2.5, r};
    if (v[r] > 30.0) return r;
#pragma acc parallel loop copy(part) copyin(row)
    for (int i = 0; i < 12; i++) part[i] = row[i % 4] * i;
    v[r] += part[r + 1];
  }
  return -1;
}
static double *pickbank(int k) { return bank[k % 3]; }
static void both(double *v, int n, double *sum) {
  *sum = total(v, n);
  v[0] = *sum * 0.125;
}
typedef double Line[40];
static Line line;
static void draw(Line l, double by) {
#pragma acc parallel loop copy(l[0:40])
  for (int i = 0; i < 40; i++) l[i] = by * l[i] + i % 5;
}
static void mend(Line l, int n) {
  l[0] += 0.5;
  for (int i = 1; i < n % 40; i++) l[i] = 0.5 * l[i - 1] + l[i];
}
static Pair paired(int n) {
  return (Pair){n, calloc(n, sizeof(double)), malloc(n * sizeof(double))};
}
static double *rows[3];
static void lay(double *v) {
  for (int k = 0; k < 3; k++) rows[k] = v + 2 * k;
}
static double largest(const double *v, int n) {
  double most = v[0];
  for (int i = 1; i < n; i++) most = fmax(most, v[i]);
  return most;
}
"""


@dataclass
class Maker:
    """One program, drawn from a seed."""

    random: random.Random
    depth: int = 0
    loops: int = 0
    names: list[str] = field(default_factory=lambda: ["a", "b", "c"])
    lines: list[str] = field(default_factory=list)
    fresh: int = 0
    forms: list[tuple[str, str]] = field(default_factory=list)

    def text(self) -> str:
        """The whole program."""
        r = self.random
        self.forms = [placement_forms.form(r) for _ in range(3)]
        self.emit("int n = argc > 1 ? atoi(argv[1]) : 30;")
        makers = ["malloc(n * sizeof(double))", "calloc(n, sizeof(double))", "raw(n)", "zeros(n)", "made(n, {k}.5)"]
        for k, name in enumerate(self.names):
            how = r.choice(makers)
            self.emit(f"double *{name} = {how.format(k=k)};")
            if r.random() < 0.3 and "made" not in how:
                self.emit(f"for (int i = 0; i < n; i++) {name}[i] = i % {k + 2};")
            elif "malloc" in how or "raw" in how:
                self.emit(f"fill({name}, n, {k + 1});")
        self.pair()
        self.emit("shared = calloc(n, sizeof *shared);")
        self.emit("for (int k = 0; k < 3; k++) bank[k] = made(n, k);")
        self.emit("for (int i = 0; i < 24; i++) bodies[i].mark = i % 3;")
        self.emit(f"chosen = n > 5 ? {r.choice(['twice', 'thrice'])} : thrice;")
        self.emit("double sum = 0;")
        self.names += ["p.u", "p.v", "shared"]
        for _ in range(r.randint(4, 10)):
            self.statement()
        for name in self.names:
            self.emit(f'printf("{name} %.9e %.9e\\n", largest({name}, n), {name}[n / 2]);')
        self.emit('printf("table %.9e %.9e %.9e %.9e\\n", table[3], bank[1][2], sum, bodies[3].x[0]);')
        for name in self.names:
            self.emit(f"free({name});")
        self.emit("for (int k = 0; k < 3; k++) free(bank[k]);")
        self.emit("return 0;")
        return (
            LIBRARY
            + "".join(text for _, text in self.forms)
            + "int main(int argc, char **argv) {\n"
            + "\n".join(self.lines)
            + "\n}\n"
        )

    def pair(self) -> None:
        """A struct that points to two arrays, in one of the ways in which structs begin."""
        r = self.random
        u, v = r.choice(["zeros(n)", "calloc(n, sizeof(double))"]), r.choice(["made(n, 2.0)", "zeros(n)"])
        by_members = f"p.n = n; p.u = {u}; p.v = {v};"
        ways = [
            f"Pair p = {{n, NULL, NULL}}; {by_members}",
            f"Pair p; {by_members}",
            f"Pair p = {{n, {u}, {v}}};",
            f"Pair p = {{.v = {v}, .n = n, .u = {u}}};",
            f"Pair p; p = (Pair){{n, {u}, {v}}};",
            f"Pair p = (Pair){{.n = n, .u = {u}}}; p.v = {v};",
            "Pair p = paired(n); fill(p.v, n, 3);",
        ]
        self.emit(r.choice(ways))

    def emit(self, line: str) -> None:
        """One line."""
        self.lines.append("  " * (self.depth + 1) + line)

    def one(self) -> str:
        """A pointer."""
        return self.random.choice(self.names)

    def two(self) -> tuple[str, str]:
        """Two that are not the same."""
        first, second = self.random.sample(self.names, 2)
        return first, second

    def statement(self) -> None:
        """Any statement."""
        r = self.random
        if self.depth < 3 and r.random() < 0.3:
            self.compound()
            return
        v, (x, y), k = self.one(), self.two(), r.randint(0, 9)
        time = "t" if self.loops else "3"
        choices = [
            f"scale({v}, n, 0.{k + 1});",
            f"add({x}, {y}, n);",
            f"stencil({x}, {y}, n);",
            f'printf("%.9e\\n", total({v}, n));',
            f"lookup({v}, n);",
            f"when({x}, {y}, n, {r.choice([str(k), time])});",
            "retable(n);",
            "join(&p);",
            f"maybe({v}, n, {time});",
            f"scan({v}, n);",
            f"poke({v}, {k}, {k}.5);",
            f"poke({v}, n - 1, peek({v}, {k}));",
            f'printf("%.9e\\n", peek({v}, {k}) + pairpeek(&p, {k}));',
            f"fill({v}, n, {k});",
            f'printf("%d\\n", early({v}, n, 1.{k}));',
            f"mixed({x}, {y}, n);",
            f"deeper({v}, n, {k % 4});",
            f"swap(&{x}, &{y});",
            f"relax({v}, n);",
            f'printf("%.9e\\n", scratch({v}, n));',
            f"pick({v}, n, {time});",
            f'printf("%.9e\\n", largest({v}, n));',
            f"{v}[{k}] += 0.5;",
            f"{v}[n / 2] = {y}[1];",
            f"memset({v}, 0, n * sizeof(double));",
            f"memcpy({x}, {y}, n * sizeof *{x});",
            f"memcpy({x} + 2, {y}, 3 * sizeof(double));",
            f"for (int i = 0; i < n; i++) {v}[i] = 0.5 * {v}[i] + i % 3;",
            f"for (int i = 3; i < n - 2; i += 2) {x}[i] = {y}[i - 1];",
            f"for (int i = 1; i < n; i++) {{ {x}[i] += 0.25 * {x}[i - 1]; {y}[i] -= {x}[i]; }}",
            f"table[{k}] += {v}[{k}];",
            "calls++;",
            f"{{ double *t = {x}; {x} = {y}; {y} = t; }}",
            f"push(bodies, 24, 0.{k + 1});",
            "weigh(bodies, 24);",
            f'printf("%.9e\\n", reach(&bodies[{k}]));',
            f"bodies[{k}].m += {v}[1];",
            "spread(plane);",
            f'printf("%.9e\\n", corner(plane, {k % 6}));',
            f"plane[{k % 6}][{k % 8}] += 1.0;",
            f'printf("%.9e\\n", kept({v}, n));',
            f'printf("%.9e\\n", chosen({v}, n));',
            f"each({r.choice(['add', 'stencil', '&touch', 'drag', 'choose(' + time + ')'])}, {x}, {y}, n);",
            f"works[{r.choice([str(k % 4), time + ' % 4'])}]({x}, {y}, n);",
            f"current({x}, {y}, n); current = works[{k % 4}];",
            f"choose({time})({x}, {y}, n);",
            f"follow(&method, {x}, {y}, n); method.second = {r.choice(['add', 'drag', 'NULL'])};",
            f"{{ Method m = {{add, {r.choice(['touch', 'stencil'])}, 1}}; follow(&m, {x}, {y}, n); }}",
            f"until({v}, n);",
            f"skip({x}, {y}, n);",
            f'printf("%d\\n", nested({v}, n));',
            f"scale(bank[{k % 3}], n, 0.5);",
            f"poke(pickbank({k}), {k}, 0.5);",
            f"add({v}, pickbank({k}), n);",
            f"both({v}, n, &sum);",
            f"{v}[2] = {v}[1] > 0.5 ? {v}[0] : peek({y}, 1);",
            f"double *at{self.fresh} = {x} + 1; at{self.fresh}[0] += 0.5; add(at{self.fresh}, {y}, 3);",
            f"for (double *s = {v}; s < {v} + 4; s++) *s += 0.25;",
            "turn(&p);",
            "{ Pair other = p; p.u = other.v; p.v = other.u; }",
            f"p = (Pair){{n, {x}, {y}}};" if {x, y} == {"p.u", "p.v"} else "draw(line, 0.5);",
            f"draw(line, 0.{k + 1});",
            "mend(line, n);",
            f'printf("%.9e\\n", line[{k}]);',
            *(f'printf("%.9e\\n", {name}({x}, {y}, n));' for name, _ in self.forms),
            *(f"{name}({x}, {y}, n);" for name, _ in self.forms),
            f"lay({v}); poke(rows[{k % 3}], {k % 4}, 0.75);",
            f"lay({v}); scale(rows[{k % 3}], 3, 0.5);",
            f"lay({v}); {x}[0] += rows[{k % 3}][1];",
        ]
        if r.random() < 0.06:
            name = f"q{self.fresh}"
            self.fresh += 1
            self.emit("{")
            self.emit(f"  double *{name} = {r.choice(['raw(n)', 'malloc(n * sizeof(double))', 'calloc(n, 8)'])};")
            self.emit(f"  for (int i = 0; i < n; i++) {name}[i] = {v}[i];")
            self.emit(f"  {r.choice([f'scale({name}, n, 0.5)', f'add({name}, {y}, n)'])};")
            self.emit(f"  add({v}, {name}, n);")
            self.emit(f"  free({name});")
            self.emit("}")
            return
        self.fresh += 1
        line = r.choice(choices)
        self.emit("{ " + line + " }" if line.startswith("double") else line)

    def compound(self) -> None:
        """A loop or a branch."""
        r = self.random
        kind = r.choice(["for", "for", "if", "ifelse", "while", "bare", "else-if", "seldom", "seldom"])
        v = self.one()
        head = {
            "for": f"for (int t = 0; t < {r.randint(1, 4)}; t++) {{",
            "if": f"if ({v}[{r.randint(0, 5)}] > 0.5) {{",
            "ifelse": f"if (n % {r.randint(2, 4)} == {r.randint(0, 1)}) {{",
            "seldom": f"if ({'t' if self.loops else 'n'} % {r.randint(2, 4)} == {r.randint(0, 1)}) {{",
            "else-if": f"if ({v}[0] > 5.0) {{",
            "while": f"for (int t = 0; t < 3 && {v}[{r.randint(0, 3)}] < 50.0; t++) {{",
            "bare": f"for (int t = 0; t < {r.randint(1, 3)}; t++)",
        }[kind]
        self.emit(head)
        self.depth += 1
        self.loops += kind in ("for", "while", "bare")
        for _ in range(1 if kind == "bare" else r.randint(1, 4)):
            self.statement()
        self.depth -= 1
        self.loops -= kind in ("for", "while", "bare")
        if kind == "else-if":
            self.emit(f"}} else if ({self.one()}[1] > 0.25) {{")
        elif kind == "ifelse":
            self.emit("} else {")
        if kind in ("ifelse", "else-if"):
            self.depth += 1
            self.statement()
            self.depth -= 1
        if kind != "bare":
            self.emit("}")


def drawn(seed: int, classes: bool = False) -> str:
    """The program of a seed."""
    return (placement_classes.Maker if classes else Maker)(random.Random(seed)).text()


def library_of(code: str) -> str:
    """What a drawn program begins with."""
    return next(library for library in (LIBRARY, *placement_classes.LIBRARIES) if code.startswith(library))


def plan_of(code: str, suffix: str = ".c") -> Plan:
    """Where its data are put."""
    text = placement_forms.with_kernels(code, suffix)
    return placed([(Path(f"drawn{suffix}"), Outline(parse(text, name=f"drawn{suffix}")))])


def with_held_data(text: bytes | str, name: str) -> bytes:
    """A text with every region that is offered for it."""
    held = Outline(
        parse(text if isinstance(text, bytes) else placement_forms.with_kernels(text, Path(name).suffix), name=name)
    )
    return apply_edits(held.source.data, [edit for hold in holds_in(held) for edit in hold.edits])


def problem(code: str, plan: Plan, folder: Path, suffix: str = ".c") -> str:
    """What is wrong with a placed program, empty if nothing."""
    return problem_of(code, plan.texts[0], folder, suffix)


def problem_of(code: str, placed_text: bytes, folder: Path, suffix: str = ".c") -> str:
    """What is wrong with a text that is to do what ``code`` does, empty if nothing."""
    serial, device = folder / f"serial{suffix}", folder / f"drawn{suffix}"
    compiler = "gcc" if suffix == ".c" else "g++"
    serial.write_text(code, "utf-8")
    device.write_bytes(placed_text)
    built = subprocess.run(
        [compiler, "-O1", "-w", str(serial), "-o", str(folder / "serial"), "-lm"], capture_output=True
    )
    if built.returncode:
        return f"drawn wrong: {built.stderr.decode()[:300]}"
    expected = subprocess.run([str(folder / "serial")], capture_output=True, text=True, check=True, timeout=60).stdout
    try:
        report = run_program([device], [], compile_flags=["-O1", "-w"], link_flags=["-lm"], limits=Limits(seconds=60))
    except BuildFailed as error:
        return f"does not build: {error}"
    if report.exit != 0:
        return f"exit {report.exit}: {report.stderr[-300:]!r}"
    if not same_output(expected, report.stdout, TOLERANCE):
        return "another output"
    told = [
        f"{f.code} line {f.place.line if f.place else 0}" for f in report.findings if f.severity in ("error", "warning")
    ]
    return "; ".join(told[:3])


def main() -> None:
    """Draw, place, run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="a folder for programs that go wrong")
    parser.add_argument("--classes", action="store_true", help="programs in C++")
    parser.add_argument("--held", action="store_true", help="with the regions that are offered, not placed")
    options = parser.parse_args()
    suffix = ".cpp" if options.classes else ".c"
    wrong, resident, objects, regions = 0, 0, 0, 0
    seeds = range(options.seed, options.seed + options.count)
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o755)
        for start in range(0, len(seeds), _BATCH):
            for seed, code, plan, told in _drawn_and_run(
                seeds[start : start + _BATCH], options.classes, Path(scratch), options.held
            ):
                regions += sum(text.count(b"#pragma acc data ") for text in plan.texts)
                resident += sum(each.resident for each in plan.objects)
                objects += len(plan.objects)
                if not told:
                    continue
                wrong += 1
                print(f"seed {seed}: {told}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{seed}{suffix}").write_text(code, "utf-8")
                    (options.keep / f"{seed}_placed{suffix}").write_bytes(plan.texts[0] if plan.texts else b"")
            done = min(start + _BATCH, len(seeds))
            if done % _TOLD == 0 and done < len(seeds):
                print(f"... {done} programs, {wrong} wrong", flush=True)
    told = f"{regions} regions" if options.held else f"{resident} of {objects} objects live on the device"
    print(f"{options.count} programs, {wrong} wrong; {told}")


def _drawn_and_run(
    seeds: Sequence[int], classes: bool, folder: Path, held: bool = False
) -> Iterator[tuple[int, str, Plan, str]]:
    """(seed, program, its plan, what is wrong with it) of a batch; ``held``: the plan's text has the regions that are offered."""
    suffix = ".cpp" if classes else ".c"
    batch = Batch(folder, suffix)
    codes = {seed: drawn(seed, classes) for seed in seeds}
    expected_of: dict[int, str | None] = {}
    for library, group in groupby(
        sorted(codes, key=lambda seed: library_of(codes[seed])), lambda seed: library_of(codes[seed])
    ):
        together = list(group)
        expected_of |= dict(zip(together, batch.outputs(library, [codes[seed] for seed in together])))
    for seed, code in codes.items():
        expected = expected_of[seed]
        try:
            plan = Plan((with_held_data(code, f"drawn{suffix}"),)) if held else plan_of(code, suffix)
        except Exception as error:
            yield seed, code, Plan(), f"no plan: {error!r}"
            continue
        if expected is not None and batch.is_right(plan.texts[0], library_of(code), expected):
            yield seed, code, plan, ""
        else:
            yield seed, code, plan, problem(code, plan, folder, suffix) or "right only when it is run alone"


if __name__ == "__main__":
    main()
