"""Loops, functions, kernels and launches of a file.

They are put together from those of its top-level pieces (:mod:`pieces`).
"""

from __future__ import annotations

import bisect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tree_sitter import Node

from loopwright.lazily import cached_property
from loopwright.source.directive_macros import DirectiveMacros, may_use_others, together
from loopwright.source.headers import LoopHeader
from loopwright.source.nodes import definition_around, is_closed
from loopwright.source.pieces import EMPTY, FunctionShape, Piece, PieceShape, pieces_of
from loopwright.source.pragmas import Pragma, find_pragmas
from loopwright.source.syntax import Language, Source
from loopwright.source.text import Span

_PRAGMA = re.compile(rb"pragma[ \t]+(?:acc|omp)\b")
_LOGICAL_LINE = re.compile(rb"(?:[^\r\n\\]+|\\(?:\r\n|\n|\r)?)*")


FindHeaders: TypeAlias = "Callable[[Source], tuple[Outline, ...]]"
FindUnits: TypeAlias = "Callable[[], tuple[Outline, ...]]"


class Function(NamedTuple):
    """A function definition. ``kind``: ``host``, ``kernel`` (``__global__``) or ``device``."""

    name: str
    span: Span
    body: Span
    kind: str

    @staticmethod
    def of(shape: FunctionShape, base: int) -> Function:
        """The function whose piece begins at ``base``."""
        return Function(shape.name, shape.span.shifted(base), shape.body.shifted(base), shape.kind)


class Definition(NamedTuple):
    """A function as the syntax tree of the file or header that defines it has it."""

    outline: Outline
    function: Function
    node: Node

    @property
    def is_whole(self) -> bool:
        """Whether the parser was shown all its code, to the end."""
        return is_closed(self.node) and not self.outline.source.hides_code_in(self.function.span)


class Launch(NamedTuple):
    """A kernel launch; ``configuration`` holds grid, block and what follows, as text."""

    kernel: str
    span: Span
    configuration: tuple[str, ...]


class Loop(NamedTuple):
    """A `for` loop. ``depth`` is 0 for an outermost loop; ``exits`` names the statements that
    leave it early (break, return, goto, throw); ``pragmas`` are those that govern it."""

    span: Span
    header_end: int
    body: Span
    header: LoopHeader
    depth: int
    parent: Loop | None
    function: Function | None
    exits: tuple[str, ...]
    pragmas: tuple[Pragma, ...]

    def pragma(self, sentinel: str) -> Pragma | None:
        """The last pragma of ``sentinel`` that governs the loop."""
        return next((p for p in reversed(self.pragmas) if p.sentinel == sentinel), None)

    def around(self) -> Iterator[Loop]:
        """The loops that it stands in, the innermost first."""
        loop = self.parent
        while loop is not None:
            yield loop
            loop = loop.parent


class HeaderSearch(ABC):
    """Where the headers of one file are looked for."""

    @abstractmethod
    def __call__(self, source: Source, /) -> tuple[Outline, ...]:
        """All that a text in the file's place includes, directly or not."""

    @abstractmethod
    def included(self, line: bytes, folder: Path | None, language: Language) -> tuple[Path, Outline] | None:
        """The file that an include line brings, one of the file itself or of what lies in ``folder``; ``None`` if it is not found."""


class Including(NamedTuple):
    """A file that includes another one, and the line that does."""

    outline: Outline
    line: Span


class UnitSearch(ABC):
    """Where the files are looked for that are compiled for the same program as one."""

    @abstractmethod
    def __call__(self) -> tuple[Outline, ...]:
        """The other files, as far as they are known."""

    @abstractmethod
    def including(self) -> tuple[Including, ...]:
        """All files of the project that include this one; none where that cannot be told, or they are many."""


class KnownUnits(UnitSearch):
    """The other files where they were found before."""

    def __init__(self, units: tuple[Outline, ...], including: tuple[Including, ...]) -> None:
        self._units, self._including = units, including

    def __call__(self) -> tuple[Outline, ...]:
        return self._units

    def including(self) -> tuple[Including, ...]:
        return self._including


class KnownHeaders(HeaderSearch):
    """For another text of the same file: the headers that one has already."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline

    def __call__(self, source: Source, /) -> tuple[Outline, ...]:
        return self._outline.headers

    def included(self, line: bytes, folder: Path | None, language: Language) -> tuple[Path, Outline] | None:
        search = self._outline.search
        return search.included(line, folder, language) if search is not None else None


class Outline:
    """Everything found in one :class:`Source`. Cheap to make; the parts are computed on first use, the headers that it includes
    too, which ``find_headers`` finds. Where an answer may not take long, it ``asks_callers`` nothing: what they pass is not known."""

    def __init__(
        self,
        source: Source,
        find_headers: FindHeaders | None = None,
        find_units: FindUnits | None = None,
        asks_callers: bool = True,
    ) -> None:
        self._given, self.asks_callers = source, asks_callers
        self._find_headers, self._find_units = find_headers, find_units
        # What analyses keep with this version of the file, by `kept.py` alone.
        self.kept_answers: dict[Hashable, Any] = {}
        self._bare_loops: dict[int, dict[int, Loop]] = {}  # of a piece, by their offsets
        self._named_pragmas: dict[str, tuple[Pragma, ...]] = {}
        self._piece_pragmas: dict[int, tuple[Pragma, ...]] = {}
        self._piece_loops: dict[int, tuple[Loop, ...]] = {}

    def directly_in(self, loop: Loop) -> Iterator[Loop]:
        """The loops that stand in ``loop`` and in no other one inside of it."""
        return (
            other for other in self.loops_below(loop) if other.parent is not None and other.parent.span == loop.span
        )

    def loops_below(self, loop: Loop) -> Iterator[Loop]:
        """``loop`` and the loops that stand in it, in order, without looking at the rest of the file."""
        loops = self.loops_in(self.pieces[self.piece_index(loop.span.start)])
        first = bisect.bisect_left(loops, loop.span.start, key=lambda other: other.span.start)
        for index in range(first, len(loops)):
            if loops[index].span.start >= loop.span.end:
                return
            yield loops[index]

    @cached_property
    def headers(self) -> tuple[Outline, ...]:
        """The headers that the file includes, each once, as far as they were found."""
        return self._find_headers(self._given) if self._find_headers is not None else ()

    @property
    def search(self) -> HeaderSearch | None:
        """Where its headers are looked for, if one line of it can be asked about."""
        return self._find_headers if isinstance(self._find_headers, HeaderSearch) else None

    @cached_property
    def source(self) -> Source:
        """The text, read with the macros of its headers where they may stand for directives."""
        if self._find_headers is None or not any(b"_Pragma" in header.source.data for header in self.headers):
            return self._given
        if not may_use_others(self._given.data):
            return self._given
        return self._given.among([header.source.definitions for header in self.headers])

    @cached_property
    def directive_macros(self) -> DirectiveMacros:
        """The macros in sight that may stand for directives."""
        each = (self.source, *(header.source for header in self.headers))
        if not any(b"_Pragma" in source.data for source in each):
            return DirectiveMacros({})
        return DirectiveMacros(together(source.definitions for source in each))

    @cached_property
    def units(self) -> tuple[Outline, ...]:
        """The other files that are compiled for the same program, as far as they are known."""
        return self._find_units() if self._find_units is not None else ()

    @cached_property
    def including(self) -> tuple[Including, ...]:
        """The files of the project that this one is a part of: all of them, or none."""
        search = self._find_units if self.asks_callers else None
        return search.including() if isinstance(search, UnitSearch) else ()

    def hidden_in(self, piece: Piece) -> tuple[Span, ...]:
        """What of a piece the parser was not shown, relative to its start."""
        hidden = self.source.hidden_code
        if not hidden:
            return ()
        start, end = piece.span
        return tuple(span.shifted(-start) for span in hidden if span.start < end and start < span.end)

    @cached_property
    def pieces(self) -> list[Piece]:
        """The top-level pieces in order."""
        return list(pieces_of(self.source))

    @property
    def _pieces(self) -> Iterator[tuple[int, PieceShape]]:
        return ((piece.start, piece.shape) for piece in self.pieces if piece.shape is not EMPTY)

    @cached_property
    def pragmas(self) -> tuple[Pragma, ...]:
        """OpenACC and OpenMP pragmas in order."""
        return find_pragmas(self.source)

    @cached_property
    def has_openacc(self) -> bool:
        """Whether a directive of OpenACC stands in the file."""
        if b"acc" not in self.source.data and not self.source.uses:
            return False
        candidates = (piece for piece in self.pieces if piece.kind == "function_definition" and b"acc" in piece.text)
        if any(pragma.sentinel == "acc" for piece in candidates for pragma in self.pragmas_in(piece)):
            return True
        return any(pragma.sentinel == "acc" for pragma in self.pragmas)

    def pragmas_in(self, piece: Piece) -> tuple[Pragma, ...]:
        """Those of one piece."""
        if piece.start not in self._piece_pragmas:
            self._piece_pragmas[piece.start] = find_pragmas(self.source, piece.span)
        return self._piece_pragmas[piece.start]

    @cached_property
    def pragmas_outside_functions(self) -> tuple[Pragma, ...]:
        """Those at file level, without looking at the others."""
        if self._has_other_spellings:
            return tuple(pragma for pragma in self.pragmas if not self.is_in_function(pragma.span.start))
        return self._pragmas_at(
            match.start() for match in _PRAGMA.finditer(self.source.data) if not self.is_in_function(match.start())
        )

    def pragmas_named(self, directive: str) -> tuple[Pragma, ...]:
        """OpenACC pragmas whose directive begins with the word ``directive``."""
        if directive not in self._named_pragmas:
            self._named_pragmas[directive] = self._find_named(directive)
        return self._named_pragmas[directive]

    def _find_named(self, directive: str) -> tuple[Pragma, ...]:
        if self._has_other_spellings:
            acc = (pragma for pragma in self.pragmas if pragma.sentinel == "acc")
            return tuple(pragma for pragma in acc if pragma.text.partition("(")[0].split()[:1] == [directive])
        pattern = re.compile(rb"pragma[ \t]+acc(?:[ \t]|\\(?:\r\n|\n|\r))+" + directive.encode() + rb"\b")
        return self._pragmas_at(match.start() for match in pattern.finditer(self.source.data))

    @cached_property
    def _has_other_spellings(self) -> bool:
        """Whether a directive may stand in a `_Pragma` or behind a macro."""
        return b"_Pragma" in self.source.data or bool(self.source.uses)

    def _pragmas_at(self, offsets: Iterable[int]) -> tuple[Pragma, ...]:
        data = self.source.data
        found: list[Pragma] = []
        done = 0
        for offset in offsets:
            if offset < done:
                continue  # more of a line that was looked at
            start = max(done, data.rfind(b"#", done, offset))
            end = _LOGICAL_LINE.match(data, offset)
            done = end.end() if end else len(data)
            found += find_pragmas(self.source, Span(start, done))
        return tuple(found)

    def is_in_function(self, offset: int) -> bool:
        """Whether a function definition at file level holds ``offset``."""
        index = self.piece_index(offset)
        if index < 0:
            return False
        piece = self.pieces[index]
        return piece.kind == "function_definition" and offset < piece.start + len(piece.text)

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Function definitions in order."""
        return tuple(Function.of(shape, base) for base, piece in self._pieces for shape in piece.functions)

    def function_around(self, offset: int) -> Function | None:
        """The first function definition that holds ``offset``."""
        index = self.piece_index(offset)
        piece = self.pieces[index] if index >= 0 else None
        around = (Function.of(shape, piece.start) for shape in piece.shape.functions) if piece is not None else ()
        return next((function for function in around if function.span.start <= offset < function.span.end), None)

    @cached_property
    def functions_by_name(self) -> dict[str, tuple[Function, ...]]:
        """Function definitions by the last part of their name."""
        found: dict[str, tuple[Function, ...]] = {}
        for function in self.functions:
            name = function.name.split("::")[-1]
            found[name] = (*found.get(name, ()), function)
        return found

    def definitions(self, name: str) -> list[Definition]:
        """Definitions of the functions of one name: those of the file, else those of its headers. Specialisations of a template
        are among them."""
        if name in self.functions_by_name:
            return [*self._defined_here(name), *self._specialised_here(name)]
        return [d for header in self.headers for d in (*header._defined_here(name), *header._specialised_here(name))]

    def _specialised_here(self, name: str) -> list[Definition]:
        return [found for full in self._specialisations.get(name, ()) for found in self._defined_here(full)]

    @cached_property
    def _specialisations(self) -> dict[str, list[str]]:
        """Name of a template → the names of its specialisations."""
        found: dict[str, list[str]] = {}
        for full in self.functions_by_name:
            name, bracket, _ = full.partition("<")
            if bracket and name and not name.startswith("operator"):
                found.setdefault(name, []).append(full)
        return found

    def _defined_here(self, name: str) -> list[Definition]:
        root = self.source.tree.root_node
        found = [(f, definition_around(root, f.span)) for f in self.functions_by_name.get(name, ())]
        return [Definition(self, function, node) for function, node in found if node is not None]

    @property
    def kernels(self) -> tuple[Function, ...]:
        """CUDA kernels in order."""
        return tuple(function for function in self.functions if function.kind == "kernel")

    @cached_property
    def launches(self) -> tuple[Launch, ...]:
        """Kernel launches in order."""
        return tuple(
            Launch(shape.kernel, shape.span.shifted(base), shape.configuration)
            for base, piece in self._pieces
            for shape in piece.launches
        )

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """All `for` loops in the order of their text, outer before inner."""
        governing = _by_statement(self.pragmas)
        return tuple(loop for base, shape in self._pieces for loop in _loops_of(base, shape, governing))

    def loops_in(self, piece: Piece) -> tuple[Loop, ...]:
        """The loops of a function definition at file level, without looking at the rest of the file."""
        if piece.start not in self._piece_loops:
            governing = _by_statement(self.pragmas_in(piece))
            self._piece_loops[piece.start] = tuple(_loops_of(piece.start, piece.shape, governing))
        return self._piece_loops[piece.start]

    def loops_around(self, span: Span) -> Iterator[Loop]:
        """The loops of the pieces that ``span`` has a part of, in order; a file of functions is not looked through for that."""
        first, last = max(0, self.piece_index(span.start)), self.piece_index(span.end)
        pieces = self.pieces[first : last + 1]
        if all(piece.kind == "function_definition" or not piece.shape.loops for piece in pieces):
            return (loop for piece in pieces for loop in (self.loops_in(piece) if piece.shape.loops else ()))
        end = pieces[-1].span.end
        return (loop for loop in self.loops if pieces[0].start <= loop.span.start < end)

    def loop_starting_at(self, offset: int) -> Loop | None:
        """The loop whose `for` is at ``offset``, without its pragmas and without making those of other pieces."""
        index = self.piece_index(offset)
        if index < 0:
            return None
        if index not in self._bare_loops:
            piece = self.pieces[index]
            loops = _loops_of(piece.start, piece.shape, {})
            self._bare_loops[index] = {loop.span.start: loop for loop in loops}
        return self._bare_loops[index].get(offset)

    def piece_index(self, offset: int) -> int:
        """Index of the last piece that begins at or before ``offset``, -1 if none does."""
        return bisect.bisect_right(self._starts, offset) - 1

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.start for piece in self.pieces]

    def pragma_at(self, offset: int) -> Pragma | None:
        """The pragma whose text holds ``offset``."""
        index = bisect.bisect_right(self._pragma_starts, offset) - 1
        return self.pragmas[index] if index >= 0 and offset <= self.pragmas[index].span.end else None

    @cached_property
    def _pragma_starts(self) -> list[int]:
        return [pragma.span.start for pragma in self.pragmas]

    def loop_on(self, line: int) -> Loop | None:
        """The loop that somebody means who names a line, from 0: the first that begins on it, or whose pragma it is; failing that
        the innermost around its end."""
        span = self.source.lines.line_span(line)
        begun = next((loop for loop in self.loops if span.start <= loop.span.start < span.end), None)
        return begun or self.loop_at(span.end)

    def number_of(self, loop: Loop) -> int:
        """Which of :attr:`loops` a loop is."""
        return next(number for number, known in enumerate(self.loops) if known.span == loop.span)

    def loop_at(self, offset: int) -> Loop | None:
        """The loop whose header (or the pragma lines above it) is at ``offset``; failing that the
        innermost loop around it."""
        around = None
        for loop in self.loops:
            start = min([loop.span.start, *(p.span.start for p in loop.pragmas)])
            if start > offset:
                break
            if offset <= loop.span.end:
                around = loop
                if offset <= loop.header_end:
                    break
        return around


def _by_statement(pragmas: Iterable[Pragma]) -> dict[int, list[Pragma]]:
    governing: dict[int, list[Pragma]] = {}
    for pragma in pragmas:
        governing.setdefault(pragma.governs, []).append(pragma)
    return governing


def _loops_of(base: int, piece: PieceShape, governing: Mapping[int, Sequence[Pragma]]) -> list[Loop]:
    loops: list[Loop] = []
    functions = [Function.of(shape, base) for shape in piece.functions]
    for span, header_end, body, header, depth, parent, function, exits in piece.loops:
        start = base + span.start
        loops.append(
            Loop(
                Span(start, base + span.end),
                base + header_end,
                Span(base + body.start, base + body.end),
                header,
                depth,
                None if parent is None else loops[parent],
                None if function is None else functions[function],
                exits,
                tuple(governing.get(start, ())),
            )
        )
    return loops


def linked(outlines: list[Outline]) -> list[Outline]:
    """The files of one program, each of which knows the others: callers decide about overlap and sizes. One file stays as it is."""
    found: list[Outline] = []

    def beside(number: int) -> FindUnits:
        return lambda: tuple(other for place, other in enumerate(found) if place != number)

    def with_others(number: int, outline: Outline) -> Outline:
        return Outline(outline.source, KnownHeaders(outline), beside(number))

    if len(outlines) == 1:
        return outlines
    found += [with_others(number, outline) for number, outline in enumerate(outlines)]
    return found
