"""Do two iterations touch one element? What each level of trust says, and what it has to assume for that."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict

TYPES = """
typedef struct { int u, v; double w[8]; int at[4][4]; } P;
typedef union { int x; float y; int z[4]; double d[2]; } U;
typedef struct { U u; int t; } Q;
typedef struct { double *x, *y; int *k; } S;
"""
PARAMETERS = (
    "int n, int m, int w, int t, int s, double *restrict a, double *restrict b, int *restrict k, P *restrict p,"
    " Q *restrict q, U *restrict u, S *restrict o, double **restrict r"
)
ROWS = "the rows that r leads to do not overlap"


def _verdict(outline, body: str, which: int = 0) -> LoopVerdict:
    found = outline(f"{TYPES}void f({PARAMETERS}) {{ {body} }}")
    return judge(found, found.loops[which])


@pytest.mark.parametrize(
    ("body", "assumptions"),
    [
        ("for (int i = 0; i < n; i++) a[k[i]] = b[i];", ["k holds no value twice"]),
        ("for (int i = 0; i < n; i++) a[2 * k[i]] = a[2 * k[i] + 1];", ["k holds no value twice"]),
        ("for (int i = 0; i < n; i++) a[p[i].u] = b[i];", ["p->u holds no value twice"]),
        ("for (int i = 0; i < n; i++) a[o->k[i]] = b[i];", ["o->k holds no value twice"]),
        ("for (int i = 0; i < n; i++) { a[p[i].u] = 1; b[p[i].v] = 2; }", ["p->u holds no value twice", "p->v holds no value twice"]),
        ("for (int i = 0; i < n; i++) a[p[i].at[0][1]] = a[p[i].at[1][0]] + 1;", ["p->at holds no value twice"]),
        ("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[k[i * m + j]] = 1;", ["k holds no value twice"]),
        ("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[k[i * w + j]] = 1;", ["k holds no value twice", "w >= m"]),
        ("for (int i = 0; i < n; i++) a[k[i * m]] = 1;", ["k holds no value twice", "m >= 1"]),
        ("for (int j = 0; j < n; j++) for (int i = 0; i < w; i++) a[j * m + i] = 1;", ["m >= w"]),
        ("for (int i = 0; i < n; i++) r[0][i] = r[1][i];", [ROWS]),
        ("for (int i = 0; i < n; i++) r[i][0] = r[i][1];", [ROWS]),
        ("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) r[i][j] = i;", [ROWS]),
    ],
)  # fmt: skip
def test_what_has_to_be_assumed(outline, body: str, assumptions: list[str]) -> None:
    found = _verdict(outline, body)
    assert (found.verdict, sorted(found.assumptions)) == ("assumed", assumptions)


@pytest.mark.parametrize(
    "body",
    [
        # No value twice in one array says nothing of another one, of another member or of another element.
        "for (int i = 0; i < n; i++) a[p[i].u] = a[p[i].v] + 1;",
        "for (int i = 0; i < n; i++) { b[i] = a[p[i].v]; a[p[i].u] = 1; }",
        "for (int i = 0; i < n; i++) a[k[i]] = a[o->k[i]] + 1;",
        "for (int i = 0; i < n; i++) a[k[i]] = a[k[i + 1]];",
        "for (int i = 0; i < n; i++) a[k[i]] = a[k[n - 1 - i]];",
        "for (int i = 0; i < n; i++) a[k[i]] = a[k[i] + 1];",
        "for (int i = 0; i < n; i++) a[k[i]] = a[2 * k[i]];",
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[k[i * m + j]] = a[k[i * m + j + 1]];",
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[k[i * m + j]] = a[k[j * m + i]];",
        "for (int i = 0; i < n; i++) { a[k[i]] = 1; a[k[i] + m] = 2; }",
        "for (int i = 0; i < n; i++) a[p[0].at[i & 3][m]] = a[p[0].at[i & 3][w]] + 1;",
        "for (int i = 0; i < 4; i++) u->z[i] = u->d[0];",
        "for (int i = 0; i < n; i += s) a[i + 4] = a[i];",
    ],
)
def test_where_no_assumption_helps(outline, body: str) -> None:
    assert _verdict(outline, body).verdict == "unknown"


@pytest.mark.parametrize(
    "body",
    [
        "for (int i = 0; i < n; i++) q[i].u.x = q[i].u.y;",
        "for (int i = 0; i < n; i++) u[i].x = u[i].y + 1;",
        "for (int i = 0; i < n; i++) q[i].t = q[i].u.y;",
        "for (int i = 0; i < n; i++) q[i].t = q[i + 1].u.y;",
        "for (int i = 0; i < n; i++) u[i].z[0] = u[i].d[0];",
        "for (int i = 0; i < n; i++) p[i].w[2] = p[i].w[3];",
        "for (int i = 0; i < n; i++) p[i].u = p[i + 1].v;",
        "for (int i = 0; i < n; i++) a[2 * i] = a[2 * i + 1];",
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int l = 0; l < w; l++) a[(i * m + j) * (w + 1) + l] = 0;",
    ],
)
def test_what_is_independent_whatever_the_values(outline, body: str) -> None:
    found = _verdict(outline, body)
    assert (found.verdict, found.assumptions) == ("proved", ())


@pytest.mark.parametrize(
    ("body", "reason", "kind", "distance"),
    [
        ("for (int i = 0; i < n; i += 2) a[i + 4] = a[i];", "iteration i=0 writes a[4], iteration i=4 reads it", "flow", 2),
        ("for (int i = n; i > 0; i -= 3) a[i + 6] = a[i];", "iteration i=7 reads a[7], iteration i=1 writes it", "anti", 2),
        ("for (int i = 0; i < n; i++) q[i].u.x = q[i + 1].u.y;", "iteration i=0 reads q[1].u.y, iteration i=1 writes it", "anti", 1),
        ("for (int i = 0; i < n; i++) o->x[i] = o->x[i + 1];", "iteration i=0 reads o->x[1], iteration i=1 writes it", "anti", 1),
        ("for (int i = 0; i < n; i++) r[0][i] = r[0][i + 1];", "iteration i=0 reads r[0][1], iteration i=1 writes it", "anti", 1),
        ("for (int i = 0; i < n; i++) r[i][0] = r[i + 1][0];", "iteration i=0 reads r[1][0], iteration i=1 writes it", "anti", 1),
        ("for (int i = 0; i < n; i++) p[i].w[2] = p[i + 2].w[2];", "iteration i=0 reads p[2].w[2], iteration i=2 writes it", "anti", 2),
        ("for (int i = 0; i < n; i++) { a[i + 1] = 1; a[i] = 2; }", "iteration i=0 writes a[1], iteration i=1 writes it", "output", 1),
        ("for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = a[(i - 1) * m + j];",
         "iteration i=1 writes a[1], iteration i=2 reads it (with m=1)", "flow", 1),
    ],
)  # fmt: skip
def test_a_conflict_is_shown_by_two_iterations(outline, body: str, reason: str, kind: str, distance: int) -> None:
    found = _verdict(outline, body)
    dependence = found.dependences[0]
    assert (found.verdict, found.reason, dependence.kind, dependence.distance) == ("refuted", reason, kind, distance)


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        ("for (int j = 0; j < t; j++) for (int i = 0; i < n; i++) a[i + m] = a[i] + j;", "n + m <= 0 or m >= n or m == 0"),
        # Which turn of the loop around it is, nobody knows before: it is not asked.
        ("for (int j = 0; j < t; j++) for (int i = 0; i < n; i++) a[i + m + j] = a[i];", "m >= n or t + n + m <= 1 or (t == 1 and m == 0)"),
    ],
)  # fmt: skip
def test_the_condition_of_an_inner_loop_names_what_is_known_before_it(outline, body: str, condition: str) -> None:
    found = _verdict(outline, body, 1)
    assert (found.verdict, found.assumptions) == ("assumed", (condition,))
    assert found.precondition.replace("(long long)", "").replace(" && ", " and ").replace(" || ", " or ") == condition


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("for (int i = 0; i < n; i++) x[i] = y[i] + 1;", "proved"),  # one vector, or two that share nothing
        ("for (int i = 0; i < n; i++) x[i] = y[i + 1];", "assumed"),
        ("for (int i = 0; i < n; i++) x[i] = z[i];", "proved"),  # of another type
    ],
)
def test_vectors_are_one_or_share_nothing(outline, body: str, verdict: str) -> None:
    found = outline(
        f"#include <vector>\nvoid f(int n, std::vector<double> &x, std::vector<double> &y, std::vector<float> &z) {{ {body} }}",
        "cpp",
    )
    assert judge(found, found.loops[0]).verdict == verdict


EQUAL = "void f(int n, double *a, double *b, double *c, double *d, double **r) "
SAID = "lead to one element where the loop is reached"


@pytest.mark.parametrize(
    ("condition", "body", "names"),
    [
        ("c == d", "c[i] = d[i - 1] + 1;", "c and d"),
        ("a == b && c == d", "c[i] = d[i - 1] + 1;", "c and d"),
        ("c == d && a == b", "c[i] = d[i - 1] + 1;", "c and d"),
        ("c == d && a == b", "a[i] = 2; b[i - 1] = c[i];", "a and b"),
        ("d == c", "c[i] = d[i - 1] + 1;", "c and d"),
        ("r[0] == d && c == d", "c[i] = d[i - 1] + 1;", "c and d"),
        ("a + 1 == b", "a[i] = b[i] + 1;", "a and b"),
    ],
)
def test_what_a_condition_before_the_loop_says_of_pointers(outline, condition: str, body: str, names: str) -> None:
    found = outline(f"{EQUAL}{{ if ({condition}) for (int i = 1; i < n; i++) {{ {body} }} }}")
    verdict = judge(found, found.loops[0])
    assert (verdict.verdict, verdict.reason) == ("unknown", f"{names} {SAID}")


@pytest.mark.parametrize(
    ("condition", "body"),
    [
        ("c == d", "c[i] = d[i] + 1;"),
        ("a == b", "a[i] = b[i] + 1;"),
        ("a == c && b == d", "a[i] = c[i] + 1;"),
    ],
)
def test_pointers_that_are_equal_keep_equal_elements_apart(outline, condition: str, body: str) -> None:
    found = outline(f"{EQUAL}{{ if ({condition}) for (int i = 1; i < n; i++) {{ {body} }} }}")
    verdict = judge(found, found.loops[0])
    assert (verdict.verdict, verdict.assumptions) == ("proved", ())


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("a[k[i] * k[i]] = a[i];", "a[i] is not affine"),
        ("a[i] = a[k[i] * k[i]];", "a[k[i] * k[i]] is not affine"),
        ("a[i + m + 1] = a[i];", "a[i + m + 1] and a[i] may be the same element"),
    ],
)
def test_where_the_step_is_no_number_no_iterations_are_named(outline, body: str, reason: str) -> None:
    found = _verdict(outline, f"for (int i = 0; i < n; i += m + 1) {{ {body} }}")
    assert (found.verdict, found.reason) == ("unknown", reason)
