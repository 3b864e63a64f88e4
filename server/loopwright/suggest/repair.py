"""What the model wrote, made to agree with what the analysis knows."""

from __future__ import annotations

from dataclasses import replace

from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.suggest.facts import LoopFacts

_DATA = frozenset(("copy", "copyin", "copyout", "create", "present", "no_create"))


def repaired(text: str, facts: LoopFacts) -> str | None:
    """The directive with the private, reduction and data clauses that the facts demand in place of its own, and without
    a `collapse` that they do not allow; ``None`` where the loop is refuted, or where a construct without `loop` leaves no
    place for what the loop needs."""
    if facts.verdict.verdict == "refuted":
        return None
    directive = parse_directive(text)
    takes_loop_clauses = "loop" in directive.name.split()
    needs_loop_clauses = bool(facts.verdict.private or facts.verdict.reductions)
    if not takes_loop_clauses and needs_loop_clauses:
        return None
    if directive.clause("seq") is not None:
        return str(directive)
    clauses = [clause for clause in directive.clauses if _stays(clause, facts)]
    wanted = list(facts.fixed_clauses)
    if not takes_loop_clauses:
        wanted = list(facts.data_clauses)
    elif directive.name == "loop":
        wanted = [clause for clause in wanted if clause not in facts.data_clauses]
    return str(_in_order(replace(directive, clauses=(*clauses, *wanted))))


def _stays(clause: Clause, facts: LoopFacts) -> bool:
    if clause.name in ("reduction", "private"):
        return False
    if clause.name == "collapse":
        return (clause.argument or "").isdigit() and int(clause.argument or "1") <= facts.collapse
    if clause.name == "default" and clause.argument == "present":
        return not facts.data
    known = {fact.variable for fact in facts.data} | {name.split("[")[0] for name in facts.present}
    if clause.name in _DATA and known:
        # What the analysis cannot measure the model may know: `copyin(x[0:n])` for an indirect read stays.
        return not any(part.split("[")[0] in known for part in (clause.argument or "").split(","))
    return True


def _in_order(directive: Directive) -> Directive:
    """Clauses that say how to run first, then what is private, then data."""
    rank = {"private": 1, "reduction": 2, **dict.fromkeys(_DATA, 3)}
    return replace(directive, clauses=tuple(sorted(directive.clauses, key=lambda clause: rank.get(clause.name, 0))))
