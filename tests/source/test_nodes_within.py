"""Any place of a text can be asked for its nodes, also one inside a comment, a number or a string."""

from __future__ import annotations

from loopwright.source.nodes import text_of, within
from loopwright.source.syntax import parse
from loopwright.source.text import Span

TEXT = 'int f(int n) { /* n is n */ return n + 1234; } // n\nconst char *s = "n n";\n'


def test_every_part_of_a_text_can_be_asked() -> None:
    root = parse(TEXT.encode(), name="a.c").tree.root_node
    for start in range(len(TEXT)):
        for length in (0, 1, 2, 5):
            for node in within(root, Span(start, start + length)):
                assert node.start_byte < start + max(length, 1)


def test_inside_a_comment_there_is_no_name() -> None:
    root = parse(TEXT.encode(), name="a.c").tree.root_node
    at = TEXT.index("n is")
    assert [text_of(n) for n in within(root, Span(at, at + 1)) if n.type == "identifier"] == []
    at = TEXT.index("n + 1")
    assert [text_of(n) for n in within(root, Span(at, at + 1)) if n.type == "identifier"] == ["n"]
