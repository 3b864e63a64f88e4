"""`u(i, j) = 0;` in a block is an assignment, in the tree and in verdicts; pure virtual functions stay what they are."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.nodes import subtree
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

GRID = """#include <vector>
struct Grid { int w; std::vector<double> d;
  double &operator()(int i, int j) { return d[i * w + j]; }
  double &at(int i, int j) { return d[i * w + j]; } };
"""
READ = [
    "u(i, j) = 0;",
    "u(i, j)  =  0 ;",
    "u(i, j) =0;",
    "u(i, j)= 0;",
    "u(i, j)\n      = 0;",
    "\n      u(i,j)=0;",
    "\n      u[k](i, j) = 0;",
    "\n      operator()(i, j) = 0;",
    "a::u(i, j) = 0;",
    "u<3>(i, j) = 0;",
    "u(i)(j) = 0;",
    "if (i) { u(i, j) = 0; } else { u(j, i) = 0; }",
]


@pytest.mark.parametrize("language", ["cpp", "cuda"])
@pytest.mark.parametrize("statement", READ)
def test_zeros_are_assigned_to_what_a_call_gives(statement: str, language: str) -> None:
    text = f"void f() {{ int i = 0, j = 0; {statement} }}"
    source = parse(text, name="a.cu" if language == "cuda" else "a.cpp")
    kinds = [node.type for node in subtree(source.root)]
    assert kinds.count("assignment_expression") == statement.count("="), source.parsed
    assert "pure_virtual_clause" not in kinds
    assert not source.root.has_error
    assert (source.data, len(source.parsed)) == (text.encode(), len(text))


def test_pure_virtual_functions_stay() -> None:
    text = "struct A { virtual int f(int) = 0; virtual ~A() = 0; }; void g() { struct B { virtual int f(int) = 0; }; u(1) = 0; }"
    source = parse(text, name="a.cpp")
    assert "pure_virtual_clause" in [node.type for node in subtree(source.root)]
    assert source.parsed == text.encode()


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("u(i, j) = 0;", "proved"),
        ("u(i, j) = 0; u(i, j) += v(j, i);", "assumed"),
        ("u(i, j) = 0; for (int k = 0; k < n; k++) u(i, j) += v(k, i);", "assumed"),
        ("u.at(i, j) = 0; u(i, 0) += 1;", "proved"),
        ("u(k, j) = 0; u(i, j) += 1;", "not proved"),
    ],
)
def test_a_grid_is_set_to_zero(body: str, verdict: str) -> None:
    loops = f"for (int i = 0; i < n; i++) {{ for (int j = 0; j < u.w; j++) {{ {body} }} }}"
    outline = Outline(parse(f"{GRID}void f(Grid &u, Grid &v, int n, int k) {{ {loops} }}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict != "proved" if verdict == "not proved" else found.verdict == verdict, found


def test_an_edit_beside_a_zero_is_read_as_a_fresh_text() -> None:
    text = f"{GRID}void f(Grid &u) {{ u(1, 2) = 0; int k = 1; }}"
    source = parse(text, name="a.cpp")
    assert source.root is not None
    at = text.index("k = 1")
    edited = source.edited([Change(Span(at + 4, at + 5), b"27")])
    assert str(edited.root) == str(parse(edited.data, name="a.cpp").root)
