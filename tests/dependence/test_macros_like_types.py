"""`EACH(k) x = 1;`, by a macro that begins a statement, looks like a declaration of `x`: it sets the variable that is there."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

MACROS = {
    "a loop": "#define EACH(p) for (int once = ((p)++, 1); once; once = 0)\n",
    "a condition": "#define EACH(p) if (((p)++, 1))\n",
    "a loop with a condition": "#define EACH(p) while ((p)++ < 1)\n",
    "a statement": "#define EACH(p) (p)++;\n",
    "a macro out of sight": "",
}
FILE = "int a[400], b[400], last;\n"


def verdict_of(macro: str, body: str, language: str = "c") -> str:
    outline = Outline(parse(f"{FILE}{macro}void f(int n) {{ int k = 0; {body} }}", name=f"a.{language}"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("macro", MACROS)
def test_a_statement_is_no_declaration(macro: str, language: str) -> None:
    around = "EACH(k) last = 1; for (int i = 9; i < n; i++) { a[i] = b[i]; if (k) last = i; }"
    assert verdict_of(MACROS[macro], around, language) != "proved"
    inside = "for (int i = 9; i < n; i++) { EACH(k) last = i; a[i] = k; }"
    assert verdict_of(MACROS[macro], inside, language) != "proved"


def test_a_macro_for_a_type_declares() -> None:
    for macro in ("#define EACH(t) t\n", "#define EACH(t) struct { t v; } *\n"):
        assert verdict_of(macro, "for (int i = 9; i < n; i++) { EACH(int) x = 0; a[i] = b[i]; }") != "refuted"
    assert (
        verdict_of("#define EACH(t) t\n", "for (int i = 9; i < n; i++) { EACH(int) x = b[i]; a[i] = x; }") == "proved"
    )
