"""Where the files of a program go that is written into a folder, and the headers of the project without which they would not be built there."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.source.includes import includes_in
from loopwright.source.outline import Outline
from loopwright.toolchain.checkout import root_of


@dataclass(frozen=True)
class Placed:
    """A file of the program and where it is written."""

    path: Path
    target: Path


@dataclass(frozen=True)
class Folder:
    """The sources in the order in which they were given, the headers that go with them, and headers for which there is no place.
    ``above``: the folder that the sources have in common."""

    above: Path
    sources: tuple[Placed, ...]
    headers: tuple[Placed, ...]
    left: tuple[Path, ...]


def placed_in(output: Path, files: Sequence[tuple[Path, Outline]]) -> Folder:
    """Where each file of a program goes: into ``output`` as it lies below what the sources have in common. A header from elsewhere in the
    project lies to its includer as before, or in ``output`` itself where the build found it in a folder of its own."""
    output = Path(os.path.abspath(output))
    real = [Path(os.path.realpath(path)) for path, _ in files]
    above = Path(os.path.commonpath([path.parent for path in real]))
    # Where the files are written over, what they include from elsewhere lies where it is found already.
    project = above if os.path.realpath(output) == str(above) else root_of(above / "x.c") or above.parent
    sources = tuple(Placed(path, output / path.relative_to(above)) for path in real)
    found = {each.path: each.target for each in sources}
    left: dict[Path, None] = {}
    waiting = deque((each, outline, outline) for each, (_, outline) in zip(sources, files, strict=True))
    while waiting:
        includer, unit, text = waiting.popleft()
        for name, file, header in _included(includer.path, unit, text):
            if file in found or not file.is_relative_to(project):
                continue
            target = _place(includer, name, file, above, output)
            if not target.is_relative_to(output) or target in found.values():
                left[file] = None
                continue
            found[file] = target
            waiting.append((Placed(file, target), unit, header))
    headers = list(found.items())[len(sources) :]
    return Folder(
        above, sources, tuple(Placed(*each) for each in headers), tuple(file for file in left if file not in found)
    )


def _included(path: Path, unit: Outline, text: Outline) -> Iterator[tuple[str, Path, Outline]]:
    """What a text at ``path`` includes in the build of ``unit``: the name that it says, the file, what is in it."""
    for include in includes_in(text.source.data):
        line = b"#" + text.source.data[include.span.start : include.span.end]
        said = unit.search.included(line, path.parent, unit.source.language) if unit.search is not None else None
        if said is not None:
            yield include.name, Path(os.path.realpath(said[0])), said[1]


def _place(includer: Placed, name: str, file: Path, above: Path, output: Path) -> Path:
    if file.is_relative_to(above):
        return output / file.relative_to(above)
    beside = os.path.realpath(includer.path.parent / name) == str(file)
    return Path(os.path.normpath((includer.target.parent if beside else output) / name))
