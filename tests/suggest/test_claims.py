"""Words that candidates carry are those of the loop with that directive above it; by `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

DONOR = """double w[8];
double largest(double a, double b);
void donor(int n, const double *a, double *b, double m) {
#pragma acc parallel loop private(w)
  for (int i = 0; i < n; i++) { w[0] = a[i]; b[i] = w[0]; }
#pragma acc kernels copyin(a[0:n])
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
#pragma acc parallel loop reduction(max:m)
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
}
double asked(int n, double *a, double *b, double m) {
"""
Candidates = dict[str, str]


def offered(capsys: pytest.CaptureFixture[str], tmp_path: Path, body: str, before: str = "") -> tuple[str, Candidates]:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    text = f"{DONOR}{before}  for (int i = 0; i < n; i++) {{ // here\n    {body}\n  }}\n  return m;\n}}\n"
    (root / "a.cpp").write_text(text, "utf-8")
    line = str(text[: text.index("// here")].count("\n") + 1)
    options = ["--json", "--no-model", "--no-compiler", "--candidates", "8", "--line", line]
    assert main(["suggest", str(root / "a.cpp"), *options]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    (loop,) = [loop for loop in loops if loop.get("kind") != "statement"]
    return loop["verdict"], {c["pragma"].removeprefix("#pragma acc "): c["dependence"] for c in loop["candidates"]}


def test_the_word_is_that_of_the_loop_with_what_it_rests_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    verdict, found = offered(capsys, tmp_path, "m = a[i] > m ? a[i] : m;")
    assert verdict == "proved"
    assert found
    assert {text: word for text, word in found.items() if ("reduction(max:m)" in text) != (word == "proved")} == {}


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("v[0] = &a[i]; v[1] = &a[i + 1]; b[i] = *v[0] + *v[1];", "  double *v[2];\n"),
        ("for (int j = 0; j < 2; j++) v[j] = a + i + j; b[i] = v[0][0] + v[1][0];", "  double *v[2];\n"),
        ("v[0].x = a[i]; v[1].x = 2; b[i] = v[0].x + v[1].x;", "  struct { double x, y; } v[2];\n"),
        (
            "v[0] = a[i]; b[i] = v[0];",
            "  double v[2];\n",
        ),
    ],
)
def test_work_arrays_are_private_in_every_candidate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, body: str, before: str
) -> None:
    verdict, found = offered(capsys, tmp_path, body, before)
    assert verdict != "refuted"
    claiming = [text for text in found if "loop" in text and "seq" not in text]
    assert claiming
    assert all("private(v)" in text or "private(w,v)" in text for text in claiming), found


def test_a_work_array_of_several_loops_is_private_in_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    again = "}\n  for (int i = 0; i < n; i++) { v[0] = a[i]; v[1] = 2; b[i] += v[0] * v[1];"
    verdict, found = offered(
        capsys, tmp_path, f"v[0] = a[i]; v[1] = 3; b[i] = v[0] + v[1]; {again}", "  double v[2];\n"
    )
    assert verdict in ("proved", "assumed")
    assert any("private(v)" in text for text in found)


@pytest.mark.parametrize(
    "after",
    [
        "m = v[0];",  # what the last iteration left
        "for (int i = 0; i < n; i++) { b[i] += v[1]; v[1] = a[i]; }",
        "for (int i = 0; i < n; i++) { if (a[i] > 0) v[1] = 2; b[i] += v[1]; }",
        "for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) v[1] = 2; b[i] += v[1]; }",
    ],
)
def test_a_work_array_that_is_read_later_is_not(capsys: pytest.CaptureFixture[str], tmp_path: Path, after: str) -> None:
    body = f"v[0] = a[i]; v[1] = 3; b[i] = v[0] + v[1]; }} {{ {after}"
    verdict, found = offered(capsys, tmp_path, body, "  double v[2];\n")
    assert verdict == "refuted"
    assert not any("loop" in text for text in found), found


def test_an_array_at_file_level_is_private_on_a_stated_assumption(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    verdict, found = offered(capsys, tmp_path, "w[0] = a[i]; w[1] = 2 * a[i]; b[i] = w[0] * w[1];")
    assert verdict == "refuted"
    assert found["parallel loop private(w)"] == "assumed"
    assert {word for text, word in found.items() if "private(w)" not in text and "loop" in text} == set()


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("m = largest(m, a[i]);", "unknown"),
        ("m = largest(m, a[i]); b[i] = m;", None),
        ("b[i] = m; m = largest(m, a[i]);", None),
        ("double t = m; m = largest(t, a[i]);", None),
    ],
)
def test_a_reduction_that_cannot_be_told_is_unknown_and_not_refuted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, body: str, word: str | None
) -> None:
    verdict, found = offered(capsys, tmp_path, body)
    assert verdict in ("refuted", "unknown")
    reduced = {text: is_ for text, is_ in found.items() if "reduction(max:m)" in text}
    if word is None and verdict == "refuted":
        assert not reduced
    elif word is not None:
        assert set(reduced.values()) == {word}


def test_no_array_that_the_loop_leaves_is_private(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    verdict, found = offered(capsys, tmp_path, "b[i] = a[i];")
    assert verdict == "assumed"
    assert found
    assert not any("private(" in text for text in found), found


def test_what_many_calls_are_assumed_to_do_is_said_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.cpp"
    calls = " + ".join(f"part::f{number}(b[i])" for number in range(6))
    path.write_text(
        f"void f(int n, double *a, double *b) {{\n  for (int i = 0; i < n; i++) a[i] = {calls};\n}}\n", "utf-8"
    )
    assert main(["suggest", str(path), "--json", "--no-model", "--no-compiler", "--line", "2"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert loop["reason"].count("part::") == 3
    assert "part::f2 and 3 more change nothing that another iteration uses" in loop["reason"]
