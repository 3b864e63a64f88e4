"""What speaks against a loop, and what has to hold: every pair of accesses, every scalar, every effect becomes a line of a finding,
and the finding a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, NamedTuple

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.arrays import (
    could_keep_a_copy,
    filled_arrays,
    filled_memory,
    may_be_filled_first,
    private_arrays,
)
from loopwright.dependence.decide.conflicts import Conflict, examine
from loopwright.dependence.decide.indices import how_close
from loopwright.dependence.decide.liveness import counters, live_out
from loopwright.dependence.decide.named import other_ways
from loopwright.dependence.decide.once import is_of_one_iteration
from loopwright.dependence.decide.pairs import is_own, pairs
from loopwright.dependence.decide.preconditions import as_code, not_negative
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.rereads import contested
from loopwright.dependence.decide.rows import leaving
from loopwright.dependence.decide.same_values import changes_nothing, leaves_the_same
from loopwright.dependence.decide.scalars import Scalar, scalars_of
from loopwright.dependence.decide.structs import (
    filled_structs,
    is_own_if_it_is_written_first,
    private_structs,
)
from loopwright.dependence.decide.ways import is_chosen_in
from loopwright.dependence.decide.witnesses import Witness, unless, witness
from loopwright.dependence.decide.words import worded_check
from loopwright.dependence.decide.work_arrays import work_arrays
from loopwright.dependence.model.program import COME_TO, Access, Effect, Program, Root, accesses_in, accesses_of, flat
from loopwright.dependence.model.values import Index, LoopFrame
from loopwright.dependence.model.verdict import (
    NO_EFFECT,
    Apart,
    Dependence,
    FindOrigin,
    LoopVerdict,
    Place,
    Reduction,
    Update,
    told,
)

_EFFECTS = {
    "output": "{text} does input or output, whose order would change",
    "state": "{text} keeps a state that iterations would share",
    "behind": "what {text} changes behind its arguments is not followed",
    "volatile": "{text} is volatile",
    "opaque": "{text}",
    "code": "{text}",
    "jump": "{text} may end the loop or begin it again",
}
_MAKES_NOTHING_CERTAIN = frozenset(("macro", "opaque", "jump"))
_MOST_CONFLICTS = 200  # of one loop: more say nothing more


class _Finding(NamedTuple):
    refuted: list[tuple[str, Dependence]]
    unknown: list[str]
    assumptions: dict[str, None]
    reductions: list[Reduction]
    private: list[str]
    updates: list[Update]
    apart: dict[Apart, None]
    preconditions: dict[str, str]
    shared: list[str]
    meeting: list[str]
    filled: dict[str, None]


def judged(program: Program, loop: int, atomic: bool, origin_of: FindOrigin) -> LoopVerdict:
    """The verdict on one loop of a program, from that program alone; with ``atomic`` its updates of shared elements are atomic. Raises
    :class:`OverBudget` where isl takes too long."""
    verdict = _with_private(program, loop, atomic, origin_of, frozenset())
    if verdict.verdict != "refuted":
        return verdict
    filled = filled_arrays(program, loop) | filled_structs(program, loop)
    if not filled:
        return verdict
    other = _with_private(program, loop, atomic, origin_of, filled)
    if other.verdict not in ("proved", "assumed"):
        return verdict
    names = ", ".join(sorted(program.roots[root].name for root in filled))
    assumptions = (*other.assumptions, f"nothing reads what the loop writes to {names}, but by that name in it")
    reason = f"independent if {told(assumptions)}"
    other = replace(other, verdict="assumed", reason=reason, assumptions=assumptions, preconditions=())
    return replace(verdict, if_private=other)


def _with_private(
    program: Program, loop: int, atomic: bool, origin_of: FindOrigin, filled: frozenset[str]
) -> LoopVerdict:
    """The verdict with arrays that are at file level taken for the iteration's own."""
    frame = program.frames[loop]
    origin_of = _of_one_meaning(program, origin_of)
    finding = _Finding([], [], {}, [], [], [], {}, {}, [], [], {})
    if frame.problem is not None:
        return LoopVerdict("unknown", frame.problem)
    for item in flat(program.nests[loop].body):
        if isinstance(item, Effect) and item.kind == "macro":
            # It may set any variable, so that not even a conflict is certain.
            return LoopVerdict("unknown", f"what the macro {item.text} does is not followed")
        if isinstance(item, Effect) and item.kind in _MAKES_NOTHING_CERTAIN:
            return LoopVerdict("unknown", _EFFECTS[item.kind].format(text=item.text))
    _effects(program, loop, finding)
    _endings(program, loop, finding)
    scalars = scalars_of(program, loop)
    ways = other_ways(program, loop)
    counting = counters(program, loop)
    for scalar in scalars:
        is_of_one = scalar.root not in counting and is_of_one_iteration(program, loop, scalar)
        if (is_of_one or scalar.role in ("reduction", "private")) and scalar.root in ways:
            finding.unknown.append(f"{scalar.name} {ways[scalar.root]}")
        elif is_of_one:
            finding.shared.append(scalar.name)
        else:
            _scalar(program, loop, scalar, finding)
        _referred(program, loop, scalar, origin_of, finding)
    for left in live_out(program, loop).variables:
        if left.counts:
            where = f"line {left.reader.line} reads" if left.reader is not None else "others may read"
            finding.unknown.append(
                f"{where} the value that the loop leaves in {left.name}, which a parallel loop does not keep"
            )
    covered = frozenset(scalar.root for scalar in scalars)
    outside = leaving(program, loop)
    if outside is not None:
        finding.unknown.append(f"{outside.text} leaves its row, so that it may be an element of another one")
    if frame.iterator is not None:
        private = work_arrays(program, loop) | private_structs(program, loop) | filled
        finding.private.extend(program.roots[root].name for root in sorted(private))
        passed = sorted((private - filled) & ways.keys())
        finding.unknown.extend(f"{program.roots[root].name} {ways[root]}" for root in passed)
        _addresses(program, loop, covered | private, finding)
        _memory(program, loop, covered | private, atomic, origin_of, finding)
    _rereads(program, loop, origin_of, finding)
    return _composed(program, loop, finding, atomic)


def _effects(program: Program, loop: int, finding: _Finding) -> None:
    inside = list(accesses_in(program.nests[loop].body))
    for item in flat(program.nests[loop].body):
        if isinstance(item, Effect):
            if item.kind in COME_TO:
                continue
            text = item.text.removesuffix(" is not known") if item.kind == "code" else item.text
            if item.kind in ("code", "unknown call") and item.changes:
                finding.unknown.append(f"{text} may change {item.changes}, which other iterations may use")
            elif item.kind == "code" and item.text.startswith("what "):
                finding.assumptions[text + NO_EFFECT] = None
            elif item.kind == "order":
                if not item.text.startswith("read ") or any(a.writes and a.atomic for a in inside):
                    finding.assumptions[f"the order in which iterations {item.text} does not matter"] = None
            elif item.kind == "unknown call":
                finding.assumptions[item.text + NO_EFFECT] = None
            elif item.kind == "throws":
                finding.assumptions[f"{item.text} finds no subscript out of range"] = None
            else:
                finding.unknown.append(_EFFECTS[item.kind].format(text=item.text))


def _of_numbers(accesses: Iterable[Access], finding: _Finding) -> None:
    """The greatest of values some of which are no numbers is another one in another order where it forgets what it was."""
    for access in accesses:
        if access.update is not None and access.update.unless:
            finding.assumptions[f"{access.update.unless} is never NaN"] = None


def _endings(program: Program, loop: int, finding: _Finding) -> None:
    """Loops that may wrap around their variable's type would run over the same elements again."""
    inner = {loop, *(number for access in accesses_in(program.nests[loop].body) for number in access.loops)}
    for number in inner:
        frame = program.frames[number]
        if loop not in (*program.stacks.get(number, ()), number):
            continue
        for check in frame.always:
            relation = Relation(program, loop)
            if relation.holds(check):
                continue
            if not check.value.terms:
                finding.unknown.append(f"{frame.variable} wraps around before the loop ends")
            elif text := worded_check(program, loop, check):
                finding.assumptions[text] = None
            else:
                finding.unknown.append(f"{frame.variable} may wrap around before the loop ends")


def _scalar(program: Program, loop: int, scalar: Scalar, finding: _Finding) -> None:
    frame = program.frames[loop]
    if scalar.role == "reduction":
        finding.reductions.append(Reduction(scalar.name, scalar.operator or "+", scalar.is_flag))
        _of_numbers(accesses_of(program.nests[loop].body, scalar.root), finding)
    elif scalar.role == "atomic":
        finding.shared.append(scalar.name)
    elif scalar.role == "private":
        finding.private.append(scalar.name)
    elif scalar.role == "carried":
        assert scalar.source is not None
        assert scalar.sink is not None
        count = _iterations(program, loop, scalar.source, scalar.sink)
        if count == "unsure":
            finding.unknown.append(f"whether an iteration after the first one reads {scalar.name} cannot be told")
            return
        if count == "one":
            finding.unknown.append(f"the only iteration reads what {scalar.name} is before the loop, and writes it")
            return
        first, second = _two_iterations(frame)
        reason = f"iteration {first} writes {scalar.name}, iteration {second} reads it"
        finding.refuted.append((reason, _dependence(scalar.name, "flow", scalar.source, scalar.sink, 1)))
    elif scalar.in_any_order:
        finding.unknown.append(
            f"whether {scalar.name} ends with another value in another order of iterations cannot be told"
        )
    elif scalar.role == "unclear":
        finding.unknown.append(f"{scalar.name} may carry a value from one iteration to the next")
    elif scalar.role == "escapes":
        if scalar.root in counters(program, loop):
            return  # it has the same value after each iteration; what is said of it is that it is read later
        assert scalar.source is not None
        first, second = _two_iterations(frame)
        where = f"line {scalar.sink.line}" if scalar.sink is not None else "others after the function has returned"
        runs = _iterations(program, loop, scalar.source, scalar.source) if scalar.certain else ""
        if runs == "unsure":
            finding.unknown.append(
                f"in how many iterations {scalar.name} is written, which {where} may read, cannot be told"
            )
        elif runs == "one":
            finding.unknown.append(f"the only iteration leaves a value in {scalar.name} that {where} may read")
        elif scalar.certain and leaves_the_same(program, loop, scalar.source):
            finding.unknown.append(
                f"iterations write {scalar.name}, each of them the same value, and {where} may read it"
            )
        elif scalar.certain:
            reason = f"iterations {first} and {second} both write {scalar.name}, whose last value is read by {where}"
            finding.refuted.append((reason, _dependence(scalar.name, "output", scalar.source, scalar.source, 1)))
        elif scalar.sink is None and (scalar.replaced or program.roots[scalar.root].kind in ("local", "parameter")):
            finding.unknown.append(f"others may read what the loop leaves in {scalar.name}")
        else:
            finding.unknown.append(f"{scalar.name} is written under a condition and read by {where}")


def _iterations(program: Program, loop: int, source: Access, sink: Access) -> Literal["one", "several", "unsure"]:
    """Whether the loop may run long enough for ``source`` in one iteration and ``sink`` in a later one; it is not sure where that
    depends on the value of what is no polynomial."""
    frame = program.frames[loop]
    if frame.iterator is None:
        return "several"
    relation = Relation(program, loop, trusting=True)
    relation.domain(source, 0)
    relation.domain(sink, 1)
    relation.later(frame)
    if relation.is_empty():
        return "one"
    symbols = (program.symbols.get(name) for name in relation.parameters)
    worked_out = any(symbol is not None and symbol.kind == "opaque" and symbol.operands for symbol in symbols)
    return "unsure" if worked_out else "several"


def _of_one_meaning(program: Program, origin_of: FindOrigin) -> FindOrigin:
    """Finds where lvalues stand, but for those of whose text in a macro there are two: which of them is meant nobody could tell."""
    return lambda access: None if access.expanded in program.in_two_meanings else origin_of(access)


def _referred(program: Program, loop: int, scalar: Scalar, origin_of: FindOrigin, finding: _Finding) -> None:
    """No other place of the loop is the scalar under another name: a pointer, a reference or a member may lead to a
    variable that others know. What a scalar is to a loop holds only if the accesses that bear its name are all there are."""
    assert scalar.source is not None
    if not _may_be_reached(program.roots[scalar.root]):
        return
    met = set()
    for access in accesses_in(program.nests[loop].body):
        key = (access.place, access.element)
        if key in met or access.place.root == scalar.root or is_own(program, loop, access):
            continue
        if scalar.role == "atomic" and access.atomic:
            continue
        met.add(key)
        overlap = aliases.overlap(program, scalar.source, access, loop)
        if overlap == "unknown":
            finding.unknown.append(f"{scalar.name} and {access.text} may be the same element")
        elif overlap == "assumed":
            names = aliases.names(program, scalar.source, access)
            finding.apart[Apart(names, origin_of(scalar.source), origin_of(access))] = None


def _may_be_reached(root: Root) -> bool:
    """Whether there may be an address of a variable, or another name for it."""
    return root.lasting or root.addressed


def _two_iterations(frame: LoopFrame) -> tuple[str, str]:
    """The first two iterations, by the loop's variable where its values are known before the loop runs."""
    first, step = frame.first, frame.step
    if frame.variable is None or first is None or first.terms or step is None or step.terms:
        return "1", "2"
    return f"{frame.variable}={first.constant}", f"{frame.variable}={first.constant + step.constant}"


def _addresses(program: Program, loop: int, own: frozenset[str], finding: _Finding) -> None:
    """What is private to an iteration may still hold addresses that lead out of it."""
    for access in accesses_in(program.nests[loop].body):
        if access.leads_out and access.place.root in own:
            finding.unknown.append(f"where {access.text} leads changes from iteration to iteration")
            return


def _memory(
    program: Program, loop: int, skip: frozenset[str], atomic: bool, origin_of: FindOrigin, finding: _Finding
) -> None:
    for first, second in pairs(program, loop, skip):
        if len(finding.refuted) >= _MOST_CONFLICTS:
            return
        answer = examine(program, loop, first, second)
        updates = _is_one_update(first, second)
        if answer.conflict is None and not (updates and answer.by_index):
            for text, numbers in answer.assumptions:
                finding.assumptions[text] = None
                code = not_negative(program, loop, numbers)
                if code:
                    finding.preconditions[text] = code
                if text.startswith("the rows that "):
                    pair = Apart((text,), origin_of(first), origin_of(second), rows=True)
                    finding.apart[pair] = None
            if answer.apart:
                finding.apart[Apart(answer.apart, origin_of(first), origin_of(second))] = None
            continue
        if updates:
            _accumulated(program, loop, first, second, answer.conflict, atomic, finding)
        elif answer.conflict is not None:
            _conflict(program, loop, answer.conflict, finding)


def _rereads(program: Program, loop: int, origin_of: FindOrigin, finding: _Finding) -> None:
    """What the loop takes for one number is one, whoever stored in between."""
    for store, read, answer in contested(program, loop):
        if answer == "assumed":
            names = aliases.names(program, store, read)
            finding.apart[Apart(names, origin_of(store), origin_of(read), numbers=True)] = None
        else:
            finding.unknown.append(f"{store.text} may change {read.text}, which is read before and behind it")


def _is_one_update(first: Access, second: Access) -> bool:
    return (
        first.update is not None
        and second.update is not None
        and first.update.operator == second.update.operator
        and first.place.root == second.place.root
    )


def _accumulated(
    program: Program,
    loop: int,
    first: Access,
    second: Access,
    conflict: Conflict | None,
    atomic: bool,
    finding: _Finding,
) -> None:
    """Elements that are only ever updated with one operator: a reduction where it is one element, `atomic` where not."""
    update = Update(first.text, first.update.operator if first.update else "+", first.line, first.span)
    _of_numbers((first, second), finding)
    values = [step.value for step in first.place.steps if isinstance(step, Index)]
    fixed = first.place == second.place and all(
        value is not None and all(loop not in program.symbols[name].loops for name in value.names) for value in values
    )
    if fixed:
        reduction = Reduction(_name_of_element(program, first), update.operator)
        if reduction not in finding.reductions:
            finding.reductions.append(reduction)
        update = replace(update, is_one=True)
        if not reduction.is_scalar and update not in finding.updates:
            finding.updates.append(update)  # no clause can name an element
        return
    if update not in finding.updates:
        finding.updates.append(update)
    if atomic:
        return
    if conflict is not None and conflict.relation is not None:
        _conflict(program, loop, conflict, finding)
        return
    finding.assumptions[
        f"no two iterations update one element of {aliases.display(program, first.place)}, or the update is atomic"
    ] = None


def _name_of_element(program: Program, access: Access) -> str:
    """What an update is of. A reference and a member of the object have names of their own, but these are no variables."""
    if access.is_scalar or not access.text.isidentifier():
        return access.text
    if program.roots[access.place.root].name == "this":
        return f"this->{access.text}"
    return f"{aliases.display(program, access.place)}[…]"


def _conflict(program: Program, loop: int, conflict: Conflict, finding: _Finding) -> None:
    if conflict.relation is None:
        finding.unknown.append(conflict.why or _may_be_one(conflict))
        finding.meeting.append(_meeting(conflict))
        return
    if is_own_if_it_is_written_first(program, loop, conflict.source):
        finding.unknown.append(
            f"{aliases.display(program, conflict.source.place)} may be one for each iteration, or one for all"
        )
        return
    root = conflict.source.place.root
    if _is_one_for_all(program, loop, conflict, finding):
        return
    if could_keep_a_copy(program, loop, root):
        name = program.roots[root].name
        finding.unknown.append(
            f"each iteration needs a {name} of its own that begins as it is before the loop: declare it inside"
        )
        return
    if root == conflict.sink.place.root and may_be_filled_first(program, loop, root):
        finding.unknown.append(
            f"whether an iteration reads what another left in {program.roots[root].name} cannot be told"
        )
        return
    owner = program.roots[root]
    if owner.kind == "local" and not owner.pointed and is_chosen_in(program, loop, root):
        finding.unknown.append(f"whether an iteration reads what another left in {owner.name} cannot be told")
        return
    if _is_own_unless_read_elsewhere(program, loop, conflict.source):
        name = aliases.display(program, conflict.source.place)
        finding.unknown.append(f"others may read what the loop leaves in {name}")
        return
    condition = unless(program, loop, conflict)
    if condition is not None and condition.text:
        finding.assumptions[condition.text] = None
        code = as_code(program, loop, condition)
        if code:
            finding.preconditions[condition.text] = code
        return
    if condition is not None:
        texts = f"{conflict.source.text} and {conflict.sink.text}"
        finding.unknown.append(f"whether {texts} are the same element depends on sizes")
        finding.meeting.append(_meeting(conflict))
        return
    found = witness(program, loop, conflict)
    if found is None:
        finding.unknown.append(_may_be_one(conflict))
        finding.meeting.append(_meeting(conflict))
        return
    if changes_nothing(program, loop, conflict.source, conflict.sink, conflict.relation):
        finding.unknown.append(f"iterations write {found.element}, each of them the same value")
        return
    reason = _told(program, loop, conflict, found)
    name = aliases.display(program, conflict.source.place)
    finding.refuted.append((reason, _dependence(name, conflict.kind, conflict.source, conflict.sink, found.distance)))


def _is_one_for_all(program: Program, loop: int, conflict: Conflict, finding: _Finding) -> bool:
    """Whether two iterations meet in allocated memory in which they pass nothing on, or may pass nothing on. No clause makes copies of what a
    pointer leads to, so that no directive makes the loop parallel as it stands; with memory of its own in each iteration it may be."""
    root = conflict.source.place.root
    owner = program.roots[root]
    if owner.kind != "heap" or root != conflict.sink.place.root:
        return False
    if root in filled_memory(program, loop):
        finding.unknown.append(
            f"each iteration fills what {owner.name} leads to before it reads it, and all have the same: each needs memory of its own"
        )
    elif could_keep_a_copy(program, loop, root):
        finding.unknown.append(
            f"each iteration needs memory of its own for {owner.name} that begins as it is before the loop"
        )
    elif may_be_filled_first(program, loop, root):
        finding.unknown.append(f"whether an iteration reads what another left in {owner.name} cannot be told")
    else:
        return False
    if witness(program, loop, conflict) is not None:
        finding.filled[owner.name] = None
        finding.meeting.append(_meeting(conflict))
    return True


def _may_be_one(conflict: Conflict) -> str:
    source, sink = conflict.source.text, conflict.sink.text
    return _meeting(conflict) if source == sink else f"{source} and {sink} may be the same element"


def _meeting(conflict: Conflict) -> str:
    """What two iterations may do at once."""
    source, sink = conflict.source.text, conflict.sink.text
    first, second = (sink, source) if conflict.kind == "anti" else (source, sink)
    both = first if first == second else f"{first} and {second}"
    if conflict.kind == "output":
        return f"two iterations may write one element ({both})"
    return f"one iteration may write what another reads ({both})"


def _is_own_unless_read_elsewhere(program: Program, loop: int, access: Access) -> bool:
    """Whether an array, or a struct, could be private to each iteration but for who may have its address."""
    if is_own_if_it_is_written_first(program, loop, access, known_to_others=True):
        return True
    root = program.roots[access.place.root]
    is_known = root.kind == "local" and root.type.is_array and root.escapes
    return is_known and access.place.root in private_arrays(program, loop, known_to_others=True)


def _told(program: Program, loop: int, conflict: Conflict, found: Witness) -> str:
    variable = program.frames[loop].variable or "number"
    verb = {"flow": ("writes", "reads"), "anti": ("reads", "writes"), "output": ("writes", "writes")}[conflict.kind]
    text = f"iteration {variable}={found.earlier} {verb[0]} {found.element}, iteration {variable}={found.later} {verb[1]} it"
    given = [f"{name}={value}" for name, value in (*found.parameters, *found.around)]
    return text + (f" (with {', '.join(given)})" if given else "")


def _dependence(name: str, kind: str, source: Access, sink: Access, distance: int | None) -> Dependence:
    return Dependence(name, kind, source.line, sink.line, distance, source.span, sink.span)  # type: ignore[arg-type]


def _composed(program: Program, loop: int, finding: _Finding, atomic: bool) -> LoopVerdict:
    apart = aliases.sentences([pair.names for pair in finding.apart if not pair.rows])
    assumptions = (*apart, *_strongest(finding.assumptions))
    parts = LoopVerdict(
        "unknown",
        "",
        tuple(dependence for _, dependence in finding.refuted),
        tuple(finding.reductions),
        assumptions,
        tuple(dict.fromkeys(finding.private)),
        tuple(finding.updates),
        shared=tuple(dict.fromkeys(finding.shared)),
        filled=tuple(finding.filled),
    )
    if finding.refuted:
        return replace(parts, verdict="refuted", reason=finding.refuted[0][0], assumptions=())
    if finding.unknown:
        return replace(parts, reason=finding.unknown[0], meeting=next(iter(finding.meeting), ""))
    argument = _argument(program, loop, parts, atomic)
    if assumptions:
        reason = f"independent if {told(assumptions)}"
        found = replace(parts, verdict="assumed", reason=reason, apart=tuple(finding.apart), argument=argument)
        return replace(found, preconditions=tuple(finding.preconditions.items()))
    return replace(parts, verdict="proved", reason=argument)


def _strongest(assumptions: Iterable[str]) -> list[str]:
    """Without `n >= 1` beside `n >= 2`, and without `m >= w` beside `m >= w + 2`."""
    read = {text: _at_least(text) for text in assumptions}
    greatest: dict[str, int] = {}
    for said, number in filter(None, read.values()):
        greatest[said] = max(number, greatest.get(said, number))
    return [text for text, known in read.items() if known is None or greatest[known[0]] == known[1]]


def _at_least(text: str) -> tuple[str, int] | None:
    """`m >= w + 2` as what it says of `m` and `w`, and by how much; ``None`` for other assumptions."""
    if (close := how_close(text)) is not None:
        return f"numbers of {close[0]}", close[1]
    left, sign, right = text.partition(" >= ")
    if not sign or " >= " in right or any(word in text for word in (" or ", " and ", " <= ", " < ")):
        return None
    least, more = _without_number(left)
    most, less = _without_number(right)
    return f"{least} >= {most}", less - more


def _without_number(text: str) -> tuple[str, int]:
    """`w + 2` as `w` and 2."""
    rest, _, number = text.rpartition(" + ")
    return (rest, int(number)) if number.isdigit() else (text, 0)


def _argument(program: Program, loop: int, verdict: LoopVerdict, made_atomic: bool) -> str:
    """Why the loop is independent, as one would say it; with its updates of shared elements ``made_atomic``."""
    written: dict[Place, str] = {}
    updated = {update.text for update in verdict.updates} if made_atomic else set()
    summed = {update.span for update in verdict.updates if update.is_one}
    names = {reduction.variable for reduction in verdict.reductions}
    changed_at_once = {a.text for a in accesses_in(program.nests[loop].body) if a.atomic and a.is_scalar}
    alone = [name for name in verdict.shared if name not in changed_at_once]
    atomic: dict[str, None] = dict.fromkeys(name for name in verdict.shared if name not in alone)
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if root.name in verdict.private or not access.writes or not access.place.steps or loop in root.loops:
            continue
        if access.atomic or (access.update is not None and access.text in updated):
            atomic[access.text] = None
        elif access.update is None or not (access.text in names or access.span in summed):
            written.setdefault(Place(access.place.root, access.text), access.text)
    variable = program.frames[loop].variable
    who = f"iteration {variable}" if variable else "an iteration"
    sums = ", ".join(f"{r.variable} ({r.operator})" for r in verdict.reductions)
    changed = [f"{', '.join(atomic)} only changes under `atomic`"] if atomic else []
    changed += [f"no two iterations come to {', '.join(alone)}"] if alone else []
    if not written:
        if sums and not changed:
            return f"iterations only read, but for the reduction of {sums}"
        if not changed:
            return "iterations write nothing that another one uses"
        return "; ".join([*changed, *([f"{sums} is a reduction"] if sums else [])])
    texts = list(written.values())
    shown = ", ".join(texts[:3]) + (" …" if len(texts) > 3 else "")
    text = f"{who} writes {shown}, no other iteration touches {'it' if len(texts) == 1 else 'them'}"
    return "; ".join([text, *changed, *([f"{sums} is a reduction"] if sums else [])])
