"""Directives that macros stand for: what loops do under them and where their data lives is said at the lines of the code."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SPELLED = """void f(int n, double *a) {
#pragma acc parallel loop
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
double g(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  double t = a[3];
#pragma acc exit data delete(a[0:n])
  return t;
}
"""
FOUND = [(2, "LW601"), (11, "LW701")]
AS_OPERATORS = {
    "#pragma acc parallel loop\n": '_Pragma("acc parallel loop")\n',
    "#pragma acc enter data copyin(a[0:n])\n": '_Pragma("acc enter data copyin(a[0:n])")\n',
    "#pragma acc parallel loop present(a[0:n])\n": '_Pragma("acc parallel loop present(a[0:n])")\n',
    "#pragma acc exit data delete(a[0:n])\n": '_Pragma("acc exit data delete(a[0:n])")\n',
}
AS_MACROS = {
    "#pragma acc parallel loop\n": "PARALLEL_LOOP\n",
    "#pragma acc enter data copyin(a[0:n])\n": "ENTER(a[0:n])\n",
    "#pragma acc parallel loop present(a[0:n])\n": "DO(acc parallel loop present(a[0:n]))\n",
    "#pragma acc exit data delete(a[0:n])\n": "LEAVE(a, n)\n",
}
DEFINED = (
    "#define DO(x) _Pragma(#x)\n"
    '#define PARALLEL_LOOP _Pragma("acc parallel loop")\n'
    "#define ENTER(x) DO(acc enter data copyin(x))\n"
    "#define LEAVE(x, n) DO(acc exit data delete(x[0:n]))\n"
)


def rewritten(spellings: dict[str, str]) -> str:
    text = SPELLED
    for written, other in sorted(spellings.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(written, other)
    return text


@pytest.mark.parametrize(
    ("text", "lines_before"),
    [(SPELLED, 0), (rewritten(AS_OPERATORS), 0), (DEFINED + rewritten(AS_MACROS), 4)],
    ids=["lines", "operators", "macros"],
)
def test_the_spelling_of_directives_changes_nothing(text: str, lines_before: int) -> None:
    outline = Outline(parse(text.encode(), "a.c"))
    found = check(outline)
    places = [(outline.source.lines.line_of(f.span.start) + 1 - lines_before, f.code) for f in found]
    assert places == FOUND


def test_no_edit_touches_a_macro() -> None:
    outline = Outline(parse((DEFINED + rewritten(AS_MACROS)).encode(), "a.c"))
    uses = [use.span for use in outline.source.uses]
    edits = [edit for finding in check(outline) for fix in finding.fixes for edit in fix.edits]
    assert len(uses) == 4
    assert not any(use.start <= edit.span.start < use.end for edit in edits for use in uses)
    assert not any(name in edit.text for edit in edits for name in ("ENTER", "LEAVE", "DO("))


def test_the_words_of_a_macro_are_judged_by_no_rule_at_its_uses() -> None:
    """They may be others in another build."""
    text = '#define LOOP _Pragma("acc parallel loop gang gang")\nvoid f(int n, double *a) {\n  LOOP\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n'
    assert check(Outline(parse(text.encode(), "a.c"))) == ()
