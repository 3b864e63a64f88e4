"""Loops whose header OpenACC does not take: the directive comes with a header that it takes, and what comes out does what the loop did, for
every size."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.suggest.pressing import output, pressed, shown

FLAGS = ("-fopenacc", "-foffload=disable")
# the body of a function of `n`, `m`, `x` and `y` → what comes first, and its header
LOOPS = {
    "less than a size": (
        "for (size_t i = 1; i + 1 < m; i++) y[i] = x[i - 1] + x[i + 1];",
        "parallel loop gang vector copyin(x[0:m]) copyout(y[1:m-2]) if(m>1&&1<m-1)",
        "for (size_t i = 1; i < (m > 1 ? m - 1 : 0); i++)",
    ),
    "a nest": (
        "for (size_t i = 1; i + 1 < m; i++) for (size_t j = 1; j + 1 < m; j++) y[i * m + j] = x[i * m + j - 1];",
        "parallel loop gang vector copyin(x[m:(m-2)*m]) copy(y[m:(m-2)*m]) if(m>1&&1<m-1)",
        "for (size_t i = 1; i < (m > 1 ? m - 1 : 0); i++)",
    ),
    "signed": (
        "for (int i = 0; i + 1 < n; i++) y[i] = x[i + 1];",
        "parallel loop gang vector copyin(x[1:n-1]) copyout(y[0:n-1])",
        "for (int i = 0; i < n - 1; i++)",
    ),
    "not the end": (
        "for (int i = 0; i != n; ++i) y[i] = x[i];",
        "parallel loop gang vector copyin(x[0:n]) copyout(y[0:n])",
        "for (int i = 0; i < n; ++i)",
    ),
    "pointers": (
        "for (const double *p = x; p != x + n; ++p, ++y) *y = 2 * *p;",
        "parallel loop gang vector copyin(x[0:n]) copyout(y[0:n])",
        "for (int i = 0; i < n; i++)",
    ),
    "from both ends": (
        "for (int i = 0, j = n - 1; i < n; i++, j--) y[i] = x[j];",
        "parallel loop gang vector copyin(x[0:n]) copyout(y[0:n])",
        "for (int i = 0; i < n; i++)",
    ),
    "begins before": (
        "int i = 0;\n  for (; i < n; i++) y[i] = x[i];",
        "parallel loop gang vector copyin(x[0:n]) copyout(y[0:n])",
        "for (int i = 0; i < n; i++)",
    ),
    "downwards": (
        "for (int i = n; i-- > 0;) y[i] = i;",
        "parallel loop gang vector copyout(y[0:n])",
        "for (int i = n - 1; i >= 0; i--)",
    ),
    "a while inside": (
        "for (int i = 0; i != n; i++) { int j = 0; while (j < n) { y[i * n + j] = x[j]; j++; } }",
        "parallel loop gang vector collapse(2) copyin(x[0:n]) copyout(y[0:n*n])",
        "for (int i = 0; i < n; i++)",
    ),
}
MAIN = """
int main(void) {
  double x[64], y[64];
  for (int n = 0; n < 8; n++) {
    for (int i = 0; i < 64; i++) x[i] = i * 1.5, y[i] = -i;
    f(n, n, x, y);
    for (int i = 0; i < 64; i++) printf("%g ", y[i]);
    printf("\\n");
  }
}
"""


def text_of(body: str) -> str:
    at = body.rindex("for") if body.startswith("int") else 0
    return (
        "#include <stddef.h>\n#include <stdio.h>\nvoid f(int n, size_t m, const double *x, double *y) {\n"
        f"  {body[:at]}{body[at:]} // HERE\n}}\n"
    )


@pytest.mark.parametrize("name", LOOPS)
def test_the_directive_comes_with_a_header(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body, directive, header = LOOPS[name]
    first, *_ = shown(tmp_path / "a.c", text_of(body), capsys)
    assert first["pragma"] == f"#pragma acc {directive}"
    assert header in first["other_lines"]  # type: ignore[operator]


@pytest.mark.parametrize("name", LOOPS)
def test_what_is_written_does_what_the_loop_did(name: str, tmp_path: Path) -> None:
    text = text_of(LOOPS[name][0])
    after = pressed("a.c", text)
    assert "#pragma acc parallel loop" in after
    assert output(tmp_path / "run.c", after + MAIN, *FLAGS) == output(tmp_path / "run.c", text + MAIN, *FLAGS)


def test_the_projects_own_words_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body, _, header = LOOPS["less than a size"]
    near = (
        "void g(size_t m, const double *x, double *y) {\n#pragma acc kernels loop independent copyin(x[0:m]) copyout(y[0:m])\n"
        "  for (size_t i = 0; i < m; i++) y[i] = x[i];\n}\n"
    )
    first, *_ = shown(tmp_path / "a.c", "#include <stddef.h>\n" + near + text_of(body), capsys)
    assert str(first["pragma"]).startswith("#pragma acc kernels loop independent")
    assert header in first["other_lines"]  # type: ignore[operator]


def test_what_is_written_is_what_is_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = shown(tmp_path / "a.c", text_of(LOOPS["less than a size"][0]), capsys, "--test")
    assert first["tested"]["agreed"] is True  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        "for (int i = 0; i * i < n; i++) y[i] = x[i];",
        "for (int i = 0; x[i] > 0; i++) y[i] = x[i];",
        "for (int i = 0; i != n; i += 2) y[i] = x[i];",
        "for (size_t i = 0; i + 1 < m; i++) { y[i] = x[i]; if (x[i] > 3) break; }",
        "for (size_t i = 0; i + 1 < m; i++) { y[i] = x[i]; if (x[i] > 3) i++; }",
    ],
    ids=["no bound", "by value", "may go past", "leaves", "skips"],
)
def test_what_has_no_form_gets_none(body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any(
        "for" in line
        for each in shown(tmp_path / "a.c", text_of(body), capsys)
        for line in each["other_lines"]  # type: ignore[attr-defined]
    )


def test_a_refuted_loop_names_the_lines_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "void f(int n, double *y) {\n  int i = 1;\n  for (; i < n; i++)\n    y[i] += y[i - 1]; // HERE\n}\n"
    (tmp_path / "a.c").write_text(text)
    assert main(["suggest", str(tmp_path / "a.c"), "--line", "3", "--no-model", "--no-compiler", "--json"]) == 0
    loop = json.loads(capsys.readouterr().out)["loops"][0]
    assert loop["candidates"] == []
    assert main(["analyze", str(tmp_path / "a.c")]) in (0, 1)
    assert ":3" in capsys.readouterr().out
