"""The walk over a program takes time by its size: what was carried out before in the same worlds is not carried out again, and
that changes no answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.pointsto import walk
from loopwright.dependence.pointsto.sites import Sites, sites_of
from loopwright.dependence.pointsto.units import Units
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from pointers import Maker

PROGRAMS = [
    (f"a.{suffix}", text)
    for suffix, text in re.findall(
        r"^== \w+ (\w+): .+\n((?:(?!== ).*\n?)*)",
        Path(__file__).with_name("callers.txt").read_text("utf-8"),
        re.MULTILINE,
    )
] + [("a.c", Maker(seed).program()) for seed in range(7000, 7040)]
# What stands in macros: loops in loops that exchange pointers, names of their own, other macros, at one place and at two.
COPY = "static void f(double *a, double *b, int n) { for (int i = 0; i < n - 1; i++) a[i] = b[i + 1]; }\n"
OTHER = COPY.replace("f(", "g(").replace("a[i]", "a[i + 1]")
IN_MACROS = (
    ("for (int k = 0; k < 3; k++) for (int l = 0; l < 3; l++) { double *o = P; P = Q; Q = o; f(P, Q, n); }", ""),
    ("{ double *o = P; for (int k = 0; k < 3; k++) { f(o, Q, n); o = k > 1 ? Q : P; } }", ""),
    ("do { double *o = Q; { double *o = P; f(o, Q, n); } f(o, P, n); } while (0)", ""),
    ("for (int k = 0; k < 3; k++) { AGAIN(P, Q); AGAIN(Q, P); }", "#define AGAIN(A, B) { double *o = A; f(o, B, n); }"),
    (
        "for (int k = 0; k < 3; k++) { AGAIN(f); AGAIN(g); }",
        "#define AGAIN(F) for (int l = 0; l < 3; l++) { F(u, v, n); }",
    ),
    ("for (int k = 0; k < 3; k++) { AGAIN(P, Q); }", "#define AGAIN(A, B) if (k > 1) { f(A, B, n); A = B; }"),
)
USES = ("USE(p, q);", "USE(p, q); USE(q, p);", "for (int j = 0; j < 3; j++) { USE(p, q); USE(x, q); }")
PROGRAMS += [
    (
        f"a.{suffix}",
        f"{COPY}{OTHER}{before}\n#define USE(P, Q) {text}\nint main(void) {{ double u[9], v[9], w[9]; "
        f"double *p = u, *q = v, *x = w; int n = 9; {use} return (int)u[3]; }}\n",
    )
    for text, before in IN_MACROS
    for use in USES
    for suffix in ("c", "cpp")
]


def deep(levels: int, body: str) -> str:
    """Each function calls the next one twice, so that the last one runs 2**levels times."""
    functions = [f"static void f0(double *a, double *b, int n) {{ {body} }}\n"]
    for k in range(1, levels):
        calls = f"f{k - 1}(a, b, n); f{k - 1}(b, a, n);" if k == 1 else f"f{k - 1}(a, b, n); f{k - 1}(a, b, n - 1);"
        functions.append(f"static void f{k}(double *a, double *b, int n) {{ {calls} }}\n")
    main = f"int main(void) {{ double x[10], y[10]; f{levels - 1}(x, y, 9); return (int)x[3]; }}\n"
    return "".join(functions) + main


def first(text: str) -> str:
    outline = Outline(parse(text, "a.c"))
    return judge(outline, outline.loops[0]).verdict


def test_chains_of_calls() -> None:
    assert first(deep(18, "for (int i = 0; i < n - 1; i++) a[i] = b[i + 1];")) == "proved"


def nest(levels: int) -> str:
    """Each level has to go round again when pointers have changed."""
    opened = "".join(f"for (int k{d} = 0; k{d} < n; k{d}++) {{ " for d in range(levels))
    return f"{opened} f(p, q, n); double *o = p; p = q; q = o;{' }' * levels}"


def beside(macro: str, used: str) -> str:
    main = f"int main(void) {{ double x[10], y[10]; double *p = x, *q = y; int n = 9; {used} return (int)x[3]; }}\n"
    return f"{COPY}{macro}\n{main}"


def test_nests_of_loops() -> None:
    assert first(beside("", nest(14))) == "proved"


def test_nests_of_loops_in_macros(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level was two more rounds of all that is in it."""
    statement, carried_out = walk.statement, list[object]()
    monkeypatch.setattr(walk, "statement", lambda *given: carried_out.append(given[1]) or statement(*given))

    def counted(levels: int) -> int:
        carried_out.clear()
        assert sites_of(Outline(parse(beside(f"#define NEST(p, q, n) {nest(levels)}", "NEST(p, q, n);"), "a.c")))
        return len(carried_out)

    assert counted(8) <= 2.3 * counted(4)


def facts(sites: Sites | None) -> object:
    """What callers say of each pair of lvalues in each loop, and which calls were carried out."""
    assert sites is not None
    apart = {
        (loop, one[1:], other[1:]): sites.apart(loop, one[1:3], other[1:3])  # type: ignore[arg-type]
        for loop, runs in sites.touched.items()
        for run in runs
        for one in run
        for other in run
        if not (one.rows or other.rows)
    }
    return apart, sites.calls


@pytest.mark.parametrize(("name", "text"), PROGRAMS, ids=[str(number) for number in range(len(PROGRAMS))])
def test_no_answer_changes(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once = facts(sites_of(Outline(parse(text, name))))
    monkeypatch.setattr(walk, "_once", lambda machine, node, world, carry_out: carry_out(world))
    monkeypatch.setattr(Units, "is_like_itself", lambda units, known: False)
    assert facts(sites_of(Outline(parse(text, name)))) == once
