"""Sections hold every element that a run touches, and what is copied out is written as a whole."""

from __future__ import annotations

import operator
import os

import pytest
from loopwright.dependence.decide.judge import program_around
from loopwright.dependence.decide.sections import DataFact, data_of
from loopwright.lang.symbols import names_within
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from nests import SIZES, draw, execute
from whole import swept

FIRST_SEED = int(os.environ.get("SOUNDNESS_SEED", "20261121"))
NESTS = swept("SOUNDNESS_NESTS", always=40, whole=300)


def facts_of(code: str, language: str = "c") -> list[tuple[int, tuple[DataFact, ...], tuple[str, ...]]]:
    """(number of the loop, facts, what is missing) of the outermost loops."""
    outline = Outline(parse(code, language=language))  # type: ignore[arg-type]
    found = []
    numbered = [loop for loop in outline.loops if loop.header.variable != "q"]
    for number, loop in enumerate(numbered):
        program = program_around(outline, loop)
        if loop.depth or program is None or loop.span.start not in program.by_start:
            continue
        data = data_of(program, program.by_start[loop.span.start], names_within(outline, loop.span))
        found.append((number, (*data.facts, *(reached.fact for reached in data.reached)), data.missing))
    return found


def evaluated(text: str, sizes: dict[str, int]) -> int:
    """A C expression."""
    declaration = parse(f"int x = {text};", language="c").tree.root_node.named_children[0]
    return _value(declaration.child_by_field_name("declarator").child_by_field_name("value"), sizes)


def holds(assumption: str, sizes: dict[str, int]) -> bool:
    """Whether what a section rests on is so; of what is no number nothing is known."""
    if assumption.startswith("no "):
        return True
    for sign, holds_for in ((" >= ", operator.ge), (" <= ", operator.le)):
        left, found, right = assumption.partition(sign)
        if found:
            return holds_for(evaluated(left, sizes), evaluated(right, sizes))
    return True


def _value(node, sizes: dict[str, int]) -> int:
    def part(name: str) -> int:
        return _value(node.child_by_field_name(name), sizes)

    if node.type == "identifier":
        return sizes[node.text.decode()]
    if node.type == "number_literal":
        return int(node.text)
    if node.type == "parenthesized_expression":
        return _value(node.named_children[0], sizes)
    if node.type == "conditional_expression":
        return part("consequence") if part("condition") else part("alternative")
    if node.type == "unary_expression":
        return -part("argument")
    a, b = part("left"), part("right")
    operator = node.child_by_field_name("operator").text.decode()
    quotient = abs(a) // abs(b) * (1 if a * b >= 0 else -1) if b else 0
    return {"+": a + b, "-": a - b, "*": a * b, "/": quotient, "%": a - quotient * b, "<": a < b, ">": a > b}[operator]


def objections(seed: int) -> list[str]:
    """What runs have against the sections of one nest."""
    nest = draw(seed)
    found = []
    outline = Outline(parse(nest.c, language="c"))
    assumed = {
        reached.fact: reached.assumptions
        for loop in outline.loops
        for program in [program_around(outline, loop)]
        if program is not None and loop.span.start in program.by_start
        for reached in data_of(program, program.by_start[loop.span.start], names_within(outline, loop.span)).reached
    }
    facts = facts_of(nest.c)
    for n, m in SIZES:
        elements = execute(nest, n, m).elements
        for number, data, _ in facts:
            for fact in data:
                touched = elements[number].get(fact.variable, {})
                if not fact.section or not touched:
                    continue
                if not all(holds(text, {"n": n, "m": m}) for text in assumed.get(fact, ())):
                    continue
                low, length = (evaluated(part, {"n": n, "m": m}) for part in (fact.lower, fact.length))
                outside = [index for index in touched if not low <= index[0] < low + length]
                if outside:
                    found.append(f"n={n}, m={m}: {fact} misses {outside[:3]}")
                if fact.clause == "copyin" and any(written for _, written in touched.values()):
                    found.append(f"n={n}, m={m}: {fact} is written")
                if fact.clause in ("copyout", "create"):
                    if any(read_first for read_first, _ in touched.values()):
                        found.append(f"n={n}, m={m}: {fact} is read before it is written")
                    if len(next(iter(touched))) == 1 and len(touched) < length:
                        found.append(f"n={n}, m={m}: {fact} is not written as a whole")
    return found


def test_sections_miss_nothing() -> None:
    for seed in range(FIRST_SEED, FIRST_SEED + NESTS):
        assert not objections(seed), f"seed {seed}: {objections(seed)}\n{draw(seed).c}"


HEAD = (
    "struct P { int n; double *x; };"
    "void f(int n, int m, double *restrict a, const double *restrict b, double (*restrict t)[64], int *restrict s, struct P *p) {"
)
EXAMPLES = {
    "for (int i = 0; i < n; i++) a[i] = b[i];": "copyout(a[0:n]) copyin(b[0:n])",
    "for (int i = 1; i < n - 1; i++) a[i] = b[i - 1] + b[i + 1];": "copyout(a[1:n - 2]) copyin(b[0:n])",
    "for (int i = 0; i < n; i++) a[i] += b[i];": "copy(a[0:n]) copyin(b[0:n])",
    "for (int i = 0; i < n; i++) if (b[i] > 0) a[i] = b[i];": "copy(a[0:n]) copyin(b[0:n])",
    "for (int i = 0; i < n; i += 2) a[i] = 0;": "copy(a[0:n - (n + 1) % 2])",
    "for (int i = 0; i < n; i++) a[2 * i] = 0;": "copy(a[0:2 * n - 1])",
    "for (int i = n - 1; i >= 0; i--) a[i] = b[n - 1 - i];": "copyout(a[0:n]) copyin(b[0:n])",
    "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) t[i][j] = 1;": "copyout(t[0:n])",
    "for (int i = 0; i < n; i++) for (int j = 1; j < 63; j++) t[i][j] = 1;": "copy(t[0:n])",
    "for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = b[(i - 1) * m + j];": "copyout(a[m:(n - 1) * m]) copyin(b[0:(n - 1) * m])",
    "for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) a[i * m + j] = 0;": "copy(a[0:n * m])",
    "for (int i = 0; i < n; i++) for (int j = 0; j < m; j += 2) a[i * m + j] = 0;": "copy(a[0:n * m])",
    "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (b[j] > 0) a[i * m + j] = 0;": "copy(a[0:n * m]) copyin(b[0:m])",
    "for (int i = 0; i < n; i++) for (int k = s[i]; k < s[i + 1]; k++) a[i] += b[k];": "copy(a[0:n]) copyin(b[s[0]:s[n] - s[0]]) copyin(s[0:n + 1])",
    "for (int i = 0; i < p->n; i++) p->x[i] = b[i];": "copyin(b[0:p->n]) copyin(p[0:1]) copyout(p->x[0:p->n])",
    # Conditions around a loop say nothing about how far it runs.
    "if (n % 2 == 1) for (int i = 0; i < n; i++) a[i] += b[i];": "copy(a[0:n]) copyin(b[0:n])",
    "if (n % 2 == 0) for (int i = 1; i < n; i++) a[i] += b[i - 1];": "copy(a[1:n - 1]) copyin(b[0:n - 1])",
    "if (n == m) for (int i = 0; i < m; i++) a[i] += b[i];": "copy(a[0:m]) copyin(b[0:m])",
    "if (n == 2 * m) for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] += b[j];": "copy(a[0:n * m]) copyin(b[0:m])",
    "if (n % 2 == 1) for (int i = 0; i < n; i++) a[i] += a[1];": "copy(a[0:(2 > n ? 2 : n)])",
    "if (n > 2) for (int i = 0; i < n; i++) a[i] += a[1];": "copy(a[0:n])",
    "for (int k = 0; k < 4; k++) if (n % 2 == 1) for (int i = 0; i < n; i++) a[i] += b[i];": "copy(a[0:n]) copyin(b[0:n])",
    # What the program reads in front of its array no clause can name.
    "static double g[8]; for (int i = 0; i < 8; i++) a[i] = g[i - 1];": "copyout(a[0:8]) copyin(g)",
    "double v[8]; for (int i = 0; i < 8; i++) { v[i] = b[i]; a[i] = v[i] * 2; }": "copyout(a[0:8]) copyin(b[0:8]) create(v)",
}


@pytest.mark.parametrize("body", EXAMPLES)
def test_examples(body: str) -> None:
    ((_, facts, missing),) = facts_of(f"{HEAD} {body} }}")
    assert " ".join(f"{fact.clause}({fact.argument})" for fact in facts) == EXAMPLES[body]
    assert not missing


@pytest.mark.parametrize("body", ["a[s[i]] = 1;", "a[i * i] = 1;", "g(i)[0] = 1;"])
def test_what_has_no_bounds_is_said_to_be_missing(body: str) -> None:
    ((_, _, missing),) = facts_of(f"{HEAD} for (int i = 0; i < n; i++) {body} }}")
    assert missing


ALIASES = {
    # What a clause names is what holds the address when the loop begins.
    "double *p = a; for (int i = 0; i < n; i++) p[i] = b[i];": {"copyin b[0:n]", "copyout p[0:n]"},
    "double *p = a; a = b; for (int i = 0; i < n; i++) p[i] = a[i];": {"copyin a[0:n]", "copyout p[0:n]"},
    "double *s = a; a = b; b = s; for (int i = 0; i < n; i++) a[i] = 2 * b[i];": {"copyin b[0:n]", "copyout a[0:n]"},
    "a = b; b = 0; for (int i = 0; i < n; i++) a[i] = 1;": {"copyout a[0:n]"},
    "double *p = a + 1; for (int i = 0; i < n; i++) p[i] = 1;": set(),
    "a = a + 1; for (int i = 0; i < n; i++) a[i] = 1;": set(),
}


@pytest.mark.parametrize("text", ALIASES)
def test_a_section_is_called_by_who_holds_it(text: str) -> None:
    ((_, facts, missing),) = facts_of(f"void f(int n, double *a, double *b) {{ {text} }}")
    assert {f"{fact.clause} {fact.argument}" for fact in facts} == ALIASES[text]
    assert bool(missing) == (not ALIASES[text])


def test_exchanged_buffers_are_called_by_who_holds_them() -> None:
    code = (
        "void f(int n, int t, double *a, double *b) { for (int k = 0; k < t; k++) { double *s = a; a = b; b = s; %s } }"
    )
    outline = Outline(parse(code % "for (int i = 0; i < n; i++) a[i] = 2 * b[i];", language="c"))
    program, inner = program_around(outline, outline.loops[1]), outline.loops[1]
    assert program is not None
    data = data_of(program, program.by_start[inner.span.start], names_within(outline, inner.span))
    assert {f"{fact.clause} {fact.argument}" for fact in data.facts} == {"copyin b[0:n]", "copyout a[0:n]"}


# what a reference or a pointer of the loop's own is used for → what of `v` is moved
OWN_NAMES = {
    "double &x = v[i]; x = x * x;": "copy",
    "double &x = v[i]; x += 1;": "copy",
    "double &x = v[i]; x = 2;": "copyout",
    "double &x = v[i]; w[i] = x;": "copyin",
    "auto &x = v[i]; x *= x;": "copy",
    "const double &x = v[0]; w[i] = x;": "copyin",
    "double *x = v + i; *x = *x + 1;": "copy",
    "double *x = &v[i]; *x = 1;": "copyout",
}


@pytest.mark.parametrize("count", ["int n", "unsigned long n"])
@pytest.mark.parametrize("body", OWN_NAMES)
def test_what_is_read_by_another_name_is_brought(body: str, count: str) -> None:
    kind = count.removesuffix(" n")
    text = f"void f({count}, double *v, double *w) {{ for ({kind} i = 0; i < n; i++) {{ {body} }} }}"
    (_, facts, _), *_ = facts_of(text, "cpp")
    moved = {fact.variable: fact.clause for fact in facts}
    assert moved["v"] == OWN_NAMES[body]


def test_a_number_bound_before_the_loop_goes_by_value() -> None:
    text = "void f(int k, int *sizes, double *v) { int &n = sizes[k]; for (int i = 0; i < 9; i++) v[i] = n; }"
    (_, facts, _), *_ = facts_of(text, "cpp")
    assert [fact.variable for fact in facts] == ["v"]


INTO = "for (int i = 0; i < 4; i++) s[i] = b[i]; }"
DECLARED = {
    # How what is moved was declared → (what is moved of it, what no clause can name).
    "double s[100]; void f(int n, int *b) { for (int i = 0; i < n; i++) s[b[i]] = 1; }": ({"copy s"}, ()),
    "void f(int n, int *b) { double s[100]; g(s); for (int i = 0; i < n; i++) s[b[i]] = 1; g(s); }": ({"copy s"}, ()),
    "double s[9]; void f(double *b) { for (int i = 0; i < 9; i++) s[i] = b[i]; }": ({"copyout s"}, ()),
    # A function that is not in sight may read what is at file level, but nothing that only the caller has.
    "double s[9], g(int); void f(double *b) { for (int i = 0; i < 9; i++) s[i] = g(i) + b[i]; }": ({"copy s"}, ()),
    "double g(int); void f(double *b, double *restrict s) { for (int i = 0; i < 9; i++) s[i] = g(i) + b[i]; }": (
        {"copyout s[0:9]"},
        (),
    ),
    "struct S { double x[10]; int n; }; void f(S &s, double *b) { for (int i = 0; i < 10; i++) s.x[i] = b[i]; }": (
        {"copy s"},
        (),
    ),
    "struct S { double *x; int n; }; void f(S &s, double *b) { for (int i = 0; i < 10; i++) s.x[i] = b[i]; }": (
        {"copyout s.x[0:10]"},
        (),
    ),
    f"void f(double (&s)[10], double *b) {{ {INTO}": ({"copyout s[0:4]"}, ()),
    "void f(int (&s)[4][10], double *b) { for (int i = 0; i < 4; i++) s[i][2] = b[i]; }": ({"copy s[0:4]"}, ()),
    f"#include <vector>\nvoid f(std::vector<double> &s, double *b) {{ {INTO}": (set(), ("s",)),
    f"#include <vector>\nvoid f(std::vector<double> s, double *b) {{ {INTO}": (set(), ("s",)),
    "#include <vector>\nvoid f(std::vector<double> *s, double *b) { for (int i = 0; i < 4; i++) (*s)[i] = b[i]; }": (
        set(),
        ("s",),
    ),
    f"#include <memory>\nvoid f(std::unique_ptr<double[]> &s, double *b) {{ {INTO}": (set(), ("s",)),
    f"class M; void f(M &s, double *b) {{ {INTO}": (set(), ("s",)),
    "#include <vector>\nstruct S { std::vector<double> v; }; void f(S &s, double *b) { for (int i = 0; i < 4; i++) s.v[i] = b[i]; }": (
        set(),
        ("s",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", DECLARED)
def test_how_it_is_declared_says_what_is_moved(code: str) -> None:
    (_, facts, missing), *_ = facts_of(code, "cpp")
    moved = {f"{fact.clause} {fact.argument}" for fact in facts if fact.variable.partition(".")[0] == "s"}
    assert (moved, missing) == DECLARED[code]
