"""Loops over blocks whose length is a variable: `for (i = b * n; i < (b + 1) * n; i++)` inside of a loop over b."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = """void f(int n, int len, int k, float *restrict s, const float *restrict t) {{
  for (int b = 0; b < k; b++) {{
    for ({head}) {{ {body} }}
  }}
}}
"""
PLAIN = "int i = b * len; i < (b + 1) * len; i++"
BODY = "s[i] = t[i];"


def verdict(head: str, body: str, types: str = "int") -> str:
    text = TEXT.format(head=head, body=body).replace("int ", f"{types} ")
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (PLAIN, BODY),
        (PLAIN, "s[i] = s[i] + t[i + 1];"),
        (PLAIN, "s[i + 3] = 1; s[i + 3] += t[k];"),
        ("int i = b * len; i < b * len + len; i++", BODY),
        ("int i = b * len + len - 1; i >= b * len; i--", BODY),
        ("int i = b * len + 1; i < (b + 1) * len - 1; i += 2", BODY),
        ("int i = b * len; i < ((b + 1) * len < n ? (b + 1) * len : n); i++", BODY),
        ("int i = (b + 2) * len; i < (b + 3) * len; i++", BODY),
    ],
)
def test_blocks_are_apart_however_long_they_are(head: str, body: str) -> None:
    assert verdict(head, body) == "proved"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("int i = b * len; i <= (b + 1) * len; i++", BODY),
        ("int i = b * len - 1; i < (b + 1) * len; i++", BODY),
        ("int i = b * len; i < (b + 2) * len; i++", BODY),
        ("int i = b * len; i < (b + 1) * n; i++", BODY),
        ("int i = b * len; i < n; i++", BODY),
        ("int i = b * len; i < ((b + 1) * len > n ? (b + 1) * len : n); i++", BODY),
        ("int i = b * (len - 1); i < (b + 1) * len - 1; i++", BODY),
        ("int i = b * b; i < (b + 1) * b; i++", BODY),
        ("int i = b / 2 * len; i < (b / 2 + 1) * len; i++", BODY),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i + 1] = s[i];"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i] = 1; s[i + len] = 2;"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i - b * len] = 1;"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[2 * i] = 1; s[2 * i + 1 - len] = 1;"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i] = 1; i += len;"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i] = 1; len--;"),
        ("int i = b * len; i < (b + 1) * len; i++", "s[i + b] = 1; s[i - b] = 1;"),
    ],
)
def test_what_reaches_into_another_block_is_not_proved(head: str, body: str) -> None:
    assert verdict(head, body) != "proved"


@pytest.mark.parametrize("types", ["unsigned", "unsigned char"])
def test_beginnings_that_may_wrap_around_are_not_proved(types: str) -> None:
    assert verdict(PLAIN, BODY, types) != "proved"
    assert verdict(PLAIN.replace("b * len", "(unsigned char)(b * len)", 1), BODY) != "proved"


CUT_OFF = """void f(int n, int len, float *restrict s) {
  for (int b = 0; b < n / len; b++) {
    int first = b * len;
    int last = (b + 1) * len > n ? n : (b + 1) * len;
    for (int i = first; i < last; i++) s[i] += 1;
  }
}
"""


def test_the_last_block_is_cut_off() -> None:
    outline = Outline(parse(CUT_OFF, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"
    for old, new in (
        ("> n ? n", "< n ? n"),
        ("b * len;", "(b - 1) * len;"),
        ("b + 1", "b + 2"),
        ("s[i]", "s[i % len]"),
    ):
        outline = Outline(parse(CUT_OFF.replace(old, new), name="a.c"))
        assert judge(outline, outline.loops[0]).verdict != "proved"
