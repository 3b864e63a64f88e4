"""A view shows memory of another object, wherever it stands and however its elements are reached."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <span>\n#include <string>\n#include <string_view>\n#include <vector>\n"
HOLDERS = "struct P { std::string_view v; }; struct Q { P p; }; struct R { std::string_view v[2]; }; struct S : P {};\n"

MADE = (
    "std::string_view v = s;",
    "std::string_view v(s);",
    "std::string_view v{s};",
    "std::string_view v; v = s;",
    "const std::string_view v = s;",
    "static std::string_view v; v = s;",
    "using V = std::string_view; V v = s;",
    "typedef std::string_view V; V v = s;",
    "std::string_view w = s; std::string_view v = w;",
    "std::string_view w = s; auto v = w;",
    "std::string_view w = s; std::string_view& v = w;",
    "std::string_view v = s; v = v.substr(0, 4);",
    "std::string_view v(s.data(), s.size());",
    "std::string_view v = t;",
)
READ = (
    "v[i - 1]",
    "v.at(i - 1)",
    "v.at(0)",
    "v.front()",
    "v.back()",
    "v.data()[i - 1]",
    "v.begin()[i - 1]",
    "*(v.begin() + (i - 1))",
)
HELD = (
    ("P p; p.v = s;", "p.v"),
    ("P p{s};", "p.v"),
    ("const P p{s};", "p.v"),
    ("S p; p.v = s;", "p.v"),
    ("Q q; q.p.v = s;", "q.p.v"),
    ("P p[2]; p[0].v = s;", "p[0].v"),
    ("R p; p.v[0] = s;", "p.v[0]"),
    ("std::vector<P> p(2); p[0].v = s;", "p[0].v"),
    ("std::string_view w[1] = {s};", "w[0]"),
    ("const std::string_view w[1] = {s};", "w[0]"),
    ("std::array<std::string_view, 1> w{s};", "w[0]"),
    ("std::vector<std::string_view> w; w.push_back(s);", "w[0]"),
)
OTHERS = (
    "struct N { std::string name; }; void f(N& p, int n) { std::string_view v = p.name;"
    " for (int i = 1; i < n; i++) p.name[i] = v[i - 1]; }",
    "void f(std::vector<std::string>& p, int n) { std::string_view v = p[0]; for (int i = 1; i < n; i++) p[0][i] = v[i - 1]; }",
    "void f(char (&s)[64]) { std::string_view v(s, 64); for (int i = 1; i < 64; i++) s[i] = v[i - 1]; }",
    "void f(std::vector<char>& s, int n) { std::string_view v(s.data(), n); for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::vector<int>& s, int n) { const std::span<int> v = s; for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "struct P { std::span<int> v; }; void f(std::vector<int>& s, int n) { P p; p.v = s; for (int i = 1; i < n; i++) s[i] = p.v.front(); }",
    "struct P { std::span<int> v; }; void f(std::vector<int>& s, int n) { P p; p.v = s; for (int i = 1; i < n; i++) s[i] = p.v.data()[i - 1]; }",
    "void f(std::vector<int>& s, int n) { gsl::span<int> v = s; for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::vector<int>& s, int n) { const gsl::span<int> v(s); for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::string& s, int n) { std::basic_string_view<char> v = s; for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::string& s, int n) { const std::basic_string_view<char> v = s; for (int i = 1; i < n; i++) s[i] = v.front(); }",
    "void f(std::wstring& s, int n) { std::wstring_view v = s; for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::wstring& s, int n) { const std::wstring_view v = s; for (int i = 1; i < n; i++) s[i] = v.data()[i - 1]; }",
    "extern const std::string_view v; void f(std::string& s, int n) { for (int i = 1; i < n; i++) s[i] = v[i - 1]; }",
    "void f(std::string& s, int n) { for (int i = 1; i < n; i++) s[i] = s.at(i - 1); }",
    "void f(std::string& s, int n) { for (int i = 1; i < n; i++) s[i] = s.back(); }",
    "void f(std::string& s, int n) { for (int i = 0; i < n; i++) s[i] = s.front(); }",
)
APART = (
    "void f(std::string& s) { std::string v = s; for (size_t i = 1; i < s.size(); i++) s[i] = v[i - 1]; }",
    "void f(std::string& s, int n) { for (int i = 1; i < n; i++) s[i] = s.front(); }",
    "void f(std::string_view v, int n) { std::vector<int> a(n); for (int i = 0; i < n; i++) a[i] = v[i]; }",
    "int f(std::string_view v) { int c = 0; for (size_t i = 0; i < v.size(); i++) c += v[i] == 32; return c; }",
    "int f(const std::string& s, int n) { int c = 0; for (int i = 0; i < n; i++) c += s.at(i) == 32; return c; }",
    "void f(std::vector<double>& a, std::vector<double>& b, std::string_view v, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }",
    "struct P { std::string_view v; double x[8]; }; void f(double *a) { P p; for (int i = 0; i < 8; i++) p.x[i] = i; a[0] = p.x[1]; }",
)


def verdict(text: str) -> str:
    """Of the loop in a file."""
    outline = Outline(parse(HEAD + text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


def written(before: str, read: str) -> str:
    """A string is written while something of it may be read."""
    loop = f"for (size_t i = 1; i < s.size(); i++) s[i] = {read};"
    return f"{HOLDERS}void f(std::string& s, std::string& t) {{ {before} {loop} }}"


@pytest.mark.parametrize("read", READ)
@pytest.mark.parametrize("made", MADE)
def test_a_view_may_show_what_is_written(made: str, read: str) -> None:
    assert verdict(written(made, read)) in ("assumed", "unknown")


@pytest.mark.parametrize("read", READ)
@pytest.mark.parametrize(("made", "view"), HELD)
def test_so_may_one_that_is_part_of_an_object(made: str, view: str, read: str) -> None:
    assert verdict(written(made, read.replace("v", view, 1))) in ("assumed", "unknown")


@pytest.mark.parametrize("text", OTHERS)
def test_of_whatever_it_is_a_view(text: str) -> None:
    assert verdict(text) != "proved"


@pytest.mark.parametrize("text", APART)
def test_what_is_no_view_is_apart(text: str) -> None:
    assert verdict(text) == "proved"
