"""Fundamental types, conversions and literals: what C11 6.3.1, 6.4.4 and 6.5 say of an LP64 system."""

from __future__ import annotations

import pytest
from loopwright.lang.numbers import (
    Constant,
    binary,
    common,
    converted,
    fundamental,
    is_floating_type,
    is_integer_type,
    literal,
    promoted,
    size_of_fundamental,
    unary,
)

BITS = {
    "bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned int": 32,
    "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64, "__int128": 128, "unsigned __int128": 128,
}  # fmt: skip
UNSIGNED = frozenset(name for name in BITS if name.startswith("unsigned") or name == "bool")


def smallest(name: str) -> int:
    return 0 if name in UNSIGNED else -(1 << (BITS[name] - 1))


def greatest(name: str) -> int:
    return (1 << (BITS[name] if name in UNSIGNED else BITS[name] - 1)) - 1


@pytest.mark.parametrize("name", BITS)
def test_an_integer_type_holds_what_fits_and_nothing_more(name: str) -> None:
    assert is_integer_type(name)
    assert not is_floating_type(name)
    assert size_of_fundamental(name) == max(1, BITS[name] // 8)
    for value in (smallest(name), 0, 1, greatest(name)):
        kept = converted(Constant(value, "__int128" if value <= greatest("__int128") else name), name)
        assert kept == Constant(value, name)
        assert kept.is_integer
    if name == "bool":
        assert converted(Constant(7, "int"), "bool") == Constant(1, "bool")
    elif BITS[name] < 128:
        assert converted(Constant(greatest(name) + 1, "__int128"), name) == Constant(smallest(name), name)
        assert converted(Constant(smallest(name) - 1, "__int128"), name) == Constant(greatest(name), name)


@pytest.mark.parametrize(
    ("name", "size"), [("_Float16", 2), ("float", 4), ("double", 8), ("long double", 16), ("__float128", 16)]
)
def test_a_floating_type(name: str, size: int) -> None:
    assert is_floating_type(name)
    assert not is_integer_type(name)
    assert size_of_fundamental(name) == size
    assert converted(Constant(3, "int"), name) == Constant(3.0, name)
    assert not Constant(3.0, name).is_integer


def test_other_types_have_no_size_and_no_value() -> None:
    assert size_of_fundamental("struct s") is None
    assert converted(Constant(1, "int"), "struct s") is None
    assert not is_integer_type("struct s")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("long unsigned int", "unsigned long"), ("unsigned", "unsigned int"), ("signed", "int"), ("short int", "short"),
        ("int long long", "long long"), ("unsigned long long int", "unsigned long long"), ("char signed", "signed char"),
        ("unsigned char", "unsigned char"), ("char", "char"), ("double long", "long double"), ("double", "double"), ("long long double", ""),
        ("short double", ""), ("std::size_t", "unsigned long"), ("_Bool", "bool"), ("uint16_t", "unsigned short"), ("int8_t", "signed char"),
        ("ptrdiff_t", "long"), ("short unsigned", "unsigned short"), ("struct pair", ""), ("", ""), ("long", "long"),
    ],
)  # fmt: skip
def test_a_type_has_one_name(written: str, name: str) -> None:
    assert fundamental(written) == name


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        ("char", "char", "int"), ("unsigned short", "short", "int"), ("int", "unsigned int", "unsigned int"), ("unsigned int", "int", "unsigned int"),
        ("long", "unsigned int", "long"), ("unsigned int", "long", "long"), ("unsigned long", "long long", "unsigned long long"),
        ("long long", "unsigned long", "unsigned long long"), ("long", "long long", "long long"), ("long long", "long", "long long"),
        ("unsigned int", "unsigned long", "unsigned long"), ("unsigned long", "int", "unsigned long"), ("bool", "bool", "int"),
        ("__int128", "unsigned long long", "__int128"), ("int", "float", "float"), ("float", "unsigned long", "float"), ("double", "float", "double"),
        ("long double", "double", "long double"), ("__float128", "long double", "__float128"), ("_Float16", "float", "float"),
        ("float", "struct s", ""), ("struct s", "float", ""), ("int", "struct s", ""), ("struct s", "int", ""),
        ("unsigned __int128", "__int128", "unsigned __int128"),
    ],
)  # fmt: skip
def test_the_type_of_a_result(left: str, right: str, name: str) -> None:
    assert common(left, right) == name


def test_promotion_stops_at_int() -> None:
    assert [promoted(name) for name in ("bool", "signed char", "unsigned short", "int", "unsigned int", "float")] == [
        *("int",) * 4,
        "unsigned int",
        "float",
    ]


def test_a_fraction_is_as_precise_as_its_type() -> None:
    assert converted(Constant(0.1, "double"), "float") == Constant(0.10000000149011612, "float")
    assert converted(Constant(0.1, "double"), "_Float16") == Constant(0.0999755859375, "_Float16")
    assert converted(Constant(70000, "int"), "_Float16") is None
    assert converted(Constant(float("inf"), "double"), "float") is None


@pytest.mark.parametrize(
    ("value", "type", "result"),
    [
        (2.9, "int", 2), (-2.9, "int", -2), (2147483647.0, "int", 2147483647), (2147483648.0, "int", None), (-2147483648.0, "int", None),
        (4294967295.0, "unsigned int", 4294967295), (4294967296.0, "unsigned int", None), (float("nan"), "int", None), (0.5, "bool", 1),
        (127.5, "signed char", 127), (128.0, "signed char", None), (float("inf"), "long", None),
    ],
)  # fmt: skip
def test_a_fraction_as_an_integer(value: float, type: str, result: int | None) -> None:
    found = converted(Constant(value, "double"), type)
    assert found == (None if result is None else Constant(result, type))


def i(value: int, type: str = "int") -> Constant:
    return Constant(value, type)


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [
        ("+", i(2147483647), i(1), None), ("+", i(2147483646), i(1), i(2147483647)), ("-", i(-2147483648), i(1), None),
        ("+", i(4294967295, "unsigned int"), i(1), i(0, "unsigned int")), ("-", i(0), i(1, "unsigned int"), i(4294967295, "unsigned int")),
        ("*", i(65536), i(65536), None), ("*", i(65536, "long"), i(65536), i(1 << 32, "long")), ("*", i(-3), i(7), i(-21)),
        ("/", i(7), i(-2), i(-3)), ("/", i(-7), i(2), i(-3)), ("/", i(-7), i(-2), i(3)), ("/", i(0), i(-2), i(0)), ("/", i(1), i(0), None),
        ("%", i(7), i(-2), i(1)), ("%", i(-7), i(2), i(-1)), ("%", i(-7), i(-2), i(-1)), ("%", i(1), i(0), None),
        ("&", i(12), i(10), i(8)), ("|", i(12), i(10), i(14)), ("^", i(12), i(10), i(6)), ("<<", i(1), i(30), i(1 << 30)), ("<<", i(1), i(31), None),
        ("<<", i(1, "unsigned int"), i(31), i(1 << 31, "unsigned int")), ("<<", i(1), i(32), None), ("<<", i(1), i(-1), None), ("<<", i(-1), i(1), None),
        ("<<", i(5), i(0), i(5)), (">>", i(40), i(3), i(5)), (">>", i(40, "long"), i(40), i(0, "long")), (">>", i(1, "char"), i(8), i(0)),
        (">>", i(0), i(3), i(0)), ("<<", i(1), Constant(1.0, "double"), None), ("<<", Constant(1.0, "double"), i(1), None),
        ("<", i(-1), i(1), i(1)), ("<", i(-1), i(1, "unsigned int"), i(0)), (">", i(2), i(2), i(0)), (">=", i(2), i(2), i(1)), ("<=", i(3), i(2), i(0)),
        ("==", i(2), Constant(2.0, "double"), i(1)), ("!=", i(2), i(2), i(0)), ("<=", i(2), i(2), i(1)), (">", i(3), i(2), i(1)), ("<", i(2), i(2), i(0)),
        ("&&", i(2), i(0), i(0)), ("&&", i(2), i(5), i(1)), ("||", i(0), i(5), i(1)), ("||", i(0), i(0), i(0)),
        ("+", i(1), Constant(0.5, "double"), Constant(1.5, "double")), ("-", Constant(0.5, "double"), i(1), Constant(-0.5, "double")),
        ("*", Constant(0.5, "float"), i(3), Constant(1.5, "float")), ("/", i(1), Constant(4.0, "double"), Constant(0.25, "double")),
        ("/", i(1), Constant(0.0, "double"), None), ("%", Constant(1.0, "double"), i(1), None), ("&", Constant(1.0, "double"), i(1), None),
        ("*", Constant(3e38, "float"), Constant(10.0, "float"), None), (",", i(1), i(2), None), ("+", i(1, "struct s"), i(1), None),
        ("+", i(1), i(1, "struct s"), None),
    ],
)  # fmt: skip
def test_an_operator(operator: str, left: Constant, right: Constant, result: Constant | None) -> None:
    found = binary(operator, left, right)
    assert found == result
    assert found is None or (type(found.value) is int) == found.is_integer


@pytest.mark.parametrize(
    ("operator", "operand", "result"),
    [
        ("-", i(-2147483648), None), ("-", i(5, "char"), i(-5)), ("-", i(1, "unsigned int"), i(4294967295, "unsigned int")),
        ("+", i(5, "short"), i(5)), ("~", i(0), i(-1)), ("~", i(0, "unsigned long"), i((1 << 64) - 1, "unsigned long")), ("~", i(1, "bool"), i(-2)),
        ("~", Constant(1.5, "double"), None), ("!", i(0), i(1)), ("!", Constant(0.5, "double"), i(0)), ("-", Constant(0.5, "float"), Constant(-0.5, "float")),
    ],
)  # fmt: skip
def test_an_operator_of_one(operator: str, operand: Constant, result: Constant | None) -> None:
    assert unary(operator, operand) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("0", i(0)), ("2147483647", i(2147483647)), ("2147483648", i(2147483648, "long")), ("0x7fffffff", i(2147483647)),
        ("0x80000000", i(1 << 31, "unsigned int")), ("0xFFFFFFFFFFFFFFFF", i((1 << 64) - 1, "unsigned long")), ("017", i(15)), ("0b101", i(5)),
        ("0B11u", i(3, "unsigned int")), ("9223372036854775807", i((1 << 63) - 1, "long")), ("9223372036854775808", None), ("1u", i(1, "unsigned int")),
        ("4294967296u", i(1 << 32, "unsigned long")), ("1l", i(1, "long")), ("1UL", i(1, "unsigned long")), ("1ll", i(1, "long long")),
        ("1llu", i(1, "unsigned long long")), ("1z", i(1, "long")), ("08", None), ("1'000", i(1000)), ("-5", i(-5)), ("- 5", i(-5)), ("+5", i(5)),
        ("1.5", Constant(1.5, "double")), ("1.", Constant(1.0, "double")), (".5f", Constant(0.5, "float")), ("1e3", Constant(1000.0, "double")),
        ("1e-2L", Constant(0.01, "long double")), ("0x1p4", Constant(16.0, "double")), ("0X1.8p1f", Constant(3.0, "float")),
        ("0.1f", Constant(0.10000000149011612, "float")), ("1e39f", None), ("1e999", None), ("x", None), ("-x", None), ("1.5q", None), ("", None),
        ("'a'", i(97)), ("'\\n'", i(10)), ("'\\0'", i(0)), ("'\\\\'", i(92)), ("'\\''", i(39)), ("'\\\"'", i(34)), ("'\\t'", i(9)), ("'\\r'", i(13)),
        ("'\\a'", i(7)), ("'\\b'", i(8)), ("'\\f'", i(12)), ("'\\v'", i(11)), ("'ab'", None), ("''", None), ("'\\q'", None), ("'\u00e4'", None),
        ("'\\x41'", None),
    ],
)  # fmt: skip
def test_a_literal(text: str, result: Constant | None) -> None:
    assert literal(text) == result


def test_a_character_of_cpp_is_a_char() -> None:
    assert literal("'a'", "cpp") == i(97, "char")
    assert literal("'\\n'", "cpp") == i(10, "char")
