"""LW004: a bracket of the code that has no partner. Told only where no macro and no header can hold the partner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from loopwright.check.elsewhere import may_come_from_elsewhere
from loopwright.lang.macros import DECIDING, body_of, definitions_in
from loopwright.openacc.findings import Finding, Related
from loopwright.source.brackets import Misfit, are_paired, misfit
from loopwright.source.kept import kept
from loopwright.source.lexemes import Lexeme, lexemes, read_directive
from loopwright.source.outline import Outline
from loopwright.source.text import Span, words_in

CODE = "LW004"
_GOES_ON = frozenset(("=", ".", "->", "[", "++", "--", ",", "*", "::", "<<", ">>", "+=", "-=", "*=", "/=", "?", ":"))
_BEFORE_A_STATEMENT = frozenset((";", "{", "}"))
_KNOWN = DECIDING | {"FILE", "DIR", "catch"}


def unpaired(outline: Outline, path: Path | None = None, folders: Iterable[Path] = ()) -> Iterator[Finding]:
    """The first bracket without a partner, if there is one."""
    found = _misfit(outline)
    if found is None or _may_be_elsewhere(outline, path, tuple(folders)):
        return
    related = (Related(found.beside, _beside(found)),) if found.beside is not None else ()
    yield Finding(CODE, "error", found.span, message_of(found), "", related)


def garbled(outline: Outline, path: Path | None = None, folders: Iterable[Path] = ()) -> Span | None:
    """The function or declaration in which such a bracket stands: how it goes on is a guess of the parser."""
    told = next(unpaired(outline, path, folders), None)
    if told is None:
        return None
    return next((piece.span for piece in outline.pieces if piece.span.contains(told.span)), told.span)


def message_of(found: Misfit) -> str:
    """The finding in one sentence."""
    if found.opens:
        return f"this `{found.sign}` is never closed: what follows cannot be read for certain"
    return f"this `{found.sign}` closes nothing: what stands before or after it cannot be read for certain"


def _beside(found: Misfit) -> str:
    return "its place says that this closes another one" if found.sign == "{" else "this comes first"


@kept
def _misfit(outline: Outline) -> Misfit | None:
    """Asked only where the parser met an error: each bracket without a partner is one."""
    source = outline.source
    if not source.tree.root_node.has_error or source.unseen or source.is_too_large:
        return None
    return misfit(source.data)


def _may_be_elsewhere(outline: Outline, path: Path | None, folders: tuple[Path, ...]) -> bool:
    """Whether the partner may stand in a macro or in a header."""
    files = (outline, *outline.headers)
    macros = [(macro.name, body_of(macro)) for file in files for macro in definitions_in(file.source.data)]
    words = {word.decode("ascii", "replace") for word in words_in(outline.source.data)}
    if any(name in words and not are_paired(body) for name, body in macros):
        return True
    if any(misfit(header.source.data) is not None for header in outline.headers):
        return True
    tokens = [each for each in lexemes(outline.source.data.decode("latin-1")) if each.kind != "remark"]
    if _includes_in_braces(tokens):
        return True
    elsewhere = may_come_from_elsewhere(outline.source.data, path, folders)
    known = {name for name, _ in macros}
    return any(name not in known and elsewhere.may_define(name) for name in _stand_alone(tokens))


def _includes_in_braces(tokens: Sequence[Lexeme]) -> bool:
    """Whether a file is included in the middle of a function or a declaration."""
    depth = 0
    for token in tokens:
        depth += (token.text == "{") - (token.text == "}")
        directive = read_directive(token.text) if token.kind == "directive" and depth > 0 else None
        if directive is not None and directive.word.startswith("include"):
            return True
    return False


def _stand_alone(tokens: Sequence[Lexeme]) -> Iterator[str]:
    """Names that stand where a statement begins, and may be macros that hold brackets: written in capitals, or with arguments that nothing
    ends."""
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else None
        is_first = before is None or before.kind == "directive" or before.text in _BEFORE_A_STATEMENT
        if token.kind != "name" or not is_first or token.text in _KNOWN:
            continue
        after = _behind_arguments(tokens, number + 1)
        has_arguments = after > number + 1
        follows = tokens[after] if after < len(tokens) else None
        goes_on = follows is not None and follows.text in _GOES_ON
        if not goes_on and (token.text.isupper() or (has_arguments and follows is not None and follows.kind == "name")):
            yield token.text


def _behind_arguments(tokens: Sequence[Lexeme], at: int) -> int:
    """The number of the token behind the arguments that may stand at a token."""
    depth = 0
    while at < len(tokens):
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
        if not depth:
            return at + 1 if tokens[at].text == ")" else at
        at += 1
    return at
