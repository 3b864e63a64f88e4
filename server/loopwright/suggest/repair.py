"""A directive that somebody wrote, judged by what the analysis knows: left as it is, mended where it is provably wrong, or
dropped with the reason. What the analysis does not know changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.decide.liveness import live_out
from loopwright.dependence.decide.named import other_ways
from loopwright.dependence.model.program import accesses_in
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.symbols import names_at
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.source.nodes import bare, text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import number_of
from loopwright.suggest.candidates import works_on_the_host
from loopwright.suggest.claims import aggregates, claims_independence, listed, refuted_without, verdict_with
from loopwright.suggest.clause_lists import COPIES, exchanged, without_names
from loopwright.suggest.counters import compared_through, counted_through, indexed_through, indices_in
from loopwright.suggest.declared_sizes import within_declared
from loopwright.suggest.device_calls import IN_COMPUTE, comes_back_to, starts_work
from loopwright.suggest.directions import is_left_alone, is_moved
from loopwright.suggest.facts import LoopFacts, follows, nest_of
from loopwright.suggest.fitting import completed
from loopwright.suggest.growing import grown_in, packed_bits
from loopwright.suggest.host_calls import host_call
from loopwright.suggest.insertion import roles_of
from loopwright.suggest.known_names import with_known_names
from loopwright.suggest.long_enough import long_enough
from loopwright.suggest.named_in_file import as_long_as_elsewhere, named_elsewhere
from loopwright.suggest.other_members import member_of_a_number, object_of, other_member
from loopwright.suggest.present import on_device, reduced_around
from loopwright.suggest.qualified import by_own_names
from loopwright.suggest.queues import unwaited
from loopwright.suggest.repair_data import (
    device_memory,
    directions,
    host_memory,
    left_out_pointers,
    no_containers,
    not_there,
    shared,
    with_sections,
)
from loopwright.suggest.repair_gangs import levels_inside, set_copies, shared_out
from loopwright.suggest.well_formed import unfit_clause

_MARKS = frozenset(("number_literal", "true", "false"))
_GIVES_BACK = frozenset(("copy", "copyout", "present", "create", "no_create"))
_RAISES = {"||": ("|", "max"), "&&": ("&", "min")}
_ONCE = COPIES | {"present", "no_create", "deviceptr", "private", "firstprivate"}


@dataclass(frozen=True)
class Judged:
    """``directive`` is the text as it may be shown, ``None`` where it is dropped, which ``dropped`` explains; ``mended`` says
    what was changed and why, once for each change; ``verdict`` is that on the loop with this directive above it."""

    directive: str | None
    mended: tuple[str, ...] = ()
    dropped: str = ""
    verdict: LoopVerdict | None = None


def judged(text: str, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> Judged:
    """The verdict on ``text`` above ``loop``, with the variables by their own names."""
    directive = by_own_names(parse_directive(text), outline, loop.span)
    unfit = unfit_clause(directive)
    if unfit:
        return Judged(None, dropped=f"`{directive.name}` takes no `{unfit}`")
    other = other_member(directive, facts)
    if other:
        return Judged(None, dropped=f"the loop does not use `{other}`, but other members of that object")
    foreign = member_of_a_number(directive, outline, loop)
    if foreign:
        return Judged(None, dropped=f"there is no `{foreign}`")
    starter = starts_work(outline, loop) if directive.name in COMPUTE or directive.name == "loop" else ""
    if starter:
        return Judged(None, dropped=f"the loop calls {starter}, which starts work on a device itself")
    given, changed = shared_out(directive, outline, loop, facts)
    if given is None:
        return Judged(None, dropped=changed)
    directive = given
    if facts.verdict.verdict == "refuted" and claims_independence(directive, place):
        without = refuted_without(directive, outline, loop, facts.verdict)
        if without is None:
            return Judged(None, dropped=facts.verdict.reason)
        facts = replace(facts, verdict=without)
    if directive.name in COMPUTE and place.compute in COMPUTE:
        return Judged(None, dropped=f"a compute construct inside `{place.compute}`")
    held = _held(outline, loop) if directive.name in COMPUTE else ""
    if held:
        return Judged(None, dropped=f"`{held}` stands in the loop, which no compute construct may hold")
    host = host_call(outline, loop)
    if host:
        return Judged(None, dropped=f"the loop calls {host}, which is for the host alone")
    if works_on_the_host(outline, loop):
        return Judged(None, dropped="the loop does input, output or memory allocation, which is for the host")
    packed = packed_bits(outline, loop)
    if packed and claims_independence(directive, place):
        return Judged(None, dropped=f"{packed} holds bits: iterations that write neighbours write one byte")
    grown = grown_in(outline, loop)
    if grown:
        return Judged(None, dropped=f"`{grown}` changes the size of a container, whose memory is the host's")
    around = comes_back_to(outline, loop) if directive.name in COMPUTE else ""
    if around:
        return Judged(
            None, dropped=f"the loop calls {around}, which it stands in: that would start work on a device itself"
        )
    counter = counted_through(outline, loop) if claims_independence(directive, place) else ""
    if counter:
        return Judged(None, dropped=f"each iteration reads what the ones before it counted in {counter}")
    compared = _compared(directive, outline, loop, place, facts)
    if compared:
        return Judged(None, dropped=f"each iteration compares with what the ones before it left in {compared}")
    index = _reduced_index(directive, outline, loop, facts)
    if index:
        return Judged(None, dropped=f"{index} is an index here: what the copies of a reduction begin with is none")
    counter = _read_later(outline, loop, facts) if claims_independence(directive, place) else ""
    if counter:
        return Judged(
            None, dropped=f"{counter} is read later, and a parallel loop leaves nothing in it: set it behind the loop"
        )
    lost = _lost(directive, outline, loop, place, facts)
    if lost:
        return Judged(None, dropped=f"{lost} is read later, and this gives back nothing of what iterations set it to")
    taken = _taken(directive, place)
    if taken:
        return Judged(None, dropped=f"`{taken}` stands above the loop already")
    changes = [changed] if changed else []
    known = with_known_names(directive, names_at(outline, loop))
    if known.unknown:
        names = ", ".join(known.unknown)
        if known.directive is None:
            return Judged(None, dropped=f"not declared here: {names}")
        directive = known.directive
        changes.append(f"left out what names {names}: not declared here")
    twice = _in_two_clauses(directive)
    if twice:
        return Judged(None, dropped=f"{twice} stands in two data clauses")
    for mend in (
        levels_inside,
        _collapse,
        _idle_reduction,
        _reduction,
        with_sections,
        long_enough,
        directions,
        set_copies,
        _lost_arrays,
        _private_arrays,
        shared,
        not_there,
        host_memory,
        no_containers,
        device_memory,
        left_out_pointers,
        completed,
        within_declared,
        as_long_as_elsewhere,
        named_elsewhere,
        unwaited,
    ):
        directive, change = mend(directive, outline, loop, place, facts)
        if change:
            changes.append(change)
    return Judged(str(directive), tuple(changes), verdict=verdict_with(directive, outline, loop, place, facts.verdict))


def _held(outline: Outline, loop: Loop) -> str:
    """A directive in the loop that is of no use on a device: a compute construct (2.5), what manages data (2.6) or queues."""
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or not loop.span.start < pragma.span.start < loop.span.end:
            continue
        name = parse_directive(pragma.text).name
        if name and name not in IN_COMPUTE:
            return name
    return ""


def _compared(directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> str:
    """A scalar that iterations compare with and set together with another one, which is not each one's own: by a clause, or because each
    begins by setting it. One that is the index of what is compared is no reduction either. Empty for none."""
    if not claims_independence(directive, place):
        return ""
    own = {*facts.verdict.private, *(name for c in ("private", "firstprivate") for name in listed(directive, c))}
    compared = compared_through(outline, loop) - {*listed(directive, "reduction")} | indexed_through(outline, loop)
    return min(compared - own, default="")


def _reduced_index(directive: Directive, outline: Outline, loop: Loop, facts: LoopFacts) -> str:
    """A variable of a reduction that no iteration reduces and that says which element it uses (OpenACC 3.4, section 2.9.11)."""
    known = {each.variable for each in facts.verdict.reductions} | {*facts.verdict.private}
    reduced = {*listed(directive, "reduction")} - known
    return min(reduced & indices_in(outline, loop), default="") if reduced else ""


def _lost(directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> str:
    """A scalar that some iterations set and the function reads later, of which the construct gives nothing back (OpenACC 3.4, section 2.6.2);
    empty for none. What is independent has been asked that already."""
    is_left_to_compilers = directive.name.startswith(("kernels", "loop")) or directive.name not in COMPUTE
    nest = None if is_left_to_compilers or place.compute or facts.independent else nest_of_loop(outline, loop)
    if nest is None:
        return ""
    # A section is what a pointer leads to, not where it points.
    given = {
        item for clause in directive.clauses if clause.name in _GIVES_BACK for item in clause.entries if "[" not in item
    }
    given |= on_device(outline, loop, visibly=True) | {each.variable for each in facts.verdict.reductions}
    program, number = nest
    combined = {a.place.root for a in accesses_in(program.nests[number].body) if not a.writes}
    ways = other_ways(program, number)
    left = [v for v in live_out(program, number).variables if v.reader and not v.counts and v.name not in given]
    reduced = {v.name for v in left if v.root not in ways} & listed(directive, "reduction")
    taken = {v.name for v in left if v.name not in reduced or v.root not in combined}
    return min((name for name in taken if name not in reduced or not _is_marked(outline, loop, name)), default="")


def _read_later(outline: Outline, loop: Loop, facts: LoopFacts) -> str:
    """The loop's own variable, where what it counts to is read behind it; empty for none. What only a jump back could read is a guess."""
    nest = nest_of_loop(outline, loop) if facts.verdict.verdict == "unknown" else None
    if nest is None:
        return ""
    program, number = nest
    left = live_out(program, number).variables
    own = (v for v in left if v.reader and v.reader.span.start > loop.span.end)
    return next((v.name for v in own if v.root == program.frames[number].register), "")


def _is_marked(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a variable is set to numbers alone: that it was set is all that it tells, in whatever order."""
    values = [
        node.child_by_field_name("right")
        for node in within(outline.source.tree.root_node, loop.span)
        if node.type == "assignment_expression" and text_of(node.child_by_field_name("left")) == name
    ]
    return bool(values) and all(value is not None and bare(value).type in _MARKS for value in values)


def _taken(directive: Directive, place: Place) -> str:
    """What stands above the loop and says a part of ``directive`` and more, or the same part of one that both would make."""
    roles = roles_of(directive.name)
    for name in place.stacked:
        its = roles_of(name)
        if its & roles and (its != roles or roles == {"compute"} or len(place.stacked) > 1):
            return name
    return ""


def _in_two_clauses(directive: Directive) -> str:
    """A variable that stands more than once in data clauses or `private`, which compilers refuse; empty for none."""
    seen: set[str] = set()
    for clause in directive.clauses:
        if clause.name in _ONCE:
            for name in names_of(clause):
                if name in seen:
                    return name
                seen.add(name)
    return ""


def _collapse(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    clause = directive.clause("collapse")
    wanted = number_of(clause.argument or "") if clause is not None else None
    if clause is None or wanted is None:
        return directive, ""
    possible, why = min(wanted, place.nest), f"only {place.nest} loops stand directly in each other"
    rectangular = _rectangular(outline, loop, possible)
    if rectangular < possible:
        possible, why = rectangular, "the bounds of a loop inside follow the one around it"
    if facts.independent and claims_independence(directive, place):
        nest = nest_of(outline, loop)
        for depth, inner in enumerate(nest[1:possible], start=1):
            if judge(outline, inner, bool(facts.atomics)).verdict == "refuted":
                possible, why = depth, "the iterations of a loop inside depend on each other"
                break
    if possible >= wanted:
        return directive, ""
    kept = [Clause("collapse", str(possible))] if possible > 1 else []
    return exchanged(directive, "collapse", kept), f"collapse({wanted}) is not possible: {why}"


def _rectangular(outline: Outline, loop: Loop, most: int) -> int:
    """How many loops, ``most`` at most, have bounds that stay the same in all of them (OpenACC 3.4, section 2.9.1)."""
    current, variables = loop, {loop.header.variable}
    for depth in range(1, most):
        inner = next(outline.directly_in(current), None)
        if inner is None:
            return most
        if follows(inner, variables):
            return depth
        current = inner
        variables.add(inner.header.variable)
    return most


def _reduction(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A scalar that every iteration is proved to accumulate, in a construct that makes it private otherwise."""
    if not claims_independence(directive, place):
        return _given_back(directive, outline, loop, place, facts)
    in_kernels = "kernels" in place.compute or directive.name.startswith("kernels")
    # A compiler looks for reductions in `kernels` unless it is told that there is no dependence (OpenACC 3.4, section 2.9.6).
    if "reduction" in " ".join(place.stacked) or (in_kernels and directive.clause("independent") is None):
        return directive, ""
    operators = dict(_reduced(directive))
    around = reduced_around(outline, loop) if "reduction" in place.around else frozenset()
    wanted = {r.variable: r.operator for r in facts.verdict.reductions if r.is_scalar and r.variable not in around}
    flags = {r.variable for r in facts.verdict.reductions if r.is_flag}
    missing = {
        name: operator
        for name, operator in wanted.items()
        if not _combines(operators.get(name, ""), operator, name in flags)
    }
    if not missing:
        return directive, ""
    every = _grouped(operators | missing)
    kept = [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in every.items()]
    why = "every iteration adds to it" if set(missing.values()) == {"+"} else "every iteration updates it"
    return exchanged(directive, "reduction", kept), f"reduction of {', '.join(missing)}: {why}"


def _given_back(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """What iterations combine in order, in a construct that has a copy of it and gives nothing back (OpenACC 3.4, sections 2.5.15, 2.6.2)."""
    if not directive.name.startswith(("serial", "parallel")) or place.compute:
        return directive, ""
    given = {item for clause in directive.clauses if clause.name in _GIVES_BACK for item in clause.entries}
    given |= listed(directive, "reduction") | on_device(outline, loop, visibly=True)
    lost = {r.variable: r.operator for r in facts.verdict.reductions if r.is_scalar and r.variable not in given}
    if not lost:
        return directive, ""
    kept = [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in _grouped(lost).items()]
    why = f"reduction of {', '.join(lost)}: without it a copy is changed and lost"
    return replace(directive, clauses=(*directive.clauses, *kept)), why


def _combines(written: str, operator: str, is_flag: bool) -> bool:
    """Whether a reduction by ``written`` keeps what iterations combine by ``operator``: a flag is raised by more than one."""
    return written == operator or (is_flag and written in _RAISES.get(operator, ()))


def _idle_reduction(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A reduction of what no iteration changes, or of a member, whose sum `atomic` or a local variable takes."""
    sums = {reduction.variable for reduction in facts.verdict.reductions if facts.independent}
    members = [name for name, _ in _reduced(directive) if object_of(name) and name in sums]
    idle = [name for name, _ in _reduced(directive) if not object_of(name) and is_left_alone(outline, loop, name)]
    if not idle and not members:
        return directive, ""
    left = _grouped({name: operator for name, operator in _reduced(directive) if name not in (*idle, *members)})
    kept = [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in left.items()]
    said = [f"{', '.join(idle)} taken out of reduction: the loop does not change it"] if idle else []
    said += [f"{', '.join(members)} taken out of reduction: a reduction names no member"] if members else []
    return exchanged(directive, "reduction", kept), "; ".join(said)


def _lost_arrays(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory that iterations share, in `private`: what they write there would be lost, what they read was never set."""
    if not facts.independent:
        return directive, ""
    arrays = {word.text for word in place.words if word.part == "array"}
    listed = {name for clause in directive.clauses if clause.name == "private" for name in names_of(clause)}
    lost = sorted(name for name in listed & arrays if name not in facts.verdict.private)
    if not lost or "private" in place.around:
        return directive, ""
    kept = without_names(directive, frozenset(("private",)), frozenset(lost))
    return kept, f"{', '.join(lost)} taken out of private: it holds what the loop reads or leaves"


def _private_arrays(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """An array or struct that every iteration sets anew: shared, it would be a race. A scalar is private without a clause."""
    if not claims_independence(directive, place):
        return directive, ""
    if "private" in place.around or directive.name.startswith("kernels") or "kernels" in place.compute:
        return directive, ""
    wanted = aggregates(facts.verdict.private, outline, loop, place)
    listed = {name for clause in directive.clauses if clause.name == "private" for name in names_of(clause)}
    missing = [name for name in facts.verdict.private if name in wanted and name not in listed]
    missing = [name for name in missing if not is_moved(outline, loop, name)]
    if not missing:
        return directive, ""
    clause = Clause("private", ",".join([*sorted(listed), *missing]))
    return exchanged(directive, "private", [clause]), f"private {', '.join(missing)}: each iteration fills it anew"


def _reduced(directive: Directive) -> Iterator[tuple[str, str]]:
    for clause in directive.clauses:
        if clause.name == "reduction":
            operator, _, names = (clause.argument or "").partition(":")
            yield from ((name.strip(), operator) for name in split_items(names))


def _grouped(operators: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, operator in operators.items():
        found.setdefault(operator, []).append(name)
    return found
