"""Names that are declared between a loop and the file: in a function around a class, in a clause of a statement, by `using`, in the class
around a friend, in what a parameter of a template stands for. There the file's own is not meant. Each of the programs was run: where a name
is declared nearer, its iterations show another result in another order."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse

HEAD = "static int a[400], b[400], total;\n"
LOOP = "for (int i = 0; i < n; i++)"
CALLED = "void part(int n) { g<O>(n); }"
TOLD = "void part(int n) { g(S(), n); }"
CHOSEN = "void part(int n) { S<int>().g(n); }"
CONSTANT_OF_THE_FILE = "enum { Z = 1 };"
CONSTANT = (
    "void part(int n) { static const int Z = 0; struct L { static void g(int n) { LOOP a[i * Z] = i + 3; } }; L::g(n); }",
    "void part(int n) { struct L { enum { Z = 0 }; void g(int n) { LOOP a[i * Z] = i + 3; } }; L().g(n); }",
    "void part(int n) { try { throw 0; } catch (int Z) { LOOP a[i * Z] = i + 3; } }",
    "void part(int n) try { throw 0; } catch (int Z) { LOOP a[i * Z] = i + 3; }",
    "void part(int n) { switch (int Z = 0; n) { default: LOOP a[i * Z] = i + 3; } }",
    "void part(int n) { for (int Z = 0; int k : {0, 1}) { LOOP a[i * Z] = i + 3 + k; } }",
    "enum class E { Z }; void part(int n) { using enum E; LOOP a[i * (int)Z] = i + 3; }",
    "enum class E { Z }; void part(int n) { using enum E; struct L { static void g(int n) { LOOP a[i * (int)Z] = i + 3; } }; L::g(n); }",
    "enum class E { Z }; struct S { using enum E; void g(int n) { LOOP a[i * (int)Z] = i + 3; } }; void part(int n) { S().g(n); }",
    "struct S { enum { Z = 0 }; friend void g(S, int n) { LOOP a[i * Z] = i + 3; } }; TOLD",
    "struct D { enum { Z = 1 }; }; struct O { enum { Z = 0 }; }; template <class D> void g(int n) { LOOP a[i * D::Z] = i + 3; } CALLED",
    "struct T { enum { Z = 1 }; }; struct O { struct T { enum { Z = 0 }; }; }; template <class D> void g(int n) { LOOP a[i * "
    "D::T::Z] = i + 3; } CALLED",
    "struct T { enum { Z = 1 }; }; struct O { struct T { enum { Z = 0 }; }; }; template <class D> void g(int n) { using T = "
    "typename D::T; LOOP a[i * T::Z] = i + 3; } CALLED",
    "template <class T> struct C { enum { Z = 1 }; }; template <class T> struct O { enum { Z = 0 }; }; template <template "
    "<class> class C> void g(int n) { LOOP a[i * C<int>::Z] = i + 3; } CALLED",
)
SCOPED = (
    "struct D { enum { Z = 1 }; }; struct O { enum { Z = 0 }; }; namespace N { using D = O; void part(int n) { LOOP a[i * D::Z] = i; } }",
    "struct D { enum { Z = 1 }; }; struct O { enum { Z = 0 }; };\n#define D O\nvoid part(int n) { LOOP a[i * D::Z] = i; }",
    "enum class D { Z = 1 }; void part(int n) { enum class D { Z = 0 }; LOOP a[i * (int)D::Z] = i; }",
    "namespace D { enum { Z = 1 }; } namespace N { namespace D { enum { Z = 0 }; } void part(int n) { LOOP a[i * D::Z] = i; } }",
)
OBJECT_OF_THE_FILE = "static int q[400]; struct V { int sum = 0; int &operator[](int i) { return b[i / 2]; } };"
OBJECT = (
    "void part(int n) { static V q; struct L { static void g(int n) { LOOP q[i] = i + 3; } }; L::g(n); }",
    "void part(int n) { static V q; struct L { void g(int n) { LOOP q[i] = i + 3; } }; L().g(n); }",
    "void part(int n) { try { throw V(); } catch (V &q) { LOOP q[i] = i + 3; } }",
    "namespace N { V q; } void part(int n) { using N::q; LOOP q[i] = i + 3; }",
    "namespace N { V q; } void part(int n) { using N::q; struct L { static void g(int n) { LOOP q[i] = i + 3; } }; L::g(n); }",
    "struct S { inline static V q; friend void g(S, int n) { LOOP q[i] = i + 3; } }; TOLD",
    "struct O { inline static V q; }; template <class D> void g(int n) { LOOP D::q[i] = i + 3; } CALLED",
    "template <class T> struct B { inline static V q; }; template <class D> struct S : B<D> { void g(int n) { LOOP B<D>::q[i] = i + 3; } }; CHOSEN",
    "struct D { inline static int q[400]; }; struct O { inline static V q; }; template <class D> void g(int n) { LOOP D::q[i] = i + 3; } CALLED",
)
NEARER = (  # what `q` is in each of them: an object of another class, where the file has an array or a function
    "namespace N { inline namespace I { V q; } void part(int n) { LOOP USE; } }",
    "template <class T> struct B { int w; }; template <> struct B<int> { V q; }; struct S : B<int> { void part(int n) { LOOP USE; } };",
    "template <class T> struct B { int w; }; template <class T> struct B<T *> { V q; }; struct S : B<int *> { void part(int n) { LOOP USE; } };",
    "struct C { int w; }; struct B { V q; }; struct S : std::conditional_t<sizeof(int) == 4, B, C> { void part(int n) { LOOP USE; } };",
    "struct B { int w; }; struct O { struct B { V q; }; struct S : B { void part(int n) { LOOP USE; } }; };",
    "struct O { static inline V q; struct S { void part(int n) { LOOP USE; } }; };",
    "struct O { static V q; struct S; }; V O::q; struct O::S { void part(int n) { LOOP USE; } };",
    "struct B { static inline V q; }; struct O : B { struct S { void part(int n) { LOOP USE; } }; };",
    "namespace N { V q; void part(int n); } void N::part(int n) { LOOP USE; }",
    "namespace N { V q; } namespace M { using N::q; void part(int n) { LOOP USE; } }",
    "namespace N { namespace { V q; } void part(int n) { LOOP USE; } }",
    "namespace N::K { V q; void part(int n) { LOOP USE; } }",
    "namespace N { V q; struct S { friend void part(S, int n) { LOOP USE; } }; }",
    "namespace N { void part(int n); } namespace N { V q; } void N::part(int n) { LOOP USE; }",
)
SECOND_SPACES = (
    "namespace O { V q; } namespace D { int q[400]; } void part(int n) { namespace D = O; LOOP D::q[i] = i; }",
    "namespace O { V q; } namespace N { namespace D = O; void part(int n) { LOOP D::q[i] = i; } } namespace D { int q[400]; }",
)
FUNCTION_OF_THE_FILE = (
    "static int q(int k) { return k; } struct V { int operator()(int k) const { return total += k; } };"
)
FUNCTION = (
    "void part(int n) { static V q; struct L { static void g(int n) { LOOP a[i] = q(i); } }; L::g(n); }",
    "void part(int n) { try { throw V(); } catch (V &q) { LOOP a[i] = q(i); } }",
    "void part(int n) { switch (V q; n) { default: LOOP a[i] = q(i); } }",
    "void part(int n) { for (V q; int k : {0, 1}) { LOOP a[i] = q(i) + k; } }",
    "struct S { static int q(int k) { return total += k; } friend void g(S, int n) { LOOP a[i] = q(i); } }; TOLD",
    "void part(int n) { static auto q = [](int k) { return total += k; }; struct L { static void g(int n) { LOOP a[i] = q(i); } }; L::g(n); }",
)
ALL = "enum { Z = 1 }; static int q[400]; namespace N { int r[400]; } namespace A = N;"
NOTHING = (
    "void part(int n) { LOOP q[i * Z] = i; }",
    "struct H { static void g(int n) { LOOP q[i * Z] = i; } }; void part(int n) { H::g(n); }",
    "void part(int n) { struct L { static void g(int n) { LOOP q[i * Z] = i; } }; L::g(n); }",
    "void part(int n) { LOOP A::r[i] = N::r[i] + Z; }",
    "void part(int n) { { int Z = 0; total = Z; } LOOP q[i * Z] = i; }",
)


# In C the values of an enumeration are names of the block around, whatever it stands in.
ENUM = "enum { Y = 4, Z = 0 }"
IN_C = (
    "void part(int n) { int w = (ENUM)0; LOOP a[i * Z] = w; }",
    "void part(int n) { int w = sizeof(ENUM); LOOP a[i * Z] = w; }",
    "void part(int n) { struct { ENUM e; } s; LOOP a[i * Z] = i; }",
    "void part(int n) { union { int v; struct { ENUM e; } s; } u; LOOP a[i * Z] = i; }",
    "void part(ENUM e, int n) { LOOP a[i * Z] = i; }",
    "void part(int n, int w[sizeof(ENUM)]) { LOOP a[i * Z] = i; }",
    "void part(int n) { int w[sizeof(ENUM)]; LOOP a[i * Z] = i; }",
    "void part(int n) { int w = ((struct { ENUM e; }){0}).e; LOOP a[i * Z] = w; }",
    "void part(int n) { _Alignas(ENUM) int w = 0; LOOP a[i * Z] = w; }",
    "void part(int n) { __typeof__(ENUM) w = 0; LOOP a[i * Z] = w; }",
    "void part(int n) { if (sizeof(ENUM)) { LOOP a[i * Z] = i; } }",
    "void part(int n) { int w = _Generic((ENUM)0, default: 0); LOOP a[i * Z] = w; }",
)
NOT_SEEN_IN_C = (
    "void part(int n) { { int w = sizeof(ENUM); total = w; } LOOP a[i * Z] = i; }",
    "void part(int n) { int (*g)(ENUM) = 0; LOOP a[i * Z] = i; }",
    "void part(int n) { LOOP a[i * Z] = i; total = sizeof(ENUM); }",
)


@pytest.mark.parametrize("part", IN_C)
def test_values_of_an_enumeration_within_something_are_nearer(part: str) -> None:
    assert _verdict(CONSTANT_OF_THE_FILE, part.replace("ENUM", ENUM), "c") in ("unknown", "refuted")


@pytest.mark.parametrize("part", NOT_SEEN_IN_C)
def test_those_of_another_block_are_not(part: str) -> None:
    assert _verdict(CONSTANT_OF_THE_FILE, part.replace("ENUM", ENUM), "c") == "proved"


@pytest.mark.parametrize("part", CONSTANT)
def test_a_constant_may_be_a_nearer_one(part: str) -> None:
    assert _verdict(CONSTANT_OF_THE_FILE, part) in ("unknown", "refuted", "assumed")


@pytest.mark.parametrize("part", SCOPED)
def test_a_scope_may_be_a_nearer_one(part: str) -> None:
    assert _verdict("", part) in ("unknown", "assumed")


@pytest.mark.parametrize("part", OBJECT)
def test_an_object_may_be_a_nearer_one(part: str) -> None:
    assert _verdict(OBJECT_OF_THE_FILE, part) in ("unknown", "refuted")


@pytest.mark.parametrize("part", NEARER)
def test_an_object_of_a_scope_around_is_nearer(part: str) -> None:
    for of_file, use in ((OBJECT_OF_THE_FILE, "q[i] = i + 3"), (FUNCTION_OF_THE_FILE, "a[i] = q(i)")):
        assert _verdict(of_file, part.replace("USE", use)) in ("unknown", "refuted", "assumed")


@pytest.mark.parametrize("part", SECOND_SPACES)
def test_a_namespace_may_be_another_one_by_this_name(part: str) -> None:
    assert _verdict(OBJECT_OF_THE_FILE, part) in ("unknown", "assumed")


@pytest.mark.parametrize("part", FUNCTION)
def test_a_function_may_be_a_nearer_object(part: str) -> None:
    assert _verdict(FUNCTION_OF_THE_FILE, part) in ("unknown", "assumed")


@pytest.mark.parametrize("part", NOTHING)
def test_what_nothing_hides_is_the_file_s(part: str) -> None:
    assert _verdict(ALL, part) == "proved"


def _verdict(of_file: str, part: str, language: Language = "cpp") -> str:
    code = part.replace("LOOP", LOOP).replace("CALLED", CALLED).replace("TOLD", TOLD).replace("CHOSEN", CHOSEN)
    outline = Outline(parse(f"{HEAD}{of_file}\n{code}\n", f"a.{language}", language))
    loop = next(each for each in outline.loops if each.span.start == outline.source.data.index(LOOP.encode()))
    return judge(outline, loop).verdict
