"""Indices of 64 bits without a sign, `(size_t)i * w + j`: an address is what their polynomial says whatever the signs of its parts."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

WRAPS = ("i * ny does not wrap around", "i * ny + j does not wrap around")
NEST = "for (int i = {first}; i < nx; i++) for (int j = 0; j < ny; j++) d[{index}] = i;"
CASES = {
    ("0", "(size_t)i * ny + j"): ("proved", ()),
    ("0", "static_cast<std::size_t>(i) * ny + j"): ("proved", ()),
    ("3", "(size_t)ny * i + j"): ("proved", ()),
    ("0", "(size_t)(i + 1) * ny + j"): ("proved", ()),
    ("0", "(unsigned long long)i * ny + j + 4"): ("proved", ()),
    ("0", "(size_t)i * w + j"): ("assumed", ("w >= ny",)),
    ("0", "(size_t)j * w + i"): ("assumed", ("w >= nx",)),
    ("-3", "(size_t)i * ny + j"): ("proved", ()),
    ("k", "(size_t)i * ny + j"): ("proved", ()),
    ("k", "(size_t)i * ny + j - 1"): ("proved", ()),
    ("-3", "(ptrdiff_t)((size_t)i * ny + j)"): ("proved", ()),
    # What is divided or compared has to be the number itself, and 32 bits may be too few.
    ("0", "((size_t)(i - 3) * ny + j) / 2"): ("not proved", ()),
    ("0", "((size_t)(i - 3) * ny + j) % 64"): ("not proved", ()),
    ("0", "((size_t)(i - 3) * ny + j) ^ 1"): ("not proved", ()),
    ("0", "std::min((size_t)(i - 3) * ny + j, (size_t)w)"): ("not proved", ()),
    ("0", "(size_t)i * 0x8000000000000000u + j"): ("not proved", ()),
    ("0", "(size_t)((unsigned)i * ny + j)"): ("assumed", WRAPS),
    ("0", "(unsigned)i * ny + j"): ("assumed", WRAPS),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_signs_are_what_is_assumed_of_indices_without_one(case: tuple[str, str]) -> None:
    body = NEST.format(first=case[0], index=case[1])
    outline = Outline(
        parse(
            f"#include <algorithm>\n#include <cstddef>\nvoid f(int nx, int ny, int w, int k, double *d) {{ {body} }}",
            name="a.cpp",
        )
    )
    found = judge(outline, outline.loops[0])
    verdict, assumptions = CASES[case]
    if verdict == "not proved":
        assert found.verdict != "proved", found
    else:
        assert (found.verdict, found.assumptions) == (verdict, assumptions), found.reason


def test_a_sign_that_nothing_says_is_assumed() -> None:
    body = "for (int i = 0; i < nx; i++) d[(size_t)i * w] = d[(size_t)i * w] + 1;"
    outline = Outline(parse(f"void f(int nx, int w, double *d) {{ {body} }}", name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict != "proved", found
    assert not any("wrap" in text for text in found.assumptions), found


@pytest.mark.parametrize(
    "first",
    ["(size_t)i + (size_t)-2", "(unsigned)i + 4294967295u", "(size_t)i * (size_t)-2 + 24"],
)
def test_a_loop_begins_where_a_wrapped_number_says(first: str) -> None:
    kind = "unsigned" if first.startswith("(unsigned)") else "size_t"
    body = f"for (int i = 0; i < n; i++) for ({kind} j = {first}; j < 20; j += 3) p[j] = i;"
    outline = Outline(parse(f"#include <stddef.h>\nvoid f(int n, int *p) {{ {body} }}", name="a.c"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
