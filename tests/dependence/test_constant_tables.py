"""Arrays that are `const` with their elements: subscripts that come from them are known."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "void f(int *restrict a, const int *restrict b) { for (int i = 0; i < 4; i++) a[at[i]] = b[i]; }"
VERDICTS = {
    "all differ": ("static const int at[4] = {3, 1, 0, 2};", "proved"),
    "as many as are written": ("const unsigned char at[] = {1u, 0x3, '\\0', 2};", "proved"),
    "by name": ("enum { LAST = 3 };\n#define FIRST 0\nconst short at[4] = {FIRST, LAST, LAST - 1, 1};", "proved"),
    "one twice": ("static const int at[4] = {3, 1, 3, 2};", "refuted"),
    "the rest is nought": ("static const int at[4] = {3, 1};", "refuted"),
    "one is nought, and the rest": ("static const int at[4] = {3, 1, 0};", "refuted"),
    "others may change it": ("static int at[4] = {3, 1, 0, 2};", "assumed"),
    "what it begins with is out of sight": ("extern const int at[4];", "assumed"),
    "by designators": ("static const int at[4] = {[2] = 3, 1};", "refuted"),
    "by designators that differ": ("static const int at[] = {[3] = 0, [1] = 2, [2] = 1, [0] = 3};", "proved"),
    "the last of a place counts": ("static const int at[4] = {3, 1, 3, 2, [2] = 0};", "proved"),
    "one twice by designators": ("static const int at[] = {[3] = 0, [1] = 2, [2] = 1, [0] = 2};", "refuted"),
    "a range": ("static const int at[4] = {[0 ... 3] = 1};", "refuted"),
    "a range and what is set again": ("static const int at[4] = {[0 ... 2] = 1, [0] = 3, 2, [3] = 0};", "proved"),
    "a range that cannot be told": ("static const int at[4] = {[0 ... LAST] = 1};", "assumed"),
    "characters": ('static const char at[] = "a0a";', "refuted"),
    "characters that differ": (r'static const char at[4] = "ab\n";', "proved"),
    "characters without a nought": ('static const char at[4] = "abcd";', "proved"),
    "more characters than there is place for": ('static const char at[4] = "abcde";', "assumed"),
    "characters of two strings": ('static const char at[4] = "ab" "cd";', "assumed"),
    "characters that are escaped": (r"""static const char at[4] = "'\"\\";""", "proved"),
    "more than there is place for": ("static const int at[4] = {[4] = 1};", "assumed"),
    "one that cannot be told": ("static const int at[4] = {OTHER, 1, 0, 2};", "assumed"),
    "more than the type holds": ("static const unsigned char at[4] = {256, 1, 0, 2};", "assumed"),
    "two of that name": (
        "#ifdef B\nconst int at[4] = {0, 1, 2, 3};\n#else\nconst int at[4] = {0, 0, 1, 1};\n#endif",
        "assumed",
    ),
}


def judged(text: str, language: str = "c") -> LoopVerdict:
    outline = Outline(parse(text, language=language))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(("table", "verdict"), VERDICTS.values(), ids=VERDICTS)
def test_a_table_says_which_elements(table: str, verdict: str) -> None:
    assert judged(f"{table}\n{LOOP}").verdict == verdict


def test_a_table_of_the_function_does_too() -> None:
    text = LOOP.replace("{ for", "{ static const int at[4] = {2, 3, 0, 1}; for", 1)
    assert judged(text).verdict == "proved"
    assert judged(text.replace("3, 0, 1", "3, 0, 2")).verdict == "refuted"
    assert judged(text.replace("static const", "constexpr"), "cpp").verdict == "proved"


OF_CPP = {
    "all differ": ("constexpr std::array<int, 4> at = {3, 1, 0, 2};", "proved"),
    "in two braces": ("static const std::array<int, 4> at{{3, 1, 0, 2}};", "proved"),
    "one twice": ("constexpr std::array<int, 4> at{3, 1, 3, 2};", "refuted"),
    "the rest is nought": ("constexpr std::array<unsigned char, 4> at{3, 1};", "refuted"),
    "others may change it": ("std::array<int, 4> at{3, 1, 0, 2};", "assumed"),
    "a length that cannot be told": ("constexpr std::array<int, SIZE> at{3, 1, 0, 2};", "assumed"),
}


@pytest.mark.parametrize(("table", "verdict"), OF_CPP.values(), ids=OF_CPP)
def test_an_array_of_the_library_is_one_too(table: str, verdict: str) -> None:
    loop = LOOP.replace("restrict", "__restrict")
    assert judged(f"{table}\n{loop}", "cpp").verdict == verdict
    assert judged(loop.replace("{ for", f"{{ {table} for", 1), "cpp").verdict == verdict


def test_where_rows_begin() -> None:
    text = (
        "static const int at[3] = {0, 16, 32};\n"
        "void f(int *a, int n) { for (int i = 0; i < 3; i++) for (int k = 0; k < 16; k++) a[at[i] + k] = i; }"
    )
    assert judged(text).verdict == "proved"
    assert judged(text.replace("k < 16", "k < 17")).verdict == "refuted"
    assert judged(text.replace("k < 16", "k < n")).verdict != "proved"


def test_a_table_of_another_namespace_is_another_one() -> None:
    text = (
        "namespace p { const int at[4] = {0, 1, 2, 3}; }\nnamespace q { const int at[4] = {0, 0, 1, 1}; }\n"
        "int a[9]; void f() { for (int i = 0; i < 4; i++) a[q::at[i]] = i; }"
    )
    assert judged(text, "cpp").verdict != "proved"


# what a member leads to is written, a table is read
BESIDE = {
    "of the file": ("static const double w[9] = {1};", "", "proved"),
    "of another file": ("extern const double w[9];", "", "proved"),
    "of the function": ("", "const double w[9] = {1};", "proved"),
    "by a type's name": ("typedef double real;\nextern const real w[9];", "", "proved"),
    "one that is written": ("extern double w[9];", "", "assumed"),
    "a pointer to constants": ("extern const double *w;", "", "assumed"),
    "a constant pointer": ("extern const double *const w;", "", "assumed"),
    "a table of pointers": ("extern const double *const t[2];\n#define w t[1]", "", "assumed"),
    "a structure that points": ("struct T { double *w; };\nextern const struct T t;\n#define w t.w", "", "assumed"),
}


@pytest.mark.parametrize(("before", "inside", "verdict"), BESIDE.values(), ids=BESIDE)
def test_nothing_that_is_written_lies_in_a_table(before: str, inside: str, verdict: str) -> None:
    loop = f"{{ {inside} for (int i = 0; i < n; i++) g->f[i] = w[i % 9]; }}"
    assert judged(f"{before}\nstruct G {{ double *f; }};\nvoid f(struct G *g, int n) {loop}").verdict == verdict
