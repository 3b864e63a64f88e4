"""Which statements a `case` has: all up to the next label, whatever directive or pragma stands between them."""

from __future__ import annotations

import pytest
from loopwright.lang.statements import cases_of
from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import parse

LOOP = "for (int k = 0; k < 4; k++) s += k;"


def _parts(body: str) -> tuple[list[tuple[str, list[str]]], list[str]]:
    source = parse(f"void f(int i, int s) {{ switch (i) {{ {body} }} }}", name="f.c")
    switch = next(node for node in subtree(source.tree.root_node) if node.type == "switch_statement")
    block = switch.child_by_field_name("body")
    assert block is not None
    cases, outside = cases_of(block)
    told = [
        (text_of(case.value) if case.value is not None else "", [text_of(each).strip() for each in case.statements])
        for case in cases
    ]
    return told, [node.type for node in outside]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("case 0: s = 1; break; default: s = 2;", [("0", ["s = 1;", "break;"]), ("", ["s = 2;"])]),
        ("case 0: case 1: s = 1;", [("0", []), ("1", ["s = 1;"])]),
        (
            f"case 0:\n#pragma acc loop seq\n{LOOP} break; /* next */ case 1: s = 1;",
            [("0", ["#pragma acc loop seq", LOOP, "break;"]), ("1", ["s = 1;"])],
        ),
        (
            f"default: s = 1;\n#pragma unroll 4\n#pragma acc loop seq\n{LOOP}",
            [("", ["s = 1;", "#pragma unroll 4", "#pragma acc loop seq", LOOP])],
        ),
    ],
)
def test_statements_of_cases(body: str, expected: list[tuple[str, list[str]]]) -> None:
    assert _parts(body) == (expected, [])


@pytest.mark.parametrize(
    ("body", "outside"),
    [
        ("int q; case 0: s = 1;", ["declaration"]),
        (f"\n#pragma acc loop seq\n{LOOP} case 0: s = 1;", ["preproc_call", "for_statement"]),
        ("case 0: s = 1;\n#if FAST\ncase 1: s = 2;\n#endif\ndefault: s = 3;", ["preproc_if"]),
        ("case 0: s = 1;\n#ifdef FAST\ncase 1: s = 2;\n#endif\n", ["preproc_ifdef"]),
    ],
)
def test_what_is_of_no_case(body: str, outside: list[str]) -> None:
    assert _parts(body)[1] == outside
