"""Operands of PTX's instructions: places for C++ expressions, registers of its own, special ones and numbers, as C++ says them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loopwright.cuda.spec import ptx

TYPES = {
    **{f"{kind}8": "unsigned char" for kind in "ub"},
    **{f"{kind}16": "unsigned short" for kind in "ub"},
    **{f"{kind}32": "unsigned" for kind in "ub"},
    **{f"{kind}64": "unsigned long long" for kind in "ub"},
    **{"s8": "signed char", "s16": "short", "s32": "int", "s64": "long long", "f32": "float", "f64": "double", "pred": "bool"},
}  # fmt: skip
# The letter of a constraint: how many bits its register has.
_BITS = {"h": 16, "r": 32, "l": 64, "f": 32, "d": 64}
LETTERS = ("h", "r", "l", "f", "d", "n", "i")
_OF_LETTERS = {"h": "u16", "r": "u32", "l": "u64", "f": "f32", "d": "f64"}
_FLOATS = frozenset("fd")
_AS_BITS = {"f": "__float_as_uint({})", "d": "(unsigned long long)__double_as_longlong({})"}
_FROM_BITS = {"f": "__uint_as_float({})", "d": "__longlong_as_double((long long)({}))"}


class Unknown(Exception):
    """What of an instruction is not known."""


@dataclass(frozen=True)
class Operand:
    """A C++ expression that an ``asm`` statement is given, by the letter of its constraint; ``written``: its place takes a result, ``kept``:
    and has a value before."""

    letter: str
    text: str
    written: bool
    kept: bool = False


@dataclass
class Registers:
    """The registers that a text declares for itself, and their types."""

    types: dict[str, str] = field(default_factory=dict)

    def declared(self) -> Iterator[str]:
        for name, kind in self.types.items():
            yield f"{TYPES[kind]} ptx_{name};"


def result_variable(name: str, operand: Operand) -> str:
    """What holds a result until the statement ends."""
    kind = TYPES[_OF_LETTERS[operand.letter]]
    return f"{kind} {name} = ({kind})({operand.text});" if operand.kept else f"{kind} {name};"


@dataclass(frozen=True)
class Places:
    """How operands of instructions are said."""

    operands: Sequence[Operand]
    registers: Registers

    def value(self, said: str, kind: str, wide: bool = False) -> str:
        """An operand as a value of a type; ``wide``: its register may be wider."""
        operand = self._operand(said)
        if operand is not None:
            return _converted(operand, kind, wide)
        if said.startswith("%%") and said[2:] in ptx().registers and kind[0] in "ubs":
            return _cast(kind, ptx().registers[said[2:]])
        known = self.registers.types.get(said.removeprefix("%%"))
        if known is not None:
            name = f"ptx_{said.removeprefix('%%')}"
            if not _holds(known, kind, wide):
                raise Unknown(f"{said} as {kind}")
            return name if known == kind else _cast(kind, name)
        if said.lower().startswith("0f") and kind == "f32":
            return f"__uint_as_float(0x{said[2:]}u)"
        number = _whole(said)
        if number is None or kind[0] == "f":
            raise Unknown(f"the operand {said}")
        return _cast(kind, said)

    def address(self, said: str) -> str:
        """The place that an operand in brackets means."""
        inner, plus, more = said.removeprefix("[").removesuffix("]").partition("+")
        operand = self._operand(inner.strip())
        known = self.registers.types.get(inner.strip())
        by = _whole(more.strip()) if plus else 0
        is_place = operand.letter == "l" if operand is not None else known in ("u64", "b64", "s64")
        if not said.startswith("[") or by is None or not is_place:
            raise Unknown(f"the address {said}")
        at = operand.text if operand is not None else f"ptx_{inner.strip()}"
        return f"(char *)({at}) + {by}" if by else at

    def store(self, said: str, kind: str, code: str, wide: bool = False) -> str:
        """An assignment of a value of a type to what an operand says."""
        operand = self._operand(said)
        if operand is not None and operand.written and kind != "pred":
            bits = int(kind[1:])
            is_float, by_number = operand.letter in _FLOATS, kind[0] != "f"
            if _BITS.get(operand.letter) != bits and not (
                wide and not is_float and by_number and bits < _BITS[operand.letter]
            ):
                raise Unknown(f"{kind} in a register {operand.letter}")
            if is_float and by_number:
                code = _FROM_BITS[operand.letter].format(code)
            elif not is_float and not by_number:
                raise Unknown(f"{kind} in a register {operand.letter}")
            return f"{operand.text} = {code};"
        name = said.removeprefix("%%")
        known = self.registers.types.get(name)
        if known is None or not _holds(known, kind, wide):
            raise Unknown(f"a result in {said}")
        return f"ptx_{name} = {code};"

    def _operand(self, said: str) -> Operand | None:
        number = said.removeprefix("%")
        if not said.startswith("%") or not number.isdecimal():
            return None
        if int(number) >= len(self.operands):
            raise Unknown(f"the operand {said}")
        return self.operands[int(number)]


def _holds(register: str, kind: str, wide: bool) -> bool:
    """Whether a register of PTX's own holds a value of a type; ``wide``: it may have more bits."""
    if "pred" in (register, kind) or "f" in (register[0], kind[0]):
        return (register[0] == kind[0]) and register[1:] == kind[1:]
    return register[1:] == kind[1:] or (wide and int(register[1:]) > int(kind[1:]))


def _converted(operand: Operand, kind: str, wide: bool) -> str:
    """A C++ operand as a value of an instruction's type."""
    letter, text = operand.letter, operand.text
    if kind == "pred":
        raise Unknown("a predicate")
    if letter in ("n", "i"):
        if kind[0] == "f":
            raise Unknown("a floating constant")
        return _cast(kind, text)
    bits = int(kind[1:])
    if _BITS[letter] != bits and not (wide and letter not in _FLOATS and kind[0] != "f" and bits < _BITS[letter]):
        raise Unknown(f"{kind} of a register {letter}")
    if letter in _FLOATS:
        if kind[0] == "f":
            return f"({text})"
        if kind[0] != "b":
            raise Unknown(f"{kind} of a register {letter}")
        return _AS_BITS[letter].format(text)
    if kind[0] == "f":
        raise Unknown(f"{kind} of a register {letter}")
    return _cast(kind, text)


def _cast(kind: str, text: str) -> str:
    if _whole(text) is None:
        return f"({TYPES[kind]})({text})"
    if kind == "s32" or (kind in ("u32", "b32") and not text.startswith("-")):
        return text if kind == "s32" else f"{text.rstrip('uU')}u"
    return f"({TYPES[kind]}){text}"


def _whole(text: str) -> int | None:
    try:
        return int(text.rstrip("uU"), 0)
    except ValueError:
        return None
