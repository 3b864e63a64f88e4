"""A C++ file that does not compile → the file without the functions of the device that are at fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import again
from loopwright.cuda.translation import FileTranslation, Written, numbered
from loopwright.source.syntax import Source
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.process import Completed, run
from loopwright.toolchain.scratch import scratch
from loopwright.translate.kept_parts import translation_first
from loopwright.translate.verify import TRANSLATION_FLAGS, all_flags

_COMPILE_SECONDS = 120.0
_TOLD = 20  # one fault makes many messages
_ROUNDS = 6  # what is left out can show what was hidden behind it
_FILE = "translation.cpp"
_FAR = 40  # lines between one that stands once and one that is as far behind it in both texts


@dataclass(frozen=True)
class CompilerError:
    """What a compiler has against a C++ file. ``lines``: of that file, from 1, its own first, then those that led there."""

    lines: tuple[int, ...]
    message: str


@dataclass(frozen=True)
class Asker:
    """How a translation is compiled. What was ``answered`` about a text is not asked again."""

    path: Path
    compiler: str
    flags: Sequence[str] = ()
    token: CancelToken | None = None
    answered: dict[tuple[str, Path | None], list[CompilerError]] = field(default_factory=dict, compare=False)

    def errors(self, translation: FileTranslation) -> list[CompilerError]:
        """What the compiler has against the result; none for nothing."""
        return self.errors_in(translation.text)

    def errors_in(self, text: str, header: Path | None = None) -> list[CompilerError]:
        """What it has against a text of C++. ``header``: one of ours that the text begins with."""
        if (text, header) not in self.answered:
            self.answered[text, header] = self._errors_in(text, header)
        return self.answered[text, header]

    def _errors_in(self, text: str, header: Path | None) -> list[CompilerError]:
        with scratch("cpp") as folder:
            file = folder / _FILE
            file.write_text(text, "utf-8")
            first = self._compiled(text) if header is None else ("-include", str(header), f"-I{header.parent}")
            done = self._run(["-fsyntax-only", *first], file)
        if done.ending == "not started":
            return [CompilerError((), f"{self.compiler} was not found")]
        if done.ending == "timed out":
            return [CompilerError((), "the compiler does not come to its end")]
        if done.code == 0:
            return []
        return _errors(done.stderr) or [CompilerError((), "it says nothing more")]

    def precompile(self, header: Path) -> None:
        """Has gcc keep beside a header of ours what it read, for texts that begin with it. Where the compiler or the flags of a text are
        others, the header is read again."""
        self._run([*first_header(), "-x", "c++-header", "-o", f"{header}.gch"], header)

    def _compiled(self, text: str) -> tuple[str, ...]:
        """The standard headers that a text begins with are most of what there is to read."""
        asked = all_flags(self.flags, self.path)
        return translation_first(self.compiler, text, TRANSLATION_FLAGS, asked, self.token)

    def _run(self, wanted: Sequence[str], file: Path) -> Completed:
        command = [self.compiler, *TRANSLATION_FLAGS, "-w", *wanted, *all_flags(self.flags, self.path), str(file)]
        return run(command, timeout=_COMPILE_SECONDS, token=self.token)


def missing_header(message: str) -> str:
    """The header that gcc or clang does not find, empty where a message says something else."""
    if message.endswith(": No such file or directory"):
        return message.removesuffix(": No such file or directory")
    found = message.endswith("' file not found") and message.startswith("'")
    return message[1:].removesuffix("' file not found") if found else ""


def without_faults(translation: FileTranslation, ask: Asker) -> tuple[FileTranslation, list[CompilerError]]:
    """The file without the kernels and functions of the device that do not compile, and what is wrong with the rest of it."""
    errors = ask.errors(translation)
    for _ in range(_ROUNDS):
        blamed = _blamed(translation, errors)
        if not blamed:
            break
        translation = again(translation, refused={**translation.refused, **blamed})
        errors = ask.errors(translation)
    return translation, errors[:_TOLD]


def _blamed(translation: FileTranslation, errors: Sequence[CompilerError]) -> dict[Written, str]:
    """The functions of the device that errors stand in, and the first of each."""
    found: dict[Written, str] = {}
    spans = _spans(translation.text, translation.written)
    for error in errors:
        inside = (key for line in error.lines for key, (first, last) in spans.items() if first <= line <= last)
        owner = next(inside, None)
        if owner is not None and owner not in found:
            found[owner] = f"the translation does not compile: {error.message}"
    # What calls a function that is at fault is left out with it, and may be told for that alone.
    functions = numbered(translation.code)
    first = {key: translation.code.reached(functions[key]) for key in found}
    return {key: why for key, why in found.items() if not any(functions[o] in first[key] for o in found if o != key)}


def _spans(text: str, written: Mapping[Written, str]) -> dict[Written, tuple[int, int]]:
    """First and last line of each function, from 1."""
    found = {}
    for key, function in written.items():
        at = text.find(function)
        if at >= 0:
            first = text.count("\n", 0, at) + 1
            found[key] = first, first + function.rstrip().count("\n")
    return found


def _errors(said: str) -> list[CompilerError]:
    """The errors of gcc or clang. Both tell through which instantiation they came to a place, gcc before and clang behind it."""
    found: list[CompilerError] = []
    led: list[int] = []
    for line in said.splitlines():
        place, _, told = line.partition(": error: ") if ": error: " in line else line.partition(": fatal error: ")
        number = place.partition(f"{_FILE}:")[2].partition(":")[0]
        at = int(number) if number.isdigit() else 0
        if told:
            # What it thinks was meant is looked for among definitions that nobody wrote there.
            found.append(CompilerError((*([at] if at else []), *led), told.partition("; did you mean ")[0]))
            led = []
        elif at and ": note: " in line and found:
            found[-1] = CompilerError((*found[-1].lines, at), found[-1].message)
        elif at:
            led.append(at)
    return found


def host_line(lines: Sequence[str], line: int, source: Source) -> int:
    """The line of ``source`` for one of a translation, both from 1, 0 where it cannot be told: the host's lines stay as they are."""
    own = source.text.split("\n")
    for back in range(min(_FAR, line) if line <= len(lines) else 0):
        text = lines[line - 1 - back].strip()
        places = [at for at, said in enumerate(own, 1) if said.strip() == text] if len(text) > 8 else []
        if len(places) == 1:
            at = places[0] + back
            return at if at <= len(own) and own[at - 1].strip() == lines[line - 1].strip() else 0
    return 0
