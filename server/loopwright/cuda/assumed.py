"""What a translation takes for granted that its kernel alone does not say: a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.cuda.translation import KernelTranslation


def assumptions(kernel: KernelTranslation) -> Iterator[str]:
    """The size of its blocks, if it is that of all launches in sight."""
    if kernel.text is not None and kernel.shape.sizes and not kernel.takes_block:
        yield f"assumed: blocks of {' x '.join(kernel.shape.sizes)} threads, as all launches in sight have"
