"""`memcpy(&k, …, sizeof k)` sets the whole of a number, whatever type it comes from: nothing is left of what it was."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdict_of(body: str, begun: str = "int k = 0; float x;", after: str = "", language: str = "c") -> str:
    loop = f"for (int i = 1; i < n; i++) {{ {body} }}"
    text = f"#include <string.h>\nint a[400], b[400], total;\nint f(int n) {{ {begun} {loop} {after} return 0; }}"
    outline = Outline(parse(text, name=f"a.{language}"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_what_is_set_whole_is_private(language: str) -> None:
    for body in (
        "memcpy(&k, &b[i], sizeof k); a[i] = k;",
        "memcpy(&k, &b[i], sizeof(int)); a[i] = k;",
        "memcpy(&k, &b[i], 4); memcpy(&a[i], &k, 4);",
        "memset(&k, 1, sizeof k); a[i] = k;",
        "x = b[i]; memcpy(&k, &x, sizeof k); a[i] = k;",
    ):
        assert verdict_of(body, language=language) == "proved", body


@pytest.mark.parametrize(
    ("body", "begun", "after"),
    [
        ("a[i] = k; memcpy(&k, &b[i], sizeof k);", "int k = 0;", ""),
        ("if (b[i]) memcpy(&k, &b[i], sizeof k); a[i] = k;", "int k = 0;", ""),
        ("memcpy(&k, &b[i], 2); a[i] = k;", "int k = 0;", ""),
        ("memcpy(&k, &b[i], sizeof(int)); a[i] = k;", "long k = 0;", ""),
        ("memcpy(&k, &a[i - 1], sizeof k); a[i] = k + 1;", "int k = 0;", ""),
        ("memcpy(&k, &b[i], sizeof k); a[i] = k;", "int k = 0;", "b[0] = k;"),
        ("memcpy(&total, &b[i], sizeof total); a[i] = total;", "", ""),
        ("a[i] = *p; memcpy(&k, &b[i], sizeof k);", "int k = 0, *p = &k;", ""),
        ("memcpy(&k, &b[i], sizeof k); a[i] = *p;", "int k = 0, z = 0, *p = n > 3 ? &z : &k;", ""),
    ],
)
def test_what_is_left_of_it_is_carried(body: str, begun: str, after: str) -> None:
    assert verdict_of(body, begun, after) != "proved"
