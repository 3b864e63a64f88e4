"""The files of a program as they are written: where each goes, and the definitions of ours that they share as one header."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cuda.print.support import REMARK, Asked, Support, common_support
from loopwright.cuda.translation import FileTranslation
from loopwright.lazily import cached_property
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


@dataclass(frozen=True)
class Answers:
    """What a compiler said of a program's files as they are to be written: by the header that they share and a file's own text, whether
    it takes them. ``taken``: of each file as it was asked about."""

    known: Mapping[tuple[str, str], bool]
    taken: tuple[bool, ...]


def asked_together(
    translations: Sequence[FileTranslation], paths: Sequence[Path], compiler: str, flags: Sequence[str]
) -> Answers:
    """Ask about the files of a program, each behind the header that they share, which the compiler then reads once. One that it takes
    so need not be asked about alone."""
    header, files = _apart(translations, paths, flags)
    if not header:
        return Answers({}, (False,) * len(translations))
    known = _answers(header, files, compiler, flags, {})
    return Answers(known, tuple(known[header, file.text] for file in files))


def together(
    results: Sequence[Translated],
    paths: Sequence[Path],
    places: Sequence[Path],
    folder: Path,
    flags: Sequence[str],
    answers: Answers | None = None,
) -> Together:
    """Translations of the files at ``paths`` that are to lie at ``places`` in ``folder``. A file that the compiler takes alone and
    refuses with the header keeps definitions of its own. ``answers``: what it said already."""
    header, files = _apart([result.translation for result in results], paths, flags)
    if not header:
        return Together(tuple(result.text for result in results))
    known = dict(answers.known) if answers is not None else {}
    asked = [f for f, r in zip(files, results, strict=True) if r.compiler is not None and not r.errors]
    compiler = next((result.compiler for result in results if result.compiler is not None), None)
    if compiler is not None:
        known.update(_answers(header, asked, compiler, flags, known))
    refused = {id(f) for f in asked if not known[header, f.text]}
    texts = (
        result.text if id(file) in refused else file.behind(Path(os.path.relpath(folder / HEADER, place.parent)))
        for result, file, place in zip(results, files, places, strict=True)
    )
    return Together(tuple(texts), header)


@dataclass(frozen=True)
class _Apart:
    """A translation of the file at ``path``, with the definitions that only it asks for."""

    translation: FileTranslation
    path: Path
    rest: Support

    @cached_property
    def text(self) -> str:
        """As the compiler is asked about it."""
        return self.behind(Path(HEADER))

    def behind(self, header: Path) -> str:
        """With an include in the place of the definitions that it shares."""
        own = f"\n{self.rest.text}" if self.rest.parts else ""
        return f'#include "{header.as_posix()}"\n{own}{self.translation.own}'


def _apart(
    translations: Sequence[FileTranslation], paths: Sequence[Path], flags: Sequence[str]
) -> tuple[str, list[_Apart]]:
    """The header that the files of a program share, empty where they share nothing, and each of them without it."""
    if len(translations) < 2:
        return "", []
    asked = [_with_headers(each, path, flags) for each, path in zip(translations, paths, strict=True)]
    support, rests = common_support(asked)
    if not support.parts:
        return "", []
    header = f"#ifndef {_GUARD}\n#define {_GUARD}\n\n{support.text}\n#endif\n"
    return header, [_Apart(*each) for each in zip(translations, paths, rests, strict=True)]


def _answers(
    header: str,
    files: Sequence[_Apart],
    compiler: str,
    flags: Sequence[str],
    known: Mapping[tuple[str, str], bool],
) -> dict[tuple[str, str], bool]:
    """Whether a compiler takes each file with the header, of those of which it is not known. What the files share they share for the
    compiler too: it reads the header, and what that includes, once."""
    asked = [file for file in files if (header, file.text) not in known]
    with scratch("cpp") as folder:
        place = folder / HEADER
        place.write_text(header, "utf-8")
        if len(asked) >= _MANY:
            Asker(asked[0].path, compiler, flags).precompile(place)
        return {(header, f.text): not Asker(f.path, compiler, flags).errors_in(f.text, place) for f in asked}


def _with_headers(translation: FileTranslation, path: Path, flags: Sequence[str]) -> Asked:
    """What a translation asks for, with the project's headers that it includes."""
    folders = [Path(flag[2:]) for flag in all_flags(flags, path) if flag.startswith("-I")]
    headers = headers_of(translation.source, path, folders)
    return replace(translation.asked, beside="\n".join(header.source.text for header in headers))
