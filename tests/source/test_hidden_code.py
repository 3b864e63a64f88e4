"""Code that the parser was not shown, because braces in it depend on a condition, is known to be there."""

from __future__ import annotations

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span

_TWO_HEADS = "void f(int n, float *a)\n{\n#ifdef X\n%s\n#else\n%s\n#endif\na[0] = 1;\n}\n}\n"


@pytest.mark.parametrize(
    "other",
    ["if (a[n - 1] > 0) {", "for (int i = 1; i < n; i++) {", "while (next()) {", "if (n) { n = 1;", "} else {"],
)
def test_a_branch_that_is_left_out_is_hidden_code(other: str) -> None:
    source = parse(_TWO_HEADS % ("if (n > 0) {", other), "x.c")
    (hidden,) = source.hidden_code
    assert source.slice(hidden).strip() == other
    assert source.hides_code
    assert source.hides_code_in(hidden)
    assert not source.hides_code_in(Span(0, 4))
    assert not Outline(source).definitions("f")[0].is_whole


@pytest.mark.parametrize("other", ["{", "{ // if (a[1]) {", "\n{\n#pragma omp parallel\n", "{ /* x = 1; */"])
def test_braces_and_remarks_alone_hide_nothing(other: str) -> None:
    source = parse(_TWO_HEADS % ("if (n > 0) {", other), "x.c")
    assert not source.hides_code
    assert Outline(source).definitions("f")[0].is_whole


def test_the_branch_with_openacc_is_the_one_that_is_shown() -> None:
    source = parse(_TWO_HEADS % ("if (n > 0) {", "{\n#pragma acc data copy(a[0:n])\n"), "x.c")
    (hidden,) = source.hidden_code
    assert source.slice(hidden).strip() == "if (n > 0) {"


def test_rules_of_comments_that_are_lines_of_stars_are_comments() -> None:
    """More of them than comments that never end are followed."""
    stars = "//" + "*" * 80 + "\n"
    source = parse(
        "int f(void) { return 1; }\n" * 2 + (stars + "int g(int i) { return i; } // no /* open\n" + stars) * 20, "x.c"
    )
    assert not source.hides_code
    assert len(Outline(source).definitions("g")) == 20


def test_both_branches_are_shown_where_their_braces_match() -> None:
    source = parse("int f(int i) {\n#ifdef X\nif (i) { i = 1; }\n#else\ni = 2;\n#endif\nreturn i; }\n", "x.c")
    assert not source.hides_code


@pytest.mark.parametrize(
    ("attribute", "is_shown"), [("target(mic)", False), ("noinline, hot", False), ("mode(QI)", True), ("mine", True)]
)
def test_attributes_that_change_nothing_are_no_hidden_code(attribute: str, is_shown: bool) -> None:
    source = parse(f"#ifdef X\n__attribute__(({attribute}))\n#endif\nint f(int n) {{ return n; }}\n", "x.c")
    assert not source.hides_code
    assert (attribute.encode() in source.parsed) == is_shown
