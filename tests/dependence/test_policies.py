"""Templates of the library call functions of the classes that they are given: to take memory, to compare, to hash, to delete."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

DECLARED = """
static int calls;
static void gone(int *p) { calls++; delete p; }
struct W { int v; auto operator<=>(const W &o) const { calls++; return v <=> o.v; } };
template <class T> struct Al { using value_type = T; T *allocate(unsigned long n) { calls++; return (T *)::operator new(n * sizeof(T)); } };
struct Del { void operator()(int *p) const { calls++; delete p; } };
struct Less { bool operator()(int a, int b) const { calls++; return a < b; } };
struct Hash { unsigned long operator()(int a) const { calls++; return a; } };
struct K { int v; bool operator<(const K &o) const { calls++; return v < o.v; } bool operator==(const K &o) const { calls++; return v == o.v; } };
struct Set { int v = 0; Set &operator=(int x) { v = x + calls++; return *this; } };
using Ints = std::vector<int, Al<int>>;
"""
CALLED = {
    "an allocator": "std::vector<int, Al<int>> v(3); a[i] = calls;",
    "an allocator by another name": "Ints v(3); a[i] = calls;",
    "a resource": "std::pmr::vector<char> v(3, 'a', r); a[i] = v.data() - buffer;",
    "a string of one": "std::pmr::string v(30, 'a', r); a[i] = v.data() - buffer;",
    "what deletes": "std::unique_ptr<int, Del> p(new int(i)); a[i] = calls;",
    "an order": "std::set<int, Less> s(b, b + 3); a[i] = calls;",
    "the order of a key": "std::set<K> s(k, k + 3); a[i] = calls;",
    "a key in a pair": "std::set<std::pair<K, int>> s(pairs, pairs + 3); a[i] = calls;",
    "a hash": "std::unordered_set<int, Hash> s(b, b + 3); a[i] = calls;",
    "a search": "a[i] = m.at(i) + calls;",
    "a count": "a[i] = m.count(i) + calls;",
    "pairs": "bool q = pairs[i] < pairs[0]; a[i] = calls;",
    "a pointer to what deletes": "{ std::unique_ptr<int, void (*)(int *)> p(new int(i), gone); } a[i] = calls;",
    "what deletes, by its type": "{ std::unique_ptr<int, decltype(&gone)> p(new int(i), gone); } a[i] = calls;",
    "memory of whoever": "std::vector<int, std::pmr::polymorphic_allocator<int>> v(3, r); a[i] = calls;",
    "three ways at once": "bool q = W{i} < W{3}; a[i] = calls;",
    "what functions make": "bool q = std::make_tuple(k[i], 1) < std::make_tuple(k[0], 1); a[i] = calls;",
    "options": "bool q = options[i] == options[0]; a[i] = calls;",
    "the greater one": "int q = std::max(b[i], 3, Less{}); a[i] = calls;",
    "the greatest of a list": "int q = std::max({b[i], 3}, Less{}); a[i] = calls;",
    "between two": "int q = std::clamp(b[i], 3, 5, Less{}); a[i] = calls;",
    "a fill": "std::fill(rows[i], rows[i] + 4, i); a[i] = calls;",
    "a copy": "std::copy(b, b + 4, rows[i]); a[i] = calls;",
}
# Of an order that only `<=>` of the class tells, where another class has one that does nothing.
ASKED = {
    "three ways": "auto operator<=>(const W &o) const { calls++; return v <=> o.v; }",
    "alike": "bool operator==(const W &o) const { calls++; return v == o.v; }",
}
KEPT = {
    "no policy": "std::vector<int> v(3); v[0] = i; a[i] = v[0];",
    "a key of numbers": "std::pair<int, int> p(i, 1); a[i] = p.first;",
    "a class that is held": "std::vector<P> v(3); v[0].v = i; a[i] = v[0].v;",
    "pairs of numbers": "std::pair<int, int> p(i, 1), q(1, i); a[i] = p < q;",
    "the greater one": "a[i] = std::max(b[i], 3);",
    "between two": "a[i] = std::clamp(b[i], 3, 5);",
    "a fill": "std::fill(numbers[i], numbers[i] + 4, i);",
}


def verdict(body: str) -> str:
    given = (
        "int *__restrict a, const int *__restrict b, const K *__restrict k, std::pmr::memory_resource *r, char *buffer, "
        "const std::map<int, int, Less> &m, const std::pair<K, int> *pairs, const std::optional<K> *options, Set (*rows)[4], "
        "int (*numbers)[4], int n"
    )
    text = f"{DECLARED} struct P {{ int v; }}; void f({given}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, language="cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("body", CALLED.values(), ids=CALLED)
def test_what_a_template_is_given_may_do_something(body: str) -> None:
    assert verdict(body) == "unknown"


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_what_calls_nothing_is_proved(body: str) -> None:
    assert verdict(body) == "proved"


@pytest.mark.parametrize("name", ["default_delete", "std::default_delete"])
def test_a_default_that_the_files_specialise_may_do_something(name: str) -> None:
    own = f"template <> struct {name}<K> {{ void operator()(K *p) const {{ calls++; delete p; }} }};"
    scope = own if "::" in name else f"namespace std {{ {own} }}"
    loop = "for (int i = 0; i < n; i++) { { std::unique_ptr<K> p(new K{i}); } a[i] = calls; }"
    for said, wanted in ((scope, "unknown"), ("", "proved")):
        text = f"struct K {{ int v; }}; static int calls; {said} void f(int *__restrict a, int n) {{ {loop} }}"
        outline = Outline(parse(text, language="cpp"))
        assert judge(outline, outline.loops[-1]).verdict == wanted


@pytest.mark.parametrize("body", ASKED.values(), ids=ASKED)
def test_the_compiler_asks_another_operator(body: str) -> None:
    quiet = "struct K { int v; bool operator<(const K &o) const { return v < o.v; } bool operator!=(const K &o) const { return v != o.v; } };"
    loop = f"for (int i = 0; i < n; i++) {{ bool q = W{{i}} {'<' if '<=>' in body else '!='} W{{3}}; a[i] = calls; }}"
    text = f"static int calls; {quiet} struct W {{ int v; {body} }}; void f(int *__restrict a, int n) {{ {loop} }}"
    outline = Outline(parse(text, language="cpp"))
    assert judge(outline, outline.loops[-1]).verdict == "unknown"
