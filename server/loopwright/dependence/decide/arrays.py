"""Arrays that each iteration fills before it reads them: with a copy for each iteration they carry nothing.

The test is that of array privatisation: what an iteration reads lies within what the same iteration surely wrote before
(Feautrier, Dataflow analysis of array and scalar references, 1991, restricted to loops that agree up to the write).
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import cycle
from math import prod
from typing import Any

import islpy as isl

from loopwright.dependence.decide.elements import elements
from loopwright.dependence.decide.liveness import reads_after
from loopwright.dependence.decide.relations import integer_set, word_of
from loopwright.dependence.decide.steps import left_by_steps
from loopwright.dependence.model.program import Access, Block, Branch, Nest, Program, accesses_in, accesses_of
from loopwright.dependence.model.values import Index
from loopwright.lang.types import Type

_SIZES = ((2, 3), (3, 2), (1, 1), (5, 7), (40, 30))  # that the factors of products are tried with, one after the other


def private_arrays(program: Program, loop: int, known_to_others: bool = False) -> frozenset[str]:
    """Roots of local arrays that could be private to each iteration of ``loop``; or, of those whose address others may have, that
    could be if nobody reads them there."""
    return frozenset(
        root
        for root, accesses in _local_arrays(program, loop, known_to_others).items()
        if all(is_covered(program, loop, access, accesses) for access in accesses if not access.writes)
        and not _is_read_as_a_whole(program, loop, root)
        and not any(_may_see(program, loop, read) for read in reads_after(program, loop, root))
    )


def filled_memory(program: Program, loop: int) -> frozenset[str]:
    """Roots of allocated memory that each iteration of ``loop`` fills before it reads it, and that nobody reads behind the loop. Iterations pass
    nothing on in it, but all of them have the same: no clause makes copies of what a pointer leads to."""
    return frozenset(
        root
        for root, accesses in _allocated(program, loop).items()
        if all(is_covered(program, loop, access, accesses) for access in accesses if not access.writes)
        and not any(_may_see(program, loop, read) for read in reads_after(program, loop, root))
    )


def may_be_filled_first(program: Program, loop: int, root: str) -> bool:
    """Whether it is not known that an iteration reads anything of a local array or of allocated memory that another one left: what it has not surely
    written before it reads it, it may have written (`st[--top]`)."""
    accesses = (_local_arrays(program, loop, known_to_others=False) | _allocated(program, loop)).get(root)
    if accesses is None or any(_may_see(program, loop, read) for read in reads_after(program, loop, root)):
        return False
    reads = [access for access in accesses if not access.writes and not is_covered(program, loop, access, accesses)]
    return bool(reads) and not any(is_exposed(program, loop, read, accesses) for read in reads)


def is_exposed(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether a read is, for some sizes, of elements that the same iteration has surely not written by then, and that some iteration writes: under
    `if (l > 3)` none does where it is not so."""
    wanted = elements(program, loop, read, exact=True)
    if wanted is None:
        return False
    left = integer_set(wanted[0])
    for write in accesses:
        is_later = write.order > read.order
        if not write.writes or (is_later and not _shares_inner_loop(program, loop, write, read)):
            continue
        if is_later and (write.place, write.loops, write.guards) == (read.place, read.loops, read.guards):
            continue  # the first time an element is come to, it is read
        given = elements(program, loop, write, exact=False)
        if given is None or given[1] != wanted[1]:
            return False
        left = left.subtract(integer_set(given[0]))
    written = [_by_any_iteration(program, loop, access) for access in accesses if access.writes]
    return any(_is_met(program, [read, *accesses], _common(left, each)) for each in written)


def _is_met(program: Program, accesses: list[Access], elements: Any) -> bool:
    """Whether a set of elements is not empty. Products of sizes are numbers of their own to isl, `l * m` without `l` and `m`: where there are any,
    sizes are tried for which all three are right."""
    products = _products(program, accesses)
    if elements.is_empty() or not products:
        return not elements.is_empty()
    factors = sorted({name for product in products for name in product})
    return any(not _with_sizes(elements, products, dict(zip(factors, cycle(sizes)))).is_empty() for sizes in _SIZES)


def _with_sizes(elements: Any, products: set[tuple[str, ...]], sizes: dict[str, int]) -> Any:
    """A set of elements where each factor of the products has a size."""
    told = sizes | {word_of(product): prod(sizes[name] for name in product) for product in products}
    for word, size in told.items():
        at = elements.find_dim_by_name(isl.dim_type.param, word)
        elements = elements if at < 0 else elements.fix_val(isl.dim_type.param, at, isl.Val(size, elements.get_ctx()))
    return elements


def _products(program: Program, accesses: list[Access]) -> set[tuple[str, ...]]:
    """Products of several names in the subscripts of accesses and the bounds of the loops around them."""
    frames = (program.frames[number] for access in accesses for number in access.loops)
    bounds = [bound for frame in frames for bound in (*frame.lowers, *frame.uppers)]
    steps = (step.value for access in accesses for step in access.place.steps if isinstance(step, Index))
    numbers = (*bounds, *(number for number in steps if number is not None))
    return {product for number in numbers for product, _ in number.terms if len(product) > 1}


def _allocated(program: Program, loop: int) -> dict[str, list[Access]]:
    """The accesses of an iteration to memory that the function has allocated before the loop, and that it writes."""
    found: dict[str, list[Access]] = {}
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if root.kind == "heap" and not root.escapes and loop not in root.loops:
            found.setdefault(access.place.root, []).append(access)
    return {
        root: accesses
        for root, accesses in found.items()
        if any(access.writes for access in accesses)
        and all(access.place.steps and not access.leads_out and not access.possible for access in accesses)
    }


def _local_arrays(program: Program, loop: int, known_to_others: bool) -> dict[str, list[Access]]:
    """The accesses of an iteration to the arrays of the function that it writes and that live on from one to the next."""
    found: dict[str, list[Access]] = {}
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if (
            access.place.steps
            and not access.leads_out
            and root.kind == "local"
            and _is_array(root.type)
            and root.escapes == known_to_others
            and (not root.type.static or not is_read_outside(program, loop, access.place.root))
            and loop not in root.loops
        ):
            found.setdefault(access.place.root, []).append(access)
    return {root: accesses for root, accesses in found.items() if any(access.writes for access in accesses)}


def _is_read_as_a_whole(program: Program, loop: int, root: str) -> bool:
    """Whether a `std::array` is read that was not assigned as a whole before."""
    found = accesses_of(program.nests[loop].body, root)
    reads = (access for access in found if not access.writes and not access.place.steps)
    return any(not _is_assigned_before(program, loop, read) for read in reads)


def _is_array(kind: Type) -> bool:
    """An array of the language, or a `std::array` of numbers."""
    return kind.is_array or (kind.sequence == "array" and kind.element().is_scalar)


def filled_arrays(program: Program, loop: int) -> frozenset[str]:
    """Roots of arrays at file level that each iteration fills before it reads them, and that the function does not read behind the
    loop: private to an iteration they would be right if nobody else reads what the loop leaves in them."""
    found: dict[str, list[Access]] = {}
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if access.place.steps and root.type.is_array and root.kind == "global":
            found.setdefault(access.place.root, []).append(access)
    return frozenset(
        root
        for root, accesses in found.items()
        if any(a.writes for a in accesses)
        and not any(a.leads_out for a in accesses)
        and all(is_covered(program, loop, access, accesses) for access in accesses if not access.writes)
        and not any(_may_see(program, loop, read) for read in reads_after(program, loop, root))
    )


def _may_see(program: Program, loop: int, read: Access) -> bool:
    """Whether a read behind ``loop`` may see what the loop wrote: not where each iteration of a loop around the read alone writes
    it first."""
    others = [number for number in read.loops if number not in program.stacks[loop]]
    for other in others:
        if program.frames[other].iterator is None:
            continue
        key = ("covered", other, read.order)
        if key not in program.proved:
            accesses = list(accesses_of(program.nests[other].body, read.place.root))
            program.proved[key] = is_covered(program, other, read, accesses)
        if program.proved[key]:
            return False
    return True


def is_read_outside(program: Program, loop: int, root: str) -> bool:
    """Whether a `static` object is read where the values of an earlier call may be."""
    inside = {access.order for access in accesses_in(program.nests[loop].body)}
    return any(not a.writes and a.order not in inside for a in accesses_of(program.body, root))


def is_covered(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether every element that ``read`` touches was written earlier in the same iteration."""
    left = _not_written_before(program, loop, read, accesses)
    return left is not None and bool(left.is_empty())


def could_keep_a_copy(program: Program, loop: int, root: str) -> bool:
    """Whether iterations of ``loop`` would be independent if each had a copy of a local array that begins as the array is before the
    loop: what an iteration reads and has not written itself none of them writes (`v[0] = x; f(v)`, where `v[1]` is as it was)."""
    accesses = (_local_arrays(program, loop, program.roots[root].escapes) | _allocated(program, loop)).get(root)
    if accesses is None or _is_read_as_a_whole(program, loop, root):
        return False
    if any(_may_see(program, loop, read) for read in reads_after(program, loop, root)):
        return False
    written = [_by_any_iteration(program, loop, access) for access in accesses if access.writes]
    lefts = [_not_written_before(program, loop, access, accesses) for access in accesses if not access.writes]
    return all(
        left is not None and (left.is_empty() or all(_common(left, each).is_empty() for each in written))
        for left in lefts
    )


def _by_any_iteration(program: Program, loop: int, write: Access) -> Any:
    """The elements that a write may touch in all iterations together, an isl set; ``None`` where that cannot be told."""
    found = elements(program, loop, write, exact=False, together=True)
    return integer_set(found[0]) if found is not None else None


def _common(elements: Any, others: Any) -> Any:
    """What is in both of two sets, all of the first where the second is not known: of elements and of wholes that these belong to (`t[k].u` and
    `t[k]`), the wholes."""
    if others is None:
        return elements
    steps = min(each.dim(isl.dim_type.set) for each in (elements, others))
    one, other = (
        each.project_out(isl.dim_type.set, steps, each.dim(isl.dim_type.set) - steps) for each in (elements, others)
    )
    return one.intersect(other)


def _not_written_before(program: Program, loop: int, read: Access, accesses: list[Access]) -> Any:
    """The elements that ``read`` touches and that the same iteration has not surely written by then, an isl set; ``None`` where it cannot be
    told which it touches."""
    wanted = elements(program, loop, read, exact=False)
    if wanted is None:
        return None
    text, dims = wanted
    needed = integer_set(text)
    nothing = needed.subtract(needed)
    if _is_assigned_before(program, loop, read):
        return nothing
    for write in accesses:
        if not write.writes or write.order >= read.order or not is_sure(program.nests[loop].body, write):
            continue
        if _shares_inner_loop(program, loop, write, read):
            at_once = write.loops == read.loops[: len(write.loops)]
            if at_once and write.place == read.place and write.guards == read.guards[: len(write.guards)]:
                return nothing
            continue
        given = elements(program, loop, write, exact=True)
        if given is None or given[1] != dims:
            continue
        needed = needed.subtract(integer_set(given[0]))
        if needed.is_empty():
            return needed
    on_every_way = _Ways(program, loop, read, dims).written(program.nests[loop].body, 0)
    if on_every_way is not None:
        needed = needed.subtract(on_every_way)
    if _covered_within(program, loop, read, accesses):
        return nothing
    sure = [write for write in accesses if write.writes and is_sure(program.nests[loop].body, write)]
    left = left_by_steps(program, loop, read, sure)
    return needed if left is None else needed.intersect(left)


def _is_assigned_before(program: Program, loop: int, read: Access) -> bool:
    """Whether all of a `std::array` is assigned before it is read: `t = {a[i], b[i]};`."""
    if program.roots[read.place.root].type.sequence != "array":
        return False
    body = program.nests[loop].body
    wholes = (a for a in accesses_of(body, read.place.root) if a.writes and not a.place.steps and a.order < read.order)
    return any(is_sure(body, write) for write in wholes)


class _Ways:
    """What one iteration of ``loop`` has surely written before ``read``, whichever way it took to there: of branches that leave none
    out, what all of them write; of those that the read is in, what the branch writes that it is in."""

    def __init__(self, program: Program, loop: int, read: Access, dims: int) -> None:
        self.program, self.loop, self.read, self.dims = program, loop, read, dims

    def written(self, block: Block, branches: int) -> Any:
        """The elements that a block within so many ``branches`` writes, an isl set; ``None`` for none."""
        found = None
        for item in block.items:
            if isinstance(item, Access):
                more = self._elements_of(item, branches)
            elif isinstance(item, Branch):
                more = self._of_branch(item, branches)
            elif isinstance(item, Nest):
                more = self._of_nest(item, branches)
            else:
                continue
            if more is not None:
                found = more if found is None else found.union(more)
        return found

    def _of_branch(self, branch: Branch, branches: int) -> Any:
        for block in branch.blocks:
            if any(access is self.read for access in accesses_in(block)):
                return self.written(block, branches + 1)
        if not branch.complete:
            return None
        ways = [self.written(block, branches + 1) for block in branch.blocks]
        if any(way is None for way in ways):
            return None
        return reduce(lambda one, other: one.intersect(other), ways)

    def _of_nest(self, nest: Nest, branches: int) -> Any:
        """Sets say of all iterations of the loop together what they write: a branch in it counts where both ways write the very
        same place."""
        found = None
        for write, within in self._by_every_iteration(nest.body, branches):
            more = self._elements_of(write, within)
            if more is not None:
                found = more if found is None else found.union(more)
        return found

    def _by_every_iteration(self, block: Block, branches: int) -> list[tuple[Access, int]]:
        found: list[tuple[Access, int]] = []
        for item in block.items:
            if isinstance(item, Access) and item.writes:
                found.append((item, branches))
            elif isinstance(item, Nest):
                found += self._by_every_iteration(item.body, branches)
            elif isinstance(item, Branch) and item.complete:
                ways = [self._by_every_iteration(inner, branches + 1) for inner in item.blocks]
                first, *others = ways
                found += [
                    one
                    for one in first
                    if all(any(_is_same_write(one[0], other) for other, _ in way) for way in others)
                ]
        return found

    def _elements_of(self, write: Access, branches: int) -> Any:
        if not write.writes or write.place.root != self.read.place.root or write.order >= self.read.order:
            return None
        outer = self.program.outer_guards[self.loop]
        if len(write.guards) != outer + branches or _shares_inner_loop(self.program, self.loop, write, self.read):
            return None  # more conditions than branches, or what later iterations write
        given = elements(self.program, self.loop, replace(write, guards=write.guards[:outer]), exact=True)
        return integer_set(given[0]) if given is not None and given[1] == self.dims else None


def _is_same_write(one: Access, other: Access) -> bool:
    return one.place == other.place and one.loops == other.loops


def _covered_within(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether the same holds for each iteration of the loop inside ``loop`` that the read is in."""
    depth = len(program.stacks[loop])
    if len(read.loops) <= depth or program.frames[read.loops[depth]].iterator is None:
        return False
    inner = read.loops[depth]
    return is_covered(program, inner, read, [access for access in accesses if inner in access.loops])


def _shares_inner_loop(program: Program, loop: int, write: Access, read: Access) -> bool:
    inner = [number for number in write.loops if number not in program.stacks[loop]]
    return any(number in read.loops for number in inner)


def is_sure(body: Block, write: Access) -> bool:
    """Whether nothing but loops stands around a write."""
    for item in body.items:
        if item is write:
            return True
        if isinstance(item, Nest) and is_sure(item.body, write):
            return True
    return False
