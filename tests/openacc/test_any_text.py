"""Whatever stands in a directive: no exception, spans inside it, bounded time."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.check.run import check
from loopwright.openacc.completion import complete
from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import decode
from whole import drawn

from tests.clock import calls, cost

_WORDS = st.sampled_from(
    [
        "parallel",
        "loop",
        "kernels",
        "serial",
        "data",
        "enter",
        "exit",
        "update",
        "atomic",
        "cache",
        "wait",
        "routine",
        "declare",
        "copy",
        "copyin",
        "create",
        "present",
        "private",
        "reduction",
        "gang",
        "worker",
        "vector",
        "seq",
        "collapse",
        "tile",
        "async",
        "if",
        "self",
        "default",
        "device_type",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        ";",
        "+",
        "*",
        "max",
        "a",
        "b",
        "n",
        "i",
        "1",
        "0",
        "-1",
        "2.5",
        "0x1F",
        "'x'",
        '"s"',
        "a[0:n]",
        "\\\n",
        "/*",
        "*/",
        "//",
        "#",
        "@",
        "`",
        "\x0c",
        "\x00",
        "é",
        "𝛽",
        "force:",
        "readonly:",
        "devnum:",
        "static:",
        "none",
    ]
)
_PROGRAM = (
    "void f(int n, float *a, float b[10]) {{\n  for (int i = 0; i < n; i++) a[i] = 0;\n"
    "#pragma acc {}\n  for (int i = 0; i < n; i++) a[i] = b[i % 10];\n}}\n"
)


def findings_of(text: str | bytes) -> tuple[Finding, ...]:
    outline = Outline(parse(decode(text) if isinstance(text, bytes) else text, name="x.c"))
    found = check(outline)
    for finding in found:
        assert 0 <= finding.span.start <= finding.span.end <= len(outline.source.data)
        assert finding.message
    return found


@settings(max_examples=drawn(400), deadline=None)
@given(st.lists(_WORDS, max_size=25))
def test_words_of_the_language(words: list[str]) -> None:
    findings_of(_PROGRAM.format(" ".join(words)))


@settings(max_examples=drawn(300), deadline=None)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    findings_of(_PROGRAM.format(text))


@settings(max_examples=drawn(200), deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    findings_of(b"#pragma acc parallel loop " + data)


@settings(max_examples=drawn(200), deadline=None)
@given(st.lists(_WORDS, max_size=12), st.integers(0, 400))
def test_completion_anywhere(words: list[str], offset: int) -> None:
    text = _PROGRAM.format(" ".join(words))
    found = complete(Outline(parse(text, name="x.c")), min(offset, len(text.encode())))
    assert found is None or found.span.start <= found.span.end


RIGHT = (
    "parallel loop gang vector collapse(1) copyin(b[0:10]) copyout(a[0:n]) reduction(+:n) if(n > 3) async(2) wait(1, 2)"
)


@pytest.mark.parametrize("cut", range(len(RIGHT)))
def test_a_directive_cut_anywhere(cut: int) -> None:
    findings_of(_PROGRAM.format(RIGHT[:cut]))


@pytest.mark.parametrize(
    "directive",
    [
        "parallel " + "copy(a[0:n]) " * 10_000,
        "parallel if(" + "(" * 1_000 + "n" + ")" * 1_000 + ")",
        "parallel if(" + "(" * 5_000,
        "parallel copy(" + "a," * 20_000 + "a)",
        "parallel copy(a" + "[0]" * 3_000 + ")",
        "parallel " + "\\\n" * 5_000,
        "parallel if(" + "-" * 5_000 + "1)",
        "parallel if(" + "n ? " * 2_000 + "1" + " : 1" * 2_000 + ")",
        "x" * 100_000,
    ],
    ids=["clauses", "nested", "unclosed", "list", "subscripts", "continuations", "minus", "ternary", "word"],
)
def test_bounded_time(directive: str) -> None:
    text = _PROGRAM.format(directive)
    assert cost(lambda: findings_of(text)) < 60  # a hang is meant


def test_many_directives_of_a_kind_take_linear_time() -> None:
    body = "#pragma acc parallel loop present(t) copyin(a[0:n])\n  for (int i = 0; i < n; i++) a[i] = t[i];\n"
    found = []
    for count in (60, 240):
        text = "void f(int n, float *a) {\nfloat t[10];\n" + body * count + "}\n"
        found.append(calls(partial(findings_of, text)))
    assert found[1] < 4.4 * found[0]


def test_a_macro_that_may_hide_anything() -> None:
    text = (
        "#define PRIVATE private(x)\n#define FOR for (int i = 0; i < n; i++)\nvoid f(int n, float *a) {\nfloat x;\n"
        "#pragma acc parallel loop num_gangs(GANGS) PRIVATE\n  FOR a[i] = 0;\n}\n"
    )
    assert [f for f in findings_of(text) if f.severity == "error"] == []
