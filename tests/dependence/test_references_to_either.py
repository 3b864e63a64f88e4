"""A reference may be a second name of everything that its initialiser names, where nobody can tell of which."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "struct S { int v; }; int &pick(int &a, int &b) { return a > b ? a : b; }\n"
PARAMETERS = "int n, int *__restrict__ A, int *__restrict__ B"
BOUND = (
    "int &r = n > 2 ? t : u;",
    "const int &r = n > 2 ? t : u;",
    "auto &&r = n > 2 ? t : u;",
    "int &r = pick(t, u);",
    "int &r = std::max(t, u);",
    "int &r = (u = 1, t);",
    "int &r = t = 5;",
    "int &r = ++t;",
    "auto &r = const_cast<int &>(t);",
    "int &p = t; int &r = n > 2 ? p : u;",
    "auto q = [&]() -> int & { return t; }; int &r = q();",
)


def verdict(statements: str) -> LoopVerdict:
    outline = Outline(
        parse(f"{FILE}int f({PARAMETERS}) {{ int t = 0, u = 0; S s, o; int a[9], b[9]; {statements} }}", "a.cpp")
    )
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("bound", BOUND)
def test_what_a_loop_leaves_is_read_by_the_other_name(bound: str) -> None:
    found = verdict(f"{bound} for (int i = 0; i < n; i++) {{ t = A[i]; B[i] = t; }} return r;")
    assert found.verdict in ("unknown", "refuted"), found.reason


@pytest.mark.parametrize("bound", ["int &r = n > 2 ? s.v : o.v;", "int &r = (n > 2 ? &s : &o)->v;"])
def test_members_too(bound: str) -> None:
    found = verdict(f"{bound} for (int i = 0; i < n; i++) {{ s.v = A[i]; B[i] = s.v; }} return r;")
    assert found.verdict in ("unknown", "refuted"), found.reason


@pytest.mark.parametrize("bound", ["int &r = (n > 2 ? a : b)[3];", "int &r = std::max(a[3], a[4]);"])
def test_elements_too(bound: str) -> None:
    found = verdict(f"{bound} for (int i = 0; i < n; i++) {{ a[3] = A[i]; B[i] = a[3]; }} return r;")
    assert found.verdict in ("unknown", "refuted"), found.reason


@pytest.mark.parametrize("bound", BOUND)
def test_what_is_stored_by_the_other_name_is_not_known(bound: str) -> None:
    found = verdict(f"{bound} r = 5; for (int i = 5; i < n; i++) A[i] = A[i + t]; return 0;")
    assert found.verdict in ("assumed", "unknown"), found.reason


@pytest.mark.parametrize("bound", BOUND)
def test_others_of_the_name_stay_apart(bound: str) -> None:
    found = verdict(f"{bound} for (int i = 0; i < n; i++) {{ int t = A[i]; B[i] = t; }} return r;")
    assert found.verdict == "proved", found.reason


def test_a_sum_is_a_value_of_its_own() -> None:
    found = verdict("const int &r = t + 1; for (int i = 0; i < n; i++) { t = A[i]; B[i] = t; } return r;")
    assert found.verdict == "proved", found.reason
