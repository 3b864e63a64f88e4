"""A CUDA file with the parts of its project that hold CUDA code themselves, as one text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from loopwright.cuda.file import CAPTURES
from loopwright.cuda.read.block_memory import extern_variables
from loopwright.cuda.read.functions import declared_functions, defined_functions
from loopwright.cuda.read.headers import is_cuda_header
from loopwright.cuda.spec import predefined
from loopwright.source.includes import Include, find_header
from loopwright.source.reading import read_file
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, encode

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"][^\n]*$", re.MULTILINE)
_CUDA = re.compile(
    rb"__global__|__device__|__shared__|__constant__|__host__|<<<|threadIdx|\bdim3\b|\bcuda[A-Z]\w*|checkCudaErrors"
    rb"|\b(?:float|int|uint|double|uchar|char)[234]\b|\bmake_\w+[234]\b"
)
# What nvcc and the host's compiler answer otherwise: a header that asks for it is read as nvcc reads it.
_ASKS = re.compile(
    rb"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b[^\n]*\b(?:"
    + b"|".join(sorted(n.encode() for n in (*predefined().always, *predefined().device, *predefined().undefined)))
    + rb")\b",
    re.MULTILINE,
)
_ONCE = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+once[^\n]*$", re.MULTILINE)
# A header without a guard may be included again and again, with other macros.
_GUARDED = re.compile(
    rb"#[ \t]*pragma[ \t]+once|#[ \t]*ifndef[ \t]+(\w+)[^\n]*\n(?:[ \t]*\r?\n)*[ \t]*#[ \t]*define[ \t]+\1\b|#[ \t]*if[ \t]+!defined"
)
_DEPTH = 8


@dataclass(frozen=True)
class Whole:
    """``source`` is a file with its project's CUDA headers in it; ``shared`` are the kernels and device functions that it
    defines and a header declares: other files use them; ``origins``: for each line its file and line, counted from 0."""

    source: Source
    shared: frozenset[str]
    origins: tuple[tuple[Path, int], ...] = ()


def with_includes(source: Source, path: Path, folders: Sequence[Path] = ()) -> Whole:
    """``source`` with every include that holds CUDA code put in its place; others stay, as do those not found. ``folders``
    are searched behind the file's own."""
    lines = list(_Inlining(path.parent, tuple(folders), {path.resolve()}).of(source.data, path, _DEPTH))
    data = b"\n".join(line for line, _, _ in lines)
    if data == source.data:
        return Whole(source, frozenset())
    whole = parse(data, source.name, source.language)
    outside = declared_functions(whole.tree.root_node) - declared_functions(source.tree.root_node)
    return Whole(whole, outside & defined_functions(source.tree.root_node), tuple((file, at) for _, file, at in lines))


def shared_by(program: Sequence[tuple[Source, Path]], folders: Sequence[Path] = ()) -> list[frozenset[str]]:
    """For each file of a program, the kernels and device functions that it defines and another one declares, variables of the
    device that others say are another file's, and the call that captures streams if another one makes it."""
    if len(program) == 1:
        return [frozenset()]
    variables = [extern_variables(with_includes(s, p, folders).source.tree.root_node) for s, p in program]
    captures = frozenset((CAPTURES,) if any(CAPTURES in source.text for source, _ in program) else ())
    declared = [declared_functions(with_includes(s, p, folders).source.tree.root_node) for s, p in program]
    own = [defined_functions(source.tree.root_node) for source, _ in program]
    return [
        captures
        | (names & frozenset(name for j, others in enumerate(declared) if j != i for name in others - own[j]))
        | frozenset(name for j, others in enumerate(variables) if j != i for name in others - variables[i])
        for i, names in enumerate(own)
    ]


@dataclass(frozen=True)
class _Inlining:
    home: Path
    folders: tuple[Path, ...]
    seen: set[Path]

    def of(self, data: bytes, path: Path, depth: int) -> Iterator[tuple[bytes, Path, int]]:
        """The lines, each with its file and its number there."""
        for at, line in enumerate(data.split(b"\n")):
            match = _INCLUDE.match(line)
            file = _found(match, path.parent, self.folders) if match is not None else None
            if match is None or file is None or not depth:
                yield line, path, at
            elif file in self.seen:
                yield b"", path, at
            elif not _holds_cuda(file, self.folders, depth):
                yield _seen_from(self.home, line, match, path.parent), path, at
            else:
                text = _text(file)
                if _GUARDED.search(text):
                    self.seen.add(file)
                yield b"// from " + match[2], path, at
                yield from self.of(_ONCE.sub(b"", text), file, depth - 1)


def moved(text: str, folder: Path, to: Path) -> str:
    """A text of ``folder`` whose includes are found where it is written: those beside the file by their way from there."""
    if folder.resolve() == to.resolve():
        return text
    lines = text.encode("utf-8", "surrogateescape").split(b"\n")
    found = ((line, _INCLUDE.match(line)) for line in lines)
    new = (line if match is None else _seen_from(to, line, match, folder) for line, match in found)
    return b"\n".join(new).decode("utf-8", "surrogateescape")


def _seen_from(home: Path, line: bytes, match: re.Match[bytes], folder: Path) -> bytes:
    """An ``#include`` line of a file in ``folder`` as a file in ``home`` has to say it."""
    name = match[2].decode("utf-8", errors="replace")
    if (
        match[1] != b'"'
        or Path(name).is_absolute()
        or not (folder / name).is_file()
        or folder.resolve() == home.resolve()
    ):
        return line
    way = os.path.relpath((folder / name).resolve(), home.resolve()).replace(os.sep, "/")
    return line[: match.start(2)] + way.encode() + line[match.end(2) :]


def _found(match: re.Match[bytes], folder: Path, folders: tuple[Path, ...]) -> Path | None:
    """The project's file that an include means."""
    found = _file(match, folder, folders)
    return None if _is_cudas(match, found) else found


def _file(match: re.Match[bytes], folder: Path, folders: tuple[Path, ...]) -> Path | None:
    include = Include(match[2].decode("utf-8", errors="replace"), match[1] == b'"', Span(*match.span()))
    found = find_header(include, folder, folders)
    return found.resolve() if found is not None else None


def _is_cudas(match: re.Match[bytes], found: Path | None) -> bool:
    """Whether an include means one of CUDA's own headers; ``found`` is the file that the project has for it."""
    brought = _text(found).decode("utf-8", errors="replace") if found is not None else None
    return is_cuda_header(match[0].decode("utf-8", errors="replace"), brought)


@lru_cache(maxsize=256)
def _read(file: Path, modified: float) -> bytes:
    return encode(read_file(file).decode("utf-8", errors="replace"))


def _text(file: Path) -> bytes:
    try:
        return _read(file, file.stat().st_mtime)
    except OSError:
        return b""


def _holds_cuda(file: Path, folders: tuple[Path, ...], depth: int) -> bool:
    text = _text(file)
    if _CUDA.search(text) or _ASKS.search(text):
        return True
    for match in _INCLUDE.finditer(text) if depth > 0 else ():
        inner = _file(match, file.parent, folders)
        if _is_cudas(match, inner) or (inner is not None and _holds_cuda(inner, folders, depth - 1)):
            return True
    return False
