"""Assignments that begin a list of expressions in parentheses, `(k += v, k < 9)`: the grammar of C++ takes the rest for an error.
With parentheses of its own, `((k += v), k < 9)`, the assignment is the same to a compiler, and read."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.source.lexemes import Lexeme, code_within, lexemes, replaced

_SETS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
# Behind another word, parentheses are arguments or parameters, or the grammar knows them.
_BEFORE_VALUE = frozenset(("return", "while", "throw", "else", "do"))
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


def with_assignments_apart(text: str) -> str:
    """``text`` where no list of expressions in parentheses begins with a bare assignment."""
    if not any(_may_begin_with_one(text, at) for at in _openings(text)):
        return text
    every = [each for each in lexemes(text) if each.kind != "remark"]
    code = [each for each in every if each.kind != "directive"]
    of_macros = [
        [
            Lexeme(part.kind, part.text, part.start + each.start, part.end + each.start)
            for part in code_within(each.text)
        ]
        for each in every
        if each.kind == "directive"
    ]
    spans = [span for part in (code, *of_macros) for span in _bare(part)]
    signs = ((at, at, sign) for start, end in spans for at, sign in ((start, "("), (end, ")")))
    return replaced(text, sorted(signs))


def _openings(text: str) -> Iterator[int]:
    at = text.find("(")
    while at >= 0:
        yield at
        at = text.find("(", at + 1)


def _may_begin_with_one(text: str, at: int) -> bool:
    """Whether an equals sign stands before the first comma behind a parenthesis: a cheap look before all tokens are read."""
    comma = text.find(",", at, at + 400)
    return text.find("=", at, comma) > 0 if comma > 0 else False


def _bare(code: list[Lexeme]) -> Iterator[tuple[int, int]]:
    """Where such assignments begin and end in the text."""
    for at, each in enumerate(code):
        if (
            each.text == "("
            and _holds_values(code, at)
            and (comma := _comma_behind_assignment(code, at + 1)) is not None
        ):
            yield code[at + 1].start, code[comma - 1].end


def _holds_values(code: list[Lexeme], at: int) -> bool:
    """Whether a parenthesis is no list of arguments or parameters, by what stands before it."""
    before = code[at - 1] if at else None
    if before is None or before.text in ("]", ">"):
        return False
    if before.kind == "name":
        return before.text in _BEFORE_VALUE
    # Behind a cast, or behind what is called: parameters have a type and a name before their value.
    return before.text != ")" or (at + 2 < len(code) and code[at + 2].text in _SETS and not _ends_operator(code, at))


def _ends_operator(code: list[Lexeme], at: int) -> bool:
    return [each.text for each in code[max(at - 3, 0) : at]] == ["operator", "(", ")"]


def _comma_behind_assignment(code: list[Lexeme], start: int) -> int | None:
    """The first comma of a list whose first expression sets something. None where that may hold arguments of a template, whose
    commas are none of the list."""
    depth, sets = 0, False
    for at in range(start, len(code)):
        sign = code[at].text
        if sign in _CLOSING:
            depth -= 1
        if depth < 0 or (not depth and sign in (";", "<")):
            return None
        if not depth and sign == ",":
            return at if sets else None
        sets |= not depth and sign in _SETS
        depth += sign in _OPENING
    return None
