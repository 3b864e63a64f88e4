"""Sections keep the names of constants: what a person would write, and what stays right when the constant changes."""

from __future__ import annotations

import re

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of

SWEEP = """{constant}
extern double u[{size}][64], v[{size}][64];
void sweep(void) {{
  {inside}
  for (int i = 1; i < {bound}; i++)
    for (int j = 0; j < 64; j++) v[i][j] = u[i - 1][j] + u[i + 1][j];
}}
"""


def data(text: str, name: str) -> dict[str, str]:
    outline = Outline(parse(text.encode(), name))
    return {fact.variable: fact.section for fact in facts_of(outline, outline.loops[0]).data}


@pytest.mark.parametrize(
    ("constant", "inside", "name"),
    [
        ("#define N 100", "", "a.c"),
        ("enum { N = 100 };", "", "a.c"),
        ("constexpr int N = 100;", "", "a.cpp"),
        ("const int N = 100;", "", "a.cpp"),
        ("namespace sizes { constexpr long N = 100; }\nusing namespace sizes;", "", "a.cpp"),
    ],
)
def test_a_constant_of_the_header_is_named(constant: str, inside: str, name: str) -> None:
    found = data(SWEEP.format(constant=constant, size=100, inside=inside, bound="N - 1"), name)
    assert found == {"u": "", "v": "1:N - 2"}


@pytest.mark.parametrize(
    ("constant", "bound", "section"),
    [
        ("#define N 100", "99", "1:98"),  # the loop does not say it
        ("#define N 3\n#define M 100", "N", "1:N - 1"),
        ("#define N 50", "2 * N - 1", "1:2 * N - 2"),
        ("#define M 98", "M + 1", "1:M"),
        ("extern int n;\n#define N n", "99", "1:98"),
    ],
)
def test_what_the_header_does_not_explain_stays_a_number(constant: str, bound: str, section: str) -> None:
    assert data(SWEEP.format(constant=constant, size=100, inside="", bound=bound), "a.c")["v"] == section


@pytest.mark.parametrize(
    ("constants", "bound", "section"),
    [
        ("int n = 256;", "n * n", "0:n * n"),
        ("int n = 256;", "n * n - 1", "0:n * n - 1"),
        ("const int n = 100, m = 300;", "n * m", "0:m * n"),
        ("const int n = 200, m = 200;", "n * m", "0:m * n"),
        ("const int n = 10, m = 30, k = 20;", "n * m * k", "0:k * m * n"),
        ("int n = 256;", "65536", "0:65536"),
        ("int n = 256; n++;", "n * n", "0:66049"),  # the value that it has there
        ("int all = 256; int n = all / 2;", "n", "0:n"),
        ("int h = 16, w = h + 4, n = h * w;", "n", "0:n"),
        ("int h = 16, w = h + 4, n = h * w;", "h * w", "0:h * w"),
    ],
)
def test_products_of_constants_are_named(constants: str, bound: str, section: str) -> None:
    text = f"""#include <stdlib.h>
void fill(void) {{
  {constants}
  double *a = malloc(1 << 22);
  for (int i = 0; i < {bound}; i++) a[i] = i;
}}
"""
    assert data(text, "a.c")["a"] == section


def test_a_local_of_the_same_name_is_not_taken_for_the_constant() -> None:
    text = SWEEP.format(constant="enum { N = 100 };", size=100, inside="int N = 99;", bound="N")
    section = data(text, "a.c").get("v", "")
    assert not re.search(r"N \+", section)


@pytest.mark.parametrize(("first", "second"), [("ROWS", "COLUMNS"), ("COLUMNS", "ROWS")])
def test_of_two_constants_with_one_value_the_outer_loop_names_it(first: str, second: str) -> None:
    text = f"""#define {first} 64
#define {second} 64
extern double a[{first} + 2][{second} + 2], b[{first} + 2][{second} + 2];
void f(void) {{
  for (int i = 1; i <= {first}; i++)
    for (int j = 1; j <= {second}; j++) a[i][j] = b[i][j];
}}
"""
    assert data(text, "a.c") == {"a": f"1:{first}", "b": f"1:{first}"}


STENCIL = """#include <stdlib.h>
void f(double *a, double *b) {{
  {constants}
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) b[(k * ny + j) * nx + i] = a[(k * ny + j) * nx + i + 1] + a[(k * ny + j + 1) * nx + i];
}}
"""
FLAT = """#include <stdlib.h>
void f(double *a, double *b) {{
  {constants}
  for (int i = 0; i < nx - 2; i++) b[i + nx] = a[i + 2 * nz] * ny;
  for (int j = 0; j < ny; j++) a[j] = 0;
  for (int k = 0; k < nz; k++) b[k] = 1;
}}
"""
CHANGED = "const int nx = {nx}, ny = {ny}, nz = {nz};"
MACROS = "#define nx {nx}\n#define ny {ny}\n#define nz {nz}\n"


def range_of(section: str, sizes: dict[str, int]) -> range:
    lower, length = (eval(end, {}, sizes) for end in section.split(":"))
    return range(lower, lower + length)


@pytest.mark.parametrize("constants", [CHANGED, MACROS])
@pytest.mark.parametrize("program", [STENCIL, FLAT])
@pytest.mark.parametrize(
    "sizes",
    [
        {"nx": 20, "ny": 21, "nz": 22},  # 21 is where row 1 begins, and what `ny` happens to be
        {"nx": 20, "ny": 20, "nz": 20},
        {"nx": 30, "ny": 60, "nz": 15},
        {"nx": 12, "ny": 10, "nz": 24},
    ],
)
def test_a_section_is_right_when_the_constants_change(program: str, constants: str, sizes: dict[str, int]) -> None:
    """What is written with one set of sizes covers what the loop touches with others."""
    found = data(program.format(constants=constants.format(**sizes)), "a.c")
    for other in ({"nx": 9, "ny": 5, "nz": 7}, {"nx": 50, "ny": 11, "nz": 33}):
        text = program.format(constants="")
        for name, size in other.items():
            text = re.sub(rf"\b{name}\b", str(size), text)
        for variable, section in data(text, "a.c").items():
            touched, written = range_of(section, {}), range_of(found[variable], other)
            assert set(touched) <= set(written), (variable, found[variable])
