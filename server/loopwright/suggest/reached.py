"""What a loop reaches through pointers: arrays it indexes and addresses it hands to functions. A construct brings an array that has no
clause; of what a pointer leads to it does not know how much there is (OpenACC 3.4, section 2.6.2)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import COMPUTE, Example, Place
from loopwright.openacc.directive import Directive
from loopwright.openacc.equivalent import names_of
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import Word
from loopwright.suggest.clause_lists import says_all_is_present

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_DATA = clauses_of_variables("data")
_OF_A_TYPE = frozenset(("*", "&", "const", "restrict", "__restrict", "__restrict__"))


class _Habit(NamedTuple):
    """From when on it is one: how many directives a project has at least, and how much of the arrays they name."""

    fewest: int
    nearly_all: float


@lru_cache(maxsize=1)
def _habit() -> _Habit:
    table = tomllib.loads(resources.files("loopwright.suggest.spec").joinpath("reached.toml").read_text("utf-8"))
    return _Habit(int(table["fewest"]), float(table["nearly_all"]))


def reached(outline: Outline, loop: Loop, place: Place) -> tuple[str, ...]:
    """The pointers declared outside of ``loop`` that it indexes or hands to a function, in order of appearance."""
    at, scopes = names_at(outline, loop), scopes_of(outline)
    found: dict[str, None] = {}
    for word in place.words:
        if word.part not in ("array", "scalar") or word.text in found:
            continue
        declared = at.declared(word.text)
        if declared is None or declared.kind not in ("variable", "parameter"):
            continue
        kind = scopes.type_of(declared).referred()
        if kind.is_pointer or (kind.is_array and declared.kind == "parameter"):
            found[word.text] = None
    return tuple(found)


def names_pointers(place: Place, in_file: Iterable[Example], elsewhere: Iterable[Example]) -> bool:
    """Whether nearly all that loops of the project index under compute constructs is named by the clauses of these. The file counts one by
    one, all others together as one more of it, and one of which nobody knows with these. Fewer than a habit say little: only where each names
    all is more of the same expected."""
    own, others = _shares(place, in_file), _shares(place, elsewhere)
    if 0 < len(own) + len(others) < _habit().fewest:
        return all(share == 1 for share in (*own, *others))
    project = (sum(others) + 0.5) / (len(others) + 1)
    return bool(own or others) and (sum(own) + project) / (len(own) + 1) >= _habit().nearly_all


def _shares(place: Place, examples: Iterable[Example]) -> list[float]:
    """Of what loops at such places index, how much the clauses of their constructs name, for each that indexes something."""
    shares = []
    for example in examples:
        arrays = _arrays_from_outside(example.place.words)
        if arrays and example.parsed.name in COMPUTE and example.place.around == place.around:
            shares.append(len(arrays - left_out(example.parsed, arrays)) / len(arrays))
    return shares


def _arrays_from_outside(words: Sequence[Word]) -> frozenset[str]:
    """What a loop indexes and does not declare: no type stands in front of it."""
    arrays, own = set[str](), set[str]()
    before = ""
    for word in words:
        if word.part == "array":
            arrays.add(word.text)
            own |= {word.text} if before == "type" else set()
        before = before if word.text in _OF_A_TYPE else word.part
    return frozenset(arrays - own)


def names_what_it_hands_on(example: Example) -> bool:
    """Whether the clauses of a directive name more than what its loop indexes itself."""
    words = [word for word in example.place.words if word.part in ("array", "scalar")]
    handed = {word.text for word in words if word.part == "scalar"} - {w.text for w in words if w.part == "array"}
    return bool(handed - left_out(example.parsed, handed))


def left_out(directive: Directive, names: Iterable[str]) -> frozenset[str]:
    """Those of ``names`` that no clause brings or says to be there."""
    if says_all_is_present(directive):
        return frozenset()
    named = {name for clause in directive.clauses if clause.name in _DATA for name in names_of(clause)}
    return frozenset(names) - named
