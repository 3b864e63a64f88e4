"""Loops that macros begin are not read: a person is told which ones nobody looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

_MACROS = "#define FOR(i, n) for (int i = 0; i < (n); i++)\n#define PUT(i) a[i] = 1\n"
_PLAIN = "for (int i = 0; i < n; i++) PUT(i);"
CODE = {
    f"{_PLAIN}\nFOR(i, n) {{ a[i] = 2; }}": "code.c:4: not looked at: 1 loop is begun by a macro (`FOR`); write its `for` out",
    f"FOR(i, n) a[i] = 2;\n{_PLAIN}\nFOR(i, n) FOR(j, n) a[i] += j;": (
        "code.c:3: not looked at: 3 loops are begun by a macro (`FOR`); write their `for` out"
    ),
    _PLAIN: "",
}


@pytest.mark.parametrize("body", CODE)
@pytest.mark.parametrize("command", ["analyze", "suggest"])
def test_loops_by_macros_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, body: str) -> None:
    file = tmp_path / "code.c"
    file.write_text(f"{_MACROS}void f(int n, int *a) {{ {body} }}\n")
    options = ["--no-model", "--no-compiler", "--no-project"] if command == "suggest" else []
    assert main([command, str(file), *options]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "begun by a macro" in line]
    assert told == ([CODE[body]] if CODE[body] else [])
