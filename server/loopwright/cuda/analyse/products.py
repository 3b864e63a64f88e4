"""Kernels that multiply two matrices, ``C = alpha * A * B + beta * C`` by rows, by what their threads do to memory; each of the two may
be read as its transpose. By columns it is the same with A and B in turn.

Such a kernel only moves, adds and multiplies its data, and numbers of the launch alone say which (:attr:`.trace.Run.sums`): whatever it
leaves is a polynomial of what was there. Which elements it reads and stores says what is a row, a column and a length. That the
polynomial is the product is for who runs it: two polynomials that are not the same differ on nearly all data. Tiles in shared memory are
no other case. Lengths between rows that are parameters of their own and data in types of several numbers are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from loopwright.cuda.analyse.accesses import Access, Given, Threads
from loopwright.cuda.analyse.races import takes_turns
from loopwright.cuda.analyse.trace import Run
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode

_BLOCKS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))
_TURNS = ((False, False), (False, True), (True, False), (True, True))
_REAL = ("float", "double")
_Elements = tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True)
class Product:
    """``a``, ``b``, ``c``: the matrices; ``m``, ``n``, ``k``: rows of A and C, columns of B and C, and the length that is summed over;
    ``real``: the type of the elements. A block of the size ``block`` makes ``rows`` and ``columns`` of C, the next one along ``down``
    those below. ``alpha``, ``beta``: what the product and the old C are multiplied by, as names or numbers; ``turned``: whether the
    rows of A and of B lie as columns in memory."""

    a: str
    b: str
    c: str
    m: str
    n: str
    k: str
    real: str
    block: tuple[int, int, int]
    rows: int
    columns: int
    down: str
    turned: tuple[bool, bool]
    alpha: str
    beta: str

    @property
    def across(self) -> str:
        """The axis along which the next block makes the columns behind."""
        return "x" if self.down == "y" else "y"


def products_of(
    kernel: DeviceFunction,
    code: DeviceCode,
    block: tuple[int, int, int],
    value: Callable[[str, int], int | None],
    memory: frozenset[str],
) -> list[Product]:
    """What products a kernel may be in launches with blocks of a size, where it can be nothing else: none for another kernel, two where
    it has two factors of which the text of the accesses does not tell which is which."""
    pointers = [p for p in kernel.parameters if p.pointers]
    sizes = [p.name for p in kernel.parameters if not p.pointers and p.base == "int" and p.scalar and not p.writes]
    factors = [p for p in kernel.parameters if not p.pointers and p.base in _REAL and p.scalar and not p.writes]
    kinds = {p.base for p in (*pointers, *factors)}
    plain = len(pointers) == 3 and all(p.pointers == 1 for p in pointers) and len(kinds) == 1 and kinds <= set(_REAL)
    whole = len(pointers) + len(sizes) + len(factors) == len(kernel.parameters)
    if (
        not plain
        or not whole
        or len(sizes) not in (1, 3)
        or len(factors) > 2
        or kernel.template
        or takes_turns(kernel, code)
    ):
        return []
    run = Run(kernel, code, _threads(block), Given({}, {}), value, memory)
    seen = [access for access in run.carried_out() if not access.shared]
    if not run.whole or not run.sums or any(len(access.indices) != 1 for access in seen):
        return []
    stored = {access.array for access in seen if access.stored is not None}
    if len(stored) != 1 or {access.array for access in seen} != {p.name for p in pointers}:
        return []
    (c,) = stored
    size = block[0] * block[1] * block[2]
    of_c = [access for access in seen if access.array == c]
    n = _symbol(of_c)
    if n not in sizes:
        return []
    area = [_elements(of_c, n, size, at) for at in range(len(_BLOCKS))]
    rows, columns = len(area[0][0]), len(area[0][1])
    downs = [down for down in "yx" if area == _moved(area[0], down, rows, columns)]
    if not rows or len(downs) != 1 or not _begins(area[0]):
        return []
    if not _is_rectangle([access for access in of_c if access.stored is not None], n, size, rows * columns):
        return []
    down, found = downs[0], []
    for a, b in permutations(p.name for p in pointers if p.name != c):
        by_a, by_b = (_symbol([access for access in seen if access.array == name]) for name in (a, b))
        left, right = (
            [_elements([x for x in seen if x.array == name], by, size, at) for at in range(len(_BLOCKS))]
            for name, by in ((a, by_a), (b, by_b))
        )
        for turned in _TURNS:
            of_rows, of_columns = (
                [(one[1], one[0]) if turn else one for one in each]
                for turn, each in zip(turned, (left, right), strict=True)
            )
            fits = of_rows == _moved(of_rows[0], down, rows, 0) and of_rows[0][0] == area[0][0]
            fits = fits and of_columns == _moved(of_columns[0], down, 0, columns) and of_columns[0][1] == area[0][1]
            sides = _sides(sizes, n, by_a, by_b, turned)
            if fits and sides is not None and _begins(of_rows[0]) and of_rows[0][1] == of_columns[0][0]:
                found.append((a, b, *sides, turned))
    if len(found) != 1:
        return []
    (a, b, m, k, turned) = found[0]
    old = any(access.stored is None for access in of_c) or any(access.updates for access in of_c)
    return [
        Product(a, b, c, m, n, k, next(iter(kinds)), block, rows, columns, down, turned, *each)
        for each in _factors([p.name for p in factors], old)
    ]


def _sides(sizes: list[str], n: str, by_a: str, by_b: str, turned: tuple[bool, bool]) -> tuple[str, str] | None:
    """The rows of C, and the length that is summed over, of what the rows of C, A and B in memory are as long as."""
    if len(sizes) == 1:
        return (n, n) if by_a == by_b == n else None
    told = {"n": n, ("m" if turned[0] else "k"): by_a}
    side = "k" if turned[1] else "n"
    if told.setdefault(side, by_b) != by_b or not {*told.values()} <= {*sizes}:
        return None
    rest = [name for name in sizes if name not in told.values()]
    missing = [side for side in ("m", "k") if side not in told]
    if len(rest) != len(missing):
        return None
    told |= zip(missing, rest, strict=True)
    return told["m"], told["k"]


def _moved(first: _Elements, down: str, rows: int, columns: int) -> list[_Elements]:
    """Where elements of the first block are in each block, if the next one along an axis has those so many rows below."""
    places = [(x, y) if down == "x" else (y, x) for x, y, _ in _BLOCKS]
    return [_shifted(first, row * rows, column * columns) for row, column in places]


def _factors(names: list[str], old: bool) -> list[tuple[str, str]]:
    """What may be ``alpha`` and ``beta``; ``old``: C is read."""
    if len(names) == 2:
        return [(one, other) for one, other in permutations(names)] if old else []
    if len(names) == 1:
        return [(names[0], "1"), ("1", names[0])] if old else [(names[0], "0")]
    return [("1", "1" if old else "0")]


def _threads(block: tuple[int, int, int]) -> Threads:
    """All threads of the first block and of its neighbours along x and y."""
    places = list(product(range(block[2]), range(block[1]), range(block[0])))
    rows = np.array([(*b, *reversed(t)) for b in _BLOCKS for t in places], np.int64)
    names = [f"{index}.{axis}" for index in ("blockIdx", "threadIdx") for axis in "xyz"]
    return Threads(block, (None, None, 1), {name: rows[:, at] for at, name in enumerate(names)})


def _symbol(accesses: list[Access]) -> str:
    """The size that all subscripts are multiples of, and something more; empty where there is another."""
    found = {name for access in accesses for name, by in access.indices[0].terms.items() if by[access.lanes].any()}
    return next(iter(found)) if len(found) == 1 else ""


def _elements(accesses: list[Access], symbol: str, size: int, block: int) -> _Elements:
    """Multiples of a symbol, and what is more, of all subscripts in a block."""
    lanes = slice(block * size, (block + 1) * size)
    by: set[int] = set()
    more: set[int] = set()
    for access in accesses:
        here = access.lanes[lanes]
        factors = access.indices[0].terms.get(symbol)
        by |= {0} if factors is None else set(factors[lanes][here].tolist())
        more |= set(access.indices[0].constant[lanes][here].tolist())
    return frozenset(by), frozenset(more)


def _shifted(elements: _Elements, by: int, more: int) -> _Elements:
    return frozenset(one + by for one in elements[0]), frozenset(one + more for one in elements[1])


def _begins(elements: _Elements) -> bool:
    """Whether both count from 0 without a gap."""
    return all(one == frozenset(range(len(one))) for one in elements)


def _is_rectangle(stores: list[Access], symbol: str, size: int, area: int) -> bool:
    """Whether the first block stores in each element once."""
    seen: list[tuple[int, int]] = []
    for access in stores:
        here = np.flatnonzero(access.lanes[:size])
        factors = access.indices[0].terms.get(symbol)
        by = np.zeros(size, np.int64) if factors is None else factors
        seen += [(int(by[lane]), int(access.indices[0].constant[lane])) for lane in here]
    return len(seen) == len(set(seen)) == area
