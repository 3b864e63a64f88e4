"""Declarators of every form, and members of every kind of class."""

from __future__ import annotations

import pytest
from loopwright.lang.declarators import (
    base_of,
    declared,
    function_declarator,
    makes_object,
    name_node,
    name_of_function,
    parameter_nodes,
    qualifiers_of,
    read_declarator,
    read_type,
    stored_as,
    tag_of,
    type_of_descriptor,
)
from loopwright.lang.expressions import Typing
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from tree_sitter import Node


def scopes(text: str, language: str = "cpp") -> Scopes:
    return scopes_of(Outline(parse(text, f"a.{language}")))


@pytest.mark.parametrize(
    ("text", "kind", "base", "layers", "extents"),
    [
        ("int a;", "variable", "int", "", ()),
        ("const unsigned long int *const a;", "variable", "unsigned long int", "*", (None,)),
        ("static double (*a)[8];", "variable", "double", "*[]", (None, "8")),
        ("double *a[8];", "variable", "double", "[]*", ("8", None)),
        ("double a[][4];", "variable", "double", "[][]", (None, "4")),
        ("int (*a)(int, double);", "variable", "int", "*()", (None, None)),
        ("int *(*a[3])(void);", "variable", "int", "[]*()*", ("3", None, None, None)),
        ("int *a(int x);", "function", "int", "()*", (None, None)),
        ("auto a(int x) -> double *;", "function", "double", "()*", (None, None)),
        ("struct point a[2];", "variable", "point", "[]", ("2",)),
        ("typedef int (*a)[3];", "type", "int", "*[]", (None, "3")),
        ("using a = float *;", "type", "float", "*", (None,)),
        ("std::vector<double> &a = b;", "variable", "std::vector<double>", "&", (None,)),
        ("extern int (&a)[4];", "variable", "int", "&[]", (None, "4")),
        ("static __restrict__ double *a;", "variable", "double", "*", (None,)),
    ],
)  # fmt: skip
def test_forms(text: str, kind: str, base: str, layers: str, extents: tuple[str | None, ...]) -> None:
    found = scopes(text).names["a"]
    assert (found.kind, found.base, "".join(found.type.layers), found.type.extents) == (kind, base, layers, extents)


@pytest.mark.parametrize(
    ("expression", "type"),
    [
        ("p[1].x", "double"), ("p->q", "int *"), ("p->in.deep", "float"), ("p->either", "int"), ("p->bits", "unsigned"),
        ("*p->q", "int"), ("&p[2]", "P *"), ("p->q + 1", "int *"), ("&p[2] - p", "long"), ("m[1]", "double [4]"), ("m[1][2]", "double"),
        ("m[1] + 1", "double *"), ("call(1)", "short *"), ("(*pointer)(2)", "float"), ("pointer(2)", "float"), ("grid[0](1)", "int"),
        ("1 + 1u", "unsigned int"), ("'a' + 1.5f", "float"), ("c + c", "int"), ("1 ? 2 : 3.0", "double"), ("sizeof m", "unsigned long"),
        ("(long)c", "long"), ("last", "double"), ("shadow", "char"), ("!p", "bool"), ("p == q", "bool"), ("unknown(1)", ""), ("gone.x", ""),
    ],
)  # fmt: skip
def test_types_of_expressions(expression: str, type: str) -> None:
    text = f"""
    typedef struct {{ double x; int *q; struct {{ float deep; }} in; union {{ int either; float other; }}; unsigned bits : 3; }} P;
    short *call(int); float (*pointer)(int); int (*grid[2])(int); double m[3][4]; double shadow;
    void f(P *p, P *q, char c) {{ auto last = m[1][2]; char shadow; sink = {expression}; }}
    """
    found = scopes(text)
    stack = [found.outline.source.tree.root_node]
    while stack:
        node = stack.pop()
        if node.type == "assignment_expression":
            right = node.child_by_field_name("right")
            assert right is not None
            told = Typing(found).type_of(right)
            assert told._replace(extents=tuple(e for e in told.extents)).text == type
            return
        stack.extend(node.named_children)
    raise AssertionError("no expression")


def test_names_are_those_of_the_innermost_scope_and_of_their_namespace() -> None:
    text = "namespace a { int n = 1; } namespace b { double n = 2; } enum class E { n }; void f(char n) { { short n; n; } n; }"
    found = scopes(text)
    inner, outer = text.index("n; }"), text.rindex("n;")
    assert [found.lookup("n", at).base for at in (inner, outer)] == ["short", "char"]  # type: ignore[union-attr]
    paths = [("a", "n"), ("b", "n"), ("E", "n")]
    assert [found.lookup_qualified(path).base for path in paths] == ["int", "double", "E"]  # type: ignore[union-attr]


def test_classes_know_bases_methods_and_what_lies_together() -> None:
    found = scopes(
        "struct A { int a; static int s; }; class B : public A { union { int u; float v; }; int low : 3; double get() const; };"
    )
    known = found.classes.of("B")
    assert known is not None
    member = found.classes.member(known, "a")
    assert member is not None
    assert (member.type.base, known.members["u"].shared, known.members["low"].bits) == ("int", True, True)
    assert known.returns["get"] is not None
    assert known.returns["get"].base == "double"


def first(kind: str, text: str, language: str = "cpp") -> Node:
    """The first node of a kind."""
    found = next((node for node in subtree(parse(text, f"a.{language}").tree.root_node) if node.type == kind), None)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "restrict", "volatile", "const", "static"),
    [
        ("int *a;", False, False, False, False),
        ("int *restrict a;", True, False, False, False),
        ("int *__restrict__ a;", True, False, False, False),
        ("int *restrict *a;", False, False, False, False),
        ("int *const a;", False, False, False, False),
        ("int *volatile a;", False, True, False, False),
        ("volatile int *a;", False, True, False, False),
        ("int volatile *a;", False, True, False, False),
        ("const int *a;", False, False, True, False),
        ("constexpr int a = 3;", False, False, True, False),
        ("static int a;", False, False, False, True),
        ("static const int a = 3;", False, False, True, True),
        ("_Atomic int a;", False, True, False, False),
        ("extern int a;", False, False, False, False),
        ("struct s a;", False, False, False, False),
    ],
)
def test_qualifiers(text: str, restrict: bool, volatile: bool, const: bool, static: bool) -> None:
    language = "c" if "restrict" in text or "_Atomic" in text else "cpp"
    found = scopes(text, language).names["a"].type
    assert (found.restrict, found.volatile, found.const, found.static) == (restrict, volatile, const, static)


def test_an_array_as_a_parameter_may_be_restrict() -> None:
    parameter = first("parameter_declaration", "void f(int n, double a[restrict n]);", "c").next_named_sibling
    assert parameter is not None
    declarator = parameter.child_by_field_name("declarator")
    assert declarator is not None
    name, type = read_type(declarator, parameter)
    assert (name, type.layers, type.extents, type.restrict) == ("a", ("[]",), ("n",), True)
    plain = first("array_declarator", "void f(double a[4]);", "c")
    assert not read_declarator(plain).restrict


def test_structured_bindings_name_each_part() -> None:
    read = read_declarator(first("structured_binding_declarator", "void f() { auto [x, y] = g(); }"))
    assert (read.name, read.node, [node.text for node in read.bound]) == ("", None, [b"x", b"y"])
    behind = read_declarator(first("reference_declarator", "void f() { auto &[x, y] = g(); }"))
    assert (behind.layers, len(behind.bound)) == (("&",), 2)


@pytest.mark.parametrize(
    ("text", "base", "const", "volatile"),
    [
        ("struct point p;", "point", False, False),
        ("unsigned const int p;", "unsigned int", True, False),
        ("std::vector<const int> p;", "std::vector<const int>", False, False),
        ("f() { }", "", False, False),
    ],
)
def test_the_base_of_a_declaration(text: str, base: str, const: bool, volatile: bool) -> None:
    tree = parse(text, "a.cpp").tree.root_node
    declaration = next(node for node in subtree(tree) if node.type in ("declaration", "function_definition"))
    found = base_of(declaration)
    assert found == (base, const, volatile)


def test_two_structs_without_a_name_are_two_and_the_same_one_is_one() -> None:
    names = [
        tag_of(first("struct_specifier", text))
        for text in ("struct { int a; } x;", "struct  { int a; }  y;", "struct { int b; } x;")
    ]
    assert names[0] == names[1] != names[2]
    assert tag_of(first("struct_specifier", "struct known { int a; } x;")) == "known"


@pytest.mark.parametrize(
    ("text", "base", "layers"),
    [
        ("auto f() -> int *;", "int", ("()", "*")),
        ("auto f() -> const double &;", "double", ("()", "&")),
        ("auto f(int x) -> unsigned long;", "unsigned long", ("()",)),
        ("auto f();", "auto", ("()",)),
        ("auto x = 3;", "auto", ()),
    ],
)
def test_the_type_behind_an_arrow(text: str, base: str, layers: tuple[str, ...]) -> None:
    declaration = first("declaration", text)
    declarator = declaration.child_by_field_name("declarator")
    assert declarator is not None
    _, type = read_type(declarator, declaration)
    assert (type.base, type.layers) == (base, layers)


@pytest.mark.parametrize(
    ("expression", "base", "layers"),
    [("(double *)p", "double", ("*",)), ("(int (*)[4])p", "int", ("*", "[]")), ("(unsigned long)p", "unsigned long", ()), ("(struct s *)p", "s", ("*",))],
)  # fmt: skip
def test_the_type_of_a_cast(expression: str, base: str, layers: tuple[str, ...]) -> None:
    type = type_of_descriptor(first("type_descriptor", f"void f(void *p) {{ g({expression}); }}"))
    assert (type.base, type.layers) == (base, layers)


def test_a_name_instead_of_a_type_is_taken_as_one() -> None:
    assert type_of_descriptor(first("identifier", "int  size;")).base == "size"


def test_each_name_of_a_declaration_has_its_value() -> None:
    found = list(declared(first("declaration", "int a = 1, *b, c[2] = {3}, d(4);")))
    assert [(read.name, value.text if value is not None else None) for read, _, value in found] == [
        ("a", b"1"), ("b", None), ("c", b"{3}"), ("d", b"(4)"),
    ]  # fmt: skip
    assert [node.text for _, node, _ in found[:3]] == [b"a", b"*b", b"c[2]"]
    by_default = list(declared(first("optional_parameter_declaration", "void f(int n = 5);")))
    assert [(read.name, value.text if value is not None else None) for read, _, value in by_default] == [("n", b"5")]
    of_members = list(declared(first("field_declaration", "struct S { int a = 1, *b, c[2] = {3}, d; };")))
    assert [value.text if value is not None else None for _, _, value in of_members] == [b"1", None, b"{3}", None]
    assert stored_as(first("declaration", "static inline int f(void);")) == {"static", "inline"}
    assert qualifiers_of(first("declaration", "static const volatile int a;")) == {"const", "volatile"}


@pytest.mark.parametrize(
    ("inside", "makes"),
    [
        ("int n = 3; std::vector<double> a(n);", True),  # read as a type `n`
        ("int n = 3; std::vector<double> a(m * n); int m;", True),
        ("std::vector<double> a(other);", False),
        ("Matrix a(atoi(text));", True),  # a declaration of a function that takes a function
        ("Matrix a(int);", False),
        ("Matrix a();", False),
        ("Matrix a(int (*)(int));", False),
        ("auto g = [](int n) { std::vector<double> a(n); };", True),
    ],
)
def test_what_reads_like_a_function_may_make_an_object(inside: str, makes: bool) -> None:
    tree = parse(f"void f(char *text) {{ {inside} }}", "a.cpp").tree.root_node
    found = [node for node in subtree(tree) if node.type == "function_declarator"]
    assert any(makes_object(node) for node in found) == makes


def test_at_file_level_nothing_is_made_of_types() -> None:
    assert not makes_object(first("function_declarator", "int n; std::vector<double> a(n);"))
    assert not makes_object(first("function_declarator", "Matrix a(other(text));"))
    assert not makes_object(first("function_declarator", "void f(n x) { int n; }"))
    assert not makes_object(first("pointer_declarator", "void f() { int n; T *a; }"))
    assert not makes_object(first("function_declarator", "struct s { int n; T a(n); };"))


@pytest.mark.parametrize(
    ("text", "name", "parameters"),
    [
        ("int f(int a, char *b) { }", "f", ["int a", "char *b"]),
        ("int f(void) { }", "f", []),
        ("int f() { }", "f", []),
        ("int f(void *) { }", "f", ["void *"]),
        ("int f(int, double) { }", "f", ["int", "double"]),
        ("int *f(int a) { }", "f", ["int a"]),
        ("int (*f(int a))(double) { }", "f", ["int a"]),
        ("int space::f(int a = 3) { }", "space::f", ["int a = 3"]),
    ],
)
def test_a_function_and_its_parameters(text: str, name: str, parameters: list[str]) -> None:
    function = first("function_definition", text)
    assert name_of_function(function) == name
    assert [text_of(node) for node in parameter_nodes(function)] == parameters
    declarator = function_declarator(function)
    assert declarator is not None
    inner = declarator.child_by_field_name("declarator")
    assert name_node(inner) is None if "::" in name else text_of(name_node(inner)) == name


def test_what_is_no_function_has_no_name_of_one() -> None:
    pointer = first("declaration", "int (*f)(int);")
    assert name_of_function(pointer) == ""
    assert name_of_function(first("return_statement", "int f() { return 3; }")) == ""
    assert parameter_nodes(first("declaration", "int a;")) == []
    assert function_declarator(first("declaration", "int a;")) is None
    assert name_node(None) is None
    assert name_node(first("pointer_declarator", "typedef int *number;")) is None
    assert text_of(name_node(first("pointer_declarator", "int *number;"))) == "number"


def test_parameters_of_a_lambda() -> None:
    assert [
        text_of(node) for node in parameter_nodes(first("lambda_expression", "auto g = [](int n, float) { };"))
    ] == ["int n", "float"]
