"""What a method, a lambda or a cast gives is an object of its own: making it and its end run code of its class."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = """static int total, a[400];
static int counted(int v) {{ total = (total * 3 + v) % 1009; return v; }}
struct M {{ int v; M() = default; {special} }};
template <class T> struct V {{
  T *p;
  T operator()(int i) const {{ return p[i]; }}
  T &operator()(int i) {{ return p[i]; }}
  T get(int i) const {{ return p[i]; }}
  auto told(int i) const -> T {{ return p[i]; }}
  auto made(int i) const {{ return p[i]; }}
}};
struct W {{ M *p; M get(int i) const {{ return p[i]; }} M &at(int i) {{ return p[i]; }} }};
static M d[400];
static const V<M> v{{d}};
static W w{{d}};
void f(int n) {{ for (int i = 0; i < n; i++) {{ {use} }} }}
"""
COUNTING = ["M(const M &q) : v(counted(q.v)) {}", "~M() { counted(v); }"]
USES = [
    "v(i);", "v.get(i);", "v.told(i);", "v.made(i);", "w.get(i);", "auto g = [&](int k) { return d[k]; }; g(i);",
    "auto g = [&](int k) { if (k > 3) return d[k]; return d[0]; }; g(i);", "(M)d[i];",
    "static_cast<M>(d[i]);",
]  # fmt: skip


def verdict(special: str, use: str) -> str:
    outline = Outline(parse(TEXT.format(special=special, use=use), name="program.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("special", COUNTING)
@pytest.mark.parametrize("use", USES)
def test_a_copy_that_counts_is_seen(special: str, use: str) -> None:
    assert verdict(special, use) != "proved"


@pytest.mark.parametrize("use", USES)
def test_one_of_a_plain_class_does_nothing(use: str) -> None:
    assert verdict("", use) == "proved"


@pytest.mark.parametrize("special", COUNTING)
@pytest.mark.parametrize("use", ["w.at(i).v = i;", "(M &)d[i];", "(void)d[i];"])
def test_what_gives_the_object_itself_makes_none(special: str, use: str) -> None:
    assert verdict(special, use) == "proved"


LISTS = [
    ("static int g(const M &q) { return 1; }", "a[i] = g({});"),
    ("static int g(M &&q) { return 1; }", "a[i] = g({});"),
    ("struct K { int g(const M &q) { return 1; } }; static K k;", "a[i] = k.g({});"),
    ("", "auto g = [](const M &q) { return 1; }; a[i] = g({});"),
]


@pytest.mark.parametrize("special", ["~M() { counted(v); }", "M(int k = 0) : v(counted(k)) {}"])
@pytest.mark.parametrize(("before", "use"), LISTS)
def test_a_list_that_a_reference_is_bound_to_is_an_object(special: str, before: str, use: str) -> None:
    text = f"""static int total, a[400];
static int counted(int v) {{ total = (total * 3 + v) % 1009; return v; }}
struct M {{ int v; {special} }};
{before}
void f(int n) {{ for (int i = 0; i < n; i++) {{ {use} }} }}
"""
    outline = Outline(parse(text, name="program.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
