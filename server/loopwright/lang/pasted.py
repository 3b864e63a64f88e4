"""Names that macros put together: `CALL(f)` is `gee_f` where `#define CALL(f) gee_##f` says so (C11 6.10.3.3).

Such a name stands nowhere in the text. What it is made of does: in the macros that paste, in those that use them, and where these
are used. A name that these words give one after the other may be meant there; others are not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from loopwright.source.directive_macros import Definition, definitions_in, together
from loopwright.source.text import names_in, occurrences

_SIGNS = (b"##", b"%:%:")  # the second is the first where a keyboard lacks it
_LONGEST_CALL = 100_000


def pastes(data: bytes) -> bool:
    """Whether a text may put words together."""
    return any(sign in data for sign in _SIGNS)


def pasting_macros(texts: Sequence[bytes]) -> frozenset[str]:
    """The macros of texts in whose expansion words may be put together."""
    return _pasting(together(map(_definitions, texts)))


def names_pasted(wanted: Collection[str], texts: Sequence[bytes]) -> frozenset[str]:
    """Those of the ``wanted`` names that macros of the texts may put together, wherever in these they are used."""
    parts = words_pasted(texts)
    return frozenset(name for name in wanted if is_made_of(name, parts)) if parts else frozenset()


def words_pasted(texts: Sequence[bytes]) -> frozenset[str]:
    """The words that macros of the texts may put together."""
    if not any(map(pastes, texts)):
        return frozenset()
    return frozenset(_parts(together(map(_definitions, texts)), texts))


def _definitions(data: bytes) -> dict[str, tuple[Definition, ...]]:
    return definitions_in(data.replace(_SIGNS[1], _SIGNS[0]))


def _pasting(macros: Mapping[str, tuple[Definition, ...]]) -> frozenset[str]:
    found = {name for name, some in macros.items() if any("##" in each.body for each in some)}
    while True:
        more = {
            name
            for name, some in macros.items()
            if name not in found and any(not found.isdisjoint(each.body) for each in some)
        }
        if not more:
            return frozenset(found)
        found |= more


def _parts(macros: Mapping[str, tuple[Definition, ...]], texts: Sequence[bytes]) -> set[str]:
    """The words that may be put together."""
    pasting = _pasting(macros)
    parts: set[str] = set()
    for name in pasting:
        parts |= _own_words(macros[name])
    for data in texts:
        for name in pasting:
            for given in _given(data, name):
                parts |= set(names_in(given)) if given is not None else _of_those_that_call(macros, texts)
    waiting = list(parts)
    while waiting:
        for word in _own_words(macros.get(waiting.pop(), ())) - parts:
            parts.add(word)
            waiting.append(word)
    return parts


def _own_words(some: Sequence[Definition]) -> set[str]:
    """What bodies of macros say beside their parameters."""
    return {
        word for each in some for token in each.body for word in names_in(token) if word not in (each.parameters or ())
    }


def _of_those_that_call(macros: Mapping[str, tuple[Definition, ...]], texts: Sequence[bytes]) -> set[str]:
    """What macros say that use another one whose name they are given, as in `#define ALL(X) X(one) X(two)`."""
    found: set[str] = set()
    for name, some in macros.items():
        if any(_calls_a_parameter(each) for each in some):
            found |= _own_words(some)
            found |= {word for data in texts for given in _given(data, name) for word in names_in(given or "")}
    return found


def _calls_a_parameter(definition: Definition) -> bool:
    body = [token for token in definition.body if token.strip()]
    return any(first in (definition.parameters or ()) and second == "(" for first, second in pairwise(body))


def _given(data: bytes, name: str) -> Iterator[str | None]:
    """What stands between the parentheses behind each use of a name, ``None`` where there are none."""
    for at in occurrences(data, name.encode()):
        opening = at + len(name)
        while data[opening : opening + 1].isspace():
            opening += 1
        if data[opening : opening + 1] != b"(":
            yield None
            continue
        depth, end = 0, opening
        while end < min(len(data), opening + _LONGEST_CALL):
            depth += (data[end] == 40) - (data[end] == 41)  # ( and )
            end += 1
            if depth == 0:
                break
        yield data[opening:end].decode("utf-8", "replace")


def is_made_of(name: str, parts: Collection[str]) -> bool:
    """Whether a name is two or more of the words, or numbers behind one, one after the other."""
    ends = {0}
    for end in range(1, len(name) + 1):
        for start in tuple(ends):
            piece = name[start:end]
            whole = start == 0 and end == len(name)
            if not whole and (piece in parts or (start > 0 and piece.isdigit())):
                ends.add(end)
                break
    return len(name) in ends
