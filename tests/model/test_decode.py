"""The search, on a small made-up language model."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.decode import Free, propose
from numpy.typing import NDArray

WORDS = ["<end>", "loop", " gang", " vector", " seq"]
# After each word the probability of the next: a chain that prefers "loop gang", then "loop", then "loop vector".
NEXT = {
    None: [0.0, 1.0, 0.0, 0.0, 0.0],
    1: [0.3, 0.0, 0.5, 0.15, 0.05],
    2: [0.9, 0.0, 0.0, 0.1, 0.0],
    3: [1.0, 0.0, 0.0, 0.0, 0.0],
    4: [1.0, 0.0, 0.0, 0.0, 0.0],
}


class Chain:
    """Counts the tokens it was given."""

    def __init__(self) -> None:
        self.held: list[int] = []
        self.count = 0

    def keep(self, count: int) -> None:
        del self.held[count:]

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        self.held += tokens
        self.count += len(tokens)
        last = self.held[-1]
        row = NEXT[None if last >= 100 else last]
        return np.log(np.array(row, dtype=np.float32) + 1e-9)

    def text_of(self, tokens: Sequence[int]) -> str:
        return "".join(WORDS[token] for token in tokens)


class Only(Free):
    """Allows some words only."""

    def __init__(self, words: set[int]) -> None:
        self.words = words

    def allowed(self, tokens: Sequence[int]) -> list[bool]:
        return [token in self.words for token in tokens]


def test_the_most_probable_come_first_each_once() -> None:
    found = propose(Chain(), [100, 101], 0, Free(), count=3)
    assert [p.text for p in found] == ["loop gang", "loop", "loop vector"]
    assert [p.probability for p in found] == pytest.approx([0.45, 0.3, 0.15], abs=0.01)


def test_the_prompt_is_read_once() -> None:
    chain = Chain()
    propose(chain, list(range(100, 150)), 0, Free(), count=4)
    assert chain.count < 50 + 20


def test_what_is_in_the_context_is_not_read_again() -> None:
    chain = Chain()
    propose(chain, [100, 101, 102], 0, Free(), count=1)
    before = chain.count
    chain.keep(3)
    propose(chain, [100, 101, 103], 0, Free(), count=1, reuse=2)
    assert chain.held[:3] == [100, 101, 103]
    assert chain.count - before <= 4


def test_a_grammar_bounds_every_proposal_and_its_probability() -> None:
    found = propose(Chain(), [100], 0, Only({0, 1, 3}), count=4)
    assert [p.text for p in found] == ["loop", "loop vector"]
    assert sum(p.probability for p in found) == pytest.approx(1.0, abs=0.01)


def test_texts_that_are_refused_do_not_count() -> None:
    found = propose(Chain(), [100], 0, Free(), count=2, accept=lambda text: "gang" not in text)
    assert [p.text for p in found] == ["loop", "loop vector"]


def test_improbable_branches_are_not_followed() -> None:
    found = propose(Chain(), [100], 0, Free(), count=9, least=0.5)
    assert [p.text for p in found] == ["loop gang", "loop"]


def test_cancelling_stops_it() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        propose(Chain(), [100], 0, Free(), token=token)


def test_probabilities_are_probabilities() -> None:
    for proposal in propose(Chain(), [100], 0, Free(), count=4):
        assert 0 < proposal.probability <= 1
        assert not math.isnan(proposal.probability)
