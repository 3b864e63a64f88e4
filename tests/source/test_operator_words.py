"""Operators that are written as words are read as the signs that they mean."""

from __future__ import annotations

import pytest
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

WORDS = {
    "and": "&&", "or": "||", "xor": "^", "bitand": "&", "bitor": "|", "not_eq": "!=", "and_eq": "&=", "or_eq": "|=", "xor_eq": "^=",
}  # fmt: skip
AROUND = (
    "int f(int a, int b) {{ return a {} b; }}",
    "int f(int a, int b) {{ while (a {} b) {{ if ((a) {} (b) {} a) return 1; }} return 0; }}",
    "struct V {{ int k; }}; V operator {}(V l, V r);",
    "template <class T> auto f(T a, T b) {{ return [=] {{ return a {} b; }}; }}",
)


@pytest.mark.parametrize("language", ["cpp", "cuda"])
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_its_sign(word: str, around: str, language: str) -> None:
    count = around.count("{}")
    said, meant = (
        parse(around.format(*([each] * count)), language=language) for each in (word, WORDS[word].ljust(len(word)))
    )  # type: ignore[arg-type]
    assert str(said.root) == str(meant.root)
    assert said.parsed == meant.parsed
    assert len(said.parsed) == len(said.data)


@pytest.mark.parametrize(("word", "sign"), [("not", "!"), ("compl", "~")])
def test_of_one_operand(word: str, sign: str) -> None:
    assert parse(f"int f(int a) {{ return {word} a; }}", "a.cpp").parsed.decode().split() == (
        f"int f(int a) {{ return {sign} a; }}".split()
    )


def test_what_is_no_operator_is_left() -> None:
    text = 'int f(int a) { /* a and b or c */ puts("not a"); return a->or_else(band) + android; } // or so\n'
    assert parse(text, "a.cpp").parsed == text.encode()
    c = "int f(int and, int not) { return and + not; }"
    assert parse(c, "a.c").parsed == c.encode()


def test_after_an_edit_as_when_it_is_opened() -> None:
    text = b"int g(int a) { return a; }\nint f(int a, int b) { return a and b; }\n"
    for at, new in ((text.index(b"and"), b"or"), (text.index(b"return a;"), b"if (not a) return a or 1;")):
        old = b"and" if new == b"or" else b"return a;"
        before = parse(text, "a.cpp")
        assert b"&&" in before.parsed
        after = before.edited([Change(Span(at, at + len(old)), new)])
        fresh = parse(after.data, "a.cpp")
        assert (str(after.root), after.parsed) == (str(fresh.root), fresh.parsed)
