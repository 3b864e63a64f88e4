"""Arrays that a loop fills from what it filled in its steps before: `w[0] = x; for (k = 1; k < m; k++) w[k] = w[k - 1] * y;`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import islpy as isl

from loopwright.dependence.decide.elements import Touched, as_set, touched
from loopwright.dependence.decide.relations import integer_set
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import LoopFrame


def left_by_steps(program: Program, loop: int, read: Access, writes: Sequence[Access]) -> Any:
    """The elements that ``read`` touches and that the same iteration of ``loop`` has not surely written by then, be it in a step of the loops inside
    that comes before the read's; an isl set, ``None`` where it cannot be told. ``writes`` are made in every step of the loops around them."""
    depth = len(program.stacks[loop])
    frames = [program.frames[number] for number in read.loops[depth:]]
    wanted = touched(program, loop, read)
    if wanted is None or not all(frame.iterator and frame.step and not frame.step.terms for frame in frames):
        return None
    if not any(_common(program, loop, write, read) for write in writes):
        return None
    steps = [f"r{number}" for number in range(len(frames))]
    here = tuple(f"{step} = {frame.iterator}_0" for step, frame in zip(steps, frames))
    needed = integer_set(_set(wanted, steps, here))
    for write in writes:
        given = touched(program, loop, write)
        if given is None or not _is_known(program, loop, write, given) or len(given.targets) != len(wanted.targets):
            continue
        common = _common(program, loop, write, read)
        before = _before(frames[:common], steps, write.order < read.order)
        if before:
            needed = needed.subtract(integer_set(_set(given, steps, (before,))))
    return needed.project_out(isl.dim_type.set, 0, len(steps))


def _common(program: Program, loop: int, write: Access, read: Access) -> int:
    """How many loops inside ``loop`` two accesses are in together."""
    depth = len(program.stacks[loop])
    found = 0
    for one, other in zip(write.loops[depth:], read.loops[depth:]):
        if one != other:
            break
        found += 1
    return found


def _is_known(program: Program, loop: int, write: Access, given: Touched) -> bool:
    """Whether all steps of the loops around a write are seen, and what it writes in each."""
    iterators = {f"{program.frames[number].iterator}_0" for number in write.loops}
    return given.is_exact and all(
        name.removeprefix("k_") in iterators for name in given.inner
    )  # `k_`: how often it was counted on


def _before(frames: Sequence[LoopFrame], steps: Sequence[str], is_above: bool) -> str:
    """That a step of the common loops comes before that of the read; or is the same, where the write stands ``is_above`` the read."""
    ways, same = list[str](), list[str]()
    for frame, step in zip(frames, steps):
        assert frame.step is not None
        sign = "<" if frame.step.constant > 0 else ">"
        ways.append(" and ".join([*same, f"{frame.iterator}_0 {sign} {step}"]))
        same.append(f"{frame.iterator}_0 = {step}")
    if is_above:
        ways.append(" and ".join(same) or "0 = 0")
    return " or ".join(f"({way})" for way in ways)


def _set(found: Touched, steps: Sequence[str], conditions: tuple[str, ...]) -> str:
    """Elements beside the step of the read."""
    names = [f"e{number}" for number in range(len(found.targets))]
    equal = (f"{name} = {target}" for name, target in zip(names, found.targets))
    told = (*found.conditions, *(f"({condition})" for condition in conditions), *equal)
    return as_set(found.parameters, [*steps, *names], found.inner, told)
