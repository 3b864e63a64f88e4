"""Operators of enumerations, whose operands are numbers to everybody else: wherever one stands that the program defines, its code runs.

Each program sets a pointer of the file to one array, and an operator sets it to the other one, which the loop's two names then lead to.
"""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BINARY = ("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "<<", ">>", ",")
UNARY = ("!", "~", "-", "+", "*")
STORING = ("+=", "-=", "|=", "&=", "^=", "<<=")
WORDS = {"&": "bitand", "|": "bitor", "^": "xor", "&&": "and", "||": "or", "!=": "not_eq", "!": "not", "~": "compl"} | {
    "|=": "or_eq", "&=": "and_eq", "^=": "xor_eq"
}  # fmt: skip
DEFINED = (
    "enum E { A, B };\n"
    + "".join(f"E operator{sign}(E l, E r) {{ p = c; return l; }}\n" for sign in BINARY)
    + "".join(f"E operator{sign}(E l) {{ p = c; return l; }}\n" for sign in UNARY)
    + "".join(f"E &operator{sign}(E &l, E r) {{ p = c; return l; }}\n" for sign in STORING)
    + "E &operator++(E &l) { p = c; return l; }\n"
    + "std::ostream &operator<<(std::ostream &o, E e) { p = c; return o; }\n"
)
USED = {
    **{f"A {sign} B": f"(A {sign} B)" for sign in BINARY},
    **{f"{sign} A": f"({sign}A)" for sign in UNARY},
    **{f"x {sign} B": f"E x = A; x {sign} B" for sign in STORING},
    **{f"A {word} B": f"(A {word} B)" for sign, word in WORDS.items() if sign in BINARY},
    **{f"{word} A": f"({word} A)" for sign, word in WORDS.items() if sign in UNARY},
    **{f"x {word} B": f"E x = A; x {word} B" for sign, word in WORDS.items() if sign in STORING},
    "++x": "E x = A; ++x",
    "a stream": "std::cout << A",
    "a stream, later": "std::cout << 1 << A",
}
PLACES = {
    "in a lambda": ("", "std::sort(a, a + 3, [](int l, int r) { USED; return l < r; });"),
    "where it stands": ("", "USED;"),
    "in a destructor": ("struct D { ~D() { USED; } };", "D();"),
}


def verdict(head: str, body: str) -> str:
    text = (
        "#include <algorithm>\n#include <iostream>\nstatic int a[40], c[40]; static int *p;\n"
        f"{head}\nstatic void go(int n) {{ for (int i = 1; i < n; i++) p[i] = c[i - 1] + 1; }}\n"
        f"static void run(int n) {{ p = a; {body} go(n); }}\nint main() {{ run(9); }}\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, tuple)
    return judge(outline, next(loop for loop in outline.loops if loop.function and loop.function.name == "go")).verdict


@pytest.mark.parametrize("used", USED)
@pytest.mark.parametrize("place", PLACES)
def test_what_an_operator_sets_is_never_taken_for_apart(place: str, used: str) -> None:
    head, body = (text.replace("USED", USED[used]) for text in PLACES[place])
    assert verdict(f"{DEFINED}{head}", body) != "proved"


@pytest.mark.parametrize("used", ["l < r", "l + r", "(l and r)", "not l", "std::cout << l"])
def test_operators_between_numbers_are_those_of_the_language(used: str) -> None:
    assert verdict(DEFINED, f"std::sort(a, a + 3, [](int l, int r) {{ {used}; return l < r; }});") == "proved"
