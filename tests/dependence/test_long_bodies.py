"""A body of hundreds of plain elements: each has the iteration in a subscript, and no two of them have to be looked at."""

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

MANY = 120
ARRAYS = "double a[9][999][100], d[9][999][100], u[999][100];\n"


def verdict(body: str, before: str = ARRAYS, head: str = "void f(int n)") -> LoopVerdict:
    text = f"{before}{head} {{\n  for (int i = 0; i < n; i++) {{\n{body}  }}\n}}\n"
    outline = Outline(parse(text, "x.c"))
    return judge(outline, outline.loops[0])


def each(form: str) -> str:
    return "".join(f"    {form.replace('%', str(number))}\n" for number in range(MANY))


@pytest.mark.parametrize(
    "form",
    [
        "d[1][%][i] = u[%][i] * a[2][%][i]; a[3][%][i] = d[1][%][i];",
        "d[%/20][%][i] += a[0][%][i];",
        "a[1][%][i + n] = u[%][n - i];",
    ],
)
def test_plain_elements_are_proved(form: str) -> None:
    assert verdict(each(form)).verdict == "proved"


def test_members_of_elements_are_proved() -> None:
    before = "struct cell { double x[200], y[200]; } c[100];\n"
    assert verdict(each("c[i].x[%] = c[i].y[%] + c[i].x[%];"), before).verdict == "proved"


@pytest.mark.parametrize(
    ("form", "last"),
    [
        ("d[1][%][i] = u[%][i];", "d[1][7][i + 1] = 0;"),
        ("d[1][%][i] = u[%][i];", "d[1][7][0] = i;"),
        ("d[1][%][i] = u[%][i];", "d[1][7][i / 2] = i;"),
        ("d[1][%][i] = u[%][i];", "d[1][7][2 * i] = i;"),
        ("d[1][%][i] = u[%][i] + d[1][%][i + 1];", ""),
    ],
)
def test_one_element_that_others_meet_is_enough(form: str, last: str) -> None:
    assert verdict(each(form) + f"    {last}\n").verdict in ("refuted", "unknown")


def test_one_subscript_of_rows_that_nobody_knows_is_no_proof() -> None:
    """Which row it is changes from one iteration to the next, and rows may overlap."""
    body = each("m[pick(i)][%][i] = u[%][i];")
    found = verdict(body, f"int pick(int);\n{ARRAYS}", "void f(int n, double ***m)")
    assert found.verdict != "proved"
    assert verdict(each("m[k[i]][%][i] = u[%][i];"), ARRAYS, "void f(int n, double ***m, int *k)").verdict != "proved"


def test_members_of_a_union_are_one_memory() -> None:
    before = "union cell { double x[200]; long y[200]; } c[100];\n"
    assert verdict(each("c[i].x[%] = c[i + 1].y[%];"), before).verdict in ("refuted", "unknown")
