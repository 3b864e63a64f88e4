"""Work arrays that are allocated before the loop: iterations pass nothing on in them, and all of them have the same one."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILLED = "each iteration fills what t leads to before it reads it, and all have the same: each needs memory of its own"
HEAD = "#include <stdlib.h>\nvoid use(int *);\n"


def verdict(before: str, body: str, behind: str = "free(t);"):
    loop = f"for (int i = 0; i < n; i++) {{ {body} }}"
    text = f"{HEAD}void f(int n, int m, int *a, int *restrict b) {{ {before} {loop} {behind} }}"
    outline = Outline(parse(text, name="a.c"))
    found = next(each for each in outline.loops if outline.source.slice(each.span).startswith("for (int i"))
    return judge(outline, found)


T = "int *t = malloc(n * sizeof *t);"
FILL = "for (int k = 0; k < n; k++) t[k] = a[i] + k;"
SUM = "int s = 0; for (int k = 0; k < n; k++) s += t[k]; b[i] = s;"


@pytest.mark.parametrize(
    ("before", "body"),
    [
        (T, f"{FILL} {SUM}"),
        (T, "t[0] = a[i]; t[1] = t[0] * 2; b[i] = t[1] - t[0];"),
        (T, f"t[0] = a[i]; for (int k = 1; k < n; k++) t[k] = t[k - 1] + 2; {SUM}"),
        (T, f"for (int k = 0; k < n; k++) t[k] = 0; for (int k = 0; k < n; k++) t[k] += k * a[i]; {SUM}"),
        (T.replace("n *", "n * m *"), f"{FILL.replace('k < n', 'k < n * m')} {SUM.replace('k < n', 'k < n * m')}"),
        (f"{T} int *q = t;", f"{FILL} {SUM.replace('t[k]', 'q[k]')}"),
    ],
)
def test_what_each_iteration_fills_first_carries_nothing(before: str, body: str) -> None:
    found = verdict(before, body)
    assert (found.verdict, found.reason, found.filled) == ("unknown", FILLED, ("t",))
    assert found.meeting


@pytest.mark.parametrize(
    ("before", "body", "behind"),
    [
        ("int *t = calloc(n, sizeof *t);", "t[0] += a[i]; b[i] = t[0];", "free(t);"),
        (T, f"{SUM} {FILL}", "free(t);"),
        (T, f"{FILL} {SUM}", "b[0] = t[1]; free(t);"),
        (T, f"{FILL} {SUM}", "use(t); free(t);"),
        (T, f"{FILL} {SUM}", "int *q = t; b[0] = q[1]; free(t);"),
        (T, f"{FILL.replace('k < n', 'k < n - 1')} {SUM} t[n - 1] = i;", "free(t);"),
    ],
)
def test_what_is_read_before_it_is_filled_or_behind_the_loop_does(before: str, body: str, behind: str) -> None:
    found = verdict(before, body, behind)
    assert (found.verdict, found.filled) == ("refuted", ())


@pytest.mark.parametrize(
    "body",
    [
        f"for (int k = 0; k < n; k++) t[a[k]] = i; {SUM}",
        f"if (a[i] > m) {FILL} {SUM}",
    ],
)
def test_what_may_be_filled_is_not_told(body: str) -> None:
    assert verdict(T, body).verdict == "unknown"


def test_the_directive_above_such_a_loop_is_told_of_it() -> None:
    def codes(clauses: str) -> list[str]:
        loop = f"for (int i = 0; i < n; i++) {{ {FILL} {SUM} }}"
        directive = f"#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n]) {clauses}"
        text = f"{HEAD}void f(int n, int *restrict a, int *restrict b) {{ {T}\n{directive}\n{loop}\nfree(t); }}\n"
        return [finding.code for finding in check(Outline(parse(text, name="a.c")))]

    assert "LW609" in codes("create(t[0:n])")
    assert "LW609" not in codes("private(t[0:n])")
