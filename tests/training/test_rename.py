import numpy as np
import pytest

pytest.importorskip("torch")

from loopwright_training.rename import renamed, variables_of

LOOP = "for (int i = 0; i < n; i++) { total += sqrt(x[i]) * p.mass; }"


def test_variables_are_found_and_words_calls_and_members_are_not():
    assert variables_of({"loop": LOOP}) == ["i", "n", "total", "x", "p"]


def test_renaming_is_consistent_and_leaves_the_directive_words():
    directive = "parallel loop reduction(+:total) copyin(x[0:n])"
    order = np.random.default_rng(3)
    _, loop, text = renamed("double total;", LOOP, directive, ["n", "total", "x"], ["alpha", "beta", "gamma"], order)
    assert text.startswith("parallel loop reduction(+:")
    for name in ("alpha", "beta", "gamma"):
        assert (name in text) == (name in loop)
    assert "sqrt(" in loop
    assert "p.mass" in loop
    assert any(name in text for name in ("alpha", "beta", "gamma"))


def test_a_name_that_is_in_the_text_is_not_given_again():
    order = np.random.default_rng(1)
    for _ in range(20):
        _, loop, _ = renamed("", "a[i] = b[i];", "loop", ["a"], ["b", "c"], order)
        assert loop in ("a[i] = b[i];", "c[i] = b[i];")
