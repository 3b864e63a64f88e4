"""What a CUDA file says before there is a tree is told by its tokens: remarks, quoted text and digits with marks say nothing, and macros
are written out as the preprocessor does it."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file, without_host
from loopwright.cuda.lower.direct import direct_blocks, objection
from loopwright.cuda.read.macros import written_out
from loopwright.cuda.translation import Written
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
    text = '#define MEET asm volatile("bar.arrive 0, 64;")\n' + KERNEL.replace("BODY", body)
    (kernel,) = translate_file(parse(text, "k.cu", "cuda")).kernels
    assert (kernel.text, kernel.reason) == (None, "inline PTX is not translated: bar.arrive")


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


# The launch of a kernel that macros name, and what it is in the translation.
LAUNCHED = {
    "a name": ("#define K scale<2>\n", "K<<<1, 32>>>(a);", "scale<2>(1, a);"),
    "a template": ("#define K scale\n", "K<2><<<1, 32>>>(a);", "scale<2>(1, a);"),
    "a template with arguments in brackets": (
        "#define K scale\n",
        "K<(3 > 2), (4)><<<1, 32>>>(a);",
        "scale<(3 > 2), (4)>(1, a);",
    ),
    "a template of a template": (
        "#define K scale\n",
        "K<sizeof(B<int>)><<<1, 32>>>(a);",
        "scale<sizeof(B<int>)>(1, a);",
    ),
    "two brackets at once": ("#define K held\n", "K<B<int>><<<1, 32>>>(a);", "held<B<int>>(1, a);"),
    "with parameters": ("#define K(n) scale<n>\n", "K(2)<<<1, 32>>>(a);", "scale<2>(1, a);"),
    "a name of a name": ("#define K L\n#define L scale\n", "K<2><<<1, 32>>>(a);", "scale<2>(1, a);"),
    "given to a macro": ("#define K scale\n#define RUN(k) k<<<1, 32>>>(a)\n", "RUN(K<2>);", "scale<2>(1, a);"),
    "made by a macro": (
        "#define scale2 scale<2>\n#define RUN(n) scale##n<<<1, 32>>>(a)\n",
        "RUN(2);",
        "scale<2>(1, a);",
    ),
}


@pytest.mark.parametrize("name", LAUNCHED)
def test_a_kernel_that_macros_name_is_launched(name: str) -> None:
    macros, launch, expected = LAUNCHED[name]
    kernels = (
        "template <class T> struct B { T x; };\n"
        "template <int N, int M = 1> __global__ void scale(int *a) { a[threadIdx.x] *= N * M; }\n"
        "template <class T> __global__ void held(int *a) { a[threadIdx.x] *= sizeof(T); }\n"
    )
    text = translate_file(parse(f"{macros}{kernels}void go(int *a) {{ {launch} }}\n", "k.cu", "cuda")).text
    assert expected in text


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


def kernel_of(body: str, before: str = "") -> str:
    """The translation of a kernel with some body."""
    (kernel,) = translate_file(parse(before + KERNEL.replace("BODY", body), "k.cu", "cuda")).kernels
    assert kernel.text is not None, kernel.reason
    return kernel.text


ACROSS = "v = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = v + n;"


@pytest.mark.parametrize("remark", ["/* once __shared__ */", "// not static, volatile\n", "/* const & */"])
def test_a_remark_in_a_declaration_says_nothing(remark: str) -> None:
    assert kernel_of(f"int {remark} {ACROSS}") == kernel_of(f"int {ACROSS}")
    assert kernel_of(f"int v{remark}; {ACROSS}") == kernel_of(f"int v; {ACROSS}")


@pytest.mark.parametrize("extent", ["7 & 6", "sizes[1]", "sizes[sizes[0]]"])
def test_a_length_may_be_any_expression(extent: str) -> None:
    text = kernel_of(
        f"int v[{extent}]; v[0] = n; __syncthreads(); a[threadIdx.x] = v[0];", "constexpr int sizes[] = {1, 2};\n"
    )
    assert f"v_of[max_threads][{extent}]" in text


def test_a_remark_in_the_head_of_a_function_is_no_type() -> None:
    plain = "__device__ float sum(float x) { __syncthreads(); return x; }\n"
    body = "a[threadIdx.x] = (int)sum(n);"
    for head in ("__device__ // adds\nfloat /* all */ sum", "__device__ float /* * */ sum"):
        assert kernel_of(body, plain.replace("__device__ float sum", head)) == kernel_of(body, plain)


def test_bounds_of_launches_may_hold_calls() -> None:
    text = "constexpr int most(int a, int b) { return a; }\n" + KERNEL.replace(
        "void k", "void __launch_bounds__(most(64, 2) /* threads */, 2) k"
    ).replace("BODY", "a[threadIdx.x] = n;")
    (kernel,) = translate_file(parse(text, "k.cu", "cuda")).kernels
    assert kernel.function.launch_bounds == "most(64, 2)"
    assert kernel.function.returns == "void"


TILES = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"


@pytest.mark.parametrize("size", ["2 * 8", "(16)", "sizeof(int) * 4"])
def test_the_size_of_a_tile_may_be_any_expression(size: str) -> None:
    operand = size if size.startswith("(") else f"({size})"
    made = f"auto t = cg::tiled_partition<{size}>(cg::this_thread_block());"
    text = kernel_of(f"{made} a[threadIdx.x] = t.thread_rank() + t.shfl_down(n, 1);", TILES)
    assert f"tx % {operand}" in text
    taken = f"__device__ int sum(cg::thread_block_tile<{size}> t, int v) {{ return v + t.shfl_down(v, 1); }}\n"
    translation = translate_file(
        parse(TILES + taken + KERNEL.replace("BODY", f"{made} a[threadIdx.x] = sum(t, n);"), "k.cu", "cuda")
    )
    assert f", 1, {operand})" in translation.written[Written("sum", 0)]


def test_a_size_may_be_compared() -> None:
    made = "auto t = cg::tiled_partition(cg::this_thread_block(), n < 4 ? 2 : 4);"
    assert "n < 4 ? 2 : 4" in kernel_of(f"{made} a[threadIdx.x] = t.thread_rank();", TILES)


def test_constants_are_told_by_their_types() -> None:
    launch = "int main() { int *a; k<<<1, dim3(W, H)>>>(a, 0); }\n"
    for constants, told in {
        "const int W = 16, H = 8;\n": ("W", "H"),
        "int const W = 1'6, H = 0b1000;\n": ("W", "H"),
        "const float /* no int */ W = 16; const int H = 8;\n": None,
        "const int *W = 0; const int H = 8;\n": None,
    }.items():
        translation = translate_file(parse(constants + KERNEL.replace("BODY", "a[0] = n;") + launch, "k.cu", "cuda"))
        assert translation.launches[0].constant == told, constants


def test_enumerators_and_names_of_namespaces_may_be_negative() -> None:
    """An index has no sign: what is below 0 beside it is above all of them."""
    before = "enum { BACK = -2, LAST, NEXT = 3 };\nnamespace own { const long LOW = -3; }\nusing own::LOW;\n"
    body = "int i = threadIdx.x; if (i < n) a[i] = (threadIdx.x > BACK) + (threadIdx.x > LAST) + (threadIdx.x < NEXT);"
    text = kernel_of(body, before)
    assert "unsigned(i) > BACK" in text
    assert "unsigned(i) > LAST" in text
    assert "(i < NEXT)" in text


def test_members_are_known_beside_remarks() -> None:
    before = "typedef struct { int b; /* ; */ float /* } */ x; } P;\n"
    assert "truncated<int>(p.x)" in kernel_of("P p; p.x = n * 0.5f; a[threadIdx.x] = p.x;", before)


@pytest.mark.parametrize(
    "remark", ["// float4, cuComplex, printf", "/* __half2 */", 'const char *said = "make_float4";']
)
def test_what_is_only_mentioned_brings_no_definition(remark: str) -> None:
    plain = KERNEL.replace("BODY", "a[threadIdx.x] = n;")
    told = translate_file(parse(f"{remark}\n{plain}", "k.cu", "cuda")).text
    assert told.replace(f"{remark}\n", "").split() == translate_file(parse(plain, "k.cu", "cuda")).text.split()


def test_a_body_of_the_models_is_read_by_its_tokens() -> None:
    assert objection("// a new value\na[0] = 1;") == ""
    assert objection("int *p = new int; a[0] = *p;") == "new in it"
    assert objection("# define X 1\n") == "a directive that is not OpenMP's"
    assert objection("x.sin(1);") == "a call of sin"
    assert direct_blocks("if (blockDim . x != 256 /* w */) return false; // blockDim.y != 4", 2) == ["256, 256, 1"]
