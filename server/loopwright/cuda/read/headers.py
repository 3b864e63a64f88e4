"""Headers that a translation has no need of: CUDA's own, and those of its samples where the program does not bring them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from loopwright.cuda.spec import headers
from loopwright.source.includes import includes_in

_LIBCU = "cuda/"  # libcu++: `cuda/atomic`; with an ending it is a folder of the project


def is_cuda_header(text: str, brought: str | None = None) -> bool:
    """Whether an ``#include`` line brings one of CUDA's own headers. ``brought`` is the text of the program's header of that name:
    nvcc finds it before its own, so that it is the program's, unless CUDA's makers wrote it."""
    name, own = _included(text), headers()
    if is_sample_header(text) or (brought is not None and not any(author in brought for author in own.authors)):
        return False
    plain = name.endswith((".h", ".hpp"))
    of_folder = name.startswith(own.folders) and not (name.startswith(_LIBCU) and "." in name)
    of_folder |= bool(_refused(name))
    return name in own.names or (plain and name.startswith(own.beginnings)) or of_folder


def refused_library(text: str, brought: str | None) -> str:
    """The library without a translation that an ``#include`` line brings, empty for none."""
    return _refused(_included(text)) if is_cuda_header(text, brought) else ""


def _refused(name: str) -> str:
    return next((library for folder, library in headers().refused.items() if name.startswith(folder)), "")


def is_sample_header(text: str) -> bool:
    """Whether an ``#include`` line brings a header of CUDA's samples that is ours where the program does not have it."""
    return _file_name(text) in headers().samples


def is_replaced(text: str, brought: str | None) -> bool:
    """Whether an ``#include`` line goes; ``brought`` is the text of the program's header of that name."""
    return is_cuda_header(text, brought) or (is_sample_header(text) and brought is None)


def marks(includes: Iterable[str], brought: Callable[[str], str | None]) -> frozenset[str]:
    """What says which headers are ours where the names that they define are too common to tell it; ``brought`` gives the text of the
    program's header of an include line."""
    gone = (_file_name(text) for text in includes if is_replaced(text, brought(text)))
    return frozenset(mark for name in gone if (mark := headers().marks.get(name)) is not None)


def _file_name(text: str) -> str:
    return _included(text).rpartition("/")[2]


def _included(text: str) -> str:
    return next((include.name for include in includes_in(text.encode("utf-8", errors="replace"))), "")
