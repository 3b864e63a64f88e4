"""Directives that macros stand for: what loops do under them and where their data lives is said at the lines of the code."""

from __future__ import annotations

import pytest
from loopwright.check.rules import rules
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


def test_what_is_wrong_with_the_words_of_a_macro_is_said_where_it_is_used() -> None:
    text = (
        '#define LOOP _Pragma("acc parallel loop gang gang copyn(a)")\n'
        "void f(int n, double *a) {\n  LOOP\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n"
    )
    outline = Outline(parse(text.encode(), "a.c"))
    found = check(outline)
    assert {(outline.source.lines.line_of(f.span.start) + 1, f.code) for f in found} == {(3, "LW110"), (3, "LW202")}
    assert all(f.message.endswith("in what LOOP stands for") for f in found)
    assert not any(f.fixes for f in found)


def test_the_words_of_a_macro_with_two_definitions_are_judged_by_no_rule() -> None:
    """They may be others in another build."""
    text = (
        "#ifdef LANES\n"
        '#define LOOP _Pragma("acc parallel loop gang gang")\n#else\n#define LOOP _Pragma("acc parallel loop vector vector")\n#endif\n'
        "void f(int n, double *a) {\n  LOOP\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n"
    )
    assert check(Outline(parse(text.encode(), "a.c"))) == ()


def behind_macros(text: str) -> tuple[str, int]:
    """A program with a macro for each directive that stands on one line, and how many lines were added in front."""
    defined: list[str] = []
    lines: list[str] = []
    for line in text.split("\n"):
        words = line.strip()
        if words.startswith("#pragma acc") and not any(mark in words for mark in ("\\", '"', "/")):
            lines.append(f"MACRO_{len(defined)}")
            defined.append(f'#define MACRO_{len(defined)} _Pragma("{words.removeprefix("#pragma ")}")')
        else:
            lines.append(line)
    return "\n".join([*defined, *lines]), len(defined)


# A finding hides another one within its words; those of a macro stand at one place. LW109 is about lines.
ABOUT_PLACES = ("LW109", "LW315", "LW423")


@pytest.mark.parametrize("code", [code for code in rules() if code not in ABOUT_PLACES])
def test_rules_say_the_same_of_a_macro(code: str) -> None:
    for text in (rules()[code].wrong, rules()[code].right):
        other, added = behind_macros(text)
        assert found_in(other, added) == found_in(text, 0)


def found_in(text: str, added: int) -> list[tuple[int, str]]:
    outline = Outline(parse(text.encode(), "a.c"))
    return sorted((outline.source.lines.line_of(f.span.start) - added, f.code) for f in check(outline))
