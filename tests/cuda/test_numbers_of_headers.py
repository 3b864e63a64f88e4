"""A number that a header or the command line names is a bound like any other: its loops end there."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.definitions import nothing_included
from loopwright.cuda.translation import View
from loopwright.source.syntax import parse
from loopwright.translate.macros import headers_beside

KERNEL = """__global__ void k(double *a, const double *b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < ROWS && x < 64) { for (int q = 0; q < 9; q++) a[y * 64 + x] += b[q * 64 + x]; }
}
"""
ENDS = "for (int y = 0; y < std::min<long long>(ROWS, total_y); ++y)"


def head(text: str, view: View) -> str:
    """The loop over y of the kernel."""
    found = translate_file(parse(text.encode(), "k.cu", "cuda"), view=view).text
    return next(line.strip() for line in found.splitlines() if line.strip().startswith("for (int y"))


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("#define ROWS 512", True),
        ("#define HALF 256\n#define ROWS (HALF * 2)", True),
        ("#ifndef SIZES\n#define SIZES\n#define ROWS 7\n#endif", True),
        ("#define ROWS 51.2", False),
        ("#define ROWS threadIdx.x", False),
        ("#define ROWS (int)limit(3)", False),
        ("#define ROWS 5\n#undef ROWS\n#define ROWS size()", False),
        ("#ifdef __SOMETHING_ELSE__\n#define ROWS 5\n#endif", False),
    ],
)
def test_a_header_names_it(tmp_path: Path, header: str, known: bool) -> None:
    (tmp_path / "sizes.h").write_text(header + "\n", "utf-8")
    view = View({}, headers_beside(tmp_path, []))
    assert (head(f'#include "sizes.h"\n{KERNEL}', view) == ENDS) == known


@pytest.mark.parametrize(("value", "known"), [("512", True), ("(1 << 9)", True), ("size()", False), (None, False)])
def test_the_command_line_names_it(value: str | None, known: bool) -> None:
    assert (head(KERNEL, View({"ROWS": value}, nothing_included)) == ENDS) == known


def test_what_the_file_says_itself_counts(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define ROWS 512\n", "utf-8")
    view = View({}, headers_beside(tmp_path, []))
    own = "int size(); \n#undef ROWS\n#define ROWS size()\n"
    assert head(f'#include "sizes.h"\n{own}{KERNEL}', view) != ENDS


def test_a_header_after_the_kernel_is_none_of_its_launches(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define T 64\n", "utf-8")
    kernel = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; __syncthreads(); a[0] = 1; }\n"
    go = "void go(int *a) { k<<<2, T>>>(a); }\n"
    view = View({}, headers_beside(tmp_path, []))
    early, late = f'#include "sizes.h"\n{kernel}{go}', f'{kernel}#include "sizes.h"\n{go}'
    texts = [translate_file(parse(text.encode(), "k.cu", "cuda"), view=view).text for text in (early, late)]
    assert ["threads_x = T" in text for text in texts] == [True, False]
