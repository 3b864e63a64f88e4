"""Where a project's directives name what pointers lead to, what is shown first does so too, in the clauses in which the project does;
where they do not, nothing is added."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked

HEAD = "#include <math.h>\nint at(int i, int j, int size[2]);\ndouble square(double x) { return x * x; }\n"


def norms(clauses: str, inside: str, asked_for: str, parameters: str = "double v[]") -> str:
    """Three functions that say ``clauses`` and one that says nothing."""
    written = "".join(
        f"""double norm{k}(double {a}[], double {b}[], int size[2]) {{
  double total = 0;
  int len = size[0] * size[1];
#pragma acc kernels loop independent collapse(2) {clauses.format(a=a, b=b)} reduction(+:total)
  for (int i = 1; i < size[0]; i++)
    for (int j = 1; j < size[1]; j++) {{ {inside.format(a=a, b=b)} }}
  return total;
}}
"""
        for k, (a, b) in enumerate((("p", "q"), ("r", "s"), ("x", "b")))
    )
    return f"""{HEAD}{written}double last({parameters}, int size[2]) {{
  double total = 0;
  int len = size[0] * size[1];
  for (int i = 1; i < size[0]; i++) // HERE
    for (int j = 1; j < size[1]; j++) {{ {asked_for} }}
  return sqrt(total);
}}
"""


SUM = "int id = at(i, j, size); total += {a}[id] * {b}[id];"


@pytest.mark.parametrize(
    ("clauses", "body", "parameters", "data"),
    [
        (
            "present({a}[:len], {b}[:len]) copyin(size[:2])",
            "total += square(v[at(i, j, size)]);",
            "double v[]",
            "present(v[:len]) copyin(size[:2])",
        ),
        (
            "copyin(size[:2]) present({a}[:len],{b}[:len])",
            "total += square(v[at(i, j, size)]);",
            "double *v",
            "copyin(size[:2]) present(v[:len])",
        ),
        (
            "present({a}[:len], {b}[:len]) copyin(size[:2])",
            "total += square(v[at(i, j, size)] - mean[1]);",
            "double v[], double mean[2]",
            "present(v[:len]) copyin(mean[1:1],size[:2])",
        ),
        (
            "present({a},{b},size)",
            "total += square(v[at(i, j, size)]);",
            "double v[]",
            "present(v,size)",
        ),
    ],
)
def test_other_pointers_stand_where_the_project_has_them(
    clauses: str, body: str, parameters: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, norms(clauses, SUM, body, parameters), capsys)
    assert shown[0] == f"kernels loop independent collapse(2) {data} reduction(+:total)"


def test_where_the_project_names_none_nothing_is_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = asked(tmp_path, norms("", SUM, "total += square(v[at(i, j, size)]);"), capsys)
    assert shown[0] == "kernels loop independent collapse(2) reduction(+:total)"


def test_addresses_that_are_handed_on_are_named_where_the_project_names_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """double mix(const double *a, const double *b, int i);
#pragma acc routine(mix) seq
"""
    for k, (a, b, c) in enumerate((("p", "q", "r"), ("x", "y", "z"), ("lo", "hi", "mid"))):
        text += f"""void step{k}(int n, double *{a}, const double *{b}, const double *{c}) {{
#pragma acc parallel loop gang vector present({a},{b},{c})
  for (int i = 0; i < n; i++) {{ double near[2] = {{1, 2}}; {a}[i] = near[0] * mix({b}, {c}, i); }}
}}
"""
    text += """void last(int n, double *out, const double *in, const double *weight, const double *bias) {
  for (int i = 0; i < n; i++) // HERE
    out[i] = bias[i] + mix(in, weight, i);
}
"""
    first = asked(tmp_path, text, capsys)[0]
    assert first.startswith("parallel loop gang vector present(")
    assert sorted(first.partition("present(")[2].rstrip(")").split(",")) == ["bias", "in", "out", "weight"]


def test_what_a_region_holds_needs_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "void steps(int n, double *a, double *b, double *c, double *d) {\n"
    text += "#pragma acc data copy(a[0:n], b[0:n], c[0:n], d[0:n])\n  {\n"
    for left, right in (("a", "b"), ("b", "c"), ("c", "d")):
        text += "#pragma acc parallel loop\n"
        text += f"    for (int i = 0; i < n; i++) {left}[i] += {right}[i];\n"
    text += "    for (int i = 0; i < n; i++) d[i] += a[i]; // HERE\n  }\n}\n"
    assert asked(tmp_path, text, capsys)[0] == "parallel loop"


STEPS = """void steps(int n, double *u, double *v) {{
#pragma acc data copy(u[0:n]) create(v[0:n])
  for (int t = 0; t < n; t++) {{
#pragma acc parallel loop {both}
    for (int i = 1; i < n - 1; i++) v[i] = u[i] + 2 * (u[i + 1] - 2 * u[i] + u[i - 1]);
#pragma acc parallel loop {one}
    for (int i = 0; i < n; i++) if (i == 0 || i == n - 1) v[i] = 0;
{hidden}    for (int i = 0; i < n; i++) u[i] = v[i]; // HERE
  }}
}}
"""


@pytest.mark.parametrize(
    ("both", "one", "wanted"),
    [
        ("present(u, v)", "present(v)", "parallel loop present(u,v)"),
        ("present(u, v)", "", "parallel loop"),  # no habit
        ("", "", "parallel loop"),
    ],
)
def test_what_a_region_holds_is_named_where_the_directives_in_it_name_it(
    both: str, one: str, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = STEPS.format(both="", one="", hidden="").replace(" create(v[0:n])", ", v[0:n])")
    (tmp_path / "other.c").write_text(other.replace("copy(u[0:n])", "copy(u[0:n]").replace("steps", "others"))
    assert asked(tmp_path, STEPS.format(both=both, one=one, hidden=""), capsys)[0] == wanted


def test_a_file_that_leaves_sizes_out_goes_on_to_do_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked_for = "int id = at(i, j, size); total += v[id] * w[id];"
    text = norms("present({a}[:len],{b}[:len])", SUM, asked_for, "double v[], double w[]")
    said = "kernels loop independent collapse(2) present(v[:len],w[:len]) reduction(+:total)"
    assert asked(tmp_path, text, capsys)[0] == said


ANOTHER = """void other(int n, const double *p, double *q) {{
#pragma acc parallel loop {}
  for (int i = 0; i < n; i++) q[i] = 2 * p[i];
}}
"""


@pytest.mark.parametrize("own_file", [True, False])
@pytest.mark.parametrize(
    ("said", "all_named"), [("copyin(p[0:n]) copyout(q[0:n])", True), ("present(p,q)", True), ("", False)]
)
def test_one_directive_that_names_all_is_followed_and_one_that_does_not_is_no_habit(
    own_file: bool, said: str, all_named: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ANOTHER.format(said)
    text = """double total(int n, const double *v) {
  double sum = 0;
  for (int i = 0; i < n; i++) // HERE
    sum += v[i];
  return sum;
}
"""
    if not own_file:
        (tmp_path / "other.c").write_text(other)
    first = asked(tmp_path, (other if own_file else "") + text, capsys)[0]
    assert ("(v" in first) == all_named
    assert "reduction(+:sum)" in first
