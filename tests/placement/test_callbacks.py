"""Functions that are called through pointers: data live on the device across such calls as across any other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from loopwright.placement.plan import Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.placement_fuzz import problem_of

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n"
STEPS = """typedef void (*Step)(double *, double *, int);
static void forward(double *u, double *v, int n) {
#pragma acc parallel loop copyin(u[0:n]) copy(v[0:n])
  for (int i = 0; i < n; i++) v[i] = u[i] * 0.5 + 1;
}
static void backward(double *u, double *v, int n) {
#pragma acc parallel loop copyin(u[0:n]) copy(v[0:n])
  for (int i = 0; i < n; i++) v[i] = u[i] * 0.25 + 2;
}
"""
MADE = """  int n = atoi(argv[1]);
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++) { u[i] = i % 17; v[i] = 0; }
"""
ENDED = """  double s = 0;
  for (int i = 0; i < n; i++) s += v[i] * (i % 5);
  printf("%.6f\\n", s);
  free(u); free(v);
  return 0;
}
"""
CALLED = {
    "a parameter": (
        "static void advance(Step f, double *u, double *v, int n) { for (int t = 0; t < 9; t++) { f(u, v, n); f(v, u, n); } }\n",
        "advance(argc > 2 ? backward : forward, u, v, n);",
    ),
    "a parameter behind an address and a star": (
        "static void advance(Step f, double *u, double *v, int n) { for (int t = 0; t < 9; t++) (*f)(u, v, n); }\n",
        "advance(&forward, u, v, n);",
    ),
    "a parameter without a typedef": (
        "static void advance(void (*f)(double *, double *, int), double *u, double *v, int n) { f(u, v, n); f(v, u, n); }\n",
        "for (int t = 0; t < 9; t++) advance(forward, u, v, n);",
    ),
    "a local variable": ("", "Step f = forward; if (argc > 2) f = backward; for (int t = 0; t < 9; t++) f(u, v, n);"),
    "a member": (
        "struct method { Step step; int times; };\n",
        "struct method m; m.step = forward; m.times = 9; for (int t = 0; t < m.times; t++) m.step(u, v, n);",
    ),
    "a member behind a pointer": (
        "struct method { Step step; int times; };\nstatic void run(struct method *m, double *u, double *v, int n)"
        " { for (int t = 0; t < m->times; t++) m->step(u, v, n); }\n",
        "struct method m; m.step = backward; m.times = 9; run(&m, u, v, n);",
    ),
    "a list in braces": (
        "struct method { Step step; int times; };\n",
        "struct method m = {forward, 9}; for (int t = 0; t < m.times; t++) m.step(u, v, n);",
    ),
    "a table of the file": (
        "static const Step steps[2] = {forward, backward};\n",
        "for (int t = 0; t < 9; t++) steps[t % 2](u, v, n);",
    ),
    "a variable of the file": ("static Step chosen = forward;\n", "for (int t = 0; t < 9; t++) chosen(u, v, n);"),
    "what a function returns": (
        "static Step choose(int k) { return k > 2 ? backward : forward; }\n",
        "Step f = choose(argc); for (int t = 0; t < 9; t++) f(u, v, n);",
    ),
}
NOT_SEEN = {
    "a name of the system": (
        "int other(void);\n#include <dlfcn.h>\n",
        'Step f = (Step)dlsym(0, "other"); for (int t = 0; t < 9; t++) f(u, v, n);',
    ),
}


def program(before: str, inside: str) -> str:
    return f"{HEAD}{STEPS}{before}int main(int argc, char **argv) {{\n{MADE}  {inside}\n{ENDED}"


def planned(code: str) -> Plan:
    return placed([(Path("file.c"), Outline(parse(code, language="c")))])


@pytest.mark.parametrize("form", CALLED)
def test_data_stay_on_the_device_across_calls_through_pointers(form: str) -> None:
    plan = planned(program(*CALLED[form]))
    text = plan.texts[0].decode()
    assert plan.reason == ""
    moves = [line.strip() for line in text[text.index("static void backward") :].splitlines() if "acc update" in line]
    assert "#pragma acc enter data create(u[0:n])" in text
    assert moves == [
        "#pragma acc update device(u[0:n])",
        "#pragma acc update device(v[0:n])",
        "#pragma acc update self(v[0:n])",
    ]


@pytest.mark.parametrize("form", NOT_SEEN)
def test_what_may_be_anything_leaves_its_data_where_they_are(form: str) -> None:
    plan = planned(program(*NOT_SEEN[form]))
    assert "enter data" not in plan.texts[0].decode()


@pytest.mark.parametrize("form", CALLED)
def test_programs_compute_the_same(form: str, tmp_path: Path) -> None:
    code = program(*CALLED[form]).replace("atoi(argv[1])", "6000 + argc")
    assert problem_of(code, planned(code).texts[0], tmp_path) == ""
