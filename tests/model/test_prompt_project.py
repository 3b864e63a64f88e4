"""The prompt that shows the project: within its budget, without what the model is asked for, the rest as it stands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.memory.places import examples_in, place_of
from loopwright.memory.recall import nearest
from loopwright.model.prompt import (
    BEHIND_CHARACTERS,
    DECLARATION_CHARACTERS,
    LISTED_CHARACTERS,
    PREFIX_CHARACTERS,
    FillIn,
    fill_in,
)
from loopwright.model.shown import LOOP_CHARACTERS, MOST_EXAMPLES, joined
from loopwright.source.outline import Outline
from loopwright.source.shape import words_of
from loopwright.source.syntax import parse

FILLER = "".join(f"static int unrelated_{k}(int x) {{ return x * {k}; }}\n" for k in range(60))
FAR = """
void far(int n, float *restrict a, float *restrict b) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n]) async(1)
  for (int i = 0; i < n; i++) a[i] = 2 * b[i];
}
"""
HERE = """
void here(int m, float *restrict c, float *restrict d) {
  for (int k = 0; k < m; k++) c[k] = 3 * d[k];
}
"""
OTHER = """
void other(int p, double *x) {
#pragma acc kernels loop independent
  for (int q = 0; q < p; q++) x[q] = x[q] + 1;
}
"""


def prompt(text: str, other: str = OTHER, function: str = "here") -> FillIn:
    file = Outline(parse(text, name="a.c"))
    loop = next(o for o in file.loops if o.function is not None and o.function.name == function)
    project = examples_in(Outline(parse(other, name="b.c")), "b.c")
    return fill_in(file, loop, nearest=nearest(place_of(file, loop), examples_in(file, "a.c"), project))


def test_what_the_file_says_out_of_sight_and_the_nearest_loops_are_shown() -> None:
    shown = prompt(FAR + FILLER + HERE)
    assert shown.prefix.startswith("#pragma acc enter data copyin(a[0:n])\n")
    assert shown.prefix.endswith("#pragma acc")
    first, second = re.findall(r"#pragma acc (.*)\n(for.*)\n", shown.suffix.split("// similar loops\n")[1])
    assert first == ("parallel loop present(a[0:n],b[0:n]) async(1)", "for(int i=0;i<n;i++)a[i]=2*b[i];")
    assert second == ("kernels loop independent", "for(int q=0;q<p;q++)x[q]=x[q]+1;")


def test_what_stands_in_the_window_is_not_said_twice() -> None:
    shown = prompt(FAR + HERE)
    assert shown.prefix.count("parallel loop present") == 1
    assert "parallel loop present" not in shown.suffix
    assert "kernels loop independent" in shown.suffix


def test_a_project_without_directives_changes_nothing() -> None:
    file = Outline(parse(FILLER + HERE, name="a.c"))
    loop = file.loops[-1]
    assert fill_in(file, loop, nearest=()) == fill_in(file, loop)


def test_the_directives_of_the_loop_and_those_in_it_are_never_shown() -> None:
    annotated = HERE.replace(
        "  for",
        "#pragma acc parallel vector_length(64)\n#pragma acc loop gang\n  for",
    ).replace("c[k] = 3 * d[k];", "{\n#pragma acc loop vector\n for (int l = 0; l < 9; l++) c[k] += d[l];\n }")
    shown = prompt(FAR + FILLER + annotated)
    for text in ("vector_length(64)", "loop gang", "loop vector"):
        assert text not in shown.prefix + shown.suffix
    assert "present(a[0:n],b[0:n])" in shown.suffix


def test_what_training_hides_is_not_shown() -> None:
    file = Outline(parse(FAR + FILLER + HERE, name="a.c"))
    loop = file.loops[-1]
    hidden = tuple(p.span for p in file.pragmas)
    shown = fill_in(file, loop, removed=hidden, nearest=nearest(place_of(file, loop), examples_in(file, "a.c"), ()))
    assert shown == fill_in(file, loop, removed=hidden)


def test_of_equal_directives_the_nearest_loop_is_shown() -> None:
    again = FAR.replace("far", "again").replace("2 * b[i]", "3 * b[i]")
    shown = prompt(FAR + again + FILLER + HERE)
    assert shown.suffix.count("present(a[0:n],b[0:n])") == 1
    assert "a[i]=3*b[i]" in shown.suffix


@settings(deadline=None)
@given(
    count=st.integers(0, 25),
    clauses=st.integers(0, 12),
    body=st.integers(1, 40),
    filler=st.integers(0, 60),
)
def test_budget(count: int, clauses: int, body: int, filler: int) -> None:
    names = ", ".join(f"array_{k}[0:n]" for k in range(clauses))
    directives = "".join(
        f"void f{k}(int n, float *a) {{\n#pragma acc parallel loop num_gangs({k}) present({names})\n"
        f"for (int i = 0; i < n; i++) {{ {'a[i] += i; ' * body} }}\n}}\n"
        for k in range(count)
    )
    here = HERE.replace("c[k] = 3 * d[k];", "{ " + "c[k] = 3 * d[k];\n" * body + " }")
    shown = prompt(
        directives + "".join(FILLER.splitlines(keepends=True)[:filler]) + here + directives.replace("f", "g")
    )
    assert len(shown.prefix) <= PREFIX_CHARACTERS + DECLARATION_CHARACTERS + 200
    assert len(shown.suffix) <= max(BEHIND_CHARACTERS, len(prompt(FILLER + here, "").suffix)) + 1
    listed = shown.prefix[: shown.prefix.rfind("\n")].count("num_gangs")
    assert (
        listed * len(f"#pragma acc parallel loop num_gangs(1) present({names})")
        <= LISTED_CHARACTERS + PREFIX_CHARACTERS
    )
    assert shown.suffix.partition("// similar loops")[2].count("#pragma acc") <= MOST_EXAMPLES


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("for (int i = 0; i < n; i++) a[i] = b[i] - -c;", "for(int i=0;i<n;i++)a[i]=b[i]- -c;"),
        ("for (unsigned long k = 0; k < n; ++k) x->y.z[k] = n > > k;", None),
        ("for (int i = 0; i < n; i++) { /* said */ s += (float) a [ i ] ; }", "for(int i=0;i<n;i++){s+=(float)a[i];}"),
    ],
)
def test_words_are_joined_to_what_reads_the_same(code: str, wanted: str | None) -> None:
    file = Outline(parse(f"void f() {{ {code} }}", name="a.c"))
    words = words_of(file, file.loops[0])
    text = joined(words, LOOP_CHARACTERS)
    if wanted is not None:
        assert text == wanted
    again = Outline(parse(f"void f() {{ {text} }}", name="a.c"))
    assert [w.text for w in words_of(again, again.loops[0])] == [w.text for w in words]


def test_words_are_cut_between_two_words() -> None:
    file = Outline(parse("void f() { for (int i = 0; i < n; i++) a[i] = b[i]; }", name="a.c"))
    words = words_of(file, file.loops[0])
    whole = joined(words, 1000)
    for most in range(len(whole) + 1):
        assert len(joined(words, most)) <= most
        assert whole.startswith(joined(words, most))
