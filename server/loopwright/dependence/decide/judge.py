"""The verdict on a loop: what its iterations do to each other, in the fixed words of the product, with what callers and bodies elsewhere say.

`proved` and `assumed` come from emptiness of integer sets over all pairs of iterations, `refuted` from a point of such a
set, `unknown` from anything that could not be read exactly.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import replace

from loopwright.bounded import keep
from loopwright.dependence.decide.bodies import with_bodies
from loopwright.dependence.decide.callers import (
    may_be_closed,
    origins_in,
    proved_in_callers,
    with_callers,
)
from loopwright.dependence.decide.findings import judged
from loopwright.dependence.decide.meeting import met_in_callers
from loopwright.dependence.decide.others import with_others
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.decide.rows import leaving_where, lengths_of_rows
from loopwright.dependence.decide.sizes import Sizes, of_instance, read_variables, sizes_of
from loopwright.dependence.model.moved import moved
from loopwright.dependence.model.program import Program, one_at_a_time
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.dependence.surroundings import surroundings
from loopwright.dependence.walk.lambda_bodies import is_in_lambda, lambda_around
from loopwright.dependence.walk.state import TooMuch
from loopwright.dependence.walk.statements import program_of
from loopwright.lang.builds import builds_of, defined_apart
from loopwright.lang.declarations import span_of
from loopwright.lang.instances import Instance, instances_of
from loopwright.lang.instances import told as told_instances
from loopwright.lang.macros import redefined_keyword
from loopwright.lang.missing import lacks_bool
from loopwright.lang.open_names import open_in
from loopwright.lang.scopes import scopes_of
from loopwright.lang.unseen_declarations import unseen_at
from loopwright.source.joined import LargerSource, as_included, joined
from loopwright.source.kept import kept
from loopwright.source.nodes import definition_around
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import Span, names_in
from loopwright.source.trigraphs import trigraph_in

_BUDGET = "the loop is too involved to be decided in the time allowed"
_MOST_VERDICTS = 20_000
_MOST_TOLD = 3
_MOST_MACROS = 4  # of macros of macros
_ABOUT_SIZES = re.compile(
    r" (?:[<>]=?|==?) |wrap around|well below|is not affine|depends on|be the same element|may write (?:one|what)|leaves its row|the time allowed"
)
_verdicts: dict[Hashable, LoopVerdict] = {}
_variables: dict[Hashable, tuple[str, ...]] = {}  # those at file level that a loop's function reads


@one_at_a_time
def judge(outline: Outline, loop: Loop, atomic: bool = False) -> LoopVerdict:
    """The verdict on ``loop``; with ``atomic``, on the loop with its updates of shared elements made atomic. Never raises
    on what stands in the file."""
    if trigraph := _trigraph(outline):
        return LoopVerdict("unknown", f"{trigraph} is another sign where a compiler replaces trigraphs")
    whole = joined(outline)
    found = _judged_inside(whole, loop, atomic) if whole is not outline else _judged(outline, loop, atomic)
    return _as_included(outline, loop, atomic, found) if found.verdict in ("unknown", "assumed") else found


@kept
def _trigraph(outline: Outline) -> str:
    """One that the file or a header has where it counts, empty for none."""
    return next(filter(None, (trigraph_in(file.source.data) for file in (outline, *outline.headers))), "")


def _judged_inside(whole: Outline, loop: Loop, atomic: bool) -> LoopVerdict:
    """The verdict on a loop of a file in a larger text."""
    assert isinstance(whole.source, LargerSource)
    inside = whole.loop_starting_at(whole.source.place(loop.span.start))
    if inside is None:
        return LoopVerdict("unknown", "with what is included there the loop is other code")
    return _judged(whole, inside, atomic).placed(whole.source.back)


def _as_included(outline: Outline, loop: Loop, atomic: bool, alone: LoopVerdict) -> LoopVerdict:
    """The verdict where types and macros come from the files that include this one: the weakest that it has in any of them."""
    each = [(_judged_inside(whole, loop, atomic), whole.source.name) for whole in as_included(outline)]
    if not each:
        return alone
    weakest = min((found for found, _ in each), key=_strength)
    alike = {(found.reductions, found.private, found.shared, found.updates, found.dependences) for found, _ in each}
    if _strength(weakest) <= _strength(alone) or len(alike) > 1:
        return alone
    names = " and ".join(dict.fromkeys(name for _, name in each))
    found = with_others(outline, loop, weakest, program_at)
    return replace(found, reason=f"{found.reason}; as {names} {'includes' if len(each) == 1 else 'include'} it")


def _judged(outline: Outline, loop: Loop, atomic: bool) -> LoopVerdict:
    if loop.function is None:
        return LoopVerdict("unknown", "no function around the loop could be read: a macro may stand for its head")
    start = loop.function.span.start
    line = outline.source.lines.line_of(start)
    key, kept = _judged_alone(outline, loop, loop.function, atomic)
    if kept.opened and kept.verdict != "proved":
        kept = _in_each_build(outline, loop, atomic, kept)
    instances = instances_of(outline, loop.function.span) if kept.verdict == "refuted" else ()
    if instances:
        kept = _in_instances(outline, loop, atomic, key, instances, kept)
    if kept.verdict != "unknown" and outline.source.language != "c" and is_in_lambda(outline, loop.span.start):
        return _of_lambda(outline, loop, kept.shifted(start, line))
    told = ""
    if _may_depend_on_sizes(kept) and may_be_closed(outline, loop.function):
        kept, told = _with_sizes(outline, loop, atomic, key, kept)
    if kept.row_lengths and may_be_closed(outline, loop.function):
        kept = _with_rows_of_callers(outline, loop, kept)
        told = told if kept.row_lengths else ""
    found = with_callers(outline, loop, kept.shifted(start, line), program_at)
    found = proved_in_callers(outline, loop, found, atomic, program_at)
    found = with_bodies(outline, found, program_at)
    found = met_in_callers(outline, loop, found, program_at)
    found = with_others(outline, loop, found, program_at)
    return replace(found, reason=f"{found.reason}; {told}") if told else found


def _of_lambda(outline: Outline, loop: Loop, found: LoopVerdict) -> LoopVerdict:
    """What else is said of a loop in a lambda: callers of the function around it do not tell what the lambda is given."""
    if found.row_lengths:
        return LoopVerdict("unknown", "how long the rows are that a lambda gets cannot be told")
    return with_others(outline, loop, with_bodies(outline, found, program_at), program_at)


def _judged_alone(outline: Outline, loop: Loop, function: Function, atomic: bool) -> tuple[Hashable, LoopVerdict]:
    """The verdict as the function and what it can see by name tell it, and the key under which it is kept; places count from the function."""
    start = function.span.start
    key = (surroundings(outline, function), loop.span.start - start, atomic, outline.source.layout)
    kept = _verdicts.get(key)
    if kept is None:
        now = _judge_now(outline, loop, atomic)
        kept = keep(_verdicts, key, now.shifted(-start, -outline.source.lines.line_of(start)), _MOST_VERDICTS)
    return key, kept


def _in_each_build(outline: Outline, loop: Loop, atomic: bool, before: LoopVerdict) -> LoopVerdict:
    """The weakest verdict in the builds that decide what the open names mean, where the loop is independent in all of them and does the
    same. What decides it is more than the function can see by name, so that it is not kept."""
    each: list[LoopVerdict] = []
    for build in builds_of(outline, before.opened):
        if build.leaves_out(loop.span.start):
            continue
        same = build.outline.loop_starting_at(loop.span.start)
        if same is None or same.function is None or loop.function is None or same.function.span != loop.function.span:
            return before
        each.append(_judged_alone(build.outline, same, same.function, atomic)[1])
    weakest = min(each, key=_strength, default=before)
    if before.verdict == "refuted" and weakest.verdict not in ("proved", "assumed"):
        return _refuted_in_each(outline, loop, atomic, before, each)
    alike = {(found.reductions, found.private, found.shared, found.updates) for found in each}
    if weakest.verdict not in ("proved", "assumed") or _strength(weakest) <= _strength(before) or len(alike) > 1:
        return before
    more = [text for found in each for text in found.assumptions if text not in weakest.assumptions]
    found = _only_if(weakest, list(dict.fromkeys(more))) if more else weakest
    return replace(found, opened=before.opened)


def _refuted_in_each(
    outline: Outline, loop: Loop, atomic: bool, before: LoopVerdict, each: list[LoopVerdict]
) -> LoopVerdict:
    """Two iterations that conflict by the last definition of a macro are no witness where another one has none."""
    macros = scopes_of(outline).macros
    said = _names_up_to(outline, loop)
    for _ in range(_MOST_MACROS):
        said |= {word for name in said & macros.keys() for word in names_in(macros[name].value or "")}
    names = frozenset(name for name in before.opened & said if name in macros and macros[name].disputed)
    if not names or (each and all(found.verdict == "refuted" for found in each)):
        return before
    for build in () if each else defined_apart(outline, names):
        same = build.outline.loop_starting_at(loop.span.start)
        if same is None or same.function is None:
            each = []
            break
        each.append(_judged_alone(build.outline, same, same.function, atomic)[1])
    if each and all(found.verdict == "refuted" for found in each):
        return before
    told = " and ".join(sorted(names)[:_MOST_TOLD])
    return LoopVerdict("unknown", f"{before.reason}, but not by every definition of {told}", opened=before.opened)


def _names_up_to(outline: Outline, loop: Loop) -> set[str]:
    """The names in a function up to the end of a loop."""
    start = loop.function.span.start if loop.function is not None else loop.span.start
    return set(names_in(outline.source.data[start : loop.span.end].decode("utf-8", "replace")))


def _with_sizes(
    outline: Outline, loop: Loop, atomic: bool, key: Hashable, before: LoopVerdict
) -> tuple[LoopVerdict, str]:
    """The verdict with what the program says of sizes, and that in words; as it was before, and nothing, if that helps nothing."""
    assert loop.function is not None
    if loop.exits or loop.header.problem is not None:
        return before, ""
    variables = _variables.get(key)
    if variables is None:
        program = program_around(outline, loop)
        read = read_variables(program) if program is not None else ()
        variables = keep(_variables, key, read, _MOST_VERDICTS)
    sizes = sizes_of(outline, loop.function, variables)
    if sizes is None:
        return before, ""
    place = (key, sizes.facts)
    known = _verdicts.get(place)
    if known is None:
        start = loop.function.span.start
        now = _judge_now(outline, loop, atomic, sizes)
        known = keep(_verdicts, place, now.shifted(-start, -outline.source.lines.line_of(start)), _MOST_VERDICTS)
    # What would have to hold does not.
    is_broken = before.verdict == "assumed" and known.verdict == "refuted" and sizes.are_numbers
    # A witness of a length that no caller passes is none.
    is_weaker = _strength(known) <= _strength(before) and (before.verdict != "refuted" or known.verdict == "refuted")
    if is_weaker and not is_broken:
        return before, ""
    words = frozenset(names_in(" ".join((before.reason, *before.assumptions))))
    return known, sizes.told(words, outline.source.name) or sizes.told(None, outline.source.name)


def _with_rows_of_callers(outline: Outline, loop: Loop, before: LoopVerdict) -> LoopVerdict:
    """Rows `p[][w]` are as long as callers say: where one passes less than the loop has elements of, they overlap."""
    program = program_around(outline, loop)
    sizes = sizes_of(outline, loop.function, ()) if loop.function is not None else None
    if program is None or sizes is None:
        return before
    known = sizes.numbers_of(program)
    outside = leaving_where(program, program.by_start[loop.span.start], known) if known else None
    if outside is None:
        return before
    return LoopVerdict(
        "unknown",
        f"{outside.text} leaves its row for what a caller passes, so that it may be an element of another one",
    )


def _may_depend_on_sizes(verdict: LoopVerdict) -> bool:
    if verdict.verdict == "refuted":
        return True
    texts = (
        verdict.assumptions
        if verdict.verdict == "assumed"
        else (verdict.reason,)
        if verdict.verdict == "unknown"
        else ()
    )
    return any(_ABOUT_SIZES.search(text) for text in texts)


def _strength(verdict: LoopVerdict) -> tuple[int, int]:
    return ("unknown", "refuted", "assumed", "proved").index(verdict.verdict), -len(verdict.assumptions)


def _in_instances(
    outline: Outline, loop: Loop, atomic: bool, key: Hashable, instances: tuple[Instance, ...], before: LoopVerdict
) -> LoopVerdict:
    """Of a template the verdict of the first instance that carries something; where none does, the witness is of no program."""
    assert loop.function is not None
    start = loop.function.span.start
    for instance in instances:
        place = (key, instance)
        known = _verdicts.get(place)
        if known is None:
            now = _judge_now(outline, loop, atomic, instance=instance)
            known = keep(_verdicts, place, now.shifted(-start, -outline.source.lines.line_of(start)), _MOST_VERDICTS)
        if known.verdict == "refuted":
            return known
    return LoopVerdict(
        "unknown", f"{before.reason}, but not in the instances of the template: {told_instances(instances)}"
    )


def _judge_now(
    outline: Outline, loop: Loop, atomic: bool, sizes: Sizes | None = None, instance: Instance = ()
) -> LoopVerdict:
    if loop.exits:
        return LoopVerdict("unknown", f"{' and '.join(loop.exits)} may end the loop early")
    if keyword := redefined_keyword(scopes_of(outline).macros):
        return LoopVerdict("unknown", f"{keyword} is a macro here")
    program = program_around(outline, loop)
    if program is None:
        return LoopVerdict("unknown", _BUDGET)
    number = program.by_start.get(loop.span.start)
    if number is None:
        return LoopVerdict("unknown", loop.header.problem or "the loop could not be read")
    if sizes is not None:
        program = sizes.of_program(program)
    if instance:
        program = of_instance(program, instance)
    try:
        verdict = judged(program, number, atomic, origins_in(outline))
    except OverBudget:
        return LoopVerdict("unknown", _BUDGET)
    opened = list(open_in(outline, loop))
    verdict = replace(verdict, opened=frozenset((*program.alternatives, *(name for name, _ in opened))))
    if verdict.verdict not in ("proved", "assumed"):
        return verdict
    verdict = replace(verdict, row_lengths=lengths_of_rows(program, number))
    told = [f"{macro} is what its last definition says" for macro in program.alternatives]
    told += _of_one_build([each for each in opened if each[0] not in program.alternatives])
    if lacks_bool(outline) and "bool" in _names_up_to(outline, loop):
        told.append("bool is that of stdbool.h")
    if unseen := unseen_at(outline, loop):
        told.append(_of_the_file(*unseen))
    if _has_hidden_code(outline, loop):
        told.append("the branches of #if that were left out change nothing")
    return _only_if(verdict, told) if told else verdict


def _of_one_build(opened: list[tuple[str, str]]) -> Iterator[str]:
    """What has to be so of open names, each with the line of its branch: a few names and lines are told."""
    by_line: dict[str, list[str]] = {}
    for name, line in opened:
        by_line.setdefault(line, []).append(name)
    for line, names in list(by_line.items())[:_MOST_TOLD]:
        if len(names) == 1:
            yield f"{names[0]} is what its definition under {line} says"
        else:
            more = [f"{len(names) - _MOST_TOLD} more"] if len(names) > _MOST_TOLD else []
            *first, last = [*names[:_MOST_TOLD], *more]
            yield f"{', '.join(first)} and {last} are what their definitions under {line} say"
    if len(by_line) > _MOST_TOLD:
        yield f"the same holds for names under {len(by_line) - _MOST_TOLD} more lines"


def _of_the_file(what: str, names: list[str]) -> str:
    """That what is nowhere in sight declares no other ones of some names."""
    more = [f"{len(names) - _MOST_TOLD} more"] if len(names) > _MOST_TOLD else []
    *first, last = [*names[:_MOST_TOLD], *more]
    said = f"{', '.join(first)} and {last} are" if first else f"{last} is"
    return f"{said} what the file declares, not what {what} brings"


def _has_hidden_code(outline: Outline, loop: Loop) -> bool:
    """Whether the parser was not shown code of the function: branches whose braces depend on `#if` (source.masking)."""
    assert loop.function is not None
    return outline.source.hides_code_in(loop.function.span)


def _only_if(verdict: LoopVerdict, more: list[str]) -> LoopVerdict:
    told = (*verdict.assumptions, *more)
    argument = verdict.argument or verdict.reason
    return replace(
        verdict, verdict="assumed", reason=f"independent if {' and '.join(told)}", assumptions=told, argument=argument
    )


@one_at_a_time
def program_around(outline: Outline, loop: Loop) -> Program | None:
    """The program of the function around ``loop``; of a loop in the body of a lambda the one in which that is read."""
    program = program_at(outline, loop.function.span) if loop.function is not None else None
    if program is None or loop.span.start in program.by_start or outline.source.language == "c":
        return program
    return _program_of_lambda(outline, loop.span.start) or program


@kept
def _program_of_lambda(outline: Outline, loop: int) -> Program | None:
    """The program of a function with the body of the lambda in it that the loop at an offset stands in."""
    whole = joined(outline)
    if isinstance(whole.source, LargerSource) and whole is not outline:
        program = _program_of_lambda(whole, whole.source.place(loop))
        return moved(program, whole.source.back) if program is not None else None
    made = lambda_around(outline, loop)
    function = definition_around(outline.source.tree.root_node, span_of(made)) if made is not None else None
    if made is None or function is None:
        return None
    try:
        return program_of(outline, function, scopes_of(outline), made=made)
    except (TooMuch, RecursionError):
        return None


@kept
def program_at(outline: Outline, function: Span) -> Program | None:
    """The program of a function, with what is included in it."""
    whole = joined(outline)
    if not isinstance(whole.source, LargerSource) or whole is outline:
        return _program_in(outline, function)
    start = whole.source.place(function.start)
    inside = next((each for each in whole.functions if each.span.start == start), None)
    program = program_at(whole, inside.span) if inside is not None else None
    return moved(program, whole.source.back) if program is not None else None


def _program_in(outline: Outline, function: Span) -> Program | None:
    node = definition_around(outline.source.tree.root_node, function)
    if node is None:
        return None
    try:
        return program_of(outline, node, scopes_of(outline))
    except (TooMuch, RecursionError):
        return None


@kept
def program_by_names(outline: Outline, function: Span, named: frozenset[str]) -> Program | None:
    """The program of a function in which some constants are symbols: what is proved of it holds whatever they are."""
    node = definition_around(outline.source.tree.root_node, function)
    try:
        return program_of(outline, node, scopes_of(outline), named) if node is not None else None
    except (TooMuch, RecursionError):
        return None


def nest_of_loop(outline: Outline, loop: Loop) -> tuple[Program, int] | None:
    """The program around ``loop`` and its number there, ``None`` if it could not be read."""
    return next(iter(nests_of_loop(outline, loop)), None)


def nests_of_loop(outline: Outline, loop: Loop) -> list[tuple[Program, int] | None]:
    """The same in each of the files that include this one, where that is what its code means."""
    programs = [_program_as_included(outline, loop.span.start, number) for number in range(len(as_included(outline)))]
    if not programs:
        programs = [program_around(outline, loop)]
    numbers = [program.by_start.get(loop.span.start) if program is not None else None for program in programs]
    return [
        None if program is None or number is None else (program, number) for program, number in zip(programs, numbers)
    ]


def nests_in_builds(outline: Outline, loop: Loop, opened: frozenset[str]) -> list[tuple[Program, int]]:
    """The same in each of the builds that decide what ``opened`` names mean."""
    found = []
    for build in builds_of(outline, opened) if opened else ():
        same = None if build.leaves_out(loop.span.start) else build.outline.loop_starting_at(loop.span.start)
        nest = nest_of_loop(build.outline, same) if same is not None else None
        found += [nest] if nest is not None else []
    return found


@kept
def _program_as_included(outline: Outline, loop: int, number: int) -> Program | None:
    whole = as_included(outline)[number]
    assert isinstance(whole.source, LargerSource)
    inside = whole.loop_starting_at(whole.source.place(loop))
    program = program_around(whole, inside) if inside is not None else None
    return moved(program, whole.source.back) if program is not None else None
