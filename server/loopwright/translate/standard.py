"""The standard of C++ that a CUDA file is written in: what its translation and its reference are compiled as."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from loopwright.toolchain.flags import flags_for
from loopwright.toolchain.options import standards

# nvcc's default since CUDA 12, and what our own definitions are written in.
USUAL = "c++17"
FLAG = "-std="
# The spellings of one standard, and what `__cplusplus` is in it, from the usual one on.
_SPELLINGS = {"1z": "17", "2a": "20", "2b": "23", "2c": "26"}
_VERSIONS = {"17": "201703L", "20": "202002L", "23": "202302L", "26": "202400L"}


def known_standards() -> list[str]:
    """The names that a standard can be asked by."""
    return sorted(standards("c++"))


def standard_flag(flags: Iterable[str], path: Path) -> str:
    """``-std=…`` for the file at ``path``: what ``flags`` ask for, else what its build says, else nvcc's default. Files of older standards
    are compiled as the usual one."""
    asked = [flag.removeprefix(FLAG) for flag in flags if flag.startswith(FLAG)]
    built = [option.value for option in flags_for(path).options if option.meaning == "standard"]
    known = [name for name in (*built, *asked) if name in standards("c++")]
    name = known[-1] if known else USUAL
    return f"{FLAG}{name if _number(name) in _VERSIONS else USUAL}"


def version_of(flag: str) -> str:
    """What ``__cplusplus`` is under a flag of :func:`standard_flag`."""
    return _VERSIONS[_number(flag.removeprefix(FLAG))]


def of_standards(flags: Sequence[str]) -> list[str]:
    """Those of ``flags`` that choose a standard."""
    return [flag for flag in flags if flag.startswith(FLAG)]


def _number(name: str) -> str:
    number = name.partition("++")[2]
    return _SPELLINGS.get(number, number)
