"""Types as layers: what stands in a text, what one step through a type gives, which types lie in the same memory."""

from __future__ import annotations

import pytest
from loopwright.lang.types import (
    Type,
    byte_size,
    canonical,
    category_of_base,
    cleaned,
    first_argument,
    fixed_width,
    integer_range,
    is_floating,
    is_integer,
    is_named_integer,
    may_share_memory,
    named,
)

ROWS = Type("double", ("*", "[]"), (None, "8"))  # double (*a)[8]


def test_one_step_through_a_type() -> None:
    assert ROWS.element() == Type("double", ("[]",), ("8",))
    assert ROWS.element().element() == Type("double")
    assert Type("double").element() == Type("")
    assert Type("double", ("*",), (None,), restrict=True).element() == Type("double")
    assert named("std::vector<const float *>").element() == Type("float", ("*",), (None,), const=True)
    assert Type("std::vector<int>", ("*",), (None,)).element() == Type("std::vector<int>")
    assert Type("int", ("[]",), ("3",)).pointed_at() == Type("int", ("*", "[]"), (None, "3"))


def test_what_an_array_or_a_function_is_as_a_value() -> None:
    assert Type("int", ("[]", "[]"), ("3", "4")).decayed() == Type("int", ("*", "[]"), (None, "4"))
    assert Type("int", ("()", "*"), (None, None)).decayed() == Type("int", ("*", "()", "*"), (None, None, None))
    assert ROWS.decayed() == ROWS
    assert Type("int").decayed() == Type("int")


def test_what_a_reference_refers_to() -> None:
    assert Type("int", ("&", "[]"), (None, "4")).referred() == Type("int", ("[]",), ("4",))
    assert ROWS.referred() == ROWS


def test_a_name_for_a_type_is_put_in() -> None:
    row = Type("double", ("[]",), ("3",), const=True, restrict=True)
    assert Type("Row").of(row) == row
    pointer = Type("Row", ("*",), (None,)).of(row)  # the pointer is neither
    assert pointer == Type("double", ("*", "[]"), (None, "3"))
    assert Type("T", ("*",), (None,), restrict=True, const=True).of(Type("int", volatile=True)) == Type(
        "int", ("*",), (None,), True, True, True
    )


@pytest.mark.parametrize(
    ("type", "is_pointer", "is_array", "is_function", "is_scalar", "dims"),
    [
        (Type("int"), False, False, False, True, 0),
        (ROWS, True, False, False, False, 1),
        (Type("int", ("[]", "[]"), ("2", "3")), False, True, False, False, 2),
        (Type("int", ("()",), (None,)), False, False, True, False, 0),
        (Type("std::vector<int>"), False, False, False, False, 0),
        (Type(), False, False, False, True, 0),
    ],
)
def test_kinds(type: Type, is_pointer: bool, is_array: bool, is_function: bool, is_scalar: bool, dims: int) -> None:
    told = (type.is_pointer, type.is_array, type.is_function, type.is_scalar, type.dims)
    assert told == (is_pointer, is_array, is_function, is_scalar, dims)


@pytest.mark.parametrize(
    ("base", "sequence", "other"),
    [
        ("std::vector<double>", "vector", False), ("array<int, 3>", "array", False), ("std::span<int>", "span", False), ("valarray<float>", "valarray", False),
        ("std::vector<bool>", "", True), ("std::map<int, int>", "", True), ("unordered_map<int, int>", "", True), ("std::list<int>", "", True),
        ("std::bitset<8>", "", True), ("double", "", False), ("my_vector<int>", "", False),
    ],
)  # fmt: skip
def test_containers(base: str, sequence: str, other: bool) -> None:
    assert (Type(base).sequence, Type(base).is_other_container) == (sequence, other)
    pointer = Type(base, ("*",), (None,))
    assert (pointer.sequence, pointer.is_other_container) == ("", False)


@pytest.mark.parametrize(
    ("base", "smart", "pointee"),
    [
        ("std::unique_ptr<double>", True, Type("double")), ("shared_ptr<const Field>", True, Type("Field", const=True)),
        ("std::unique_ptr<double[]>", True, None), ("std::unique_ptr<Field, Free>", True, None), ("double", False, None), ("std::vector<int>", False, None),
    ],
)  # fmt: skip
def test_smart_pointers(base: str, smart: bool, pointee: Type | None) -> None:
    assert (Type(base).is_smart_pointer, Type(base).pointee) == (smart, pointee)
    assert not Type(base, ("*",), (None,)).is_smart_pointer


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (ROWS, "double (*)[8]"), (Type("double", ("[]", "*"), ("8", None)), "double *[8]"), (Type("int", ("*", "()"), (None, None)), "int (*)()"),
        (Type("int", ("()", "*"), (None, None)), "int *()"), (Type("int", ("&", "[]"), (None, "4")), "int (&)[4]"), (Type("int"), "int"),
        (Type("int", ("[]", "[]"), (None, "4")), "int [][4]"), (Type("anonymous 12"), "struct {…}"), (Type("", ("*",), (None,)), "*"), (Type(), ""),
        (Type("int", ("*", "*"), (None, None)), "int **"),
    ],
)  # fmt: skip
def test_a_type_in_words(type: Type, text: str) -> None:
    assert type.text == text


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("const double *", Type("double", ("*",), (None,), const=True)), ("struct pair", Type("pair")), ("unsigned long", Type("unsigned long")),
        ("int **", Type("int", ("*", "*"), (None, None))), ("int &", Type("int")), ("std::vector<int *> *", Type("std::vector<int *>", ("*",), (None,))),
        ("const std::vector<const int>", Type("std::vector<const int>", const=True)), ("static volatile int", Type("int")),
    ],
)  # fmt: skip
def test_the_type_that_a_text_names(text: str, type: Type) -> None:
    assert named(text) == type


def test_words_that_change_no_type_are_taken_off() -> None:
    assert cleaned("const  struct pair") == "pair"
    assert cleaned("typename T::value") == "T::value"
    assert cleaned("const std::map< int,  const char * >") == "std::map<int, const char * >"


@pytest.mark.parametrize(
    ("base", "argument"),
    [
        ("std::vector<double, A>", "double"), ("std::map<std::pair<int, int>, int>", "std::pair<int, int>"), ("vector<int>", "int"),
        ("function<int(int, int), A>", "int(int, int)"), ("vector<int", "int"), ("array< T , 3>", "T"), ("vector<vector<int>>", "vector<int>"),
    ],
)  # fmt: skip
def test_the_first_argument_of_a_template(base: str, argument: str) -> None:
    assert first_argument(base) == argument


@pytest.mark.parametrize(
    ("base", "category"),
    [
        ("int", "integer"), ("unsigned long long", "integer"), ("std::size_t", "integer"), ("uint32_t", "integer"), ("int_fast16_t", "integer"),
        ("bool", "boolean"), ("_Bool", "boolean"), ("long double", "floating"), ("half", "floating"), ("std::vector<int>", "unknown"), ("", "unknown"),
        ("pair", "unknown"), ("signed", "integer"), ("unsigned pair", "unknown"),
    ],
)  # fmt: skip
def test_the_category_of_a_name(base: str, category: str) -> None:
    assert category_of_base(base) == category


def test_names_of_integers() -> None:
    assert all(is_named_integer(word) for word in ("size_t", "int8_t", "uint_least64_t", "wchar_t"))
    widths = {"int8_t": 8, "std::uint_fast16_t": 64, "uint_least64_t": 64, "int32_t": 32, "int": None, "xint8_t": None}
    assert {word: fixed_width(word) for word in widths} == widths
    assert not any(is_named_integer(word) for word in ("int", "uint7_t", "xint8_t", "int8_tx"))


@pytest.mark.parametrize(
    ("base", "range"),
    [
        ("unsigned", (0, 2**32 - 1, 32)), ("unsigned char", (0, 255, 8)), ("char", (-128, 127, 8)), ("short int", (-32768, 32767, 16)), ("int", None),
        ("long", None), ("unsigned long", (0, 2**64 - 1, 64)), ("unsigned long long", (0, 2**64 - 1, 64)), ("size_t", (0, 2**64 - 1, 64)),
        ("std::size_t", (0, 2**64 - 1, 64)), ("uint8_t", (0, 255, 8)), ("int16_t", (-32768, 32767, 16)), ("int32_t", None), ("uint", (0, 2**32 - 1, 32)),
        ("std::uint64_t", (0, 2**64 - 1, 64)), ("bool", (0, 1, 1)), ("double", None), ("pair", None), ("", None), ("unsigned short", (0, 65535, 16)),
        ("uintptr_t", (0, 2**64 - 1, 64)), ("unsigned pair", None), ("_Bool", (0, 1, 1)),
    ],
)  # fmt: skip
def test_which_integers_wrap_around(base: str, range: tuple[int, int, int] | None) -> None:
    assert integer_range(base) == range


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ("int", "unsigned", True), ("int", "float", False), ("long", "long long", True), ("double", "double", True), ("char", "double", True),
        ("uint8_t", "double", True), ("pair", "double", True), ("double", "pair", True), ("*", "double", False), ("double", "*", False), ("*", "*", True),
        ("*", "char", True), ("char", "*", True), ("pair", "*", True), ("size_t", "long", True), ("uint32_t", "int", True), ("uint32_t", "int16_t", False),
        ("void", "int", True),
    ],
)  # fmt: skip
def test_which_types_may_lie_in_one_place(first: str, second: str, may: bool) -> None:
    assert may_share_memory(first, second) == may


@pytest.mark.parametrize(
    ("base", "name"),
    [
        ("unsigned int", "int"), ("unsigned", "int"), ("signed char", "char"), ("long int", "long"), ("long double", "long double"), ("uint", "int"),
        ("unsigned long long int", "long"), ("std::int64_t", "long"), ("uint16_t", "short"), ("int8_t", "char"), ("ptrdiff_t", "long"), ("void", ""),
        ("pair", ""), ("", ""), ("unsigned pair", ""), ("float", "float"),
    ],
)  # fmt: skip
def test_one_name_for_types_that_differ_in_their_sign(base: str, name: str) -> None:
    assert canonical(base) == name


def test_numbers_and_their_bytes() -> None:
    assert [is_integer(base) for base in ("unsigned", "long", "char", "short", "bool", "double", "pair")] == [
        True
    ] * 4 + [False] * 3
    assert [is_floating(base) for base in ("float", "double", "long double", "int", "pair")] == [True] * 3 + [False] * 2
    sizes = {
        "char": 1,
        "short": 2,
        "unsigned": 4,
        "float": 4,
        "long": 8,
        "double": 8,
        "int64_t": 8,
        "pair": None,
        "long double": None,
    }
    assert {base: byte_size(Type(base)) for base in sizes} == sizes
    assert byte_size(Type("pair", ("*",), (None,))) == 8
    assert byte_size(Type("int", ("[]",), ("4",))) is None


@pytest.mark.parametrize(
    ("base", "sequence", "smart", "other"),
    [
        ("std::vector<double>", "vector", False, False),
        ("vector <int, A<int>>", "vector", False, False),
        ("std::vector<double>::size_type", "", False, False),  # a type that it names is none itself
        ("std::vector<bool>", "", False, True),
        ("std::vector<bool, A>", "", False, True),
        ("std::map<int, double>", "", False, True),
        ("mystd::vector<double>", "", False, False),
        ("std::unique_ptr<double[]>", "", True, False),
        ("std::shared_ptr<Grid>::element_type", "", False, False),
        ("std::array<double, 3>", "array", False, False),
        ("vectors<double>", "", False, False),
    ],
)
def test_templates_of_the_library(base: str, sequence: str, smart: bool, other: bool) -> None:
    kind = Type(base)
    assert (kind.sequence, kind.is_smart_pointer, kind.is_other_container) == (sequence, smart, other)
