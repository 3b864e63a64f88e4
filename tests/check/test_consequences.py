"""One slip is one finding: what only follows from another one is not told beside it."""

from __future__ import annotations

import pytest
from loopwright.check.run import CheckOptions, check
from loopwright.openacc.spec import load_spec
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "void f(int n, float *a, float *b) {{\n  float s = 0;\n#pragma acc {written}\n  for (int i = 0; i < n; i++) a[i] = b[i];\n}}\n"
# Each wrong in itself, too, but for those that are wrong on some directives alone.
CLAUSES = ("copy(a)", "num_gangs(0)", "collapse(0)", "async(-5)", "reduction(s)", "private(q)", "device(b)", "host(b)")
WORDS = ("data copy(a[0:n])", "kernels loop", "loop gang", "parallel async(1)", "atomic update")


def codes(written: str) -> list[str]:
    return [each.code for each in check(Outline(parse(FILE.format(written=written), "a.c")))]


def beside(directive: str, more: str) -> list[str]:
    """What is told because of ``more``."""
    without = codes(directive)
    return [code for code in codes(f"{directive} {more}") if code not in without]


@pytest.mark.parametrize("clause", CLAUSES)
def test_of_a_clause_that_a_directive_does_not_have_nothing_else_is_told(clause: str) -> None:
    name = clause.partition("(")[0]
    lacking = [directive.name for directive in load_spec().directives.values() if name not in directive.clauses]
    assert lacking
    for directive in lacking:
        told = beside(directive, clause)
        assert "LW201" not in told or told == ["LW201"], (directive, told)


@pytest.mark.parametrize("clause", ["copy(a)", "num_gangs(0)", "async(-5)"])
def test_where_it_is_allowed_the_slip_in_it_is(clause: str) -> None:
    told = beside("parallel loop", clause)
    assert told
    assert "LW201" not in told


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("directive", ["loop", "enter data", "update", "host_data use_device(a)", "serial loop"])
def test_what_follows_another_directive_belongs_to_it(directive: str, words: str) -> None:
    assert len(beside(directive, words)) <= 1


def test_a_slip_before_it_stays() -> None:
    assert codes("loop num_gangs(4) data copy(a)").count("LW201") == 1


COPYOUT = """static void scale(int n, double *a) {{
#pragma acc parallel loop {clause}
  for (int i = 0; i < n; i++) a[i] = {value};
}}
int main(void) {{
  double a[64];
  for (int i = 0; i < 64; i++) a[i] = i;
{before}  scale(64, a);
  return (int)a[3];
}}
"""
DATA = "#pragma acc data create(a)\n"


@pytest.mark.parametrize(
    ("clause", "value", "before", "expected"),
    [
        ("copyout(a[0:n])", "2 * a[i]", "", ["LW506"]),
        ("copyout(a[0:n])", "i", "", []),
        ("copy(a[0:n])", "2 * a[i]", "", []),
        ("present(a[0:n])", "2 * a[i]", DATA, ["LW705"]),
    ],
)
def test_a_read_without_a_value_is_told_once(clause: str, value: str, before: str, expected: list[str]) -> None:
    text = COPYOUT.format(clause=clause, value=value, before=before)
    told = [each.code for each in check(Outline(parse(text, "a.c")))]
    assert [code for code in told if code in ("LW506", "LW705")] == expected


IN_A_MACRO = """#define LOOP _Pragma("{written}")
void f(int n, float *a) {{
LOOP
  for (int i = 0; i < n; i++) a[i] = a[i + 1];
}}
"""


def in_a_macro(written: str) -> list[str]:
    return [each.code for each in check(Outline(parse(IN_A_MACRO.format(written=written), "a.c")))]


@pytest.mark.parametrize("directive", ["loop", "parallel loop", "kernels loop", "serial loop"])
@pytest.mark.parametrize("clause", ["use_device(a)", "device(a)", "bind(g)"])
def test_the_place_of_a_macro_is_that_of_each_of_its_slips(directive: str, clause: str) -> None:
    told = in_a_macro(f"acc {directive} collapse(0)")
    assert "LW219" in told
    assert sorted(in_a_macro(f"acc {directive} {clause} collapse(0)")) == sorted([*told, "LW201"])


@pytest.mark.parametrize(
    ("ignored", "text", "expected"),
    [
        ("LW201", FILE.format(written="loop num_gangs(0)"), "LW216"),
        ("LW506", COPYOUT.format(clause="copyout(a[0:n])", value="2 * a[i]", before=""), "LW705"),
    ],
)
def test_what_nobody_is_told_has_no_consequences(ignored: str, text: str, expected: str) -> None:
    marked = "".join(f"{line} // loopwright: ignore[{ignored}]\n" for line in text.splitlines())
    for told in (
        check(Outline(parse(text, "a.c")), CheckOptions(ignore=frozenset((ignored,)))),
        check(Outline(parse(marked, "a.c"))),
    ):
        assert expected in [each.code for each in told]


@pytest.mark.parametrize("word", sorted({name.split()[0] for name in load_spec().directives}))
def test_a_word_that_nobody_is_told_of_hides_nothing(word: str) -> None:
    text = '#include "unseen.h"\n' + FILE.format(written=f"loop {word} copy(a)")
    assert {"LW110", "LW201"} & {each.code for each in check(Outline(parse(text, "a.c")), CheckOptions())}
