"""Call sites decide about overlap: programs whose loop is independent for every caller in sight, and programs whose callers (or
somebody between) make two names lead to one piece of memory. In the second kind the loop really reads
what another iteration writes. The programs are in callers.txt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n"
SHIFT = "void shift(double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] + 1.0; }\n"
TEXT = Path(__file__).with_name("callers.txt").read_text("utf-8")
CASES = re.findall(r"^== (\w+) (\w+): (.+)\n((?:(?!== ).*\n?)*)", TEXT, re.MULTILINE)


def verdicts(*files: str, name: str = "a.c") -> list[LoopVerdict]:
    """Of the loops of the first file, in a program of all of them."""
    suffix = name.rpartition(".")[2]
    others = tuple(Outline(parse(text, name=f"other{k}.{suffix}")) for k, text in enumerate(files[1:]))
    outline = Outline(parse(files[0], name=name), None, lambda: others)
    return [judge(outline, loop) for loop in outline.loops]


@pytest.mark.parametrize(
    ("kind", "suffix", "name", "text"), CASES, ids=[f"{suffix}-{name}" for _, suffix, name, _ in CASES]
)
def test_callers_decide(kind: str, suffix: str, name: str, text: str) -> None:
    """The first loop: `apart` is independent for all callers, `carried` is not."""
    found = verdicts(text, name=f"a.{suffix}")[0]
    if kind == "apart":
        assert (found.verdict, found.assumptions) == ("proved", ())
        assert any(told in found.reason for told in ("caller", "wherever", "as this function makes them"))
    else:
        assert found.verdict != "proved"


def test_there_are_many() -> None:
    """None was lost in reading the file."""
    assert len(CASES) == TEXT.count("\n== ") + 1 > 75


CALLER = "void shift(double *x, double *y, int n);\nint main(void) { double a[11], b[11]; shift(a, b, 10); return 0; }"
TIES = "void shift(double *x, double *y, int n);\nvoid tie(void) { double a[11]; shift(a, a + 1, 10); }"


def test_callers_in_other_files_count() -> None:
    """Two files make the program; a third one with another caller changes it."""
    assert verdicts(SHIFT, CALLER)[0].verdict == "proved"
    assert "other0.c:2" in verdicts(SHIFT, CALLER)[0].reason
    assert verdicts(SHIFT, CALLER, TIES)[0].verdict == "proved", "nobody calls `tie`"
    third = CALLER.replace("shift(a, b, 10);", "shift(a, b, 10); tie();").replace(
        "int main", "void tie(void);\nint main"
    )
    assert verdicts(SHIFT, third, TIES)[0].verdict == "assumed"
    assert verdicts(SHIFT, third)[0].verdict == "assumed"
    assert verdicts(SHIFT, TIES)[0].verdict == "assumed"
    assert verdicts(SHIFT)[0].verdict == "assumed"


def test_a_program_with_a_missing_part_is_open() -> None:
    """A function of the project that is declared and called, but nowhere defined, may call anything."""
    assert (
        verdicts(
            SHIFT, "void elsewhere(double *p);\n" + CALLER.replace("shift(a, b, 10);", "elsewhere(a); shift(a, b, 10);")
        )[0].verdict
        == "assumed"
    )
    assert verdicts('#include "lost.h"\n' + SHIFT, CALLER)[0].verdict == "assumed"
    assert (
        verdicts(SHIFT.replace("void", "static void", 1) + CALLER.partition("\n")[2].replace("int main", "int run"))[
            0
        ].verdict
        == "proved"
    )


def test_a_static_function_of_another_file_is_another_one() -> None:
    """Names with internal linkage do not meet."""
    own = SHIFT.replace("void", "static void", 1) + "void use(void) { double a[11], b[11]; shift(a, b, 10); }"
    assert (
        verdicts(own, SHIFT.replace("void", "static void", 1) + "void tie(double *p) { shift(p, p + 1, 10); }")[
            0
        ].verdict
        == "proved"
    )


def test_a_verdict_follows_its_callers() -> None:
    """An edit elsewhere in the file changes the verdict of a function whose text stays."""
    good = HEAD + SHIFT + "int main(void) { double a[11], b[11]; shift(a, b, 10); return 0; }"
    assert verdicts(good)[0].verdict == "proved"
    assert verdicts(good.replace("shift(a, b, 10)", "shift(a, a + 1, 10)"))[0].verdict == "unknown"
    assert verdicts(good)[0].verdict == "proved"


RESTRICTED = "struct V { double x, y; }; V *%s p = 0; V *%s q; V *r; double *%s *w; double *%s u; "
APART = {
    "q[i].x = p[i + 1].x;": "proved",
    "q[i].x = r[i + 1].x;": "assumed",  # r may be based on q
    "w[0][i] = u[i + 1];": "assumed",  # what is restricted is not a variable of the file
    "q[i].x = q[i + 1].x;": "refuted",
}


@pytest.mark.parametrize("body", APART)
@pytest.mark.parametrize("word", ["__restrict", "__restrict__"])
def test_restricted_pointers_of_the_file_lead_to_different_memory(body: str, word: str) -> None:
    code = RESTRICTED.replace("%s", word) + f"void f() {{ for (int i = 0; i < 100; i++) {{ {body} }} }}"
    outline = Outline(parse(code, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == APART[body]


@pytest.mark.parametrize("words", ["// the constructor, a weak one", "/* asm, setjmp */", 'const char *said = "weak";'])
def test_what_comments_and_strings_say_is_no_way_into_a_function(words: str) -> None:
    """A constructor or weak symbol is a way that no call shows; a word is none."""
    assert verdicts(f"{words}\n{SHIFT}", CALLER)[0].verdict == "proved"
    assert verdicts(f"__attribute__((constructor)) void begin(void) {{}}\n{SHIFT}", CALLER)[0].verdict == "assumed"
