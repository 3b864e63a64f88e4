"""Sections as a person writes them: `next[1:N - 2]` where the loop says `N`, not the number that `N` is today."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import prod

from loopwright.dependence.decide.sections import DataFact
from loopwright.lang.constants import constant_of_declaration, constant_of_text
from loopwright.lang.numbers import Constant
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import within
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in, with_names
from loopwright.suggest.accessors import is_changed_in

_FARTHEST = 2  # `N + 2` and `N - 2` are what a halo leaves
_SMALLEST = 4  # below it a number says as much as a name
_MOST_NAMES = 4  # products are of the outermost loops'


def named(outline: Outline, around: Span, facts: tuple[DataFact, ...]) -> tuple[DataFact, ...]:
    """The same sections, with numbers that a constant in the headers of the loops ``around`` explains put in its terms, the outermost
    loop's first."""
    values = _constants_of(outline, around)
    return tuple(_spelled(fact, values) for fact in facts) if values else facts


def numbered(outline: Outline, around: Span, facts: tuple[DataFact, ...]) -> tuple[DataFact, ...]:
    """The same sections with numbers for locals that keep what they begin with: code around them may be left out."""
    scopes = scopes_of(outline)
    words = {name for fact in facts for name in names_in(f"{fact.lower} {fact.length}")}
    values = {name: _never_set(outline, scopes, name, around.start) for name in words}
    known = {name: str(int(value.value)) for name, value in values.items() if value is not None and value.is_integer}
    return tuple(
        fact._replace(lower=with_names(fact.lower, known), length=with_names(fact.length, known)) for fact in facts
    )


def _spelled(fact: DataFact, values: dict[str, int]) -> DataFact:
    rows = tuple(":".join(_in_terms(end, values) for end in row.split(":")) for row in fact.rows)
    return fact._replace(lower=_in_terms(fact.lower, values), length=_in_terms(fact.length, values), rows=rows)


def _in_terms(text: str, values: dict[str, int]) -> str:
    if not text.isdecimal() or int(text) < _SMALLEST:
        return text
    near = [(abs(int(text) - value), name) for name, value in values.items() if abs(int(text) - value) <= _FARTHEST]
    if not near:
        return _products(values).get(int(text), text)
    _, name = min(near, key=lambda found: found[0])
    rest = int(text) - values[name]
    return name if rest == 0 else f"{name} {'+' if rest > 0 else '-'} {abs(rest)}"


def _constants_of(outline: Outline, around: Span) -> dict[str, int]:
    """Names in the headers of loops that are integer constants right before them."""
    headers = [loop.header for loop in outline.loops if around.start <= loop.span.start and loop.span.end <= around.end]
    scopes, found = scopes_of(outline), dict[str, int]()
    words = names_in(" ".join(f"{header.lower} {header.upper}" for header in headers))
    for name in dict.fromkeys(words):
        constant = constant_of_text(scopes, name, around.start) or _never_set(outline, scopes, name, around.start)
        if constant is not None and constant.is_integer and int(constant.value) >= _SMALLEST:
            found[name] = int(constant.value)
    return found


def _products(values: dict[str, int]) -> dict[int, str]:
    """What two or three of the names make. Squares too: `a[i * n + j]` is one of `n * n`, but where `m` has the same value it is
    rather one of `n * m`."""
    words = list(values)[:_MOST_NAMES]
    products = [factors for count in (2, 3) for factors in combinations_with_replacement(words, count)]
    found: dict[int, str] = {}
    for factors in sorted(products, key=lambda factors: (len(factors), -len(set(factors)))):
        found.setdefault(prod(values[factor] for factor in factors), " * ".join(factors))
    return found


def _never_set(outline: Outline, scopes: Scopes, name: str, offset: int) -> Constant | None:
    """What a local begins with and keeps (`int n = 1000;`): who changes it later wants the directive to follow."""
    known = scopes.lookup(name, offset)
    if known is None or known.kind != "variable" or known.is_global or known.value is None:
        return None
    if _is_set_in(outline, name, known.scope):
        return None
    return constant_of_declaration(scopes, known._replace(const=True))


@kept
def _is_set_in(outline: Outline, name: str, scope: Span) -> bool:
    """Asked for every loop of a function."""
    return is_changed_in(within(outline.source.tree.root_node, scope), {name})
