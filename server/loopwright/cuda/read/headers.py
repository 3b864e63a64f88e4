"""Headers that a translation has no need of: CUDA's own, and those of its samples where the program does not bring them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from loopwright.cuda.spec import headers
from loopwright.source.includes import includes_in

_LIBCU = "cuda/"  # libcu++: `cuda/atomic`; with an ending it is a folder of the project


def is_cuda_header(text: str) -> bool:
    """Whether an ``#include`` line brings one of CUDA's own headers."""
    name, own = _included(text), headers()
    if is_sample_header(text):
        return False
    plain = name.endswith((".h", ".hpp"))
    of_folder = name.startswith(own.folders) and not (name.startswith(_LIBCU) and "." in name)
    return name in own.names or (plain and name.startswith(own.beginnings)) or of_folder


def is_sample_header(text: str) -> bool:
    """Whether an ``#include`` line brings a header of CUDA's samples that is ours where the program does not have it."""
    return _file_name(text) in headers().samples


def is_replaced(text: str, brings: Callable[[str], bool]) -> bool:
    """Whether an ``#include`` line goes: ``brings`` tells whether the program has the header of one."""
    return is_cuda_header(text) or (is_sample_header(text) and not brings(text))


def marks(includes: Iterable[str], brings: Callable[[str], bool]) -> frozenset[str]:
    """What says which headers are ours where the names that they define are too common to tell it."""
    gone = (_file_name(text) for text in includes if is_replaced(text, brings))
    return frozenset(mark for name in gone if (mark := headers().marks.get(name)) is not None)


def _file_name(text: str) -> str:
    return _included(text).rpartition("/")[2]


def _included(text: str) -> str:
    return next((include.name for include in includes_in(text.encode("utf-8", errors="replace"))), "")
