"""What the project writes above statements like this one, carried over to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from loopwright.lang.statements import end_of_statement
from loopwright.memory.places import COMPUTE, REGIONS, Example
from loopwright.memory.recall import recall
from loopwright.memory.refill import sections_in
from loopwright.memory.standing import Spot, declared_by
from loopwright.openacc.constructs import statement_at
from loopwright.openacc.directive import Clause, Directive, normalised, parse_directive
from loopwright.openacc.gangs import run_by_all
from loopwright.openacc.spec import load_spec
from loopwright.source.outline import Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span, names_in
from loopwright.suggest.standing.among import ALONE
from loopwright.suggest.standing.asked import Help, Proposed, own_examples, standing_examples
from loopwright.suggest.standing.blocks import free_block_at, is_for_the_host
from loopwright.suggest.standing.carried_lists import (
    nearness,
    with_what_is_updated,
    with_what_is_used,
    with_what_it_lacks,
)
from loopwright.suggest.standing.carried_moves import is_pointless, with_own_sections
from loopwright.suggest.standing.data_moves import MOVING
from loopwright.suggest.standing.named_after import as_named, is_done
from loopwright.suggest.standing.unpaired import brought_first
from loopwright.suggest.standing.unwaited import has_nothing_to_wait_for, has_waited, with_all_queues

_SHARPNESS = 5.0  # of the votes: how much more the nearest example counts
_LIKE_ENOUGH = 1.25  # likeness from which a place resembles one of the project's


def of_the_project(outline: Outline, spot: Spot, path: Path, help: Help) -> list[Proposed]:
    """Directives above like statements of the project, carried over to this one, each with how much speaks for it."""
    if spot.is_function or spot.is_body:
        return []  # what a function does tells nothing of who calls it
    line_of = outline.source.lines.line_of
    holding = [p for p in outline.pragmas if _governs(outline, p, spot.start)]
    here = {line_of(p.span.start) + 1 for p in holding}
    there = {str(parse_directive(p.text)) for p in holding}  # once is enough
    in_file = [example for example in own_examples(outline, path, help) if example.line not in here]
    elsewhere = standing_examples(help, path)
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
