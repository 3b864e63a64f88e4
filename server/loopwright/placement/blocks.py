"""`memcpy` and `memset` between kernels as loops on the device, so that what they move need not travel."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.placement.declarations import declared
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import count_of, pointer_of, text_of
from loopwright.residence import ir
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import Expr, Stmt

_COPIES = ("memcpy",)
_FILLS = ("memset", "bzero")


def block_call(node: Stmt) -> ir.Call | None:
    """The call of a statement that only copies or clears memory."""
    call = node.value if isinstance(node, ir.Evaluate) else None
    if not isinstance(call, ir.Call) or call.name not in (*_COPIES, *_FILLS):
        return None
    is_zero = call.name != "memset" or (len(call.arguments) == 3 and _is_zero(call.arguments[1]))
    return call if is_zero and len(call.arguments) in (2, 3) else None


def _is_zero(node: Expr) -> bool:
    return isinstance(node, ir.Number) and node.value == 0


def lines_for(pointers: Pointers, known: Known, call: ir.Call) -> list[str] | None:
    """The loop that does the same, ``None`` where it cannot be written."""
    file = known.file
    ends = list(call.arguments[:2] if call.name in _COPIES else call.arguments[:1])
    elements = {pointers.element_of(end) for end in ends}
    element = elements.pop()
    if elements or element is None or element.terms or any(pointer_of(end) is not end for end in ends):
        return None
    count = count_of(file, [call.arguments[-1]], element)
    if count is None or "/" in count:
        return None
    taken: list[str] = []
    names: list[str] = []
    for end, fallback in zip(ends, ("to", "from")):
        name = name_of(end)
        if not name.isidentifier():
            text = text_of(file, end)
            line = declared(file, pointers.types[id(end)], fallback)
            if text is None or line is None:
                return None
            taken.append(f"  {line} = {text};")
            name = fallback
        names.append(name)
    if {"to", "from", "at", "size"} & (_words(count) | set(names) - set(("to", "from"))) or len(set(names)) < len(
        names
    ):
        return None
    if not count.isidentifier() and not count.isdigit():
        taken.append(f"  const long size = {count};")
        count = "size"
    inner = f"{names[1]}[at]" if len(names) == 2 else "0"
    copyin = f" copyin({names[1]}[0:{count}])" if len(names) == 2 else ""
    return [
        "{",
        *taken,
        f"  #pragma acc parallel loop gang vector{copyin} copyout({names[0]}[0:{count}])",
        f"  for (long at = 0; at < {count}; at++) {names[0]}[at] = {inner};",
        "}",
    ]


def _words(text: str) -> set[str]:
    from loopwright.placement.lvalues import words_of

    return set(words_of(text)[0])


def only_blocks(items: Iterable[Stmt]) -> list[ir.Call] | None:
    """The calls of statements that all copy or clear memory."""
    calls = [block_call(item) for item in items]
    return [call for call in calls if call is not None] if all(call is not None for call in calls) else None
