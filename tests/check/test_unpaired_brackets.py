"""A bracket without a partner is told once, on the line of the slip, and nothing is told of the code that it makes a guess of. What
conditional lines, macros and headers may account for is not told."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for

PROGRAM = """\
#include <stdio.h>
static double sum(int n, const double *a)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s) copyin(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] > 0) {
            s += a[i];
        }
    }
    return s;
}

int main(void) {
    double a[8] = {0};
    for (int i = 0; i < 8; i++) {
        a[i] = i * (i + 1);
    }
    if (a[3] > 1) {
        printf("( %f\\n", sum(8, a));  // a smile :)
    } else {
        printf("}");
    }
    return 0;
}
"""
PARTNER = {"(": ")", "[": "]", "{": "}"}


def _pairs() -> list[tuple[int, int]]:
    """The places of the brackets of the program, by pairs; those in remarks, strings and directives are none."""
    silent = [PROGRAM.index('"( '), PROGRAM.index(":)") + 1, PROGRAM.index('"}"') + 1]
    pragma = range(PROGRAM.index("#pragma"), PROGRAM.index("\n", PROGRAM.index("#pragma")))
    waiting, found = list[int](), list[tuple[int, int]]()
    for at, sign in enumerate(PROGRAM):
        if at in pragma or at in silent or at - 1 == silent[0]:
            continue
        if sign in PARTNER:
            waiting.append(at)
        elif sign in PARTNER.values():
            found.append((waiting.pop(), at))
    return found


def _told(text: str, name: str = "a.c") -> tuple[Finding, ...]:
    return check(Outline(parse(text, name)))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def test_the_program_is_sound() -> None:
    assert not _told(PROGRAM)


@pytest.mark.parametrize("pair", _pairs(), ids=lambda pair: f"{_line(PROGRAM, pair[0])}:{PROGRAM[pair[0]]}{pair[0]}")
def test_a_bracket_that_is_missing_is_told_once(pair: tuple[int, int]) -> None:
    for at in pair:
        text = PROGRAM[:at] + PROGRAM[at + 1 :].removeprefix(" " if PROGRAM[at] == "}" else "")
        (found,) = _told(text)
        assert (found.code, found.severity) == ("LW004", "error")
        begin, end = (_line(PROGRAM, place) for place in pair)
        line = _line(text, found.span.start)
        if at == pair[1]:  # its partner is told
            assert line == begin
        elif PROGRAM[at] != "{":
            assert line == end
        else:  # the next end has its partner, so the last of all has none
            assert line >= end


@pytest.mark.parametrize("sign", [*PARTNER, *PARTNER.values()])
def test_a_bracket_too_many_is_told_once(sign: str) -> None:
    for pair in _pairs():
        for at in pair:
            if PROGRAM[at] == sign:
                codes = [found.code for found in _told(PROGRAM[:at] + sign + PROGRAM[at:])]
                assert codes == ["LW004"], (sign, at)


BODY = "void f(int n, double *a) {\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
SOUND = {
    "a block that begins in both branches": (
        "void f(int n, double *a) {\n#ifdef FAST\n  if (n > 4) {\n#else\n  if (n) {\n#endif\n    a[0] = 1;\n  }\n}\n"
    ),
    "one that one build alone has": (
        "void f(int n, double *a) {\n#if FAST\n  if (n > 4) {\n#endif\n  a[0] = 1;\n#if FAST\n  }\n#endif\n}\n"
    ),
    "one that two conditions answer": (
        "void f(int n, double *a) {\n#if A\n  if (n) {\n#endif\n#ifndef B\n  {\n#endif\n  a[0] = 1;\n#ifndef B\n  }\n#endif\n"
        "#if A\n  }\n#endif\n}\n"
    ),
    "another condition with the same sense": (
        "void f(int n) {\n#ifdef A\n  if (n) {\n#endif\n  n = 1;\n#ifndef A\n#else\n  }\n#endif\n}\n"
    ),
    "linkage": '#ifdef __cplusplus\nextern "C" {\n#endif\n' + BODY + "#ifdef __cplusplus\n}\n#endif\n",
    "text that no build sees": "#if 0\nit isn't code (or is it? {\n#endif\n" + BODY,
    "a macro that begins a block": "#define EACH(i) for (int i = 0; i < n; i++) {\nvoid f(int n, int *a) { EACH(i) a[i] = 0; } }\n",
    "a macro that ends one": "#define END } while (0)\nvoid f(int n) { do { n--; END; }\n",
    "a macro of a header": '#include "far.h"\nvoid f(int n, int *a) { EACH(i) a[i] = 0; } }\n',
    "one with a name like a function's": '#include "far.h"\nvoid f(int n, int *a) { each_of(i) a[i] = 0; } }\n',
    "a header in the middle": '#include "far.h"\nvoid f(int n) { if (n) {\n#include "end.inc"\n}\n',
    "old parameters": "int f(n, a) int n; double *a; { return n + a[0]; }\n",
    "strings and signs": "int f(int c) { return c == '(' || c == '{' ? ')' : \"]}\"[0]; }\n",
    "a lambda and a raw string": 'auto f = [](int n) { return R"x(({[)x"[n]; };\n',
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_code_is_not_told(name: str) -> None:
    language = "a.cpp" if "auto" in SOUND[name] else "a.c"
    assert "LW004" not in {found.code for found in _told(SOUND[name], language)}


def test_a_header_that_holds_the_partner(tmp_path: Path) -> None:
    """And one that is sound excuses nothing."""
    path = tmp_path / "a.c"
    for header, expected in (
        ("#define EACH(i) for (int i = 0; i < n; i++) {\n", set()),
        ("#define EACH 4\n", {"LW004"}),
    ):
        (tmp_path / "near.h").write_text(header)
        outline = Outline(
            parse('#include "near.h"\nvoid f(int n, int *a) { EACH(i) a[i] = 0; } }\n', "a.c"), headers_for(path)
        )
        assert {found.code for found in check(outline)} == expected, header


def test_the_rest_of_the_file_is_looked_at() -> None:
    wrong = (
        "void g(int n, double *a) {\n#pragma acc parallel loop gang gang\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
    )
    codes = [
        found.code
        for found in _told(wrong + "void f(double *a) {\n#pragma acc data copyin(a[0:4])\n  { a[0] = (1; }\n}\n")
    ]
    assert "LW004" in codes
    assert "LW202" in codes
    assert "LW505" not in codes
