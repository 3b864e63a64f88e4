"""The indexes of an editor's session, one for each project, brought up to date in the background."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from loopwright.memory.index import Index, cache_folder
from loopwright.memory.roots import project_root
from loopwright.source.outline import Outline

log = logging.getLogger(__name__)
_AGAIN_SECONDS = 20.0
_GLANCE_SECONDS = 1.0
_MOST = 8


class Projects:
    """Thread-safe. A project is looked through when it is first asked about, and again when it is asked after a while or when files
    that held directives have changed; nobody waits for it."""

    def __init__(self, cache: Path | None = None) -> None:
        self._cache = cache or cache_folder()
        self._lock = threading.Lock()
        self._indexes: dict[Path, Index] = {}
        self._looked: dict[Path, float] = {}
        self._glanced: dict[Path, float] = {}

    def around(self, path: Path, shown: Iterable[tuple[Path, Outline]]) -> Index | None:
        """The index of the project that ``path`` is in, ``None`` where it has none; ``shown`` are all texts of the editor."""
        root = project_root(path)
        if root is None:
            return None
        with self._lock:
            index = self._indexes.get(root)
            if index is None:
                if len(self._indexes) >= _MOST:
                    self._indexes.clear()
                    self._looked.clear()
                    self._glanced.clear()
                index = self._indexes[root] = Index(root, self._cache)
            now = time.monotonic()
            is_old = now - self._looked.get(root, -_AGAIN_SECONDS) >= _AGAIN_SECONDS
            to_glance = now - self._glanced.get(root, now - _GLANCE_SECONDS) >= _GLANCE_SECONDS
            if to_glance:
                self._glanced[root] = now
            if is_old:
                self._looked[root] = now
        is_old = (to_glance and index.drop_changed()) or is_old
        index.show((other, outline) for other, outline in shown if other.is_relative_to(root))
        if is_old:
            threading.Thread(target=_refresh, args=(index,), name="loopwright-memory", daemon=True).start()
        return index


def _refresh(index: Index) -> None:
    report = index.refresh()
    log.info("%d directives in %d files of %s, %.1f s", report.examples, report.files, index.root, report.seconds)
