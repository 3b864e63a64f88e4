"""The directive that the analysis alone writes for a loop, and what may stand above one at all."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.memory.places import COMPUTE, Example, Place, place_of
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.facts import LoopFacts, data_clauses_of, directive_of, reduction_clauses, shared_scalars

_COMPUTE = frozenset(("parallel", "kernels", "serial"))
_MANAGES_DATA = frozenset(("data", "enter data", "declare"))


def directives_at(place: Place) -> tuple[str, ...]:
    """Directives that make sense above a loop: inside a compute construct or a device routine only `loop`, under a compute
    directive without it too, above a `loop` the compute directives without it, else the compute ones."""
    stacked = set(place.stacked)
    if stacked & COMPUTE or place.compute:
        return ("loop",)
    if "loop" in stacked:
        return tuple(name for name in LOOP_DIRECTIVES if name in _COMPUTE)
    return tuple(name for name in LOOP_DIRECTIVES if name != "loop")


def clauses_without_meaning(outline: Outline, project: Iterable[Example] = ()) -> frozenset[str]:
    """Clauses that promise device data which nothing in the file puts there, and no directive of the project promises."""
    for pragma in outline.pragmas:
        if pragma.sentinel == "acc" and _manages_data(parse_directive(pragma.text)):
            return frozenset()
    if any(_manages_data(example.parsed) for example in project):
        return frozenset()
    return frozenset(("present", "no_create", "deviceptr", "attach"))


def _manages_data(directive: Directive) -> bool:
    """Whether a directive puts data on a device for others, or says that they are there."""
    return directive.name in _MANAGES_DATA or any(directive.clause(name) for name in ("present", "deviceptr"))


def analysis_candidate(outline: Outline, loop: Loop, facts: LoopFacts) -> str | None:
    """The directive that the facts known without a model lead to, ``None`` for a refuted loop."""
    if facts.verdict.verdict == "refuted":
        return None
    allowed = directives_at(place_of(outline, loop))
    construct = "parallel loop" if "parallel loop" in allowed else allowed[0]
    if construct == "parallel":
        return construct
    if facts.independent:
        asked = f" if({loop.header.first_test})" if construct != "loop" and _asks_first(loop, facts) else ""
        return f"{directive_of(facts, construct)}{asked}"
    shared = shared_scalars(outline, loop, facts.verdict) if construct != "loop" else ()
    copied = [Clause("copy", ",".join(shared))] if shared else []
    moved = data_clauses_of(outline, loop) if construct != "loop" and not shared else ()
    return " ".join([construct, *map(str, (*reduction_clauses(facts.verdict.reductions), *copied, *moved))])


def _asks_first(loop: Loop, facts: LoopFacts) -> bool:
    """Whether the author thought of sizes with which the loop does not run (`i < (n > 1 ? n - 1 : 0)`), and sections have no length then."""
    return loop.header.is_chosen and any(fact.may_be_negative for fact in facts.data)
