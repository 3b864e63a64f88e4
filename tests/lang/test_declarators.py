"""Declarators of every form, and members of every kind of class."""

from __future__ import annotations

import pytest
from loopwright.lang.expressions import Typing
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


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
