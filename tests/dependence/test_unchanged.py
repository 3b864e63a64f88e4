"""What an assignment leaves as it was carries nothing; what changes it, if only its sign or its highest bits, does."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

INTEGERS = ("int", "unsigned", "unsigned char", "short", "long long", "size_t", "count_t", "bool")
REALS = ("float", "double")
BEFORE = "#include <stddef.h>\n#include <stdbool.h>\n#define ONE 1\ntypedef long count_t;\nenum { NONE };\nstruct B { int z : 3; };\n"
OF_INTEGERS = [
    "z = z", "z = (z)", "z += 0", "z -= 0", "z |= 0", "z ^= NONE", "z <<= 0", "z >>= 0", "z *= ONE", "z /= 1", "z &= -1", "z = z + 0",
    "z = 0 + z", "z = ONE * z", "z = (long long)z", "z = (unsigned long)(z | 0)", "z = +z", "z = z / 1 - 0", "z &= ~0", "z |= z", "z &= z",
    "z = z & z", "z = z & ~0", "z = (z | z) + 0", "z = ~~z", "z = -(-z)", "z = ~(~(z + 0))",
]  # fmt: skip
OF_REALS = ["z = z", "z *= 1", "z /= ONE", "z -= 0", "z = (double)z", "z = 1 * z", "z = (double)(z - 0)"]
OTHERS = [
    ("int", "z -= 1"), ("int", "z = -z"), ("int", "z = ~z"), ("int", "z = 0 - z"), ("int", "z = 1 / z"), ("int", "z += n"),
    ("int", "z = 1 - z"), ("int", "z = (short)z + 0"), ("long", "z = (int)z"), ("long", "z = (float)z"), ("double", "z = (int)z"),
    ("double", "z = (float)z"), ("double", "z += 0"), ("float", "z = z + 0"), ("unsigned", "z = 0 << z"), ("long", "z &= ~0u"),
    ("int", "z = z * 0"), ("int", "z &= 1"), ("int", "z |= 1"), ("int", "z = z > 0"), ("int", "z = !z"), ("int", "z &= ~1"),
    ("int", "z ^= z"), ("int", "z = z - z"),
    ("int", "z = -~z"), ("int", "z = ~-z"), ("int", "z = !!z"), ("int", "z = -(-z) + 1"), ("int", "z = -(short)-z"),
    ("int", "z |= ~0"), ("int", "z = z & n"),
]  # fmt: skip


def _verdict(kind: str, assignment: str, declared: str = "") -> str:
    body = f"{declared or f'{kind} z = n;'} for (int i = 0; i < n; i++) {{ {assignment}; a[i] = z; }}"
    outline = Outline(parse(f"{BEFORE}void f(int n, double *a) {{ {body} }}", name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("assignment", OF_INTEGERS)
def test_an_integer_that_stays_what_it_is_carries_nothing(assignment: str) -> None:
    assert {kind: _verdict(kind, assignment) for kind in INTEGERS} == dict.fromkeys(INTEGERS, "proved")


@pytest.mark.parametrize("assignment", OF_REALS)
def test_a_floating_number_that_stays_what_it_is_carries_nothing(assignment: str) -> None:
    assert {kind: _verdict(kind, assignment) for kind in REALS} == dict.fromkeys(REALS, "proved")


@pytest.mark.parametrize(("kind", "assignment"), OTHERS)
def test_what_may_change_it_carries_it(kind: str, assignment: str) -> None:
    assert _verdict(kind, assignment) not in ("proved", "assumed")


def test_a_store_that_others_see_counts() -> None:
    assert _verdict("int", "z += 0", "volatile int z = n;") not in ("proved", "assumed")


def test_a_variable_that_was_no_number_in_the_text_is_none() -> None:
    assert _verdict("int", "z += k; k = i", "int k = 0, z = n;") not in ("proved", "assumed")


def test_bits_of_a_word_are_stored_with_their_neighbours() -> None:
    text = f"{BEFORE}void f(int n, double *a) {{ struct B s = {{n}}; for (int i = 0; i < n; i++) {{ s.z += 0; a[i] = s.z; }} }}"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict not in ("proved", "assumed")


IN_CPP = "enum E { A, B };\nenum class K { X, Y };\n"
OF_CPP = {
    "int z = n;": ("z = static_cast<int>(z)", "z = int(z)", "z = static_cast<long>(z)", "z = static_cast<int>(z) + 0"),
    "int z = n; int &r = z;": ("r = z", "z = r", "r = r"),
    "E z = n ? A : B;": ("z = z", "z = (E)z", "z = static_cast<E>(z)"),
    "K z = K::X;": ("z = z", "z = static_cast<K>(z)"),
}
OTHERS_OF_CPP = (
    ("long z = n;", "z = static_cast<int>(z)"),
    ("int z = n;", "z = short(z)"),
    ("int z = n, q = n; int &r = q;", "z = r; r = i"),
    ("int z = n; int &r = z;", "r = -z"),
    ("volatile int z = n; volatile int &r = z;", "z = r"),
    ("int z = n;", "z = (E)z"),
)


def _verdict_of_cpp(declared: str, assignment: str) -> str:
    body = f"{declared} for (int i = 0; i < n; i++) {{ {assignment}; a[i] = (int)z; }}"
    outline = Outline(parse(f"{IN_CPP}void f(int n, double *a) {{ {body} }}", name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


def test_casts_and_references_of_cpp_are_seen_through() -> None:
    said = {(declared, each): _verdict_of_cpp(declared, each) for declared, all_ in OF_CPP.items() for each in all_}
    assert said == dict.fromkeys(said, "proved")


@pytest.mark.parametrize(("declared", "assignment"), OTHERS_OF_CPP)
def test_others_of_cpp_carry_it(declared: str, assignment: str) -> None:
    assert _verdict_of_cpp(declared, assignment) not in ("proved", "assumed")
