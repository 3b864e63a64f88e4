"""A call means a function of a namespace where it sees that: what stands around it, what `using` brings, where its arguments are from."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "#include <cstdlib>\nint a[400], b[400], total;\n"
OWN = "static int rand() { return 4; }"
LOOP = "for (int i = 0; i < n; i++) { a[i] = CALL; }"
# What is called is the function of the library, which keeps a state.
OF_THE_LIBRARY = {
    "from outside": (f"namespace u {{ {OWN} }} void f(int n) {{ {LOOP} }}", "rand()"),
    "from another namespace": (f"namespace u {{ {OWN} }} namespace w {{ void f(int n) {{ {LOOP} }} }}", "rand()"),
    "by its whole name": (f"namespace u {{ {OWN} void f(int n) {{ {LOOP} }} }}", "::rand()"),
    "as one of std": (f"namespace u {{ {OWN} void f(int n) {{ {LOOP} }} }}", "std::rand()"),
    "through a function": (f"namespace u {{ {OWN} }} static int go() {{ return rand(); }} void f(int n) {{ {LOOP} }}", "go()"),
    "from around it": (f"namespace u {{ namespace v {{ {OWN} }} void f(int n) {{ {LOOP} }} }}", "rand()"),
    "a method": (f"namespace u {{ {OWN} }} struct S {{ void f(int n) {{ {LOOP} }} }};", "rand()"),
}  # fmt: skip
SEEN = {
    "inside": (f"namespace u {{ {OWN} void f(int n) {{ {LOOP} }} }}", "rand()"),
    "further inside": (f"namespace u {{ {OWN} namespace v {{ void f(int n) {{ {LOOP} }} }} }}", "rand()"),
    "by its name": (f"namespace u {{ {OWN} }} void f(int n) {{ {LOOP} }}", "u::rand()"),
    "by its whole name": (f"namespace u {{ {OWN} }} void f(int n) {{ {LOOP} }}", "::u::rand()"),
    "by another name": (f"namespace u {{ {OWN} }} namespace w = u; void f(int n) {{ {LOOP} }}", "w::rand()"),
    "brought with all": (f"namespace u {{ {OWN} }} using namespace u; void f(int n) {{ {LOOP} }}", "rand()"),
    "brought alone": (f"namespace u {{ {OWN} }} void f(int n) {{ using u::rand; {LOOP} }}", "rand()"),
    "brought to another": (f"namespace u {{ {OWN} }} namespace w {{ using namespace u; }} void f(int n) {{ {LOOP} }}", "w::rand()"),
    "of no name": (f"namespace {{ {OWN} }} void f(int n) {{ {LOOP} }}", "rand()"),
    "inline": (f"namespace u {{ inline namespace v {{ {OWN} }} }} using namespace u::v; void f(int n) {{ {LOOP} }}", "rand()"),
    "by an argument": (
        f"namespace u {{ struct T {{ int v; }}; static int rand(T t) {{ return t.v; }} }} void f(int n) {{ u::T t{{3}}; {LOOP} }}", "rand(t)"),
    "by a macro": (f"#define BRING using namespace u\nnamespace u {{ {OWN} }} BRING; void f(int n) {{ {LOOP} }}", "rand()"),
}  # fmt: skip


def verdict_of(file: str, call: str) -> str:
    outline = Outline(parse(FILE + file.replace("CALL", call), name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("way", OF_THE_LIBRARY)
def test_what_a_call_does_not_see_is_not_called(way: str) -> None:
    assert verdict_of(*OF_THE_LIBRARY[way]) == "unknown"


@pytest.mark.parametrize("way", SEEN)
def test_what_a_call_sees_is_called(way: str) -> None:
    file, call = SEEN[way]
    assert verdict_of(file, call) == "proved"
    assert verdict_of(file.replace("return", "return total++ +"), call) == "refuted"


@pytest.mark.parametrize("named", ["go", "w::go", "::go"])
def test_a_function_that_is_only_declared_is_another_one(named: str) -> None:
    other = {"go": "int go(int k);", "w::go": "namespace w { int go(int k); }", "::go": "int go(int k);"}[named]
    file = f"namespace u {{ static int go(int k) {{ return k; }} }} {other} void f(int n) {{ {LOOP} }}"
    assert verdict_of(file, f"{named}(b[i])") == "assumed"


def test_a_constant_function_is_that_of_its_place() -> None:
    file = f"namespace u {{ constexpr int step() {{ return 1; }} }} int step(); void f(int n) {{ {LOOP} }}"
    assert verdict_of(file.replace("a[i] =", "a[i * step()] ="), "i") != "proved"


@pytest.mark.parametrize(
    "given", ["int (*go)(int)", "int (&go)(int)", "auto go", "class F, F go", "int N, int (*go)(int) = nullptr"]
)
@pytest.mark.parametrize("name", ["go", "abs"])
def test_a_parameter_of_a_template_hides_a_function(given: str, name: str) -> None:
    given, other = given.replace("go", name), "static int go(int k) { return k; }"
    for head, tail in (("", ""), ("struct S {", "};")):
        file = f"{other} template <{given}> {head} void f(int n) {{ {LOOP} }} {tail}"
        assert verdict_of(file, f"{name}(b[i])") in ("unknown", "assumed")
    called = f"{other} template <{given}> int through(int k) {{ return {name}(k); }} void f(int n) {{ {LOOP} }}"
    assert verdict_of(called, "through<count>(b[i])") in ("unknown", "assumed")


def test_a_parameter_of_a_template_hides_a_constant() -> None:
    file = "static const int S = 1; template <int S> void f(int n) { for (int i = 0; i < n; i++) { a[i * S] = i; } }"
    assert verdict_of(file, "") == "assumed"
    assert verdict_of(file.replace("<int S>", "<int N>"), "") == "proved"


INSTANCES = {
    "functions": ("template <int W> static int at(int k) { return k + W; }", "at<0>(i)", "at<1>(i)"),
    "static methods": ("template <int W> struct S { static int at(int k) { return k + W; } };", "S<0>::at(i)", "S<1>::at(i)"),
    "methods": ("template <int W> struct S { int at(int k) { return k + W; } }; static S<0> s; static S<1> t;", "s.at(i)", "t.at(i)"),
    "operators": ("template <int W> struct S { int operator()(int k) const { return k + W; } }; static S<0> s; static S<1> t;", "s(i)", "t(i)"),
}  # fmt: skip


@pytest.mark.parametrize("way", INSTANCES)
def test_other_instances_of_a_template_have_other_values(way: str) -> None:
    made, first, second = INSTANCES[way]
    for hidden in ("", "static const int W = 2;"):
        file = f"{hidden} {made} void f(int n) {{ for (int i = 0; i < n; i++) {{ a[{first}] = a[CALL] + 1; }} }}"
        assert verdict_of(file, second) == "unknown"
    if "static" not in way:
        assert (
            verdict_of(f"{made} void f(int n) {{ for (int i = 0; i < n; i++) {{ a[{first}] = a[CALL] + 1; }} }}", first)
            == "proved"
        )
