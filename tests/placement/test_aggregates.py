"""Structs of pointers, however they begin: their arrays stay on the device, and the program prints what it prints serially."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from whole import differing

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
typedef struct {{ int n, m; }} Size;
typedef struct {{ Size size; int *cell; double *h; }} Bins;
static void begin(Bins *b) {{
  for (int i = 0; i < b->size.n; i++) b->cell[i] = i % b->size.m;
}}
static void add(Bins *b) {{
  for (int i = 0; i < b->size.n; i++) b->h[b->cell[i]] += 2;
}}
{more}
int main(void) {{
  int n = 5000;
  {made}
  begin(b);
  for (int t = 0; t < 3; t++) add(b);
  printf("%g\\n", b->h[3]);
  {released}
  return 0;
}}
"""
CELL, H = "malloc(n * sizeof(int))", "calloc(64, sizeof(double))"
CELL_PLUS, H_PLUS = "new int[n]", "new double[64]()"
IN_C = {
    "in order": f"Bins s = {{{{n, 64}}, {CELL}, {H}}}; Bins *b = &s;",
    "by name": f"Bins s = {{.h = {H}, .size = {{.n = n, .m = 64}}, .cell = {CELL}}}; Bins *b = &s;",
    "some by name": f"Bins s = {{.size = {{n, 64}}, .h = {H}}}; s.cell = {CELL}; Bins *b = &s;",
    "later": f"Bins s; s = (Bins){{{{n, 64}}, {CELL}, {H}}}; Bins *b = &s;",
    "at once": f"Bins s = (Bins){{{{n, 64}}, {CELL}, {H}}}; Bins *b = &s;",
    "behind a pointer": f"Bins *b = malloc(sizeof *b); *b = (Bins){{{{n, 64}}, {CELL}, {H}}};",
    "by assignments": f"Bins s; s.size.n = n; s.size.m = 64; s.cell = {CELL}; s.h = {H}; Bins *b = &s;",
}
IN_CPP = {
    "in order": f"Bins s{{{{n, 64}}, {CELL_PLUS}, {H_PLUS}}}; Bins *b = &s;",
    "with its type": f"Bins s = Bins{{{{n, 64}}, {CELL_PLUS}, {H_PLUS}}}; Bins *b = &s;",
    "by name": f"Bins s{{.size = {{n, 64}}, .cell = {CELL_PLUS}, .h = {H_PLUS}}}; Bins *b = &s;",
}
WAYS = [(name, made, "c") for name, made in IN_C.items()] + [(name, made, "cpp") for name, made in IN_CPP.items()]
RELEASED = {
    ("c", True): "free(b->cell); free(b->h);",
    ("cpp", True): "delete[] b->cell; delete[] b->h;",
    ("c", False): "",
    ("cpp", False): "",
}


PROGRAMS = {
    (way, language, is_released): PROGRAM.format(more="", made=made, released=RELEASED[language, is_released])
    for way, made, language in WAYS
    for is_released in (True, False)
}
TRIED = differing(PROGRAMS, 4, must=[("in order", "c", True), ("in order", "cpp", False)])


@pytest.mark.parametrize(("way", "language", "is_released"), TRIED)
def test_their_arrays_stay_on_the_device(
    way: str, language: str, is_released: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    source = tmp_path / f"p.{language}"
    source.write_text(PROGRAMS[way, language, is_released], "utf-8")
    assert main(["annotate", "--plan", "--assumed", "--no-compiler", str(source)]) == 0
    planned = capsys.readouterr().out
    assert planned.count(": from its allocation to its release") == 2, planned
    assert main(["annotate", "--check", "--assumed", str(source)]) == 0
    told = capsys.readouterr()
    assert "check: prints the same on the emulated device" in told.err, told.err


@pytest.mark.parametrize(
    "made",
    [
        f"Bins s = {{{{n, 64}}, {CELL}, {H}}}, o = {{s.size, {CELL}, {H}}}; o = (Bins){{o.size, s.cell, s.h}}; Bins *b = &o;",
        f"struct {{ double w[2]; Bins in; }} o = {{1, 2, {{{{n, 64}}, {CELL}, {H}}}}}; Bins *b = &o.in;",
        f"Bins s[2] = {{{{{{n, 64}}, {CELL}, {H}}}, {{{{n, 64}}, {CELL}, {H}}}}}; Bins *b = &s[n > 3];",
        f"union {{ Bins in; long all[9]; }} o = {{{{{{n, 64}}, {CELL}, {H}}}}}; Bins *b = &o.in;",
    ],
)
def test_what_is_not_followed_is_right_all_the_same(
    made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)
    source = tmp_path / "p.c"
    source.write_text(PROGRAM.format(more="", made=made, released=""), "utf-8")
    assert main(["annotate", "--check", "--assumed", str(source)]) == 0
    assert "check: prints the same on the emulated device" in capsys.readouterr().err
