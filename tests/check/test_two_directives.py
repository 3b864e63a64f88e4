"""Two directives on one line are one slip: one finding, and the fix writes what was meant."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "void f(int n, float a[8], float b[8]) {{\n#pragma acc {written}\n{body}}}\n"
LOOP = "  for (int i = 0; i < 8; i++) a[i] = b[i];\n"


@pytest.mark.parametrize(
    ("written", "body", "code", "meant"),
    [
        ("data update device(a[0:8])", "", "LW201", "update device(a[0:8])"),
        ("enter data update self(a, b) async(1)", "", "LW201", "update self(a, b) async(1)"),
        ("exit data update host(a)", LOOP, "LW201", "update host(a)"),
        ("parallel copy(a) loop", LOOP, "LW110", "parallel loop copy(a)"),
        ("kernels copyin(b) loop copyout(a)", LOOP, "LW110", "kernels loop copyin(b) copyout(a)"),
        ("serial if(n > 2), loop gang", LOOP, "LW110", "serial loop if(n > 2) gang"),
    ],
)
def test_one_finding_and_its_fix(written: str, body: str, code: str, meant: str) -> None:
    text = FILE.format(written=written, body=body)
    (found,) = [each for each in check(Outline(parse(text, "a.c"))) if each.severity == "error"]
    assert found.code == code
    fixed = apply_edits(text.encode(), found.fixes[0].edits)
    assert fixed.decode() == FILE.format(written=meant, body=body)
    assert not [each for each in check(Outline(parse(fixed.decode(), "a.c"))) if each.severity == "error"]


def test_what_may_mean_either_is_only_told() -> None:
    text = FILE.format(written="kernels update self(a)", body=LOOP)
    found = [each for each in check(Outline(parse(text, "a.c"))) if each.severity == "error"]
    assert [each.code for each in found] == ["LW201"]
    assert "a directive of its own" in found[0].message
