"""A scalar reference is private to each gang, so that what a loop stores through it is lost: such loops are not offered, and it is said
what to do instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

CLASS = "#include <vector>\nstruct C { int count; double best; double v[8]; };\n"
LOST = {
    "element": "void f(double *a, int n) { double &s = a[0]; LOOP { s += a[i + 1]; } }",
    "element of a vector": "void f(std::vector<double> &a, int n) { double &s = a[0]; LOOP { s += a[i + 1]; } }",
    "member": "void f(C &c, const double *a, int n) { int &k = c.count; LOOP { if (a[i] > 0) k++; } }",
    "member behind a pointer": "void f(C *c, const double *a, int n) { auto &k = c->count; LOOP { k += a[i] > 0; } }",
    "what a pointer leads to": "void f(int *p, const double *a, int n) { int &k = *p; LOOP { k += a[i] > 1; } }",
    "element of another array": "void f(double *o, const double *a, int n, int k) { double &s = o[k]; LOOP { s += a[i]; } }",
    "own member": "struct S { double total, u[9]; void f(int n) { double &t = total; LOOP { t += u[i]; } } };",
    "extreme": "void f(C &c, const double *a, int n) { double &m = c.best; LOOP { if (a[i] > m) m = a[i]; } }",
    "plain": "void f(C &c, const double *a, int n) { double &m = c.best; LOOP { if (a[i] > 9) m = 1; } }",
    "atomic already": "void f(C &c, const double *a, int n) { int &k = c.count; LOOP {\n#pragma acc atomic update\nk += 2; } }",
    "parameter": "void f(double &s, const double *a, int n) { LOOP { s = a[i]; } }",
    "parameter and more": "void f(double &s, const double *a, int n) { LOOP { s += a[i]; if (a[i] > 7) s = 1; } }",
    "local": "double f(const double *a, int n) { double t = 0; double &s = t; LOOP { s += a[i]; } return t; }",
    "in a loop inside": "void f(double *o, double *a, int n) { double &s = *o; LOOP { for (int j = 0; j < 4; j++) s += a[i * 4 + j]; } }",
    "by macro": "#define ADD(x) s += x\nvoid f(double *a, int n) { double &s = a[0]; LOOP { ADD(a[i + 1]); } }",
    "rvalue reference": "void f(double *a, int n) { auto &&s = a[0]; LOOP { s += a[i + 1]; } }",
}  # fmt: skip
# What a `reduction` names is copied, the reference with it (OpenACC 3.4, section 2.5.15).
REDUCED = {
    "sum": ("void f(double &s, const double *a, int n) { LOOP { s += a[i]; } }", "reduction(+:s)"),
    "extreme": ("void f(double &s, const double *a, int n) { LOOP { if (a[i] > s) s = a[i]; } }", "reduction(max:s)"),
    "two": ("void f(double &s, int &k, const double *a, int n) { LOOP { s += a[i]; k += a[i] > 3; } }", "reduction(+:"),
    "inside": ("void f(double &s, const double *a, int n) { LOOP { for (int j = 0; j < 4; j++) s += a[i * 4 + j]; } }", "reduction(+:s)"),
    "rvalue": ("void f(double &&s, const double *a, int n) { LOOP { s += a[i]; } }", "reduction(+:s)"),
}  # fmt: skip
KEPT = {
    "of the iteration": "void f(double *a, int n) { LOOP { double &x = a[i]; x = x * x; } }",
    "sum of a row": "void f(double *y, const double *a, int n) { LOOP { double &s = y[i]; for (int j = 0; j < 9; j++) s += a[j]; } }",
    "only read": "void f(double *__restrict__ a, C &c, int n) { double &k = c.best; LOOP { a[i] *= k; } }",
    "local of the name": "void f(double *a, int n, double &s) { LOOP { double s = a[i]; s += 1; a[i] = s; } }",
    "in a function": "static void add(double &s, double v) { s += v; } void f(double *a, int n) { LOOP { add(a[i], 1.0); } }",
    "array": "void f(double (&a)[64], int n) { LOOP { a[i] += 1; } }",
    "vector": "void f(std::vector<double> &a, int n) { LOOP { a[i] += 1; } }",
    "value": "double f(const double *a, int n) { double s = 0; LOOP { s += a[i]; } return s; }",
    "value of a reference": "void f(double &o, const double *a, int n) { double s = 0; LOOP { s += a[i]; } o += s; }",
    "element": "void f(double *o, const double *a, int n, int k) { LOOP { o[k] += a[i]; } }",
    "member": "void f(C &c, const double *a, int n) { LOOP { if (a[i] > 0) c.count++; } }",
    "array of a member": "void f(C &c, int n) { LOOP { c.v[i] = 1; } }",
}  # fmt: skip


def said(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> tuple[list[str], str]:
    """The directives that are offered for the first loop, and what is said without one."""
    path = tmp_path / "a.cpp"
    path.write_text(CLASS + text.replace("LOOP", "\nfor (int i = 0; i < n; i++)"), "utf-8")
    line = "\n".join(path.read_text("utf-8").splitlines()).split("for (int i")[0].count("\n") + 1
    arguments = ["suggest", str(path), "--no-model", "--no-compiler", "--no-project", "--line", str(line)]
    main([*arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    main(arguments)
    output = capsys.readouterr()
    return [each["pragma"] for each in found["loops"][0]["candidates"]] if found[
        "loops"
    ] else [], output.out + output.err


@pytest.mark.parametrize("name", LOST)
def test_what_is_stored_through_a_reference_is_not_offered(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pragmas, output = said(tmp_path, capsys, LOST[name])
    assert pragmas == []
    assert "is a reference" in output
    assert "local variable" in output


@pytest.mark.parametrize("name", REDUCED)
def test_a_reference_that_is_reduced_is_offered_and_what_gcc_does_is_said(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, clause = REDUCED[name]
    pragmas, output = said(tmp_path, capsys, text)
    assert pragmas
    assert clause in pragmas[0]
    assert "gcc 12 ends with an error" in output


def test_a_program_for_the_emulated_device_gets_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.cpp"
    loop = "for (int i = 0; i < 100000; i++) s += a[i];"
    path.write_text(
        f"double a[100000]; void f(double &s) {{ {loop} }} int main() {{ double s = 0; f(s); return s > 3; }}"
    )
    main(["annotate", str(path), "--plan"])
    output = capsys.readouterr()
    assert "gcc 12 ends with an error" in output.out + output.err


@pytest.mark.parametrize("name", KEPT)
def test_other_loops_are_offered(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pragmas, _ = said(tmp_path, capsys, KEPT[name])
    assert pragmas
    assert pragmas[0].startswith("#pragma acc parallel loop")
