"""Cooperative groups: which variables are groups, and how many threads each has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.functions import DeviceCode, DeviceFunction, arguments_of, called
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, name_node
from loopwright.cuda.spec import operations
from loopwright.source.nodes import text_of

_SIZES = frozenset(("size", "num_threads", "meta_group_size"))
_RANKS = frozenset(("thread_rank", "meta_group_rank"))


@dataclass(frozen=True)
class Group:
    """A variable that is a group of cooperative groups: ``size`` threads, empty for the block; ``grid``: all blocks; ``tile``: its
    type says the size; ``lanes``: the array that holds, as bits, which lanes of its warp are in each thread's group."""

    size: str
    grid: bool = False
    tile: bool = False
    lanes: str = ""
    told: str = ""  # the parameter that tells, when it runs, which kind of group it is
    parent: str = ""  # what a tile was cut from, as it is written

    def parent_size(self, groups: Mapping[str, Group]) -> str:
        """How many threads the tile has that this one was cut from, empty for the block."""
        known = groups.get(self.parent) or (declared_group(f"auto made = {self.parent}") or ("", None))[1]
        return known.size if known is not None else ""

    def meta_rank(self, rank: str, groups: Mapping[str, Group]) -> str:
        """Which of the tiles with one parent the thread with this ``rank`` in its block is in."""
        whole = self.parent_size(groups)
        return f"unsigned({rank} % {whole} / {self.size})" if whole else f"unsigned({rank} / {self.size})"

    def meta_size(self, threads: str, groups: Mapping[str, Group]) -> str:
        """How many tiles have one parent."""
        whole = self.parent_size(groups)
        return f"unsigned({whole} / {self.size})" if whole else f"unsigned(({threads} + {self.size} - 1) / {self.size})"

    def value(self, threads: str, rank: str, all_threads: str) -> str:
        """The group as a value: ``threads`` of the block, ``rank`` in the grid among ``all_threads``."""
        if self.grid:
            return f"cooperative_groups::grid_group{{{rank}, {all_threads}}}"
        if self.tile:
            return f"cooperative_groups::thread_block_tile<{self.size}>({{{self.size}}})"
        return f"thread_group{{{self.size or threads}}}"


def group_parameter(parameter: Variable, function: DeviceFunction) -> Group | None:
    """A parameter that is a group: how many threads it has is told by the tile's type, else when it runs."""
    tile = re.search(r"thread_block_tile\s*<\s*(\w+)", parameter.head)
    if tile:
        of = parameter.head.split("thread_block_tile")[2:3]
        return Group(tile[1], tile=True, parent=f"tiled_partition{of[0].split('>')[0]}>()" if of else "")
    if re.search(r"\bthread_block\b", parameter.head):
        return Group("")
    if is_grid(parameter):
        return Group("", grid=True)
    if "thread_group" in parameter.head or (
        parameter.base in function.template_names and _asks_like_a_group(parameter)
    ):
        return Group(f"int({parameter.name}.size())", told=parameter.name)
    return None


def _asks_like_a_group(parameter: Variable) -> bool:
    methods = {
        text_of(n.parent.child_by_field_name("field"))
        for n in parameter.uses
        if n.parent is not None and n.parent.type == "field_expression"
    }
    return bool(methods & {"sync", "thread_rank", "shfl_down", "shfl_xor", "shfl", "shfl_up"})


def declared_group(text: str) -> tuple[str, Group] | None:
    """The name and the group that a statement makes. Read from its text: to the parser ``tile<16> t = …`` may be
    comparisons."""
    if not any(word in text for word in operations().group_makers):
        return None
    name = re.match(r"[\w:<>\s,]*?[\s&>](\w+)\s*[=({]", text)
    if name is None:
        return None
    if "this_grid" in text:
        return name[1], Group("", grid=True)
    size, typed, parent = "", False, ""
    if "tiled_partition" in text:
        after = text.split("tiled_partition", 1)[1].strip()
        parent = _first_argument(after)
        typed = after.startswith("<")
        inside = after[1:].split(">")[0] if after.startswith("<") else after.rsplit(",", 1)[-1].split(")")[0]
        size = inside.split(",")[0].strip()
    return name[1], Group(size, tile=typed, parent=parent)


def _first_argument(text: str) -> str:
    """What stands first in the first parentheses."""
    depth, found = 0, ""
    for letter in text[text.find("(") + 1 :]:
        depth += (letter in "(<") - (letter in ")>")
        if depth < 0 or (letter == "," and not depth):
            break
        found += letter
    return found.strip()


def fixed_groups(function: DeviceFunction) -> dict[str, Group]:
    """The blocks, and the tiles whose type says their size, by the name that they have throughout a function."""
    found = {p.name: g for p in function.parameters if (g := group_parameter(p, function)) is not None}
    several: set[str] = set()
    for node in function.inside:
        made = declared_group(text_of(node)) if node.type in ("declaration", "expression_statement") else None
        if made is not None:
            several |= {made[0]} & found.keys()
            found[made[0]] = made[1]
    written = {v.name for v in function.variables.all if v.writes}
    return {
        name: group
        for name, group in found.items()
        if name not in several | written and not group.grid and not group.told and (group.tile or not group.size)
    }


def asked_of_group(call: Node, ranks: bool) -> Node | None:
    """The group that a call asks how many threads, or tiles beside it, there are; with ``ranks`` also which of them this is."""
    target = call.child_by_field_name("function")
    methods = _SIZES | _RANKS if ranks else _SIZES
    if target is None or target.type != "field_expression" or called(call) not in methods or arguments_of(call):
        return None
    return target.child_by_field_name("argument")


def made_group(call: Node) -> Group | None:
    """The group that a call makes where it stands."""
    if call.type != "call_expression" or called(call) not in operations().group_makers:
        return None
    found = declared_group(f"auto made = {text_of(call)}")
    return found[1] if found is not None else None


def group_of_lanes(node: Node) -> tuple[str, Node] | None:
    """The name of a group of some lanes of a warp that a declaration makes, and the call that makes it."""
    for declarator in node.children_by_field_name("declarator") if node.type == "declaration" else ():
        value, name = declarator.child_by_field_name("value"), name_node(declarator)
        if value is not None and name is not None and value.type == "call_expression" and makes_lanes(value):
            return text_of(name), value
    return None


def makes_lanes(call: Node) -> bool:
    """Whether a call makes a group of some lanes of a warp."""
    return called(call) in operations().lane_groups


def is_grid(variable: Variable) -> bool:
    """Whether a variable is the group of all threads of the grid."""
    if variable.init is not None and any(called(n) == "this_grid" for n in walk(variable.init)):
        return True
    return variable.base.split("::")[-1] == "grid_group"


def wait_of_grid(node: Node, function: DeviceFunction) -> bool:
    """Whether ``node`` is a barrier of the whole grid: ``grid.sync()``, ``sync(grid)``, ``this_grid().sync()``."""
    if node.type != "call_expression" or called(node) != "sync":
        return False
    target = node.child_by_field_name("function")
    method = target is not None and target.type == "field_expression"
    group = (
        target.child_by_field_name("argument")
        if method and target is not None
        else next(iter(arguments_of(node)), None)
    )
    if group is None:
        return False
    variable = function.variables.of(group)
    return is_grid(variable) if variable is not None else called(group) == "this_grid"


def waits_for_grid(function: DeviceFunction, code: DeviceCode) -> bool:
    """Whether the blocks of a kernel wait for each other, in functions that it calls too."""
    return any(wait_of_grid(n, f) for f in (function, *code.reached(function)) for n in f.inside)


def makes_groups(function: DeviceFunction) -> bool:
    """Whether a function asks for a group of threads."""
    return bool((operations().group_makers | operations().lane_groups) & function.words)
