"""A file whose types and macros come from the files that include it means what it means there: in all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.model.program import Effect, flat
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.toolchain.flags import headers_for, units_for

PART = """void f(real *restrict a, real *restrict b, int n) {
    for (int i = 0; i < n; i++)
        a[AT(i)] = b[i];
}
"""
WITH = 'typedef {type} real;\n#define AT(i) {at}\n#include "part.h"\n'


def outline_of(folder: Path, text: str = PART, **files: str) -> Outline:
    """`part.h` among C files."""
    (folder / ".git").mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.c").write_text(content)
    path = folder / "part.h"
    path.write_text(text)
    return Outline(parse(text, path.name, "c"), headers_for(path), units_for(path))


def verdict(folder: Path, text: str = PART, **files: str) -> LoopVerdict:
    outline = outline_of(folder, text, **files)
    return judge(outline, outline.loops[0])


def including(at: str, type: str = "float") -> str:
    return WITH.format(at=at, type=type)


def test_alone_nothing_is_known_of_its_macros(tmp_path: Path) -> None:
    assert verdict(tmp_path).verdict != "proved"


def test_the_file_that_includes_it_says_what_its_macros_are(tmp_path: Path) -> None:
    found = verdict(tmp_path, a=including("2 * (i)"))
    assert found.verdict == "proved"
    assert found.reason.endswith("as a.c includes it")


@pytest.mark.parametrize("at", ["(i) / 2", "0", "n - (i) * (i)", "unknown(i)", "(i)++"])
def test_what_they_are_there_may_not_be_proved(tmp_path: Path, at: str) -> None:
    assert verdict(tmp_path, a=including(at)).verdict != "proved"


def test_of_two_files_the_weaker_verdict_counts(tmp_path: Path) -> None:
    assert verdict(tmp_path, a=including("2 * (i)"), b=including("3 * (i)", "double")).verdict == "proved"
    assert verdict(tmp_path, a=including("2 * (i)"), b=including("(i) / 2")).verdict != "proved"
    assert verdict(tmp_path, a=including("(i) / 2"), b=including("2 * (i)")).verdict != "proved"


def test_what_does_another_thing_in_each_file_is_proved_for_none(tmp_path: Path) -> None:
    text = """real f(const real *a, int n) {
    real s = 1, t = 1;
    for (int i = 0; i < n; i++)
        NAME += a[AT(i)];
    return s + t;
}
"""
    one, other = (f"#define NAME {name}\n{including('i')}" for name in "st")
    found = verdict(tmp_path, text, a=one, b=one)
    assert (found.verdict, [each.variable for each in found.reductions]) == ("proved", ["s"])
    assert found.reason.endswith("; as a.c and b.c include it")
    assert verdict(tmp_path, text, a=one, b=other).verdict == "assumed"  # as it is read alone


def test_a_file_that_cannot_be_told_from_others_says_nothing(tmp_path: Path) -> None:
    twice = including("2 * (i)") + '#undef AT\n#define AT(i) 0\n#include "part.h"\n'
    assert verdict(tmp_path, a=twice).verdict != "proved"
    (tmp_path / "more.h").write_text("#define AT(i) 0\n" + '#include "part.h"\n')
    assert verdict(tmp_path, a=including("2 * (i)")).verdict != "proved"


def test_many_files_are_not_looked_at(tmp_path: Path) -> None:
    assert verdict(tmp_path, **{f"a{number}": including("i") for number in range(9)}).verdict != "proved"


def test_macros_that_come_behind_it_are_not_its(tmp_path: Path) -> None:
    later = '#include "part.h"\n#define AT(i) 2 * (i)\n'
    assert verdict(tmp_path, a="typedef float real;\n" + later).verdict != "proved"


def test_what_it_includes_is_what_it_includes_in_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "at.h").write_text("#define AT(i) 0\n")
    (tmp_path / "at.h").write_text("#define AT(i) (i)\n")
    path = tmp_path / "in" / "part.h"
    text = '#include "at.h"\n' + PART.replace("AT(i)", "AT(i) + TO")
    path.write_text(text)
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.c").write_text('typedef float real;\n#define TO 1\n#include "in/part.h"\n')
    outline = Outline(parse(text, path.name, "c"), headers_for(path), units_for(path))
    assert judge(outline, outline.loops[0]).verdict != "proved"


def test_loops_that_stand_in_no_function_of_their_own(tmp_path: Path) -> None:
    text = "for (int i = 0; i < n; i++)\n    a[i] = b[i];\n"
    head = "void f(float *restrict a, float *restrict b, int n) {\n"
    assert verdict(tmp_path, text, a=head + '#include "part.h"\n}\n').verdict == "proved"
    assert verdict(tmp_path, text, a=head + 'b = a + 1;\n#include "part.h"\n}\n').verdict != "proved"


def test_places_are_those_of_the_included_file(tmp_path: Path) -> None:
    text = "\n\n" + PART.replace("b[i]", "a[AT(i - 1)]")
    outline = outline_of(tmp_path, text, a=including("2 * (i)"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "refuted"
    (first, *_) = found.dependences
    assert first.source_line == 5
    assert first.source is not None
    assert outline.loops[0].span.contains(first.source)


def test_its_data_are_told_as_there(tmp_path: Path) -> None:
    outline = outline_of(tmp_path, a=including("2 * (i)"))
    nest = nest_of_loop(outline, outline.loops[0])
    assert nest is not None
    program, number = nest
    assert not any(isinstance(item, Effect) for item in flat(program.nests[number].body))
    assert {fact.variable for fact in facts_of(outline, outline.loops[0]).data} == {"a", "b"}


def test_data_that_differ_are_missing(tmp_path: Path) -> None:
    outline = outline_of(tmp_path, a=including("2 * (i)"), b=including("(i) + 7"))
    facts = facts_of(outline, outline.loops[0])
    assert facts.verdict.verdict == "proved"
    assert (facts.data, set(facts.missing)) == ((), {"a", "b"})
