"""The directives of a project: found once, kept in the user's cache, brought up to date by what changed.

A file is looked at if its size or time changed, read anew if its content did, and parsed only if its bytes hold a
directive. Nothing of the project is run and nothing leaves the machine. Two processes may share a cache: SQLite keeps
them apart, and an index that cannot be read is made anew.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import sqlite3
import stat
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from loopwright.cancellation import CancelToken
from loopwright.memory.places import Example, Place, examples_in
from loopwright.memory.standing import standing_in
from loopwright.source.directive_macros import Definition, DirectiveMacros, definitions_in, together
from loopwright.source.folders import holds_own_files
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.private import private_folder
from loopwright.source.reading import read_file
from loopwright.source.rooms import MEMORY, used
from loopwright.source.shape import Word
from loopwright.source.syntax import parse
from loopwright.source.text import decode

log = logging.getLogger(__name__)
VERSION = 5  # of what is kept: a new one where `Place` or the reading of it changes
_SUFFIXES = frozenset(
    [
        ".c",
        ".h",
        ".cc",
        ".cpp",
        ".cxx",
        ".c++",
        ".hh",
        ".hpp",
        ".hxx",
        ".h++",
        ".inl",
        ".ipp",
        ".inc",
        ".tpp",
        ".cu",
        ".cuh",
    ]
)
_DIRECTIVE = re.compile(rb"pragma[ \t]+acc\b|_Pragma")
_MOST_MACROS = 2_000  # of a file; where there are more, nobody wrote them
_LARGEST = 1_000_000
_MOST_FILES = 60_000
_BUSY_SECONDS = 5.0


@dataclass(frozen=True)
class Report:
    """What bringing an index up to date took: files seen, read, parsed; examples known; seconds."""

    files: int
    read: int
    parsed: int
    examples: int
    seconds: float


class Index:
    """The examples of one project folder. Thread-safe; ``folder`` holds the kept file, ``None`` keeps nothing."""

    def __init__(self, root: Path, folder: Path | None) -> None:
        self.root = root.resolve()
        name = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:24]
        self._folder = folder
        kept = None if folder is None else private_folder(folder / f"v{VERSION}")
        self._file = None if kept is None else kept / f"{name}.sqlite"
        self._lock = threading.Lock()
        self._refreshing = threading.Lock()
        self._examples: dict[str, tuple[Example, ...]] = {}
        self._shown: dict[str, tuple[Example, ...]] = {}
        self._known: dict[str, _Known] = {}
        self._read_kept = False
        self.generation = 0  # counts what changed the examples: what follows from older ones is out of date

    def refresh(self, token: CancelToken | None = None) -> Report:
        """Read what changed since the last time. Raises :class:`~loopwright.cancellation.Cancelled`."""
        with self._refreshing:
            return self._refresh(token or CancelToken())

    def elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Directives above loops of all files but ``path``, text that is open before text that is saved."""
        return tuple(example for example in self._others(path) if not example.standing)

    def standing_elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Directives above no loop of all files but ``path``."""
        return tuple(example for example in self._others(path) if example.standing)

    def _others(self, path: Path) -> Iterator[Example]:
        own = self.name_of(path)
        with self._lock:
            files = {**self._examples, **self._shown}
        return (example for file, examples in files.items() if file != own for example in examples)

    def show(self, files: Iterable[tuple[Path, Outline]]) -> None:
        """Take the texts of an editor in place of the files'; of every other file the saved text counts again."""
        named = [(self.name_of(path), outline) for path, outline in files]
        shown = {name: _shown(outline, name) for name, outline in named}
        with self._lock:
            if shown != self._shown:
                self._shown = shown
                self.generation += 1

    def located(self, file: str) -> Path:
        """Where the file of that name lies."""
        return self.root / file

    def drop_changed(self) -> bool:
        """Forget what stood in files that have changed since, or are gone, until they are read again; whether there were any.
        A branch is switched in one moment: what is shown after it must not point to lines of before."""
        with self._lock:
            known = {name: self._known.get(name) for name in self._examples}
        changed = [name for name, row in known.items() if row is None or not _is_as_it_was(self.root / name, row)]
        with self._lock:
            for name in changed:
                self._examples.pop(name, None)
            self.generation += bool(changed)
        return bool(changed)

    def name_of(self, path: Path) -> str:
        """How the project names a file: from its root."""
        try:
            return path.resolve().relative_to(self.root).as_posix()
        except ValueError:
            return path.as_posix()

    def _refresh(self, token: CancelToken) -> Report:
        started = time.perf_counter()
        if not self._read_kept:
            self._known, self._read_kept = self._load(), True
        known: dict[str, _Known] = {}
        changed: dict[str, _Known] = {}
        files = read = parsed = 0
        for path, status in _files(self.root):
            token.check()
            files += 1
            name = path.relative_to(self.root).as_posix()
            before = self._known.get(name)
            if before is not None and (before.size, before.changed) == (status.st_size, status.st_mtime_ns):
                known[name] = before
                continue
            now = _look(path, name, status, before)
            if now is None:
                continue
            read += 1
            parsed += now.digest != (before.digest if before else "") and now.has_directive
            known[name] = changed[name] = now
        known |= (more := self._with_macros(known, token))
        changed |= more
        gone = self._known.keys() - known.keys()
        found = {name: row.examples for name, row in known.items() if row.examples}
        for examples in found.values():
            token.check()
            for example in examples:
                example.prepare()
        with self._lock:
            self.generation += found != self._examples
            self._examples, self._known = found, known
        if changed or gone:
            self._keep(changed, gone)
        count = sum(map(len, found.values()))
        return Report(files, read, parsed, count, time.perf_counter() - started)

    def _with_macros(self, known: dict[str, _Known], token: CancelToken) -> dict[str, _Known]:
        """The files that use the project's macros for directives, read with them in sight where they were not before."""
        macros = _project_macros(known.values())
        if not macros.names and not any(row.macros for row in self._known.values()):
            return {}
        basis = hashlib.sha256(repr(sorted((n, macros.definitions[n]) for n in macros.names)).encode()).hexdigest()
        more = {}
        for name, row in known.items():
            token.check()
            if row.basis != basis:
                more[name] = _among(self.root / name, name, row, macros, basis)
        return more

    def _load(self) -> dict[str, _Known]:
        if self._file is None or not self._file.exists():
            return {}
        used(self._file)
        try:
            with closing(sqlite3.connect(self._file, timeout=_BUSY_SECONDS)) as base:
                rows = base.execute("SELECT path, size, changed, digest, examples, macros, basis FROM file").fetchall()
            known = ((os.fsdecode(row[0]), row) for row in rows)
            return {
                name: _Known(row[1], row[2], row[3], _unpacked(name, row[4]), row[5], row[6]) for name, row in known
            }
        except (sqlite3.Error, ValueError, TypeError, KeyError, IndexError) as error:
            log.warning("The index in %s is made anew: %s", self._file, error)
            self._file.unlink(missing_ok=True)
            return {}

    def _keep(self, changed: dict[str, _Known], gone: set[str]) -> None:
        if self._file is None:
            return
        try:
            with closing(sqlite3.connect(self._file, timeout=_BUSY_SECONDS)) as base, base:
                base.execute(
                    "CREATE TABLE IF NOT EXISTS file (path BLOB PRIMARY KEY, size INT, changed INT, digest TEXT, examples TEXT, macros TEXT, basis TEXT)"
                )
                base.executemany("DELETE FROM file WHERE path = ?", [(os.fsencode(name),) for name in gone])
                rows = [
                    (os.fsencode(name), k.size, k.changed, k.digest, _packed(k.examples), k.macros, k.basis)
                    for name, k in changed.items()
                ]
                base.executemany("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        except (sqlite3.Error, OSError) as error:
            log.warning("The index could not be kept in %s: %s", self._file, error)
        MEMORY.tidy(self._folder)


@dataclass(frozen=True)
class _Known:
    size: int
    changed: int
    digest: str
    examples: tuple[Example, ...]
    macros: str = ""  # the `#define` lines of a file in which one may stand for a directive
    basis: str = ""  # which macros of the project it was read with

    @property
    def has_directive(self) -> bool:
        return bool(self.examples)


def _is_as_it_was(path: Path, known: _Known) -> bool:
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (known.size, known.changed)


def cache_folder() -> Path:
    """Where indexes are kept: ``$LOOPWRIGHT_MEMORY``, else the user's cache."""
    return MEMORY.place()


@kept
def _shown(outline: Outline, name: str) -> tuple[Example, ...]:
    """The examples of an open text."""
    return _both(outline, name) if _DIRECTIVE.search(outline.source.data) else ()


def _files(root: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Regular source files below ``root``, links and hidden folders passed over, at most 60,000."""
    waiting, count = [root], 0
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            try:
                if entry.is_dir(follow_symlinks=False):
                    if holds_own_files(entry.path):
                        waiting.append(Path(entry.path))
                    continue
                if os.path.splitext(entry.name)[1].lower() not in _SUFFIXES:
                    continue
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= _LARGEST:
                count += 1
                if count > _MOST_FILES:
                    return
                yield Path(entry.path), status


def _look(path: Path, name: str, status: os.stat_result, before: _Known | None) -> _Known | None:
    try:
        data = read_file(path, _LARGEST)  # it may be another one by now
    except OSError:
        return None
    digest = hashlib.sha256(data).hexdigest()
    if before is not None and before.digest == digest:
        return replace(before, size=status.st_size, changed=status.st_mtime_ns)
    examples: tuple[Example, ...] = ()
    if _DIRECTIVE.search(data):
        examples = _examples_of(data, name)
    return _Known(status.st_size, status.st_mtime_ns, digest, examples, _macros_of(data))


def _examples_of(data: bytes, name: str, macros: DirectiveMacros | None = None) -> tuple[Example, ...]:
    source = parse(decode(data), name=name)
    try:
        return _both(Outline(source if macros is None else source.among([macros.definitions])), name)
    except RecursionError:  # nesting that no person wrote
        return ()


def _macros_of(data: bytes) -> str:
    """The macros of a file that has some for directives; helpers that they use may stand beside them."""
    if b"_Pragma" not in data or b"define" not in data:
        return ""
    definitions = definitions_in(data)
    if not DirectiveMacros(definitions).names or len(definitions) > _MOST_MACROS:
        return ""
    return json.dumps({name: [[d.parameters, d.body] for d in some] for name, some in definitions.items()})


def _project_macros(known: Iterable[_Known]) -> DirectiveMacros:
    each = []
    for row in known:
        if row.macros:
            read = json.loads(row.macros)
            each.append(
                {
                    name: tuple(Definition(p if p is None else tuple(p), tuple(b)) for p, b in some)
                    for name, some in read.items()
                }
            )
    return DirectiveMacros(together(each))


def _among(path: Path, name: str, row: _Known, macros: DirectiveMacros, basis: str) -> _Known:
    """A file read with the project's macros, if it mentions one."""
    row = replace(row, basis=basis)
    try:
        data = read_file(path, _LARGEST)
    except OSError:
        return row
    if hashlib.sha256(data).hexdigest() != row.digest or not any(word.encode() in data for word in macros.names):
        return row
    return replace(row, examples=_examples_of(data, name, macros))


def _both(outline: Outline, name: str) -> tuple[Example, ...]:
    return examples_in(outline, name) + standing_in(outline, name)


def _packed(examples: tuple[Example, ...]) -> str:
    rows = [
        [e.line, e.directive, e.standing, [[w.text, w.part] for w in e.place.words], *_rest(e.place)] for e in examples
    ]
    return json.dumps(rows, separators=(",", ":")) if rows else ""


def _rest(place: Place) -> list[Any]:
    return [
        place.depth, place.nest, place.function, place.around, place.compute, place.stacked, place.inner, place.order,
        [[w.text, w.part] for w in place.head],
    ]  # fmt: skip


def _unpacked(name: str, text: str) -> tuple[Example, ...]:
    found = []
    for line, directive, standing, words, depth, nest, function, around, compute, stacked, inner, order, head in (
        json.loads(text) if text else []
    ):
        place = Place(
            tuple(Word(*word) for word in words),
            depth, nest, function, around, compute, tuple(stacked), tuple(inner), order,
            tuple(Word(*word) for word in head),
        )  # fmt: skip
        found.append(Example(name, line, directive, place, standing))
    return tuple(found)
