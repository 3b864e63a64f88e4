"""The definitions that a translation needs of what CUDA brings with itself: only those it uses, as text of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import pairwise, takewhile
from typing import NamedTuple

from loopwright.lazily import cached_property
from loopwright.source.lexemes import arguments_at, lexemes_within, words_of_code
from loopwright.source.text import names_in

_ORDER = (
    "versions",
    "packs",
    "dim3",
    "dimensions",
    "rows",
    "vectors",
    "half",
    "minmax",
    "helper_math",
    "mathematics",
    "conversions",
    "half_more",
    "fp8",
    "intrinsics",
    "wmma",
    "bits",
    "shifts",
    "ptx",
    "atomics",
    "fences",
    "warps",
    "groups",
    "together",
    "clocks",
    "pipeline",
    "complex",
    "kernel_limits",
    "runtime",
    "limits",
    "children",
    "textures",
    "libcu",
    "libcu_numbers",
    "libcu_later",
    "launches",
    "graphs",
    "driver",
    "helpers",
    "timers",
    "images",
    "cutil",
    "arguments",
    "nvtx",
    "curand",
    "cublas",
    "cufft",
    "cub",
    "thrust",
    "placeholders",
    "torch",
    "vector_math",
)
ALWAYS = ("algorithm", "cfloat", "climits", "cmath", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring")
# What CUDA's headers bring with them, and programs use without another word.
_BROUGHT = {
    "std::atomic": "atomic",
    "std::chrono": "chrono",
    "std::map": "map",
    "std::mutex": "mutex",
    "std::lock_guard": "mutex",
    "std::unique_lock": "mutex",
    "std::vector": "vector",
    "std::string": "string",
    "std::cout": "iostream",
    "std::cerr": "iostream",
    "std::endl": "iostream",
    "std::aligned_storage_t": "type_traits",
    "std::remove_reference_t": "type_traits",
    "timespec": "ctime",
    "clock_gettime(": "ctime",
    "assert(": "cassert",
    "ifstream": "fstream",
    "ofstream": "fstream",
    "gettimeofday(": "sys/time.h",
    "timeval": "sys/time.h",
}
_FIELDS = frozenset(("names", "prefix", "only", "needs", "replaces", "includes", "pruned", "yields", "instead"))
REMARK = "// What CUDA brings with itself"
_TYPES = frozenset(
    ("half", "half2", "texture", "surface")
)  # names that a program may give what it defines: CUDA has them with a header, or had them
_COMMON = frozenset(
    ("enum", "typedef", "struct", "int", "unsigned", "void", "long", "namespace", "static", "const", "using")
)


_OF_ALL = frozenset(
    ("omp", "std", "union")
)  # words of definitions that are told by all their words, which are nobody's names


@dataclass(frozen=True)
class Piece:
    """Definitions that belong together."""

    name: str
    names: frozenset[str]
    prefix: str
    only: str  # a text without which it is of no use
    needs: tuple[str, ...]
    replaces: tuple[str, ...]  # pieces whose definitions of the same names it has others for
    includes: tuple[str, ...]
    text: str
    chunks: tuple[Chunk, ...] = ()
    yields: bool = False  # a file that defines one of its functions itself has its own
    instead: tuple[str, ...] = ()  # headers that it stands for where a program does not bring them

    def is_brought(self, text: str, defined: frozenset[str]) -> bool:
        """Whether ``text`` includes a header that it stands for, or ``defined`` says that the file has its own."""
        return bool(self.instead) and (bool(self.names & defined) or any(header in text for header in self.instead))

    def is_asked_for(self, words: set[str]) -> bool:
        """Whether ``words`` mention what it defines."""
        start = len(self.prefix)
        own = self.prefix and any(w.startswith(self.prefix) and w[start : start + 1].isupper() for w in words)
        return bool(self.names & words or own)


@dataclass(frozen=True)
class Chunk:
    """One definition of a piece of which only what is used is taken. ``names`` are what it defines, none where it is always
    wanted; ``words`` what it mentions."""

    names: frozenset[str]
    words: frozenset[str]
    text: str


@cache
def pieces() -> dict[str, Piece]:
    """All of them, in the order in which they may stand."""
    return {name: _read(name) for name in _ORDER}


def _read(name: str) -> Piece:
    text = resources.files("loopwright.cuda").joinpath("support").joinpath(f"{name}.h").read_text("utf-8")
    fields: dict[str, tuple[str, ...]] = {}
    lines = text.splitlines(keepends=True)
    while lines and (said := _field(lines[0])) is not None:
        fields[said[0]] = tuple(said[1].split())
        lines.pop(0)
    prefix = fields.get("prefix", ("",))[0]
    text = "".join(lines)
    chunks = tuple(_chunks(text)) if "pruned" in fields else ()
    return Piece(
        name,
        frozenset(fields.get("names", ())) or frozenset(word for chunk in chunks for word in chunk.names),
        prefix,
        " ".join(fields.get("only", ())),
        fields.get("needs", ()),
        fields.get("replaces", ()),
        fields.get("includes", ()),
        text,
        chunks,
        "yields" in fields,
        fields.get("instead", ()),
    )


def _field(line: str) -> tuple[str, str] | None:
    """A line at the head of a piece that says something of it."""
    name, colon, rest = line.removeprefix("// ").partition(": ")
    return (name, rest) if line.startswith("// ") and colon and name in _FIELDS else None


def _chunks(text: str) -> Iterator[Chunk]:
    """The definitions of a piece: each begins in the first column, behind the remarks about it."""
    starts, at, within = [], 0, False
    lines = text.splitlines(keepends=True)
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        closes = within and line.rstrip() == "}" and (not following or following.startswith("namespace"))
        within = (within and not closes) or (line.startswith("namespace") and line.rstrip().endswith("{"))
        if line.startswith(("//", "#define")) or closes or line[0] not in " \t\n}#/":
            starts.append(at)
        at += len(line)
    parts = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    remark = ""
    for part in parts:
        if part.startswith("//"):
            remark += part
            continue
        yield Chunk(_defined(part), frozenset(names_in(part)), remark + part)
        remark = ""


def _defined(chunk: str) -> frozenset[str]:
    said = _head(chunk)
    if said[:2] == ["#", "define"]:
        return frozenset((said[2],))
    opens = said[0] == "namespace" and chunk.partition("\n")[0].endswith("{")
    if opens or said[0] in ("}", "#") or said[:3] == ["using", "std", "::"]:
        return frozenset()
    if said[0].replace("_", "").isupper() and said[1] == "(" and said[3] in (",", ")"):
        return frozenset((said[2],))
    if said[0] == "template" and (listed := arguments_at(chunk, len("template"), "<")) is not None:
        said = _head(chunk, listed[1])
    found = _function(said) or _pointer(said) or (said[1] if said[0] in ("struct", "using") and said[1] != "::" else "")
    # else an enum, a typedef, a namespace of a few names
    return frozenset((found,)) if found else frozenset(names_in(chunk)) - _COMMON


def _head(chunk: str, at: int = 0) -> list[str]:
    """What stands before the first brace or semicolon."""
    parts = (each.text for each in lexemes_within(chunk, at) if each.kind != "remark")
    return [*takewhile(lambda text: text not in ("{", ";"), parts), "", "", "", ""]


def _function(said: list[str]) -> str:
    """The function that an inline definition is of."""
    words = [word for word in said if word not in ("[", "]", "noreturn", "static")]
    if words[0] != "inline":
        return ""
    return next((name for name, sign in pairwise(words) if sign == "(" and name.isidentifier()), "")


def _pointer(said: list[str]) -> str:
    """The type of pointers to functions that a ``typedef`` names."""
    at = said.index("*") if said[0] == "typedef" and "*" in said else 0
    return said[at + 1] if at and said[at - 1] == "(" and said[at + 2] == ")" else ""


def _pruned(chunks: Sequence[Chunk], words: Set[str]) -> list[Chunk]:
    """The definitions that ``words`` need, and those that they need."""
    kept = {i for i, chunk in enumerate(chunks) if not chunk.names}
    wanted, grown = set(words), True
    while grown:
        grown = False
        for i, chunk in enumerate(chunks):
            if i not in kept and chunk.names & wanted:
                kept.add(i)
                wanted |= chunk.words
                grown = True
    return [chunk for i, chunk in enumerate(chunks) if i in kept]


def definitions_of(text: str) -> tuple[Chunk, ...]:
    """The definitions of a text that is written as pieces are."""
    return tuple(_chunks(text))


def with_others(piece: Piece, text: str) -> str:
    """A piece of which only what is used is taken, whole, with the definitions of ``text`` in the place of those of the same names.
    What defines names of its own stands before the first that has taken another's place."""
    others = list(_chunks(text))
    instead = {name for other in others for name in other.names}
    given: list[str] = []
    waiting = list(others)
    for chunk in piece.chunks:
        if not chunk.names & instead:
            given.append(chunk.text)
            continue
        last = max((i for i, other in enumerate(waiting) if other.names & chunk.names), default=-1)
        given += [other.text for other in waiting[: last + 1]]
        del waiting[: last + 1]
    return "".join([*given, *(other.text for other in waiting)])


def without_those_of(text: str, other: str) -> str:
    """Definitions without those that ``other`` has too."""
    others = {name for chunk in _chunks(other) for name in chunk.names}
    return "".join(chunk.text for chunk in _chunks(text) if not chunk.names or chunk.names - others)


def _with_replacements(found: Sequence[Piece]) -> list[Piece]:
    """The pieces without definitions that a later one has another of."""
    instead = {
        name: frozenset(
            word for other in found if name in other.replaces for chunk in other.chunks for word in chunk.names
        )
        for name in (piece.name for piece in found)
    }
    return [
        replace(p, chunks=tuple(c for c in p.chunks if not c.names or c.names - instead[p.name])) if p.chunks else p
        for p in found
    ]


def _yielding(piece: Piece, defined: frozenset[str]) -> str:
    """The text of a piece without the functions that the file has of its own."""
    if not piece.yields or not defined & set(names_in(piece.text)):
        return piece.text
    return "".join(chunk.text for chunk in _chunks(piece.text) if not chunk.names & defined)


def _without_standard_ones(text: str) -> str:
    """``text`` without ``std::min`` and ``std::max``, which are not CUDA's. A header of the program is not read here: it may say them
    without ``std::``."""
    if '#include "' in text:
        return text
    return text.replace("std::min", "std::").replace("std::max", "std::")


def _with_needs(asked: Sequence[str], words: set[str]) -> set[str]:
    """Pieces with those that they need. Of a pruned one what is taken decides, and that depends on what the others mention: the whole ones,
    and what is taken of pruned ones behind it."""
    chosen = set(asked)
    while True:
        whole = [pieces()[name] for name in chosen if not pieces()[name].chunks]
        mentioned = words.union(*(_words_of(piece.name) for piece in whole))
        more = {other for piece in whole for other in piece.needs}
        for piece in (pieces()[name] for name in reversed(_ORDER) if name in chosen and pieces()[name].chunks):
            own = set(names_in("".join(chunk.text for chunk in _pruned(piece.chunks, mentioned))))
            mentioned |= own
            more |= {other for other in piece.needs if pieces()[other].is_asked_for(own)}
        if more <= chosen:
            return chosen
        chosen |= more


@cache
def _words_of(name: str) -> frozenset[str]:
    return frozenset(names_in(pieces()[name].text))


@dataclass(frozen=True)
class Asked:
    """What one translation asks for: ``text`` is its own, ``includes`` it needs in any case, ``defined`` are functions and classes
    that it defines, ``beside`` the text of headers that it includes."""

    text: str
    includes: frozenset[str] = frozenset()
    defined: frozenset[str] = frozenset()
    beside: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """What it mentions."""
        return frozenset(words_of_code(_without_standard_ones(self.text))) - (self.defined & _TYPES)

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The pieces that its words ask for."""
        words = set(self.words)
        asked = (p for p in pieces().values() if p.is_asked_for(words) and p.only in self.text)
        return tuple(p.name for p in asked if not p.is_brought(self.text, self.defined))


class Part(NamedTuple):
    """A piece as far as it is used. ``names`` are what it defines, as far as that is known by name."""

    piece: str
    text: str
    names: frozenset[str]


@dataclass(frozen=True)
class Support:
    """Headers of the system and definitions, in the order in which they may stand."""

    headers: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """As it stands before what uses it."""
        lines = "".join(f"#include <{header}>\n" for header in self.headers)
        remark = (f"{REMARK}, as far as it is used here.\n",) if self.parts else ()
        return "\n".join((*((lines,) if lines else ()), *remark, *(part.text for part in self.parts)))


def support_of(asked: Sequence[Asked]) -> Support:
    """What translations ask for, together."""
    words = set[str]().union(*(one.words for one in asked))
    defined = frozenset.intersection(*(one.defined for one in asked))
    chosen = _with_needs([name for one in asked for name in one.wanted], words)
    found = _with_replacements([pieces()[name] for name in _ORDER if name in chosen])
    own = frozenset[str]().union(*(one.includes for one in asked))
    headers = sorted({*ALWAYS, *own, *(h for piece in found for h in piece.includes)})
    parts: dict[str, Part] = {}
    words = words.union(*(names_in(piece.text) for piece in found if not piece.chunks))
    for piece in reversed(found):  # what a later one needs may stand in an earlier one
        if piece.chunks:
            kept = _pruned(piece.chunks, words)
            names = frozenset(name for chunk in kept for name in chunk.names)
            parts[piece.name] = Part(piece.name, "".join(chunk.text for chunk in kept), names)
            words |= set(names_in(parts[piece.name].text))
        else:
            parts[piece.name] = Part(
                piece.name, _yielding(piece, defined), piece.names - defined if piece.yields else piece.names
            )
    texts = [*(one.text for one in asked), *(part.text for part in parts.values())]
    brought = [h for name, h in _BROUGHT.items() if any(name in text for text in texts)]
    return Support(tuple(dict.fromkeys((*headers, "math.h", *brought))), tuple(parts[p.name] for p in found))


def support_for(text: str, includes: frozenset[str] = frozenset(), defined: frozenset[str] = frozenset()) -> str:
    """Includes and definitions for a translation whose own text is ``text``. ``defined``: functions that it defines."""
    return support_of([Asked(text, includes, defined)]).text


def common_support(asked: Sequence[Asked]) -> tuple[Support, list[Support]]:
    """What translations ask for as a header for all of them, and what each needs behind it. A piece is part of the header if no
    file mentions a name of it that the file's own support leaves to others: then it changes nothing there."""
    together, alone = support_of(asked), [support_of([one]) for one in asked]
    apart: set[str] = set()
    for one, own in zip(asked, alone, strict=True):
        known = frozenset(name for part in own.parts for name in part.names)
        mentioned = one.words | frozenset(names_in(one.beside))
        apart |= {part.piece for part in together.parts if (part.names - known - _OF_ALL) & mentioned}
    while more := {p.piece for p in together.parts if p.piece not in apart and _goes_with(p.piece, apart)}:
        apart |= more
    shared = tuple(part for part in together.parts if part.piece not in apart)
    rest = [Support((), tuple(part for part in own.parts if part.piece in apart)) for own in alone]
    return replace(together, parts=shared), rest


def _goes_with(name: str, others: Set[str]) -> bool:
    """Whether a piece cannot stand before ``others``: it needs one, or one has other definitions for its own."""
    return not others.isdisjoint(pieces()[name].needs) or any(name in pieces()[other].replaces for other in others)
