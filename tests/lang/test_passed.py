"""Every call in sight of a function counts for what is passed to it, however the call names the function."""

from __future__ import annotations

import pytest
from loopwright.lang.passed import calls_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CALLS = [
    *("put(n, b)", "put<double>(n, b)", "::put<double>(n, b)", "ns::put(n, b)", "ns::put<ns::real>(n, b)"),
    *("o.put(n, b)", "p->put<double>(n, b)", "this->put(n, b)", "o.template put<ns::real>(n, b)"),
]
TEXT = """template <typename T> static void put(int n, T *x) { for (int i = 0; i < n; i++) x[i % 3] = i; }
void g(int n, int m, Other o, Other *p) { double *a = new double[n], *b = new double[m]; put(n, a); CALL; }
"""


@pytest.mark.parametrize("call", CALLS)
def test_a_call_is_one_in_every_form(call: str) -> None:
    outline = Outline(parse(TEXT.replace("CALL", call), name="a.cpp"))
    assert len(list(calls_of(outline, outline.functions[0]))) == 2


def test_another_function_is_not_called() -> None:
    outline = Outline(parse(TEXT.replace("CALL", "put_all<put>(n, b), put.all(n, b), output(n, b)"), name="a.cpp"))
    assert len(list(calls_of(outline, outline.functions[0]))) == 1
