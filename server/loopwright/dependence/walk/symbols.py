"""Numbers that are not known while a function is walked: symbols, the same for what is the same."""

from __future__ import annotations

from loopwright.dependence.model.values import (
    Guard,
    Place,
    Symbol,
    SymbolKind,
    Value,
    is_whole,
    symbols_in,
)
from loopwright.lang.types import Type, integer_range
from loopwright.source.linear import Linear

_MOST_CHOICES = 6  # that one number may be made of: each doubles what is asked of isl


class Symbols:
    """The symbols of one walk. What is read or worked out in ``loops``, those that are running, may be another in each of their iterations."""

    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.loads: dict[tuple[Place, str], str] = {}
        self.loops: tuple[int, ...] = ()
        self._constants: set[str] = set()

    @property
    def is_elsewhere(self) -> bool:
        """Whether a function is walked that is called, so that words of the source are not those of the function around."""
        return False

    def came_up(self, symbol: Symbol) -> None:
        """A symbol was made: its words are those of this place."""

    def constant_symbol(self, name: str) -> Linear:
        """A symbol in the place of a number."""
        symbol = self.symbol("parameter", name, bounds=(1, None), loops=())
        self._constants |= symbol.names
        return symbol

    def is_constant(self, number: Linear) -> bool:
        """Whether it is a number, but for such symbols."""
        operands = (operand for name in number.names - self._constants for operand in self.symbols[name].operands)
        known = all(name in self._constants or self.symbols[name].operands for name in number.names)
        return known and all(self.is_constant(operand) for operand in operands)

    def symbol(
        self,
        kind: SymbolKind,
        text: str,
        operands: tuple[Linear, ...] = (),
        place: Place | None = None,
        bounds: tuple[int | None, int | None] = (None, None),
        loops: tuple[int, ...] | None = None,
    ) -> Linear:
        """A fresh symbol as a polynomial."""
        known = (Place(f"{kind} {operands}" if operands else ""), "derived")
        if operands and known in self.loads:
            return Linear(0, (((self.loads[known],), 1),))
        is_plain = text.isalnum() and text.isascii()
        word = text if is_plain else "".join([c for c in text[:99] if c.isascii() and c.isalnum()])
        # No underscore, and a number of its own: `x_1` of the source may stand beside `x` in its second iteration.
        name = f"{word[:16]}Q{len(self.symbols)}"
        name = name if name[0].isalpha() else f"v{name}"
        around = self.loops if loops is None else loops
        if operands:
            self.loads[known] = name
            varying = {loop for operand in operands for part in operand.names for loop in self.symbols[part].loops}
            around = tuple(loop for loop in self.loops if loop in varying)
        self.symbols[name] = Symbol(name, kind, text, around, operands, place, bounds)
        self.came_up(self.symbols[name])
        return Linear(0, (((name,), 1),))

    def parameter(
        self, text: str, bounds: tuple[int | None, int | None] = (None, None), of: str = "", meaning: str = ""
    ) -> Linear:
        """The symbol of a value that never changes, the same for the same text (and root ``of`` which it is a value) with the same
        ``meaning``."""
        key = (Place(of or text), f"value of {meaning}" if of else f"parameter {meaning}")
        name = self.loads.get(key)
        if name is None:
            linear = self.symbol("parameter", text, place=Place(of) if of else None, bounds=bounds, loops=())
            name = self.loads[key] = linear.terms[0][0][0]
        return Linear(0, (((name,), 1),))

    def unknown(self, text: str, kind: Type) -> Value:
        """A value of which only the type is known."""
        if kind.is_scalar and _may_be_integer(kind):
            limits = integer_range(kind.base)
            number = self.symbol("opaque", text, bounds=limits[:2] if limits else (None, None))
            (name,) = number.names
            self.symbols[name] = self.symbols[name]._replace(foreign=self.is_elsewhere)
            return Value(number, kind=kind)
        return Value(kind=kind)

    def derived(
        self, operation: str, kind: Type, operands: tuple[Linear, Linear], text: str, operator: str = ""
    ) -> Value:
        """What an operation (an ``operator`` between types) makes of two integers, where that is no polynomial: one symbol for the same
        operands."""
        key = (Place(f"{operation} {operands}"), "derived")
        if key not in self.loads:
            varying = {loop for operand in operands for name in operand.names for loop in self.symbols[name].loops}
            limits = integer_range(kind.base)
            linear = self.symbol(
                "opaque",
                text,
                bounds=limits[:2] if limits else (None, None),
                loops=tuple(loop for loop in self.loops if loop in varying),
            )
            name = self.loads[key] = linear.terms[0][0][0]
            self.symbols[name] = self.symbols[name]._replace(operands=operands, operator=operator)
        return Value(Linear(0, (((self.loads[key],), 1),)), kind=kind)

    def choice(self, text: str, operands: tuple[Linear, Linear], when: tuple[Guard, Guard]) -> Linear:
        """One of two integers: the first where the first guard holds, the second where the second does, one symbol for the same of all.
        What is chosen among too many is told by its text alone."""
        asked = (symbols_in(guard.formula) for guard in when if guard.formula is not None)
        parts = frozenset().union(*(operand.names for operand in operands), *asked)
        if sum(map(self._choices_in, parts)) >= _MOST_CHOICES:
            return self.symbol("opaque", text)
        key = (Place(f"choice {operands} {when}"), "derived")
        is_told = all(is_whole(guard.formula) for guard in when)
        if is_told and key in self.loads:
            return Linear(0, (((self.loads[key],), 1),))
        varying = {loop for name in parts for loop in self.symbols[name].loops}
        around = tuple(loop for loop in self.loops if loop in varying) if is_told else self.loops
        linear = self.symbol("choice", text, loops=around)
        name = linear.terms[0][0][0]
        if is_told:
            self.loads[key] = name
        self.symbols[name] = self.symbols[name]._replace(operands=operands, when=when)
        return linear

    def _choices_in(self, name: str) -> int:
        symbol = self.symbols[name]
        inner = [part for operand in symbol.operands for part in operand.names]
        return (symbol.kind == "choice") + sum(map(self._choices_in, inner))

    def truth(self, text: str) -> Value:
        """What a comparison gives, of which nothing is followed: 0 or 1."""
        return Value(self.symbol("opaque", text, bounds=(0, 1)), kind=Type("int"))


def _may_be_integer(kind: Type) -> bool:
    base = kind.base
    return not any(word in base for word in ("float", "double", "complex", "string"))
