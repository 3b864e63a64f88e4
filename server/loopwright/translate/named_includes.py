"""The file that an ``#include`` line means which macros write: `#include CONFIG`, `#include HEADER(sizes)` (C 6.10.2 and 6.10.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loopwright.cuda.read.macros import Macro, all_definitions, arguments_of_macro, with_arguments
from loopwright.source.includes import Include
from loopwright.source.lexemes import code_within, replaced
from loopwright.source.text import Span

_DEPTH = 8
_MARKS = frozenset(("#", "##"))


def included(rest: str, line: Span) -> Include | str | None:
    """What a line includes, or the text of macros that names it."""
    return named_file(rest, line) or (rest if rest[:1].isalpha() or rest[:1] == "_" else None)


def named_file(rest: str, line: Span) -> Include | None:
    """What a line includes that says its file's name."""
    close = {'"': '"', "<": ">"}.get(rest[:1])
    name = rest[1:].partition(close)[0] if close is not None else ""
    return Include(name, close == '"', line) if name else None


def file_of(text: str, names: Mapping[str, str | None], before: str) -> Include | None:
    """The file that macros stand for. ``names``: those without parameters that are defined there, ``before``: the text that defines others."""
    said = _Writing(names, _with_parameters(all_definitions(before))).out(text, _DEPTH)
    return named_file(said.strip(), Span(0, 0)) if said is not None else None


def _with_parameters(definitions: Iterable[Macro]) -> dict[str, Macro | None]:
    """Macros with parameters, nothing where two of a name differ."""
    found: dict[str, Macro | None] = {}
    for macro in definitions:
        known = found.get(macro.name, macro)
        alike = known is not None and (known.parameters, known.body) == (macro.parameters, macro.body)
        found[macro.name] = macro if alike and macro.parameters is not None else None
    return found


@dataclass(frozen=True)
class _Writing:
    """Writes macros out: ``plain`` ones, and those that ``take`` arguments."""

    plain: Mapping[str, str | None]
    take: Mapping[str, Macro | None]

    def out(self, text: str, depth: int) -> str | None:
        """``text`` without macros, nothing where that cannot be told."""
        if named_file(text.strip(), Span(0, 0)) is not None:
            return text
        edits: list[tuple[int, int, str]] = []
        done = 0
        for each in code_within(text):
            if each.kind != "name" or each.start < done:
                continue
            macro, body = self.take.get(each.text), self.plain.get(each.text)
            given = arguments_of_macro(text, each.end) if macro is not None else None
            if macro is not None and given is not None:
                arguments, done = given
                body = self._filled(macro, arguments, depth)
                if body is None:
                    return None
            elif body is None and each.text in self.plain:
                return None
            else:
                done = each.end
            if body is not None:
                edits.append((each.start, done, body))
        if not edits:
            return text
        return self.out(replaced(text, edits), depth - 1) if depth else None

    def _filled(self, macro: Macro, arguments: list[str], depth: int) -> str | None:
        """The text of a macro with its arguments: these are written out before, but for those of `#` and `##`."""
        words = [each.text for each in code_within(macro.body)]
        parameters = macro.parameters or ()
        places = [at for at, word in enumerate(words) if word in parameters]
        raw = [at for at in places if not _MARKS.isdisjoint((*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]))]
        if raw and len(raw) != len(places):
            return None
        given = arguments if raw else [self.out(each, depth - 1) if depth else None for each in arguments]
        known = [each for each in given if each is not None]
        return with_arguments(macro, known) if len(known) == len(given) else None
