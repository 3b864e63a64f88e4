"""A file → its findings, in order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.check.cache import Kept, absolute, relative
from loopwright.check.elsewhere import may_come_from_elsewhere
from loopwright.check.fixes import fixes_for
from loopwright.check.races import race_problems
from loopwright.check.residence import residence_findings
from loopwright.check.sentinels import sentinel_problems
from loopwright.check.suppress import read_comments
from loopwright.check.unseen import unseen_headers, unseen_parts
from loopwright.openacc.constructs import Construct, Unit, with_operators
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.findings import Finding, Related, finding
from loopwright.openacc.inactive import inactive
from loopwright.openacc.operators import pragma_operators
from loopwright.openacc.parser import Problem
from loopwright.openacc.rules.clauses import clause_problems, is_shouted, syntax_problems
from loopwright.openacc.rules.data import data_problems
from loopwright.openacc.rules.names import name_problems
from loopwright.openacc.rules.shape import shape_problems
from loopwright.openacc.rules.versions import portability_problems, version_problems
from loopwright.openacc.spec import NEWEST, load_spec
from loopwright.source.outline import Outline, Piece
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span

_kept = Kept()
_WHERE = {
    "LW505": "written here",
    "LW506": "read here",
    "LW510": "used here",
    "LW602": "accumulated here",
}


@dataclass(frozen=True)
class CheckOptions:
    """``version`` of OpenACC, compilers to be portable to (`portability.toml`), codes to leave out, where the file lies; whether to say
    what is wrong ``between`` directives too; the place ``around`` which alone it is asked: in its function, in what calls that, and
    outside of functions."""

    version: str = NEWEST
    portability: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    path: Path | None = None
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    between: bool = True
    around: int | None = None


def check(outline: Outline, options: CheckOptions | None = None) -> tuple[Finding, ...]:
    """Every finding of our own rules in a file, by place. Never raises on what stands in the file."""
    options = options or CheckOptions()
    data = outline.source.data
    unseen = list(unseen_parts(outline))
    if outline.source.is_too_large:
        return tuple(unseen)
    comments = read_comments(data)
    rules = _Rules(
        comments.version or options.version,
        options.portability if comments.portability is None else comments.portability,
        may_come_from_elsewhere(data, options.path, options.includes, options.defines),
    )
    found = [*unseen, *unseen_headers(outline, options.path, options.includes)]
    found += [finding(problem, fixes_for(None, None, problem)) for problem in sentinel_problems(outline)]
    whole = Unit(outline)
    outside = _outside_functions(outline)
    if outside:
        found += _findings(Unit(outline, outside, whole), rules)
    seen = (outline.heads, outline.source.language, whole.is_fragment, rules.key)
    at = options.around
    for piece in outline.pieces:
        if at is not None and not piece.start <= at < piece.start + len(piece.text):
            continue
        if piece.kind == "function_definition" and (b"pragma" in piece.text or b"_Pragma" in piece.text):
            found += _of_function(outline, piece, whole, rules, seen)
    if options.between:
        found += between_directives(outline, options)
    return _shown(outline, options, found)


def between_directives(
    outline: Outline, options: CheckOptions, token: CancelToken | None = None
) -> tuple[Finding, ...]:
    """The findings that take the whole program to see (LW7xx): slower than all others together, so an editor asks for them apart.
    Raises :class:`~loopwright.cancellation.Cancelled`."""
    return _shown(outline, options, residence_findings(outline, token, options.around))


def _shown(outline: Outline, options: CheckOptions, found: list[Finding]) -> tuple[Finding, ...]:
    """Findings in order, without those that were taken back."""
    comments = read_comments(outline.source.data)
    lines = outline.source.lines
    return tuple(
        result
        for result in sorted(found, key=lambda result: (result.span, result.code))
        if result.code not in options.ignore
        and not comments.hides(result, lines.line_of(result.span.start), lines.line_of(result.span.end))
    )


@dataclass(frozen=True)
class _Rules:
    version: str
    portability: tuple[str, ...]
    elsewhere: Elsewhere

    @property
    def key(self) -> Hashable:
        return self.version, self.portability, self.elsewhere.key


def _outside_functions(outline: Outline) -> tuple[Pragma, ...]:
    data = outline.source.data
    operators: tuple[Pragma, ...] = ()
    if b"_Pragma" in data:
        everywhere = pragma_operators(outline, Span(0, len(data)))
        operators = tuple(pragma for pragma in everywhere if not outline.is_in_function(pragma.span.start))
    return tuple(sorted((*outline.pragmas_outside_functions, *operators), key=lambda pragma: pragma.span))


def _of_function(outline: Outline, piece: Piece, whole: Unit, rules: _Rules, seen: Hashable) -> tuple[Finding, ...]:
    key = (piece.text, piece.around, inactive(outline).within(Span(piece.start, piece.start + len(piece.text))), seen)
    kept = _kept.get(key)
    if kept is not None:
        return absolute(outline, piece, kept) if kept else ()
    place = Span(piece.start, piece.start + len(piece.text))
    unit = Unit(outline, with_operators(outline, outline.pragmas_in(piece), place), whole)
    found = _findings(unit, rules)
    # What depends on other functions' directives is asked again each time; routines inside functions are rare.
    routines_inside = any(construct.function is not None for construct in whole.routine_constructs)
    if not unit.looked_around and not routines_inside:
        _kept.put(key, relative(outline, piece, found))
    return found


def _findings(unit: Unit, rules: _Rules) -> tuple[Finding, ...]:
    """Findings of every directive of a unit, each once."""
    found: dict[tuple[str, Span, str], Finding] = {}
    for construct in unit.constructs:
        for problem in _problems(unit, construct, rules.elsewhere, rules.version, rules.portability):
            where = problem.values.get("where")
            if where is not None and problem.code in _WHERE:
                problem.values["related"] = (Related(where, _WHERE[problem.code]),)
            result = finding(problem, fixes_for(unit, construct, problem))
            found.setdefault((result.code, result.span, result.message), result)
    return tuple(found.values())


def _problems(
    unit: Unit, construct: Construct, elsewhere: Elsewhere, version: str, portability: tuple[str, ...]
) -> Iterator[Problem]:
    if _has_macro(unit, construct, elsewhere):
        return  # what it expands to may be any part of the directive
    yield from syntax_problems(unit, construct, elsewhere)
    yield from clause_problems(unit, construct)
    yield from name_problems(unit, construct, elsewhere)
    yield from shape_problems(unit, construct, elsewhere)
    yield from data_problems(unit, construct)
    yield from race_problems(unit, construct)
    yield from version_problems(construct, version)
    yield from portability_problems(construct, portability)


def _has_macro(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> bool:
    """Whether a word that is neither in parentheses nor of the language may be a macro (the directive is expanded)."""
    depth = 0
    for token in construct.node.tokens:
        depth = max(0, depth + (token.text in "([{") - (token.text in ")]}"))
        if (
            token.kind == "name"
            and depth == 0
            and (token.text in unit.declarations.macros or _may_be_macro(token.text, elsewhere))
        ):
            return True
    return False


def _may_be_macro(word: str, elsewhere: Elsewhere) -> bool:
    return is_shouted(word) and (elsewhere.may_define(word) or word.lower() not in load_spec().clauses)
