"""Pointers that lead to one of two buffers: `s = t & 1 ? b : a`. The conditions say whether two of them ever meet; random ones are compared with all that
the iterations touch, worked out here."""

from __future__ import annotations

import random

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from whole import swept

COUNT = swept("CHOSEN_BUFFERS", always=60, whole=3000)
_ARRAYS = "int a[400], b[400], c[400], total;\ndouble x[400], y[400];\n"
_LOOP = "for (int i = 1; i < n; i++) d[i] = s[i - 1] + 1;"


def verdict(body: str, before: str = "") -> LoopVerdict:
    text = f"{_ARRAYS}{before}void f(int n, int steps, double *p, double *q) {{ {body.replace('@', '')} }}\n"
    outline = Outline(parse(text.encode(), name="program.c"))
    marked = len(f"{_ARRAYS}{before}void f(int n, int steps, double *p, double *q) {{ ") + body.index("@")
    loop = outline.loop_starting_at(marked)
    assert loop is not None
    return judge(outline, loop)


@pytest.mark.parametrize(
    "body",
    [
        f"for (int t = 0; t < steps; t++) {{ int *s = t & 1 ? b : a, *d = t & 1 ? a : b; @{_LOOP} }}",
        f"for (int t = 0; t < steps; t++) {{ int *s = t % 2 ? b : a, *d = t % 2 == 0 ? b : a; @{_LOOP} }}",
        f"for (int t = 0; t < steps; t++) {{ int *s, *d; if (t % 2) {{ s = a; d = b; }} else {{ s = b; d = a; }} @{_LOOP} }}",
        f"int *s = n > 20 ? a : n > 8 ? b : c, *d = n > 20 ? b : n > 8 ? c : a; @{_LOOP}",
        "int *s = n > 8 ? a : b; @for (int i = 1; i < n; i++) c[i] = s[i - 1] + s[i + 1];",
        "@for (int t = 0; t < n; t++) { int *d = t & 1 ? a : b; d[t / 2] = c[t]; }",
        "@for (int i = 0; i < n; i++) { int k[4] = {0}, l[4] = {0}, *w = i & 1 ? k : l; w[0] = i; a[i] = k[0] + l[0]; }",
    ],
)
def test_buffers_that_a_condition_keeps_apart(body: str) -> None:
    assert verdict(body).verdict == "proved"


_SEEN = (
    "unsigned char *r = (unsigned char *)s; @for (int i = 1; i < n; i++) b[i] = r[i];",
    "unsigned char *r = (unsigned char *)s; @for (int i = 1; i < n; i++) b[i] = r[4 * i];",
    "unsigned char *r = (unsigned char *)s; @for (int i = 1; i < n; i++) s[i] = r[i];",
    "int (*r)[4] = (int (*)[4])s; @for (int i = 1; i < n; i++) b[i] = r[i][0];",
    "int (*r)[4] = (int (*)[4])s; @for (int i = 1; i < n; i++) b[i] = r[i - 1][0];",
)


@pytest.mark.parametrize("seen", _SEEN)
@pytest.mark.parametrize(
    "chosen", ["int *s = n > 8 ? a : b;", "int *s = n > 8 ? a : b + 1;", "int *s = a; if (n > 8) s = b;"]
)
def test_what_is_seen_as_another_type_has_other_elements(chosen: str, seen: str) -> None:
    """The byte `r[i]` is a part of the number `b[i / 4]`, the row `r[i]` begins at `b[4 * i]`."""
    assert verdict(f"{chosen} {seen}").verdict == "unknown"


@pytest.mark.parametrize("seen", _SEEN[:2])
def test_arrays_of_the_function_that_are_seen_as_another_type_are_in_reach(seen: str) -> None:
    body = seen.replace(" b[", " k[")
    assert verdict(f"int k[99] = {{0}}, *s = n > 8 ? a : k + 1; {body} a[0] = k[3];").verdict == "unknown"


def test_what_is_seen_as_a_type_of_its_size_has_its_elements() -> None:
    body = "unsigned *r = (unsigned *)s; @for (int i = 1; i < n; i++) r[i] = s[i] + 1;"
    assert verdict(f"int *s = n > 8 ? a : b; {body}").verdict == "proved"


def test_what_has_to_be_apart_is_told_by_the_buffers() -> None:
    found = verdict(f"double *s = n & 1 ? q : p, *d = n & 1 ? p : q; @{_LOOP}")
    assert (found.verdict, found.assumptions) == ("assumed", ("p and q do not overlap",))


@pytest.mark.parametrize(
    "body",
    [
        f"int *s = n & 1 ? b : a, *d = n & 1 ? b : a; @{_LOOP}",
        f"int *s = total ? a : b; total = 1; int *d = total ? b : a; @{_LOOP}",
        "int *s = n > 8 ? a : b; @for (int i = 1; i < n; i++) b[i] = s[i - 1];",
        f"int *s = n > 9 ? a : a + 40, *d = n > 9 ? a + 40 : a + 41; @{_LOOP}",
        "int k[4] = {0}, l[4] = {0}; @for (int i = 0; i < n; i++) { int *w = i & 1 ? k : l; w[0] = i; a[i] = k[0] + l[0]; }",
    ],
)
def test_buffers_that_meet(body: str) -> None:
    assert verdict(body).verdict in ("refuted", "unknown")


@pytest.mark.parametrize("between", ["u = y; v = x;", "h = &u; *h = y;", "g();"])
def test_pointers_in_memory_that_were_set_since(between: str) -> None:
    before = "double *u, *v, **h;\nvoid g(void);\n"
    found = verdict(
        f"double *s = n > 8 ? u : v; {between} double *d = n > 8 ? v : u; @for (int i = 1; i < n; i++) d[i] = s[i - 1];",
        before,
    )
    assert found.verdict == "unknown"


def test_buffers_that_were_seen_to_be_one() -> None:
    before = "struct g { double *u, *v; };\n"
    body = "struct g g = { x, x }; double *s = n & 1 ? g.u : g.v, *d = n & 1 ? g.v : g.u; @for (int i = 1; i < n; i++) d[i] = s[i - 1];"
    assert verdict(body, before).verdict in ("refuted", "unknown")


@pytest.mark.parametrize(
    ("kind", "other"), [("int", "1 - k"), ("int", "!k"), ("unsigned", "!k"), ("int", "k ^ 1"), ("int", "!k ? 1 : 0")]
)
def test_buffers_by_an_index(kind: str, other: str) -> None:
    loop = "for (int i = 1; i < 99; i++) u[o][i] = u[k][i - 1];"
    outline = Outline(
        parse(f"double u[2][99];\nvoid f({kind} k) {{ int o = {other}; {loop} }}".encode(), name="program.c")
    )
    facts = facts_of(outline, outline.loops[0])
    assert facts.verdict.verdict == "proved"
    assert [fact.argument for fact in facts.data] == ["u"]


@pytest.mark.parametrize("other", ["k", "2 - k", "!!k", "k * !k", "!(k - 1)"])
def test_one_buffer_by_two_indices(other: str) -> None:
    body = f"int o = {other}; @for (int i = 1; i < n; i++) m[o][i] = m[n % 2][i - 1];"
    assert verdict(body.replace("k", "(n % 2)"), "int m[3][99];\n").verdict in ("refuted", "unknown", "assumed")


def test_clauses_name_the_pointers() -> None:
    text = f"{_ARRAYS}void f(int n, int t) {{ int *s = t & 1 ? b : a, *d = t & 1 ? a : b; {_LOOP} }}\n"
    outline = Outline(parse(text.encode(), name="program.c"))
    facts = facts_of(outline, outline.loops[0])
    assert [fact.argument for fact in facts.data] == ["d[1:n - 1]", "s[0:n - 1]"]


def test_no_clause_names_a_pointer_that_is_set_inside() -> None:
    text = f"{_ARRAYS}void f(int n) {{ for (int t = 0; t < n; t++) {{ int *d = t & 1 ? a : b; d[t] = c[t]; }} }}\n"
    outline = Outline(parse(text.encode(), name="program.c"))
    facts = facts_of(outline, outline.loops[0])
    assert "d" not in [fact.variable for fact in facts.data]
    assert "d" in facts.missing


_CONDITIONS = ("t & 1", "t % 2 == 0", "t % 3 == 1", "t > 2", "t % 2 != k", "k > 1", "t + k > 3", "k & 1")


def _drawn(rng: random.Random) -> tuple[str, str]:
    """An expression for a buffer, as C and as Python that gives (buffer, offset)."""

    def place() -> tuple[str, str]:
        name, offset = rng.choice("ab"), rng.choice((0, 0, 0, 1, 7))
        return (f"{name} + {offset}" if offset else name), f"('{name}', {offset})"

    first, second = place(), place()
    condition = rng.choice(_CONDITIONS)
    if rng.random() < 0.2:
        inner, third = rng.choice(_CONDITIONS), place()
        second = (f"({inner} ? {second[0]} : {third[0]})", f"({second[1]} if {inner} else {third[1]})")
    return f"{condition} ? {first[0]} : {second[0]}", f"({first[1]} if {condition} else {second[1]})"


def _conflicts(read: str, written: str, k: int, t: int, shift: int, n: int) -> bool:
    (source, r), (target, w) = (eval(text, {"t": t, "k": k}) for text in (read, written))  # what was drawn above
    return any(source == target and w + i == r + j - shift for i in range(1, n) for j in range(1, n) if i != j)


@pytest.mark.parametrize("seed", range(COUNT))
def test_random_buffers(seed: int) -> None:
    rng = random.Random(f"buffers {seed}")
    (read, read_by), (written, written_by) = _drawn(rng), _drawn(rng)
    shift = rng.choice((0, 1, 1, 2))
    text = (
        f"int a[900], b[900];\nvoid f(int n, int k, int steps) {{\n  for (int t = 0; t < steps; t++) {{\n"
        f"    int *s = {read};\n    int *d = {written};\n"
        f"    for (int i = 1; i < n; i++) d[i + 3] = s[i + 3 - {shift}] + 1;\n  }}\n}}\n"
    )
    outline = Outline(parse(text.encode(), name="program.c"))
    found = judge(outline, outline.loops[1])
    meet = any(_conflicts(read_by, written_by, k, t, shift, 12) for k in range(-2, 6) for t in range(8))
    if meet:
        assert found.verdict != "proved", text
    elif found.verdict == "refuted":
        pytest.fail(f"{found.reason}\n{text}")
