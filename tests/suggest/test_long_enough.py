"""Sections that end before what the loop reaches does are exchanged for what it reaches, where that is known; by `judged` and `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.memory.places import place_of
from loopwright.suggest.facts import facts_of
from loopwright.suggest.other_header import fitted
from loopwright.suggest.region import region_around_annotated
from loopwright.suggest.repair import judged

HEAD = (
    "struct S { int w, h; };\n"
    "void f(int n, int m, float *restrict a, const float *restrict b, const int *restrict k, const struct S *s) {\n"
)


def said(outline, code: str, item: str, clause: str = "copyin") -> str:
    """What becomes of a clause that names ``item``."""
    file = outline(f"{HEAD}{code}\n}}\n")
    found, loop = fitted(file, file.loops[0])
    text = f"parallel loop {clause}({item})"
    directive = judged(text, found, loop, place_of(found, loop), facts_of(found, loop)).directive
    return (directive or "").removeprefix("parallel loop ")


@pytest.mark.parametrize(
    ("code", "reached"),
    [
        ("for (int i = 0; i < n; i++) a[i] = b[3 * i] + b[3 * i + 2];", "b[0:3 * n]"),
        ("for (int i = 0; i < n; i++, b += 3) a[i] = b[0] + b[2];", "b[0:3 * n]"),
        ("for (int i = 0; i < n; i++) a[i] = b[2 * i + 1];", "b[1:2 * n - 1]"),
        ("for (int i = 0; i < n; i++) a[i] = b[i + 1];", "b[1:n]"),
        ("for (int i = 0; i <= n; i++) a[i] = b[i];", "b[0:n + 1]"),
        ("for (int i = 0; i < n; i++) a[i] = b[i + m];", "b[m:n]"),
        ("for (int i = 0; i < n; i++) a[i] = b[2 * n - 1 - i];", "b[n:n]"),
        ("for (int i = 0; i < n; i++) a[i] = b[i << 2];", "b[0:4 * n - 3]"),
        ("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j];", "b[0:n * m]"),
        ("for (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < 8; j++) a[i] += b[8 * i + j]; }", "b[0:8 * n]"),
        ("for (int i = 0; i < n; i++) if (k[i]) a[i] = b[3 * i];", "b[0:3 * n - 2]"),
    ],
)
def test_a_section_that_the_loop_goes_beyond_is_exchanged(outline, code: str, reached: str) -> None:
    for short in ("b[0:n]", "b[0:n-1]", "b[0:n/2]", "b[n]", "b[ 0 : n ]"):
        if (short, reached) != ("b[n]", "b[n:n]"):
            assert said(outline, code, short) == f"copyin({reached})"


@pytest.mark.parametrize(
    ("code", "item"),
    [
        ("for (int i = 0; i < n; i++) a[i] = b[i];", "b[0:n]"),
        ("for (int i = 0; i < n; i++) a[i] = b[i];", "b[0:n+1]"),
        ("for (int i = 0; i < n; i++) a[i] = b[i];", "b[0:m]"),  # who knows
        ("for (int i = 0; i < n; i++) a[i] = b[3 * i];", "b[0:k]"),
        ("for (int i = 0; i < n; i++) a[i] = b[3 * i];", "b[0:3*n]"),
        ("for (int i = 0; i < n; i++) a[i] = b[k[i]];", "b[0:n]"),
        ("for (int i = 0; i < n; i++) if (k[i]) a[i] = b[i + 1];", "b[0:n]"),  # of the last element it may be 0
        ("for (int i = 0; i < n; i++) a[i] = k[i] ? b[i + 1] : 0;", "b[0:n]"),
        ("for (int i = 0; i < n && k[i]; i++) a[i] = b[i + 1];", "b[0:n]"),
    ],
)
def test_a_section_that_may_be_long_enough_stays(outline, code: str, item: str) -> None:
    assert said(outline, code, item) in (f"copyin({item})", "")


def test_what_is_left_as_it_is_is_not_overwritten(outline) -> None:
    """Of `a[0:2 * n]` the loop sets every other element: given back from the device, the rest would be what that found there."""
    loop = "for (int i = 0; i < n; i++) a[2 * i] = b[i];"
    assert said(outline, loop, "a[0:n]", "copyout") == "copy(a[0:2 * n - 1])"
    assert said(outline, loop, "a[0:n]", "copy") == "copy(a[0:2 * n - 1])"
    every = "for (int i = 0; i < n; i++) { a[2 * i] = b[i]; a[2 * i + 1] = b[i]; }"
    assert said(outline, every, "a[0:n]", "copyout") == "copyout(a[0:2 * n])"


PICTURE = """\
void twice(int n, float *a, const float *b) {
#pragma acc parallel loop copyin(b[0:n]) copyout(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 2 * b[i];
}
typedef struct { int w, h; float *data; } image;
void gray(const image *in, image *out) {
  const float *b = in->data;
  float *a = out->data;
  int n = in->w * in->h;
  for (int i = 0; i < n; i++) // HERE
    a[i] = 0.3f * b[3 * i] + 0.6f * b[3 * i + 1] + 0.1f * b[3 * i + 2];
}
"""


def test_what_is_carried_from_another_loop_has_the_length_of_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The length is the name of what the loop counts to, whatever product that is."""
    path = tmp_path / "gray.c"
    path.write_text(PICTURE, encoding="utf-8")
    line = PICTURE[: PICTURE.index("// HERE")].count("\n") + 1
    assert main(["suggest", "--json", "--line", str(line), str(path)]) == 0
    candidates = json.loads(capsys.readouterr().out)["loops"][0]["candidates"]
    moved = [each["pragma"].replace(" ", "") for each in candidates if "b[" in each["pragma"]]
    assert moved
    assert all("b[0:3*n]" in each for each in moved)


@pytest.mark.parametrize(
    ("before", "section"),
    [
        ("int l = n * m;", "0:l"),
        ("const unsigned long l = (unsigned long)n * m;", "0:l"),
        ("long l = 2L * n * m;", "0:l"),
        ("int l = s->w * s->h;", "0:l"),
        ("int l = n;", "0:n"),  # a name as good
    ],
)
def test_a_length_that_the_loop_has_a_name_for_keeps_it(outline, before: str, section: str) -> None:
    file = outline(f"{HEAD}{before} for (long i = 0; i < l; i++) a[i] = b[i];\n}}\n")
    data = {fact.variable: fact.section for fact in facts_of(file, file.loops[0]).data}
    assert data["b"] == section


ANNOTATED = """\
void f(int w, int h, int steps, double *restrict a, double *restrict b) {{
  int n = w * h;
  for (int t = 0; t < steps; t++) {{
#pragma acc parallel loop copyin(b[0:{0}]) copyout(a[0:{0}])
    for (int i = 0; i < n; i++) a[i] = 0.5 * b[i] + i;
#pragma acc parallel loop copyin(a[0:{0}]) copyout(b[0:{0}])
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
  }}
}}
"""


@pytest.mark.parametrize(("length", "is_kept"), [("n", True), ("h*w", True), ("n / 2", False)])
def test_what_loops_name_so_may_be_kept_on_the_device_around_them(outline, length: str, is_kept: bool) -> None:
    file = outline(ANNOTATED.format(length))
    texts = [edit.text.strip() for edit in region_around_annotated(file, file.loops[0])]
    assert ("#pragma acc data copy(a[0:h * w],b[0:h * w])" in texts) is is_kept
    assert any(f"present(a[0:{length}],b[0:{length}])" in text for text in texts) is is_kept


@pytest.mark.parametrize(
    ("code", "section"),
    [
        ("int l = n * m; for (int i = 0; i < n * m; i++) a[i] = b[i];", "0:n * m"),  # the loop does not name it
        ("{ int l = n * m; a[0] = l; } int l = n; for (int i = 0; i < l * m; i++) a[i] = b[i];", "0:m * n"),
    ],
)
def test_no_length_is_called_by_what_the_loop_does_not_name(outline, code: str, section: str) -> None:
    file = outline(f"{HEAD}{code}\n}}\n")
    data = {fact.variable: fact.section for fact in facts_of(file, file.loops[0]).data}
    assert {"".join(sorted(data["b"]))} == {"".join(sorted(section))}
