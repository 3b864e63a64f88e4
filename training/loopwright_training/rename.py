"""New names for the variables of a pair, so that a model learns to read names instead of remembering them.

The directive of a loop is the same whatever its arrays are called. Renaming is consistent over the text before the
loop, the loop and the directive; words of OpenACC, OpenMP and C, functions that are called and members keep their names.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from loopwright.openacc.spec import load_spec

_NAME = re.compile(r"(?<![\w.>\"#])[A-Za-z_]\w*(?!\w*\s*\()")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_C_WORD_TEXT = """
auto bool break case char class const constexpr continue default do double else enum extern false float for goto if inline
int int32_t int64_t long nullptr register restrict return short signed size_t sizeof static std struct switch template this
true typedef typename uint32_t uint64_t union unsigned void volatile while NULL include define ifdef ifndef endif pragma omp
acc target teams distribute simd schedule dynamic guided runtime shared num_threads lastprivate nowait map to from tofrom
max min
"""
_C_WORDS = frozenset(_C_WORD_TEXT.split())


def variables_of(row: dict[str, Any]) -> list[str]:
    """Names in a pair's loop that may be exchanged, each once."""
    spec = load_spec()
    taken = _C_WORDS | set(spec.clauses) | {word for name in spec.directives for word in name.split()}
    names = dict.fromkeys(_NAME.findall(row["loop"]))
    return [name for name in names if name not in taken and not keyword.iskeyword(name)]


def renamed(
    prefix: str, suffix: str, directive: str, names: Sequence[str], pool: Sequence[str], order: np.random.Generator
) -> tuple[str, str, str]:
    """The three texts with most of ``names`` exchanged for names of ``pool`` that stand in none of them."""
    present = set(_WORD.findall(prefix)) | set(_WORD.findall(suffix)) | set(_WORD.findall(directive))
    exchange: dict[str, str] = {}
    for name in names:
        new = pool[int(order.integers(len(pool)))]
        if order.random() < 0.7 and new not in present:
            exchange[name] = new
            present.add(new)

    def swap(text: str) -> str:
        return _WORD.sub(lambda word: exchange.get(word.group(), word.group()), text)

    return swap(prefix), swap(suffix), swap(directive)
