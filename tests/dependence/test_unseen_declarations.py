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
}
BRINGS_NOTHING = {
    "file included behind it": 'void h(int n) { LOOP\n#include "locals.inc"\n}',
    "macro in sight": "#define LOCALS\nvoid h(int n) { LOCALS; LOOP }",
    "variable": "void h(int n) { v; int k; k; n; LOOP }",
    "class in sight": MISSING + "struct S { void h(int n); };\nvoid S::h(int n) { LOOP }",
    "namespace in sight": MISSING + "namespace S { void h(int n); }\nvoid S::h(int n) { LOOP }",
    "no header is missing": "void S::h(int n) { LOOP }",
}


@pytest.mark.parametrize("way", BRINGS)
def test_what_is_not_in_sight_may_hide_names_of_the_file(way: str) -> None:
    for language in ("c", "cpp") if "::" not in BRINGS[way] else ("cpp",):
        found = _verdict(BRINGS[way].replace("LOOP", LOOP), language)
        assert found[0] == "assumed", language
        assert found[1][0].startswith("Z, q and v are what the file declares, not what ")


@pytest.mark.parametrize("way", BRINGS)
def test_a_loop_without_such_names_has_no_question(way: str) -> None:
    code = BRINGS[way].replace("LOOP", WITHOUT).replace("h(int n)", "h(int n, int *p)")
    assert _verdict(code, "cpp") == ("proved", ())


@pytest.mark.parametrize("way", BRINGS_NOTHING)
def test_what_is_in_sight_brings_nothing(way: str) -> None:
    assert _verdict(BRINGS_NOTHING[way].replace("LOOP", LOOP), "cpp") == ("proved", ())


def _verdict(code: str, language: str) -> tuple[str, tuple[str, ...]]:
    outline = Outline(parse(f"{OF_FILE}{code}\n", f"a.{language}", language))
    verdict = judge(outline, outline.loops[-1])
    return verdict.verdict, verdict.assumptions
