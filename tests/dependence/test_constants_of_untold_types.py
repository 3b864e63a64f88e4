"""A constant in a variable of a type that no file in sight tells may be another number there: `u8 k = -1`."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = '#include "types.h"\nint a[400], b[400];\n'


def verdict_of(begun: str, subscript: str, language: str) -> str:
    loop = f"for (int i = 9; i < 100; i++) {{ a[{subscript}] = a[i] + b[i]; }}"
    outline = Outline(parse(f"{FILE}void f(int n) {{ {begun} {loop} }}", name=f"a.{language}"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("type", ["u8", "i16", "index_t", "value_t"])
def test_what_may_not_fit_is_an_assumption(type: str, language: str) -> None:
    for begun, subscript in (
        (f"{type} k = -1;", "i + k + 1"),
        (f"const {type} k = -1;", "i + k + 1"),
        (f"{type} k; k = 300;", "i + k - 300"),
        (f"{type} k = 256;", "i + k - 256"),
    ):
        assert verdict_of(begun, subscript, language) not in ("proved", "refuted")


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_what_every_type_keeps_is_proved(language: str) -> None:
    for begun, subscript in (
        ("u8 k = 0;", "i + k"),
        ("const index_t k = 100;", "i + k - 100"),
        ("int k = -1;", "i + k + 1"),
    ):
        assert verdict_of(begun, subscript, language) == "proved"
