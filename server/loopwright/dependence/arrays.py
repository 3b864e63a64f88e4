"""Arrays that each iteration fills before it reads them: with a copy for each iteration they carry nothing.

The test is that of array privatisation: what an iteration reads lies within what the same iteration surely wrote before
(Feautrier, Dataflow analysis of array and scalar references, 1991, restricted to loops that agree up to the write).
"""

from __future__ import annotations

from loopwright.dependence.program import Access, Block, Nest, Program, accesses_in
from loopwright.dependence.relations import Relation, integer_set
from loopwright.dependence.values import Index


def private_arrays(program: Program, loop: int) -> frozenset[str]:
    """Roots of local arrays that could be private to each iteration of ``loop``."""
    candidates: dict[str, list[Access]] = {}
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if (
            access.place.steps
            and root.kind == "local"
            and root.type.is_array
            and not root.escapes
            and not root.type.static
            and loop not in root.loops
        ):
            candidates.setdefault(access.place.root, []).append(access)
    return frozenset(
        root
        for root, accesses in candidates.items()
        if any(a.writes for a in accesses)
        and not any(a.place.object_length or a.update for a in accesses)
        and not read_later(program, loop, root)
        and all(_covered(program, loop, access, accesses) for access in accesses if not access.writes)
    )


def read_later(program: Program, loop: int, root: str) -> bool:
    """Whether anything reads the array outside the loop, at a time after it (in a loop around: also before it)."""
    inside = {access.order for access in accesses_in(program.nests[loop].body)}
    last = max(inside)
    around = program.stacks[loop][:-1]
    for access in accesses_in(program.body):
        if access.place.root != root or access.writes or access.order in inside:
            continue
        if access.order > last or set(access.loops) & set(around):
            return True
    return False


def _covered(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Every element that ``read`` touches was written earlier in the same iteration."""
    wanted = _elements(program, loop, read, exact=False)
    if wanted is None:
        return False
    text, dims = wanted
    needed = integer_set(text)
    for write in accesses:
        if not write.writes or write.order >= read.order or not _is_sure(program.nests[loop].body, write):
            continue
        if _shares_inner_loop(program, loop, write, read):
            if write.place == read.place and write.guards == read.guards[: len(write.guards)]:
                return True
            continue
        given = _elements(program, loop, write, exact=True)
        if given is None or given[1] != dims:
            continue
        needed = needed.subtract(integer_set(given[0]))
        if needed.is_empty():
            return True
    return bool(needed.is_empty())


def _shares_inner_loop(program: Program, loop: int, write: Access, read: Access) -> bool:
    inner = [number for number in write.loops if number not in program.stacks[loop]]
    return any(number in read.loops for number in inner)


def _is_sure(body: Block, write: Access) -> bool:
    """Whether nothing but loops stands around a write."""
    for item in body.items:
        if item is write:
            return True
        if isinstance(item, Nest) and _is_sure(item.body, write):
            return True
    return False


def _elements(program: Program, loop: int, access: Access, exact: bool) -> tuple[str, int] | None:
    """The elements of one iteration as a set over subscripts, the iteration a parameter."""
    relation = Relation(program, loop)
    relation.domain(access, 0)
    targets = []
    for step in access.place.steps:
        if not isinstance(step, Index) or step.checks:
            return None
        text = relation.linear(step.value, 0) if step.value is not None else None
        if text is None:
            return None
        targets.append(text)
    if exact and not relation.exact:
        return None
    around = {
        f"{program.frames[number].iterator}_0" for number in program.stacks[loop] if program.frames[number].iterator
    }
    # Whatever belongs to the iteration itself is the same for read and write.
    own = [dim for dim in relation.dims if dim in around or _is_of_iteration(program, loop, dim)]
    inner = [dim for dim in relation.dims if dim not in own]
    parameters = [*relation.parameters, *own]
    names = [f"e{number}" for number in range(len(targets))]
    equal = [f"{name} = {target}" for name, target in zip(names, targets)]
    conditions = " and ".join([*relation.constraints, *equal])
    if inner:
        conditions = f"exists {', '.join(inner)} : {conditions}"
    return f"[{', '.join(parameters)}] -> {{ [{', '.join(names)}] : {conditions} }}", len(targets)


def _is_of_iteration(program: Program, loop: int, dim: str) -> bool:
    symbol = program.symbols.get(dim[:-2])
    return symbol is not None and symbol.loops == program.stacks[loop]
