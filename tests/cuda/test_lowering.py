"""What translations look like, and what is told of kernels that have none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from whole import drawn


def translated(text: str) -> FileTranslation:
    return translate_file(parse(text, "k.cu", "cuda"))


def lines(text: str, name: str = "k") -> list[str]:
    kernel = translated(text).kernel(name)
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    return [line.strip() for line in kernel.text.split("\n")]


def test_the_guard_is_the_bound() -> None:
    text = "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }"
    assert lines(text) == [
        "static void k(dim3 gridDim, dim3 blockDim, float *a, int n) {",
        "check_dimensions(gridDim, 1, blockDim, 1);",
        "const int total_x = gridDim.x * blockDim.x;",
        "#pragma omp parallel for simd if(parallel: total_x > 32768)",
        "for (int i = 0; i < std::min<long long>(n, total_x); ++i) {",
        "a[i] *= 2;",
        "}",
        "}",
    ]


WORK = {
    "up to a parameter": ("for (int j = 0; j < m; ++j) a[i] += j;", "1ll * total_x * m > "),
    "a function of the file": ("a[i] = half_of(a[i]);", "total_x > "),
    "a loop up to what is written": ("m = m / 2; for (int j = 0; j < m; ++j) a[i] += j;", ""),
    "a loop up to what is read": ("for (int j = 0; j < from[i]; ++j) a[i] += j;", ""),
    "a function with a loop up to its own": ("a[i] = sum_of(from, m);", ""),
    "a function that calls itself": ("a[i] = down(m);", ""),
}


@pytest.mark.parametrize(("body", "asks"), WORK.values(), ids=WORK)
def test_a_launch_of_little_work_wakes_nobody_where_the_work_is_known(body: str, asks: str) -> None:
    text = f"""__device__ float half_of(float x) {{ return x * 0.5f; }}
    __device__ float sum_of(const int *p, int n) {{ float s = 0; for (int j = 0; j < n; ++j) s += p[j]; return s; }}
    __device__ float down(int n) {{ return n > 0 ? 1 + down(n - 1) : 0; }}
    __global__ void k(float *a, const int *from, int n, int m) {{
      int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ {body} }} }}"""
    pragma = next(line for line in lines(text) if line.startswith("#pragma omp parallel"))
    assert f"if(parallel: {asks}" in pragma if asks else "if(" not in pragma


ALONE = (
    "if (blockIdx.x != 0 || threadIdx.x != 0) return; {}",
    "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i == 0) {{ {} }}",
    "if (threadIdx.x == 0 && 0 == blockIdx.x) {{ {} }}",
    "if (threadIdx.x || blockIdx.x > 0) return; {}",
    "const int i = threadIdx.x + blockDim.x * blockIdx.x; if (i >= 1) return; {}",
)


@pytest.mark.parametrize("guard", ALONE)
def test_a_kernel_of_one_thread_is_its_statements(guard: str) -> None:
    body = "for (int j = 1; j < n; ++j) a[j] += a[j - 1];"
    found = lines(f"__global__ void k(float *a, int n) {{ {guard.format(body)} }}")
    assert found[1:] == ["check_dimensions(gridDim, 1, blockDim, 1);", body, "}"]


OTHERS = (
    "if (threadIdx.x != 0) return; {}",
    "if (blockIdx.x != 0 && threadIdx.x != 0) return; {}",
    "if (blockIdx.x != 0 || threadIdx.x != 0 || n < 3) return; {}",
    "if (blockIdx.x == 0 || threadIdx.x == 0) {{ {} }}",
    "a[1] = 2; if (blockIdx.x != 0 || threadIdx.x != 0) return; {}",
    "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i == 0) {{ {} }} a[2] = 1;",
    "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i == 1) {{ {} }}",
    "if (blockIdx.x + threadIdx.y != 0 || threadIdx.x != 0) return; {}",
)


@pytest.mark.parametrize("guard", OTHERS)
def test_a_kernel_with_more_threads_keeps_its_loops(guard: str) -> None:
    body = "for (int j = 1; j < n; ++j) a[j] += a[j - 1];"
    found = lines(f"__global__ void k(float *a, int n) {{ {guard.format(body)} }}")
    assert any(line.startswith("#pragma omp parallel for") for line in found)


def test_a_hint_between_the_loops_of_a_nest_is_left_out() -> None:
    text = """__global__ void k(float *a, int n) {
      int t = blockIdx.x * blockDim.x + threadIdx.x;
      if (t < n)
      #pragma unroll
        for (int i = 0; i < 4; i++)
        #pragma unroll 2
          for (int j = 0; j < 3; j++) a[t] += i * j; }"""
    found = " ".join(lines(text))
    assert "for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) a[t] += i * j;" in " ".join(found.split())
    assert "unroll" not in found


@pytest.mark.parametrize(
    ("kind", "store", "lanes"),
    [
        ("float4", "b[i] = v;", False),
        ("Pair", "b[i] = v;", False),
        ("Pair", "b[i].x = v.x;", True),
        ("float", "b[i] = v;", True),
    ],
)
def test_compilers_take_vectors_of_objects_where_nothing_is_said(kind: str, store: str, lanes: bool) -> None:
    text = f"""struct Pair {{ float x, y; }};
    __global__ void k(const {kind} *__restrict__ a, {kind} *__restrict__ b, int n) {{
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) {{ {kind} v = a[i]; {store} }} }}"""
    assert ("simd" in " ".join(lines(text))) is lanes


@pytest.mark.parametrize(
    ("body", "one"),
    [
        ("a[i] *= 2; i += blockDim.x * gridDim.x;", True),
        ("for (int k = 0; k < 3; ++k) { if (k == i % 2) continue; a[i] += k; } i += blockDim.x * gridDim.x;", True),
        ("i += blockDim.x * gridDim.x; if (i < n) a[i] *= 2;", False),
        ("if (a[i] > 3) break; a[i] *= 2; i += blockDim.x * gridDim.x;", False),
        ("if (i % 3) { i += blockDim.x * gridDim.x; continue; } a[i] *= 2; i += blockDim.x * gridDim.x;", False),
        ("a[i] *= 2; i += blockDim.x;", False),
        ("a[i] += blockDim.x; i += blockDim.x * gridDim.x;", False),
    ],
)
def test_a_while_loop_with_the_grids_stride_is_one_loop(body: str, one: bool) -> None:
    text = f"""__global__ void k(float *a, int n) {{
      int i = threadIdx.x + blockIdx.x * blockDim.x;
      while (i < n) {{ {body} }} }}"""
    found = " ".join(lines(text))
    assert ("for (int i = 0; i < n; ++i)" in found) is one
    assert not (one and "while" in found)


def test_a_loop_with_the_grids_stride_is_one_loop() -> None:
    text = """__global__ void k(float *a, int n) {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] *= 2; }"""
    assert "for (int i = 0; i < n; ++i) {" in lines(text)


def test_the_grids_stride_stays_where_rounds_depend_on_each_other() -> None:
    text = """__global__ void k(float *a, int n) { float last = 0;
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) { a[i] += last; last = a[i]; } }"""
    found = lines(text)
    assert any("i_first += threads_x * blocks_x" in line for line in found)
    assert "last = a[i];" in found
    assert "auto &last = last_of[tx];" in found  # each thread has its own


def test_two_dimensions() -> None:
    text = """__global__ void k(float *a, int w, int h) {
      int x = blockIdx.x * blockDim.x + threadIdx.x; int y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x >= w || y >= h) return; a[y * w + x] = 0; }"""
    found = lines(text)
    assert "for (int y = 0; y < std::min<long long>(h, total_y); ++y)" in found
    assert "for (int x = 0; x < std::min<long long>(w, total_x); ++x) {" in found
    assert not any("return" in line for line in found)


def test_the_file_tells_the_size_of_a_block() -> None:
    text = """#define B 64
__global__ void k(float *a) { __shared__ float s[B]; s[threadIdx.x] = a[threadIdx.x];
  __syncthreads(); a[threadIdx.x] = s[B - 1 - threadIdx.x]; }
void go(float *a) { k<<<1, B>>>(a); }"""
    found = translated(text)
    kernel = found.kernel("k")
    assert kernel is not None
    assert kernel.text is not None
    assert "constexpr int threads_x = B;" in kernel.text
    assert "k(1, a);" in found.text


@pytest.mark.parametrize(
    ("declared", "given", "asked"),
    [
        ("bool done;", "done = s[t ^ 1] > i;", "done"),
        ("float last[2], more;", "last[i & 1] = s[t ^ 1]; more = last[0];", "last[1] > more"),
        ("int3 where; bool done;", "where = make_int3(t, i, n); done = s[where.x ^ 1] > 0;", "done && where.y > t"),
    ],
)
def test_a_declaration_without_a_value_makes_no_loop(declared: str, given: str, asked: str) -> None:
    """What lives across barriers is an element of an array: there is nothing left to do where it is declared."""
    text = f"""__global__ void k(float *a, int n) {{
      __shared__ float s[64]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); {declared}
      for (int i = 0; i < n; i++) {{ {given} __syncthreads(); if ({asked}) s[t] = i; __syncthreads(); }}
      if ({asked}) a[t] = s[t];
    }}
    void go(float *a) {{ k<<<1, 64>>>(a, 3); }}"""
    found = lines(text)
    heads = [i for i, line in enumerate(found) if line.startswith("for (int t = 0;")]
    bodies = [found[at + 1 : found.index("}", at)] for at in heads]
    assert len(bodies) == 4
    assert any(line.startswith("auto &") for body in bodies for line in body)
    assert not [body for body in bodies if all(line.startswith(("auto &", "const int")) for line in body)]


def test_barriers_cut_where_threads_wait_and_not_elsewhere() -> None:
    text = """__global__ void k(float *a) { __shared__ float s[32]; int t = threadIdx.x; float v = a[t]; s[t] = v;
      __syncthreads(); float w = s[31 - t]; a[t] = w + v; }"""
    found = lines(text)
    assert sum(line.startswith("for (int t = 0;") for line in found) == 2
    assert "float v_of[max_threads];" in found
    assert not any("w_of" in line for line in found)


def test_unsigned_indices_stay_unsigned_where_it_matters() -> None:
    found = "\n".join(lines("__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x - 1 < 5; }"))
    assert "unsigned(tx) - 1 < 5" in found


STATEMENTS = (
    "int i = blockIdx.x * blockDim.x + threadIdx.x;",
    "int t = threadIdx.x;",
    "if (i < n) a[i] = 1;",
    "if (i >= n) return;",
    "if (t < 5) a[t] += 2;",
    "__syncthreads();",
    "__shared__ float s[32];",
    "s[t] = a[i];",
    "float v = a[i];",
    "v += __shfl_down_sync(~0u, v, 1);",
    "for (int j = t; j < n; j += blockDim.x) a[j] = 0;",
    "for (int k = 0; k < n; ++k) { __syncthreads(); if (k == 3) break; }",
    "while (v > 0) { v -= 1; __syncwarp(); }",
    "n = n / 2;",
    "return;",
    "// nothing",
    "",
)


@given(
    st.lists(st.sampled_from(STATEMENTS), max_size=9),
    st.sampled_from(("", "void go(float *a) { k<<<2, 32>>>(a, 5); }")),
)
@settings(max_examples=drawn(400), deadline=None)
def test_no_kernel_raises(statements: list[str], launch: str) -> None:
    body = "\n  ".join(statements)
    found = translated(f"__global__ void k(float *a, int n) {{\n  {body}\n}}\n{launch}\n").kernel("k")
    assert found is not None
    assert found.text is not None or found.reason


def test_a_parameter_without_a_name_stays() -> None:
    assert lines("__global__ void k(float *a, int *, int) { a[threadIdx.x] = 1; }")[0] == (
        "static void k(dim3 gridDim, dim3 blockDim, float * a, int * unused_1, int unused_2) {"
    ).replace("float * a", "float *a")


def test_kernels_of_a_namespace_and_a_launch_that_throws() -> None:
    text = """namespace ns { __global__ void k(float *a) { a[threadIdx.x] = 1; } __global__ void t(float *a) { a[0] = texCubemap<float>(0, 0, 0, 0); } }
void go(float *a) { ns::k<<<1, 32>>>(a); ns::t<<<1, 32>>>(a); }"""
    found = translated(text).text
    assert "ns::k(1, a);" in found
    assert 'throw std::logic_error("t has no CPU translation: cube maps are not translated");' in found


UNSUPPORTED = [
    ("b[0] = tex2DLod<float>(t, 0, 0, 1);", "mipmapped textures are not translated"),
    ("b[0] = curand_poisson(s, 2.0);", "Poisson and discrete distributions of cuRAND are not translated"),
    (
        "__shared__ cub::BlockReduce<int, 8>::TempStorage s; n = cub::BlockReduce<int, 8>(s).Anything(n);",
        "Anything of cub::BlockReduce in this form is not translated",
    ),
    ('asm volatile("nop;");', "inline PTX is not translated: nop"),
    ("other<<<1, 1>>>(b);", "a kernel launches other, which is no kernel of the file"),
    (
        "auto g = cg::coalesced_threads(); auto h = cg::labeled_partition(cg::this_thread_block(), n);",
        "labeled_partition of this group is not translated",
    ),
    ("wmma::load_matrix_sync(x, b, 16);", "which elements of a warp's matrix a thread has is not known"),
    ("switch (n) { case 1: if (b[0] > 0) break; __syncthreads(); }", "threads wait for each other inside a switch"),
    ("auto f = [&]() { return __shfl_sync(~0u, n, 0); }; b[0] = f();", "threads wait for each other inside a lambda"),
]


@pytest.mark.parametrize(("statement", "reason"), UNSUPPORTED, ids=[reason for _, reason in UNSUPPORTED])
def test_what_is_not_translated_is_told_with_its_line(statement: str, reason: str) -> None:
    text = f"__global__ void fine(float *b) {{ b[threadIdx.x] = 1; }}\n__global__ void k(float *b, int n) {{\n  {statement}\n}}\n"
    found = translated(text)
    kernel, fine = found.kernel("k"), found.kernel("fine")
    assert kernel is not None
    assert fine is not None
    assert (kernel.text, kernel.reason) == (None, reason)
    assert found.source.lines.line_of(kernel.at) == 2
    assert fine.text is not None
    assert f"// k is left out: {reason}." in found.text


WORDS = (
    *(
        "__global__ ",
        "void ",
        "k",
        "int ",
        "i",
        "threadIdx.x",
        "blockIdx.x",
        "__syncthreads()",
        "__shared__ ",
        "if",
        "for",
    ),
    *(
        "while ",
        "return",
        "<<<1, 2>>>",
        "__shfl_sync",
        "#define ",
        "template <typename T>",
        "struct ",
        *"{}()[]<>;=+*&,.# \n\"'/",
    ),
)


@given(st.lists(st.sampled_from(WORDS), max_size=60).map("".join))
@settings(max_examples=drawn(300), deadline=None)
def test_no_text_raises(text: str) -> None:
    found = translated(text)
    assert isinstance(found.text, str)
    assert all(kernel.text is not None or kernel.reason for kernel in found.kernels)


KERNEL = """template <typename T> __device__ T f(T v) { return v + __shfl_xor_sync(~0u, v, 1); }
__global__ void k(const float *a, float *b, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int r = 0; r < 3; ++r) { s[threadIdx.x] = f(a[i]); __syncthreads(); if (s[0] > r) break; }
  b[i] = s[63 - threadIdx.x];
}
void go(float *a) { k<<<dim3(1), 64>>>(a, a, 64); }
"""


@given(
    st.integers(0, len(KERNEL) - 1),
    st.integers(0, 12),
    st.sampled_from(["", ";", "}", "{", ")", "(", "if (n) ", "/*", '"', "#if 0\n", "return;"]),
)
@settings(max_examples=drawn(300), deadline=None)
def test_no_edit_raises(at: int, cut: int, put: str) -> None:
    found = translated(KERNEL[:at] + put + KERNEL[at + cut :])
    assert isinstance(found.text, str)


def test_the_hosts_names_stay_where_they_are_called_as_cudas() -> None:
    text = """__global__ void k(float *a, int blockDim) { a[threadIdx.x] += blockDim; }
      void go(float *a) { dim3 blockDim(16), gridDim(4); k<<<gridDim, blockDim>>>(a, 3); }"""
    found = translated(text).text
    assert "dim3 blockDim(16), gridDim(4);" in found
    assert "] += blockDim_;" in found


def pragmas(body: str, parameters: str = "float *a, int n, int m") -> list[str]:
    text = (
        f"__global__ void k({parameters}) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ {body} }} }}"
    )
    return [line for line in lines(text) if line.startswith("#pragma")]


def test_small_launches_wake_no_threads() -> None:
    (cheap,) = pragmas("a[i] = 0;")
    (dear,) = pragmas("a[i] = expf(sinf(a[i]));")
    bounds = [int(p.split("> ")[1].rstrip(")")) for p in (cheap, dear)]
    assert bounds[0] > 4 * bounds[1] > 0


@pytest.mark.parametrize(
    "body", ["for (int k = 0; k < a[0]; ++k) a[i] *= 2;", "while (a[i] > 1) a[i] /= 2;", "a[i] = unknown(a[i]);"]
)
def test_work_that_cannot_be_told_is_always_shared(body: str) -> None:
    assert not any("if(" in p for p in pragmas(body))


def test_a_loop_of_a_known_length_is_told() -> None:
    (once,) = pragmas("a[i] *= 2;")
    many = pragmas("for (int k = 0; k < 64; ++k) a[i] *= 2;")[0]
    assert int(many.split("> ")[1].rstrip(")")) * 32 <= int(once.split("> ")[1].rstrip(")"))


ROW_LOOPS = {
    "for (int k = 0; k < m; ++k) s += a[i * m + k];": True,
    "for (int k = 0; k < m; ++k) s = s + a[k] * a[i * m + k];": True,
    "for (int k = 0; k <= m; k++) { float v = a[k]; s += v; q = fmaxf(q, v * v); }": True,
    "for (int k = 0; k < m; ++k) { s += a[k]; q += __expf(a[k]); }": True,
    "for (int k = 0; k < m; ++k) s += a[k * n + 7];": False,  # strides
    "for (int k = 0; k < m; ++k) s += a[k] * a[b[k]];": True,
    "for (int k = 0; k < m; ++k) s += a[b[2 * k]];": False,  # scattered
    "for (int k = 0; k < m; ++k) s += a[k] * s;": False,  # no sum
    "for (int k = 0; k < m; ++k) { s += a[k]; a[k] = 0; }": False,
    "for (int k = 0; k < m; ++k) { s += a[k]; if (s > 9) break; }": False,
    "for (int k = 0; k < m; k += 2) s += a[k];": False,
    "for (int k = 0; k < 9; ++k) s += a[k];": False,  # too short
    "for (int k = 0; k < m; ++k) s -= a[k];": False,
    "for (int k = 0; k < m; ++k) s += unknown(a[k]);": False,
    "for (int k = 0; k < m; ++k) { s += a[k]; q += s; }": False,  # a running sum
    "for (int k = 0; k < b[i]; ++k) s += a[k];": False,  # each thread has another number of rounds
}


@pytest.mark.parametrize("loop", ROW_LOOPS)
def test_threads_side_by_side_fold_dense_rows(loop: str) -> None:
    head = "__global__ void k(float *a, const int *b, int n, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
    found = lines(head + f" if (i < n) {{ float s = 0, q = 0; {loop} a[i] = s + q; }} }}")
    assert any(line.startswith("for (") and line.endswith("+= 8) {") for line in found) == ROW_LOOPS[loop]
    assert not any("reduction" in line for line in found)


DIVIDED = {
    "a[i] = i % w;": "a[i] = i - row * columns;",
    "a[i] = i / w % h;": "a[i] = (w < 0 ? -row : row) % h;",
    "int y = (i / w) % h; a[i] = y;": "const int y = (w < 0 ? -row : row) % h;",
    "a[i] = i / (h * w) + i % w;": "a[i] = ((w < 0 ? -row : row) / h) + (i - row * columns);",
    "a[i] = i / 2000 + i % 100;": "a[i] = (row / 20) + (i - row * 100);",
    "a[i] = i % (w * h);": "a[i] = i - row * columns;",
    "a[i] = i / W + i % W;": "a[i] = row + (i - row * W);",
}


@pytest.mark.parametrize("body", DIVIDED)
def test_an_index_that_is_divided_goes_by_rows(body: str) -> None:
    head = "#define W 640\n__global__ void k(float *a, int n, int h, int w) {"
    found = lines(head + f" int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ {body} }} }}")
    assert DIVIDED[body] in found
    assert any(line.startswith("for (int row = piece /") for line in found)


@pytest.mark.parametrize(
    "body",
    [
        "a[i] = 2 * i / w;",
        "a[i] = i / 3;",
        "a[i] = a[0] / i;",
        "a[i] = i / w--;",
        "a[i] = n.i / w;",
        "a[i] = i / (w + 1);",
    ],
)
def test_other_divisions_stay(body: str) -> None:
    head = "__global__ void k(float *a, int n, int h, int w) {"
    found = lines(head + f" int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ {body} }} }}")
    assert not any("row" in line for line in found)


def test_a_kernel_in_a_pointer_has_the_head_that_all_such_kernels_have() -> None:
    text = """typedef void (*Kernel)(float *, int);
      __global__ void k(float *a, int n) { a[threadIdx.x] += n; }
      __global__ void alone(float *a, int n) { a[threadIdx.x] -= n; }
      void go(float *a, void (*other)(float *, float)) { Kernel p = k; p<<<2, 64>>>(a, 3); alone<<<2, 64>>>(a, 3);
        cudaFuncSetCacheConfig(alone, cudaFuncCachePreferL1); }"""
    found = translated(text).text
    assert "typedef void (*Kernel)(dim3, dim3, size_t, float *, int);" in found
    assert "static void k(dim3 gridDim, dim3 blockDim, size_t shared_bytes, float *a, int n) {" in found
    assert "p(2, 64, 0, a, 3);" in found
    assert "static void alone(dim3 gridDim, float *a, int n) {" in found
    assert "void (*other)(float *, float)" in found


MARCH = """__global__ void k(const float *a, float *b, int n) {{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {{ {} }} }}"""


@pytest.mark.parametrize(
    ("body", "outside"),
    [
        ("for (int z = 1; z < n; ++z) b[(z * n + y) * n + x] = a[((z - 1) * n + y) * n + x];", True),
        ("for (int z = 0; z < n; ++z) { int i = z * n * n + y * n + x; b[i] = a[i] + z; }", True),
        ("for (int z = 0; z < n; ++z) b[(y * n + x) * n + z] = 0;", False),  # rounds lie dense
        ("for (int z = 0; z < n; ++z) b[y * n + x] += a[y * n + z] * a[z * n + x];", True),  # a product
        ("for (int z = 0; z < n; ++z) b[y * n + x] += a[y * n + z] * a[x * n + z];", False),
        ("for (int z = 0; z < x; ++z) b[z * n + x] = 0;", False),
        ("for (int z = 0; z < n; ++z) { if (a[z * n + x] > 1) break; b[z * n + x] = 0; }", False),
        ("float s = 0; for (int z = 0; z < n; ++z) { if (x > 3) return; s += a[z * n + x]; b[z * n + x] = s; }", False),
    ],
)
def test_rounds_go_outside_where_threads_lie_dense(body: str, outside: bool) -> None:
    found = lines(MARCH.format(body))
    heads = [line.split(" = ")[0] for line in found if line.startswith("for (")]
    assert heads[:2] == (["for (int y", "for (int z"] if outside else ["for (int y", "for (int x"])


@pytest.mark.parametrize(
    ("statements", "outer"),
    [
        ("a[n * x + y] -= m[n * x] * b[y]; if (y == 0) b[x] = 0;", "x"),  # b lies beside the rows
        ("int at = n * (x + 1) + (y + 1); a[at] = m[x] + b[y];", "x"),
        ("a[n * y + x] -= m[n * y] * b[x]; if (x == 0) b[y] = 0;", "y"),
        ("a[n * x + y] = m[n * y + x];", "y"),  # a transpose is as it is written
        ("a[x] = 1; b[y] = 2;", "y"),
    ],
)
def test_rows_lie_along_the_axis_whose_neighbours_lie_side_by_side(statements: str, outer: str) -> None:
    found = lines(f"""__global__ void k(float *a, const float *m, float *b, int n) {{
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x < n && y < n) {{ {statements} }} }}""")
    assert next(line for line in found if line.startswith("for (")).startswith(f"for (int {outer} =")


@pytest.mark.parametrize(
    ("said", "vector"), [("// printf(x); return", True), ("/* no atomic is needed */", True), ("printf(x);", False)]
)
def test_what_a_comment_says_keeps_no_loop_from_vectors(said: str, vector: bool) -> None:
    found = lines(f"""__global__ void k(float *a, int n, const char *x) {{ int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) {{ if (a[i] > 0) {{ {said}
        a[i] = 1; }} }} }}""")
    assert any("simd" in line for line in found) == vector


def test_rounds_go_outside_where_the_threads_of_y_lie_dense() -> None:
    found = lines("""__global__ void k(const float *a, float *b, int n) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x < n && y < n) { for (int z = 0; z < n; ++z) b[x * n + y] += a[x * n + z] * a[z * n + y]; } }""")
    heads = [line.split(" = ")[0] for line in found if line.startswith("for (")]
    assert heads == ["for (int x", "for (int z", "for (int y"]


def test_a_loop_of_shuffles_in_a_branch_has_one_counter() -> None:
    found = lines("""__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i / 32 < n) { float s = a[i]; for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(~0u, s, o); a[i] = s; } }""")
    assert "for (int o = 16; o > 0; o >>= 1) {" in found
    assert not any("going" in line for line in found)


def test_a_launch_by_pointer_of_a_kernel_without_translation_can_stand_in_a_check() -> None:
    text = """__global__ void t(cudaTextureObject_t x, float *a) { a[0] = tex1DLod<float>(x, 0.f, 1.f); }
      int go(void **g) { cudaError_t e = cudaLaunchKernel((void *)t, 1, 1, g, 0, 0); return e; }"""
    assert 'mipmapped textures are not translated"), cudaSuccess);' in translated(text).text


def test_one_loop_over_a_block_of_two_dimensions_where_the_threads_number_will_do() -> None:
    found = lines("""__global__ void k(float *a) { __shared__ float s[256]; int y = threadIdx.y, x = threadIdx.x;
      int t = y * blockDim.x + x; s[t] = a[y * 16 + x]; __syncthreads(); float w = 0;
      if (t < 32) { w = s[t] + s[t + 32]; w += __shfl_down_sync(~0u, w, 1); }
      for (int k = 4; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
      if (t == 0) a[0] = s[0] + w; }""")
    assert "for (int t = 0; t < std::min<long long>(k, threads_y * threads_x); ++t) {" in found
    assert "for (int t = 0; t < 1; ++t) {" in found
    numbered = [i for i, line in enumerate(found) if line.startswith("for (int t = ")]
    assert all(
        not {"x", "y"} & set(re.findall(r"\\w+", line)) for i in numbered for line in found[i : i + 3] if "auto" in line
    )
    assert any(line.startswith("auto &w = w_of[") for line in found)


RANKS = {
    "the grid's": ("auto g = cg::this_grid();", "g.thread_rank()", "g.size()"),
    "of a group that was not kept": ("", "cg::this_grid().thread_rank()", "cg::this_grid().num_threads()"),
    "the block's": (
        "cg::thread_block b = cg::this_thread_block();",
        "b.group_index().x * b.size() + b.thread_rank()",
        "gridDim.x * b.num_threads()",
    ),
}


@pytest.mark.parametrize(("groups", "first", "step"), RANKS.values(), ids=RANKS)
def test_ranks_of_groups_are_indices_where_grid_and_block_have_one_dimension(
    groups: str, first: str, step: str
) -> None:
    def written(groups: str, first: str, step: str, launch: str = "k<<<4, 64>>>(a, n);") -> list[str]:
        head = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
        loop = f"for (int i = {first}; i < n; i += {step}) a[i] *= 2;"
        return lines(
            f"{head}__global__ void k(float *a, int n) {{ {groups} {loop} }}\nvoid f(float *a, int n) {{ {launch} }}"
        )

    plain = written("", "blockIdx.x * blockDim.x + threadIdx.x", "gridDim.x * blockDim.x")
    assert written(groups, first, step) == plain
    assert written(groups, first, step, "dim3 b(8, 8); k<<<4, b>>>(a, n);") != plain


def test_a_value_behind_a_barrier_is_a_variable_of_its_own() -> None:
    text = """__global__ void two(const float *a, float *b, int n) {
  __shared__ float s[64];
  float x, y, held;
  int i = blockIdx.x * 64 + threadIdx.x;
  float z = a[i] + 1;
  x = a[i]; y = x * 2 + z;
  s[threadIdx.x] = y;
  __syncthreads();
  x = s[63 - threadIdx.x]; z = x + 1; held = z * z;
  b[i] = held;
  __syncthreads();
  for (int k = 0; k < 3; ++k) x = x + k;
  y = s[threadIdx.x ^ 1];
  s[threadIdx.x] = y - held + x;
}
void go() { two<<<4, 64>>>(0, 0, 1); }
"""
    kernel = translate_file(parse(text, "k.cu", "cuda")).kernel("two")
    assert kernel is not None
    assert kernel.text is not None
    # What is worth the same in two regions has an element for each thread: x from the second on, `held`.
    arrays = {line.split()[1].partition("[")[0] for line in kernel.text.split("\n") if "_of[slots];" in line}
    assert arrays == {"held_of", "x_2_of"}, kernel.text
    assert "float z_2 = x_2 + 1;" in kernel.text
    assert "float y_2 = s[tx ^ 1];" in kernel.text


@pytest.mark.parametrize("remark", ["/* for (;;) a / b / c */", "// while (rounds--) goto out;\n", "/* f(x) */ /* */"])
def test_what_a_comment_says_is_no_work(remark: str) -> None:
    head = "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {"
    plain, remarked = (
        next(line for line in lines(f"{head} {r} a[i] = a[i] / 2 + 1; }} }}") if "omp" in line) for r in ("", remark)
    )
    assert "if(parallel:" in plain
    assert remarked == plain


@pytest.mark.parametrize(
    "declared", ["auto mine{a[t]};", "const auto mine{a[t]};", "auto mine{0.0f}; if (t > 1) mine = a[t];"]
)
def test_a_value_in_braces_has_its_own_type_across_a_barrier(declared: str) -> None:
    found = lines(f"""__global__ void k(float *a) {{ __shared__ float s[32]; int t = threadIdx.x; {declared}
      s[t] = 2 * mine; __syncthreads(); a[t] = s[31 - t] + mine; }}
      void go(float *a) {{ k<<<1, 32>>>(a); }}""")
    assert "float mine_of[slots];" in found
    assert not any("auto{" in line or "decltype" in line for line in found)


@pytest.mark.parametrize(
    ("sizes", "loops"),
    [
        ("auto const n = static_cast<unsigned>(m); auto const block = n; const auto grid = 1u;", 1),
        ("auto block = 32; auto grid = (m + block - 1) / block;", 1),
        ("auto block = dim3(8); auto grid = dim3(4);", 1),
        ("auto block = dim3(8, 4); auto grid = 2;", 2),
        ("auto block = sizes(m); auto grid = 2;", 3),
        ("auto block = dim3(8); block.y = m; auto grid = 2;", 3),
    ],
)
def test_sizes_of_launches_that_are_auto_have_as_many_dimensions_as_their_values(sizes: str, loops: int) -> None:
    found = lines(f"""dim3 sizes(int m) {{ return dim3(m, 2); }}
      __global__ void k(float *a) {{ __shared__ float s[32]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); a[t] = s[31 - t]; }}
      void go(float *a, int m) {{ {sizes} k<<<grid, block>>>(a); }}""")
    first = next(i for i, line in enumerate(found) if "s[t] = a[t];" in line)
    heads = [line for line in found[:first] if line.startswith("for (")]
    assert len([line for line in heads if " t = 0" in line or "ty" in line or "tz" in line or "tx" in line]) == loops


SIZED = """#define TILE 16
#define SUM 3 + 1
const int LEN = 64;
HEAD KERNEL
void run(int *a, int n) { k<<<n, BLOCK>>>(a, n); }
"""
BY_SIZES = {
    "a number": ("int i = blockIdx.x * 256 + threadIdx.x; if (i < n) a[i] = 1;", "256", True),
    "a macro": ("int i = threadIdx.x + TILE * blockIdx.x; if (i < n) a[i] = 1;", "TILE", True),
    "a constant": ("unsigned i = threadIdx.x + LEN * blockIdx.x; if (i < n) a[i] = 1;", "LEN", True),
    "without a name": ("a[blockIdx.x * 256 + threadIdx.x] = 1;", "256", True),
    "another number": ("int i = blockIdx.x * 128 + threadIdx.x; if (i < n) a[i] = 1;", "256", False),
    "a macro that is no number": ("int i = blockIdx.x * SUM + threadIdx.x; if (i < n) a[i] = 1;", "SUM", False),
    "a name that may be of a wide type": ("a[blockIdx.x * LEN + threadIdx.x] = 1;", "LEN", False),
    "a name that is another one there": (
        "int LEN = 3; int i = blockIdx.x * LEN + threadIdx.x; a[i] = 1;",
        "LEN",
        False,
    ),
    "a stride": ("for (int i = blockIdx.x * LEN + threadIdx.x; i < n; i += gridDim.x * LEN) a[i] = 1;", "LEN", True),
}


@pytest.mark.parametrize(("body", "block", "is_one"), BY_SIZES.values(), ids=BY_SIZES)
def test_the_size_that_all_launches_agree_on_tells_the_index_too(body: str, block: str, is_one: bool) -> None:
    kernel = f"__global__ void k(int *a, int n) {{ {body} }}"
    said = lines(SIZED.replace("KERNEL", kernel).replace("BLOCK", block).replace("HEAD", ""))
    assert (sum(line.startswith("for (") for line in said) == 1) == is_one
    assert any("blockDim" in line for line in said) == ("int LEN" in body)


def test_a_size_that_is_another_thing_in_the_kernel_is_none() -> None:
    kernel = "__global__ void k(int *a, int n) { __shared__ int s[LEN]; s[threadIdx.x] = n; __syncthreads(); a[threadIdx.x] = s[0]; }"
    text = (
        SIZED.replace("KERNEL", kernel)
        .replace("BLOCK", "LEN")
        .replace("k<<<", "k<16><<<")
        .replace("HEAD", "template <int LEN>")
    )
    assert "const int threads_x = blockDim.x;" in lines(text)


def test_one_thread_that_does_not_ask_who_it_is_has_no_loop() -> None:
    found = lines("""__global__ void k(float *a, int n) { __shared__ float s[64], most; int t = threadIdx.x;
      if (t == 0) most = 0; // none yet
      s[t] = a[t]; __syncthreads();
      if (t == 0) { a[blockIdx.x] = s[0] + most; a[n] = s[1]; }
      __syncthreads(); if (t == 0) { float last = s[n]; a[t] = last; } }
      void run(float *a, int n) { k<<<n, 64>>>(a, n); }""")
    assert "most = 0; // none yet" in found
    at = found.index("a[bx] = s[0] + most;")
    assert found[at + 1 : at + 3] == ["a[n] = s[1];", "#pragma omp simd"]
    assert found[at + 3 : at + 5] == ["for (int t = 0; t < 1; ++t) {", "float last = s[n];"]


@pytest.mark.parametrize("body", ["a[threadIdx.x] = 1;", "a[blockIdx.x * blockDim.x + threadIdx.x] += 1;", "*a += 1;"])
def test_a_kernel_that_nobody_launches_in_sight_is_checked_when_it_is(body: str) -> None:
    text = f"__global__ void k(int *a) {{ {body} }}"
    assert "check_dimensions(gridDim, 1, blockDim, 1);" in lines(text)
    assert not any("check_dimensions" in line for line in lines(f"{text} void run(int *a) {{ k<<<2, 32>>>(a); }}"))
    whole = text.replace(body, f"if (threadIdx.z + blockIdx.z < 2) {body}")
    assert not any("check_dimensions" in line for line in lines(whole))


@pytest.mark.parametrize("kind", ["std::size_t", "std::uint32_t", "cuda::std::size_t", "size_t"])
def test_a_bound_of_the_library_s_types_ends_the_loop(kind: str) -> None:
    text = f"__global__ void k(int *a, {kind} n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 2; }}\n"
    assert "if (i < n)" not in translated(text).text
