from __future__ import annotations

import pytest
from loopwright.dependence.recurrences import Reduction, judge

REFUTED = {
    "for (int i = 1; i < n; i++) a[i] = a[i-1] + b[i];": (
        "flow",
        1,
        "iteration i=1 writes a[1], iteration i=2 reads it",
    ),
    "for (int i = 0; i < n-2; i++) a[i] = a[i+2];": ("anti", 2, "iteration i=2 writes a[2], iteration i=0 reads it"),
    "for (int i = 0; i < n; i++) { a[i] = 1; a[i+3] = 2; }": (
        "output",
        3,
        "iterations 3 apart write the same element of a",
    ),
    "for (int i = n; i > 0; i--) a[i] = a[i+1];": ("flow", 1, "iteration i=n writes a[n], iteration i=n-1 reads it"),
    "for (int i = 0; i < n; i += 2) a[i+4] = a[i];": ("flow", 2, "iteration i=0 writes a[4], iteration i=4 reads it"),
    "for (int i = 1; i < n; i++) p->x[i] += p->x[i-1];": (
        "flow",
        1,
        "iteration i=1 writes p->x[1], iteration i=2 reads it",
    ),
}
NOT_REFUTED = [
    "for (int i = 0; i < n; i++) a[i] = a[i] + b[i-1];",
    "for (int i = 0; i < n; i++) a[i] = b[i+1] + b[i-1];",
    "for (int i = 0; i < n; i += 2) a[i] = a[i+1];",
    "for (int i = 1; i < n; i++) if (c) a[i] = a[i-1];",
    "for (int i = 1; i < n; i++) { if (b[i]) { a[i] = 0; } b[i] = a[i-1]; }",
    "for (int i = 1; i < n; i++) a[k[i]] = a[i-1];",
    "for (int i = 1; i < n; i++) m[i][0] = m[i-1][1];",
    "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i] = a[i-1];",
]


@pytest.mark.parametrize("text", REFUTED)
def test_a_recurrence_is_refuted_with_its_witness(outline, text: str) -> None:
    found = outline(f"void f(int n, float *a, float *b, S *p) {{ {text} }}")
    verdict = judge(found, found.loops[0])
    kind, distance, witness = REFUTED[text]
    assert verdict.verdict == "refuted"
    assert verdict.reason == witness
    assert (verdict.dependences[0].kind, verdict.dependences[0].distance) == (kind, distance)


@pytest.mark.parametrize("text", NOT_REFUTED)
def test_what_is_not_certain_is_unknown(outline, text: str) -> None:
    found = outline(f"void f(int n, int c, float *a, float *b, int *k, float **m) {{ {text} }}")
    assert judge(found, found.loops[0]).verdict == "unknown"


@pytest.mark.parametrize(
    ("body", "reductions"),
    [
        ("s += a[i];", [("s", "+")]),
        ("s -= a[i]; p *= 2;", [("s", "+"), ("p", "*")]),
        ("s = fmax(s, a[i]);", [("s", "max")]),
        ("s = std::min(s, a[i]);", [("s", "min")]),
        ("if (a[i] > s) s = a[i];", [("s", "max")]),
        ("if (a[i] < s) { s = a[i]; }", [("s", "min")]),
        ("float t = 0; t += a[i]; b[i] = t;", []),
        ("s += a[i]; b[i] = s;", []),
        ("b[i] += a[i];", []),
        ("s += a[i]; s *= 2;", []),
    ],
)
def test_reductions(outline, body: str, reductions: list[tuple[str, str]]) -> None:
    found = outline(f"void f(int n, float *a, float *b) {{ float s, p; for (int i = 0; i < n; i++) {{ {body} }} }}")
    assert list(judge(found, found.loops[0]).reductions) == [Reduction(*pair) for pair in reductions]


def test_early_exit_is_unknown(outline) -> None:
    found = outline(
        "int f(int n, int *a) { for (int i = 1; i < n; i++) { if (a[i]) break; a[i] = a[i-1]; } return 0; }"
    )
    verdict = judge(found, found.loops[0])
    assert verdict.verdict == "unknown"
    assert "break" in verdict.reason
