"""The conditions of an integer set, cut into parts that share no name.

A set holds nothing just where one of its parts holds nothing. Parts are small where the whole is large, and the same ones come again and again:
the loops around an access are a part of all that is asked of it. Two alternatives in each of ten parts are twenty, not a thousand.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache

_APART = str.maketrans({sign: f" {sign} " for sign in "(),*[]"})  # what stands beside a name without a blank
_NO_NAMES = frozenset(("and", "or", "true"))


def parts(conditions: Iterable[str]) -> list[list[str]]:
    """Conditions, together where they share a name, the shortest part first."""
    above: dict[str, str] = {}  # towards the name that stands for a part

    def root(name: str) -> str:
        while above.setdefault(name, name) != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    named = {condition: [word for word in words(condition) if is_name(word)] for condition in conditions}
    for names in named.values():
        for name in names:
            above[root(name)] = root(names[0])
    found: dict[str, list[str]] = {}
    for condition, names in named.items():
        found.setdefault(root(names[0]) if names else "", []).append(condition)
    return sorted(found.values(), key=len)


def forms(parameters: Container[str], *sets: Iterable[str]) -> tuple[str, ...]:
    """Sets of the same names in isl's notation, with numbers for the names in the order in which they appear: what differs in names alone is
    one question."""
    numbered: dict[str, str] = {}
    bodies = []
    for conditions in sets:
        spelled = []
        for condition in conditions:
            for word in words(condition):
                if is_name(word) and word not in numbered:
                    numbered[word] = f"{'p' if word in parameters else 'x'}{len(numbered)}"
            spelled.append(" ".join(numbered.get(word, word) for word in words(condition)))
        bodies.append(" and ".join(spelled) or "true")
    free = ", ".join(word for name, word in numbered.items() if name in parameters)
    own = ", ".join(word for name, word in numbered.items() if name not in parameters)
    return tuple(f"[{free}] -> {{ [{own}] : {body} }}" for body in bodies)


@lru_cache(maxsize=4096)
def words(condition: str) -> tuple[str, ...]:
    """The names, numbers and signs of a condition in isl's notation."""
    return tuple(condition.translate(_APART).split())


def is_name(word: str) -> bool:
    """Whether a word of isl's notation is the name of a number."""
    return word.isidentifier() and word not in _NO_NAMES
