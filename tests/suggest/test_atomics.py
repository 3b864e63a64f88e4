"""Scalars that iterations change under `atomic`: every candidate brings the result home; by `loopwright suggest` and on the emulated
device."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, at_once

DONOR = """void donor(int n, double *a, int *out) {
#pragma acc parallel loop present(a,out) firstprivate(n)
  for (int i = 0; i < n; i++) { if (a[i] > 0) out[i] = i; }
#pragma acc kernels loop
  for (int i = 0; i < n; i++) { out[i] = i; }
}
"""
BODIES = {
    "capture": "int at;\n#pragma acc atomic capture\nat = count++;\nout[at] = 1;",
    "capture in braces": "int at;\n#pragma acc atomic capture\n{ at = count; count += 1; }\nout[at] = 1;",
    "update": "if (a[i] > 1) {\n#pragma acc atomic update\ncount++;\n}",
    "no word": "#pragma acc atomic\ncount += 2;",
    "openmp": "if (a[i] > 1) {\n#pragma omp atomic\ncount++;\n}",
    "openmp capture": "int at;\n#pragma omp atomic capture\nat = count++;\nout[at] = 1;",
}


def text_of(body: str, above: str = "") -> str:
    return f"""#include <stdio.h>
{DONOR}int main(void) {{
  int count = 0, n = 64, out[256] = {{0}}, sum = 0;
  double a[64];
  for (int i = 0; i < n; i++) a[i] = i % 3;
{above}  for (int i = 0; i < n; i++) {{ // here
{body}
  }}
  for (int i = 0; i < 256; i++) sum += out[i];
  printf("%d %d\\n", count, sum);
  return 0;
}}
"""


def line_of(text: str) -> int:
    return text[: text.index("// here")].count("\n") + 1


@pytest.mark.parametrize("name", BODIES)
def test_every_construct_copies_what_is_counted(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = text_of(BODIES[name])
    path = tmp_path / "a.c"
    path.write_text(text, "utf-8")
    line = str(line_of(text))
    assert main(["suggest", str(path), "--json", "--no-model", "--line", line, "--candidates", "8"]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    candidates = [c for loop in loops if loop.get("kind") != "statement" for c in loop["candidates"]]
    compute = [c["pragma"] for c in candidates if "parallel" in c["pragma"]]
    assert compute
    for pragma in compute:
        copied = pragma.partition(" copy(")[2].partition(")")[0].split(",")
        assert "count" in copied, pragma
        assert "firstprivate(count" not in pragma


@pytest.mark.parametrize("name", BODIES)
def test_the_result_comes_home(name: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = text_of(BODIES[name], "  #pragma omp parallel for\n" if "openmp" in name else "")
    path = tmp_path / "a.c"
    outline = Outline(parse(text, name="a.c"))
    loop = outline.loop_on(line_of(text) - 1)
    assert loop is not None
    shown = at_once(outline, loop, path, Tools()).suggestion.candidates
    (rule,) = [c for c in shown if c.by_rule]
    results = []
    for edits in ((), rule.edits):
        path.write_bytes(apply_edits(outline.source.data, edits))
        assert main(["run", str(path)]) == 0
        results.append(capfd.readouterr().out)
    assert results[0] == results[1]
    assert "#pragma acc atomic" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("around", "wanted"),
    [
        ("#pragma acc data copy(count)\n", False),
        ("#pragma acc enter data copyin(count)\n", True),
        ("", True),
    ],
)
def test_what_a_region_around_shares_needs_no_clause(around: str, wanted: bool) -> None:
    text = text_of(BODIES["update"], around)
    outline = Outline(parse(text, name="a.c"))
    loop = outline.loop_on(line_of(text) - 1)
    assert loop is not None
    shown = at_once(outline, loop, Path("a.c"), Tools()).suggestion.candidates
    like = [c.directive for c in shown if c.like is not None and c.directive.startswith("parallel")]
    assert like
    assert all(("copy(count)" in text) == wanted for text in like), like
    (rule,) = [c for c in shown if c.by_rule]
    assert "(count)" in rule.directive


def test_the_reason_speaks_of_atomic(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(text_of(BODIES["update"]), "utf-8")
    assert main(["suggest", str(path), "--no-model", "--line", str(line_of(path.read_text("utf-8")))]) == 0
    assert "dependence proved: count only changes under `atomic`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("head", "call"),
    [
        (
            "static void add(int m, const float *x, float *y) { for (int j = 0; j < m; j++) y[j] += x[j]; }",
            "add(m, x, y);",
        ),
        (
            "template <typename T> void add(int m, const T *x, T *y) { for (int j = 0; j < m; j++) y[j] += x[j]; }",
            "add<float>(m, x, y);",
        ),
    ],
)
def test_no_atomic_stands_above_a_call(
    head: str, call: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(
        f"{head}\nvoid f(int n, int m, const float *x, float *y) {{\n  for (int i = 0; i < n; i++)\n    {call}\n}}\n"
    )
    assert main(["suggest", str(path), "--line", "3", "--no-model", "--no-compiler"]) == 0
    said = capsys.readouterr().out
    assert "dependence refuted" in said
    assert "no directive is suggested" in said


def test_atomic_stands_above_a_macro_that_is_an_update(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(
        "#define ADD(a, b) (a) += (b)\nvoid f(int n, const int *k, const float *x, float *y) {\n"
        "  for (int i = 0; i < n; i++)\n    ADD(y[k[i]], x[i]);\n}\n"
    )
    assert main(["suggest", str(path), "--line", "3", "--no-model", "--no-compiler"]) == 0
    assert "with #pragma acc atomic update" in capsys.readouterr().out
