from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopwright.source.text import LineIndex, Span, decode, encode

TEXT = st.text(alphabet=st.sampled_from("ab\t \n\r\f\v\x85\u2028é中𝛼{};"), max_size=60)

LINES = st.binary(max_size=3).map(lambda text: text.translate(INTO_LINES))
INTO_LINES = bytes(b"a\n\rb"[byte % 4] for byte in range(256))


def lines_of(text: str) -> list[str]:
    """Lines as C and LSP see them, by hand."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(TEXT)
def test_lines_end_at_newlines_only(text: str) -> None:
    index = LineIndex(encode(text))
    found = [encode(text)[s.start : s.end].decode() for s in map(index.line_span, range(len(index.starts)))]
    assert found == lines_of(text)


@given(TEXT, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_offsets_and_positions_are_inverse(text: str, encoding: str) -> None:
    data = encode(text)
    index = LineIndex(data)
    offset = 0
    for char in text:
        line, column = index.to_position(offset, encoding)  # type: ignore[arg-type]
        if index.line_span(line).end >= offset:  # not between \r and \n
            assert index.to_offset(line, column, encoding) == offset  # type: ignore[arg-type]
        offset += len(char.encode())


@given(TEXT, st.integers(-3, 80), st.integers(-3, 80))
def test_any_position_is_answered(text: str, line: int, column: int) -> None:
    data = encode(text)
    assert 0 <= LineIndex(data).to_offset(line, column) <= len(data)


@given(st.binary(max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), LINES), max_size=4))
def test_the_lines_of_an_edited_text_are_those_of_a_new_one(data: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    data = data.translate(INTO_LINES)
    index = LineIndex(data)
    for start, length, text in edits:
        assert index.starts == LineIndex(data).starts
        start, behind = min(start, len(data)), min(start + length, len(data))
        first, last = start, len(data) - behind
        data = data[:start] + text + data[behind:]
        index = index.edited(data, first, last)
    assert index.starts == LineIndex(data).starts


def test_a_column_counts_utf16_units() -> None:
    index = LineIndex("a𝛼b".encode())
    assert index.to_position(5) == (0, 3)
    assert index.to_position(5, "utf-32") == (0, 2)
    assert index.to_position(5, "utf-8") == (0, 5)
    assert index.to_offset(0, 3) == 5


def test_a_form_feed_is_no_line_end() -> None:
    assert LineIndex(b"int a;\n\fint b;\nint c;\n").to_position(8) == (1, 1)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"\xef\xbb\xbfint a;", "int a;"),
        ("int é;".encode("latin-1"), "int é;"),
        ("int a;".encode("utf-16"), "int a;"),
        (b"", ""),
    ],
)
def test_encodings(raw: bytes, text: str) -> None:
    assert decode(raw) == text


def test_lone_surrogates_are_encoded() -> None:
    assert encode("a\ud800b") == b"a?b"


def test_spans() -> None:
    assert Span(0, 5).contains(Span(1, 5))
    assert not Span(1, 5).contains(Span(0, 5))
    assert Span(1, 2).shifted(3) == Span(4, 5)
