"""How much of an array to move where subscripts are read from memory: what callers pass, allocations, names of sizes, rows, what the loop goes
through. Each is shown first at `loopwright suggest`, with the assumption that it rests on, and right where it is tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.suggest.facts import facts_of
from loopwright.suggest.trial.run import try_loop

SPMV = """void spmv(int n, const int *start, const int *col, const double *val, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += val[k] * x[col[k]];
    y[i] = s;
  }
}
"""
GATHER = "void f(int n, const int *idx, {}, double *out) {{ for (int i = 0; i < n; i++) out[i] = {}[idx[i]]; }}\n"
TOLD = {
    "what the caller allocates": (
        "#include <stdlib.h>\n"
        + SPMV
        + "void cg(int m, const int *start, const int *col, const double *val, double *b) {\n"
        "  double *p = malloc(m * sizeof(double)); spmv(m, start, col, val, p, b); spmv(m, start, col, val, p, b); free(p); }\n",
        "x[0:n]",
        "x has n elements",
    ),
    "what the caller's caller allocates": (
        "#include <stdlib.h>\n"
        + SPMV
        + "void step(int m, const int *s, const int *c, const double *v, double *p, double *b) { spmv(m, s, c, v, p, b); }\n"
        "void cg(int k, const int *s, const int *c, const double *v, double *b) {\n"
        "  double *q = malloc(k * sizeof(double)); step(k, s, c, v, q, b); free(q); }\n",
        "x[0:n]",
        "x has n elements",
    ),
    "an array of the file that another function allocates": (
        "#include <stdlib.h>\n#define N 1000\nstatic double *q;\nvoid begin(void) { q = malloc(N * sizeof *q); }\n"
        "void f(int n, const int *idx, double *out) { for (int i = 0; i < n; i++) out[i] = q[idx[i]]; }\n",
        "q[0:N]",
        "q has N elements",
    ),
    "a size that bears its name": (
        GATHER.format("const double *table, int table_len", "table"),
        "table[0:table_len]",
        "table has table_len elements",
    ),
    "a number of them": (
        GATHER.format("const double *points, int num_points", "points"),
        "points[0:num_points]",
        "points has num_points elements",
    ),
    "a size beside it in a struct": (
        "typedef struct { int length_concs; double *concs; } D;\n" + GATHER.format("D d", "d.concs"),
        "d.concs[0:d.length_concs]",
        "d.concs has d.length_concs elements",
    ),
    "what the loop goes through": (
        "void f(int n, const int *idx, const double *x, double *out) {\n"
        "  for (int i = 0; i < n; i++) out[i] = x[idx[i]] - x[i]; }\n",
        "x[0:n]",
        "the loop uses nothing of x outside x[0:n]",
    ),
    "as many as another array of the calls": (
        "#include <stdlib.h>\ntypedef struct { int rows, *idx; } A;\n"
        "void f(const A *a, const double *x, double *y) { for (int i = 0; i < a->rows; i++) y[i] = x[a->idx[i]]; }\n"
        "void g(A a, int n) { double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q); f(&a, p, q); free(p); free(q); }\n",
        "x[0:a->rows]",
        "x has a->rows elements",
    ),
    "steps of a size that ends with the loop": (
        "void stage(double *re, int n, int half) {\n"
        "  for (int b = 0; b < n; b += 2 * half) for (int j = 0; j < half; j++) re[b + j + half] += re[b + j]; }\n",
        "re[0:n]",
        "n is a multiple of 2 * half",
    ),
    "rows as long as they are far apart": (
        "void f(int n, int m, const int *count, const double *list, double *out) {\n"
        "  for (int i = 0; i < n; i++) { double s = 0; for (int k = 0; k < count[i]; k++) s += list[i * m + k]; out[i] = s; } }\n",
        "list[0:m*n]",
        "no row of list has more than m elements",
    ),
}
NOT_TOLD = {
    "nothing tells": GATHER.format("const double *x", "x"),
    "callers differ": "#include <stdlib.h>\nvoid f(int n, const int *idx, const double *x, double *out) {\n"
    "  for (int i = 0; i < n; i++) out[i] = x[idx[i]]; }\n"
    "void g(int n, int m, const int *idx, double *out) { double *a = malloc(n * sizeof(double)), *b = malloc(m * sizeof(double));\n"
    "  f(n, idx, a, out); f(n, idx, b, out); }\n",
    "a local of the caller that is called as a variable of the file": "#include <stdlib.h>\nint m = 3;\n"
    "void f(int n, const int *idx, const double *x, double *out) { for (int i = 0; i < n; i++) out[i] = x[idx[i]]; }\n"
    "void g(int n, const int *idx, double *out) { int m = 2 * n; double *a = malloc(m * sizeof(double)); f(n, idx, a, out); }\n",
    "two allocations": "#include <stdlib.h>\nstatic double *x;\nvoid a(void) { x = malloc(10 * sizeof *x); }\nvoid b(void) { x = malloc(20 * sizeof *x); }\n"
    "void f(int n, const int *idx, double *out) { for (int i = 0; i < n; i++) out[i] = x[idx[i]]; }\n",
    "a size of another function": "#include <stdlib.h>\nstatic double *x;\nvoid a(int m) { x = malloc(m * sizeof *x); }\n"
    "void f(int n, const int *idx, double *out) { for (int i = 0; i < n; i++) out[i] = x[idx[i]]; }\n",
    "one element beside others": "void f(int n, const int *idx, const double *x, double *out) {\n"
    "  for (int i = 0; i < n; i++) out[i] = x[idx[i]] - x[0]; }\n",
    "a number that is no whole one": GATHER.format("const double *x, double x_size", "x"),
}


def shown(folder: Path, text: str, capsys: pytest.CaptureFixture[str], name: str = "a.c") -> tuple[str, str]:
    """The first directive at the first loop, and all that is said of it."""
    file = folder / name
    file.write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "for (int " in row)
    assert (
        main(["suggest", str(file), "--line", str(line), "--no-model", "--no-compiler", "--no-project", "--json"]) == 0
    )
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    return loop["candidates"][0]["pragma"], json.dumps(loop)


@pytest.mark.parametrize("name", TOLD)
def test_what_tells_of_a_length_is_taken_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, section, assumption = TOLD[name]
    first, said = shown(tmp_path, text, capsys)
    assert section in first
    assert assumption in said


@pytest.mark.parametrize("name", NOT_TOLD)
def test_what_does_not_tell_is_not_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    first, _ = shown(tmp_path, NOT_TOLD[name], capsys)
    assert "copyin(idx[0:n]) copyout(out[0:n])" in first


@pytest.mark.parametrize(("call", "told"), [("put", True), ("put<double>", False), ("::put<double>", False)])
def test_a_caller_that_names_the_arguments_of_a_template_counts_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], call: str, told: bool
) -> None:
    text = (
        "#include <cstdlib>\ntemplate <typename T> static void put(int n, const int *idx, const T *x, T *out) {\n"
        "  for (int i = 0; i < n; i++) out[i] = x[idx[i]]; }\n"
        "void g(int n, int m, const int *idx, double *out) {\n"
        f"  double *a = (double *)malloc(n * sizeof(double)), *b = (double *)malloc({'n' if told else 'm'} * sizeof(double));\n"
        f"  put(n, idx, a, out); {call}(n, idx, b, out); }}\n"
    )
    first, _ = shown(tmp_path, text, capsys, "a.cpp")
    assert (",x[0:n]" in first) == told


def test_what_is_written_by_subscripts_from_memory_comes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "typedef struct { int a_len; double *a; } D;\nvoid f(int n, const int *idx, D *d) { for (int i = 0; i < n; i++) d->a[idx[i]] = i; }\n"
    first, _ = shown(tmp_path, text, capsys)
    assert "copy(d->a[0:d->a_len])" in first


@pytest.mark.parametrize("name", TOLD)
def test_inputs_that_reach_beyond_are_set_aside(outline, tmp_path: Path, name: str) -> None:
    found = outline(TOLD[name][0])
    tested = try_loop(found, found.loops[0], tmp_path / "a.c", facts_of(found, found.loops[0]))
    assert tested.agreed, tested.counterexample
    assert tested.inputs >= 10


def test_pointers_that_are_exchanged_have_what_all_of_them_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """#include <stdlib.h>
int knapsack(const int *w, int items, int most) {
  int *now = calloc(most + 1, sizeof(int)), *before = calloc(most + 1, sizeof(int));
  for (int i = 0; i < items; i++) {
    for (int c = 0; c <= most; c++) now[c] = c >= w[i] ? before[c - w[i]] + 1 : before[c]; // HERE
    int *t = now; now = before; before = t;
  }
  return before[most];
}
"""
    file = tmp_path / "a.c"
    file.write_text(text)
    command = ["suggest", str(file), "--no-model", "--no-compiler", "--no-project", "--json"]
    assert main(command) == 0
    loops = {loop["line"]: loop for loop in json.loads(capsys.readouterr().out)["loops"]}
    assert "before[0:most+1]" in loops[5]["candidates"][0]["pragma"]
    # The elements come back, the pointers that the rounds exchange do not.
    assert not loops.get(4, {"candidates": []})["candidates"]


@pytest.mark.parametrize(
    "change",
    ["now = calloc(most, sizeof(int));", "before = other;", "most = most + 1;"],
    ids=["another size", "another array", "a size that changes"],
)
def test_exchanged_pointers_of_which_one_differs_tell_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    text = f"""#include <stdlib.h>
void f(const int *idx, int n, int most, int *other, int *out) {{
  int *now = calloc(most + 1, sizeof(int)), *before = calloc(most + 1, sizeof(int));
  {change}
  int *t = now; now = before; before = t;
  for (int i = 0; i < n; i++) out[i] = before[idx[i]];
}}
"""
    first, _ = shown(tmp_path, text, capsys)
    assert "before[" not in first
