"""Does what was written into the files of a program compile? Where it does not, less is written, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from loopwright.cancellation import CancelToken
from loopwright.placement.program import short_name
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.accept import Acceptor, Beside
from loopwright.toolchain.flags import flags_for


@dataclass(frozen=True)
class Edited:
    """A file with what was written into it."""

    path: Path
    before: Outline
    after: bytes


@dataclass(frozen=True)
class Failure:
    """An error of a compiler in what was written: the file, the function around it (empty outside of all) and its words."""

    path: Path
    function: str
    words: str


@dataclass(frozen=True)
class Less:
    """What is not written because it did not compile. In functions of ``unplaced`` no data are placed, those of ``bare`` keep their loops
    on the host, each with the reason; ``place``, ``regions``: data live over functions, or in regions around loops;
    files of ``untouched`` stay as they are. ``notes`` say so."""

    unplaced: Mapping[tuple[Path, str], str] = field(default_factory=lambda: MappingProxyType({}))
    bare: Mapping[tuple[Path, str], str] = field(default_factory=lambda: MappingProxyType({}))
    place: bool = True
    regions: bool = True
    untouched: Mapping[Path, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()

    def after(self, failures: Sequence[Failure], is_placed: bool) -> Less:
        """The next step: first what is placed in the functions that do not compile, then their loops, the whole plan, regions, files."""
        words = {(f.path, f.function): f.words for f in failures if f.function}
        everywhere = len(words) < len({(f.path, f.function) for f in failures})
        unplaced = {key: said for key, said in words.items() if key not in self.unplaced}
        if is_placed and self.place and unplaced and not everywhere:
            return self._with(
                f"no data are placed in {_names(unplaced)}", failures, unplaced={**self.unplaced, **unplaced}
            )
        bare = {key: said for key, said in words.items() if key not in self.bare}
        if bare and not everywhere:
            return self._with(f"the loops of {_names(bare)} are left", failures, bare={**self.bare, **bare})
        if self.place and is_placed:
            return self._with("every loop moves its data itself", failures, place=False)
        if self.regions:
            return self._with("no data are kept in regions", failures, place=False, regions=False)
        untouched = {f.path: f.words for f in failures}
        named = ", ".join(sorted(path.name for path in untouched))
        return self._with(f"nothing is written into {named}", failures, untouched={**self.untouched, **untouched})

    def _with(self, left: str, failures: Sequence[Failure], **changed: object) -> Less:
        note = f"{left}: {failures[0].words}"
        return replace(self, notes=(*self.notes, note), **changed)  # type: ignore[arg-type]


ALL = Less()


class Compiling:
    """Asks compilers about files as they would be written; ``notes`` say where none of them could tell."""

    def __init__(self, acceptors: Sequence[Acceptor], token: CancelToken | None = None) -> None:
        self._acceptors, self._token = tuple(acceptors), token
        self.notes: list[str] = []

    def failures(self, files: Sequence[Edited], headers: Sequence[tuple[Path, bytes]]) -> tuple[Failure, ...]:
        """What does not compile of the files that change, or whose ``headers`` do; of each file what the first compiler says that
        refuses it."""
        found: list[Failure] = []
        for file in files:
            beside = _beside(file, headers)
            if file.after == file.before.source.data and not beside:
                continue
            found += self._of_file(file, beside)
        return tuple(found)

    def _of_file(self, file: Edited, beside: Beside) -> list[Failure]:
        source, flags = file.before.source, flags_for(file.path)
        for acceptor in self._acceptors:
            said = acceptor.refuses(source.data, file.after, source.language, flags, beside, self._token)
            if isinstance(said, str):
                note = f"{file.path.name} is not compiled as a whole: {said}"
                self.notes += [note] if note not in self.notes else []
            elif said:
                after = Outline(parse(file.after, file.path.name, language=source.language))
                own = {short_name(function.name) for function in file.before.functions}
                who = acceptor.compiler.name
                return [
                    Failure(file.path, name if name in own else "", f"{who} refuses it: {message.text}")
                    for message in said
                    for name in [_function_at(after, message.line)]
                ]
        return []


def _beside(file: Edited, headers: Sequence[tuple[Path, bytes]]) -> Beside:
    """The headers in the folder of a file as they are to be, all of them where one changes: they include each other."""
    changed = {path.name: text for path, text in headers if path.parent == file.path.parent}
    headers_of = (header.source for header in file.before.headers)
    own = {source.name: source.data for source in headers_of if Path(source.name).name == source.name}
    if not changed.keys() & own.keys():
        return ()
    here = {name: text for name, text in own.items() if _is_in(file.path.parent / name, text)}
    return tuple(sorted({**here, **changed}.items()))


def _is_in(path: Path, text: bytes) -> bool:
    return path.is_file() and path.read_bytes() == text


def _function_at(outline: Outline, line: int) -> str:
    """The last part of the name of the function around a 1-based line, empty outside of all."""
    lines = outline.source.lines
    if not 1 <= line <= len(lines.starts):
        return ""
    offset = lines.line_span(line - 1).end
    around = [f for f in outline.functions if f.span.start <= offset <= f.span.end]
    return short_name(around[-1].name) if around else ""


def _names(functions: Mapping[tuple[Path, str], str]) -> str:
    return ", ".join(sorted(dict.fromkeys(name for _, name in functions)))
