"""Code whose effects need no worlds of its own."""

from __future__ import annotations

from typing import Any

from loopwright.lang.effects import effect_of
from loopwright.residence import ir
from loopwright.residence.machine import Machine
from loopwright.residence.scan import everything_in


def is_plain(machine: Machine, node: Any) -> bool:
    """Whether nothing in a statement moves data, gives memory back or leaves it other than at its end."""
    key = id(node)
    if key not in machine.plain:
        machine.plain[key] = True  # a function that calls itself
        machine.plain[key] = _is_plain(machine, node)
    return machine.plain[key]


def _is_plain(machine: Machine, node: Any) -> bool:
    for part in everything_in(node):
        if isinstance(part, (ir.Directive, ir.Goto, ir.Unread)):
            return False
        if isinstance(part, ir.Call):
            if part.name.startswith("acc_") or effect_of(part.name).gives == "moved":
                return False
            function = machine.function(part.name)
            if function is not None and not is_plain(machine, function.body):
                return False
    return True
