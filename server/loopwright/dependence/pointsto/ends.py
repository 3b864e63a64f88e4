"""Objects without a name: they end with the full expression that makes them (C++20 [class.temporary]), and their destructors run there.

What is made is counted, not told apart: where something was, code that nobody follows runs at the end of the expression. Of most programs no
destructor does more than give memory back, and nothing happens there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from loopwright.dependence.pointsto.machine import Frame, Machine
from loopwright.dependence.pointsto.memory import World
from loopwright.dependence.pointsto.running import is_harmless
from loopwright.dependence.pointsto.units import Known
from loopwright.source.nodes import subtree


def made(machine: Machine) -> None:
    """Something may have been made that ends with the expression that is being walked."""
    machine.frame.unnamed += 1


@contextmanager
def full_expression(machine: Machine, worlds: list[World]) -> Iterator[None]:
    """An expression that is no part of another one: whatever it makes without a name ends in each of the worlds that are in the list
    behind it."""
    frame = machine.frame
    before = frame.unnamed
    yield
    if frame.unnamed > before and end_in_code(machine):
        frame.unnamed = before
        for world in worlds:
            world.clobber(machine.lasting)


def makes_more(machine: Machine, before: int) -> bool:
    """Whether something without a name was made since so many were, which a reference may keep."""
    return machine.frame.unnamed > before and end_in_code(machine)


def end_in_code(machine: Machine) -> bool:
    """Whether the end of any object of the program may do more than give memory back."""
    if machine.ends_in_code is None:
        machine.ends_in_code = False  # of a destructor that is asked while it is found out
        machine.ends_in_code = any(_is_open(machine, unit) for unit in range(len(machine.units.scopes))) or any(
            not _is_quiet(machine, known)
            for name, every in machine.units.definitions.items()
            if name.startswith("~")
            for known in every
        )
    return machine.ends_in_code


def _is_open(machine: Machine, unit: int) -> bool:
    """Whether a class of a file ends in code that is not in sight."""
    if machine.units.language(unit) == "c":
        return False
    scopes = machine.units.scopes[unit]
    if any("~" in (macro.value or "") and "{" in (macro.value or "") for macro in scopes.own_macros.values()):
        return True
    if "operatordelete" in scopes.classes.operators or "operatordelete[]" in scopes.classes.operators:
        return True
    return any(
        known.hides_code
        or (
            "destructor" in known.special
            and (
                f"~{known.name}" not in machine.units.definitions
                or (f"~{known.name}" in known.virtual and not machine.units.is_whole)
            )
        )
        for known in scopes.classes.known.values()
    )


def _is_quiet(machine: Machine, destructor: Known) -> bool:
    """Whether a destructor stores no address and calls nothing of the program."""
    body = destructor.node.child_by_field_name("body")
    if body is None or machine.units.outlines[destructor.unit].source.hides_code_in(destructor.function.span):
        return False
    machine.frames.append(Frame(destructor, (-1, destructor.unit, destructor.function.span.start)))
    try:
        return all(is_harmless(machine, node) for node in subtree(body))
    finally:
        machine.frames.pop()
