"""Macros and functions that conditional lines define in more than one way: each build is read, and the weakest verdict is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.builds import builds_of, defined_apart
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.toolchain.flags import headers_for

TWO = "#ifdef ROWS\n#define AT(a, j, i) a[(j) * n + (i)]\n#else\n#define AT(a, j, i) a[(j) + (i) * n]\n#endif\n"
HEAD = "void f(int n, float *restrict to, const float *restrict from)"
GRID = HEAD + " { for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) AT(to, j, i) = AT(from, i, j); }\n"
LINE = HEAD + " { for (int i = 0; i < n; i++) to[AT(i)] = from[i]; }\n"
TURNED = "#define AT(i) (n - 1 - (i))\n"
SAME = "#define AT(i) (i)\n"
ONE = "#define AT(i) 0\n"
SUM = "double f(int n, const double *a) { double s = 0; for (int i = 0; i < n; i++) s = JOIN(s, a[i]); return s; }\n"
PLUS, TIMES = "#define JOIN(a, b) ((a) + (b))\n", "#define JOIN(a, b) ((a) * (b))\n"
TWICE = "void f(int *a, int n) { for (int i = 1; i < n; i++) a[i] = twice(i); }\n"


def groups(*parts: str) -> str:
    """Lines that ask for a name each, and what stands behind them."""
    lines = [f"{line}\n{text}" for line, text in zip(parts[::2], parts[1::2])]
    return "".join(lines) + "#endif\n"


def verdicts(folder: Path, text: str, **headers: str) -> list[LoopVerdict]:
    for header, content in headers.items():
        (folder / f"{header}.h").write_text(content)
    (folder / ".git").mkdir(exist_ok=True)
    path = folder / "a.c"
    path.write_text(text)
    outline = Outline(parse(text, "a.c"), headers_for(path))
    return [judge(outline, loop) for loop in outline.loops]


INDEPENDENT = {
    "two": TWO + GRID,
    "not defined": TWO.replace("#ifdef ROWS", "#if !defined(ROWS)") + GRID,
    "three": groups("#if defined(A)", SAME, "#elif defined(B)", TURNED, "#else", SAME) + LINE,
    "nested": groups("#ifdef A", SAME, "#else", groups("#ifdef B", TURNED, "#else", SAME)) + LINE,
    "a macro or a function": groups("#ifdef A", "#define twice(x) (2 * (x))\n", "#else", "static int twice(int x) { return x + x; }\n") + TWICE,
    "two groups": groups("#ifdef A", SAME, "#else", TURNED)
    + HEAD + "{\n"
    + groups("#ifdef A", "int m = n;\n", "#else", "int m = n / 2;\n")
    + "for (int i = 0; i < m; i++) to[AT(i)] = from[i]; }\n",
}  # fmt: skip
# Beside them: one of the builds is serial, does something else, or cannot be told from another one.
OPEN = {
    "serial": groups("#ifdef A", SAME, "#else", ONE) + LINE,
    "serial first": groups("#ifdef A", ONE, "#else", SAME) + LINE,
    "serial in the middle": groups("#if defined(A)", SAME, "#elif defined(B)", ONE, "#else", TURNED) + LINE,
    "serial in the nested": groups("#ifdef A", SAME, "#else", groups("#ifdef B", ONE, "#else", SAME)) + LINE,
    "none": groups("#ifdef A", SAME, "#elif defined(B)", TURNED) + LINE,
    "another reduction": groups("#ifdef A", PLUS, "#else", TIMES) + SUM,
    "a carried value": groups("#ifdef A", PLUS, "#else", "#define JOIN(a, b) ((b) - (a))\n") + SUM,
    "a function out of sight": groups("#ifdef A", "#define twice(x) (2 * (x))\n", "#else", "int twice(int x);\n") + TWICE,
    "included": groups("#ifdef A", SAME, "#else", '#include "b.h"\n') + LINE,
    "a number": groups("#if A == 1", SAME, "#elif A == 2", TURNED, "#else", SAME) + LINE,
    "defined in between": groups("#ifdef A", SAME, "#else", TURNED) + "#define A\n" + groups("#ifdef A", "#undef AT\n" + ONE) + LINE,
    "taken back": groups("#ifdef A", SAME, "#else", TURNED) + "#undef A\n" + LINE,
    "defined again": groups("#ifdef A", SAME, "#else", TURNED) + "#undef AT\n" + ONE + LINE,
    "put back": groups("#ifdef A", SAME, "#else", TURNED) + '#pragma pop_macro("AT")\n' + LINE,
    "too many": groups("#ifdef A", SAME, "#elif defined(B)", TURNED, "#elif defined(C)", SAME, "#else", SAME) + LINE,
    "what a system may define": groups("#ifdef _A", SAME, "#else", TURNED)
    + "#include <stdio.h>\n"
    + groups("#ifdef _A", "#define M 0\n", "#else", "#define M i\n")
    + LINE.replace("from[i]", "from[M]"),
    "what may define it": groups("#ifdef A", SAME, "#else", TURNED)
    + '#include "unseen.h"\n' + groups("#ifdef A", "#define M 0\n", "#else", "#define M i\n")
    + LINE.replace("from[i]", "from[M]"),
}  # fmt: skip


@pytest.mark.parametrize("case", INDEPENDENT)
def test_what_is_independent_in_each_build_is_proved(tmp_path: Path, case: str) -> None:
    found = verdicts(tmp_path, INDEPENDENT[case])
    assert {verdict.verdict for verdict in found} == {"proved"}, [verdict.reason for verdict in found]


@pytest.mark.parametrize("case", OPEN)
def test_one_build_that_is_not_decides(tmp_path: Path, case: str) -> None:
    assert verdicts(tmp_path, OPEN[case], b=ONE)[0].verdict != "proved"


def test_headers_are_read_as_a_build_reads_them(tmp_path: Path) -> None:
    text = '#include "at.h"\n' + LINE
    assert verdicts(tmp_path, text, at=groups("#ifdef A", SAME, "#else", TURNED))[0].verdict == "proved"
    assert verdicts(tmp_path, text, at=groups("#ifdef A", ONE, "#else", SAME))[0].verdict == "assumed"


def test_what_the_options_of_a_file_define_another_build_does_not(tmp_path: Path) -> None:
    (tmp_path / "compile_flags.txt").write_text("-DROWS\n-DA=1\n")
    assert [each.verdict for each in verdicts(tmp_path, TWO + GRID)] == ["proved", "proved"]
    assert [each.verdict for each in verdicts(tmp_path, OPEN["serial"])] == ["unknown"]
    assert [each.verdict for each in verdicts(tmp_path, OPEN["serial first"])] == ["assumed"]


def test_a_loop_of_one_branch_is_read_there_alone(tmp_path: Path) -> None:
    text = groups("#ifdef A", SAME, "#else", ONE) + groups("#ifdef A", LINE)
    assert verdicts(tmp_path, text)[0].verdict == "proved"


def test_assumptions_of_all_builds_are_told(tmp_path: Path) -> None:
    one, other = "#define AT(i) ((i) * k)\n", "#define AT(i) ((i) * m)\n"
    text = groups("#ifdef A", one, "#else", other) + LINE.replace("int n", "int n, int k, int m")
    (verdict,) = verdicts(tmp_path, text)
    assert verdict.verdict == "assumed"
    assert {"k" in " ".join(verdict.assumptions), "m" in " ".join(verdict.assumptions)} == {True}


def test_what_only_another_branch_says_is_not_kept(tmp_path: Path) -> None:
    last = ("#else", TURNED)
    told = [verdicts(tmp_path, groups("#ifdef A", first, *last) + LINE)[0].verdict for first in (SAME, ONE, SAME)]
    assert told == ["proved", "assumed", "proved"]
    text = groups("#ifdef A", SAME, *last) + LINE
    assert verdicts(tmp_path, text.replace("#else", "#elif B"))[0].verdict == "assumed"
    assert verdicts(tmp_path, text + "#undef A\n")[0].verdict == "assumed"


@pytest.mark.parametrize(
    ("other", "moved"),
    [(SAME, ["from[0:n]", "to[0:n]"]), (TURNED, ["from[0:n]", "to[0:n]"]), ("#define AT(i) (i + 1)\n", [])],
)
def test_what_is_moved_is_so_in_each_build(other: str, moved: list[str]) -> None:
    outline = Outline(parse(groups("#ifdef A", SAME, "#else", other) + LINE, "a.c"))
    facts = facts_of(outline, outline.loops[0])
    assert facts.verdict.verdict == "proved"
    assert sorted(fact.argument for fact in facts.data) == moved
    assert bool(facts.missing) != bool(moved)


def test_builds_keep_every_place() -> None:
    outline = Outline(parse(TWO + GRID, "a.c"))
    builds = builds_of(outline, frozenset(("AT",)))
    assert len(builds) == 2
    for build in builds:
        assert len(build.outline.source.data) == len(outline.source.data)
        assert [loop.span for loop in build.outline.loops] == [loop.span for loop in outline.loops]
    assert not builds_of(outline, frozenset(("other",)))


BOTH_WAYS = ("#if SIDE > 2", "#if __has_include(<x.h>)", "#if defined(A) && defined(B)", "#ifdef A")


@pytest.mark.parametrize("line", BOTH_WAYS)
def test_what_one_definition_alone_shows_is_not_refuted(tmp_path: Path, line: str) -> None:
    first, last = ("".join(parts) for parts in (groups(line, ONE, "#else", SAME), groups(line, SAME, "#else", ONE)))
    for text in (first, last):
        assert verdicts(tmp_path, text + LINE)[0].verdict in ("assumed", "unknown")
    assert verdicts(tmp_path, groups(line, ONE, "#else", "#define AT(i) 3\n") + LINE)[0].verdict == "refuted"


def test_a_size_of_several_refutes_as_each_does(tmp_path: Path) -> None:
    sizes = groups(
        "#if defined(SMALL)", "#define N 300\n", "#elif defined(LARGE)", "#define N 900\n", "#else", "#define N 100\n"
    )
    serial = "float a[1000];\nvoid f(void) { for (int i = 1; i < N; i++) a[i] = a[i - 1]; for (int i = 0; i < 200; i++) a[i] = a[i + N - 99]; }\n"
    first, second = verdicts(tmp_path, sizes + serial)
    assert (first.verdict, second.verdict) == ("refuted", "assumed")


ASKED = {
    **dict.fromkeys(("#ifdef A", "#if defined(A)", "#if defined A", "#if (defined(A))"), ("n", "1")),
    **dict.fromkeys(("#ifndef A", "#if !defined(A)", "#if ! defined A", "#if !(defined(A))"), ("1", "n")),
}


@pytest.mark.parametrize("line", ASKED)
def test_groups_that_ask_for_one_name_go_together_however_they_ask(tmp_path: Path, line: str) -> None:
    """Without the macro all iterations write one element, and there is one iteration."""
    there, elsewhere = (f"#define MOST {most}\n" for most in ASKED[line])
    places, loop = groups("#ifdef A", SAME, "#else", ONE), LINE.replace("i < n", "i < MOST")
    assert verdicts(tmp_path, places + groups(line, there, "#else", elsewhere) + loop)[0].verdict == "proved"
    assert verdicts(tmp_path, places + groups(line, elsewhere, "#else", there) + loop)[0].verdict != "proved"


def test_each_definition_stands_alone_once() -> None:
    lines = groups("#if SIDE > 2", SAME, "#elif SIDE > 1", TURNED, "#else", ONE) + groups(
        "#if SIDE", "#define MOST 3\n", "#else", "#define MOST 4\n"
    )
    found = defined_apart(Outline(parse(lines + LINE, "a.c")), frozenset(("AT", "MOST")))
    left = [
        [text for text in (SAME, TURNED, ONE, "MOST 3", "MOST 4") if text in each.outline.source.text] for each in found
    ]
    assert left == [[SAME, "MOST 3"], [TURNED, "MOST 4"], [ONE, "MOST 4"]]
