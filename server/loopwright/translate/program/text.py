"""A file of a program as a reference runs it: device memory of its own, launches thread by thread under the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from loopwright.cuda.print.support import pieces, with_others, without_those_of
from loopwright.cuda.read.block_memory import managed_variables
from loopwright.cuda.translation import CAPTURES, FileTranslation
from loopwright.source.text import names_in, words_in
from loopwright.translate.oracle import before_the_file, definition, header, in_space, words_of_file
from loopwright.translate.original import original_text

# What a file is compiled with, and what is compiled once for all programs.
REFERENCE_HEADERS = ("oracle.h", "device.h")
LAUNCHER_HEADERS = ("scheduler.h", "hooks.h", "memory.h", "launcher.h", "record.h")
_OTHERS = ("kernel_limits", "runtime", "launches", "graphs", "cub")  # pieces that are others in a reference
# Pieces that no kernel is judged with by itself, and those that stand for a header where the program does not bring it.
_ALSO = ("limits", "launches", "graphs", "driver", "cub", "cublas", "cufft")
_NOT_BROUGHT = ("timers", "images", "arguments")
# Who uses a library that reaches memory by itself names one of these.
_LIBRARIES = frozenset(
    ("thrust", "curandCreateGenerator", "cublasCreate", "cublasCreate_v2", "cufftHandle", "cuInit", "torch")
)
# `getchar` alone waits for a key at the end of many a program.
_TYPED = frozenset(("scanf", "gets", "stdin", "cin"))
_OF_GRAPHS = frozenset(("lw_work",))  # what graphs take of launches
_OF_GRID = frozenset(("this_grid", "grid_group"))
_OWN = frozenset(
    (
        "device.h",
        "launcher.h",
        "memory.h",
        "told_memory.h",
        "told.h",
        "record.h",
        "record.c",
        *(f"{name}.h" for name in _OTHERS),
    )
)


def program_header(name: str) -> str:
    """The text of one of the headers that a reference is made of."""
    if name not in _OWN:
        return header(name)
    return resources.files("loopwright.translate.program").joinpath(name).read_text("utf-8")


def reference_text(translation: FileTranslation, space: str, macros: Sequence[str] = ()) -> str:
    """C++ of one file of a reference, where all that is ours is in ``space``; ``macros`` of the build are defined where its own text
    begins."""
    text = original_text(translation, space, as_program=True)
    words = words_of_file(translation) | set(names_in(text))
    if translation.captures:
        words.add(CAPTURES)
    words |= pieces()["complex"].names if (pieces()["cublas"].names | pieces()["cufft"].names) & words else set()
    graphs = bool(pieces()["graphs"].names & words)
    words |= _OF_GRAPHS if graphs else set()
    words |= pieces()["limits"].names if pieces()["launches"].names & words else set()
    words |= {"kernel_limits"} if "lw_brought_to" in words else set()
    ours = [name for name in _NOT_BROUGHT if not pieces()[name].is_brought(translation.own, frozenset())]
    return "\n".join(
        [
            *(["#define LW_TOGETHER"] if words & _OF_GRID else []),
            '#include "device.h"',
            "#include <tuple>",
            *before_the_file(words, ['#include "oracle.h"'], _instead(graphs, space), [*_ALSO, *ours]),
            *map(definition, macros),
            f'#line 1 "{translation.source.name}"',
            f'extern "C" {{\n{text}\n}}' if translation.source.name.endswith(".c") else text,
            shared_variables(translation, space),
        ]
    )


def shared_variables(translation: FileTranslation, space: str) -> str:
    """C++ behind a file, in which all that is ours is in ``space``: which variables host and device share."""
    known = "static const bool lw_shared_{} = ({}::known(&({}), sizeof({}), {}::managed, {}::element_of<decltype({})>()), true);\n"
    return "".join(
        known.format(number, space, name, name, space, space, name)
        for number, name in enumerate(managed_variables(translation.source.root))
    )


def uses_libraries(translation: FileTranslation) -> bool:
    """Whether a file uses a library that may reach memory which host and device share: it has waited then, the host has not."""
    return not _LIBRARIES.isdisjoint(word.decode("utf-8", "replace") for word in words_in(translation.source.data))


def reads_input(translation: FileTranslation) -> bool:
    """Whether a file reads what somebody types."""
    return not _TYPED.isdisjoint(word.decode("utf-8", "replace") for word in words_in(translation.source.data))


def _instead(graphs: bool, space: str) -> dict[str, str]:
    """The text of the pieces that are others in a reference; with ``graphs`` these have some definitions of earlier ones."""
    texts = {name: with_others(pieces()[name], program_header(f"{name}.h")) for name in _OTHERS}
    for name in pieces()["graphs"].replaces if graphs else ():
        texts[name] = without_those_of(texts.get(name, pieces()[name].text), texts["graphs"])
    return {name: text.replace("lw::", f"{space}::") for name, text in texts.items()}


def uses_graphs(translation: FileTranslation) -> bool:
    """Whether what a file asks a device for may be done in another order of nodes."""
    return not pieces()["graphs"].names.isdisjoint(names_in(translation.source.text))


def launcher_text() -> str:
    """C++ of what runs the threads and keeps the memory: the same for all programs."""
    return "\n".join(before_the_file(frozenset(), ['#include "launcher.h"']))


def reference_headers(space: str) -> dict[str, str]:
    """The headers that a file of a reference includes."""
    return {name: in_space(program_header(name), space) for name in REFERENCE_HEADERS}
