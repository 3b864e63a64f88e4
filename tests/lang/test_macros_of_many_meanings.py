"""A macro whose definitions, with those of the macros in it, combine in too many ways: what it may hide is told by its words."""

import pytest
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

_MANY = range(9)  # macros of two definitions: 512 ways
_PARTS = "".join(f"#if A{k}\n#define P{k} + {k}\n#else\n#define P{k} - {k}\n#endif\n" for k in _MANY)
_FILE = f"{_PARTS}#define PARTS {' '.join(f'P{k}' for k in _MANY)}\nint near, far, near_far;\n"
_ALL = {"near", "far", "near_far"}

# The macro, its use, and which names of the file it may hide; in C++, then in C.
CASES = {
    "its words": ("#define M int near = 1 PARTS;", "int f(void) { M return far; }", {"near"}, {"near"}),
    "what it is given": ("#define M(x) int x = 1 PARTS;", "int f(void) { M(far) return near; }", {"far"}, {"far"}),
    "what that stands for": (
        "#define N far\n#define M(x) int x = 1 PARTS;",
        "int f(void) { M(N) return near; }",
        {"far"},
        {"far"},
    ),
    "words put together": (
        "#define M(x, y) int x##_##y = 1 PARTS;",
        "int f(void) { M(near, far) return 0; }",
        _ALL,
        _ALL,
    ),
    "a macro in what it is given": (
        "#define N far\n#define M(x) x(int, = 1 PARTS);\n#define D(t, v) t N v",
        "int f(void) { M(D) return near; }",
        {"far"},
        {"far"},
    ),
    "a macro put together": (
        "#define NO near\n#define M(x) int N##x = 1 PARTS;",
        "int f(void) { M(O) return 0; }",
        {"near"},
        {"near"},
    ),
    "a struct": ("#define M(n) struct s##n { int k[1 PARTS]; };", "M(4)\nint f(void) { return far; }", _ALL, set()),
    "the beginning of a struct": ("#define M struct s { int k[1 PARTS];", "M int near; };", _ALL, _ALL),
    "a base": ("struct B { int near; };\n#define M B PARTS", "struct S : M { };", _ALL, None),
    "a using": ("namespace o { int near; }\n#define M using namespace o; int k = 1 PARTS;", "M", _ALL, None),
    "a scope": ("struct B { int near; };\n#define M(x) x PARTS", "int M(B)::f(void) { return near; }", _ALL, None),
    "nothing": ("#define M(x) int k = x PARTS;", "int f(void) { M(1) return near + far; }", set(), set()),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "macro", "use", "hidden"),
    [
        pytest.param(language, macro, use, hidden, id=f"{name} in {language}")
        for name, (macro, use, in_cpp, in_c) in CASES.items()
        for language, hidden in (("cpp", in_cpp), ("c", in_c))
        if hidden is not None
    ],
)
def test_only_what_its_words_may_declare_is_hidden(language: str, macro: str, use: str, hidden: set[str]) -> None:
    outline = Outline(parse(f"{_FILE}{macro}\n{use}\n", name=f"program.{language}"))
    assert scopes_of(outline).hidden_by_macros & _ALL == hidden
