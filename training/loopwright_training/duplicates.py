"""Exact and near duplicates: token shingles, MinHash (Broder 1997) and locality-sensitive hashing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from datasketch import MinHash, MinHashLSH

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|[^\s\w]")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\)*", re.MULTILINE)
_PERMUTATIONS = 64
_HEAD = 12  # characters by which short loops are looked up
_SHINGLE = 5
_BEGINNING = 60  # tokens: more than a nest's heads, fewer than any cut leaves


def fingerprint(text: str) -> str:
    """Equal for texts that differ in blanks and comments only."""
    return hashlib.sha1(" ".join(_tokens(text)).encode("utf-8", "replace")).hexdigest()


def beginning(text: str) -> str:
    """Equal for texts whose first tokens are equal, however the rest was cut."""
    return hashlib.sha1(" ".join(_tokens(text)[:_BEGINNING]).encode("utf-8", "replace")).hexdigest()


def says_nothing(text: str) -> bool:
    """Whether there is no word and no number in ``text``: braces, semicolons, comments."""
    return not any(token[0] == "_" or token[0].isalnum() for token in _tokens(text))


def minhash(text: str) -> MinHash:
    """MinHash of the 5-token shingles of ``text``, comments left out."""
    tokens = _tokens(text)
    shingles = {" ".join(tokens[i : i + _SHINGLE]) for i in range(max(1, len(tokens) - _SHINGLE + 1))}
    result = MinHash(num_perm=_PERMUTATIONS, seed=1)
    result.update_batch([shingle.encode("utf-8", "replace") for shingle in shingles])
    return result


def near_duplicates(queries: Sequence[str], pool: Sequence[str], threshold: float) -> list[bool]:
    """For each query, whether the pool holds a text whose estimated Jaccard similarity reaches ``threshold``."""
    index = MinHashLSH(threshold=threshold, num_perm=_PERMUTATIONS)
    hashes = [minhash(text) for text in pool]
    for number, value in enumerate(hashes):
        index.insert(number, value)
    return [_matches(index, hashes, minhash(text), threshold) for text in queries]


def _matches(index: MinHashLSH, hashes: list[MinHash], query: MinHash, threshold: float) -> bool:
    return any(query.jaccard(hashes[number]) >= threshold for number in index.query(query))


def nearest(queries: Sequence[str], pool: Sequence[str]) -> list[int]:
    """Index of the pool text most similar to each query (estimated Jaccard), for the copier."""
    import numpy as np

    values = np.stack([minhash(text).hashvalues for text in pool])
    return [int((values == minhash(text).hashvalues).sum(axis=1).argmax()) for text in queries]


class LineTrigrams:
    """Finds texts that contain most of a reference: runs of three consecutive non-trivial lines."""

    def __init__(self, references: Iterable[str]) -> None:
        self.owners: dict[int, list[int]] = {}
        self.sizes: list[int] = []
        for number, text in enumerate(references):
            grams = set(_line_trigrams(text))
            self.sizes.append(len(grams))
            for gram in grams:
                self.owners.setdefault(gram, []).append(number)

    def contained(self, text: str, share: float = 0.5) -> bool:
        """Whether ``text`` holds at least ``share`` of some reference's trigrams."""
        hits: dict[int, int] = {}
        for gram in set(_line_trigrams(text)) & self.owners.keys():
            for owner in self.owners[gram]:
                hits[owner] = hits.get(owner, 0) + 1
        return any(count >= share * self.sizes[owner] for owner, count in hits.items())


class ShortLoops:
    """Finds loops in texts, whatever blanks, comments and directives stand in them: for those too short for :class:`LineTrigrams`."""

    def __init__(self, references: Iterable[str]) -> None:
        self._by_head: dict[str, set[str]] = {}
        for text in references:
            if not set(_line_trigrams(text)):
                flat = _flat(text)
                self._by_head.setdefault(flat[:_HEAD], set()).add(flat)

    def contained(self, text: str) -> bool:
        """Whether one of the loops stands in ``text``."""
        flat = _flat(text)
        return any(
            flat.startswith(loop, match.start())
            for match in re.finditer(r"for\(", flat)
            for loop in self._by_head.get(flat[match.start() : match.start() + _HEAD], ())
        )


class SeenLines:
    """Tells how much of a text has stood in the texts before it, by the same trigrams of lines."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def share(self, text: str) -> float:
        """Share of the text's trigrams seen before; the text then counts as seen."""
        grams = set(_line_trigrams(text))
        known = len(grams & self._seen)
        self._seen |= grams
        return known / len(grams) if grams else 0.0


def _line_trigrams(text: str) -> Iterable[int]:
    lines = [line for raw in text.split("\n") if len(line := "".join(raw.split())) > 4 and line[0] != "#"]
    return (hash((lines[i], lines[i + 1], lines[i + 2])) for i in range(len(lines) - 2))


def _flat(text: str) -> str:
    return "".join(_DIRECTIVE.sub(" ", _COMMENT.sub(" ", text)).split())


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(_COMMENT.sub(" ", text))
