"""What the analysis calls for above a statement: `atomic` updates, data and `wait` that other directives of the function leave out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from loopwright.memory.places import COMPUTE, stance_of
from loopwright.memory.standing import Spot
from loopwright.openacc.constructs import statement_at
from loopwright.openacc.directive import Directive, normalised, parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.facts import facts_of, statement_start
from loopwright.suggest.region import region_around_annotated
from loopwright.suggest.standing.asked import Help, Proposed, by_rule, own_examples, standing_examples
from loopwright.suggest.standing.blocks import around
from loopwright.suggest.standing.counterparts import mirrored_at
from loopwright.suggest.standing.data_moves import moves_at
from loopwright.suggest.standing.held_data import hold_at
from loopwright.suggest.standing.named_after import said_by_name
from loopwright.suggest.standing.routines import routine_at
from loopwright.suggest.standing.shares import share_of
from loopwright.suggest.standing.stale_elsewhere import fetched_at
from loopwright.suggest.standing.unpaired import entered_for_others, paired_with_others
from loopwright.suggest.standing.unwaited import wait_at


def of_the_analysis(outline: Outline, spot: Spot, path: Path, help: Help) -> list[Proposed]:
    """What the analysis calls for at a place. A region for the data of a whole program that was followed takes the place of others."""
    found: list[Proposed] = []
    routine = routine_at(outline, spot, path, help) if spot.is_function else None
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
    examples = [e for e in standing_examples(help, path) if e.file.rpartition("/")[0] == own.rpartition("/")[0]]

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
    back = {name for text in moves for name in names_in_clause(parse_directive(text), "copyout")}
    fetched = fetched_at(outline, spot.start, elsewhere) if "update" not in kinds else []
    moves += [text for text in fetched if not names_in_clause(parse_directive(text), "self") <= back]
    found = [*mirrored, *moves, *entered_for_others(outline, spot.asked, elsewhere), *wait_at(outline, spot.asked)]
    if not spot.ends_block:
        statement = statement_at(outline.source.tree.root_node, spot.start, spot.start)
        # A call that takes addresses of the device needs no copy on the host.
        found = [*(around(outline, statement) if statement is not None else ()), *found]
    return found


def names_in_clause(directive: Directive, clause: str) -> set[str]:
    """The variables of a clause, without their sections."""
    return {entry.partition("[")[0] for c in directive.clauses if c.name == clause for entry in c.entries}


def _customary(outline: Outline, spot: Spot, path: Path, help: Help) -> dict[str, frozenset[str]]:
    """The directives that functions of the same name hold elsewhere in the project, with the clauses that any of them has."""
    name = spot.function.rpartition("::")[2]
    found: dict[str, frozenset[str]] = {}
    for example in (*own_examples(outline, path, help), *standing_examples(help, path)):
        if example.place.function.rpartition("::")[2] == name:
            clauses = frozenset(clause.name for clause in example.parsed.clauses)
            found[example.parsed.name] = found.get(example.parsed.name, frozenset()) | clauses
    return found


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
