"""A file → its findings, in order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path

from loopwright.check.cache import Kept, absolute, relative
from loopwright.check.elsewhere import Elsewhere, may_come_from_elsewhere
from loopwright.check.fixes import fixes_for
from loopwright.check.races import race_problems
from loopwright.check.sentinels import sentinel_problems
from loopwright.check.suppress import read_comments
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.findings import Finding, Related, finding
from loopwright.openacc.parser import Problem
from loopwright.openacc.rules.clauses import clause_problems, syntax_problems
from loopwright.openacc.rules.data import data_problems
from loopwright.openacc.rules.names import name_problems
from loopwright.openacc.rules.shape import shape_problems
from loopwright.openacc.rules.versions import portability_problems, version_problems
from loopwright.openacc.spec import NEWEST, load_spec
from loopwright.source.outline import Outline, Piece

_kept = Kept()
_WHERE = {
    "LW505": "written here",
    "LW506": "read here",
    "LW510": "used here",
    "LW602": "accumulated here",
    "LW604": "written here",
}


@dataclass(frozen=True)
class CheckOptions:
    """``version`` of OpenACC, compilers to be portable to (`portability.toml`), codes to leave out, where the file lies."""

    version: str = NEWEST
    portability: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    path: Path | None = None
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()


def check(outline: Outline, options: CheckOptions | None = None) -> tuple[Finding, ...]:
    """Every finding of our own rules in a file, by place. Never raises on what stands in the file."""
    options = options or CheckOptions()
    data = outline.source.data
    comments = read_comments(data)
    rules = _Rules(
        comments.version or options.version,
        options.portability if comments.portability is None else comments.portability,
        may_come_from_elsewhere(data, options.path, options.includes, options.defines),
    )
    found = [finding(problem, fixes_for(None, None, problem)) for problem in sentinel_problems(outline)]
    whole = Unit(outline)
    if outline.pragmas_outside_functions:
        found += _findings(Unit(outline, outline.pragmas_outside_functions, whole), rules)
    seen = (outline.heads, outline.source.language, whole.is_fragment, rules.key)
    for piece in outline.pieces:
        if piece.kind == "function_definition" and b"pragma" in piece.text:
            found += _of_function(outline, piece, whole, rules, seen)
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


def _of_function(outline: Outline, piece: Piece, whole: Unit, rules: _Rules, seen: Hashable) -> tuple[Finding, ...]:
    key = (piece.text, piece.around, seen)
    kept = _kept.get(key)
    if kept is not None:
        return absolute(outline, piece, kept) if kept else ()
    unit = Unit(outline, outline.pragmas_in(piece), whole)
    found = _findings(unit, rules)
    # What depends on other functions' directives is asked again each time; routines inside functions are rare.
    routines_inside = any(construct.function is not None for construct in whole.routine_constructs)
    if not unit.looked_around and not routines_inside:
        _kept.put(key, relative(outline, piece, found))
    return found


def _findings(unit: Unit, rules: _Rules) -> tuple[Finding, ...]:
    """Findings of every directive of a unit, each once."""
    found: dict[tuple[str, int, int], Finding] = {}
    for construct in unit.constructs:
        for problem in _problems(unit, construct, rules.elsewhere, rules.version, rules.portability):
            where = problem.values.get("where")
            if where is not None and problem.code in _WHERE:
                problem.values["related"] = (Related(where, _WHERE[problem.code]),)
            result = finding(problem, fixes_for(unit, construct, problem))
            found.setdefault((result.code, result.span.start, result.span.end), result)
    return tuple(found.values())


def _problems(
    unit: Unit, construct: Construct, elsewhere: Callable[[str], bool], version: str, portability: tuple[str, ...]
) -> Iterator[Problem]:
    if _has_macro(unit, construct):
        return  # what it expands to may be any part of the directive
    yield from syntax_problems(construct, elsewhere)
    yield from clause_problems(unit, construct)
    yield from name_problems(unit, construct, elsewhere)
    yield from shape_problems(unit, construct, elsewhere)
    yield from data_problems(unit, construct)
    yield from race_problems(unit, construct)
    yield from version_problems(construct, version)
    yield from portability_problems(construct, portability)


def _has_macro(unit: Unit, construct: Construct) -> bool:
    """Whether a word that is neither in parentheses nor of the language may be a macro (the directive is expanded)."""
    depth = 0
    for token in construct.node.tokens:
        depth = max(0, depth + (token.text in "([{") - (token.text in ")]}"))
        if token.kind == "name" and depth == 0 and (token.text in unit.declarations.macros or _is_shouted(token.text)):
            return True
    return False


def _is_shouted(word: str) -> bool:
    return len(word) > 2 and word.isupper() and word.lower() not in load_spec().clauses
