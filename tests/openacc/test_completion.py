"""What completion offers at a place: only what is legal there, what people write often first."""

from __future__ import annotations

import pytest
from loopwright.openacc.completion import complete
from loopwright.openacc.constructs import Unit
from loopwright.openacc.explain import explain
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "struct T { int q; };\ntypedef struct { double *v; struct T in; } S;\nint q;\nvoid f(int n, double *a, double *b, S *s) {\n"
LOOP = "\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


def labels(text: str) -> list[str]:
    """What is offered at the `|` in ``text``."""
    offset = text.index("|")
    found = complete(Outline(parse(text.replace("|", "", 1), name="x.c")), len(text[:offset].encode()))
    return [proposal.label for proposal in found.proposals] if found is not None else []


INSIDE = {
    "clauses behind the cursor are seen": (
        "#pragma acc parallel loop | gang copy(a[0:n]) async",
        "vector",
        "gang async seq",
    ),
    "what excludes one behind is left out": (
        "#pragma acc parallel loop | seq",
        "copy",
        "gang worker vector independent",
    ),
    "once for all devices": ("#pragma acc parallel loop async device_type(nvidia) |", "async vector_length", "copy if"),
    "levels are for parallel loops": ("#pragma acc loop |", "vector private", "copy num_gangs"),
    "members of a struct": ("#pragma acc parallel loop copy(s->|)", "v in", "a n q"),
    "members of a member": ("#pragma acc update self(s[0].in.|)", "q", "v a"),
    "queues": ("#pragma acc parallel loop async(|)", "acc_async_sync acc_async_noval n", "a b s"),
    "a variable once in a list": ("#pragma acc parallel loop copy(a[0:n], |)", "b", "a"),
}


@pytest.mark.parametrize("case", INSIDE)
def test_inside_a_directive(case: str) -> None:
    line, offered, left_out = INSIDE[case]
    found = labels(HEAD + line + LOOP)
    assert set(offered.split()) <= set(found)
    assert not set(left_out.split()) & set(found)


NOTHING = {
    "a comment": "  // #pragma acc parallel |",
    "a block comment": "  /*\n#pragma acc parallel |\n*/",
    "a comment in a directive": "#pragma acc parallel loop /* copy(|",
    "a comment at the end": "#pragma acc parallel loop // |",
    "a string": '  const char *t = "\\\n#pragma acc parallel |";',
    "a string in a directive": '#pragma acc routine(f) bind("|',
    "code that is switched off": "#if 0\n#pragma acc parallel |\n#endif",
    "code without OpenACC": "#ifndef _OPENACC\n#pragma acc parallel |\n#endif",
}


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_in(case: str) -> None:
    assert labels(HEAD + NOTHING[case] + LOOP) == []


def test_directives_by_place() -> None:
    outside = labels("#pragma acc |\nvoid g(void);\n")
    assert outside == ["routine", "declare"]
    in_function = labels(HEAD + "#pragma acc |" + LOOP)
    assert in_function[:2] == ["loop", "parallel loop"]
    assert "cache" not in in_function
    in_region = labels(HEAD + "#pragma acc parallel\n  {\n#pragma acc |" + LOOP + "}")
    assert in_region == ["loop", "atomic"]
    in_loop = labels(
        HEAD + "#pragma acc parallel loop\n  for (int i = 0; i < n; i++) {\n#pragma acc |\n    a[i] = 0;\n  }\n}\n"
    )
    assert "cache" in in_loop
    assert "kernels" not in in_loop


def test_levels_around_are_left_out() -> None:
    text = "#pragma acc parallel loop gang worker\n  for (int j = 0; j < n; j++)\n#pragma acc loop |"
    found = labels(HEAD + text + LOOP)
    assert "vector" in found
    assert not {"gang", "worker"} & set(found)


@pytest.mark.parametrize("outer", ["parallel loop", "kernels loop", "loop"])
@pytest.mark.parametrize(
    ("inner", "gone"),
    [
        ("gang", {"gang", "worker", "vector"}),
        ("gang vector", {"gang", "worker", "vector"}),
        ("worker", {"worker", "vector"}),
        ("vector", {"vector"}),
        ("seq", set()),
        ("gang(dim:1)", set()),
    ],
)
def test_levels_of_loops_inside_are_left_out(outer: str, inner: str, gone: set[str]) -> None:
    inside = f"#pragma acc loop {inner}\n    for (int k = 0; k < n; k++) a[k] = j;"
    around = "#pragma acc parallel\n  {\n" if outer == "loop" else ""
    text = f"{HEAD}{around}#pragma acc {outer} |\n  for (int j = 0; j < n; j++) {{\n{inside}\n  }}\n"
    beside = "#pragma acc parallel loop gang worker vector\n  for (int j = 0; j < n; j++) a[j] = 0;\n"
    found = labels(f"{text}{'}' if around else ''}\n{'' if around else beside}}}\n")
    assert {"gang", "worker", "vector"} - set(found) == gone
    assert "reduction" in found


def test_what_the_loop_uses_comes_first() -> None:
    found = labels(HEAD + "#pragma acc parallel loop present(|)" + LOOP)
    assert found[:2] == ["a", "n"]


def test_every_word_is_explained() -> None:
    line = "#pragma acc parallel loop gang(static: 4) copyin(readonly: b[0:n]) reduction(+: q) async(acc_async_sync)"
    text = HEAD + line + " default(none)" + LOOP
    unit = Unit(Outline(parse(text, name="x.c")))
    (construct,) = unit.constructs
    for token in construct.node.tokens:
        found = explain(construct, token.span.start, unit.declarations)
        assert found is not None, token.text
        assert found.text
        assert found.section
    named = {token.text: explain(construct, token.span.start, unit.declarations) for token in construct.node.tokens}
    assert "double *" in named["b"].text  # type: ignore[union-attr]
    assert "clause of its own" in named["none"].text  # type: ignore[union-attr]
