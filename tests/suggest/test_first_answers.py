"""What is shown first is nothing that our own `check` calls an error, names what the file always names, and says what is so: at `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.suggest.asked import asked, asked_in

LOOP = "  for (int i = 0; i < n; i++) {a}[i] {op} {b}[i];"


def two(directive: str, then: str, head: str = "") -> str:
    """A function with an annotated loop, and one with a loop that nobody has annotated."""
    given = LOOP.format(a="a", op="+=", b="b")
    return (
        f"{head}void one(int n, double *restrict a, double *restrict b) {{\n#pragma acc {directive}\n{given}\n}}\n"
        f"void two(int n, double *restrict a, double *restrict b) {{\n{then}\n}}\n"
    )


APART = {
    "parallel": "parallel default(none) loop copy(a[0:n]) copyin(b[0:n])",
    "kernels": "kernels copy(a[0:n]) loop copyin(b[0:n])",
    "serial": "serial copy(a[0:n]) copyin(b[0:n]) loop",
}
NOT_ALLOWED = {
    "a clause of another directive": "parallel loop copy(a[0:n]) use_device(b)",
    "two that exclude one another": "parallel loop copy(a[0:n]) copyin(b[0:n]) gang seq",
    "an empty list": "parallel loop copy(a[0:n]) copyin()",
    "a type that is none": "parallel loop copy(a[0:n]) device_type()",
    "a section in the style of Fortran": "parallel loop copy(a[0:n:1]) copyin(b[0:n])",
}
MISSING = '#include "nobody_has_it.h"\n'  # no compiler can judge what follows


@pytest.mark.parametrize("construct", APART)
@pytest.mark.parametrize("head", ["", MISSING])
def test_a_combined_construct_that_stands_apart_is_offered_as_one(
    construct: str, head: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    then = LOOP.format(a="a", op="-=", b="b") + " // HERE"
    first = asked(tmp_path, two(APART[construct], then, head), capsys)[0]
    assert first.startswith(f"{construct} loop ")
    assert "copy(a[0:n])" in first


@pytest.mark.parametrize("construct", APART)
def test_nothing_is_stacked_below_one(construct: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = two(APART[construct], LOOP.format(a="a", op="-=", b="b")).replace("+= b[i];", "+= b[i]; // HERE")
    assert asked(tmp_path, text, capsys) == []


@pytest.mark.parametrize("case", NOT_ALLOWED)
def test_what_check_calls_an_error_is_not_shown_first(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    then = LOOP.format(a="a", op="-=", b="b") + " // HERE"
    first = asked(tmp_path, two(NOT_ALLOWED[case], then, MISSING), capsys)[0]
    path = tmp_path / "a.c"
    path.write_text(path.read_text().replace(then, f"#pragma acc {first}\n{then}"))
    main(["check", str(path), "--json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [each for each in found if each["severity"] == "error" and each["line"] > 5] == []


def test_the_project_writes_it_in_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    then = LOOP.format(a="a", op="-=", b="b")
    written = two(APART["parallel"], then)
    files = {"a.c": written, "b.c": two(APART["parallel"], then + " // HERE").split("}\n", 1)[1]}
    assert asked_in(tmp_path, files, "b.c", capsys)[0].startswith("parallel loop default(none)")


FEWER = """\
void zero(int n, double *d_a) {
#pragma acc parallel loop deviceptr(d_a)
  for (int i = 0; i < n; i++) d_a[i] = 0;
}
void move(int n, double *d_a, double *d_b) {
#pragma acc parallel loop deviceptr(d_a, d_b)
  for (int i = 0; i < n; i++) d_a[i] = d_b[i];
}
void more(int n, double *d_a, double *h) {
#pragma acc parallel loop deviceptr(d_a) copyin(h[0:n])
  for (int i = 0; i < n; i++) d_a[i] += h[i];
}
void last(int n, double *d_a, double *d_b, double *h) {
#pragma acc parallel loop deviceptr(d_a)
  for (int i = 0; i < n; i++) d_a[i] *= 2;
  for (int i = 0; i < n; i++) d_a[i] += LAST; // HERE
}
"""


@pytest.mark.parametrize(
    ("last", "clauses"),
    [
        ("d_b[i]", ["deviceptr(d_a,d_b)"]),
        ("h[i]", ["deviceptr(d_a)", "copyin(h[0:n])"]),
        ("d_b[i] * h[i]", ["deviceptr(d_a,d_b)", "copyin(h[0:n])"]),
    ],
)
def test_a_neighbour_with_fewer_arrays_does_not_decide(
    last: str, clauses: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(tmp_path, FEWER.replace("LAST", last), capsys)[0]
    assert [clause for clause in clauses if clause not in first] == []


def test_a_name_that_the_file_leaves_out_stays_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FEWER.replace("deviceptr(d_a, d_b)", "deviceptr(d_a)").replace("LAST", "d_b[i]")
    assert "deviceptr(d_a,d_b)" not in asked(tmp_path, text, capsys)[0]


AROUND = """\
void rows(int n, int m, double *a, double *r, double *out) {
  double total = 0;
#pragma acc parallel loop reduction(+:total) copyin(a[0:n*m]) copy(r[0:n])
  for (int i = 0; i < n; i++) {
    double s = 0;
#pragma acc loop
    for (int j = 0; j < m; j++) r[i] = a[i * m + j];
    for (int j = 0; j < m; j++) WHAT += a[i * m + j]; // HERE
    total += s;
    r[i] = s;
  }
  *out = total;
}
"""


def test_a_reduction_around_is_none_of_another_variable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, AROUND.replace("WHAT", "s"), capsys) == ["loop reduction(+:s)"]


def test_what_is_reduced_around_needs_no_second_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "loop" in asked(tmp_path, AROUND.replace("WHAT", "total"), capsys)


ROUTINE = """\
HEAD
double f(double x) { return x * x; }
void apply(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = f(a[i]); // HERE
}
"""


@pytest.mark.parametrize(
    ("head", "header", "asks"),
    [
        ("", "", True),
        ('#include "f.h"', "double f(double x);\n", True),
        ('#include "f.h"', "#pragma acc routine seq\ndouble f(double x);\n", False),
        ('#include "f.h"', "double f(double x);\n#pragma acc routine(f) seq\n", False),
        ("double f(double x);\n#pragma acc routine(f) seq", "", False),
    ],
)
def test_routine_is_asked_for_once(
    head: str, header: str, asks: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.c"
    path.write_text(ROUTINE.replace("HEAD", head))
    (tmp_path / "f.h").write_text(header)
    line = str(next(n for n, row in enumerate(path.read_text().splitlines(), 1) if "HERE" in row))
    assert main(["suggest", str(path), "--line", line, "--no-model", "--no-compiler", "--no-project"]) == 0
    assert ("with #pragma acc routine seq" in capsys.readouterr().out) is asks


def test_what_was_not_asked_is_not_said_to_have_been(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.c"
    path.write_text(two(APART["parallel"], LOOP.format(a="a", op="-=", b="b")))
    assert main(["suggest", str(path), "--no-model", "--no-compiler", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["elapsed_ms"]["model"] == 0
    said = {message for loop in document["loops"] for c in loop["candidates"] for message in c["compiler"]["messages"]}
    assert said == {"no compiler was asked"}


KERNELS = """\
void step(int n, double *a) {
#pragma acc parallel loop copy(a[0:n]) async(1)
  for (int i = 0; i < n; i++) a[i] += 1;
}
void use(int n, double *b);
void fill(int n, double *b) {
  for (int i = 0; i < n; i++) b[i] = i; // HERE
  AFTER
}
"""


@pytest.mark.parametrize(
    ("after", "stays"),
    [("", True), ("use(n, b);", False), ("b[0] = 1;", False), ("acc_wait(1);\n  use(n, b);", True)],
)
def test_what_the_function_goes_on_with_is_not_copied_back_in_a_queue(
    after: str, stays: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(tmp_path, KERNELS.replace("AFTER", after), capsys)[0]
    assert ("async(1)" in first) is stays
