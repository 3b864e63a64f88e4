"""Code that a jump enters in its middle: what was asked before it says nothing behind a label."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "for (int i = 9; i < n; i++) { a[i] = a[i - 1] + b[i]; }"
ENTERED = {
    "behind a branch that leaves": "int k = 0; if (k < 100) { goto in; } in: ; {0}",
    "behind one that a constant decides": "if (c) goto in; if (N > 3) return; in: {0}",
    "behind one, in a block": "if (c) goto in; if (1) return; { in: ; } {0}",
    "behind several": "if (c) goto in; if (1) return; if (c > 5) return; b[0] = 1; if (c > 7) { in: b[1] = 2; } {0}",
    "in a branch": "goto in; if (0) { in: {0} }",
    "in a branch without braces": "goto in; if (0) in: {0}",
    "in the other branch": "goto in; if (1) { b[0] = 1; } else { in: ; {0} }",
    "in a branch of a branch": "goto in; if (N < 3) { if (c) { in: ; } {0} }",
    "behind what is asserted": "goto in; assert(0); in: {0}",
    "in the body of a loop": "for (int t = 0; t < c; t++) { if (b[t]) goto in; if (1) continue; in: ; {0} }",
    "by a computed jump": "void *to[] = {&&one, &&two}; goto *to[c]; one: if (1) return; two: {0}",
}
# Labels that macros write are where no grammar sees them.
BY_MACROS = {
    "a case": ("#define ON(v) case v:", "switch (c) { if (0) { ON(1) {0} } }"),
    "the rest": ("#define OTHER(x) default:", "switch (c) { if (0) { OTHER(x); {0} } }"),
    "a label": ("#define HERE(x) x:", "goto in; if (0) { HERE(in); {0} }"),
    "a label by another": ("#define AT(x) x:\n#define HERE AT(in)", "goto in; if (0) { HERE; {0} }"),
    "a label among more": ("#define HERE(x) b[0] = 1; x: b[1] = 2", "goto in; if (0) { HERE(in); {0} }"),
}
NO_LABELS = {
    "a choice": ("#define MOST(x, y) ((x) > (y) ? (x) : (y))", "if (1) return; b[0] = MOST(c, 3); {0}"),
    "a switch of its own": ("#define PICK(x) switch (x) { case 1: b[0] = 1; }", "if (1) return; PICK(c); {0}"),
    "a bit-field": ("#define BITS(x) struct { int x : 3; }", "if (1) return; BITS(y) z; {0}"),
}
LEFT = {
    "before the label": "if (1) return; {0} out: b[0] = 1;",
    "before a label of a block": "if (N > 3) goto out; {0} { out: b[0] = 1; }",
    "behind a switch": "if (1) return; switch (c) { case 1: b[0] = 1; } {0}",
    "in a switch": "if (1) return; switch (c) { case 1: {0} }",
}


def verdict_of(body: str, language: str, macros: str = "") -> str:
    text = f"{macros}\n#include <assert.h>\nint a[400], b[400]; static const int N = 5;\nvoid f(int n, int c) {{ {body.replace('{0}', LOOP)} }}"
    outline = Outline(parse(text, name=f"a.{language}"))
    return next(
        verdict for loop in outline.loops if loop.header.variable == "i" for verdict in [judge(outline, loop).verdict]
    )


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("way", ENTERED)
def test_behind_a_label_nothing_is_asked(way: str, language: str) -> None:
    assert verdict_of(ENTERED[way], language) == "refuted"


@pytest.mark.parametrize("way", LEFT)
def test_in_front_of_it_all_is(way: str) -> None:
    assert verdict_of(LEFT[way], "c") == "proved"


@pytest.mark.parametrize("way", BY_MACROS)
def test_behind_a_label_of_a_macro_neither(way: str) -> None:
    macros, body = BY_MACROS[way]
    assert verdict_of(body, "c", macros) in ("refuted", "unknown")


def test_values_of_what_stands_in_front_of_it_are_forgotten() -> None:
    body = "int k = 0; switch (c) { k = 1; ON(1) for (int i = 0; i < n; i++) a[i * k] = i; }"
    assert verdict_of(body, "c", "#define ON(v) case v:") != "proved"


@pytest.mark.parametrize("way", NO_LABELS)
def test_macros_without_labels(way: str) -> None:
    macros, body = NO_LABELS[way]
    assert verdict_of(body, "c", macros) == "proved"
