"""`A * b;` where `A` is a number or a variable declares nothing: what stands behind it keeps its meaning, and an operator may run."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

KEPT = "static int total;\n{before}int f(int n) {{\n  for (int i = 0; i < n; i++) {{ {statement} total = total * 3 + i; }}\n  return total;\n}}\n"
OPERATORS = """static int total, a[400];
enum E {{ A, B }};
namespace u {{ enum V {{ C, D }}; }}
struct Q {{ static constexpr E k = A; }};
struct R : Q {{ }};
static int operator{sign}(E p, E q) {{ return total = total * 3 + 1; }}
static int operator{sign}(u::V p, u::V q) {{ return total = total * 3 + 1; }}
int f(int n) {{
  for (int i = 0; i < n; i++) {{ {statement} a[i] = 1; }}
  return total;
}}
"""


def verdict(text: str, language: str) -> str:
    outline = Outline(parse(text, name=f"program.{language}"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("statement", ["A * total;", "A * n, *total;", "n * total;", "enum { K }; K * total;"])
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_product_that_nobody_uses_hides_no_variable(statement: str, language: str) -> None:
    assert verdict(KEPT.format(before="enum { A = 3 };\n", statement=statement), language) != "proved"


@pytest.mark.parametrize(
    "statement", ["u::A * total;", "u::q * total;", "Q::k * total;", "R::k * total;", "Q::z & total;"]
)
def test_nor_does_one_of_a_name_in_a_namespace_or_a_class(statement: str) -> None:
    before = "namespace u { enum { A }; static int q; }\nstruct Q { static constexpr int k = 2; static inline int z = 3; };\nstruct R : Q { };\n"
    assert verdict(KEPT.format(before=before, statement=statement), "cpp") != "proved"


@pytest.mark.parametrize("name", ["A", "k", "z", "C"])
def test_nor_does_one_of_a_member(name: str) -> None:
    text = f"""static int total;
struct T {{ enum {{ C }}; }};
struct S : T {{
  enum {{ A }}; static constexpr int k = 3; static inline int z = 2;
  void f(int n) {{ for (int i = 0; i < n; i++) {{ {name} * total; total = total * 3 + i; }} }}
}};
"""
    assert verdict(text, "cpp") != "proved"


@pytest.mark.parametrize("sign", ["&&", "&", "*"])
@pytest.mark.parametrize("sides", ["A {} B", "u::C {} u::D", "Q::k {} B", "R::k {} B"])
def test_an_operator_of_an_enumeration_is_called(sign: str, sides: str) -> None:
    assert verdict(OPERATORS.format(sign=sign, statement=sides.format(sign) + ";"), "cpp") != "proved"


@pytest.mark.parametrize("word", ["and", "bitand"])
def test_one_written_as_a_word_is_called(word: str) -> None:
    assert verdict(OPERATORS.format(sign=f" {word} ", statement=f"A {word} B;"), "cpp") != "proved"


@pytest.mark.parametrize(
    "statement", ["V *total = 0; (void)total;", "V w = i, &total = w; total = 2;", "S::V *total = 0; (void)total;"]
)
def test_a_type_declares(statement: str) -> None:
    text = f"""static int total, a[400];
typedef int V;
struct S {{ typedef int V; }};
void f(int n) {{ for (int i = 0; i < n; i++) {{ {statement} a[i] = 1; }} }}
"""
    assert verdict(text, "cpp") == "proved"
