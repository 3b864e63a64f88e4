"""`data` around loops of the host and between kernels: offered with its clauses, right on the emulated device, with fewer bytes moved."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.device.outputs import same_output
from loopwright.device.run import Limits, run_program
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.held_data import holds_in

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.placement_fuzz import drawn, problem_of, with_held_data

HEAD = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
STEP = """static void step(int n, const double *restrict a, double *restrict b) {
#pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])
  for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
"""
MAIN = """int main(int argc, char **argv) {
  int n = argc + 999;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) a[i] = b[i] = i % 7;
"""
SUM = '  double sum = 0;\n  for (int i = 0; i < n; i++) sum += a[i] * (i % 5);\n  printf("%.9g\\n", sum);\n  return 0;\n}\n'
KERNEL = "#pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])\n    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);\n"
BACK = "#pragma acc parallel loop copy(a[0:n]) copyin(b[0:n])\n    for (int i = 1; i < n - 1; i++) a[i] = b[i];\n"


def rounds(body: str, head: str = "for (int t = 0; t < 20; t++)") -> str:
    return f"{HEAD}{STEP}{MAIN}  {head} {{\n{body}  }}\n{SUM}"


# A program, the line of the place, what is offered there and what it says.
OFFERED = {
    "functions that are called": (
        rounds("    step(n, a, b);\n    step(n, b, a);\n"),
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "a loop without a number of rounds": (
        f"{HEAD}#define N 100\nstatic double a[N], b[N];\nint main(void) {{\n  int n = N, t = 0;\n  a[0] = 1;\n  double e = 1;\n"
        "  while (e > 1e-3 && t < 50) {\n    e = 0;\n#pragma acc parallel loop reduction(max:e)\n"
        "    for (int i = 1; i < N - 1; i++) { b[i] = 0.5 * (a[i - 1] + a[i + 1]); e = fmax(e, fabs(b[i] - a[i])); }\n"
        f"#pragma acc parallel loop\n    for (int i = 1; i < N - 1; i++) a[i] = b[i];\n    t++;\n  }}\n{SUM}",
        ["data copyin(b) copy(a)"],
        "moves 2.4 kB once, not 6.4 kB in each round",
    ),
    "memory that only kernels use": (
        f"{HEAD}{STEP}{MAIN.replace('a[i] = b[i]', 'a[i]')}  for (int t = 0; t < 20; t++) {{\n"
        "#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])\n    for (int i = 0; i < n; i++) b[i] = 2 * a[i];\n"
        f"{BACK}  }}\n{SUM}",
        ["data copy(a[0:n]) create(b[0:n])"],
        "moves 16*n bytes once, not 40*n bytes in each of 20 rounds",
    ),
    "the host reads now and then": (
        rounds(f'{KERNEL}{BACK}    if (t % 5 == 0) {{ printf("%g\\n", a[3]); }}\n'),
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "the host writes an end": (
        rounds(f"{KERNEL}{BACK}    a[0] = t;\n"),
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "pointers are exchanged": (
        rounds("    step(n, a, b);\n    double *c = a; a = b; b = c;\n"),
        ["data copy(a[0:n],b[0:n])"],
        "moves 32*n bytes once, not 24*n bytes in each of 20 rounds",
    ),
    "a team of threads beside it": (
        rounds("    step(n, a, b);\n    step(n, b, a);\n").replace(
            "  for (int i = 0; i < n; i++) a[i] =",
            "#pragma omp parallel for\n  for (int i = 0; i < n; i++) a[i] =",
        ),
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "two names of one object": (
        rounds(
            KERNEL + BACK.replace("copyin(b", "copyin(d").replace("= b[i]", "= d[i]"),
            "double *d = b;\n  for (int t = 0; t < 20; t++)",
        ),
        ["data copyin(b[0:n],d[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "kernels one after the other": (
        f"{HEAD}{MAIN}{KERNEL}{BACK}{SUM}",
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes",
    ),
    # Nobody declares it here: it is no function of the program, and knows none of its arrays.
    "a function of a library": (
        f"#include <sched.h>\n{HEAD}double a[100], b[100];\nint n = 100;\nint main(void) {{\n  for (int i = 0; i < n; i++) a[i] = i % 7;\n"
        "  for (int t = 0; t < 20; t++) {\n#pragma acc parallel loop\n    for (int i = 1; i < 99; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);\n"
        "#pragma acc parallel loop\n    for (int i = 1; i < 99; i++) a[i] = b[i];\n    sched_yield();\n  }\n" + SUM,
        ["data copyin(b) copy(a)"],
        "moves 2.4 kB once, not 6.4 kB in each of 20 rounds",
    ),
    "arrays of the function, filled by another one": (
        f"{HEAD}{STEP}static void fill(int n, double *v) {{ for (int i = 0; i < n; i++) v[i] = i % 7; }}\nenum {{ n = 200 }};\n"
        "int main(void) {\n  double a[n], b[n];\n  fill(n, a);\n  fill(n, b);\n"
        "  for (int t = 0; t < 20; t++) {\n    step(n, a, b);\n    step(n, b, a);\n  }\n" + SUM,
        ["data copyin(b) copy(a)"],
        "moves 4.8 kB once, not 9.6 kB in each of 20 rounds",
    ),
    "bytes that have a name": (
        f"{HEAD}{STEP}int main(int argc, char **argv) {{\n  int n = argc + 99, m = argc + 1;\n  size_t bytes = (argc > 5 ? 2 : 1) * n * sizeof(double);\n"
        "  double *a = malloc(bytes), *b = malloc(bytes);\n  for (int i = 0; i < n; i++) a[i] = b[i] = i % m;\n"
        "  for (int t = 0; t < 20; t++) {\n    step(n, a, b);\n    step(n, b, a);\n  }\n" + SUM,
        ["data copyin(b[0:bytes / 8]) copy(a[0:bytes / 8])"],
        "moves 3*bytes bytes once, not 6*bytes bytes in each of 20 rounds",
    ),
    "a size that may be given on the command line": (
        f"{HEAD}{STEP}int main(int argc, char **argv) {{\n  int n = 200;\n  if (argc > 1) n = atoi(argv[1]);\n  if (n < 10) {{ n = 10; }}\n"
        "  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof *b);\n  for (int i = 0; i < n; i++) a[i] = b[i] = i % 7;\n"
        "  for (int t = 0; t < 20; t++) {\n    step(n, a, b);\n    step(n, b, a);\n  }\n" + SUM,
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "a jump to the end": (
        f"{HEAD}{STEP}{MAIN}  if (n > 5000) goto done;\n  for (int t = 0; t < 20; t++) {{ step(n, a, b); step(n, b, a); }}\ndone:\n{SUM[1:]}",
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "kernels with declarations between them": (
        f'{HEAD}{MAIN}{KERNEL}    double most = 0;\n    printf("%d\\n", n);\n{BACK}    most = 2 * n;\n{KERNEL}{SUM}',
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 72*n bytes",
    ),
    "a struct in memory": (
        f"{HEAD}{STEP}typedef struct {{ int n; double *a, *b; }} Pair;\nint main(int argc, char **argv) {{\n  int n = argc + 99;\n"
        "  Pair *p = malloc(sizeof *p);\n  p->n = n;\n  p->a = malloc(n * sizeof(double));\n  p->b = malloc(n * sizeof(double));\n"
        "  for (int i = 0; i < n; i++) p->a[i] = p->b[i] = i % 7;\n  for (int t = 0; t < 20; t++) {\n    step(n, p->a, p->b);\n"
        "    step(n, p->b, p->a);\n  }\n  double *a = p->a;\n" + SUM,
        ["data copyin(b[0:n]) copy(a[0:n])"],
        "moves 24*n bytes once, not 48*n bytes in each of 20 rounds",
    ),
    "a loop in a function that is called": (
        f"{HEAD}{STEP}static void solve(int n, double *a, double *b) {{\n  for (int t = 0; t < 9; t++) {{ step(n, a, b); step(n, b, a); }}\n}}\n"
        f"{MAIN}  solve(n, a, b);\n  b[0] = 3;\n  solve(n, a, b);\n{SUM}",
        ["data copy(a[0:n],b[0:n])"],
        "moves 32*n bytes once, not 48*n bytes in each of 9 rounds",
    ),
}

# What the region would change, or what is not certain.
NOT_OFFERED = {
    "they are there already": f"{HEAD}{STEP}{MAIN}#pragma acc data copy(a[0:n], b[0:n])\n  for (int t = 0; t < 9; t++) {{ {{ step(n, a, b); }} }}\n{SUM}",
    "they were entered": f"{HEAD}{STEP}{MAIN}#pragma acc enter data copyin(a[0:n], b[0:n])\n  for (int t = 0; t < 9; t++) {{ step(n, a, b); }}\n"
    f"#pragma acc exit data copyout(a[0:n], b[0:n])\n{SUM}",
    "they are declared there": f"{HEAD}static double a[99];\n#pragma acc declare create(a)\nint main(void) {{\n  int n = 99;\n"
    f"  for (int t = 0; t < 9; t++) {{\n#pragma acc parallel loop\n    for (int i = 0; i < n; i++) a[i] += t;\n  }}\n{SUM}",
    "the runtime moves them": rounds("    acc_copyin(a, n); step(n, a, b);\n").replace(
        "#include <math.h>", "#include <openacc.h>"
    ),
    "a kernel under a condition": rounds(KERNEL.replace("copy(b", "if(t % 2) copy(b")),
    "kernels that nobody waits for": rounds(KERNEL.replace("copy(b", "async(1) copy(b")),
    "the host works on them in a function": rounds(
        "    step(n, a, b);\n    shift(n, a, b);\n",
    ).replace(
        "int main",
        "static void shift(int n, double *a, double *b) { for (int i = 0; i < n; i++) { a[i] += 1; b[i] += a[i]; } }\nint main",
    ),
    "another function may use them": rounds("    step(n, a, b);\n    other(n, a, b);\n"),
    "a function of the program that nobody sees": f"{HEAD}void show(void);\ndouble a[100], b[100];\nint main(void) {{\n"
    "  for (int t = 0; t < 20; t++) {\n#pragma acc parallel loop\n    for (int i = 1; i < 99; i++) b[i] = a[i - 1] + a[i + 1];\n"
    "#pragma acc parallel loop\n    for (int i = 1; i < 99; i++) a[i] = b[i];\n    show();\n  }\n}\n",
    # Of three buffers that go round two have a name in front of the loop.
    "a buffer that has no name": rounds(
        "    step(n, a, b);\n    double *c = p.c; p.c = a; a = b; b = c;\n    a[0] += 1;\n",
        "struct { double *c; } p;\n  p.c = calloc(n, sizeof(double));\n  for (int t = 0; t < 9; t++)",
    ),
    "a size that changes between memory and loop": rounds(
        "    step(n, a, b);\n    step(n, b, a);\n", "n = n - 100;\n  for (int t = 0; t < 9; t++)"
    ),
    "memory of a size that changes in front of the loop": f"{HEAD}{STEP}static int made(int k, double **v) {{\n"
    "  *v = malloc(k * sizeof(double));\n  return k / 2;\n}\n"
    "int main(int argc, char **argv) {\n  int n = argc + 99;\n  double *a, *b;\n  n = made(n, &a);\n  n = made(n, &b);\n"
    "  for (int t = 0; t < 9; t++) { step(n, a, b); step(n, b, a); }\n" + SUM,
    # Above the kernel no clause names them: it gets the address of the host.
    "a function's kernel that says nothing of its pointers": rounds("    step(n, a, b);\n    step(n, b, a);\n").replace(
        " copyin(a[0:n]) copy(b[0:n])", ""
    ),
    "a jump back": rounds(
        "    step(n, a, b);\n    step(n, b, a);\n", "int k = 0;\nagain:\n  k++;\n  for (int t = 0; t < 9; t++)"
    ).replace("  double sum", "  if (k < 3) goto again;\n  double sum"),
    "memory of each round": rounds("    double *c = malloc(n * sizeof(double));\n    step(n, c, c);\n    free(c);\n"),
    "a team of threads runs the rounds": rounds(
        "    step(n, a, b);\n", '_Pragma("omp parallel for")\n  for (int t = 0; t < 9; t++)'
    ).replace('_Pragma("omp parallel for")', "\n#pragma omp parallel for"),
    "a team of threads in each round": rounds(
        "    step(n, a, b);\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) b[i] += i;\n"
    ),
    "one kernel, once": f"{HEAD}{MAIN}{KERNEL}{SUM}",
    "one round": rounds("    step(n, a, b);\n", "for (int t = 0; t < 1; t++)"),
    "the result is given up": rounds(
        "#pragma acc parallel loop copyin(b[0:n])\n    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * b[i] + t;\n"
    ),
    # What the rows lead to is moved too by who writes `a[0:n][0:m]`: with `a` there, nobody moves it.
    "pointers to rows": rounds(
        "#pragma acc parallel loop copy(q[0:n][0:3])\n    for (int i = 0; i < n; i++) q[i][t % 3] += 1;\n",
        "double **q = malloc(n * sizeof *q);\n  for (int i = 0; i < n; i++) q[i] = calloc(3, sizeof **q);\n"
        "  for (int t = 0; t < 9; t++)",
    ),
    "the loop is left by a return": rounds("    step(n, a, b);\n    if (a[0] > 5) return 1;\n"),
    "the host reads all in each round": rounds(
        "#pragma acc parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++) a[i] *= 2;\n"
        '    for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + t;\n    printf("%g", a[4]);\n'
    ),
}


def suggested(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> list[dict[str, object]]:
    assert main(["suggest", str(file), "--json", "--no-model", "--no-compiler", "--no-project", *options]) == 0
    return json.loads(capsys.readouterr().out)["loops"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", OFFERED)
def test_a_region_is_offered_and_saves_what_it_says(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, wanted, why = OFFERED[name]
    file = tmp_path / "code.c"
    file.write_text(code, "utf-8")
    (shown,) = suggested(capsys, file, "--kind", "data")
    assert [c["pragma"] for c in shown["candidates"]] == [f"#pragma acc {text}" for text in wanted]  # type: ignore[attr-defined]
    assert shown["candidates"][0]["why"] == why  # type: ignore[index]
    at_line = suggested(capsys, file, "--line", str(shown["line"]))
    assert wanted[0] in [c["pragma"].removeprefix("#pragma acc ") for each in at_line for c in each["candidates"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", OFFERED)
def test_with_the_region_the_program_does_the_same_and_moves_less(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    moved, printed = [], []
    for text in (OFFERED[name][0].encode(), with_held_data(OFFERED[name][0].encode(), "code.c")):
        file = tmp_path / "code.c"
        file.write_bytes(text)
        report = run_program([file], compile_flags=["-O1", "-w"], link_flags=["-lm"], limits=Limits())
        assert report.exit == 0
        assert [f for f in report.findings if f.severity in ("error", "warning")] == []
        printed.append(report.stdout)
        moved.append(sum(each.to_device.bytes + each.to_host.bytes for each in report.directives))
    assert same_output(printed[0], printed[1], 1e-9)
    assert moved[1] < moved[0]


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_no_region_where_one_would_change_something_or_saves_nothing(name: str) -> None:
    assert holds_in(Outline(parse(NOT_OFFERED[name].encode(), name="code.c"))) == ()


def test_kernels_that_say_nothing_of_their_pointers_find_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    loops = "    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];\n#pragma acc kernels\n    for (int i = 1; i < n - 1; i++) a[i] = 0.5 * b[i];\n"
    code = rounds(f"#pragma acc parallel loop\n{loops}")
    text = with_held_data(code, "code.c")
    assert b"  #pragma acc data copyin(b[0:n]) copy(a[0:n])\n" in text
    assert problem_of(code, text, tmp_path) == ""


def test_no_region_is_offered_where_one_was_taken() -> None:
    for code, _, _ in OFFERED.values():
        after = with_held_data(code.encode(), "code.c")
        assert holds_in(Outline(parse(after, name="code.c"))) == ()


@pytest.mark.parametrize("seed", [1, 14, 34, 60])
def test_random_programs_print_the_same_with_all_regions(seed: int, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    code = drawn(seed)
    text = with_held_data(code, "drawn.c")
    assert b"#pragma acc data " in text
    assert problem_of(code, text, tmp_path) == ""
