"""Pairs → what a model is shown: fill-in-the-middle prompts with loss on the answer and the end mark alone.

Every epoch shows a pair once for each of ``views`` ways of seeing it (loop alone, file without pragmas, file with them),
drawn anew; a share of them is shown with other variable names (:mod:`rename`). An example depends on the seed and on its
place alone, so that a run which is resumed goes on with what it would have seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedTokenizerFast

from loopwright_training.marks import Marks, marks_of
from loopwright_training.rename import renamed, variables_of

Row = dict[str, Any]
_IGNORED = -100  # the label that carries no loss
_CHUNK_BATCHES = 32  # examples of like length share a batch within as many batches
_MULTIPLE = 64  # of which the length of a padded batch is


@dataclass(frozen=True)
class Views:
    """``modes`` are prompts of a pair, of which an epoch shows ``count``, drawn with ``weights``; ``renamed`` is the share of
    examples with exchanged variable names, ``context`` the most tokens of an example."""

    modes: tuple[str, ...]
    weights: tuple[float, ...]
    count: int
    renamed: float
    context: int


class Shown(torch.utils.data.Dataset[dict[str, list[int]]]):
    """The examples of all epochs in the order in which they are shown; ``batch`` neighbours are of like length."""

    def __init__(
        self,
        rows: Sequence[Row],
        tokenizer: PreTrainedTokenizerFast,
        views: Views,
        epochs: float,
        batch: int,
        seed: int,
    ) -> None:
        self._rows, self._tokenizer, self._views = rows, tokenizer, views
        self._batch, self._seed = batch, seed
        self._of_epoch = len(rows) * views.count
        self._length = max(1, round(self._of_epoch * epochs))
        self._names = sorted({name for row in rows for name in variables_of(row)}) if views.renamed else []
        self._order = lru_cache(maxsize=2)(self._ordered)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> dict[str, list[int]]:
        epoch, place = divmod(index, self._of_epoch)
        row, mode = self._order(epoch)[place]
        prefix, suffix = row["prompts"][mode]
        texts = prefix, suffix, answer_of(row)
        order = np.random.default_rng((self._seed, 1, epoch, place))
        if self._views.renamed and order.random() < self._views.renamed:
            texts = renamed(*texts, variables_of(row), self._names, order)
        return encode_example(self._tokenizer, *texts, self._views.context)

    def _ordered(self, epoch: int) -> list[tuple[Row, str]]:
        """What an epoch shows: like lengths side by side, batches in random order, so little padding and no curriculum."""
        order = np.random.default_rng((self._seed, 0, epoch))
        modes = list(self._views.modes)
        weights = np.array(self._views.weights) / sum(self._views.weights)
        drawn = [
            (row, str(mode))
            for row in self._rows
            for mode in order.choice(modes, self._views.count, replace=False, p=weights)
        ]
        drawn = [drawn[i] for i in order.permutation(len(drawn))]
        shown: list[tuple[Row, str]] = []
        for first in range(0, len(drawn), self._batch * _CHUNK_BATCHES):
            chunk = sorted(drawn[first : first + self._batch * _CHUNK_BATCHES], key=_characters)
            batches = [chunk[i : i + self._batch] for i in range(0, len(chunk), self._batch)]
            # The batch that is not full stays last, or all behind it would lie across two.
            last = [batches.pop()] if len(batches[-1]) < self._batch else []
            for batch in [*(batches[i] for i in order.permutation(len(batches))), *last]:
                shown += batch
        return shown


class Held(torch.utils.data.Dataset[dict[str, list[int]]]):
    """Every pair in every mode, in order: what a held-back loss is measured on."""

    def __init__(self, rows: Sequence[Row], tokenizer: PreTrainedTokenizerFast, views: Views) -> None:
        self._shown = [(row, mode) for row in rows for mode in views.modes]
        self._tokenizer, self._context = tokenizer, views.context

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, index: int) -> dict[str, list[int]]:
        row, mode = self._shown[index]
        return encode_example(self._tokenizer, *row["prompts"][mode], answer_of(row), self._context)


@dataclass(frozen=True)
class Padding:
    """Examples → tensors of one length. Padding stands on the right: under causal attention nothing sees it."""

    token: int

    def __call__(self, examples: Sequence[dict[str, list[int]]]) -> dict[str, torch.Tensor]:
        longest = -(-max(len(example["input_ids"]) for example in examples) // _MULTIPLE) * _MULTIPLE
        shape = len(examples), longest
        tokens, labels = torch.full(shape, self.token), torch.full(shape, _IGNORED)
        mask = torch.zeros(shape, dtype=torch.long)
        for row, example in enumerate(examples):
            length = len(example["input_ids"])
            tokens[row, :length] = torch.tensor(example["input_ids"])
            labels[row, :length] = torch.tensor(example["labels"])
            mask[row, :length] = 1
        return {"input_ids": tokens, "labels": labels, "attention_mask": mask}


def encode_example(
    tokenizer: PreTrainedTokenizerFast, prefix: str, suffix: str, text: str, context: int
) -> dict[str, list[int]]:
    """Tokens of prompt, answer and end mark, and the labels: those of the prompt carry no loss."""
    answer = [*tokenizer(text, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    prompt = encode_prompt(tokenizer, prefix, suffix, context, max(96, len(answer)))
    tokens = [*prompt, *answer][:context]
    return {"input_ids": tokens, "labels": [_IGNORED] * min(len(prompt), len(tokens)) + tokens[len(prompt) :]}


def encode_prompt(
    tokenizer: PreTrainedTokenizerFast, prefix: str, suffix: str, context: int, reserve: int = 96
) -> list[int]:
    """Token ids of a fill-in prompt, at most ``context - reserve``; what is too much is cut where it is farthest
    from the hole."""
    marks = _marks(tokenizer)
    before = tokenizer(prefix, add_special_tokens=False)["input_ids"]
    after = tokenizer(suffix, add_special_tokens=False)["input_ids"]
    room = max(0, context - reserve - marks.count)
    after = after[: max(room - min(len(before), room // 2), 0)]
    before = before[max(0, len(before) - (room - len(after))) :]
    return [*marks.prefix, *before, *marks.suffix, *after, *marks.middle]


@lru_cache(maxsize=4)
def _marks(tokenizer: PreTrainedTokenizerFast) -> Marks:
    # Asked for every example, and a vocabulary takes milliseconds to list.
    return marks_of(tokenizer)


def answer_of(row: Row) -> str:
    """What the model is to write: a body of loops, or a directive after ``#pragma acc``."""
    return row["answer"] if "answer" in row else " " + row["directive"]  # type: ignore[no-any-return]


def _characters(shown: tuple[Row, str]) -> int:
    row, mode = shown
    return sum(map(len, row["prompts"][mode])) + len(answer_of(row))
