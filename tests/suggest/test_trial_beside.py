"""A loop written otherwise is `tested` against the loop as the user wrote it: both run on the same inputs and must leave the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import language_of, parse
from loopwright.suggest.evidence import Tested
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable
from loopwright.suggest.trial.standing import Standing
from whole import differing

C = "#include <stddef.h>\nvoid f(int n, size_t m, const double *x, double *y) {\n  %s\n}\n"
CPP = (
    "#include <cstddef>\n#include <vector>\nstruct G { int n; std::vector<double> h; double at(int i) const { return h[i] * 2; } };\n"
    "struct S { int n; double dt; std::vector<double> u; double get(int i) const { return dt * u[i]; } void go() {\n  %s\n} };\n"
    "void f(std::vector<double> &a, const std::vector<double> &b, const G &g, int n) {\n  %s\n}\n"
)


def _in_f(body: str) -> tuple[str, str]:
    return "a.cpp", CPP % ("", body)


def _in_go(body: str) -> tuple[str, str]:
    return "a.cpp", CPP % (body, "")


def _in_c(body: str) -> tuple[str, str]:
    return "a.c", C % body


# the loop as it stands, the same written otherwise, and the same written wrongly with what the difference is about
PAIRS = {
    "another header": (
        _in_c,
        "for (size_t i = 1; i + 1 < m; i++) y[i] = x[i + 1];",
        "for (size_t i = 1; i < (m > 1 ? m - 1 : 0); i++) y[i] = x[i + 1];",
        "for (size_t i = 1; i < m; i++) y[i] = x[i + 1];",
        "y[",
    ),
    "a pointer that walks": (
        _in_c,
        "for (const double *p = x; p != x + n; ++p, ++y) *y = 2 * *p;",
        "for (int i = 0; i < n; i++) y[i] = 2 * x[i];",
        "for (int i = 0; i < n; i++) y[i] = 2 * x[i + 1];",
        "y[",
    ),
    "a variable that is used behind it": (
        _in_c,
        "int i = 0;\n  for (; i < n; i++) y[i] = x[i];\n  y[0] = i;",
        "int i = 0;\n  for (i = 0; i < n; i++) y[i] = x[i];\n  y[0] = i;",
        "int i = 0;\n  for (int i = 0; i < n; i++) y[i] = x[i];\n  y[0] = i;",
        "y[0]",
    ),
    "the same in C++": (
        _in_f,
        "int i = 0;\n  for (; i < n; i++) a[i] = b[i];\n  a[0] = i;",
        "int i = 0;\n  for (i = 0; i < n; i++) a[i] = b[i];\n  a[0] = i;",
        "int i = 0;\n  for (int i = 0; i < n; i++) a[i] = b[i];\n  a[0] = i;",
        "i_left",
    ),
    "elements of a vector": (
        _in_f,
        "for (int i = 0; i < n; i++) a[i] = b[i];",
        "double *p = a.data();\n  const double *q = b.data();\n  for (int i = 0; i < n; i++) p[i] = q[i];",
        "double *p = a.data();\n  const double *q = b.data();\n  for (int i = 0; i < n; i++) p[i] = q[0];",
        "a",
    ),
    "over all elements": (
        _in_f,
        "for (double &x : a) x *= 2;",
        "double *p = a.data();\n  const std::size_t size = a.size();\n  for (std::size_t i = 0; i < size; i++) p[i] *= 2;",
        "double *p = a.data();\n  const std::size_t size = a.size();\n  for (std::size_t i = 1; i < size; i++) p[i] *= 2;",
        "a",
    ),
    "an accessor": (
        _in_f,
        "for (int i = 0; i < n; i++) a[i] = g.at(i);",
        "double *p = a.data();\n  const double *h = g.h.data();\n  for (int i = 0; i < n; i++) p[i] = h[i] * 2;",
        "double *p = a.data();\n  const double *h = g.h.data();\n  for (int i = 0; i < n; i++) p[i] = h[i];",
        "a",
    ),
    "a method of its own": (
        _in_go,
        "for (int i = 0; i < n; i++) u[i] = get(i);",
        "double *p = u.data();\n  const double by = dt;\n  for (int i = 0; i < n; i++) p[i] = by * p[i];",
        "double *p = u.data();\n  const double by = dt;\n  for (int i = 0; i < n; i++) p[i] = p[i] / by;",
        "u",
    ),
    "a lambda": (
        _in_f,
        "const auto twice = [&](int i) { return 2 * b[i]; };\n  for (int i = 0; i < n; i++) a[i] = twice(i);",
        "const auto twice = [&](int i) { return 2 * b[i]; };\n  double *p = a.data();\n  const double *q = b.data();\n"
        "  for (int i = 0; i < n; i++) p[i] = 2 * q[i];",
        "const auto twice = [&](int i) { return 2 * b[i]; };\n  double *p = a.data();\n  const double *q = b.data();\n"
        "  for (int i = 0; i < n; i++) p[i] = 3 * q[i];",
        "a",
    ),
    "without braces around it": (
        _in_f,
        "if (n > 2)\n    for (int i = 0; i < n; i++) a[i] = b[i];",
        "if (n > 2)\n    { double *p = a.data();\n    for (int i = 0; i < n; i++) p[i] = b[i]; }",
        "if (n > 2)\n    { double *p = a.data() + 1;\n    for (int i = 0; i < n; i++) p[i] = b[i]; }",
        "a",
    ),
    "a result that is a little different": (
        _in_f,
        "for (int i = 0; i < n; i++) a[i] = b[i] / 3;",
        "double *p = a.data();\n  for (int i = 0; i < n; i++) p[i] = b[i] / 3;",
        "double *p = a.data();\n  for (int i = 0; i < n; i++) p[i] = b[i] * (1.0 / 3);",
        "a",
    ),
    "a path behind a condition": (
        _in_c,
        "const double *o = NULL;\n  for (int i = 0; i < n; i++) y[i] = o ? o[0] : x[i];",
        "const double *o = NULL;\n  const int has = o != NULL;\n  for (int i = 0; i < n; i++) y[i] = has ? o[0] : x[i];",
        "const double *o = NULL;\n  const double c = *(volatile const double *)o;\n  for (int i = 0; i < n; i++) y[i] = o ? c : x[i];",
        "the program ends",
    ),
}


def _last_loop(file: str, text: str) -> tuple[Outline, Loop]:
    outline = Outline(parse(text, name=file, language=language_of(file)))
    return outline, outline.loops[-1]


def _run(name: str, which: int, folder: Path) -> Tested:
    function, stands, *written = PAIRS[name][:4]
    file, text = function(stands)
    changed, loop = _last_loop(*function(written[which]))
    return try_loop(changed, loop, folder / file, standing=Standing(*_last_loop(file, text)))


RIGHT = differing({name: function(right)[1] for name, (function, _, right, *_) in PAIRS.items()}, 3)
WRONG = differing({name: function(wrong)[1] for name, (function, _, _, wrong, _) in PAIRS.items()}, 3)


@pytest.mark.parametrize("name", RIGHT)
def test_what_leaves_the_same_agrees(name: str, tmp_path: Path) -> None:
    tested = _run(name, 0, tmp_path)
    assert tested.counterexample == ""
    assert tested.agreed
    assert tested.condition == " against the loop as it is"


@pytest.mark.parametrize("name", WRONG)
def test_what_leaves_something_else_is_refuted(name: str, tmp_path: Path) -> None:
    tested = _run(name, 1, tmp_path)
    assert not tested.agreed
    assert PAIRS[name][4] in tested.counterexample
    assert "where the loop is written otherwise" in tested.counterexample


def test_what_rests_on_another_variable_is_not_tested(tmp_path: Path) -> None:
    stands = "for (std::size_t i = 0; i < a.size(); i++) a[i] = 1;"
    written = "for (std::size_t i = 0; i < (std::size_t)n; i++) a[i] = 1;"
    changed = _last_loop(*_in_f(written))
    with pytest.raises(Untestable, match="n, which the loop as it is has not"):
        try_loop(*changed, tmp_path / "a.cpp", standing=Standing(*_last_loop(*_in_f(stands))))


def test_it_is_told_what_was_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    for file, text in (
        _in_f("for (int i = 0; i < n; i++) a[i] = g.at(i);"),
        _in_c("for (size_t i = 1; i + 1 < m; i++) y[i] = x[i];"),
    ):
        (tmp_path / file).write_text(text)
        assert main(["suggest", str(tmp_path / file), "--no-model", "--no-compiler", "--test"]) == 0
        assert "inputs against the loop as it is" in capsys.readouterr().out
