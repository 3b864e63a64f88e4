"""What device code asks the groups of its grid and its block, as the indices that it is.

Where grid and block have one dimension, `grid.thread_rank()` is `blockIdx.x * blockDim.x + threadIdx.x`, and becomes the plain
loop that this becomes. Elsewhere, and in device functions, which may be called from kernels of any shape, the whole rank is
written out; in a function whose threads wait the rank in a block stays, as the number of a thread is known there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.groups import Group, declared_group, group_of_lanes, group_parameter
from loopwright.cuda.read.launches import Launch, Shape
from loopwright.cuda.read.rewriting import holds, walk
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse


@dataclass(frozen=True)
class Ranks:
    """How a thread's number in its block and in the grid are said, and how many there are; empty: not said."""

    thread: str
    threads: str
    block: str
    blocks: str

    def of_grid(self) -> dict[str, str]:
        """Method of the grid's group → text."""
        rank = f"{self.block} * {self.threads} + {self.thread}"
        size = f"{self.blocks} * {self.threads}"
        return {"thread_rank": rank, "size": size, "num_threads": size} if self.thread else {}

    def of_block(self) -> dict[str, str]:
        """Method of a block's group → text."""
        size = {"size": self.threads, "num_threads": self.threads}
        return {"thread_rank": self.thread, **size, **_OF_BLOCK} if self.thread else dict(_OF_BLOCK)

    def of_tile(self, tile: Group, groups: Mapping[str, Group]) -> dict[str, str]:
        """Method of the group of a tile → text."""
        if not self.thread:
            return {}
        return {
            "thread_rank": f"unsigned({self.thread} % {tile.size})",
            "meta_group_rank": tile.meta_rank(self.thread, groups),
            "meta_group_size": tile.meta_size(self.threads, groups),
        }


_LINE = Ranks("threadIdx.x", "blockDim.x", "blockIdx.x", "gridDim.x")
_SPACE = Ranks(
    "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)",
    "(blockDim.x * blockDim.y * blockDim.z)",
    "((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x)",
    "(gridDim.x * gridDim.y * gridDim.z)",
)
_NAMES_ALONE = Ranks("", "", "", "")
_OF_GRID = {"block_index": "blockIdx", "group_dim": "gridDim", "dim_blocks": "gridDim"}
_OF_BLOCK = {
    "group_index": "blockIdx",
    "thread_index": "threadIdx",
    "group_dim": "blockDim",
    "dim_threads": "blockDim",
}
_MAKERS = {"this_grid": Group("", grid=True), "this_thread_block": Group("")}
# What a group answers by all dimensions of its block, or of the grid.
_BY_ALL = frozenset(
    ("thread_rank", "size", "num_threads", "meta_group_rank", "meta_group_size", "block_rank", "num_blocks")
)
_INTEGERS = frozenset(("int", "unsigned", "unsigned int", "size_t", "long", "unsigned long", "long long", "uint32_t"))
_INTEGERS |= {"unsigned long long", "int32_t", "int64_t", "uint64_t", "uint", "const int", "const unsigned int"}


def dimensions_meant(kernel: DeviceFunction, code: DeviceCode, launches: Iterable[Launch]) -> dict[str, int]:
    """How many dimensions of each index a kernel needs that is launched by an address, as far as the file tells: what its functions
    read counts, and a group's answer is about all of them. Of the file's ``launches`` one of no kernel's name may be of any."""
    together = [kernel, *code.reached(kernel)]
    found: dict[str, int] = {}
    for each in together:
        for name, count in each.mentioned.items():
            found[name] = max(found.get(name, 0), count)
    if not any(_asks_by_all(node) for each in together for node in each.inside):
        return found
    kernels = {each.name for each in code.kernels}
    own = [each for each in launches if each.kernel == kernel.name or each.kernel not in kernels]
    are_lines = all(part is not None and len(part) == 1 for each in own for part in (each.grid, each.block))
    return found if own and are_lines else {**found, "blockIdx": 3, "threadIdx": 3}


def _asks_by_all(node: Node) -> bool:
    if node.type != "field_expression" or text_of(node.child_by_field_name("field")) not in _BY_ALL:
        return False
    return node.parent is not None and node.parent.type == "call_expression" and not arguments_of(node.parent)


def with_plain_ranks(source: Source, code: DeviceCode, shapes: Mapping[int, Shape]) -> Source:
    """``source`` with these indices; ``source`` itself where there are none. ``shapes``: of each kernel, by its node."""
    edits: dict[tuple[int, int], str] = {}
    for function in code.functions:
        edits |= _edits(function, _ranks(function, code, shapes))
    if not edits:
        return source
    data = source.data
    for start, end in sorted(edits, reverse=True):
        data = data[:start] + edits[start, end].encode() + data[end:]
    return parse(data, source.name, "cuda")


def _ranks(function: DeviceFunction, code: DeviceCode, shapes: Mapping[int, Shape]) -> Ranks:
    shape = shapes.get(function.node.id)
    if shape is not None:
        return _LINE if shape.grid == 1 and shape.block == 1 else _NAMES_ALONE
    return _NAMES_ALONE if code.function_synchronises(function) else _SPACE


def _edits(function: DeviceFunction, ranks: Ranks) -> dict[tuple[int, int], str]:
    """(start, end) → text. The declaration of a group that nothing else is asked of goes."""
    declared: dict[str, Node] = {}
    groups = {p.name: g for p in function.parameters if (g := group_parameter(p, function)) is not None}
    of_lanes = {made[0] for n in function.inside if (made := group_of_lanes(n)) is not None}
    of_lanes |= {name for name, group in groups.items() if group.lanes}
    for node in function.inside:
        if node.type in ("declaration", "expression_statement"):
            found = declared_group(text_of(node))
            if found is not None and not found[1].size and _makes_one(node):
                declared[found[0]], groups[found[0]] = node, found[1]
            elif found is not None and function.kind == "device" and found[1].size and found[1].parent not in of_lanes:
                groups[found[0]] = found[1]
    if len(declared) != len({text_of(n) for n in declared.values()}):
        return {}
    edits: dict[tuple[int, int], str] = {}
    for call in (n for n in function.inside if n.type == "call_expression"):
        text = _answer(call, groups, ranks)
        if text is not None:
            edits[call.start_byte, call.end_byte] = text
    for name, node in declared.items():
        others = (n for n in function.inside if n.type == "identifier" and text_of(n) == name and not holds(node, n))
        if all(any(start <= n.start_byte < end for start, end in edits) for n in others):
            edits[node.start_byte, node.end_byte] = ""
    return edits


def _makes_one(node: Node) -> bool:
    """Whether a declaration makes a group of all threads, and nothing else."""
    made = [n for n in walk(node) if n.type == "call_expression"]
    return len(made) == 1 and called(made[0]) in _MAKERS and len(node.children_by_field_name("declarator")) <= 1


def _answer(call: Node, groups: Mapping[str, Group], ranks: Ranks) -> str | None:
    function = call.child_by_field_name("function")
    if function is None or function.type != "field_expression" or arguments_of(call):
        return None
    asked = function.child_by_field_name("argument")
    method = text_of(function.child_by_field_name("field"))
    if asked is None:
        return None
    made = _MAKERS.get(called(asked)) if asked.type == "call_expression" else None
    group = groups.get(text_of(asked)) if asked.type == "identifier" else made
    if group is None or group.lanes:
        return None
    if made is not None and not ranks.thread:
        ranks = _SPACE  # no name of a group by which its kernel would know it
    if group.told:
        return f"rank_in({group.told}, {ranks.thread})" if method == "thread_rank" and ranks.thread else None
    if not group.grid:
        return ranks.of_tile(group, groups).get(method) if group.size else ranks.of_block().get(method)
    found = ranks.of_grid()
    if method in found:
        return found[method] if _becomes_integer(call) else f"(unsigned long long)({found[method]})"
    blocks = {"block_rank": ranks.block, "num_blocks": ranks.blocks} if ranks.block else {}
    return (blocks | _OF_GRID).get(method)


def _becomes_integer(call: Node) -> bool:
    """Whether the number only starts an integer of a type of its own, or is added to one."""
    parent = call.parent
    if parent is None:
        return False
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("right") == call and text_of(parent.child_by_field_name("operator")) in (
            "=",
            "+=",
        )
    if parent.type != "init_declarator" or parent.parent is None:
        return False
    kind = text_of(parent.parent.child_by_field_name("type"))
    return kind in _INTEGERS
