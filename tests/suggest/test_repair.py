"""A directive is judged, not rewritten: left, mended where it is provably wrong, or dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest
from loopwright.lang.scopes import scopes_of
from loopwright.memory.places import place_of
from loopwright.suggest.candidates import why_not
from loopwright.suggest.facts import facts_of
from loopwright.suggest.repair import Judged, judged

HEAD = "void f(int n, float *restrict a, float *restrict b, int *restrict k) {\n  float s = 0, t; float w[8];\n"
SUM = "for (int i = 0; i < n; i++) s += b[i];"
COPY = "for (int i = 0; i < n; i++) a[i] = b[i];"
SHIFT = "for (int i = 1; i < n; i++) a[i] = a[i - 1];"
SCALAR = "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }"
WORK = "for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) w[j] = b[i] * j; a[i] = w[0] + w[7]; }"
UNKNOWN = "for (int i = 0; i < n; i++) { int x = k[i] * k[i]; if (a[x] > s) { s = a[x]; t = b[x]; k[0] = i; } }"
ROWS = "for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) a[i * n + j] = a[i * n + j - 1];"


def verdict(outline, code: str, text: str, before: str = "") -> Judged:
    found = outline(f"{HEAD}{before}  {code}\n}}\n")
    loop = found.loops[0]
    return judged(text, found, loop, place_of(found, loop), facts_of(found, loop))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (COPY, "parallel loop"),
        (COPY, "parallel loop gang worker copyin(b[0:n]) copyout(a[0:n]) private(t)"),
        (COPY, "parallel loop default(present) async(2)"),
        (COPY, "parallel loop present(a,b)"),
        (COPY, "kernels copy(a[0:2*n])"),
        (SUM, "parallel loop reduction(+:s) copy(s)"),
        (SUM, "kernels loop"),
        (SUM, "loop seq"),
        (SCALAR, "parallel loop"),
        (SHIFT, "loop seq"),
        (SHIFT, "kernels"),
        (UNKNOWN, "parallel loop reduction(max:s) private(t)"),
        (UNKNOWN, "parallel loop collapse(1) reduction(max:s)"),
    ],
)
def test_what_is_not_provably_wrong_stays_as_it_came(outline, code: str, text: str) -> None:
    found = verdict(outline, code, text)
    assert replace(found, verdict=None) == Judged(text)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("parallel loop copy(a,b)", "parallel loop copy(a[0:n],b[0:n])"),
        ("parallel loop copyin(b) copyout( a )", "parallel loop copyin(b[0:n]) copyout(a[0:n])"),
        ("kernels copyin(b[0:n]) copy(a)", "kernels copyin(b[0:n]) copy(a[0:n])"),
    ],
)
def test_a_pointer_is_moved_with_what_it_leads_to(outline, text: str, mended: str) -> None:
    found = verdict(outline, COPY, text)
    assert found.directive == mended
    assert "without a section the pointer itself would be moved" in found.mended[0]


def test_an_array_needs_no_section(outline) -> None:
    loop = "for (int i = 0; i < 8; i++) w[i] = b[i];"
    found = verdict(outline, loop, "parallel loop copyin(b[0:8]) copyout(w)")
    assert found.directive == "parallel loop copyin(b[0:8]) copyout(w)"


@pytest.mark.parametrize("text", ["kernels loop independent", "kernels loop independent vector(32)"])
def test_a_sum_that_is_said_to_have_no_dependence_is_reduced_in_kernels_too(outline, text: str) -> None:
    """Told `independent`, a compiler looks for no reduction (OpenACC 3.4, section 2.9.6)."""
    assert verdict(outline, SUM, text).directive == f"{text} reduction(+:s)"
    assert verdict(outline, COPY, text).directive == text


POINTER = "for (int i = 0; i < n; i++) { p = a + i; for (int j = 0; j < 8; j++) { t = *p * p[1]; p += 1; } b[i] = t; }"
RAISED = "for (int i = 0; i < n; i++) if (a[i] > 2) k0 = 1; k[0] = k0;"
LOWERED = "for (int i = 0; i < n; i++) if (a[i] > 2) k0 = 0; k[0] = k0;"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        # A pointer that iterations set is a scalar, private without a clause; what it leads to is shared all the same.
        (POINTER, "parallel loop"),
        (POINTER, "loop independent"),
        (RAISED, "parallel loop reduction(||:k0)"),
        (RAISED, "parallel loop reduction(|:k0)"),
        (RAISED, "parallel loop reduction(max:k0)"),
        (LOWERED, "parallel loop reduction(&&:k0)"),
        (LOWERED, "parallel loop reduction(min:k0)"),
    ],
)
def test_another_clause_that_does_as_much_stays(outline, code: str, text: str) -> None:
    assert verdict(outline, code, text, "float *p; int k0 = 0;\n").directive == text


def test_a_flag_is_not_summed(outline) -> None:
    found = verdict(outline, RAISED, "parallel loop reduction(min:k0)", "int k0 = 0;\n")
    assert found.directive == "parallel loop reduction(||:k0)"


@pytest.mark.parametrize(
    ("code", "text", "mended", "why"),
    [
        (SUM, "parallel loop gang", "parallel loop gang reduction(+:s)", "reduction of s"),
        (SUM, "parallel loop reduction(max:s) async", "parallel loop reduction(+:s) async", "reduction of s"),
        (COPY, "parallel loop collapse(2) async", "parallel loop async", "collapse(2) is not possible"),
        (ROWS, "parallel loop collapse(2)", "parallel loop", "depend on each other"),
        (WORK, "parallel loop private(t)", "parallel loop private(t,w)", "private w"),
    ],
)
def test_what_is_provably_wrong_is_mended_and_told(outline, code: str, text: str, mended: str, why: str) -> None:
    found = verdict(outline, code, text)
    assert found.directive == mended
    assert len(found.mended) == 1
    assert why in found.mended[0]


@pytest.mark.parametrize("text", ["parallel loop", "kernels loop independent", "loop", "parallel loop gang vector"])
def test_a_refuted_loop_takes_nothing_that_claims_independence(outline, text: str) -> None:
    found = verdict(outline, SHIFT, text)
    assert found.directive is None
    assert found.dropped


def test_a_pointer_to_memory_of_the_device_is_never_copied(outline) -> None:
    before = "  a = (float *)acc_malloc(n * sizeof(float));\n"
    found = verdict(outline, COPY, "parallel loop copyin(b[0:n]) copyout(a[0:n])", before)
    assert found.directive == "parallel loop copyin(b[0:n]) deviceptr(a)"
    assert found.mended == ("a points to memory of the device",)


@pytest.mark.parametrize("inside", ["parallel loop", "data copy(a)", "update self(a)", "enter data copyin(a)", "wait"])
@pytest.mark.parametrize("text", ["parallel loop", "kernels", "serial loop", "parallel loop collapse(1)"])
def test_a_compute_construct_holds_no_other_and_nothing_that_manages_data(outline, inside: str, text: str) -> None:
    code = f"for (int t = 0; t < n; t++) {{\n#pragma acc {inside}\n  for (int i = 0; i < 8; i++) a[8 * t + i] = b[i];\n  }}"
    found = verdict(outline, code, text)
    assert found.directive is None
    assert inside.split()[0] in found.dropped


@pytest.mark.parametrize("inside", ["loop", "atomic update"])
def test_what_belongs_into_a_compute_construct_is_no_hindrance(outline, inside: str) -> None:
    code = f"for (int t = 0; t < n; t++) {{\n#pragma acc {inside}\n  for (int i = 0; i < 1; i++) a[t] += b[t];\n  }}"
    assert verdict(outline, code, "parallel loop").directive is not None


STARTS = """double w[100];
void step(int from, int to) {
#pragma acc parallel loop present(w)
  for (int i = from; i < to; i++) w[i] += 1;
}
void blocks(void) { step(0, 50); step(50, 100); }
#pragma acc routine vector
void part(int from) {
#pragma acc loop vector
  for (int i = from; i < from + 10; i++) w[i] += 1;
}
void all(void) {
  for (int b = 0; b < 10; b++) { CALL; }
}
"""


@pytest.mark.parametrize("call", ["step(b * 10, b * 10 + 10)", "blocks()"])
@pytest.mark.parametrize("text", ["parallel loop", "kernels loop", "loop"])
def test_no_construct_around_calls_of_functions_that_start_work_themselves(outline, call: str, text: str) -> None:
    found = outline(STARTS.replace("CALL", call))
    loop = found.loops[-1]
    name = call.partition("(")[0]
    said = judged(text, found, loop, place_of(found, loop), facts_of(found, loop))
    assert said == Judged(None, dropped=f"the loop calls {name}, which starts work on a device itself")
    assert why_not(found, loop) == f"the body calls {name}, which starts work on a device itself"


RECURSIVE = """int fib(int n) {
  int sum = 0;
  if (n < 2) return n;
  for (int i = 1; i < 3; i++) sum += fib(n - i);
  return sum;
}
int one(int n);
int two(int n) { return one(n - 1); }
int one(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += two(n);
  return sum;
}
"""


@pytest.mark.parametrize(("number", "name"), [(0, "fib"), (1, "one")])
def test_a_loop_that_calls_the_function_around_it_gets_no_construct(outline, number: int, name: str) -> None:
    found = outline(RECURSIVE)
    loop = found.loops[number]
    said = judged("parallel loop reduction(+:sum)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive is None
    assert (said.dropped or "").startswith(f"the loop calls {name}, which it stands in")
    assert (why_not(found, loop) or "").startswith(f"the body calls {name}, which the loop stands in")


def test_routines_start_no_work(outline) -> None:
    found = outline(STARTS.replace("CALL", "part(b * 10)"))
    loop = found.loops[-1]
    assert judged("parallel loop gang", found, loop, place_of(found, loop), facts_of(found, loop)).directive
    assert why_not(found, loop) is None


COUNTING = {
    "if (a[i] > 0) { b[at] = a[i]; at++; }": "at",
    "if (a[i] > 0) b[at++] = a[i];": "at",
    "at += 2; b[at] = a[i];": "at",
    "if (a[i] > 0) at++;": "",  # a sum
    "at += (int)a[i];": "",
    "at = i * 2; at++; b[at] = a[i];": "",  # begins anew in each iteration
    "{ int at = 0; at++; b[i] = at; }": "",
    "int k;\n#pragma acc atomic capture\nk = at++;\nb[k] = a[i];": "",
}


@pytest.mark.parametrize(("body", "counter"), list(COUNTING.items()))
def test_what_counts_through_a_loop_lets_no_two_iterations_run_at_once(outline, body: str, counter: str) -> None:
    code = f"void f(int n, const float *restrict a, float *restrict b) {{\n  int at = 0;\n  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    found = outline(code)
    loop = found.loops[0]
    for text in ("parallel loop", "kernels loop independent", "parallel loop reduction(+:at)"):
        said = judged(text, found, loop, place_of(found, loop), facts_of(found, loop))
        assert (said.directive is None) == bool(counter), (text, said)
    assert "counted" not in judged("kernels", found, loop, place_of(found, loop), facts_of(found, loop)).dropped


@pytest.mark.parametrize(("other", "layers"), [("float", ("*",)), ("struct number", ())])
def test_a_type_that_a_build_chooses_among_floating_ones_is_one(outline, other: str, layers: tuple[str, ...]) -> None:
    head = f"#ifdef SINGLE\n#define REAL {other} // less\n#else\n#define REAL double\n#endif\n"
    found = outline(f"{head}void f(int n, REAL *a) {{\n  for (int i = 0; i < n; i++) a[i] = 2;\n}}\n")
    scopes = scopes_of(found)
    declared = scopes.lookup("a", found.loops[0].span.start)
    assert declared is not None
    assert scopes.type_of(declared).layers == layers


COMPARED = {
    "if (a[i] > most) { most = a[i]; where = i; }": True,
    "float x = a[i]; if (x < most) { where = i; most = x; b[i] = 1; }": True,
    "if (a[i] > most) most = a[i];": False,  # a reduction
    "if (a[i] > 2) { most = a[i]; where = i; }": False,  # the last one, or any
    "float most = b[i]; if (a[i] > most) { most = a[i]; where = i; }": False,
    # begun anew by each iteration
    "most = 0; where = 0; for (int k = 0; k < 4; k++) if (a[k] > most) { most = a[k]; where = k; } b[i] = where;": False,
}


@pytest.mark.parametrize(("body", "carried"), list(COMPARED.items()))
def test_the_place_of_a_maximum_is_found_in_order(outline, body: str, carried: bool) -> None:
    head = "void f(int n, const float *restrict a, float *restrict b) {\n  float most = 0;\n  int where = 0;\n"
    found = outline(f"{head}  for (int i = 0; i < n; i++) {{ {body} }}\n  b[where] = most;\n}}\n")
    if "b[i] = where" in body:
        found = outline(f"{head}  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n")
    loop = found.loops[0]
    said = judged("parallel loop", found, loop, place_of(found, loop), facts_of(found, loop))
    assert ("compares with what the ones before it left in most" in said.dropped) == carried
    kept = judged("parallel loop reduction(max:most)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert "compares" not in kept.dropped


@pytest.mark.parametrize(
    ("inner", "kept"),
    [
        ("for (int j = i; j < n; j++)", "parallel loop"),
        ("for (int j = 0; j < n - i; j++)", "parallel loop"),
        ("for (int j = 0; j < n; j++)", "parallel loop collapse(2)"),
    ],
)
def test_loops_whose_bounds_follow_the_one_around_are_not_made_one(outline, inner: str, kept: str) -> None:
    found = outline(
        f"void f(int n, float *restrict a) {{\n  for (int i = 0; i < n; i++) {inner} a[i * n + j] = 2;\n}}\n"
    )
    loop = found.loops[0]
    said = judged("parallel loop collapse(2)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive == kept
    assert bool(said.mended) == (kept == "parallel loop")


def test_a_number_is_no_device_pointer(outline) -> None:
    found = outline(
        "typedef float *Row;\nvoid f(int n, long most, Row a) {\n  for (int i = 0; i < n; i++) a[i] = most;\n}\n"
    )
    loop = found.loops[0]
    said = judged("parallel loop deviceptr(a,most)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive == "parallel loop deviceptr(a)"
    assert said.mended == ("most taken out of deviceptr: it is no pointer",)


MADE = "double *h = malloc(n * sizeof(double));"
FILLED = "for (int i = 0; i < n; i++) h[i] = 2 * i;"


def host_verdict(outline, before: str, text: str) -> Judged:
    found = outline(
        "#include <stdlib.h>\n#include <string.h>\n#include <openacc.h>\nvoid put(double *);\nstruct s { double *kept; };\n"
        f"void f(int n, struct s *o) {{\n{before}\n{FILLED}\n free(h);\n}}\n"
    )
    loop = next(each for each in found.loops if "h[i] = 2" in found.source.slice(each.span))
    return judged(text, found, loop, place_of(found, loop), facts_of(found, loop))


@pytest.mark.parametrize("clause", ["present(h[0:n])", "present(h)", "deviceptr(h)"])
@pytest.mark.parametrize(
    "before",
    [
        MADE,
        "double *h; h = (double *)calloc(n, sizeof *h); memset(h, 0, n);",
        MADE + " if (h == NULL) return; for (int k = 0; k < n; k++) h[k] = k;",
        "double *g = malloc(8);\n#pragma acc enter data create(g[0:1])\n" + MADE,
    ],
)
def test_memory_that_nobody_brought_is_moved(outline, before: str, clause: str) -> None:
    found = host_verdict(outline, before, f"parallel loop {clause}")
    assert found.directive == "parallel loop copyout(h[0:n])", found


@pytest.mark.parametrize(
    "before",
    [
        MADE + "\n#pragma acc enter data create(h[0:n])\n",
        MADE + " put(h);",
        MADE + " acc_create(h, n * sizeof(double));",
        MADE + " double *g = h;\n#pragma acc enter data create(g[0:n])\n",
        MADE + " o->kept = h; put(o->kept);",
        MADE + " double **all = &h; put(*all);",
        "double *h = o->kept;",
        "double *h = acc_malloc(n * sizeof(double));",
        "static double h[100];",
    ],
)
def test_memory_that_somebody_may_have_brought_stays_present(outline, before: str) -> None:
    found = host_verdict(outline, before, "parallel loop present(h[0:n])").directive
    assert found is not None
    assert found.startswith("parallel loop present(h[0:n])")


def test_what_stands_behind_a_loop_in_a_loop_runs_before_it_too(outline) -> None:
    found = outline(
        "#include <stdlib.h>\nvoid put(double *);\nvoid f(int n) {\n double *h = malloc(n * sizeof(double));\n"
        " for (int t = 0; t < 9; t++) {\n  for (int i = 0; i < n; i++) h[i] = 2 * i;\n  put(h);\n }\n}\n"
    )
    loop = found.loops[1]
    text = "parallel loop present(h[0:n])"
    assert judged(text, found, loop, place_of(found, loop), facts_of(found, loop)).directive == text


def test_what_a_member_leads_to_is_not_the_struct(outline) -> None:
    found = outline(
        "typedef struct { int n; double *v, *w; double own[8]; } box;\nvoid f(box *b) {\n"
        " for (int i = 0; i < b->n; i++) b->v[i] = b->w[i] * 2;\n for (int i = 0; i < 8; i++) b->own[i] = i;\n}\n"
    )
    behind, within = found.loops
    text = "parallel loop copyin(b[0:1],b->w[0:b->n]) copyout(b->v[0:b->n])"
    assert judged(text, found, behind, place_of(found, behind), facts_of(found, behind)).directive == text
    lost = judged("parallel loop copyin(b[0:1])", found, within, place_of(found, within), facts_of(found, within))
    assert lost.directive == "parallel loop copy(b[0:1])"


LAST = "float last = 0; for (int i = 0; i < n; i++) if (b[i] > 3) last = b[i]; a[0] = last;"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("parallel loop", False),
        ("parallel loop copyin(b[0:n])", False),
        ("parallel loop reduction(max:last)", False),
        ("parallel loop copy(last)", True),
        ("kernels loop", True),
    ],
)
def test_what_iterations_set_and_is_read_later_has_to_come_back(outline, text: str, kept: bool) -> None:
    found = verdict(outline, LAST, text)
    assert (found.directive is not None) is kept, found
    assert kept or found.dropped.startswith("last is read later")


@pytest.mark.parametrize(
    ("after", "text", "kept"),
    [
        ("k[0] = i;", "parallel loop", False),
        ("k[0] = i;", "parallel loop copyin(b[0:n]) copyout(a[0:n])", False),
        ("for (; i < n + 4; i++) a[i] = 0;", "parallel loop", False),
        ("k[0] = i;", "parallel loop seq", True),
        ("i = n; k[0] = i;", "parallel loop", True),
        ("for (i = 0; i < n; i++) a[i] = 0;", "parallel loop", True),
    ],
)
def test_what_a_loop_counts_to_is_not_left_behind_it(outline, after: str, text: str, kept: bool) -> None:
    found = verdict(outline, f"int i; for (i = 0; i < n; i++) a[i] = b[i]; {after}", text)
    assert (found.directive is not None) is kept, found
    assert kept or found.dropped.startswith("i is read later")


def test_what_iterations_set_and_nobody_reads_need_not_come_back(outline) -> None:
    assert verdict(outline, LAST.replace("a[0] = last;", ""), "parallel loop").directive is not None


def test_a_function_of_the_library_is_not_the_one_of_its_name_that_the_loop_stands_in(outline) -> None:
    found = outline(
        "#include <algorithm>\nstruct F { double *p; int n; double max() const; };\ndouble F::max() const {\n double m = 0;\n"
        " for (int i = 0; i < n; ++i) m = std::max(m, p[i]);\n return m;\n}\n",
        "cpp",
    )
    (loop,) = found.loops
    said = judged("parallel loop reduction(max:m)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive is not None, said


# what carries from one iteration to the next, and what nobody may offer above it
BEST = "int f(int n, const double *restrict a) {{\n  int best = 0;\n  for (int i = 1; i < n; i++) {{ {} }}\n  return best;\n}}\n"


@pytest.mark.parametrize(
    "body",
    [
        "if (a[i] > a[best]) best = i;",
        "if (a[best] < a[i]) { best = i; }",
        "best = a[i] > a[best] ? i : best;",
        "if (a[i] > 2 * a[best] + 1) best = i;",
    ],
)
@pytest.mark.parametrize(
    "text", ["parallel loop", "parallel loop reduction(max:best)", "parallel loop reduction(min:best)"]
)
def test_the_index_of_the_best_is_no_reduction(outline, body: str, text: str) -> None:
    found = outline(BEST.format(body))
    loop = found.loops[0]
    said = judged(text, found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive is None
    assert "best" in said.dropped


def test_an_index_of_its_own_is_left_alone(outline) -> None:
    code = "void f(int n, const int *restrict list, const double *restrict a, double *restrict b) {\n  int k = 0;\n"
    code += "  for (int i = 1; i < n; i++) { if (a[i] > 0) k = list[i]; if (a[i] > 0) b[i] = a[k]; }\n}\n"
    found = outline(code)
    loop = found.loops[0]
    for text, is_left in (("parallel loop private(k)", True), ("parallel loop reduction(+:k)", False)):
        said = judged(text, found, loop, place_of(found, loop), facts_of(found, loop))
        assert (said.directive is not None) == is_left, said


@pytest.mark.parametrize("call", ["rand()", "drand48()", "std::rand()", "random()"])
def test_a_generator_of_the_library_is_the_hosts(outline, call: str) -> None:
    head = "double mine(void) { return 1; }\n" if "mine" in call else ""
    code = f"{head}int f(int n) {{\n  int hits = 0;\n  for (int i = 0; i < n; i++) {{ double x = {call}; if (x < 3) hits++; }}\n  return hits;\n}}\n"
    found = outline(code)
    loop = found.loops[0]
    said = judged("parallel loop reduction(+:hits)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.dropped.startswith("the loop calls ")
    assert said.dropped.endswith("which is for the host alone")


def test_a_generator_of_the_program_is_its_own(outline) -> None:
    code = "static int rand(void) { return 4; }\nint f(int n) {\n  int hits = 0;\n"
    code += "  for (int i = 0; i < n; i++) hits += rand();\n  return hits;\n}\n"
    found = outline(code)
    loop = found.loops[0]
    said = judged("parallel loop reduction(+:hits)", found, loop, place_of(found, loop), facts_of(found, loop))
    assert said.directive is not None


@pytest.mark.parametrize("text", ["parallel loop", "parallel loop reduction(+:hits)"])
def test_no_clause_gives_back_a_static_data_member(outline, text: str) -> None:
    code = "struct S { static int hits; };\nint f(int n, float *y) {\n  for (int i = 0; i < n; i++) { S::hits += 1; y[i] = i; }\n  return S::hits;\n}\n"
    written = outline(code, "cpp")
    loop = written.loops[0]
    found = judged(text, written, loop, place_of(written, loop), facts_of(written, loop))
    assert found.directive is None
    assert found.dropped.startswith("hits is read later")


MEMBERS = """struct kind { double mass; };
struct atoms { int *kind, count; double *r; };
struct system { struct kind *kinds; struct atoms *atoms; };
void move(struct system *s, int n, double dt) {
  for (int i = 0; i < n; i++) s->atoms->r[i] += dt * s->kinds[s->atoms->kind[i]].mass;
}
void count(struct system *s, int n, int *k) {
  for (int i = 0; i < n; i++) s->atoms->count += k[i];
}
"""


def of_members(outline, number: int, text: str) -> Judged:
    found = outline(MEMBERS)
    loop = found.loops[number]
    return judged(text, found, loop, place_of(found, loop), facts_of(found, loop))


def test_a_member_of_unknown_length_is_used(outline) -> None:
    text = "parallel loop present(s->atoms->kind[0:n],s->atoms->r[0:n],s->kinds[0:1])"
    assert of_members(outline, 0, text).directive is not None
    without = of_members(outline, 0, "parallel loop present(s->other[0:n],s->atoms->r[0:n])")
    assert "does not use `s->other`" in without.dropped


def test_a_sum_into_a_member_is_told_as_one(outline) -> None:
    found = of_members(outline, 1, "parallel loop reduction(+:s->atoms->count) present(k[0:n])")
    assert found.directive is not None
    assert "reduction" not in found.directive
    assert not any("does not change" in change for change in found.mended)
    assert any("a reduction names no member" in change for change in found.mended)


def test_a_sum_into_a_member_that_is_not_understood_stays_as_it_came(outline) -> None:
    code = "struct c { int n; };\nvoid f(struct c *s, int n, int *k) {\n  for (int i = 0; i < n; i++) if (k[s->n]) s->n += k[i];\n}\n"
    found = outline(code)
    loop = found.loops[0]
    text = "parallel loop reduction(+:s->n)"
    known = facts_of(found, loop)
    assert not known.independent
    shown = judged(text, found, loop, place_of(found, loop), known)
    assert shown.directive is None or "reduction(+:s->n)" in shown.directive
