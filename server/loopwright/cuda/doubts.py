"""What is wrong with a kernel itself, as its text and its launches tell it: it is worked out where somebody asks for a report."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.cuda.analyse.lanes import MOST
from loopwright.cuda.analyse.races import races_of
from loopwright.cuda.lower.surroundings import variables_of_device
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang.constants import constant_of_text


def certain_races(translation: FileTranslation, kernel: KernelTranslation) -> Iterator[tuple[int, str]]:
    """Where threads of a kernel race for certain, and a sentence that names two of them."""
    source, scopes = translation.source, translation.scopes

    def value(text: str, at: int) -> int | None:
        found = constant_of_text(scopes, text, at)
        return int(found.value) if found is not None and found.is_integer and abs(found.value) <= MOST else None

    def line(at: int) -> str:
        return translation.view.place(source.lines.line_of(at) + 1)

    memory = variables_of_device(source.root)
    return races_of(kernel.function, translation.code, translation.launches, value, memory, line)
