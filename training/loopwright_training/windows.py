"""What is trained on, batch by batch. A batch is a function of its number: a run that goes on begins with the next one."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from transformers import PreTrainedTokenizerFast

from loopwright_training.config import ConfigError
from loopwright_training.examples import answer_of
from loopwright_training.records import read_records

Tokens = NDArray[np.uint16]
Rows = NDArray[np.int64]


def encode_corpus(
    corpus: tuple[str, ...], tokenizer: PreTrainedTokenizerFast, seed: int = 1
) -> tuple[Tokens, Tokens, Tokens]:
    """(all texts but those held back, those of them that contain `#pragma acc` again, the texts held back)"""
    texts = [row["text"] for path in corpus for row in read_records(Path(path))]
    # Windows are drawn in random order later on, so the stream keeps the order of the files.
    order = np.random.default_rng(seed)
    chosen = set(order.choice(len(texts), max(1, min(400, len(texts) // 50)), replace=False).tolist())
    train = [text for i, text in enumerate(texts) if i not in chosen]
    marked = [text for text in train if "#pragma acc" in text]
    return (
        _encode(train, tokenizer),
        _encode(marked, tokenizer),
        _encode([texts[i] for i in sorted(chosen)], tokenizer),
    )


def repeated(plain: Tokens, marked: Tokens, times: int) -> Tokens:
    """The stream that is trained on: ``marked`` texts come ``times`` in all."""
    return np.concatenate([plain, *[marked] * (times - 1)])


def by_documents(train: Tokens, end: int, sequence: int) -> Tokens:
    """``train`` in another order, so that every window of ``sequence`` tokens begins with a document or goes on where another
    window ended. Of each document whole windows are cut from its beginning; what is left of it goes where it fits best (Ding
    et al. 2024, arXiv 2404.10830), and the room that nothing fits is filled with ``end``."""
    borders = np.concatenate([[0], np.flatnonzero(train == end) + 1, [len(train)]])
    documents = [(int(start), int(stop)) for start, stop in itertools.pairwise(borders) if stop > start]
    windows = [[(at, at + sequence)] for start, stop in documents for at in range(start, stop - sequence + 1, sequence)]
    rests = [(stop - (stop - start) % sequence, stop) for start, stop in documents if (stop - start) % sequence]
    rooms: list[tuple[int, int]] = []  # (room, window), ascending
    for start, stop in sorted(rests, key=lambda rest: rest[0] - rest[1]):
        fits = bisect.bisect_left(rooms, (stop - start, -1))
        room, window = rooms.pop(fits) if fits < len(rooms) else (sequence, len(windows))
        if window == len(windows):
            windows.append([])
        windows[window].append((start, stop))
        bisect.insort(rooms, (room - (stop - start), window))
    laid = np.full((len(windows), sequence), end, train.dtype)
    for row, pieces in zip(laid, windows):
        joined = np.concatenate([train[start:stop] for start, stop in pieces])
        row[: len(joined)] = joined
    return laid.reshape(-1)


@dataclass(frozen=True)
class Stream:
    """Windows of ``sequence`` tokens of ``train``, ``rows`` in a batch, for process ``rank`` of ``world``. Every epoch cuts the
    stream at another phase and order, the same on every process; ``aligned`` streams are cut where they are."""

    train: Tokens
    sequence: int
    rows: int
    rank: int
    world: int
    seed: int
    aligned: bool = False

    def batches(self, middle: MiddleFiller, first: int = 0) -> Iterator[Rows]:
        """Endless batches, from number ``first`` on."""
        number = 0
        for epoch in itertools.count():
            shared = np.random.default_rng((self.seed, epoch))
            phase = 0 if self.aligned else int(shared.integers(self.sequence))
            windows = (len(self.train) - phase) // self.sequence
            batches = windows // (self.rows * self.world)
            if batches == 0:
                raise ConfigError(f"{len(self.train)} tokens are too few for a batch of {self.rows} x {self.sequence}")
            if number + batches <= first:
                number += batches
                continue
            order = shared.permutation(windows)[self.rank :: self.world]
            for batch in range(max(0, first - number), batches):
                drawn = np.random.default_rng((self.seed, self.rank, number + batch))
                places = order[batch * self.rows : (batch + 1) * self.rows]
                yield np.stack([middle(self._window(phase, int(place)), drawn) for place in places])
            number += batches

    def _window(self, phase: int, place: int) -> Rows:
        start = phase + place * self.sequence
        return np.array(self.train[start : start + self.sequence]).astype(np.int64)


class MiddleFiller:
    """Rewrites a window as prefix, suffix, middle (Bavarian et al. 2022) with probability ``share``.

    Only the longest document of the window is rewritten. Half of the middles are whole ends of lines, the form
    that directives have; the others are cut anywhere.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, share: float) -> None:
        self.share = share
        self.end = tokenizer.eos_token_id
        self.marks = [tokenizer.convert_tokens_to_ids(f"<|fim_{part}|>") for part in ("prefix", "suffix", "middle")]
        self.newline = np.array(["\n" in tokenizer.decode([i]) for i in range(len(tokenizer))])

    def __call__(self, window: Rows, drawn: np.random.Generator) -> Rows:
        if drawn.random() >= self.share:
            return window
        ends = np.flatnonzero(window == self.end)
        borders = np.concatenate([[-1], ends, [len(window)]])
        longest = int(np.argmax(np.diff(borders)))
        start, stop = int(borders[longest]) + 1, int(borders[longest + 1])
        room = len(window) - 4
        document = window[start:stop][:room]
        if len(document) < 32:
            return window
        low, high = self._cuts(document, drawn)
        prefix, suffix, mark = self.marks
        rewritten = np.concatenate(
            [[prefix], document[:low], [suffix], document[high:], [mark], document[low:high], [self.end]]
        )
        return np.concatenate([rewritten, window[:start], window[stop:]])[: len(window)]

    def _cuts(self, document: Rows, drawn: np.random.Generator) -> tuple[int, int]:
        lines = np.flatnonzero(self.newline[document])
        if drawn.random() < 0.5 and len(lines) > 3:
            first = int(drawn.integers(len(lines) - 1))
            last = min(len(lines) - 1, first + 1 + int(drawn.geometric(0.5)) - 1)
            low = int(drawn.integers(lines[first] + 1, lines[first + 1] + 1))
            return low, max(low, int(lines[last]))
        low, high = sorted(int(cut) for cut in drawn.integers(0, len(document), 2))
        return low, high


def pair_documents(
    paths: tuple[str, ...], repeats: tuple[int, ...], tokenizer: PreTrainedTokenizerFast, longest: int
) -> list[Tokens]:
    """Directive–loop pairs in the form of `adapt`, as often as ``repeats`` says, those of at most ``longest`` tokens."""
    texts = [
        text
        for path, times in zip(paths, repeats or (1,) * len(paths))
        for text in _pair_texts(path, tokenizer) * times
    ]
    documents = (np.array(ids, dtype=np.uint16) for ids in _encode_all(texts, tokenizer))
    return [document for document in documents if len(document) <= longest]


def packed(documents: list[Tokens], count: int, sequence: int, order: np.random.Generator) -> Iterator[Rows]:
    """Endless (``count``, ``sequence``) windows. What does not fit begins the next row, where it is whole; its beginning fills
    this one."""
    rows: list[Rows] = []
    row: list[Tokens] = []
    filled = 0
    while True:
        for index in order.permutation(len(documents)):
            row.append(documents[index])
            filled += len(documents[index])
            if filled >= sequence:
                rows.append(np.concatenate(row)[:sequence].astype(np.int64))
                row = row[-1:] if filled > sequence else []
                filled = sum(map(len, row))
            if len(rows) == count:
                yield np.stack(rows)
                rows = []


def _pair_texts(path: str, tokenizer: PreTrainedTokenizerFast) -> list[str]:
    return [
        f"<|fim_prefix|>{prefix}<|fim_suffix|>{suffix}<|fim_middle|>{answer_of(row)}{tokenizer.eos_token}"
        for row in read_records(Path(path))
        for prefix, suffix in row["prompts"].values()
    ]


def _encode(texts: list[str], tokenizer: PreTrainedTokenizerFast) -> Tokens:
    end = np.array([tokenizer.eos_token_id], dtype=np.uint16)
    pieces = [end[:0]]
    for ids in _encode_all(texts, tokenizer):
        pieces += [np.array(ids, dtype=np.uint16), end]
    return np.concatenate(pieces)


def _encode_all(texts: list[str], tokenizer: PreTrainedTokenizerFast) -> Iterator[list[int]]:
    backend: Any = tokenizer.backend_tokenizer
    for first in range(0, len(texts), 4096):
        for encoding in backend.encode_batch(texts[first : first + 4096], add_special_tokens=False):
            yield encoding.ids
