"""Type and constant value of an expression in a directive, as far as the files in sight tell (`unknown` where they do not)."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.lang.constants import constant_of, constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.expressions import Typing
from loopwright.lang.fragments import expression
from loopwright.lang.scopes import Scopes
from loopwright.source.tokens import Token

_MOST_TOKENS = 400


class Typed(NamedTuple):
    """``category`` as in :meth:`Scopes.category`; ``value`` where the expression is an integer constant."""

    category: str
    value: int | None = None


UNKNOWN = Typed("unknown")


def evaluate(tokens: tuple[Token, ...], scopes: Scopes, offset: int) -> Typed:
    """What ``tokens`` are as an expression at ``offset``."""
    if not tokens or len(tokens) > _MOST_TOKENS:
        return UNKNOWN
    node = expression(_text(tokens), "c" if scopes.outline.source.language == "c" else "cpp")
    if node is None:
        return UNKNOWN
    constant = constant_of(scopes, node, offset)
    value = int(constant.value) if constant is not None and constant.is_integer else None
    type = Typing(scopes, offset).type_of(node)
    if type.base or type.layers:
        return Typed(scopes.category_of_type(type), value)
    return UNKNOWN if value is None else Typed("integer", value)


def integer(tokens: tuple[Token, ...], scopes: Scopes, offset: int) -> int | None:
    """The ``value`` of that alone."""
    if not tokens or len(tokens) > _MOST_TOKENS:
        return None
    constant = constant_of_text(scopes, _text(tokens), offset)
    return int(constant.value) if constant is not None and constant.is_integer else None


def _text(tokens: tuple[Token, ...]) -> str:
    return " ".join([token.text for token in tokens])


def element_category(scopes: Scopes, declaration: Declaration, subscripts: int) -> str:
    """Category of ``declaration`` after ``subscripts`` indices."""
    if declaration.kind in ("function", "type", "constant"):
        return "unknown"
    type = scopes.expanded(declaration.type).referred()
    if subscripts > len(type.layers):
        return "unknown"
    if not subscripts and declaration.kind == "parameter":
        type = type.decayed()
    for _ in range(subscripts):
        type = type.element()
    return scopes.category_of_type(type)
