"""Lengths of sections, as text."""

from __future__ import annotations

import pytest
from loopwright.placement.lengths import length_of


@pytest.mark.parametrize(
    ("section", "length"),
    [
        ("a[1:n - 2]", "n - 2"),
        ("a[0:(n > 2 ? n : k - 1) + 1]", "(n > 2 ? n : k - 1) + 1"),
        ("a[start[i]:start[i + 1] - 1]", "start[i + 1] - 1"),
        ("a[0:n - 1][0:m]", "n - 1"),
        ("g.x.data()[0:n]", "n"),
        ("a[i]", ""),
        ("a", ""),
    ],
)
def test_the_length_of_a_section(section: str, length: str) -> None:
    assert length_of(section) == length
