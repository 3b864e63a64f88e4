"""What a lambda's list says of each name."""

from __future__ import annotations

import pytest
from loopwright.lang.captures import Captures, captures_of
from loopwright.source.nodes import subtree
from loopwright.source.syntax import parse


def _captures(lambda_text: str) -> Captures:
    source = parse(f"void f(int v, int w) {{ auto g = {lambda_text}; }}", name="a.cpp")
    return captures_of(next(n for n in subtree(source.tree.root_node) if n.type == "lambda_expression"))


@pytest.mark.parametrize(
    ("text", "of_v", "of_w"),
    [
        ("[=] { return v; }", False, False),
        ("[&] { return v; }", True, True),
        ("[v, &w] { return v; }", False, True),
        ("[=, &v] { return v; }", True, False),
        ("[&, v] { return v; }", False, True),
        ("[] (int d) { return d; }", True, True),
    ],
)
def test_what_is_copied(text: str, of_v: bool, of_w: bool) -> None:
    captures = _captures(text)
    assert (captures.by_reference("v"), captures.by_reference("w")) == (of_v, of_w)
    assert captures.renewed == ()


def test_values_that_a_lambda_makes_for_itself() -> None:
    captures = _captures("[v, c = v + 1, &d = w](int k) mutable { return c + k; }")
    made = [(c.name, c.reference, c.value.text) for c in captures.renewed if c.value is not None]
    assert made[0] == ("c", False, b"v + 1")
    assert [reference for _, reference, _ in made] == [False, True]
    assert captures.mutable
    assert not captures.every
    assert not _captures("[=](int k) { return k; }").mutable
