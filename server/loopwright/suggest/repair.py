"""A directive that somebody wrote, judged by what the analysis knows: left as it is, mended where it is provably wrong, or
dropped with the reason. What the analysis does not know changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.decide.liveness import live_out
from loopwright.dependence.model.program import accesses_in
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.lang.types import category_of_base
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.nodes import bare, text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import number_of
from loopwright.suggest.claims import claims_independence, listed, refuted_without, verdict_with
from loopwright.suggest.counters import compared_through, counted_through
from loopwright.suggest.device_calls import IN_COMPUTE, comes_back_to, starts_work
from loopwright.suggest.directions import is_left_alone, is_moved, only_read, only_updated, surely_written
from loopwright.suggest.facts import LoopFacts, follows, nest_of, shared_scalars
from loopwright.suggest.growing import grown_in
from loopwright.suggest.host_calls import host_call
from loopwright.suggest.host_memory import only_on_the_host
from loopwright.suggest.insertion import roles_of
from loopwright.suggest.known_names import with_known_names
from loopwright.suggest.present import host_pointers, on_device

_COPIES = frozenset(("copy", "copyin", "copyout", "create"))
_MARKS = frozenset(("number_literal", "true", "false"))
_GIVES_BACK = frozenset(("copy", "copyout", "present", "create", "no_create"))
_ONE_WAY = ("copyin", "copyout")
_RAISES = {"||": ("|", "max"), "&&": ("&", "min")}
_ONCE = _COPIES | {"present", "no_create", "deviceptr", "private", "firstprivate"}


@dataclass(frozen=True)
class Judged:
    """``directive`` is the text as it may be shown, ``None`` where it is dropped, which ``dropped`` explains; ``mended`` says
    what was changed and why, once for each change; ``verdict`` is that on the loop with this directive above it."""

    directive: str | None
    mended: tuple[str, ...] = ()
    dropped: str = ""
    verdict: LoopVerdict | None = None


def judged(text: str, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> Judged:
    """The verdict on ``text`` above ``loop``."""
    directive = parse_directive(text)
    if facts.verdict.verdict == "refuted" and claims_independence(directive, place):
        other = refuted_without(directive, outline, loop, facts.verdict)
        if other is None:
            return Judged(None, dropped=facts.verdict.reason)
        facts = replace(facts, verdict=other)
    if directive.name in COMPUTE and place.compute in COMPUTE:
        return Judged(None, dropped=f"a compute construct inside `{place.compute}`")
    held = _held(outline, loop) if directive.name in COMPUTE else ""
    if held:
        return Judged(None, dropped=f"`{held}` stands in the loop, which no compute construct may hold")
    host = host_call(outline, loop)
    if host:
        return Judged(None, dropped=f"the loop calls {host}, which is for the host alone")
    grown = grown_in(outline, loop)
    if grown:
        return Judged(None, dropped=f"`{grown}` changes the size of a container, whose memory is the host's")
    starter = starts_work(outline, loop) if directive.name in COMPUTE or directive.name == "loop" else ""
    if starter:
        return Judged(None, dropped=f"the loop calls {starter}, which starts work on a device itself")
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
    lost = _lost(directive, outline, loop, place, facts)
    if lost:
        return Judged(None, dropped=f"{lost} is read later, and this gives back nothing of what iterations set it to")
    taken = _taken(directive, place)
    if taken:
        return Judged(None, dropped=f"`{taken}` stands above the loop already")
    changes: list[str] = []
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
        _collapse,
        _idle_reduction,
        _reduction,
        _directions,
        _lost_arrays,
        _private_arrays,
        _shared,
        _not_there,
        _host_memory,
        _device_pointers,
        _left_out,
    ):
        directive, change = mend(directive, outline, loop, place, facts)
        if change:
            changes.append(change)
    return Judged(str(directive), tuple(changes), verdict=verdict_with(directive, place, facts.verdict))


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
    begins by setting it. Empty for none."""
    if not claims_independence(directive, place):
        return ""
    named = {name for clause in ("reduction", "private", "firstprivate") for name in listed(directive, clause)}
    return next(iter(sorted(compared_through(outline, loop) - named - {*facts.verdict.private})), "")


def _lost(directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> str:
    """A scalar that some iterations set and the function reads later, of which the construct gives nothing back (OpenACC 3.4, section 2.6.2);
    empty for none. What is independent has been asked that already."""
    is_left_to_compilers = directive.name.startswith(("kernels", "loop")) or directive.name not in COMPUTE
    nest = None if is_left_to_compilers or place.compute or facts.independent else nest_of_loop(outline, loop)
    if nest is None:
        return ""
    given = {name for clause in directive.clauses if clause.name in _GIVES_BACK for name in _names(clause)}
    given |= on_device(outline, loop, visibly=True) | {each.variable for each in facts.verdict.reductions}
    program, number = nest
    combined = {a.place.root for a in accesses_in(program.nests[number].body) if not a.writes}
    reduced = listed(directive, "reduction")
    left = (v for v in live_out(program, number).variables if v.reader and not v.counts and v.name not in given)
    taken = {v.name for v in left if v.name not in reduced or v.root not in combined}
    return min((name for name in taken if name not in reduced or not _is_marked(outline, loop, name)), default="")


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
            for name in _names(clause):
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
    return _exchanged(directive, "collapse", kept), f"collapse({wanted}) is not possible: {why}"


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
    if not claims_independence(directive, place) or "reduction" in place.around:
        return directive, ""
    in_kernels = "kernels" in place.compute or directive.name.startswith("kernels")
    # A compiler looks for reductions in `kernels` unless it is told that there is no dependence (OpenACC 3.4, section 2.9.6).
    if "reduction" in " ".join(place.stacked) or (in_kernels and directive.clause("independent") is None):
        return directive, ""
    operators = dict(_reduced(directive))
    wanted = {r.variable: r.operator for r in facts.verdict.reductions if r.is_scalar}
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
    return _exchanged(directive, "reduction", kept), f"reduction of {', '.join(missing)}: {why}"


def _combines(written: str, operator: str, is_flag: bool) -> bool:
    """Whether a reduction by ``written`` keeps what iterations combine by ``operator``: a flag is raised by more than one."""
    return written == operator or (is_flag and written in _RAISES.get(operator, ()))


def _idle_reduction(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A reduction of what no iteration changes."""
    idle = [name for name, _ in _reduced(directive) if is_left_alone(outline, loop, name)]
    if not idle:
        return directive, ""
    left = _grouped({name: operator for name, operator in _reduced(directive) if name not in idle})
    kept = [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in left.items()]
    return _exchanged(
        directive, "reduction", kept
    ), f"{', '.join(idle)} taken out of reduction: the loop does not change it"


def _directions(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """An array that is only read, or only added to, in `copyout`, or one that is written in `copyin`: where nothing has put it on the
    device, what it held or got would be lost."""
    if directive.name not in COMPUTE or place.compute:
        return directive, ""
    listed = {name: frozenset(n for c in directive.clauses if c.name == name for n in _names(c)) for name in _ONE_WAY}
    if not any(listed.values()):
        return directive, ""
    held = on_device(outline, loop)
    read = only_read(outline, loop, listed["copyout"] - held)
    written = surely_written(outline, loop, listed["copyin"] - held)
    updated = only_updated(outline, loop, listed["copyout"] - held)
    for name, wrong, right in (("copyout", read, "copyin"), ("copyout", updated, "copy"), ("copyin", written, "copy")):
        if wrong:
            directive = _moved(directive, name, wrong, right)
    told = [f"copyin {', '.join(sorted(read))}: the loop only reads it"] if read else []
    told += [f"copy {', '.join(sorted(updated))}: the loop changes what it held"] if updated else []
    told += [f"copy {', '.join(sorted(written))}: the loop writes it"] if written else []
    return directive, "; ".join(told)


def _moved(directive: Directive, name: str, wrong: frozenset[str], right: str) -> Directive:
    """``directive`` with what names ``wrong`` in clause ``name`` in clause ``right``."""
    parts = [part for c in directive.clauses if c.name == name for part in split_items(c.argument or "")]
    parts = [part for part in parts if part.split("[")[0].strip() in wrong]
    return _with_items(_without(directive, frozenset((name,)), wrong), right, parts)


def _with_items(directive: Directive, name: str, items: Sequence[str]) -> Directive:
    """``directive`` with more items in clause ``name``, behind those that are there."""
    listed = [clause.argument or "" for clause in directive.clauses if clause.name == name]
    return _exchanged(directive, name, [Clause(name, ",".join([*listed, *items]))])


def _lost_arrays(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory that iterations share, in `private`: what they write there would be lost, what they read was never set."""
    if not facts.independent:
        return directive, ""
    arrays = {word.text for word in place.words if word.part == "array"}
    listed = {name for clause in directive.clauses if clause.name == "private" for name in _names(clause)}
    lost = sorted(name for name in listed & arrays if name not in facts.verdict.private)
    if not lost or "private" in place.around:
        return directive, ""
    kept = _without(directive, frozenset(("private",)), frozenset(lost))
    return kept, f"{', '.join(lost)} taken out of private: it holds what the loop reads or leaves"


def _private_arrays(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """An array that every iteration fills anew: shared, it would be a race. A scalar is private without a clause."""
    if not claims_independence(directive, place):
        return directive, ""
    if "private" in place.around or directive.name.startswith("kernels") or "kernels" in place.compute:
        return directive, ""
    arrays = {word.text for word in place.words if word.part == "array"}
    listed = {name for clause in directive.clauses if clause.name == "private" for name in _names(clause)}
    missing = [name for name in facts.verdict.private if name in arrays and name not in listed]
    missing = [name for name in missing if not is_moved(outline, loop, name)]
    if not missing:
        return directive, ""
    clause = Clause("private", ",".join([*sorted(listed), *missing]))
    return _exchanged(directive, "private", [clause]), f"private {', '.join(missing)}: each iteration fills it anew"


def _shared(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A scalar that iterations change under `atomic`: in `parallel` and `serial` each gang would have its own, and the result would
    be lost."""
    if directive.name not in COMPUTE or directive.name.startswith("kernels"):
        return directive, ""
    wanted = set(shared_scalars(outline, loop, facts.verdict)) - on_device(outline, loop, visibly=True)
    moved = _COPIES | {"present", "no_create", "deviceptr", "reduction"}
    listed = {name for clause in directive.clauses if clause.name in moved for name in _names(clause)}
    missing = sorted(wanted - listed)
    if not missing:
        return directive, ""
    without = _without(directive, frozenset(("private", "firstprivate")), frozenset(missing))
    reason = f"copy {', '.join(missing)}: iterations change it under `atomic`, without a clause each gang has its own"
    return _with_items(without, "copy", missing), reason


def _without(directive: Directive, clauses: frozenset[str], names: frozenset[str]) -> Directive:
    """``directive`` with lists of ``clauses`` that do not name ``names``."""
    kept: list[Clause] = []
    for clause in directive.clauses:
        parts = [part for part in split_items(clause.argument or "") if part.split("[")[0].strip() not in names]
        if clause.name not in clauses:
            kept.append(clause)
        elif parts:
            kept.append(Clause(clause.name, ",".join(parts)))
    return replace(directive, clauses=tuple(kept))


def _device_pointers(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory of the device is not copied (OpenACC 3.4, section 2.7.3)."""
    wrong = [
        name
        for clause in directive.clauses
        if clause.name in _COPIES
        for name in _names(clause)
        if name in facts.device_pointers
    ]
    if not wrong:
        return directive, ""
    kept: list[Clause] = []
    for clause in directive.clauses:
        if clause.name in _COPIES:
            parts = [part for part in split_items(clause.argument or "") if part.split("[")[0].strip() not in wrong]
            if parts:
                kept.append(Clause(clause.name, ",".join(parts)))
        else:
            kept.append(clause)
    kept.append(Clause("deviceptr", ",".join(wrong)))
    return replace(directive, clauses=tuple(kept)), f"{', '.join(wrong)} points to memory of the device"


def _host_memory(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """What the host itself goes through in this function is no address of the device."""
    named = {name for clause in directive.clauses if clause.name == "deviceptr" for name in _names(clause)}
    if not named:
        return directive, ""
    scalars = {name for name in named if _is_number(outline, loop, name)}
    wrong = sorted({*((named - set(facts.device_pointers)) & host_pointers(outline, loop)), *scalars})
    if not wrong:
        return directive, ""
    less = _without(directive, frozenset(("deviceptr",)), frozenset(wrong))
    if not place.compute:
        less = _brought(less, frozenset(wrong) - on_device(outline, loop), facts)
    why = "it is no pointer" if scalars == set(wrong) else "the host goes through it in this function"
    return less, f"{', '.join(wrong)} taken out of deviceptr: {why}"


def _not_there(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory that this function has made on the host and brought nowhere is neither `present` nor behind a pointer of the device."""
    clauses = frozenset(("present", "deviceptr"))
    named = frozenset(name for clause in directive.clauses if clause.name in clauses for name in _names(clause))
    moved = frozenset(name for clause in directive.clauses if clause.name in _COPIES for name in _names(clause))
    arrays = frozenset(word.text for word in place.words if word.part == "array")
    by_default = (
        arrays - moved if any(str(clause) == "default(present)" for clause in directive.clauses) else frozenset()
    )
    # Whoever lists what is moved leaves the rest to nobody: behind a pointer there is no implicit copy.
    left_out = arrays - moved - _arrays_by_value(outline, loop, arrays) if moved | named else frozenset()
    wrong = only_on_the_host(outline, loop, named | by_default | left_out)
    if not wrong or (directive.name not in COMPUTE and not named & wrong):
        return directive, ""
    less = _brought(_without(directive, clauses, wrong), wrong, facts)
    if less == directive:
        return directive, ""
    brought = {name for clause in less.clauses if clause.name in _COPIES for name in _names(clause)} & wrong
    said = f"{', '.join(sorted(brought))} moved: nothing has brought it to the device here" if brought else ""
    gone = f"{', '.join(sorted((named & wrong) - brought))} left out: nothing has brought it to the device here"
    return less, "; ".join(part for part in (said, gone if (named & wrong) - brought else "") if part)


def _arrays_by_value(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that are arrays and no pointers: a construct copies them without a clause."""
    found = ((name, names_at(outline, loop).declared(name)) for name in names)
    scopes = scopes_of(outline)
    return frozenset(
        name
        for name, declared in found
        if declared is not None and declared.kind == "variable" and scopes.expanded(declared.type).layers[:1] == ("[]",)
    )


def _brought(directive: Directive, names: frozenset[str], facts: LoopFacts) -> Directive:
    """With the clauses that move some variables, as far as it is known how much."""
    for fact in facts.data if directive.name in COMPUTE else ():
        if fact.variable in names:
            directive = _with_items(directive, fact.clause, [fact.argument])
    return directive


def _is_number(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a variable is declared as a number: it holds no address."""
    found = names_at(outline, loop).declared(name)
    if found is None or found.kind not in ("variable", "parameter"):
        return False
    type = scopes_of(outline).type_of(found).referred()
    return not type.layers and category_of_base(type.base) != "unknown"


def _left_out(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Without a clause a compute construct would look for a copy of what a device pointer points to."""
    if directive.name not in COMPUTE or place.compute:
        return directive, ""
    named = {name for clause in directive.clauses for name in _names(clause)}
    arrays = {word.text for word in place.words if word.part == "array"}
    missing = [name for name in facts.device_pointers if name in arrays and name not in named]
    missing = [name for name in missing if name not in on_device(outline, loop)] if missing else []
    if not missing:
        return directive, ""
    listed = [clause.argument or "" for clause in directive.clauses if clause.name == "deviceptr"]
    clause = Clause("deviceptr", ",".join([*listed, *missing]))
    return _exchanged(directive, "deviceptr", [clause]), f"deviceptr {', '.join(missing)}: memory of the device"


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


def _names(clause: Clause) -> list[str]:
    argument = (clause.argument or "").rpartition(":")[2] if clause.name == "reduction" else clause.argument or ""
    return [part.split("[")[0].strip() for part in split_items(argument)]


def _exchanged(directive: Directive, name: str, clauses: list[Clause]) -> Directive:
    """``directive`` with ``clauses`` where the first clause called ``name`` stood, at the end where there was none."""
    kept: list[Clause] = []
    placed = False
    for clause in directive.clauses:
        if clause.name != name:
            kept.append(clause)
        elif not placed:
            kept += clauses
            placed = True
    return replace(directive, clauses=tuple(kept if placed else [*kept, *clauses]))
