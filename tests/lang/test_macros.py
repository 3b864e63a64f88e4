"""What `#define` lines say, and which of several definitions of a name is believed."""

from __future__ import annotations

import pytest
from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import (
    is_macro,
    last_of,
    lasts_by_macro,
    macros_in,
    named_by_macro,
    names_outside,
    redefined_keyword,
    stands_for,
)
from loopwright.lang.types import Type, named
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span


def macro_of(text: str, name: str = "M") -> Declaration:
    return macros_in(text.encode())[name]


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("#define M 12", "constant", "12"),
        ("#define M", "constant", ""),
        ("#define M(x) ((x) * 2)", "function", "x) ((x) * 2)"),
        ("#define M (3)", "constant", "(3)"),
        ("#define M 3 // three", "constant", "3"),
        ("#define M 1 /* one */ + 2", "constant", "1   + 2"),
        ('#define M "// text"', "constant", '"// text"'),
        ("#define M '/'", "constant", "'/'"),
    ],
)
def test_a_definition(line: str, kind: str, value: str) -> None:
    text = f"int before;\n{line}\nint after;\n"
    macro = macro_of(text)
    assert (macro.name, macro.kind, macro.value) == ("M", kind, value)
    assert macro.scope == Span(0, len(text))
    assert text[macro.span.start :].startswith("define") or text[macro.span.start - 1 :].startswith("#define")
    assert macro.is_global
    assert not macro.disputed
    assert is_macro(macro)


def test_what_has_a_type_is_no_macro() -> None:
    nowhere = Span(0, 0)
    assert not is_macro(Declaration("N", "constant", Type(), nowhere, nowhere))
    assert not is_macro(Declaration("N", "constant", named("int"), nowhere, nowhere, value="3"))
    assert not is_macro(Declaration("n", "variable", Type(), nowhere, nowhere, value="3"))
    assert is_macro(Declaration("f", "function", Type(), nowhere, nowhere, value="x) x"))


@pytest.mark.parametrize(
    ("first", "second", "value", "disputed"),
    [
        ("12", "12", "12", False),
        ("a +  b", "a + b", "a + b", False),
        ("12", "13", None, True),
        ("(1 << 3)", "0x10u", None, True),
        ("float", "double", "double", False),
        ("long double", "float", "float", False),
        ("float", "int", "int", True),
        ("int", "float", "float", True),
        ("12", "size", "size", True),
        ("size", "12", "12", True),
        ("1.5e-3f", "2.", None, True),
        ("+", "3", "3", True),
        ("", "3", "3", True),
        ("", "", "", False),
        ("restrict", "__restrict", "__restrict", False),
        ("restrict", "const", "const", True),
        ("const", "restrict", "restrict", True),
    ],
)
def test_the_last_definition_counts_but_a_number_among_numbers_is_none(
    first: str, second: str, value: str | None, disputed: bool
) -> None:
    macro = macro_of(f"#define M {first}\n#define M {second}\n")
    assert (macro.value, macro.disputed) == (value, disputed)


def test_a_dispute_lasts() -> None:
    again = macro_of("#define M 1\n#define M 2\n#define M 2\n")
    assert (again.value, again.disputed) == (None, True)
    types = macro_of("#define M int\n#define M float\n#define M double\n")
    assert types.disputed
    same = macro_of("#define M 1\n#define M n\n#define M n\n")
    assert (same.value, same.disputed) == ("n", True)


def test_a_function_like_macro_beside_one_without_arguments() -> None:
    macro = macro_of("#define M 3\n#define M(x) 3\n")
    assert (macro.kind, macro.value, macro.disputed) == ("function", "x) 3", True)
    # What a macro with arguments begins with is no number that the other one could be.
    assert macro_of("#define M(x) x\n#define M 3\n").value == "3"
    assert macro_of("#define M 3)\n#define M(3) \n").disputed


@pytest.mark.parametrize(
    ("value", "type"),
    [
        ("double", "double"),
        ("unsigned  long", "unsigned long"),
        ("float *", "float"),
        ("other", None),
        ("3", None),
        ("", None),
        ("double[3]", None),
    ],
)
def test_a_type_behind_a_macro(value: str, type: str | None) -> None:
    found = named_by_macro(macro_of(f"#define M {value}\n"))
    assert (found.base if found is not None else None) == type


def test_no_type_behind_what_is_disputed_or_takes_arguments() -> None:
    assert named_by_macro(None) is None
    assert named_by_macro(macro_of("#define M int\n#define M double\n")) is None
    assert named_by_macro(macro_of("#define M(x) double\n")) is None
    function = macro_of("#define M double\n")._replace(kind="function")
    assert named_by_macro(function) is None


def test_the_last_header_that_defines_a_name_is_told() -> None:
    first, second = (
        Outline(parse(text, "a.h")) for text in ("#define A 1\n#define B 2\n", "#define B 3\n#define C 4\n")
    )
    found = last_of([(first, macros_in(first.source.data)), (second, macros_in(second.source.data))])
    assert set(found) == {"A", "B", "C"}
    assert (found["A"].value, found["A"].header) == ("1", first)
    assert (found["B"].value, found["B"].disputed, found["B"].header) == (None, True, second)
    assert (found["C"].value, found["C"].disputed) == ("4", False)


@pytest.mark.parametrize(
    ("text", "before", "outside"),
    [
        ("#define M 1\nint a = M;\n", (), ()),
        ("int a = M;\n#define M 1\nint b = M;\n", (), ("M",)),
        ("int a = M;\n#define M 1\n", ("M",), ()),
        ("#define M 1\n#undef M\nint a = M;\n", (), ("M",)),
        ("#define M 1\n#undef M\nint a = MM;\n", (), ()),
        ("#define M 1\n#undef M\n#define M 2\nint a = M;\n", (), ()),
        ("#undef M\nint a = M;\n", ("M",), ("M",)),
        ("int a = M;\n#undef M\n", ("M",), ()),
        ("#define M 1\nint a = M;\n#undef M\nint b = M;\n", (), ("M",)),
        ("// M\n#define M 1\n", (), ()),
        ('char *a = "M";\n#define M 1\n', (), ()),
        ("int a = M; int b = N;\n#define M 1\n#define N 2\n", ("N",), ("M",)),
        ("int M;\n", (), ()),
    ],
)
def test_names_that_are_used_where_no_macro_holds(text: str, before: tuple[str, ...], outside: tuple[str, ...]) -> None:
    assert names_outside(text.encode(), before) == frozenset(outside)


@pytest.mark.parametrize(
    ("line", "keyword"),
    [
        ("#define for while", "for"),
        ("#define for for", None),
        ("#define inline __inline", None),
        ("#define inline __inline__", None),
        ("#define while(x) if (x)", "while"),
        ("#define  if  if", None),
        ("#define for if (0) ; else for", None),
        ("#define while if (0) ; else for", "while"),
        ("#define count for", None),
    ],
)
def test_a_keyword_with_another_meaning(line: str, keyword: str | None) -> None:
    assert redefined_keyword(macros_in(f"{line}\n".encode())) == keyword


def test_a_word_that_a_macro_stands_for() -> None:
    meant = frozenset(("restrict", "__restrict"))
    macros = macros_in(
        b"#define R restrict\n#define S static\n#define T(x) restrict\n#define V restrict\n#define V const\n"
        b"#define restrict\n"
    )
    assert stands_for(macros, "R", meant)
    assert stands_for({}, "restrict", meant)
    assert stands_for(macros, "__restrict", meant)
    assert not stands_for(macros, "restrict", meant)  # taken away
    assert not stands_for(macros, "S", meant)
    assert not stands_for(macros, "T", meant)
    assert not stands_for(macros, "V", meant)
    assert not stands_for({}, "R", meant)


@pytest.mark.parametrize(
    ("line", "lasts"),
    [
        ("#define M static", True),
        ("#define M static const", True),
        ("#define M thread_local", True),
        ("#define M const", False),
        ("#define M statics", False),
        ("#define M", False),
    ],
)
def test_a_macro_that_makes_a_variable_last(line: str, lasts: bool) -> None:
    assert lasts_by_macro(macro_of(line)) is lasts


def test_nothing_and_variables_make_nothing_last() -> None:
    nowhere = Span(0, 0)
    assert not lasts_by_macro(None)
    assert not lasts_by_macro(Declaration("s", "variable", named("int"), nowhere, nowhere, value="static"))
