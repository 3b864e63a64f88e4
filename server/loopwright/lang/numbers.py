"""Fundamental types of C and C++ on LP64 systems: their names, sizes, conversions (C11 6.3.1) and literals (6.4.4)."""

from __future__ import annotations

import math
import re
import struct
from functools import lru_cache
from typing import NamedTuple

# name → (bits, signed), by rank.
_INTEGERS = {
    "bool": (1, False), "char": (8, True), "signed char": (8, True), "unsigned char": (8, False), "short": (16, True),
    "unsigned short": (16, False), "int": (32, True), "unsigned int": (32, False), "long": (64, True), "unsigned long": (64, False),
    "long long": (64, True), "unsigned long long": (64, False), "__int128": (128, True), "unsigned __int128": (128, False),
}  # fmt: skip
_RANK = {"bool": 0, "char": 1, "short": 2, "int": 3, "long": 4, "long long": 5, "__int128": 6}
_FLOATS = {"_Float16": 0, "float": 1, "double": 2, "long double": 3, "__float128": 4}
_BYTES = {"_Float16": 2, "float": 4, "double": 8, "long double": 16, "__float128": 16}
_PACKED = {"_Float16": "<e", "float": "<f"}  # with a byte order `struct` refuses what is too large
_NAMED = {
    "_Bool": "bool", "size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "intptr_t": "long", "uintptr_t": "unsigned long",
    "off_t": "long", "intmax_t": "long", "uintmax_t": "unsigned long", "uint": "unsigned int", "ulong": "unsigned long",
    "ushort": "unsigned short", "uchar": "unsigned char", "u_char": "unsigned char", "time_t": "long", "clock_t": "long",
    "int8_t": "signed char", "int16_t": "short", "int32_t": "int", "int64_t": "long", "uint8_t": "unsigned char",
    "uint16_t": "unsigned short", "uint32_t": "unsigned int", "uint64_t": "unsigned long", "__int128_t": "__int128",
    "__uint128_t": "unsigned __int128", "u_int": "unsigned int", "u_short": "unsigned short",
    "u_long": "unsigned long", "char8_t": "unsigned char", "char16_t": "unsigned short", "char32_t": "unsigned int", "wchar_t": "int",
}  # fmt: skip
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uUlLzZ]*)\Z")
_REAL = re.compile(r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|0[xX][0-9a-fA-F.]+[pP][+-]?[0-9]+)([fFlL]?)\Z")
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34}


def fundamental(base: str) -> str:
    """The one name of a fundamental type: `unsigned long` for `long unsigned int`; empty for other types."""
    base = base.replace("std::", "")
    if base in _INTEGERS or base in _FLOATS:
        return base
    if base in _NAMED:
        return _NAMED[base]
    words = sorted(base.split())
    if not words or any(word not in ("signed", "unsigned", "int", "char", "short", "long", "double") for word in words):
        return ""
    if "double" in words:
        return {1: "double", 2: "long double"}.get(len(words), "") if words.count("long") == len(words) - 1 else ""
    unsigned = "unsigned" in words
    if "char" in words:
        return "unsigned char" if unsigned else "signed char" if "signed" in words else "char"
    size = (
        "short"
        if "short" in words
        else "long long"
        if words.count("long") > 1
        else "long"
        if "long" in words
        else "int"
    )
    return f"unsigned {size}" if unsigned else size


def is_integer_type(name: str) -> bool:
    """Of a name that :func:`fundamental` gave."""
    return name in _INTEGERS


def is_floating_type(name: str) -> bool:
    """Of a name that :func:`fundamental` gave."""
    return name in _FLOATS


class Shape(NamedTuple):
    """An integer type as its values see it."""

    bits: int
    signed: bool


def shape_of(base: str) -> Shape | None:
    """``None`` of what is no fundamental integer type."""
    found = _INTEGERS.get(fundamental(base))
    return None if found is None else Shape(*found)


def size_of_fundamental(name: str) -> int | None:
    """In bytes."""
    if name in _INTEGERS:
        return max(1, _INTEGERS[name][0] // 8)
    return _BYTES.get(name)


def promoted(name: str) -> str:
    """The type after integer promotion."""
    return "int" if name in _INTEGERS and _INTEGERS[name][0] < 32 else name


def common(left: str, right: str) -> str:
    """The type of an arithmetic operator's result (C11 6.3.1.8); empty where one side is no number."""
    if left in _FLOATS or right in _FLOATS:
        if not (left in _FLOATS or left in _INTEGERS) or not (right in _FLOATS or right in _INTEGERS):
            return ""
        return max((name for name in (left, right) if name in _FLOATS), key=lambda name: _FLOATS[name])
    if left not in _INTEGERS or right not in _INTEGERS:
        return ""
    left, right = promoted(left), promoted(right)
    if left == right:
        return left
    signed_a, signed_b = _INTEGERS[left][1], _INTEGERS[right][1]
    rank_a, rank_b = (_RANK[name.removeprefix("unsigned ")] for name in (left, right))
    if signed_a == signed_b:
        return left if rank_a > rank_b else right
    unsigned, signed = (right, left) if signed_a else (left, right)
    if _RANK[unsigned.removeprefix("unsigned ")] >= _RANK[signed]:
        return unsigned
    return signed if _INTEGERS[signed][0] > _INTEGERS[unsigned][0] else f"unsigned {signed}"


class Constant(NamedTuple):
    """A value that the compiler knows; ``type`` is a fundamental type."""

    value: int | float
    type: str

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer, a character or a truth value."""
        return self.type in _INTEGERS


def converted(constant: Constant, type: str) -> Constant | None:
    """``constant`` as another type; ``None`` where the result is not defined."""
    if type in _FLOATS:
        return _rounded(constant.value, type)
    if type not in _INTEGERS:
        return None
    if type == "bool":
        return Constant(int(bool(constant.value)), type)
    bits, signed = _INTEGERS[type]
    value = constant.value
    if isinstance(value, float):
        if value != value or abs(value) >= 2.0 ** (bits - signed):
            return None
        return Constant(int(value), type)
    value &= (1 << bits) - 1
    return Constant(value - (1 << bits) if signed and value >> (bits - 1) else value, type)


def unary(operator: str, operand: Constant) -> Constant | None:
    """``+ - ~ !`` of a constant."""
    if operator == "!":
        return Constant(int(not operand.value), "int")
    type = promoted(operand.type)
    if operator == "~":
        return converted(Constant(~operand.value, type), type) if isinstance(operand.value, int) else None
    return _fitting(-operand.value if operator == "-" else operand.value, type)


def binary(operator: str, left: Constant, right: Constant) -> Constant | None:
    """``left operator right``; ``None`` where that overflows, divides by zero or is no operator of numbers."""
    a, b = left.value, right.value
    if operator in ("&&", "||"):
        return Constant(int(bool(a and b) if operator == "&&" else bool(a or b)), "int")
    if operator in ("<<", ">>"):
        type = promoted(left.type)
        if type not in _INTEGERS or right.type not in _INTEGERS or not 0 <= b < _INTEGERS[type][0] or a < 0:
            return None
        return _fitting(int(a) << int(b) if operator == "<<" else int(a) >> int(b), type)
    type = common(left.type, right.type)
    first, second = converted(left, type), converted(right, type)
    if not type or first is None or second is None:
        return None
    a, b = first.value, second.value
    compared = {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "==": a == b, "!=": a != b}
    if operator in compared:
        return Constant(int(compared[operator]), "int")
    if isinstance(a, int) and isinstance(b, int):
        return _of_integers(operator, a, b, type)
    results = {"+": a + b, "-": a - b, "*": a * b}
    if operator == "/" and b:
        results["/"] = a / b
    return _rounded(results[operator], type) if operator in results else None


def _rounded(value: int | float, type: str) -> Constant | None:
    """A fraction in the precision of its type; ``None`` where it is too large for it."""
    try:
        exact = float(value)
        form = _PACKED.get(type)
        kept = exact if form is None else struct.unpack(form, struct.pack(form, exact))[0]
    except OverflowError:
        return None
    return None if math.isinf(kept) else Constant(kept, type)


def _of_integers(operator: str, a: int, b: int, type: str) -> Constant | None:
    if operator in ("/", "%"):
        if b == 0:
            return None
        quotient = divided(a, b)
        return _fitting(quotient if operator == "/" else a - quotient * b, type)
    results = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    return _fitting(results[operator], type) if operator in results else None


def divided(number: int, by: int, rounds_down: bool = False) -> int:
    """A quotient: `/` cuts towards zero (C11 6.5.5p6), `>>` ``rounds_down``."""
    if rounds_down:
        return number // by
    return abs(number) // abs(by) * (1 if (number < 0) == (by < 0) else -1)


def _fitting(value: int | float, type: str) -> Constant | None:
    """A result in its type: unsigned ones wrap around, signed ones must not overflow."""
    if type in _FLOATS:
        return _rounded(value, type)
    if type not in _INTEGERS:
        return None
    bits, signed = _INTEGERS[type]
    if signed and not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        return None
    return converted(Constant(value, type), type)


@lru_cache(maxsize=4096)
def literal(text: str, language: str = "c") -> Constant | None:
    """The value of a number or a character as it is written."""
    if text[:1] == "'":
        return _character(text, language)
    if text[:1] in ("-", "+"):  # the grammar of C++ takes the sign for a part of it
        inside = literal(text[1:].strip(), language)
        return None if inside is None else unary(text[0], inside)
    plain = text.replace("'", "")
    match = _NUMBER.match(plain)
    if match is None:
        real = _REAL.match(plain)
        if real is None:
            return None
        value = float.fromhex(real[1]) if real[1][:2] in ("0x", "0X") else float(real[1])
        return _rounded(value, {"": "double", "f": "float", "l": "long double"}[real[2].lower()])
    digits, suffix = match[1], match[2].lower()
    base = 16 if digits[:2] in ("0x", "0X") else 2 if digits[:2] in ("0b", "0B") else 8 if digits[0] == "0" else 10
    try:
        value = int(digits[2:] if base in (2, 16) else digits, base)
    except ValueError:
        return None
    longs = suffix.replace("u", "").replace("z", "l")
    sizes = ["int", "long", "long long"][min(len(longs), 2) :]
    for size in sizes:
        for type in ([] if "u" in suffix else [size]) + ([f"unsigned {size}"] if "u" in suffix or base != 10 else []):
            if value < 1 << (_INTEGERS[type][0] - _INTEGERS[type][1]):
                return Constant(value, type)
    return None


def _character(text: str, language: str) -> Constant | None:
    type = "int" if language == "c" else "char"
    inside = text[1:-1]
    if len(inside) == 1 and inside.isascii():
        return Constant(ord(inside), type)
    if len(inside) == 2 and inside[0] == "\\" and inside[1] in _ESCAPES:
        return Constant(_ESCAPES[inside[1]], type)
    return None
