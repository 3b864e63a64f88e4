"""A function that launches often costs what its length costs, not its length times its launches."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read import launches
from loopwright.cuda.read.variables import Variables
from loopwright.source.syntax import parse
from tree_sitter import Node

FORMS = {
    "by its syntax": "k<<<grid{n}, 64>>>(a);",
    "by a pointer": "cudaLaunchKernel((void *)k, grid{n}, dim3(64), arguments, 0, 0);",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("count", [1, 8, 64])
def test_the_variables_of_a_function_are_read_once(form: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(function: Node) -> Variables:
        read.append(function.start_byte)
        return Variables(function)

    monkeypatch.setattr(launches, "Variables", counted)
    called = "\n".join(f"  dim3 grid{n}({n + 1}); {form.format(n=n)}" for n in range(count))
    text = "__global__ void k(int *a) { a[blockIdx.x] = 1; }\n"
    text += (
        f"void one(int *a, void **arguments) {{\n{called}\n}}\nvoid other(int *a, void **arguments) {{\n{called}\n}}\n"
    )
    translation = translate_file(parse(text, "k.cu", "cuda"))
    assert translation.kernels[0].text is not None
    assert read
    assert len(read) == len(set(read))
