"""Words of a directive that the preprocessor may replace."""

from __future__ import annotations

from loopwright.lang.macros import is_macro
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.spec import load_spec
from loopwright.source.text import Span, number_of
from loopwright.source.tokens import Token


def is_shouted(word: str) -> bool:
    """Whether a word is written as macros are."""
    return len(word) > 1 and word.isupper()


def names_macro(unit: Unit, construct: Construct, span: Span, elsewhere: Elsewhere) -> bool:
    """Whether a macro, or what may be one of a header, stands in the entry of a list around ``span``."""
    tokens = construct.node.tokens
    at = next((i for i, token in enumerate(tokens) if token.span.end > span.start), len(tokens) - 1)
    first = at
    while first > 0 and tokens[first - 1].text not in (",", "("):
        first -= 1
    for index in range(first, len(tokens)):
        token = tokens[index]
        if token.span.start > span.end or (token.text in (",", ")") and token.span.start >= span.end):
            return False
        called = index + 1 < len(tokens) and tokens[index + 1].text == "("
        is_member = index > 0 and tokens[index - 1].text in (".", "->")
        if token.kind == "name" and (
            _may_be_several(unit, token.text)
            or ((called or is_shouted(token.text)) and not is_member and _may_be_of_header(unit, token, elsewhere))
        ):
            return True
    return False


def _may_be_of_header(unit: Unit, token: Token, elsewhere: Elsewhere) -> bool:
    """Whether a header may define a word as a macro: not one that the file declares, where the macro would have been put in, too."""
    declared = unit.declarations.lookup(token.text, token.span.start)
    return (declared is None or is_macro(declared)) and elsewhere.may_define(token.text)


def _may_be_several(unit: Unit, word: str) -> bool:
    """Whether a word is a macro that may stand for more than one name or number."""
    macro = unit.declarations.macros.get(word)
    if macro is None:
        return False
    value = macro.value.strip() if macro.kind == "constant" and macro.value is not None else ""
    return number_of(value) is None and not value.isidentifier()


def is_expanded(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> bool:
    """Whether a word that is neither in parentheses nor of the language may be a macro: what it expands to may be any part of
    the directive."""
    depth = 0
    for token in construct.node.tokens:
        depth = max(0, depth + (token.text in "([{") - (token.text in ")]}"))
        if (
            token.kind == "name"
            and depth == 0
            and (token.text in unit.declarations.macros or _may_be_macro(token.text, elsewhere))
        ):
            return True
    return False


def _may_be_macro(word: str, elsewhere: Elsewhere) -> bool:
    return is_shouted(word) and (elsewhere.may_define(word) or word.lower() not in load_spec().clauses)
