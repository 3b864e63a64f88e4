"""`std::span`: which memory a view shows is followed as of a pointer, and what is done through it to what it shows is seen."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from replay import Program, programs, recorded

LABELS = recorded()
VIEWS = [program for program in programs() if program.name.startswith("spans.cpp/")]
# Parallel, and their views are of other memory in a way that is followed: made of it, passed, kept in a member, set anew.
FOLLOWED = (
    "ctor/1", "braces/1", "vectors/1", "vector.pointer.size/1", "std.array/1", "part/1", "part.first.last/1", "maker/1",
    "assigned.later/4", "by.reference/1", "by.pointer/1", "swapped/1", "parameter.containers/1",
    "member.of.vector/1", "member.set/2", "member.constructor/1", "kept.by.data/1", "moved.container/2", "of.structs/1",
    "bytes/1", "size.local/0", "loop.carried/2", "copied.before/1", "memcpy/1", "container.member/13",
)  # fmt: skip


def verdict_of(program: Program) -> str:
    outline = Outline(parse(program.text, name="program.cpp"))
    loop = outline.loop_starting_at(program.loop)
    assert loop is not None
    return judge(outline, loop).verdict


def test_no_run_contradicts_a_verdict_on_views() -> None:
    proved = {program.name for program in VIEWS if verdict_of(program) == "proved"}
    assert [name for name in sorted(proved) if LABELS[name] == "serial"] == []
    assert {f"spans.cpp/{name}" for name in FOLLOWED} <= proved


@pytest.mark.parametrize("owner", ["namespace std { template <class T> struct span { T *p; span(T *, int); T &operator[](int) const; }; }",
                                   "namespace mine { template <class T> struct span { T *p; span(T *, int); }; }"])  # fmt: skip
def test_a_class_of_that_name_in_the_file_is_its_own(owner: str) -> None:
    code = f"""{owner}
int a[99], c[99];
void f(int n) {{ std::span<int> s(a, 50), t(c, 50); for (int i = 0; i < n; i++) t[i + 1] = s[i]; }}"""
    outline = Outline(parse(code, name="program.cpp"))
    (loop,) = outline.loops
    assert judge(outline, loop).verdict != "proved"
