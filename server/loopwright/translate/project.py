"""The files of a program as they are written: where each goes, and the definitions of ours that they share as one header."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cuda.print.support import REMARK, Asked, Support, common_support
from loopwright.source.includes import headers_of
from loopwright.source.reading import read_file
from loopwright.toolchain.scratch import scratch
from loopwright.translate.faults import Asker
from loopwright.translate.pipeline import Translated
from loopwright.translate.verify import all_flags

HEADER = "loopwright_cuda.h"
_GUARD = "LOOPWRIGHT_CUDA_H"
_MANY = 4  # files for which the compiler keeps the header: that takes as long as to read it for three


def places_in(folder: Path, paths: Sequence[Path], roots: Sequence[Path]) -> list[Path]:
    """Where each of several files goes: into ``folder`` as it lies below what they and the folders that were named (``roots``) have
    in common. Of two that would be one the second is numbered."""
    above = Path(os.path.commonpath([*(path.parent for path in paths), *roots]))
    found: list[Path] = []
    taken: Counter[Path] = Counter()
    for path in paths:
        place = folder / path.parent.relative_to(above) / f"{path.stem}.cpp"
        taken[place] += 1
        found.append(place if taken[place] == 1 else place.with_name(f"{path.stem}_{taken[place]}.cpp"))
    return found


def is_ours(path: Path) -> bool:
    """Whether a translation lies at ``path``, which another may replace."""
    try:
        text = read_file(path)
    except OSError:
        return False
    return REMARK.encode() in text or f'{HEADER}"'.encode() in text or _GUARD.encode() in text


@dataclass(frozen=True)
class Together:
    """The texts of a program's files, and that of the header that they include; ``None`` where nothing is shared."""

    texts: tuple[str, ...]
    header: str | None = None


def together(
    results: Sequence[Translated], paths: Sequence[Path], places: Sequence[Path], folder: Path, flags: Sequence[str]
) -> Together:
    """Translations of the files at ``paths`` that are to lie at ``places`` in ``folder``. A file that the compiler takes alone and
    refuses with the header keeps definitions of its own."""
    asked = [_with_headers(result, path, flags) for result, path in zip(results, paths, strict=True)]
    support, rests = common_support(asked)
    if len(results) < 2 or not support.parts:
        return Together(tuple(result.text for result in results))
    header = f"#ifndef {_GUARD}\n#define {_GUARD}\n\n{support.text}\n#endif\n"
    behind = [_Rest(result, path, rest) for result, path, rest in zip(results, paths, rests, strict=True)]
    taken = _taken(behind, header, flags)
    texts = (
        _including(result, Path(os.path.relpath(folder / HEADER, place.parent)), rest) if own else result.text
        for result, place, rest, own in zip(results, places, rests, taken, strict=True)
    )
    return Together(tuple(texts), header)


@dataclass(frozen=True)
class _Rest:
    """A translation of the file at ``path``, with the definitions that only it asks for."""

    result: Translated
    path: Path
    rest: Support


def _taken(files: Sequence[_Rest], header: str, flags: Sequence[str]) -> list[bool]:
    """Whether a compiler takes each file with the header, of those that it takes alone. What the files share they share for the compiler
    too: it reads the header, and what that includes, once."""
    with scratch("cpp") as folder:
        place = folder / HEADER
        place.write_text(header, "utf-8")
        asked = [f for f in files if f.result.compiler is not None and not f.result.errors]
        if len(asked) >= _MANY:
            _asker(asked[0], flags).precompile(place)
        refused = {
            id(f) for f in asked if _asker(f, flags).errors_in(_including(f.result, Path(HEADER), f.rest), place)
        }
    return [id(f) not in refused for f in files]


def _asker(file: _Rest, flags: Sequence[str]) -> Asker:
    assert file.result.compiler is not None
    return Asker(file.path, file.result.compiler, flags)


def _including(result: Translated, header: Path, rest: Support) -> str:
    """A translation with an include in the place of the definitions."""
    behind = f"\n{rest.text}" if rest.parts else ""
    return f'#include "{header.as_posix()}"\n{behind}{result.translation.own}'


def _with_headers(result: Translated, path: Path, flags: Sequence[str]) -> Asked:
    """What a translation asks for, with the project's headers that it includes."""
    folders = [Path(flag[2:]) for flag in all_flags(flags, path) if flag.startswith("-I")]
    headers = headers_of(result.translation.source, path, folders)
    return replace(result.translation.asked, beside="\n".join(header.source.text for header in headers))
