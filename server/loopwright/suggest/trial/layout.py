"""What lies where in the memory shared with a trial: one description, read by harness.c and by the comparison.

A block holds the state before a call when the program starts and the state after it when the call has returned; there is
one for each trial. It is made of slots: an argument, what a pointer leads to, a member of a struct, a variable at file level,
the result. How large their elements are the compiler says, in a section of the library that is read and not run.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from loopwright.evidence.compare import Element
from loopwright.evidence.memory import PAGE
from loopwright.suggest.trial.signature import TooLarge, Untestable

# struct header, slot, record of harness.c, aligned as C does.
HEADER = np.dtype(
    [("secret", "V16"), ("entry", "S64")]
    + [(name, "u8") for name in ("slots_at", "records_at", "blocks_at", "block_bytes", "bytes", "arena_bytes")]
    + [(name, "u4") for name in ("slots", "first", "last", "state")]
)
SLOT = np.dtype([("block_at", "u8"), ("bytes", "u8"), ("arena_at", "u8"), ("flags", "u4"), ("unused", "u4")])
FINDING = np.dtype(
    [(name, "i4") for name in ("kind", "site", "section", "does")]
    + [(name, "i8") for name in ("first", "second", "slot", "element")]
    + [(name, "i4") for name in ("first_does", "second_does")]
)
RECORD = np.dtype([("stamp", "V16"), ("printed", "i8"), ("files", "u8"), ("finding", FINDING)])
LOADING, LOADED, ENDED = 1, 2, 3
BUFFER, GIVEN, ADDRESS, GLOBAL, MIXED = 1, 2, 4, 8, 16
NOTHING, CONFLICT, OUTSIDE, UNSET, UNWRITTEN, BROKEN = range(6)
_MARGIN = 1 << 16  # around each buffer
_LINE = 64
_MOST_STATE = 192 << 20  # bytes of all blocks of one process
_ENOUGH_STATE = 48 << 20  # bytes of all inputs together: large ones are fewer, so that the trial takes seconds
_FEWEST = 3
# __builtin_classify_type of gcc and clang
_INTEGERS, _POINTER, _REAL, _COMPLEX = (1, 2, 3, 4), 5, 8, 9


@dataclass(frozen=True)
class Slot:
    """``name`` as a reader knows it, ``element`` and ``count`` of what is in it; ``at`` is its offset in a block, ``arena_at``
    in the memory that the function sees. ``given``: the parent fills it; ``whole``: one variable, not an array; ``rises``, ``truth``:
    what values it may have."""

    name: str
    role: str  # integer, real, buffer, member, address, global, result
    element: Element
    count: int
    at: int
    arena_at: int
    given: bool
    whole: bool
    rises: int = 0
    truth: bool = False

    @property
    def size(self) -> int:
        """In bytes."""
        return self.element.size * self.count

    @property
    def flags(self) -> int:
        """As harness.c knows them."""
        address = ADDRESS if self.role in ("address", "pointer") else MIXED if self.element.number == "bytes" else 0
        kind = BUFFER if self.role == "buffer" else GLOBAL if self.role in ("global", "pointer") else 0
        return kind | address | (GIVEN if self.given else 0)

    def element_name(self, index: int) -> str:
        """The name of one element."""
        return self.name if self.whole else f"{self.name}[{index}]"


@dataclass(frozen=True)
class Layout:
    """The shared memory of a run of ``trials`` trials at most."""

    slots: tuple[Slot, ...]
    block_bytes: int
    arena_bytes: int
    trials: int

    @property
    def records_at(self) -> int:
        """Offset of the records."""
        return _up(HEADER.itemsize, _LINE) + _up(SLOT.itemsize * len(self.slots), _LINE)

    @property
    def blocks_at(self) -> int:
        """Offset of the first block."""
        return _up(self.records_at + RECORD.itemsize * self.trials, PAGE)

    @property
    def total(self) -> int:
        """Size of all in bytes."""
        return self.blocks_at + self.block_bytes * self.trials

    def affordable(self, trials: int) -> int:
        """How many of ``trials`` inputs are tried: fewer where each is large."""
        return min(trials, max(_FEWEST, _ENOUGH_STATE // self.block_bytes))

    def head(self, secret: bytes, entry: str, first: int, last: int) -> bytes:
        """Header and slots for the trials ``first`` to ``last`` (exclusive)."""
        header = np.zeros(1, HEADER)
        header["secret"], header["entry"] = np.void(secret), entry.encode()
        header["slots_at"], header["records_at"], header["blocks_at"] = (
            _up(HEADER.itemsize, _LINE),
            self.records_at,
            self.blocks_at,
        )
        header["block_bytes"], header["bytes"], header["arena_bytes"] = self.block_bytes, self.total, self.arena_bytes
        header["slots"], header["first"], header["last"] = len(self.slots), first, last
        table = np.zeros(len(self.slots), SLOT)
        for row, slot in zip(table, self.slots, strict=True):
            row["block_at"], row["bytes"], row["arena_at"], row["flags"] = (
                slot.at,
                slot.size,
                slot.arena_at,
                slot.flags,
            )
        return header.tobytes().ljust(_up(HEADER.itemsize, _LINE), b"\0") + table.tobytes()


@dataclass(frozen=True)
class Wanted:
    """A slot before its size is known. ``whole`` and ``element`` are C expressions that are not evaluated; ``at`` is the C
    expression of its address for a variable at file level."""

    name: str
    role: str
    whole: str
    element: str
    address: str = ""
    given: bool = False
    rises: int = 0
    truth: bool = False


def layout_of(wanted: Sequence[Wanted], sizes: bytes, trials: int) -> Layout:
    """The layout for what the compiler said of ``wanted``: four numbers for each (size, size of an element, class, sign).

    Raises :class:`Untestable` where that cannot be, or is too large to be kept.
    """
    if len(sizes) != 32 * len(wanted):
        raise Untestable("the compiler does not say how large the function's data are")
    slots, at, arena_at = [], 0, _MARGIN
    for number, want in enumerate(wanted):
        whole, size, kind, unsigned = struct.unpack_from("=4Q", sizes, 32 * number)
        role = want.role
        given = want.given
        element = Element("bytes", 1)
        if not 0 < size <= whole or whole % size:
            raise Untestable(f"{want.name} is nothing at all")
        if whole > _MOST_STATE:
            raise TooLarge(f"{want.name} is too large")
        if kind in _INTEGERS and size in (1, 2, 4, 8):
            element = Element("natural" if unsigned else "integer", size)
        elif kind == _REAL and size in (2, 4, 8, 16):
            element = Element("real", size)
        elif kind == _COMPLEX:
            element = Element("real", size // 2)
        elif kind == _POINTER and size == 8:
            element = Element("natural", 8)
            role = "pointer" if role == "global" else "address"
        elif role == "result" or size <= PAGE:
            element = Element("bytes", size)
        if role in ("global", "member"):
            given = element.number == "real"
        count = whole // element.size
        slots.append(Slot(want.name, role, element, count, at, arena_at, given, whole == size, want.rises, want.truth))
        at = _up(at + whole, _LINE)
        if role not in ("global", "pointer"):
            arena_at = _up(arena_at + whole + (2 * _MARGIN if role == "buffer" else 0), _LINE)
    if at > _MOST_STATE:
        raise TooLarge(f"its data are {at >> 20} MB, more than can be kept for each input")
    block = _up(max(at, 1), PAGE)
    return Layout(tuple(slots), block, _up(arena_at + _MARGIN, PAGE), max(1, min(trials, _MOST_STATE // block)))


def section_of(library: Path, name: str) -> bytes:
    """The bytes of a section of a 64-bit ELF file, empty if it has none."""
    data = library.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return b""
    order = "<" if data[5] == 1 else ">"
    table, size, count, names = (
        struct.unpack_from(f"{order}Q", data, 40)[0],
        *struct.unpack_from(f"{order}HHH", data, 58),
    )
    headers = [struct.unpack_from(f"{order}IIQQQQ", data, table + size * i) for i in range(count)]
    strings = headers[names][4]
    for header in headers:
        start = strings + header[0]
        if data[start : data.index(b"\0", start)] == name.encode():
            return data[header[4] : header[4] + header[5]]
    return b""


def _up(size: int, to: int) -> int:
    return (size + to - 1) // to * to
