"""Sizes and index arrays that a struct holds beside what a loop stores through another of its members: stores there are no stores to them,
but for what may overlap, which is said."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "typedef struct { int n, m; int *idx, *val; double *d; int **rows; } S;"

# what one iteration does → what is assumed: each body reads of the struct after it has stored
ASSUMED = {
    "for (int j = 0; j < w; j++) { s->d[i * s->n + j * s->m] = 2; s->d[i * s->n + j * s->m + 1] = 1; }": {
        "s->m >= 0", "s->m + s->n >= s->m * w + 2",
    },
    "s->d[s->idx[i]] = i; s->d[s->idx[i] + 1] = i;": {"s->idx holds no two values less than 2 apart"},
    "s->val[s->idx[i]] = i; s->val[s->idx[i] + 1] = i;": {
        "s->idx and s->val do not overlap", "s->idx holds no two values less than 2 apart",
    },
}  # fmt: skip
# the number itself is stored to between two uses, or what may be it
CHANGED = (
    "for (int j = 0; j < w; j++) { s->d[i * s->n + j * s->m] = 2; s->n = w; s->d[i * s->n + j * s->m + 1] = 1; }",
    "s->idx[s->idx[i]] = i; s->idx[s->idx[i] + 1] = i;",
    "s->rows[1][s->rows[0][i]] = i; s->rows[1][s->rows[0][i] + 1] = i;",
    "s->d[s->idx[i]] = i; s->idx[i] += 1; s->d[s->idx[i]] = 2;",
    "s->val[s->idx[i]] = 1; s->idx = s->val; s->val[s->idx[i]] = 1;",
)


def judged(body: str) -> tuple[str, tuple[str, ...]]:
    text = f"{HEAD} void f(S *s, int n, int w) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, language="c"))
    found = judge(outline, outline.loops[0])
    return found.verdict, found.assumptions


@pytest.mark.parametrize("body", ASSUMED)
def test_stores_through_another_member_leave_a_number_in_its_place(body: str) -> None:
    verdict, assumptions = judged(body)
    assert verdict == "assumed"
    assert ASSUMED[body] <= set(assumptions)


@pytest.mark.parametrize("body", CHANGED)
def test_stores_to_the_number_itself_do_not(body: str) -> None:
    assert judged(body)[0] in ("unknown", "refuted")
