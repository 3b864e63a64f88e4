"""Whole programs of shapes that once ended or did not compile: annotated, run on the emulated device, beside what they print serially."""

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
SUM = 'double s = 0;\nfor (int i = 0; i < 6000; i++) s += a[i] * (i % 5);\nprintf("%.6f\\n", s);\n'
FILL = "for (int i = 0; i < 6000; i++) a[i] = i % 37;\n"
SCALE = "static void all(double *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * 0.75 + 1; }\n"
SHIFT = "static void shift(double *a, int n, int k) {\n%sfor (int i = 0; i < n; i++) a[i] = a[i + k] + 1;\n}\n"


def shifted(inside: str, n: str, k: str) -> str:
    return (
        f"{HEAD}{SCALE}{SHIFT % inside}int main(int argc, char **argv) {{\ndouble *a = malloc(6000 * sizeof *a);\n{FILL}"
        f"for (int t = 0; t < 4; t++) {{ all(a, 6000); shift(a, {n}, {k}); }}\n{SUM}free(a);\nreturn 0;\n}}\n"
    )


PROGRAMS = {
    "a loop of main before any declaration": (
        f"{HEAD}static double a[6000];\nint main(int argc, char **argv) {{\n{FILL}a[argc] = 2;\n{SUM}return 0;\n}}\n"
    ),
    "a pointer into the middle": (
        f"{HEAD}static void step(double *p, int n, int s) {{ for (int i = 0; i < n; i++) p[i * s] = p[i * s] * 0.5 + i; }}\n"
        f"int main(int argc, char **argv) {{\ndouble *a = malloc(6000 * sizeof *a);\n{FILL}step(a + 3000, 600, argc + 1);\n"
        f"step(&a[1000], 600, argc);\n{SUM}free(a);\nreturn 0;\n}}\n"
    ),
    "the size of all as one sizeof": (
        f"{HEAD}int main(int argc, char **argv) {{\nint n = 300, m = 20;\ndouble (*b)[m] = malloc(sizeof(double[n][m]));\n"
        "double *a = malloc(sizeof(double[6000]));\n"
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i][j] = (i * 3 + j) % 17;\n"
        f"for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = b[i][j];\n{SUM}free(a);\nfree(b);\nreturn 0;\n}}\n"
    ),
    "the size of another type": (
        f"{HEAD}struct part {{ double x[100]; }};\nint main(int argc, char **argv) {{\n"
        f"double *a = malloc(60 * sizeof(struct part));\n{FILL}{SUM}free(a);\nreturn 0;\n}}\n"
    ),
    "a condition, in a body without braces": shifted("for (int r = 0; r < 2; r++)\n", "2000", "argc + 2500"),
    "a condition that does not hold there": shifted("while (k-- > 1990)\n", "2000", "argc + 1991"),
    "a loop's condition reads what the host writes last": (
        f"{HEAD}{SCALE}int main(int argc, char **argv) {{\ndouble *a = malloc(6000 * sizeof *a);\n{FILL}"
        "for (int t = 0; t < 6 && a[3] < 40.0; t++) {\nall(a, 6000);\n"
        f"for (int i = 1; i < 40; i++) a[i] = a[i - 1] * 0.5 + i;\n}}\n{SUM}free(a);\nreturn 0;\n}}\n"
    ),
    "a loop's condition behind a branch without braces": (
        f"{HEAD}{SCALE}int main(int argc, char **argv) {{\ndouble *a = malloc(6000 * sizeof *a);\n{FILL}int t = 0;\n"
        "while (t < 6 && a[3] < 40.0) {\nall(a, 6000);\nt++;\nif (t % 2) a[3] = t;\n}\n"
        f"{SUM}free(a);\nreturn 0;\n}}\n"
    ),
    "a condition on a loop that does not run": shifted("", "argc - 7", "9000"),
    "a parameter whose type is an array by another name": (
        f"{HEAD}{SCALE}typedef double Field[6000];\nstatic Field a;\nstatic void ends(Field f) {{ f[0] = f[0] * 2 + 1; f[5999] = f[0]; }}\n"
        "static void chain(Field f) { for (int i = 1; i < 40; i++) f[i] = f[i - 1] * 0.5 + i; }\n"
        f"int main(int argc, char **argv) {{\nField *p = &a;\n{FILL}"
        f"for (int t = 0; t < 4; t++) {{ all(*p, 6000); ends(*p); chain(a); }}\n{SUM}return 0;\n}}\n"
    ),
    "branches that are taken now and then": (
        f"{HEAD}{SCALE}int main(int argc, char **argv) {{\ndouble *a = malloc(6000 * sizeof *a);\n{FILL}"
        "for (int t = 0; t < 12; t++) {\nall(a, 6000);\n"
        'if (t % 4 == 1) printf("%g\\n", a[t]);\n'
        "if (t % 5 == 2) a[7] = t; else if (t % 5 == 3) { for (int i = 1; i < 30; i++) a[i] = a[i - 1] + 1; } else a[9] -= a[8];\n"
        'if (t == 6) { double w = a[0]; for (int i = 0; i < 50; i++) w += a[i] * w * 1e-9; printf("%.9g\\n", w); }\n'
        f"}}\n{SUM}free(a);\nreturn 0;\n}}\n"
    ),
    "a kernel would store addresses": (
        f"{HEAD}int main(void) {{\nint n = 400, m = 15;\ndouble *a = malloc(6000 * sizeof *a), **p = malloc(n * sizeof *p);\n"
        f"for (int i = 0; i < n; i++) p[i] = &a[i * m];\n{FILL}for (int i = 0; i < n; i++) p[i][3] += i;\n"
        f"{SUM}free(p);\nfree(a);\nreturn 0;\n}}\n"
    ),
    "a struct in a struct, sized by its name in parentheses": (
        f"{HEAD}typedef struct {{ float x, y, z; }} vec;\ntypedef struct {{ vec at, by; float m; }} body;\n"
        "static void all(body *b, int n) { for (int i = 0; i < n; i++) { b[i].at.x += b[i].by.x * b[i].m; b[i].by.y = i; } }\n"
        "int main(int argc, char **argv) {\nint n = 5999 + argc;\nbody *b = malloc(n * sizeof(body));\n"
        "double *a = malloc(n * sizeof(double));\nfor (int i = 0; i < n; i++) b[i] = (body){{i, 2, 3}, {1, 2, 3}, 0.5f};\n"
        f"for (int t = 0; t < 5; t++) all(b, n);\nfor (int i = 0; i < n; i++) a[i] = b[i].at.x + b[i].by.y;\n{SUM}free(b);\n"
        "free(a);\nreturn 0;\n}\n"
    ),
    "sizes that may wrap around": (
        f"{HEAD}typedef struct {{ size_t nx, ny; double *u, *v; }} grid;\n"
        "static void smooth(const double *restrict u, double *restrict v, size_t nx, size_t ny) {\n"
        "for (size_t j = 1; j < ny - 1; j++) for (size_t i = 1; i + 1 < nx; i++) {\n"
        "size_t k = j * nx + i; v[k] = 0.25 * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx]); } }\n"
        "int main(void) {\ngrid g = {90, 70};\nint n = 6000;\ng.u = calloc(90 * 70, 8);\ng.v = calloc(90 * 70, 8);\n"
        "for (size_t i = 0; i != g.nx * g.ny; i++) g.u[i] = i % 11;\n"
        "for (int t = 0; t < 6; t++) { smooth(g.u, g.v, g.nx, g.ny); smooth(g.v, g.u, g.nx, g.ny); }\n"
        f"double *a = g.u;\n{SUM}free(g.u);\nfree(g.v);\nreturn 0;\n}}\n"
    ),
    "a loop down from a size that may wrap around": (
        f"{HEAD}static void f(double *a, const double *b, unsigned n) {{\n"
        "for (unsigned i = n - 1 - 1; i > 0; i--) a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1]; }\n"
        "int main(void) {\nunsigned n = 6000;\ndouble *a = malloc(n * sizeof *a), *b = calloc(n, sizeof(double));\n"
        "for (unsigned i = 0; i < n; i++) { a[i] = i % 13; b[i] = i % 7 * 0.5; }\n"
        f"for (int t = 0; t < 4; t++) {{ f(a, b, n); f(b, a, n); if (t == 1) f(a, b, n); }}\n{SUM}free(a);\nfree(b);\n"
        "return 0;\n}\n"
    ),
    "members that point to rows": (
        f"{HEAD}#define M 20\ntypedef struct {{ double (*u)[M], (*v)[M]; }} pair;\n"
        "static void step(pair *p) { for (int i = 0; i < 300; i++) for (int j = 0; j < M; j++) p->v[i][j] = p->u[i][j] * 0.5 + j;\n"
        "for (int i = 0; i < 300; i++) for (int j = 0; j < M; j++) p->u[i][j] += p->v[i][j]; p->u[7][5] = 1; }\n"
        "int main(void) {\npair p;\np.u = calloc(300, sizeof *p.u);\np.v = calloc(300, sizeof *p.v);\n"
        "for (int t = 0; t < 5; t++) step(&p);\ndouble *a = malloc(6000 * sizeof *a);\n"
        f"for (int i = 0; i < 300; i++) for (int j = 0; j < M; j++) a[i * M + j] = p.u[i][j];\n{SUM}free(a);\nfree(p.u);\n"
        "free(p.v);\nreturn 0;\n}\n"
    ),
}


@pytest.mark.parametrize("name", differing(PROGRAMS, 3, "c"))
def test_it_prints_the_same_on_the_device(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(PROGRAMS[name], "utf-8")
    command = [*COMMAND, "annotate", str(source), "-o", str(annotated)]
    subprocess.run(command, check=True, capture_output=True)
    text = annotated.read_bytes()
    assert b"#pragma acc parallel" in text
    assert problem_of(PROGRAMS[name], text, tmp_path) == ""


BOUNDARY = (
    f"{HEAD}#define N 400\nstatic double u[N][N], v[N][N];\n"
    "static void edges(double a[N][N]) {\n"
    "  for (int i = 0; i < N; i++) a[i][0] = a[i][N - 1] = 0;\n"
    "  for (int j = 0; j < N; j++) a[0][j] = a[N - 1][j] = 1;\n}\n"
    "static void step(double a[N][N], double b[N][N]) {\n"
    "  for (int i = 1; i < N - 1; i++) for (int j = 1; j < N - 1; j++)\n"
    "    b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);\n}\n"
    "int main(void) {\n  for (int t = 0; t < 6; t++) { step(u, v); edges(v); step(v, u); edges(u); }\n"
    '  printf("%.9g\\n", u[3][7]);\n  return 0;\n}\n'
)


def test_a_loop_that_does_too_little_runs_where_its_data_are(tmp_path: Path) -> None:
    """Around a loop of the host all of an array would come and go in each step."""
    tmp_path.chmod(0o755)
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(BOUNDARY, "utf-8")
    command = [*COMMAND, "annotate", "--no-compiler", str(source), "-o", str(annotated)]
    subprocess.run(command, check=True, capture_output=True)
    text = annotated.read_text("utf-8")
    assert text.count("#pragma acc parallel loop") == 3
    assert text.count("update") == 1  # of the element that is printed
    assert problem_of(BOUNDARY, text.encode(), tmp_path) == ""


def test_what_is_printed_now_and_then_is_fetched_then(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(PROGRAMS["branches that are taken now and then"], "utf-8")
    command = [*COMMAND, "annotate", "--no-compiler", str(source)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    branch = next(number for number, line in enumerate(lines) if "t % 4 == 1" in line)
    assert "update self(a[t:1])" in lines[branch + 1]


VECTORS = (
    "#include <cstdio>\n#include <vector>\nusing field = std::vector<double>;\n"
    "static void step(field &w, const field &u) {\n"
    "  for (std::size_t i = 1; i < w.size() - 1; i++) w[i] = 0.5 * (u[i - 1] + u[i + 1]);\n}\n"
    "static void other(field &w, const field &u) {\n"
    "  for (std::size_t i = 1; i + 1 < w.size(); ++i) w[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);\n}\n"
    "int main() {\n  field a(5000, 1.0), b(5000, 2.0);\n"
    "  for (int t = 0; t < 20; t++) {\n    step(a, b);\n    other(b, a);\n  }\n"
    '  std::printf("%.9f %.9f\\n", a[77], b[1]);\n  return 0;\n}\n'
)


def test_a_bound_that_only_its_type_ends_is_no_section(tmp_path: Path) -> None:
    """All of the type's numbers were the section, which no compiler takes: a directive without clauses was taken instead."""
    tmp_path.chmod(0o755)
    source, annotated = tmp_path / "program.cpp", tmp_path / "annotated.cpp"
    source.write_text(VECTORS, "utf-8")
    command = [*COMMAND, "annotate", str(source), "-o", str(annotated)]
    subprocess.run(command, check=True, capture_output=True)
    text = annotated.read_text("utf-8")
    assert text.count("#pragma acc parallel loop") == 3  # and what fills the containers
    assert problem_of(VECTORS, text.encode(), tmp_path, ".cpp") == ""
