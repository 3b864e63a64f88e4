"""Programs that are annotated with one size and run with another: what is written names sizes, it does not repeat today's numbers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from preloaded import COMMAND

sys.path.insert(0, str(Path(__file__).parents[2]))

from whole import differing

from benchmarks.placement_fuzz import problem_of

pytestmark = pytest.mark.usefixtures("preloaded_commands")

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n"
GATHER = "static void gather({head}) {{ for (int i = 0; i < {n}; i++) y[i] = 0.5 * x[c[i]] + y[i]; }}\n"
PLAIN = GATHER.format(head="const double *x, const int *c, double *y, int n", n="n")
STEP = "static void step({head}) {{ for (int i = 0; i < {n}; i++) y[i] = 0.5 * x[i] + 0.25 * y[i]; }}\n"
STIR = "static void stir({head}) {{ for (int i = 0, k = 1; i < 50; i++) {{ y[k] += 1; k = (k * 31 + 7) % {n}; }} }}\n"
STEPS = "for (int t = 0; t < 40; t++) {{ step(x, y{more}); step(y, x{more}); if (t % 20 == 7) stir(y{more}); }}\n"
SHOW = 'static void show(const double *y, int n) { double s = 0; for (int i = 0; i < n; i++) s += y[i] * (i % 5); printf("%.6f\\n", s); }\n'
RUN = "for (int t = 0; t < 5; t++) { gather(x, c, y, n); gather(y, c, x, n); }\n"
FILL = "for (int i = 0; i < {n}; i++) {{ x[i] = i % 13; y[i] = 1; c[i] = (i * 7) % {n}; }}\n"
MAKE = "double *x = malloc({n} * sizeof *x), *y = malloc({n} * sizeof *y);\nint *c = malloc({n} * sizeof *c);\n"
END = "show(y, n);\nfree(x);\nfree(y);\nfree(c);\nreturn 0;\n}\n"


def with_main(before: str, inside: str) -> str:
    return f"{HEAD}{before}{SHOW}int main(void) {{\n{inside}{END}"


PROGRAMS = {
    "a local": with_main(PLAIN, "int n = @;\n" + MAKE.format(n="n") + FILL.format(n="n") + RUN),
    "a macro": with_main(
        "#define N @\n" + STEP.format(head="const double *x, double *y", n="N") + STIR.format(head="double *y", n="N"),
        MAKE.format(n="N") + FILL.format(n="N") + "int n = N;\n" + STEPS.format(more=""),
    ),
    "an enumerator": with_main(
        "enum { N = @ };\n"
        + STEP.format(head="const double *x, double *y", n="N")
        + STIR.format(head="double *y", n="N"),
        MAKE.format(n="N") + FILL.format(n="N") + "int n = N;\n" + STEPS.format(more=""),
    ),
    "a variable of the file": with_main(
        "static int count = @;\n"
        + STEP.format(head="const double *x, double *y", n="count")
        + STIR.format(head="double *y", n="count"),
        MAKE.format(n="count") + FILL.format(n="count") + "int n = count;\n" + STEPS.format(more=""),
    ),
    "a product of two": with_main(
        STEP.format(head="const double *x, double *y, int h, int w", n="h * w")
        + STIR.format(head="double *y, int h, int w", n="(h * w)"),
        "int h = 60, w = h + @, n = h * w;\n" + MAKE.format(n="n") + FILL.format(n="n") + STEPS.format(more=", h, w"),
    ),
    "a half of it": with_main(
        PLAIN, "int all = @;\nint n = all / 2;\n" + MAKE.format(n="n") + FILL.format(n="n") + RUN
    ),
    "a number that is passed": with_main(
        "static void fill(double *x, double *y, int *c, int n) {\n"
        + FILL.format(n="n")
        + "}\n"
        + PLAIN
        + "static int sized(int n) { return n; }\n",
        "int n = sized(@);\n" + MAKE.format(n="n") + "fill(x, y, c, n);\n" + RUN,
    ),
    "a member": with_main(
        "typedef struct { int n; double *x, *y; int *c; } set;\n"
        "static void gather(set *s) { for (int i = 0; i < s->n; i++) s->y[i] += 0.5 * s->x[s->c[i]]; }\n"
        "static set *make(int n) {\n  set *s = malloc(sizeof *s);\n  s->n = n;\n  s->x = malloc(n * sizeof *s->x);\n"
        "  s->y = malloc(n * sizeof *s->y);\n  s->c = malloc(n * sizeof *s->c);\n"
        "  for (int i = 0, k = 0; i < n; i++) { s->x[i] = i % 13; s->y[i] = 1; s->c[k++] = (i * 7) % n; }\n  return s;\n}\n",
        "set *s = make(@);\nfor (int t = 0; t < 5; t++) gather(s);\ndouble *x = s->x, *y = s->y;\nint *c = s->c, n = s->n;\n",
    ),
    "several times as many": with_main(
        "typedef struct { int n; double *x, *y; int *c; } set;\n"
        "static void gather(set *s) { for (int i = 0; i < s->n; i++) s->y[i] += 0.5 * s->x[3 * s->c[i]]; }\n"
        "static set *make(int n) {\n  set *s = malloc(sizeof *s);\n  s->n = n;\n  s->x = malloc(3 * n * sizeof *s->x);\n"
        "  s->y = malloc(n * sizeof *s->y);\n  s->c = malloc(n * sizeof *s->c);\n"
        "  for (int i = 0, k = 0; i < n; i++) { s->x[3 * k] = s->x[3 * k + 1] = s->x[3 * k + 2] = i % 13; s->y[i] = 1; s->c[k++] = (i * 7) % n; }\n"
        "  return s;\n}\n",
        "set *s = make(@);\nfor (int t = 0; t < 5; t++) gather(s);\ndouble *x = s->x, *y = s->y;\nint *c = s->c, n = s->n;\n",
    ),
    "two callers with two sizes": with_main(
        PLAIN,
        "int n = @, m = n / 3;\n"
        + MAKE.format(n="n")
        + FILL.format(n="n")
        + "for (int t = 0; t < 5; t++) { gather(x, c, y, n); gather(y, c, x, n); }\n"
        + "double *u = calloc(m, sizeof *u), *v = calloc(m, sizeof *v);\nint *d = calloc(m, sizeof *d);\n"
        + "for (int t = 0; t < 5; t++) { gather(u, d, v, m); gather(v, d, u, m); }\nshow(v, m);\nfree(u);\nfree(v);\nfree(d);\n",
    ),
}
NOW, LATER = "6000", ("2400", "9000")


@pytest.mark.parametrize("name", differing(PROGRAMS, 2, "c"))
def test_what_is_annotated_runs_with_other_sizes(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(PROGRAMS[name].replace("@", NOW), "utf-8")
    command = [*COMMAND, "annotate", "--no-compiler", str(source), "-o", str(annotated)]
    subprocess.run(command, check=True, capture_output=True)
    text = annotated.read_text("utf-8")
    assert "#pragma acc parallel" in text
    assert "#pragma acc enter data" in text
    for size in (NOW, *LATER):
        changed = text.replace(NOW, size)
        lines = [line for line in text.splitlines() if NOW in line and "#pragma acc" in line]
        assert not lines
        assert problem_of(PROGRAMS[name].replace("@", size), changed.encode(), tmp_path) == "", size


PIVOTED = (
    f"{HEAD}static void swap(double *a, int k, int p, int n) {{\n"
    "  for (int j = 0; j < n; j++) { double t = a[k * n + j]; a[k * n + j] = a[p * n + j]; a[p * n + j] = t; }\n}\n"
    "static void scale(double *a, int n) { for (int i = 0; i < n * n; i++) a[i] = a[i] * 0.5 + i % 7; }\n"
    "int main(int argc, char **argv) {\n  int n = 299 + argc;\n  double *a = malloc(n * n * sizeof *a), s = 0;\n"
    "  for (int i = 0; i < n * n; i++) a[i] = i % 13;\n"
    "  for (int k = 0; k < n; k++) { int p = (k * 7) % n; if (p != k) swap(a, k, p, n); scale(a, n); }\n"
    '  for (int i = 0; i < n * n; i++) s += a[i] * (i % 5);\n  printf("%.6f\\n", s);\n  free(a);\n  return 0;\n}\n'
)


def test_of_what_is_there_already_a_section_needs_no_conditions(tmp_path: Path) -> None:
    """Which of two rows comes first nobody has to ask where all rows are on the device."""
    tmp_path.chmod(0o755)
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(PIVOTED, "utf-8")
    command = [*COMMAND, "annotate", "--no-compiler", str(source), "-o", str(annotated)]
    subprocess.run(command, check=True, capture_output=True)
    text = annotated.read_text("utf-8")
    assert "copy(a[0:n * n])" in text
    assert "?" not in text
    assert problem_of(PIVOTED, text.encode(), tmp_path) == ""
