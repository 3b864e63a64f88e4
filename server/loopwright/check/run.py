"""A file → its findings, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from loopwright.check.elsewhere import may_come_from_elsewhere
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
from loopwright.source.outline import Outline

_WHERE = {"LW505": "written here", "LW506": "read here", "LW510": "used here", "LW602": "accumulated here"}


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
    unit = Unit(outline)
    comments = read_comments(outline.source.data)
    version = comments.version or options.version
    portability = options.portability if comments.portability is None else comments.portability
    elsewhere = may_come_from_elsewhere(outline.source.data, options.path, options.includes, options.defines)
    found: dict[tuple[str, int, int], Finding] = {}

    def add(problem: Problem, construct: Construct | None) -> None:
        where = problem.values.get("where")
        if where is not None and problem.code in _WHERE:
            problem.values["related"] = (Related(where, _WHERE[problem.code]),)
        result = finding(problem, fixes_for(unit, construct, problem))
        if result.code not in options.ignore:
            found.setdefault((result.code, result.span.start, result.span.end), result)

    for problem in sentinel_problems(outline):
        add(problem, None)
    for construct in unit.constructs:
        for problem in _problems(unit, construct, elsewhere, version, portability):
            add(problem, construct)
    lines = outline.source.lines
    return tuple(
        result
        for result in sorted(found.values(), key=lambda result: (result.span, result.code))
        if not comments.hides(result, lines.line_of(result.span.start), lines.line_of(result.span.end))
    )


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
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.kind == "name" and depth <= 0 and (token.text in unit.declarations.macros or _is_shouted(token.text)):
            return True
    return False


def _is_shouted(word: str) -> bool:
    return len(word) > 2 and word.isupper() and word.lower() not in load_spec().clauses
