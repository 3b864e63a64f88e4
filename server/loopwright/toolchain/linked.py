"""The files that are linked with one, where no compile_commands.json lists them: found in its checkout by the names in them.

A program is a set of files that a `main` leads to. Whoever may run the code of a file is a file that names its functions, or one
that names the functions of these; what those call is defined in files too. Two files that define one function are never parts of
one program, so a folder of versions, each with a `main`, is as many programs.

Files are only claimed to be a program, all of whose callers are in sight, where nobody else can call them: the checkout has a
`main` for them, makes no library of them, and no file of another language names what they define.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from loopwright.lang.linkage import Given, functions_defined, functions_given, functions_named, words_of_initializers
from loopwright.lang.pasted import names_pasted, pasting_macros
from loopwright.lang.second_names import mentions_second_names, second_names
from loopwright.lang.unseen import defined_unseen
from loopwright.lazily import cached_property
from loopwright.source.includes import HEADERS, LARGEST_HEADER
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.toolchain.checkout import SOURCES, Checkout, checkout_at, is_of_library, root_of
from loopwright.toolchain.glance import Glance, Stamp, glance, heads, is_calling, is_fortran, named_in_fortran, stamp_of
from loopwright.toolchain.renames import renames_in
from loopwright.toolchain.versions import Versions

MOST_FILES = 64  # of one program
_MOST_INCLUDING = 8
_MOST_READ = 400  # files that are parsed to know what they define


def linked_files(
    path: Path, outline_of: Callable[[str], Outline | None], own: Outline | None = None
) -> tuple[str, ...]:
    """The other files of every program that the file at ``path`` may be a part of; none where somebody else may call it, where that
    cannot be told, or where they are too many. ``own`` is what the file says now."""
    root = root_of(path)
    mine = os.path.realpath(path)
    if root is None or not mine.endswith((*SOURCES, *HEADERS)):
        return ()
    checkout = checkout_at(root)
    if checkout is None or not checkout.has(mine) or is_of_library(mine, checkout):
        return ()
    return _Search(checkout, mine, outline_of, own).found()


def including_files(path: Path) -> tuple[str, ...]:
    """The files of the checkout that a header is a part of; none where one of these is a header too, or where they are many."""
    root = root_of(path)
    mine = os.path.realpath(path)
    checkout = checkout_at(root) if root is not None and not mine.endswith(SOURCES) else None
    if checkout is None or not checkout.has(mine):
        return ()
    search = _Search(checkout, mine, lambda name: None, None)
    try:
        found = [
            file for file in (*checkout.sources, *checkout.headers) if file != mine and search.includes(file, mine)
        ]
    except _Untold:
        return ()
    return tuple(found) if len(found) <= _MOST_INCLUDING and set(found) <= set(checkout.sources) else ()


def may_be_of_library(path: Path) -> bool:
    """Whether the build of the checkout may put a file into a library, so that nobody knows who calls it."""
    root = root_of(path)
    checkout = checkout_at(root) if root is not None else None
    return root is not None and (checkout is None or is_of_library(os.path.realpath(path), checkout))


class _Search:
    """One search: ``chosen`` are the files so far, in order; each is asked once who names it and whom it calls."""

    def __init__(
        self,
        checkout: Checkout,
        mine: str,
        outline_of: Callable[[str], Outline | None],
        own: Outline | None,
    ) -> None:
        self._checkout, self._mine = checkout, mine
        self._shared: dict[str, bool] = {}
        self._outline_of, self._own = outline_of, own
        self._versions = Versions(checkout.builds)
        self._read: dict[str, Outline | None] = {}
        self._stamps: dict[str, Stamp] = {}
        self._includers: dict[str, frozenset[str]] = {}
        self._chosen: dict[str, bool] = {mine: True}  # whether its callers count
        self._bound: set[bytes] = set()  # names that a definition was found for

    def found(self) -> tuple[str, ...]:
        try:
            self._gather()
            names = frozenset(name for file in self._chosen for name in self._names(file))
            if b"main" not in names or self._is_used_elsewhere(names - {b"main"}):
                return ()
            if self._are_renamed(names | self._bound - {b"main"}):
                return ()
            if any(self._outline(file).source.hides_code for file in self._chosen):
                return ()  # which calls are made there cannot be told: the file alone says more than a program that is not known
        except _Untold:
            return ()
        return tuple(file for file in self._chosen if file != self._mine)

    def _gather(self) -> None:
        waiting = [self._mine]
        while waiting:
            file = waiting.pop()
            more = [(other, True) for other in self._users(file)] if self._chosen[file] else []
            more += [(other, False) for other in (*self._definers(file), *self._second_names(file))]
            for other, counts in more:
                if other not in self._chosen or (counts and not self._chosen[other]):
                    self._chosen[other] = counts
                    waiting.append(other)
                if len(self._chosen) > MOST_FILES:
                    raise _Untold

    def _users(self, file: str) -> Iterator[str]:
        """Files that name a function which ``file`` defines, in themselves or by a header with code of its own; those that ``file`` is a part
        of."""
        is_header = file not in self._checkout.sources
        if is_header:
            yield from self._with(file)
        names = self._names(file) - {b"main"}
        if not names:
            return
        acting = self._acting(names)
        for other in self._checkout.sources:
            text = self._text(other)
            if other == file:
                continue
            if self.includes(other, file):
                if is_header:
                    continue
                raise _Untold  # it is a part of another file
            by_header = frozenset[bytes]().union(*(acting[h] for h in acting if self.includes(other, h)))
            if not (names & text.words or by_header) or not self._may_join(other):
                continue
            named = (self._named(other, names & text.words) - self._defined_in_both(other, file)) | by_header
            if not all(self._is_of_version(other, name, file) for name in named):
                yield other

    def _with(self, header: str) -> Iterator[str]:
        """Files that include a header, or a header that does."""
        inside = {header}
        waiting = [header]
        while waiting:
            inner = waiting.pop()
            more = {h for h in self._checkout.headers if h not in inside and self.includes(h, inner)}
            inside |= more
            waiting.extend(more)
        yield from (file for file in self._checkout.sources if any(self.includes(file, each) for each in inside))

    def _acting(self, names: frozenset[bytes]) -> dict[str, frozenset[bytes]]:
        """Headers with the functions that they name in code of their own, or those they include do."""
        found = {}
        for header in self._checkout.headers:
            acts = self._acts(header, names & self._text(header).words)
            if acts:
                found[header] = acts
        waiting = list(found)
        while waiting:
            inner = waiting.pop()
            for header in self._checkout.headers:
                if self.includes(header, inner) and not found[inner] <= found.get(header, frozenset()):
                    found[header] = found.get(header, frozenset()) | found[inner]
                    waiting.append(header)
        return found

    def _defined_in_both(self, other: str, file: str) -> frozenset[bytes]:
        """Names of functions of ``file`` all of which ``other`` defines, too, so that it means its own."""
        if "c" not in {self._outline(each).source.language for each in (other, file)}:
            missing = self._given(file) - frozenset(functions_defined(self._outline(other)))
        else:
            own = {given.name for given in functions_defined(self._outline(other)) if given.signature}
            missing = frozenset(given for given in self._given(file) if given.name not in own)
        return self._names(file) - {given.name.encode() for given in missing}

    def _given(self, file: str) -> frozenset[Given]:
        return frozenset(functions_given(self._outline(file)))

    def _surely(self, file: str) -> frozenset[bytes]:
        """Names of functions that a file defines for others on no condition."""
        return frozenset(given.name.encode() for given in self._given(file) if given.signature)

    def _named(self, file: str, names: frozenset[bytes]) -> frozenset[bytes]:
        """Those of the names that may mean a function in the code of a file."""
        named = functions_named(self._outline(file), frozenset(name.decode("utf-8", "replace") for name in names))
        return frozenset(name.encode() for name in named)

    def includes(self, other: str, file: str) -> bool:
        """Whether a file may include another one: it names it, and that is no path to something else."""
        base = os.path.basename(file)
        text = self._text(other)
        if base not in text.includes:
            return False
        for name, is_quoted in text.included:
            if name.split("/")[-1] == base:
                beside = os.path.realpath(os.path.join(os.path.dirname(other), name))
                if beside == file or not is_quoted or not os.path.exists(beside):
                    return True
        return False

    def _is_of_version(self, user: str, name: bytes, home: str) -> bool:
        """Whether ``user`` means another definition of a function than that in ``home``: its own version's."""
        return any(
            self._is_nearer(user, other, home) and self._defines(other, name)
            for other in self._with_head.get(name.lower() if is_fortran(user) else name, ())
        )

    @cached_property
    def _with_head(self) -> dict[bytes, list[str]]:
        """Files by the names of functions that they may define."""
        found: dict[bytes, list[str]] = {}
        for file in (*self._checkout.sources, *self._checkout.headers, *self._checkout.foreign):
            for name in self._heads(file):
                found.setdefault(name, []).append(file)
        return found

    def _defines(self, file: str, name: bytes) -> bool:
        """Whether a file certainly has a function of a name for others."""
        if is_fortran(file):
            return True
        if not file.lower().endswith((*SOURCES, *HEADERS, ".cu")):
            return False
        return name in self._surely(file)

    def _acts(self, header: str, names: frozenset[bytes]) -> frozenset[bytes]:
        """Those of the functions that a header names in code or in a macro, and not in declarations alone."""
        if not names:
            return names
        own = {name.encode() for name in self._outline(header).functions_by_name}
        return self._named(header, names - own)

    def _definers(self, file: str) -> Iterator[str]:
        """Files that define what ``file`` names and nobody has defined yet."""
        known = {name for other in self._chosen for name in self._names(other)}
        outline = self._outline(file)
        known |= {name.encode() for each in (outline, *outline.headers) for name in each.functions_by_name}
        heads = {name for name, files in self._with_head.items() if not self._chosen.keys() >= set(files)}
        missing = self._named(file, (self._text(file).words & heads) - known - {b"main"})
        found: dict[bytes, list[str]] = {}
        for other in self._checkout.sources:
            if other not in self._chosen and missing & self._heads(other) and self._may_join(other):
                for name in missing & self._names(other):
                    found.setdefault(name, []).append(other)
        for header in self._checkout.headers:
            maybe = missing & self._heads(header)
            for name in maybe & self._surely(header) if maybe else ():
                found.setdefault(name, []).extend(self._with(header))
        self._bound.update(found)
        for name, files in found.items():
            for other in (*self._checkout.foreign, *self._checkout.sources):
                if self._may_define(other, name) and not any(self._is_nearer(file, each, other) for each in files):
                    raise _Untold
        for files in found.values():
            yield from (f for f in files if not any(self._is_nearer(file, other, f) for other in files))

    def _second_names(self, file: str) -> Iterator[str]:
        """Files that give variables which ``file`` names memory of another name."""
        for other in self._checkout.sources:
            if other not in self._chosen and mentions_second_names(self._text(other).words):
                shared = self._text(file).words & self._text(other).words
                if {name.encode() for name in second_names(self._outline(other))} & shared and self._may_join(other):
                    yield other

    def _is_nearer(self, user: str, definition: str, other: str) -> bool:
        """Whether ``user`` means a definition and never another one, which no library hands to whoever asks for it."""
        return self._versions.is_nearer(user, definition, other) and not self._is_shared(other)

    def _is_shared(self, file: str) -> bool:
        if file not in self._shared:
            self._shared[file] = is_of_library(file, self._checkout)
        return self._shared[file]

    def _may_define(self, foreign: str, name: bytes) -> bool:
        """Whether a file of another language may have a function for code in C, or one of C without a definition in sight."""
        if foreign in self._checkout.sources:
            return self._may_define_unseen(foreign, name)
        if not is_fortran(foreign):
            return foreign.lower().endswith(".cu") and name in self._heads(foreign) and name in self._names(foreign)
        text = self._text(foreign)
        said = not text.words.isdisjoint((b"bind", b"BIND", b"Bind")) and not text.words.isdisjoint(
            (name, name.lower())
        )
        return said or (name.endswith(b"_") and name.lower().rstrip(b"_") in self._heads(foreign))

    def _may_define_unseen(self, file: str, name: bytes) -> bool:
        """Whether a source may have a function of a name by a macro, its own or of a header."""
        named = name in self._text(file).words or any(self._includes_at_all(file, h) for h in self._with_word(name))
        return named and name.decode() in defined_unseen(self._outline(file))

    def _with_word(self, word: bytes) -> list[str]:
        return [header for header in self._checkout.headers if word in self._text(header).words]

    def _includes_at_all(self, file: str, header: str) -> bool:
        """Whether a file includes a header, or one that does."""
        if header not in self._includers:
            self._includers[header] = frozenset(self._with(header))
        return file in self._includers[header]

    def _are_renamed(self, names: Collection[bytes]) -> bool:
        """Whether functions have other names somewhere: what a build defines, or what macros put together."""
        said = renames_in(self._checkout.builds)
        forced = [h for h in self._checkout.headers if os.path.basename(h) in said.forced]
        words = {word.encode() for word in said.words}.union(*(self._text(header).words for header in forced))
        if said.much or not said.forced <= {os.path.basename(h) for h in forced} or not words.isdisjoint(names):
            return True
        return bool(names_pasted([name.decode() for name in names], self._texts_that_paste()))

    def _texts_that_paste(self) -> list[bytes]:
        """The files that put words together by macros, and those that use such macros."""
        files = (*self._checkout.sources, *self._checkout.headers)
        texts: dict[str, bytes] = {}
        macros = frozenset[bytes]()
        while True:
            more = [
                file
                for file in files
                if file not in texts and (self._text(file).pastes or macros & self._text(file).words)
            ]
            if not more:
                return list(texts.values())
            texts.update((file, read_file(Path(file), LARGEST_HEADER)) for file in more)
            macros = frozenset(name.encode() for name in pasting_macros(list(texts.values())))

    def _may_join(self, file: str) -> bool:
        """Whether a file may be in one program with the one that is asked about."""
        return file == self._mine or not self._signatures(self._mine) & self._signatures(file)

    def _is_used_elsewhere(self, wanted: frozenset[bytes]) -> bool:
        """Whether code of other languages may call what is defined here, tools that find it by its name, or a file that is no part of
        the program by what it does before `main`."""
        if any(self._text(file).exports for file in self._chosen):
            return True
        if any(self._calls(file, wanted) for file in self._checkout.foreign if file not in self._checkout.sources):
            return True
        others = (f for f in self._checkout.sources if f not in self._chosen and wanted & self._text(f).words)
        for file in others:
            begins = words_of_initializers(self._outline(file)) if self._may_join(file) else ()
            if wanted & {word.encode() for word in begins}:
                return True
        return False

    def _calls(self, file: str, wanted: frozenset[bytes]) -> bool:
        """Whether a file of another language may call one of these functions."""
        text = self._text(file)
        if is_fortran(file):  # which knows no case, and adds an underscore
            words = {word.rstrip(b"_") for word in named_in_fortran(file)} - self._heads(file)
            procedures = {name for name in wanted if name.lower().rstrip(b"_") in words}
            return not all(self._has_its_own(file, name) for name in procedures)
        named = wanted & text.words
        if named and file.lower().endswith(".cu"):
            named = self._called_by_cuda(file, named)
        own = all(self._has_its_own(file, name) for name in named)
        return not own and (text.exports or not is_calling(file))

    def _called_by_cuda(self, file: str, named: frozenset[bytes]) -> frozenset[bytes]:
        """What a file of CUDA does not define itself of what it names."""
        if not self._may_join(file):
            return frozenset()
        homes = [home for home in self._chosen if named & self._names(home)]
        elsewhere = frozenset[bytes]().union(*(self._names(home) - self._defined_in_both(file, home) for home in homes))
        return self._named(file, named & elsewhere)

    def _has_its_own(self, file: str, name: bytes) -> bool:
        """Whether a file means another function of a name than the program's."""
        homes = [home for home in self._chosen if name in self._names(home)]
        return all(self._is_of_version(file, name, home) for home in homes)

    def _names(self, file: str) -> frozenset[bytes]:
        """Functions that a file defines for others."""
        return frozenset(given.name.encode() for given in functions_given(self._outline(file)))

    def _signatures(self, file: str) -> frozenset[str]:
        return frozenset(given.signature for given in functions_given(self._outline(file)) if given.signature)

    def _outline(self, file: str) -> Outline:
        if file not in self._read:
            if len(self._read) >= _MOST_READ:
                raise _Untold
            self._read[file] = self._own if file == self._mine and self._own is not None else self._outline_of(file)
        outline = self._read[file]
        if outline is None:
            raise _Untold
        return outline

    def _text(self, file: str) -> Glance:
        try:
            return glance(file, self._stamp(file))
        except OSError:
            raise _Untold from None

    def _heads(self, file: str) -> frozenset[bytes]:
        """Words that may be names of functions that a file defines for code in C."""
        try:
            return heads(file, self._stamp(file))
        except OSError:
            raise _Untold from None

    def _stamp(self, file: str) -> Stamp:
        """The stamp that a file had when it was asked for first. Raises :class:`OSError`."""
        if file not in self._stamps:
            self._stamps[file] = stamp_of(file)
        return self._stamps[file]


class _Untold(Exception):
    """Which files belong together cannot be told."""
