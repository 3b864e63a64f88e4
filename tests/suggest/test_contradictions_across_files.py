"""What callers in other files of the program have brought to the device, or not, judges what is offered: at `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked_in

KERNELS = """\
#include "k.h"
void scale(double *x, int n) {
#pragma acc parallel loop present(x[0:n])
  for (int i = 0; i < n; i++) x[i] *= 2.0;
}

void shift(double *y, int n) {
  for (int i = 0; i < n; i++) y[i] += 1.0; // HERE
}
"""
HEADER = "void scale(double *x, int n);\nvoid shift(double *y, int n);\n"
HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include "k.h"\n'
MAIN = (
    HEAD
    + """\
BEFORE
int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) a[i] = i, b[i] = i;
#pragma acc enter data copyin(a[0:n])
  scale(a, n);
BRING
  shift(b, n);
AFTER
#pragma acc exit data copyout(a[0:n])
  printf("%f %f\\n", a[3], b[3]);
  free(a);
  free(b);
}
"""
)


def program(bring: str = "", after: str = "", before: str = "") -> dict[str, str]:
    main = MAIN.replace("BRING", bring).replace("AFTER", after).replace("BEFORE", before)
    return {"k.c": KERNELS, "k.h": HEADER, "main.c": main}


BROUGHT = "#pragma acc enter data copyin(b[0:n])", "#pragma acc exit data copyout(b[0:n])"
OTHERS = {
    "nobody brings it": program(),
    "it is brought after the call": program(after="#pragma acc enter data copyin(b[0:n])"),
    "it is taken away before the call": program(bring="\n".join(BROUGHT)),
    "one of two calls brings it": program(BROUGHT[0], BROUGHT[1] + "\n  shift(b, n);"),
    "a function in between does not bring it": {
        **program(),
        "k.h": HEADER + "void step(double *y, int n);\n",
        "step.c": '#include "k.h"\nvoid step(double *y, int n) { shift(y, n); }\n',
        "main.c": program()["main.c"].replace("shift(b", "step(b"),
    },
    "an array of a file": {
        **program(),
        "main.c": program()["main.c"]
        .replace("int main", "double field[1000];\nint main")
        .replace("shift(b", "shift(field"),
    },
}
KEPT = {
    "main brings it": program(*BROUGHT),
    "a region of main brings it": program("#pragma acc data copy(b[0:n])"),
    "the runtime brings it": program("acc_copyin(b, n * sizeof *b);", before="#include <openacc.h>"),
    "another file brings it": {
        **program(),
        "k.h": HEADER + "void bring(double *y, int n);\n",
        "bring.c": '#include "k.h"\nvoid bring(double *y, int n) {\n#pragma acc enter data copyin(y[0:n])\n}\n',
        "main.c": program("bring(b, n);")["main.c"],
    },
    "what it does is not in sight": {**program("bring(b, n);"), "k.h": HEADER + "void bring(double *y, int n);\n"},
    "a library is made of it": {**program(), "CMakeLists.txt": "add_library(k STATIC k.c)\n"},
    "a function of the name stands in two files": {
        **program("help(b, n);", before="static void help(double *y, int n) {\n#pragma acc enter data copyin(y[0:n])\n}"),
        "k.c": KERNELS.replace("void shift", "static void help(double *y, int n) { y[0] = n; }\n\nvoid shift").replace(
            "#include", "static void help(double *y, int n);\n#include"
        ),
    },
    "types of one name differ": {
        **program(before="struct box { double *v; };"),
        "k.c": "struct box { int n; };\n" + KERNELS,
    },
}  # fmt: skip


def first(folder: Path, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> str:
    return asked_in(folder, files, "k.c", capsys)[0]


@pytest.mark.parametrize("case", OTHERS)
def test_memory_that_callers_of_other_files_have_not_brought_is_moved(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = first(tmp_path, OTHERS[case], capsys)
    assert "copy(y[0:n])" in shown
    assert "present" not in shown


@pytest.mark.parametrize("case", KEPT)
def test_memory_that_may_be_there_is_still_said_to_be(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "present(y[0:n])" in first(tmp_path, KEPT[case], capsys)


DEVICE = """\
#include "k.h"
void scale(double *x, int n) {
#pragma acc parallel loop deviceptr(x)
  for (int i = 0; i < n; i++) x[i] *= 2.0;
}

void add(double *y, const double *z, int n) {
  for (int i = 0; i < n; i++) y[i] += z[i]; // HERE
}
"""
DEVICE_MAIN = """\
#include <openacc.h>
#include <stdlib.h>
#include "k.h"
int main(void) {
  int n = 1000;
  double *a = acc_malloc(n * sizeof *a), *b = SECOND;
  scale(a, n);
  add(a, b, n);
  acc_free(a);
}
"""


@pytest.mark.parametrize("call", ["add(a, b, n)", "add(a, a + 10, n)", "add(&a[1], &b[3], n - 10)"])
def test_pointers_of_the_device_that_another_file_passes(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = HEADER + "void add(double *y, const double *z, int n);\n"
    files = {
        "k.c": DEVICE,
        "k.h": head,
        "main.c": DEVICE_MAIN.replace("SECOND", "acc_malloc(9000)").replace("add(a, b, n)", call),
    }
    shown = asked_in(tmp_path, files, "k.c", capsys)
    assert [one for one in shown if "deviceptr(y,z)" not in one] == []


def test_a_pointer_of_the_host_among_them_is_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = HEADER + "void add(double *y, const double *z, int n);\n"
    main = DEVICE_MAIN.replace("SECOND", "malloc(n * sizeof *b)")
    first = asked_in(tmp_path, {"k.c": DEVICE, "k.h": head, "main.c": main}, "k.c", capsys)[0]
    assert "deviceptr(y,z)" not in first


GRID = """\
typedef struct { int n; double *u, *v, *work; } Grid;
void bring(Grid *g);
void begin(Grid *g);
void step(Grid *g);
void clear(Grid *g);
"""
STEPS = """\
#include "grid.h"
void bring(Grid *g) {
#pragma acc enter data copyin(g[0:1], g->u[0:g->n], g->v[0:g->n])
}
void step(Grid *g) {
#pragma acc parallel loop present(g, g->u, g->v)
  for (int i = 0; i < g->n; i++) g->v[i] += g->u[i];
}
void begin(Grid *g) {
  for (int i = 0; i < g->n; i++) g->v[i] = g->u[i]; // HERE
}
void clear(Grid *g) {
  for (int i = 0; i < g->n; i++) g->work[i] = 0;
}
"""
RUN = """\
#include <stdlib.h>
#include "grid.h"
int main(void) {
  Grid *g = malloc(sizeof *g);
  g->n = 100;
  g->u = calloc(100, sizeof(double)), g->v = calloc(100, sizeof(double)), g->work = calloc(100, sizeof(double));
  ORDER
  return g->v[3] > 1;
}
"""


@pytest.mark.parametrize(
    ("order", "is_there"),
    [("begin(g); bring(g); step(g);", False), ("bring(g); begin(g); step(g);", True)],
)
def test_a_struct_whose_pointers_another_file_brings(
    order: str, is_there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"grid.h": GRID, "steps.c": STEPS, "main.c": RUN.replace("ORDER", order)}
    first = asked_in(tmp_path, files, "steps.c", capsys)[0]
    assert ("present(g,g->u,g->v)" in first) is is_there


def test_a_directive_of_other_members_is_about_other_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = STEPS.replace(" // HERE", "").replace("g->work[i] = 0;", "g->work[i] = 0; // HERE")
    files = {"grid.h": GRID, "steps.c": steps, "main.c": RUN.replace("ORDER", "bring(g); step(g); clear(g);")}
    first = asked_in(tmp_path, files, "steps.c", capsys)[0]
    assert "g->u" not in first
    assert "g->work" in first


def test_work_that_another_file_put_in_a_queue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`copy` waits for nobody: where `main` has both run one after another, the queue is named."""
    kernels = KERNELS.replace("present(x[0:n])", "present(x[0:n]) async(1)")
    main = (
        program()["main.c"]
        .replace("scale(a, n);", "scale(a, n);\n  shift(a, n);\n#pragma acc wait")
        .replace("shift(b", "//")
    )
    assert "async(1)" in asked_in(tmp_path, {"k.c": kernels, "k.h": HEADER, "main.c": main}, "k.c", capsys)[0]
