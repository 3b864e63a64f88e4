"""LW606 and LW607: what all gangs run, and copies without a value, over constructs, statements and clauses."""

from __future__ import annotations

import pytest
from loopwright.check.run import check

HEAD = "int g;\ndouble f(int n, int m, double *restrict u, const double *restrict v, int *restrict k) {\n  double s = 0, t = 0, w[8]; int j;\n"
# A statement, and whether gangs that run all of it do harm for certain; ``None`` where it takes that several are asked for.
STATEMENTS = {
    "for (int i = 0; i < n; i++) u[i] += 1;": True,
    "for (int i = 0; i < n; i++) u[i] = u[i] * v[i];": True,
    "for (int i = 0; i < n; i++) for (int h = 0; h < m; h++) u[i * m + h]++;": True,
    "for (int i = 0; i < n; i++) s += v[i];": True,
    "for (int i = 0; i < n; i++) if (v[i] > s) s = v[i];": True,
    "{ for (int i = 0; i < n; i++) u[i] -= v[i]; }": True,
    "for (int i = 0; i < n; i++) {\n#pragma acc loop vector\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }": None,
    "for (int i = 0; i < n; i++) {\n#pragma acc loop seq\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }": None,
    "for (int i = 0; i < n; i++) u[i] = 2 * v[i];": False,
    "for (int i = 0; i < n; i++) u[k[i]] = 1;": False,
    "for (int i = 0; i < n; i++) { double p = v[i]; p += 1; u[i] = p; }": False,
    "for (int i = 0; i < n; i++) u[i] = 0;\n": False,
    "for (int i = 0; i < n; i++) { u[i] = 0; u[i] += v[i]; }": False,
    "for (int i = 0; i < n; i++) if (k[i]) u[i] += 1;": False,
    "for (int i = 0; i < n; i++) { if (somewhere(i)) continue; u[i] += 1; }": False,
    "{ int q = gang_number(); for (int i = q; i < n; i += 8) u[i] += 1; }": False,
    "{ double q = 0; for (int i = 0; i < n; i++) q += v[i]; u[0] = q; }": False,
    "{ double q[4]; for (int i = 0; i < 4; i++) q[i] = 1; for (int i = 0; i < 4; i++) u[i] = q[i]; }": False,
    "{ u[0] += 1; }": False,
    "for (int i = 0; i < n; i++) {\n#pragma acc loop gang\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }": False,
    "for (int i = 0; i < n; i++) {\n#pragma acc loop\n  for (int h = 0; h < m; h++) u[i * m + h] += 1; }": False,
    "{\n#pragma acc loop gang vector\n  for (int i = 0; i < n; i++) u[i] -= v[i];\n  }": False,
    "\n#pragma acc loop gang\n  for (int i = 0; i < n; i++) u[i] += 1;": False,
}
ALL_RUN = ("parallel", "parallel num_gangs(32)", "parallel copy(u[0:n]) async", "parallel vector_length(32)")
SHARED_OR_ONE = ("parallel num_gangs(1)", "parallel num_gangs(m)", "serial", "kernels")


def codes(outline, directive: str, statement: str, code: str) -> list[str]:
    text = f"{HEAD}#pragma acc {directive}\n  {statement}\n  return s + t;\n}}\n"
    return [finding.code for finding in check(outline(text)) if finding.code == code]


@pytest.mark.parametrize("directive", ALL_RUN)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_gangs_that_all_do_harm_are_told(outline, directive: str, statement: str) -> None:
    is_wrong = STATEMENTS[statement]
    if is_wrong is None:
        is_wrong = "num_gangs" in directive
    assert codes(outline, directive, statement, "LW606") == ["LW606"] * is_wrong


@pytest.mark.parametrize("directive", SHARED_OR_ONE)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_other_constructs_are_not(outline, directive: str, statement: str) -> None:
    assert codes(outline, directive, statement, "LW606") == []


@pytest.mark.parametrize(
    ("clauses", "statement", "is_wrong"),
    [
        ("copy(s)", "for (int i = 0; i < n; i++) s += v[i];", True),
        ("reduction(+:s)", "for (int i = 0; i < n; i++) s += v[i];", True),
        ("reduction(max:s)", "for (int i = 0; i < n; i++) if (v[i] > s) s = v[i];", False),
        ("firstprivate(s)", "for (int i = 0; i < n; i++) s += v[i];", False),
        ("private(w)", "for (int i = 0; i < 8; i++) w[i] += 1;", False),
        ("copy(w)", "for (int i = 0; i < 8; i++) w[i] += 1;", True),
        ("copyout(t)", "for (int i = 0; i < n; i++) t = 1;", False),
    ],
)
def test_clauses_say_whose_a_variable_is(outline, clauses: str, statement: str, is_wrong: bool) -> None:
    assert codes(outline, f"parallel {clauses}", statement, "LW606") == ["LW606"] * is_wrong


# A loop, the variables in `private`, and those of them that are read without a value for certain.
COPIES = [
    ("for (int i = 0; i < n; i++) u[i] = v[i] * m;", "m", "m"),
    ("for (int i = 0; i < n; i++) u[i] = v[i] * m * s;", "m, s, t", "ms"),
    ("for (int i = 0; i < n; i++) for (int h = 0; h < m; h++) u[i * m + h] = 0;", "m", "m"),
    ("for (int i = 0; i < n; i++) { u[i] = t; t = v[i]; }", "t", "t"),
    ("for (int i = 0; i < n; i++) { t += v[i]; u[i] = t; }", "t", "t"),
    ("for (int i = 0; i < n; i++) if (k[i]) u[i] = t;", "t", "t"),
    ("for (int i = 0; i < n; i++) u[i] = v[i];", "n", ""),
    ("for (int i = 0; i < n; i++) { t = v[i]; u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) for (j = 0; j < m; j++) u[i * m + j] = j;", "j", ""),
    ("for (int i = 0; i < n; i++) { if (k[i]) t = 1; if (k[i]) u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) { if (i > 0) u[i] = t; t = v[i]; }", "t", ""),
    ("for (int i = 0; i < n; i++) { double t = v[i]; u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) { set(&t); u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) { double *p = &t; *p = v[i]; u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) { while (1) { t = v[i]; break; } u[i] = t; }", "t", ""),
    ("for (int i = 0; i < n; i++) { for (int h = 0; h < m; h++) { if (h) u[i] = t; t = h; } }", "t", ""),
]


@pytest.mark.parametrize("directive", ["parallel loop", "serial loop", "kernels loop", "parallel loop gang vector"])
@pytest.mark.parametrize(("loop", "listed", "wrong"), COPIES)
def test_copies_that_are_read_without_a_value_are_told(
    outline, directive: str, loop: str, listed: str, wrong: str
) -> None:
    found = check(outline(f"{HEAD}#pragma acc {directive} private({listed})\n  {loop}\n  return s;\n}}\n"))
    told = [finding.message.partition("(")[2].partition(")")[0] for finding in found if finding.code == "LW607"]
    assert "".join(told) == wrong


@pytest.mark.parametrize(
    ("clause", "fixed"), [("private(m)", ""), ("private(t, m)", "private(t)"), ("private(m, t)", "private(t)")]
)
def test_the_clause_is_left_without_what_nothing_writes(outline, clause: str, fixed: str) -> None:
    text = f"{HEAD}#pragma acc parallel loop {clause}\n  for (int i = 0; i < n; i++) {{ t = m; u[i] = t; }}\n  return s;\n}}\n"
    (found,) = (finding for finding in check(outline(text)) if finding.code == "LW607")
    (edit,) = found.fixes[0].edits
    data = text.encode()
    after = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
    assert f"#pragma acc parallel loop {fixed}".rstrip().encode() + b"\n" in after
