"""What builds say that gives functions other names than the text of the files has: macros of a command line, headers that are
included before everything, options of linkers."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.lang.effective_types import UNTYPED
from loopwright.lang.numbers import fundamental
from loopwright.source.includes import LARGEST_HEADER
from loopwright.source.reading import read_file
from loopwright.source.text import names_in
from loopwright.toolchain.database import folders_above
from loopwright.toolchain.glance import Stamp, stamp_of
from loopwright.toolchain.options import is_macro

_OPTION = re.compile(
    r"(?<![\w-])(?:'[-/]D([^'\n]+)'|\"[-/]D((?:\\.|[^\"\\\n])+)\"|[-/]D[ \t]*((?:\"[^\"\n]*\"|'[^'\n]*'|\\.|[^\s\"'\\])+))"
)
_UNTYPED = (UNTYPED, "no-ansi-alias", "relaxed-aliasing")
UNTYPED_LINE = f'#pragma GCC optimize ("{UNTYPED}")\n'
_FORCED = re.compile(
    r"^[^\n]*\S[^\n]*?[ \t\"',](?:--?include|-imacros|--pre-?include|/FI)[\s\"',=]*([^\s\"',;)]+)", re.M
)
_LINKER = re.compile(r"--?(?:wrap|defsym|redefine-sym|alias|interpose)\b[=, \t]*([^\s\"']*)")
_SAME = re.compile(r"--(?:defsym|alias)\b[=, \t]*(\w+)")
_OF_LINKERS = (".ld", ".lds", ".s", ".asm")  # scripts of linkers, assembly
_SYMBOL = re.compile(r"^[ \t]*\.(?:set|equ|equiv|thumb_set)[ \t]+(\w+)|\b(\w+)[ \t]*=|^(\w+):", re.M)
_WHOLESALE = re.compile(r"--(?:redefine-syms|prefix-symbols|weaken|globalize)|-alias_list\b|-Wl,@")
_GIVEN = re.compile(r"\b[A-Za-z_]\w*(?:\([^)\n]*\))?=([^\s)\"';,]+)")  # `S=shift` in a list of definitions
_LISTED = re.compile(r"CPPDEFINES|define_macros|\bdefines\b")
_WORD_IN_QUOTES = re.compile(r"[\"'](\w+)[\"']")
_TEXTS = ('\\"', '"\\"', "'\"", "'\\\"")  # how a shell is given a string of C
_ASSERTS_NOT = frozenset(("NDEBUG", "DNDEBUG", "b_ndebug"))
_VARIABLE = re.compile(r"\$[({]?(\w+)")
_NUMBER = re.compile(r"[-+(]*\d[\w.+-]*\)*")
_SET = re.compile(r"\b([A-Za-z_]\w*)=[\"']?[-+(]*\d")  # a number in a list of definitions
_CMAKE = "cmakelists.txt"
_NAMES = ("gnumakefile", _CMAKE, "meson.build", "sconstruct", "make.inc", "make.def", "compile_flags.txt", ".clangd")
_NAMED = ("makefile", ".mk", ".cmake")  # beginnings and ends of their names
_ASSIGNS = re.compile(r"[A-Z]+=|.*(?:makefile.*|\.mk|\.am|\.ac|\.sh|\.bash|\.bat|\.cmd|\.ps1|configure)", re.I)


class Renames(NamedTuple):
    """The ``words`` in what builds define, ``macros`` as they are written (`NAME(x)=TEXT`), the ``forced`` headers by the last part of
    their names, and whether they say so ``much`` that any name may be another one's. ``numbers`` are macros that are set to one, or are
    only set. ``untyped`` are builds whose compilers do not tell objects apart by their types."""

    words: frozenset[str] = frozenset()
    macros: tuple[str, ...] = ()
    numbers: frozenset[str] = frozenset()
    forced: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()
    much: bool = False
    untyped: bool = False


def renames_in(builds: Sequence[str]) -> Renames:
    """What all of the build's files say together."""
    each = [_kept(build) for build in builds]
    words = frozenset[str]().union(*(one.words for one in each))
    macros = tuple(dict.fromkeys(macro for one in each for macro in one.macros))
    numbers = frozenset[str]().union(*(one.numbers for one in each))
    forced = frozenset[str]().union(*(one.forced for one in each))
    symbols = frozenset[str]().union(*(one.symbols for one in each))
    much, untyped = any(one.much for one in each), any(one.untyped for one in each)
    return Renames(words, macros, numbers, forced, symbols, much, untyped)


def macros_near(path: Path) -> str:
    """What the builds around a file, up to its checkout, define with a text for a name and include before everything, as lines of C. Not
    every build need do so: a name that has a meaning in the text may keep it."""
    lines: list[str] = []
    for folder in folders_above(path):
        builds = [os.path.join(folder, name) for name in sorted(_listed(str(folder))) if _is_build(name.lower())]
        said = renames_in(builds)
        for macro in said.macros:
            name, _, text = macro.partition("=")
            plain = name.partition("(")[0]
            if not fundamental(text.strip()):
                lines.append(f"#define {plain} {plain}")
            lines.append(f"#define {name} {text}")
        for name in sorted(said.numbers):  # one build says which, another may not
            lines += [f"#define {name} 0", f"#define {name} 1"]
        lines += [f"#pragma redefine_extname {name} {name}" for name in sorted(said.symbols)]
        lines += [f'#include "{folder / name}"' for name in sorted(said.forced) if os.path.isfile(folder / name)]
        lines += [UNTYPED_LINE.rstrip()] if said.untyped else []
    return "".join(f"{line}\n" for line in lines)


def _is_build(name: str) -> bool:
    return name in _NAMES or name.startswith(_NAMED) or name.endswith((*_NAMED, *_OF_LINKERS))


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _kept(build: str) -> Renames:
    try:
        return _of_file(build, stamp_of(build))
    except OSError:
        return Renames(much=True)


@lru_cache(maxsize=1_000)
def _of_file(build: str, stamp: Stamp) -> Renames:
    text = read_file(Path(build), LARGEST_HEADER).decode("utf-8", "replace").replace("\\\n", " ")
    if build.lower().endswith(_OF_LINKERS):
        return Renames(symbols=frozenset(name for found in _SYMBOL.findall(text) for name in found if name))
    words: set[str] = set()
    macros: list[str] = []
    numbers: set[str] = set()
    much = _WHOLESALE.search(text) is not None
    for option in _OPTION.finditer(text):
        name, given, value = (option[1] or option[2] or option[3]).partition("=")
        much = much or "##" in value
        is_number = not given or "$" in value or _NUMBER.fullmatch(value) is not None
        types = _types_of(text, value) if is_macro(f"{name}=1") and name.isidentifier() else []
        macros += [f"{name}={type}" for type in types]
        if not types and is_number and is_macro(f"{name}=1") and name.isidentifier():
            numbers.add(name)
        is_text = value.startswith(_TEXTS) or (option[1] is not None and value.startswith('"'))
        if given and not is_text:
            words |= {*names_in(name), *names_in(value), *_assigned(text, value)}
            if is_macro(f"{name}={value}") and "$" not in value and not _NUMBER.fullmatch(value):
                macros.append(f"{name}={value}")
    for found in _LINKER.finditer(text):
        words |= {*names_in(found[1]), *_assigned(text, found[1])}
    if not _ASSIGNS.fullmatch(os.path.basename(build)):
        words |= {word for found in _GIVEN.finditer(text) for word in names_in(found[1])}
        if _LISTED.search(text):
            words |= set(_WORD_IN_QUOTES.findall(text))
        numbers |= {found[1] for found in _SET.finditer(text)}
    if os.path.basename(build).lower() == _CMAKE or not _ASSERTS_NOT.isdisjoint(names_in(text)):
        numbers.add("NDEBUG")  # of CMake in all builds but those to debug
    forced = frozenset(found[1].split("/")[-1] for found in _FORCED.finditer(text))
    symbols = frozenset(_SAME.findall(text))
    untyped = any(option in text for option in _UNTYPED)
    return Renames(frozenset(words), tuple(macros), frozenset(numbers), forced, symbols, much, untyped)


def _assigned(text: str, value: str) -> set[str]:
    """The words of what the variables of a value are set to in a build."""
    return {word for name in _VARIABLE.findall(value) for line in _given_to(text, name) for word in names_in(line)}


def _given_to(text: str, variable: str) -> list[str]:
    """What stands behind each `NAME =` of a build."""
    return re.findall(rf"^[ \t]*(?:export[ \t]+)?{variable}[ \t]*[:?+]*=([^\n]*)", text, re.M)


def _types_of(text: str, value: str) -> list[str]:
    """The types that a variable may stand for which is all of a value (`-DREAL=$(REAL)` behind `REAL ?= double`); nothing where it may be
    something else. Who runs the build may choose another one, as with a default in a header."""
    variable = _VARIABLE.match(value)
    if variable is None or value.strip("${}()") != variable[1]:
        return []
    given = [line.partition("#")[0].strip() for line in _given_to(text, variable[1])]
    return list(dict.fromkeys(given)) if all(map(fundamental, given)) else []
