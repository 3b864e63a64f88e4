"""Structs that outlive an iteration: one for each iteration is right where each sets what it reads, and where nobody reads what the last one left."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BEFORE = "struct S { int k, l; union { int m; float r; }; int w[4]; };\nstruct S s; static struct S t; struct S *held = &s;\nint g(void);\n"
SET_FIRST = ["v.k = b[i]; a[i] = v.k;", "v.k = i; v.l = v.k; a[i] = v.l;", "v.m = b[i]; a[i] = v.m;"]
CARRIED = [
    "a[i] = v.k; v.k = b[i];",
    "v.k += b[i]; a[i] = v.k;",
    "if (b[i]) v.k = i; a[i] = v.k;",
    "v.k = i; a[i] = v.l; v.l = i;",
]
ANEW = ["v.k = v.l = v.m = 0;", "b[0] = 1; v.k = 0; v.l = 0; v.m = 0;"]
MAY_BE_READ = ["", "b[0] = v.k; v.k = v.l = v.m = 0;", "g(); v.k = v.l = v.m = 0;", "b[0] = held->k; v.k = v.l = v.m = 0;",
               "b[0] = *a; v.k = v.l = v.m = 0;", "if (n) v.k = v.l = v.m = 0;", "v.w[0] = 0;"]  # fmt: skip


def _loop(body: str, name: str, behind: str = "", before: str = "") -> LoopVerdict:
    loop = f"for (int i = 0; i < n; i++) {{ {body} }}"
    code = f"int f(int n, int *restrict a, int *restrict b) {{ {before} {loop} {behind} return 0; }}"
    outline = Outline(parse(BEFORE + code.replace("v.", f"{name}."), name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("body", SET_FIRST)
@pytest.mark.parametrize("name", ["s", "t"])
def test_one_whose_last_values_are_gone_is_private(name: str, body: str) -> None:
    found = [_loop(body, name, behind) for behind in ANEW]
    assert {(each.verdict, each.private) for each in found} == {("proved", (name,))}


@pytest.mark.parametrize("behind", MAY_BE_READ)
def test_one_whose_last_values_may_be_read_is_not(behind: str) -> None:
    assert {_loop(body, name, behind).verdict for body in SET_FIRST for name in "st"} == {"refuted"}


@pytest.mark.parametrize("body", CARRIED)
def test_what_another_iteration_left_is_carried(body: str) -> None:
    verdicts = {_loop(body, name, ANEW[0]).verdict for name in "st"}
    assert verdicts.isdisjoint(("proved", "assumed")), verdicts
    assert _loop(body, "z", before="static struct S z;").verdict not in ("proved", "assumed")


@pytest.mark.parametrize("body", SET_FIRST)
def test_one_that_only_the_function_knows_is_private(body: str) -> None:
    assert _loop(body, "z", before="static struct S z;").private == ("z",)
    assert _loop(body, "z", before="static struct S z; b[0] = z.k;").verdict == "refuted"


def test_a_function_that_the_loop_calls_has_no_copy() -> None:
    text = BEFORE + "static int get(void) { return s.k; }\nvoid f(int n, int *restrict a, int *restrict b) {"
    text += " for (int i = 0; i < n; i++) { s.k = b[i]; a[i] = get(); } s.k = 0; }"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "unknown"


@pytest.mark.parametrize(
    ("clause", "body", "codes"),
    [
        ("private(s)", SET_FIRST[0], []),
        ("private(t)", SET_FIRST[1].replace("v.", "t."), []),
        ("", SET_FIRST[0], ["LW601"]),
    ],
)
def test_a_clause_that_gives_each_iteration_its_own_is_right(clause: str, body: str, codes: list[str]) -> None:
    loop = f"for (int i = 0; i < n; i++) {{ {body.replace('v.', 's.')} }}"
    text = f"{BEFORE}void f(int n, int *restrict a, int *restrict b) {{\n#pragma acc parallel loop {clause}\n{loop} }}"
    found = check(Outline(parse(text, name="a.c")))
    assert [each.code for each in found if each.code in ("LW601", "LW609")] == codes
