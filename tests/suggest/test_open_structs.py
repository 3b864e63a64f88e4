"""Arrays at the end of a struct that is allocated longer than its type says (C11 6.7.2.1p18, and `v[0]`, `v[1]` of before): no section of
the struct moves them. They are taken out before the loop; sections of one memory never stand beside one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.pressing import shown

HEAD = """#include <stdlib.h>
struct vec { int n; double v[]; };
struct none { int n; double v[0]; };
struct one { int n; double v[1]; };
struct two { int n; double v[2]; };
struct el { double x; double v[1]; };
struct fixed { int n; double v[100]; };
struct mat { int r, c; double a[]; };
struct img { int w, h; unsigned char px[][4]; };
struct hold { struct vec *in; };
static struct vec of_file;
"""
# a function → the clauses of what is shown first, and what it takes out
TAKEN = {
    "written": (
        "void f(struct vec *y, int n) { for (int i = 0; i < n; i++) y->v[i] = i; } // HERE",
        "copyout(v[0:n])",
        ["double *v = y->v;"],
    ),
    "length 0": (
        "void f(struct none *y, int n) { for (int i = 0; i < n; i++) y->v[i] = i; } // HERE",
        "copyout(v[0:n])",
        ["double *v = y->v;"],
    ),
    "length 1": (
        "void f(struct one *y, int n) { for (int i = 0; i < n; i++) y->v[i] = i; } // HERE",
        "copyout(v[0:n])",
        ["double *v = y->v;"],
    ),
    "two, with their size": (
        "void f(struct vec *restrict y, const struct vec *restrict x, double a) {\n"
        "  for (int i = 0; i < y->n; i++) y->v[i] += a * x->v[i]; // HERE\n}",
        "copyin(v_data[0:n]) copy(v[0:n])",
        ["const int n = y->n;", "double *v = y->v;", "const double *v_data = x->v;"],
    ),
    "a matrix": (
        "double f(const struct mat *m) {\n  double s = 0;\n  for (int i = 0; i < m->r; i++) // HERE\n"
        "    for (int j = 0; j < m->c; j++) s += m->a[i * m->c + j];\n  return s;\n}",
        "collapse(2) reduction(+:s) copyin(a[0:r*c])",
        ["const int r = m->r;", "const int c = m->c;", "const double *a = m->a;"],
    ),
    "rows": (
        "void f(struct img *m) { for (int i = 0; i < m->w * m->h; i++) m->px[i][0] = 255; } // HERE",
        "copy(px[0:h*w])",
        ["const int w = m->w;", "const int h = m->h;", "unsigned char (*px)[4] = m->px;"],
    ),
    "behind another struct": (
        "void f(struct hold *h, int n) { for (int i = 0; i < n; i++) h->in->v[i] = i; } // HERE",
        "copyout(v[0:n])",
        ["double *v = h->in->v;"],
    ),
    "allocated here": (
        "double f(int n) {\n  struct vec *y = malloc(sizeof *y + n * 8);\n  for (int i = 0; i < n; i++) y->v[i] = i; // HERE\n"
        "  double s = y->v[3];\n  free(y);\n  return s;\n}",
        "copyout(v[0:n])",
        ["double *v = y->v;"],
    ),
    "a size that one iteration sets": (
        "void f(struct vec *y, int n) { for (int i = 0; i < n; i++) { y->v[i] = i; if (i == 3) y->n = i; } } // HERE",
        "copy(n_local) copyout(v[0:n])",
        ["double *v = y->v;", "int n_local = y->n;", "y->n = n_local;"],
    ),
    "taken out, beside its struct": (
        "void f(struct one *y) {\n  double *v = y->v;\n  for (int i = 0; i < y->n; i++) v[i] = i; // HERE\n}",
        "copyout(v[0:n])",
        ["const int n = y->n;"],
    ),
    "an array of a length, taken out beside its struct": (
        "void f(struct fixed *y) {\n  double *v = y->v;\n  for (int i = 0; i < y->n; i++) v[i] = i; // HERE\n}",
        "copyout(v[0:n])",
        ["const int n = y->n;"],
    ),
}
# a function → what is told missing, without a name that could be taken out
MISSING = {
    "of the file": ("void f(int n) { for (int i = 0; i < n; i++) of_file.v[i] = i; } // HERE", ["of_file.v"]),
    "an array of such": (
        "double f(struct vec **rows, int m, int n) {\n  double s = 0;\n  for (int i = 0; i < m; i++) // HERE\n"
        "    for (int j = 0; j < n; j++) s += rows[i]->v[j];\n  return s;\n}",
        ["rows"],
    ),
}
# what a section of the struct moves stays as it is
WHOLE = {
    "elements of an array": (
        "void f(struct el *e, int n) { for (int i = 0; i < n; i++) e[i].v[0] = i; } // HERE",
        "copy(e[0:n])",
    ),
    "a length of its own": (
        "void f(struct fixed *y) { for (int i = 0; i < 100; i++) y->v[i] = i; } // HERE",
        "copy(y[0:1])",
    ),
    "two": ("void f(struct two *y) { for (int i = 0; i < 2; i++) y->v[i] = i; } // HERE", "copy(y[0:1])"),
    "the one that is there": (
        "void f(struct one *y, double *restrict x, int n) { for (int i = 0; i < n; i++) x[i] = y->v[0]; } // HERE",
        "copyin(y[0:1]) copyout(x[0:n])",
    ),
    "the head alone": (
        "void f(struct vec *y, int *restrict o, int n) { for (int i = 0; i < n; i++) o[i] = y->n; } // HERE",
        "copyin(y[0:1]) copyout(o[0:n])",
    ),
    "by a pointer and by its name": (
        "void f(struct fixed *y) {\n  double *v = y->v;\n  for (int i = 0; i < 100; i++) v[i] = y->v[i] + 1; // HERE\n}",
        "copy(v[0:100])",
    ),
}


def first(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    return shown(folder / "a.c", HEAD + text + "\n", capsys, "--no-project")[0]


@pytest.mark.parametrize(("text", "clauses", "lines"), TAKEN.values(), ids=TAKEN)
def test_what_lies_behind_a_struct_is_taken_out(
    text: str, clauses: str, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = first(tmp_path, text, capsys)
    assert found["pragma"] == f"#pragma acc parallel loop gang vector {clauses}"
    assert found["other_lines"] == lines


@pytest.mark.parametrize(("text", "missing"), MISSING.values(), ids=MISSING)
def test_what_cannot_be_taken_out_is_told(
    text: str, missing: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = first(tmp_path, text, capsys)
    assert found["missing"] == missing
    assert not found["preferred"]
    assert "copy" not in str(found["pragma"])


@pytest.mark.parametrize(("text", "clauses"), WHOLE.values(), ids=WHOLE)
def test_structs_that_end_where_their_type_says_are_moved(
    text: str, clauses: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = first(tmp_path, text, capsys)
    assert found["pragma"] == f"#pragma acc parallel loop gang vector {clauses}"
    assert found["other_lines"] == []
