"""A program → whether its translation prints and writes the same, and if not, which step is to blame.

The reference carries out every allocation, copy and launch as it stands, on a device with memory of its own. What must not depend
on luck is tried: the reference is run again with its threads in another order, with what it does not wait for as late as it may come,
and with memory that holds something. What the program brings to the host is compared beside what it prints and writes; what does not
depend on the kernels at all shows nothing.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from loopwright.cuda.file import again
from loopwright.cuda.translation import FileTranslation
from loopwright.source.outline import Outline
from loopwright.toolchain.confine import NotConfined
from loopwright.toolchain.scratch import new_scratch, remove
from loopwright.translate.oracle import new_space
from loopwright.translate.program.brought import Copy, Steady, TooLarge, steady
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
    SHARED_SHUT,
    SLOWER,
    STREAMS,
    THREADS,
    TOLD,
    Ran,
    Way,
    run_program,
)
from loopwright.translate.program.text import reads_input, uses_graphs, uses_libraries
from loopwright.translate.program.told import told_text
from loopwright.translate.tried import only_doubles

Status = Literal["tested", "differs", "racy", "not run"]
STEPS = {"copies": "copies that were taken out", "threads": "threads", "lowering": "the code of kernels or host"}
_UNFUSED = "-ffp-contract=off"
_SMALLER = "arguments for less work stand behind --"
_MORE = f"--seconds says how long a run may take, {_SMALLER}"
_PRINT = "it is to print some of its results, or to be given arguments behind -- with which it does"
_SHOWS_NOTHING = "nothing that it prints or writes depends on its kernels"
_NOT_COMPARED = "what it brings to the host is not compared"
_NOT_TYPED = "it reads what is typed, and nothing is"
_OTHER_COPIES = f"{_NOT_COMPARED}: it does not make the same copies in every run"
_OTHER_WORDS = "not compared: {} to the host, where runs of the program itself do not bring the same"
_PATIENCE = 60.0  # seconds for runs without one kernel each
_LUCK = {
    BACKWARD: "the order of threads",
    NODES: "the order of nodes of a graph that do not wait for each other",
    LATE: "what the host reads or overwrites without waiting for the device",
    STREAMS: "what streams do that neither the host nor another stream waits for",
    FILLED: "memory that nothing was written to",
}
_IN_PIECES = "its threads print parts of lines, in whichever order they come: the words that it prints are compared without their order"
_ELSEWHERE = (
    "on a GPU, what kernels print comes when the host waits for the device: behind what the host prints before that, "
    "where the translation has it in front"
)
_LOCKSTEP = (
    "its result depends on the order of threads, but not where those of a warp go in step, as before Volta: "
    "if it relies on that, it needs __syncwarp() where one reads what another wrote"
)


@dataclass(frozen=True)
class ProgramReport:
    """What a run of a whole program showed. ``status``: tested, differs, racy or not run, with the ``reason``; ``step``: what is
    to blame for a difference (copies, threads, lowering); ``line``: of the output, from 1, 0 where it is not a line that differs, with
    the texts ``expected`` and ``printed``; ``kernels``: those on whose work what is compared depends, ``launched``: those that ran;
    ``copies``: how many times it brings memory to the host, where that was compared, else 0; ``is_silent``: nothing else that is compared
    depends on its kernels."""

    status: Status
    reason: str = ""
    step: str = ""
    line: int = 0
    expected: str = ""
    printed: str = ""
    kernels: tuple[str, ...] = ()
    launched: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    copies: int = 0
    is_silent: bool = False


@dataclass(frozen=True)
class _Expected:
    """What the reference does, and how closely it is compared."""

    ran: Ran
    again: Ran
    mask: Mask
    closeness: Closeness
    any_order: bool
    brought: Steady | None = None  # what copies bring to the host
    is_silent: bool = False  # nothing else shows what kernels do
    has_graphs: bool = False  # whose nodes may copy in another order
    shows_nothing: str = ""  # why nothing is known where all that is compared agrees
    left_out: tuple[str, ...] = ()  # what of it is not compared

    def against(self, other: Ran, *, translated: bool = True) -> ProgramReport | None:
        """How another run differs, ``None`` for not at all; what threads of one that is not ``translated`` print is in an order of its
        own."""
        if other.status is None:
            return ProgramReport("differs", f"it does not come to its end in {other.seconds:.0f} s")
        line = unlike(self.ran.printed, other.printed, self.mask, self.closeness, any_order=self.any_order)
        if line is not None and not (translated and self.ran.in_pieces and self._is_same_in_pieces(other)):
            reason = f"line {line.line} of the output is “{line.found}” and should be “{line.expected}”"
            return ProgramReport("differs", reason, "", line.line, line.expected, line.found)
        if other.status != self.ran.status:
            return ProgramReport("differs", f"it ends with {other.status} and should end with {self.ran.status}")
        told = unlike_files(self.ran.files, self.again.files, other.files, self.closeness)
        if not told and self.brought is not None and other.copies is not None:
            told = self.brought.unlike(other.copies if translated else self._in_order(other.copies), self.closeness)
        return ProgramReport("differs", told) if told else None

    def prints_elsewhere(self, late: Ran) -> bool:
        """Whether lines of its threads stand elsewhere among those of the host in a run that prints them when the host waits."""
        return (
            self.any_order
            and unlike(self.ran.printed, late.printed, self.mask, self.closeness, any_order=False) is not None
        )

    def depends_on(self, without: Ran) -> bool:
        """Whether what is compared is not the same in a run without kernels; of copies at least a word that they all make."""
        if (
            self.brought is not None
            and without.copies is not None
            and self.brought.has_other_words_than(without.copies)
        ):
            return True
        return not self.is_silent and self.shown.against(without, translated=False) is not None

    @property
    def shown(self) -> _Expected:
        """What of it can be seen from outside the program: it prints or writes it."""
        return replace(self, brought=None)

    def steady_in(self, other: Ran) -> _Expected:
        """Without the words that another run of the program itself, which prints and writes the same, does not bring."""
        if self.brought is None or other.copies is None:
            return self
        copies = self._in_order(other.copies)
        brought = self.brought.steady_in(copies, self.closeness)
        if brought is None:
            return replace(self, brought=None, left_out=(*self.left_out, _OTHER_COPIES))
        lost = [n for n, (own, same) in enumerate(zip(self.brought.same, brought.same), 1) if own is not same]
        which = f"copy {lost[0]} of {len(copies)}" if len(lost) == 1 else f"{len(lost)} of {len(copies)} copies"
        note = (_OTHER_WORDS.format(which),) if lost else ()
        return replace(self, brought=brought, left_out=(*self.left_out, *note))

    def _in_order(self, copies: Sequence[Copy]) -> Sequence[Copy]:
        return self.brought.in_order_of(copies) if self.has_graphs and self.brought is not None else copies

    def _is_same_in_pieces(self, other: Ran) -> bool:
        return is_same_in_pieces(self.ran.printed, other.printed, self.closeness)

    def told_of(self, report: ProgramReport) -> ProgramReport:
        """A report with what the reference itself showed."""
        refused = (f"a GPU's runtime refuses {self.ran.refused}",) if self.ran.refused else ()
        pieces = (_IN_PIECES,) if self.ran.in_pieces else ()
        copies = len(self.brought.copies) if self.brought is not None else 0
        remarks = (*refused, *pieces, *self.left_out, *report.remarks)
        return replace(
            report, launched=tuple(self.ran.launches), copies=copies, is_silent=self.is_silent, remarks=remarks
        )


def line_of_main(translation: FileTranslation) -> int:
    """The line on which a file defines ``main``, from 1, of the text that was translated; 0 for nowhere."""
    found = Outline(translation.source).functions_by_name.get("main", ())
    return translation.source.lines.line_of(found[0].span.start) + 1 if found else 0


def _said(ran: Ran) -> str:
    """The first line that a program that does not do its work prints."""
    said = (ran.printed.strip() or ran.errors.strip()).partition("\n")[0][:120]
    return f" and says “{said}”" if said else ""


def _signal(number: int) -> str:
    return f"signal {number} ({signal.Signals(number).name})" if number in set(signal.Signals) else f"signal {number}"


class ProgramJudge:
    """Judges translations of one program, run in copies of ``folder``; the reference is built and run once. A context manager: its
    own folder goes in the end."""

    def __init__(
        self, files: Sequence[File], arguments: Sequence[str], folder: Path, tools: Toolchain, seconds: float = SECONDS
    ) -> None:
        self.files, self.arguments, self.folder, self.tools = files, arguments, folder, tools
        self.seconds = seconds  # that one run may take
        self._place = new_scratch("program")
        self._rooms = 0
        self._built_before: dict[tuple[str, ...], Path] = {}  # programs of translations, by their texts and flags
        self._known: _Expected | ProgramReport | None = None
        self._in_step: _Expected | None = (
            None  # what the reference does where warps go in step, if that is all it relies on
        )
        self._telling = TOLD  # whether runs tell what is copied to the host
        self._untold = ""  # why what translations copy to the host is not compared
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
        except TooLarge as reason:
            return ProgramReport("not run", f"{reason}; {_SMALLER}")
        except NotConfined as reason:
            return ProgramReport("not run", str(reason).rstrip("."))

    def _prepared(self) -> _Expected | ProgramReport:
        for file in self.files:
            if (lost := next((k for k in file.translation.kernels if k.text is None), None)) is not None:
                return ProgramReport("not run", f"{lost.name} has no translation: {lost.reason}")
            if (parent := next((k for k in file.translation.kernels if k.function.launches), None)) is not None:
                return ProgramReport(
                    "not run", f"{parent.name} launches kernels, which nothing here does thread by thread"
                )
        self._reference = reference(self.files, self._room(), self.tools)
        found = self._expected()
        if isinstance(found, ProgramReport):
            return found
        found = self._with_copies(found)
        told = self._luck(found if found.is_silent else found.shown)
        if told is not None:
            return found.told_of(told)
        if found.prints_elsewhere(self._referred(LATE | self._shut)):
            found = replace(found, left_out=(*found.left_out, _ELSEWHERE))
        return found if found.is_silent else found.steady_in(self._referred(sum(_LUCK) | self._shut))

    def _of_launched(self, found: _Expected, texts: Sequence[str]) -> ProgramReport:
        self._untold = ""
        told = self._translation(found, texts)
        if self._untold:
            told = replace(told, remarks=(*told.remarks, self._untold))
            found = found.shown
        if told.status == "differs" and any(reads_input(file.translation) for file in self.files):
            # What it would read into holds anything.
            told = replace(told, status="not run", reason=f"{_NOT_TYPED}: {told.reason}")
        elif told.status == "tested" and found.shows_nothing:
            told = replace(told, status="not run", reason=found.shows_nothing)
        elif told.status == "tested":
            told = replace(told, kernels=self._covered(found))
        return found.told_of(told)

    def _with_copies(self, found: _Expected) -> _Expected:
        """What it copies to the host is compared too: alone, where it prints and writes the same without its kernels."""
        without = self._referred(NO_KERNEL)
        is_silent = not found.depends_on(without)
        brought = steady([ran.copies or () for ran in (found.ran, found.again, self._referred(FILLED))])
        graphs = any(uses_graphs(file.translation) for file in self.files)
        told = replace(found, brought=brought, has_graphs=graphs, is_silent=is_silent)
        if brought is not None and brought.copies and (not is_silent or told.depends_on(without)):
            return told
        self._telling = 0
        if not is_silent:
            return found if brought is not None else replace(found, left_out=(_OTHER_COPIES,))
        what = "it does not make the same copies to the host twice"
        if brought is not None:
            what = "what it copies to the host does not either" if brought.copies else "it copies nothing to the host"
        return replace(found, shows_nothing=f"{_SHOWS_NOTHING}, and {what}: {_PRINT}")

    def _expected(self) -> _Expected | ProgramReport:
        """What the reference does, or why nothing can be compared with it."""
        first = self._referred(0)
        if first.status is None:
            return ProgramReport(
                "not run", f"thread by thread it does not come to its end in {self.seconds:g} s; {_MORE}"
            )
        if not first.launches:
            what = f"it ends with {first.status}{_said(first)}"
            return ProgramReport(
                "not run",
                f"no kernel is launched: {what}; arguments of the program stand behind --, files are looked for in the folder of main",
            )
        if first.status < 0:
            return ProgramReport(
                "not run",
                f"the program itself ends with {_signal(-first.status)}{_said(first)}; arguments stand behind --",
            )
        second = self._referred(SLOWER)
        mask = mask_of(first.printed, second.printed)
        if mask is None or first.status != second.status:
            return ProgramReport(
                "not run", "it does not print the same lines twice: a seed that is the same in every run helps"
            )
        fine = all(only_doubles(file.translation) for file in self.files)
        any_order = any(
            "printf" in function.calls for file in self.files for function in file.translation.code.functions
        )
        return _Expected(first, second, mask, FINE if fine else COARSE, any_order)

    def _luck(self, expected: _Expected) -> ProgramReport | None:
        """On what the program itself depends that no program may depend on."""
        shut = self._shut
        if expected.against(self._referred(sum(_LUCK) | shut), translated=False) is None:
            return None
        for mode in _LUCK:
            told = expected.against(self._referred(mode | shut), translated=False)
            if told is None:
                continue
            if mode == BACKWARD and (in_step := self._of_warps_in_step(expected)) is not None:
                self._in_step = in_step
                return ProgramReport("racy", _LOCKSTEP)
            reason = f"its result depends on {_LUCK[mode]}: {told.reason} in another run of the program itself"
            return replace(told, status="not run" if mode == FILLED else "racy", reason=reason)
        return ProgramReport("racy", "its result depends on the order of threads and on what is not waited for")

    @property
    def _shut(self) -> int:
        return SHARED_SHUT if any(uses_libraries(file.translation) for file in self.files) else 0

    def _of_warps_in_step(self, expected: _Expected) -> _Expected | None:
        """What the program does where the threads of a warp touch memory in step, ``None`` where that depends on their order, too."""
        program = reference(self.files, self._room(), self.tools, watched=True)
        ran = self._run(program, Way(IN_STEP | self._telling))
        if ran.status is None:
            return None
        brought = expected.brought and steady([ran.copies or (), ran.copies or ()])
        found = replace(expected, ran=ran, again=ran, brought=brought)
        backward = self._run(program, Way(IN_STEP | BACKWARD | self._telling))
        return found if found.against(backward, translated=False) is None else None

    def _beside_warps_in_step(self, report: ProgramReport, expected: _Expected, texts: Sequence[str]) -> ProgramReport:
        told = self._unlike(expected, texts)
        does = (
            "does as warps that go in step do"
            if told is None
            else f"does not do as warps that go in step do: {told.reason}"
        )
        return replace(report, remarks=(*report.remarks, f"the translation {does}"))

    def _translation(self, expected: _Expected, texts: Sequence[str]) -> ProgramReport:
        """The translation as the user gets it, and with threads for little work too."""
        told = self._unlike(expected, texts)
        if told is None:
            told = self._unlike(expected, self._others(eager=True), as_it_is=False)
            return replace(told, step="threads") if told is not None else ProgramReport("tested")
        try:
            unfused = replace(self.tools, flags=[*self.tools.flags, _UNFUSED])
            if self._unlike(expected, texts, tools=unfused) is None:
                note = f"with fused multiply-adds, as this machine has them, {told.reason}; each rounded, both agree"
                return ProgramReport("tested", remarks=(note,))
            return replace(told, step=self._blamed(expected, texts))
        except Unbuilt:
            return told

    def _unlike(
        self,
        expected: _Expected,
        texts: Sequence[str],
        *,
        tools: Toolchain | None = None,
        threads: int = THREADS,
        as_it_is: bool = True,
    ) -> ProgramReport | None:
        """How the program of translations differs, and that which tells what it copies to the host; with ``as_it_is`` false the second
        alone, where there is one."""
        tools = tools or self.tools
        telling = expected.brought is not None and not self._untold
        if as_it_is or not telling:
            told = expected.against(self._run(self._built(texts, tools), Way(threads=threads)))
            if told is not None or not telling:
                return told
        try:
            return expected.against(self._run(self._telling_of(texts, tools), Way(TOLD, threads=threads)))
        except (Unbuilt, TooLarge) as reason:
            if expected.is_silent:
                raise
            self._untold = f"{_NOT_COMPARED}: {reason}"
        return None if as_it_is else self._unlike(expected, texts, tools=tools, threads=threads)

    def _blamed(self, expected: _Expected, texts: Sequence[str]) -> str:
        if self._unlike(expected, texts, threads=1) is None:
            return "threads"
        if self._copying is None:
            self._copying = self._unlike(expected, self._others(copying=True)) is None
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
            if expected.depends_on(ran):
                found.append(kernel)
        return tuple(found)

    def _others(self, *, eager: bool = False, copying: bool = False) -> list[str]:
        return [again(file.translation, eager=eager, copying=copying).text for file in self.files]

    def _built(self, texts: Sequence[str], tools: Toolchain) -> Path:
        made_of = (*texts, *tools.flags)
        if made_of not in self._built_before:
            self._built_before[made_of] = translated(texts, self._paths, self._room(), tools)
        return self._built_before[made_of]

    def _telling_of(self, texts: Sequence[str], tools: Toolchain) -> Path:
        """The program of translations that tells what it would copy to the host."""
        made_of = ("told", *texts, *tools.flags)
        if made_of not in self._built_before:
            space = new_space()
            pairs = zip(texts, self.files, strict=True)
            telling = [told_text(text, file.translation, space) for text, file in pairs]
            if None in telling:
                raise Unbuilt("where the translation would copy to the host is not known")
            program = translated([text or "" for text in telling], self._paths, self._room(), tools, space)
            self._built_before[made_of] = program
        return self._built_before[made_of]

    @property
    def _paths(self) -> list[Path]:
        return [file.path for file in self.files]

    def _referred(self, mode: int, without: str = "") -> Ran:
        return self._run(self._reference, Way(mode | self._telling, without))

    def _run(self, program: Path, way: Way | None = None) -> Ran:
        place = self._place / "program"  # the same for all: it is told a program, which may print it
        place.unlink(missing_ok=True)
        place.hardlink_to(program)
        return run_program(place, self.arguments, self.folder, way or Way(), self.tools.token, self.seconds)

    def _room(self) -> Path:
        self._rooms += 1
        room = self._place / str(self._rooms)
        room.mkdir()
        return room
