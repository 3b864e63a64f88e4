"""Parts of a file in which the compiler is told that objects may be read as other types.

Only what runs on the device is: the host's own code is compiled as nvcc has it compiled, and its loops over vectors need their types.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Rule, form, inside
from loopwright.source.nodes import subtree

_BEGINS = """
// Objects are read as other types below; a compiler that does not know these lines needs -fno-strict-aliasing.
#pragma GCC push_options
#pragma GCC optimize("no-strict-aliasing")
"""
_ENDS = "\n#pragma GCC pop_options\n"
_CODE = frozenset(("function_definition", "template_declaration", "class_specifier", "struct_specifier", "declaration"))
_WORDS = (b"__device__", b"__global__")


def with_untyped_device(root: Node, device: Set[int], rule: Rule) -> Rule:
    """``rule`` for a file, with those lines around the parts that hold code of the device. ``device``: the nodes of its functions."""
    before, last = dict(_changes(root, device)), root.children[-1].id if root.children else 0

    def again(node: Node) -> Code | None:
        own = rule(node)
        if node.id not in before and node.id != last:
            return own
        code = inside(node, rule) if own is None else own
        ends = _ENDS if node.id == last and [*before.values()][-1:] == [_BEGINS] else ""
        return form("{}{}{}", before.get(node.id, ""), code, ends)

    return again


def _changes(root: Node, device: Set[int]) -> Iterator[tuple[int, str]]:
    """Before which parts of a file the lines stand."""
    within = False
    for part in root.children:
        is_device = _is_device(part, device)
        if is_device and not within:
            yield part.id, _BEGINS
        elif within and not is_device and _is_code(part):
            yield part.id, _ENDS
        within = is_device or (within and not _is_code(part))


def _is_device(part: Node, device: Set[int]) -> bool:
    """Whether code of the device may stand in a part: a function, a class, whose methods may be for it, or what says so."""
    if any(word in (part.text or b"") for word in _WORDS):
        return not part.type.startswith("preproc_def")
    kinds = ("class_specifier", "struct_specifier")
    return part.type != "comment" and any(node.id in device or node.type in kinds for node in subtree(part))


def _is_code(part: Node) -> bool:
    return part.type in _CODE
