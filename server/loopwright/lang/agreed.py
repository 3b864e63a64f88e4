"""When two declarations of one name say the same: of what does not agree nothing is believed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from loopwright.lang.declarations import Declaration
from loopwright.lang.types import Type
from loopwright.source.outline import Outline


def agreed(each: Iterable[tuple[Outline, dict[str, Declaration]]]) -> dict[str, Declaration]:
    found: dict[str, Declaration] = {}
    disputed: set[str] = set()
    for header, names in each:
        for name, declaration in names.items():
            before = found.get(name)
            if before is None or (before.extern and not declaration.extern and before.base == declaration.base):
                found[name] = declaration._replace(header=header)
            elif meaning(before) != meaning(declaration) and not (
                declaration.extern and before.base == declaration.base
            ):
                disputed.add(name)
    return {name: declaration for name, declaration in found.items() if name not in disputed}


def are_two_variables(before: Declaration, declaration: Declaration) -> bool:
    """Whether one name is defined twice: in two namespaces, or as a condition has it."""
    return (
        before.kind == declaration.kind == "variable"
        and not (before.extern or declaration.extern)
        and (before.owner, meaning(before)) != (declaration.owner, meaning(declaration))
    )


def are_two_constants(before: Declaration, declaration: Declaration) -> bool:
    """Whether a name is that of two enumerators, as a condition has it."""
    both = before.kind == declaration.kind == "constant"
    return both and (before.disputed or declaration.disputed or meaning(before) != meaning(declaration))


def are_different_types(before: Declaration, declaration: Declaration) -> bool:
    """Whether a name stands for one type or another, as a condition has it."""
    kinds = (before.kind, declaration.kind)
    is_definition = before.base == before.name or declaration.base == declaration.name
    return kinds == ("type", "type") and (
        before.disputed or (not is_definition and meaning(before) != meaning(declaration))
    )


def is_another_type(known: Mapping[str, Declaration], name: str, types: frozenset[Type]) -> bool:
    """Whether a name that stands for another type at file level has one of ``types`` inside of something."""
    outer = known.get(name)
    return outer is not None and outer.kind == "type" and outer.base != name and types != {outer.type}


def agreed_structs(each: Iterable[dict[str, dict[str, Declaration]]]) -> dict[str, dict[str, Declaration]]:
    found: dict[str, dict[str, Declaration]] = {}
    for structs in each:
        for name, members in structs.items():
            before = found.setdefault(name, members)
            if [meaning(member) for member in before.values()] != [meaning(member) for member in members.values()]:
                found[name] = {}
    return found


def meaning(declaration: Declaration) -> tuple[object, ...]:
    """What must agree: of a function that it is one."""
    if declaration.kind == "function":
        return (declaration.kind,)
    value = (declaration.value, declaration.after) if declaration.kind == "constant" or declaration.const else None
    return declaration.kind, declaration.base, declaration.type.layers, declaration.type.extents, value
