"""Tokens of a text without a tree: what is no code has none, and the parser agrees on files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from loopwright.source.lexemes import (
    all_lexemes,
    directives_in,
    lexemes,
    one_line,
    read_directive,
    without_text,
    words_of_code,
)
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

FILES = sorted(Path(__file__).parents[1].joinpath("cuda", "programs").glob("*.cu"))[::6]
TEXTS = {
    "// a \\\n#if 0\nb": ["b"],
    "/* a\n#if 0 */ b": ["b"],
    'x = R"y(a " // b )z)y"; c': ["x", "c"],
    "x = 1'000; y = 2'000u; z": ["x", "y", "z"],
    "'\\'' b \"a \\\" c\" d": ["b", "d"],
    'u8"a" L\'b\' U"c" e': ["e"],
    "don't stop": ["don", "t", "stop"],
    "0x1p-3f a.b 1.e5 c": ["a", "b", "c"],
    '#define A(b) "c" /* d\n e */ f // g \\\n h\ni': ["define", "A", "b", "f", "i"],
}


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_those_of_the_code(text: str) -> None:
    assert words_of_code(text) == TEXTS[text]


def test_a_directive_is_one_piece_with_all_its_lines() -> None:
    text = 'a\n /* b */ # define C(x) /* d\n */ x \\\n + "// e" // f\ng # h\n'
    (line,) = (each for each in lexemes(text) if each.kind == "directive")
    assert text[line.end :] == "\ng # h\n"
    assert read_directive(line.text) == ("define", 'C(x)   x   + "// e"')
    assert read_directive("%: undef C") == ("undef", "C")
    assert read_directive("#") is None
    assert read_directive("a # b") is None


@pytest.mark.parametrize(
    "text", ["/* a\n */ #define B", "\f#define B", "%:define B", "/* a */ /* * / /**/\t# /* c */ define B"]
)
def test_a_directive_is_the_first_of_its_line_but_for_remarks(text: str) -> None:
    assert [read_directive(each.text) for each in directives_in(f"x;\n{text}\ny;\n")] == [("define", "B")]
    assert not list(directives_in(f"x; {text}\n"))


def test_text_goes_and_lines_stay() -> None:
    text = 'a /* b\n c */ "d" \'{\' R"(\n)" // e\nf'
    told = without_text(text)
    assert told.split() == ["a", "f"]
    assert [len(line) for line in told.split("\n")] == [len(line) for line in text.split("\n")]


def test_one_line_keeps_what_is_quoted() -> None:
    assert one_line(' a \\\n b  "//" /* c */ d // e') == 'a   b  "//"   d'


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_remarks_are_those_of_the_parser(file: Path) -> None:
    source = parse(file.read_text("utf-8"), file.name, "cuda")
    assert source.data.isascii()
    remarks = {(each.start, each.end) for each in all_lexemes(source.text) if each.kind == "remark"}
    comments = {(n.start_byte, n.end_byte) for n in source.kinds.of("comment")}
    assert comments <= remarks  # a macro's text is one node, with its remarks
    inside = [text_of(n) for n in source.kinds.of("preproc_arg")]
    assert all(any(source.text[a:b] in text for text in inside) for a, b in remarks - comments)


_PIECES = (
    *(
        "name",
        "u8",
        "R",
        "1'000",
        "0x1Fu",
        "1e+5f",
        ".5e-3",
        "...5",
        "'a'",
        "'\\''",
        '"a b"',
        '"\\"c"',
        'u8"x"',
        "L'w'",
    ),
    *(
        "// to the end d\n",
        "/* e\nf */",
        "/* open",
        "\\\n",
        "\n",
        "#define A b // c\n",
        "  # if x y\n",
        "#error don't do\n",
    ),
    *(
        'R"(raw g)"',
        'uR"m(h)" i)m"',
        "'",
        '"',
        "->",
        "%:",
        "a.b",
        "\u00e9t\u00e9",
        "#include <k.h>\n",
        "/**/#undef l\n",
    ),
)


def test_names_are_found_at_once_where_all_tokens_would_find_them() -> None:
    chance = random.Random(33)
    for _ in range(3000):
        text = chance.choice(("", " ")).join(chance.choices(_PIECES, k=chance.randrange(1, 12)))
        assert words_of_code(text) == [each.text for each in all_lexemes(text) if each.kind == "name"], text
