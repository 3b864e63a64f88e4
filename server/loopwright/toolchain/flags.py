"""What one file is compiled with: from compile_commands.json where there is one, else from where the file lies."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from loopwright.source.chosen import including_lines
from loopwright.source.includes import LARGEST_HEADER, Include, find_header, headers_of, includes_in, read_header
from loopwright.source.outline import HeaderSearch, Including, Outline, UnitSearch
from loopwright.source.reading import read_file
from loopwright.source.syntax import COMMAND_LINE, Language, Source, parse
from loopwright.source.text import Span, decode
from loopwright.toolchain.database import find_database
from loopwright.toolchain.headers import project_header
from loopwright.toolchain.linked import MOST_FILES, including_files, linked_files, may_be_of_library
from loopwright.toolchain.options import Option, Place, are_typed, is_path, read_options, standards
from loopwright.toolchain.renames import UNTYPED_LINE, macros_near

NEIGHBOURS = "the file's folder"
_SHARED = frozenset(("-fPIC", "-fpic", "-shared"))  # code of a shared library; programs have -fPIE
_EXPORTS = re.compile(r"-D\w+_EXPORTS(=.*)?")  # CMake's word for it
_SEARCHED = ("-I", "-isystem", "-iquote", "-idirafter")


@dataclass(frozen=True)
class FileFlags:
    """The options of a file, whose paths are absolute, and where they come from."""

    options: tuple[Option, ...]
    origin: str

    @property
    def flags(self) -> tuple[str, ...]:
        """The options as words, for a compiler that knows all of them."""
        return tuple(word for option in self.options for word in option.words)

    def words(self, kind: str, language: str) -> tuple[str, ...]:
        """The options that a compiler of this kind takes for ``c`` or ``c++``: a neighbour's may be of the other language."""
        known = standards(language)
        return tuple(
            word
            for option in self.options
            if not option.only or kind in option.only
            if option.meaning != "standard" or option.value in known
            for word in option.words
        )


def given(words: Sequence[str], folder: Path, origin: str = "given") -> FileFlags:
    """Flags that somebody wrote down for a file in ``folder``, as far as they are options of our table."""
    return FileFlags(read_options(("cc", *words), Place(folder, (folder,))), origin)


def flags_for(path: Path) -> FileFlags:
    """Options to read the file at ``path`` with; the file need not exist. Never raises, whatever a database says."""
    path = Path(os.path.abspath(path))
    database = find_database(path)
    command = database.command_for(path) if database is not None else None
    if database is None or command is None:
        folders = [path.parent, path.parent / "include", path.parent.parent / "include", path.parent.parent]
        return FileFlags(_folders("-I", [f for f in folders if os.path.isdir(f)]), NEIGHBOURS)
    options = read_options(command.words, Place(command.directory, database.roots))
    own = _folders("-iquote", [path.parent]) if os.path.isdir(path.parent) else ()
    return FileFlags((*own, *options), str(database.path))


def paths_and_macros(flags: FileFlags) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Include folders and macros in the flags of a file."""
    folders = [Path(os.path.realpath(option.value)) for option in flags.options if option.flag in _SEARCHED]
    return tuple(dict.fromkeys(folders)), tuple(option.value for option in flags.options if option.flag == "-D")


def headers_for(path: Path, opened: Callable[[Path], Outline | None] = lambda path: None) -> HeaderSearch:
    """Finds the headers of the file at ``path`` in the folders of its build, behind what the command line defines; of those
    that are ``opened`` in an editor its text is taken."""
    return _Headers(path, opened)


@dataclass(frozen=True)
class _Headers(HeaderSearch):
    path: Path
    opened: Callable[[Path], Outline | None]

    def __call__(self, source: Source, /) -> tuple[Outline, ...]:
        path, opened, flags = self.path, self.opened, flags_for(self.path)
        folders, macros = paths_and_macros(flags)
        elsewhere = project_header if flags.origin == NEIGHBOURS else _nowhere
        files = tuple(option.value for option in flags.options if option.meaning == "file")
        near = macros_near(path) if flags.origin == NEIGHBOURS else ""
        said = _command_line(macros, files, near + _about_types(flags), source.language)
        before = [h for each in said for h in headers_of(each.source, path, folders, opened, elsewhere)]
        return tuple(dict.fromkeys((*said, *before, *headers_of(source, path, folders, opened, elsewhere))))

    def included(self, line: bytes, folder: Path | None, language: Language) -> tuple[Path, Outline] | None:
        flags = flags_for(self.path)
        folders, _ = paths_and_macros(flags)
        elsewhere = project_header if flags.origin == NEIGHBOURS else _nowhere
        for include in includes_in(line):
            file = find_header(include, folder or self.path.parent, folders) or elsewhere(include, self.path)
            header = (self.opened(file) or read_header(file, language)) if file is not None else None
            return (file, header) if file is not None and header is not None else None
        return None


def _nowhere(include: Include, path: Path) -> Path | None:
    return None


def units_for(
    path: Path, opened: Callable[[Path], Outline | None] = lambda path: None, own: Outline | None = None
) -> UnitSearch:
    """Finds the other files of the program around the one at ``path``: those of its compile_commands.json or, where there is none,
    those of its checkout that are linked with it; none where they are too many to look at. Of those that are ``opened`` in an editor its
    text is taken, of the file what ``own`` says."""
    return _Units(path, opened, own)


@dataclass(frozen=True)
class _Units(UnitSearch):
    path: Path
    opened: Callable[[Path], Outline | None]
    own: Outline | None

    def __call__(self) -> tuple[Outline, ...]:
        if find_database(Path(os.path.abspath(self.path))) is None:
            names: Sequence[str] = linked_files(self.path, self._named, self.own)
        else:
            names = _listed(self.path)
        found = [self._named(name) for name in names]
        return tuple(unit for unit in found if unit is not None) if None not in found else ()

    def _named(self, name: str) -> Outline | None:
        return self.opened(Path(name)) or _unit(name)

    def including(self) -> tuple[Including, ...]:
        mine, found = os.path.realpath(self.path), list[Including]()
        for name in including_files(self.path):
            unit = self._named(name)
            lines = [line for line in _lines_that_include(unit, mine)] if unit is not None else []
            if unit is None or len(lines) != 1:
                return ()
            found.append(Including(unit, lines[0]))
        return tuple(found)


def _lines_that_include(unit: Outline, file: str) -> Iterator[Span]:
    search = unit.search
    for line in including_lines(unit.source.data) if search is not None else ():
        found = search.included(unit.source.data[line.start : line.end], None, unit.source.language) if search else None
        if found is not None and os.path.realpath(found[0]) == file:
            yield line


def _listed(path: Path) -> Sequence[str]:
    """The other files of the database that the file is in."""
    database = find_database(Path(os.path.abspath(path)))
    own = os.path.realpath(path)
    names = [os.path.realpath(name) for name in database.by_file] if database is not None else []
    roots = [os.path.realpath(root) for root in database.roots] if database is not None else []
    others = [
        n for n in dict.fromkeys(names) if n != own and any(os.path.commonpath((n, root)) == root for root in roots)
    ]
    if own not in names or len(others) != len(set(names)) - 1 or len(others) > MOST_FILES:
        return ()
    command = database.command_for(Path(os.path.abspath(path))) if database is not None else None
    words = {word for word in command.words if isinstance(word, str)} if command is not None else set()
    is_shared = bool(words & _SHARED) or any(_EXPORTS.fullmatch(word) for word in words)
    return () if is_shared or may_be_of_library(path) else others


def _unit(name: str) -> Outline | None:
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_HEADER:
            return None
        return _read_unit(name, status.st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=8 * MOST_FILES)  # a search for who is linked may read 400, at every version again
def _read_unit(name: str, changed: int) -> Outline:
    path = Path(name)
    return Outline(parse(decode(read_file(path, LARGEST_HEADER)), path.name), headers_for(path))


@lru_cache(maxsize=64)
def _command_line(
    macros: tuple[str, ...], files: tuple[str, ...], near: str, language: Language
) -> tuple[Outline, ...]:
    lines = near + "".join(f'#include "{file}"\n' for file in files)
    for macro in macros:
        name, defined, value = macro.partition("=")
        lines += f"#define {name} {value if defined else 1}\n"
    return (Outline(parse(lines, COMMAND_LINE, language)),) if lines else ()


def _about_types(flags: FileFlags) -> str:
    """What the options of a file say about the types of objects, as a line of C."""
    return "" if are_typed(flags.options) else UNTYPED_LINE


def _folders(flag: str, folders: Sequence[Path]) -> tuple[Option, ...]:
    # A line break in a folder's name would begin another flag where flags stand one a line.
    return tuple(Option("folder", flag, str(folder)) for folder in folders if is_path(str(folder)))
