"""The walk over a program takes time by its size: what was carried out before in the same worlds is not carried out again, and
that changes no answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.pointsto import walk
from loopwright.dependence.pointsto.memory import Object, Objects, World
from loopwright.dependence.pointsto.sites import Sites, sites_of
from loopwright.dependence.pointsto.units import Units
from loopwright.source.nodes import text_of
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


# What a function may ask of the world around it, and what may be another world between two calls of it. Nothing of the project is missing
# (`known` and `other` are a library's), so that variables of the file are followed.
KEPT = """\
#include <stdlib.h>
struct two { double *a, *b; };
double *g, *h; struct two t; double *last; double u[9], v[9], w[9];
static double *mine(void) { double own[9]; return own; }
"""
ASKING = (
    "",
    "a = g;",
    "g = a;",
    "struct two s = t; a = s.a; b = s.b;",
    "t.a = a; b = t.b;",
    "struct two s; s.a = b; t = s; b = t.a;",
    "known(0);",
    "mine();",
    "known(a);",
    "known(&t);",
    "double *o = g; g = h; h = o; b = h;",
    "double **o = n > 3 ? &g : &h; *o = b; a = g;",
    "double *o = malloc(n * sizeof *o); if (n > 3) { known(o); } b = o; g = o;",
    "double own[9]; last = own; b = own;",
    "double own[9], *o = own; if (n > 3) known(&o); b = o;",
    "*(double **)last = a; b = *(double **)h;",
    "a = other(); if (n > 3) return;",
    "while (n-- > 3) { double *o = g; g = b; b = o; }",
)
BETWEEN = (
    "g = v;",
    "h = w; g = u;",
    "t.b = p; g = t.a;",
    "known(g);",
    "known(&m); m = u; p = mine();",
    "last = q; p = q;",
    "p = other();",
    "g = malloc(80);",
    "for (int l = 0; l < 2; l++) { double *o = p; p = g; g = o; }",
    "p = last;",
)


def asking(body: str, between: str) -> str:
    function = (
        f"static void f(double *a, double *b, int n) {{ {body} for (int i = 0; i < 8; i++) a[i] = b[i + 1] + g[i]; }}"
    )
    calls = f"f(p, q, n); {between} f(p, q, n); {between} f(q, p, n);"
    return (
        f"{KEPT}{function}\nint main(void) {{ double *p = u, *q = v, *m = 0; int n = 9; g = w; h = u; t.a = u; t.b = v; last = w; "
        f"for (int k = 0; k < 3; k++) {{ {calls} }} for (int j = 0; j < 8; j++) p[j] = g[j] + t.a[j] + last[j] + m[j]; return 0; }}\n"
    )


@pytest.mark.parametrize("body", ASKING)
def test_what_is_asked_decides(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function is carried out once for worlds that say the same of what it asks: nothing else of them decides what it does."""
    texts = [asking(body, between) for between in BETWEEN]
    once = [facts(sites_of(Outline(parse(text, "a.c")))) for text in texts]
    monkeypatch.setattr(walk, "_once", lambda machine, node, world, carry_out: carry_out(world))
    assert [facts(sites_of(Outline(parse(text, "a.c")))) for text in texts] == once


def test_code_in_sight_of_nobody_asks_what_others_know() -> None:
    """It may write there: a world in which others know more is another one."""
    objects = Objects()
    known, also = (objects.add(Object(name)) for name in ("known", "also"))
    world = World(objects, leaked=1 << known)
    with objects.asking() as asked:
        world.copy().clobber()
    assert world.is_apart(asked)
    assert World(objects, spoiled=1 << also, leaked=1 << known).is_apart(asked)
    assert not World(objects, leaked=1 << known | 1 << also).is_apart(asked)


def test_what_is_not_asked_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call was carried out anew when any pointer of the program led elsewhere."""
    statement, carried_out = walk.statement, list[str]()
    monkeypatch.setattr(walk, "statement", lambda *given: carried_out.append(text_of(given[1])) or statement(*given))
    calls = " ".join(f"for (int k{d} = 0; k{d} < 3; k{d}++) {{ g = h; h = x{d}; f(u, v, n); }}" for d in range(6))
    arrays = "".join(f"double x{d}[9]; " for d in range(6))
    function = "static void f(double *a, double *b, int n) { a[n] = 2 * b[n]; }"
    assert sites_of(
        Outline(parse(f"{KEPT}{arrays}{function}\nint main(void) {{ int n = 9; {calls} return 0; }}", "a.c"))
    )
    assert carried_out.count("a[n] = 2 * b[n];") == 1


@pytest.mark.parametrize(("name", "text"), PROGRAMS, ids=[str(number) for number in range(len(PROGRAMS))])
def test_no_answer_changes(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once = facts(sites_of(Outline(parse(text, name))))
    monkeypatch.setattr(walk, "_once", lambda machine, node, world, carry_out: carry_out(world))
    monkeypatch.setattr(Units, "is_like_itself", lambda units, known: False)
    assert facts(sites_of(Outline(parse(text, name)))) == once
