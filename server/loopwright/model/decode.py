"""Several distinct directives from one prompt: best-first search over llama.cpp's logits, bound by a grammar.

The prompt is read once. The greedy directive comes first; at each of its tokens the runners-up that the grammar
allows are kept with their probability, and the most probable of them is followed next, from the kept state of the
context. Every directive therefore costs its own tokens only.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from loopwright.cancellation import CancelToken

MOST_TOKENS = 96
_SHORTLIST = 48
_BRANCHES = 4


@dataclass(frozen=True)
class Proposal:
    """A directive the model wrote and its probability under the model and the grammar."""

    text: str
    probability: float


class Context(Protocol):
    """A language model that holds the tokens read so far."""

    def keep(self, count: int) -> None:
        """Forget all but the first ``count`` tokens."""

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Read tokens after those kept; returns the logits of the next one."""

    def text_of(self, tokens: Sequence[int]) -> str:
        """Tokens as text."""


class Grammar(Protocol):
    """The state of a grammar after some tokens."""

    def allowed(self, tokens: Sequence[int]) -> list[bool]:
        """Which of ``tokens`` may come next."""

    def accept(self, token: int) -> None:
        """Take ``token`` as the next."""

    def copy(self) -> Grammar:
        """An independent copy of the state."""


class Free:
    """The grammar that allows everything."""

    def allowed(self, tokens: Sequence[int]) -> list[bool]:
        """All of them."""
        return [True] * len(tokens)

    def accept(self, token: int) -> None:
        """Nothing to remember."""

    def copy(self) -> Free:
        """The same."""
        return self


@dataclass(frozen=True)
class _Branch:
    tokens: tuple[int, ...]
    score: float
    grammar: Grammar


def propose(
    context: Context,
    prompt: Sequence[int],
    end: int,
    grammar: Grammar,
    count: int = 4,
    least: float = 0.01,
    token: CancelToken | None = None,
    accept: Callable[[str], bool] = lambda text: True,
    reuse: int = 0,
    most: int = MOST_TOKENS,
) -> list[Proposal]:
    """At most ``count`` distinct proposals, most probable first.

    A branch is not followed when its probability is below ``least`` of the best proposal's. ``reuse`` prompt tokens are
    in the context already. ``accept`` may refuse a text that the grammar cannot exclude.
    """
    context.keep(reuse)
    logits = context.read(prompt[reuse:])
    order = itertools.count()
    queue: list[tuple[float, int, _Branch]] = [(0.0, next(order), _Branch((), 0.0, grammar))]
    first: NDArray[np.float32] | None = logits
    found: dict[str, float] = {}
    tries = 0
    while queue and len(found) < count and tries < 3 * count:
        tries += 1
        _, _, branch = heapq.heappop(queue)
        if found and branch.score < max(found.values()) + math.log(least):
            break
        if branch.tokens and branch.tokens[-1] == end:
            ended = context.text_of(branch.tokens[:-1]).strip()
            if ended and accept(ended):
                found[ended] = max(branch.score, found.get(ended, -math.inf))
            continue
        if first is not None:
            logits, first = first, None
        else:
            context.keep(len(prompt))
            logits = context.read(branch.tokens)
        text, score = _follow(context, branch, logits, end, queue, order, token, most)
        if text and accept(text):
            found[text] = max(score, found.get(text, -math.inf))
    ranked = sorted(found.items(), key=lambda item: -item[1])
    return [Proposal(text, math.exp(score)) for text, score in ranked]


def _follow(
    context: Context,
    branch: _Branch,
    logits: NDArray[np.float32],
    end: int,
    queue: list[tuple[float, int, _Branch]],
    order: itertools.count[int],
    token: CancelToken | None,
    most: int,
) -> tuple[str | None, float]:
    """Write on greedily from ``branch``; runners-up go to ``queue``. The text is ``None`` if it does not end."""
    tokens, score, grammar = list(branch.tokens), branch.score, branch.grammar
    while len(tokens) < most:
        if token is not None:
            token.check()
        choices = _choices(logits, grammar)
        if not choices:
            return None, score
        for runner, value in choices[1:]:
            state = grammar.copy()
            if runner != end:
                state.accept(runner)
            heapq.heappush(queue, (-(score + value), next(order), _Branch((*tokens, runner), score + value, state)))
        best, value = choices[0]
        score += value
        if best == end:
            return context.text_of(tokens).strip(), score
        grammar = grammar.copy()
        grammar.accept(best)
        tokens.append(best)
        logits = context.read([best])
    return None, score


def _choices(logits: NDArray[np.float32], grammar: Grammar) -> list[tuple[int, float]]:
    """The few best allowed tokens with their log-probability among the allowed ones."""
    size = min(_SHORTLIST, len(logits))
    while True:
        best = np.argpartition(logits, -size)[-size:]
        best = best[np.argsort(-logits[best])]
        allowed = grammar.allowed(best.tolist())
        kept = [int(t) for t, ok in zip(best, allowed) if ok]
        if kept or size == len(logits):
            break
        size = min(len(logits), size * 32)
    if not kept:
        return []
    values = logits[kept].astype(np.float64)
    peak = values.max()
    total = peak + math.log(np.exp(values - peak).sum())
    return [(t, float(v - total)) for t, v in zip(kept[:_BRANCHES], values[:_BRANCHES])]
