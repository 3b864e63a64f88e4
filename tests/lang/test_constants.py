"""Constants as a compiler works them out."""

from __future__ import annotations

import pytest
from loopwright.lang import constants
from loopwright.lang.constants import constant_of_declaration, constant_of_text
from loopwright.lang.fragments import expression
from loopwright.lang.numbers import Constant, fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = """
#define N 100
#define SQUARE(x) ((x) * (x))
#define FAR(x) x##_far
enum { A, B, C = 10, D };
enum class Mode { X = 3, Y };
namespace cfg { constexpr int third = SQUARE(N) / 3; const unsigned all = -1; constexpr auto high = 1u << 31; }
static const int words = sizeof(double) * 4, table[N + 2] = {1};
const int entries = sizeof(table) / sizeof(table[0]);
constexpr int power(int x) { return x > 3 ? x * x : x; }
constexpr long sum = power(5) + cfg::third + int(Mode::Y) + D;
const int braced{7}, mixed = int{3} + (int)1e3 + static_cast<int>(2.7) + 'a' + '\\n';
struct S { static constexpr int own = 4; enum { inner = 9 }; };
const int members = S::own + S::inner;
typedef double Three[3];
const int bytes = sizeof(Three);
const unsigned char small = 300;
const int overflows = 2147483647 + 1;
const int divided = 1 / 0;
int changes = 5;
volatile const int read = 5;
extern const int elsewhere;
const int from_far = FAR(1);
"""


def value_of(name: str, text: str = FILE, language: str = "cpp") -> Constant | None:
    scopes = scopes_of(Outline(parse(text, f"a.{language}")))
    found = scopes.lookup_qualified(tuple(name.split("::"))) if "::" in name else scopes.lookup(name, len(text))
    assert found is not None
    return constant_of_declaration(scopes, found)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("N", 100), ("A", 0), ("B", 1), ("C", 10), ("D", 11), ("Mode::X", 3), ("Mode::Y", 4), ("cfg::third", 3333),
        ("cfg::all", 4294967295), ("cfg::high", 1 << 31), ("words", 32), ("entries", 102), ("sum", 25 + 3333 + 4 + 11),
        ("braced", 7), ("mixed", 3 + 1000 + 2 + 97 + 10), ("members", 13), ("bytes", 24), ("small", 44), ("S::own", 4),
    ],
)  # fmt: skip
def test_what_the_compiler_knows_is_known(name: str, value: int) -> None:
    found = value_of(name)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    "name", ["overflows", "divided", "changes", "read", "elsewhere", "from_far", "table", "power", "SQUARE"]
)
def test_what_may_change_or_is_not_defined_has_no_value(name: str) -> None:
    assert value_of(name) is None


@pytest.mark.parametrize(
    ("text", "value", "type"),
    [
        ("2147483648", 2147483648, "long"), ("0x80000000", 2147483648, "unsigned int"), ("017", 15, "int"), ("-5", -5, "int"),
        ("1u - 2", 4294967295, "unsigned int"), ("-7 / 2", -3, "int"), ("-7 % 3", -1, "int"), ("7.0 / 2", 3.5, "double"),
        ("1.5f * 2", 3.0, "float"), ("'A' + 1", 66, "int"), ("!0", 1, "int"), ("~0", -1, "int"), ("1 ? 2 : 1 / 0", 2, "int"),
        ("0 && 1 / 0", 0, "int"), ("3 > 2u", 1, "int"), ("-1 > 0u", 1, "int"), ("(char)200", -56, "char"), ("10ull", 10, "unsigned long long"),
    ],
)  # fmt: skip
def test_arithmetic_is_that_of_c(text: str, value: float, type: str) -> None:
    assert value_of("X", f"#define X ({text})\n", "c") == Constant(value, type)


def test_names_of_one_type_are_one() -> None:
    assert {fundamental(name) for name in ("unsigned", "unsigned int", "int unsigned", "uint32_t")} == {"unsigned int"}
    assert {fundamental(name) for name in ("long unsigned int", "size_t", "std::size_t", "unsigned long")} == {
        "unsigned long"
    }
    assert fundamental("struct point") == fundamental("vector<int>") == ""


FORMS = """
constexpr int none{}; constexpr int one{7}; constexpr int plain = {8};
typedef int Word; enum Colour { RED, BLUE }; constexpr Colour chosen = BLUE;
constexpr int twice(int x) { return 2 * x; }
constexpr int steps(int x) { x = x + 1; return x; }
constexpr int nothing(int x) { }
int runs(int x) { return x; }
static const int called = twice(4), nested = twice(twice(3)), of_steps = steps(1), empty = nothing(1), of_run = runs(3);
extern int unsized[]; int grid[3][5]; int *where;
const unsigned long whole = sizeof(grid), row = sizeof grid[0], cell = sizeof(grid[1][2]), open = sizeof unsized;
const unsigned long pointer = sizeof(where), too_deep = sizeof(grid[0][0][0]);
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("none", 0), ("one", 7), ("plain", 8), ("chosen", 1), ("called", 8), ("nested", 12), ("whole", 60), ("row", 20), ("cell", 4),
        ("pointer", 8), ("of_steps", None), ("empty", None), ("of_run", None), ("open", None), ("too_deep", None),
    ],
)  # fmt: skip
def test_each_form_of_a_constant(name: str, value: int | None) -> None:
    found = value_of(name, FORMS)
    assert (found.value if found is not None else None) == value


def test_the_value_of_a_text() -> None:
    scopes = scopes_of(Outline(parse("#define N 4\n", language="c")))
    assert constant_of_text(scopes, "N * 2 + 1") == Constant(9, "int")
    assert constant_of_text(scopes, "N * unknown") is None
    assert constant_of_text(scopes, "") is None


def test_constants_that_name_others_twice_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(constants, "expression", lambda text, language: read.append(text) or expression(text, language))
    twice = "".join(f"#define M{k} (M{k + 1} + M{k + 1})\n" for k in range(5)) + "#define M5 1\n"
    assert value_of("M0", twice) == Constant(32, "int")
    assert len(read) == 6
    endless = "#define A (B + B)\n#define B (A + A)\n"
    assert value_of("A", endless) is None
    assert len(read) < 40
