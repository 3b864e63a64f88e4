"""Accesses that leave a struct by one of its pointers: what they reach is other memory than the struct's."""

from __future__ import annotations

from loopwright.openacc.accesses import Access
from loopwright.openacc.constructs import Unit
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize


def followed_member(unit: Unit, use: Access) -> str:
    """The first member on the way of an access, if it is a pointer that is followed (`p->values[i]`); empty for others."""
    scopes = unit.declarations
    type = scopes.expanded(use.declaration.type).referred()
    owner = scopes.classes.of(type.base)
    if owner is None or type.layers.count("*") > 1:
        return ""
    tokens = tokenize(unit.data, Span(use.place.start_byte, use.place.end_byte))
    depth = 0
    for token, name, after in zip(tokens, tokens[1:], tokens[2:]):
        depth += (token.text in ("[", "(")) - (token.text in ("]", ")"))
        if token.text in (".", "->") and depth == 0:
            member = scopes.classes.member(owner, name.text)
            is_pointer = member is not None and member.type.layers[:1] == ("*",)
            return name.text if is_pointer and after.text in ("[", "->") else ""
    return ""
