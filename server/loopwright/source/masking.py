"""What tree-sitter is shown in place of the text: of the same length, so that all offsets hold.

The grammars know no preprocessor. Four things that compilers take without a word break their trees, and with them every
function around: a lone carriage return as a line end, a comment inside a pragma, macros for `restrict` and attributes in
declarators, and braces that open and close under different conditional lines. Each is covered by blanks or by what it
stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

_LONE_RETURN = re.compile(rb"\r(?!\n)")
# Begins with a literal: a fast search. `#` before it is not looked for; blanks in another comment change nothing.
_COMMENTED_PRAGMA = re.compile(rb"pragma\b(?:\\(?:\r\n|\n|\r)|[^\r\n])*?/\*(?:\\(?:\r\n|\n|\r)|[^\r\n])*")
_COMMENT = re.compile(rb"/\*[^\r\n]*?\*/|//[^\r\n\\]*\Z")
_RESTRICT = re.compile(rb"(?<=[*&])([ \t]*)(\w*RESTRICT\w*)(?=[ \t]+\w)")
_ATTRIBUTE = re.compile(rb"__attribute__[ \t]*\(\((?:[^()]|\([^()]*\))*\)\)")
_CONDITIONAL = re.compile(rb"#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:\\\r?\n|[^\r\n])*")
_NEGATED = re.compile(rb"#[ \t]*(?:ifndef\b|if[ \t]*![ \t]*defined\b|if[ \t]*\([ \t]*![ \t]*defined\b)")
_NO_CODE = re.compile(
    rb"//(?:\\\r?\n|[^\r\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'|#(?:\\\r?\n|[^\r\n])*", re.DOTALL
)
_BRACE = re.compile(rb"[{}]")
_NOT_A_LINE_END = re.compile(rb"[^\r\n]")
# Longer groups are code of their own, not a brace that depends on a condition.
_LONGEST_GROUP = 2_000


def masked(data: bytes, translated: bool = False) -> bytes:
    """The text to parse, as long as ``data``. A file that will be ``translated`` keeps its macros, attributes and
    conditional lines: what is made of its tree is compiled."""
    data = with_line_feeds(data)
    if b"/*" in data and _COMMENTED_PRAGMA.search(data):
        data = _COMMENTED_PRAGMA.sub(lambda pragma: _COMMENT.sub(_blank, pragma[0]), data)
    if translated:
        return data
    if b"RESTRICT" in data:
        data = _RESTRICT.sub(lambda word: word[1] + b"restrict".ljust(len(word[2])), data)
    if b"__attribute__" in data:
        data = _ATTRIBUTE.sub(_blank, data)
    for start, end in _hidden(data):
        data = data[:start] + _NOT_A_LINE_END.sub(b" ", data[start:end]) + data[end:]
    return data


def with_line_feeds(data: bytes) -> bytes:
    """To tree-sitter a lone carriage return is no line end."""
    return _LONE_RETURN.sub(b"\n", data) if b"\r" in data else data


class _Line(NamedTuple):
    """A conditional line: where, and its word."""

    start: int
    end: int
    word: bytes


def _hidden(data: bytes) -> Iterator[tuple[int, int]]:
    """Conditional lines whose branches hold braces that do not match, and all of their branches but one: the first, or
    that of `#else` where the condition is negated, so that groups of one condition agree."""
    for group in _innermost_groups(data):
        branches = [(a.end, b.start) for a, b in pairwise(group)]
        if all(_matches(data[start:end]) for start, end in branches):
            continue
        kept = len(branches) - 1 if len(branches) > 1 and _NEGATED.match(data, group[0].start) else 0
        for number, line in enumerate(group):
            yield line.start, line.end
            if number < len(branches) and number != kept:
                yield branches[number]


def _innermost_groups(data: bytes) -> Iterator[list[_Line]]:
    """From `#if` to `#endif`, short and with no other group inside."""
    group: list[_Line] = []
    for match in _CONDITIONAL.finditer(data):
        line = _Line(match.start(), match.end(), match[1])
        if line.word in (b"if", b"ifdef", b"ifndef"):
            group = [line]
        elif group:
            group.append(line)
        if group and line.word == b"endif":
            if line.end - group[0].start <= _LONGEST_GROUP:
                yield group
            group = []


def _matches(branch: bytes) -> bool:
    """Whether every brace has its partner in the branch."""
    if b"{" not in branch and b"}" not in branch:
        return True
    depth = 0
    for brace in _BRACE.findall(_NO_CODE.sub(b" ", branch)):
        depth += 1 if brace == b"{" else -1
        if depth < 0:
            return False
    return depth == 0


def _blank(match: re.Match[bytes]) -> bytes:
    return _NOT_A_LINE_END.sub(b" ", match[0])
