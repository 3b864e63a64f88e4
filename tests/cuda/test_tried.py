"""What a kernel is tried with is read from its code, not from its comments."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.original import original_text
from loopwright.translate.tried import literals, only_doubles


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a[i] = 1.0; // no float here", True),
        ('printf("half %f", a[i]);', True),
        ("a[i] = 0x1f;", True),
        ("a[i] = 1.0f;", False),
        ("a[i] = sqrtf(a[i]);", False),
        ("float4 v; a[i] = v.x;", False),
        ("a[i] = (float)i;", False),
    ],
)
def test_what_is_worked_out_in_single_precision(body: str, expected: bool) -> None:
    text = f"__global__ void k(double *a) {{ int i = threadIdx.x; {body} }}"
    assert only_doubles(translate_file(parse(text, name="k.cu"))) is expected


def test_numbers_of_the_code_are_tried() -> None:
    text = "#define N 96 // of 7\n__global__ void k(int *a) { if (threadIdx.x < N) a[threadIdx.x] = 0x20 + 3u - 'c' + 1e3; /* 5 */ }"
    translation = translate_file(parse(text, name="k.cu"))
    assert literals(translation, [translation.kernels[0].function]) == ["3", "1e3", "96"]


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ("extern __shared__ float s[];", "float"),
        ("extern __shared__ __align__(16) unsigned char s[];", "unsigned char"),
        ("__shared__ extern volatile double s[ ];", "volatile double"),
        ("extern /* all of it */ __shared__ int s[];", "int"),
    ],
)
def test_memory_whose_size_a_launch_tells(declared: str, kind: str) -> None:
    text = f"__global__ void k(int *a) {{ {declared} a[threadIdx.x] = (int)s[0]; }}"
    found = original_text(translate_file(parse(text, name="k.cu")))
    assert f"{kind} *s = reinterpret_cast<{kind} *>(lw::dynamic_memory);" in found
