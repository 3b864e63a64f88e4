"""Random C expressions whose value is certain: what they are worth lies in a known interval, so that nothing overflows and no sum
of floating numbers is rounded (in whatever order it is taken).

``level`` says for whom a value is the same: 0 for all threads of a block, 1 for those of a warp, 2 for nobody.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Kind:
    """A type, with the values that a variable of it may hold here; ``places``: binary places behind the point."""

    name: str
    bits: int
    signed: bool
    real: bool
    low: int
    high: int
    places: int = 0

    @property
    def suffix(self) -> str:
        """What a literal of it ends with."""
        return {"unsigned": "u", "long long": "LL", "unsigned long long": "ULL", "float": ".0f", "double": ".0"}.get(
            self.name, ""
        )


INT = Kind("int", 32, True, False, -4095, 4095)
UNSIGNED = Kind("unsigned", 32, False, False, 0, 2**32 - 1)
LONG = Kind("long long", 64, True, False, -(2**40) + 1, 2**40 - 1)
WIDE = Kind("unsigned long long", 64, False, False, 0, 2**64 - 1)
SHORT = Kind("short", 16, True, False, -(2**15), 2**15 - 1)
BYTE = Kind("unsigned char", 8, False, False, 0, 255)
TINY = Kind("signed char", 8, True, False, -128, 127)
BOOL = Kind("bool", 1, False, False, 0, 1)
FLOAT = Kind("float", 32, True, True, -1024, 1024, 3)
DOUBLE = Kind("double", 64, True, True, -(2**20), 2**20, 6)
KINDS = (INT, INT, INT, UNSIGNED, UNSIGNED, FLOAT, FLOAT, DOUBLE, LONG, WIDE, SHORT, BYTE, TINY, BOOL)
BROAD = (INT, UNSIGNED, LONG, WIDE, FLOAT, DOUBLE)  # what shuffles take
_EXACT = {"float": 2**22, "double": 2**48}
_PRODUCTS, _SUMS, _SHIFTS, _RELATIONS, _EQUAL, _AND, _XOR, _OR, _BOTH, _EITHER, _CHOICE, _ATOM = (
    *(13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3),
    *(100,),
)


_LOOSE = 2


@dataclass(frozen=True)
class Value:
    """An expression: its text, type, what it can be worth, for whom it is the same, how tightly it binds."""

    text: str
    kind: Kind
    low: float
    high: float
    level: int = 0
    places: int = 0
    binds: int = _ATOM

    @property
    def size(self) -> float:
        """The greatest it can be, without its sign."""
        return max(abs(self.low), abs(self.high))

    def inside(self, binds: int) -> str:
        """As an operand of an operator that binds so."""
        return self.text if self.binds >= binds else f"({self.text})"


def literal(kind: Kind, number: int) -> Value:
    """A number of a type."""
    text = f"{number}{kind.suffix}"
    return Value(text, kind, number, number, binds=_ATOM if number >= 0 else _PRODUCTS)


def called(name: str, kind: Kind, arguments: Sequence[Value], low: float, high: float, places: int = 0) -> Value:
    """A call."""
    level = max((a.level for a in arguments), default=0)
    return Value(f"{name}({', '.join(a.text for a in arguments)})", kind, low, high, level, places)


def promoted(value: Value) -> Value:
    """As arithmetic takes it."""
    return replace(value, kind=INT) if value.kind.bits < 32 else value


def common(a: Kind, b: Kind) -> Kind:
    """The type of a sum of both."""
    for kind in (DOUBLE, FLOAT, WIDE, LONG, UNSIGNED):
        if kind.name in (a.name, b.name):
            return kind
    return INT


def as_kind(value: Value, kind: Kind) -> Value:
    """What becomes of a value where it is converted without a word."""
    if kind.real or (value.low >= _least(kind) and value.high <= _most(kind)):
        return replace(value, kind=kind)
    return replace(value, kind=kind, low=_least(kind), high=_most(kind), places=0)


def _least(kind: Kind) -> int:
    return -(2 ** (kind.bits - 1)) if kind.signed else 0


def _most(kind: Kind) -> int:
    return 2 ** (kind.bits - 1) - 1 if kind.signed else 2**kind.bits - 1


def reduced(value: Value, most: int) -> Value:
    """Smaller than ``most``, whatever it was."""
    value = promoted(value)
    if value.size <= most and value.places == 0 and not value.kind.real:
        return value
    if value.kind.real:
        f = "f" if value.kind is FLOAT else ""
        if value.places > 2:
            value = Value(f"floor{f}({value.text})", value.kind, value.low - 1, value.high + 1, value.level)
        if value.size > most:
            end = literal(value.kind, most)
            low = 0 if value.low >= 0 else -most
            value = Value(f"fmod{f}({value.text}, {end.text})", value.kind, low, most, value.level, value.places)
        return value
    return remainder(value, most)


def remainder(value: Value, by: int) -> Value:
    """A whole number's rest."""
    end = literal(value.kind, by)
    low = 0 if value.low >= 0 else 1 - by
    return Value(f"{value.inside(_PRODUCTS)} % {end.text}", value.kind, low, by - 1, value.level, 0, _PRODUCTS)


def fitted(value: Value, kind: Kind, low: float | None = None, high: float | None = None) -> Value:
    """A value that a variable of ``kind`` may hold."""
    low, high = kind.low if low is None else low, kind.high if high is None else high
    if kind.real:
        if not value.kind.real:
            value = reduced(value, min(int(high), 500))
            return Value(f"({kind.name}){value.inside(_ATOM)}", kind, value.low, value.high, value.level, 0, 90)
        if value.places > kind.places or value.size > high:
            value = reduced(value, int(min(high, 512)))
        if value.kind is kind:
            return value
        return replace(value, text=f"({kind.name}){value.inside(_ATOM)}", kind=kind, binds=90)
    if value.kind.real:
        value = reduced(value, 2**20) if value.size > 2**20 else value
        value = Value(f"(int){value.inside(_ATOM)}", INT, value.low, value.high, value.level, 0, 90)
    if kind.name in ("unsigned", "unsigned long long") and low == 0 and high == kind.high:
        return as_kind(value, kind)
    if kind.bits < 32 and low == kind.low and high == kind.high:
        return replace(value, kind=kind, low=low, high=high)
    if value.low >= low and value.high <= high:
        return replace(value, kind=kind)
    if low < 0:
        value = reduced(value, int(min(-low, high)))
        return replace(value, kind=kind)
    # Only values that are not negative.
    value = promoted(value)
    wide = {"int": "unsigned", "long long": "unsigned long long"}.get(value.kind.name)
    if value.low < 0 and wide:
        number = WIDE if wide.endswith("long") else UNSIGNED
        value = Value(f"({wide}){value.inside(_ATOM)}", number, 0, number.high, value.level, 0, 90)
    return replace(remainder(value, int(high) + 1), kind=kind)


def index(value: Value, size: int) -> Value:
    """A place in an array of ``size`` elements."""
    value = promoted(value)
    if value.kind.real:
        value = fitted(value, INT)
    if value.low >= 0 and value.high < size:
        return value
    if size & (size - 1) == 0:
        mask = literal(value.kind, size - 1)
        return Value(f"{value.inside(_AND)} & {mask.text}", value.kind, 0, size - 1, value.level, 0, _AND)
    return fitted(value, INT, 0, size - 1)


class Draw:
    """Draws expressions; ``leaf`` gives the smallest ones, none of a level above the one that is asked for."""

    def __init__(self, chance: random.Random, leaf: Callable[[int], Value]) -> None:
        self.chance, self.leaf = chance, leaf

    def value(self, level: int = 2, depth: int = 3) -> Value:
        """Any expression."""
        if depth <= 0 or self.chance.random() < 0.25:
            return self.leaf(level)
        form = self.chance.choice(
            (
                *(self._sum, self._sum, self._product, self._bits, self._function, self._choice),
                *(self._compared, self._divided, self._cast, self._shifted, self._unary),
            )
        )
        return form(level, depth - 1)

    def condition(self, level: int = 2, depth: int = 2) -> Value:
        """True for some."""
        form = self.chance.random()
        if form < 0.2:
            a, b = self.condition(level, depth - 1), self.condition(level, depth - 1)
            sign, binds = self.chance.choice((("&&", _BOTH), ("||", _EITHER)))
            return Value(
                f"{a.inside(binds + 1)} {sign} {b.inside(binds + 1)}", BOOL, 0, 1, max(a.level, b.level), 0, binds
            )
        if form < 0.3:
            a = self.condition(level, depth - 1)
            return replace(a, text=f"!{a.inside(_ATOM)}", binds=90)
        return self._compared(level, depth)

    def _pair(self, level: int, depth: int, most: int) -> tuple[Value, Value, Kind]:
        a, b = promoted(self.value(level, depth)), promoted(self.value(level, depth))
        kind = common(a.kind, b.kind)
        if kind.real:
            a, b = (reduced(v, most) if v.size > most or v.places > kind.places else v for v in (a, b))
        elif kind.signed:
            a, b = (reduced(v, most) if v.size > most else v for v in (a, b))
        return a, b, kind

    def _result(self, text: str, kind: Kind, bounds: Sequence[float], level: int, places: int, binds: int) -> Value:
        low, high = min(bounds), max(bounds)
        if kind.real:
            value = Value(text, kind, low, high, level, places, binds)
            exact = value.size * 2**places <= _EXACT[kind.name]
            return value if exact else reduced(replace(value, places=min(places, 3)), 512)
        if not kind.signed and (low < 0 or high > kind.high):
            low, high = 0, kind.high
        return Value(text, kind, low, high, level, 0, binds)

    def added(self, a: Value, b: Value) -> Value:
        """A sum or a difference of two that are not too large."""
        kind = common(promoted(a).kind, promoted(b).kind)
        a, b = (as_kind(v, kind) if not kind.real else v for v in (promoted(a), promoted(b)))
        sign, bounds = "+", (a.low + b.low, a.high + b.high)
        if self.chance.random() < 0.5:
            sign, bounds = "-", (a.low - b.high, a.high - b.low)
        level, places = max(a.level, b.level), max(a.places, b.places)
        return self._result(f"{a.inside(_SUMS)} {sign} {b.inside(_SUMS + 1)}", kind, bounds, level, places, _SUMS)

    def _sum(self, level: int, depth: int) -> Value:
        a, b, _ = self._pair(level, depth, 100000)
        return self.added(a, b)

    def _product(self, level: int, depth: int) -> Value:
        a, b, kind = self._pair(level, depth, 250)
        a, b = (as_kind(v, kind) if not kind.real else v for v in (a, b))
        bounds = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        text = f"{a.inside(_PRODUCTS)} * {b.inside(_PRODUCTS + 1)}"
        return self._result(text, kind, bounds, max(a.level, b.level), a.places + b.places, _PRODUCTS)

    def _whole(self, value: Value) -> Value:
        return promoted(fitted(value, INT) if value.kind.real else value)

    def _bits(self, level: int, depth: int) -> Value:
        a, b = self._whole(self.value(level, depth)), self._whole(self.value(level, depth))
        kind = common(a.kind, b.kind)
        a, b = as_kind(a, kind), as_kind(b, kind)
        sign, binds = self.chance.choice((("&", _AND), ("|", _OR), ("^", _XOR)))
        most = 2 ** max(int(a.size), int(b.size), 1).bit_length() - 1
        low = 0 if a.low >= 0 and b.low >= 0 else -most - 1
        level = max(a.level, b.level)
        return Value(f"{a.inside(binds + 1)} {sign} {b.inside(binds + 1)}", kind, low, most, level, 0, binds)

    def _shifted(self, level: int, depth: int) -> Value:
        a, by = self._whole(self.value(level, depth)), index(self.value(level, 1), 8)
        level = max(a.level, by.level)
        if a.kind.signed or self.chance.random() < 0.5:
            bounds = (min(a.low, 0), max(a.high, 0))
            return Value(f"{a.inside(_SHIFTS)} >> {by.inside(_SHIFTS + 1)}", a.kind, *bounds, level, 0, _SHIFTS)
        text = f"{a.inside(_SHIFTS)} << {by.inside(_SHIFTS + 1)}"
        return Value(text, a.kind, 0, a.kind.high, level, 0, _SHIFTS)

    def _divided(self, level: int, depth: int) -> Value:
        a = self._whole(self.value(level, depth))
        by = literal(a.kind if self.chance.random() < 0.5 else INT, self.chance.choice((2, 3, 5, 7, 16, 30)))
        sign = self.chance.choice("/%")
        kind = common(a.kind, by.kind)
        low, high = (min(a.low, 0), max(a.high, 0))
        if sign == "%":
            low, high = (0 if a.low >= 0 else 1 - by.high), by.high - 1
        return Value(f"{a.inside(_PRODUCTS)} {sign} {by.text}", kind, low, high, a.level, 0, _PRODUCTS)

    def _compared(self, level: int, depth: int) -> Value:
        a, b, _ = self._pair(level, depth, 100000)
        sign, binds = self.chance.choice(
            (
                *(("<", _RELATIONS), (">", _RELATIONS), ("<=", _RELATIONS)),
                *((">=", _RELATIONS), ("==", _EQUAL), ("!=", _EQUAL)),
            )
        )
        text = f"{a.inside(binds + 1)} {sign} {b.inside(binds + 1)}"
        # `a < b … c > d` without parentheses begins like a template's arguments, and the grammar knows no names.
        return Value(text, BOOL, 0, 1, max(a.level, b.level), 0, _LOOSE if binds == _RELATIONS else binds)

    def _choice(self, level: int, depth: int) -> Value:
        asked = self.condition(level, 1)
        a, b, kind = self._pair(level, depth, 100000)
        a, b = (as_kind(v, kind) if not kind.real else v for v in (a, b))
        text = f"{asked.inside(_CHOICE + 1)} ? {a.inside(_CHOICE + 1)} : {b.inside(_CHOICE)}"
        level, places = max(asked.level, a.level, b.level), max(a.places, b.places)
        return Value(text, kind, min(a.low, b.low), max(a.high, b.high), level, places, _CHOICE)

    def _cast(self, level: int, depth: int) -> Value:
        kind = self.chance.choice((INT, UNSIGNED, SHORT, BYTE, TINY, LONG, WIDE, FLOAT, DOUBLE))
        value = fitted(self.value(level, depth), kind)
        spelled = self.chance.random()
        plain = " " not in kind.name
        text = (
            f"{kind.name}({value.text})"
            if spelled < 0.3 and plain
            else f"static_cast<{kind.name}>({value.text})"
            if spelled < 0.5
            else f"({kind.name}){value.inside(_ATOM)}"
        )
        low, high = (
            (value.low, value.high)
            if kind.bits >= 32 or kind.real
            else (max(value.low, kind.low), min(value.high, kind.high))
        )
        binds = 90 if text.startswith("(") else _ATOM
        return Value(text, kind, low, high, value.level, value.places, binds)

    def _unary(self, level: int, depth: int) -> Value:
        value = promoted(self.value(level, depth))
        if value.kind.real or value.kind.signed:
            if value.kind.real or self.chance.random() < 0.6:
                text = f"-{value.inside(_ATOM)}"
                return Value(text, value.kind, -value.high, -value.low, value.level, value.places, 90)
            return Value(f"~{value.inside(_ATOM)}", value.kind, -value.high - 1, -value.low - 1, value.level, 0, 90)
        return Value(f"~{value.inside(_ATOM)}", value.kind, 0, value.kind.high, value.level, 0, 90)

    def _function(self, level: int, depth: int) -> Value:
        value = promoted(self.value(level, depth))
        if value.kind.real:
            f = "f" if value.kind is FLOAT else ""
            name = self.chance.choice(("floor", "ceil", "trunc", "fabs", "fmin", "fmax", "rint"))
            if name in ("fmin", "fmax"):
                other = fitted(self.value(level, 1), value.kind)
                low, high = min(value.low, other.low), max(value.high, other.high)
                return called(f"{name}{f}", value.kind, (value, other), low, high, max(value.places, other.places))
            if name == "fabs":
                return called(f"fabs{f}", value.kind, (value,), 0, value.size, value.places)
            return called(f"{name}{f}", value.kind, (value,), value.low - 1, value.high + 1)
        name = self.chance.choice(("min", "max", "popc", "clz", "brev", "mulhi", "abs", "ffs"))
        if name in ("min", "max"):
            other = fitted(self.value(level, 1), value.kind)
            if other.kind.name != value.kind.name or other.kind.bits < 32:
                other = value
            other = Value(f"({value.kind.name}){other.inside(_ATOM)}", value.kind, other.low, other.high, other.level)
            value = Value(f"({value.kind.name}){value.inside(_ATOM)}", value.kind, value.low, value.high, value.level)
            low, high = min(value.low, other.low), max(value.high, other.high)
            return called(name, value.kind, (value, other), low, high)
        if name == "abs" and value.kind is INT:
            return called("abs", INT, (value,), 0, value.size)
        if value.kind.bits == 64:
            value = as_kind(value, WIDE)
            return called("__popcll" if name != "clz" else "__clzll", INT, (value,), 0, 64)
        if name in ("brev", "mulhi"):
            value = Value(f"(unsigned){value.inside(_ATOM)}", UNSIGNED, 0, UNSIGNED.high, value.level, 0, 90)
            if name == "brev":
                return called("__brev", UNSIGNED, (value,), 0, UNSIGNED.high)
            other = Value(f"{self.chance.randrange(2, 2**31)}u", UNSIGNED, 0, UNSIGNED.high)
            return called("__umulhi", UNSIGNED, (value, other), 0, UNSIGNED.high)
        return called({"clz": "__clz", "ffs": "__ffs"}.get(name, "__popc"), INT, (value,), 0, 32)
