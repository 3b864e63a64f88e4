"""Functions without a name: whoever has one may run it, with all that it names and all that it calls."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto import ends
from loopwright.dependence.pointsto.machine import Machine
from loopwright.dependence.pointsto.memory import UNKNOWN, Value, World
from loopwright.dependence.pointsto.running import lambda_runs_alone
from loopwright.lang.places import Place
from loopwright.source.nodes import subtree


def made(machine: Machine, node: Node, world: World) -> Value:
    """A lambda is made: whatever it names may be used whenever somebody calls it."""
    ends.made(machine)
    for inner in subtree(node):
        if inner.type == "this":
            world.havoc()
        if inner.type != "identifier":
            continue
        declaration = machine.declaration_of(inner)
        if declaration is not None and declaration.kind == "member":
            world.leak(machine.frame.this)
        if declaration is not None and declaration.kind in ("variable", "parameter"):
            world.leak(machine.place_of(inner, world))
            if declaration.type.layers[:1] == ("&",) or declaration.type.base == "auto":
                world.havoc()
    if not machine.in_c and not lambda_runs_alone(machine, node):
        world.leak(frozenset(Place(number) for number in machine.numbers_of(machine.lasting)))
    return UNKNOWN
