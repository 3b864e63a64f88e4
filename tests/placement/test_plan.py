"""Where the data of whole programs are put: directives at the places that an expert would choose, and reasons where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.placement.plan import Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\n#include <stdio.h>\n"
KERNEL = """static void scale(double *v, int n) {
#pragma acc parallel loop copy(v[0:n])
  for (int i = 0; i < n; i++) v[i] *= 2.0;
}
"""


def planned(*codes: str) -> Plan:
    """The plan of files that are linked together."""
    files = [(Path(f"file{number}.c"), Outline(parse(HEAD + code, language="c"))) for number, code in enumerate(codes)]
    return placed(files)


def body(code: str) -> list[str]:
    """The lines of `main` that follow ``code`` in a program with one kernel."""
    plan = planned(KERNEL + "int main(int argc, char **argv) {\n  int n = atoi(argv[1]);\n" + code + "  return 0;\n}\n")
    assert plan.reason == ""
    text = plan.texts[0].decode()
    return [line.strip() for line in text[text.index("int main") :].splitlines()]


def test_memory_lives_on_the_device_from_its_allocation_to_its_release() -> None:
    lines = body("double *a = malloc(n * sizeof *a);\nscale(a, n);\nfree(a);\n")
    assert lines[3] == "#pragma acc enter data create(a[0:n])"
    assert lines[5] == "#pragma acc exit data delete(a[0:1])"
    assert not any("update" in line for line in lines)


def test_what_the_host_writes_and_reads_moves_once_around_its_loops() -> None:
    lines = body(
        "double *a = malloc(n * sizeof *a), sum = 0;\n"
        "for (int i = 0; i < n; i++) a[i] = i;\n"
        "for (int t = 0; t < 5; t++) scale(a, n);\n"
        "for (int i = 0; i < n; i++) sum += a[i];\n"
        'printf("%f\\n", sum);\nfree(a);\n'
    )
    moved = [line for line in lines if "update" in line]
    assert moved == ["#pragma acc update device(a[0:n])", "#pragma acc update self(a[0:n])"]
    assert lines.index(moved[0]) < lines.index("for (int t = 0; t < 5; t++) scale(a, n);") < lines.index(moved[1])


def test_one_element_moves_where_one_is_touched() -> None:
    lines = body(
        "double *a = calloc(n, sizeof *a);\n"
        "for (int t = 0; t < 5; t++) {\nscale(a, n);\na[n / 2] += 1.0;\n}\n"
        'printf("%f\\n", a[0]);\nfree(a);\n'
    )
    assert "#pragma acc enter data copyin(a[0:n])" in lines
    at = lines.index("a[n / 2] += 1.0;")
    assert lines[at - 1] == "#pragma acc update self(a[n / 2:1])"
    assert lines[at + 1] == "#pragma acc update device(a[n / 2:1])"
    assert "#pragma acc update self(a[0:1])" in lines


def test_exchanged_pointers_stay_there() -> None:
    lines = body(
        "double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);\n"
        "for (int t = 0; t < 5; t++) {\nscale(a, n);\ndouble *swap = a;\na = b;\nb = swap;\n}\n"
        "free(a);\nfree(b);\n"
    )
    assert sum("enter data" in line for line in lines) == 2
    assert not any("update" in line for line in lines)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (
            "double *a = malloc(n * sizeof *a);\nscale(a, n);\na = realloc(a, 2 * n * sizeof *a);\n",
            "realloc may move it",
        ),
        ("double *a = malloc(n * sizeof *a);\nscale(a, n);\nunseen(a);\n", "it is given to unseen"),
        ("double *a = malloc(n * sizeof *a);\nscale(a, n);\nprintf_all(a);\n", "it is given to printf_all"),
        ("double *a = malloc(n * sizeof *a), *p = a;\nscale(a, n);\nwhile (*p++ < 1) ;\n", "uses it"),
    ],
)
def test_what_cannot_be_followed_stays_with_its_loops(code: str, reason: str) -> None:
    plan = planned(KERNEL + "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\n" + code + "return 0;\n}\n")
    assert b"data" not in plan.texts[0]
    assert [reason in placed.reason for placed in plan.objects] == [True]


def test_functions_are_known_over_files() -> None:
    plan = planned(
        "void scale(double *v, int n);\nint main(int argc, char **argv) {\nint n = atoi(argv[1]);\n"
        "double *a = malloc(n * sizeof *a);\nscale(a, n);\nfree(a);\nreturn 0;\n}\n",
        KERNEL.replace("static ", ""),
    )
    assert b"enter data create(a[0:n])" in plan.texts[0]
    assert plan.texts[1] == (HEAD + KERNEL.replace("static ", "")).encode()


def test_without_main_nothing_is_placed() -> None:
    assert "no main" in planned(KERNEL).reason


def test_copies_between_kernels_run_on_the_device() -> None:
    lines = body(
        "double *a = calloc(n, sizeof *a), *b = malloc(n * sizeof *b);\n"
        "for (int t = 0; t < 5; t++) {\nscale(a, n);\nmemcpy(b, a, n * sizeof *b);\nmemset(a, 0, n * sizeof(double));\n"
        "scale(b, n);\n}\nfree(a);\nfree(b);\n"
    )
    assert "#pragma acc parallel loop gang vector copyin(a[0:n]) copyout(b[0:n])" in lines
    assert "for (long at = 0; at < n; at++) b[at] = a[at];" in lines
    assert not any("update" in line or "mem" in line for line in lines)


def test_a_section_is_written_where_only_the_plan_knows_it() -> None:
    gather = (
        "static void gather(double *y, const double *x, const int *at, int n) {\n"
        "#pragma acc parallel loop copy(y[0:n]) copyin(at[0:n]) present(x)\n"
        "for (int i = 0; i < n; i++) y[i] = x[at[i]];\n}\n"
    )
    start = "int main(int argc, char **argv) {\nint n = atoi(argv[1]), *at = calloc(n, sizeof *at);\n"
    start += "double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);\n"
    plan = planned(gather + start + "gather(y, x, at, n);\nfree(x);\nfree(y);\nfree(at);\nreturn 0;\n}\n")
    assert b"present(x[0:n])" in plan.texts[0]
    lost = planned(gather + start + "gather(y, x, at, n);\nunseen(x);\nreturn 0;\n}\n")
    assert len(lost.refused) == 1


def test_accessors_are_moved_for_by_their_callers() -> None:
    poke = "static void poke(double *v, int i, double x) { v[i] = x; }\n"
    plan = planned(
        KERNEL + poke + "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\ndouble *a = calloc(n, sizeof *a);\n"
        "for (int i = 0; i < n; i++) poke(a, i, i);\nscale(a, n);\nfree(a);\nreturn 0;\n}\n"
    )
    text = plan.texts[0].decode()
    assert text.count("#pragma acc update") == 1
    assert text.index("poke(a, i, i)") < text.index("#pragma acc update device(a[0:n])") < text.index("scale(a, n);")


@pytest.mark.parametrize(
    "kernel",
    [
        "#pragma acc parallel loop copy(v[0:n]) async(1)\n",
        "#pragma acc data copy(v[0:n])\n#pragma acc parallel loop\n",
    ],
)
def test_a_program_that_says_when_and_where_is_left_alone(kernel: str) -> None:
    code = (
        "static void f(double *v, int n) {\n" + kernel + "for (int i = 0; i < n; i++) v[i] *= 2;\n}\n"
        "int main(void) {\ndouble *a = calloc(9, 8);\nf(a, 9);\nfree(a);\nreturn 0;\n}\n"
    )
    plan = planned(code)
    assert plan.reason
    assert plan.texts[0] == (HEAD + code).encode()


def test_what_functions_use_that_nobody_is_seen_to_call_is_left_alone() -> None:
    plan = planned(
        "static double a[64];\nstatic int later(const void *p, const void *q) { return a[0] > 1; }\n"
        + KERNEL
        + "int main(void) {\nint k[2] = {1, 2};\nscale(a, 64);\nqsort(k, 2, sizeof *k, later);\nreturn 0;\n}\n"
    )
    assert b"enter data" not in plan.texts[0]


def test_what_is_never_released_leaves_at_the_end() -> None:
    lines = body("double *a = calloc(n, sizeof *a);\nif (n < 3) return 1;\nscale(a, n);\n")
    returns = [number for number, line in enumerate(lines) if line.startswith("return") or line.endswith("return 1;")]
    assert [lines[number - 1] for number in returns] == ["#pragma acc exit data delete(a[0:1])"] * 2


def test_constants_are_read_on_both_sides() -> None:
    plan = planned(
        "static const double weight[4] = {1, 2, 3, 4};\nstatic double of(int i) { return weight[i % 4]; }\n"
        "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\ndouble *a = calloc(n, sizeof *a);\n"
        "#pragma acc parallel loop copy(a[0:n]) copyin(weight)\nfor (int i = 0; i < n; i++) a[i] = of(i);\n"
        'printf("%f %f\\n", a[0], of(1));\nfree(a);\nreturn 0;\n}\n'
    )
    text = plan.texts[0].decode()
    assert "#pragma acc enter data copyin(weight)" in text
    assert text.count("update") == 1


PASS = """static void pass(double *v, int rows, int half, int stride) {
  for (int r = 0; r < rows; r++)
    for (int p = 0; p < half; p++)
#pragma acc parallel loop copy(v[p*stride:stride])
      for (int q = 0; q < stride; q++) v[p * stride + q] += r;
}
"""


@pytest.mark.parametrize(
    ("sweep", "is_dear"),
    [
        ("for (int half = n, stride = 1; half >= 1; half /= 2, stride *= 2) pass(a, n, half, stride);\n", True),
        ("for (int t = 0; t < 9; t++) pass(a, n, n, 8);\n", True),
        ("for (int t = 0; t < 9; t++) pass(a, 1, 1, n);\n", False),
    ],
)
def test_many_launches_of_little_work_are_left_to_the_host(sweep: str, is_dear: bool) -> None:
    plan = planned(
        PASS
        + "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\ndouble *a = calloc(n, 8);\n"
        + sweep
        + "return 0;\n}\n"
    )
    assert bool(plan.dear) is is_dear


TABLE = "extern double table[100];\nextern double *view;\nvoid scale(double *v, int n);\n"
MAIN = 'int main(void) {\nfor (int t = 0; t < 9; t++) scale(table, 100);\nprintf("%g", view[3]);\nreturn 0;\n}\n'


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("begins", "is_placed"),
    [
        ("double *view = table;\n", True),
        ("double *view = &table[0];\n", False),
        ("#define START table\ndouble *view = START + 1;\n", False),
    ],
)
def test_a_pointer_begins_with_an_address_in_another_file(begins: str, is_placed: bool, swapped: bool) -> None:
    """The host reads through it what is on the device."""
    codes = [TABLE + MAIN, KERNEL.replace("static ", "") + "double table[100];\n" + begins]
    plan = planned(*(reversed(codes) if swapped else codes))
    text = plan.texts[1 if swapped else 0].decode()
    assert [each.resident for each in plan.objects] == [is_placed]
    assert ("#pragma acc update self(view[3:1])" in text) == is_placed


def test_a_function_in_an_initializer_runs_where_its_table_is_called() -> None:
    plan = planned(
        KERNEL + 'double table[100];\nstatic void show(int i) { printf("%g", table[i]); }\n'
        "static void (*const shows[])(int) = {show};\n"
        "int main(void) {\nshow(0);\nfor (int t = 0; t < 9; t++) { scale(table, 100); shows[0](t); }\nreturn 0;\n}\n"
    )
    text = plan.texts[0].decode()
    assert "#pragma acc update self(table)\nshows[0](t);" in text


def test_control_that_no_call_shows_stops_the_plan() -> None:
    """`longjmp` may leave a function between the host's change and the `update` behind it."""
    code = (
        KERNEL
        + "#include <setjmp.h>\nstatic jmp_buf back;\nint main(int argc, char **argv) {\nint n = atoi(argv[1]);\n"
    )
    code += "double *a = malloc(n * sizeof *a);\nif (setjmp(back)) return 1;\nscale(a, n);\nfree(a);\nreturn 0;\n}\n"
    assert "no call shows" in planned(code).reason
    assert planned(code.replace("if (setjmp(back))", "if (n < 0) /* setjmp */")).reason == ""


@pytest.mark.parametrize(("clauses", "is_placed"), [("copy(v[0:n]) if(n > 100)", True), ("if(n > 100)", False)])
def test_a_kernel_with_a_condition_runs_on_either_side(clauses: str, is_placed: bool) -> None:
    """Where it is false the host has what counts; without a clause nobody says what that is."""
    plan = planned(
        f"static void f(double *v, int n) {{\n#pragma acc parallel loop {clauses}\nfor (int i = 0; i < n; i++) v[i] *= 2;\n}}\n"
        "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\ndouble *a = calloc(n, 8);\n"
        "for (int t = 0; t < 9; t++) f(a, n);\nfree(a);\nreturn 0;\n}\n"
    )
    text = plan.texts[0].decode()
    assert [each.resident for each in plan.objects] == [is_placed]
    assert ("#pragma acc update self(v[0:n]) if(0 < n && !(n > 100))\n#pragma acc parallel" in text) == is_placed
    assert ("#pragma acc update device(v[0:n]) if(0 < n && !(n > 100))" in text) == is_placed


@pytest.mark.parametrize(
    "written", ["*q = o; o = t;", "exchange(q, &o);", "p = o; o = t;", "memcpy(q, &o, sizeof p); o = t;"]
)
def test_structs_that_are_written_as_a_whole_have_other_pointers(written: str) -> None:
    plan = planned(
        KERNEL + "#include <string.h>\ntypedef struct { int n; double *u; } Pair;\n"
        "static void exchange(Pair *a, Pair *b) { Pair t = *a; *a = *b; *b = t; }\n"
        "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\nPair p, o, *q = &p;\n"
        "p.u = malloc(n * sizeof(double));\no.u = malloc(n * sizeof(double));\n"
        "for (int t = 0; t < 9; t++) {\nscale(p.u, n);\nscale(o.u, n);\n}\n"
        f"Pair t = *q;\np.u[2] += 0.5;\n{written}\np.u[3] += 0.25;\nscale(p.u, n);\nscale(o.u, n);\n"
        "free(p.u);\nfree(o.u);\nreturn 0;\n}\n"
    )
    lines = [line.strip() for line in plan.texts[0].decode().split("Pair t = *q;")[1].splitlines()]
    at = next(number for number, line in enumerate(lines) if written in line)
    assert any("update device" in line and "2:1" in line for line in lines[:at])
    assert any("update self" in line and "3:1" in line for line in lines[at:])


def test_a_loop_that_calls_what_uses_other_memory_moves_its_elements_at_once() -> None:
    """One by one they would be a transfer for each iteration."""
    plan = planned(
        KERNEL + "static double next(double *seed) { *seed = *seed * 0.5 + 1.0; return *seed; }\n"
        "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\nstatic double seed = 1.0;\n"
        "for (int round = 0; round < 4; round++) {\nn = 2 * n;\ndouble *a = malloc(n * sizeof *a);\n"
        "for (int i = 0; i < n; i++) a[i] = next(&seed);\nfor (int t = 0; t < 9; t++) scale(a, n);\n"
        'printf("%g", a[1]);\nfree(a);\n}\nreturn 0;\n}\n'
    )
    text = plan.texts[0].decode()
    assert "#pragma acc update device(a[0:n])" in text
    assert "a[i:1]" not in text


HISTOGRAM = """static void count(const int *x, int *sums, int n) {
  int size[4];
  for (int k = 0; k < 4; k++) size[k] = 0;
#pragma acc parallel loop copyin(x[0:n]) copy(size)
  for (int i = 0; i < n; i++) {
#pragma acc atomic update
    size[x[i]]++;
  }
%s  for (int k = 0; k < 4; k++) sums[k] += size[k];
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), sums[4] = {0};
  int *x = calloc(n, sizeof *x);
  for (int t = 0; t < 9; t++) count(x, sums, n);
  printf("%%d", sums[0]);
  free(x);
  return 0;
}
"""


def test_a_small_array_of_one_kernel_is_the_kernels_own() -> None:
    text = planned(KERNEL + HISTOGRAM % "").texts[0].decode()
    assert "enter data copyin(x[0:n])" in text
    assert "(size" not in text.replace("copy(size)", "")


def test_a_small_array_moves_at_once() -> None:
    again = "#pragma acc parallel loop copy(size)\n  for (int k = 0; k < 4; k++) size[k] *= 2;\n"
    text = planned(KERNEL + HISTOGRAM % again).texts[0].decode()
    assert "#pragma acc update device(size)" in text
    assert "#pragma acc update self(size)" in text


@pytest.mark.parametrize(("read", "is_placed"), [("n", False), ("n-1", True)])
@pytest.mark.parametrize(
    "given", ["int n = atoi(argv[1]);", 'int n;\nif (argc > 2) n = 5; else sscanf(argv[1], "%d", &n);']
)
def test_what_kernels_read_more_of_than_is_allocated_is_left(given: str, read: str, is_placed: bool) -> None:
    """Serially one element too many may go unseen, a device refuses it."""
    plan = planned(
        f"int main(int argc, char **argv) {{\n{given}\ndouble *h = calloc(n, sizeof(double));\n"
        "double *m = malloc((n - 1) * sizeof(double));\nfor (int t = 0; t < 9; t++) {\n"
        "#pragma acc parallel loop copyin(h[0:n]) copyout(m[0:n-1])\nfor (int i = 0; i < n - 1; i++) m[i] = h[i] + h[i + 1];\n"
        f"#pragma acc parallel loop copyin(m[0:{read}]) copy(h[1:n-1])\nfor (int i = 1; i < n; i++) h[i] += m[i] - m[i - 1];\n"
        '}\nprintf("%g", h[3]);\nfree(h);\nfree(m);\nreturn 0;\n}\n'
    )
    assert [each.resident for each in plan.objects] == [True, is_placed]
