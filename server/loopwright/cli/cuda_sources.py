"""The CUDA files of a program: those that are named, and those that lie in folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.check.files import COMPILED, files_under
from loopwright.translate.includes import needs_translation


@dataclass(frozen=True)
class Found:
    """The files that were named or lie in folders that were: those that are CUDA, and other sources, which stay as they are."""

    cuda: tuple[str, ...]
    plain: tuple[str, ...] = ()


def files_of(names: Sequence[str], folders: Sequence[Path]) -> Found:
    """What ``names`` say: a file is taken whatever it is, of a folder the sources of CUDA. ``folders``: where headers are looked for."""
    cuda: list[str] = []
    plain: list[str] = []
    for name in names:
        if name == "-" or not os.path.isdir(name):
            cuda.append(name)
            continue
        for file in files_under([name]):
            if file.suffix.lower() == ".cu" or (file.suffix in COMPILED and needs_translation(file.resolve(), folders)):
                cuda.append(str(file))
            elif file.suffix in COMPILED:
                plain.append(str(file))
    return Found(tuple(dict.fromkeys(cuda)), tuple(plain))
