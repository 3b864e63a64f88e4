"""A file → its findings, in order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cancellation import WITHOUT_END, CancelToken, Patience
from loopwright.check.brackets import garbled, unpaired
from loopwright.check.cache import Answer, Kept, answer_of
from loopwright.check.consequences import without_consequences
from loopwright.check.context import Context
from loopwright.check.elsewhere import may_come_from_elsewhere
from loopwright.check.residence import residence_findings
from loopwright.check.rule import finding
from loopwright.check.rules import file_rules, rules_on
from loopwright.check.suppress import read_comments
from loopwright.check.unseen import unseen_headers, unseen_parts
from loopwright.dependence.decide.callers import may_hear_callers
from loopwright.dependence.surroundings import surroundings_of_piece
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import Unit, said_everywhere
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.expansion import is_expanded
from loopwright.openacc.findings import Finding
from loopwright.openacc.inactive import Inactive, inactive
from loopwright.openacc.spec import NEWEST
from loopwright.source.kept import let_go
from loopwright.source.outline import FindUnits, Function, KnownHeaders, Outline
from loopwright.source.pieces import Piece
from loopwright.source.text import Span

_kept = Kept()
_ON_LOOPS = "LW6"  # rules on what loops do
_ON_WORDS = ("LW0", "LW1")  # what is told of one line alone


@dataclass(frozen=True)
class CheckOptions:
    """``version`` of OpenACC, compilers to be portable to (`portability.toml`), codes to leave out, where the file lies; whether to say
    what is wrong ``between`` directives too, among the ``units`` of the program; the place ``around`` which alone it is asked: in the
    functions that it touches, in what calls the one where it begins, and outside of functions; ``only_errors`` leaves the rules out that find
    none."""

    version: str = NEWEST
    portability: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    path: Path | None = None
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    between: bool = True
    units: FindUnits | None = None
    around: Span | None = None
    only_errors: bool = False


def check(
    outline: Outline, options: CheckOptions | None = None, patience: Patience = WITHOUT_END
) -> tuple[Finding, ...]:
    """Every finding of our own rules in a file, by place; when ``patience`` is over, of the functions that are known by then. Never raises
    on what stands in the file."""
    options = options or CheckOptions()
    unseen = list(unseen_parts(outline))
    if outline.source.is_too_large:
        return tuple(unseen)
    look = Look(outline, rules_for(outline, options))
    found = [*unseen, *unseen_headers(outline, options.path, options.includes)]
    found += unpaired(outline, options.path, options.includes)
    found += _of_file(outline)
    outside = outline.pragmas_outside_functions
    if outside:
        found += _findings(Unit(outline, outside, look.whole), look.rules)
    around = options.around
    for index in patience.nearest_first(outline.pieces):
        piece = outline.pieces[index]
        if around is not None and not (piece.start <= around.end and around.start <= piece.span.end):
            continue
        if look.has_directives(index):
            found += look.findings(index, patience) or ()
    if options.between:
        found += between_directives(outline, options)
    return _shown(outline, options, found)


def between_directives(
    outline: Outline, options: CheckOptions, token: CancelToken | None = None
) -> tuple[Finding, ...]:
    """The findings that take the whole program to see (LW7xx): slower than all others together, so an editor asks for them apart.
    Raises :class:`~loopwright.cancellation.Cancelled`."""
    units = options.units
    program = outline if units is None else Outline(outline.source, KnownHeaders(outline), units)
    try:
        at = options.around.start if options.around is not None else None
        return _shown(outline, options, residence_findings(program, token, at))
    finally:
        if program is not outline:
            let_go(program)


def _shown(outline: Outline, options: CheckOptions, found: list[Finding]) -> tuple[Finding, ...]:
    """Findings in order, without those that were taken back."""
    comments = read_comments(outline.source.data)
    lines = outline.source.lines
    guessed = garbled(outline, options.path, options.includes)
    shown = (
        result
        for result in sorted(found, key=lambda result: (result.span, result.code))
        if result.code not in options.ignore
        and not (guessed is not None and guessed.contains(result.span) and not result.code.startswith(_ON_WORDS))
        and not comments.hides(result, lines.line_of(result.span.start), lines.line_of(result.span.end))
    )
    return tuple(without_consequences(shown, {use.span for use in outline.source.uses}))


def _holds_macro(outline: Outline, piece: Piece) -> bool:
    """Whether a macro of a piece stands for a directive."""
    if not outline.source.uses:
        return False
    return any(piece.start <= use.span.start < piece.start + len(piece.text) for use in outline.source.uses)


@dataclass(frozen=True)
class Rules:
    """What is asked of the directives of a file, and what is known of names that it does not declare."""

    version: str
    portability: tuple[str, ...]
    elsewhere: Elsewhere
    only_errors: bool

    @property
    def key(self) -> Hashable:
        """Equal for equal rules."""
        return self.version, self.portability, self.elsewhere.key, self.only_errors


def rules_for(outline: Outline, options: CheckOptions) -> Rules:
    """The rules of a file: what its comments say goes before the options."""
    data = outline.source.data
    comments = read_comments(data)
    return Rules(
        comments.version or options.version,
        options.portability if comments.portability is None else comments.portability,
        may_come_from_elsewhere(data, options.path, options.includes, options.defines),
        options.only_errors,
    )


@dataclass(frozen=True)
class Look:
    """A file and its rules, to look at one function after the other."""

    outline: Outline
    rules: Rules

    @cached_property
    def whole(self) -> Unit:
        """The unit of the file."""
        return Unit(self.outline)

    @cached_property
    def _seen(self) -> Hashable:
        # A set keeps its hash, which every function asks for.
        return frozenset(((said_everywhere(self.whole), self.whole.is_fragment, self.rules.key),))

    @cached_property
    def _inactive(self) -> Inactive:
        return inactive(self.outline)

    def has_directives(self, index: int) -> bool:
        """Whether the piece of that number is a function in which a directive may stand."""
        piece = self.outline.pieces[index]
        return piece.kind == "function_definition" and (
            b"pragma" in piece.text or b"_Pragma" in piece.text or _holds_macro(self.outline, piece)
        )

    def key(self, index: int) -> Hashable:
        """Under which the findings of a function are kept: all that they depend on. What callers pass is not in it."""
        outline, piece = self.outline, self.outline.pieces[index]
        hears = outline.asks_callers and any(
            may_hear_callers(outline, Function.of(shape, piece.start)) for shape in piece.shape.functions
        )
        off = self._inactive.within(piece.span)
        return surroundings_of_piece(outline, index), off, outline.hidden_in(piece), hears, self._seen

    def findings(self, index: int, patience: Patience = WITHOUT_END) -> tuple[Finding, ...] | None:
        """The findings of one function; ``None`` where they are not known yet and ``patience`` is over."""
        key = self.key(index)
        kept = _kept.get(self.outline, self.outline.pieces[index], key)
        if kept is not None:
            return kept
        if patience.is_over:
            return None
        found, answer = self._looked(index)
        if answer is not None:
            _kept.put(key, answer)
        return found

    def answer(self, index: int) -> Answer | None:
        """What another process may keep of a function; ``None`` where that has to be found anew each time."""
        return self._looked(index)[1]

    def _looked(self, index: int) -> tuple[tuple[Finding, ...], Answer | None]:
        piece = self.outline.pieces[index]
        unit = Unit(self.outline, self.outline.pragmas_in(piece), self.whole)
        found = _findings(unit, self.rules)
        # What depends on other functions' directives is asked again each time; routines inside functions are rare.
        if unit.looked_around or self.whole.has_routines_inside:
            return found, None
        return found, answer_of(self.outline, piece, found, unit.heard_callers)


def is_kept(key: Hashable) -> bool:
    """Whether something is known of the function of that :meth:`Look.key`."""
    return key in _kept


def keep(key: Hashable, answer: Answer) -> None:
    """What another process found of the function of that :meth:`Look.key`."""
    _kept.put(key, answer)


def _findings(unit: Unit, rules: Rules) -> tuple[Finding, ...]:
    """Findings of every directive of a unit, each once."""
    found: dict[Hashable, Finding] = {}
    for construct in unit.constructs:
        around = construct.function.start_byte if construct.function is not None else None
        context = Context(unit, construct, rules.elsewhere, rules.version, rules.portability)
        for once, result in _of_directive(context, rules.only_errors):
            found.setdefault((result.code, result.message, around if once else result.span), result)
    return tuple(found.values())


def _of_directive(context: Context, only_errors: bool) -> Iterator[tuple[bool, Finding]]:
    """Findings of one directive, each with whether one of its words is enough in a function."""
    unit, construct = context.unit, context.construct
    if is_expanded(unit, construct, context.elsewhere):
        return
    macro = construct.pragma.macro
    has_one_text = not macro or unit.outline.directive_macros.is_certain(macro)
    in_string = bool(macro) or unit.data.startswith(b"_Pragma", construct.pragma.span.start)  # where no edit is made
    for rule in rules_on(construct.node.name):
        if only_errors and rule.severity != "error":
            continue
        about_words = not rule.code.startswith(_ON_LOOPS)
        if about_words and not has_one_text:
            continue  # what loops do is wrong whichever directive holds
        if rule.in_place and context.is_out_of_place:
            continue
        for problem in rule.check(context):
            fix = rule.fix(context, problem) if rule.fix is not None and not in_string else None
            told = finding(rule, problem, fix)
            if macro and about_words:
                told = replace(told, message=f"{told.message}, in what {macro} stands for")
            yield problem.once, told


def _of_file(outline: Outline) -> Iterator[Finding]:
    for rule in file_rules():
        for problem in rule.check(outline):
            yield finding(rule, problem, rule.fix(problem) if rule.fix is not None else None)
