"""An inner loop whose header sets its variable to nothing goes on from where that stands: it carries a value into the next iteration."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CARRIED = {
    "a loop": "for (int i = 0; i < n; i++) { for (; k < i; k++) ; a[i] = k; }",
    "to a number": "for (int i = 0; i < n; i++) { for (; k < 8; k++) ; a[i] = k + i; }",
    "by two": "for (int i = 0; i < n; i++) { for (; k < i; k += 2) ; a[i] = k; }",
    "downwards": "for (int i = 0; i < n; i++) { for (; k > i - n; k--) ; a[i] = k; }",
    "with a second condition": "for (int i = 0; i < n; i++) { for (; k < i && k < 7; k++) ; a[i] = k; }",
    "a header for another": "for (int i = 0; i < n; i++) { int j; for (j = 0; k < i; k++) ; a[i] = k; }",
    "a pointer": "for (int i = 0; i < n; i++) { for (; p < q + i; p++) ; a[i] = *p; }",
    "in a loop between": "for (int i = 0; i < n; i++) { for (int j = 0; j < 2; j++) for (; k < i; k++) ; a[i] = k; }",
    "under a condition": "for (int i = 0; i < n; i++) { if (i > 2) for (; k < i; k++) ; a[i] = k; }",
    "of the function's end": "for (int i = 0; i < n; i++) { for (; k < i; k++) a[k] = i; }",
}
OWN = {
    "a variable of the iteration": "for (int i = 0; i < n; i++) { int j = 0; for (; j < 4; j++) a[4 * i + j] = j; }",
    "one that is set before": "for (int i = 0; i < n; i++) { k = 0; for (; k < 4; k++) a[4 * i + k] = i; }",
    "a header that sets it": "for (int i = 0; i < n; i++) { for (k = 0; k < 4; k++) a[4 * i + k] = i; }",
    "a header that sets two": "int j; for (int i = 0; i < n; i++) { for (k = 0, j = 1; k < 4; k++) a[i] += k; }",
    "the loop itself": "int i = 0; for (; i < n; i++) a[i] = i;",
}


def verdict(body: str) -> str:
    text = f"void f(int n, int *restrict a, const int *restrict q)\n{{ int k = 0; const int *p = q; {body} }}\n"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("body", CARRIED.values(), ids=CARRIED)
def test_what_goes_on_carries_its_value(body: str) -> None:
    assert verdict(body) not in ("proved", "assumed")


@pytest.mark.parametrize("body", OWN.values(), ids=OWN)
def test_what_begins_anew_does_not(body: str) -> None:
    assert verdict(body) == "proved"
