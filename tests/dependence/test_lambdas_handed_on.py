"""A lambda that changes what it captured is no assumption where it is copied, referred to, returned or handed to somebody."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CHANGING = {
    "a copy": "auto c = [&k](int x) { return k += x; }; auto d = c; LOOP a[i] = d(i);",
    "a copy in the loop": "auto c = [&k](int x) { return k += x; }; LOOP { auto d = c; a[i] = d(i); }",
    "a copy of a copy": "auto c = [&k](int x) { return k += x; }; auto d = c; auto e = d; LOOP a[i] = e(i);",
    "all by reference": "auto c = [&](int x) { k += x; return k; }; auto d(c); LOOP a[i] = d(i);",
    "a reference of its own": "auto c = [&s = k](int x) { return s += x; }; LOOP { auto d = c; a[i] = d(i); }",
    "a mutable one": "auto c = [k](int x) mutable { return k += x; }; auto d = c; LOOP a[i] = d(i);",
    "a mutable one that began": "auto c = [s = 0](int x) mutable { return s += x; }; auto d = c; LOOP a[i] = d(i);",
    "moved": "auto c = [s = 0](int x) mutable { return s += x; }; auto d = std::move(c); LOOP a[i] = d(i);",
    "a reference": "auto c = [s = 0](int x) mutable { return s += x; }; auto &d = c; LOOP a[i] = d(i);",
    "a reference to one of captures": "auto c = [&k](int x) { return k += x; }; auto &d = c; LOOP a[i] = d(i);",
    "an address": "auto c = [s = 0](int x) mutable { return s += x; }; auto *d = &c; LOOP a[i] = (*d)(i);",
    "in a row": "auto c = [&](int x) { return k += x; }; decltype(c) t[2] = {c, c}; LOOP a[i] = t[i & 1](i);",
    "a function of the library": "auto c = [&](int x) { return k += x; }; std::function<int(int)> d = c; LOOP a[i] = d(i);",
    "a function's": "auto d = make(k); LOOP a[i] = d(i);",
    "a lambda's": "auto c = [&] { return [&](int x) { return k += x; }; }; LOOP a[i] = c()(i);",
    "a pointer to a function": "auto d = +[](int x) { return total += x; }; LOOP a[i] = d(i);",
    "handed on": "auto c = [&](int x) { return k += x; }; LOOP a[i] = std::invoke(c, i);",
    "handed on as it stands": "LOOP a[i] = std::invoke([&](int x) { return k += x; }, i);",
    "one that calls a function": "auto c = [](int x) { return add(x); }; LOOP a[i] = std::invoke(c, i);",
    "one with a static variable": "auto c = [](int x) { static int s; s += x; return s; }; LOOP a[i] = std::invoke(c, i);",
    "a function": "LOOP a[i] = std::invoke(add, i);",
    "a function's address": "LOOP a[i] = std::invoke(&add, i);",
    "a function that is bound": "auto c = std::bind(add, std::placeholders::_1); LOOP a[i] = c(i);",
    "one bound in front": "auto c = std::bind_front(add, i); LOOP a[i] = c();",
    "a function that an object holds": "std::function<int(int)> c = add; LOOP a[i] = c(i);",
    "a method": "S s; auto c = std::mem_fn(&S::add); LOOP a[i] = c(s, i);",
    "a sum": "LOOP a[i] = std::accumulate(a + i, a + i + 1, 0, both);",
    "a reduction by an object": "LOOP a[i] = std::reduce(a + i, a + i + 1, 0, Both{&k});",
    "a function for each": "LOOP std::for_each(a + i, a + i + 1, each);",
    "what generates": "LOOP std::generate(a + i, a + i + 1, next);",
    "a container": "auto c = [&](int x) { v.push_back(x); return k; }; auto d = c; LOOP a[i] = d(i);",
}
QUIET = {
    "called by its name": ("auto c = [](int x) { return x + 1; }; LOOP a[i] = c(i);", "proved"),
    "stores of its own": ("auto c = [](int x) { int s = 0; s += x; return s; }; LOOP a[i] = c(i);", "proved"),
    "a copy that changes nothing": ("auto c = [](int x) { return x + 1; }; auto d = c; LOOP a[i] = d(i);", "assumed"),
    "a function that changes nothing": ("LOOP a[i] = std::invoke(half, i);", "assumed"),
    "an object that changes nothing": ("LOOP a[i] = std::invoke(Half{}, i);", "assumed"),
    "a copy with a store of its own": (
        "auto c = [](int x) { int s = x; s++; return s; }; auto d = c; LOOP a[i] = d(i);",
        "assumed",
    ),
}


def verdict(body: str) -> str:
    head = "static int total; static int add(int x) { return total += x; } static int both(int x, int y) { return x + y + total++; } "
    head += "static void each(int &x) { x += total++; } static int next() { return total++; } static int half(int x) { return x / 2; } "
    head += "struct S { int k = 0; int add(int x) { return k += x; } }; struct Half { int operator()(int x) const { return x / 2; } }; "
    head += "struct Both { int *k; int operator()(int x, int y) const { return x + y + (*k)++; } }; "
    head += "auto make(int &s) { return [&s](int x) { return s += x; }; }"
    loop = body.replace("LOOP", "for (int i = 0; i < n; i++)")
    text = f"{head} void f(int *__restrict a, int n, std::vector<int> &v) {{ int k = 0; {loop} }}"
    outline = Outline(parse(text, language="cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("body", CHANGING.values(), ids=CHANGING)
def test_what_it_changes_is_seen(body: str) -> None:
    assert verdict(body) in ("unknown", "refuted")


@pytest.mark.parametrize(("body", "expected"), QUIET.values(), ids=QUIET)
def test_one_that_changes_nothing_is_not_held_against_a_loop(body: str, expected: str) -> None:
    assert verdict(body) == expected


HOLDING = {
    "by name": "auto g = [x] { return x.v; }; a[i] = total;",
    "by default": "auto g = [=] { return x.v; }; a[i] = total;",
    "anew": "auto g = [y = x] { return y.v; }; a[i] = total;",
    "what a function gives": "auto g = [k = next()] { return k; }; a[i] = total;",
    "in a copy": "auto h = made; a[i] = total;",
}


@pytest.mark.parametrize("body", HOLDING.values(), ids=HOLDING)
@pytest.mark.parametrize("member", ["X(const X &o) : v(total++) {}", "~X() { total++; }"])
def test_what_a_lambda_holds_is_made_by_its_constructors(member: str, body: str) -> None:
    text = (
        f"static int total; static int next() {{ return total++; }}\nstruct X {{ int v; X() = default; {member} }};\n"
        f"void f(int *__restrict a, int n, X &x) {{ auto made = [x] {{ return 1; }};\n for (int i = 0; i < n; i++) {{ {body} }} }}\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict != "proved"


def test_one_that_holds_plain_objects_is_followed() -> None:
    text = (
        "struct X { int v; };\nvoid f(int *__restrict a, int n, const X &x) {\n"
        " for (int i = 0; i < n; i++) { auto g = [x](int k) { return x.v + k; }; a[i] = g(i); } }\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict == "proved"
