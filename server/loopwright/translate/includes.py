"""A CUDA file with the parts of its project that hold CUDA code themselves, as one text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from loopwright.cuda.read.block_memory import extern_variables
from loopwright.cuda.read.definitions import Definitions, Included
from loopwright.cuda.read.device_definitions import declared_functions, defined_functions, methods_of_headers, used_by
from loopwright.cuda.read.device_function import INDICES
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.headers import is_cuda_header
from loopwright.cuda.read.methods import waiting_methods
from loopwright.cuda.read.rewriting import file_level
from loopwright.cuda.spec import predefined
from loopwright.cuda.translation import ASKING, OWN_CLASS, WAITING, words_of_graphs
from loopwright.lang.method_heads import declared_name
from loopwright.lang.own_classes import own_classes
from loopwright.lazily import cached_property
from loopwright.source.includes import Include, find_header, headers_of
from loopwright.source.lexemes import (
    Directive,
    Lexeme,
    code_within,
    directives_in,
    lexemes,
    read_directive,
    replaced,
    words_of_code,
)
from loopwright.source.nodes import Kinds, text_of
from loopwright.source.reading import read_file
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, decode, encode, words_in
from loopwright.translate.macros import headers_beside, macros_of_build
from loopwright.translate.named_includes import file_of, included

_CUDA = frozenset(
    (
        "__global__",
        "__device__",
        "__shared__",
        "__constant__",
        "__host__",
        "<<<",
        "threadIdx",
        "dim3",
        "checkCudaErrors",
    )
)
_VECTORS = ("float", "int", "uint", "double", "uchar", "char")
_SIDES = frozenset((b"__global__", b"__device__"))
# What nvcc and the host's compiler answer otherwise: a header that asks for it is read as nvcc reads it.
_ASKED = frozenset((*predefined().always, *predefined().device, *predefined().undefined))
_OPENING = frozenset(("if", "ifdef", "ifndef"))
_ASKING = frozenset(("if", "ifdef", "ifndef", "elif"))
_BARRIER = "__syncthreads"
_DEPTH = 8
_MOST_NAMED = 64  # includes by macros that are asked for
_UNASKED = Include("", False, Span(0, 0))


@dataclass(frozen=True)
class Whole:
    """``source`` is a file with its project's CUDA headers in it; ``shared`` are the kernels, device functions and methods that it
    defines and a header declares: other files use them; ``origins``: for each line its file and line, counted from 0."""

    source: Source
    shared: frozenset[str]
    origins: tuple[tuple[Path, int], ...] = ()


def with_includes(
    source: Source, path: Path, folders: Sequence[Path] = (), defined: Mapping[str, str | None] | None = None
) -> Whole:
    """``source`` with every include that holds CUDA code put in its place; others stay, as do those not found. ``folders``
    are searched behind the file's own; ``defined``: macros of the command line, which may decide what a macro includes."""
    lines = _put_together(source.data, path, tuple(folders), defined or {})
    data = b"\n".join(line for line, _, _ in lines)
    if data == source.data:
        return Whole(source, methods_of_headers(source.tree.root_node))
    whole = parse(data, source.name, source.language)
    outside = declared_functions(file_level(whole.tree.root_node)) - declared_functions(
        file_level(source.tree.root_node)
    )
    own = source.tree.root_node
    shared = (outside & defined_functions(own)) | methods_of_headers(own)
    return Whole(whole, shared, tuple((file, at) for _, file, at in lines))


def shared_by(
    program: Sequence[tuple[Source, Path]], folders: Sequence[Path] = (), flags: Sequence[str] = ()
) -> list[frozenset[str]]:
    """For each file of a program, the kernels and device functions that it defines and another one declares, those and methods of
    any file that ask for their thread, behind a word (``ASKING``), those of another file in which threads wait (``WAITING``), variables
    of the device that others say are another file's, the calls of graphs that launches depend on, and its classes that are other ones in
    another file, behind a word (``OWN_CLASS``). ``flags``: ``-D`` and ``-U`` beside those of the project's build."""
    if len(program) == 1:
        return [frozenset()]
    whole = [with_includes(source, path, folders, macros_of_build(path, flags)).source for source, path in program]
    variables = [extern_variables(file_level(source.tree.root_node)) for source in whole]
    of_graphs = frozenset().union(*(words_of_graphs(source.text) for source in whole))
    declared = [declared_functions(file_level(source.tree.root_node)) for source in whole]
    headers = [headers_of(source, path, folders) for source, (_, path) in zip(whole, program, strict=True)]
    beside = [[header.source.root for header in each] for each in headers]
    classes = own_classes([source.tree.root_node for source in whole], beside)
    own = [defined_functions(source.tree.root_node) for source, _ in program]
    anywhere = frozenset().union(*declared)
    told = [_told(each, one, anywhere) for each, (one, _) in zip(whole, program, strict=True)]
    asking = frozenset().union(*(each.asking for each in told))
    defined = [defined_functions(source.tree.root_node) for source in whole]
    return [
        of_graphs
        | frozenset(f"{ASKING}{name}" for name in asking)
        | frozenset(
            f"{WAITING}{name}"
            for j, one in enumerate(told)
            for name in (one.waiting - defined[i] if j != i else ())
            if "::" not in name or _may_know(whole[i], name, classes[i])
        )
        | frozenset(f"{OWN_CLASS}{name}" for name in classes[i])
        | (names & frozenset(name for j, others in enumerate(declared) if j != i for name in others - own[j]))
        | frozenset(name for j, others in enumerate(variables) if j != i for name in others - variables[i])
        for i, names in enumerate(own)
    ]


@dataclass(frozen=True)
class _Told:
    """Functions and methods of the device that a file defines and others may call: those that ask for their thread, and those in
    which threads wait for each other, methods with their class."""

    asking: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()


def _told(whole: Source, own: Source, declared: frozenset[str]) -> _Told:
    """What others have to know of a file: names, of constructors and operators that of their class. ``declared``: what any file of the
    program declares."""
    root = own.tree.root_node
    methods = methods_of_headers(root)
    functions = defined_functions(root) & declared
    if not (methods or functions) or not any(word in whole.text for word in (*INDICES, _BARRIER)):
        return _Told()
    code = DeviceCode(whole)
    of_device = [f for f in code.functions if f.kind == "device" and f.name in functions]
    asking = {f.name for f in of_device if code.context(f)} | (set(map(used_by, methods)) & code.methods.words)
    waiting = {f.name for f in of_device if code.function_synchronises(f)} | (methods & _waiting(whole.kinds))
    return _Told(frozenset(asking), frozenset(waiting))


def _waiting(kinds: Kinds) -> set[str]:
    """The methods in which threads wait and that are defined outside of their class, as `Scene::hit`."""
    found = waiting_methods(kinds)
    return {text_of(declared_name(n)) for n in kinds.of("function_definition") if n.id in found}


def _may_know(whole: Source, method: str, own: Set[str]) -> bool:
    """Whether a file may have the class of a method that another file defines. ``own``: its classes that are other ones there."""
    owner = method.rpartition("::")[0].rpartition("::")[2]
    if owner in own or owner not in whole.text:
        return False
    return all(text_of(declared_name(n)) != method for n in whole.kinds.of("function_definition"))


def _put_together(
    data: bytes, path: Path, folders: tuple[Path, ...], defined: Mapping[str, str | None]
) -> list[tuple[bytes, Path, int]]:
    """The lines, each with its file and its number there. What a macro includes depends on all that stands before it, so that one after
    the other is asked, and what is known is put in place before the next one."""
    named: list[Include | None] = []
    while True:
        walk = _Inlining(path.parent, folders, {path.resolve()}, iter(named))
        lines: list[tuple[bytes, Path, int]] = []
        for line in walk.of(data, path, _DEPTH):
            if walk.asked and len(named) < _MOST_NAMED:
                break
            lines.append(line)
        else:
            return lines
        before = b"\n".join(line for line, _, _ in lines).decode("utf-8", "replace")
        named.append(_named(walk.asked, before, defined, headers_beside(path.parent, folders)))


def _named(macro: str, before: str, defined: Mapping[str, str | None], beside: Included) -> Include | None:
    """The file that macros name behind a text, nothing where that cannot be told or differs between host and device."""
    table = predefined()
    fixed = frozenset((*table.always, *table.device, *table.undefined)) - frozenset(defined)
    host = {**table.host, **table.always, **defined}
    passes = [Definitions({**of_pass, **host}, fixed, beside) for of_pass in ({}, table.device)]
    if not all(each.read_beginning(before) for each in passes):
        return None
    one, other = (file_of(macro, each.names, before) for each in passes)
    return one if one == other else None


@dataclass
class _Inlining:
    """One walk. ``named``: what includes by macros name, one after the other; ``asked``: the macro of the first one behind them."""

    home: Path
    folders: tuple[Path, ...]
    seen: set[Path]
    named: Iterator[Include | None]
    asked: str = ""

    def of(self, data: bytes, path: Path, depth: int) -> Iterator[tuple[bytes, Path, int]]:
        """The lines, each with its file and its number there."""
        includes = _read_text(data).includes
        for at, line in enumerate(data.split(b"\n")):
            include = includes.get(at)
            if isinstance(include, str):
                include, line = self._named(include, line, path.parent)
            file = _found(include, path.parent, self.folders) if include is not None else None
            if include is None or file is None or not depth:
                yield line, path, at
            elif file in self.seen:
                yield b"", path, at
            elif not _holds_cuda(file, self.folders, depth):
                yield _seen_from(self.home, line, include, path.parent), path, at
            else:
                text = _text(file)
                if _read_text(text).guarded:
                    self.seen.add(file)
                yield f"// from {include.name}".encode(), path, at
                yield from self.of(_read_text(text).again, file, depth - 1)

    def _named(self, macro: str, line: bytes, folder: Path) -> tuple[Include | None, bytes]:
        """What a macro includes, and the line that says so; one that is not there stays as it is written."""
        include = next(self.named, _UNASKED)
        if include is _UNASKED:
            self.asked = self.asked or macro
            return None, line
        if include is None or (not _is_cudas(include, file := _file(include, folder, self.folders)) and file is None):
            return None, line
        return include, f"#include {_quoted(include)}".encode()


def moved(text: str, folder: Path, to: Path) -> str:
    """A text of ``folder`` whose includes are found where it is written: those beside the file by their way from there."""
    if folder.resolve() == to.resolve():
        return text
    data = text.encode("utf-8", "surrogateescape")
    includes = _read_text(data).includes
    found = ((line, includes.get(at)) for at, line in enumerate(data.split(b"\n")))
    new = (
        line if include is None or isinstance(include, str) else _seen_from(to, line, include, folder)
        for line, include in found
    )
    return b"\n".join(new).decode("utf-8", "surrogateescape")


def needs_translation(file: Path, folders: Sequence[Path] = ()) -> bool:
    """Whether a source that may be any C++ is a part of a CUDA program: it, or a header of its project, includes one of CUDA's or
    says where a function runs."""
    waiting, seen = [file], {file}
    while waiting:
        one = waiting.pop()
        text = _text(one)
        if not _SIDES.isdisjoint(words_in(text)):
            return True
        for include in _read_text(text).includes.values():
            if isinstance(include, str):
                continue
            inner = _file(include, one.parent, tuple(folders))
            if _is_cudas(include, inner):
                return True
            if inner is not None and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
    return False


def _seen_from(home: Path, line: bytes, include: Include, folder: Path) -> bytes:
    """An ``#include`` line of a file in ``folder`` as a file in ``home`` has to say it."""
    file = folder / include.name
    if (
        not include.quoted
        or Path(include.name).is_absolute()
        or not file.is_file()
        or folder.resolve() == home.resolve()
    ):
        return line
    way = os.path.relpath(file.resolve(), home.resolve()).replace(os.sep, "/")
    return line.replace(f'"{include.name}"'.encode(), f'"{way}"'.encode(), 1)


def _found(include: Include, folder: Path, folders: tuple[Path, ...]) -> Path | None:
    """The project's file that an include means."""
    found = _file(include, folder, folders)
    return None if _is_cudas(include, found) else found


def _file(include: Include, folder: Path, folders: tuple[Path, ...]) -> Path | None:
    found = find_header(include, folder, folders)
    return found.resolve() if found is not None else None


def _is_cudas(include: Include, found: Path | None) -> bool:
    """Whether an include means one of CUDA's own headers; ``found`` is the file that the project has for it."""
    brought = _text(found).decode("utf-8", errors="replace") if found is not None else None
    return is_cuda_header(f"#include {_quoted(include)}", brought)


def _quoted(include: Include) -> str:
    return f'"{include.name}"' if include.quoted else f"<{include.name}>"


@lru_cache(maxsize=256)
def _read(file: Path, modified: float) -> bytes:
    return encode(decode(read_file(file)))


def _text(file: Path) -> bytes:
    try:
        return _read(file, file.stat().st_mtime)
    except OSError:
        return b""


def _holds_cuda(file: Path, folders: tuple[Path, ...], depth: int) -> bool:
    read = _read_text(_text(file))
    if read.holds_cuda:
        return True
    for include in read.includes.values() if depth > 0 else ():
        if isinstance(include, str):  # what it brings is seen where it is put in place
            return True
        inner = _file(include, file.parent, folders)
        if _is_cudas(include, inner) or (inner is not None and _holds_cuda(inner, folders, depth - 1)):
            return True
    return False


@dataclass(frozen=True)
class _Text:
    """What a text says before it is parsed. A file that is being edited is asked for its includes alone."""

    text: str

    @cached_property
    def includes(self) -> Mapping[int, Include | str]:
        """By their lines, a macro where that names the file."""
        found: dict[int, Include | str] = {}
        for line in directives_in(self.text) if "include" in self.text else ():
            said = read_directive(line.text) if "\n" not in line.text else None
            include = (
                included(said.rest, Span(line.start, line.end)) if said is not None and said.word == "include" else None
            )
            if include is not None:
                found[self.text.count("\n", 0, line.start)] = include
        return found

    @cached_property
    def _parts(self) -> list[tuple[Lexeme, Directive | None]]:
        parts = [each for each in lexemes(self.text) if each.kind != "remark"]
        return [(each, read_directive(each.text) if each.kind == "directive" else None) for each in parts]

    @cached_property
    def holds_cuda(self) -> bool:
        """Whether it is CUDA's itself, apart from what it includes."""
        for part, said in self._parts:
            words = [each.text for each in code_within(said.rest)] if said is not None else []
            asks = said is not None and said.word in _ASKING and not _ASKED.isdisjoint(words)
            if asks or any(map(_is_of_cuda, words if said is not None and said.word == "define" else ())):
                return True
            if said is None and _is_of_cuda(part.text):
                return True
        return False

    @cached_property
    def _once(self) -> list[tuple[int, int, str]]:
        return [(part.start, part.end, "") for part, said in self._parts if said == ("pragma", "once")]

    @cached_property
    def guarded(self) -> bool:
        """Whether including it again brings nothing."""
        return bool(self._once) or _is_guarded([said for _, said in self._parts])

    @cached_property
    def again(self) -> bytes:
        """It without the line that says so."""
        return replaced(self.text, self._once).encode("utf-8", "surrogateescape")


@lru_cache(maxsize=256)
def _read_text(data: bytes) -> _Text:
    return _Text(data.decode("utf-8", "surrogateescape"))


def _is_of_cuda(word: str) -> bool:
    """Whether a word is one of CUDA's."""
    vector = word[-1:] in ("2", "3", "4") and (word[:-1] in _VECTORS or word.startswith("make_"))
    return word in _CUDA or vector or (word.startswith("cuda") and word[4:5].isupper())


def _is_guarded(said: Sequence[Directive | None]) -> bool:
    """Whether a conditional that asks for a macro which is not defined yet holds all the code of a text. A header without that may be
    included again and again, with other macros."""
    first = next((at for at, line in enumerate(said) if line is None or line.word in _OPENING), len(said))
    asks, defines = (*said[first : first + 2], None, None)[:2]
    if (
        asks is None
        or defines is None
        or not (asks.word == "ifndef" or (asks.word == "if" and asks.rest.startswith("!")))
    ):
        return False
    names = [word for word in words_of_code(asks.rest) if word != "defined"]
    if defines.word != "define" or names[:1] != words_of_code(defines.rest)[:1]:
        return False
    depth = 0
    for at, line in enumerate(said[first:], first + 1):
        if line is not None:
            depth += (line.word in _OPENING) - (line.word == "endif")
        if not depth:
            return None not in said[at:]
    return False
