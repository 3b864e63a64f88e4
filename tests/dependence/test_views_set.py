"""Addresses that were read from a view, a smart pointer or a table before that was set: `double *p = &s[0]; s = s.subspan(1);`. What leads there by
the same words is other memory from then on, which may overlap with the first."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <algorithm>
#include <array>
#include <memory>
#include <span>
#define CAT(a, b) a##b
#define FIRST tb[0]
#define STEP(v) v++
#define MOVE std::advance
#define FURTHER(v) v = v.subspan(1)
struct P { double *p; int k; }; struct Moves { double *p; void operator()() { p++; } };
struct S { std::span<double> s; std::unique_ptr<P> u; };
void unseen(double *); static void further(std::span<double> &v) { v = v.subspan(1); }
static void other(std::unique_ptr<P> &v, double *y) { v.reset(new P{y, 0}); }
"""
SPAN = "std::span<double> s(y, 100), q(y + 1, 90);"
UNIQUE = "auto s = std::make_unique<P>(P{y, 0}), q = std::make_unique<P>(P{y + 1, 0});"
SHARED = "auto s = std::make_shared<P>(P{y, 0}), q = std::make_shared<P>(P{y + 1, 0});"
ARRAY = "std::array<double *, 2> s = {y, y + 1}, q = {y + 1, y};"
TABLE = "double *tb[2] = {y, y + 1};"
OBJECT = "auto s = std::make_unique<Moves>(); s->p = y;"
MEMBER = "S s, q; s.s = std::span<double>(y, 100);"
KEPT = {
    SPAN: ("&s[0]", "s[i]"),
    UNIQUE: ("s->p", "s->p[i]"),
    SHARED: ("s->p", "s->p[i]"),
    ARRAY: ("s[0]", "s[0][i]"),
    TABLE: ("tb[0]", "tb[0][i]"),
    OBJECT: ("s->p", "s->p[i]"),
    MEMBER: ("&s.s[0]", "s.s[i]"),
}
SETTING = [
    (SPAN, "s = s.subspan(1);"),
    (SPAN, "s = q;"),
    (SPAN, "s = {y + 1, 30};"),
    (SPAN, "if (n > 3) s = q;"),
    (SPAN, "std::swap(s, q);"),
    (SPAN, "auto g = [&] { s = q; }; g();"),
    (SPAN, "auto *z = &s; *z = q;"),
    (SPAN, "FURTHER(s);"),
    (SPAN, "further(s);"),
    (SPAN, "std::tie(s, q) = std::make_pair(q, s);"),
    (SPAN, "memcpy(&s, &q, sizeof s);"),
    (SPAN, "new (&s) std::span<double>(y + 1, 90);"),
    (UNIQUE, "s.reset(new P{y + 1, 0});"),
    (UNIQUE, "s = std::make_unique<P>(P{y + 1, 0});"),
    (UNIQUE, "s.swap(q);"),
    (UNIQUE, "std::swap(*s, *q);"),
    (UNIQUE, "*s = *q;"),
    (UNIQUE, "auto &z = s; z.reset(new P{y + 1, 0});"),
    (UNIQUE, "other(s, y + 1);"),
    (SHARED, "s.reset(new P{y + 1, 0});"),
    (SHARED, "s = q;"),
    (ARRAY, "s.fill(y + 1);"),
    (ARRAY, "std::get<0>(s)++;"),
    (ARRAY, "*s.data() = y + 1;"),
    (ARRAY, "std::sort(s.begin(), s.end(), std::greater<>());"),
    (TABLE, "CAT(t, b)[0]++;"),
    (TABLE, "FIRST++;"),
    (TABLE, "STEP(FIRST);"),
    (TABLE, "MOVE(tb[0], 1);"),
    (TABLE, "auto **q = tb; ++*q;"),
    (TABLE, "std::span<double *> q(tb); q[0]++;"),
    (TABLE, "std::ref(tb[0]).get()++;"),
    (OBJECT, "(*s)();"),
    (MEMBER, "s.s = q.s;"),
    (MEMBER, "std::swap(s.s, q.s);"),
    (MEMBER, "s = std::move(q);"),
]  # fmt: skip
KEEPING = [
    (SPAN, ""),
    (SPAN, "q = q.subspan(1);"),
    (SPAN, "y[3] = s[4];"),
    (SPAN, "unseen(p);"),
    (SPAN, "s[1] = s.back() + s.size();"),
    (ARRAY, "unseen(y);"),
    (TABLE, ""),
    (TABLE, "unseen(y);"),
]


def verdict(body: str) -> str:
    text = f"{HEAD}void f(double *y, int n) {{ {body} }}"
    outline = Outline(parse(text, name="a.cpp"))
    return judge(
        outline, next(loop for loop in outline.loops if text.startswith("for (int i", loop.span.start))
    ).verdict


def programs(made: str, between: str) -> list[str]:
    kept, led = KEPT[made]
    loop = f"for (int i = 0; i < 8; i++) {{ p[i] = {led} * 2; }}"
    by_reference = loop.replace("p[i]", "(&r)[i]")
    pointer, reference = f"{made} double *p = {kept};", f"{made} double *p = y; double &r = *({kept});"
    return [
        f"{pointer} {between} {loop}",
        f"{pointer} for (int t = 0; t < 3; t++) {{ {loop} {between} }}",
        f"{reference} {between} {by_reference}",
        f"{reference} for (int t = 0; t < 3; t++) {{ {by_reference} {between} }}",
    ]


@pytest.mark.parametrize(("made", "setting"), SETTING)
def test_what_was_set_leads_elsewhere(made: str, setting: str) -> None:
    assert "proved" not in map(verdict, programs(made, setting))


@pytest.mark.parametrize(("made", "keeping"), KEEPING)
def test_what_was_not_set_is_one(made: str, keeping: str) -> None:
    assert {*map(verdict, programs(made, keeping))} == {"proved"}
