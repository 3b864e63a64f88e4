"""The plan of a program for people: what lives where, what moves when, what runs where, what is assumed."""

from __future__ import annotations

from dataclasses import dataclass

from loopwright.suggest.programs.beside_serial import Expected, alone, contended, paces_of
from loopwright.suggest.programs.whole import Whole
from loopwright.suggest.worth import Profile


@dataclass(frozen=True)
class Section:
    """A heading and its lines."""

    title: str
    rows: tuple[str, ...]


def sections_of(whole: Whole, device: Profile, measured: Expected | None = None) -> list[Section]:
    """The plan in sections; those with nothing to say are left out. ``measured``: what a run with arguments leads to expect."""
    memory, beside = _memory(whole), _beside_serial(whole, device, measured)
    found = [memory, _steps(whole), beside, _moved(whole), *_loops(whole), _assumed(whole), *_uncompiled(whole)]
    return [section for section in found if section.rows or section is memory]


def _memory(whole: Whole) -> Section:
    plan = whole.plan
    if plan.reason:
        return Section(f"No data are placed: {plan.reason}", ())
    rows = []
    for placed in plan.objects:
        word = "from its allocation to its release" if placed.resident else f"moved by each loop: {placed.reason}"
        rows.append(f"{placed.file.name}:{placed.line}: {placed.name}: {word}")
    return Section("Memory on the device", tuple(dict.fromkeys(rows)))


def _steps(whole: Whole) -> Section:
    rows = []
    for step in whole.plan.steps:
        where = f"each iteration of {step.file.name}:{step.line}" if step.line else "outside of loops"
        inner = f" ({step.inner} of them in loops within)" if step.inner else ""
        kernels = f"{step.launches} launch{'es' if step.launches != 1 else ''}{inner}"
        more = ", more now and then" if step.seldom else ""
        rows.append(
            f"{where}: {step.bytes_before} if each loop moves its data, {step.bytes_after} as planned{more}; {kernels}"
        )
    return Section("Bytes moved and kernels launched", tuple(rows))


def _beside_serial(whole: Whole, device: Profile, measured: Expected | None) -> Section:
    rows = [measured.sentence] if measured is not None else []
    for pace in paces_of(whole, device):
        rows.append(f"each iteration of {pace.step.file.name}:{pace.step.line}: {pace.sentence}")
    if not whole.plan.steps:
        rows += [f"{path.name}:{line}: {sentence}" for path, line, sentence in alone(whole, device)]
    rows += [f"{path.name}:{line}: {sentence}" for path, line, sentence in contended(whole, device)]
    if rows:
        rows.append(
            f"all: {device.start_s:g} s pass until the device has started; what takes less on one core is slower"
        )
    return Section(f"Beside one core, estimated for {device.title}", tuple(rows))


def _moved(whole: Whole) -> Section:
    rows = []
    for path, transfer in whole.plan.transfers:
        loops = f"in {transfer.depth} loop{'s' if transfer.depth > 1 else ''}"
        often = loops if transfer.depth else "once in its function"
        often += ", now and then" if transfer.seldom else ""
        rows.append(f"{path.name}:{transfer.line}: {transfer.text.removeprefix('#pragma acc ')} ({often})")
    return Section("Moved where the host works on it", tuple(rows))


def _loops(whole: Whole) -> list[Section]:
    found: dict[bool, list[str]] = {True: [], False: []}
    for path, annotation in whole.files:
        for choice in annotation.choices:
            line = annotation.line_of(choice.loop.span.start)
            word = choice.candidate.evidence if choice.candidate else choice.reason
            found[choice.candidate is not None].append(f"{path.name}:{line}: {word}")
    return [Section("On the device", tuple(found[True])), Section("Left on the host", tuple(found[False]))]


def _assumed(whole: Whole) -> Section:
    rows = []
    for path, annotation in whole.files:
        for choice in annotation.choices:
            line = annotation.line_of(choice.loop.span.start)
            assumptions = choice.candidate.verdict.assumptions if choice.candidate else ()
            rows += [f"{path.name}:{line}: {assumption}" for assumption in assumptions]
    rows += [f"{path.name}:{line}: {assumption}" for path, line, assumption in whole.plan.assumed]
    return Section("Assumed", tuple(rows))


def _uncompiled(whole: Whole) -> list[Section]:
    return [Section("Not written, as it does not compile", whole.left), Section("Not compiled", whole.notes)]
