"""What compilers take without a word and the grammars do not: functions and loops around it are found all the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopwright.source.masking import masked
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

BRACES = """void f(int n, double *a)
{
#ifdef _OPENACC
#pragma acc data copy(a[0:n])
  {
#endif
  for (int i = 0; i < n; i++) a[i] = 1;
#ifdef _OPENACC
  } // }
#endif
}
"""
HEADERS = """void f(int n, double *a)
{
#if %s
  for (int i = 0; i < n; i++) {
#else
  for (int k = 0; k < n; k += 2) {
#endif
    a[0] = 1;
  }
}
"""
BRANCHES = """void f(int n, double *a)
{
  if (n) {
    a[0] = 1;
#ifdef X
  } else {
#endif
    for (int i = 0; i < n; i++) a[i] = 1;
  }
}
"""


@pytest.mark.parametrize(
    "text",
    [
        BRACES,
        BRACES.replace("\n", "\r\n"),
        BRANCHES,
        "void f(int n, double *RESTRICT a, double *__RESTRICT__ b) { for (int i = 0; i < n; i++) a[i] = b[i]; }",
        "void f(int n, double *a) { double *b __attribute__ ((aligned (64))) = a; for (int i = 0; i < n; i++) b[i] = 1; }",
    ],
)
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_functions_around_are_whole(text: str, language) -> None:
    source = parse(text, language=language)
    assert not source.tree.root_node.has_error
    (loop,) = Outline(source).loops
    assert loop.function is not None
    assert loop.function.name == "f"
    assert source.slice(loop.span).startswith("for (int i")


@pytest.mark.parametrize(("condition", "variable"), [("defined(X)", "i"), ("!defined(X)", "k"), ("X > 2", "i")])
def test_of_two_headers_one_is_kept_and_a_negated_condition_takes_the_other(condition: str, variable: str) -> None:
    (loop,) = Outline(parse(HEADERS % condition, language="c")).loops
    assert loop.header.variable == variable


def test_branches_whose_braces_match_are_both_seen() -> None:
    text = (
        (HEADERS % "X")
        .replace("{\n#else", "}\n#else")
        .replace("{\n#endif", "}\n#endif")
        .replace("    a[0] = 1;\n  }\n", "")
    )
    text = text.replace("i++) }", "i++) { }").replace("k += 2) }", "k += 2) { }")
    assert masked(text.encode()) == text.encode()
    assert len(Outline(parse(text, language="c")).loops) == 2


def test_cuda_is_translated_and_keeps_its_text() -> None:
    for text in (
        BRACES,
        HEADERS % "X",
        "__global__ void f(float *RESTRICT a) { float b __attribute__((aligned(8))); }",
    ):
        assert parse(text, language="cuda").parsed == text.encode()


def test_a_word_that_ends_in_restrict_is_left_where_it_is_a_name() -> None:
    for text in (b"int RESTRICT = 2;", b"a = b *RESTRICT;", b"#define RESTRICT restrict"):
        assert masked(text) == text


def test_an_edit_that_changes_what_is_masked_far_away_is_seen() -> None:
    source = parse(BRACES, language="c")
    at = source.data.index(b"  {\n#endif") + 2
    edited = source.edited([Change(Span(at, at + 1), b" ")])
    assert str(edited.tree.root_node) == str(parse(edited.data, language="c").tree.root_node)
    back = edited.edited([Change(Span(at, at + 1), b"{")])
    assert str(back.tree.root_node) == str(source.tree.root_node)


@given(st.text(alphabet="#if endls{}*/\"'\\\r\n_RESTRICT attribute()a", max_size=80))
def test_as_long_as_the_text_and_line_ends_stay(text: str) -> None:
    data = text.encode()
    result = masked(data)
    assert len(result) == len(data)
    assert [i for i, c in enumerate(result) if c == 10] == [
        i for i, c in enumerate(data) if c == 10 or (c == 13 and data[i + 1 : i + 2] != b"\n")
    ]
