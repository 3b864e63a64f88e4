"""Cooperative groups: which variables are groups, and how many threads each has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, name_node
from loopwright.cuda.spec import operations
from loopwright.source.lexemes import arguments_at, code_within, words_of_code
from loopwright.source.nodes import text_of
from loopwright.source.tokens import is_operand

_TILE, _PARTITION = "thread_block_tile", "tiled_partition"
_SIZES = frozenset(("size", "num_threads", "meta_group_size"))
_RANKS = frozenset(("thread_rank", "meta_group_rank"))


@dataclass(frozen=True)
class Group:
    """A variable that is a group of cooperative groups: ``size`` threads, empty for the block; ``grid``: all blocks; ``tile``: its
    type says the size; ``lanes``: the array that holds, as bits, which lanes of its warp are in each thread's group; ``member``: of
    an element of that array, where it is no number."""

    size: str
    grid: bool = False
    tile: bool = False
    lanes: str = ""
    member: str = ""
    told: str = ""  # the parameter that tells, when it runs, which kind of group it is
    parent: str = ""  # what a tile was cut from, as it is written

    def lanes_at(self, t: str) -> str:
        """Which lanes are in the group of the thread with this number in its block."""
        return f"{self.lanes}[{t}]{self.member}"

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
    words = words_of_code(parameter.head)
    if "coalesced_group" in words:
        return lanes_parameter(parameter)
    if _TILE in words:
        size, *of = _arguments_behind(parameter.head, _TILE) or [""]
        parent = _arguments_behind(of[0], _TILE) if of else None
        return Group(_operand(size), tile=True, parent=f"tiled_partition<{parent[0]}>()" if parent else "")
    if "thread_block" in words:
        return Group("")
    if is_grid(parameter):
        return Group("", grid=True)
    if "thread_group" in words or (parameter.base in function.template_names and _asks_like_a_group(parameter)):
        return Group(f"int({parameter.name}.size())", told=parameter.name)
    return None


def lanes_parameter(parameter: Variable) -> Group:
    """A parameter that is, for each thread, a group of some lanes of its warp."""
    return Group("32", lanes=f"{parameter.name}_of", member=".lanes")


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
    words = words_of_code(text)
    name = _declared_name(text) if not operations().group_makers.isdisjoint(words) else None
    if name is None:
        return None
    if "this_grid" in words:
        return name, Group("", grid=True)
    if _PARTITION not in words:
        return name, Group("")
    at = next(each.end for each in code_within(text) if each.text == _PARTITION)
    template = arguments_at(text, at, "<")
    given = arguments_at(text, template[1] if template is not None else at)
    parent, last = (given[0][0], given[0][-1]) if given is not None and given[0] else ("", "")
    size = template[0][0] if template is not None else last
    return name, Group(_operand(size), tile=template is not None, parent=parent)


def _declared_name(text: str) -> str | None:
    """The name that a statement declares: it stands behind a type, and before a value."""
    depth = 0
    parts = code_within(text)
    for before, each, following in zip(parts, parts[1:], parts[2:]):
        depth += before.text.count("<") - before.text.count(">")
        if not depth and before.kind != "name" and before.text not in ("::", "&", ">", ">>"):
            return None
        is_last = each.kind == "name" and following.text in ("=", "(", "{")
        if not depth and is_last and before.text != "::":
            return each.text
    return None


def _arguments_behind(text: str, name: str) -> list[str] | None:
    """The arguments of the template of some name that stands first in a text."""
    at = next((each.end for each in code_within(text) if each.text == name), None)
    found = arguments_at(text, at, "<") if at is not None else None
    return found[0] if found is not None else None


def _operand(size: str) -> str:
    """A size as it can stand beside any operator."""
    return size if is_operand(size) or not size else f"({size})"


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
