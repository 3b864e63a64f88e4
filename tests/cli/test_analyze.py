"""`loopwright analyze`: patterns, and loops worth porting, through the real command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from loopwright.suggest.patterns import PATTERNS
from preloaded import COMMAND

TEXT = """void axpy(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++) y[i] += 2 * x[i];
}
void product(int n, double *restrict c, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < n; k++) t += a[i * n + k] * b[k * n + j];
      c[i * n + j] = t;
    }
}
void sum(int n, float *x) {
  for (int i = 1; i < n; i++) x[i] = x[i - 1] + 1;
}
void few(float *x) {
  for (int i = 0; i < 4; i++) x[i] = 0;
}
"""


def analyze(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "analyze", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
    )


def test_a_file_names_its_patterns(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    lines = analyze(tmp_path, "a.c").stdout.splitlines()
    assert lines[0].startswith("a.c:2: loop in axpy (map): proved, ")
    assert any(line.startswith("a.c:8:     loop in product (reduction): proved, ") for line in lines)
    loops = json.loads(analyze(tmp_path, "a.c", "--json").stdout)["loops"]
    assert [loop["pattern"] for loop in loops] == ["map", "map", "map", "reduction", "scan", "map"]


def test_what_gains_most_comes_first_and_what_must_stay_serial_does_not_come(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.c").write_text(TEXT)
    (tmp_path / "b.c").write_text("void f(int n, float *x) { for (int i = 0; i < n; i++) x[i] = 1; }\n")
    (tmp_path / "notes.md").write_text(TEXT)
    document = json.loads(analyze(tmp_path, "--rank", "--json", ".").stdout)
    assert document["files"] == 2
    loops = document["loops"]
    assert {(loop["file"], loop["line"]) for loop in loops} == {
        ("src/a.c", 2),
        ("src/a.c", 5),
        ("src/a.c", 16),
        ("b.c", 1),
    }
    assert (loops[0]["function"], loops[-1]["function"]) == ("product", "few")
    assert loops[0]["title"].startswith("parallel loop collapse(2) · proved · pays from n ≈ ")
    assert not loops[-1]["pays"]
    gains = [loop["moving"] for loop in loops if loop["pays"] and loop["verdict"] == "proved"]
    assert gains == sorted(gains, reverse=True)


OTHER_HEADERS = """void f(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i + 1 < n; i++) a[i] = b[i + 1];
  for (int i = n; i--; ) a[i] = a[i + 1];
  for (int i = 0; i < n; i++) a[i] = b[i];
  for (int i = 0; b[i] > 0; i++) a[i] = 1;
}
"""


def test_a_header_that_openacc_does_not_take_comes_with_one_that_it_takes(tmp_path: Path) -> None:
    """What `suggest` and hover say of such a loop, `analyze` says too."""
    (tmp_path / "a.c").write_text(OTHER_HEADERS)
    loops = json.loads(analyze(tmp_path, "--json", "a.c").stdout)["loops"]
    assert [loop["verdict"] for loop in loops] == ["proved", "refuted", "proved", "unknown"]
    headers = ["for (int i = 0; i < n - 1; i++)", "for (int i = n - 1; i >= 0; i--)", None, None]
    assert [loop["header"] for loop in loops] == headers
    assert loops[0]["data"][0]["section"] in ("0:n - 1", "1:n - 1")
    first = analyze(tmp_path, "a.c").stdout.splitlines()[0]
    assert first.startswith("a.c:2: loop in f (map): proved with for (int i = 0; i < n - 1; i++), iteration i")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_filter_takes_every_pattern(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    run = analyze(tmp_path, "--rank", "--pattern", pattern, "a.c")
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == (3 if pattern == "map" else 0)


@pytest.mark.parametrize(
    "arguments", [["."], ["a.c", "b.c"], ["--rank", "nowhere.c"], ["--rank", "--device", "toaster", "a.c"]]
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    run = analyze(tmp_path, *arguments)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1), run.stderr
