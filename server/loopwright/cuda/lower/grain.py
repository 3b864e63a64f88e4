"""How many iterations make it worth to wake the other threads.

To start a team and to wait for it costs a few microseconds, in which one core does tens of thousands of simple operations:
a launch below that runs on the thread that asks for it. Loops up to a parameter count with its value, functions of the file with
their bodies. Where the work of an iteration cannot be told even so, all launches run in parallel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass

from loopwright.source.text import number_of

WORTH = 65536  # simple operations, a vector instruction counted for each of its elements
_LONG = 16  # one call of a mathematical function, in simple operations
_HALVING = 10  # rounds of a loop that halves a block of 1024 threads

_CALL = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^<>();]*>)?\s*\(")
_FOR = re.compile(r"\bfor\s*\(([^;]*);([^;]*);([^)]*)\)")
_UP_TO = re.compile(r"\b\w+\s*<=?\s*\(?(\d+)\)?\s*$")
_UP_TO_SIZE = re.compile(r"\b\w+\s*<=?\s*(\w+)\s*$")
_DEEPEST = 4  # calls
_LEAST = 64  # iterations: fewer are not worth a question
_FREE = frozenset(("if", "for", "while", "switch", "return", "sizeof", "static_cast", "reinterpret_cast", "min", "max"))
# Instructions of a vector unit.
_CHEAP = re.compile(
    r"(?:f?abs|inline_f(?:max|min)|f(?:max|min)|fma|r?sqrt|floor|ceil|round|rint|trunc|copysign|isnan)f?|truncated|make_\w+|std"
)
_CASTS = frozenset(("int", "float", "double", "unsigned", "char", "short", "long", "size_t", "bool", "uint3", "dim3"))
_KNOWN = re.compile(
    r"(?:a?(?:sin|cos|tan)h?|atan2|exp(?:2|10|m1)?|log(?:2|10|1p)?|pow|cbrt|erfc?|hypot|fmod|isinf|sincos|tgamma|lgamma)f?"
    r"|atomic[A-Z]\w*|__half\w*|__float\w*|memset|memcpy|shuffle\w*|warp_\w+|block_\w+|tile_\w+"
)


@dataclass(frozen=True)
class Known:
    """What a kernel's text does not say of itself: parameters that are whole numbers for good, and the bodies of functions."""

    sizes: Container[str] = frozenset()
    body_of: Callable[[str], str | None] = lambda name: None


def worth_threads(body: str, count: str, known: Known | None = None) -> str:
    """An ``if`` clause for a parallel loop with ``count`` iterations of ``body``, both C++; empty where it cannot be told."""
    found = _work(body, known or Known())
    if found is None:
        return ""
    cost, factors = found
    least = WORTH // max(cost, 1)
    if least < _LEAST:
        return ""
    product = " * ".join((*(() if count.startswith("1ll") or not factors else ("1ll",)), count, *factors))
    return f" if(parallel: {product} > {1 << least.bit_length() - 1})"


def is_mathematics(name: str) -> bool:
    """Whether a function of the C library, called so in C++, only computes."""
    return (_KNOWN.fullmatch(name) or _CHEAP.fullmatch(name)) is not None and not name.startswith(("atomic", "mem"))


def operations(body: str) -> int | None:
    """About how many simple operations ``body`` is, ``None`` where that depends on a variable or on another function."""
    found = _work(body, Known())
    return found[0] if found is not None and not found[1] else None


def _work(body: str, known: Known, depth: int = 0) -> tuple[int, tuple[str, ...]] | None:
    """About how many simple operations ``body`` is, and the sizes by which that is multiplied."""
    if re.search(r"\b(?:while|goto|do)\b", body):
        return None
    rounds, factors = 1, []
    for match in _FOR.finditer(body):
        bound, size = _UP_TO.search(match[2]), _UP_TO_SIZE.search(match[2])
        if bound is not None and number_of(bound[1]) is None:
            return None
        if bound is not None and re.search(r"=\s*0\s*$", match[1]):
            rounds *= max(1, int(bound[1]))
        elif re.search(r">>=\s*1|/=\s*2", match[3]):
            rounds *= _HALVING
        elif size is not None and size[1] in known.sizes and re.search(r"=\s*\d+\s*$", match[1]) and not depth:
            factors.append(size[1])
        else:
            return None
    cost = 0
    for match in _CALL.finditer(body):
        name = match[1]
        if name in _FREE or name in _CASTS:
            continue
        if not _KNOWN.fullmatch(name) and not _CHEAP.fullmatch(name):
            inner = known.body_of(name) if depth < _DEEPEST else None
            found = _work(inner, known, depth + 1) if inner is not None else None
            if found is None:
                return None
            cost += found[0]
            continue
        cost += 2 if _CHEAP.fullmatch(name) else _LONG
    cost += len(re.findall(r"[-+*&|^<>=!]=?|\[|\?", body)) + 4 * len(re.findall(r"[/%]", body))
    return cost * rounds, tuple(dict.fromkeys(factors))
