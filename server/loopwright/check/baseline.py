"""What is known of a project already: its findings, and the verdicts on its loops. Later only what is new is told.

Lines move, files are renamed, so nothing is known by its line number. A finding is the same if its code and the text of its line
are; or its code, its function and its message; or, where its file is gone, its code and line in another one. A loop is the same
if its text is, or its function and header.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from loopwright.check.rule import Rule
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.source.writing import write_whole

LOST = Rule(
    "LW003",
    "evidence lost",
    "warning",
    "",
    "The iterations of this loop were proved independent when the baseline was written. They are not any more.",
)
_FORMAT = 1


class BaselineError(Exception):
    """A sentence that says why a file is no baseline."""


@dataclass(frozen=True)
class Known:
    """A finding of the baseline; ``file`` as seen from the baseline's folder."""

    file: str
    code: str
    function: str | None
    text: str
    message: str


@dataclass(frozen=True)
class Judged:
    """A loop and its verdict; ``body`` is a hash of its text."""

    file: str
    function: str | None
    header: str
    body: str
    verdict: str


@dataclass(frozen=True)
class Seen:
    """A loop of this run: what is compared, and the document that is shown if its proof is lost."""

    loop: Judged
    document: dict[str, Any]


@dataclass(frozen=True)
class Baseline:
    """Everything that is known, all files by their path from ``folder``."""

    folder: Path
    findings: tuple[Known, ...] = ()
    loops: tuple[Judged, ...] = ()

    def name(self, file: str) -> str:
        """A file as the baseline names it."""
        return Path(os.path.relpath(os.path.realpath(file), self.folder)).as_posix()

    def exists(self, name: str) -> bool:
        """Whether a file that the baseline names is still there."""
        return os.path.exists(self.folder / name)


def loops_seen(outline: Outline, name: str) -> list[Seen]:
    """Every loop of a file with its verdict."""
    return [_seen(outline, name, index) for index in range(len(outline.loops))]


def _seen(outline: Outline, name: str, index: int) -> Seen:
    source, loop = outline.source, outline.loops[index]
    verdict = judge(outline, loop)
    function = loop.function.name if loop.function is not None else None
    header = Span(loop.span.start, loop.header_end)
    line, column = source.lines.to_position(header.start, "utf-16")
    end_line, end_column = source.lines.to_position(header.end, "utf-16")
    document = {
        "file": name,
        "line": line + 1,
        "column": column + 1,
        "end_line": end_line + 1,
        "end_column": end_column + 1,
        "text": source.slice(source.lines.line_span(line)),
        "function": function,
        "severity": LOST.severity,
        "code": LOST.code,
        "message": f"This loop was `proved` and is `{verdict.verdict}` now: {verdict.reason}",
        "spec": "",
        "origin": ["loopwright"],
        "related": [],
        "fixes": [],
    }
    body = hashlib.sha256(_plain(source.slice(loop.span)).encode()).hexdigest()[:16]
    return Seen(Judged(name, function, _plain(source.slice(header)), body, verdict.verdict), document)


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file. Raises :class:`BaselineError`, :class:`OSError`."""
    wrong = BaselineError(f"{path} is not a baseline that `check --update-baseline` wrote")
    try:
        table = json.loads(path.read_text("utf-8"))
        if table["format"] != _FORMAT:
            raise BaselineError(f"{path} is a baseline of another version of Loopwright; write it anew")
        findings = tuple(Known(**entry) for entry in table["findings"])
        loops = tuple(Judged(**entry) for entry in table["loops"])
    except (ValueError, KeyError, TypeError) as error:
        raise wrong from error
    entries: tuple[Known | Judged, ...] = (*findings, *loops)
    for entry in entries:
        values = asdict(entry)
        function = values.pop("function")
        if not all(isinstance(value, str) for value in values.values()) or not isinstance(function, str | None):
            raise wrong
    return Baseline(path.resolve().parent, findings, loops)


def write_baseline(
    path: Path, before: Baseline, names: Iterable[str], documents: Iterable[dict[str, Any]], seen: Iterable[Seen]
) -> None:
    """Write what is known now. What ``before`` says of files that were not looked at, and are there, stays."""
    looked_at = {before.name(name) for name in names}

    def stays(entry: Known | Judged) -> bool:
        return entry.file not in looked_at and before.exists(entry.file)

    findings = [*filter(stays, before.findings), *(_known(before, document) for document in documents)]
    loops = [*filter(stays, before.loops), *(_here(before, s.loop) for s in seen)]
    table = {
        "format": _FORMAT,
        # A stable order: the file is kept beside the code, and its own changes are read too.
        "findings": [asdict(entry) for entry in sorted(findings, key=lambda k: (k.file, k.code))],
        "loops": [asdict(entry) for entry in sorted(loops, key=lambda j: j.file)],
    }
    write_whole(path, (json.dumps(table, indent=1, ensure_ascii=False) + "\n").encode())


def new_findings(baseline: Baseline, documents: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of ``documents`` that are not known. Each known finding stands for one."""
    current = [(document, _known(baseline, document)) for document in documents]
    by_place: tuple[_Key[Known], ...] = (
        lambda k: (k.file, k.code, k.function, k.text),
        lambda k: (k.file, k.code, k.text),
        lambda k: (k.file, k.code, k.function, k.message),
    )
    _, left = _match(current, baseline.findings, baseline, by_place, lambda k: (k.code, k.text))
    return [document for document, _ in left]


def lost_evidence(baseline: Baseline, seen: Iterable[Seen]) -> list[dict[str, Any]]:
    """A finding at each loop that was `proved` and is not any more. The proof of a loop that is not there any more is not
    lost."""
    current = [(s, _here(baseline, s.loop)) for s in seen]
    by_place: tuple[_Key[Judged], ...] = (
        lambda j: (j.file, j.function, j.body),
        lambda j: (j.file, j.function, j.header),
    )
    matched, _ = _match(current, baseline.loops, baseline, by_place, lambda j: (j.function, j.body))
    lost = [s.document for s, was in matched if was.verdict == "proved" != s.loop.verdict]
    return sorted(lost, key=lambda document: (document["file"], document["line"]))


_Current = TypeVar("_Current")
_Entry = TypeVar("_Entry", bound=Known | Judged)
_Key = Callable[[_Entry], Hashable]


def _match(
    current: list[tuple[_Current, _Entry]],
    entries: Iterable[_Entry],
    baseline: Baseline,
    by_place: Iterable[_Key[_Entry]],
    elsewhere: _Key[_Entry],
) -> tuple[list[tuple[_Current, _Entry]], list[tuple[_Current, _Entry]]]:
    """(what of ``current`` is which entry, what is none): by the narrowest key first; by ``elsewhere`` entries whose file is gone."""
    matched: list[tuple[_Current, _Entry]] = []
    left, entries = current, list(entries)
    for key in by_place:
        found, left, entries = _taken(left, entries, key)
        matched += found
    found, left, _ = _taken(left, [entry for entry in entries if not baseline.exists(entry.file)], elsewhere)
    return [*matched, *found], left


def _taken(
    current: list[tuple[_Current, _Entry]], entries: list[_Entry], key: _Key[_Entry]
) -> tuple[list[tuple[_Current, _Entry]], list[tuple[_Current, _Entry]], list[_Entry]]:
    """Each of ``current`` takes the first entry that has its key: (pairs, who got none, entries that nobody took)."""
    by_key: dict[Hashable, list[_Entry]] = defaultdict(list)
    for entry in entries:
        by_key[key(entry)].append(entry)
    pairs: list[tuple[_Current, _Entry]] = []
    left: list[tuple[_Current, _Entry]] = []
    for item, own in current:
        waiting = by_key.get(key(own))
        if waiting:
            pairs.append((item, waiting.pop(0)))
        else:
            left.append((item, own))
    return pairs, left, [entry for waiting in by_key.values() for entry in waiting]


def _known(baseline: Baseline, document: dict[str, Any]) -> Known:
    """A finding without what moves: lines, the numbers in its message, the spaces of its line."""
    message = re.sub(r"\bline \d+", "line", document["message"])
    text = _plain(document["text"])
    return Known(baseline.name(document["file"]), document["code"], document["function"], text, message)


def _here(baseline: Baseline, loop: Judged) -> Judged:
    return Judged(baseline.name(loop.file), loop.function, loop.header, loop.body, loop.verdict)


def _plain(text: str) -> str:
    return " ".join(text.split())
