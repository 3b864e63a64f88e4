"""Borders: a loop along one row of a flat array that reads another row, whose number is a size (`v[(ny - 1)*nx + i] = v[i]`)."""

import random
from itertools import product

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

DRAWN = swept("ROWS_APART", always=75, whole=250)


def verdict(header: str, body: str) -> str:
    text = f"void f(int nx, int ny, int nz, int m, double *v) {{\n  for ({header}) {{ {body} }}\n}}\n"
    outline = Outline(parse(text, "x.c"))
    return judge(outline, outline.loops[0]).verdict


ROW, INNER = "int i = 0; i < nx; i++", "int i = 1; i < nx - 1; i++"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (INNER, "v[nx*0 + i] = v[nx*(ny-2) + i]; v[nx*(ny-1) + i] = v[nx*1 + i];"),
        (ROW, "v[i] = v[(ny-2)*nx + i];"),
        (ROW, "v[(ny-1)*nx + i] = v[i]; v[5*nx + i] = v[nx*ny + i];"),
        (ROW, "v[nx*(ny-2) + i] = v[nx*5 + i];"),
        ("int j = 0; j < ny; j++", "for (int i = 0; i < nx; i++) v[(0*ny+j)*nx+i] = v[((nz-2)*ny+j)*nx+i];"),
    ],
)
def test_a_row_is_apart_from_another_whatever_their_numbers_are(header: str, body: str) -> None:
    assert verdict(header, body) == "proved"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("int i = 1; i < nx; i++", "v[nx*(ny-1) + i] = v[i-1];"),  # ny may be 1
        ("int i = 0; i <= nx; i++", "v[nx*(ny-1) + i] = v[i];"),  # the last one is of the next row
        ("int i = 0; i < m; i++", "v[nx*(ny-1) + i] = v[i];"),  # as long as anything
        (ROW, "v[(ny-1)*nx + i] = v[i + m];"),
        (ROW, "v[(ny-1)*nx + nx - 1 - i] = v[i];"),
        ("int j = 0; j < ny; j++", "for (int i = 0; i < nx; i++) v[(ny-1-j)*nx+i] = v[j*nx+i];"),
    ],
)
def test_what_may_be_one_row_is_not_proved(header: str, body: str) -> None:
    assert verdict(header, body) != "proved"


def _met(first: int, last: int, write: str, read: str, sizes: dict[str, int]) -> bool:
    """Whether two iterations touch one element, one of them by writing."""
    steps = range(first, last + 1)
    written, used = ([eval(index, {}, {**sizes, "i": i}) for i in steps] for index in (write, read))
    return any(
        one != other and (written[one] == used[other] or written[one] == written[other])
        for one, other in product(range(len(steps)), repeat=2)
    )


def test_whatever_is_proved_meets_for_no_sizes() -> None:
    drawn = random.Random(20261126)
    proved = 0
    for _ in range(DRAWN):
        first, last = drawn.choice(("0", "1")), drawn.choice(("nx - 1", "nx - 2", "nx", "m - 1", "ny - 1"))
        column = drawn.choice(("i", "i", "i", "i + 1", "nx - 1 - i", "2*i"))
        rows = [drawn.choice(("0", "1", "(ny-1)", "(ny-2)", "ny", "nz", "(nz*ny)", "(ny*i)", "(m-1)")) for _ in "wr"]
        width = drawn.choice(("nx", "nx", "nx", "(nx+1)", "(nx*nz)", "ny"))
        write, read = f"{width}*{rows[0]} + i", f"{rows[1]}*{width} + {column}"
        if verdict(f"int i = {first}; i <= {last}; i++", f"v[{write}] = v[{read}];") != "proved":
            continue
        proved += 1
        for numbers in product(range(-1, 5), repeat=4):
            sizes = dict(zip(("nx", "ny", "nz", "m"), numbers))
            assert not _met(int(first), eval(last, {}, sizes), write, read, sizes), (write, read, first, last, sizes)
    assert proved > DRAWN // 13
