"""Algorithms of `std` on ranges of numbers come to the elements of their ranges and no others (labels by running the loops in other orders)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <algorithm>\n#include <numeric>\n#include <vector>\nint a[400], b[400], c[400];\n"

# Beside each call that keeps to the iteration's own elements, the same call one element further.
APART = [
    ("std::reverse(a + 2 * i, a + 2 * i + {})", "2", "3"),
    ("std::rotate(a + 3 * i, a + 3 * i + 1, a + 3 * i + {})", "3", "4"),
    ("std::sort(a + 4 * i, a + 4 * i + {})", "4", "5"),
    ("std::nth_element(a + 4 * i, a + 4 * i + 1, a + 4 * i + {})", "4", "5"),
    ("std::partial_sum(b + i, b + i + {}, a + 2 * i)", "2", "3"),
    ("std::partial_sum(a + {0} + 2 * i, a + {0} + 2 * i + 2, a + 2 * i)", "0", "1"),
    ("std::adjacent_difference(c + i, c + i + {}, a + 2 * i)", "2", "3"),
    ("std::swap_ranges(a + 2 * i, a + 2 * i + {}, b + 2 * i)", "2", "3"),
    ("std::swap_ranges(a + i, a + i + 1, {})", "b + i", "b + 3"),
    ("std::iter_swap(a + i, {})", "b + i", "a + i + 1"),
    ("std::iota(a + 2 * i, a + 2 * i + {}, i)", "2", "3"),
    ("std::move(b + i, b + i + {}, a + 2 * i)", "2", "3"),
    ("std::copy_backward(b + i, b + i + {}, a + 2 * i + 4)", "2", "3"),
    ("std::copy_backward(a + 3 * i, a + 3 * i + 2, a + 3 * i + {})", "3", "4"),
    ("std::rotate_copy(b + i, b + i + 1, b + i + {}, a + 2 * i)", "2", "3"),
    ("int t[3] = {{b[i], c[i], i}}; std::sort(t, t + 3); a[{}] = t[0]", "i", "i / 2"),
]


def _verdict(before: str, body: str) -> str:
    text = f"{HEAD}void f(int n) {{ {before} for (int i = 0; i < n; i++) {{ {body}; }} }}"
    outline = Outline(parse(text, "a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize(("call", "own", "further"), APART)
def test_an_algorithm_comes_to_its_ranges(call: str, own: str, further: str) -> None:
    assert _verdict("", call.format(own)) == "proved"
    assert _verdict("", call.format(further)) in ("refuted", "unknown")  # two that sort the same come to the same


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "std::sort(a + 4 * i, a + 4 * i + 4, [&](int p, int q) { b[0] = p; return p < q; })"),  # calls code
        ("", "std::iota(a + i, a + i + b[i], i)"),  # nobody knows how far
        ("", "int *e = std::move(b + i, b + i + 1, a + i); *e = i"),  # where it ends is not followed
        ("int t[4];", "std::iota(t, t + 3, i); a[i] = t[3]; t[3] = i"),  # one element is not set
        ("int t[2] = {1, 2};", "t[0] = i; std::swap_ranges(t, t + 2, a + 2 * i)"),
        # bits of several elements share a word
        ("std::vector<bool> v(400);", "std::reverse(v.begin() + 2 * i, v.begin() + 2 * i + 2)"),
        ("std::vector<bool> v(400);", "std::fill(v.begin() + 2 * i, v.begin() + 2 * i + 2, true)"),
        ("std::vector<bool> v(400);", "std::copy(a + i, a + i + 1, v.begin() + i)"),
    ],
)
def test_what_is_not_told_is_no_proof(before: str, body: str) -> None:
    assert _verdict(before, body) in ("unknown", "refuted")


def test_functions_of_others_keep_their_names() -> None:
    own = "namespace my { void reverse(int *p, int *q) { p[0] = q[0] + 1; } }\n"
    text = f"{HEAD}{own}void f(int n) {{ for (int i = 0; i < n; i++) {{ my::reverse(a + i, a + i + 1); }} }}"
    outline = Outline(parse(text, "a.cpp"))
    assert judge(outline, outline.loops[-1]).verdict == "refuted"
