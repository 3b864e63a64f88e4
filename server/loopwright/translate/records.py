"""What shared.h says, for Python: the memory between us, a judge of a kernel, and the runner of its translation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopwright.evidence.memory import PAGE, SharedMemory

ITEMS, TRIALS, GAPS = 64, 16, 256
POINTER, CONSTANT, INTEGRAL, GLOBAL, UNTYPED = 1, 2, 4, 8, 16
LARGE_SIZES, INPUTS_ONLY, DIGESTS, MORE_LAUNCHES, RACE = 1, 2, 4, 8, 16
NOT_RUN, FITS, UNFIT, NO_VALUE = range(4)
BEGUN = 1  # a state of a run: a library that it loads did not come to its end of that
ANY_PLAN, NO_PLAN = (-2, 0, 0), (-1, 0, 0)
Plan = tuple[int, int, int]  # attempt, block, large
# trial → buffer → numbers that stand for what a kernel left in it, and under "plan" the inputs that were taken
Digests = dict[str, dict[str, list[str]]]

ITEM = np.dtype(
    [("name", "S64"), ("bytes", "u8", 2), ("element", "u8"), ("kind", "i4"), ("flags", "u4"), ("gaps", "u1", GAPS)]
)
FINDING = np.dtype(
    [("kind", "S16"), ("text", "S160"), ("place", "u8"), ("other", "u8"), ("line", "i4"), ("unused", "i4")]
)
DIGEST = np.dtype(
    [("floating", "i4"), ("changed", "i4"), ("hash", "u8"), ("odd", "u8"), ("sum", "f8"), ("absolute", "f8")]
    + [("index", "u8", 8), ("value", "f8", 8)]
)
TRIAL = np.dtype(
    [("stamp", "V16"), ("outcome", "i4"), ("attempt", "i4"), ("block", "i4"), ("large", "i4"), ("shape", "u4", 6)]
    + [
        ("shared_bytes", "u8"),
        ("state_at", "u8"),
        ("state_bytes", "u8"),
        ("other_at", "u8"),
        ("original_ms", "f8"),
        ("translated_ms", "f8"),
    ]
    + [("findings", "i4"), ("taken", "i4"), ("unfit", FINDING), ("finding", FINDING, 16)]
)
HEADER = np.dtype(
    [("secret", "V16"), ("entry", "S64"), ("bytes", "u8"), ("states_at", "u8")]
    + [(name, "i4") for name in ("number", "first", "trials", "flags")]
    + [("items", "u4"), ("state", "u4"), ("plan", "i4", (TRIALS, 3)), ("item", ITEM, ITEMS), ("trial", TRIAL, TRIALS)]
    + [("digest", DIGEST, (TRIALS, ITEMS))]
)
STATES_AT = (HEADER.itemsize + PAGE - 1) // PAGE * PAGE


@dataclass(frozen=True)
class Item:
    """A parameter or a variable of the device, and where it lies in a state; ``gaps``: the bits of an element between and behind its members,
    empty where all of it holds something."""

    name: str
    at: int
    size: int
    element: int
    kind: int
    flags: int
    gaps: bytes = b""

    def of(self, state: bytes) -> bytes:
        """Its bytes, without what lies in gaps: who stores a struct may leave there what it likes."""
        data = state[self.at : self.at + self.size]
        if not self.gaps:
            return data
        held = ~np.frombuffer(self.gaps, np.uint8)
        kept: NDArray[np.uint8] = np.frombuffer(data, np.uint8).reshape(-1, self.element) & held
        return kept.tobytes()


def items_of(header: Any, names: list[str], large: int) -> tuple[Item, ...]:
    """The items of a program's header; none where they cannot be what was compiled."""
    if int(header["items"]) != len(names) or len(names) > ITEMS:
        return ()
    found, at = [], 0
    for name, row in zip(names, header["item"], strict=False):
        size, element = int(row["bytes"][1 if large else 0]), int(row["element"])
        if not 0 < element <= size or size % element or size > 1 << 30:
            return ()
        gaps = bytes(row["gaps"])[:element] if element <= GAPS and row["gaps"].any() else b""
        found.append(Item(name, at, size, element, int(row["kind"]), int(row["flags"]), gaps))
        at += (size + 63) // 64 * 64
    return tuple(found)


def new_header(secret: bytes, number: int, first: int, trials: int, flags: int, entry: str, size: int) -> Any:
    """A header for a run, with any plan."""
    header = np.zeros(1, HEADER)
    row = header[0]
    row["secret"], row["entry"], row["bytes"], row["states_at"] = np.void(secret), entry.encode(), size, STATES_AT
    row["number"], row["first"], row["trials"], row["flags"] = number, first, trials, flags
    row["plan"] = ANY_PLAN
    return row


def read_header(memory: SharedMemory) -> Any:
    """The header as a program left it."""
    return memory.records(0, HEADER, 1)[0]


def stamped(trial: Any, secret: bytes, number: int) -> bool:
    """Whether a program came to the end of a trial."""
    return bytes(trial["stamp"]) == bytes([secret[0] ^ (number + 1)]) + secret[1:]


def digests_of(header: Any, number: int, items: tuple[Item, ...]) -> dict[str, list[str]]:
    """The digests of one trial."""
    row = header["trial"][number]
    found = {"plan": [str(int(row[name])) for name in ("attempt", "block", "large")]}
    for item, digest in zip(items, header["digest"][number], strict=False):
        written = item.flags & POINTER and not item.flags & CONSTANT
        if written or item.flags & GLOBAL:
            found[item.name] = _digest_text(digest)
    return found


def _digest_text(digest: Any) -> list[str]:
    if not digest["floating"]:
        return [f"{int(digest['hash']):016x}"]
    changed = max(0, min(8, int(digest["changed"])))
    first = " ".join(f"{int(i)}:{v:.7g}" for i, v in zip(digest["index"][:changed], digest["value"][:changed]))
    return [f"{digest['sum']:.9g}", f"{digest['absolute']:.9g}", str(int(digest["odd"])), first]


def text_of(field: Any) -> str:
    """A sentence that a program left, as something that can be shown."""
    return "".join(c if c.isprintable() else " " for c in bytes(field).decode("utf-8", "replace"))
