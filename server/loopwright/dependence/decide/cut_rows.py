"""Rows that are cut from one block: `a[i] = a[0] + i * n`, `a[i] = a[i - 1] + n`, `a[i] = &block[i * n]`.

Where all that is stored in an array of addresses is the block and a number of elements for each row, `a[i][j]` is element `i * n + j` of the
block. Asked so, whether rows overlap needs no assumption.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from loopwright.dependence.model.program import Access, Effect, Program, Root, accesses_in, flat
from loopwright.dependence.model.values import Index, Place
from loopwright.lang.types import may_share_memory
from loopwright.source.linear import Linear

_ADDRESS = "*"
_NOT_FOLLOWED = frozenset(("opaque", "macro", "label", "handler", "jump"))
_ZERO = Linear(0)


class _Cut(NamedTuple):
    """Row ``i`` begins ``first + i * length`` elements behind a place."""

    block: Place
    first: Linear
    length: Linear


def in_block(program: Program, access: Access) -> Access | None:
    """``access`` to an element of a row as one to an element of the block; ``None`` where the rows are not known to be of one."""
    steps = access.place.steps
    if len(steps) < 2 or access.place.object_length != 1:
        return None
    row, inner = steps[:2]
    cut = _cut_of(program, access.place.root)
    if cut is None or not isinstance(row, Index) or not isinstance(inner, Index) or row.value is None:
        return None
    loops = set(access.loops)
    if any(write.order > access.order or loops & set(write.loops) for write in _stores(program, access.place.root)):
        return None
    start = cut.first.plus(row.value.times(cut.length))
    value = inner.value.plus(start) if inner.value is not None else None
    element = Index(value, cut.block.object_length > 0, (*row.checks, *inner.checks))
    return replace(access, place=Place(cut.block.root, (*cut.block.steps[:-1], element, *steps[2:])))


def _cut_of(program: Program, root: str) -> _Cut | None:
    if root not in program.cut:
        program.cut[root] = _found(program, root)
    found = program.cut[root]
    return found if isinstance(found, _Cut) else None


def _stores(program: Program, root: str) -> list[Access]:
    """What is stored in the array itself."""
    return [access for access in program.body.by_root.get(root, ()) if access.writes and len(access.place.steps) < 2]


def _found(program: Program, root: str) -> _Cut | None:
    owner = program.roots[root]
    if owner.kind not in ("heap", "local") or owner.leaves or owner.addressed or owner.loops or owner.type.static:
        return None
    if owner.kind == "local" and owner.pointed:
        return None  # whatever a pointer of that name leads to
    if not _is_followed(program, root):
        return None
    stores = _stores(program, root)
    cuts = [_cut_by(program, store) for store in stores]
    rows = [cut for cut in cuts if cut is not None]
    if not rows or any(cut != rows[0] for cut in rows):
        return None
    of_itself = rows[0].block.root == root
    begins = [store for store, cut in zip(stores, cuts) if cut is None]
    if begins and not of_itself:
        return None
    first = min(store.order for store, cut in zip(stores, cuts) if cut is not None)
    if any(not _is_first(store) or store.order > first for store in begins):
        return None
    return rows[0]


def _is_first(store: Access) -> bool:
    """Whether the first address is stored, on no account in the loop that stores the others."""
    (step,) = store.place.steps or (None,)
    return isinstance(step, Index) and step.value == _ZERO and not store.loops and not store.possible


def _is_followed(program: Program, root: str) -> bool:
    """Whether nobody stores in the array but in its own name."""
    if any(other.view_of == root for other in program.roots.values()):
        return False
    if any(isinstance(item, Effect) and item.kind in _NOT_FOLLOWED for item in flat(program.body)):
        return False
    return not any(
        access.writes
        and program.roots[access.place.root].kind == "unknown"
        and (not program.typed or access.is_of_any_type or may_share_memory(access.element, _ADDRESS))
        for access in accesses_in(program.body)
    )


def _cut_by(program: Program, store: Access) -> _Cut | None:
    """How a store of one address cuts the block, ``None`` if it does not."""
    to, at = store.address, store.place.steps[0] if store.place.steps else None
    if to is None or store.possible or not isinstance(at, Index) or at.value is None or at.checks:
        return None
    last = to.steps[-1] if to.steps else None
    if not isinstance(last, Index) or last.value is None or last.checks:
        return None
    cut = _by_the_first(program, store, at.value, to, last.value) or _by_the_last(program, store, at.value, to, last)
    return cut if cut is not None and _is_fixed(program, cut.length) and _is_fixed(program, cut.first) else None


def _by_the_first(program: Program, store: Access, row: Linear, to: Place, begin: Linear) -> _Cut | None:
    """`a[i] = a[0] + i * n`, `a[i] = block + i * n`."""
    own = to.root == store.place.root
    if len(to.steps) != (2 if own else 1) or (own and not _is_of(to, _ZERO)) or row == _ZERO:
        return None
    if not own and not _is_one(program.roots[to.root], to):
        return None
    first = Linear(begin.constant)
    length, rest = begin.plus(first, -1).divided(row)
    if rest != _ZERO or (own and first != _ZERO):
        return None
    return _Cut(Place(to.root, (*to.steps[:-1], Index(_ZERO, own))), first, length)


def _is_one(block: Root, to: Place) -> bool:
    """Whether a place is in a block that is one and the same for as long as the function runs."""
    is_read = any(isinstance(step, Index) and step.loaded for step in to.steps)
    return block.kind != "unknown" and not (is_read or block.loops or block.taken_in)


def _by_the_last(program: Program, store: Access, row: Linear, to: Place, last: Index) -> _Cut | None:
    """`a[i] = a[i - 1] + n`, from the second row on."""
    if to.root != store.place.root or len(to.steps) != 2 or not _is_of(to, row.plus(Linear(1), -1)):
        return None
    frame = program.frames[store.loops[-1]] if store.loops else None
    counted = frame is not None and frame.iterator is not None and row == Linear(0, (((frame.iterator,), 1),))
    if not counted or frame is None or frame.first != Linear(1) or frame.step != Linear(1) or last.value is None:
        return None
    return _Cut(Place(to.root, (Index(_ZERO), Index(_ZERO, True))), _ZERO, last.value)


def _is_of(to: Place, row: Linear) -> bool:
    """Whether an address was read from a row of the array, with no member on the way."""
    cell, last = to.steps
    return isinstance(cell, Index) and cell.value == row and isinstance(last, Index) and last.loaded


def _is_fixed(program: Program, number: Linear) -> bool:
    """Whether a number is one and the same for as long as the function runs."""
    return all(not program.symbols[name].loops and program.symbols[name].kind != "iterator" for name in number.names)
