"""Where directives stand or could stand: the loop, what is around it, what else stands there."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from loopwright.lang.statements import end_of_statement
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import statement_at
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.kept import kept, once
from loopwright.source.outline import Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.shape import Word, stands_alone, words_of
from loopwright.source.text import Span

REGIONS = frozenset(("parallel", "kernels", "serial", "parallel loop", "kernels loop", "serial loop", "loop", "data"))
COMPUTE = REGIONS - {"data", "loop"}
LOOP_DIRECTIVES = REGIONS - {"data"}
_SHINGLE = 3
_MOST_TEXT = 400
_DEEPEST = 6


@dataclass(frozen=True)
class Place:
    """A loop as a place for a directive. ``around`` is the innermost construct or annotated loop that it stands in, without
    what the clauses name, ``compute`` the compute construct, ``stacked`` the names of the directives that stand above the
    same loop, ``inner`` those of the annotated loops in it; ``order`` counts the loops of the file. ``head`` are the words of the function's
    head where the words of the place alone do not tell which name plays which part."""

    words: tuple[Word, ...]
    depth: int
    nest: int
    function: str
    around: str
    compute: str
    stacked: tuple[str, ...]
    inner: tuple[str, ...]
    order: int
    head: tuple[Word, ...] = ()

    @cached_property
    def shingles(self) -> frozenset[int]:
        """Hashes of the runs of three words, names hidden."""
        shapes = [word.shape for word in self.words]
        return frozenset(hash(tuple(shapes[i : i + _SHINGLE])) for i in range(max(1, len(shapes) - _SHINGLE + 1)))

    @cached_property
    def names(self) -> frozenset[str]:
        """Names that are used, of functions and fields too."""
        return frozenset(w.text for w in self.words if w.part not in ("other", "number", "text"))

    @cached_property
    def situation(self) -> tuple[str, ...]:
        """What decides which directives fit, whatever the loop does."""
        return (self.compute, self.around.split(" ")[0], " ".join(self.stacked))


@dataclass(frozen=True)
class Example:
    """A directive of the project above its loop; ``line`` is 1-based, ``file`` is as the index names it. A ``standing`` one
    stands above no loop (see `standing.py`)."""

    file: str
    line: int
    directive: str
    place: Place
    standing: bool = False

    @cached_property
    def parsed(self) -> Directive:
        """The directive as data."""
        return parse_directive(self.directive)

    @cached_property
    def skeleton(self) -> str:
        """The directive without what its clauses name."""
        return skeleton_of(self.parsed)

    def prepare(self) -> None:
        """Work out now what a comparison asks for: whoever asks first would wait for all of a project."""
        _ = (self.skeleton, self.place.shingles, self.place.names, self.place.situation)


_EXPRESSIONS = frozenset(("if", "num_gangs", "num_workers", "vector_length", "async", "wait"))
_NAMING = clauses_of_variables("data", "private") | _EXPRESSIONS | {"cache"}


def skeleton_of(directive: Directive) -> str:
    """Name and clauses; of clauses that name variables only that they are there, of a reduction its operator."""
    clauses = []
    for clause in directive.clauses:
        if clause.name == "reduction":
            clauses.append(f"reduction({(clause.argument or '').split(':')[0]})")
        elif clause.name in _NAMING and clause.argument is not None:
            clauses.append(f"{clause.name}()")
        else:
            clauses.append(str(clause))
    return " ".join([directive.name, *sorted(clauses)])


class Stance(NamedTuple):
    """How a loop stands among directives: as in :class:`Place`, which costs as much as all its words."""

    around: str
    compute: str
    stacked: tuple[str, ...]


def stance_of(outline: Outline, loop: Loop) -> Stance:
    """What is around ``loop`` and above it."""
    return once(outline, (stance_of, loop.span.start), lambda: _stance(_layout(outline, loop.span.start), loop, None))


def place_of(outline: Outline, loop: Loop) -> Place:
    """``loop`` as a place for one more directive."""
    return once(outline, (place_of, loop.span.start), lambda: _place(_layout(outline, loop.span.start), loop, None))


@kept
def examples_in(outline: Outline, file: str) -> tuple[Example, ...]:
    """Every directive of the file that stands above a loop."""
    return tuple(_examples_in(outline, file))


def _examples_in(outline: Outline, file: str) -> Iterator[Example]:
    for loop in outline.loops:
        for pragma in loop.pragmas:
            directive = _loop_directive(pragma)
            if directive is not None:
                line = outline.source.lines.line_of(pragma.span.start) + 1
                yield Example(file, line, str(directive), _place(_layout(outline, loop.span.start), loop, pragma))


def _loop_directive(pragma: Pragma) -> Directive | None:
    if pragma.sentinel != "acc" or len(pragma.text) > _MOST_TEXT:
        return None
    directive = parse_directive(pragma.text)
    return directive if directive.name in LOOP_DIRECTIVES and not directive.rest else None


@dataclass(frozen=True)
class _Region:
    span: Span
    name: str
    skeleton: str
    pragma: Pragma


@dataclass(frozen=True)
class _Layout:
    """What of a function, or of a file outside of functions, every place asks: what stands in its loops, regions, annotated loops."""

    outline: Outline
    children: dict[int, list[Loop]]
    regions: tuple[_Region, ...]
    annotated: tuple[tuple[Span, str], ...]


def _layout(outline: Outline, offset: int) -> _Layout:
    """The layout around a place. A function is read alone: what stands in others is no matter to it."""
    return _layout_of(outline, outline.piece_index(offset) if outline.is_in_function(offset) else -1)


@kept
def _layout_of(outline: Outline, index: int) -> _Layout:
    if index < 0:
        return _read_layout(outline, outline.loops, outline.pragmas)
    piece = outline.pieces[index]
    return _read_layout(outline, outline.loops_in(piece), outline.pragmas_in(piece))


def _read_layout(outline: Outline, loops: Iterable[Loop], pragmas: Iterable[Pragma]) -> _Layout:
    children: dict[int, list[Loop]] = {}
    annotated = []
    for loop in loops:
        if loop.parent is not None:
            children.setdefault(loop.parent.span.start, []).append(loop)
        for pragma in loop.pragmas:
            if pragma.sentinel == "acc":
                annotated.append((loop.span, skeleton_of(parse_directive(pragma.text))))
    return _Layout(outline, children, tuple(_regions(outline, pragmas)), tuple(annotated))


def is_device_routine(outline: Outline, function: int | None) -> bool:
    """Whether the function that starts there is one by a directive above it."""
    return function in device_routines(outline)


@kept
def device_routines(outline: Outline) -> frozenset[int]:
    """Where the functions start that a directive above them makes such."""
    return frozenset(p.governs for p in outline.pragmas_named("routine"))


@kept
def _loops_before(outline: Outline) -> tuple[int, ...]:
    """How many loops stand before each piece."""
    return (0, *accumulate(len(piece.shape.loops) for piece in outline.pieces))


def _order(outline: Outline, loop: Loop) -> int:
    """How many loops of the file stand before."""
    index = outline.piece_index(loop.span.start)
    piece = outline.pieces[index]
    start = loop.span.start - piece.start
    return _loops_before(outline)[index] + bisect.bisect_left(
        piece.shape.loops, start, key=lambda shape: shape.span.start
    )


def _regions(outline: Outline, pragmas: Iterable[Pragma]) -> Iterator[_Region]:
    root = outline.source.tree.root_node
    for pragma in pragmas:
        if pragma.sentinel != "acc":
            continue
        directive = parse_directive(pragma.text)
        statement = statement_at(root, pragma.governs, pragma.span.end) if directive.name in REGIONS else None
        if statement is not None:
            span = Span(pragma.governs, end_of_statement(statement))
            yield _Region(span, directive.name, skeleton_of(directive), pragma)


@dataclass(frozen=True)
class Surroundings:
    """What stands around a statement: as in :class:`Place`."""

    around: str
    compute: str


def surroundings_of(outline: Outline, statement: Span, function: int | None) -> Surroundings:
    """The constructs around ``statement``, those above it left out; ``function`` is where its function starts."""
    layout = _layout(outline, statement.start)
    around = [r for r in layout.regions if r.span.start < statement.start and statement.end <= r.span.end]
    compute = [r.name for r in around if r.name in COMPUTE]
    if not compute and is_device_routine(outline, function):
        compute = ["routine"]
    return Surroundings(around[-1].skeleton if around else "", compute[-1] if compute else "")


def _stance(layout: _Layout, loop: Loop, own: Pragma | None) -> Stance:
    holding = [r for r in layout.regions if r.span.start <= loop.span.start and loop.span.end <= r.span.end]
    # What governs the very same loop stands above it, not around it.
    here = [r for r in holding if r.pragma.governs == loop.span.start and r.name != "data"]
    around = [r for r in holding if r not in here]
    compute = [r.name for r in around if r.name in COMPUTE]
    if not compute and loop.function is not None and is_device_routine(layout.outline, loop.function.span.start):
        compute = ["routine"]
    return Stance(
        around[-1].skeleton if around else "",
        compute[-1] if compute else "",
        tuple(r.name for r in here if r.pragma != own),
    )


def _place(layout: _Layout, loop: Loop, own: Pragma | None) -> Place:
    stance = _stance(layout, loop, own)
    return Place(
        words_of(layout.outline, loop),
        loop.depth,
        _tight(layout, loop),
        loop.function.name if loop.function is not None else "",
        stance.around,
        stance.compute,
        stance.stacked,
        tuple(
            skeleton
            for span, skeleton in layout.annotated
            if loop.span.start < span.start and span.end <= loop.span.end
        ),
        _order(layout.outline, loop),
    )


def _tight(layout: _Layout, loop: Loop) -> int:
    """How many loops stand directly in each other, from ``loop`` inwards, with no directive of OpenACC between them."""
    count = 1
    children = layout.children.get(loop.span.start, [])
    while len(children) == 1 and count < _DEEPEST:
        is_annotated = any(pragma.sentinel == "acc" for pragma in children[0].pragmas)
        if is_annotated or not stands_alone(layout.outline, loop.body, children[0].span):
            break
        count, loop = count + 1, children[0]
        children = layout.children.get(loop.span.start, [])
    return count
