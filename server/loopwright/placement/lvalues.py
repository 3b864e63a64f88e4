"""What the text of an lvalue says that can stand in a clause: `grid->cells.data()`."""

from __future__ import annotations

from functools import lru_cache

from loopwright.source.tokens import Token, tokens_of

_JOINING = (".", "->")
_GIVES_PARTS = ("data", "size", "get")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """(variables, members) that a text names."""
    variables: set[str] = set()
    members: set[str] = set()
    before = ""
    for token in tokens_of(text):
        if token.kind == "name":
            (members if before in _JOINING else variables).add(token.text)
        before = token.text
    return frozenset(variables), frozenset(members)


def first_name(text: str) -> tuple[str, str]:
    """The variable that an lvalue begins with and the rest of it; both empty for what begins with no name."""
    tokens = tokens_of(text)
    if not tokens or tokens[0].kind != "name":
        return "", ""
    return tokens[0].text, text[len(tokens[0].text) :]


def last_name(text: str) -> str:
    """The last name of an lvalue outside of brackets: `x` of `s.x[i]`."""
    depth, found = 0, ""
    for token in tokens_of(text):
        depth += (token.text == "[") - (token.text == "]")
        if token.kind == "name" and depth == 0:
            found = token.text
    return found


def is_member(text: str) -> bool:
    """Whether a text is a member of something, or what a call without arguments gives of it, and nothing more: no element, no sum."""
    tokens = tokens_of(text)
    if [token.text for token in tokens[-2:]] == ["(", ")"]:
        tokens = tokens[:-2]
    return len(tokens) > 1 and _length_of_chain(tokens) == len(tokens)


def container_of(name: str) -> str:
    """The container or pointer whose elements `x.data()` or `x.get()` leads to, the name itself for others."""
    for part in ("data()", "get()"):
        for sign in _JOINING:
            if name.endswith(sign + part):
                return name.removesuffix(sign + part)
    return name


def containers_in(text: str) -> list[str]:
    """Every `a.x.data()`, `p->size()` and `q.get()` in a text."""
    tokens = tokens_of(text)
    found = []
    for at, token in enumerate(tokens):
        if token.kind != "name" or (at and tokens[at - 1].text in _JOINING):
            continue
        end = at + _length_of_chain(tokens[at:])
        called = [part.text for part in tokens[end : end + 2]] == ["(", ")"]
        if called and end - at > 1 and tokens[end - 1].text in _GIVES_PARTS:
            found.append("".join(part.text for part in tokens[at : end + 2]))
    return found


def _length_of_chain(tokens: tuple[Token, ...]) -> int:
    """How many tokens `a.x->y` has that begins with the first."""
    if not tokens or tokens[0].kind != "name":
        return 0
    length = 1
    while len(tokens) > length + 1 and tokens[length].text in _JOINING and tokens[length + 1].kind == "name":
        length += 2
    return length
