"""LW205 of `routine`: the fix writes the level that the body tells, and none where it tells none."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.source.edits import apply_edits

AROUND = """\
#pragma acc routine worker
void w(int n, double *a);
#pragma acc routine seq
double s(double x) {{ return 2 * x; }}
{0}
"""
LOOP = "for (int i = 0; i < n; i++) a[i] = 0;"


@pytest.mark.parametrize(
    ("directive", "body", "level"),
    [
        ("routine", "a[0] = n;", "seq"),
        ("routine bind(g)", "a[0] = n;", "seq"),
        ("routine nohost", LOOP, "seq"),
        ("routine", "a[0] = s(n);", "seq"),
        ("routine", f"\n#pragma acc loop vector\n{LOOP}", "vector"),
        ("routine", f"\n#pragma acc loop worker vector\n{LOOP}", "worker"),
        ("routine", f"\n#pragma acc loop gang\nfor (int j = 0; j < n; j++)\n#pragma acc loop vector\n{LOOP}", "gang"),
        ("routine", f"\n#pragma acc loop seq\n{LOOP}", "seq"),
        ("routine", "w(n, a);", "worker"),
        ("routine", f"\n#pragma acc loop\n{LOOP}", None),
    ],
)
@pytest.mark.parametrize("is_above_prototype", [False, True])
def test_the_body_tells_the_level(
    outline, directive: str, body: str, level: str | None, is_above_prototype: bool
) -> None:
    prototype = "void f(int n, double *a);\n" if is_above_prototype else ""
    text = AROUND.format(f"#pragma acc {directive}\n{prototype}void f(int n, double *a) {{ {body}\n}}")
    (found,) = [each for each in check(outline(text)) if each.code == "LW205"]
    if level is None:
        assert not found.fixes
        return
    assert found.fixes[0].safe == (level == "seq")
    fixed = apply_edits(text.encode(), found.fixes[0].edits).decode()
    assert f"#pragma acc {directive} {level}\n" in fixed
    assert not [each for each in check(outline(fixed)) if each.severity == "error"]


def test_a_prototype_alone_tells_none(outline) -> None:
    (found,) = check(outline("#pragma acc routine\nvoid f(int n);\n"))
    assert (found.code, found.fixes) == ("LW205", ())
