"""What memory holds before anything runs: the initial values of variables of files."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.dependence.pointsto.machine import Machine, global_key
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type
from loopwright.source.text import names_in

_DEEPEST = 4  # classes in classes
_KEEPERS = frozenset(("function", "any", "shared_ptr", "move_only_function", "packaged_task"))
_MAKERS = frozenset(("constructor", "destructor"))


def initialised(machine: Machine) -> list[int]:
    """Variables of files that begin with something of which nothing is known."""
    found = []
    for unit, scopes in enumerate(machine.units.scopes):
        null = frozenset(("0", "NULL", "((void *)0)")) - scopes.macros.keys()
        for declaration in scopes.file_level.values():
            given = declaration.value is not None and declaration.value not in null
            if declaration.kind == "variable" and (given or machine.units.language(unit) != "c"):
                found.append(machine.numbered(global_key(declaration, unit)))
    return found


def kept(machine: Machine) -> int:
    """Variables of files whose address an initial value may keep, as bits: `double **p = &q;`."""
    found = 0
    for unit, scopes in enumerate(machine.units.scopes):
        in_c = machine.units.language(unit) == "c"
        variables = [each for each in scopes.file_level.values() if each.kind == "variable"]
        if not in_c and any(is_made_by_code(scopes, each.type) for each in variables):
            return machine.lasting
        classes = () if in_c else scopes.classes.known.values()
        members = [each.declaration for known in classes for each in known.members.values() if each.static]
        for name in _said(scopes, [each.value for each in (*variables, *members) if each.value is not None]):
            named = scopes.file_level.get(name)
            if named is not None and named.kind == "variable":
                found |= 1 << machine.numbered(global_key(named, unit))
            elif not in_c and named is not None and named.kind in ("function", "type"):
                return machine.lasting  # code of it may run: `make()`, `new Job`
    return found


def _said(scopes: Scopes, values: list[str]) -> Iterator[str]:
    """The names in initial values, and in what their macros stand for."""
    seen = {name for value in values for name in names_in(value)}
    waiting = list(seen)
    while waiting:
        name = waiting.pop()
        yield name
        more = set(names_in(scopes.macros[name].value or "")) - seen if name in scopes.macros else set()
        seen |= more
        waiting += more


def keeps_for_its_end(base: str) -> bool:
    """Whether an object of a library may keep a function for its end, or an object whose class its own type does not name."""
    words = names_in(base)
    return not _KEEPERS.isdisjoint(words) or ("unique_ptr" in words and "," in base)


def is_made_by_code(scopes: Scopes, type: Type, deep: int = 0) -> bool:
    """Whether code of the program makes an object or ends it: a constructor, what a member begins with, a destructor."""
    type = scopes.expanded(type)
    while type.is_array:
        type = scopes.expanded(type.element())
    known = scopes.classes.of(type.base) if not type.layers else None
    if known is None:  # a container of such objects
        words = names_in(type.base) if not type.layers and deep < _DEEPEST else ()
        return keeps_for_its_end(type.base) or any(is_made_by_code(scopes, Type(word), deep + 1) for word in words)
    own = [each for each in known.members.values() if not each.static]
    if (
        known.bases
        or not known.special.isdisjoint(_MAKERS)
        or any(each.initialized for each in own)
        or deep == _DEEPEST
    ):
        return True
    return any(is_made_by_code(scopes, each.type, deep + 1) for each in own)
