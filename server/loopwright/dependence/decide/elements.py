"""The elements that an access touches in one iteration of a loop, as a set over its subscripts: the iteration is a parameter."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.dependence.decide.flat_runs import is_free, run_of
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Field, Index
from loopwright.source.linear import Linear


class Touched(NamedTuple):
    """``targets`` are the subscripts under ``conditions``. What belongs to the iteration, the same for all of its accesses, is among the
    ``parameters``; ``inner`` are the other names, those of loops inside of it. ``is_exact`` says that the conditions leave nothing out."""

    parameters: tuple[str, ...]
    inner: tuple[str, ...]
    conditions: tuple[str, ...]
    targets: tuple[str, ...]
    is_exact: bool


def touched(program: Program, loop: int, access: Access, together: bool = False) -> Touched | None:
    """What an access touches in one iteration, or in all of them ``together``; ``None`` where that is not affine."""
    relation = Relation(program, loop, alone=True)
    relation.domain(access, 0)
    targets = []
    for number, step in enumerate(access.place.steps):
        if isinstance(step, Field) and not step.shared and not step.elsewhere:
            targets.append(str(_number_of_field(program, step)))
            continue
        if not isinstance(step, Index) or step.checks:
            return None
        text = relation.linear(step.value, 0) if step.value is not None else None
        if text is None and step.value is not None:
            text = _in_a_run(relation, access, step.value, number)
        if text is None:
            return None
        targets.append(text)
    around = {
        f"{program.frames[number].iterator}_0" for number in program.stacks[loop] if program.frames[number].iterator
    }
    own = [dim for dim in relation.dims if not together and (dim in around or _is_of_iteration(program, loop, dim))]
    inner = tuple(dim for dim in relation.dims if dim not in own)
    return Touched((*relation.parameters, *own), inner, tuple(relation.constraints), tuple(targets), relation.exact)


def _in_a_run(relation: Relation, access: Access, value: Linear, at: int) -> str | None:
    """A subscript that goes through a flat array row by row, as a number of its own between two ends."""
    run = run_of(relation.program, relation.loop, access, value)
    if run is None:
        return None
    first, length = relation.linear(run.first, 0), relation.linear(run.length, 0)
    if first is None or length is None:
        return None
    relation.exact = relation.exact and is_free(relation.program, relation.loop, access, run, at)
    word = f"run{at}_0"
    relation.dims[word] = None
    relation.constraints.append(f"0 <= {word} and {word} < {length}")
    return f"{first} + {word}"


def elements(
    program: Program, loop: int, access: Access, exact: bool, together: bool = False
) -> tuple[str, int] | None:
    """The set in isl's notation, and how many subscripts it is over; ``None`` where it would hold more than is touched and is to be ``exact``."""
    found = touched(program, loop, access, together)
    if found is None or (exact and not found.is_exact):
        return None
    names = [f"e{number}" for number in range(len(found.targets))]
    equal = [f"{name} = {target}" for name, target in zip(names, found.targets)]
    return as_set(found.parameters, names, found.inner, (*found.conditions, *equal)), len(names)


def as_set(parameters: tuple[str, ...], names: list[str], inner: tuple[str, ...], conditions: tuple[str, ...]) -> str:
    """A set over ``names`` in isl's notation."""
    told = " and ".join(conditions)
    if inner:
        told = f"exists {', '.join(inner)} : {told}"
    return f"[{', '.join(parameters)}] -> {{ [{', '.join(names)}] : {told} }}"


def _number_of_field(program: Program, field: Field) -> int:
    """A member as one more subscript: the same number for the same member."""
    names = {s.name for a in accesses_in(program.body) for s in a.place.steps if isinstance(s, Field)}
    return sorted(names).index(field.name)


def _is_of_iteration(program: Program, loop: int, dim: str) -> bool:
    symbol = program.symbols.get(dim[:-2])
    return symbol is not None and symbol.loops == program.stacks[loop]
