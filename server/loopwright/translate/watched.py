"""A built judge of kernels: it runs each on inputs that fit, the translation runs on the same in a process of its own, and what
they leave is compared here.

Both leave their states in sealed memory (shared.h). A trial counts only if kernel and translation came to their end, which a
record with the secret of that run says, and if every buffer and every variable of the device is the same.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopwright.cancellation import CancelToken
from loopwright.evidence.compare import Comparison, Element, compare, same_in_any_order
from loopwright.evidence.memory import SharedMemory
from loopwright.toolchain.binutils import ask
from loopwright.toolchain.confine import Confinement, NotConfined, run_confined
from loopwright.toolchain.process import Completed
from loopwright.translate import records
from loopwright.translate.oracle import TRIALS
from loopwright.translate.records import Digests, Item, Plan

RUNNER = "runner"
_RUN_SECONDS = 60.0
_SIZES = 8  # of large inputs, each a quarter of the one before
_STATES = 512 << 20  # bytes of states of one process; what is not written takes no memory
_PRINTED = 1 << 16
_CONFINEMENT = Confinement(writable=_PRINTED, memory=6 << 30, cpu_seconds=int(_RUN_SECONDS))
# A GPU's driver starts threads, writes to much memory and keeps what it has compiled in files.
_DRIVER = Confinement(writable=64 << 20, memory=32 << 30, cpu_seconds=int(_RUN_SECONDS), threads=64, driver=True)
_SIGXCPU, _SIGPROF = 24, 27  # worked too long
_LEAST_IN_VAIN = 4  # trials in a row without inputs that fit, after which no more are tried


@dataclass(frozen=True)
class Remark:
    """Something that the oracle saw in the kernel itself. ``line`` and ``other_line`` are 1-based lines of the file that
    was read, 0 where unknown."""

    kind: str
    text: str
    line: int
    other_line: int = 0


@dataclass(frozen=True)
class Verified:
    """What a verification showed. ``inputs`` inputs agreed; ``agreed`` is false if one did not, then ``reason`` tells it.
    Times are medians over the inputs, in milliseconds; ``taken`` is how often a direct function took the launch."""

    inputs: int
    agreed: bool
    reason: str = ""
    max_relative_error: float | None = None
    reference_ms: float | None = None
    translation_ms: float | None = None
    remarks: tuple[Remark, ...] = ()
    compiled: bool = True
    taken: int = 0
    racy: bool = False
    differs: bool = False  # the translation left other values


@dataclass(frozen=True)
class JudgedKernel:
    """What is known of a kernel of a program: the ``names`` of its parameters and of the device's variables; ``direct``: plain
    loops are tried before its translation; ``any_order``: what it stores may come in any order; ``doubles``: nothing is worked
    out as float."""

    names: tuple[str, ...]
    direct: bool
    any_order: bool
    doubles: bool
    fenced: bool = False
    place: Callable[[int], str] = "line {}".format  # how a line of the text that was read is said


@dataclass(frozen=True)
class Fit:
    """Inputs that a kernel took: the record of its run, the states before and after."""

    number: int
    record: Any
    items: tuple[Item, ...]
    before: bytes
    after: bytes
    other: bytes | None = None  # what another order of the kernel's threads leaves, where it is not the same

    @property
    def where(self) -> str:
        """The launch, for a reader."""
        shape = [int(n) for n in self.record["shape"]]
        said = [
            f"{item.name}={int.from_bytes(item.of(self.before)[:8], 'little', signed=True)}"
            for item in self.items
            if item.flags & records.INTEGRAL and not item.flags & records.POINTER
        ]
        launch = f"grid ({', '.join(map(str, shape[:3]))}), block ({', '.join(map(str, shape[3:]))})"
        return f"{launch}{', ' if said else ''}{', '.join(said)[:80]}"


@dataclass(frozen=True)
class _Judged:
    """One run of the judge: what its ``ended`` trials say."""

    done: Completed
    loaded: bool
    header: Any
    ended: tuple[int, ...]
    fits: tuple[Fit, ...]


@dataclass(frozen=True)
class _Agreed:
    """A trial on which both left the same."""

    original_ms: float
    translated_ms: float
    error: float
    taken: int


class Program:
    """What was built in ``folder`` for ``kernels``; ``space`` is the name of all that is ours in it. ``driver``: the judge runs
    the kernels on a GPU; ``files``: libraries that a translation loads."""

    def __init__(
        self,
        folder: Path,
        kernels: Sequence[JudgedKernel],
        space: str,
        timed: bool,
        raced: bool,
        token: CancelToken | None,
        driver: bool = False,
        watched: bool = False,
        files: Sequence[Path] = (),
    ) -> None:
        self.watched, self.files = watched, files
        self.folder, self.kernels, self.space, self.driver = folder, kernels, space, driver
        self.timed, self.raced, self.token = timed, raced, token
        self._lines: dict[int, int] = {}  # by address; many findings are about few places

    def run(self, number: int) -> Verified:
        """Judge one kernel."""
        try:
            return self._race(number) if self.raced else self._judge(number)
        except NotConfined as reason:
            return Verified(0, False, f"no inputs were tried: {str(reason).rstrip('.')}")

    def digests(self, number: int, plan: Sequence[Plan] = ()) -> Digests:
        """What the kernel left, on inputs of our making or on those of ``plan``. Raises :class:`NotConfined`."""
        found: Digests = {}
        first = 0
        while first < TRIALS:
            judged = self._run_judge(number, first, records.DIGESTS, plan)
            for fit in judged.fits:
                found[str(fit.number)] = records.digests_of(judged.header, fit.number, fit.items)
            if not judged.ended:
                break
            first = judged.ended[-1] + 1
        return found

    def _race(self, number: int) -> Verified:
        """Time one kernel's two translations on the largest inputs that fit. Nothing watches them: each size is tried in a
        process of its own."""
        flags = records.LARGE_SIZES | records.INPUTS_ONLY | records.RACE
        for attempt in range(_SIZES):
            judged = self._run_judge(number, 0, flags, [(attempt, 0, 1)])
            if not judged.fits:
                continue
            agreed, difference = self._translated(number, judged.fits[:1])
            if agreed and not difference:
                return self._result(number, agreed, "", ())
        return Verified(0, False, "no large inputs fit")

    def _judge(self, number: int) -> Verified:
        kernel = self.kernels[number]
        first, unfit = 0, ""
        remarks: list[Remark] = []
        doubts: list[Remark] = []  # seen on inputs that may just not fit the kernel
        agreed: list[_Agreed] = []
        deadline = time.monotonic() + _RUN_SECONDS
        trials = TRIALS + (2 if kernel.direct else 0)
        while first < trials and time.monotonic() < deadline:
            judged = self._run_judge(number, first, records.LARGE_SIZES if self.timed else 0)
            if not judged.loaded:
                return Verified(0, False, "the kernel cannot be linked, or its file ends before it is asked")
            for trial in judged.ended:
                row = judged.header["trial"][trial]
                if int(row["outcome"]) == records.NO_VALUE:
                    at = int(row["block"])
                    name = kernel.names[at] if 0 <= at < len(kernel.names) else "a parameter"
                    return Verified(0, False, f"no value can be made for {name}", remarks=_distinct(remarks))
                fits = int(row["outcome"]) == records.FITS
                (remarks if fits else doubts).extend(self._found(row))
                if not fits:
                    unfit = records.text_of(row["unfit"]["text"])
                    if "writes nothing" not in unfit:
                        remarks.append(Remark("inputs", unfit, self._line_of(row["unfit"])))
            if racy := self._depends_on_order(number, judged.fits):
                kept = _distinct(remarks)
                return Verified(len(agreed), False, f"{_met_where(kept, kernel)}{racy}", remarks=kept, racy=True)
            more, difference = self._translated(number, judged.fits)
            differs, difference = bool(difference), difference or self._met(number, judged.fits)
            agreed += more
            if difference:
                kept = _distinct(remarks)
                met = _race(kept, kernel)
                differs = differs and not met
                return Verified(
                    len(agreed), False, met or difference, remarks=kept, racy=_is_racy(kept), differs=differs
                )
            if judged.done.ending == "timed out" and not agreed:
                return Verified(0, False, "one run takes too long", remarks=_distinct(remarks))
            if judged.done.ending == "exited" and judged.done.code == 0:
                in_vain = not judged.fits and len(judged.ended) >= _LEAST_IN_VAIN
                if not judged.ended or in_vain:
                    break
                first = judged.ended[-1] + 1
            else:
                first += len(judged.ended) + 1
        return self._result(number, agreed, unfit, _distinct(remarks if agreed else [*remarks, *doubts]))

    def _found(self, row: Any) -> list[Remark]:
        """What the oracle saw in one trial."""
        found = []
        for finding in row["finding"][: max(0, min(int(row["findings"]), len(row["finding"])))]:
            kind, line = records.text_of(finding["kind"]), self._line_of(finding)
            other = self._line(int(finding["other"]))
            if kind == "barrier" and line and line == other:
                continue  # one barrier, whose call the compiler has written twice
            found.append(Remark(kind, records.text_of(finding["text"]), line, other))
        return found

    def _result(self, number: int, agreed: Sequence[_Agreed], unfit: str, remarks: tuple[Remark, ...]) -> Verified:
        if not agreed:
            reason = f"no inputs could be made for it: {unfit or 'it does not come to its end'}"
            return Verified(0, False, reason, remarks=remarks)
        original = sorted(one.original_ms for one in agreed)
        translated = sorted(one.translated_ms for one in agreed)
        middle = len(agreed) // 2
        reason = _race(remarks, self.kernels[number])
        kept = tuple(r for r in remarks if r.kind != "inputs")
        taken = sum(one.taken for one in agreed)
        error = max(one.error for one in agreed)
        times = original[middle], translated[middle]
        return Verified(len(agreed), not reason, reason, error, *times, kept, taken=taken, racy=_is_racy(remarks))

    def _run_judge(self, number: int, first: int, flags: int, plan: Sequence[Plan] = ()) -> _Judged:
        kernel, secret = self.kernels[number], secrets.token_bytes(16)
        library = self.folder / "judge.so"
        flags |= records.MORE_LAUNCHES if kernel.direct and not flags & records.DIGESTS else 0
        size = records.STATES_AT + _STATES
        with SharedMemory(size, self.folder) as memory:
            row = records.new_header(secret, number, first, TRIALS, flags, f"{self.space}_judge", memory.size)
            if plan:
                row["plan"] = records.NO_PLAN
                row["plan"][: len(plan)] = list(plan)
            memory.write(0, row.tobytes())
            done = self._confined(["judge", str(library)], (library,), memory, 1)
            header = records.read_header(memory)
            # Trials without a plan are not run: they have no record.
            ended = [t for t in range(first, records.TRIALS) if records.stamped(header["trial"][t], secret, t)]
            fits = []
            for trial in ended:
                fit = _fit(memory, header, list(kernel.names), trial)
                if fit is not None:
                    fits.append(fit)
        return _Judged(done, done.code != 3 and int(header["state"]) != 0, header, tuple(ended), tuple(fits))

    def _depends_on_order(self, number: int, fits: Sequence[Fit]) -> str:
        """How the kernel itself leaves something else when its threads take turns otherwise, empty for not at all."""
        for fit in fits:
            if fit.other is None:
                continue
            difference, _ = _compared(self.kernels[number], fit.items, fit.after, fit.other)
            if difference:
                return f"the result depends on the order of threads: {difference} in another one, with {fit.where}"
        return ""

    def _met(self, number: int, fits: Sequence[Fit]) -> str:
        """Whether threads of the translation meet in memory where those of the kernel do not; how, empty for nothing."""
        quiet = [fit for fit in fits if not int(fit.record["findings"])]
        if not self.watched or not quiet or self.kernels[number].fenced:
            return ""
        found, difference = self._translated(number, quiet, "watched.so")
        if difference:
            return f"run in parallel, {difference}"
        meeting = next((fit for fit, one in zip(quiet, found, strict=False) if one.taken), None)
        return f"threads of the translation write the same memory with {meeting.where}" if meeting is not None else ""

    def _translated(
        self, number: int, fits: Sequence[Fit], library: str = "translation.so"
    ) -> tuple[list[_Agreed], str]:
        """The trials on which the translation leaves the same, and how it differs on another, empty for nothing."""
        agreed: list[_Agreed] = []
        if not fits:
            return agreed, ""
        kernel, secret = self.kernels[number], secrets.token_bytes(16)
        libraries = [self.folder / library, *([self.folder / "rival.so"] if self.raced else ())]
        last = fits[-1].number + 1
        size = records.STATES_AT + sum(len(fit.before) * (2 if self.raced else 1) for fit in fits)
        with SharedMemory(size, self.folder) as memory:
            row = records.new_header(secret, number, 0, last, 0, "", memory.size)
            self._describe(row, fits, len(kernel.names))
            at = records.STATES_AT
            for fit in fits:
                trial = row["trial"][fit.number]
                trial["outcome"], trial["large"], trial["shape"] = (
                    records.FITS,
                    fit.record["large"],
                    fit.record["shape"],
                )
                trial["shared_bytes"] = fit.record["shared_bytes"]
                trial["state_at"], trial["state_bytes"] = at, len(fit.before)
                memory.write(at, fit.before)
                at += len(fit.before) * (2 if self.raced else 1)
            memory.write(0, row.tobytes())
            done = self._confined(["translation", *map(str, libraries)], [*libraries, *self.files], memory, 8)
            header = records.read_header(memory)
            at = records.STATES_AT
            for fit in fits:
                own = header["trial"][fit.number]
                if not records.stamped(own, secret, fit.number):
                    if int(header["state"]) == records.BEGUN:
                        return (
                            agreed,
                            "the translation cannot be loaded: a library that it calls is not found, or fails",
                        )
                    late = done.ending == "timed out" or done.code in (-_SIGXCPU, -_SIGPROF)
                    end = "does not come to its end" if late else "crashes"
                    return agreed, f"the translation {end} with {fit.where}"
                found, expected = memory.read(at, len(fit.before)), fit.after
                at += len(fit.before)
                if self.raced:
                    expected = memory.read(at, len(fit.before))
                    at += len(fit.before)
                difference, error = _compared(kernel, fit.items, expected, found)
                if difference:
                    return agreed, f"{difference} with {fit.where}"
                reference = own["original_ms"] if self.raced else fit.record["original_ms"]
                agreed.append(_Agreed(float(reference), float(own["translated_ms"]), error, int(own["taken"])))
        return agreed, ""

    def _describe(self, row: Any, fits: Sequence[Fit], count: int) -> None:
        """What the items are, with small and with large buffers, as the fits have them."""
        row["items"] = count
        for fit in fits:
            large = 1 if fit.record["large"] else 0
            for to, item in zip(row["item"], fit.items, strict=False):
                to["name"], to["element"] = item.name.encode()[:63], item.element
                to["kind"], to["flags"] = item.kind, item.flags
                to["bytes"][large] = item.size

    def _confined(self, arguments: list[str], files: Sequence[Path], memory: SharedMemory, threads: int) -> Completed:
        confinement = replace(
            _DRIVER if self.driver else replace(_CONFINEMENT, threads=threads), read_only=tuple(files)
        )
        with SharedMemory(_PRINTED, self.folder) as printed:
            return run_confined(
                [str(self.folder / RUNNER), *arguments],
                confinement,
                environment={"OMP_NUM_THREADS": "2"},
                timeout=_RUN_SECONDS,
                shared=(memory.descriptor, printed.descriptor),
                token=self.token,
            )

    def _line_of(self, finding: Any) -> int:
        return int(finding["line"]) or self._line(int(finding["place"]))

    def _line(self, address: int) -> int:
        """The line of the file for an address in the judge, 0 where there is none."""
        if not 1 < address < 1 << 40:
            return 0
        if address not in self._lines:
            self._lines[address] = self._looked_up(address)
        return self._lines[address]

    def _looked_up(self, address: int) -> int:
        judge = self.folder / "judge.so"
        told = ask("addr2line", ["-e", str(judge), "-i", hex(address - 1)], judge, token=self.token)
        for line in told.splitlines():
            match = re.search(r"kernel\.cu:(\d+)", line)
            if match:
                return int(match[1])
        return 0


def _fit(memory: SharedMemory, header: Any, names: list[str], number: int) -> Fit | None:
    """The states of a trial, if they are what such a record may speak of."""
    row = header["trial"][number]
    if int(row["outcome"]) != records.FITS:
        return None
    items = records.items_of(header, names, int(row["large"]))
    at, size = int(row["state_at"]), int(row["state_bytes"])
    if size != sum((item.size + 63) // 64 * 64 for item in items) or at < records.STATES_AT:
        return None
    if at + 2 * size > memory.size:
        return None
    other_at = int(row["other_at"])
    other = memory.read(other_at, size) if other_at == at + 2 * size and other_at + size <= memory.size else None
    return Fit(number, row.copy(), items, memory.read(at, size), memory.read(at + size, size), other)


def _compared(kernel: JudgedKernel, items: Sequence[Item], expected: bytes, found: bytes) -> tuple[str, float]:
    """How a state differs from another, empty for nothing, and the largest relative error."""
    worst = 0.0
    for item in items:
        seen = bool(item.flags & (records.POINTER | records.GLOBAL))
        one, other = item.of(expected), item.of(found)
        if not seen or one == other:
            continue
        compared = _compare(item, one, other, kernel.doubles)
        difference = compared.difference
        if difference is not None:
            pointer = item.flags & records.POINTER
            if pointer and kernel.any_order and same_in_any_order(one, other, item.element):
                continue
            place = f"{item.name}[{difference.index}]"
            opaque = difference.expected.startswith("0x")
            told = (
                f"{place} differs" if opaque else f"{place} is {difference.found} and should be {difference.expected}"
            )
            return told, worst
        worst = max(worst, compared.error)
    return "", worst


def _compare(item: Item, expected: bytes, found: bytes, doubles: bool) -> Comparison:
    if item.kind in (4, 8):
        coarse = item.kind == 4 or not doubles
        relative, absolute = (1e-4, 2e-6) if coarse else (1e-10, 1e-13)

        def close(magnitude: NDArray[np.float64], largest: float) -> NDArray[np.float64]:
            return relative * magnitude + largest * absolute + 1e-30

        return compare(expected, found, Element("real", item.kind), close, 1e-3, bool(item.flags & records.UNTYPED))
    if item.kind in (2, 3):
        element = Element("half" if item.kind == 2 else "bfloat", 2)
        return Comparison(compare(expected, found, element, lambda magnitude, _: 0.01 * magnitude + 1e-3).difference)
    if item.kind == 0 and len(expected) % 8 == 0:  # addresses, which no other process has: only whether there is one
        expected, found = ((np.frombuffer(data, np.uint64) != 0).tobytes() for data in (expected, found))
        return compare(expected, found, Element("bytes", 1), lambda magnitude, _: magnitude)
    number = Element("integer" if item.element in (1, 2, 4, 8) else "bytes", item.element)
    return compare(expected, found, number, lambda magnitude, _: magnitude)


def _race(remarks: tuple[Remark, ...], kernel: JudgedKernel) -> str:
    """What is wrong with how the kernel's threads meet, empty for nothing."""
    race = next((r for r in remarks if r.kind in ("race", "update", "barrier", "warp")), None)
    return "" if race is None else race.text + (f" ({kernel.place(race.line)})" if race.line else "")


def _is_racy(remarks: tuple[Remark, ...]) -> bool:
    """Whether what is wrong is a race, and not a barrier or warp operation that not all threads reach."""
    first = next((r.kind for r in remarks if r.kind in ("race", "update", "barrier", "warp")), "")
    return first in ("race", "update")


def _met_where(remarks: tuple[Remark, ...], kernel: JudgedKernel) -> str:
    first = next((r for r in remarks if r.kind in ("race", "update", "order")), None)
    return "" if first is None else first.text + (f" ({kernel.place(first.line)}); " if first.line else "; ")


def _distinct(remarks: list[Remark]) -> tuple[Remark, ...]:
    """Each once; what a race reads too early is no finding of its own."""
    race = any(remark.kind in ("race", "update") for remark in remarks)
    return tuple(dict.fromkeys(r for r in remarks if not (race and r.kind == "unset")))
