"""A `goto` that only passes over statements of its block is a condition of them; every other one leaves the loop unknown. What each loop is
was told by running it: its iterations in order, backwards and shuffled."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.lang.forward_jumps import led_to
from loopwright.source.nodes import subtree
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "int a[400], b[400], c[400], m[20][20], last; double x[400], y[400];\n"

PARALLEL = {
    "over one": "if (b[i] < 0) goto next; a[i] = b[i]; next: c[i] = i;",
    "over a value": "t = b[i]; if (t < 0) goto next; t = t * 2; next: a[i] = t;",
    "out of a loop": "for (int j = 0; j < 5; j++) if (m[i % 20][j] == i) goto next; a[i] = 1; next:;",
    "out of two loops": "int k = 0; for (int j = 0; j < 5; j++) { for (int l = 0; l < 4; l++) if (m[j][l] == i) goto next; k++; } "
    "a[i] = k; next: c[i] = k;",
    "with a value": "int s = 1; if (b[i] > 0) { s = 3; goto on; } s = 5; a[i] = 1; on: c[i] = s;",
    "two to one": "if (b[i] > 3) goto end; a[i] = 1; if (b[i] > 1) goto end; c[i] = 1; end:;",
    "one within another": "if (b[i] > 3) goto end; a[i] = 1; if (b[i] > 1) goto mid; c[i] = 1; mid: x[i] = 2; end: y[i] = 1;",
    "one behind another": "if (b[i] > 3) goto mid; a[i] = 1; mid: x[i] = 2; if (b[i] > 1) goto end; c[i] = 1; end: y[i] = 1;",
    "out of one branch": "int s; if (b[i] > 3) { s = 2; goto end; } else { s = 3; } a[i] = s; end: y[i] = 1;",
    "among others": "if (b[i] > 3) continue; if (b[i] < 0) goto end; a[i] = 4; if (b[i] == 2) continue; c[i] = 3; end: y[i] = 1;",
    "out of a branch": "if (b[i] > 0) { if (b[i] > 3) goto end; a[i] = 4; } c[i] = 3; end: y[i] = 1;",
}
SERIAL = {
    "over a write": "if (b[i] < 0) goto next; t = b[i]; next: a[i] = t;",
    "over a block": "if (b[i] < 0) { c[i] = 2; goto next; } { t = b[i]; } next: a[i] = t;",
    "out of a branch": "if (b[i] > 0) { if (b[i] > 3) goto end; c[i] = 4; } t = 3 + i; end: a[i] = t;",
    "out of the other branch": "if (b[i] > 0) c[i] = 3; else goto end; t = 3 + i; end: a[i] = t;",
    "out of a loop": "for (int j = 0; j < 5; j++) if (b[i] == j) goto next; t = i; next: a[i] = t;",
    "out of two loops": "for (int j = 0; j < 5; j++) { for (int k = 0; k < 2; k++) if (b[i] == j) goto next; t = i + j; } next: a[i] = t;",
    "out of a loop that fills": "for (int j = 0; j < 5; j++) { if (b[i] == j) goto next; w[j] = i; } next: a[i] = w[4];",
    "crossing": "if (b[i] > 2) goto one; if (b[i] > 0) goto two; c[i] = 1; one: t = i; two: a[i] = t;",
    "two out of one": "if (b[i] > 2) { if (c[i] & 1) goto one; goto two; } t = i; one: x[i] = 1; two: a[i] = t;",
    "a way past the label": "if (b[i] > 3) goto end; if (b[i] == 2) continue; c[i] = 3; end: t = i; last = t;",
    "a count behind it": "if (b[i] > 3) goto end; if (b[i] == 2) continue; c[i] = 3; end: t++; a[i] = t;",
    "a subscript of the branch": "t = i; if (b[i] > 0) { t = 5; goto on; } t = i; on: a[t] = i;",
    "a subscript of a loop": "t = i; while (b[i] > 0) { t = 3; if (c[i] & 1) goto on; t = i; break; } t = i; on: a[t] = i;",
    "a subscript of a block": "t = i; if (b[i] > 1) {t = 3; if (c[i] & 1) goto on; t = i;}on: a[t] = i;",
    "a subscript passed over": "int k = 5; if (b[i] > 0) goto on; k = i; on: a[k] = i;",
    "a pointer": "int *p = a; if (b[i] > 0) goto on; p = c; on: p[i] = b[i] + a[i ? i - 1 : 0];",
    "out of the loop": "if (b[i] == 3) goto out; a[i] = 1;",
    "back": "int k = 0; again: a[i] += a[i ? i - 1 : 0]; if (++k < 2) goto again;",
    "a place that is counted": "if (b[i] < 0) goto next; a[t++] = b[i]; next:;",
    "an element": "if (b[i] < 0) goto next; w[0] = i; next: a[i] = w[0];",
    "out of an expression": "t = ({ if (b[i] > 0) goto on; i; }); on: a[i] = t;",
    "in an expression": "c[i] = ({ if (b[i] > 0) goto on; t = i; on: 0; }); a[i] = t;",
    "in an expression, in a block": "c[i] = ({ { if (b[i] > 0) goto on; t = i; on:; } 0; }); a[i] = t;",
    "out of a switch": "switch (b[i]) { case 1: goto on; default: c[i] = 1; } t = i; on: a[i] = t;",
    "two labels of a statement": "if (b[i] > 1) goto on; t = i; if (b[i] < 0) goto to; on: to: a[i] = t;",
    "from one to the next": "if (b[i] > 1) goto on; t = i; on: if (b[i] > 2) goto to; c[i] = 2; to: a[i] = t;",
    "into a block": "if (b[i] > 1) goto in; { t = i; in: a[i] = t; }",
    "what is known of an address": "void *to[] = {&&on}; if (b[i] > 1) goto on; if (b[i] < 0) goto *to[0]; t = i; on: a[i] = t;",
    "by a macro": "if (b[i] > 1) goto on; if (b[i] < 0) LEAP; t = i; on: a[i] = t;",
    "beside what cannot be read": "if (b[i] > 1) goto on; t = i; on: a[i] = t; int = ;",
}


def outline_of(body: str, language: str) -> Outline:
    macro = "#define LEAP goto on\n" if "LEAP" in body else ""
    text = f"{macro}{HEAD}int f(int n) {{ int t = 0, w[5] = {{0}}; for (int i = 0; i < n; i++) {{ {body} }} out: return 0; }}\n"
    return Outline(parse(text, f"a.{language}"))


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("form", PARALLEL)
def test_what_is_passed_over_is_under_the_other_condition(form: str, language: str) -> None:
    outline = outline_of(PARALLEL[form], language)
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved", found.reason
    assert outline.loops[0].exits == ()


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("form", SERIAL)
def test_what_a_jump_carries_on_is_not_proved(form: str, language: str) -> None:
    outline = outline_of(SERIAL[form], language)
    assert judge(outline, outline.loops[0]).verdict in ("unknown", "refuted")


def test_a_loop_inside_is_left_and_the_one_around_it_is_not() -> None:
    outline = outline_of(PARALLEL["out of two loops"], "c")
    assert [loop.exits for loop in outline.loops] == [(), ("goto",), ("goto",)]


@pytest.mark.parametrize(
    "form",
    [
        *(
            "crossing",
            "two out of one",
            "into a block",
            "out of a switch",
            "out of an expression",
            "back",
            "by a macro",
        ),
        "beside what cannot be read",
    ],
)
def test_jumps_of_other_kinds_lead_nowhere_that_is_followed(form: str) -> None:
    outline = outline_of(SERIAL[form], "c")
    jumps = [node for node in subtree(outline.source.root) if node.type == "goto_statement"]
    assert jumps
    assert all(led_to(outline, jump) is None for jump in jumps)
