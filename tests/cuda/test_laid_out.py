"""What a person wrote around the code of a kernel stays: comments in their places, empty lines, the layout of the file."""

from __future__ import annotations

from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse


def translated(text: str) -> FileTranslation:
    return translate_file(parse(text, "k.cu", "cuda"))


def kernel(text: str, name: str = "k") -> str:
    found = translated(text).kernel(name)
    assert found is not None
    assert found.text is not None, found.reason
    return found.text


FLAT = """__global__ void k(float *a, const float *b, int n) {
  // which element
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // stay inside
  if (i >= n) return;

  /* of the
     neighbour */
  float left = b[i + 1]; // may be the last
  a[i] = left; // the result
  // that is all
}
"""


def test_comments_stay_with_their_statements_and_go_with_what_goes() -> None:
    assert kernel(FLAT).split("\n")[3:] == [
        "  #pragma omp parallel for simd if(parallel: total_x > 8192)",
        "  for (int i = 0; i < std::min<long long>(n, total_x); ++i) {",
        "    /* of the",
        "       neighbour */",
        "    float left = b[i + 1]; // may be the last",
        "    a[i] = left; // the result",
        "    // that is all",
        "  }",
        "}",
    ]


REGIONS = """__global__ void k(float *a, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  // 1) where
  int i = blockIdx.x * 64 + t; // of the grid
  // 2) fill
  s[t] = i < n ? a[i] : 0; // zero outside
  __syncthreads(); // all is there
  // 3) where it goes
  int j = blockIdx.x * 64 + 63 - t;

  // 4) turn round
  if (j < n) a[j] = s[t];
}
k<<<8, 64>>>(a, n);
"""


def test_comments_of_regions_stay_in_order() -> None:
    said = [line.strip() for line in kernel(REGIONS).split("\n") if "//" in line]
    assert said == [
        "// 1) where",
        "const int i = bx * 64 + t; // of the grid",
        "// 2) fill",
        "s[t] = i < n ? a[i] : 0; // zero outside",
        "// 3) where it goes",
        "// 4) turn round",
    ]


LOOPS = """__global__ void k(float *a, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  // fold
  for (int h = 32; h > 0; h /= 2) { // halves
    __syncthreads();
    // the lower half
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
  } // folded
  if (n > 3) {
    // nobody else
    __syncthreads();
  }
  a[threadIdx.x] = s[0];
}
"""


def test_comments_beside_control_of_the_block() -> None:
    said = [line.strip() for line in kernel(LOOPS).split("\n")]
    at = said.index("// fold")
    assert said[at + 1] == "for (int h = 32; h > 0; h /= 2) {"
    assert "// the lower half" in said
    assert "} // folded" in said


ONE = """__global__ void k(int *a) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    a[0] = 1; // the first
    // and then
    a[1] = 2;
  }
}
"""


def test_comments_of_the_one_thread_stay_on_their_line() -> None:
    said = kernel(ONE)
    assert "a[0] = 1; // the first\n" in said
    assert "// and then\n  a[1] = 2;" in said


def test_a_body_is_moved_in_as_in_the_file() -> None:
    for step in ("\t", "  ", "   ", "        "):
        text = f"__global__ void k(int *a) {{\n{step}a[threadIdx.x] = 1;\n}}\n__global__ void one(int *a) {{ a[threadIdx.x] = 1; }}\n"
        for name in ("k", "one"):
            lines = kernel(text, name).split("\n")
            assert lines[2].startswith(f"{step}const int threads_x"), name
            assert [line for line in lines if line.strip() == "a[tx] = 1;"] == [f"{step * 3}a[tx] = 1;"]


def test_a_kernel_in_a_namespace_stands_where_it_stood() -> None:
    text = "namespace own {\n    __global__ void k(int *a) {\n        a[threadIdx.x] = 1;\n    }\n}\n"
    own = translated(text).own.split("\n")
    at = next(n for n, line in enumerate(own) if "static void k" in line)
    assert own[at].startswith("    static void k(")
    assert own[at + 2].startswith("        const int threads_x")
    assert own[-3:] == ["    }", "}", ""]


HEAD = """__global__ void k(
    float* out, // written
    const float* __restrict__ in,
    int n, int m
)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
    {
        float* p = out + i;
        if (m)
        {
            *p = in[i];
        }
    }
}
"""


def test_a_head_keeps_its_lines_and_braces_their_place() -> None:
    assert kernel(HEAD).startswith(
        "static void k(\n"
        "    dim3 gridDim, dim3 blockDim,\n"
        "    float* out, // written\n"
        "    const float* __restrict__ in,\n"
        "    int n, int m\n"
        ")\n"
        "{\n"
    )
    assert "++i)\n    {\n        float* p = out + i;\n" in kernel(HEAD)


def test_parameters_under_each_other_stay_so() -> None:
    text = "__global__ void k(float *a,\n                  int n) { a[threadIdx.x] = n; }"
    assert kernel(text).startswith("static void k(dim3 gridDim, dim3 blockDim, float *a,\n" + " " * 14 + "int n) {\n")


def test_a_launch_keeps_the_lines_of_its_arguments() -> None:
    text = """__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void f(float *a, int n, int m) {
    k<<<n, m>>>(
        a, // memory
        n
    );
}
"""
    assert "    k(\n        n, m, a, // memory\n        n\n    );\n" in translated(text).own


def test_lines_end_in_one_way() -> None:
    text = "__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n\nint main() {\n  int x;\n\n\n  return 0;\n}\n"
    assert translated(text.replace("\n", "\r\n")).own == translated(text).own


def test_a_string_that_goes_on_in_the_next_line_is_the_same() -> None:
    text = '__global__ void k(int *a) {\n    if (a[0])\n        printf("one\\\n      two");\n}\n'
    assert '"one\\\n      two"' in kernel(text)
    inside = f"namespace own {{\n{text}}}\n"
    assert '"one\\\n      two"' in translated(inside).own


def test_no_braces_and_parentheses_that_nobody_needs() -> None:
    text = """__global__ void k(int *a, int n) {
    __shared__ int s[32];
    int i = threadIdx.x;
    if (a[i] > 2) {
        s[i] = 1;
        __syncwarp();
        while (a[i] < n) {
            a[i] += s[31 - i];
            __syncwarp();
        }
    }
    if (a[i] > 7) {
        return;
    }
    a[i] = 0;
}
void f(int *a) { k<<<1, 32>>>(a, 5); }
"""
    lines = [line.strip() for line in kernel(text).split("\n")]
    assert "continue;" in lines
    assert "{ continue; }" not in lines
    assert "{" not in lines
    assert any(line.startswith("if (!inside_1[") for line in lines)


def test_words_of_sides_leave_no_blanks() -> None:
    text = (
        "class C {\npublic:\n    __host__ void\n    f();\n};\n__host__ int g(int);\n__host__\nint h() { return 1; }\n"
    )
    own = translated(text).own
    assert "    void\n    f();" in own
    assert "\nint g(int);\n" in own
    assert "\nint h() {" in own


def test_what_was_said_of_a_copy_goes_with_it() -> None:
    text = """__global__ void k(const float *a, float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i]; }
int main() {
    float a[64], b[64];
    float *x, *y;
    cudaMalloc(&x, sizeof(a)); // for a
    cudaMalloc(&y, sizeof(b)); // for b
    cudaMemcpy(x, a, sizeof(a), cudaMemcpyHostToDevice);
    k<<<1, 64>>>(x, y, 64);
    cudaMemcpy(b, y, sizeof(b), cudaMemcpyDeviceToHost);
    cudaFree(x); // no more
    cudaFree(y);
}
"""
    own = translated(text).own
    assert "x = a;" in own
    assert "// for a" not in own
    assert "// no more" not in own
