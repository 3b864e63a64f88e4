"""What tree-sitter is shown in place of the text: of the same length, so that all offsets hold.

The grammars know no preprocessor. Seven things that compilers take without a word break their trees, and with them every
function around: a lone carriage return as a line end, a comment inside a pragma, macros for `restrict` and attributes in
declarators, braces that open and close under different conditional lines, a `#` alone on its line, blanks behind a macro that stands for
nothing, to which a grammar adds the next line, and pragmas between a header such as `for (…)` and its body, which to a grammar end the
statement. Each is covered by blanks or by what it stands for, as are macros that stand for directives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from loopwright.source.attributes import is_remark
from loopwright.source.text import occurrences
from loopwright.source.type_words import shown

_LONE_RETURN = re.compile(rb"\r(?!\n)")
# Begins with a literal: a fast search. `#` before it is not looked for; blanks in another comment change nothing.
_COMMENTED_PRAGMA = re.compile(rb"pragma\b(?:\\(?:\r\n|\n|\r)|[^\r\n])*?/\*(?:\\(?:\r\n|\n|\r)|[^\r\n])*")
_COMMENT = re.compile(rb"/\*[^\r\n]*?\*/|//[^\r\n\\]*\Z")
# A comment in a directive that ends on a later line takes the rest of that line into the directive.
_LONG_COMMENT = re.compile(
    rb"(^[ \t]*#[ \t]*pragma\b(?:\\(?:\r\n|\n|\r)|[^\r\n/]|/(?![/*]))*)(/\*.*?\*/(?:\\(?:\r\n|\n|\r)|[^\r\n])*)",
    re.DOTALL | re.MULTILINE,
)
_BLANKS_BEHIND = re.compile(rb"\\([ \t]+)(\r?\n)")  # compilers take it for a continuation
# nvcc's preprocessor takes the comment away, and its compiler what is left for a continuation.
_CONTINUED_BEHIND = re.compile(rb"\\(?=[ \t]+//)")
_SAYS_NOTHING = re.compile(rb"#(?=[ \t]*(?:\r?\n|//))")
_SAYS_NOTHING_MORE = re.compile(
    rb"(#[ \t]*(?:define[ \t]+\w+(?:\([^()\r\n]*\))?|pragma|error|warning))((?:[ \t]|\\\r?\n|/\*[^\r\n]*?\*/)+)(\r?\n)"
)
_OPERATOR = re.compile(rb"_Pragma\s*\(\s*\"(?:\\.|[^\"\\\r\n])*\"\s*\)")
_RESTRICT = re.compile(rb"(?<=[*&])([ \t]*)(\w*RESTRICT\w*)(?=[ \t]+\w)")
_ATTRIBUTE = re.compile(rb"__attribute__[ \t]*\(\((?:[^()]|\([^()]*\))*\)\)")
_CONDITIONAL = re.compile(rb"#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:\\\r?\n|[^\r\n])*")
_NEGATED = re.compile(rb"#[ \t]*(?:ifndef\b|if[ \t]*![ \t]*defined\b|if[ \t]*\([ \t]*![ \t]*defined\b)")
_NO_CODE = re.compile(
    rb"//(?:\\\r?\n|[^\r\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'|#(?:\\\r?\n|[^\r\n])*", re.DOTALL
)
# `/*` that opens a comment, after what hides one: the rest of a line behind `//`, strings, characters.
_OPENING = re.compile(rb"//(?:\\\r?\n|[^\r\n])*|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'|(/\*)", re.DOTALL)
_BRACE = re.compile(rb"[{}]")
_NOT_A_LINE_END = re.compile(rb"[^\r\n]")
_PRAGMA = re.compile(rb"pragma[ \t]")
_OF_OPENACC = re.compile(rb"#[ \t]*pragma[ \t]+acc\b")
_ONE_NAME = re.compile(
    rb"#[ \t]*(?:el)?if(?:(n)?def)?[ \t]*(!?)[ \t]*(?:defined\b)?[ \t]*\(?[ \t]*(\w+)[ \t]*\)?[ \t]*(?=//|/\*|[\r\n])"
)
_OF_A_LANGUAGE = re.compile(rb"#[ \t]*pragma[ \t]+(?:acc|omp)\b")
_DIRECTIVE_LINE = re.compile(rb"#[ \t]*(\w+)(?:[^\r\n\\]+|\\(?:\r\n|\n|\r)?)*")
_BETWEEN = re.compile(
    rb"(?:\s|//[^\r\n]*|/\*.*?\*/|#[ \t]*(?:pragma|if|ifdef|ifndef|elif|else|endif)\b(?:\\(?:\r\n|\n|\r)|[^\r\n])*)*",
    re.DOTALL,
)
_HEADER = re.compile(rb"\b(?:for|while|if|switch|if[ \t]+constexpr)\s*\Z")
_HEADER_WORD = re.compile(rb"\b(?:else|do)\Z")
_LONGEST_HEADER = 1_000
_MOST_OPEN_COMMENTS = 16
# Longer groups are code of their own, not a brace that depends on a condition.
_LONGEST_GROUP = 2_000
_LONGEST_DELETE = 60
_LONGEST_HEAD = 200
_CLASSES = (b"class", b"struct")
# What a macro's name has in it that says who may see a class, as `TINY_API` and `CORE_EXPORT` do.
_EXPORTING = frozenset((b"API", b"DLL", b"DLLEXPORT", b"EXPORT", b"EXPORTS", b"LIB", b"PUBLIC", b"VISIBLE"))


def masked(data: bytes, translated: bool = False, macros: Iterable[tuple[int, int]] = ()) -> bytes:
    """The text to parse, as long as ``data``. A file that will be ``translated`` keeps its macros, attributes and
    conditional lines: what is made of its tree is compiled. ``macros`` are those that stand for directives."""
    data = without_open_comments(_BLANKS_BEHIND.sub(rb"\1\\\2", with_line_feeds(data)))
    # The line ends where it says no more, so that no line has another number.
    data = _SAYS_NOTHING_MORE.sub(lambda line: line[1] + line[3] + line[2].replace(b"\\", b" "), data)
    if b"/*" in data and _COMMENTED_PRAGMA.search(data):
        data = _COMMENTED_PRAGMA.sub(lambda pragma: _COMMENT.sub(_blank, pragma[0]), data)
        data = _LONG_COMMENT.sub(lambda pragma: pragma[1] + _NOT_A_LINE_END.sub(b" ", pragma[2]), data)
    data = _covered(data, _null_directives(data))
    if translated:
        data = _CONTINUED_BEHIND.sub(b" ", data)
        if b"_Pragma" in data:
            data = _covered(data, ((a, b) for a, b in _operators(data) if b"unroll" in data[a:b]))
        return _covered(data, _pragmas_before_bodies(data, translated))
    data = shown(data)
    if b"RESTRICT" in data:
        data = _RESTRICT.sub(lambda word: word[1] + b"restrict".ljust(len(word[2])), data)
    data = _without_remarks(data)
    if b"_Pragma" in data:
        data = _covered(data, _operators(data))
    if b"delete" in data:
        data = _covered(data, _brackets_of_delete(data))
    data = _covered(data, _export_words(data))
    data = _covered(data, macros)
    data = _covered(data, _hidden(data))
    return _covered(data, _pragmas_before_bodies(data, translated))


def words_for_restrict(data: bytes) -> frozenset[bytes]:
    """The words that :func:`masked` takes for `restrict`: macros by their names, whatever they stand for."""
    return frozenset(found[2] for found in _RESTRICT.finditer(data)) if b"RESTRICT" in data else frozenset()


def without_open_comments(data: bytes) -> bytes:
    """Comments that never end, but for the first few: for each of them tree-sitter reads the rest of the text, and 13,000
    take it minutes."""
    closed = data.rfind(b"*/")
    tail = closed + 2 if closed >= 0 else 0
    if data.count(b"/*", tail) <= _MOST_OPEN_COMMENTS:
        return data
    opening = [match.span() for match in _OPENING.finditer(data, tail) if match[1]]
    return _covered(data, opening[_MOST_OPEN_COMMENTS:])


def with_line_feeds(data: bytes) -> bytes:
    """To tree-sitter a lone carriage return is no line end."""
    return _LONE_RETURN.sub(b"\n", data) if b"\r" in data else data


def _null_directives(data: bytes) -> Iterator[tuple[int, int]]:
    """`#` alone on its line, which is a directive that says nothing (C17 6.10.7); not where a raw string may hold it."""
    if b'R"' in data:
        return
    for match in _SAYS_NOTHING.finditer(data):
        lines = data[max(match.start() - 200, 0) : match.start()].rstrip(b" \t")
        if lines[-1:] in (b"", b"\n") and not lines.rstrip(b"\r\n").endswith(b"\\"):
            yield match.span()


def _operators(data: bytes) -> Iterator[tuple[int, int]]:
    """`_Pragma("…")` outside of the preprocessor's lines: a grammar takes it for a call without its semicolon."""
    for match in _OPERATOR.finditer(data):
        line = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        before = data[: match.start() - len(line)].rstrip(b"\r\n")
        if not line.lstrip().startswith(b"#") and not before.endswith(b"\\"):
            yield match.span()


class _Line(NamedTuple):
    """A conditional line: where, and its word."""

    start: int
    end: int
    word: bytes


def _hidden(data: bytes) -> Iterator[tuple[int, int]]:
    """Conditional lines whose branches hold braces that do not match, and all of their branches but one. That is the one with
    directives of OpenACC or whose condition is that of such a branch elsewhere; else the first, or that of `#else` where the
    condition is negated. So groups of one condition agree."""
    groups = [
        group
        for group in _innermost_groups(data)
        if not all(_matches(data[a.end : b.start]) for a, b in pairwise(group))
    ]
    assumed = dict(known for group in groups for known in _with_openacc(data, group))
    for group in groups:
        branches = [(a.end, b.start) for a, b in pairwise(group)]
        kept = _branch(data, group, assumed)
        for number, line in enumerate(group):
            yield line.start, line.end
            if number < len(branches) and number != kept:
                yield branches[number]


def _branch(data: bytes, group: list[_Line], assumed: Mapping[bytes, bool]) -> int:
    """The number of the branch that is shown."""
    conditions = [_condition(data, line) for line in group[:-1] if line.word != b"else"]
    known = [assumed[name] == holds if name in assumed else None for name, holds in conditions]
    if True in known:
        return known.index(True)
    if None not in known and len(group) - 1 > len(known):
        return len(known)
    return len(group) - 2 if len(group) > 2 and _NEGATED.match(data, group[0].start) else 0


def _with_openacc(data: bytes, group: list[_Line]) -> Iterator[tuple[bytes, bool]]:
    """What the condition of the only branch with a directive of OpenACC says."""
    found = [line for line, behind in pairwise(group) if _OF_OPENACC.search(data, line.end, behind.start)]
    if len(found) == 1 and found[0].word != b"else":
        yield _condition(data, found[0])
    elif len(found) == 1 and len(group) == 3:
        name, holds = _condition(data, group[0])
        yield name, not holds


def _condition(data: bytes, line: _Line) -> tuple[bytes, bool]:
    """What a conditional line asks for, and whether it is to hold: a name, however it is spelt, or the text."""
    simple = _ONE_NAME.match(data, line.start)
    if simple is None:
        return data[line.start : line.end].split(line.word, 1)[1].strip(), True
    return simple[3], not (simple[1] == b"n" or simple[2])


def hidden_branches(data: bytes, parsed: bytes, macros: Iterable[tuple[int, int]] = ()) -> Iterator[tuple[int, int]]:
    """Branches with code in them that :func:`masked` left out, as what it made of ``data`` shows."""
    data = _covered(data, (*_operators(data), *macros))  # a directive is no code
    data = _without_remarks(data)
    for group in _innermost_groups(data):
        for before, after in pairwise(group):
            start, end = before.end, after.start
            branch = data[start:end]
            if not parsed[start:end].isspace():
                continue
            if _BRACE.sub(b" ", _NO_CODE.sub(b" ", branch)).strip() or (
                _OF_OPENACC.search(branch) and not _matches(branch)
            ):
                yield start, end


def conditional_lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Where lines such as `#if`, `#else` and `#endif` stand."""
    return (match.span() for match in _CONDITIONAL.finditer(data))


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


def _without_remarks(data: bytes) -> bytes:
    """With blanks for attributes that change nothing."""
    if b"__attribute__" not in data:
        return data
    return _ATTRIBUTE.sub(lambda found: _blank(found) if is_remark(found[0].decode("latin-1")) else found[0], data)


def _blank(match: re.Match[bytes]) -> bytes:
    return _NOT_A_LINE_END.sub(b" ", match[0])


def _covered(data: bytes, spans: Iterable[tuple[int, int]]) -> bytes:
    """``data`` with blanks in ``spans``; itself where there are none."""
    covered = bytearray()
    for start, end in spans:
        covered = covered or bytearray(data)
        covered[start:end] = _NOT_A_LINE_END.sub(b" ", data[start:end])
    return bytes(covered) if covered else data


def _export_words(data: bytes) -> Iterator[tuple[int, int]]:
    """`TINY_API` of `class TINY_API Node : public Base {`, which the grammar takes for the name of the class, and the rest for a function."""
    for keyword in _CLASSES:
        for at in occurrences(data, keyword):
            start = at + len(keyword)
            words = _before_body(data[start : start + _LONGEST_HEAD])
            name = words[0] if words[1:] and words[2:] in ([], [b"final"]) else b""
            if name.isupper() and not _EXPORTING.isdisjoint(name.split(b"_")):
                begin = data.index(name, start)
                yield begin, begin + len(name)


def _before_body(head: bytes) -> list[bytes]:
    """The words in front of a class's bases or members, none where neither follows."""
    end = next((at for at, sign in enumerate(head) if sign in b"{:;(),=<>"), len(head))
    is_class = head[end : end + 1] in (b"{", b":") and head[end : end + 2] != b"::"
    return head[:end].split() if is_class else []


def _brackets_of_delete(data: bytes) -> Iterator[tuple[int, int]]:
    """The brackets of `delete[] (p + n)`, which the grammar takes for those of a lambda."""
    at = data.find(b"delete")
    while at >= 0:
        behind = data[at + len(b"delete") : at + _LONGEST_DELETE].lstrip()
        start = at + data[at:].find(behind[:1]) if behind[:1] == b"[" else -1
        inside = behind[1:].lstrip()
        if start >= 0 and inside[:1] == b"]" and inside[1:].lstrip()[:1] == b"(":
            yield start, data.index(b"]", start) + 1
        at = data.find(b"delete", at + 1)


def _pragmas_before_bodies(data: bytes, translated: bool) -> Iterator[tuple[int, int]]:
    """Pragmas, and conditional lines with nothing but pragmas in them, between a header and its body. In a file that will be
    translated those of OpenACC and OpenMP are left out: the program that comes out has them."""
    done = code_end = before = 0
    for match in _PRAGMA.finditer(data):
        code_end = _end_of_code(data, match.start(), before, code_end)
        before = match.start()
        if code_end < done or not _is_header(data, code_end):
            continue
        between = _BETWEEN.match(data, code_end)
        assert between is not None  # the pattern matches the empty string
        done = between.end()
        found = list(_DIRECTIVE_LINE.finditer(data, code_end, done))
        if data[done : done + 1] not in (b"}", b"") and _are_whole(found) and (not translated or _are_hints(found)):
            yield from (line.span() for line in found)


def _end_of_code(data: bytes, offset: int, before: int, known: int) -> int:
    """End of the last line above ``offset`` that is neither blank nor a comment nor the preprocessor's; it is ``known`` if
    there is none below ``before``, where it was asked for last."""
    end = data.rfind(b"\n", 0, offset)
    while end > before:
        start = data.rfind(b"\n", 0, end) + 1
        line = data[start:end].strip()
        if line and not line.startswith((b"#", b"//")) and not (line.startswith(b"/*") and line.endswith(b"*/")):
            return start + _code_length(data[start:end])
        end = start - 1
    return known


def _code_length(line: bytes) -> int:
    """Length of a line without the comments at its end; what looks like one inside a string is none."""
    if b"//" in line or b"*/" in line:
        line = _NO_CODE.sub(lambda found: _blank(found) if found[0].startswith(b"/") else found[0], line)
    return len(line.rstrip())


def _is_header(data: bytes, end: int) -> bool:
    """Whether `else`, `do`, or `for`, `while`, `if`, `switch` with their parentheses end at ``end``."""
    if data[end - 1 : end] != b")":
        return _HEADER_WORD.search(data, max(0, end - 8), end) is not None
    depth = 0
    for at in range(end - 1, max(-1, end - _LONGEST_HEADER), -1):
        depth += (data[at] == 41) - (data[at] == 40)  # ) and (
        if depth == 0:
            return _HEADER.search(data, max(0, at - 20), at) is not None
    return False


def _are_whole(lines: list[re.Match[bytes]]) -> bool:
    """Whether every `#if` has its `#endif` among the lines."""
    depth = 0
    for line in lines:
        depth += line[1].startswith(b"if") - (line[1] == b"endif")
        if depth < 0 or (depth == 0 and line[1] in (b"else", b"elif")):
            return False
    return depth == 0


def _are_hints(lines: list[re.Match[bytes]]) -> bool:
    return all(line[1] == b"pragma" and not _OF_A_LANGUAGE.match(line[0]) for line in lines)
