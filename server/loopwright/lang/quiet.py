"""Functions whose text shows that they do nothing but work out a value of what they are given, or set members of their own object; and classes
whose objects are made, copied, assigned and destroyed by such functions alone, so that they are as good as a plain struct.

What one function or class says is read by itself, with what it needs of others. A question follows all that is needed: functions that call
each other are quiet if every one of them is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes, plain, template_arguments
from loopwright.lang.quiet_code import Code
from loopwright.lang.quiet_makers import Maker, initial_values
from loopwright.lang.quiet_variables import Need, NotQuiet, parameters_of_template
from loopwright.lang.seen_names import SeenNames, sets
from loopwright.lang.template_arguments import is_in_template
from loopwright.lang.types import Type


class _Said(NamedTuple):
    """What one of them says: whether its own text is quiet, what it needs, what else where it is called by one that is followed, and whether it
    speaks of types that a template is given."""

    holds: bool
    needs: frozenset[Need] = frozenset()
    when_called: frozenset[Need] = frozenset()
    is_generic: bool = False


class Quiet:
    """Answers for the classes and functions of a file and its headers; ``expanded`` puts in what names of types stand for."""

    def __init__(self, classes: Classes, expanded: Callable[[Type], Type]) -> None:
        self._names = SeenNames(classes, expanded)
        self._said: dict[Need, _Said] = {}
        self._answers: dict[Need, tuple[bool, bool]] = {}

    def is_value(self, base: str) -> bool:
        """Whether objects of a class are made, copied, assigned and destroyed by quiet functions alone."""
        return self._is_quiet(Need("class", plain(base)), (Type(base),))

    def is_quiet_operator(self, operator: str, kinds: tuple[Type, ...]) -> bool:
        """Whether every function that an operator on these types could be is in sight and quiet."""
        return self._is_quiet(Need("function", f"operator{operator}", sets=sets(operator)), kinds)

    def is_quiet_function(self, name: str, kinds: tuple[Type, ...]) -> bool:
        """Whether every function that a name could be is in sight, is a member of no class and quiet; what it is given are numbers of these
        types. What they call may be members, but only of objects of their own."""
        found = self._names.functions(name) or []
        is_free = bool(found) and all(owner is None for _, owner in found)
        return is_free and not self._names.is_replaced(name) and self._is_quiet(Need("function", name), kinds)

    def functions(self, operator: str) -> list[tuple[Node, Class | None]] | None:
        """The functions that an operator could be, each with the class that it is a member of; ``None`` where one is not in sight."""
        return self._names.functions(f"operator{operator}")

    def _is_quiet(self, need: Need, kinds: tuple[Type, ...]) -> bool:
        holds, is_generic = self._holds(need)
        return holds and (not is_generic or (bool(kinds) and all(self._is_settled(kind.base) for kind in kinds)))

    def _holds(self, need: Need) -> tuple[bool, bool]:
        if need not in self._answers:
            self._answers[need] = self._followed(need)
        return self._answers[need]

    def _followed(self, first: Need) -> tuple[bool, bool]:
        waiting, met, is_generic = [(first, False)], set[tuple[Need, bool]](), False
        while waiting:
            need, is_called = waiting.pop()
            if (need, is_called) in met:
                continue
            met.add((need, is_called))
            if need not in self._said:
                self._said[need] = self._read(need)
            said = self._said[need]
            if not said.holds:
                return False, False
            is_generic |= said.is_generic
            waiting += [(each, True) for each in (said.needs | said.when_called if is_called else said.needs)]
        return True, is_generic

    def _is_settled(self, base: str) -> bool:
        """Whether a type is a number or a class of values, with all that a template is given."""
        if self._names.is_number(base):
            return True
        known = self._names.classes.of(base)
        if known is None or not self._holds(Need("class", known.name))[0]:
            return False
        if is_in_template(known) and not known.is_template:
            return False  # what the template around it is given is not told
        given, wanted = template_arguments(base), parameters_of_template(known.node)
        types = [each for each, (_, is_type) in zip(given, wanted) if is_type]
        return len(given) == len(wanted) and all(self._is_settled(each) for each in types)

    def _read(self, need: Need) -> _Said:
        try:
            return {"class": self._read_class, "conversions": self._read_conversions}.get(
                need.kind, self._read_functions
            )(need)
        except NotQuiet:
            return _Said(False)

    def _read_class(self, need: Need) -> _Said:
        known = self._class(need.name)
        if known.bases or known.virtual or "virtual" in known.special or known.node.type == "union_specifier":
            raise NotQuiet
        own = [member for member in known.members.values() if not member.static]
        if any(member.shared for member in own):
            raise NotQuiet
        first = Code(self._names, known, known.node, sets=True)
        for member in own:
            if any(layer != "[]" for layer in member.type.layers) or member.type.volatile:
                raise NotQuiet
            first.type_of(member.type.base)
        for value in initial_values(known):
            first.expression(value)
        makers = [Maker(self._names, known, body, sets=True) for body in self._bodies(known, known.name)]
        setters = [Maker(self._names, known, body, sets=True) for body in self._bodies(known, "operator=")]
        enders = [Code(self._names, known, body, sets=False) for body in self._bodies(known, f"~{known.name}")]
        for maker in makers:
            maker.constructor()
        for setter in setters:
            setter.assignment()
        for ender in enders:
            ender.function()
        return _together([first, *makers, *setters, *enders], {Need("conversions", known.name)})

    def _read_conversions(self, need: Need) -> _Said:
        known = self._class(need.name)
        if any(name.startswith("operator ") for name in known.bodiless):
            raise NotQuiet
        needs = {Need("conversions", plain(base)) for base in known.bases}
        named = (name for name in known.methods if name.startswith("operator "))
        readers = [Code(self._names, known, method, sets=False) for name in named for method in known.methods[name]]
        for reader in readers:
            reader.function()
        for member in known.members.values():
            held = self._names.classes.of(self._names.expanded(member.type).base)
            needs |= {Need("conversions", held.name)} if held is not None and held is not known else set()
        return _together(readers, needs)

    def _read_functions(self, need: Need) -> _Said:
        found = self._names.functions(need.name)
        if not found:
            raise NotQuiet
        readers = [Maker(self._names, owner, function, need.sets) for function, owner in found]
        for reader in readers:
            reader.assignment() if need.name == "operator=" else reader.function()
        return _together(readers, set())

    def _class(self, name: str) -> Class:
        known = self._names.classes.known.get(name)
        if known is None or known.hides_code or known.disputed or known.name in known.brought:
            raise NotQuiet
        return known

    def _bodies(self, known: Class, name: str) -> list[Node]:
        """Those of functions of a class, but for what is left to the compiler."""
        found = self._names.classes.methods(known, name)
        if not found and known.bodiless.count(name):
            raise NotQuiet
        return found


def _together(readers: Sequence[Code], needs: set[Need]) -> _Said:
    return _Said(
        True,
        frozenset(needs.union(*(reader.needs for reader in readers))),
        frozenset().union(*(reader.when_called for reader in readers)),
        any(reader.is_generic for reader in readers),
    )
