"""A `parallel` without a `loop`, and copies without a value: what a directive that somebody wrote leaves undone (OpenACC 3.4, 2.5.1 and
2.9.10)."""

from __future__ import annotations

from dataclasses import replace

from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.redundant import is_harmless
from loopwright.dependence.decide.unset import read_unset
from loopwright.memory.places import Place
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.gangs import run_by_all, starts_several, with_gangs
from loopwright.openacc.regions import LEVELS
from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.claims import MOVES, listed
from loopwright.suggest.clause_lists import with_items, without_names
from loopwright.suggest.directions import is_left_alone
from loopwright.suggest.facts import LoopFacts

_PRIVATE = frozenset(("private",))
_SHARES = MOVES | {"present", "no_create", "deviceptr"}
_TAKES_FIRSTPRIVATE = frozenset(("parallel", "serial", "parallel loop", "serial loop"))


def is_run_by_all(directive: Directive, outline: Outline, loop: Loop) -> bool:
    """Whether every gang of ``directive`` above ``loop`` would run all iterations."""
    lacks = with_gangs(directive)[1]
    return bool(lacks) and starts_several(directive) is not False and bool(run_by_all(outline, loop.span))


def shared_out(directive: Directive, outline: Outline, loop: Loop, facts: LoopFacts) -> tuple[Directive | None, str]:
    """``directive`` with `loop` or `gang` where all gangs would run all iterations and these are independent; with the reason ``None`` where
    they are not known to be, no `loop` says that they are, and the gangs would not come to the same."""
    if not is_run_by_all(directive, outline, loop):
        return directive, ""
    shared, word = with_gangs(directive)
    if facts.independent:
        return shared, f"{word} added: without it every gang runs all iterations"
    if "loop" in directive.name.split():
        return directive, ""
    nest = nest_of_loop(outline, loop)
    own = frozenset(listed(directive, "private") | listed(directive, "firstprivate"))
    common = frozenset(name for clause in _SHARES for name in listed(directive, clause))
    if nest is not None and is_harmless(*nest, own, common):
        return directive, ""
    return None, "every gang runs all iterations, and it is not certain that they do each other no harm"


def levels_inside(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """`gang`, `worker` and `vector` are for one loop of a nest, the outer one the coarser (OpenACC 3.4, section 2.9): what directives on
    the loops inside take is not for this one."""
    inside = [parse_directive(p.text) for p in outline.pragmas_named("loop") if loop.body.contains(p.span)]
    taken = {clause.name for each in inside for clause in each.clauses} & set(LEVELS)
    coarsest = min(map(LEVELS.index, taken), default=len(LEVELS))
    wrong = [clause.name for clause in directive.clauses if clause.name in LEVELS[coarsest:]]
    if not wrong:
        return directive, ""
    kept = tuple(clause for clause in directive.clauses if clause.name not in wrong)
    return replace(
        directive, clauses=kept
    ), f"{', '.join(wrong)} left out: a directive on a loop inside takes {LEVELS[coarsest]}"


def set_copies(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Copies that the loop reads without having set them: the variable itself where it sets none, else copies with its value."""
    private = listed(directive, "private")
    if not private:
        return directive, ""
    used = {text_of(n) for n in within(outline.source.tree.root_node, loop.span) if n.type == "identifier"}
    idle = {name for name in private & used if is_left_alone(outline, loop, name)}
    nest = nest_of_loop(outline, loop)
    known = {name: read_unset(*nest, name, loop.body.start) for name in private - idle} if nest is not None else {}
    read = {name for name, unset in known.items() if unset is not None and unset.is_set_later}
    kept = without_names(directive, _PRIVATE, frozenset(idle | read))
    if read and directive.name in _TAKES_FIRSTPRIVATE:
        kept = with_items(kept, "firstprivate", sorted(read))
        into = f"{', '.join(sorted(read))} made firstprivate: the loop reads what it was before"
    else:
        into = f"{', '.join(sorted(read))} taken out of private: the loop reads what it was before" if read else ""
    out = f"{', '.join(sorted(idle))} taken out of private: the loop reads it and does not set it" if idle else ""
    return kept, "; ".join(text for text in (out, into) if text)
