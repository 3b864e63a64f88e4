from __future__ import annotations

import pytest
from loopwright.lang.symbols import visible_names
from loopwright.source.edits import apply_edits
from loopwright.suggest.insertion import insertion


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("void f(){\n\tfor (;;) ;\n}\n", "void f(){\n\t#pragma acc loop X\n\tfor (;;) ;\n}\n"),
        ("void f(){\r\n  for (;;) ;\r\n}\r\n", "void f(){\r\n  #pragma acc loop X\r\n  for (;;) ;\r\n}\r\n"),
        ("void f(){ for (;;) ; }", "void f(){ \n#pragma acc loop X\nfor (;;) ; }"),
        (
            "void f(){\n  #pragma acc loop \\\n   seq\n  for (;;) ;\n}",
            "void f(){\n  #pragma acc loop X\n  for (;;) ;\n}",
        ),
        ("// é\nvoid f(){\nfor (;;) ;\n}", "// é\nvoid f(){\n#pragma acc loop X\nfor (;;) ;\n}"),
    ],
)
def test_the_pragma_stands_as_the_loop_does(outline, before: str, after: str) -> None:
    found = outline(before)
    edits = insertion(found, found.loops[0], "loop X")
    assert apply_edits(found.source.data, edits).decode() == after


def test_names_are_those_of_the_place(outline) -> None:
    found = outline(
        "#define N 8\n#define M(x) x\n"
        "void f(int n, const float *restrict b, float (*c)[4]) {\n"
        "  float s = 0, a[N]; int j;\n"
        "  for (int i = 0; i < n; i++) { float t = b[i]; for (j = 0; j < N; j++) a[j] += g(t) + S.x; s += t; }\n"
        "  int late;\n"
        "}\n"
    )
    names = visible_names(found, found.loops[0])
    assert set(names) == {"n", "b", "c", "s", "a", "j", "N", "S"}
