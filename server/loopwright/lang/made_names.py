"""The names of functions that macros may make outside of functions: `DEFINE(sqrt)`, `static int NAME(int &k)`, `s##qrt`. A call of such a name is
not one of the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile
from typing import NamedTuple

from loopwright.lang.declarations import Declaration
from loopwright.lang.declared_names import names_declared
from loopwright.lang.effects import effects
from loopwright.lang.macros import body_of, is_macro, parameters_of
from loopwright.lang.scopes import scopes_of
from loopwright.source.directive_macros import code_alone
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import listed_words, names_in, occurrences, words_in

_LONGEST = 400  # bytes of what a macro is given that are looked at
_SPLICES = (b"\\\n", b"\\\r\n")


class MadeNames(NamedTuple):
    """``said`` are words that may be the names of functions, ``pieces`` those that `##` may put together to one."""

    said: frozenset[str]
    pieces: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether a function of this name may be made."""
        return name in self.said or (bool(self.pieces) and self._is_put_together(name))

    def _is_put_together(self, name: str) -> bool:
        ends = {0}
        for end in range(1, len(name)):
            if any(name[start:end] in self.pieces for start in ends):
                ends.add(end)
        return any(name[start:] in self.pieces for start in ends if start)


_NONE = MadeNames(frozenset(), frozenset())


@kept
def made_by_macros(outline: Outline) -> MadeNames:
    """What the macros that a file and its headers use outside of functions may make."""
    macros = {name: macro for name, macro in scopes_of(outline).macros.items() if is_macro(macro)}
    files = (outline, *outline.headers)
    making = _making(macros)
    used = {name for file in files for name in making & _words_outside(file)} if making else set()
    others = {word for file in files for word in _spliced(file)} | _declared(macros, files)
    if not used:
        return MadeNames(frozenset(others), frozenset()) if others else _NONE
    reached = _reached(macros, used)
    bodies = [body_of(macros[name]) for name in reached]
    given = {name: tuple(text for file in files for text in _given_to(file, name)) for name in used}
    whole = (text for name, texts in given.items() if _hands_on(macros[name]) for text in texts)
    said = {word for text in (*bodies, *whole) for word in names_in(text)} | others
    with_bodies = [name for name in used if any("{" in body_of(macros[each]) for each in _reached(macros, {name}))]
    said |= {word for file in files for name in with_bodies for word in _heads_before(file, name)}
    pieces = set[str]()
    if any("##" in body for body in bodies):
        texts = (*bodies, *(text for texts in given.values() for text in texts))
        pieces = {word.decode() for word in listed_words(" ".join(texts).encode())}
    parameters = {word for name in reached for word in parameters_of(macros[name])}
    return MadeNames(frozenset(said - parameters), frozenset(pieces - parameters))


def _making(macros: Mapping[str, Declaration]) -> set[str]:
    """The macros that may make names of functions of the library, themselves or by others."""
    found = {name for name, macro in macros.items() if _may_make(macro)}
    inside = {name: macros.keys() & names_in(body_of(macro)) for name, macro in macros.items()} if found else {}
    while more := {name for name, others in inside.items() if name not in found and not found.isdisjoint(others)}:
        found |= more
    return found


def _may_make(macro: Declaration) -> bool:
    """Whether a macro has a body of a function, a name of the library or one that is put together, or leaves open what it names."""
    body = body_of(macro)
    if "##" in body or "{" in body or not effects().keys().isdisjoint(names_in(body)):
        return True
    plain = "".join(body.split())
    return any(f"{name}(" in plain or plain.endswith(name) for name in parameters_of(macro))


def _declared(macros: Mapping[str, Declaration], files: tuple[Outline, ...]) -> set[str]:
    """The names of functions of the library that macros declare in any other way, in functions too: `auto log = …`, `int (*n)(int)`."""
    declared = {
        name: names_declared(body_of(macro)) if _is_asked(macro) else frozenset() for name, macro in macros.items()
    }
    found = {name for names in declared.values() for name in names if name in effects()}
    declaring = _declaring(macros, declared)
    if declaring:  # a list of names may be given to one: `#define LIST(X) X(sqrt) X(exp)`
        found |= {
            word for macro in macros.values() if _calls_given(macro) for word in names_in(body_of(macro))
        } & effects().keys()
    for name in declaring:
        given = (text for file in files for text in _given_anywhere(file, name))
        found |= {word for text in given for word in names_in(text) if word in effects()}
    return found


def _is_asked(macro: Declaration) -> bool:
    """Whether a macro could declare a name of the library, or one that it is given: a type stands before it."""
    behind = names_in(body_of(macro))[1:]
    return not effects().keys().isdisjoint(behind) or not set(parameters_of(macro)).isdisjoint(behind)


def _declaring(macros: Mapping[str, Declaration], declared: Mapping[str, frozenset[str]]) -> set[str]:
    """The macros that declare what they are given, themselves or by others."""
    found = {name for name, macro in macros.items() if not declared[name].isdisjoint(parameters_of(macro))}
    while more := {
        name
        for name, macro in macros.items()
        if name not in found and any(_is_given(macro, other) for other in found.intersection(names_in(body_of(macro))))
    }:
        found |= more
    return found


def _is_given(macro: Declaration, other: str) -> bool:
    """Whether the text of a macro gives one of its parameters to another one."""
    text = body_of(macro).encode()
    given = (_in_brackets(text, at + len(other.encode())) for at in occurrences(text, other.encode()))
    return any(not set(names_in(each)).isdisjoint(parameters_of(macro)) for each in given)


def _calls_given(macro: Declaration) -> bool:
    """Whether a macro may use another one that it is given."""
    plain = "".join(body_of(macro).split())
    return any(f"{name}(" in plain for name in parameters_of(macro))


def _reached(macros: Mapping[str, Declaration], used: set[str]) -> set[str]:
    found, waiting = set(used), list(used)
    while waiting:
        inside = macros.keys() & names_in(body_of(macros[waiting.pop()]))
        waiting += inside - found
        found |= inside
    return found


def _hands_on(macro: Declaration) -> bool:
    """Whether something that a macro is given is in its text as it is: not put together with more."""
    parts, parameters = body_of(macro).split("##"), parameters_of(macro)
    for place, part in enumerate(parts):
        names = names_in(part)
        if names and place and part.lstrip().startswith(names[0]):
            names = names[1:]
        if names and place < len(parts) - 1 and part.rstrip().endswith(names[-1]):
            names = names[:-1]
        if not set(names).isdisjoint(parameters):
            return True
    return False


@kept
def _outside(file: Outline) -> bytes:
    """The code of a file that is in no function, with heads of functions."""
    data, parts, start = file.source.data, list[bytes](), 0
    for function in sorted(file.functions, key=lambda each: each.body.start):
        if function.body.start >= start:
            parts.append(data[start : function.body.start])
            start = function.body.end
    return code_alone(b"\n".join((*parts, data[start:])))


@kept
def _words_outside(file: Outline) -> frozenset[str]:
    return frozenset(word.decode("utf-8", "replace") for word in words_in(_outside(file)))


@kept
def _given_to(file: Outline, macro: str) -> tuple[str, ...]:
    """What a file gives to a macro outside of its functions."""
    return tuple(
        _in_brackets(_outside(file), at + len(macro.encode())) for at in occurrences(_outside(file), macro.encode())
    )


@kept
def _given_anywhere(file: Outline, macro: str) -> tuple[str, ...]:
    """What a file gives to a macro, in its functions too."""
    data = file.source.data
    return tuple(_in_brackets(data, at + len(macro.encode())) for at in occurrences(data, macro.encode()))


def _in_brackets(code: bytes, start: int) -> str:
    text = code[start : start + _LONGEST].decode("utf-8", "replace").lstrip()
    depth = 0
    for at, sign in enumerate(text) if text.startswith("(") else ():
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[:at]
    return text if depth else ""


@kept
def _spliced(file: Outline) -> frozenset[str]:
    """The words that a file writes on two lines (C11 5.1.1.2p1): whoever reads its text sees other ones."""
    found = set[str]()
    for splice in _SPLICES:
        for before, behind in pairwise(file.source.data.split(splice)):
            first, second = _last_word(before[-_LONGEST:]), _first_word(behind[:_LONGEST])
            found.update([first + second] if first and second else [])
    return frozenset(found)


def _last_word(text: bytes) -> str:
    return _first_word(text[::-1])[::-1]


def _first_word(text: bytes) -> str:
    """The word at the beginning of a text, empty where it does not begin with one."""
    return "".join(takewhile(lambda sign: sign.isalnum() or sign == "_", text.decode("latin-1")))


def _heads_before(file: Outline, macro: str) -> Iterator[str]:
    """The words in front of a macro that may be the body of a function: `static int sqrt(int &k) BODY`."""
    code = _outside(file)
    for at in occurrences(code, macro.encode()):
        begin = max(code.rfind(sign, 0, at) for sign in (b";", b"}")) + 1
        yield from names_in(code[begin:at].decode("utf-8", "replace"))
