"""`T x(a::b);` in a function of C++: an object where `a::b` is a value, a function where it is a type, unknown where neither is in sight."""

from __future__ import annotations

import pytest
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = """
struct T { T(int); int n; static const int most = 3; struct Inner { int k; }; };
namespace space { enum kind { one, two }; extern int value; struct Class { int k; }; }
enum class level { low };
int number;
void f(int given) { int own = 1; MADE use(x); }
"""
OBJECT, FUNCTION, UNKNOWN = ("variable", "T", ()), ("function", "T", ("()",)), ("variable", "", ())


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("T x(space::one);", OBJECT),
        ("T x(space::value);", OBJECT),
        ("T x(T::most);", OBJECT),
        ("T x(level::low);", OBJECT),
        ("T x(number);", OBJECT),
        ("T x(own);", OBJECT),
        ("T x(given);", OBJECT),
        ("T x(space::one, number);", OBJECT),
        ("T x(space::Class);", FUNCTION),
        ("T x(space::kind);", FUNCTION),
        ("T x(T);", FUNCTION),
        ("T x(int);", FUNCTION),
        ("T x(const T &, unsigned);", FUNCTION),
        ("T x();", FUNCTION),
        ("T x(other::thing);", UNKNOWN),
        ("T x(somewhere);", UNKNOWN),
        ("T x(std::move(own));", UNKNOWN),
        ("T x(std::numeric_limits<int>::max());", UNKNOWN),
        ("T x(limits<int>::most);", UNKNOWN),
    ],
)
def test_what_is_declared(made: str, told: tuple[str, str, tuple[str, ...]]) -> None:
    text = FILE.replace("MADE", made)
    found = scopes_of(Outline(parse(text, "a.cpp"))).lookup("x", text.index("use(x)"))
    assert found is not None
    assert (found.kind, found.base, found.type.layers) == told


def test_a_name_of_c_is_a_type() -> None:
    text = "int f(int given) { int x(somewhere); use(x); return 0; }"
    found = scopes_of(Outline(parse(text, "a.c", "c"))).lookup("x", text.index("use(x)"))
    assert found is not None
    assert found.kind == "function"
