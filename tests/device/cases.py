"""Small programs out of a text file: many of them become one program, so that gcc starts once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
PRELUDE = """\
#include <math.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define N 64
typedef struct { double *x, *y; int n; double c; } Pair;
static double *vec(int n) {
  double *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  return a;
}
static Pair *pair(int n) {
  Pair *p = malloc(sizeof *p);
  p->x = vec(n), p->y = vec(n), p->n = n, p->c = 2;
  return p;
}
static void show(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * (i + 1);
  printf("%g\\n", s);
}
"""


@dataclass(frozen=True)
class Case:
    """``body`` are the statements of a function; the other fields say what running it shows."""

    name: str
    body: str
    codes: tuple[str, ...] = ()
    expected: dict[str, str] = field(default_factory=dict)


def read_cases(name: str) -> list[Case]:
    """Cases of a file: `== name | codes | key=value …`, then the body."""
    found = []
    for part in re.split(r"^== ", (HERE / name).read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        title, *fields = (piece.strip() for piece in head.split("|"))
        codes = tuple(word for piece in fields if "=" not in piece for word in piece.split())
        expected = dict(piece.split("=", 1) for piece in fields if "=" in piece)
        found.append(Case(title, body, codes, expected))
    return found


def wrong(case: Case) -> Case:
    """The program with the mistake."""
    return Case(f"{case.name}_wrong", _side(case.body, "-", "WRONG", "RIGHT"), case.codes)


def right(case: Case) -> Case:
    """Its twin without."""
    return Case(f"{case.name}_right", _side(case.body, "+", "RIGHT", "WRONG"))


def _side(body: str, mark: str, own: str, other: str) -> str:
    lines = [
        " " + line[1:] if line[:1] == mark else line
        for line in body.split("\n")
        if line[:1] not in "+-" or line[:1] == mark
    ]
    text = re.sub(rf"{other}\(((?:[^()]|\([^()]*\))*)\)", "", "\n".join(lines))
    return re.sub(rf"{own}\(((?:[^()]|\([^()]*\))*)\)", r"\1", text)


def write_program(cases: list[Case], folder: Path, prelude: str = "") -> Path:
    """One source file with a function for each case; its arguments say which run, one line each where there are several."""
    parts = [PRELUDE, prelude]
    for case in cases:
        (folder / f"{case.name}.c").write_text(case.body, "utf-8")
        parts.append(f'static void case_{case.name}(void) {{\n#line 1 "{folder / case.name}.c"\n{case.body}\n}}')
    parts.append("int main(int count, char **words) {\n  for (int w = 1; w < count; w++) {")
    parts += [f'    if (!strcmp(words[w], "{case.name}")) case_{case.name}();' for case in cases]
    parts.append('    if (count > 2) printf("\\n");\n  }\n  return 0;\n}\n')
    path = folder / "all.c"
    path.write_text("\n".join(parts), "utf-8")
    return path
