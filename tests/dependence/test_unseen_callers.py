"""Callers decide about overlap only where all code was looked at: what is too deep or in a branch that was left out may call too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

FUNCTION = "static void f(int n, float *a, float *b) {\n  for (int i = 0; i < n - 1; i++) a[i] = b[i + 1];\n}\nfloat x[9], y[9];\nint m;\n"
MAIN = "int main(void) { f(8, x, y); g(1); return 0; }\n"
CALLERS = {
    "in sight": ("void g(int n) { m = n; }\n", "proved"),
    "in sight and of the same": ("void g(int n) { f(n, x, x); }\n", "unknown"),
    "nested too deeply": ("void g(int n) " + "{" * 300 + "f(n, x, x);" + "}" * 300 + "\n", "assumed"),
    "a branch that was left out": (
        "void g(int n) {\n#ifdef A\n  if (n) {\n#else\n  f(8, x, x);\n  if (m) {\n#endif\n    m++;\n  }\n}\n",
        "assumed",
    ),
}


@pytest.mark.parametrize("name", CALLERS)
def test_the_verdict_is_that_of_the_callers_that_are_there(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, verdict = CALLERS[name]
    path = tmp_path / "a.c"
    path.write_text(FUNCTION + code + MAIN)
    assert main(["analyze", "--json", str(path)]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert loop["verdict"] == verdict


def test_a_header_may_hide_a_caller(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.h").write_text("void g(int n) " + "{" * 300 + "f(n, x, x);" + "}" * 300 + "\n")
    path = tmp_path / "a.c"
    path.write_text(FUNCTION + '#include "g.h"\n' + MAIN)
    assert main(["analyze", "--json", str(path)]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert loop["verdict"] == "assumed"
