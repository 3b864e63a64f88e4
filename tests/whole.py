"""How much of a sweep is tried: a fixed part each time, all of it with LOOPWRIGHT_WHOLE=1 (`make whole`).

A sweep is a test with many programs of one class of mistake, or one of very many of its kind. Its part is drawn from a recorded seed
(`swept`) or anew each time (`drawn`), chosen by names (`sampled`)
or by what the programs are made of (`differing`); of a test that stands in parts.tsv cases from all over its list are run (`in_part`).
What has a class of mistake for itself is no sweep, and always runs.
"""

from __future__ import annotations

import itertools
import os
import zlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from loopwright.source.nodes import subtree
from loopwright.source.syntax import Language, parse

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)
WHOLE = bool(os.environ.get("LOOPWRIGHT_WHOLE"))


def swept(variable: str, always: int, whole: int) -> int:
    """How many are tried of what is drawn from a recorded seed; ``variable`` of the environment says another number."""
    return int(os.environ.get(variable) or (whole if WHOLE else always))


def drawn(whole: int) -> int:
    """How many examples hypothesis draws: others in each run, so that an eighth each time comes to all of them in some."""
    return whole if WHOLE else whole // 8


def sampled(things: Sequence[T], always: int, name: Callable[[T], str]) -> list[T]:
    """``always`` of them, chosen by their names so that a new one moves few of the others, or all with LOOPWRIGHT_WHOLE=1."""
    if WHOLE:
        return list(things)
    chosen = set(sorted(map(name, things), key=lambda text: zlib.crc32(text.encode()))[:always])
    return [thing for thing in things if name(thing) in chosen]


def parts() -> dict[str, int]:
    """Test → how many of its cases are a part of it (tests/parts.tsv); of none it is the whole sweep, with a smaller test beside it."""
    rows = (row.split("\t") for row in Path(__file__).with_name("parts.tsv").read_text("utf-8").splitlines())
    return {test: int(always) for always, test in rows}


def in_part(names: Sequence[str], always: int) -> list[str]:
    """``always`` of a test's cases, in their order. Those of a kind stand beside each other: of as many neighbours one, chosen by its name."""
    if WHOLE or len(names) <= always:
        return list(names)
    ends = [number * len(names) // max(always, 1) for number in range(always + 1)]
    return [
        min(names[start:end], key=lambda text: zlib.crc32(text.encode("utf-8", "surrogatepass")))
        for start, end in itertools.pairwise(ends)
    ]


def differing(
    programs: Mapping[Key, str], always: int, language: Language = "cpp", must: Sequence[Key] = ()
) -> list[Key]:
    """``always`` of them that together show most forms of the language, ``must`` first, or all with LOOPWRIGHT_WHOLE=1.

    A form is a kind of syntax within another. One after the other is taken that brings most forms which none before it has; the shortest
    of those that bring as many.
    """
    if WHOLE or len(programs) <= always:
        return list(programs)
    forms = {key: _forms(text, language) for key, text in programs.items()}
    chosen = list(must)
    seen = set().union(*(forms[key] for key in chosen))
    while len(chosen) < always:
        best = max(
            (key for key in programs if key not in chosen),
            key=lambda key: (len(forms[key] - seen), -len(programs[key])),
        )
        chosen.append(best)
        seen |= forms[best]
    return [key for key in programs if key in chosen]


def _forms(text: str, language: Language) -> frozenset[tuple[str, str]]:
    root = parse(text.encode("utf-8", "surrogateescape"), language=language).root
    return frozenset((node.type, child.type) for node in subtree(root) for child in node.children)
