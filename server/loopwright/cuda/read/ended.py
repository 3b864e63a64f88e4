"""Macros that are whole statements, used without a semicolon: `TICK` above `kernel<<<1, 1>>>(a);`. No grammar knows where such a statement ends: it
takes the call below for the name that a type `TICK` declares, and the launch is lost. They get the semicolon, which adds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.cuda.read.definitions import Definitions, Included
from loopwright.cuda.read.macros import all_definitions
from loopwright.source.lexemes import (
    arguments_at,
    code_within,
    directives_in,
    lexemes,
    read_directive,
    replaced,
)

_BEFORE = frozenset((";", "{", "}", ")", ":", "else", "do"))
_OPENS_BLOCK = frozenset(("{", "if", "for", "while", "switch", "do", "try"))
_PAIRS = (("{", "}"), ("(", ")"))


def with_ended_statements(text: str, included: Included) -> str:
    """``text`` with a semicolon behind such macros where a name follows. ``included`` finds the headers that stay outside."""
    ended = _ended(text, included)
    return replaced(text, _ends(text, ended)) if ended else text


def _ended(text: str, included: Included) -> dict[str, bool]:
    """Macros that are statements to their end wherever they are defined; whether each has parameters."""
    found: dict[str, bool] = {}
    bodies: dict[str, list[str]] = {}
    for macro in all_definitions(text):
        bodies.setdefault(macro.name, []).append(macro.body)
        found[macro.name] = macro.parameters is not None
    if any(line.strip().isidentifier() for line in text.split("\n")):
        for name, body in _of_headers(text, included).items():
            bodies.setdefault(name, []).append(body)
            found.setdefault(name, False)
    return {name: found[name] for name, every in bodies.items() if any(every) and all(map(_is_ended, every))}


def _of_headers(text: str, included: Included) -> dict[str, str]:
    """The macros without parameters that headers define, with their text."""
    known = Definitions({}, frozenset(), included)
    for line in directives_in(text):
        said = read_directive(line.text)
        if said is not None and said.word == "include":
            known.directive("include", "", line.text.rstrip(), True)
    return {name: body for name, body in known.names.items() if body is not None}


def _is_ended(body: str) -> bool:
    """Whether a macro's text is nothing, or statements of which the last one has its end."""
    words = [each.text for each in code_within(body)]
    if not words:
        return True
    if any(words.count(opens) != words.count(closes) for opens, closes in _PAIRS):
        return False
    return words[-1] == ";" or (words[-1] == "}" and words[0] in _OPENS_BLOCK)


def _ends(text: str, ended: dict[str, bool]) -> Iterator[tuple[int, int, str]]:
    """Where a semicolon goes: such a macro stands as a statement, and what follows begins with a name."""
    code = [each for each in lexemes(text) if each.kind not in ("remark", "directive")]
    ends = 0  # where the last such statement does
    for at, each in enumerate(code):
        begins = not at or code[at - 1].text in _BEFORE or code[at - 1].end == ends
        if each.kind != "name" or each.text not in ended or not begins:
            continue
        given = arguments_at(text, each.end) if ended[each.text] else ([], each.end)
        if given is None:
            continue
        ends = given[1]
        following = next((code[i] for i in range(at + 1, len(code)) if code[i].start >= ends), None)
        if following is not None and following.kind == "name" and following.text != "else":
            yield ends, ends, ";"
