"""What a template's `T` is, its uses in sight say: a number in all of them, or a class that runs code of its own in one."""

from __future__ import annotations

from itertools import product

import pytest
from clock import calls
from loopwright.dependence.decide.judge import judge
from loopwright.lang.types_given import numbers_given
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# A class in sight for which it matters what `T` is: its operators leave something behind.
LIVELY = (
    "int made; struct Odd { int v; Odd(); Odd(int); Odd &operator=(const Odd &o) { v = made++; return *this; } "
    "Odd &operator+=(const Odd &o) { v += made++; return *this; } operator double() const; };\n"
)
LOOPS = {
    "set": "for (int i = 0; i < 9; i++) a[i] = b;",
    "updated": "for (int i = 0; i < 9; i++) a[i] += b;",
    "summed": "T sum = b; for (int i = 0; i < 9; i++) sum += a[i]; a[0] = sum;",
    "summed as a number": "double sum = 0; for (int i = 0; i < 9; i++) sum += a[i]; a[0] = sum;",
}
PLAIN, OTHER = "void on(double *x, double y) { USE }", "void on(Odd *x, Odd y) { USE }"
# How a template is used: what a use of a number is, and of the class.
FUNCTION = "template <class T> void f(T *a, T b) { LOOP }\n"
CLASS = "template <class T> struct C { T *a; T b; void f() { LOOP } };\n"
OUTSIDE = "template <class T> struct C { T *a; T b; void f(); };\ntemplate <class T> void C<T>::f() { LOOP }\n"
HELD = (
    "template <class T> struct C { T *a; T b; };\ntemplate <class T> void f(C<T> &c) { T *a = c.a; T b = c.b; LOOP }\n"
)
WAYS = {
    "by what it is given": (FUNCTION, PLAIN.replace("USE", "f(x, y);"), OTHER.replace("USE", "f(x, y);")),
    "by its arguments": (FUNCTION, "void on() { f<double>(0, 0); }", "void on() { f<Odd>(0, 0); }"),
    "by an instance": (FUNCTION, "template void f(double *, double);", "template void f(Odd *, Odd);"),
    "by an instance with arguments": (FUNCTION, "template void f<double>(double *, double);", "template void f<Odd>(Odd *, Odd);"),
    "by its address": (FUNCTION, "void (*p)(int *, int) = &f<int>;", "void (*p)(Odd *, Odd) = &f;"),
    "by a macro": (FUNCTION, "void on(double *x) { f(x, 1.); }", "#define GO f<Odd>(0, 0)\nvoid on(double *x) { f(x, 1.); GO; }"),
    "by another": (FUNCTION + "template <class U> void g(U *c) { f(c, *c); }\n", "void on(double *x) { g(x); }", "void on(Odd *x) { g(x); }"),
    "by another of the name": (FUNCTION + "template <class T> void g(T *c) { f(c, *c); }\n", "void on(double *x) { g(x); }", "void on(Odd *x) { g(x); }"),
    "by a type's name": (FUNCTION, "typedef float real; void on() { f<real>(0, 0); }", "typedef Odd real; void on() { f<real>(0, 0); }"),
    "by a type's name inside": (
        FUNCTION,
        "typedef float real; void on() { f<real>(0, 0); }",
        "typedef float real; void on() { typedef Odd real; f<real>(0, 0); }",
    ),
    "by an object": (CLASS, "C<double> c;", "C<Odd> c;"),
    "by an object of two": (CLASS, "C<double> c; C<int> d;", "C<double> c; C<Odd> d;"),
    "by an object that says no type": (CLASS, "C<int> c;", "void on() { C c{(Odd *)0, Odd()}; }"),
    "by a class made from it": (CLASS, "struct D : C<double> {};", "struct D : C<Odd> {};"),
    "by a template made from it": (CLASS + "template <class U> struct D : C<U> {};\n", "D<double> d;", "D<Odd> d;"),
    "by another name": (CLASS + "template <class U> using D = C<U>;\n", "D<double> d;", "D<Odd> d;"),
    "by a default": (CLASS.replace("class T", "class T = double"), "C<> c;", "C<Odd> c;"),
    "by its own default": (CLASS.replace("class T", "class T = Odd"), "C<float> c;", "C<> c;"),
    "outside of its class": (OUTSIDE, "C<double> c;", "C<Odd> c;"),
    "beside a number": (FUNCTION.replace("<class T>", "<int N, class T>"), "void on(double *x) { f<1>(x, 0.); }", "void on(Odd *x) { f<1>(x, *x); }"),
    "as a template of templates": (CLASS + "template <template <class> class V> struct W { V<Odd> v; };\n", "C<int> c;", "W<C> w;"),
    "by what holds it": (HELD, "C<double> c; void on() { f(c); }", "C<Odd> c; void on() { f(c); }"),
    "by what holds it and its arguments": (HELD, "C<double> c; void on() { f<double>(c); }", "C<double> c; void on(C<Odd> &o) { f<Odd>(o); }"),
}  # fmt: skip


def verdict(code: str) -> tuple[str, str]:
    outline = Outline(parse(code, name="a.cpp"), None, lambda: ())
    found = judge(outline, outline.loops[0])
    return found.verdict, found.reason


@pytest.mark.parametrize(("way", "loop"), list(product(WAYS, LOOPS)))
def test_uses_say_what_it_is(way: str, loop: str) -> None:
    template, plain, other = WAYS[way]
    text = LIVELY + template.replace("LOOP", LOOPS[loop])
    assert verdict(text + plain)[0] in ("proved", "assumed")
    assert (
        verdict(text + other)[0]
        == verdict(text + plain + "\n" + other.replace("on(", "on2(").replace(" p)", " q)"))[0]
        == "unknown"
    )


@pytest.mark.parametrize("loop", LOOPS)
def test_what_nothing_uses_is_untold_and_said_so(loop: str) -> None:
    for template in (FUNCTION, CLASS, HELD + "C<double> c;\n"):
        found, reason = verdict(LIVELY + template.replace("LOOP", LOOPS[loop]))
        assert found == "unknown"
        assert "nothing in sight uses the template" in reason


# Arguments of a call that are no numbers, or may be none.
MORE = (
    "Odd operator*(double, Odd); Odd operator==(Odd, Odd); Odd operator,(Odd, double); double v; typedef float real; "
    "int made(int); enum Col { RED }; Odd operator+(Col, int);\n"
)
GIVEN = {
    "what an operator makes": "void on(Odd o, double *d) { f(d, 2.0 * o); }",
    "what an operator compares": "void on(Odd o, double *d) { f(d, o == o); }",
    "what a comma makes": "void on(Odd o, double *d) { f(d, (o, 1.0)); }",
    "an enumerator": "void on(double *d) { f(d, RED); }",
    "a member of the name": "struct M { Odd v; void on(double *d) { f(d, v); } };",
    "a member of a base": "struct M { Odd v; }; struct N : M { void on(double *d); }; void N::on(double *d) { f(d, v); }",
    "a variable inside": "void on(double *d) { { Odd v; f(d, v); } }",
    "a variable of a lambda": "void on(double *d) { auto go = [v = Odd()](double *d) { f(d, v); }; }",
    "what another function of the name makes": "namespace n { Odd made(int); void on(double *d) { f(d, made(1)); } }",
    "a type of the name inside": "struct K { typedef Odd real; real x; }; void on(double *d, K k) { f(d, k.x); }",
    "what nobody says": "void on(double *d) { auto x = far(); f(d, x); }",
    "what a macro stands for": "Odd odd;\n#define v odd\nvoid on(double *d) { f(d, v); }",
    "a type that is a macro": "\n#define real Odd\nvoid on(double *d) { real x; f(d, x); }",
    "a type that a macro declares": "\n#define LOCAL(r) typedef Odd r\nvoid on(double *d) { LOCAL(real); f<real>(d, 1); }",
    "a macro before a template": "\n#define OF_ODD template <Odd &v>\nOF_ODD void on(double *d) { f(d, v); }",
    "a macro with a base": "struct M { Odd v; };\n#define FROM_M : M\nstruct N FROM_M { void on(double *d) { f(d, v); } };",
    "what a template is given": "template <Odd &v> void on(double *d) { f(d, v); }",
    "what the class around is given": "template <auto &v> struct M { static void on(double *d) { f(d, v); } };",
    "a name that two words make": (
        "\n#define CALL(x, y) x %:%: y\nvoid on(double *d) { f(d, 1.0); CALL(gi, ven)<Odd>(d, 1); }\n"
        "template <class T> void given(double *d, T b) { f(d, b); }"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_arguments_that_are_no_numbers(name: str) -> None:
    function = (
        "template <class T> void f(double *a, T b) { T s = b; for (int i = 0; i < 9; i++) { s += b; a[i] = 0; } }\n"
    )
    assert verdict(LIVELY + MORE + function + GIVEN[name])[0] == "unknown"
    assert verdict(LIVELY + MORE + function + "void on(double *d) { f(d, 1.0); }")[0] == "proved"


def test_what_stands_behind_a_pack_is_untold() -> None:
    function = "template <class... R, class T> void f(T *a, T b) { for (int i = 0; i < 9; i++) a[i] = b; }\n"
    assert verdict(LIVELY + function + "void on(Odd *d) { f<double, double>(d, *d); }")[0] == "unknown"


# Another template's `T` is no number, and the loop gets to it.
OTHERS = {
    "a function": ("template <class T> T at(T *p, int i) { return p[i]; }\n", "a[i] = b; at(odd, 0) += at(odd, 1);"),
    "a class": ("template <class T> struct Box { T v; }; struct Two { Box<Odd> one; } two;\n", "a[i] = b; two.one.v = two.one.v;"),
    "a type inside of a class": ("struct Box { using T = Odd; T v; } box[9];\n", "a[i] = b; box[i].v = i;"),
    "a type inside of a function": ("void g(int i) { typedef Odd T; T x; x = i; }\n", "a[i] = b; g(i);"),
    "an operator": ("template <class T> struct Box { T v; Box &operator+=(T o) { v += o; return *this; } }; Box<Odd> box;\n", "a[i] = b; box += odd[0];"),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_the_name_may_be_that_of_another_parameter(name: str) -> None:
    other, body = OTHERS[name]
    loop = f"for (int i = 0; i < 9; i++) {{ {body} }}"
    text = LIVELY + "Odd *odd;\n" + other + FUNCTION.replace("LOOP", loop)
    assert verdict(text + PLAIN.replace("USE", "f(x, y);"))[0] in ("unknown", "refuted")


def test_what_is_kept_of_a_function_does_not_outlive_its_uses() -> None:
    text = LIVELY + FUNCTION.replace("LOOP", LOOPS["set"])
    uses = ("void on() { f<double>(0, 0); }", "void on() { f<Odd>(0, 0); }", "void on() { f<double>(0, 0); }")
    found = [verdict(text + use)[0] for use in uses]
    assert found[1] == "unknown"
    assert found[0] == found[2] != "unknown"


def test_files_of_the_program_use_it_too() -> None:
    text = LIVELY + FUNCTION.replace("LOOP", LOOPS["set"])
    for use, wanted in (("f<double>(0, 0);", True), ("f<Odd>(0, 0);", False)):
        unit = Outline(parse(f"void far() {{ {use} }}", name="b.cpp"))
        outline = Outline(parse(text + "void on() { f<double>(0, 0); }", name="a.cpp"), None, lambda unit=unit: (unit,))
        assert (judge(outline, outline.loops[0]).verdict in ("proved", "assumed")) == wanted


def test_many_templates_cost_as_much_as_they_are() -> None:
    """Each has a parameter of the same name, and they are used in one function."""

    def work(count: int) -> None:
        others = [f"template <class T> void f{i}(C<T> &c) {{ c.a[0] = 0; }}\n" for i in range(count)]
        uses = "".join(f"f{i}(c); " for i in range(count))
        text = f"{LIVELY}template <class T> struct C {{ T *a; }}; C<double> c;\n{''.join(others)}void on() {{ {uses} }}"
        outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
        given = [numbers_given(outline, function.span) for function in outline.functions]
        assert given.count((("T", ("double",)),)) == count

    work(5)
    assert calls(lambda: work(80)) < 2.5 * calls(lambda: work(40))
