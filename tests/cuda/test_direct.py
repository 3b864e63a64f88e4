"""Loops that are tried before the lowering: what may stand in them, how they are put into the file, how they are judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.cuda.file import translate_file
from loopwright.cuda.lower.direct import direct_blocks, objection
from loopwright.source.syntax import parse
from loopwright.translate.asking import MOST_CHARACTERS, kernel_fill_in
from loopwright.translate.candidate import tried
from whole import drawn

SAXPY = """// not shown
#define SCALE 2
__device__ float twice(float v) { return SCALE * v; }
__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // the element

    if (i < n) y[i] = a * twice(x[i]) + y[i];
}
"""
RIGHT = """const int count = std::min<int>(n, gridDim.x * blockDim.x);
#pragma omp parallel for simd
for (int i = 0; i < count; ++i)
    y[i] = a * twice(x[i]) + y[i];"""


def outcome(text: str, body: str) -> tuple[str, str]:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    trial = next(tried(translation, translation.kernels[0], [body], Path("k.cu")))
    return trial.outcome, trial.reason


def test_the_loops_stand_before_the_lowering_and_are_called_first():
    source = parse(SAXPY + "void run(float *x) { saxpy<<<4, 256>>>(9, 2, x, x); }\n", "k.cu", "cuda")
    translation = translate_file(source, direct={"saxpy": RIGHT})
    text = translation.kernels[0].text or ""
    head, _, rest = text.partition("static void saxpy(")
    assert "static bool saxpy_direct(dim3 gridDim, dim3 blockDim, int n, float a, const float *x, float *y) {" in head
    assert head.rstrip().endswith("return true;\n}")
    assert "if (saxpy_direct(gridDim, blockDim, n, a, x, y)) return;" in rest
    assert translation.kernels[0].direct


def test_a_template_and_dynamic_shared_memory_are_left_to_the_lowering():
    template = "template <typename T> __global__ void k(T *x) { x[threadIdx.x] = 0; }\n"
    dynamic = "__global__ void k(float *x) { extern __shared__ float s[]; s[threadIdx.x] = 0; x[0] = s[0]; }\n"
    for text in (template, dynamic):
        translation = translate_file(parse(text, "k.cu", "cuda"), direct={"k": "x[0] = 0;"})
        assert not translation.kernels[0].direct
        assert "k_direct" not in translation.text


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ('system("rm -rf /");', "call of system"),
        ('asm("nop");', "asm"),
        ('std::ofstream out("x");', "string literal"),
        ("#include <unistd.h>\nx[0] = 0;", "directive"),
        ("int *p = (int *)0; *p = 1;", "cast expression"),
        ("auto f = [] { return 1; };", "lambda"),
        ("x[0] = 1; return true; } bool g() { while (true) {}", "more than a body"),
        ("for (int i = 0; i < ; ) {", "parsed"),
        ("static int calls = 0; ++calls;", "static"),
        ("remove(x);", "call of remove"),
    ],
)
def test_what_loops_have_no_need_of_is_refused(body: str, word: str):
    assert word in objection(body)


def test_plain_loops_are_not_refused():
    assert objection(RIGHT, frozenset(("twice",))) == ""
    assert "twice" in objection(RIGHT)
    assert objection("if (blockDim.x != 16) return false;\nfloat m = -INFINITY;\nm = std::max(m, sqrtf(2.0f));") == ""


@given(st.text(max_size=200))
@settings(max_examples=drawn(200), deadline=None)
def test_any_text_is_looked_at_without_failing(text: str):
    assert isinstance(objection(text), str)


def test_the_block_that_loops_ask_for_is_tried():
    assert direct_blocks("if (blockDim.x != TILE || blockDim.y != 16) return false;", 2) == ["TILE, 16, 1"]
    assert direct_blocks("if (blockDim.x != 32) return false;", 2) == ["32, 32, 1"]
    assert direct_blocks("if (blockDim.x != 32) return false;", 1) == ["32, 1, 1"]
    assert direct_blocks("const int count = gridDim.x * blockDim.x;", 1) == []


def test_right_loops_are_taken_and_timed():
    done, reason = outcome(SAXPY, RIGHT)
    assert done in ("faster", "not faster"), reason


def test_loops_that_ignore_a_launch_that_does_not_cover_the_sizes_differ():
    done, reason = outcome(SAXPY, RIGHT.replace("std::min<int>(n, gridDim.x * blockDim.x)", "n"))
    assert done == "differs"
    assert "y[" in reason


def test_wrong_loops_differ_and_broken_ones_do_not_compile():
    assert outcome(SAXPY, RIGHT.replace("+ y[i]", "- y[i]"))[0] == "differs"
    assert outcome(SAXPY, RIGHT.replace("count;", "unknown;"))[0] == "not compiled"


def test_loops_that_never_take_a_launch_are_no_translation():
    assert (
        outcome(SAXPY, f"if (gridDim.x > 100000) return false;\nif (n < 1000000) return false;\n{RIGHT}")[0]
        == "not taken"
    )


def test_loops_that_write_and_then_refuse_differ():
    body = "for (int i = 0; i < n; ++i) y[i] = 0;\nif (gridDim.x > 0) return false;"
    assert outcome(SAXPY, body)[0] == "differs"


def test_the_model_is_shown_the_kernel_and_what_it_needs_without_comments():
    translation = translate_file(parse(SAXPY, "k.cu", "cuda"))
    fill = kernel_fill_in(translation, translation.kernels[0])
    assert fill is not None
    assert "#define SCALE 2" in fill.prefix
    assert "float twice" in fill.prefix
    assert "the element" not in fill.prefix
    assert "not shown" not in fill.prefix
    assert fill.prefix.endswith(
        "static bool saxpy_direct(dim3 gridDim, dim3 blockDim, int n, float a, const float *x, float *y) {\n"
    )


def test_a_kernel_that_a_model_cannot_read_is_not_asked_for():
    long = "".join(f"    x[{i}] = {i} + threadIdx.x;\n" for i in range(MOST_CHARACTERS // 20))
    translation = translate_file(parse(f"__global__ void k(float *x) {{\n{long}}}\n", "k.cu", "cuda"))
    assert kernel_fill_in(translation, translation.kernels[0]) is None
