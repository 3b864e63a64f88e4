"""Addresses of a run → lines, directives and names of the program's text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from loopwright.device.report import Place
from loopwright.openacc.nodes import DirectiveNode
from loopwright.openacc.parser import parse_pragma
from loopwright.openacc.spec import clauses_of_variables, load_spec
from loopwright.source.lexemes import lexemes_within
from loopwright.source.pragmas import Pragma, find_pragmas
from loopwright.source.reading import read_file
from loopwright.source.syntax import Source, parse
from loopwright.source.text import decode, names_in
from loopwright.toolchain.binutils import ask

_DATA = clauses_of_variables("data")
_DATA_CLAUSES = (*_DATA, *(old for old, name in load_spec().aliases.items() if name in _DATA))


class Text:
    """A source file: its lines, and the directive that a line belongs to."""

    def __init__(self, path: Path) -> None:
        try:
            data = read_file(path)  # a `#line` names whatever it likes
        except OSError:
            data = b""
        self.source: Source = parse(decode(data), path.name)
        self.lines = self.source.data.decode("utf-8", "replace").split("\n")
        self._pragmas = {self._line(p): p for p in find_pragmas(self.source) if p.sentinel == "acc" and p.is_line}

    def _line(self, pragma: Pragma) -> int:
        return self.source.lines.to_position(pragma.span.start, "utf-16")[0] + 1

    def line(self, number: int) -> str:
        """A line's text, empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def statement(self, number: int) -> list[int]:
        """The lines from one on to the first that ends a statement: a compiler names the first of them."""
        found = [number]
        while (
            len(found) < 6 and not self.line(found[-1]).rstrip().endswith((";", "{", "}")) and self.line(found[-1] + 1)
        ):
            found.append(found[-1] + 1)
        return found

    def directive(self, number: int) -> DirectiveNode | None:
        """The directive that begins at a line."""
        pragma = self._pragmas.get(number)
        if pragma is None:
            return None
        after = self.source.data.index(b"acc", pragma.span.start) + len(b"acc")
        return parse_pragma(self.source.data, pragma.span, after)

    def directive_text(self, number: int) -> str:
        """`acc …` in one line, or the line as it stands where there is a call."""
        pragma = self._pragmas.get(number)
        if pragma is None:
            return " ".join(self.line(number).split())
        return f"acc {pragma.text}"

    def mapped(self, number: int) -> dict[str, str]:
        """Variables of the data clauses at a line by name, with the clause each is in."""
        node = self.directive(number)
        if node is None:
            return {}
        return {v.name: clause.name for clause in node.all(*_DATA_CLAUSES) for v in clause.variables}

    def listed(self, number: int, clause: str) -> frozenset[str]:
        """Variables of a clause, by any of its names, of the directive at a line."""
        node = self.directive(number)
        if node is None:
            return frozenset()
        names = (clause, *(old for old, name in load_spec().aliases.items() if name == clause))
        return frozenset(v.name for each in node.all(*names) for v in each.variables)


@lru_cache(maxsize=64)
def text_of(path: Path, changed: int) -> Text:
    """The text of a file as it was at its modification time."""
    return Text(path)


class Places:
    """Lines and symbols of one built program that was loaded at ``base``."""

    def __init__(self, program: Path, base: int, addresses: Iterable[int]) -> None:
        self._program = program
        self._symbols, linked = _symbols(program)
        self._shift = base - linked
        self._lines = self._resolve(sorted({a for a in addresses if a}))
        self._starts = [start for start, _, _ in self._symbols]

    def line(self, pc: int) -> Place | None:
        """Where the instruction before ``pc`` comes from: what is recorded is where a call returns to."""
        return self._lines.get(pc)

    def text(self, place: Place) -> Text:
        """The file of a place."""
        try:
            return text_of(place.file, place.file.stat().st_mtime_ns)
        except OSError:
            return Text(place.file)

    def variable(self, address: int) -> str | None:
        """The global or static variable at an address of the run."""
        at = address - self._shift
        place = bisect_right(self._starts, at) - 1
        if place < 0:
            return None
        start, size, name = self._symbols[place]
        return name.split(".")[0] if start <= at < start + size else None

    def _resolve(self, addresses: list[int]) -> dict[int, Place]:
        if not addresses:
            return {}
        asked = "\n".join(hex(address - self._shift - 1) for address in addresses)
        told = ask("addr2line", ["-e", str(self._program)], self._program, stdin=asked.encode())
        found = {}
        for address, answer in zip(addresses, told.splitlines()):
            name, _, number = answer.split(" (")[0].rpartition(":")
            if name and name != "??" and number.isdigit() and int(number):
                found[address] = Place(Path(name), int(number))
        return found


def _symbols(program: Path) -> tuple[list[tuple[int, int, str]], int]:
    """Data symbols by address with their sizes, and where the program was linked to begin."""
    found, base = [], 0
    told = ask("nm", ["-S", "--defined-only", str(program)], program, output_limit=50_000_000)
    for line in told.splitlines():
        words = line.split()
        if len(words) == 3 and words[2] == "__executable_start":
            base = int(words[0], 16)
        if len(words) == 4 and words[2] in "bBdDrR":
            found.append((int(words[0], 16), int(words[1], 16), words[3]))
    return sorted(found), base


def column_of(line: str, name: str) -> int | None:
    """Where a word begins in a line, in characters from 0."""
    return next((each.start for each in lexemes_within(line) if each.kind == "name" and each.text == name), None)


def words_of(line: str) -> list[str]:
    """Identifiers of a line of C, each once."""
    return list(dict.fromkeys(names_in(line)))
