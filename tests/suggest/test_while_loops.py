"""`while` loops that count are offered as `for` loops, where they are the same; of others it is told that no directive stands above them."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.suggest.pressing import output, pressed, shown

HEAD = "#include <stdio.h>\nvoid f(int n, double *restrict y, const double *restrict x) {\n  %s\n}\n"
MAIN = """int main(void) {
  double x[64], y[64];
  for (int n = 0; n < 8; n++) {
    for (int i = 0; i < 64; i++) x[i] = i * 1.5, y[i] = -i;
    f(n, y, x);
    for (int i = 0; i < 64; i++) printf("%g ", y[i]);
  }
}
"""
# the body of f → the header that is shown
COUNTING = {
    "one step": ("int i = 0;\n  while (i < n) { y[i] = 2 * x[i]; i++; } // HERE", "for (int i = 0; i < n; i++)"),
    "a step that is added": (
        "int i = 0;\n  while (i < n) { // HERE\n    y[i] = x[i];\n    i += 2;\n  }",
        "for (int i = 0; i < n; i += 2)",
    ),
    "downwards": ("int i = n - 1;\n  while (i >= 0) { y[i] = x[i]; --i; } // HERE", "for (int i = n - 1; i >= 0; --i)"),
    "pointers": ("while (n--) *y++ = *x++; // HERE", "for (int i = 0; i < n; i++)"),
    "in another loop": (
        "for (int k = 0; k < 3; k++) {\n    int i = 0;\n    while (i < n) { y[i] += x[i]; ++i; } // HERE\n  }",
        "for (int i = 0; i < n; ++i)",
    ),
}
NOT_COUNTING = {
    "until it is small": "while (y[0] > 0.1) y[0] = y[0] * x[0]; // HERE",
    "through a list": "int i = n;\n  while (i != 0) { y[i] = 1; i = (int)x[i]; } // HERE",
}


@pytest.mark.parametrize("name", COUNTING)
def test_it_is_offered_as_a_for_loop(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body, header = COUNTING[name]
    first, *_ = shown(tmp_path / "a.c", HEAD % body, capsys, "--test")
    assert header.split(";")[0] in str(first["other_lines"])
    assert first["dependence"] in ("proved", "assumed")
    assert first["tested"]["agreed"] is True  # type: ignore[index]


@pytest.mark.parametrize("name", COUNTING)
def test_the_program_gives_the_same(name: str, tmp_path: Path) -> None:
    text = HEAD % COUNTING[name][0]
    after = pressed("a.c", text)
    assert "#pragma acc parallel loop" in after
    assert "while" not in after
    flags = ("-fopenacc", "-foffload=disable")
    assert output(tmp_path / "run.c", after + MAIN, *flags) == output(tmp_path / "run.c", text + MAIN)


@pytest.mark.parametrize("name", NOT_COUNTING)
def test_it_is_told_that_no_directive_stands_above_it(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEAD % NOT_COUNTING[name]
    (tmp_path / "a.c").write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "HERE" in row)
    assert main(["suggest", str(tmp_path / "a.c"), "--line", str(line), "--no-model", "--no-compiler"]) == 2
    assert "no directive may stand above a `while` loop" in capsys.readouterr().err
