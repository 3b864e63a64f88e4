"""Functions that the host alone can call: those of runtimes that manage devices, memory and processes."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.device_calls import called_by, called_in

# OpenACC 3.4, section 3.2: `acc_on_device` is for both sides.
_BOTH = "acc_on_device"
_OF_THE_HOST = (
    *("acc_", "MPI_", "cudaMalloc", "cudaFree", "cudaMem"),
    *("cudaStream", "cudaEvent", "cudaDevice", "cudaLaunch"),
)


# What a function in sight has made or given back is the host's: a device that can do as much has memory of its own for it.
_MEMORY = ("malloc", "calloc", "realloc", "free")
_DEEPEST = 3


def host_call(outline: Outline, loop: Loop) -> str:
    """Such a function that ``loop`` calls and that the program does not define itself, or one in sight that calls such a function or
    allocates memory; empty if there is none."""
    data = outline.source.data[loop.span.start : loop.span.end]
    if any(word in data for word in (b"acc_", b"MPI_", b"cuda")):
        for node in within(outline.source.tree.root_node, loop.span):
            if node.type == "call_expression":
                name = text_of(node.child_by_field_name("function"))
                if _is_of_the_host(outline, name):
                    return name
    return _through(outline, called_in(outline, loop), set(), 0)


def _is_of_the_host(outline: Outline, name: str) -> bool:
    return name.startswith(_OF_THE_HOST) and name != _BOTH and not outline.definitions(name)


def _through(outline: Outline, names: Iterable[str], seen: set[str], depth: int) -> str:
    """The first of ``names`` each definition of which calls what is for the host alone, itself or through others."""
    for name in dict.fromkeys(names):
        found = outline.definitions(name) if name not in seen and depth < _DEEPEST else []
        seen.add(name)
        if found and all(_acts_on_the_host(d.outline, called_by(d.node, d.function.body), seen, depth) for d in found):
            return name
    return ""


def _acts_on_the_host(outline: Outline, names: Iterable[str], seen: set[str], depth: int) -> bool:
    called = list(names)
    if any(_is_of_the_host(outline, name) or (name in _MEMORY and not outline.definitions(name)) for name in called):
        return True
    return bool(_through(outline, called, seen, depth + 1))
