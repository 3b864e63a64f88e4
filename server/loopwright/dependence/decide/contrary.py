"""What nobody can assume of a loop, as its own function says the contrary: that a number fits where its bounds do not, that a size is
one that a condition rules out, that an index array holds no value twice, or none that is close to another one, that was filled with such."""

from __future__ import annotations

from itertools import pairwise

from loopwright.dependence.decide.aliases import overlap
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Effect, Program, Root, accesses_in, flat
from loopwright.dependence.model.values import Check, Index, Place
from loopwright.source.linear import Linear

_MAY_CHANGE = frozenset(("unknown call", "code", "opaque", "macro", "output", "state", "behind"))


def come_back(program: Program, loop: int, access: Access, check: Check) -> bool:
    """Whether a number that has to fit runs past both ends of its type: in two iterations it is one number there, whatever the sizes."""
    if check.low is None or check.high is None:
        return False
    runs = Relation(program, loop)
    runs.domain(access, 0)
    runs.domain(access, 1)
    runs.later(program.frames[loop])
    first, second = runs.linear(check.value, 0), runs.linear(check.value, 1)
    if first is None or second is None or not runs.exact:
        return False
    runs.dims["rounds"] = None
    again = f"{second} = {first} + {check.high - check.low + 1}*rounds and (rounds >= 1 or rounds <= -1)"
    return _always(runs, again)


def never_holds(program: Program, loop: int, accesses: tuple[Access, Access], number: Linear) -> bool:
    """Whether a number is negative in some iteration in which both ``accesses`` happen, whatever the sizes."""
    key = ("never", loop, number, *((access.loops, access.guards) for access in accesses))
    if key not in program.proved:
        program.proved[key] = _never_holds(program, loop, accesses, number)
    return program.proved[key]


def _never_holds(program: Program, loop: int, accesses: tuple[Access, Access], number: Linear) -> bool:
    runs = Relation(
        program, loop, divided=True
    )  # by divisors that are at least 1, as who assumes something of them says, too
    for access in accesses:
        runs.domain(access, 0)
    is_sure = runs.exact
    value = runs.linear(number, 0)
    if value is None or not (is_sure or all(map(runs.shared, number.names))):
        return False
    return _always(runs, f"{value} <= -1")


def holds_nowhere(program: Program, loop: int, number: Linear) -> bool:
    """Whether a number is negative in every iteration of the loops that it depends on: a condition that takes it for another one is never what
    it says."""
    runs = Relation(program, loop)
    for name in sorted(number.names):
        for around in program.symbols[name].loops:
            runs.frame(program.frames[around], 0)
    value = runs.linear(number, 0)
    return value is not None and not runs.is_empty() and runs.is_empty(f"{value} >= 0")


def _always(runs: Relation, condition: str) -> bool:
    """Whether a condition holds somewhere in what ``runs``, for all sizes for which anything does."""
    return not runs.is_empty() and not runs.ever_fails(condition)


def holds_close_numbers(program: Program, loop: int, array: Place, user: Access, apart: int) -> bool:
    """Whether an array that ``user`` takes subscripts from in ``loop`` was last filled, as far as its function shows, with numbers of
    which two are less than ``apart`` from one another."""
    key = ("close", loop, array, user.order, apart)
    if key not in program.proved:
        program.proved[key] = _holds_close_numbers(program, loop, array, user, apart)
    return program.proved[key]


def _holds_close_numbers(program: Program, loop: int, array: Place, user: Access, apart: int) -> bool:
    last = _last_filled(program, loop, array, user)
    if isinstance(last, Root):
        return any(larger - smaller < apart for smaller, larger in pairwise(sorted(_first_numbers(last))))
    return last is not None and _fills_close(program, loop, last, apart)


def holds_too_much(program: Program, loop: int, read: str, user: Access, number: Linear) -> bool:
    """Whether ``number`` is negative where ``read``, which ``user`` depends on, is what its array was last filled with, as far as its function
    shows."""
    key = ("too much", loop, read, user.order, number)
    if key not in program.proved:
        program.proved[key] = _holds_too_much(program, loop, read, user, number)
    return program.proved[key]


def _holds_too_much(program: Program, loop: int, read: str, user: Access, number: Linear) -> bool:
    array = program.symbols[read].place
    last = _last_filled(program, loop, array, user) if array is not None else None
    if isinstance(last, Root):
        ways = (number.with_value(read, Linear(each)) for each in _first_numbers(last))
        return any(not way.terms and way.constant < 0 for way in ways)
    if last is None or last.stored is None or read in last.stored.names:
        return False
    return holds_nowhere(program, loop, number.with_value(read, last.stored))


def _last_filled(program: Program, loop: int, array: Place, user: Access) -> Access | Root | None:
    """What last set the elements of an array that ``user`` depends on in ``loop``: a store, or how the array begins; ``None`` where that is not
    told."""
    inside = {id(access) for access in accesses_in(program.nests[loop].body)}
    probe = next((a for a in accesses_in(program.nests[loop].body) if a.place == array and not a.writes), None)
    if probe is None:
        return None
    last: Access | None = None
    is_known = True
    for item in flat(program.body):
        if isinstance(item, Effect):
            is_changed = item.kind in _MAY_CHANGE and program.roots[array.root].lasting
        else:
            is_before = item.order < user.order
            if not is_before and id(item) not in inside:
                break
            is_changed = item.writes and _may_be(program, item, probe)
            if is_changed and not is_before:
                return None  # what an iteration finds there, the one before it may have left
            if is_changed and item.place.root == array.root and not item.possible:
                last, is_known, is_changed = item, True, False
        is_known = is_known and not is_changed
    if not is_known:
        return None
    if last is None:
        return program.roots[array.root]
    return last if set(last.guards) <= set(user.guards) else None


def _may_be(program: Program, write: Access, read: Access) -> bool:
    return write.place.root == read.place.root or overlap(program, write, read) == "unknown"


def _first_numbers(root: Root) -> list[int]:
    """What an array begins with. What is not listed is 0, and others may fill it before a function is called."""
    return [number for number in root.begins if number or root.kind != "global"]


def _fills_close(program: Program, loop: int, write: Access, apart: int) -> bool:
    """Whether a loop sets two elements to numbers that are close."""
    around = program.stacks[loop]
    for filling in (number for number in write.loops if number == loop or number not in around):
        frame = program.frames[filling]
        if frame.iterator is None or write.stored is None:
            return False
        fills = Relation(program, filling)
        fills.domain(write, 0)
        fills.domain(write, 1)
        fills.later(frame)
        numbers = [write.stored, *(step.value for step in write.place.steps if isinstance(step, Index))]
        pairs = [(fills.linear(n, 0), fills.linear(n, 1)) if n is not None else (None, None) for n in numbers]
        if not fills.exact or any(a is None or b is None for a, b in pairs):
            return False
        differ = " or ".join(f"{a} < {b} or {a} > {b}" for a, b in pairs[1:])
        is_close = f"{1 - apart} <= {pairs[0][0]} - ({pairs[0][1]}) <= {apart - 1}"
        if differ and not fills.is_empty(is_close, f"({differ})"):
            return True
    return False
