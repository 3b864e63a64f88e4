"""Pairs with one directive hidden and the others left in: what `suggest` is asked when a person is about to write it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Container, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from loopwright.cancellation import CancelToken
from loopwright.memory.places import Example, examples_in
from loopwright.model.decode import Proposal
from loopwright.model.manifest import Model
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import DIRECTIVE, Answer, Runtime
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import combined
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for

from loopwright_training.recalled import take_out
from loopwright_training.records import read_records


@dataclass(frozen=True)
class Hidden:
    """``outline`` is the file without the directive, ``path`` its path in the repository, ``loop`` what it stood above. ``together``
    is what all directives say that stood above the loop, where all are hidden and they are a combined construct in two lines."""

    row: dict[str, Any]
    outline: Outline
    loop: Loop
    together: str = ""

    @property
    def directive(self) -> str:
        """What a person wrote there."""
        return self.together or str(self.row["directive"])

    @property
    def path(self) -> Path:
        """As :class:`Project` names the file."""
        return Path(self.row["path"])


class Files:
    """The mined files that hold directives, by repository and path."""

    def __init__(self, path: Path, repositories: Iterable[str]) -> None:
        wanted = set(repositories)
        self._files: dict[str, dict[str, dict[str, Any]]] = {}
        for row in read_records(path):
            if row["repository"] in wanted and "pragma" in row["text"]:
                self._files.setdefault(row["repository"], {})[row["path"]] = row

    def of(self, repository: str) -> dict[str, dict[str, Any]]:
        """Path → record."""
        return self._files.get(repository, {})

    def characters_of(self, repository: str) -> int:
        """How much text these have together."""
        return sum(len(record["text"]) for record in self.of(repository).values())


def hide(row: dict[str, Any], files: Files, bare: bool = False, path: Path | None = None) -> Hidden | None:
    """The pair with its directive taken out of the file, with ``bare`` all others too; ``None`` where the loop is not found
    again. ``path`` is where the file lies among its headers, if these are there."""
    record = files.of(row["repository"]).get(row["path"])
    if record is None:
        return None
    source = parse(record["text"], name=row["path"])
    outline = Outline(source, headers_for(path)) if path is not None else Outline(source)
    for loop in outline.loops:
        if outline.source.lines.line_of(loop.span.start) + 1 != row["line"]:
            continue
        for pragma in loop.pragmas:
            if pragma.sentinel == "acc" and str(parse_directive(pragma.text)) == row["directive"]:
                every = [p.span for p in outline.pragmas if p.sentinel == "acc"]
                taken = take_out(outline, loop.span.start, every if bare else [pragma.span])
                above = [parse_directive(p.text) for p in loop.pragmas if p.sentinel == "acc"]
                whole = combined(above) if bare else None
                return Hidden(row, *taken, "" if whole is None else str(whole)) if taken is not None else None
    return None


class Project:
    """The directives of one repository: the :class:`~loopwright.suggest.pipeline.Memory` of a checkout."""

    def __init__(self, files: dict[str, dict[str, Any]]) -> None:
        self._examples = {path: _examples(row["text"], path) for path, row in files.items()}

    def elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those of all files but ``path``."""
        own = PurePosixPath(*path.parts).as_posix()
        return tuple(e for file, examples in self._examples.items() if not own.endswith(file) for e in examples)

    def name_of(self, path: Path) -> str:
        """As in a checkout that is not there."""
        return path.name

    def located(self, file: str) -> Path:
        """Where it would lie."""
        return Path(file)


def _examples(text: str, path: str) -> tuple[Example, ...]:
    try:
        return examples_in(Outline(parse(text, name=path)), path)
    except RecursionError:
        return ()


class Remembered:
    """A model whose answers are kept on disk by what it was asked; without ``runtime`` only what is kept is answered."""

    def __init__(self, folder: Path, model: Model, runtime: Runtime | None) -> None:
        self._folder, self._model, self._runtime = folder, model, runtime
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def shows_project(self) -> bool:
        """See :class:`~loopwright.model.runtime.Asked`."""
        return self._model.shows_project(DIRECTIVE.name)

    def has(self, fill: FillIn, grammar: str | None) -> bool:
        """Whether the answer is kept."""
        return self._file(fill, grammar).exists()

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        """The answer, kept or new."""
        file = self._file(fill, grammar)
        future: Future[Answer] = Future()
        if not file.exists() and self._runtime is not None:
            answer = self._runtime.propose(fill, grammar, count, token).result()
            partial = file.with_suffix(".partial")
            partial.write_text(json.dumps([[p.text, p.probability] for p in answer.proposals]), "utf-8")
            partial.replace(file)
        rows = json.loads(file.read_text("utf-8")) if file.exists() else []
        future.set_result(Answer(tuple(Proposal(text, chance) for text, chance in rows), 0, 0, 0.0))
        return future

    def close(self) -> None:
        """End the model behind it."""
        if self._runtime is not None:
            self._runtime.close()

    def _file(self, fill: FillIn, grammar: str | None) -> Path:
        name = hashlib.sha256(repr((fill.prefix, fill.suffix, grammar)).encode()).hexdigest()[:24]
        return self._folder / f"{name}.json"


def drawn(
    pairs: Path, splits: Sequence[str], limit: int, seed: int, without: Container[str] = ()
) -> list[dict[str, Any]]:
    """Rows of the parts, at most ``limit`` (0: all) of each drawn with ``seed``, in the order of their repositories; none of the
    repositories ``without``, which are named in small letters."""
    rows: list[dict[str, Any]] = []
    for split in splits:
        part = [row for row in read_records(pairs / f"{split}.jsonl.gz") if row["repository"].lower() not in without]
        random.Random(seed).shuffle(part)
        rows += [{**row, "split": split} for row in (part[:limit] if limit else part)]
    return sorted(rows, key=lambda row: (row["repository"], row["path"], row["line"]))
