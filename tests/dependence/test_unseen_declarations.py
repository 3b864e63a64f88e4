"""What is nowhere in sight may declare a name nearer than the file does: then a loop is independent only if it does not."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OF_FILE = "enum { Z = 1 };\nstatic int q[400], v[400];\n"
LOOP = "for (int i = 0; i < n; i++) q[i * Z] = v[i];"
WITHOUT = "for (int i = 0; i < n; i++) p[i] = 2;"
MISSING = '#include "missing.h"\n'
BRINGS = {
    "included file": 'void h(int n) {\n#include "locals.inc"\nLOOP }',
    "file included among values": 'void h(int n) { enum {\n#include "values.inc"\n}; LOOP }',
    "macro": "void h(int n) { LOCALS; LOOP }",
    "macro in a block around": "void h(int n) { if (n) { LOCALS; { LOOP } } }",
    "class of a method": MISSING + "void S::h(int n) { LOOP }",
    "class template of a method": MISSING + "template <class T> void S<T>::h(int n) { LOOP }",
    "macro that is called": MISSING + "void h(int n) { LOCALS(n); LOOP }",
    "macro that is assigned to": MISSING + "void h(int n) { LOCALS = 0; LOOP }",
    "macro in the head of a loop": "void h(int n) { for (LOCALS; n;) { LOOP } }",
    "parameters": MISSING + "void h(PARAMS, int n) { LOOP }",
    "more parameters": MISSING + "void h(int n, PARAMS(q)) { LOOP }",
    "end of parameters": MISSING + "void h(int n PARAMS) { LOOP }",
    "list of parameters": MISSING + "void h PARAMS { int n = 9; LOOP }",
    "what parameters are given": MISSING + "void h PARAMS(n) { int n = 9; LOOP }",
    "macro that is called with a type": MISSING + "void h(int n) { locals(int, n); LOOP }",
    "macro among variables": MISSING + "void h(int n) { int LOCALS(q); LOOP }",
    "macro that is a variable": MISSING + "void h(int n) { int LOCALS; LOOP }",
    "macro before a statement": MISSING + "void h(int n) { int k = n; locals k++; LOOP }",
    "head of a function": MISSING + "TEST(h) { int n = 9; LOOP }",
    "values of a function": MISSING + "void h(int n) { enum { LIST }; LOOP }",
}
HALF_READ = ("void h(int n) { LOCALS(1, n) LOOP }", "void h(int n) { LOCALS int k = 0; LOOP }")
BRINGS_IN_CPP = {
    "macro without a semicolon": "void h(int n) { locals(n)\nLOOP }",
    "macro before another statement": "void h(int n) { int k; locals(n) k = 1; LOOP }",
    "macro with one type": "void h(int n) { locals(int); LOOP }",
    "condition": "void h(int n) { if (LOCALS) { LOOP } }",
    "condition of another loop": "void h(int n) { while (LOCALS) LOOP }",
    "scope of a function": "void SCOPE h(int n) { LOOP }",
    "scope with an argument": "void SCOPE(S) h(int n) { LOOP }",
    "head of a template": "TEMPLATE void h(int n) { LOOP }",
    "parameters of a template": "template <PARAMS> void h(int n) { LOOP }",
    "what is caught": "void h(int n) { try { } catch (CAUGHT) { LOOP } }",
    "bases": "struct S BASES { void h(int n) { LOOP } };",
    "bases with an argument": "struct S : BASE(x) { void h(int n) { LOOP } };",
    "head of a class": "CLASS(S) { void h(int n) { LOOP } };",
    "beginning of a class": "CLASS(S) void h(int n) { LOOP } };",
    "values of a class": "struct S { enum { LIST }; void h(int n) { LOOP } };",
    "values of a class of a method": "struct S { enum { LIST }; void h(int n); };\nvoid S::h(int n) { LOOP }",
    "namespace": "namespace S { void h(int n) { LOOP } }",
    "namespace of a function": "namespace S { void h(int n); }\nvoid S::h(int n) { LOOP }",
    "namespace of a class": "namespace S { struct C { void h(int n) { LOOP } }; }",
}
BRINGS_NOTHING = {
    "file included behind it": 'void h(int n) { LOOP\n#include "locals.inc"\n}',
    "macro in sight": "#define LOCALS\nvoid h(int n) { LOCALS; LOOP }",
    "variable": "void h(int n) { v; int k; k; n; LOOP }",
    "class in sight": MISSING + "struct S { void h(int n); };\nvoid S::h(int n) { LOOP }",
    "namespace in sight": "namespace S { void h(int n); }\nvoid S::h(int n) { LOOP }",
    "macro in a block before": MISSING + "void h(int n) { if (n) { LOCALS(n); } LOOP }",
    "macro whose headers are all there": "#include <vector>\nvoid h(int n) { LOCALS(n); LOOP }",
    "function out of sight": MISSING + "void h(int n) { prepare(n); n = ask(n); LOOP }",
    "variables in capitals": MISSING + "void h(int n) { int NX = n, NY; double TAU(2), SUM; NY = NX; SUM = TAU; LOOP }",
    "condition of a branch before": MISSING + "void h(int n) { if (LOCALS) n = 1; LOOP }",
    "condition that compares": MISSING + "void h(int n) { if (LOCALS > 1) { LOOP } }",
    "type in capitals": MISSING + "void h(LIST *all, const TREE &t, int n) { NODE k = LIMIT; LOOP }",
    "word behind a function": MISSING + "void h(int n) NOEXCEPT { LOOP }",
    "values that are used": MISSING + "struct S { enum { A, B }; int k = A + B; void h(int n) { LOOP } };",
    "values of another class": MISSING + "struct T { enum { LIST }; };\nstruct S { void h(int n) { LOOP } };",
    "beside a namespace": MISSING + "namespace S { int w; }\nvoid h(int n) { LOOP }",
    "no header is missing": "void S::h(int n) { LOOP }",
}


@pytest.mark.parametrize("way", BRINGS)
def test_what_is_not_in_sight_may_hide_names_of_the_file(way: str) -> None:
    for language in ("c", "cpp") if "::" not in BRINGS[way] else ("cpp",):
        found = _verdict(BRINGS[way].replace("LOOP", LOOP), language)
        assert found[0] == "assumed", language
        assert found[1][0].startswith("Z, q and v are what the file declares, not what ")


@pytest.mark.parametrize("code", HALF_READ)
def test_so_may_a_macro_that_ends_with_no_statement(code: str) -> None:
    for language in ("c", "cpp"):
        assert _verdict(MISSING + code.replace("LOOP", LOOP), language)[0] in ("assumed", "unknown")


@pytest.mark.parametrize("way", BRINGS_IN_CPP)
def test_so_may_what_only_cplusplus_has(way: str) -> None:
    found = _verdict(MISSING + BRINGS_IN_CPP[way].replace("LOOP", LOOP), "cpp")
    assert found[0] == "assumed"
    assert found[1][0].startswith("Z, q and v are what the file declares, not what ")


def test_a_namespace_that_is_nearer_than_another() -> None:
    """What `using` brings is found further out than what a header that is not found has in the namespace around."""
    code = f"{MISSING}namespace N {{ int w[400]; }}\nnamespace S {{ using namespace N; void h(int n) {{ {WITHOUT} }} }}"
    found = _verdict(code.replace("p[i]", "w[i]"), "cpp")
    assert found[1] == ("w is what the file declares, not what the namespace S in a header that is missing brings",)


def test_names_of_the_same_namespace_are_not_hidden() -> None:
    code = f"{MISSING}namespace S {{ namespace {{ int w[400]; }} void h(int n) {{ {WITHOUT} }} }}"
    assert _verdict(code.replace("p[i]", "w[i]"), "cpp") == ("proved", ())


def test_a_word_before_a_function_hides_nothing_in_c() -> None:
    for head in ("API void h(int n)", "void API h(int n)", "API(1) void h(int n)", "static API void h(int n)"):
        assert _verdict(f"{MISSING}{head} {{ {LOOP} }}", "c") == ("proved", ()), head


@pytest.mark.parametrize("way", BRINGS)
def test_a_loop_without_such_names_has_no_question(way: str) -> None:
    code = BRINGS[way].replace("LOOP", f"int p[400]; {WITHOUT}")
    assert _verdict(code, "cpp") == ("proved", ())


@pytest.mark.parametrize("way", BRINGS_NOTHING)
def test_what_is_in_sight_brings_nothing(way: str) -> None:
    assert _verdict(BRINGS_NOTHING[way].replace("LOOP", LOOP), "cpp") == ("proved", ())


def _verdict(code: str, language: str) -> tuple[str, tuple[str, ...]]:
    outline = Outline(parse(f"{OF_FILE}{code}\n", f"a.{language}", language))
    verdict = judge(outline, outline.loops[-1])
    return verdict.verdict, verdict.assumptions
