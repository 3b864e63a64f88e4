"""Files of Fortran as far as they are linked with C: which procedures one has, and which it may call.

Who asks what a file has wants to be sure, who asks what it calls must miss nothing: so the form of a file (columns, or free lines) is
believed of the one, and both are tried of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from loopwright.source.text import listed_words

FREE = (".f90", ".f95", ".f03", ".f08")
FIXED = (".f", ".for", ".f77")
_BEGINS = frozenset((b"subroutine", b"function", b"module", b"program", b"procedure"))
_LABELS = 5  # columns before that of a continuation
_SIGNS = (b"'", b'"', b"!")  # what begins a text, or a remark
_REMARKS = (b"c", b"*", b"!")  # in the first column
_CONDITIONAL = b"!$ "  # the mark of a line that is code for OpenMP, and a remark for others


class Statement(NamedTuple):
    """One statement in lower case, continued lines together, without remarks; ``texts``: what is quoted in it, which is blank in
    ``code``."""

    code: bytes
    texts: tuple[bytes, ...]


def procedures(data: bytes, fixed: bool) -> set[bytes]:
    """What a file has for others; an interface only declares."""
    found: set[bytes] = set()
    declares = False
    for statement in statements(data, fixed):
        words = statement.code.split()
        begins = words[:1] if words[:1] != [b"abstract"] else words[1:2]
        if begins == [b"interface"]:
            declares = True
        elif words[:1] == [b"endinterface"] or words[:2] == [b"end", b"interface"]:
            declares = False
        elif not declares:
            found.update(b"".join(listed_words(name)[:1]) for word, name in pairwise(words) if word in _BEGINS)
    return found - {b""}


def called(data: bytes) -> set[bytes]:
    """What may be a procedure that a file calls, or hands on."""
    data = data.lower().replace(_CONDITIONAL, b"")
    return {name for fixed in (False, True) for statement in statements(data, fixed) for name in _called(statement)}


def _called(statement: Statement) -> Iterator[bytes]:
    words = listed_words(statement.code)
    if b"external" in words:
        yield from words
    yield from (name for word, name in pairwise(words) if word == b"call")
    for before in statement.code.split(b"(")[:-1]:
        yield from listed_words(before)[-1:]
    for behind in statement.code.split(b"=>")[1:]:
        yield from listed_words(behind)[:1]
    yield from (text for text in statement.texts if listed_words(text) == [text])


def statements(data: bytes, fixed: bool) -> Iterator[Statement]:
    """Those of a file. ``fixed``: its columns say what is a remark, and what goes on."""
    code, texts = b"", list[bytes]()
    waiting, goes_on = (
        b"",
        False,
    )  # the quote that ends an open text; whether a free line is not the last of its statement
    for line in data.lower().splitlines():
        if fixed:
            if line[:1] in _REMARKS or not line.strip():
                continue
            continues = not line[:_LABELS].strip() and line[_LABELS : _LABELS + 1] not in (b"", b" ", b"0")
            line = line[_LABELS + 1 :] if continues else line
        else:
            continues, plain = goes_on, line.strip()
            if continues and not waiting and (not plain or plain.startswith(b"!")):
                continue
            line = plain.removeprefix(b"&") if continues else line
        if not continues:
            if code.strip():
                yield Statement(code, tuple(texts))
            code, texts, waiting = b"", [], b""
        own, quoted, waiting = _parts(line, waiting)
        goes_on = (line if waiting else own).rstrip().endswith(b"&")
        code += own.rstrip().removesuffix(b"&") + b" "
        texts += quoted
        waiting = waiting if fixed or goes_on else b""
    if code.strip():
        yield Statement(code, tuple(texts))


def _parts(line: bytes, waiting: bytes) -> tuple[bytes, list[bytes], bytes]:
    """The code of a line, its texts, and the quote that ends the text which is open at its end. ``waiting``: the one that is open at its
    begin."""
    code, texts, at = b"", list[bytes](), 0
    while at < len(line):
        if waiting:
            text, closed, _ = line[at:].partition(waiting)
            texts.append(text)
            at += len(text) + len(closed)
            if not closed:
                break
            waiting = b""
            continue
        end = min((place for sign in _SIGNS if (place := line.find(sign, at)) >= 0), default=len(line))
        code += line[at:end] + b" "
        sign, at = line[end : end + 1], end + 1
        if sign == b"!":
            break
        waiting = sign
    return code, texts, waiting
