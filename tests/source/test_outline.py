from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.source import pieces
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, language_of, parse
from loopwright.source.text import Span
from whole import drawn

from tests.clock import calls

HEADERS = {
    "for (int i = 0; i < n; ++i)": ("i", "0", "<", "n", "1"),
    "for (int i = n - 1; i >= 0; i--)": ("i", "n - 1", ">=", "0", "-1"),
    "for (i = 2; n > i; i += 2)": ("i", "2", "<", "n", "2"),
    "for (size_t k = lo; k != hi; k = k + s)": ("k", "lo", "!=", "hi", "s"),
    "for (long i = a; i <= b; i = 3 + i)": ("i", "a", "<=", "b", "3"),
    "for (float *p = x; p < x + n; p++)": ("p", "x", "<", "x + n", "1"),
    "for (int i = 9; i > 0; i -= k)": ("i", "9", ">", "0", "-(k)"),
}
NOT_CANONICAL = {
    "for (int i = 0, j = 0; i < n; i++)": "several variables",
    "for (int i = 0; p[i]; i++)": "does not compare",
    "for (int i = 0; i < n && p[i]; i++)": "asks more than a bound of i",
    "for (int i = 0; n > i || (p && i > 3); i++)": "asks more than a bound of i",
    "for (int i = 0; i < n; i++, p += 2)": "steps several variables",
    "for (int i = 1; i < n; i *= 2)": "fixed step",
    "for (;;)": "no loop variable",
    "for (int i = 0; i < n; i++) { i += 2; }": "changed in the body",
}


@pytest.mark.parametrize("header", HEADERS)
def test_headers_are_understood(outline, header: str) -> None:
    (loop,) = outline(f"void f() {{ {header} g(); }}").loops
    found = loop.header
    assert (found.variable, found.lower, found.relation, found.upper, found.step) == HEADERS[header]
    assert found.problem is None


@pytest.mark.parametrize("header", NOT_CANONICAL)
def test_why_a_loop_is_not_canonical(outline, header: str) -> None:
    body = "" if header.endswith("}") else ";"
    (loop,) = outline(f"void f() {{ {header}{body} }}").loops
    assert NOT_CANONICAL[header] in loop.header.problem


def test_range_for(outline) -> None:
    (loop,) = outline("void f(V &v) { for (auto &x : v) x = 1; }", "cpp").loops
    assert (loop.header.variable, loop.header.upper) == ("x", "v")
    assert "range-based" in loop.header.problem


def test_nesting_functions_and_exits(outline) -> None:
    found = outline(
        """
        int f(int n) {
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) { if (j == 3) break; }
            while (1) { break; }
            switch (i) { case 1: break; }
          }
          for (int i = 0; i < n; i++) if (i) return i;
          return 0;
        }"""
    )
    outer, inner, last = found.loops
    assert (outer.depth, inner.depth, last.depth) == (0, 1, 0)
    assert inner.parent is outer
    assert outer.parent is None
    assert outer.function.name == "f"
    assert (outer.exits, inner.exits, last.exits) == ((), ("break",), ("return",))


def test_pragmas_are_attached_over_continuations_comments_and_conditionals(outline) -> None:
    found = outline(
        "void f(int n, float *a) {\n"
        "#pragma acc parallel loop \\\n    copyin(a[0:n]) // why\n"
        "  /* a comment */\n"
        "  for (int i = 0; i < n; i++) a[i] = 0;\n"
        "#ifdef _OPENACC\n#pragma acc loop\n#endif\n#pragma omp for\n"
        "  for (int i = 0; i < n; i++) a[i] = 0;\n"
        "  // #pragma acc loop\n"
        "  for (int i = 0; i < n; i++) a[i] = 0;\n"
        "}\n"
    )
    first, second, third = found.loops
    assert [p.text for p in first.pragmas] == ["parallel loop copyin(a[0:n])"]
    assert [(p.sentinel, p.text) for p in second.pragmas] == [("acc", "loop"), ("omp", "for")]
    assert third.pragmas == ()
    assert found.source.slice(found.pragmas[0].span).startswith("#pragma acc parallel loop \\\n")


def test_pragma_text_in_a_string_is_no_pragma(outline) -> None:
    assert outline('const char *s = "\\\n#pragma acc loop\\\n";\n').pragmas == ()


def test_kernels_and_launches(outline) -> None:
    found = outline(
        "__device__ float g(float x) { return x; }\n"
        "template <typename T> __global__ void __launch_bounds__(256) k(T *p, int n) { for (int i = 0; i < n; i++) p[i] = g(0); }\n"
        "void run(float *p) { k<float><<<dim3(4, 2), 256, 0, s>>>(p, 3); }\n",
        "cuda",
    )
    assert [(f.name, f.kind) for f in found.functions] == [("g", "device"), ("k", "kernel"), ("run", "host")]
    (launch,) = found.launches
    assert launch.kernel.split("<")[0] == "k"
    assert launch.configuration == ("dim3(4, 2)", "256", "0", "s")


def test_loops_in_conditional_code_namespaces_and_classes(outline) -> None:
    found = outline(
        "#if A\nnamespace n { struct S { void f() { for (int i = 0; i < 3; i++); } }; }\n#else\n"
        'extern "C" { void g() { for (int j = 0; j < 3; j++); } }\n#endif\n',
        "cpp",
    )
    assert [loop.header.variable for loop in found.loops] == ["i", "j"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(newline: str) -> None:
    text = "void f(int n) {\n\t// naïve\f\n#pragma acc loop\n\tfor (int i = 0; i < n; i++) ;\n}\n".replace(
        "\n", newline
    )
    found = Outline(parse(text, language="c"))
    (loop,) = found.loops
    assert found.source.lines.to_position(loop.span.start) == (3, 1)
    assert loop.pragma("acc").text == "loop"


@pytest.mark.parametrize(
    "text",
    [
        "for (",
        "void f() { for (int i = 0; i <",
        "}}}} for (;;)",
        "for for for (((",
        "#pragma acc",
        "#pragma acc \\",
        "\x00\xff",
        "",
    ],
)
def test_broken_code_is_no_exception(outline, text: str) -> None:
    found = outline(text)
    assert isinstance(found.loops, tuple)
    assert isinstance(found.pragmas, tuple)


FRAGMENT = st.sampled_from(
    ["for (int i = 0; i < n; i++) ", "{", "}", "a[i] = 0;", "#pragma acc loop\n", "#if X\n", "#endif\n", "/*", "*/", '"', "\n", "\r\n",
     "int f(int n) ", "é", "𝛼", "template<", "k<<<1,2>>>(a);", "MACRO(x) ", "\f", "\\\n",
     "#else\n", "#ifndef X\n", "float *RESTRICT p", "__attribute__((aligned(8))) "]
)  # fmt: skip


@settings(deadline=None, max_examples=drawn(150))
@given(st.lists(FRAGMENT, max_size=25), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 30), FRAGMENT), max_size=6),
       st.sampled_from(["c", "cpp", "cuda"]))  # fmt: skip
def test_edited_equals_parsed_anew(parts, edits, language) -> None:
    source = parse("".join(parts), language=language)
    _ = Outline(source).loops
    for at, length, text in edits:
        chars = source.text
        start = len(chars[: at % (len(chars) + 1)].encode())
        end = len(chars[: at % (len(chars) + 1) + length].encode())
        source = source.edited([Change(Span(start, end), text.encode())])
    fresh = parse(source.data, language=language)
    assert len(source.parsed) == len(source.data)
    # Trees may differ inside broken code, positions and pragmas of sound code may not.
    if not fresh.tree.root_node.has_error and not source.tree.root_node.has_error:
        assert [(o.span, o.header) for o in Outline(source).loops] == [(o.span, o.header) for o in Outline(fresh).loops]
    assert all(p.span.end <= len(source.data) for p in Outline(fresh).pragmas)
    for loop in Outline(source).loops:
        assert source.slice(loop.span).startswith("for")


@pytest.mark.parametrize("room", [20_000, 9_000, 0])
def test_a_long_file_stays_fast(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the table of pieces has ``room`` for this many, since other files were looked at before."""
    monkeypatch.setattr(pieces, "_shapes", dict.fromkeys(range(pieces._CACHE_LIMIT - room)))
    function = "void f%d(int n, float *a) {\n  for (int i = 0; i < n; i++) {\n    a[i] = a[i] * 2.0f;\n  }\n}\n"

    def calls_of_an_edit(functions: int) -> int:
        source = parse("".join(function % i for i in range(functions)), language="c")
        assert len(Outline(source).loops) == functions

        def edit() -> None:
            assert len(Outline(source.edited([Change(Span(40, 40), b" ")])).loops) == functions

        return calls(edit)

    assert calls_of_an_edit(10_000) < 4.4 * calls_of_an_edit(2_500)  # 50,000 lines


def test_language_by_name_content_and_editor() -> None:
    assert language_of("a.c") == "c"
    assert language_of("a.h") == "cpp"
    assert language_of("a.c", b"__global__ void k() {}") == "cuda"
    assert language_of("untitled:1", b"", "c") == "c"


@pytest.mark.parametrize(
    "text",
    [
        "struct N { void f(double *v) override { v[2] += 1.0; } };",
        "struct N { void f() const noexcept override { g(); } };",
        "struct N { auto f(int k) -> int { return k; } };",
        "struct N { void f() && { g(); } };",
        "int f(int n) noexcept { while (n) n--; return n; }",
        "int f(int a) __attribute__((noinline)) { return a; }",
        "void f() try { g(); } catch (...) { }",
    ],
)
def test_functions_are_seen_whatever_stands_behind_their_parameters(text: str) -> None:
    assert [function.name for function in Outline(parse(text, language="cpp")).functions] == ["f"]


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("(i)++;", True),
        ("i /* on */ ++;", True),
        ("i \\\n -= 2;", True),
        ('p = "//"; i = 2;', True),
        ("{ int k = 0; i = k; int i = 2; }", True),
        ("for (int k = 0; k < 2; k++) --(i);", True),
        ('p = "i = 2";', False),
        ("// i = 2\n;", False),
        ("*i = 2; s.i = 2; s->i++; b[i] += 1;", False),
        ("{ int i; i = 2; }", False),
        ("for (int i = 0; i < 3; i++) { i; }", False),
        ("{ int *k = b, &i = *k; i = 2; }", False),
        ("if (i == 2 && i >= 2) i;", False),
    ],
)
def test_what_the_body_does_to_the_variable(outline, body: str, changes: bool) -> None:
    found = outline(f"void f(int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}", "cpp").loops[0]
    assert (found.header.problem == "i is changed in the body") is changes


@pytest.mark.parametrize(
    ("header", "test"),
    [
        ("int i = 0; i < (n - 1); i++", "0 < (n - 1)"),
        ("int i = 0; i < n; i++", "0 < n"),
        ("int i = 0; i < next(); i++", None),
        ("int i = k++; i < n; i++", None),
        ("int i = (k = 2); i < n; i++", None),
        ("int i = k == 2; i < n; i++", "(k == 2) < n"),
        ("int i = 0; i < (k ? n : 3); i++", "0 < (k ? n : 3)"),
        ("int i = k & 1; i <= k - 1; i++", "(k & 1) <= k - 1"),
        ("int i = 0; n > i; i++", "0 < n"),
    ],
)
def test_the_first_test_is_asked_before_the_loop_only_where_asking_changes_nothing(outline, header, test) -> None:
    (loop,) = outline(f"void f(int n, int k) {{ for ({header}) g(); }}").loops
    assert loop.header.first_test == test


def test_loops_below_one_are_found_in_its_function_alone(outline) -> None:
    function = "void f{n}(int n) {{ for (int i = 0; i < n; i++) {{ for (int j = 0; j < n; j++) g(); for (int k = 0; k < n; k++) for (;;) g(); }} }}\n"
    found = outline("".join(function.format(n=n) for n in range(3)))
    loop = found.loops_in(found.pieces[1])[0]
    assert [other.header.variable for other in found.directly_in(loop)] == ["j", "k"]
    assert [other.header.variable for other in found.loops_below(loop)] == ["i", "j", "k", None]
    assert "loops" not in vars(found)  # those of the other functions were not made
    assert [other.span for other in found.directly_in(found.loops[4])] == [
        other.span for other in found.directly_in(loop)
    ]
