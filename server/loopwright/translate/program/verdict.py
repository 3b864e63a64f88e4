"""A program → whether its translation prints and writes the same, and if not, which step is to blame.

The reference carries out every allocation, copy and launch as it stands, on a device with memory of its own. What must not depend
on luck is tried: the reference is run again with its threads in another order, with what it does not wait for as late as it may come,
and with memory that holds something. What does not depend on the kernels at all shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from loopwright.cuda.file import FileTranslation, again
from loopwright.source.outline import Outline
from loopwright.toolchain.confine import NotConfined
from loopwright.toolchain.scratch import new_scratch, remove
from loopwright.translate.program.build import File, Toolchain, Unbuilt, reference, translated
from loopwright.translate.program.printed import (
    COARSE,
    FINE,
    Closeness,
    Mask,
    is_same_in_pieces,
    mask_of,
    unlike,
    unlike_files,
)
from loopwright.translate.program.run import (
    BACKWARD,
    FILLED,
    IN_STEP,
    LATE,
    NO_KERNEL,
    NODES,
    SECONDS,
    SLOWER,
    Ran,
    Way,
    run_program,
)
from loopwright.translate.program.text import may_be_late
from loopwright.translate.tried import only_doubles

Status = Literal["tested", "differs", "racy", "not run"]
STEPS = {"copies": "copies that were taken out", "threads": "threads", "lowering": "the code of kernels or host"}
_UNFUSED = "-ffp-contract=off"
_PATIENCE = 60.0  # seconds for runs without one kernel each
_LUCK = {
    BACKWARD: "the order of threads",
    NODES: "the order of nodes of a graph that do not wait for each other",
    LATE: "what the host reads or overwrites without waiting for the device",
    FILLED: "memory that nothing was written to",
}
_IN_PIECES = "its threads print parts of lines, in whichever order they come: the words that it prints are compared without their order"
_LOCKSTEP = (
    "its result depends on the order of threads, but not where those of a warp go in step, as before Volta: "
    "if it relies on that, it needs __syncwarp() where one reads what another wrote"
)


@dataclass(frozen=True)
class ProgramReport:
    """What a run of a whole program showed. ``status``: tested, differs, racy or not run, with the ``reason``; ``step``: what is
    to blame for a difference (copies, threads, lowering); ``line``: of the output, from 1, 0 where it is not a line that differs, with
    the texts ``expected`` and ``printed``; ``kernels``: those on whose work the output depends, ``launched``: those that ran."""

    status: Status
    reason: str = ""
    step: str = ""
    line: int = 0
    expected: str = ""
    printed: str = ""
    kernels: tuple[str, ...] = ()
    launched: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Expected:
    """What the reference does, and how closely it is compared."""

    ran: Ran
    again: Ran
    mask: Mask
    closeness: Closeness
    any_order: bool

    def against(self, other: Ran, *, translated: bool = True) -> ProgramReport | None:
        """How another run differs, ``None`` for not at all; what threads of one that is not ``translated`` print is in an order of its
        own."""
        if other.status is None:
            return ProgramReport("differs", f"it does not come to its end in {SECONDS:.0f} s")
        line = unlike(self.ran.printed, other.printed, self.mask, self.closeness, any_order=self.any_order)
        if line is not None and not (translated and self.ran.in_pieces and self._is_same_in_pieces(other)):
            reason = f"line {line.line} of the output is “{line.found}” and should be “{line.expected}”"
            return ProgramReport("differs", reason, "", line.line, line.expected, line.found)
        if other.status != self.ran.status:
            return ProgramReport("differs", f"it ends with {other.status} and should end with {self.ran.status}")
        told = unlike_files(self.ran.files, self.again.files, other.files, self.closeness)
        return ProgramReport("differs", told) if told else None

    def _is_same_in_pieces(self, other: Ran) -> bool:
        return is_same_in_pieces(self.ran.printed, other.printed, self.closeness)

    def told_of(self, report: ProgramReport) -> ProgramReport:
        """A report with what the reference itself showed."""
        refused = (f"a GPU's runtime refuses {self.ran.refused}",) if self.ran.refused else ()
        pieces = (_IN_PIECES,) if self.ran.in_pieces else ()
        return replace(report, launched=tuple(self.ran.launches), remarks=(*refused, *pieces, *report.remarks))


def line_of_main(translation: FileTranslation) -> int:
    """The line on which a file defines ``main``, from 1, of the text that was translated; 0 for nowhere."""
    found = Outline(translation.source).functions_by_name.get("main", ())
    return translation.source.lines.line_of(found[0].span.start) + 1 if found else 0


class ProgramJudge:
    """Judges translations of one program, run in copies of ``folder``; the reference is built and run once. A context manager: its
    own folder goes in the end."""

    def __init__(self, files: Sequence[File], arguments: Sequence[str], folder: Path, tools: Toolchain) -> None:
        self.files, self.arguments, self.folder, self.tools = files, arguments, folder, tools
        self._place = new_scratch("program")
        self._rooms = 0
        self._known: _Expected | ProgramReport | None = None
        self._in_step: _Expected | None = (
            None  # what the reference does where warps go in step, if that is all it relies on
        )
        self._copying: bool | None = None  # whether the translation in which every copy stays does the same

    def __enter__(self) -> ProgramJudge:
        return self

    def __exit__(self, *_: object) -> None:
        remove(self._place)

    def report(self, texts: Sequence[str]) -> ProgramReport:
        """What is known of a translation, a text for each file."""
        try:
            if self._known is None:
                self._known = self._prepared()
            found = self._known
            if isinstance(found, ProgramReport):
                return found if self._in_step is None else self._beside_warps_in_step(found, self._in_step, texts)
            return self._of_launched(found, texts)
        except Unbuilt as reason:
            return ProgramReport("not run", str(reason))
        except NotConfined as reason:
            return ProgramReport("not run", str(reason).rstrip("."))

    def _prepared(self) -> _Expected | ProgramReport:
        for file in self.files:
            if (lost := next((k for k in file.translation.kernels if k.text is None), None)) is not None:
                return ProgramReport("not run", f"{lost.name} has no translation")
        self._reference = reference(self.files, self._room(), self.tools)
        found = self._expected()
        if isinstance(found, ProgramReport):
            return found
        told = self._luck(found)
        return found if told is None else found.told_of(told)

    def _of_launched(self, found: _Expected, texts: Sequence[str]) -> ProgramReport:
        told = self._translation(found, texts)
        if told.status == "tested":
            if found.against(self._referred(NO_KERNEL), translated=False) is None:
                told = ProgramReport("not run", "nothing that it prints or writes depends on its kernels")
            else:
                told = replace(told, kernels=self._covered(found))
        return found.told_of(told)

    def _expected(self) -> _Expected | ProgramReport:
        """What the reference does, or why nothing can be compared with it."""
        first = self._referred(0)
        if first.status is None:
            return ProgramReport("not run", f"thread by thread it does not come to its end in {SECONDS:.0f} s")
        if not first.launches:
            said = (first.printed.strip() or first.errors.strip()).partition("\n")[0][:120]
            what = f"it ends with {first.status}{f' and says “{said}”' if said else ''}"
            return ProgramReport("not run", f"no kernel is launched: {what}; arguments of the program stand behind --")
        if first.status < 0:
            return ProgramReport("not run", f"the program itself ends with signal {-first.status}")
        if not first.printed.strip() and not first.files:
            return ProgramReport("not run", "it prints nothing and writes no file")
        second = self._referred(SLOWER)
        mask = mask_of(first.printed, second.printed)
        if mask is None or first.status != second.status:
            return ProgramReport("not run", "it does not print the same lines twice")
        fine = all(only_doubles(file.translation) for file in self.files)
        any_order = any(
            "printf" in function.calls for file in self.files for function in file.translation.code.functions
        )
        return _Expected(first, second, mask, FINE if fine else COARSE, any_order)

    def _luck(self, expected: _Expected) -> ProgramReport | None:
        """On what the program itself depends that no program may depend on."""
        late = all(may_be_late(file.translation) for file in self.files)
        modes = [mode for mode in _LUCK if late or mode != LATE]
        if expected.against(self._referred(sum(modes)), translated=False) is None:
            return None
        for mode in modes:
            told = expected.against(self._referred(mode), translated=False)
            if told is None:
                continue
            if mode == BACKWARD and (in_step := self._of_warps_in_step(expected)) is not None:
                self._in_step = in_step
                return ProgramReport("racy", _LOCKSTEP)
            reason = f"its result depends on {_LUCK[mode]}: {told.reason} in another run of the program itself"
            return replace(told, status="not run" if mode == FILLED else "racy", reason=reason)
        return ProgramReport("racy", "its result depends on the order of threads and on what is not waited for")

    def _of_warps_in_step(self, expected: _Expected) -> _Expected | None:
        """What the program does where the threads of a warp touch memory in step, ``None`` where that depends on their order, too."""
        program = reference(self.files, self._room(), self.tools, watched=True)
        ran = self._run(program, Way(IN_STEP))
        if ran.status is None:
            return None
        found = replace(expected, ran=ran, again=ran)
        return found if found.against(self._run(program, Way(IN_STEP | BACKWARD)), translated=False) is None else None

    def _beside_warps_in_step(self, report: ProgramReport, expected: _Expected, texts: Sequence[str]) -> ProgramReport:
        told = expected.against(self._run(self._built(texts, self.tools)))
        does = (
            "does as warps that go in step do"
            if told is None
            else f"does not do as warps that go in step do: {told.reason}"
        )
        return replace(report, remarks=(*report.remarks, f"the translation {does}"))

    def _translation(self, expected: _Expected, texts: Sequence[str]) -> ProgramReport:
        """The translation as the user gets it, and with threads for little work too."""
        own = self._built(texts, self.tools)
        told = expected.against(self._run(own))
        if told is None:
            told = expected.against(self._run(self._other(eager=True)))
            return replace(told, step="threads") if told is not None else ProgramReport("tested")
        try:
            unfused = self._built(texts, replace(self.tools, flags=[*self.tools.flags, _UNFUSED]))
            if expected.against(self._run(unfused)) is None:
                note = f"with fused multiply-adds, as this machine has them, {told.reason}; each rounded, both agree"
                return ProgramReport("tested", remarks=(note,))
            return replace(told, step=self._blamed(expected, own))
        except Unbuilt:
            return told

    def _blamed(self, expected: _Expected, own: Path) -> str:
        if expected.against(self._run(own, Way(threads=1))) is None:
            return "threads"
        if self._copying is None:
            self._copying = expected.against(self._run(self._other(copying=True))) is None
        return "copies" if self._copying else "lowering"

    def _covered(self, expected: _Expected) -> tuple[str, ...]:
        """The kernels without which the program does not do the same."""
        found = []
        left = _PATIENCE
        for kernel in expected.ran.launches:
            if left < 0:
                break
            ran = self._referred(0, kernel)
            left -= ran.seconds
            if expected.against(ran, translated=False) is not None:
                found.append(kernel)
        return tuple(found)

    def _other(self, *, eager: bool = False, copying: bool = False) -> Path:
        texts = [again(file.translation, eager=eager, copying=copying).text for file in self.files]
        return self._built(texts, self.tools)

    def _built(self, texts: Sequence[str], tools: Toolchain) -> Path:
        return translated(texts, [file.path for file in self.files], self._room(), tools)

    def _referred(self, mode: int, without: str = "") -> Ran:
        return self._run(self._reference, Way(mode, without))

    def _run(self, program: Path, way: Way | None = None) -> Ran:
        place = self._place / "program"  # the same for all: it is told a program, which may print it
        place.unlink(missing_ok=True)
        place.hardlink_to(program)
        return run_program(place, self.arguments, self.folder, way or Way(), self.tools.token)

    def _room(self) -> Path:
        self._rooms += 1
        room = self._place / str(self._rooms)
        room.mkdir()
        return room
