"""Mistakes between directives are found without running, and nothing is said of their right twins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.openacc.findings import Finding
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

from tests.device.cases import PRELUDE, Case, read_cases, right, wrong
from tests.device.test_mistakes import LOCAL

HEADERS = "#include <math.h>\n#include <openacc.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
# What only a run can tell: values of an index, an index under a condition, a pointer that is exchanged on both sides.
RUN_ALONE = {
    "section_with_an_end",
    "section_that_begins_late",
    "outside_by_an_index",
    "pointer_exchanged_behind_attach",
}
# Right if a caller has put the parameter there before: nothing is said.
OPEN = {"data_region_ends_before_the_queue", "accumulate_into_copyout"}
EMULATED = [case for case in read_cases("mistakes.txt") if case.name not in RUN_ALONE]


def own_cases() -> list[Case]:
    """The functions of mistakes.txt beside this file."""
    found = []
    for part in re.split(r"^== ", (Path(__file__).parent / "mistakes.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, _, codes = head.partition(" | ")
        found.append(Case(name, body, tuple(codes.split())))
    return found


OWN = own_cases()


def between(text: str) -> list[Finding]:
    """LW506 and LW507 too: what is wrong with a construct's own clause says what LW705 and LW707 would say again."""
    findings = check(Outline(parse(text, name="x.c")))
    return [finding for finding in findings if finding.code.startswith("LW7") or finding.code in ("LW506", "LW507")]


def in_program(case: Case) -> str:
    return f"{PRELUDE}{LOCAL}static void case_{case.name}(void) {{\n{case.body}\n}}\n"


@pytest.mark.parametrize("case", EMULATED, ids=lambda case: case.name)
def test_what_a_run_finds_is_found_before(case: Case) -> None:
    text = in_program(wrong(case))
    found = between(text)
    assert found
    for finding in found:
        # At a place in the functions with directives, though the access may be in one that they call.
        assert finding.span.start > text.index("static void use_local"), finding
        assert not between(in_program(right(case)))


@pytest.mark.parametrize("case", [c for c in OWN if c.name not in OPEN], ids=lambda case: case.name)
def test_mistakes_across_functions_are_found(case: Case) -> None:
    assert {finding.code for finding in between(HEADERS + wrong(case).body)} & set(case.codes)


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.name)
def test_the_right_twin_is_clean(case: Case) -> None:
    assert not between(HEADERS + right(case).body)


@pytest.mark.parametrize("case", [c for c in read_cases("mistakes.txt") if c.name in RUN_ALONE], ids=lambda c: c.name)
def test_the_others_are_no_false_claims(case: Case) -> None:
    assert not between(in_program(right(case)))


def test_every_claim_names_what_it_is_about() -> None:
    for case in EMULATED:
        for finding in between(in_program(wrong(case))):
            assert "``" not in finding.message
            assert finding.related or finding.code in ("LW507", "LW709", "LW715", "LW716", "LW717", "LW718")


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.name)
def test_a_fix_removes_what_it_is_for(case: Case) -> None:
    text = HEADERS + wrong(case).body
    for finding in between(text):
        for fix in finding.fixes:
            after = between(apply_edits(text.encode(), fix.edits).decode())
            assert (finding.code, finding.message) not in {(f.code, f.message) for f in after}, fix.title


def test_what_has_one_likely_way_has_a_fix() -> None:
    """Most stale values, values that are missing and waits."""
    asked = [c for c in OWN if set(c.codes) & {"LW701", "LW702", "LW704", "LW705", "LW713"} and c.name not in OPEN]
    found = [between(HEADERS + wrong(case).body) for case in asked]
    assert sum(any(finding.fixes for finding in findings) for findings in found) > len(asked) / 2
