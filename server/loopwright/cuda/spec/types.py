"""Fundamental types as CUDA programs name them."""

from __future__ import annotations

from functools import lru_cache

RANKS = [
    "bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
]
RANKS += ["long long", "unsigned long long", "half", "__half", "float", "double"]
INTEGRAL = frozenset(RANKS[1 : RANKS.index("unsigned long long") + 1])
FUNDAMENTAL = frozenset(RANKS)
_SAID = frozenset(("const", "volatile", "struct", "typename", "static", "__shared__", "extern"))
_SAME = {
    "unsigned int": "unsigned",
    "uint": "unsigned",
    "uint32_t": "unsigned",
    "int32_t": "int",
    "int64_t": "long",
    "uint64_t": "unsigned long",
    "size_t": "unsigned long",
    "uint8_t": "unsigned char",
    "int8_t": "signed char",
    "uint16_t": "unsigned short",
    "int16_t": "short",
    "signed": "int",
    "unsigned char": "unsigned char",
    "long int": "long",
    "unsigned long int": "unsigned long",
    "long long int": "long long",
    "unsigned long long int": "unsigned long long",
    "short int": "short",
}


@lru_cache(maxsize=4096)
def named(text: str) -> str:
    """A type's own name: what else is said with it taken off, one name for those that are the same."""
    name = " ".join(word for word in text.split() if word not in _SAID)
    return _SAME.get(name.removeprefix("cuda::").removeprefix("std::"), name)
