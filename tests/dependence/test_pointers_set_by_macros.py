"""A pointer that a macro names is set: callers are followed to what it holds. `X` gets the other array in the one program of a pair, in
the second one the array that the loop reads as well."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse

OBJECT = "struct G { double *cur, *old; }; static struct G gg;"
NAMES = "static double *one, *two;"
MEMBERS = ("gg.cur", "gg.old")
# What stands at file level, what runs before the loop, what the loop stores to and reads.
FORMS = {
    "a member behind a pointer": (f"{OBJECT} static struct G *g;\n#define CUR g->cur\n#define OLD g->old", "g = &gg; CUR = X; OLD = x;", ("g->cur", "g->old")),
    "a member, in the loop too": (f"{OBJECT} static struct G *g;\n#define CUR g->cur\n#define OLD (g->old)", "g = &gg; CUR = X; OLD = x;", ("CUR", "OLD")),
    "a member": (f"{OBJECT}\n#define CUR gg.cur\n#define OLD gg.old", "CUR = X; OLD = x;", MEMBERS),
    "a variable": (f"{NAMES}\n#define CUR one\n#define OLD two", "one = y; two = x; CUR = X; OLD = x;", ("one", "two")),
    "what is given away": (f"{NAMES}\n#define CUR one\nstatic void set(double **s) {{ *s = X; }}", "one = y; two = x; set(&CUR);", ("one", "two")),
    "a macro of a macro": (f"{OBJECT}\n#define HERE gg\n#define CUR HERE.cur", "gg.cur = y; gg.old = x; CUR = X;", MEMBERS),
    "an object": (f"{OBJECT}\n#define G0 gg", "gg.cur = y; gg.old = x; G0.cur = X;", MEMBERS),
    "the address of an object": (f"{OBJECT}\n#define G0 (&gg)", "gg.cur = y; gg.old = x; G0->cur = X;", MEMBERS),
}  # fmt: skip
NEVER_PROVED = {
    "a whole object": (f"{OBJECT} static struct G hh;\n#define G0 gg", "gg.cur = y; gg.old = x; hh.cur = X; hh.old = x; G0 = hh;", MEMBERS),
    "what builds choose": (f"{OBJECT}\n#ifdef OTHER\n#define CUR gg.old\n#else\n#define CUR gg.cur\n#endif", "gg.cur = y; gg.old = x; CUR = X;", MEMBERS),
    "what is chosen": (f"{NAMES}\n#define CUR one", "int t = 3; one = y; two = x; *(t ? &CUR : &two) = X;", ("one", "two")),
    "what steps": (f"{NAMES}\n#define CUR one", "one = X; two = x; CUR++;", ("one", "two")),
    "a choice": (f"{OBJECT}\n#define CUR(k) (*((k) ? &gg.cur : &gg.old))", "gg.cur = y; gg.old = x; CUR(1) = X;", MEMBERS),
}  # fmt: skip


def _verdict(form: tuple[str, str, tuple[str, str]], given: str, language: Language) -> str:
    head, before, (into, of) = form
    text = (
        f"static double x[400], y[400];\n{head}\n"
        f"static void go(int n) {{ for (int i = 1; i < n; i++) {into}[i] = {of}[i - 1] + 1; }}\n"
        f"int main(void) {{ {before} go(9); return 0; }}\n"
    ).replace("X;", f"{given};")
    outline = Outline(parse(text, name=f"a.{language}"), None, tuple)
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("name", FORMS)
def test_arrays_of_their_own_are_told_apart(name: str, language: Language) -> None:
    assert _verdict(FORMS[name], "y", language) == "proved"


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("name", {**FORMS, **NEVER_PROVED})
def test_one_array_is_never_taken_for_two(name: str, language: Language) -> None:
    assert _verdict({**FORMS, **NEVER_PROVED}[name], "x", language) != "proved"


def test_an_expression_of_cplusplus_that_is_an_lvalue() -> None:
    for left in ("(n++, CUR)", "(n ? CUR : two)", "(CUR = y)"):
        form = (f"{NAMES} static int n = 3;\n#define CUR one", f"one = y; two = x; {left} = X;", ("one", "two"))
        assert _verdict(form, "x", "cpp") != "proved"
