"""Directives above statements that are no loops: `routine`, `atomic` and `data` where the analysis calls for one, all others where the
project puts one beside such statements. What the rules of the language would flag is dropped."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from loopwright.cancellation import CancelToken
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.effects import effect_of
from loopwright.lang.scopes import scopes_of
from loopwright.lang.statements import end_of_statement
from loopwright.memory.carry import carried
from loopwright.memory.places import COMPUTE, REGIONS, Example, stance_of
from loopwright.memory.recall import Support, likeness, recall
from loopwright.memory.refill import sections_in
from loopwright.memory.standing import Spot, declared_by, functions_in, spot_at, standing_in
from loopwright.openacc.constructs import Unit, statement_at
from loopwright.openacc.directive import Clause, Directive, normalised, parse_directive
from loopwright.openacc.gangs import run_by_all
from loopwright.openacc.regions import coarsest
from loopwright.openacc.sharing import MemoryModel, in_place
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.kept import kept
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.shape import Word
from loopwright.source.text import Span, names_in
from loopwright.suggest.evidence import Candidate, Like, StatementSuggestion
from loopwright.suggest.facts import called_without_routine, facts_of, statement_start
from loopwright.suggest.orphans import level_of_orphans
from loopwright.suggest.region import region_around_annotated
from loopwright.suggest.sharing import is_apart
from loopwright.suggest.standing.among import ALONE, in_front, placed
from loopwright.suggest.standing.blocks import around, free_block_at, is_for_the_host
from loopwright.suggest.standing.carried_lists import (
    nearness,
    with_what_is_updated,
    with_what_is_used,
    with_what_it_lacks,
)
from loopwright.suggest.standing.carried_moves import is_pointless, with_own_sections
from loopwright.suggest.standing.counterparts import mirrored_at
from loopwright.suggest.standing.data_moves import MOVING, moves_at
from loopwright.suggest.standing.data_place import BRINGS
from loopwright.suggest.standing.held_data import hold_at
from loopwright.suggest.standing.named_after import as_named, is_done, said_by_name
from loopwright.suggest.standing.shares import least, share_of, share_of_the_project
from loopwright.suggest.standing.stale_elsewhere import fetched_at
from loopwright.suggest.standing.unpaired import brought_first, entered_for_others, paired_with_others
from loopwright.suggest.standing.unwaited import has_nothing_to_wait_for, has_waited, wait_at, with_all_queues
from loopwright.toolchain.accept import UNASKED, Acceptor, absent
from loopwright.toolchain.flags import flags_for

_NOT_LOOP = LoopVerdict("unknown", "it is not above a loop")
_SHARPNESS = 5.0  # of the votes: how much more the nearest example counts
_LIKE_ENOUGH = 1.25  # likeness from which a place resembles one of the project's
_MOST_JUDGED = 10
_LEAST_NEIGHBOURS, _NEARLY_ALL = 3, 0.7  # functions of a file, and the share of them, that make `routine` a habit
_LIKELY, _A_LITTLE = 0.3, 0.01  # score from which what the project writes may come first, and by how much it does
Flagged = Callable[[bytes, int], Counter[str]]  # of a text around an offset


class StandingMemory(Protocol):
    """The directives of a project: :class:`~loopwright.memory.index.Index`."""

    def elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those above loops, of all files but ``path``."""

    def standing_elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those above no loop."""

    def name_of(self, path: Path) -> str:
        """How the project names a file."""

    def located(self, file: str) -> Path:
        """Where the file of that name lies."""


@dataclass(frozen=True)
class Help:
    """What may be asked: the project, a compiler, and which rules a text breaks, each with its count; what memory is shared."""

    memory: StandingMemory | None
    acceptor: Acceptor | None
    flagged: Flagged
    candidates: int = 4
    sharing: MemoryModel = "discrete"
    unasked: str = UNASKED


@dataclass
class Proposed:
    """A directive before it is judged; ``why`` is what a person is told of it beside its evidence."""

    text: str
    score: float = 0.0
    supports: list[Support] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()
    by_rule: bool = False
    why: str = ""


def by_rule(text: str) -> Proposed:
    """What the analysis calls for, or the other directives of the function leave out."""
    return Proposed(text, share_of(text), by_rule=True)


def suggest_standing(
    outline: Outline, offset: int, path: Path, help: Help, token: CancelToken | None = None
) -> StatementSuggestion | None:
    """Directives for the statement on the line of ``offset``; ``None`` where there is none or nothing calls for one."""
    spot = spot_at(outline, offset)
    if spot is None:
        return None
    spot = in_front(outline, spot)
    proposed = {p.text: p for p in of_the_analysis(outline, spot, path, help)}
    for recalled in _of_the_project(outline, spot, path, help):
        known = proposed.setdefault(recalled.text, recalled)
        known.supports = recalled.supports
        known.score = max(known.score, recalled.score)
    in_order = _complete_first(_not_brought_twice(proposed.values()))
    best = max(in_order, key=lambda item: item.score, default=None)
    if best is not None and _is_a_guess(best):
        in_order = [item for item in in_order if not _is_a_guess(item)]
    return judged(outline, spot, path, in_order, help, token or CancelToken())


def _not_brought_twice(proposed: Iterable[Proposed]) -> list[Proposed]:
    """Without an `update` of the analysis for what a `data` in its place would bring: it says that nobody has brought it."""
    items = list(proposed)
    read = [(item, parse_directive(item.text)) for item in items]
    regions = [directive for _, directive in read if directive.name == "data"]
    brought = {e.partition("[")[0] for d in regions for c in d.clauses if c.name in BRINGS for e in c.entries}
    return [
        item
        for item, directive in read
        if not (item.by_rule and directive.name == "update" and _names_in(directive, "device"))
        or not _names_in(directive, "device") <= brought
    ]


def _is_a_guess(item: Proposed) -> bool:
    """Whether only a few of the project's habits speak for moving data: which way, and what, would be a guess."""
    return not item.by_rule and item.score < least() and parse_directive(item.text).name in MOVING


def _complete_first(proposed: list[Proposed]) -> list[Proposed]:
    """What the project writes with all that the analysis calls for, and more, in front of what the analysis alone says: it knows
    what the called functions use, and what the file says of its data. Of `enter data` the other way round, too."""
    for item in proposed:
        if item.by_rule and parse_directive(item.text).name == "enter data":  # a part of it would not be enough
            parts = [other.score for other in proposed if not other.by_rule and _says_less(other.text, item.text)]
            item.score = max((item.score, *(score + _A_LITTLE for score in parts)))
        if item.by_rule or item.score < _LIKELY:
            continue
        ours = [other for other in proposed if other.by_rule and _says_less(other.text, item.text)]
        if ours:
            item.score = max(item.score, max(other.score for other in ours) + _A_LITTLE)
    return proposed


def _says_less(text: str, other: str) -> bool:
    """Whether a directive names a part of what another one of its kind does, each variable in the same clause."""
    left, right = parse_directive(text), parse_directive(other)
    if left.name != right.name or left.name not in (*COMPUTE, "enter data", "host_data"):
        return False
    ours, theirs = ({(c.name, e.partition("[")[0]) for c in d.clauses for e in c.entries} for d in (left, right))
    return ours < theirs


def of_the_analysis(outline: Outline, spot: Spot, path: Path, help: Help) -> list[Proposed]:
    """What the analysis calls for at a place. A region for the data of a whole program that was followed takes the place of others."""
    found: list[Proposed] = []
    routine = _routine(outline, spot, path, help) if spot.is_function else None
    if routine is not None:
        found.append(routine)
    if any(start == spot.start for start, _ in shared_updates(outline, spot.start)):
        found.append(by_rule("atomic update"))
    if spot.is_body:
        return found
    found += [by_rule(text) for text in _left_out(outline, spot, path, help)]
    hold = hold_at(outline, spot.start) if not spot.is_function else None
    if hold is not None:
        text = str(hold.directive)
        others = [item for item in found if parse_directive(item.text).name != "data"]
        return [Proposed(text, share_of(text), edits=hold.edits, by_rule=True, why=hold.saving.sentence), *others]
    loop = outline.loop_starting_at(spot.start)
    edits = region_around_annotated(outline, loop) if loop is not None else []
    if loop is not None and edits:
        own = next((e.text for e in edits if e.text.strip().startswith("#pragma acc data")), "")
        text = normalised(own.strip().removeprefix("#pragma acc "))
        found.append(replace(by_rule(text), edits=tuple(edits)))
    return found


def _left_out(outline: Outline, spot: Spot, path: Path, help: Help) -> list[str]:
    """What the other directives of the function need here: data moved, work waited for, a construct for a block."""
    if spot.is_function:
        return []
    own = help.memory.name_of(path) if help.memory is not None else ""
    # Copies of a program in folders of their own say nothing of this one.
    examples = [e for e in _standing(help, path) if e.file.rpartition("/")[0] == own.rpartition("/")[0]]

    def elsewhere(directive: str, name: str) -> bool:
        return any(
            e.parsed.name == directive
            and any(entry.partition("[")[0] == name for clause in e.parsed.clauses for entry in clause.entries)
            for e in examples
        )

    mirrored = mirrored_at(outline, spot.asked, lambda: _customary(outline, spot, path, help))
    mirrored += [text for text in said_by_name(outline, spot.asked) if text not in mirrored]
    kinds = {parse_directive(text).name for text in mirrored}
    moves = [text for text in moves_at(outline, spot.asked, elsewhere) if parse_directive(text).name not in kinds]
    kinds |= {parse_directive(text).name for text in moves}
    paired = paired_with_others(outline, spot.asked, elsewhere)
    moves += [text for text in paired if parse_directive(text).name not in kinds]
    back = {name for text in moves for name in _names_in(parse_directive(text), "copyout")}
    fetched = fetched_at(outline, spot.start, elsewhere) if "update" not in kinds else []
    moves += [text for text in fetched if not _names_in(parse_directive(text), "self") <= back]
    found = [*mirrored, *moves, *entered_for_others(outline, spot.asked, elsewhere), *wait_at(outline, spot.asked)]
    if not spot.ends_block:
        statement = statement_at(outline.source.tree.root_node, spot.start, spot.start)
        # A call that takes addresses of the device needs no copy on the host.
        found = [*(around(outline, statement) if statement is not None else ()), *found]
    return found


def _names_in(directive: Directive, clause: str) -> set[str]:
    """The variables of a clause, without their sections."""
    return {entry.partition("[")[0] for c in directive.clauses if c.name == clause for entry in c.entries}


def _customary(outline: Outline, spot: Spot, path: Path, help: Help) -> dict[str, frozenset[str]]:
    """The directives that functions of the same name hold elsewhere in the project, with the clauses that any of them has."""
    name = spot.function.rpartition("::")[2]
    found: dict[str, frozenset[str]] = {}
    for example in (*_own(outline, path, help), *_standing(help, path)):
        if example.place.function.rpartition("::")[2] == name:
            clauses = frozenset(clause.name for clause in example.parsed.clauses)
            found[example.parsed.name] = found.get(example.parsed.name, frozenset()) | clauses
    return found


def _routine(outline: Outline, spot: Spot, path: Path, help: Help) -> Proposed | None:
    """`routine` for a function that is called on the device, that says so where it is declared elsewhere, or whose neighbours in
    the file nearly all say so."""
    if "routine" in spot.place.stacked:
        return None
    written = [e for e in (*_own(outline, path, help), *_standing(help, path)) if e.parsed.name == "routine"]
    # One without a level is none any more (OpenACC 3.4, section 2.15.1).
    usual = Counter(e.directive for e in written if e.parsed.argument is None and e.parsed.clauses)
    held = _level_of(spot.function, help.memory.elsewhere(path) if help.memory is not None else ())
    text = f"routine {held}" if held else _with_its_level(outline, spot, usual)
    same = [e for e in written if e.place.function == spot.function and e.parsed.argument is None]
    same = [e for e in same if _parameters(e.place.words) == _parameters(spot.place.words)]  # overloads are others
    if same:
        said = next((e.directive for e in same if e.parsed.clauses), text)
        return Proposed(said, share_of_the_project(), [_support(same[0], spot)])
    function = _defined_at(outline, spot)
    own_level = level_of_orphans(outline, function) if function is not None else ""
    if own_level:
        return by_rule(f"routine {own_level}")
    if _is_among_routines(outline, spot):
        return by_rule(text)
    if _is_called(outline, spot, path, help) or spot.function in _called_by(written):
        return by_rule(text)
    neighbours = functions_in(outline)
    share = sum("routine" in other.place.stacked for other in neighbours) / max(1, len(neighbours) - 1)
    if len(neighbours) > _LEAST_NEIGHBOURS and share >= _NEARLY_ALL:
        return Proposed(text, share, by_rule=True)
    return None


def _defined_at(outline: Outline, spot: Spot) -> Function | None:
    """The function whose head a spot stands in front of; none where it is only declared."""
    return next((f for f in outline.functions if f.span.start <= spot.start < f.body.start), None)


def _level_of(function: str, examples: Iterable[Example]) -> str:
    """How far the loops of a function's definition are shared that have no construct around them: what a routine has to say of itself
    (OpenACC 3.4, section 2.15.1); empty where none is in sight or none says so."""
    name = function.rpartition("::")[2]
    own = [e for e in examples if e.place.function.rpartition("::")[2] == name and e.parsed.name == "loop"]
    told = {clause.name for e in own if e.place.compute not in COMPUTE for clause in e.parsed.clauses}
    return coarsest(told)


def _with_its_level(outline: Outline, spot: Spot, usual: Counter[str]) -> str:
    """`routine` as the project writes it most often, with `seq` where nothing in the function is shared among workers or lanes: that fits
    every caller. Of one that is declared alone, what all others say is believed."""
    if not usual:
        return "routine seq"
    text = usual.most_common(1)[0][0]
    if parse_directive(text).clause("seq") is not None:
        return text
    function = _defined_at(outline, spot)
    if function is None:
        return text if len(usual) == 1 and usual[text] > 1 else "routine seq"
    inside = [p for p in outline.pragmas_named("loop") if function.body.contains(p.span)]
    return text if any(parse_directive(p.text).clause("seq") is None for p in inside) else "routine seq"


def _parameters(words: Sequence[Word]) -> tuple[str, ...]:
    """The kinds of the words of a function's head, up to the end of its parameters."""
    end = next((i for i, word in enumerate(words) if word.text == ")"), len(words))
    return tuple(word.part for word in words[:end])


def _is_among_routines(outline: Outline, spot: Spot) -> bool:
    """Whether the functions before and behind one are routines, and it calls nothing but routines and what any device has."""
    neighbours = functions_in(outline)
    index = next((i for i, other in enumerate(neighbours) if other.start == spot.start), 0)
    beside = neighbours[max(0, index - 1) : index] + neighbours[index + 1 : index + 2]
    function = next((f for f in outline.functions if f.span.start == spot.start), None)
    if function is None or len(beside) < 2 or not all("routine" in other.place.stacked for other in beside):
        return False
    routines = {other.function for other in neighbours if "routine" in other.place.stacked}
    called = {word.text for word in spot.place.words if word.part == "call"} - {spot.function}
    holds_more = any(function.body.contains(p.span) for p in outline.pragmas if p.sentinel == "acc")
    return not holds_more and all(name in routines or effect_of(name).pure for name in called)


def _is_called(outline: Outline, spot: Spot, path: Path, help: Help) -> bool:
    """Whether an annotated loop of the project calls the function."""
    return spot.start in called_on_device(outline) or is_called_elsewhere(spot.function, path, help)


def called_on_device(outline: Outline) -> set[int]:
    """Where the functions begin that compute constructs or device routines of the file call."""
    constructs = Unit(outline).constructs
    spans = [c.region for c in constructs if c.name in COMPUTE]
    spans += [
        Span(c.statement.start_byte, c.statement.end_byte) for c in constructs if c.name == "routine" and c.statement
    ]
    return {start for span in spans for start in called_without_routine(outline, span)}


def _called_by(examples: Iterable[Example]) -> frozenset[str]:
    return frozenset(word.text for e in examples for word in e.place.words if word.part == "call")


def _support(example: Example, spot: Spot) -> Support:
    return Support(example, likeness(spot.place, example, False), carried(example.parsed, frozenset(), {}), True, 0)


def _own(outline: Outline, path: Path, help: Help) -> tuple[Example, ...]:
    """Those of the file."""
    return _read(outline, help.memory.name_of(path) if help.memory is not None else path.name)


@kept
def _read(outline: Outline, name: str) -> tuple[Example, ...]:
    return standing_in(outline, name)


def _like(example: Example, path: Path, help: Help) -> Like:
    return Like(example.file, example.line, path if help.memory is None else help.memory.located(example.file), path)


def _standing(help: Help, path: Path) -> tuple[Example, ...]:
    return help.memory.standing_elsewhere(path) if help.memory is not None else ()


def is_called_elsewhere(name: str, path: Path, help: Help) -> bool:
    """Whether an annotated loop of another file calls ``name``."""
    examples = help.memory.elsewhere(path) if help.memory is not None else ()
    return any(
        name in _called_by([example])
        for example in examples
        if name in example.place.names and (example.parsed.name in COMPUTE or example.place.compute in COMPUTE)
    )


def shared_updates(outline: Outline, inside: int | None = None) -> list[tuple[int, int]]:
    """(start of the statement, of the loop) of updates in annotated loops that several iterations may make of one element;
    with ``inside`` only of loops around that place: a verdict takes time."""
    found: dict[int, int] = {}
    guarded = {p.governs for p in outline.pragmas_named("atomic")}
    for loop in outline.loops:
        if not _is_offloaded(outline, loop):
            continue
        if inside is None or loop.body.start <= inside < loop.body.end:
            for update in facts_of(outline, loop).atomics:
                start = statement_start(outline, update.span.start)
                if start not in guarded:
                    found[start] = loop.span.start
    return sorted(found.items())


def _is_offloaded(outline: Outline, loop: Loop) -> bool:
    """Whether one of the directives above a loop makes its iterations run at once on a device."""
    directives = [parse_directive(pragma.text) for pragma in loop.pragmas if pragma.sentinel == "acc"]
    shared = [d.name for d in directives if "loop" in d.name and d.clause("seq") is None]
    return any(name in COMPUTE for name in shared) or ("loop" in shared and stance_of(outline, loop).compute in COMPUTE)


def _of_the_project(outline: Outline, spot: Spot, path: Path, help: Help) -> list[Proposed]:
    if spot.is_function or spot.is_body:
        return []  # what a function does tells nothing of who calls it
    line_of = outline.source.lines.line_of
    holding = [p for p in outline.pragmas if _governs(outline, p, spot.start)]
    here = {line_of(p.span.start) + 1 for p in holding}
    there = {str(parse_directive(p.text)) for p in holding}  # once is enough
    in_file = [example for example in _own(outline, path, help) if example.line not in here]
    elsewhere = _standing(help, path)
    visible = _visible(outline, spot)
    recollection = recall(spot.place, _fitting(in_file, spot), _fitting(elsewhere, spot), visible)
    if recollection.best < _LIKE_ENOUGH:
        return []
    weights = {
        recalled.directive: nearness(outline, spot, parse_directive(recalled.directive))
        * sum(math.exp(_SHARPNESS * (s.likeness.total - recollection.best)) for s in recalled.supports)
        for recalled in recollection.candidates
    }
    total = sum(weights.values()) or 1.0
    sure = min(1.0, recollection.best / 2)
    written = sections_in(in_file)
    found = []
    for recalled in recollection.candidates:
        nearest = recalled.supports[0]
        if nearest.likeness.total < _LIKE_ENOUGH or recalled.directive in there:
            continue
        directive = parse_directive(recalled.directive)
        if not nearest.verbatim:
            directive = with_own_sections(outline, spot.asked, directive)
        directive = with_what_is_used(outline, spot, directive, written)
        directive = with_all_queues(outline, spot.asked, with_what_it_lacks(outline, spot, directive))
        directive = as_named(outline, spot.asked, brought_first(directive, (*in_file, *elsewhere)))
        directive = with_what_is_updated(outline, spot.asked, directive, (example.parsed for example in elsewhere))
        block = free_block_at(outline.source.tree.root_node, spot.start) if directive.name in COMPUTE else None
        if block is not None and is_for_the_host(block):
            continue
        if (
            block is not None
            and directive.name == "parallel"
            and run_by_all(outline, Span(block.start_byte, block.end_byte))
        ):
            directive = replace(directive, name="kernels", clauses=_of_kernels(directive))
        if not _lacks_what_it_is_for(directive) and not _says_nothing(outline, spot, directive):
            score = sure * weights[recalled.directive] / total
            found.append(Proposed(normalised(str(directive)), score, recalled.supports))
    return found


def _lacks_what_it_is_for(directive: Directive) -> bool:
    """Whether a directive has none of the clauses that it needs, as one whose names mean nothing here."""
    known = load_spec().directives.get(directive.name)
    return known is not None and bool(known.required) and not {c.name for c in directive.clauses} & set(known.required)


def _of_kernels(directive: Directive) -> tuple[Clause, ...]:
    """The clauses of a `parallel` that a `kernels` takes too (OpenACC 3.4, section 2.5.3)."""
    return tuple(c for c in directive.clauses if c.name not in ("private", "firstprivate", "reduction"))


def _says_nothing(outline: Outline, spot: Spot, directive: Directive) -> bool:
    """Whether what other directives of the function say makes one more pointless."""
    if directive.name == "wait":
        return has_waited(outline, spot.asked) or has_nothing_to_wait_for(outline, spot.asked)
    if directive.name == "host_data":
        is_there = "host_data" in (*spot.place.inner, *spot.place.stacked)
        return is_there or is_pointless(outline, spot.asked, directive)
    if directive.name in MOVING and is_done(outline, spot.asked):
        return True
    return is_pointless(outline, spot.asked, directive)


def _governs(outline: Outline, pragma: Pragma, start: int) -> bool:
    """Whether the statement at ``start`` is what a directive stands above, or inside of it."""
    if pragma.governs >= start or pragma.sentinel != "acc" or parse_directive(pragma.text).name not in REGIONS:
        return pragma.governs == start
    statement = statement_at(outline.source.tree.root_node, pragma.governs, pragma.span.end)
    return statement is not None and start < end_of_statement(statement)


def _fitting(examples: Sequence[Example], spot: Spot) -> list[Example]:
    """Those above statements, inside of a compute construct if the spot is."""
    inside = spot.place.compute in COMPUTE
    return [
        e
        for e in examples
        if (e.place.compute in COMPUTE) == inside
        and (e.parsed.name == "routine") == spot.is_function
        and (not spot.ends_block or e.parsed.name in ALONE)
    ]


def _visible(outline: Outline, spot: Spot) -> frozenset[str]:
    """Names that stand in the function, or at file scope in front of it: the rules of the language judge the rest."""
    function = outline.function_around(spot.start)
    data = outline.source.data
    text = (
        outline.source.slice(function.span) if function is not None else data[: spot.start].decode("utf-8", "replace")
    )
    pieces = [p for p in outline.pieces if p.kind in ("declaration", "preproc_def") and p.start < spot.start]
    # Of a function the name alone: those of its parameters are nobody else's.
    outside = [declared_by(outline, p) or p.text.decode("utf-8", "replace") for p in pieces]
    return frozenset(name for piece in (text, *outside) for name in names_in(piece))


def _in_place(item: Proposed, outline: Outline, spot: Spot, sharing: MemoryModel) -> Proposed | None:
    """What is left of a proposal where memory is shared."""
    if sharing == "discrete":
        return item
    scopes = scopes_of(outline)
    text = in_place(item.text, lambda name: is_apart(scopes, spot.start, name, sharing))
    if text is None or (item.edits and text != item.text):
        return None
    return replace(item, text=text)


def judged(
    outline: Outline, spot: Spot, path: Path, proposed: Iterable[Proposed], help: Help, token: CancelToken
) -> StatementSuggestion | None:
    """What no rule of the language flags and no compiler refuses, best first; ``None`` where that is nothing."""
    source = outline.source
    before: Counter[str] | None = None
    candidates: list[Candidate] = []
    wanted = (item for item in map(lambda p: _in_place(p, outline, spot, help.sharing), proposed) if item is not None)
    for item in sorted(wanted, key=lambda p: -p.score)[:_MOST_JUDGED]:
        token.check()
        if len(candidates) >= help.candidates:
            break
        edits = item.edits or (placed(outline, spot, item.text),)
        before = help.flagged(source.data, spot.start) if before is None else before
        after = apply_edits(source.data, edits)
        if help.flagged(after, spot.start) - before:
            continue
        accepted = absent(help.unasked)
        if help.acceptor is not None:
            accepted = help.acceptor.accepts(source.data, after, source.language, flags_for(path), token)
        if accepted.status == "rejected":
            continue
        example = item.supports[0].example if item.supports else None
        candidates.append(
            Candidate(
                item.text,
                "project" if example is not None else "analysis",
                item.score,
                _NOT_LOOP,
                accepted,
                edits=edits,
                like=_like(example, path, help) if example is not None else None,
                by_rule=item.by_rule,
                above_loop=False,
                why=item.why,
            )
        )
    return StatementSuggestion(spot.start, tuple(candidates)) if candidates else None
