"""Every rule gives its finding on its wrong example and none of it on the right one."""

from __future__ import annotations

import pytest
from loopwright.check.rules import rules
from loopwright.check.run import check
from loopwright.openacc.findings import Finding
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def findings_of(text: str) -> tuple[Finding, ...]:
    return check(Outline(parse(text, name="x.cpp" if "std::" in text else "x.c")))


@pytest.mark.parametrize("code", sorted(rules()))
def test_wrong_example(code: str) -> None:
    found = findings_of(rules()[code].wrong)
    assert code in {finding.code for finding in found}
    for finding in found:
        assert finding.span.start < finding.span.end
        assert "{" not in finding.message
        assert finding.section


@pytest.mark.parametrize("code", sorted(rules()))
def test_right_example(code: str) -> None:
    found = findings_of(rules()[code].right)
    assert code not in {finding.code for finding in found}
    assert not [finding for finding in found if finding.severity == "error"]


@pytest.mark.parametrize("code", sorted(rules()))
def test_a_fix_removes_its_finding(code: str) -> None:
    text = rules()[code].wrong
    data = text.encode()
    for finding in findings_of(text):
        for fix in finding.fixes:
            after = findings_of(apply_edits(data, fix.edits).decode())
            assert (finding.code, finding.message) not in {(f.code, f.message) for f in after}, fix.title
            if fix.safe:
                assert not [f for f in after if f.severity == "error" and f.code != finding.code]
