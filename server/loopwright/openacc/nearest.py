"""The name that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The most similar of ``names``, ``None`` if none is close."""
    candidates = list(names)
    lowered = word.lower().replace("_", " ")
    for name in candidates:
        if name.lower().replace("_", " ") == lowered:
            return name
    matches = difflib.get_close_matches(word.lower(), candidates, n=1, cutoff=0.66)
    return matches[0] if matches else None


def openacc_says(word: str, instead: Mapping[str, str]) -> str:
    """`; OpenACC says …` of a word of OpenMP or Fortran, or nothing."""
    return f"; OpenACC says `{instead[word]}`" if word in instead else ""


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """`; did you mean …?` or nothing."""
    name = nearest(word, names)
    return f"; did you mean `{name}`?" if name else ""
