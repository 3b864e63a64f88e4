"""Findings for people: the line that compilers print, the line of the source, a caret under what is meant."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from rich.text import Text

from loopwright.source.text import shown

_TAB = 8
_WIDEST = 160  # cells of a source line; of a longer one the part around the caret is shown
_BEFORE = 40
_STYLES = {"error": "bold red", "warning": "bold yellow", "information": "bold cyan", "hint": "bold blue"}


def finding_text(document: dict[str, Any], excerpt: bool = True) -> Text:
    """A finding of `check --format json`. The first line is `file:line:column: severity: message [code, section]` and nothing
    else; the ``excerpt`` and what can be done follow it."""
    severity = document["severity"]
    style = _STYLES[severity]
    told = Text.assemble(
        (_where(document["file"], document), "bold"),
        (f"{severity}: ", style),
        shown(document["message"]),
        (f" [{_sources(document)}]", "dim"),
    )
    if excerpt:
        told.append_text(_excerpt(document, style))
    told_of = document["line"]
    for related in document["related"]:
        told.append_text(
            Text.assemble(
                "\n", (_where(document["file"], related), "bold"), ("note: ", "bold cyan"), shown(related["message"])
            )
        )
        if excerpt and related["line"] != told_of:
            told.append_text(_excerpt(related, "bold cyan"))
    if excerpt:
        for fix in document["fixes"]:
            told.append_text(Text.assemble("\n    ", ("fix: ", "bold green"), shown(fix["title"])))
    return told


def _where(file: str, place: dict[str, Any]) -> str:
    return f"{shown(file)}:{place['line']}:{place['column']}: "


def _sources(document: dict[str, Any]) -> str:
    """The code, the section, and who else says so."""
    who = [name for name in document["origin"] if name != "loopwright"]
    also = f", also {', '.join(who)}" if who and len(who) < len(document["origin"]) else ""
    spec = f", OpenACC {document['spec']}" if document["spec"] else ""
    return f"{document['code']}{spec}{also}"


def _excerpt(place: dict[str, Any], style: str) -> Text:
    """The source line with its number, and the caret line below it; nothing for a line that is not known or empty."""
    line = place["text"]
    if not line.strip():
        return Text()
    start = _index(line, place["column"] - 1)
    end = _index(line, place["end_column"] - 1) if place["end_line"] == place["line"] else len(line)
    before, marked = (
        _cells(line[:start], 0),
        max(1, len(_cells(line[: max(start, end)], 0)) - len(_cells(line[:start], 0))),
    )
    cells = _cells(line, 0)
    first = max(0, len(before) - _BEFORE) if len(cells) > _WIDEST else 0
    cells = cells[first : first + _WIDEST]
    marked = min(marked, max(1, len(cells) - (len(before) - first)))
    number = str(place["line"])
    gutter = " " * len(number)
    return Text.assemble(
        "\n", (f" {number} | ", "blue"), "".join(cells),
        "\n", (f" {gutter} | ", "blue"), " " * (len(before) - first), ("^" + "~" * (marked - 1), style),
    )  # fmt: skip


def _index(line: str, units: int) -> int:
    """The index of the character that stands ``units`` UTF-16 code units into a line."""
    for index, character in enumerate(line):
        if units <= 0:
            return index
        units -= 2 if ord(character) > 0xFFFF else 1
    return len(line)


def _cells(line: str, column: int) -> list[str]:
    """What a terminal shows of a line, cell by cell: tabs are spaces, the second cell of a wide character is empty."""
    found: list[str] = []
    for number, part in enumerate(line.rstrip("\r\n").split("\t")):
        if number:
            found += [" "] * (_TAB - (column + len(found)) % _TAB)
        _add_cells(found, shown(part))
    return found


def _add_cells(found: list[str], text: str) -> None:
    for character in text:
        if (width := cell_len(character)) > 0:
            found += [character, *[""] * (width - 1)]
        elif found:  # an accent that stands on the character before it
            found[-1] += character
