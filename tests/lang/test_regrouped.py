"""A macro beside operators is what its text is there: by the number that a compiler works out, and whether grouping changed it."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.lang.constants import constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import expression
from loopwright.lang.regrouped import is_only_rounded, is_regrouped
from loopwright.lang.scopes import scopes_of
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from tree_sitter import Node

SEED = 20261129
OPERATORS = ("+", "-", "*", "<<", ">>", "&", "|", "^", "==", "<", ">=", "&&", "||")
ASKED = 400


def drawn(rng: random.Random) -> tuple[str, str]:
    """The text of a macro and an expression that names it as `K`."""
    body = str(rng.randint(1, 6))
    for _ in range(rng.randint(0, 2)):
        body += f" {rng.choice(OPERATORS)} {rng.randint(1, 6)}"
    body = rng.choice((body, f"({body})", f"-{body}", f"{body} ? 3 : {rng.randint(1, 6)}", f"(char){body}"))
    place = rng.choice(("K", "K", "(K)", "-K", "!K", "(short)K", "(K ? 2 : 5)"))
    for _ in range(rng.randint(0, 2)):
        other = f"{rng.randint(1, 6)}"
        operator = rng.choice(OPERATORS)
        place = rng.choice((f"{place} {operator} {other}", f"{other} {operator} {place}"))
    return body, place


CASES = sorted({drawn(random.Random(SEED + number)) for number in range(ASKED)})


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_what_is_told_of_a_macro_is_what_the_compiler_makes_of_it(tmp_path: Path) -> None:
    lines = [f'#define K {body}\nprintf("%ld\\n", (long)({place}));\n#undef K' for body, place in CASES]
    source = tmp_path / "all.c"
    source.write_text("#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }\n")
    subprocess.run(["gcc", "-w", str(source), "-o", str(tmp_path / "all")], check=True)
    told = subprocess.run([str(tmp_path / "all")], capture_output=True, text=True, check=True).stdout.split()
    wrong, known = [], 0
    for (body, place), number in zip(CASES, told, strict=True):
        scopes = scopes_of(Outline(parse(f"#define K {body}\nint n;\n", name="program.c")))
        constant = constant_of_text(scopes, place)
        known += constant is not None
        if constant is not None and int(constant.value) != int(number):
            wrong.append((body, place, int(constant.value), number))
    assert not wrong
    assert known > len(CASES) // 3


@pytest.mark.parametrize(
    ("macro", "place", "regrouped"),
    [
        ("1 + 1", "K * i", True),
        ("1 + 1", "i * K", True),
        ("1 + 1", "i - K", True),
        ("1 + 1", "i + K", False),
        ("3 - 1", "i + K", False),
        ("3 - 1", "K - i", False),
        ("2 * 3", "i + K", False),
        ("2 * 3", "i * K", False),
        ("6 / 3", "i * K", True),
        ("1 | 2", "i | K", False),
        ("1 | 2", "i & K", True),
        ("1 | 2", "i + K", True),
        ("(1 + 1)", "K * i", False),
        ("-1", "i * K", False),
        ("-1", "i - K", False),
        ("*p", "K[i]", True),
        ("&s", "K->x", True),
        ("p->q", "K[i]", False),
        ("(int)x", "-K", False),
        ("x + 1", "(char)K", True),
        ("x + 1", "f(K)", False),
        ("x + 1", "a[K]", False),
        ("x, 1", "f(K)", True),
        ("x, 1", "(K)", False),
        ("c ? 1 : 2", "K + i", True),
        ("c ? 1 : 2", "i ? 1 : K", False),
        ("c ? 1 : 2", "K ? 1 : i", True),
        ("L", "K * i", True),
        ("f(x)", "K * i", False),
        ("F(x)", "K * i", True),
    ],
)
def test_a_macro_falls_apart_where_its_neighbours_bind_tighter(macro: str, place: str, regrouped: bool) -> None:
    name, macro_of = named(macro, place)
    assert is_regrouped(name, macro_of) is regrouped


def named(macro: str, place: str) -> tuple[Node, Callable[[str], Declaration | None]]:
    """The name `K` of a macro where it stands, and what the macros of its file are."""
    outline = Outline(parse(f"#define L 1 + 1\n#define F(v) v + 1\n#define K {macro}\nint n;\n", name="program.c"))
    found = expression(place, "c")
    assert found is not None
    waiting, names = [found], []
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        names += [node] if node.type == "identifier" and text_of(node) == "K" else []
    (name,) = names
    return name, scopes_of(outline).macros.get


@pytest.mark.parametrize(
    ("macro", "place", "rounded"),
    [
        ("1.0 / 3.0", "x * K", True),
        ("100. / (-0.3 * 3.8)", "x * K", True),
        ("2.0f * 3", "x / K", True),
        ("1e3 / 7 / 2", "x * K * y", True),
        ("1 / 3.0", "x * K", False),  # of an integer `x` it is `x / 3.0`, of another it is rounded: nobody asked
        ("6 / 3", "x * K", False),
        ("0x1e / 3", "x * K", False),
        ("1.0 + 2.0", "x * K", False),
        ("1.0 / 3.0 + 1", "x * K", False),
        ("1.0 / m", "x * K", False),
        ("1.0 / f()", "x * K", False),
        ("1.0 / F(2)", "x * K", False),
        ("1.0 / 3.0", "x % K", False),
        ("1.0 / 3.0", "x - K", False),
        ("1.0 / 3.0", "(int)K", False),
        ("1.0 / (7 % 4)", "x * K", False),
    ],
)
def test_products_of_floating_numbers_are_only_rounded_differently(macro: str, place: str, rounded: bool) -> None:
    assert is_only_rounded(*named(macro, place)) is rounded


@pytest.mark.parametrize(
    ("macro", "body", "expected"),
    [
        ("1.0 / 3.0", "a[i] = b[i] * K;", "proved"),
        ("1.0 / 3.0", "a[(int)(i * K)] = b[i];", "unknown"),
        ("1.0 + 2.0", "s = s * K;", "unknown"),  # no product any more
        ("1.0 / b[0]", "b[i] = b[i] * K;", "unknown"),
    ],
)
def test_a_loop_whose_product_is_only_rounded_differently_has_a_verdict(macro: str, body: str, expected: str) -> None:
    text = f"#define K {macro}\nfloat f(int n, float s, float *restrict a, float *restrict b) {{ for (int i = 0; i < n; i++) {{ {body} }} return s; }}"
    outline = Outline(parse(text, name="program.c"))
    assert judge(outline, outline.loops[0]).verdict == expected
