"""The ways to write a kernel for a CPU, the plainest first: one that does not fit passes it on."""

from __future__ import annotations

from loopwright.cuda.lower.flat import flatten
from loopwright.cuda.lower.lowering import KernelLowering, Lowered, check
from loopwright.cuda.lower.single import alone


def lower_kernel(lowering: KernelLowering) -> Lowered:
    """The kernel's function. Raises :class:`~loopwright.cuda.ir.plan.Unsupported`."""
    check(lowering.kernel)
    return alone(lowering) or flatten(lowering) or lowering.blocks()
