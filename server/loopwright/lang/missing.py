"""Headers that a file includes and nobody has found: what else they declare is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from loopwright.lang.library import library
from loopwright.source.includes import Include, includes_in
from loopwright.source.kept import kept
from loopwright.source.outline import Outline

_OF_SYSTEMS = ("sys/", "arpa/", "net/", "netinet/", "linux/", "bits/", "asm/")


def missing(outlines: Iterable[Outline]) -> Iterator[Include]:
    """The include lines of files for which none of these files has the name, but for those of libraries."""
    files = tuple(outlines)
    known = {outline.source.name.split("/")[-1] for outline in files}
    for outline in files:
        for include in includes_in(outline.source.data):
            if include.name.split("/")[-1] not in known and include.name not in library().headers:
                yield include


@kept
def misses_headers(outline: Outline) -> bool:
    """Whether a file, or a header of it, includes one that is not found and that is none of the language or of a system."""
    return any(
        include.quoted or not include.name or not _is_of_system(include.name)
        for include in missing((outline, *outline.headers))
    )


@kept
def lacks_bool(outline: Outline) -> bool:
    """Whether `bool`, which the file says, may be any type: C has no such word before C23, and a header that is not found may say what it is."""
    files = (outline, *outline.headers)
    if all(b"bool" not in file.source.data for file in files):
        return False
    is_told = outline.source.language != "c" or any(
        word in file.source.data for file in files for word in (b"stdbool", b" bool;", b"define bool")
    )
    return not is_told and misses_headers(outline)


def _is_of_system(name: str) -> bool:
    return ("." not in name and "/" not in name) or name.startswith(_OF_SYSTEMS)
