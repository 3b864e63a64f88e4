"""Our own mirror of the open files: immutable snapshots, one per version.

pygls keeps a mirror too, but it splits lines where C does not (form feeds) and rewrites the positions it is sent, so
it is switched off (:class:`UnusedWorkspace`) and every position is converted by our own line index.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types
from pygls import uris
from pygls.workspace import Workspace

from loopwright.cancellation import CancelToken
from loopwright.dependence.decide.callers import ask_callers
from loopwright.dependence.decide.judge import program_at
from loopwright.dependence.decide.others import say_something
from loopwright.lazily import cached_property
from loopwright.lsp.protocol import Refused
from loopwright.source.joined import as_included
from loopwright.source.kept import let_go
from loopwright.source.outline import KnownUnits, Outline
from loopwright.source.reading import read_file
from loopwright.source.syntax import Change, Source, language_of, parse
from loopwright.source.text import Encoding, Span, encode
from loopwright.toolchain.flags import headers_for, units_for

_FOLDER = os.path.abspath(os.sep)  # nothing lies beside a file that was never saved


class OutOfStep(Refused):
    """A request about a file of which an edit was lost: what the editor shows is not known (LSP 3.17, ContentModified)."""

    def __init__(self) -> None:
        sentence = "An edit of this file could not be read. Close it and open it again."
        super().__init__(types.LSPErrorCodes.ContentModified, sentence)


class UnusedWorkspace(Workspace):
    """pygls' mirror, kept for folders and encodings but never given a document."""

    def put_text_document(self, text_document: Any, notebook_uri: str | None = None) -> None:
        """Nothing: see the module."""

    def update_text_document(self, text_doc: Any, change: Any) -> None:
        """Nothing: see the module."""

    def remove_text_document(self, doc_uri: str) -> None:
        """Nothing: see the module."""


class _Followed(NamedTuple):
    """The file with its callers, ``None`` where they say nothing, and what was known of the other files then."""

    outline: Outline | None
    basis: int


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One version of one open file; safe to use from any thread. ``era`` counts changes of headers, ``opened`` finds what
    else is open in the editor."""

    uri: str
    version: int
    source: Source
    language_id: str = ""
    era: int = 0
    opened: Callable[[Path], Outline | None] = lambda path: None

    _followed: list[_Followed] = field(default_factory=list, repr=False)
    _following: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def outline(self) -> Outline:
        """What the file contains, with its callers when they have been followed."""
        followed = self._followed[-1].outline if self._followed else None
        return followed if followed is not None else self._alone

    @cached_property
    def _alone(self) -> Outline:
        return Outline(self.source, headers_for(self.path, self.opened), asks_callers=False)

    def with_text(self, text: bytes) -> Outline:
        """What another text in the place of the file's contains; nobody has followed its callers."""
        source = parse(text, self.uri, self.source.language, self.version)
        return Outline(source, headers_for(self.path, self.opened), asks_callers=False)

    def in_program(self, opened: Callable[[Path], Outline | None]) -> Outline:
        """The same among the files of its program, which are looked for when they are asked for; of those that are ``opened`` now its text
        is taken."""
        return Outline(
            self.source,
            headers_for(self.path, self.opened),
            units_for(self.path, opened, self._alone),
            asks_callers=False,
        )

    def follow(self, opened: Callable[[Path], Outline | None], token: CancelToken) -> bool:
        """Find out what calls the functions of the file, and let :attr:`outline` know; takes a while. Of other files the text of those that
        are ``opened`` now is taken. Whether that changes what is known.
        Raises :class:`~loopwright.cancellation.Cancelled`."""
        with self._following:
            search = units_for(self.path, opened, self._alone)
            units, including = search(), search.including()
            around = [file for each in including for file in (each.outline, *each.outline.headers)]
            basis = hash(tuple(file.source.data for file in (*units, *around)))
            before = self._followed[-1] if self._followed else _Followed(None, 0)
            if self._followed and basis == before.basis:
                return False
            outline = Outline(self.source, headers_for(self.path, self.opened), KnownUnits(units, including))
            gained = ask_callers(outline, token.check) or say_something(outline, program_at)
            gained = gained or (bool(as_included(outline)) and bool(outline.loops))
            self._followed.append(_Followed(outline if gained else None, basis))
            del self._followed[:-1]
            return gained or before.outline is not None

    @property
    def rests_on_others(self) -> bool:
        """Whether what is known of the file may change with another one that is no header."""
        return any(
            each.outline is not None and (each.outline.units or each.outline.including) for each in self._followed
        )

    def includes(self, other: Snapshot) -> bool:
        """Whether the text of the file at the place of another open one was read for it; a file of the same name counts, too."""
        names = (other.uri, other.path.name)
        return any(header.source.name in names for header in self._alone.headers)

    def is_on_disk(self) -> bool:
        """Whether the file holds this text."""
        try:
            return read_file(self.path) == self.source.data
        except OSError:
            return False

    @cached_property
    def as_header(self) -> Outline:
        """The same for files that include it; it knows of no other file, and so keeps none alive."""
        return Outline(self.source)

    def let_go(self) -> None:
        """Nobody asks for this version any more: what was worked out for it goes now."""
        known = [self.__dict__.get(name) for name in ("_alone", "as_header")]
        for outline in (*known, *(each.outline for each in self._followed)):
            if outline is not None:
                let_go(outline)

    @property
    def content(self) -> Hashable:
        """Equal for equal content of the file, read as the same language among the same headers."""
        followed = self._followed[-1] if self._followed else None
        basis = followed.basis if followed is not None and followed.outline is not None else None
        return self.uri, hash(self.source.data), self.source.language, self.era, basis

    @property
    def path(self) -> Path:
        """Where the file lies; for an unsaved one, where it would."""
        name = uris.to_fs_path(self.uri) if self.uri.startswith("file:") else None
        return Path(name) if name and "\0" not in name else Path(_FOLDER, "untitled.c")


class Documents:
    """The open files. Used on the event loop only; what it returns may leave it."""

    def __init__(self) -> None:
        self._open: dict[str, Snapshot] = {}
        self._lost: set[str] = set()  # an edit of theirs could not be read
        self._headers: dict[Path, Outline] = {}  # replaced, never changed: snapshots keep theirs
        self._era = 0
        self.encoding: Encoding = "utf-16"

    def open(self, item: types.TextDocumentItem) -> Snapshot:
        """A file was opened."""
        data = encode(item.text)
        language = language_of(item.uri, data, item.language_id)
        source = parse(data, item.uri, language, item.version)
        return self._keep(self._snapshot(item.uri, item.version, source, item.language_id))

    def change(self, uri: str, version: int, changes: list[types.TextDocumentContentChangeEvent]) -> Snapshot | None:
        """A file was edited; changes apply in order."""
        before = self._open.get(uri)
        if before is None:
            return None
        whole = [n for n, c in enumerate(changes) if isinstance(c, types.TextDocumentContentChangeWholeDocument)]
        if uri in self._lost and not whole:
            return None
        source = before.source
        for change in changes[whole[-1] if whole else 0 :]:
            text = encode(change.text)
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                source = parse(text, uri, source.language, version)
            else:
                source = source.edited([Change(self._span(source, change.range), text)], version)
        language = language_of(uri, source.data, before.language_id)
        if language != source.language:
            source = parse(source.data, uri, language, version)
        return self._keep(self._snapshot(uri, version, source, before.language_id))

    def lose(self, uri: str | None) -> list[Snapshot]:
        """An edit of a file, or of one that is not known, could not be read. Nothing is said of the file until its whole text
        comes; the files that were in step till now are returned."""
        lost = [s for s in self._open.values() if uri in (None, s.uri) and s.uri not in self._lost]
        for snapshot in lost:
            self._lost.add(snapshot.uri)
            self._forget(snapshot.path)
        return lost

    def close(self, uri: str) -> Snapshot | None:
        """A file was closed; its last version, if it was open."""
        self._lost.discard(uri)
        closed = self._open.pop(uri, None)
        if closed is not None:
            self._forget(closed.path)
        return closed

    def renew(self, which: Iterable[Snapshot] | None = None) -> list[Snapshot]:
        """Headers of some open files, or of all, may have changed: the same versions, which will read them again. Those that were closed,
        edited or lost in the meantime are left alone."""
        self._era += 1
        return [
            self._keep(self._anew(each))
            for each in (self.in_step() if which is None else which)
            if self.is_current(each)
        ]

    def get(self, uri: str) -> Snapshot | None:
        """The current version of a file, ``None`` if it is not open. Raises :class:`OutOfStep`."""
        if uri in self._lost:
            raise OutOfStep
        return self._open.get(uri)

    @property
    def opened(self) -> Callable[[Path], Outline | None]:
        """Finds what is open now."""
        return self._headers.get

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether the file is still open and as it was."""
        return self._open.get(snapshot.uri) is snapshot and snapshot.uri not in self._lost

    def in_step(self) -> list[Snapshot]:
        """The open files of which every edit was read."""
        return [snapshot for snapshot in self._open.values() if snapshot.uri not in self._lost]

    def all(self) -> list[Snapshot]:
        """Every open file."""
        return list(self._open.values())

    def _span(self, source: Source, extent: types.Range) -> Span:
        start = source.lines.to_offset(extent.start.line, extent.start.character, self.encoding)
        end = source.lines.to_offset(extent.end.line, extent.end.character, self.encoding)
        return Span(start, max(start, end))

    def _snapshot(self, uri: str, version: int, source: Source, language_id: str) -> Snapshot:
        return Snapshot(uri, version, source, language_id, self._era, self._headers.get)

    def _anew(self, before: Snapshot) -> Snapshot:
        return replace(before, era=self._era, opened=self._headers.get, _followed=[], _following=threading.Lock())

    def _forget(self, path: Path) -> None:
        self._headers = {other: outline for other, outline in self._headers.items() if other != path}

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        self._lost.discard(snapshot.uri)
        before = self._open.get(snapshot.uri)
        if before is not None:
            before.let_go()
        self._open[snapshot.uri] = snapshot
        self._headers = {**self._headers, snapshot.path: snapshot.as_header}
        return snapshot
