"""Programs in forms that are easily misread give the findings that they name, and nothing about how they are written changes them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.pragmas import find_pragmas
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

_TITLE = re.compile(r"(.*) \((c|cpp|cu|h)\)(?:: (.*))?")


class Program(NamedTuple):
    """``codes`` are those of its findings, hints left out, in alphabetical order."""

    title: str
    language: str
    codes: tuple[str, ...]
    text: str


def programs() -> list[Program]:
    text = (Path(__file__).parent / "programs" / "classes.txt").read_text("utf-8")
    found = []
    for block in text.split("\n== ")[1:]:
        head, _, body = block.partition("\n")
        title = _TITLE.fullmatch(head)
        assert title is not None, head
        found.append(Program(title[1], title[2], tuple(sorted((title[3] or "").split())), body + "\n"))
    return found


PROGRAMS = programs()


def codes_of(text: str, language: str) -> tuple[str, ...]:
    found = check(Outline(parse(text, name=f"x.{language}")))
    return tuple(sorted(finding.code for finding in found if finding.severity != "hint"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_findings(program: Program) -> None:
    assert codes_of(program.text, program.language) == program.codes


def _with_line_ends_of_windows(text: str) -> str:
    return text.replace("\n", "\r\n")


def _with_comments_in_directives(text: str) -> str:
    """A comment behind every comma and every opening bracket of a directive, and blanks before the others."""
    return _rewritten(text, lambda word: {",": ", /* ) */ ", "(": "( /* , */", ")": " )", ":": ": "}.get(word, word))


def _with_continuations(text: str) -> str:
    return _rewritten(text, lambda word: {",": ", \\\n ", "(": " \\\n("}.get(word, word))


def _with_comments_between_statements(text: str) -> str:
    """What a comment says is nobody's business: neither `#pragma`, nor `printf(`, nor a brace."""
    lines = []
    for line in text.split("\n"):
        lines.append(line)
        if line.endswith((";", "{", "}")) and not line.lstrip().startswith("#"):
            lines.append("/* #pragma acc paralel loop } printf( x = 0 */")
    return "\n".join(lines)


def _with_more_blanks(text: str) -> str:
    return _rewritten(text, lambda word: {",": " , ", "(": " ( ", ")": " ) ", ":": " : ", "]": " ] "}.get(word, word))


def _rewritten(text: str, word_of) -> str:  # type: ignore[no-untyped-def]
    """The text with each word of its directives put through ``word_of``; what has strings or operators of its own is left."""
    source = parse(text, name="x.cpp")
    data = source.data
    for pragma in reversed(find_pragmas(source)):
        line = data[pragma.span.start : pragma.span.end]
        if pragma.sentinel != "acc" or b'"' in line or b"/*" in line or b"//" in line or b"\\" in line:
            continue
        tokens = tokenize(data, Span(pragma.span.start + 1, pragma.span.end))
        words = [word_of(token.text) if token.kind == "punctuation" else token.text for token in tokens]
        data = data[: pragma.span.start] + b"#" + " ".join(words).encode() + data[pragma.span.end :]
    return data.decode()


REWRITINGS = (
    _with_line_ends_of_windows,
    _with_comments_in_directives,
    _with_continuations,
    _with_comments_between_statements,
    _with_more_blanks,
)


@pytest.mark.parametrize("rewriting", REWRITINGS, ids=lambda rewriting: rewriting.__name__.lstrip("_"))
def test_how_it_is_written_changes_nothing(rewriting) -> None:  # type: ignore[no-untyped-def]
    changed = {}
    for program in PROGRAMS:
        codes = codes_of(rewriting(program.text), program.language)
        if codes != program.codes:
            changed[program.title] = (program.codes, codes)
    assert not changed


def test_names_change_nothing() -> None:
    """Every variable gets another name, of another length."""
    changed = {}
    for program in PROGRAMS:
        if "unseen" in program.title or "unknown header" in program.title or "macro" in program.title:
            continue  # what a name looks like matters where it is not declared
        text = re.sub(r"\b(a|b|n|i|j|k|s|x)\b(?=[\s\[\]{();,:+*<>=.&\-])", r"\1_of_mine", program.text)
        codes = codes_of(text, program.language)
        if codes != program.codes:
            changed[program.title] = (program.codes, codes)
    assert not changed
