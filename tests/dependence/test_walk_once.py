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


def test_nests_of_loops() -> None:
    """Each level has to go round again when pointers have changed."""
    opened = "".join(f"for (int k{d} = 0; k{d} < n; k{d}++) {{ " for d in range(14))
    turned = "double *o = p; p = q; q = o;" + "} " * 14
    text = f"""static void f(double *a, double *b, int n) {{ for (int i = 0; i < n - 1; i++) a[i] = b[i + 1]; }}
int main(void) {{ double x[10], y[10]; double *p = x, *q = y; int n = 9;
{opened} f(p, q, n); {turned} return (int)x[3]; }}
"""
    assert first(text) == "proved"


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
