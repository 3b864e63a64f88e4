"""Lines of a kernel and of its translation: the right ones, in order, for every kernel of the tests."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from loopwright.cuda.file import translate_file
from loopwright.source.correspondence import corresponding_lines
from loopwright.source.syntax import parse

KERNELS = sorted((Path(__file__).parents[1] / "cuda/kernels").glob("*.cu"))


def test_a_reduction_in_shared_memory() -> None:
    kernel = "void k(float *v, float *sums) {\n  part[x] = v[i];\n  sync();\n  sums[b] = part[0];\n}\n"
    loops = "void k(float *v, float *sums) {\n  for (;;) {\n    part[t] = v[i];\n  }\n  for (;;) {\n    sums[bx] = part[0];\n  }\n}\n"
    assert corresponding_lines(kernel, loops, ("cuda", "cpp")) == ((0, 0), (1, 2), (3, 5))


def test_lines_of_real_kernels_come_in_order_and_most_statements_have_one() -> None:
    statements = met = 0
    for file in KERNELS:
        translation = translate_file(parse(file.read_text("utf-8"), name=file.name))
        for kernel in (kernel for kernel in translation.kernels if kernel.text is not None):
            whole = kernel.function.whole
            original = translation.source.data[whole.start_byte : whole.end_byte].decode()
            pairs = corresponding_lines(original, kernel.text or "", ("cuda", "cpp"))
            assert list(pairs) == sorted(pairs)
            assert len({second for _, second in pairs}) == len(pairs)
            matched = {first for first, _ in pairs}
            lines = [row for row, line in enumerate(original.splitlines()) if "=" in line and "{" not in line]
            statements, met = statements + len(lines), met + sum(row in matched for row in lines)
    assert met >= 0.75 * statements > 100, (met, statements)


@given(st.lists(st.sampled_from(["a = b;", "c[i] = 2;", "}", "", "for (;;) {", "f(x);"]), max_size=12))
def test_a_text_corresponds_to_itself(lines: list[str]) -> None:
    text = "\n".join(lines)
    pairs = corresponding_lines(text, text, ("c", "c"))
    rows = text.split("\n")
    assert all(rows[first] == rows[second] for first, second in pairs)
