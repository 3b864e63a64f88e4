"""A program's translation, judged beside its reference: without what `translate --verify` says of each kernel, which costs as much again."""

from __future__ import annotations

from pathlib import Path

from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge, ProgramReport


def judge(folder: Path, text: str, *arguments: str) -> ProgramJudge:
    """Who judges translations of a program of one file, run with ``arguments``."""
    file = folder / "k.cu"
    translation = translation_of(parse(text.encode(), str(file), "cuda"), file)
    return ProgramJudge([File(translation, file)], arguments, folder, Toolchain("g++"))


def reported(folder: Path, text: str, *arguments: str) -> ProgramReport:
    """What is known of a program's own translation."""
    with judge(folder, text, *arguments) as judged:
        return judged.report([judged.files[0].translation.text])
