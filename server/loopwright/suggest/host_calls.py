"""Functions that the host alone can call: those of runtimes that manage devices, memory and processes."""

from __future__ import annotations

from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Loop, Outline

# OpenACC 3.4, section 3.2: `acc_on_device` is for both sides.
_BOTH = "acc_on_device"
_OF_THE_HOST = (
    *("acc_", "MPI_", "cudaMalloc", "cudaFree", "cudaMem"),
    *("cudaStream", "cudaEvent", "cudaDevice", "cudaLaunch"),
)


def host_call(outline: Outline, loop: Loop) -> str:
    """Such a function that ``loop`` calls and that the program does not define itself; empty if there is none."""
    data = outline.source.data[loop.span.start : loop.span.end]
    if not any(word in data for word in (b"acc_", b"MPI_", b"cuda")):
        return ""
    for node in within(outline.source.tree.root_node, loop.span):
        if node.type == "call_expression":
            name = text_of(node.child_by_field_name("function"))
            if name.startswith(_OF_THE_HOST) and name != _BOTH and not outline.definitions(name):
                return name
    return ""
