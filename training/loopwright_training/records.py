"""The files that pass between steps: gzipped or xz-packed JSON lines, and the run log."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import io
import json
import lzma
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO


def hash_of(text: str) -> str:
    """The same for texts that differ in blanks alone: of such files one is kept."""
    return hashlib.sha1(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Rows of a ``.jsonl``, ``.jsonl.gz`` or ``.jsonl.xz`` file."""
    with _opened(path, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def write_records(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows, all or nothing; returns how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays last: it decides how the file is packed.
    partial = path.with_name("partial-" + path.name)
    count = 0
    with _opened(partial, "wt") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    partial.replace(path)
    return count


def log_run(folder: Path, step: str, config: Any, figures: dict[str, Any]) -> None:
    """Append one line to ``runs.jsonl``: when, which step, its configuration, its figures."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = dataclasses.asdict(config) if dataclasses.is_dataclass(config) and not isinstance(config, type) else {}
    row = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "step": step, "config": settings, **figures}
    with (folder / "runs.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps(row, default=str) + "\n")


def _opened(path: Path, mode: str) -> TextIO:
    if path.suffix == ".gz" and mode == "wt":
        # Without the time of writing in it, the same rows are the same file.
        packed = gzip.GzipFile(path, "wb", compresslevel=1, mtime=0)
        return io.TextIOWrapper(packed, encoding="utf-8")
    openers: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
    options: dict[str, Any] = {"preset": 1} if path.suffix == ".xz" and mode == "wt" else {}
    return openers.get(path.suffix, open)(path, mode, encoding="utf-8", **options)  # type: ignore[no-any-return]
