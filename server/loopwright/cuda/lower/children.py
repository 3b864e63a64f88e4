"""Kernels that launch kernels. CUDA lets such a child run at any time from its launch on until the grid around it ends, and those of one
block in their order; here all run at the end of that grid, where everything that it stores is there, or where a thread calls
`cudaDeviceSynchronize`. What a launch is given is worked out where it stands (``support/children.h``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from loopwright.cuda.ir.code import Code, form, joined, spelled
from loopwright.cuda.ir.functions import Function
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.ir.statements import plain
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import waits_for_grid
from loopwright.cuda.read.names import Names
from loopwright.source.lexemes import words_of_code

WAIT = "cudaDeviceSynchronize"
_TAIL = "cudaStreamTailLaunch"
# What a thread may ask of the runtime beside its launches; of copies the order among them would count.
_BESIDE = frozenset(
    (WAIT, "cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName", "cudaStreamCreateWithFlags",
     "cudaStreamDestroy")
)  # fmt: skip
_FIRST_BLOCK = "uint3{0u, 0u, 0u}"


@dataclass(frozen=True)
class ChildLaunch:
    """A launch in a kernel, ``at`` a place of the file: the kernel's name, what is launched, the sizes that are said, the stream's name
    (empty for none, ``None`` for one that is worked out), and the arguments. ``is_one``: it names one function that is given all its arguments."""

    name: str
    at: int
    callee: Code
    sizes: Sequence[Code]
    stream: str | None
    arguments: Sequence[Code]
    is_one: bool


def check_children(function: DeviceFunction, code: DeviceCode) -> None:
    """Refuse a kernel whose launches mean more than is known here."""
    launches = function.launches
    if not launches:
        return
    if waits_for_grid(function, code):
        raise Unsupported(
            "a launch in a kernel whose blocks wait for each other is not translated", launches[0].start_byte
        )
    for other in (function, *code.reached(function)):
        for name in sorted(map(_of_runtime, other.calls)):
            if name and (name not in _BESIDE or (name == WAIT and other is not function)):
                raise Unsupported(f"{name} beside a launch in a kernel is not translated", function.node.start_byte)
        for word in sorted(other.words & other.file_macros.keys()):
            if WAIT in words_of_code(other.file_macros[word] or ""):
                raise Unsupported(f"{word} hides a wait for kernels that a kernel launched", function.node.start_byte)


def _of_runtime(name: str) -> str:
    """A function's name, if it is one of CUDA's runtime."""
    return name if name.startswith("cuda") and name[4:5].isupper() else ""


def launched_by_thread(
    launch: ChildLaunch, function: DeviceFunction, structs: Mapping[str, str], code: DeviceCode
) -> Code:
    """A launch in a kernel: the queue of its grid takes the child and what it is given."""
    if function.kind != "kernel":
        raise Unsupported(f"a launch in {function.name}, which is no kernel, is not translated", launch.at)
    if code.kernel(launch.name) is None:
        raise Unsupported(f"a kernel launches {launch.name}, which is no kernel of the file", launch.at)
    if launch.stream is None:
        raise Unsupported("the stream of a launch in a kernel is worked out", launch.at)
    way = ("add" if launch.is_one else "add_any") + ("_last" if launch.stream == _TAIL else "")
    callee = launch.callee if launch.is_one else form("[](auto... p) {{ {}(p...); }}", launch.callee)
    sizes = [*launch.sizes, *map(spelled, ("1", "1", "0")[len(launch.sizes) :])]
    parts = [spelled(structs.get("blockIdx", _FIRST_BLOCK)), callee, *sizes, *launch.arguments]
    return form("{}.{}({})", _queue(function), way, joined(", ", parts))


def waited_for(function: DeviceFunction, structs: Mapping[str, str]) -> Code:
    """A thread waits for what its block has launched."""
    return form("{}.wait({})", _queue(function), structs.get("blockIdx", _FIRST_BLOCK))


def with_queue(function: Function, kernel: DeviceFunction) -> Function:
    """A kernel's function, at whose end its children run."""
    return replace(function, body=(plain(f"lw_children {_queue(kernel)};"), *function.body))


def _queue(function: DeviceFunction) -> str:
    return Names(function.words).fresh("children", "own_children")
