"""`auto *`: what is declared so has the type that it begins with, as if it were written out."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <memory>
#include <vector>
struct N { double x, w[9]; void put(double d) { x = d; } double get() const { return x; } };
N all[20];
"""
DECLARED = {
    "N *r = &v[3];": "N",
    "const N *r = &v[3];": "N",
    "N *const r = v.data();": "N",
    "N *r = new N[20];": "N",
    "N *r = u.get();": "N",
    "N *r = all;": "N",
    "N *r = all + 2;": "N",
    "N *r = k > 2 ? &v[1] : &v[2];": "N",
    "double *r = v[k].w;": "double",
    "N **r = rows;": "N *",
}
USES = {
    "N": ("v[i].x += r->x;", "v[i].put(r->get());", "v[i].x = r[i].get();", "auto q = r + i; v[i].x = q->x;"),
    "double": ("v[i].x = r[i - 1];", "v[i].w[0] = r[0];"),
    "N *": ("v[i].x = r[i]->get();", "v[i].put(r[0]->x);"),
}


@pytest.mark.parametrize("declared", DECLARED)
def test_a_deduced_pointer_is_what_it_begins_with(declared: str) -> None:
    base = DECLARED[declared]
    deduced = declared.replace(base, "auto", 1) if "**" not in declared else declared.replace("N **", "auto *")
    for use in USES[base]:
        told = [_told(words, use) for words in (declared, deduced)]
        assert told[0] == told[1], use
        assert not any(word.startswith("operator") for word in told[0][1].split()), use


def _told(declared: str, use: str) -> tuple[str, str]:
    body = f"{declared} for (int i = 1; i < 9; i++) {{ {use} }} return v[3].x;"
    parameters = "int k, std::vector<N> &v, std::unique_ptr<N[]> &u, N **rows"
    outline = Outline(parse(f"{HEAD}double f({parameters}) {{ {body} }}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    return found.verdict, found.reason
