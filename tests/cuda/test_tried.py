"""What a kernel is tried with is read from its code, not from its comments."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.original import original_text
from loopwright.translate.tried import literals, only_doubles, parameter_type, template_arguments
from loopwright.translate.verify import Judge


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


TEMPLATES = {
    "typename T": ("float", "<float>"),
    "typename T, int N": ("int, 4", "<int, 4>"),
    "typename T, int N = 3": ("double", "<double, 3>"),
    "typename T, typename U = int": ("float", "<float, int>"),
    "typename T, template <typename> class Op = Sum": ("float", "<float, Sum>"),
    "typename T, template <typename> class Op = Sum, bool up = false": ("", "<float, Sum, true>"),
    "typename T, int N ": ("float", "<float, 16>"),
}


@pytest.mark.parametrize("template", TEMPLATES)
def test_what_a_template_is_tried_with(template: str) -> None:
    given, expected = TEMPLATES[template]
    text = f"template <typename T> struct Sum {{ }};\ntemplate <{template}> __global__ void k(T *a) {{ a[threadIdx.x] = 1; }}\n"
    text += f"void start(float *a) {{ k<{given}><<<1, 8>>>(a); }}\n"
    translation = translate_file(parse(text, "k.cu", "cuda"))
    assert template_arguments(translation, translation.kernels[0]) == expected


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_struct_in_two_parts_of_a_conditional_is_no_hindrance(tmp_path: Path) -> None:
    text = "#ifndef CPU_ONLY\nstruct Timer { float begun; };\n#else\nstruct Timer { double since; };\n#endif\n"
    text += "template <typename T> struct Sum { __device__ T operator()(T a, T b) const { return a + b; } };\n"
    text += "template <typename T, template <typename> class Op = Sum> __global__ void k(T *a, int n) {\n"
    text += "    int i = threadIdx.x; if (i < n) a[i] = Op<T>()(a[i], 1); }\n"
    text += "void start(float *a) { k<float><<<1, 8>>>(a, 8); }\n"
    translation = translate_file(parse(text, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        assert judge.verify(translation.kernels[0]).agreed


@pytest.mark.parametrize(
    ("declared", "type"),
    [
        ("int *a", "int *"),
        ("const int a[]", "const int *"),
        ("int a[8]", "int *"),
        ("int a[8][4]", "int (*)[4]"),
        ("int a[][4]", "int (*)[4]"),
        ("int (*a)[8]", "int (*)[8]"),
        ("const float (*a)[8][4]", "const float (*)[8][4]"),
    ],
)
def test_types_of_parameters_are_written_without_their_names(declared: str, type: str) -> None:
    (kernel,) = translate_file(parse(f"__global__ void k({declared}) {{ (void)a; }}", name="k.cu")).kernels
    assert parameter_type(kernel.function.parameters[0], kernel, "") == type
