"""What compilers take without a word and the grammars do not: functions and loops around it are found all the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
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


NEST = "void f(int n, double *a)\n{\n  %s%s    for (int j = 0; j < n; j++) a[j] = 1;\n}\n"
FOR = "for (int i = 0; i < n; i++)"
BEFORE_BODIES = [
    (FOR, "\n#pragma acc loop\n"),
    (FOR + " // rows", "\n\n  /* columns */\n#pragma acc loop \\\n  vector\n#pragma omp simd\n"),
    (FOR, "\n#ifdef _OPENACC\n#pragma acc loop\n#else\n#pragma omp simd\n#endif\n"),
    ("for (int i = 0;\n i < (n);\n i++)", "\r\n#pragma unroll\r\n"),
    ("while (n --> 0)", "\n#pragma acc parallel loop\n"),
    ('if (g("//", \'"\')) // a comment, /* in one */', "\n#pragma acc parallel loop\n"),
    ("if (n) a[0] = 2; else", "\n#pragma acc parallel loop\n"),
]


@pytest.mark.parametrize(("header", "between"), BEFORE_BODIES)
def test_a_pragma_before_a_body_does_not_end_the_statement(header: str, between: str) -> None:
    found = Outline(parse(NEST % (header, between), language="c"))
    bare = Outline(parse(NEST % (header, "\n"), language="c"))
    assert not found.source.tree.root_node.has_error
    found_tree, bare_tree = (str(o.source.tree.root_node).replace(" (comment)", "") for o in (found, bare))
    assert found_tree == bare_tree
    assert [loop.depth for loop in found.loops] == [loop.depth for loop in bare.loops]
    told = [pragma.text for loop in found.loops for pragma in loop.pragmas]
    assert len(told) == between.count("#pragma acc") + between.count("#pragma omp")
    assert found.source.hides_pragmas
    assert not bare.source.hides_pragmas


@pytest.mark.parametrize(
    "text",
    [
        "void f(int n)\n{\n  g(n)\n#pragma acc loop\n  for (;;) ;\n}\n",
        "void f(int n)\n{\n  for (;;)\n#pragma acc wait\n}\n",
        "void f(int n)\n{\n  for (;;)\n#if A\n#pragma acc loop\n  for (;;) n++;\n#endif\n}\n",
        "void f(int n)\n{\n  for (;;)\n#if A\n#pragma acc loop\n  g();\n#else\n#pragma acc loop\n h();\n#endif\n}\n",
    ],
)
def test_other_pragmas_are_seen(text: str) -> None:
    assert masked(text.encode()) == text.encode()


def test_in_cuda_hints_before_bodies_are_covered_and_directives_stay() -> None:
    text = "__global__ void k(int n, float *a) { for (int i = 0; i < 4; i++)\n#pragma %s\n for (int j = 0; j < 4; j++) a[i]++; }"
    assert b"pragma" not in parse(text % "unroll 4", language="cuda").parsed
    assert parse(text % "omp simd", language="cuda").parsed == (text % "omp simd").encode()


WORDS = ["for (;;)", "if (a)", "else", ")", "(", "x", "\n", "\r\n", "// c", "/* c */", '"', "#if A", "#endif", "#else",
         "#pragma acc loop", "#pragma unroll", "\\\n"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=24))
def test_nothing_but_directive_lines_is_covered(words: list[str]) -> None:
    data = " ".join(words).encode()
    result = masked(data)
    assert len(result) == len(data)
    lines = [range(*line.span()) for line in re.finditer(rb"#(?:\\\r?\n|[^\r\n])*", data)]
    changed = [i for i in range(len(data)) if data[i] != result[i]]
    assert all(any(i in line for line in lines) for i in changed)


@given(st.text(alphabet="#if endls{}*/\"'\\\r\n_RESTRICT attribute()a", max_size=80))
def test_as_long_as_the_text_and_line_ends_stay(text: str) -> None:
    data = text.encode()
    result = masked(data)
    assert len(result) == len(data)
    assume(b"define" not in data)  # behind one that says no more the end of the line comes first
    assert [i for i, c in enumerate(result) if c == 10] == [
        i for i, c in enumerate(data) if c == 10 or (c == 13 and data[i + 1 : i + 2] != b"\n")
    ]


def test_many_comments_that_never_end_are_read_once() -> None:
    text = b"int a; /* closed */ int b;\n" + b"/* " * 20_000
    shown = masked(text)
    assert len(shown) == len(text)
    assert shown.count(b"/*") < 50
    assert shown.startswith(b"int a; /* closed */ int b;\n/* /* ")
    assert masked(b"/* a */ b /* c */" * 40) == b"/* a */ b /* c */" * 40


@pytest.mark.parametrize("written", ["delete[] (p + n);", "delete [ ] (p + n);", "delete[]\n(p + n);"])
def test_the_brackets_of_delete_are_not_those_of_a_lambda(written: str) -> None:
    text = f'void g(double *p, int n) {{ {written} n = 1; }} const char *t = "delete[] p";\n'
    source = parse(text, "x.cpp")
    assert not source.tree.root_node.has_error
    assert "delete_expression" in str(source.tree.root_node)
    assert source.data == text.encode()


@pytest.mark.parametrize("line", ["#", "  # ", "#\r", " #  // nothing"])
@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
def test_a_directive_that_says_nothing_breaks_no_function(line: str, language: str) -> None:
    text = f"void f(int n, double *a)\n{{\n{line}\n  for (int i = 0; i < n; i++) a[i] = 1;\n}}\n"
    outline = Outline(parse(text.encode(), "f.cu" if language == "cuda" else f"f.{language}", language))
    assert not outline.source.root.has_error
    assert len(outline.loops) == 1


def test_signs_that_only_look_like_one_stay() -> None:
    text = b'#define ONE(x) #x\n#define TWO \\\n #\nconst char *s = R"(\n#\n)";\n#pragma acc wait\n'
    for translated in (True, False):
        assert masked(text, translated) == text


EMPTY = [
    "#define EMPTY ",
    "#define EMPTY\t",
    "  #  define  EMPTY   ",
    "#define EMPTY \r",
    "#define EMPTY /* nothing */ ",
    "#define EMPTY /**/ /* */",
    "#define EMPTY \\\n",
    "#define EMPTY(a, b) ",
    "#pragma ",
    "#error ",
]


@pytest.mark.parametrize("line", EMPTY)
@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
@pytest.mark.parametrize("between", ["", "\n", "#undef OTHER\n"])
def test_blanks_behind_a_macro_that_stands_for_nothing_take_no_line_away(
    line: str, language: str, between: str
) -> None:
    text = f"{line}\n{between}void f(int n, double *a) {{ for (int i = 0; i < n; i++) a[i] = 1; }}\n"
    source = parse(text, language=language)
    outline = Outline(source)
    assert [function.name for function in outline.functions] == ["f"]
    assert [source.lines.line_of(loop.span.start) for loop in outline.loops] == [text.count("\n") - 1]
    assert not source.tree.root_node.has_error


@pytest.mark.parametrize("line", ["#define FULL a ", "#define FULL /* */ a ", "#define FULL \\\n a "])
def test_blanks_behind_a_macro_that_stands_for_something_change_nothing(line: str) -> None:
    data = f"{line}\nint x;\n".encode()
    assert masked(data) == data


def test_the_end_of_a_line_may_become_blank_in_an_edit() -> None:
    text = "#define EMPTY\nvoid f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 1; }\n"
    source = parse(text, name="a.c")
    for change in (Change(Span(13, 13), b" "), Change(Span(13, 14), b"")):
        source = source.edited((change,))
        assert [function.name for function in Outline(source).functions] == ["f"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("class TINY_API Node {", "class          Node {"),
        ("class TINY_API Node : public Base {", "class          Node : public Base {"),
        ("struct CORE_EXPORT\n  Node final {", "struct            \n  Node final {"),
        ("class Node {", None),
        ("class Node final {", None),
        ("struct MY_POINT p {1, 2};", None),
        ("class TINY_API Node;", None),
        ("struct TINY_API Node f() {", None),
        ("subclass TINY_API Node {", None),
        ("class TINY_API space::Node {", None),
        ("template <class TINY_API, class T> struct Node {", None),
    ],
)
def test_a_word_for_who_may_see_a_class_is_not_its_name(written: str, shown: str | None) -> None:
    assert masked(written.encode()).decode().replace(" ", "") == (shown or written).replace(" ", "")
    assert masked(written.encode(), translated=True) == written.encode()
