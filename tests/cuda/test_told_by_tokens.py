"""What a CUDA file says before there is a tree is told by its tokens: remarks, quoted text and digits with marks say nothing, and macros
are written out as the preprocessor does it."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file, without_host
from loopwright.cuda.read.macros import written_out
from loopwright.source.syntax import parse

KERNEL = "__global__ void k(int *a, int n) { BODY }\n"
BRANCHES = "#ifdef __CUDA_ARCH__\n  return a + b;\n#else\n  return a - b;\n#endif\n"
# The macros of a file, the body of its kernel, and what stands in the translation.
MACROS = {
    "a definition in a remark": (
        "/*\n#define I threadIdx.x\n*/\n#define I (blockIdx.x * blockDim.x + threadIdx.x)\n",
        "a[I] = 1;",
        "a[(i)] = 1;",
    ),
    "a parameter's name in a string": (
        '#include <cstdio>\n#define SAY(i) printf("i = %d at http://x", i, threadIdx.x)\n',
        "SAY(n);",
        'printf("i = %d at http://x", n, unsigned(tx))',
    ),
    "brackets and commas in arguments": (
        '#include <cstdio>\n#define SAY(c, s) printf("%c%s%d", c, s, threadIdx.x)\n',
        "SAY(')', \"a,b\");",
        'printf("%c%s%d", \')\', "a,b", unsigned(tx))',
    ),
    "nothing for the dots": (
        "#include <cstdio>\n#define SAY(s, ...) printf(s, ## __VA_ARGS__), a[threadIdx.x] = 1\n",
        'SAY("x");',
        'printf("x"), a[tx] = 1',
    ),
    "a value that is shifted": (
        "#define HALVE(s) s >>= 1\n",
        "__shared__ int t[64]; int w = n; t[threadIdx.x] = a[threadIdx.x]; __syncthreads(); HALVE(w); __syncthreads();"
        " a[threadIdx.x] = t[w];",
        "w >>= 1",
    ),
}


@pytest.mark.parametrize("name", MACROS)
def test_macros_are_written_out_as_the_preprocessor_does_it(name: str) -> None:
    macros, body, expected = MACROS[name]
    (kernel,) = translate_file(parse(macros + KERNEL.replace("BODY", body), "k.cu", "cuda")).kernels
    assert kernel.text is not None, kernel.reason
    assert expected in kernel.text


def test_assembly_in_a_macro_is_seen() -> None:
    body = "__shared__ int t[64]; t[threadIdx.x] = n; MEET; a[threadIdx.x] = t[0];"
    text = '#define MEET asm volatile("bar.sync 0;")\n' + KERNEL.replace("BODY", body)
    (kernel,) = translate_file(parse(text, "k.cu", "cuda")).kernels
    assert (kernel.text, kernel.reason) == (None, "inline PTX is not translated")


@pytest.mark.parametrize("remark", ["/* if so: i = 0 */", "// = 0, or return"])
def test_a_remark_in_a_macro_does_nothing(remark: str) -> None:
    plain = "#define NEXT(i) ((i) + 1)\n" + KERNEL.replace("BODY", "a[threadIdx.x] = NEXT(n);")
    told = translate_file(parse(plain.replace("1)\n", f"1) {remark}\n"), "k.cu", "cuda")).kernels[0]
    assert told.text == translate_file(parse(plain, "k.cu", "cuda")).kernels[0].text


def test_the_copy_of_the_library_is_the_library() -> None:
    text = '#include <cuda/std/array>\n// cuda::std::array\nauto s = "cuda::std::"; ::cuda::std::array<int, 2> a; my::cuda::std::b c;'
    assert written_out(text) == (
        '#include <array>\n// cuda::std::array\nauto s = "cuda::std::"; std::array<int, 2> a; my::cuda::std::b c;'
    )


SIDES = {
    "digits with marks": "__device__ int add(int a, int b) { if (a > 1'000) { a = 2'000; }\nBRANCHES}\n",
    "a class template": "template <class T> struct Add { __host__ __device__ T operator()(T a, T b) const {\nBRANCHES} };\n"
    "template <class T> T of_host(T a) { return a; }\n__device__ int add(int a, int b) { return Add<int>()(a, b); }\n",
    "a raw string": 'const char *text = R"(\n#if 0\n)";\n__device__ int add(int a, int b) {\nBRANCHES}\n',
}


@pytest.mark.parametrize("name", SIDES)
def test_what_is_the_devices_stays_the_devices(name: str) -> None:
    text = SIDES[name].replace("BRANCHES", BRANCHES) + KERNEL.replace("BODY", "a[threadIdx.x] = add(n, 1);")
    translation = translate_file(parse(text, "k.cu", "cuda"))
    assert [kernel.reason for kernel in translation.kernels] == [""]
    assert "return a + b;" in translation.text
    assert "return a - b;" not in translation.text


def test_the_end_of_a_number_is_no_name() -> None:
    """`f` is not the same for both sides, and the host does not use it."""
    two = "#ifdef __CUDA_ARCH__\n__device__ int f(int a) { return a; }\n#else\nint f(int a) { return 2 * a; }\n#endif\n"
    text = two + KERNEL.replace("BODY", "a[threadIdx.x] = f(n);") + "float half() { return 0.5f; }\n"
    assert [kernel.reason for kernel in translate_file(parse(text, "k.cu", "cuda")).kernels] == [""]


def test_a_kernel_in_a_string_is_not_lost() -> None:
    text = "const char *s = R\"(__global__ void none(int *a) {})\";\nint big = 1'000; char c = 'x';\n"
    assert translate_file(parse(text, "k.cu", "cuda")).lost == ()


def test_what_only_mentions_a_library_stays_with_the_kernel() -> None:
    text = "struct P { int x; /* as in torch */ };\ntemplate <class T> constexpr T unit = T(3);\n" + KERNEL.replace(
        "BODY", "P p{n}; a[threadIdx.x] = p.x + unit<int>;"
    )
    alone = without_host(translate_file(parse(text, "k.cu", "cuda"))).text
    assert "struct P" in alone
    assert "unit = T(3)" in alone


def test_alignments_of_any_depth_are_moved() -> None:
    sizes = "constexpr int f(int a) { return a; }\n"
    body = "__shared__ __align__(f(f(f(16)))) int t[64]; t[threadIdx.x] = n; a[threadIdx.x] = t[threadIdx.x];"
    (kernel,) = translate_file(parse(sizes + KERNEL.replace("BODY", body), "k.cu", "cuda")).kernels
    assert kernel.text is not None, kernel.reason
    assert "__align__" not in kernel.text
