"""A planned program beside the serial one: from which sizes on its loops are faster, and how long it takes with given arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from loopwright.openacc.directive import parse_directive
from loopwright.placement.traffic import Step
from loopwright.source.linear import Linear
from loopwright.suggest.programs.annotate import Choice
from loopwright.suggest.programs.whole import Whole
from loopwright.suggest.worth import Estimate, Profile, estimate_of, least_size, worth_of

_LARGEST = 2**40
_MOST_NAMES = 3
_ITERATION = 1e-9  # seconds of one on the host, at least
_THREAD = 5e-9  # of one that fills a thread of the device
_ADDITION_NS = 2.0  # of one to an element that an index from memory names, on the host
_FLOATING = ("float", "double")


@dataclass(frozen=True)
class Pace:
    """A step beside one core. ``least`` is the size from which on it is faster (``None``: never), ``gain`` how many times as fast it is where
    its sizes are constant; ``names`` are the sizes that stand for it."""

    step: Step
    least: int | None
    gain: float | None
    names: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What is to be expected."""
        if self.gain is not None:
            return f"{'faster' if self.gain > 1 else 'slower'} than on one core: about {self.gain:.2g} times as fast"
        if self.least is None:
            return "slower than on one core at any size"
        if self.least <= 1:
            return "faster than on one core"
        names = ", ".join(self.names) or "its sizes"
        verb = "is" if len(self.names) == 1 else "are"
        return f"slower than on one core until {names} {verb} about {_rounded(self.least)}"


@dataclass(frozen=True)
class Launched:
    """One kernel of a run: how often, its seconds on one core, and whether it adds up."""

    times: int
    seconds: float
    sums: bool


@dataclass(frozen=True)
class Counted:
    """A run with arguments: the serial program's seconds on one core, and what the annotated one launched and moved."""

    serial: float
    kernels: tuple[Launched, ...]
    transfers: int
    bytes: int


@dataclass(frozen=True)
class Expected:
    """Seconds of a run on a device, by what takes them."""

    serial: float
    start: float
    host: float
    kernels: float
    moving: float
    launches: int
    device: str

    @property
    def seconds(self) -> float:
        """All of them."""
        return self.start + self.host + self.kernels + self.moving

    @property
    def sentence(self) -> str:
        """What is to be expected, with what takes the time."""
        word = "faster" if self.seconds < self.serial else "slower"
        return (
            f"with these arguments {word} than on one core: about {_seconds(self.seconds)} instead of {_seconds(self.serial)} on {self.device} "
            f"({_seconds(self.start)} until it has started, {_seconds(self.host)} on the host, {_seconds(self.kernels)} "
            f"in {self.launches:,} launches, {_seconds(self.moving)} for transfers)"
        )


def paces_of(whole: Whole, device: Profile) -> Iterator[Pace]:
    """The steps that are repeated, in order; those of which nothing can be said are left out."""
    choices = {
        (path, choice.loop.span.start): choice for path, annotation in whole.files for choice in annotation.choices
    }
    outlines = {path: annotation.outline for path, annotation in whole.files}
    for step in whole.plan.steps:
        found: list[tuple[Estimate, bool]] = []
        for path, number in step.loops:
            outline = outlines.get(path)
            loop = outline.loops[number] if outline is not None and number < len(outline.loops) else None
            estimate = estimate_of(outline, loop) if outline is not None and loop is not None else None
            if estimate is not None and loop is not None:
                found.append((estimate, _adds_up(choices.get((path, loop.span.start)))))
        if step.line and found:
            yield _pace(step, found, device)


def alone(whole: Whole, device: Profile) -> Iterator[tuple[Path, int, str]]:
    """(file, line, when it pays) of loops that move their data themselves."""
    for path, annotation in whole.files:
        for choice in annotation.choices:
            worth = worth_of(annotation.outline, choice.loop, device) if choice.candidate is not None else None
            if worth is not None:
                yield path, annotation.line_of(choice.loop.span.start), worth.sentence


def contended(whole: Whole, device: Profile) -> Iterator[tuple[Path, int, str]]:
    """(file, line, what it costs) of atomic updates of floating elements, where many threads may wait for the same few."""
    if not device.contended_ns:
        return
    least = round(device.contended_ns / _ADDITION_NS)
    sentence = (
        f"this atomic update takes about {device.contended_ns:,g} ns divided by how many elements are updated: "
        f"with less than about {least:,} of them slower than on one core"
    )
    for path, annotation in whole.files:
        for choice in annotation.choices:
            updates = choice.candidate.verdict.updates if choice.candidate is not None else ()
            estimate = estimate_of(annotation.outline, choice.loop) if updates else None
            for update in updates:
                if estimate is not None and estimate.element_at(update.span) in _FLOATING:
                    yield path, annotation.line_of(update.span.start), sentence


def expected(run: Counted, device: Profile) -> Expected:
    """How long a program takes on a device whose kernels ran on the host. A kernel is limited by memory, and by how many iterations there
    are, which its time on the host tells."""
    inside = sum(kernel.seconds for kernel in run.kernels)
    rate = device.memory_gb_s / device.host_memory_gb_s
    total = 0.0
    for kernel in run.kernels:
        each = kernel.seconds / max(1, kernel.times)
        filled = min(1.0, each / _THREAD / device.threads * 8)
        sums = min(device.sum_most_us / 1e6, each / _ITERATION * device.sum_ns / 1e9) if kernel.sums else 0.0
        total += kernel.times * (device.launch_us / 1e6 + sums + (each / rate / filled if filled else 0.0))
    return Expected(
        run.serial,
        device.start_s,
        max(0.0, run.serial - inside),
        total,
        run.transfers * device.transfer_us / 1e6 + run.bytes / device.transfer_gb_s / 1e9,
        sum(kernel.times for kernel in run.kernels),
        device.title,
    )


def adds_up(pragma: str) -> bool:
    """Whether a construct has a sum over all its gangs."""
    clauses = parse_directive(pragma.removeprefix("#pragma acc ")).clauses
    return any(clause.name == "reduction" and (clause.argument or "").startswith("+") for clause in clauses)


def _adds_up(choice: Choice | None) -> bool:
    found = choice.candidate.verdict.reductions if choice is not None and choice.candidate is not None else ()
    return any(reduction.operator == "+" for reduction in found)


def _pace(step: Step, loops: list[tuple[Estimate, bool]], device: Profile) -> Pace:
    moved = step.moved or Linear(0)

    def host(n: float) -> float:
        return sum(estimate.cost.host_seconds(n, device) for estimate, _ in loops)

    def sum_seconds(estimate: Estimate, sums: bool, n: float) -> float:
        each = estimate.trips(estimate.number, n) * device.sum_ns / 1e9
        return min(device.sum_most_us / 1e6, each) if sums else 0.0

    def there(n: float) -> float:
        kernels = sum(
            estimate.cost.device_seconds(n, device, True) + sum_seconds(estimate, sums, n) for estimate, sums in loops
        )
        copies = step.transfers * device.transfer_us / 1e6 + _bytes(moved, n) / device.transfer_gb_s / 1e9
        return kernels + copies

    names = tuple(dict.fromkeys(estimate.size_name for estimate, _ in loops if not estimate.is_constant))
    if not names or (host(1e3), there(1e3)) == (host(2e3), there(2e3)):
        return Pace(step, None, host(0.0) / there(0.0), ())
    return Pace(step, least_size(lambda n: there(n) < host(n), _LARGEST), None, names[:_MOST_NAMES])


def _bytes(amount: Linear, n: float) -> float:
    return amount.constant + sum(factor * n ** len(product) for product, factor in amount.terms)


def _rounded(size: int) -> str:
    return f"{round(size, -max(0, len(str(size)) - 2)):,}"


def _seconds(value: float) -> str:
    return f"{value:.2g} s" if value >= 0.01 else f"{value * 1e3:.1g} ms"
