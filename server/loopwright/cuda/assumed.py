"""What a translation takes for granted that its kernel alone does not say: a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.cuda.lower.reductions import folded_in
from loopwright.cuda.translation import KernelTranslation

_ROUNDED = frozenset(("float", "double", "half", "__half"))


def assumptions(kernel: KernelTranslation) -> Iterator[str]:
    """The size of its blocks, if it is that of all launches in sight, and sums whose order is not that of the text."""
    if kernel.text is None:
        return
    if kernel.shape.sizes and not kernel.takes_block:
        yield f"assumed: blocks of {' x '.join(kernel.shape.sizes)} threads, as all launches in sight have"
    function = kernel.function
    loops = (node for node in function.inside if node.type == "for_statement")
    folded = [(op, v) for loop in loops for op, own in folded_in(loop, function.variables).items() for v in own]
    sums = {variable.name: None for operator, variable in folded if operator in "+*" and variable.base in _ROUNDED}
    if sums:
        yield f"assumed: {', '.join(sums)} may be summed up in another order, and so be rounded otherwise"
