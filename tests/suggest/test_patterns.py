"""The pattern of a loop, by name: loops as people write them, and rewritten in ways that change nothing."""

from __future__ import annotations

import re

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.patterns import PATTERNS, pattern_of

HEAD = (
    "#include <math.h>\n#define N 512\nstatic double g[N][N], h[N][N];\n"
    "double f(int n, double *restrict x, const double *restrict y, const int *restrict idx, int *restrict count, double s) {\n"
)
LOOPS = {
    "map": [
        "for (int i = 0; i < n; i++) x[i] = 2 * y[i];",
        "for (int i = 0; i < n; i++) { x[2 * i] = y[2 * i + 1]; x[2 * i + 1] = y[2 * i]; }",
        "for (int i = 0; i < n; i++) { double t = 0; for (int j = 0; j < n; j++) t += y[i * n + j]; x[i] = t; }",
        "for (int i = 0; i < n; i++) x[i] = y[idx[i]];",
        "for (int i = 0; i < n; i++) { double t = 0; for (int k = idx[i]; k < idx[i + 1]; k++) t += y[k]; x[i] = t; }",
        "for (int i = 0; i < n; i++) { int a = idx[i], b = idx[i + 1]; double t = 0; for (int k = a; k < b; k++) t += y[k]; x[i] = t; }",
        "for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) g[i][j] = h[j][i];",
    ],
    "stencil": [
        "for (int i = 1; i < n - 1; i++) x[i] = y[i - 1] + y[i] + y[i + 1];",
        "for (int i = 1; i < N - 1; i++) for (int j = 1; j < N - 1; j++) g[i][j] = h[i - 1][j] + h[i + 1][j] + h[i][j];",
        "for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) x[i * n + j] = y[(i - 1) * n + j] - y[i * n + j];",
        "for (int i = 0; i < n; i++) { double t = 0; for (int k = 0; k < 5; k++) t += y[i + k]; x[i] = t; }",
        "for (int i = 0; i < n; i++) x[i] = y[i + 1] - y[i];",
    ],
    "reduction": [
        "for (int i = 0; i < n; i++) s += x[i] * y[i];",
        "for (int i = 0; i < n; i++) s = fmax(s, y[i]);",
        "for (int j = 0; j < n; j++) s = s + y[j];",
    ],
    "sparse update": [
        "for (int i = 0; i < n; i++) x[idx[i]] += y[i];",
        "for (int i = 0; i < n; i++) x[idx[i]] = y[i];",
        "for (int i = 0; i < n; i++) count[idx[i]]++;",
        "for (int i = 0; i < n; i++) { int k = idx[i]; x[k] -= y[i]; }",
    ],
    "scan": [
        "for (int i = 1; i < n; i++) x[i] = x[i - 1] + y[i];",
        "for (int i = 1; i < n; i++) x[i] += x[i - 1];",
        "for (int i = 0; i < n; i++) { s += y[i]; x[i] = s; }",
        "for (int i = 1; i < n; i++) x[i] = fmax(x[i - 1], y[i]);",
        "for (int i = 1; i < n; i++) x[i] = x[i - 1] * y[i];",
        "for (int i = 1; i < n; i++) x[i] = y[i] + (x[i - 1] + y[0]);",
    ],
    "recurrence": [
        "for (int i = 1; i < n; i++) x[i] = 0.5 * x[i - 1] + y[i];",
        "for (int i = 1; i < n; i++) x[i] = x[i - 1] * x[i - 1] + y[i];",
        "for (int i = 2; i < n; i++) x[i] = x[i - 1] + x[i - 2];",
        "for (int i = 1; i < n; i++) x[i] = y[i] - x[i - 1];",
        "for (int i = 0; i < n; i++) { s = 0.9 * s + y[i]; x[i] = s; }",
        "for (int i = 1; i < n; i++) x[i] = x[i - 1] + x[i - 1];",
    ],
}
NONE = [
    "for (int i = 0; i < n; i++) unknown(x, i);",
    "for (int i = 0; i < n - 1; i++) x[i] = x[i + 1];",  # reads what is not yet written: neither carries a value on
    "for (int i = 0; i < n; i++) x[0] = y[i];",
]
CASES = [(pattern, loop) for pattern, loops in LOOPS.items() for loop in loops] + [(None, loop) for loop in NONE]


def pattern(loop: str) -> str | None:
    outline = Outline(parse((HEAD + loop + "\n  return s;\n}\n").encode(), name="a.c"))
    return pattern_of(outline, outline.loops[0])


@pytest.mark.parametrize(("expected", "loop"), CASES)
def test_pattern(expected: str | None, loop: str) -> None:
    assert pattern(loop) == expected


@pytest.mark.parametrize(("expected", "loop"), CASES)
def test_names_and_layout_change_no_pattern(expected: str | None, loop: str) -> None:
    renamed = re.sub(r"\bi\b", "row", loop)
    assert pattern(renamed) == expected
    spaced = loop.replace("(", " ( ").replace(";", " ;\n")
    assert pattern(spaced) == expected


def test_every_pattern_is_tried_and_explained() -> None:
    assert set(LOOPS) == set(PATTERNS)
