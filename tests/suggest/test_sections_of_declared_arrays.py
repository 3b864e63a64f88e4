"""What another loop's directive says of an array of its own is not said of one that ends earlier, nor of rows that pointers lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.memory.places import place_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.suggest.repair import judged

from tests.suggest.asked import asked_in

OTHER = """#include <stdlib.h>
#define SIZE 64
void other(void) {
  float a[SIZE][SIZE], c[SIZE][SIZE];
  int i, j;
#pragma acc kernels loop copyin(a[:SIZE][:SIZE]) copyout(c[:SIZE][:SIZE])
  for (i = 0; i < SIZE; i++)
    for (j = 0; j < SIZE; j++) c[i][j] = 2 * a[i][j];
}
"""


@pytest.mark.parametrize(
    ("size", "said", "wanted"),
    [
        ("SIZE/dim", "[:SIZE]", "[0:SIZE/dim]"),
        ("32", "[:SIZE]", "[0:32]"),
        ("SIZE", "[:SIZE]", "[:SIZE]"),
        ("128", "[:SIZE]", "[:SIZE]"),
        ("dim", "[:SIZE]", "[:SIZE]"),
        ("SIZE", "[1:SIZE]", "[1:SIZE]"),
    ],
)
def test_a_section_ends_where_its_array_does(size: str, said: str, wanted: str) -> None:
    text = f"""#define SIZE 64
void f(int dim) {{
  float a[{size}][{size}], c[{size}][{size}];
  for (int i = 0; i < {size}; i++)
    for (int j = 0; j < {size}; j++) c[i][j] = 2 * a[i][j];
}}
"""
    outline = Outline(parse(text, name="a.c"))
    loop = outline.loops[0]
    directive = f"kernels loop copyin(a{said}{said}) copyout(c{said}{said})"
    found = judged(directive, outline, loop, place_of(outline, loop), facts_of(outline, loop))
    assert found.directive == directive.replace(said, wanted)
    assert any("as long as declared" in change for change in found.mended) == (said != wanted)


ROWS = """void f(void) {
  float *a[SIZE], *c[SIZE];
  int i, j;
  for (i = 0; i < SIZE; i++) { a[i] = malloc(SIZE * sizeof(float)); c[i] = malloc(SIZE * sizeof(float)); }
  for (i = 0; i < SIZE; i++) // HERE
    for (j = 0; j < SIZE; j++) c[i][j] = 2 * a[i][j];
}
"""


def test_rows_behind_pointers_are_left_to_no_construct(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = OTHER.replace(
        " copyin(a[:SIZE][:SIZE]) copyout(c[:SIZE][:SIZE])", " copyin(a[:SIZE/dim]) copyout(c[:SIZE/dim])"
    )
    bare = bare.replace("other(void)", "other(int dim)").replace("#include <stdlib.h>\n#define SIZE 64\n", "")
    head = "#include <stdlib.h>\n#define SIZE 64\n"
    first = asked_in(tmp_path, {"a.c": head + ROWS, "b.c": head + bare}, "a.c", capsys)[0]
    assert "a[" in first
    assert "c[" in first
