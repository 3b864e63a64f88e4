"""Addresses of the device in what is carried over from other loops, and loops that only the host can run."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.memory.places import place_of
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.candidates import why_not
from loopwright.suggest.counters import counted_through
from loopwright.suggest.facts import facts_of
from loopwright.suggest.repair import Judged, judged

DEVICE = "#include <openacc.h>\nstruct box { double **rows; int n; };\n"


def told(code: str, directive: str, number: int = -1) -> Judged:
    outline = Outline(parse(DEVICE + code, name="a.c"))
    loop = outline.loops[number]
    return judged(directive, outline, loop, place_of(outline, loop), facts_of(outline, loop))


@pytest.mark.parametrize(
    "call",
    [
        "double *d = (double *)acc_copyin(b->rows[i], 8); t[i] = d != 0;",
        "if (acc_is_present(b->rows[i], 8)) t[i] = 1;",
        "MPI_Send(b->rows[i], 8, 0, i, 0, 0);",
        "t[i] = cudaMemcpy(b->rows[i], t, 8, 0);",
        "qsort(t + i * 4, 4, sizeof(int), 0);",
        "if (t[i] < 0) errno = 33;",
        "t[i] = errno;",
        "t[i] = time(0);",
    ],
)
def test_a_loop_that_calls_what_is_for_the_host_is_offered_nothing(call: str) -> None:
    code = f"void f(struct box *b, int *t) {{ for (int i = 0; i < b->n; i++) {{ {call} }} }}\n"
    outline = Outline(parse(DEVICE + code, name="a.c"))
    assert "for the host alone" in (why_not(outline, outline.loops[0]) or "")
    found = told(code, "parallel loop")
    assert found.directive is None
    assert "which is for the host alone" in found.dropped


def test_what_the_program_defines_itself_and_what_both_sides_have_is_no_such_call() -> None:
    code = "int acc_weight(int i) { return i; }\nvoid f(int n, int *t) { for (int i = 0; i < n; i++) t[i] = acc_weight(i) + acc_on_device(1); }\n"
    outline = Outline(parse(code, name="a.c"))
    assert "for the host alone" not in (why_not(outline, outline.loops[0]) or "")


MADE = """void f(int n, double *h) {{
  double *d = (double *)acc_malloc(8 * n);
  double *e = (double *)acc_malloc(8 * n);
  {0}
  for (int i = 0; i < n; i++) {1}
}}
"""


def test_memory_of_the_device_that_a_directive_leaves_out_is_added() -> None:
    found = told(MADE.format("", "d[i] = e[i];"), "parallel loop deviceptr(e)")
    assert found.directive == "parallel loop deviceptr(e,d)"
    assert found.mended == ("deviceptr d: memory of the device",)


@pytest.mark.parametrize(
    ("before", "directive"),
    [
        ("", "parallel loop deviceptr(d,e)"),
        ("", "parallel loop present(d,e)"),
        ("#pragma acc data deviceptr(d, e)", "parallel loop"),
    ],
)
def test_what_is_said_of_it_already_is_left(before: str, directive: str) -> None:
    found = told(MADE.format(before, "d[i] = e[i];"), directive)
    assert (found.directive, found.mended) == (directive, ())


def test_what_the_host_goes_through_is_no_address_of_the_device() -> None:
    code = MADE.format("h[0] = 1;", "d[i] = h[i];")
    assert told(code, "parallel loop deviceptr(d,h)").directive == "parallel loop deviceptr(d) copyin(h[0:n])"
    code = MADE.format("", "d[i] = h[i];")
    assert told(code, "parallel loop deviceptr(d,h)").directive == "parallel loop deviceptr(d,h)"
    code = MADE.format("#pragma acc parallel deviceptr(h)\n  { h[0] = 1; }", "d[i] = h[i];")
    assert told(code, "parallel loop deviceptr(d,h)").directive == "parallel loop deviceptr(d,h)"


def test_an_array_behind_a_macro_of_its_own_name_is_read() -> None:
    code = (
        "#define N 64\n#define u(i, j) u[(i) * (N + 2) + (j)]\n"
        "void f(double *u) {{ for (int i = 1; i <= N; i++) for (int j = 1; j <= N; j++) u(i, j) = {0}; }}\n"
    )
    for value, verdict in (("2 * u(i, j)", "proved"), ("u(i - 1, j)", "refuted")):
        outline = Outline(parse(code.format(value), name="a.c"))
        assert judge(outline, outline.loops[0]).verdict == verdict


HANDED = """static void inner(double *p, const double *q, int n) {{
  for (int i = 0; i < n; i++) p[i] += q[i];
}}
static void outer(double *a, const double *b, int n) {{
  inner(a, b, n);
}}
void f(int n, double *h) {{
  double *d = (double *)acc_malloc(8 * n);
  outer(d, {0}, n);
  {1}
}}
"""


@pytest.mark.parametrize(
    ("second", "also", "there"),
    [
        ("d + 0 * n", "", "p,q"),
        ("&d[1]", "", "p,q"),
        ("(const double *)d", "", "p,q"),
        ("h", "", "p"),
        ("d[0] ? h : h", "", "p"),
        ("h", "outer(h, h, n);", ""),
        ("h", "inner(d, h, n);", "p"),
    ],
)
def test_what_every_caller_passes_from_the_device_is_no_memory_of_the_host(second: str, also: str, there: str) -> None:
    """`p` and `q` of `inner`, through `outer`."""
    found = told(HANDED.format(second, also), "parallel loop copy(p[0:n]) copyin(q[0:n])", 0)
    directive = parse_directive(found.directive or "")
    clause = directive.clause("deviceptr")
    assert (clause.argument if clause is not None else "") == there
    moved = {entry[0] for c in directive.clauses if c.name in ("copy", "copyin") for entry in c.entries}
    assert moved == {"p", "q"} - set(there)


MALLOCED = """#include <stdlib.h>
double f(int n, double *h) {{
  double *p = malloc(8 * n), *q = malloc(8 * n), s = 0, own[10];
  for (int i = 0; i < n; i++) {{ p[i] = 0; q[i] = h[i]; {0} }}
  for (int i = 0; i < n; i++) s += p[i] + q[i];
  free(p); free(q);
  return s;
}}
"""


@pytest.mark.parametrize(
    ("directive", "shown", "said"),
    [
        ("present(p[0:n])", "copyout(p[0:n],q[0:n])", "p, q moved: nothing has brought it to the device here"),
        ("copyout(p[0:n])", "copyout(p[0:n],q[0:n])", "q moved: nothing has brought it to the device here"),
        (  # it is said of arrays, too, which are copied without a clause otherwise
            "default(present)",
            "default(present) copyin(own[1:1]) copyout(p[0:n],q[0:n])",
            "own, p, q moved: nothing has brought it to the device here",
        ),
        ("copyout(p[0:n],q[0:n]) present(s)", "copyout(p[0:n],q[0:n]) present(s)", ""),
        ("", "", ""),  # who moves nothing by clauses may have memory that is shared
    ],
)
def test_new_memory_of_the_host_is_moved_however_it_is_left_out(directive: str, shown: str, said: str) -> None:
    found = told(MALLOCED.format("q[i] += own[1];"), f"parallel loop {directive}".strip(), 0)
    assert found.directive == f"parallel loop {shown}".strip()
    assert "; ".join(found.mended) == said


def test_what_the_loop_does_not_use_is_left_out_and_not_called_moved() -> None:
    found = told(MALLOCED.format(""), "parallel loop present(p[0:n],q[0:n])", 1)
    assert found.directive is not None
    other = told(MALLOCED.replace("q[i] = h[i]; ", "").format(""), "parallel loop present(p[0:n],q[0:n])", 0)
    assert other.directive == "parallel loop copyout(p[0:n])"
    assert other.mended == (
        "p moved: nothing has brought it to the device here; q left out: nothing has brought it to the device here",
    )


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("int m", "out[m++] = i;"),
        ("int &m", "out[m++] = i;"),
        ("int *m", "out[*m] = i; (*m)++;"),
        ("int *m", "out[(*m)++] = i;"),
        ("int *m", "*m += 2; out[*m] = i;"),
    ],
)
def test_a_counter_is_one_however_it_is_led_to(head: str, body: str) -> None:
    code = (
        f"void f(const int *c, int *out, int n, {head}) {{ for (int i = 0; i < n; i++) if (c[i] > 3) {{ {body} }} }}\n"
    )
    outline = Outline(parse(code.encode(), name="a.cpp"))
    loop = outline.loops[0]
    found = judged("parallel loop", outline, loop, place_of(outline, loop), facts_of(outline, loop))
    assert found.directive is None
    assert found.dropped in (
        "each iteration reads what the ones before it counted in m",
        facts_of(outline, loop).verdict.reason,
    )


def test_a_pointer_that_is_moved_or_a_row_of_counters_is_no_counter() -> None:
    for body in ("m[i]++; out[i] = m[i];", "out[i] = *m; out[i]++;"):
        code = f"void f(int *out, int n, int *m) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\n"
        outline = Outline(parse(code.encode(), name="a.cpp"))
        assert counted_through(outline, outline.loops[0]) == ""


REGIONS = """void forces(double *x, int n);
void f(double *x, int n) {{
  {before}
#pragma acc data copy(x[0:n])
  {{
    {inside}
    forces(x, n);
  }}
  {after}
  for (int i = 0; i < n; i++) x[i] *= 2;
}}
"""


@pytest.mark.parametrize(
    ("before", "inside", "after", "stays"),
    [
        ("", "", "", False),
        ("", "#pragma acc update self(x[0:n])", "", False),
        ("", "", "#pragma acc update self(x[0:n])", True),
        ("#pragma acc enter data copyin(x[0:n])", "", "", True),
        ("", "", "#pragma acc data present(x[0:n])", True),
    ],
)
def test_what_a_region_of_the_function_brings_for_another_part_is_moved(
    before: str, inside: str, after: str, stays: bool
) -> None:
    text = REGIONS.format(before=f"\n{before}\n", inside=f"\n{inside}\n", after=f"\n{after}\n")
    found = told(text, "parallel loop present(x[0:n])")
    assert found.directive == f"parallel loop {'present' if stays else 'copy'}(x[0:n])"
