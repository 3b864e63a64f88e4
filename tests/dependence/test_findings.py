"""What speaks against a loop is said in words that are true of it: which iterations, which value, who may read it, what would have to hold."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = (
    "void f(int n, int m, double *restrict a, double *restrict b, int *restrict k, int *p) {\n"
    "double s = 0, t = 0; int c = 0;\n"
)


def _verdict(text: str, name: str = "a.c") -> LoopVerdict:
    outline = Outline(parse(text, name))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("for (int i = 0; i < n; i++)", ("i=0", "i=1")),
        ("for (int i = 5; i < 9; i += 2)", ("i=5", "i=7")),
        ("for (int i = 9; i > 0; i -= 3)", ("i=9", "i=6")),
        # Where the loop begins, or how far it goes, is known when it runs.
        ("for (int i = n; i < m; i++)", ("1", "2")),
        ("for (int i = 5; i < 90; i += m)", ("1", "2")),
        ("for (int i = 5; i < 90; i += m + 1)", ("1", "2")),
    ],
)
def test_a_carried_value_is_shown_by_the_first_two_iterations(first: str, second: tuple[str, str]) -> None:
    found = _verdict(f"{HEAD}{first} {{ b[i] = t; t = a[i]; }} }}")
    assert (found.verdict, found.reason) == (
        "refuted",
        f"iteration {second[0]} writes t, iteration {second[1]} reads it",
    )
    assert [(one.array, one.kind, one.distance) for one in found.dependences] == [("t", "flow", 1)]


VALUES = {
    # What the loop does to `t`, and who reads it then: (verdict, reason).
    "for (int i = 5; i < 6; i++) { b[i] = t; t = a[i]; }": (
        "proved",
        "iteration i writes b[i], no other iteration touches it; no two iterations come to t",
    ),
    # An address is none of the device's, so that no clause can give it back.
    "for (int i = 5; i < 6; i++) { b[i] = *p; p = k + i; }": (
        "unknown",
        "the only iteration reads what p is before the loop, and writes it",
    ),
    "for (int i = 0; i < n / m; i++) { b[i] = t; t = a[i]; }": (
        "unknown",
        "whether an iteration after the first one reads t cannot be told",
    ),
    "for (int i = 0; i < k[0]; i++) { b[i] = t; t = a[i]; }": ("refuted", "iteration i=0 writes t, iteration i=1 reads it"),
    "for (int i = 0; i < n; i++) { if (a[i] > 0) t = a[i]; b[i] = t; }": (
        "unknown",
        "t may carry a value from one iteration to the next",
    ),
    "for (int i = 0; i < n; i++) t = a[i];\nb[0] = t;": (
        "refuted",
        "iterations i=0 and i=1 both write t, whose last value is read by line 4",
    ),
    "for (int i = 0; i < (n ^ m); i++) t = a[i];\nb[0] = t;": (
        "unknown",
        "in how many iterations t is written, which line 4 may read, cannot be told",
    ),
    "for (int i = 5; i < 6; i++) t = a[i];\nb[0] = t;": ("proved", "no two iterations come to t"),
    "for (int i = 5; i < 6; i++) p = k + i;\nb[0] = *p;": (
        "unknown",
        "the only iteration leaves a value in p that line 4 may read",
    ),
    "for (int i = 0; i < n; i++) t = 3;\nb[0] = t;": (
        "unknown",
        "iterations write t, each of them the same value, and line 4 may read it",
    ),
    "for (int i = 0; i < n; i++) if (a[i] > 0) t = a[i];\nb[0] = t;": (
        "unknown",
        "t is written under a condition and read by line 4",
    ),
    "keep(&t); for (int i = 0; i < n; i++) if (a[i] > 0) t = a[i];": (
        "unknown",
        "others may read what the loop leaves in t",
    ),
    "for (int i = 0; i < n; i++) g = a[i];": (
        "refuted",
        "iterations i=0 and i=1 both write g, whose last value is read by others after the function has returned",
    ),
    "for (int i = 0; i < n; i++) if (a[i] > 0) g = a[i];": (
        "unknown",
        "g is written under a condition and read by others after the function has returned",
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", VALUES)
def test_what_is_said_of_a_value(body: str) -> None:
    found = _verdict(f"double g; {HEAD}{body} }}")
    assert (found.verdict, found.reason) == VALUES[body]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("double q = a[i];", "iterations write nothing that another one uses"),
        ("c += k[i];", "iterations only read, but for the reduction of c (+)"),
        ("c += k[i]; s += a[i];", "iterations only read, but for the reduction of c (+), s (+)"),
        ("c += k[i]; a[i] = 1;", "iteration i writes a[i], no other iteration touches it; c (+) is a reduction"),
        ("a[i] = 1; b[i] = 2;", "iteration i writes a[i], b[i], no other iteration touches them"),
        ("a[i] = 1; b[i] = k[i]; k[i] = 3;", "iteration i writes a[i], b[i], k[i], no other iteration touches them"),
        (
            "a[i] = 1; b[i] = k[i]; k[i] = 3; k[i + n] = 4;",
            "iteration i writes a[i], b[i], k[i] …, no other iteration touches them",
        ),
        ("t = b[i]; a[i] += t;", "iteration i writes a[i], no other iteration touches it"),
        ("double w[2]; w[0] = b[i]; a[i] = w[0];", "iteration i writes a[i], no other iteration touches it"),
    ],
)
def test_the_argument_names_what_is_written_and_what_is_a_reduction(body: str, reason: str) -> None:
    found = _verdict(f"{HEAD}for (int i = 0; i < n; i++) {{ {body} }} }}")
    assert (found.verdict, found.reason) == ("proved", reason)


@pytest.mark.parametrize(
    ("body", "name", "operator"),
    [
        ("a[0] += b[i];", "a[0]", "+"),
        ("*a += b[i];", "*a", "+"),
        ("*a = *a * b[i];", "*a", "*"),
        ("s -= b[i];", "s", "+"),
    ],
)
def test_a_reduction_goes_by_the_name_of_what_is_updated(body: str, name: str, operator: str) -> None:
    found = _verdict(f"{HEAD}for (int i = 0; i < n; i++) {{ {body} }} }}")
    assert found.verdict == "proved", found.reason
    assert [(one.variable, one.operator) for one in found.reductions] == [(name, operator)]


@pytest.mark.parametrize(
    ("body", "meeting"),
    [
        ("a[k[i]] = a[i];", "one iteration may write what another reads (a[k[i]] and a[i])"),
        ("a[k[i] * k[i]] = b[i];", "two iterations may write one element (a[k[i] * k[i]])"),
        ("a[k[i] * k[i]] = b[i]; a[i] = 2;", "two iterations may write one element (a[k[i] * k[i]])"),
        ("a[i] = b[i]; a[k[i] * k[i]] = 2;", "two iterations may write one element (a[i] and a[k[i] * k[i]])"),
        ("b[i] = a[k[i] * k[i]]; a[i] = 3;", "one iteration may write what another reads (a[i] and a[k[i] * k[i]])"),
        ("b[i] = 1;", ""),
    ],
)
def test_what_two_iterations_may_do_at_once(body: str, meeting: str) -> None:
    assert _verdict(f"{HEAD}for (int i = 0; i < n; i++) {{ {body} }} }}").meeting == meeting


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("if (b[i] > 7) a[0] = i;", "two iterations may write one element (a[0])"),
        ("if (b[i] > 7) a[1] = a[0]; if (b[i] > 9) a[0] = i;", "one iteration may write what another reads (a[0])"),
        ("if (b[i] > 7) a[k[i]] = a[i];", "a[i] and a[k[i]] may be the same element"),
    ],
)
def test_an_element_is_not_said_to_be_itself(body: str, reason: str) -> None:
    found = _verdict(f"{HEAD}for (int i = 0; i < n; i++) {{ {body} }} }}")
    assert (found.verdict, found.reason) == ("unknown", reason)


FILLED = "static double t[4]; void f(int n, double *restrict a) {{ for (int i = 1; i < n; i++) {{ t[0] = a[i]; {} }} }}"


def test_an_array_of_the_file_that_each_iteration_fills_is_told_of_beside_the_witness() -> None:
    found = _verdict(FILLED.format("a[i] = t[0] + 1;"))
    assert (found.verdict, found.reason) == ("refuted", "iteration i=1 writes t[0], iteration i=2 writes it")
    assert found.if_private is not None
    assert found.if_private.assumptions == ("nothing reads what the loop writes to t, but by that name in it",)
    assert found.if_private.verdict == "assumed"


def test_it_is_not_where_the_loop_carries_something_else_or_nothing() -> None:
    assert _verdict(FILLED.format("a[i] = a[i - 1] + t[0];")).if_private is None
    assert _verdict("void f(int n, double *restrict a) { for (int i = 0; i < n; i++) a[i] = 1; }").if_private is None


def test_an_own_array_of_addresses_leads_anywhere() -> None:
    found = _verdict(
        "void f(int n, double **r) { double *q[2]; for (int i = 0; i < n; i++) { q[0] = r[i]; q[0][1] = 1; } }"
    )
    assert (found.verdict, found.reason) == ("unknown", "where q[0][1] leads changes from iteration to iteration")


@pytest.mark.parametrize(
    ("declared", "verdict", "assumptions"),
    [
        ("static int q; void f(int n, int *p, int *restrict o)", "assumed", ("p and q do not overlap",)),
        ("static int q; void f(int n, double *p, int *restrict o)", "proved", ()),
        ("void f(int n, int *p, int *restrict o, int q)", "proved", ()),
        (
            "static int q; void f(int n, int *p, int *o)",
            "assumed",
            ("o, p and q do not overlap",),
        ),
    ],
)
def test_a_sum_is_one_only_where_no_pointer_leads_to_it(
    declared: str, verdict: str, assumptions: tuple[str, ...]
) -> None:
    found = _verdict(f"{declared} {{ for (int i = 0; i < n; i++) {{ q += o[i]; p[i] = 2; }} }}")
    assert (found.verdict, [one.variable for one in found.reductions]) == (verdict, ["q"])
    assert found.assumptions == assumptions


def test_inner_loops_that_wrap_around_are_told_of_each() -> None:
    inner = "for (unsigned char {0} = 0; {0} < {1}; {0}++) b[{0} + 256 * i] += 2;"
    body = inner.format("q", 10) + inner.format("r", "n") + inner.format("s", "m")
    found = _verdict(f"void f(int n, int m, double *restrict b) {{ for (int i = 0; i < n; i++) {{ {body} }} }}")
    assert set(found.assumptions) == {
        "n is well below the greatest unsigned char",
        "m is well below the greatest unsigned char",
    }


ONE = {
    "void f(int n, double *v, const double *restrict a) { double &x = v[2]; for (int i = 0; i < n; i++) x += a[i]; }": "v[…]",
    "struct C { double t; void f(int n, const double *restrict a) { for (int i = 0; i < n; i++) t += a[i]; } };": "this->t",
    "struct C { double t; }; void f(int n, C *c, const double *restrict a) { for (int i = 0; i < n; i++) c->t += a[i]; }": "c->t",
    "void f(int n, double *v, const double *restrict a) { for (int i = 0; i < n; i++) v[2] += a[i]; }": "v[2]",
}


@pytest.mark.parametrize("text", ONE)
def test_one_element_that_all_iterations_update_has_a_name_that_people_know(text: str) -> None:
    found = _verdict(text, "a.cpp")
    assert [(one.variable, one.operator) for one in found.reductions] == [(ONE[text], "+")]
    assert [one.is_one for one in found.updates] == [True]
    assert "no other iteration" not in (found.argument or found.reason)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("int u = n * m + 1 - i; a[u] = b[u] - a[u + 1];", "i=1 writes a[0], iteration i=2 reads it (with m * n=0)"),
        ("a[n - i] = a[n - i + 1];", "i=1 writes a[0], iteration i=2 reads it (with n=1)"),
        ("a[i - 2] = a[i - 1];", "i=1 reads a[0], iteration i=2 writes it"),
    ],
)
def test_the_iterations_that_are_shown_meet_inside_of_the_array(body: str, reason: str) -> None:
    found = _verdict(
        f"void f(double *restrict a, const double *restrict b, int n, int m, int k) {{ for (int i = 1; i < k; i++) {{ {body} }} }}"
    )
    assert (found.verdict, found.reason) == ("refuted", f"iteration {reason}")


def test_a_long_place_is_cut_where_one_can_see_it() -> None:
    index = " + ".join(f"some_long_name_{number}" for number in range(12))
    names = ", ".join(f"int some_long_name_{number}" for number in range(12))
    told = [
        _verdict(f"void f(int n, double *a, {names}) {{ for (int i = 0; i < n; i++) a[i + {each}] = 1; }}")
        for each in (index, index[:48])
    ]
    assert ["…" in found.reason for found in told] == [True, False]
    assert index[:48] + "]" in told[1].reason
