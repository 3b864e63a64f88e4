"""Which lines of two texts belong together, where one was made of the other: for an editor that shows both.

Names and literals of a statement survive a translation, what stands around them does not. Two lines are alike by the words
that they share, rare words counting more; of all pairs the chain in order with the greatest sum is kept (the longest
weighted increasing subsequence, by prefix maxima, in O(pairs · log lines)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loopwright.source.syntax import Language, parse

_LEAST_ALIKE = 0.2
_MOST_LINES_OF_A_WORD = 24  # what stands in more lines than that tells nothing of any of them


@dataclass(frozen=True)
class _Pair:
    first: int
    second: int
    alike: float


def corresponding_lines(first: str, second: str, languages: tuple[Language, Language]) -> tuple[tuple[int, int], ...]:
    """Pairs of 0-based lines, in order; a line of ``first`` may have several of ``second``, a line of ``second`` has one at most."""
    words = [_words_by_line(text, language) for text, language in zip((first, second), languages)]
    return tuple((pair.first, pair.second) for pair in _best_chain(list(_pairs(*words)), len(words[0])))


def _words_by_line(text: str, language: Language) -> list[frozenset[str]]:
    """Names and literals of every line; comments are their own words."""
    source = parse(text, language=language)
    lines: list[set[str]] = [set() for _ in range(len(source.lines.starts))]
    stack = [source.tree.root_node]
    while stack:
        node = stack.pop()
        if node.child_count and node.type != "comment":
            stack.extend(node.children)
        elif node.is_named and node.end_byte > node.start_byte:
            for row, words in enumerate(
                source.data[node.start_byte : node.end_byte].decode("utf-8", "replace").split("\n")
            ):
                lines[node.start_point.row + row].update(words.split() if node.type == "comment" else [words])
    return [frozenset(words) for words in lines]


def _pairs(first: Sequence[frozenset[str]], second: Sequence[frozenset[str]]) -> Iterator[_Pair]:
    """Lines that are alike, by the line of ``second``."""
    count = Counter(word for words in (*first, *second) for word in words)
    places: dict[str, list[int]] = {}
    for line, words in enumerate(first):
        for word in words:
            places.setdefault(word, []).append(line)
    for line, words in enumerate(second):
        near = {
            other
            for word in words
            if len(places.get(word, ())) <= _MOST_LINES_OF_A_WORD
            for other in places.get(word, ())
        }
        for other in sorted(near):
            shared = sum(1 / count[word] for word in words & first[other])
            alike = shared / sum(1 / count[word] for word in words | first[other])
            if alike >= _LEAST_ALIKE:
                yield _Pair(other, line, alike)


def _best_chain(pairs: Sequence[_Pair], lines: int) -> list[_Pair]:
    """Pairs whose ``first`` never falls and whose ``second`` always rises, with the greatest sum."""
    best: list[tuple[float, int]] = [(0.0, -1)] * (lines + 1)  # a Fenwick tree over lines of the first: (sum, pair)
    before = [-1] * len(pairs)
    sums = [0.0] * len(pairs)
    start = 0
    while start < len(pairs):
        end = start
        while end < len(pairs) and pairs[end].second == pairs[start].second:
            end += 1
        for at in range(start, end):
            reached, before[at] = _greatest(best, pairs[at].first)
            sums[at] = reached + pairs[at].alike
        for at in range(start, end):
            _enter(best, pairs[at].first, (sums[at], at))
        start = end
    at = max(range(len(pairs)), key=sums.__getitem__, default=-1)
    chain = []
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _greatest(tree: Sequence[tuple[float, int]], line: int) -> tuple[float, int]:
    found, at = (0.0, -1), line + 1
    while at > 0:
        found = max(found, tree[at])
        at -= at & -at
    return found


def _enter(tree: list[tuple[float, int]], line: int, entry: tuple[float, int]) -> None:
    at = line + 1
    while at < len(tree):
        tree[at] = max(tree[at], entry)
        at += at & -at
