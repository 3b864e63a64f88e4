"""Programs whose translation was once wrong without a word: each is translated by the command, built, run, and prints what it says.

What they print follows from their text, the PTX ISA (conversions, shuffles) and nvcc's two passes (macros); line by line behind
`// prints:`. Every class has its variants in one program.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.cu"))
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


def built(source: Path, folder: Path) -> Path:
    """The program of a translation."""
    translated = folder / "translated.cpp"
    text = source.read_text("utf-8")
    options = [word for line in text.splitlines() if "// built with: " in line for word in line.split()]
    standard = [word for word in options if word.startswith("-std=")]
    machine = [word for word in options if word.startswith("-march=")]
    assert main(["translate", str(source), *standard, "-o", str(translated)]) == 0
    build([translated], folder / "program", *standard, *machine)
    return folder / "program"


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda p: p.stem)
def test_it_prints_what_it_says(source: Path, tmp_path: Path) -> None:
    expected = [
        line.removeprefix("// prints: ") for line in source.read_text("utf-8").splitlines() if "// prints: " in line
    ]
    assert expected
    done = subprocess.run([str(built(source, tmp_path))], capture_output=True, text=True)
    assert [line.rstrip() for line in done.stdout.splitlines()] == expected


def documents(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> dict[str, dict[str, object]]:
    """Kernel → what is said of it."""
    source = folder / "k.cu"
    source.write_text(text, "utf-8")
    main(["translate", str(source), "--json", "-o", str(folder / "k.cpp"), *options])
    return {kernel["name"]: kernel for kernel in json.loads(capsys.readouterr().out)["kernels"]}


WAITING = {
    "a flag": "while (f[0] == 0) ;",
    "a flag, read again and again": "int v; do { v = f[threadIdx.x - 1]; } while (v == 0);",
    "a flag that is left with break": "for (;;) { if (atomicAdd(&f[0], 0) != 0) break; __nanosleep(10); }",
    "all blocks": "if (threadIdx.x == 0) { atomicAdd(&f[0], 1); while (atomicAdd(&f[0], 0) < gridDim.x) ; }",
    "shared memory": "__shared__ volatile int s; if (threadIdx.x == 40) s = 1; if (threadIdx.x == 3) while (!s) ;",
}


@pytest.mark.parametrize("body", WAITING.values(), ids=WAITING)
def test_a_loop_that_waits_for_other_threads_is_refused(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"__global__ void k(volatile int *f, int *a) {{\n  {body}\n  a[threadIdx.x] = f[0];\n}}\n".replace(
        "volatile int *f", "int *f" if "atomic" in body else "volatile int *f"
    )
    told = documents(text, tmp_path, capsys)["k"]
    assert told["status"] == "unsupported"
    assert str(told["reason"]).startswith("line 2: a loop waits")


LOOKING = {
    "volatile": "return *(volatile int *)p;",
    "an atomic operation": "return atomicAdd(p, 0);",
    "PTX": 'int v; asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(v) : "l"(p)); return v;',
    "another function": "return seen(p);",
    "a rest before": "__nanosleep(20); return *(volatile int *)p;",
}
AT_LOOKS = (
    "while (look(f) == 0) ;",
    "while (true) { if (look(f)) break; rest(f); }",
    "int v; do { v = look(f); } while (!v);",
)


@pytest.mark.parametrize("body", LOOKING.values(), ids=LOOKING)
def test_a_loop_that_waits_through_a_function_is_refused(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loops = "".join(
        f"__global__ void k{at}(int *f) {{ {loop} f[threadIdx.x] = 2; }}\n" for at, loop in enumerate(AT_LOOKS)
    )
    functions = "__device__ int seen(int *p) { return __ldcg(p); }\n__device__ void rest(int *p) { if (p[0]) __nanosleep(9); }\n"
    told = documents(f"{functions}__device__ int look(int *p) {{ {body} }}\n{loops}", tmp_path, capsys)
    assert all(str(told[f"k{at}"]["reason"]).startswith(f"line {4 + at}: a loop waits") for at in range(len(AT_LOOKS)))


FUNCTIONS_THAT_END = {
    "a lock": "int take(int *p) { return atomicCAS(p, 0, 1); }",
    "a step": "int take(int *p) { return --p[0] > 0; }",
    "a time": "int take(int *p) { return clock64() < p[0]; }",
    "a number": "int take(int *p) { return atomicSub(p, 1) > 0; }",
}


@pytest.mark.parametrize("function", FUNCTIONS_THAT_END.values(), ids=FUNCTIONS_THAT_END)
def test_a_loop_whose_function_lets_it_end_is_not_refused(
    function: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"__device__ {function}\n__global__ void k(int *f) {{ while (take(f)) ; f[threadIdx.x] = 2; }}\n"
    assert documents(text, tmp_path, capsys)["k"]["status"] == "compiled"


ENDING = (
    "while (atomicCAS(f, 0, 1) != 0) ; a[0] += 1; atomicExch(f, 0);",
    "int b = blockIdx.x; if (threadIdx.x == 0 && b > 0) while (((volatile int *)f)[b - 1] == 0) ;",
    "int i = threadIdx.x; while (a[i] > 0) { a[i] -= 1; }",
    "int n = 3; while (n-- > f[0]) ;",
)


@pytest.mark.parametrize("body", ENDING)
def test_a_lock_a_block_before_and_a_count_are_no_such_loops(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = documents(f"__global__ void k(int *f, int *a) {{ {body} a[1] = 1; }}\n", tmp_path, capsys)["k"]
    assert told["status"] == "compiled"


def test_no_kernel_goes_without_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """#if UNKNOWN(3)
__global__ void gone(int *a) { if (a[0]) {
#else
__global__ void gone(int *a) { while (a[0]) {
#endif
  a[threadIdx.x] = 2; } }
// __global__ void remark(int *a);
template <typename T> __global__ void elsewhere(T *a);
"""
    told = documents(text, tmp_path, capsys)
    assert told["gone"]["status"] == "unsupported"
    assert told["gone"]["line"] == 2
    assert told.keys() == {"gone"}


def test_what_differs_by_side_and_is_used_by_both_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """#ifdef __CUDA_ARCH__
#define WHERE 1
#else
#define WHERE 2
#endif
__global__ void k(int *a) { a[0] = WHERE; }
__global__ void other(int *a) { a[0] = 1; }
int host() { return WHERE; }
"""
    told = documents(text, tmp_path, capsys)
    assert (told["k"]["status"], told["other"]["status"]) == ("unsupported", "compiled")
    assert "WHERE depends on __CUDA_ARCH__" in str(told["k"]["reason"])


def test_what_the_host_has_wrong_is_no_fault_of_a_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        "__global__ void good(int *a) { a[0] = 1; }\n"
        '__global__ void left(int *a) { asm("nop;"); }\n'
        "void host() {\n    no_such_function(3);\n}\n",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert any(line.startswith("k.cu:4: the host's code does not compile as C++: ") for line in told)
    assert "k.cu:1: good: compiled" in told
    assert told[-1] == "2 kernels: 1 compiled, 1 left out"


def test_kernels_that_are_loaded_are_refused_on_their_line_and_at_the_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cuda.h>
#include <cstdio>
__global__ void own(int *a) { a[0] = 1; }
int main(int many, char **) {
  CUmodule module;
  CUfunction kernel;
  int a = 0, *p = &a;
  own<<<1, 1>>>(p);
  printf("%d\\n", a), fflush(stdout);
  if (many > 1) return 0;
  cuModuleLoad(&module, "kernels.ptx");
  cuModuleGetFunction(&kernel, module, "k");
  void *arguments[] = {&p};
  cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
}
""",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr().err
    assert "k.cu:11: cuModuleLoad: unsupported: kernels that are loaded while the program runs" in told
    assert "k.cu:14: cuLaunchKernel: unsupported" in told
    assert "k.cu:3: own: compiled" in told
    program = tmp_path / "k"
    build([tmp_path / "k.cpp"], program)
    done = subprocess.run([str(program)], capture_output=True, text=True)
    assert (done.stdout, done.returncode == 0) == ("1\n", False)
    assert "cuModuleLoad has no CPU translation" in done.stderr


_LIBRARIES = {
    "cusparseCreate": "cuSPARSE",
    "cusolverDnCreate": "cuSOLVER",
    "cublasLtMatmul": "cuBLASLt",
    "cudnnCreate": "cuDNN",
    "ncclAllReduce": "NCCL",
    "nppiFilter_8u_C1R": "NPP",
    "nppsSum_32f": "NPP",
    "nvmlInit_v2": "NVML",
    "nvjpegDecode": "nvJPEG",
    "optixLaunch": "OptiX",
    "nvshmem_init": "NVSHMEM",
    "nvrtcVersion": "NVRTC",
    "cutensorCreate": "cuTENSOR",
    "cuFileRead": "cuFile",
}


@pytest.mark.parametrize(("name", "library"), _LIBRARIES.items())
def test_a_call_of_a_library_that_has_no_translation_is_refused_on_its_line(
    name: str, library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        f"""#include <library.h>
__global__ void own(int *a) {{ a[0] = 1; }}
#define CHECK(x) if (x) return 1
int main() {{
  CHECK({name}(0));
  {name}(1);
  own<<<1, 1>>>(nullptr);
}}
""",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp"), "--compiler", "true"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if name in line] == [f"k.cu:5: {name}: unsupported: {library} has no CPU translation"]
    assert "k.cu:2: own: compiled" in told


@pytest.mark.parametrize(
    "own",
    [
        "static int ncclHelper(int a) { return a; }",
        "#define ncclHelper(a) (a)",
        "struct ncclHelper { int a; ncclHelper(int a) : a(a) {} operator int() { return a; } };",
        '#include "own.h"',
        "struct Own { int ncclHelper(int a); };",
    ],
)
def test_a_function_of_the_program_with_a_library_s_beginning_is_kept(
    own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.h").write_text('#include "inner.h"\n', "utf-8")
    (tmp_path / "inner.h").write_text("#pragma once\nint ncclHelper(int a);\n", "utf-8")
    source = tmp_path / "k.cu"
    text = f"{own}\n__global__ void k(int *a) {{ a[0] = 1; }}\nint run() {{ return ncclHelper(1); }}\n"
    source.write_text(text, "utf-8")
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp"), "--compiler", "true"]) == 0
    assert "ncclHelper" not in capsys.readouterr().err


def test_another_file_that_captures_a_stream_delays_the_launches_of_this_one(tmp_path: Path) -> None:
    (tmp_path / "work.cu").write_text(
        """#include <cuda_runtime.h>
__global__ void add(int *a) { a[threadIdx.x] += 1; }
void copies(int *to, int *from, cudaStream_t s) { cudaMemcpyAsync(to, from, 4, cudaMemcpyDefault, s); }
void launches(int *a, cudaStream_t s) { add<<<1, 4, 0, s>>>(a); }
""",
        "utf-8",
    )
    (tmp_path / "main.cu").write_text(
        """#include <cuda_runtime.h>
#include <cstdio>
void launches(int *a, cudaStream_t s);
void copies(int *to, int *from, cudaStream_t s);
int main() {
  int a[4] = {0, 1, 2, 3}, b = -1;
  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  launches(a, s), copies(&b, a, s);
  cudaStreamEndCapture(s, &graph);
  printf("%d %d %d %d, %d\\n", a[0], a[1], a[2], a[3], b);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, s), cudaGraphLaunch(ready, s);
  printf("%d %d %d %d, %d\\n", a[0], a[1], a[2], a[3], b);
}
""",
        "utf-8",
    )
    names = ["main.cu", "work.cu"]
    assert main(["translate", *(str(tmp_path / n) for n in names), "-o", str(tmp_path / "out")]) == 0
    files = sorted(map(str, (tmp_path / "out").glob("*.cpp")))
    build(files, tmp_path / "program")
    done = subprocess.run([str(tmp_path / "program")], capture_output=True, text=True)
    assert done.stdout == "0 1 2 3, -1\n2 3 4 5, 2\n"


def test_types_of_pointers_that_are_launched_are_those_of_kernels_of_another_file_too(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        """typedef void (*Kernel)(int *);
using Other = void (*)(float *, int);
typedef void (*Plain)(int *);
Kernel get();
Other other();
Plain plain();
struct Held { Kernel kernel; };
void run(int *a, float *b, Held h) {
  Kernel f = get();
  f<<<1, 2>>>(a);
  Other g = other();
  g<<<1, 2>>>(b, 3), h.kernel<<<1, 1>>>(a);
  plain()(a);
}
""",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp"), "--compiler", "true"]) == 0
    text = (tmp_path / "k.cpp").read_text("utf-8")
    assert "typedef void (*Kernel)(dim3, dim3, size_t, int *);" in text
    assert "using Other = void (*)(dim3, dim3, size_t, float *, int);" in text
    assert "typedef void (*Plain)(int *);" in text


def test_what_is_left_out_does_not_take_the_file_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
struct Flag {
  unsigned char *place;
  __device__ void store(unsigned char value) const {
    unsigned int wide = value;
    asm volatile("st.shared.u8 [%1], %0;" ::"r"(wide) "l"(place) : "memory");
  }
};
__global__ void stores(unsigned char *p) { Flag{p}.store(1); }
template <typename T> __global__ void lanes(T *p) {
  unsigned mask;
  asm volatile("mov.u32 %0, %%envreg3;" : "=r"(mask));
  p[threadIdx.x] = mask;
}
template <int N> __global__ void tiles(int *a) {
  __shared__ cg::block_tile_memory<N> scratch;
  auto block = cg::this_thread_block(scratch);
  a[block.thread_rank()] = 1;
}
int main(int many, char **) {
  int blocks = 0, *n = nullptr;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stores, 64, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, lanes<int>, 64, 0);
  printf("%d\\n", blocks > 0), fflush(stdout);
  if (many > 1) stores<<<1, 1>>>(nullptr), lanes<int><<<1, 1>>>(n), tiles<64><<<1, 64>>>(n);
}
""",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr().err
    assert "stores: unsupported: line 12: the method store: inline PTX is not translated" in told
    assert "lanes: unsupported: line 15: inline PTX is not translated: the operand %%envreg3" in told
    assert "tiles: unsupported: line 19: tiles of several warps are not translated" in told
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True).stdout == "1\n"
    assert subprocess.run([str(tmp_path / "k"), "more"], capture_output=True).returncode != 0


def test_random_numbers_in_a_captured_stream_are_refused(tmp_path: Path) -> None:
    """A launch would have to give other numbers than the one before, or the same: nothing says which."""
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cuda_runtime.h>
#include <curand.h>
int main(int many, char **) {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  curandGenerator_t g;
  curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  if (many > 1) curandSetStream(g, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  return curandGenerateUniform(g, a, 64);
}
""",
        "utf-8",
    )
    program = str(built(source, tmp_path))
    assert subprocess.run([program], capture_output=True, text=True).returncode == 0
    done = subprocess.run([program, "in the stream"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "a generator of cuRAND in a captured stream has no CPU translation" in done.stderr


def test_what_a_captured_launch_was_given_is_not_told_wrongly(tmp_path: Path) -> None:
    """Which function a template is for its arguments is known to the launch alone: a node without one took other arguments for a success and did nothing."""
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cuda_runtime.h>
template <typename T> __global__ void scale(T *a, T by) { a[threadIdx.x] *= by; }
int main(int many, char **) {
  float *a, by = 3;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  scale<<<1, 64, 0, stream>>>(a, 2.0f);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphNode_t node;
  size_t one = 1;
  cudaGraphGetNodes(graph, &node, &one);
  void *given[] = {&a, &by};
  cudaKernelNodeParams p = {};
  if (many > 1) cudaGraphKernelNodeGetParams(node, &p);
  p.kernelParams = given;
  return cudaGraphKernelNodeSetParams(node, &p) == cudaSuccess;
}
""",
        "utf-8",
    )
    program = str(built(source, tmp_path))
    assert subprocess.run([program], capture_output=True, text=True).returncode == 0
    done = subprocess.run([program, "ask"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "what a captured node was given has no CPU translation" in done.stderr


def test_a_lane_that_a_mask_names_shows_its_value_where_it_does_not_come_by(tmp_path: Path) -> None:
    """What is read of it is not defined; programs count on its value all the same."""
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cuda_runtime.h>
#include <cstdio>
__global__ void k(int *out) {
  int t = threadIdx.x, lane = t & 31, v = t + 5, w = v * 3;
  int before = lane == 0 ? 0 : __shfl_up_sync(~0u, v, 1);
  bool less = lane > 0 && __shfl_up_sync(~0u, w, 1) < w;
  out[t] = before * 10 + less;
}
int main() {
  int *out, sum = 0;
  cudaMallocManaged(&out, 256);
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) sum += out[i] == (i % 32 ? (i + 4) * 10 + 1 : 0);
  printf("%d\\n", sum);
}
""",
        "utf-8",
    )
    assert subprocess.run([str(built(source, tmp_path))], capture_output=True, text=True).stdout == "64\n"


def test_a_warp_that_counts_on_being_in_step_without_a_word_sums_up(tmp_path: Path) -> None:
    """CUDA promises it to nobody, GPUs do it: so it was meant, in a chain of statements or in a loop that halves."""
    source = tmp_path / "k.cu"
    source.write_text(
        """#include <cuda_runtime.h>
#include <cstdio>
#define HALF(n) if (t < n) s[t] += s[t + n];
__global__ void chain(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t * 3 + 1;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];  // and so on
    s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
  }
  if (t == 0) out[0] = s[0];
}
__global__ void guarded(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t * 3 + 1;
  __syncthreads();
  HALF(32) HALF(16) HALF(8) HALF(4) HALF(2) HALF(1)
  if (t == 0) out[1] = s[0];
}
__global__ void loop(int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = t * 3 + 1;
  __syncthreads();
  if (t < 32)
    for (int d = 32; d > 0; d >>= 1) s[t] = s[t] + s[t + d];
  if (t == 0) out[2] = s[0];
}
int main() {
  int *out;
  cudaMallocManaged(&out, 12);
  chain<<<1, 64>>>(out), guarded<<<1, 64>>>(out), loop<<<1, 64, 256>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d\\n", out[0], out[1], out[2]);
}
""",
        "utf-8",
    )
    assert subprocess.run([str(built(source, tmp_path))], capture_output=True, text=True).stdout == "6112 6112 6112\n"


SAMPLES = """#include <helper_functions.h>
#include <helper_cuda.h>
{more}
__global__ void k(int *a) {{ a[threadIdx.x] = threadIdx.x; }}
int main(int argc, char **argv) {{
  StopWatchInterface *timer = nullptr;
  sdkCreateTimer(&timer), sdkResetTimer(&timer), sdkStartTimer(&timer);
  int *a;
  checkCudaErrors(cudaMallocManaged(&a, 4 * sizeof(int)));
  typeof(*a) n = checkCmdLineFlag(argc, (const char **)argv, "n") ? getCmdLineArgumentInt(argc, (const char **)argv, "n") : 3;
  k<<<1, 4>>>(a);
  cudaDeviceSynchronize();
  sdkStopTimer(&timer);
  printf("%d %d\\n", a[n], sdkGetTimerValue(&timer) {compared});
  sdkDeleteTimer(&timer);
}}
"""


def test_headers_of_the_samples_are_ours_where_the_program_has_none(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(SAMPLES.format(more="#include <helper_timer.h>", compared=">= 0"), "utf-8")
    program = str(built(source, tmp_path))
    given = [subprocess.run([program, *more], capture_output=True, text=True).stdout for more in ((), ("--n=2",))]
    assert given == ["3 1\n", "2 1\n"]


def test_headers_of_the_samples_are_the_programs_where_it_has_them(tmp_path: Path) -> None:
    clock = """#pragma once
class StopWatchInterface {};
#define CLOCK(name) inline bool name(StopWatchInterface **) { return true; }
CLOCK(sdkCreateTimer) CLOCK(sdkResetTimer) CLOCK(sdkStartTimer) CLOCK(sdkStopTimer) CLOCK(sdkDeleteTimer)
inline float sdkGetTimerValue(StopWatchInterface **) { return -7; }
"""
    (tmp_path / "helper_timer.h").write_text(clock, "utf-8")
    source = tmp_path / "k.cu"
    source.write_text(SAMPLES.format(more='#include "helper_timer.h"', compared="== -7"), "utf-8")
    translated = tmp_path / "k.cpp"
    assert main(["translate", str(source), "-o", str(translated)]) == 0
    build([translated], tmp_path / "k")
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True).stdout == "3 1\n"
