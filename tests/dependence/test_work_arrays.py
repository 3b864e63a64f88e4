"""Work arrays that every iteration of an inner loop fills anew are private to the loops around it too."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge, program_around
from loopwright.dependence.decide.sections import data_of
from loopwright.lang.symbols import names_within
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "void f(double *restrict x, double *restrict y, int n, int m) { double w[8], v[8]; for (int k = 0; k < n; k++) "
FILLED = {
    "two loops above": "for (int l = 0; l < m; l++) { for (int s = 0; s < 8; s++) w[s] = x[k * m + l + s]; y[k * m + l] = w[0] + w[7]; }",
    "a stencil of each unknown": """for (int l = 0; l < m; l++) {
        for (int u = 0; u < 4; u++) { for (int s = 0; s < 4; s++) w[s] = x[k * m + l + s + u]; v[u] = w[0] - w[3]; }
        y[k * m + l] = v[0] * v[3]; }""",
    "read in a loop of its own": """for (int l = 0; l < m; l++) { for (int s = 0; s < 8; s++) w[s] = x[k * m + l + s];
        double sum = 0; for (int s = 0; s < 8; s++) sum += w[s]; y[k * m + l] = sum; }""",
}
NOT_FILLED = {
    "one element is left out": "for (int l = 0; l < m; l++) { for (int s = 0; s < 7; s++) w[s] = x[k * m + l + s]; y[k * m + l] = w[0] + w[7]; }",
    "read before": "for (int l = 0; l < m; l++) { y[k * m + l] = w[0]; for (int s = 0; s < 8; s++) w[s] = x[k * m + l + s]; }",
    "filled on a condition": "for (int l = 0; l < m; l++) { if (x[l] > 0) for (int s = 0; s < 8; s++) w[s] = x[l + s]; y[k * m + l] = w[3]; }",
    "filled as far as l": "for (int l = 0; l < m; l++) { for (int s = 0; s < l; s++) w[s] = x[l + s]; y[k * m + l] = w[3]; }",
    "kept from the loop before": "{ for (int l = 0; l < m; l++) for (int s = 0; s < 8; s++) w[s] = x[l + s]; y[k] = w[3]; }",
}


def outer(body: str):
    """The verdict on the loop over `k`."""
    outline = Outline(parse(f"{HEAD}{body} }}", name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("name", FILLED)
def test_what_an_inner_loop_fills_is_private(name: str) -> None:
    found = outer(FILLED[name])
    assert found.verdict in ("proved", "assumed"), found.reason
    assert "w" in found.private


@pytest.mark.parametrize("name", NOT_FILLED)
def test_what_it_may_not_fill_is_not(name: str) -> None:
    found = outer(NOT_FILLED[name])
    assert found.verdict in ("refuted", "unknown")
    assert "w" not in found.private


LEFT_EARLY = {
    "a while that may not run": "{ int q = m; while (q-- > 3) w[0] = x[q]; y[k] = w[0]; }",
    "a loop that may not run, in a loop around both": "for (int l = 0; l < 8; l++) { for (int s = 0; s < m; s++) w[l] = x[s]; y[k] += w[l]; }",
    "a break behind the write": "{ for (int s = 0; s < 8; s++) { w[s] = x[s]; if (x[s] > 0) break; } for (int s = 0; s < 8; s++) y[k] += w[s]; }",
    "a jump deeper in a branch": """{ for (int s = 0; s < 8; s++) { if (x[s] > 0) { if (y[s] > 0) continue; } w[s] = 1; }
        for (int s = 0; s < 8; s++) y[k] += w[s]; }""",
}


@pytest.mark.parametrize("name", LEFT_EARLY)
def test_what_a_loop_may_leave_out_is_not_filled(name: str) -> None:
    found = outer(LEFT_EARLY[name])
    assert found.verdict in ("refuted", "unknown")
    assert "w" not in found.private


def test_a_range_may_be_empty() -> None:
    code = (
        "#include <vector>\nvoid f(std::vector<double> &v, double *y, int n) { double w[4] = {1};"
        "for (int k = 0; k < n; k++) { for (auto &x : v) w[0] = x; y[k] = w[0]; } }"
    )
    outline = Outline(parse(code, name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "unknown"
    assert "w" not in found.private


def test_a_write_that_may_never_happen_refutes_nothing() -> None:
    assert outer("{ int q = m; while (q-- > 3) y[0] = x[q]; }").verdict == "unknown"


def test_a_constant_of_the_file_is_a_number_wherever_it_stands() -> None:
    code = (
        "const int N = 4; void f(double *y, int n) { double w[N]; for (int k = 0; k < n; k++) {"
        "for (int s = 0; s < N; s++) w[s] = k; y[k] = w[0]; } }"
    )
    outline = Outline(parse(code, name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved", found.reason
    assert "w" in found.private


OWN_ELEMENTS = {
    "an output that nobody reads": ("w[k] = x[k];", "copyout"),
    "rows of it": ("for (int s = 0; s < 4; s++) u[k][s] = x[k];", "copyout"),
    "elements that the iteration reads again": ("w[k] = x[k]; y[k] = w[k] * w[k];", "create"),
}


@pytest.mark.parametrize("name", OWN_ELEMENTS)
def test_what_iterations_do_not_share_has_no_copy_for_each(name: str) -> None:
    body, clause = OWN_ELEMENTS[name]
    outline = Outline(parse(f"{HEAD.replace('w[8]', 'w[64], u[64][4]')}{{ {body} }} }}", name="a.c"))
    program = program_around(outline, outline.loops[0])
    assert program is not None
    facts = data_of(
        program, program.by_start[outline.loops[0].span.start], names_within(outline, outline.loops[0].span)
    ).facts
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved", found.reason
    assert not {"w", "u"} & set(found.private)
    assert [fact.clause for fact in facts if fact.variable in ("w", "u")] == [clause]


@pytest.mark.parametrize("body", ["for (int s = 0; s < 8; s++) w[s] = x[k + s];", "w[k % 2] = x[k]; y[k] = w[k % 2];"])
def test_what_they_share_is_private_though_nobody_reads_it_later(body: str) -> None:
    assert "w" in outer(f"{{ {body} }}").private


def of_array(body: str):
    code = f"""#include <array>
        double sum(const std::array<double, 3> &);
        double f(const double *__restrict x, double *__restrict y, int n) {{ std::array<double, 3> t; double s = 0;
        for (int k = 0; k < n; k++) {{ {body} }} return s; }}"""
    outline = Outline(parse(code, name="a.cpp"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(
    "body",
    [
        "t = {x[k], x[k + 1], 1}; y[k] = t[0] + t[2];",
        "t[0] = x[k]; t[1] = 2 * x[k]; y[k] = t[0] * t[1];",
        "for (int j = 0; j < 3; j++) t[j] = x[k + j]; y[k] = t[2];",
        "t = {x[k], x[k + 1], 1}; if (t[0] > t[1]) std::swap(t[0], t[1]); y[k] = t[1];",
    ],
)
def test_an_array_of_the_library_is_a_work_array_too(body: str) -> None:
    found = of_array(body)
    assert found.verdict == "proved", found.reason
    assert "t" in found.private


@pytest.mark.parametrize(
    "body",
    [
        "t[0] = x[k]; y[k] = t[0] * t[1]; t[1] = x[k];",
        "if (x[k] > 0) t = {x[k], x[k + 1], 1}; y[k] = t[0];",
        "t[0] = x[k]; auto u = t; y[k] = u[1]; t[1] = 3;",
        "t[0] = x[k]; y[k] = sum(t); t[1] = y[k];",
        "y[k] = t[0]; t = {x[k], 1, 2};",
    ],
)
def test_it_is_none_where_something_comes_from_another_iteration(body: str) -> None:
    assert of_array(body).verdict in ("refuted", "unknown")


# What of it is read that the iteration did not write cannot be told, or it can.
READ = {
    "int top = 0; st[top++] = k; st[top++] = 2; while (top > 0) y[k] += st[--top];": "unknown",
    "int h = 0, t = 0; st[t++] = k; while (h < t) { y[k] += st[h++]; if (x[k] > t) st[t++] = h; }": "unknown",
    "st[0] = k; y[k] = st[ix[k]];": "unknown",
    "st[0] = k; st[1] = 2; y[k] = st[k & 1];": "proved",
    "y[k] = st[3]; st[3] = k;": "refuted",
    "st[0] = k; y[k] = st[0] + st[3]; st[3] = k;": "refuted",
}


@pytest.mark.parametrize(("body", "verdict"), READ.items())
def test_what_may_be_read_of_another_iteration(body: str, verdict: str) -> None:
    head = "int f(double *restrict x, double *restrict y, const int *restrict ix, int n) { int st[64]; "
    for behind, expected in (("return 0;", verdict), ("return st[0];", "refuted")):
        outline = Outline(parse(f"{head} for (int k = 0; k < n; k++) {{ {body} }} {behind} }}", name="a.c"))
        assert judge(outline, outline.loops[0]).verdict == expected, behind


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("z.k = k; y[k] = z.k;", "unknown"), ("y[k] = z.k; z.k = k;", "refuted"), ("z.k = k; y[0] = z.k;", "refuted")],
)
def test_members_of_a_struct_that_others_may_read(body: str, verdict: str) -> None:
    head = "struct S { int k; }; void keep(struct S *); void f(double *restrict y, int n) { struct S z; keep(&z); "
    outline = Outline(parse(f"{head} for (int k = 0; k < n; k++) {{ {body} }} }}", name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
