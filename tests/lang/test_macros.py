"""What `#define` lines say, and which of several definitions of a name is believed."""

from __future__ import annotations

import pytest
from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import is_macro, last_of, macros_in, named_by_macro
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
