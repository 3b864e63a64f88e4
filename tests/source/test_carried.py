"""What is read of a top-level node alone is read again only where something happened to the node."""

from __future__ import annotations

import random

import pytest
from loopwright.source.nodes import TopLevel
from loopwright.source.syntax import Change, Source, parse
from loopwright.source.text import Span

PIECES = [
    "int f(int n) { return n; }\n",
    "#define N 3\n",
    "struct S { int a; };\n",
    "#if N\nint in_a_group;\n#endif\n",
    "/* nothing */\n",
    "int broken( {\n",
    "void g(void) { for (int i = 0; i < 3; i++) f(i); }\n",
    "int *__attribute__((unused)) p;\n",  # which the parser is not shown
    "int *p;\n",
    "namespace N { int inside; }\n",
]


def seen(node: TopLevel, language: str) -> tuple[object, ...]:
    """All that may decide what is read of a node."""
    tree = str(node.node).replace("field_identifier", "identifier")  # the one thing that a form does not tell
    return node.text, node.said, node.form, node.around, node.kind, tree, language


def drawn_edit(source: Source, drawn: random.Random) -> Source:
    """The file with a piece, a sign or nothing in the place of some text; sometimes that is read nowhere before the next edit."""
    start = drawn.randrange(len(source.data) + 1)
    end = min(len(source.data), start + drawn.choice((0, 0, 1, 20)))
    text = drawn.choice((drawn.choice(PIECES), "7", "x", "", "*/", "}"))
    return source.edited([Change(Span(start, end), text.encode())])


@pytest.mark.parametrize("seed", range(8))
def test_what_is_carried_over_is_what_a_new_file_says(seed: int) -> None:
    drawn = random.Random(seed)
    source = parse("".join(drawn.choices(PIECES, k=12)), "x.cpp")
    for _ in range(40):
        if drawn.random() < 0.8:
            fresh = parse(source.data, "x.cpp")
            assert source.top_level.each(seen, "cpp") == fresh.top_level.each(seen, "cpp")
        source = drawn_edit(source, drawn)


def test_an_edit_reads_one_node_again() -> None:
    read: list[str] = []

    def noted(node: TopLevel, where: None) -> bytes:
        read.append(node.text.decode())
        return node.text

    source = parse("int a;\nint b;\nint c;\nint d;\n", "x.c")
    source.top_level.each(noted, None)
    read.clear()
    source = source.edited([Change(Span(11, 12), b"bb")])
    assert [text.decode() for text in source.top_level.each(noted, None)] == ["int a;", "int bb;", "int c;", "int d;"]
    source.top_level.each(noted, None)
    assert read == ["int bb;"]
