"""`for (auto &x : grid)`, where `grid` is an object of a class in sight: what lies between its `begin()` and its `end()`."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PARALLEL, SERIAL = "v = v + 1;", "v = g.d[0] + 1;"
# What the class holds, what its methods give, and how the loop comes to the object.
ENDS = {
    "iterators": "std::vector<int> d; auto begin() { return d.begin(); } auto end() { return d.end(); }",
    "iterators of a name": (
        "std::vector<int> d; std::vector<int>::iterator begin() { return d.begin(); } std::vector<int>::iterator end() { return d.end(); }"
    ),
    "addresses": "std::vector<int> d; int *begin() { return d.data(); } int *end() { return d.data() + d.size(); }",
    "addresses of memory of its own": "std::unique_ptr<int[]> d; int n; int *begin() { return d.get(); } int *end() { return d.get() + n; }",
    "an array": "int d[20]; int *begin() { return d; } int *end() { return d + 20; }",
    "overloads": (
        "std::vector<int> d; int *begin() { return d.data(); } int *end() { return d.data() + d.size(); }"
        " const int *begin() const { return d.data(); } const int *end() const { return d.data() + d.size(); }"
    ),
}
UNTOLD = {
    "backwards": "std::vector<int> d; auto begin() { return d.rbegin(); } auto end() { return d.rend(); }",
    "bits of words": "std::vector<bool> d; auto begin() { return d.begin(); } auto end() { return d.end(); }",
    "no body": "std::vector<int> d; int *begin(); int *end() { return d.data() + d.size(); }",
    "decided by the object": "std::vector<int> d; virtual int *begin() { return d.data(); } virtual int *end() { return d.data() + d.size(); }",
    "an iterator of its own": (
        "std::vector<int> d; struct It { int *p; int &operator*() const { return *p; } void operator++() {} bool operator!=(const It &) const; };"
        " It begin() { return It{d.data()}; } It end() { return It{d.data()}; }"
    ),
    "two rows": "int d[4][5]; int *begin() { return d[0]; } int *end() { return d[0] + 20; }",
}
WAYS = {
    "by itself": "void f() {{ G g; for (auto &v : g) {{ {body} }} }}",
    "as a parameter": "void f(G &g) {{ for (auto &v : g) {{ {body} }} }}",
    "as a member": "struct H {{ G g; void f() {{ for (int &v : g) {{ {body} }} }} }};",
    "by a method": "struct H {{ G g; G &cells() {{ return g; }} void f() {{ for (auto &v : cells()) {{ {body} }} }} }};",
}


def _verdict(members: str, way: str, body: str) -> str:
    text = f"#include <vector>\n#include <memory>\nstruct G {{ {members} }};\n{WAYS[way].format(body=body)}\n"
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ends", ENDS)
def test_elements_of_an_object_are_apart(ends: str, way: str) -> None:
    assert _verdict(ENDS[ends], way, PARALLEL) == "proved"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ends", ENDS)
def test_one_of_them_is_what_its_class_says_it_is(ends: str, way: str) -> None:
    assert _verdict(ENDS[ends], way, SERIAL) in ("refuted", "unknown")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ends", UNTOLD)
def test_what_is_not_followed_is_not_known(ends: str, way: str) -> None:
    assert _verdict(UNTOLD[ends], way, PARALLEL) in ("unknown", "assumed")


@pytest.mark.parametrize("way", WAYS)
def test_what_a_loop_does_not_name_counts_when_it_changes(way: str) -> None:
    """The class stays as it was, its method does not: what is kept of the loop is not asked then."""
    for ends, verdict in (("iterators", "proved"), ("backwards", "unknown"), ("iterators", "proved")):
        assert _verdict(ENDS.get(ends) or UNTOLD[ends], way, PARALLEL) == verdict


@pytest.mark.parametrize(
    "body", ["v = 1; g.d = w;", "v = 1; g = h;", "v = w[0]; std::swap(g.d, h.d);", "v = 1; set(g, w);"]
)
def test_a_range_began_where_its_name_may_lead_no_more(body: str) -> None:
    text = f"""struct G {{ int *d; int n; int *begin() {{ return d; }} int *end() {{ return d + n; }} }};
    void set(G &g, int *w) {{ g.d = w; }}
    void f(G &g, G h, int *w) {{ for (auto &v : g) {{ {body} }} }}"""
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
