"""What a name means at a place: the innermost scope, the file, its headers, and what two of them disagree about."""

from __future__ import annotations

import pytest
from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def scopes(text: str, *headers: str, name: str = "a.cpp") -> Scopes:
    kind = "c" if name.endswith(".c") else None
    outlines = tuple(Outline(parse(header, f"h{number}.h", kind)) for number, header in enumerate(headers))
    return scopes_of(Outline(parse(text, name), lambda source: outlines))


def meant(found: Scopes, name: str, text: str, before: str) -> Declaration:
    """What a name means just before a place of the text."""
    declaration = found.lookup(name, text.index(before))
    assert declaration is not None
    return declaration


def test_the_innermost_declaration_before_a_place_counts() -> None:
    text = "int x; void f(float x) { /*1*/ x; { /*2*/ x; double x; /*3*/ x; { char x; /*4*/ } /*5*/ x; } /*6*/ x; } int g() { /*7*/ return x; }"
    found = scopes(text)
    bases = [meant(found, "x", text, f"/*{number}*/").base for number in range(1, 8)]
    assert bases == ["float", "float", "double", "char", "double", "float", "int"]
    assert found.lookup("y", 5) is None
    assert meant(found, "x", text, "/*7*/").is_global
    assert not meant(found, "x", text, "/*3*/").is_global


def test_the_variable_of_a_loop_ends_with_it() -> None:
    text = "long i; void f(int n) { for (int i = 0; i < n; i++) { /*in*/ } /*out*/ } "
    found = scopes(text)
    assert meant(found, "i", text, "/*in*/").base == "int"
    assert meant(found, "i", text, "/*out*/").base == "long"


def test_the_outermost_function_around_a_place() -> None:
    text = "void f(int n) { auto g = [](int m) { /*in*/ return m; }; /*out*/ } auto h = [](char c) { /*own*/ }; int last; /*end*/"
    found = scopes(text)
    kinds = []
    for mark in ("/*in*/", "/*out*/", "/*own*/", "/*end*/"):
        node = found.function_at(text.index(mark))
        kinds.append(node.type if node is not None else None)
    assert kinds == ["function_definition", "function_definition", "lambda_expression", None]
    visible = {declaration.name for declaration in found.visible(text.index("/*in*/"))}
    assert visible == {"n", "m", "g"}
    assert {declaration.name for declaration in found.visible(text.index("/*out*/"))} == {"n", "g"}
    assert list(found.visible(text.index("/*end*/"))) == []
    function = found.function_at(text.index("/*in*/"))
    assert function is not None
    assert [declaration.name for declaration in found.locals_of(function)] == [
        d.name for d in found.locals_of(function)
    ]


def test_a_name_is_not_visible_where_it_stands() -> None:
    text = "int n; void f() { int n = 3; }"
    found = scopes(text)
    assert found.lookup("n", text.rindex("n =")).is_global  # type: ignore[union-attr]
    assert not found.lookup("n", text.rindex("n =") + 1).is_global  # type: ignore[union-attr]


def test_macros_come_last() -> None:
    found = scopes("#define N 3\n#define M 4\nint N;\n")
    assert found.lookup("N", 0).kind == "variable"  # type: ignore[union-attr]
    assert found.lookup("M", 0).value == "4"  # type: ignore[union-attr]


def test_a_definition_says_more_than_a_declaration() -> None:
    found = scopes("extern double a[]; double a[8]; extern double b[4]; extern double b[];").file_level
    assert found["a"].type.extents == ("8",)
    assert not found["a"].extern
    assert found["b"].extern
    again = scopes("double a[8]; extern double a[];").file_level
    assert again["a"].type.extents == ("8",)


def test_one_name_of_two_namespaces_is_disputed() -> None:
    found = scopes("namespace a { int n = 1; } namespace b { int n = 2; } int m; int m; namespace c { double one; }")
    assert found.file_level["n"].disputed
    assert not found.file_level["m"].disputed
    assert not found.file_level["one"].disputed
    assert found.file_level["one"].owner == ("c",)


def test_types_that_a_condition_chooses_are_disputed() -> None:
    text = "#ifdef SINGLE\ntypedef float real;\n#else\ntypedef double real;\n#endif\ntypedef int same;\ntypedef int same;\nstruct s; struct s { int a; };\n"
    found = scopes(text).file_level
    assert found["real"].disputed
    assert not found["same"].disputed
    assert not found["s"].disputed
    three = scopes("typedef float real;\ntypedef double real;\ntypedef double real;\n").file_level
    assert three["real"].disputed


def test_enumerators_of_a_class_need_its_name() -> None:
    found = scopes("enum class Mode { on = 5 }; enum Old { off = 7 };")
    assert "on" not in found.file_level
    assert found.file_level["off"].value == "7"
    assert found.lookup_qualified(("Mode", "on")).value == "5"  # type: ignore[union-attr]


def test_whole_names() -> None:
    text = (
        "namespace a { namespace b { int deep; } int twice; } namespace c { int twice; } struct S { static int member; enum { inner = 3 }; };"
        "namespace a { extern int twice; }"
    )
    found = scopes(text, "namespace d { float far; } namespace a { namespace b { int deep; } }")
    assert found.lookup_qualified(("a", "b", "deep")).header is None  # type: ignore[union-attr]
    assert found.lookup_qualified(("b", "deep")).base == "int"  # type: ignore[union-attr]
    assert found.lookup_qualified(("d", "far")).header is not None  # type: ignore[union-attr]
    assert found.lookup_qualified(("twice",)) is None  # of two namespaces
    assert found.lookup_qualified(("c", "twice")) is not None
    assert found.lookup_qualified(("S", "member")).name == "member"  # type: ignore[union-attr]
    assert found.lookup_qualified(("S", "inner")).value == "3"  # type: ignore[union-attr]
    assert found.lookup_qualified(("S", "gone")) is None
    assert found.lookup_qualified(("nowhere", "gone")) is None
    assert found.lookup_qualified(("gone",)) is None


def test_whole_names_that_differ_are_disputed() -> None:
    found = scopes("namespace a { double n; int same; }", "namespace a { int n; int same; }")
    assert found.qualified["a", "n"].disputed
    assert not found.qualified["a", "same"].disputed
    declared = scopes("namespace a { double n; }", "namespace a { extern double n; extern int m; }")
    assert not declared.qualified["a", "n"].disputed


def test_overloads_are_told_apart_by_their_parameters() -> None:
    found = scopes(
        "int f(int); int f(int x) { return x; } double f(double); namespace a { int f(int); }", "int f(char);"
    )
    declaration = found.file_level["f"]
    assert len(found.overloads(declaration)) == 3
    inner = found.lookup_qualified(("a", "f"))
    assert inner is not None
    assert len(found.overloads(inner)) == 1


def test_headers_say_what_the_file_does_not() -> None:
    found = scopes("int own; double both;", "float both; char theirs;")
    assert found.names["theirs"].header is not None
    assert found.names["both"].base == "double"
    assert found.names["own"].header is None
    alone = scopes("int own;")
    assert alone.names is alone.file_level


def test_headers_that_disagree_are_not_believed() -> None:
    found = scopes(
        "",
        "int a; extern double b[]; typedef int t; extern int e; int f(int); extern int both;",
        "double a; double b[8]; typedef float t; extern int e; int f(double); extern int both;",
    )
    assert "a" not in found.names
    assert "t" not in found.names
    assert found.names["b"].type.extents == ("8",)
    assert found.names["e"].base == "int"
    assert found.names["f"].kind == "function"
    swapped = scopes("", "double b[8];", "extern double b[];", "extern float b[];")
    assert "b" not in swapped.names
    kept = scopes("", "double b[8];", "extern double b[];")
    assert kept.names["b"].type.extents == ("8",)
    values = scopes(
        "", "enum { n = 3 };\nconst int m = 3;\nint k = 3;", "enum { n = 4 };\nconst int m = 4;\nint k = 4;"
    )
    assert "n" not in values.names
    assert "m" not in values.names
    assert "k" in values.names


def test_macros_of_headers_and_of_the_file() -> None:
    found = scopes("#define A 1\n#define B 2\n", "#define B 3\n#define C 4\n")
    assert {name: found.macros[name].value for name in "AC"} == {"A": "1", "C": "4"}
    assert found.macros["B"].disputed
    assert set(found.own_macros) == {"A", "B"}
    assert scopes("#define A 1\n").macros.keys() == {"A"}


def test_members_of_structs() -> None:
    found = scopes(
        "struct S { int a; double b[3]; }; typedef struct { char c; } T;",
        "struct H { long h; }; struct D { int a; };",
        "struct D { float a; };",
    )
    assert set(found.members("S") or {}) == {"a", "b"}
    assert set(found.members("T") or {}) == {"c"}
    assert found.members("H")["h"].base == "long"  # type: ignore[index]
    assert found.members("D") == {}  # two headers say different things
    assert found.members("gone") is None
    agreed = scopes("", "struct D { int a; };", "struct D { int a; };")
    assert set(agreed.members("D") or {}) == {"a"}


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("i", "integer"), ("d", "floating"), ("b", "boolean"), ("p", "pointer"), ("a", "array"), ("s", "struct"), ("e", "integer"), ("r", "floating"),
        ("al", "pointer"), ("row", "array"), ("f", "function"), ("T", "type"), ("K", "constant"), ("un", "unknown"), ("m", "floating"), ("h", "struct"),
        ("ref", "floating"), ("call", "pointer"),
    ],
)  # fmt: skip
def test_categories(name: str, category: str) -> None:
    text = (
        "#define REAL double\nstruct S { int x; }; enum E { K = 1 }; typedef double real; typedef real *T; typedef double Row[4];"
        "int i; double d; bool b; int *p; int a[3]; S s; E e; real r; T al; Row row; int f(int); other un; REAL m; H h; double &ref = d; int (*call)(int);"
    )
    found = scopes(text, "struct H { int x; };")
    declaration = found.lookup(name, len(text))
    assert declaration is not None
    assert found.category(declaration) == category
    if category not in ("function", "type", "constant"):
        assert found.category_of_type(declaration.type) == category


def test_names_for_types_are_put_in() -> None:
    found = scopes(
        "typedef double real; using vec = real *; typedef vec again; typedef struct S { int a; } S; #define X 3\n"
    )
    assert found.expanded(Type("again", ("[]",), ("3",))) == Type("double", ("[]", "*"), ("3", None))
    assert found.expanded(Type("S")).base == "S"
    assert found.expanded(Type("other")).base == "other"
    disputed = scopes("typedef float real;\ntypedef double real;\n")
    assert disputed.expanded(Type("real")).base == "real"
    variable = scopes("double real;")
    assert variable.expanded(Type("real")).base == "real"
    long = scopes("typedef int t0; " + " ".join(f"typedef t{n} t{n + 1};" for n in range(7)))
    assert long.expanded(Type("t7")).base == "int"


def test_a_type_that_a_macro_hides_is_unknown() -> None:
    text = "#define API\n#define ARRAY(t) t *\n#define REAL double\nREAL x; ARRAY(int) rows; int y;\n"
    found = scopes(text)
    assert found.is_hidden("API int")
    assert not found.is_hidden("int")
    y = found.lookup("y", len(text))
    x = found.lookup("x", len(text))
    assert y is not None
    assert x is not None
    assert found.type_of(y).base == "int"
    assert found.type_of(x).base == "double"
    hidden = y._replace(type=Type("API"))
    assert found.type_of(hidden) == Type()


@pytest.mark.parametrize(
    "other",
    ["const call<void(int n, float *id)> &f", "call<int(short n), char(long id)> f", "int (*far)(int n, float *id)"],
)
@pytest.mark.parametrize("before", [True, False])
def test_names_in_types_of_functions_are_no_parameters(other: str, before: bool) -> None:
    own = "double n, char *id"
    listed = f"{other}, {own}" if before else f"{own}, {other}"
    text = f"template <class... T> struct call;\nvoid g({listed}) {{ auto get = [](bool id) {{ return id; }}; n = id[0]; }}\n"
    scopes = scopes_of(Outline(parse(text, "a.cpp", "cpp")))
    types = {}
    for name, place in (("n", "n = id"), ("id", "id[0]"), ("lambda's", "id; }; n")):
        found = scopes.lookup("id" if name == "lambda's" else name, text.index(place))
        types[name] = found.type.text if found is not None else ""
    assert types == {"n": "double", "id": "char *", "lambda's": "bool"}


OF_C_PLUS_PLUS = "void A::f(const S &v) { use(v); }"


@pytest.mark.parametrize("before", ["x.c", "x.cu"])
def test_a_text_says_in_each_language_what_it_says_there(before: str) -> None:
    said = []
    for name in (before, "x.cpp"):
        declared = scopes_of(Outline(parse(OF_C_PLUS_PLUS, name))).at_file_level
        said = [(each.name, each.signature) for each in declared]
    assert said == [("A::f", "S &")]
