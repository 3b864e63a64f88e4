"""How many iterations make it worth to wake the other threads.

To start a team and to wait for it costs a few microseconds, in which one core does tens of thousands of simple operations:
a launch below that runs on the thread that asks for it. Where the work of an iteration cannot be told from its text
(loops up to a variable, functions of the file), all launches run in parallel.
"""

from __future__ import annotations

import re

from loopwright.source.text import number_of

WORTH = 65536  # simple operations, a vector instruction counted for each of its elements
_LONG = 16  # one call of a mathematical function, in simple operations
_HALVING = 10  # rounds of a loop that halves a block of 1024 threads

_CALL = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^<>();]*>)?\s*\(")
_FOR = re.compile(r"\bfor\s*\(([^;]*);([^;]*);([^)]*)\)")
_UP_TO = re.compile(r"\b\w+\s*<=?\s*\(?(\d+)\)?\s*$")
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


def worth_threads(body: str, count: str) -> str:
    """An ``if`` clause for a parallel loop with ``count`` iterations of ``body``, both C++; empty where it cannot be told."""
    cost = operations(body)
    if cost is None:
        return ""
    least = WORTH // max(cost, 1)
    return f" if(parallel: {count} > {1 << least.bit_length() - 1})" if least > 1 else ""


def is_mathematics(name: str) -> bool:
    """Whether a function of the C library, called so in C++, only computes."""
    return (_KNOWN.fullmatch(name) or _CHEAP.fullmatch(name)) is not None and not name.startswith(("atomic", "mem"))


def operations(body: str) -> int | None:
    """About how many simple operations ``body`` is, ``None`` where that depends on a variable or on another function."""
    if re.search(r"\b(?:while|goto|do)\b", body):
        return None
    rounds = 1
    for match in _FOR.finditer(body):
        bound = _UP_TO.search(match[2])
        if bound is not None and number_of(bound[1]) is None:
            return None
        if bound is not None and re.search(r"=\s*0\s*$", match[1]):
            rounds *= max(1, int(bound[1]))
        elif re.search(r">>=\s*1|/=\s*2", match[3]):
            rounds *= _HALVING
        else:
            return None
    cost = 0
    for match in _CALL.finditer(body):
        name = match[1]
        if name in _FREE or name in _CASTS:
            continue
        if not _KNOWN.fullmatch(name) and not _CHEAP.fullmatch(name):
            return None
        cost += 2 if _CHEAP.fullmatch(name) else _LONG
    cost += len(re.findall(r"[-+*&|^<>=!]=?|\[|\?", body)) + 4 * len(re.findall(r"[/%]", body))
    return cost * rounds
