"""Macros that stand for directives: written out as the preprocessor does it, and nothing else taken for one."""

from __future__ import annotations

import pytest
from loopwright.source.directive_macros import DirectiveMacros, definitions_in
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "for (int i = 0; i < n; i++) a[i] = 0;"
TEXT = "#define STR_(x) #x\n#define STR(x) STR_(x)\n#define PRAGMA(...) _Pragma(STR(__VA_ARGS__))\n"
MACROS = {
    "plain": ('#define L _Pragma("acc parallel loop")', "L", ["acc parallel loop"]),
    "blanks": ('#define L  _Pragma ( "acc  loop   gang" )', "L", ["acc loop gang"]),
    "on two lines": ('#define L \\\n  _Pragma("acc loop")', "L", ["acc loop"]),
    "two directives": ('#define L _Pragma("acc data copy(a[0:n])") _Pragma("acc parallel loop")', "L", None),
    "arguments": ("#define L(...) _Pragma(STR(acc parallel loop __VA_ARGS__))", "L(copy(a[0:n]) async(1))", None),
    "a named rest": ("#define L(rest...) _Pragma(STR(acc kernels rest))", "L(copy(a))", ["acc kernels copy(a)"]),
    "one argument": ("#define L(c) PRAGMA(acc loop c)", "L(gang)", ["acc loop gang"]),
    "through another": ("#define GPU(x) PRAGMA(acc x)\n#define L GPU(parallel loop)", "L", ["acc parallel loop"]),
    "a number": ("#define WIDTH 128\n#define L PRAGMA(acc loop vector(WIDTH))", "L", ["acc loop vector(128)"]),
    "a remark": ('#define L _Pragma("acc loop") // for the device', "L", ["acc loop"]),
    "OpenMP": ('#define L _Pragma("omp parallel for")', "L", ["omp parallel for"]),
    "one of two": (
        '#ifdef X\n#define L _Pragma("omp simd")\n#else\n#define L _Pragma("acc loop")\n#endif',
        "L",
        ["acc loop"],
    ),
    "nothing elsewhere": ('#ifdef X\n#define L _Pragma("acc loop")\n#else\n#define L\n#endif', "L", ["acc loop"]),
    "quotes": ('#define L _Pragma("acc routine bind(\\"other\\") seq")', "L", ['acc routine bind("other") seq']),
}


@pytest.mark.parametrize("name", MACROS)
def test_what_a_macro_stands_for(name: str) -> None:
    definition, use, wanted = MACROS[name]
    outline = Outline(parse(f"{TEXT}{definition}\nvoid f(int n, float *a) {{\n  {use}\n  {LOOP}\n}}\n", name="a.c"))
    found = [f"{pragma.sentinel} {pragma.text}" for pragma in outline.pragmas]
    if wanted is None:
        assert "parallel loop" in found[-1]
    else:
        assert found == wanted
    (loop,) = outline.loops
    assert loop.pragmas == outline.pragmas
    assert all(pragma.macro == "L" for pragma in loop.pragmas)
    assert name == "a named rest" or not outline.source.tree.root_node.has_error  # the grammar does not know those
    assert not outline.source.hides_code


@pytest.mark.parametrize(
    ("definition", "use"),
    [
        ('#define L _Pragma("acc loop") for (int k = 0; k < 2; k++)', "L"),
        ('#define L n++; _Pragma("acc loop")', "L"),
        ('#define L _Pragma("acc loop")', "/* L */"),
        ('#define L _Pragma("acc loop")', 'puts("L");'),
        ('#define L(x) _Pragma("acc loop")', "n = L;"),
        ("#define L L", "L;"),
        ("#define L(x) M(x)\n#define M(x) L(x) _Pragma(x)", "L(1);"),
        ("#define L _Pragma(", "L;"),
    ],
)
def test_what_is_no_directive(definition: str, use: str) -> None:
    outline = Outline(parse(f"{definition}\nvoid f(int n, float *a) {{\n  {use}\n  {LOOP}\n}}\n", name="a.c"))
    assert outline.pragmas == ()


def test_the_macro_of_a_header_is_read_where_the_header_is_in_sight() -> None:
    header = Outline(parse('#define ACC_LOOP _Pragma("acc parallel loop")\n', name="a.h"))
    text = f"void f(int n, float *a) {{\n  ACC_LOOP\n  {LOOP}\n}}\n"
    alone = Outline(parse(text, name="a.c"))
    assert alone.pragmas == ()
    with_header = Outline(parse(text, name="a.c"), lambda source: (header,))
    (loop,) = with_header.loops
    assert [pragma.text for pragma in loop.pragmas] == ["parallel loop"]


def test_macros_between_directives_and_their_loop_are_passed_over() -> None:
    text = (
        '#define UNROLL _Pragma("unroll 4")\n#define INNER _Pragma("acc loop")\nvoid f(int n, float *a) {\n'
        f"#pragma acc parallel copy(a[0:n])\n#ifdef X\n  INNER\n#else\n  UNROLL\n#endif\n  {LOOP}\n}}\n"
    )
    (loop,) = Outline(parse(text, name="a.c")).loops
    assert [pragma.text for pragma in loop.pragmas] == ["parallel copy(a[0:n])", "loop"]


def test_an_edit_keeps_the_reading() -> None:
    from loopwright.source.syntax import Change
    from loopwright.source.text import Span

    text = f'#define L _Pragma("acc loop")\nvoid f(int n, float *a) {{\n  L\n  {LOOP}\n}}\n'
    source = parse(text, name="a.c")
    assert Outline(source).pragmas
    at = text.index("loop")
    (loop,) = Outline(source.edited([Change(Span(at, at + 4), b"loop seq")])).loops
    assert [pragma.text for pragma in loop.pragmas] == ["loop seq"]


def test_a_bomb_of_macros_ends() -> None:
    lines = [f"#define B{i}(x) B{i + 1}(x) B{i + 1}(x) B{i + 1}(x)" for i in range(11)]
    text = "\n".join([*lines, '#define B11(x) _Pragma("acc loop")', "B0(1)", ""])
    macros = DirectiveMacros(definitions_in(text.encode()))
    list(macros.uses_in(text.encode()))


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_parameters_may_stand_on_several_lines(end: bytes) -> None:
    text = b"#define ADD(a, \\\n  b) a /* to */ + \\\n b\n#define NO (a)\n"
    found = definitions_in(text.replace(b"\n", end))
    [(parameters, body)], [(none, _)] = found["ADD"], found["NO"]
    assert (parameters, [token for token in body if token.strip()], none) == (("a", "b"), ["a", "+", "b"], None)


def test_sections_keep_the_names_of_their_sizes() -> None:
    """A number elsewhere is what it stands for: `collapse(DEEP)` has to be read."""
    text = (
        "#define Q 9\n#define DEEP 2\n#define PRAGMA(x) _Pragma(#x)\n#define ACC(x) PRAGMA(acc x)\n"
        "void f(float *a, int w) {\n  ACC(parallel loop collapse(DEEP) copy(a[0:w*Q]))\n"
        "  for (int i = 0; i < w; i++) for (int j = 0; j < Q; j++) a[i * Q + j] = 0;\n}\n"
    )
    (pragma,) = Outline(parse(text.encode(), name="a.c")).pragmas
    assert pragma.text == "parallel loop collapse(2) copy(a[0:w*Q])"
