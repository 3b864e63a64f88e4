"""What an expression is worth inside a loop nest: integers as polynomials over symbols, pointers as places in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Union

from loopwright.lang.types import Type
from loopwright.records import record
from loopwright.source.linear import Linear

SymbolKind = Literal["iterator", "parameter", "load", "quotient", "minimum", "maximum", "choice", "opaque"]


UNTYPED = Type()


class Index(NamedTuple):
    """A subscript. ``value`` is ``None`` where it could be anything; ``loaded`` says that the pointer it is applied to
    was itself read from memory (`m[i][j]` with rows of their own), so that rows may overlap."""

    value: Linear | None
    loaded: bool = False
    checks: tuple[Check, ...] = ()


class Field(NamedTuple):
    """A member of a struct; members of a union share their memory. ``elsewhere`` says that its elements do not lie in the struct
    (a vector, a smart pointer); ``owned``, that they then belong to it alone; ``struct`` is the struct whose member it is, empty where that
    is not known. An ``open`` one is an array at the end of a struct that may be allocated longer than its type says (C11 6.7.2.1p18). One of
    ``bits`` is a bit field: those of a word have one name, who stores one leaves the others, and none has the range of its type. A
    ``restricted`` one is a pointer that is declared `restrict`."""

    name: str
    shared: bool = False
    elsewhere: bool = False
    owned: bool = False
    struct: str = ""
    open: bool = False
    bits: bool = False
    restricted: bool = False


Step = Union[Index, Field]


def is_bit_field(place: Place) -> bool:
    """Whether a place is a bit field."""
    last = place.steps[-1] if place.steps else None
    return isinstance(last, Field) and last.bits


def path_of(name: str, steps: Iterable[Step]) -> str | None:
    """`a` or `p->x`: what steps from a name lead to; ``None`` where subscripts lead there."""
    for step in steps:
        if isinstance(step, Field):
            name += f".{step.name}"
        elif step.value == Linear(0) and not name.endswith("]"):
            name += "[0]"
        else:
            return None
    return name.replace("[0].", "->")


MOST_ELEMENTS = (1 << 63) - 1  # of a container: the difference of two of its iterators can be told
SIZE = "size()"  # stands for what a container knows of itself
ADDRESS = "get()"  # and this for what a `unique_ptr` does


class Place(NamedTuple):
    """Where an access goes: a root object, then subscripts and members from the outside in."""

    root: str
    steps: tuple[Step, ...] = ()

    @property
    def object_length(self) -> int:
        """How many leading steps lead to the pointer that was loaded last; what follows is inside one object."""
        for position in range(len(self.steps) - 1, -1, -1):
            step = self.steps[position]
            if isinstance(step, Index) and step.loaded:
                return position
        return 0

    @property
    def object(self) -> tuple[str, tuple[str, ...], int]:
        """What identifies the object it is in: its root, the members on the way to the last loaded pointer, how many pointers were
        loaded."""
        fields = tuple(step.name for step in self.steps[: self.object_length] if isinstance(step, Field))
        return self.root, fields, sum(isinstance(step, Index) and step.loaded for step in self.steps)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the members on the way."""
        return tuple(step.name for step in self.steps if isinstance(step, Field))


class Check(NamedTuple):
    """``low <= value <= high`` has to hold for a value to be what its polynomial says. The assumption that this is so begins with the number
    that it is ``about`` (``None``: the value) and ends in what it ``says`` of that; words for numbers depend on the loop that is asked about.
    ``modular``: without it the value is still what the polynomial says, up to a multiple of 2^64."""

    value: Linear
    low: int | None
    high: int | None
    says: str
    about: Linear | None = None
    modular: bool = False


def settled(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks of a number that more is done with than adding and multiplying: it has to be exactly what its polynomial says."""
    return tuple(check._replace(modular=False) for check in checks)


def of_address(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks of a number that an address moves by. Addresses are counted up to multiples of 2^64 themselves, and no object is so large
    that two elements of it would be one."""
    return tuple(check for check in checks if not check.modular)


Condition = tuple[str, object]


@record
class Guard:
    """A condition in force at an access; ``formula`` is ``None`` where it is not understood. A formula is
    ``("ge", linear)`` for ``linear >= 0``, ``("eq", linear)``, or ``("and" | "or", (formula, …))``. Each pair of ``same`` are two
    pointers that lead to one element where it holds."""

    formula: Condition | None
    checks: tuple[Check, ...] = ()
    same: tuple[tuple[Place, Place], ...] = ()


def symbols_in(formula: Condition) -> frozenset[str]:
    """The symbols of a formula."""
    kind, content = formula
    if kind in ("ge", "eq"):
        return content.names  # type: ignore[attr-defined,no-any-return]
    if kind == "partial":
        return symbols_in(content)  # type: ignore[arg-type]
    return frozenset().union(*(symbols_in(part) for part in content))  # type: ignore[attr-defined]


def is_whole(formula: Condition | None) -> bool:
    """Whether a formula says all of a condition."""
    if formula is None or formula[0] == "partial":
        return False
    return formula[0] in ("ge", "eq") or all(map(is_whole, formula[1]))  # type: ignore[call-overload]


class Symbol(NamedTuple):
    """A name in polynomials. ``loops`` are those it may vary with (all around the place where it came up); ``operator`` is what made it of its
    ``operands``, if nothing else of them is known; a "choice" is one of two operands, each where its guard of ``when`` holds. The text of a
    ``foreign`` one has the names of a function that is called: where the loop stands they mean nothing, or something else."""

    name: str
    kind: SymbolKind
    text: str
    loops: tuple[int, ...] = ()
    operands: tuple[Linear, ...] = ()
    place: Place | None = None
    bounds: tuple[int | None, int | None] = (None, None)
    operator: str = ""
    when: tuple[Guard, ...] = ()
    foreign: bool = False

    @property
    def parts(self) -> list[str]:
        """The symbols that it is made of, those that say which one it is, with what has to hold for that, and those in the subscripts on the
        way to it."""
        steps = self.place.steps if self.place is not None else ()
        numbers = [
            *self.operands,
            *(step.value for step in steps if isinstance(step, Index) and step.value is not None),
        ]
        if not self.when:
            return [name for number in numbers for name in number.names]
        chosen_by = (name for guard in self.when if guard.formula is not None for name in symbols_in(guard.formula))
        numbers += [check.value for guard in self.when for check in guard.checks]
        return [*(name for number in numbers for name in number.names), *chosen_by]


def with_parts(names: Iterable[str], symbols: Mapping[str, Symbol]) -> set[str]:
    """Those of some names that are symbols, and all symbols that they are made of."""
    found, waiting = set[str](), set(names)
    while waiting:
        name = waiting.pop()
        if name not in found and name in symbols:
            found.add(name)
            waiting.update(symbols[name].parts)
    return found


@record
class Value:
    """A number, a pointer, or (both ``None``) something else. A pointer that leads ``nowhere`` is null or was never set:
    whoever uses it has another."""

    number: Linear | None = None
    pointer: Place | None = None
    checks: tuple[Check, ...] = ()
    kind: Type = UNTYPED
    nowhere: bool = False

    def or_else(self, other: Value) -> Value | None:
        """What both ways lead to, ``None`` where they differ."""
        if self is other or self == other:
            return self
        if self.pointer is not None and other.nowhere:
            return self
        return other if other.pointer is not None and self.nowhere else None


NOTHING = Value()


class Spot:
    """An lvalue: where it is, its type, the variable whose value is followed (if it is one)."""

    __slots__ = ("kind", "place", "register")

    def __init__(self, place: Place, kind: Type, register: str | None = None) -> None:
        self.place, self.kind, self.register = place, kind, register


@record
class LoopFrame:
    """One loop of a nest. ``start`` is the offset of its `for`; ``iterator`` the symbol of its variable, ``None`` where the
    loop has no counted form; ``register`` the root of that variable, its ``own`` if the `for` declares it; ``lowers`` and ``uppers`` are
    inclusive bounds; ``step`` signed; ``exact`` says that the bounds describe exactly the iterations that run. Iterations of loops around that meet
    at what one does that ``may_agree`` are no witnesses against them."""

    id: int
    start: int
    iterator: str | None = None
    variable: str | None = None
    first: Linear | None = None
    lowers: tuple[Linear, ...] = ()
    uppers: tuple[Linear, ...] = ()
    step: Linear | None = None
    exact: bool = False
    checks: tuple[Check, ...] = ()
    always: tuple[Check, ...] = ()
    problem: str | None = None
    upwards: bool = True
    register: str | None = None
    own: bool = False
    may_agree: bool = False
