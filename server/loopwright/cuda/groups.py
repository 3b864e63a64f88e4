"""Cooperative groups: which variables are groups, and how many threads each has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loopwright.cuda.functions import DeviceFunction
from loopwright.cuda.variables import Variable
from loopwright.source.nodes import text_of


@dataclass(frozen=True)
class Group:
    """A variable that is a group of cooperative groups: ``size`` threads, empty for the block."""

    size: str


def group_parameter(parameter: Variable, function: DeviceFunction) -> Group | None:
    """A parameter that is a group: how many threads it has is told by the tile's type, else when it runs."""
    tile = re.search(r"thread_block_tile\s*<\s*(\w+)", parameter.head)
    if tile:
        return Group(tile[1])
    if re.search(r"\bthread_block\b", parameter.head):
        return Group("")
    if "thread_group" in parameter.head or (
        parameter.base in function.template_names and _asks_like_a_group(parameter)
    ):
        return Group(f"int({parameter.name}.size())")
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
    if "this_thread_block" not in text and "tiled_partition" not in text:
        return None
    name = re.match(r"[\w:<>\s,]*?[\s&>](\w+)\s*[=({]", text)
    if name is None:
        return None
    size = ""
    if "tiled_partition" in text:
        after = text.split("tiled_partition", 1)[1].strip()
        inside = after[1:].split(">")[0] if after.startswith("<") else after.rsplit(",", 1)[-1].split(")")[0]
        size = inside.split(",")[0].strip()
    return name[1], Group(size)
