"""The last word of what a call names, in every form of a name."""

from __future__ import annotations

import pytest
from loopwright.lang.callees import called_by_name, called_function, last_name, library_name, name_of, path_of
from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import parse

FUNCTIONS = [
    *("get", "::get", "ns::get", "ns::/* of ours */get", "ns ::\n get", "Base::get"),
    *("get<int>", "get <int>", "ns::get<a::b>", "Row<a::b>::get", "Row<(1 < 2)>::get<x::y>", "ns::template get<int>"),
]
METHODS = ["o.get", "p->get", "this->get", "o.get<int>", "o.template get<a::b>", "p->template get<a::b>", "o.Base::get"]
OTHERS = ["(*get)", "(get)", "get[2]", "get()"]


def only_call(text: str):
    nodes = subtree(parse(f"void f() {{ {text}(1); }}".encode(), language="cpp").root)
    return next(n for n in nodes if n.type == "call_expression" and text_of(n).endswith("(1)"))


@pytest.mark.parametrize("text", FUNCTIONS)
def test_a_function_is_its_last_word(text: str) -> None:
    call = only_call(text)
    assert (called_function(call), called_by_name(call)) == ("get", "get")


@pytest.mark.parametrize("text", METHODS)
def test_a_method_is_no_function_of_its_name(text: str) -> None:
    call = only_call(text)
    assert (called_function(call) == "get", called_by_name(call)) == (False, "get")


@pytest.mark.parametrize("text", OTHERS)
def test_what_has_no_name_is_told_as_it_is_written(text: str) -> None:
    assert called_function(only_call(text)) == text


def test_operators_keep_their_sign() -> None:
    assert called_function(only_call("ns::operator<<")) == "operator<<"


# What is called, its scopes with its last word, and what it may be in the library.
PATHS = {
    "sqrt": (("sqrt",), "sqrt"),
    "::sqrt": (("", "sqrt"), "sqrt"),
    "std::sqrt": (("std", "sqrt"), "sqrt"),
    "::std::sqrt": (("", "std", "sqrt"), "sqrt"),
    "std::ranges::sort": (("std", "ranges", "sort"), "sort"),
    "std::max<a::b>": (("std", "max"), "max"),
    "fast::sqrt": (("fast", "sqrt"), ""),
    "::fast::sqrt": (("", "fast", "sqrt"), ""),
    "fast::std::sqrt": (("fast", "std", "sqrt"), ""),
    "Counter<a::b>::next<int>": (("Counter", "next"), ""),
    "a::Counter<b<c>>::next": (("a", "Counter", "next"), ""),
    "o.sqrt": (("o.sqrt",), "o.sqrt"),
    "(*sqrt)": (("(*sqrt)",), "(*sqrt)"),
}


@pytest.mark.parametrize("text", PATHS)
def test_scopes_tell_what_may_be_of_the_library(text: str) -> None:
    function = only_call(text).child_by_field_name("function")
    assert (path_of(function), library_name(function)) == PATHS[text]


def test_what_is_not_there_has_no_name() -> None:
    assert (name_of(None), path_of(None), library_name(None)) == ("", ("",), "")


@pytest.mark.parametrize("text", METHODS)
def test_a_method_keeps_its_object_where_functions_are_asked_for(text: str) -> None:
    function = only_call(text).child_by_field_name("function")
    assert (name_of(function), name_of(function, methods=True)) == (text, "get")
    assert text_of(last_name(function)) == "get"
