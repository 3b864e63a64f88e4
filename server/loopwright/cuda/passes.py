"""The steps of a translation in their order: this is the list to begin reading with.

``ON_SOURCE`` and ``ON_CODE`` make the file plainer and keep every line's number; the second ask the functions of the file. Then
each kernel is written in the first of the ``WAYS`` that fits, the plainest first: one that has regions is a plan, of
which ``ON_PLAN`` finds out what statements are made by; of plain loops ``ON_LOOPS`` tells how the machine's threads share
them. ``ON_HOST`` changes statements of the host. ``file.py`` runs the lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from loopwright.cuda.held_elements import with_held_elements
from loopwright.cuda.in_place import with_columns_in_place
from loopwright.cuda.ir.code import Code
from loopwright.cuda.ir.listed import Pass
from loopwright.cuda.lower.children import with_queue
from loopwright.cuda.lower.copies import needless_copies
from loopwright.cuda.lower.flat import flatten
from loopwright.cuda.lower.lowering import KernelLowering, Lowered, check
from loopwright.cuda.lower.planning import ON_PLAN
from loopwright.cuda.lower.sharing import ON_LOOPS
from loopwright.cuda.lower.single import alone
from loopwright.cuda.named_indices import with_indices_in_place
from loopwright.cuda.plain_indices import with_plain_indices
from loopwright.cuda.read.async_copies import with_plain_copies
from loopwright.cuda.read.bindings import with_named_parts
from loopwright.cuda.read.block_memory import with_own_shared
from loopwright.cuda.read.chosen import with_chosen_parts
from loopwright.cuda.read.counted_whiles import with_counted_whiles
from loopwright.cuda.read.early_values import with_early_arrays, with_early_values
from loopwright.cuda.read.fragments import with_whole_fragments
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.held_values import with_held_values
from loopwright.cuda.read.long_doubles import with_plain_doubles
from loopwright.cuda.read.macros import written_out
from loopwright.cuda.read.misread import with_named_pointers, with_plain_comparisons
from loopwright.cuda.read.ptx import with_plain_ptx
from loopwright.cuda.read.shadowing import without_collisions, without_shadows
from loopwright.cuda.read.sided_types import with_classes_before, with_constants, with_plain_types
from loopwright.cuda.read.spelling import spelled, with_one_line_end
from loopwright.cuda.read.static_methods import with_static_methods
from loopwright.cuda.read.switches import with_plain_heads, with_plain_switches
from loopwright.cuda.read.void_returns import with_void_returns
from loopwright.cuda.read.waits_first import with_waits_first
from loopwright.source.syntax import Source

__all__ = ["ON_CODE", "ON_HOST", "ON_LOOPS", "ON_PLAN", "ON_SOURCE", "ON_TEXT", "WAYS", "Pass", "lower_kernel"]

ON_TEXT: tuple[Pass[Callable[[str], str]], ...] = (
    Pass(with_one_line_end, "end lines in one way"),
    Pass(written_out, "write out macros that hide an index, a barrier or a launch"),
    Pass(spelled, "put words where C++ wants them"),
)
ON_SOURCE: tuple[Pass[Callable[[Source], Source]], ...] = (
    Pass(with_plain_comparisons, "put in parentheses what is compared and was read as a template"),
    Pass(with_plain_types, "leave out sides that a type is said to be for"),
    Pass(with_classes_before, "declare classes with methods for a side before their variables"),
    Pass(with_plain_doubles, "say `double` for the `long double` of device code, which is one there"),
    Pass(with_constants, "say `constexpr` of constants in class templates"),
    Pass(with_named_pointers, "declare pointers to arrays in a form that the parser knows"),
    Pass(with_plain_ptx, "say in C++ what inline PTX does where that is known"),
    Pass(without_collisions, "give names of the file that are functions of ours others"),
    Pass(without_shadows, "give variables that hide an index another name"),
    Pass(with_plain_copies, "do copies to shared memory where they are asked for"),
    Pass(with_whole_fragments, "let the first thread of a warp do what is done with its matrices"),
    Pass(with_static_methods, "hand methods in which threads wait their object"),
    Pass(with_own_shared, "declare memory that comes with a launch in the functions that use it"),
)
ON_CODE: tuple[Pass[Callable[[Source, DeviceCode], Source]], ...] = (
    Pass(with_chosen_parts, "decide conditionals in kernels that declare something"),
    Pass(with_plain_heads, "declare before an `if` in which threads wait what its head declares", times=3),
    Pass(with_void_returns, "write `return f(x);` where nothing is returned as two statements"),
    Pass(with_waits_first, "write barriers in lists of expressions as statements", times=3),
    Pass(with_plain_switches, "write a `switch` in which threads wait as `if`", times=3),
    Pass(with_held_values, "name values that a lambda holds as they were"),
    Pass(with_early_values, "put declarations where their values are"),
    Pass(with_early_arrays, "put declarations of arrays in the block that fills them first"),
    Pass(with_counted_whiles, "write `while` loops that count from a thread's number as `for`"),
    Pass(with_named_parts, "write members where structured bindings name them"),
    Pass(
        with_indices_in_place,
        "put indices in the place of their names where a thread's number in the grid is all that they are for",
    ),
    Pass(with_columns_in_place, "put functions whose loop goes down a column in the place of their call"),
    Pass(with_held_elements, "hold elements of memory that a thread folds into in a variable"),
    Pass(with_plain_indices, "say elements that are found by division by what they are"),
)
ON_HOST: tuple[Pass[Callable[[Source, DeviceCode, bool], dict[int, Code]]], ...] = (
    Pass(needless_copies, "let the host's own memory stand for copies that nothing can tell from it"),
)
WAYS: tuple[Pass[Callable[[KernelLowering], Lowered | None]], ...] = (
    Pass(alone, "plain statements, where one thread of the grid does everything"),
    Pass(flatten, "loops over the threads of the grid, where nothing else is asked of a thread than its number there"),
    Pass(KernelLowering.blocks, "loops over blocks, in them regions that all threads of the block run through"),
)


def lower_kernel(lowering: KernelLowering) -> Lowered:
    """The kernel's function. Raises :class:`~loopwright.cuda.ir.plan.Unsupported`."""
    kernel = lowering.kernel
    check(kernel, lowering.rules)
    if kernel.launches:  # what is launched knows its block
        parent = lowering.blocks()
        return replace(parent, function=with_queue(parent.function, kernel))
    return next(lowered for way in WAYS if (lowered := way.run(lowering)) is not None)
