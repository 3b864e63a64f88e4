"""Loops worth porting, of the whole workspace: open files as they are on the screen, the others as they are saved."""

from __future__ import annotations

import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygls.uris import from_fs_path, to_fs_path

from loopwright.cancellation import CancelToken
from loopwright.check.config import ConfigError, find_config
from loopwright.check.files import files_under
from loopwright.lsp.work import Progress
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.source.syntax import parse
from loopwright.source.text import decode
from loopwright.suggest.porting import Portable, loops_worth_porting, ranked
from loopwright.suggest.worth import Profile
from loopwright.toolchain.flags import headers_for

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

_MOST_FILES = 5_000


async def loops(ls: LoopwrightServer, folder: str | None = None) -> dict[str, Any]:
    """The loops below a folder (a URI), or of all folders that are open, the most rewarding first; with progress."""
    folders = [folder] if folder else [*ls.protocol.workspace.folders]
    if not folders and ls.protocol.workspace.root_uri:
        folders = [ls.protocol.workspace.root_uri]
    roots = [Path(path) for path in map(to_fs_path, folders) if path]
    opened = {snapshot.path: snapshot.outline for snapshot in ls.documents.in_step()}
    files = await ls.workers.run(lambda token: _files(roots))
    device = ls.engine.device()
    found: list[Portable] = []
    token = CancelToken()
    async with Progress(ls, "Loopwright: loops worth porting", token, None) as progress:
        for number, path in enumerate(files[:_MOST_FILES]):
            if token.cancelled:
                break
            progress.report(f"{number + 1} of {len(files)}: {path.name}")
            found += await ls.patient_workers.run(lambda _, path=path: _loops_of(path, opened.get(path), device))  # type: ignore[misc]
    documents = [{**loop.document(), "uri": from_fs_path(loop.file)} for loop in ranked(found)]
    return {"loops": documents, "files": len(files), "complete": not token.cancelled and len(files) <= _MOST_FILES}


def _files(roots: list[Path]) -> list[Path]:
    found: dict[Path, None] = {}
    for root in roots:
        try:
            exclude = find_config(root).exclude
        except (ConfigError, OSError):
            exclude = ()
        relative = [str(path.relative_to(root)) for path in files_under([str(root)])]
        found.update(dict.fromkeys(root / name for name in relative if not _excluded(name, exclude)))
    return list(found)


def _excluded(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatch(Path(name).as_posix(), pattern) for pattern in patterns)


def _loops_of(path: Path, outline: Outline | None, device: Profile) -> list[Portable]:
    if outline is None:
        try:
            outline = Outline(parse(decode(read_file(path)), name=path.name), headers_for(path))
        except OSError:  # gone, or not ours to read
            return []
    return loops_worth_porting(outline, str(path), device)
