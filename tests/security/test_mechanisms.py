"""The list of what can be taken out fits the code; that it is missed is tried by `without.py`, which takes half an hour."""

from __future__ import annotations

import ast

import pytest
from without import HERE, Mechanism, mechanisms


@pytest.mark.parametrize("mechanism", mechanisms(), ids=lambda mechanism: mechanism.name)
def test_it_stands_once_and_can_be_taken_out(mechanism: Mechanism) -> None:
    text = mechanism.file.read_text("utf-8")
    assert text.count(mechanism.old) == 1
    ast.parse(text.replace(mechanism.old, mechanism.new))
    for word in mechanism.tests.split():
        if word.endswith(".py"):
            assert (HERE / word).is_file()
