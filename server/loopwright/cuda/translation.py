"""What the translation of a CUDA file is: its text, its kernels, and what it was made for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from loopwright.cuda.lower.kernel_limits import KernelLimits
from loopwright.cuda.print.support import Asked
from loopwright.cuda.read.definitions import Included, nothing_included
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.headers import marks
from loopwright.cuda.read.launches import (
    Launch,
    Shape,
    WholeNumbers,
    macros_beside,
    whole_numbers,
)
from loopwright.cuda.read.lost import Lost
from loopwright.cuda.spec.machine import Machine, any_machine
from loopwright.lang.constants import constant_of_text
from loopwright.lang.numbers import Constant, literal
from loopwright.lang.scopes import Scopes
from loopwright.lazily import cached_property
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source


@dataclass(frozen=True)
class View:
    """What nvcc sees beside the file: ``defined``, the macros of the command line, and the headers that stay outside;
    ``origins``: for each line of the text its file and line, nothing where it is one file."""

    defined: Mapping[str, str | None] = field(default_factory=dict)
    included: Included = nothing_included
    origins: Sequence[tuple[Path, int]] = ()

    def brought(self, include: str) -> str | None:
        """The text of the program's header that an ``#include`` line means, ``None`` where it has none."""
        found = self.included(include)
        return found[0] if found is not None else None

    def place(self, line: int) -> str:
        """How a line of the text that was translated, counted from 1, is said."""
        if not self.origins:
            return f"line {line}"
        file, own = self.origins[min(line, len(self.origins)) - 1]
        return f"line {own + 1}" if file == self.origins[0][0] else f"{file.name}:{own + 1}"


class Written(NamedTuple):
    """A kernel or function of the device, the ``number``-th of its name."""

    name: str
    number: int


class Doubt(NamedTuple):
    """What is said against a kernel itself, at an offset of the text: of a ``barrier``, of the ``bounds`` of an array, of a ``launch``."""

    kind: str
    at: int
    text: str


def label_of(name: str, number: int) -> str:
    """What the ``number``-th kernel of a name, from 0, is called where each has a name for itself."""
    return f"{name}#{number + 1}" if number else name


@dataclass(frozen=True)
class KernelTranslation:
    """One kernel, the ``number``-th of its name (overloads, specialisations).
    ``text`` is its C++ function, ``None`` where ``reason`` says why there is none; ``at`` is the byte
    offset that the reason is about. ``direct``: it is written twice
    (:mod:`.lower.direct`); ``takes_block``: its function is told the size of a block, as it is unless all launches agree on one;
    ``limits``: what it may be launched with, where somebody may ask it."""

    name: str
    function: DeviceFunction
    text: str | None
    shape: Shape
    dynamic: bool
    reason: str = ""
    at: int = 0
    doubts: tuple[Doubt, ...] = ()
    direct: bool = False
    takes_block: bool = False
    takes_bytes: bool = False
    number: int = 0
    limits: KernelLimits | None = None

    @property
    def label(self) -> str:
        """Its name, which it has for itself: ``k``, the next of that name ``k#2``."""
        return label_of(self.name, self.number)


@dataclass(frozen=True)
class FileTranslation:
    """``source`` is the file that was read (macros that hide CUDA written out), ``text`` the C++ file. It begins with the
    definitions that it asks for (``asked``)."""

    source: Source
    text: str
    kernels: tuple[KernelTranslation, ...]
    launches: tuple[Launch, ...]
    code: DeviceCode
    broken: frozenset[int] = frozenset()  # syntax nodes of device functions that have no translation
    direct: Mapping[str, str] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()
    lost: tuple[Lost, ...] = ()
    view: View = field(default_factory=lambda: View())
    written: Mapping[Written, str] = field(default_factory=dict)  # each function of the device that is there, as C++
    refused: Mapping[Written, str] = field(default_factory=dict)  # those that were to be left out, and why
    asked: Asked = field(default_factory=lambda: Asked(""))
    begins: int = 0  # where the text behind those definitions does
    machine: Machine = field(default_factory=any_machine)  # what it was made for

    @property
    def own(self) -> str:
        """The C++ file without the definitions that it asks for."""
        return self.text[self.begins :]

    def is_refused(self, kernel: KernelTranslation) -> bool:
        """Whether a kernel, or a function that it calls, was to be left out."""
        if not self.refused:
            return False
        own = (kernel.function, *self.code.reached(kernel.function))
        return any(key in self.refused and function in own for key, function in numbered(self.code).items())

    def kernel(self, name: str, number: int = 0) -> KernelTranslation | None:
        """By name, of several the ``number``-th."""
        return next((k for k in self.kernels if (k.name, k.number) == (name, number)), None)

    def labelled(self, label: str) -> KernelTranslation | None:
        """By its label."""
        return next((k for k in self.kernels if k.label == label), None)

    @property
    def captures(self) -> bool:
        """Whether a stream is captured, here or in another file: what is launched into it happens later."""
        return CAPTURES in self.of_graphs

    @property
    def asks_launches(self) -> bool:
        """Whether a launch that was captured is asked, here or in another file, what it was given, or given something else."""
        return asks_launches(self.of_graphs)

    @property
    def of_graphs(self) -> frozenset[str]:
        return words_of_graphs(self.source.text) | self.shared

    @cached_property
    def scopes(self) -> Scopes:
        """What names mean in the file that was read."""
        return Scopes(Outline(self.source))

    def constant(self, text: str, at: int) -> Constant | None:
        """The value of an expression at a place of the file that was read, where the compiler knows it."""
        return literal(text) or constant_of_text(self.scopes, text, at)

    @cached_property
    def constants(self) -> dict[str, int]:
        """Names of whole numbers that the compiler knows behind a place in the file."""
        return numbers_of(self.source, self.view).places


def numbered(code: DeviceCode) -> dict[Written, DeviceFunction]:
    """All functions of the device: which of its name each is."""
    found: dict[Written, DeviceFunction] = {}
    for function in code.functions:
        number = next(n for n in range(len(code.functions)) if Written(function.name, n) not in found)
        found[Written(function.name, number)] = function
    return found


def numbers_of(source: Source, view: View) -> WholeNumbers:
    """The whole numbers that a file, its command line and its headers name."""
    root = source.root
    return whole_numbers(root, macros_beside(root, view.defined, view.included))


def marks_of(source: Source, view: View) -> frozenset[str]:
    """What says which headers of a file are ours."""
    return marks(map(text_of, source.kinds.of("preproc_include")), view.brought)


CAPTURES = "cudaStreamBeginCapture"
# Calls that tell or change what a launch in a graph was given.
_ASK_LAUNCHES = frozenset(
    f"cudaGraph{name}"
    for name in (
        "KernelNodeGetParams",
        "KernelNodeSetParams",
        "ExecKernelNodeSetParams",
        "NodeGetParams",
        "NodeSetParams",
        "ExecNodeSetParams",
    )
)


def words_of_graphs(text: str) -> frozenset[str]:
    """What a file asks of graphs that its launches, and those of others, depend on."""
    return frozenset(word for word in (CAPTURES, *_ASK_LAUNCHES) if word in text)


def asks_launches(of_graphs: Set[str]) -> bool:
    """Whether what a captured launch was given matters behind it."""
    return CAPTURES in of_graphs and not _ASK_LAUNCHES.isdisjoint(of_graphs)


ASKING = "asks "  # before the names of functions and methods that ask for their thread and that other files call
WAITING = "waits "  # before those of functions in which threads wait, and that another file defines
OWN_CLASS = "class "  # before the names of classes that are other ones in another file
