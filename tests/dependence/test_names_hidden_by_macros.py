"""Names at file level that a macro gives to something else where it is used: the outer one is not taken for it. Each of the programs was run:
its iterations show another result in another order."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

COUNTING = """static int cnt, a[400];
struct K { int v; K(int a = 0); K &operator=(const K &o) { v = o.v + cnt++; return *this; }
operator int() const { return v + cnt++; } int operator()(int x) { return x + cnt++; } };
"""
# The name at file level, what the macro declares, and the statement of the loop.
DECLARED = {
    "a variable": ("static double q;", "K q;", "a[i] = q;"),
    "a pointer": ("static int q[400];", "int *q = a;", "q[i] = a[i + 1];"),
    "a type": ("typedef double real;", "typedef K real;", "real z(i); a[i] = z;"),
    "a type by using": ("typedef double real;", "using real = K;", "real z(i); a[i] = z;"),
    "a function": ("static int q(int x) { return x; }", "int q(int x) { return x + cnt++; }", "a[i] = q(i);"),
    "an object that is called": ("static int q(int x) { return x; }", "K q;", "a[i] = q(i);"),
    "an enumerator": ("enum { Z = 1 };", "enum { Z = 0 };", "a[i * Z] = i;"),
}
METHOD = "void h(int n) {{ {loop} }}"
IN_CLASSES = (
    f"#define M {{said}}\nstruct S {{{{ M {METHOD} }}}};",
    f"#define M {{said}}\nstruct S {{{{ {METHOD} M }}}};",
    f"#define M {{said}}\nstruct S {{{{ int w; M int u; {METHOD} }}}};",
    f"#define M(x) {{said}}\nclass S {{{{ M(1); public: {METHOD} }}}};",
    f"#define M2 {{said}}\n#define M M2\nstruct S {{{{ M {METHOD} }}}};",
    f"#define M(x) x\nstruct S {{{{ M({{said}}) {METHOD} }}}};",
    "#define M {said}\nstruct S {{ M void h(int n); }};\nvoid S::h(int n) {{ {loop} }}",
    f"#define M {{said}}\nstruct B {{{{ M }}}}; struct S : B {{{{ {METHOD} }}}};",
    f"#define M {{said}}\nstruct S {{{{ M struct I {{{{ {METHOD} }}}}; }}}};",
    f"#define M {{said}}\nvoid f(int n) {{{{ struct S {{{{ M {METHOD} }}}}; S().h(n); }}}}",
    f"#define M {{said}}\nnamespace N {{{{ M {METHOD} }}}}",
    f"#define M {{said}}\nnamespace N {{{{ int w; M int u; {METHOD} }}}}",
)
IN_HEADS = (
    f"struct B {{{{ {{said}} }}}};\n#define M : B\nstruct S M {{{{ {METHOD} }}}};",
    f"struct B {{{{ {{said}} }}}};\n#define M : public B {{{{\nclass S M public: {METHOD} }}}};",
    f"struct B {{{{ {{said}} }}}}; struct C {{{{}}}};\n#define M , B\nstruct S : C M {{{{ {METHOD} }}}};",
    f"struct B {{{{ {{said}} }}}};\n#define M B\nstruct S : M {{{{ {METHOD} }}}};",
    f"struct B {{{{ {{said}} }}}}; struct C {{{{}}}};\n#define M(x) B\nstruct S : M(C) {{{{ {METHOD} }}}};",
    f"struct B {{{{ {{said}} }}}};\n#define M S : B\nstruct M {{{{ {METHOD} }}}};",
    f"#define M struct S {{{{ {{said}}\nM {METHOD} }}}};",
    f"#define M struct S {{{{ {{said}}\nM void g() {{{{}}}} {METHOD} }}}};",
    f"#define M struct S {{{{\nM {{said}} {METHOD} }}}};",
    f"#define M struct S {{{{\nM {METHOD} {{said}} }}}};",
    f"#define M(x) struct x {{{{\nM(S) {METHOD} {{said}} }}}};",
    f"#define M struct\nM S {{{{ {{said}} {METHOD} }}}};",
    "struct B {{ {said} }};\n#define M(x) struct x : B {{ void h(int n); }}; void x::h(int n)\nM(S) {{ {loop} }}",
    "struct S {{ {said} void h(int n); }};\n#define M S::\nvoid M h(int n) {{ {loop} }}",
    "struct S {{ {said} void h(int n); }};\n#define M S::h\nvoid M(int n) {{ {loop} }}",
    "struct S {{ {said} void h(int n); }};\n#define M(x) S::x\nvoid M(h)(int n) {{ {loop} }}",
    "struct S {{ {said} void h(int n); }};\n#define M S\nvoid M::h(int n) {{ {loop} }}",
    "namespace N {{ {said} void h(int n); }}\n#define M N\nvoid M::h(int n) {{ {loop} }}",
)
# For variables alone: where `{part}` is their declaration without its `;`.
IN_PARTS = (
    "#define M {part}, int n\nvoid h(M) {{ {loop} }}",
    "#define M {part}\nvoid h(M, int n) {{ {loop} }}",
    "#define M ({part}, int n)\nvoid h M {{ {loop} }}",
    "#define M(x) void x({part}, int n)\nM(h) {{ {loop} }}",
    "#define M(x, y) y(x, {part}, int n)\nvoid M(int w, h) {{ {loop} }}",
    "#define M(x) x\nvoid h(M({part}), int n) {{ {loop} }}",
    "#define M {part}\nvoid f(int n) {{ for (M; cnt < 1; cnt++) {{ {loop} }} }}",
    "#define M {part}\nvoid f(int n) {{ if (M; n > 0) {{ {loop} }} }}",
    "#define M {part} = K(2)\nvoid f(int n) {{ if (M) {{ {loop} }} }}",
    "#define M {part} : z\nvoid f(int n) {{ for (M) {{ {loop} }} }}",
    "#define M {part}\nvoid f(int n) {{ try {{ g(); }} catch (M) {{ {loop} }} }}",
    "#define M w; {part}\nvoid f(int n) {{ int M; {loop} }}",
    "#define M(x) x; {part}\nvoid f(int n) {{ int M(w); {loop} }}",
    "#define M 0; {part}\nvoid f(int n) {{ int w = M; {loop} }}",
    f"#define M 0; {{part}}\nstruct S {{{{ int w = M; {METHOD} }}}};",
    "#define M w, q\nvoid f(int n) {{ auto &[M] = t; {loop} }}",
    f"#define M w, q\nstruct S {{{{ K M; {METHOD} }}}};",
    "#define M q = K(2), n\nvoid f(int n) {{ auto h = [M]() mutable {{ {loop} }}; h(); }}",
    "#define M(x) for ({part} = K(2); x < 1; x++)\nvoid f(int n) {{ M(cnt) {{ {loop} }} }}",
    "#define M(x) if ({part} = K(2); x)\nvoid f(int n) {{ M(n > 0) {{ {loop} }} }}",
    "#define M(x) for (auto &&q : x)\nvoid f(int n) {{ M(z) {{ {loop} }} }}",
    "#define M template <K &q>\nM void h(int n) {{ {loop} }}",
    "#define M K &q\ntemplate <M> void h(int n) {{ {loop} }}",
    f"#define M template <K &q>\nM struct S {{{{ {METHOD} }}}};",
    "namespace N {{ {part}; }}\n#define M using N::q\nvoid f(int n) {{ M; {loop} }}",
    "#define M {part}\nvoid f(int n) {{ M; {loop} }}",
)
FOR_TYPES = (
    "#define M template <class real>\nM void h(int n) {{ {loop} }}",
    "#define M class real\ntemplate <M> void h(int n) {{ {loop} }}",
    f"#define M template <class real>\nM struct S {{{{ {METHOD} }}}};",
    "#define M {part}\nvoid f(int n) {{ M; {loop} }}",
)


def verdicts(text: str) -> set[str]:
    outline = Outline(parse(text, name="a.cpp"))
    asked = [
        loop for loop in outline.loops if outline.source.slice(loop.span).startswith("for (int i = 0; i < n; i++)")
    ]
    return {judge(outline, loop).verdict for loop in asked}


def forms(kind: str) -> tuple[str, ...]:
    if kind in ("a variable", "an object that is called"):
        return (*IN_CLASSES, *IN_HEADS, *IN_PARTS)
    return (*IN_CLASSES, *IN_HEADS, *(FOR_TYPES if "type" in kind else ()))


@pytest.mark.parametrize("kind", DECLARED)
def test_what_a_macro_declares_hides_what_is_outside(kind: str) -> None:
    outer, said, use = DECLARED[kind]
    for form in forms(kind):
        program = form.format(said=said, part=said.rstrip(";"), loop=f"for (int i = 0; i < n; i++) {{ {use} }}")
        assert "proved" not in verdicts(f"{COUNTING}{outer}\n{program}\n"), program


SEVERAL = (
    f"#define M K q;\nstruct S {{ M {METHOD} }};\n#undef M\n#define M int k;\nstruct T {{ M }};",
    f"#if A\n#define M K q;\n#else\n#define M\n#endif\nstruct S {{ M {METHOD} }};",
    f"#define FIELDS X(p) X(q)\n#define X(n) K n;\nstruct S {{ FIELDS {METHOD} }};\n#undef X\n#define X(n) #n,\nconst char *names[] = {{ FIELDS 0 }};",
    f"#define M(n) K n##q;\nstruct S {{ M() {METHOD} }};",
)


@pytest.mark.parametrize("form", SEVERAL)
def test_each_definition_counts(form: str) -> None:
    program = form.replace("{{ {loop} }}", "{ for (int i = 0; i < n; i++) { a[i] = q; } }")
    assert "proved" not in verdicts(f"{COUNTING}static double q;\n{program}\n"), program


MEMBERS = {
    "of a specialisation's base": "template <class D> struct G : D {}; template <> struct G<D1> : D2 {};",
    "of another parameter": "template <class D, class E = D2> struct G : E { D d; };",
    "of what a template names": "template <class T> struct Tr { using type = D2; }; template <class D> struct G : Tr<D>::type {};",
    "of a specialisation": "template <class D> struct G { double q; }; template <> struct G<D1> { K q; };",
    "of the file's own": "template <class D> struct G { double q; }; template <class D> struct G<D *> { K q; };",
}


@pytest.mark.parametrize("way", MEMBERS)
def test_a_member_may_be_that_of_another_class(way: str) -> None:
    head = f"{COUNTING}struct D1 {{ double q; }}; struct D2 {{ K q; }};\n{MEMBERS[way]}\n"
    assert verdicts(f"{head}void h(G<D1> &g, int n) {{ for (int i = 0; i < n; i++) {{ a[i] = g.q; }} }}") != {"proved"}


def test_a_name_of_a_parameter_is_not_the_files() -> None:
    head = f"{COUNTING}template <class D> struct G : D {{ using D::q; "
    assert verdicts(f"{head}void h(int n) {{ for (int i = 0; i < n; i++) {{ a[i] = q; }} }} }};") != {"proved"}


PLAIN = (
    COUNTING
    + """
#define SIZE 100
#define IDX(i, j) ((i) * w + (j))
#define AREA (w * WIDE)
#define REAL double
#define CHECK(x) do { if (!(x)) abort(); } while (0)
#define EACH(i, n) for (int i = 0; i < n; i++)
#define API __attribute__((visibility("default")))
#define BEGIN namespace foo {
#define END }
static int w = 20; static double q; static const int WIDE = 20; typedef double real;
"""
)
USES = (
    "#define TWO(x, y) x\nint g[2]; TWO(int g2[3]); int g4[TWO() 2]; void f(int n) { LOOP }",
    "struct S { REAL v; int g[SIZE]; void h(int n) { LOOP } };",
    "API REAL f(int n, REAL t) { LOOP return t; }",
    "void f(int n) { CHECK(q > 0); LOOP }",
    "void f(int n) { EACH(k, w) { a[k] = 0; } LOOP }",
    "BEGIN struct S { real v; int size() const { return 3; } void h(int n) { LOOP } }; END",
)


@pytest.mark.parametrize("use", USES)
def test_other_macros_hide_nothing(use: str) -> None:
    loop = "for (int i = 0; i < n; i++) { real z = q + AREA; a[i] = z + IDX(i, 2) + w * WIDE; }"
    assert verdicts(PLAIN + use.replace("LOOP", loop)) == {"proved"}


# A macro that begins a declaration which the parser takes for an expression.
BEGUN = {
    "assigned": ("#define D int k", "D = 0;"),
    "constant": ("#define D const int k", "D = 0;"),
    "of a type of the file": ("typedef int T;\n#define D T k", "D = 0;"),
    "given": ("#define D(x) int x", "D(k) = 0;"),
    "among others": ("#define D int k = 0", "D, l = 3;"),
    "an array": ("#define D int k", "D[1] = {0};"),
    "bound": ("#define D auto [k, l]", "int p[2] = {0, 1}; D = p;"),
    "bound and given": ("#define D(x, y) const auto &[x, y]", "int p[2] = {0, 1}; D(k, l) = p;"),
    "of a loop": ("#define D int k", "for (D = 0; k < 1; k++)"),
    "of a condition": ("#define D int k", "if (D = cnt) return; else"),
}


def test_a_pointer_to_a_function_is_declared_in_parentheses() -> None:
    text = "static int a[400];\nstatic int g(int i) { return i; }\nstatic int h(int i) { return 0 * i; }\n#define D int (*g)(int)\n"
    outline = Outline(parse(f"{text}void f(int n) {{ D = h; for (int i = 0; i < n; i++) a[g(i)] = i; }}", "a.c", "c"))
    assert judge(outline, outline.loops[-1]).verdict == "unknown"


@pytest.mark.parametrize("form", BEGUN)
def test_a_macro_may_begin_a_declaration(form: str) -> None:
    macro, before = BEGUN[form]
    body = f"{before} for (int i = 0; i < n; i++) a[i * k] = i;"
    text = f"static int a[400], cnt;\nstatic const int k = 1;\n{macro}\nvoid f(int n) {{ {body} }}"
    outline = Outline(parse(text, "a.cpp", "cpp"))
    assert judge(outline, outline.loops[-1]).verdict not in ("proved", "assumed")


@pytest.mark.parametrize(
    ("macro", "use"),
    [("D(i) c[k * i]", "D(i) += 1;"), ("D o.k", "D = 0;"), ("D *(c + k)", "D = 0;"), ("D c", "D[3] = 0;")],
)
def test_what_is_assigned_to_declares_nothing(macro: str, use: str) -> None:
    text = f"static int a[400], c[400];\nstatic const int k = 1;\nstruct {{ int k; }} o;\n#define {macro}\n"
    outline = Outline(
        parse(f"{text}void f(int n) {{ int i = 2; {use} for (i = 0; i < n; i++) a[i * k] = i; }}", "a.cpp", "cpp")
    )
    assert judge(outline, outline.loops[-1]).verdict == "proved"


def test_many_definitions_long_chains_and_long_arguments_are_looked_at_to_their_end() -> None:
    head = "enum { Z = 1 }; static int a[400];\n"
    loop = "void h(int n) { for (int i = 0; i < n; i++) a[i * Z] = i; }"
    others = "".join(f"#undef M\n#define M int u{k};\nstruct S{k} {{ M }};\n" for k in range(40))
    chain = "#define M0 enum { Z = 0 };\n" + "".join(f"#define M{k} M{k - 1}\n" for k in range(1, 90))
    given = "#define M(x, ...) enum { x = 0 };\nstruct S { M(Z, " + "k + " * 3000 + f"1) {loop} }};"
    for code in (
        f"{others}#undef M\n#define M enum {{ Z = 0 }};\nstruct S {{ M {loop} }};",
        f"{chain}struct S {{ M89 {loop} }};",
        given,
    ):
        outline = Outline(parse(head + code, "a.cpp", "cpp"))
        assert judge(outline, outline.loops[-1]).verdict != "proved", code[-200:]


EITHER = {
    "a value": "#define E(x, ...) enum { x __VA_OPT__(= 0) };",
    "all of it": "#define E(x, ...) __VA_OPT__(enum { x = 0 };)",
    "its end": "#define E(x, ...) enum { x = 0 } __VA_OPT__(;)\n#define ENDED ;",
    "a name behind it": "#define E(x, ...) enum { __VA_OPT__(w,) x };",
}


@pytest.mark.parametrize("way", EITHER)
def test_what_only_more_arguments_bring(way: str) -> None:
    head, loop = f"enum {{ Z = 1 }}; static int a[400];\n{EITHER[way]}\n", "for (int i = 0; i < n; i++) a[i * Z] = i;"
    for code in (f"struct S {{ E(Z, 1) void h(int n) {{ {loop} }} }};", f"void h(int n) {{ E(Z, 1) {loop} }}"):
        outline = Outline(parse(head + code, "a.cpp", "cpp"))
        assert judge(outline, outline.loops[-1]).verdict != "proved", code


def test_definitions_of_macros_in_macros_are_combined() -> None:
    """`M` is `N` as it was defined first, and `N` what it is defined as last."""
    code = (
        "enum { Z = 1 }; static int a[400];\n#define N int k;\n#define M N\nstruct A { M };\n#undef N\n#define N enum { Z = 0 };\n"
        "struct S { M void h(int n) { for (int i = 0; i < n; i++) a[i * Z] = i; } };\n#undef M\n#define M int w;\nstruct B { M };"
    )
    outline = Outline(parse(code, "a.cpp", "cpp"))
    assert judge(outline, outline.loops[-1]).verdict != "proved"
