"""Macros that stand for directives: `#define ACC_LOOP _Pragma("acc parallel loop")`, also with arguments and through other
macros. They are written out as the preprocessor does it (C 6.10.3). A use that stands for directives and nothing else is a
directive in its place; to the parser it is blank, as it is to a compiler.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from loopwright.lazily import cached_property
from loopwright.source.text import Span

# Begins with a literal: a fast search; `#` before it is looked for behind it.
_DEFINE = re.compile(rb"define[ \t]+(\w+)((?:\\[ \t]*(?:\r\n|\n|\r)|[^\r\n])*)")
_UNDEFINE = re.compile(rb"undef[ \t]+(\w+)")
_CONTINUATION = re.compile(r"\\[ \t]*(?:\r\n|\n|\r)")
_REMARK = re.compile(r"(\"(?:\\.|[^\"\\])*\")|//.*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(
    r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|##|\.\.\.|[^\s\w]|\s+"
)
# What is no code, tried before names are: a name inside is no use.
_NO_CODE = (
    rb"^[ \t]*#(?:\\[ \t]*(?:\r\n|\n|\r)|/\*(?:[^*]|\*(?!/)){0,1000}\*/|[^\r\n])*|//(?:\\(?:\r\n|\n|\r)|[^\r\n])*|/\*.*?\*/"
    rb"|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'"
)
# A line of one word, with arguments or without, in front of a loop or a block: the preprocessor alone can make sense of it.
_ALONE = re.compile(
    rb"^[ \t]*(?!(?:else|do|try|return|for|while|if|switch)\b)[A-Za-z_]\w*[ \t]*(?:\((?:[^(){};]|\([^(){};]*\))*\))?[ \t]*"
    rb"(?:\r?\n\s*)?(?:for\b|while\b|do\b|\{|#[ \t]*pragma\b|[A-Z_]+[ \t]*(?:\(|\r?\n))",
    re.MULTILINE,
)
_DEEPEST = 12
_MOST_STEPS = 4_000
_MOST_DEFINITIONS = 4
_LONGEST_CALL = 4_000
_DEEPEST_CALL = 32
_MOST_USES = 5_000  # of a file, tried; where there are more, nobody wrote them


class Definition(NamedTuple):
    """One `#define`: ``parameters`` is ``None`` for a macro without parentheses; ``body`` is what it is replaced by."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]


Definitions = Mapping[str, tuple[Definition, ...]]


class Use(NamedTuple):
    """A macro in the code that stands for directives: their texts behind `#pragma`."""

    span: Span
    name: str
    directives: tuple[str, ...]


class Define(NamedTuple):
    """A `#define` as it is written: where, from that word on, and what stands behind the name."""

    span: Span
    name: str
    text: str


def defines_in(data: bytes) -> Iterator[Define]:
    """The `#define` lines of a text in order."""
    for match in _DEFINE.finditer(data):
        if data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip() == b"#":
            yield Define(Span(*match.span()), match[1].decode("utf-8", "replace"), match[2].decode("utf-8", "replace"))


def undefines_in(data: bytes) -> Iterator[tuple[int, str]]:
    """Where the `#undef` lines of a text stand, and which names they take away."""
    for match in _UNDEFINE.finditer(data):
        if data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip() == b"#":
            yield match.start(), match[1].decode("utf-8", "replace")


def code_alone(data: bytes) -> bytes:
    """A text with blanks for lines of the preprocessor, remarks and strings, as long as it was."""
    return re.sub(_NO_CODE, lambda part: b" " * len(part[0]), data, flags=re.DOTALL | re.MULTILINE)


def definitions_in(data: bytes) -> dict[str, tuple[Definition, ...]]:
    """The macros of a text, each with its different definitions: which one holds, conditions decide."""
    found: dict[str, tuple[Definition, ...]] = {}
    for _, name, written in defines_in(data):
        text = _REMARK.sub(lambda part: part[1] or " ", _CONTINUATION.sub(" ", written))
        listed, closed, body = text[1:].partition(")") if text.startswith("(") else ("", "", "")
        parameters = tuple(p.strip() for p in listed.split(",") if p.strip()) if closed else None
        definition = Definition(parameters, _tokens((body if closed else text).strip()))
        known = found.get(name, ())
        if definition not in known and len(known) < _MOST_DEFINITIONS:
            found[name] = (*known, definition)
    return found


def together(each: Iterable[Definitions]) -> dict[str, tuple[Definition, ...]]:
    """The definitions of several texts."""
    found: dict[str, tuple[Definition, ...]] = {}
    for definitions in each:
        for name, some in definitions.items():
            known = found.get(name, ())
            found[name] = (*known, *(d for d in some if d not in known))[:_MOST_DEFINITIONS]
    return found


def may_use_others(data: bytes) -> bool:
    """Whether some line looks like a macro in place of a directive, wherever that is defined."""
    return _ALONE.search(data) is not None


class DirectiveMacros:
    """Those of some macros that may stand for directives."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions

    @cached_property
    def names(self) -> frozenset[str]:
        """Macros in whose expansion `_Pragma` can stand."""
        found = {"_Pragma"}
        while True:
            more = {
                name
                for name, some in self.definitions.items()
                if name not in found and any(word in found for d in some for word in d.body)
            }
            if not more:
                return frozenset(found - {"_Pragma"})
            found |= more

    def uses_in(self, data: bytes) -> Iterator[Use]:
        """Where the code of ``data`` has such a macro that stands for directives and nothing else."""
        if not self.names:
            return
        words = b"|".join(re.escape(name.encode()) for name in sorted(self.names))
        tried = 0
        for match in re.finditer(_NO_CODE + rb"|\b(" + words + rb")\b", data, re.DOTALL | re.MULTILINE):
            if match[1] is None:
                continue
            tried += 1
            if tried > _MOST_USES:
                return
            name = match[1].decode()
            for end in _ends_of_use(data, match.end()):
                directives = self.directives(data[match.start() : end].decode("utf-8", "replace"))
                if directives:
                    yield Use(Span(match.start(), end), name, directives)
                    break

    def directives(self, text: str) -> tuple[str, ...]:
        """The directives that ``text`` stands for, empty if it is more than that."""
        found = _Expansion(self.definitions).of(_tokens(text), frozenset(), 0)
        return _pragmas(found) or ()

    def is_certain(self, name: str) -> bool:
        """Whether every definition of a macro that is not empty has the same body."""
        return len({d for d in self.definitions.get(name, ()) if any(t.strip() for t in d.body)}) == 1


def _ends_of_use(data: bytes, end: int) -> Iterator[int]:
    """Where a use may end whose name ends at ``end``: behind its arguments, or there."""
    opening = end
    while data[opening : opening + 1] in (b" ", b"\t"):
        opening += 1
    if data[opening : opening + 1] == b"(":
        depth = 0
        for at in range(opening, min(len(data), opening + _LONGEST_CALL)):
            depth += (data[at] == 40) - (data[at] == 41)  # ( and )
            if depth == 0:
                yield at + 1
            if not 0 < depth < _DEEPEST_CALL:
                break
    yield end


class _Expansion:
    """One writing out, within a number of steps. Of several definitions of a macro that one is taken which leads to a directive
    of OpenACC, failing that of OpenMP."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.steps = 0

    def of(self, tokens: tuple[str, ...], hidden: frozenset[str], depth: int) -> tuple[str, ...]:
        """``tokens`` with every macro written out that is not ``hidden``."""
        found: list[str] = []
        at = brackets = 0
        while at < len(tokens):
            self.steps += 1
            name = tokens[at]
            some = self.definitions.get(name, ()) if name not in hidden and depth < _DEEPEST else ()
            brackets += (name == "[") - (name == "]")
            if brackets > 0 and all(_is_number(each) for each in some):
                some = ()  # a section keeps the names of its sizes, as it is written
            call = _arguments(tokens, at + 1)
            tried = []
            for definition in some if self.steps < _MOST_STEPS else ():
                if definition.parameters is not None and call is None:
                    continue
                given = call[0] if call is not None and definition.parameters is not None else ()
                filled = self._filled(definition, given, hidden, depth)
                tried.append((self.of(filled, hidden | {name}, depth + 1), definition.parameters is not None))
            if not tried:
                found.append(name)
                at += 1
                continue
            chosen, takes = max(tried, key=lambda one: _worth(one[0]))
            found += chosen
            at = call[1] if takes and call is not None else at + 1
        return tuple(found)

    def _filled(
        self, definition: Definition, given: tuple[tuple[str, ...], ...], hidden: frozenset[str], depth: int
    ) -> tuple[str, ...]:
        values = _values(definition.parameters or (), given)
        body = definition.body
        found: list[str] = []
        for at, token in enumerate(body):
            before = next((t for t in reversed(body[:at]) if not t.isspace()), "")
            if token in values and before == "#":
                while found and found.pop() != "#":
                    pass
                text = " ".join("".join(values[token]).split())
                found.append('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
            elif token in values:
                found += self.of(values[token], hidden, depth + 1)
            else:
                found.append(token)
        return tuple(found)


def _is_number(definition: Definition) -> bool:
    return definition.parameters is None and "".join(definition.body).strip().isdigit()


def _values(parameters: tuple[str, ...], given: tuple[tuple[str, ...], ...]) -> dict[str, tuple[str, ...]]:
    values = dict(zip(parameters, given))
    if parameters and parameters[-1].endswith("..."):
        name = parameters[-1].removesuffix("...").strip() or "__VA_ARGS__"
        rest: list[str] = []
        for part in given[len(parameters) - 1 :]:
            rest += [*([",", " "] if rest else []), *part]
        values[name] = tuple(rest)
    return values


def _arguments(tokens: tuple[str, ...], at: int) -> tuple[tuple[tuple[str, ...], ...], int] | None:
    """The arguments of a macro whose name ends before ``at``, and where they end."""
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    if tokens[at : at + 1] != ("(",):
        return None
    depth, start, found = 0, at + 1, []
    for place in range(at, len(tokens)):
        token = tokens[place]
        depth += (token == "(") - (token == ")")
        if (token == "," and depth == 1) or depth == 0:
            part = tokens[start:place]
            while part and part[0].isspace():
                part = part[1:]
            while part and part[-1].isspace():
                part = part[:-1]
            found.append(part)
            start = place + 1
        if depth == 0:
            return tuple(found), place + 1
    return None


def _pragmas(tokens: tuple[str, ...]) -> tuple[str, ...] | None:
    """The directives of an expansion that is nothing but `_Pragma("…")` in a row; ``None`` for another one."""
    words = [token for token in tokens if not token.isspace()]
    found = []
    for at in range(0, len(words), 4):
        part = words[at : at + 4]
        if len(part) < 4 or (part[0], part[1], part[3]) != ("_Pragma", "(", ")") or not part[2].startswith('"'):
            return None
        found.append(" ".join(part[2][1:-1].replace('\\"', '"').replace("\\\\", "\\").split()))
    return tuple(found)


def _worth(tokens: tuple[str, ...]) -> int:
    directives = _pragmas(tokens)
    if not directives:
        return 0
    words = {text.split(" ")[0] for text in directives}
    return 3 if "acc" in words else 2 if "omp" in words else 1


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text))
