"""Functions that the host alone can call: those of runtimes that manage devices, memory and processes, and those of the library that
keep a state there."""

from __future__ import annotations

from loopwright.lang.effects import effect_of

# OpenACC 3.4, section 3.2: `acc_on_device` is for both sides.
_BOTH = "acc_on_device"
_OF_THE_HOST = (
    *("acc_", "MPI_", "cudaMalloc", "cudaFree", "cudaMem"),
    *("cudaStream", "cudaEvent", "cudaDevice", "cudaLaunch"),
)


def is_host_only(name: str) -> bool:
    """Whether a function, unless the program defines it itself, is one that no device has."""
    known = name.startswith(_OF_THE_HOST) and name != _BOTH
    return known or effect_of(name.rpartition("::")[2]).of_host
