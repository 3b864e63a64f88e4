"""The versions run, each in a process of its own, on the same inputs; what they leave is compared here.

A trial counts as agreed only here: the call returned in all (a record with this run's secret says so), no pair of
iterations met, no access left its section, and memory, scalars, result, what was printed and what was written are the same.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopwright.cancellation import CancelToken
from loopwright.evidence.compare import compare
from loopwright.evidence.memory import SharedMemory
from loopwright.suggest.evidence import Tested
from loopwright.suggest.trial import layout as known
from loopwright.suggest.trial.build import HARNESS, VERSIONS, WRITTEN, library_of
from loopwright.suggest.trial.inputs import block_of
from loopwright.suggest.trial.layout import Layout, Slot
from loopwright.suggest.trial.originals import Original, Ran
from loopwright.suggest.trial.program import Names
from loopwright.suggest.trial.signature import TooLarge, Unreachable, Untestable
from loopwright.toolchain.confine import Confinement, NotConfined, run_confined

_RUN_SECONDS = 8.0
_MOST_CRASHES = 6  # inputs on which the function itself cannot run
_MOST_PRINTED = 1 << 20
_MOST_TIMES = 8  # as many inputs as are wanted, where most do not keep to what is assumed
_DOES = {1: "reads", 2: "writes"}
_SMALL = 100  # times what rounding may make
_ADDRESSES = ((0x5500 << 32, 0x5700 << 32), (0x7E00 << 32, 0x8000 << 32), (0xAAAA << 32, 0x10000 << 32))
_OTHERWISE = "where the loop is written otherwise"
_ELSE = "when the iterations run in another order on the device's copies"


@dataclass(frozen=True)
class Wording:
    """What numbers of the harness stand for: the loop's variable, the source text of each access, the arrays moved. The lengths of those in
    ``free`` are inputs of their own, which what the loop does cannot be held against. ``unasked``: whether an input keeps to what the verdict
    assumes is not known, so that none refutes it."""

    variable: str
    sites: tuple[str, ...]
    sections: tuple[str, ...]
    free: frozenset[str] = frozenset()
    unasked: bool = False


@dataclass
class _Trials:
    """The state of one call of :func:`tested`."""

    folder: Path
    layout: Layout
    names: Names
    wording: Wording
    original: Original
    token: CancelToken | None
    is_other: bool = False  # the original is the loop as it stands, and the other versions are of it written otherwise
    agreed: int = 0
    error: float = 0.0
    aside: int = 0  # inputs that do not keep to what the verdict assumes
    late: bool = False  # a version that is watched was not at its end in time
    inputs: dict[int, tuple[bytes, str]] = field(default_factory=dict)  # of the trials under way


def tested(
    folder: Path,
    layout: Layout,
    names: Names,
    trials: int,
    wording: Wording,
    original: Original,
    token: CancelToken | None,
    is_other: bool,
) -> Tested:
    """Run what was built in ``folder``; the ``original`` where it has not run yet. With ``is_other`` that is the loop as it stands, and what
    is asked about is the loop written otherwise. Raises :class:`Untestable`."""
    try:
        found = _tested(_Trials(folder, layout, names, wording, original, token, is_other), trials)
        if not found.agreed and not found.changed and wording.unasked:
            raise Untestable("whether an input keeps to what is assumed of the loop cannot be asked")
        return found
    except NotConfined as reason:
        raise Untestable(str(reason).rstrip(".")) from None


def _tested(all_: _Trials, trials: int) -> Tested:
    layout = all_.layout
    first, crashes, late = 0, 0, False
    deadline = time.monotonic() + _RUN_SECONDS
    while crashes < _MOST_CRASHES and not late and time.monotonic() < deadline:
        end = min(trials + all_.aside, _MOST_TIMES * trials)  # for each that is set aside there is another
        if first >= end:
            break
        last = min(first + layout.trials, end)
        all_.inputs = {trial: block_of(layout, trial) for trial in range(first, last)}
        original = all_.original.run(layout, first, last, partial(_run, all_, "original", first, last))
        if not original.loaded:
            raise Untestable("the function's file does not come to the end of its own beginnings")
        if original.done:
            found = _compared(all_, original)
            if found is not None:
                return found
        late = original.timed_out
        if original.done < last - first:
            crashes += 1
        first += original.done + (original.done < last - first)
    if not all_.agreed and (late or all_.late):
        raise TooLarge(f"one run of the function takes longer than {_RUN_SECONDS:g} s")
    if not all_.agreed and all_.aside:
        raise Untestable("what is assumed of the loop holds for none of the inputs that were made")
    if not all_.agreed:
        # What it needs may be set up by another function: arrays behind pointers of the file.
        raise Unreachable("the function did not come to its end on any of the inputs that were made")
    return Tested(all_.agreed, True, max_relative_error=all_.error, changed=all_.is_other)


def _compared(all_: _Trials, original: Ran) -> Tested | None:
    """Run the other versions as far as the original came; what refutes the candidate, if something does."""
    last = original.first + original.done
    versions = (*VERSIONS[1:], *([WRITTEN] if all_.is_other else []))
    with ThreadPoolExecutor(len(versions)) as pool:
        runs = [pool.submit(_run, all_, version, original.first, last) for version in versions]
        stamped, device, *others = (run.result() for run in runs)
    # Two iterations that meet say more than a value that differs: they are looked for first, on all inputs.
    broken = {
        at
        for version in (stamped, device)
        for at in range(version.done)
        if int(version.records[at]["finding"]["kind"]) == known.BROKEN
    }
    all_.aside += len(broken)
    written = others[0] if others else original
    if others and not written.timed_out:
        found = _otherwise(all_, original, written, stamped, broken)
        if found is not None:
            return found
    for version in (stamped, device):
        for at in range(version.done):
            if at in broken:
                continue
            sentence = _sentence(all_, version.records[at]["finding"])
            if sentence:
                return Tested(all_.agreed + at + 1, False, f"{sentence} ({_with(all_, original.first + at)})")
    for trial in range(original.first, last):
        at = trial - original.first
        if at in broken:
            continue
        if at >= min(written.done, stamped.done, device.done):
            if written.timed_out or stamped.timed_out or device.timed_out:
                all_.late = True
                return None
            raise Untestable(
                f"the function ends with some inputs ({_with(all_, trial)}), and not when its loop is watched"
            )
        addresses = _words_that_differ(all_, original, stamped, trial)
        again, _ = _difference(all_, written, stamped, trial, addresses)
        if again:
            raise Untestable(f"run twice on the same input it does not leave the same: {again}")
        difference, error = _difference(all_, original, device, trial, addresses)
        if difference:
            return Tested(all_.agreed + 1, False, f"{difference} {_ELSE} ({_with(all_, trial)})")
        all_.agreed += 1
        all_.error = max(all_.error, error)
    return None


def _otherwise(all_: _Trials, original: Ran, written: Ran, stamped: Ran, broken: set[int]) -> Tested | None:
    """What the loop as it is and the loop ``written`` otherwise leave differently, bit by bit, on the inputs on which that is asked."""
    for at in range(original.done):
        trial = original.first + at
        if at in broken:
            continue
        if at >= written.done:
            return Tested(at + 1, False, f"{_OTHERWISE}, the program ends ({_with(all_, trial)})", changed=True)
        addresses = _words_that_differ(all_, original, written, trial)
        difference, _ = _difference(all_, original, written, trial, addresses, is_exact=True)
        if difference:
            if at < stamped.done and _difference(all_, written, stamped, trial, addresses)[0]:
                return None  # it never leaves the same twice
            return Tested(
                all_.agreed + at + 1, False, f"{difference} {_OTHERWISE} ({_with(all_, trial)})", changed=True
            )
    return None


def _run(all_: _Trials, version: str, first: int, last: int) -> Ran:
    layout, library = all_.layout, library_of(all_.folder, version)
    secret = secrets.token_bytes(16)
    with SharedMemory(layout.total, all_.folder) as state, SharedMemory(_MOST_PRINTED, all_.folder) as printed:
        state.write(0, layout.head(secret, all_.names.entry, first, last))
        for trial in range(first, last):
            state.write(layout.blocks_at + (trial - first) * layout.block_bytes, all_.inputs[trial][0])
        ended = run_confined(
            [str(all_.folder / HARNESS), str(library)],
            Confinement(read_only=(library,), writable=_MOST_PRINTED),
            timeout=_RUN_SECONDS,
            shared=(state.descriptor, printed.descriptor),
            token=all_.token,
        )
        if ended.ending == "not started":
            raise Untestable("the program that was built cannot be started here")
        header = state.records(0, known.HEADER, 1)[0]
        records = state.records(layout.records_at, known.RECORD, last - first)
        done = _complete(records, secret, first)
        blocks = tuple(state.read(layout.blocks_at + i * layout.block_bytes, layout.block_bytes) for i in range(done))
        text = printed.read(0, printed.size)
    loaded = int(header["state"]) not in (0, known.LOADING)
    return Ran(first, done, ended.ending == "timed out", loaded, blocks, records, text)


def _complete(records: NDArray[Any], secret: bytes, first: int) -> int:
    """How many trials from the first on came to their end."""
    for at, record in enumerate(records):
        number = int.from_bytes(secret[:8], "little") ^ (first + at + 1)
        if bytes(record["stamp"]) != number.to_bytes(8, "little") + secret[8:]:
            return at
    return len(records)


def _words_that_differ(all_: _Trials, one: Ran, again: Ran, trial: int) -> dict[int, NDArray[np.bool_]]:
    """Slot → words of structs that two runs of the same code leave differently: addresses, which no other process has."""
    found = {}
    first, second = one.blocks[trial - one.first], again.blocks[trial - again.first]
    for number, slot in enumerate(all_.layout.slots if first != second else ()):
        if slot.element.number == "bytes" and slot.size % 8 == 0:
            own = slice(slot.at, slot.at + slot.size)
            left, right = np.frombuffer(first[own], np.uint64), np.frombuffer(second[own], np.uint64)
            addresses = (left != right) & _look_like_addresses(left) & _look_like_addresses(right)
            if addresses.any():
                found[number] = addresses
    return found


def _look_like_addresses(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether they may lead to a program, its heap, its libraries or its stack: where Linux puts these on x86-64 and aarch64."""
    found = np.zeros(words.shape, bool)
    for low, high in _ADDRESSES:
        found |= (words >= np.uint64(low)) & (words < np.uint64(high))
    return found


def _difference(
    all_: _Trials,
    expected: Ran,
    found: Ran,
    trial: int,
    addresses: dict[int, NDArray[np.bool_]],
    is_exact: bool = False,
) -> tuple[str, float]:
    """What one run left otherwise than another, as a sentence begins, and the largest relative error where it is nothing. Where it
    ``is_exact``, floating-point numbers are the same too."""
    largest = 0.0
    first, second = expected.blocks[trial - expected.first], found.blocks[trial - found.first]
    if first != second:
        for number, slot in enumerate(all_.layout.slots):
            own = slice(slot.at, slot.at + slot.size)
            words = addresses.get(number)
            one, other = _without(first[own], words), _without(second[own], words)
            if slot.given and slot.element.floating:
                one, other = _changed(all_.inputs[trial][0][own], one, other, slot.element.size)
            compared = compare(one, other, slot.element, _tolerance_of(slot, is_exact))
            if compared.difference is None and _only_rounding(
                one, other, slot, [run.blocks for run in (expected, found)]
            ):
                name = slot.element_name(0)
                raise Untestable(f"{name} is so small on all inputs that rounding may hide what is wrong with it")
            largest = max(largest, compared.error)
            different = compared.difference
            if different is not None:
                name = slot.element_name(different.index)
                opaque = slot.element.number == "bytes" or slot.role in ("address", "pointer")
                return f"{name} differs" if opaque else f"{name} is {different.expected}, and {different.found}", 0.0
    one, other = expected.output(trial), found.output(trial)
    if max(len(one), len(other)) >= _MOST_PRINTED:
        raise Untestable("it prints more than can be compared")
    if one != other:
        return "what it prints differs", 0.0
    written = [run.records[trial - run.first]["files"] for run in (expected, found)]
    return ("" if written[0] == written[1] else "a file that it writes differs"), largest


def _without(state: bytes, words: NDArray[np.bool_] | None) -> bytes:
    if words is None:
        return state
    return np.where(words, np.uint64(0), np.frombuffer(state, np.uint64)).tobytes()


def _changed(given: bytes, one: bytes, other: bytes, size: int) -> tuple[bytes, bytes]:
    """Two states of an array with nought where both left what they were given: how large the rest is tells nothing of results."""
    before, first, second = (np.frombuffer(data, np.uint8).reshape(-1, size) for data in (given, one, other))
    kept = ((first == before) & (second == before)).all(axis=1, keepdims=True)
    return np.where(kept, np.uint8(0), first).tobytes(), np.where(kept, np.uint8(0), second).tobytes()


def _tolerance_of(slot: Slot, is_exact: bool = False) -> Any:
    """Of the value, or of 1 where it is smaller, but never more than the array's largest value would have: all of an array may
    be tiny. A single value may be what is left of a sum that cancels, so that rounding of numbers near 1 is allowed for."""
    relative, rounding = (0.0, 0.0) if is_exact else (_relative_of(slot), _rounding_of(slot))
    return lambda magnitude, largest: relative * np.maximum(magnitude, min(1.0, largest)) + rounding


def _only_rounding(one: bytes, other: bytes, slot: Slot, runs: Sequence[Sequence[bytes]]) -> bool:
    """Whether two values of a variable pass for equal by what is allowed to rounding alone, and no trial shows larger ones: it is
    the size of the values then, and not a sum that cancels."""
    if slot.count > 1 or not slot.element.floating or one == other:
        return False
    if compare(one, other, slot.element, lambda magnitude, largest: _relative_of(slot) * magnitude).difference is None:
        return False
    left = b"".join(block[slot.at : slot.at + slot.size] for blocks in runs for block in blocks)
    values = np.abs(slot.element.values(left).astype(np.longdouble))
    values = values[np.isfinite(values)]
    return not values.size or float(values.max()) < _SMALL * _rounding_of(slot)


def _relative_of(slot: Slot) -> float:
    return {2: 1e-2, 4: 1e-4}.get(slot.element.size, 1e-9)


def _rounding_of(slot: Slot) -> float:
    return {2: 1e-2, 4: 1e-5}.get(slot.element.size, 1e-13) if slot.count == 1 else 0.0


def _sentence(all_: _Trials, finding: np.void) -> str:
    """What the harness saw in the loop, empty for nothing."""
    kind, site, wording = int(finding["kind"]), int(finding["site"]), all_.wording
    if kind == known.CONFLICT:
        number = int(finding["slot"])
        name = wording.sites[site] if 0 <= site < len(wording.sites) else "a variable"
        if 0 <= number < len(all_.layout.slots):
            slot = all_.layout.slots[number]
            name = slot.element_name(int(finding["element"]) // slot.element.size)
        one, other = (
            f"{wording.variable}={int(finding[which])} {_DOES.get(int(finding[f'{which}_does']), 'uses')} {name}"
            for which in ("first", "second")
        )
        return f"{one}, {other}"
    if kind not in (known.OUTSIDE, known.UNSET, known.UNWRITTEN):
        return ""
    number = int(finding["section"])
    array = wording.sections[number] if 0 <= number < len(wording.sections) else "an array"
    place = f"{array}[{int(finding['element'])}]"
    if kind == known.OUTSIDE and array in wording.free:
        raise Untestable(f"how long {array} is cannot be told from the loop by itself")
    if kind == known.OUTSIDE:
        return f"{place} is {'written' if int(finding['does']) & 2 else 'read'}, outside the section of {array}"
    if kind == known.UNSET:
        return f"{place} is read, but its clause brings no values"
    return f"{place} is copied out, but was never written"


def _with(all_: _Trials, trial: int) -> str:
    return f"with {all_.inputs[trial][1]}"
