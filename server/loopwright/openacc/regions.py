"""What the clauses of a directive belong to: their `device_type` region, their compute construct, their level."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from loopwright.openacc.constructs import Construct
from loopwright.openacc.nodes import ClauseNode, Item
from loopwright.source.text import number_of

LEVELS = ("gang", "worker", "vector")


def coarsest(levels: Collection[str]) -> str:
    """The first of gang, worker and vector that is among ``levels``, empty where none is."""
    return next((level for level in LEVELS if level in levels), "")


def regions(construct: Construct) -> list[tuple[ClauseNode, int]]:
    """Each clause with the number of its `device_type` region, 0 before the first (2.4)."""
    numbered, region = [], 0
    for clause in construct.node.clauses:
        if clause.name == "device_type":
            region += 1
        numbered.append((clause, region))
    return numbered


@dataclass(frozen=True)
class Again:
    """A clause that stands a second time: for all devices, or (``is_scoped``) for those of one `device_type`."""

    clause: ClauseNode
    first: ClauseNode
    is_scoped: bool


def repeated_clauses(construct: Construct) -> list[Again]:
    """Every clause that stands twice where each holds for the same devices; levels of `routine` exclude each other anyway."""
    spec = construct.node.spec
    first: dict[tuple[str, int], ClauseNode] = {}
    found = []
    for clause, region in regions(construct):
        if spec is None or clause.name not in spec.clauses:
            continue
        scoped = spec.after_device_type is not None and clause.name in spec.after_device_type
        if construct.name in ("init", "shutdown", "set"):
            scoped = False
        if clause.name == "bind" and ("bind", 0) in first:
            scoped = False  # a name for all devices leaves none for one of them
        key = (clause.name, region if scoped else 0)
        if key not in first:
            first[key] = clause
        elif construct.name != "routine" or clause.name not in (*LEVELS, "seq"):
            found.append(Again(clause, first[key], scoped and bool(region)))
    return found


def associated(construct: Construct) -> str | None:
    """The compute construct that a loop belongs to: parallel, serial or kernels, `None` for an orphaned loop."""
    compute = construct.compute
    return compute.name.split()[0] if compute else None


def levels_of(construct: Construct) -> list[ClauseNode]:
    """The levels of parallelism that a directive asks for."""
    return construct.node.all(*LEVELS) if construct.node.clause("seq") is None else []


def legal_levels(construct: Construct) -> list[ClauseNode]:
    """`gang`, `worker` and `vector` where the directive has them."""
    spec = construct.node.spec
    return [clause for clause in construct.node.all(*LEVELS) if spec is not None and clause.spec.name in spec.clauses]


def argument_tag(clause: ClauseNode, item: Item) -> str:
    """What an argument of `gang`, `worker` or `vector` is: num, dim, static or length."""
    if clause.name == "gang":
        return item.tag.text if item.tag and item.tag.text in ("num", "dim", "static") else "num"
    return "num" if clause.name == "worker" else "length"


def is_permitted(tag: str, construct: Construct, compute: str | None) -> bool:
    """Whether `gang`, `worker` or `vector` may have such an argument on a directive of a compute construct."""
    if construct.name == "routine":
        return tag == "dim"
    if tag == "static":
        return True
    if tag == "dim":
        return compute in ("parallel", None)
    if tag == "length":
        return compute != "serial"
    return compute == "kernels"


def gang_dimension(clause: ClauseNode) -> int:
    """The dimension of a `gang` clause."""
    for item in clause.items:
        if item.tag and item.tag.text == "dim" and (dimension := number_of(item.text)) is not None:
            return dimension
    return 1


def reduction_operator(clause: ClauseNode) -> str:
    """The operator of a `reduction` clause, empty where there is none."""
    return "".join(token.text for token in clause.argument.lead) if clause.argument else ""
